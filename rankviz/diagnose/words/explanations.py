"""What a look-up found, in words: the explanation that is looked at, how strong the evidence is, and what would tell more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.metrics.measures import print_measure
from rankviz.core.metrics.registry import METRICS
from rankviz.diagnose import Match
from rankviz.diagnose.number_lookup import MOST_SHOWN
from rankviz.diagnose.separating_list import computable_matches, separating_decimals, separating_list
from rankviz.diagnose.words.findings import (
    MatchGroup,
    evidence_words,
    exceeded_bound_words,
    match_group_words,
    names_a_field,
    plain_words,
)
from rankviz.diagnose.words.lookup_state import LibraryDerivation, NumberMatches
from rankviz.display.convention_words import choices_words
from rankviz.display.labels import library_name
from rankviz.display.number_format import fixed, in_unit, plain
from rankviz.evaluation.library_values import VALUE, library_table
from rankviz.state.analysis import Analysis
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

MORE_PLACES = 2  # shown beyond the digits that were typed
PLACES = 4
FEW = 4  # explanations, or results, among which the first one may be called likely
COARSE = 2  # sentences on a number that too many results match: how many do, and how many are listed
HOW = {"rounded": "rounded", "cut": "truncated"}  # how the page's own number is written


def head_words(found: NumberMatches, texts: Texts) -> str:
    """Say what the explanation that is looked at is, and how sure that is."""
    assert found.shown_index is not None
    cause = found.groups[found.shown_index]
    said = match_group_words(cause, texts)
    if not cause.match.departures:
        return said
    if not found.has_matches:
        return texts("diagnose.near", words=said)
    how = "likely" if found.shown_index == 0 and is_likely(found) else "perhaps"
    return texts(f"diagnose.{how}{'_choice' * names_a_field(cause.match, texts)}", words=said)


def is_likely(found: NumberMatches) -> bool:
    """Whether there is evidence for the first explanation: one departure, few others, and none expected by chance."""
    answers, first = found.result, found.groups[0].match
    few = max(answers.sharing, len(found.groups)) <= FEW and answers.by_chance < 1
    return few and len(first.departures) == 1 and not first.weak


def intro_words(found: NumberMatches, texts: Texts) -> list[str]:
    """Say that nothing fits, that the metric cannot give the number, or that more digits are needed; nothing if all is well."""
    answers = found.result
    typed = answers.printed.text
    if answers.bound is not None:
        bound = exceeded_bound_words(answers.bound, answers.metric, texts)
        return [bound] if found.has_matches else [texts("diagnose.beyond", bound=bound, typed=typed, name=answers.metric.name)]
    if not found.has_matches:
        return [texts("diagnose.none", typed=typed)]
    return evidence_words(answers, texts, len(found.groups))[:COARSE] if answers.sharing > MOST_SHOWN else []


def remaining_evidence_words(found: NumberMatches, texts: Texts) -> list[str]:
    """Say how strong the evidence is, and what was not tried; but for what stands on top."""
    said = evidence_words(found.result, texts, len(found.groups))
    return said[COARSE:] if found.has_matches and found.result.sharing > MOST_SHOWN else said


def value_of(cause: MatchGroup, found: NumberMatches) -> str:
    """The value of an explanation, with some digits more than were typed."""
    places = found.result.printed.places
    return plain(cause.match.value) if places is None else fixed(cause.match.value, min(places + MORE_PLACES, 12))


def separation_words(found: NumberMatches, state: AppState, texts: Texts) -> list[str]:
    """Say what would tell the first explanations apart."""
    if not found.has_matches:
        return []
    said: list[str] = []
    matches: list[Match] = [cause.match for cause in found.groups]
    separator, printed = texts("convention.separator"), found.result.printed
    if printed.places is not None and (places := separating_decimals(matches, printed.places)):
        values = list(dict.fromkeys(fixed(match.value, places) for match in matches[:4]))
        said.append(texts("diagnose.separate_digits", values=separator.join(values)))
    if len(state.lists) == 1 and (better := separating_list(matches, state.ranking)) is not None:
        ranking, numbers = better
        pairs = zip(computable_matches(matches), numbers, strict=True)
        parts = [texts("diagnose.value_of", words=plain_words(each, texts), value=fixed(number, 4)) for each, number in pairs]
        grades = grades_words(ranking, texts)
        said.append(texts("diagnose.separate_list", grades=grades, values=separator.join(parts)))
    return said


def grades_words(ranking: Ranking, texts: Texts, most: int | None = None) -> str:
    """The grades of a list, at most so many of them."""

    def written(items: tuple[Item, ...]) -> str:
        grades = ["?" if item.grade is None else plain(item.grade) for item in islice(items, most)]
        return ", ".join(grades + ["…"] * (len(grades) < len(items)))

    shown = written(ranking.items)
    return texts("diagnose.separate_missed", shown=shown, missed=written(ranking.missed)) if ranking.missed else shown


def library_derivation_words(theirs: LibraryDerivation, texts: Texts) -> str:
    """Say what a library gives, and by which choices it is another number than on the page."""
    measure = print_measure(METRICS[theirs.library_trace.metric], theirs.convention)
    undefined = bool(theirs.library_trace.undefined[0])
    value = texts("panel.undefined") if undefined else in_unit(theirs.library_trace.unit, float(theirs.library_trace.value[0]))
    library = library_name(theirs.profile, texts)
    if not theirs.choices:
        return texts("diagnose.theirs_same", library=library, measure=measure, value=value)
    why = choices_words(theirs.choices, texts, judged=False)
    return texts("diagnose.theirs_other", library=library, measure=measure, value=value, why=why)


@dataclass(frozen=True)
class ListValue:
    """A number for these lists: as text, the libraries that give it, and the profile of one of them, "" for the page's own."""

    value: str
    names: tuple[str, ...]
    profile: str


