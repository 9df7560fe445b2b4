"""Texts on the result of a look-up: the explanation shown, how strong the evidence is, and what would separate more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.metrics.measures import print_measure
from rankviz.core.metrics.registry import METRICS
from rankviz.diagnose import Match
from rankviz.diagnose.number_lookup import BY_CHANCE, MOST_SHOWN
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
from rankviz.display.number_format import fixed_decimals, in_unit, plain
from rankviz.evaluation.library_values import VALUE, library_table
from rankviz.state.analysis import Analysis
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

MORE_PLACES = 2  # beyond the digits that were typed
PLACES = 4
FEW = 4  # the first of at most so many explanations, or values, may be called likely
COARSE = 2  # sentences on a number that too many values match: how many do, and how many are listed
HOW = {"rounded": "rounded", "cut": "truncated"}  # how the page's own number is printed


def head_words(matches: NumberMatches, texts: Texts) -> str:
    """Return the sentence on the explanation that is shown, and how sure it is."""
    assert matches.shown_index is not None
    group = matches.groups[matches.shown_index]
    text = match_group_words(group, texts)
    if not group.match.departures:
        return text
    if not matches.has_matches:
        return texts("diagnose.near", words=text)
    how = "likely" if matches.shown_index == 0 and is_likely(matches) else "perhaps"
    return texts(f"diagnose.{how}{'_choice' * names_a_field(group.match, texts)}", words=text)


def is_likely(matches: NumberMatches) -> bool:
    """Whether the first explanation is likely: one departure, few others, and a value as plausible would be rare by chance."""
    result, first = matches.result, matches.groups[0].match
    few = max(result.sharing, len(matches.groups)) <= FEW and result.plausible_by_chance < BY_CHANCE
    return few and len(first.departures) == 1 and not first.weak


def intro_words(matches: NumberMatches, texts: Texts) -> list[str]:
    """Say that nothing fits, that the metric cannot give the number, or that more digits are needed; else []."""
    result = matches.result
    typed = result.printed.text
    if result.bound is not None:
        bound = exceeded_bound_words(result.bound, result.metric, texts)
        return [bound] if matches.has_matches else [texts("diagnose.beyond", bound=bound, typed=typed, name=result.metric.name)]
    if not matches.has_matches:
        return [texts("diagnose.none", typed=typed)]
    return evidence_words(result, texts, len(matches.groups))[:COARSE] if result.sharing > MOST_SHOWN else []


def remaining_evidence_words(matches: NumberMatches, texts: Texts) -> list[str]:
    """Say how strong the evidence is, and what was not tried, except what `intro_words` says."""
    sentences = evidence_words(matches.result, texts, len(matches.groups))
    return sentences[COARSE:] if matches.has_matches and matches.result.sharing > MOST_SHOWN else sentences


def value_of(group: MatchGroup, matches: NumberMatches) -> str:
    """Return the value of an explanation, with some digits more than were typed."""
    places = matches.result.printed.places
    return plain(group.match.value) if places is None else fixed_decimals(group.match.value, min(places + MORE_PLACES, 12))


def separation_words(matches: NumberMatches, state: AppState, texts: Texts) -> list[str]:
    """Say what would tell the first explanations apart; [] if nothing fits or nothing would."""
    if not matches.has_matches:
        return []
    sentences: list[str] = []
    first_matches: list[Match] = [group.match for group in matches.groups]
    separator, printed = texts("convention.separator"), matches.result.printed
    if printed.places is not None and (places := separating_decimals(first_matches, printed.places)):
        values = list(dict.fromkeys(fixed_decimals(match.value, places) for match in first_matches[:4]))
        sentences.append(texts("diagnose.separate_digits", values=separator.join(values)))
    if len(state.lists) == 1 and (separating := separating_list(first_matches, state.ranking)) is not None:
        ranking, numbers = separating
        pairs = zip(computable_matches(first_matches), numbers, strict=True)
        parts = [
            texts("diagnose.value_of", words=plain_words(each, texts), value=fixed_decimals(value, 4)) for each, value in pairs
        ]
        grades = grades_words(ranking, texts)
        sentences.append(texts("diagnose.separate_list", grades=grades, values=separator.join(parts)))
    return sentences


def grades_words(ranking: Ranking, texts: Texts, most: int | None = None) -> str:
    """Return the grades of a list, at most `most` of them."""

    def print_grades(items: tuple[Item, ...]) -> str:
        grades = ["?" if item.grade is None else plain(item.grade) for item in islice(items, most)]
        return ", ".join(grades + ["…"] * (len(grades) < len(items)))

    retrieved = print_grades(ranking.items)
    if not ranking.missed:
        return retrieved
    return texts("diagnose.separate_missed", shown=retrieved, missed=print_grades(ranking.missed))


def library_derivation_words(derivation: LibraryDerivation, texts: Texts) -> str:
    """Say what a library gives, and which choices make its number differ from the page's."""
    trace = derivation.library_trace
    measure = print_measure(METRICS[trace.metric], derivation.convention)
    value = texts("panel.undefined") if trace.undefined[0] else in_unit(trace.unit, float(trace.value[0]))
    library = library_name(derivation.profile, texts)
    if not derivation.choices:
        return texts("diagnose.theirs_same", library=library, measure=measure, value=value)
    reason = choices_words(derivation.choices, texts, judged=False)
    return texts("diagnose.theirs_other", library=library, measure=measure, value=value, why=reason)


