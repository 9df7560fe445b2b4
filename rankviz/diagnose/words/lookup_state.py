"""“I got …”: what a typed number comes from, and the state in which that can be followed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.printed_number import PrintedNumber, read_typed
from rankviz.core.trace import Trace
from rankviz.diagnose import LookupResult, Match, NumberLookup, prepare_lookup
from rankviz.diagnose.mistakes.mistaken_derivation import apply_mistake
from rankviz.diagnose.words.findings import MatchGroup, group_matches
from rankviz.display.formulas.derivation import derivation
from rankviz.display.formulas.two_derivations import TwoDerivations, two_derivations
from rankviz.evaluation.evaluate import compute
from rankviz.evaluation.evaluation_cache import EvaluationCache
from rankviz.evaluation.library_values import profile_convention
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import AppState
from rankviz.state.page_params import PageParams, state_before


@dataclass(frozen=True)
class NumberMatches:
    """What was found for a typed number.

    Parameters
    ----------
    result : LookupResult
    groups : tuple of MatchGroup
        Those that give it, best first; if none does, the nearest.
    shown_index : int or None
        Which one is looked at; None if none is.
    """

    result: LookupResult
    groups: tuple[MatchGroup, ...]
    shown_index: int | None

    @property
    def has_matches(self) -> bool:
        """Whether the causes give the number."""
        return bool(self.result.matches)


def look_up_typed(state: AppState, place: PageParams) -> NumberMatches:
    """Look the typed number up.

    Raises
    ------
    InputError
        If it is none, or if the convention refuses the list.
    """
    answers = cached_lookup(state, read_typed(place.my_number))
    causes = group_matches(answers.matches or answers.nearest)
    known = place.answer is not None and place.answer < len(causes)
    return NumberMatches(answers, causes, place.answer if known else 0 if answers.matches else None)


@lru_cache(maxsize=64)
def cached_lookup(state: AppState, printed: PrintedNumber) -> LookupResult:
    """Look a number up; another look at it asks for the same answers again."""
    return _lookup_of(state.metric, state.lists, state.convention).find(printed)


@lru_cache(maxsize=4)  # some 30 MB for a list of 500
def _lookup_of(metric: str, lists: tuple[Ranking, ...], convention: Convention) -> NumberLookup:
    """What may have been done otherwise to these lists; it is searched once for all numbers that are typed."""
    return prepare_lookup(METRICS[metric], lists, convention)


def match_derivations(analysis: Analysis, match: Match) -> TwoDerivations | None:
    """The derivation on the page beside that of an answer, for the list under study; None where they cannot be told apart."""
    state = analysis.state
    if isinstance(analysis.main, InputError) or len(match.rankings) != len(state.lists):
        return None
    if not match.departures or any(each.roundings or each.factor != 1 for each in match.departures):
        return None
    there = compute(METRICS[match.metric], RawLists.from_rankings(match.rankings), match.convention)
    slip = next((each.formula_mistake for each in match.departures if each.formula_mistake is not None), None)
    if slip is not None:
        there = apply_mistake(there, slip, match.rankings, match.convention)
    return _derivation_pair(analysis.main, there, state, state.selected)


def _derivation_pair(here: Trace, there: Trace, state: AppState, query: int) -> TwoDerivations | None:
    as_fractions = state.numbers == "fractions"
    return two_derivations(derivation(here, 0, as_fractions), derivation(there, query, as_fractions))


@dataclass(frozen=True)
class LibraryDerivation:
    """What a library gives for the list under study, and the page.

    Parameters
    ----------
    profile : str
    page_trace, library_trace : Trace
    convention : Convention
        The library's.
    choices : mapping of field to value
        Those of it that move the value; none where it is the same.
    derivations : TwoDerivations or None
    """

    profile: str
    page_trace: Trace
    library_trace: Trace
    convention: Convention
    choices: Mapping[str, object]
    derivations: TwoDerivations | None


def library_derivation(analysis: Analysis, profile: str, metric: str) -> LibraryDerivation | None:
    """Compute a metric on the list under study as a library does; None if it has no such metric.

    Raises
    ------
    InputError
        If the library, or the page, refuses the list.
    """
    state = analysis.state
    convention = profile_convention(profile, metric, state.convention, [state.ranking])
    if convention is None:
        return None
    here, there = (compute(METRICS[metric], analysis.arranged, each) for each in (state.convention, convention))
    bench = EvaluationCache([state.ranking])
    outcomes = [bench.outcome(METRICS[metric], each) for each in (state.convention, convention)]
    same = outcomes[0].is_same(outcomes[1])
    choices = {} if same else bench.moving_choices(METRICS[metric], state.convention, convention)
    return LibraryDerivation(profile, here, there, convention, choices, _derivation_pair(here, there, state, 0))


@dataclass(frozen=True)
class AppliedMatch:
    """An explanation that was taken over.

    Parameters
    ----------
    analysis_before : Analysis
        What the page was before it.
    group : MatchGroup or None
        Which explanation it is, unless more was changed since.
    derivations : TwoDerivations or None
        Before it, and on the page.
    """

    analysis_before: Analysis
    group: MatchGroup | None
    derivations: TwoDerivations | None


def applied_match(analysis: Analysis, place: PageParams) -> AppliedMatch | None:
    """What was taken over from the explanations of a number; None where nothing was, or where it was taken back."""
    state = state_before(analysis.state, place.undo_params)
    if state is None:
        return None
    before = analyse(state)
    traces = before.main, analysis.main
    if isinstance(traces[0], InputError) or isinstance(traces[1], InputError):
        return None
    causes = () if place.shown_library is not None or not place.my_number.strip() else look_up_typed(state, place).groups
    cause = next((each for each in causes if state_of_match(state, each.match) == analysis.state), None)
    return AppliedMatch(before, cause, _derivation_pair(traces[0], traces[1], analysis.state, 0))


def state_before_match(state: AppState, place: PageParams) -> AppState:
    """The state before an explanation was taken over; the state itself where none was."""
    return state_before(state, place.undo_params) or state


def state_to_follow(state: AppState, place: PageParams) -> AppState:
    """The state in which what is looked at can be followed; the state itself where there is none.

    Raises
    ------
    InputError
        If what was typed is no number, or if the convention refuses the list.
    """
    if place.shown_library is not None:
        profile, metric = place.shown_library
        convention = profile_convention(profile, metric, state.convention, [state.ranking])
        return state if convention is None else replace(state, metric=metric, convention=convention)
    found = look_up_typed(state, place)
    return state if found.shown_index is None else state_of_match(state, found.groups[found.shown_index].match)


def can_follow(state: AppState, match: Match) -> bool:
    """Whether the page can be set to an answer; to what was rounded on the way, or to a slip in a formula, it cannot."""
    only_there = any(each.roundings or each.formula_mistake is not None for each in match.departures)
    return bool(match.departures) and not only_there and state_of_match(state, match) != state


def state_of_match(state: AppState, match: Match) -> AppState:
    """The page's state in which an answer can be followed; what was rounded on the way has none."""
    return replace(state, lists=match.rankings, metric=match.metric, convention=match.convention)