def usual_values(analysis: Analysis, texts: Texts) -> tuple[ListValue, ...]:
    """What libraries give for these lists: first the page's own number, then the others, the largest first."""
    state = analysis.state
    table = library_table(state.lists, state.convention, (state.metric,))
    by_value: dict[float, list[str]] = {}
    for row in table.rows:
        (cell,) = row.cells
        if cell.state == VALUE and not cell.is_same and cell.outcome is not None:
            by_value.setdefault(round(cell.outcome.value, 10), []).append(row.profile)
    (here,) = table.present
    same = tuple(library_name(row.profile, texts) for row in table.rows if row.cells[0].is_same and row.version)
    number = here.outcome.value if here.state == VALUE and here.outcome is not None else None
    own = texts(f"panel.{here.state}") if number is None else fixed(number, PLACES)
    others = [
        ListValue(fixed(value, PLACES), tuple(library_name(key, texts) for key in keys), keys[0])
        for value, keys in sorted(by_value.items(), reverse=True)
    ]
    return ListValue(own, same, ""), *others


def is_same(found: NumberMatches) -> bool:
    """Whether the page's own number is looked at, be it as a percentage."""
    if found.shown_index is None or not found.has_matches:
        return False
    departures = found.groups[found.shown_index].match.departures
    return all(each.kind == "reading" and each.details["what"] == "percent" for each in departures)


def same_words(found: NumberMatches, here: str, texts: Texts) -> list[str]:
    """Say that the typed number is the page's, and how it was written; then what few digits leave open.

    Parameters
    ----------
    found : NumberMatches
    here : str
        The page's number as it is shown.
    texts : Texts
    """
    assert found.shown_index is not None
    match, printed = found.groups[found.shown_index].match, found.result.printed
    is_short = printed.places is not None and printed.places < len(here.partition(".")[2]) and not match.departures
    how = "percent" if match.departures else HOW.get(match.agreement, "as")
    how = "as" if how == "rounded" and not is_short else how
    said = texts(f"diagnose.same_{how}", typed=printed.text, value=here)
    return [said, *([texts("diagnose.same_short", typed=printed.text)] if how == "rounded" else [])]


def agreeing_words(same: Sequence[str], texts: Texts) -> str:
    """Say who gives the page's number, too."""
    if not same:
        return texts("diagnose.same_nobody")
    libraries = texts("sentence.more_separator").join(same)
    return texts("diagnose.same_libraries", libraries=libraries, count=len(same))