@dataclass(frozen=True)
class ListValue:
    """A value of these lists as text, the libraries that give it, and the profile of one; "" for the page's own value."""

    value: str
    names: tuple[str, ...]
    profile: str


def usual_values(analysis: Analysis, texts: Texts) -> tuple[ListValue, ...]:
    """Return the values that libraries give for these lists: the page's own first, then the others, the largest first."""
    state = analysis.state
    table = library_table(state.lists, state.convention, (state.metric,))
    by_value: dict[float, list[str]] = {}
    for row in table.rows:
        (cell,) = row.cells
        if cell.state == VALUE and not cell.is_same and cell.outcome is not None:
            by_value.setdefault(round(cell.outcome.value, 10), []).append(row.profile)
    (current,) = table.present
    same = tuple(library_name(row.profile, texts) for row in table.rows if row.cells[0].is_same and row.version)
    number = current.outcome.value if current.state == VALUE and current.outcome is not None else None
    own_value = texts(f"panel.{current.state}") if number is None else fixed_decimals(number, PLACES)
    others = [
        ListValue(fixed_decimals(value, PLACES), tuple(library_name(key, texts) for key in keys), keys[0])
        for value, keys in sorted(by_value.items(), reverse=True)
    ]
    return ListValue(own_value, same, ""), *others


def is_same(matches: NumberMatches) -> bool:
    """Whether the explanation shown is the page's own number, possibly as a percentage."""
    if matches.shown_index is None or not matches.has_matches:
        return False
    departures = matches.groups[matches.shown_index].match.departures
    return all(each.kind == "reading" and each.details["what"] == "percent" for each in departures)


def same_words(matches: NumberMatches, value: str, texts: Texts) -> list[str]:
    """Say that the typed number is the page's, and how it was printed; then what few digits leave open.

    Parameters
    ----------
    matches : NumberMatches
    value : str
        The page's number as it prints.
    texts : Texts
    """
    assert matches.shown_index is not None
    match, printed = matches.groups[matches.shown_index].match, matches.result.printed
    is_short = printed.places is not None and printed.places < len(value.partition(".")[2]) and not match.departures
    how = "percent" if match.departures else HOW.get(match.agreement, "as")
    how = "as" if how == "rounded" and not is_short else how
    sentence = texts(f"diagnose.same_{how}", typed=printed.text, value=value)
    return [sentence, *([texts("diagnose.same_short", typed=printed.text)] if how == "rounded" else [])]


def agreeing_words(same: Sequence[str], texts: Texts) -> str:
    """Say which libraries also give the page's number."""
    if not same:
        return texts("diagnose.same_nobody")
    libraries = texts("sentence.more_separator").join(same)
    return texts("diagnose.same_libraries", libraries=libraries, count=len(same))
