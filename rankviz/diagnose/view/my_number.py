"""“My number”: what the typed number comes from, with both derivations."""

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
MOST_NOTES = 1  # on libraries; more are folded, so that a question fits on one screen
TEXTS = ("typed", "typed_hint", "typed_help", "find", "show", "compare", "take_back")


def my_number_payload(analysis: Analysis, params: PageParams, texts: Texts) -> Data:
    """Build the field for a number, and the explanations of the number in it.

    Returns
    -------
    dict
        `typed`, the text of the field; `max_length` of it; `error`, why it is not a number, or ""; `intro`, sentences at the
        top; `card`, the explanation shown, or None: `{head, value, title, changes, notes, library_notes, library_notes_label,
        derivations, can_set, applied_text}`, `changes` being `{name, page, other}`, `derivations` the payload of both
        derivations, or None, and `applied_text` a sentence on a match that was applied to the page, or ""; `check_label` of
        the button to “My tool”, or ""; `others`, further explanations, each `{params, text, value}`, `params` leading to it,
        or None; `others_label`; `is_open`, whether they are unfolded; `separation`, sentences on what would tell them apart;
        `notes`; `texts`; `words`, by sentence its pieces, if it has terms.
    """
    data = _match_payload(analysis, params, texts)
    return data | {"words": words_of(_sentences(data), texts)}


def _sentences(data: Data) -> Iterator[str]:
    """Yield all sentences of the payload."""
    card: Any = data["card"] or {"head": "", "notes": [], "changes": [], "applied_text": ""}
    others: Any = data["others"]
    notes = [each["text"] for each in card.get("library_notes", ())]
    groups: Any = [data["intro"], card["notes"], notes, data["separation"], data["notes"], [card["head"], card["applied_text"]]]
    for sentences in groups:
        yield from sentences
    yield from (change["name"] for change in card["changes"])
    yield from (each["text"] for each in others)


def _match_payload(analysis: Analysis, params: PageParams, texts: Texts) -> Data:
    base: Data = {
        "typed": params.my_number,
        "max_length": MAX_NUMBER,
        "error": "",
        "intro": [],
        "card": None,
        "others": [],
        "separation": [],
        "notes": [],
    }
    base |= {
        "others_label": "",
        "is_open": False,
        "check_label": "",
        "texts": {name: texts(f"diagnose.{name}") for name in TEXTS},
    }
    try:
        if params.shown_library is not None:
            return base | {"typed": "", "card": _library_card(analysis, params, texts)}
        return base | (_explanations(analysis, params, texts) if params.my_number.strip() else _usual_values(analysis, texts))
    except InputError as error:
        return base | {"error": error_text(error, texts)}


def _usual_values(analysis: Analysis, texts: Texts) -> Data:
    """Return the values that libraries give, each with a link to its derivation, for a page without a typed number."""
    own, *others = usual_values(analysis, texts)
    separator = texts("sentence.more_separator")
    agreeing = (
        texts("diagnose.agreeing", libraries=separator.join(own.names)) if own.names else texts("diagnose.agreeing_nobody")
    )
    rows: list[Data] = [{"params": None, "text": agreeing, "value": own.value}, *_rows(others, analysis, texts)]
    return {"others": rows, "others_label": texts("diagnose.often"), "is_open": True}


def _rows(values: Sequence[ListValue], analysis: Analysis, texts: Texts) -> list[Data]:
    separator, metric = texts("sentence.more_separator"), analysis.state.metric
    return [
        {"params": {"as": f"{each.profile}.{metric}", "got": ""}, "text": separator.join(each.names), "value": each.value}
        for each in values
    ]


def _explanations(analysis: Analysis, params: PageParams, texts: Texts) -> Data:
    matches = look_up_typed(analysis.state, params)
    if is_same(matches) and len(matches.groups) == 1:
        return _same(analysis, params, matches, texts)
    others = [
        {"params": {"answer": str(index + 1)}, "text": match_group_words(group, texts), "value": value_of(group, matches)}
        for index, group in enumerate(matches.groups)
        if index != matches.shown_index
    ]
    label = texts("diagnose.others", count=len(others)) if matches.has_matches else texts("diagnose.nearest")
    return {
        "intro": intro_words(matches, texts),
        "card": None if matches.shown_index is None else _card(analysis, matches, texts),
        "others": others,
        "others_label": label,
        "is_open": not matches.has_matches,
        "notes": [*remaining_evidence_words(matches, texts), *([] if matches.has_matches else [texts("diagnose.none_next")])],
        "check_label": "" if matches.has_matches else texts("diagnose.same_check"),
        "separation": separation_words(matches, analysis.state, texts),
    }


