"""“My number”: what the number that somebody got comes from, with both derivations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_NUMBER
from rankviz.core.trace import Trace
from rankviz.diagnose.view.list_summary import value_words
from rankviz.diagnose.words.explanations import (
    ListValue,
    agreeing_words,
    head_words,
    intro_words,
    is_same,
    library_derivation_words,
    remaining_evidence_words,
    same_words,
    separation_words,
    usual_values,
    value_of,
)
from rankviz.diagnose.words.findings import MatchGroup, match_group_words, match_remarks
from rankviz.diagnose.words.library_notes import libraries_named_by, notes_of_libraries
from rankviz.diagnose.words.lookup_state import (
    NumberMatches,
    applied_match,
    can_follow,
    library_derivation,
    look_up_typed,
    match_derivations,
    state_to_follow,
)
from rankviz.display.error_text import error_text
from rankviz.display.formulas.two_derivations import TwoDerivations
from rankviz.display.glossary.term_marks import words_of
from rankviz.display.labels import library_name
from rankviz.display.number_format import exact, in_unit
from rankviz.display.parts.two_derivations import two_derivations_payload
from rankviz.state.analysis import Analysis
from rankviz.state.page_params import PageParams
from rankviz.texts import Texts

Data = dict[str, object]
MANY = 1  # notes on libraries, above which they are folded: a question fits on one screen
TEXTS = ("typed", "typed_hint", "typed_help", "find", "show", "compare", "take_back")


def my_number_payload(analysis: Analysis, place: PageParams, texts: Texts) -> Data:
    """Build the field, and what is to be said of the number in it.

    Returns
    -------
    dict
        `typed`, as it was; `most` characters of it; `error`, why it is no number, or ""; `lead`, sentences that come first;
        `card`, None or what is looked at, `{head, value, title, changes, notes, told, told_head, two, can_set, taken}`: of
        these `changes` being `{name, here, there}`, `two` as `two_derivations_data` gives it, or None, and `taken` what is
        said of an explanation that was taken over, or ""; `check`, the label of what leads to “My tool”, or ""; `others`,
        further explanations, each `{place, words, value}`, `place` being what leads to it, or None; `others_label`; `open`,
        whether they are seen at once; `separate`, what would tell them apart; `notes`; `texts`; `words`, of these sentences in
        pieces, by their text, those with words that have an entry.
    """
    data = _match_payload(analysis, place, texts)
    return data | {"words": words_of(_sentences(data), texts)}


def _sentences(data: Data) -> Iterator[str]:
    """All that is said."""
    card: Any = data["card"] or {"head": "", "notes": [], "changes": [], "taken": ""}
    others: Any = data["others"]
    told = [each["text"] for each in card.get("told", ())]
    said: Any = [data["lead"], card["notes"], told, data["separate"], data["notes"], [card["head"], card["taken"]]]
    for sentences in said:
        yield from sentences
    yield from (change["name"] for change in card["changes"])
    yield from (each["words"] for each in others)


def _match_payload(analysis: Analysis, place: PageParams, texts: Texts) -> Data:
    base: Data = {
        "typed": place.my_number,
        "most": MAX_NUMBER,
        "error": "",
        "lead": [],
        "card": None,
        "others": [],
        "separate": [],
        "notes": [],
    }
    base |= {"others_label": "", "open": False, "check": "", "texts": {name: texts(f"diagnose.{name}") for name in TEXTS}}
    try:
        if place.shown_library is not None:
            return base | {"typed": "", "card": _theirs(analysis, place, texts)}
        return base | (_found(analysis, place, texts) if place.my_number.strip() else _usual(analysis, texts))
    except InputError as error:
        return base | {"error": error_text(error, texts)}


def _usual(analysis: Analysis, texts: Texts) -> Data:
    """Where nothing was typed: what libraries give, each number with a way to its derivation."""
    own, *others = usual_values(analysis, texts)
    separator = texts("sentence.more_separator")
    agreeing = (
        texts("diagnose.agreeing", libraries=separator.join(own.names)) if own.names else texts("diagnose.agreeing_nobody")
    )
    rows: list[Data] = [{"place": None, "words": agreeing, "value": own.value}, *_rows(others, analysis, texts)]
    return {"others": rows, "others_label": texts("diagnose.often"), "open": True}


def _rows(given: Sequence[ListValue], analysis: Analysis, texts: Texts) -> list[Data]:
    separator, metric = texts("sentence.more_separator"), analysis.state.metric
    return [
        {"place": {"as": f"{each.profile}.{metric}", "got": ""}, "words": separator.join(each.names), "value": each.value}
        for each in given
    ]


def _found(analysis: Analysis, place: PageParams, texts: Texts) -> Data:
    found = look_up_typed(analysis.state, place)
    if is_same(found) and len(found.groups) == 1:
        return _same(analysis, place, found, texts)
    others = [
        {"place": {"answer": str(at + 1)}, "words": match_group_words(cause, texts), "value": value_of(cause, found)}
        for at, cause in enumerate(found.groups)
        if at != found.shown_index
    ]
    label = texts("diagnose.others", count=len(others)) if found.has_matches else texts("diagnose.nearest")
    return {
        "lead": intro_words(found, texts),
        "card": None if found.shown_index is None else _card(analysis, found, texts),
        "others": others,
        "others_label": label,
        "open": not found.has_matches,
        "notes": [*remaining_evidence_words(found, texts), *([] if found.has_matches else [texts("diagnose.none_next")])],
        "check": "" if found.has_matches else texts("diagnose.same_check"),
        "separate": separation_words(found, analysis.state, texts),
    }


def _same(analysis: Analysis, place: PageParams, found: NumberMatches, texts: Texts) -> Data:
    """The number is the page's own: who else gives it, who gives another one, and how to be surer."""
    own, *others = usual_values(analysis, texts)
    head, *left_open = _same_words(analysis, found, texts)
    taken = _taken(analysis, place, texts)
    card = {
        "head": head,
        "value": "",
        "title": exact(found.result.value),
        "notes": [*left_open, agreeing_words(own.names, texts), texts("diagnose.same_next")],
        "can_set": False,
        "changes": [],
        "two": None,
        **taken,
    }
    return {
        "card": card,
        "others": _rows(others, analysis, texts),
        "others_label": texts("diagnose.often_others"),
        "open": not taken["taken"],
        "check": texts("diagnose.same_check"),
    }


def _taken(analysis: Analysis, place: PageParams, texts: Texts) -> Data:
    """What was taken over from here, beside what was before it; nothing where nothing was, or where it was taken back."""
    taken = applied_match(analysis, place)
    if taken is None:
        return {"taken": ""}
    value = value_words(taken.analysis_before, texts)
    key = "diagnose.taken" if taken.group is None else "diagnose.taken_because"
    words = {} if taken.group is None else {"words": match_group_words(taken.group, texts)}
    sides = texts("diagnose.before"), texts("diagnose.right")
    return {"taken": texts(key, value=value, **words), **_two(taken.derivations, *sides, texts, "two_derivations.first_before")}


def _same_words(analysis: Analysis, found: NumberMatches, texts: Texts) -> list[str]:
    assert isinstance(analysis.main, Trace)
    return same_words(found, in_unit(analysis.main.unit, found.result.value), texts)


def _card(analysis: Analysis, found: NumberMatches, texts: Texts) -> Data:
    assert found.shown_index is not None
    cause, same = found.groups[found.shown_index], is_same(found)
    return {
        "head": _same_words(analysis, found, texts)[0] if same else head_words(found, texts),
        "value": "" if same else value_of(cause, found),
        "title": exact(cause.match.value),
        "notes": match_remarks(cause.match, texts),
        **_told((*libraries_named_by(cause.match), *_named_beside(cause)), cause.match.metric, texts),
        "can_set": can_follow(analysis.state, cause.match),
        "taken": "",
        **_two(match_derivations(analysis, cause.match), texts("diagnose.right"), texts("diagnose.wrong"), texts),
    }


def _named_beside(cause: MatchGroup) -> tuple[str, ...]:
    return () if cause.libraries is None else tuple(cause.libraries.details["profiles"])


def _told(profiles: Iterable[str], metric: str, texts: Texts) -> Data:
    """What has to be known of libraries; many notes are folded under `told_head`."""
    told = [each._asdict() for each in notes_of_libraries(profiles, metric, texts)]
    return {"told": told, "told_head": texts("library_note_format.open", count=len(told)) if len(told) > MANY else ""}


def _theirs(analysis: Analysis, place: PageParams, texts: Texts) -> Data | None:
    assert place.shown_library is not None
    theirs = library_derivation(analysis, *place.shown_library)
    if theirs is None:
        return None
    library = library_name(theirs.profile, texts)
    taken = _taken(analysis, place, texts) if not theirs.choices else {"taken": ""}
    return {
        "head": library_derivation_words(theirs, texts),
        "value": "",
        "title": exact(float(theirs.library_trace.value[0])),
        "notes": [],
        **_told([theirs.profile], theirs.library_trace.metric, texts),
        "can_set": state_to_follow(analysis.state, place) != analysis.state,
        **_two(theirs.derivations, texts("diagnose.right"), library, texts),
        **taken,
    }


def _two(two: TwoDerivations | None, here: str, there: str, texts: Texts, first: str = "two_derivations.first") -> Data:
    if two is None:
        return {"changes": [], "two": None}
    changes = [{"name": name, "here": one, "there": other} for name, one, other in two.changes]
    return {"changes": changes, "two": two_derivations_payload(two, here, there, texts, first)}