def _same(analysis: Analysis, params: PageParams, matches: NumberMatches, texts: Texts) -> Data:
    """Say that the number is the page's own, who else gives it, who gives another one, and how to be surer."""
    own, *others = usual_values(analysis, texts)
    head, *left_open = _same_words(analysis, matches, texts)
    applied = _applied_payload(analysis, params, texts)
    card = {
        "head": head,
        "value": "",
        "title": exact(matches.result.value),
        "notes": [*left_open, agreeing_words(own.names, texts), texts("diagnose.same_next")],
        "can_set": False,
        "changes": [],
        "derivations": None,
        **applied,
    }
    return {
        "card": card,
        "others": _rows(others, analysis, texts),
        "others_label": texts("diagnose.often_others"),
        "is_open": not applied["applied_text"],
        "check_label": texts("diagnose.same_check"),
    }


def _applied_payload(analysis: Analysis, params: PageParams, texts: Texts) -> Data:
    """Return the sentence on an applied match, and the derivation before it beside the present one; "" if none was applied."""
    applied = applied_match(analysis, params)
    if applied is None:
        return {"applied_text": ""}
    value = value_words(applied.analysis_before, texts)
    key = "diagnose.taken" if applied.group is None else "diagnose.taken_because"
    words = {} if applied.group is None else {"words": match_group_words(applied.group, texts)}
    sides = texts("diagnose.before"), texts("diagnose.right")
    return {
        "applied_text": texts(key, value=value, **words),
        **_derivations(applied.derivations, *sides, texts, "two_derivations.first_before"),
    }


def _same_words(analysis: Analysis, matches: NumberMatches, texts: Texts) -> list[str]:
    assert isinstance(analysis.main, Trace)
    return same_words(matches, in_unit(analysis.main.unit, matches.result.value), texts)


def _card(analysis: Analysis, matches: NumberMatches, texts: Texts) -> Data:
    assert matches.shown_index is not None
    group, same = matches.groups[matches.shown_index], is_same(matches)
    return {
        "head": _same_words(analysis, matches, texts)[0] if same else head_words(matches, texts),
        "value": "" if same else value_of(group, matches),
        "title": exact(group.match.value),
        "notes": match_remarks(group.match, texts),
        **_library_notes((*libraries_named_by(group.match), *_libraries_of(group)), group.match.metric, texts),
        "can_set": can_follow(analysis.state, group.match),
        "applied_text": "",
        **_derivations(
            match_derivations(analysis, group.match),
            texts("diagnose.right"),
            texts("diagnose.wrong"),
            texts,
            whose=texts("diagnose.in_wrong"),
        ),
    }


def _libraries_of(group: MatchGroup) -> tuple[str, ...]:
    return () if group.libraries is None else tuple(group.libraries.details["profiles"])


def _library_notes(profiles: Iterable[str], metric: str, texts: Texts) -> Data:
    """Return the notes on libraries; many are folded under `library_notes_label`."""
    notes = [each._asdict() for each in notes_of_libraries(profiles, metric, texts)]
    label = texts("library_note_format.open", count=len(notes)) if len(notes) > MOST_NOTES else ""
    return {"library_notes": notes, "library_notes_label": label}


def _library_card(analysis: Analysis, params: PageParams, texts: Texts) -> Data | None:
    assert params.shown_library is not None
    derivation = library_derivation(analysis, *params.shown_library)
    if derivation is None:
        return None
    library = library_name(derivation.profile, texts)
    applied = _applied_payload(analysis, params, texts) if not derivation.choices else {"applied_text": ""}
    return {
        "head": library_derivation_words(derivation, texts),
        "value": "",
        "title": exact(float(derivation.library_trace.value[0])),
        "notes": [],
        **_library_notes([derivation.profile], derivation.library_trace.metric, texts),
        "can_set": state_to_follow(analysis.state, params) != analysis.state,
        **_derivations(derivation.derivations, texts("diagnose.right"), library, texts),
        **applied,
    }


def _derivations(
    pair: TwoDerivations | None, page: str, other: str, texts: Texts, first: str = "two_derivations.first", whose: str = ""
) -> Data:
    if pair is None:
        return {"changes": [], "derivations": None}
    changes = [{"name": name, "page": one, "other": two} for name, one, two in pair.changes]
    return {"changes": changes, "derivations": two_derivations_payload(pair, page, other, texts, first, whose)}
