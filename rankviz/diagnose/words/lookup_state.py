"""“I got …”: look up the typed number, and find the state in which a match can be followed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.trace import Trace
from rankviz.core.typed_number import PrintedNumber, read_typed
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
    """The matches of a typed number, and which one is shown.

    Parameters
    ----------
    result : LookupResult
    groups : tuple of MatchGroup
        The matches that give the number, best first; if there are none, the nearest.
    shown_index : int or None
        Index of the group that is shown, if one is.
    """

    result: LookupResult
    groups: tuple[MatchGroup, ...]
    shown_index: int | None

    @property
    def has_matches(self) -> bool:
        """Whether the groups give the number, instead of being the nearest."""
        return bool(self.result.matches)


def look_up_typed(state: AppState, params: PageParams) -> NumberMatches:
    """Look up the number typed on the page.

    Raises
    ------
    InputError
        If the text is not a number, or if the convention refuses the list.
    """
    result = cached_lookup(state, read_typed(params.my_number))
    groups = group_matches(result.matches or result.nearest)
    has_index = params.answer is not None and params.answer < len(groups)
    return NumberMatches(result, groups, params.answer if has_index else 0 if result.matches else None)


@lru_cache(maxsize=64)
def cached_lookup(state: AppState, printed: PrintedNumber) -> LookupResult:
    """Look a number up; cached, since every view of it needs the result."""
    return _lookup_of(state.metric, state.lists, state.convention).find(printed)


@lru_cache(maxsize=4)  # some 30 MB for a list of 500
def _lookup_of(metric: str, lists: tuple[Ranking, ...], convention: Convention) -> NumberLookup:
    """Return the look-up for these lists, which all typed numbers share."""
    return prepare_lookup(METRICS[metric], lists, convention)


def match_derivations(analysis: Analysis, match: Match) -> TwoDerivations | None:
    """Pair the page's derivation with that of a match for the list under study; None where there is no other derivation."""
    state = analysis.state
    if isinstance(analysis.main, InputError) or len(match.rankings) != len(state.lists):
        return None
    if not match.departures or any(each.roundings or each.factor != 1 for each in match.departures):
        return None
    other_trace = compute(METRICS[match.metric], RawLists.from_rankings(match.rankings), match.convention)
    mistake = next((each.formula_mistake for each in match.departures if each.formula_mistake is not None), None)
    if mistake is not None:
        other_trace = apply_mistake(other_trace, mistake, match.rankings, match.convention)
    return _derivation_pair(analysis.main, other_trace, state, state.selected)


def _derivation_pair(page_trace: Trace, other_trace: Trace, state: AppState, query: int) -> TwoDerivations | None:
    as_fractions = state.numbers == "fractions"
    return two_derivations(derivation(page_trace, 0, as_fractions), derivation(other_trace, query, as_fractions))


@dataclass(frozen=True)
class LibraryDerivation:
    """The derivations of a library and of the page for the list under study.

    Parameters
    ----------
    profile : str
    page_trace, library_trace : Trace
    convention : Convention
        The library's convention.
    choices : mapping of field to value
        Its choices that move the value; empty if the value is the same.
    derivations : TwoDerivations or None
    """

    profile: str
    page_trace: Trace
    library_trace: Trace
    convention: Convention
    choices: Mapping[str, object]
    derivations: TwoDerivations | None


def library_derivation(analysis: Analysis, profile: str, metric: str) -> LibraryDerivation | None:
    """Compute a metric on the list under study as a library does; None if it lacks the metric.

    Raises
    ------
    InputError
        If the library, or the page, refuses the list.
    """
    state = analysis.state
    convention = profile_convention(profile, metric, state.convention, [state.ranking])
    if convention is None:
        return None
    page_trace, library_trace = (compute(METRICS[metric], analysis.arranged, each) for each in (state.convention, convention))
    cache = EvaluationCache([state.ranking])
    outcomes = [cache.outcome(METRICS[metric], each) for each in (state.convention, convention)]
    is_same = outcomes[0].is_same(outcomes[1])
    choices = {} if is_same else cache.moving_choices(METRICS[metric], state.convention, convention)
    return LibraryDerivation(
        profile, page_trace, library_trace, convention, choices, _derivation_pair(page_trace, library_trace, state, 0)
    )


@dataclass(frozen=True)
class AppliedMatch:
    """A match that was applied to the page.

    Parameters
    ----------
    analysis_before : Analysis
        The page before it.
    group : MatchGroup or None
        The group of the match; None if the page was changed since.
    derivations : TwoDerivations or None
        The derivation before it, and that on the page.
    """

    analysis_before: Analysis
    group: MatchGroup | None
    derivations: TwoDerivations | None


def applied_match(analysis: Analysis, params: PageParams) -> AppliedMatch | None:
    """Return the match that was applied to the page; None if none was, or if it was undone."""
    state = state_before(analysis.state, params.undo_params)
    if state is None:
        return None
    analysis_before = analyse(state)
    traces = analysis_before.main, analysis.main
    if isinstance(traces[0], InputError) or isinstance(traces[1], InputError):
        return None
    groups = () if params.shown_library is not None or not params.my_number.strip() else look_up_typed(state, params).groups
    group = next((each for each in groups if state_of_match(state, each.match) == analysis.state), None)
    return AppliedMatch(analysis_before, group, _derivation_pair(traces[0], traces[1], analysis.state, 0))


def state_before_match(state: AppState, params: PageParams) -> AppState:
    """Return the state before a match was applied; the state itself if none was."""
    return state_before(state, params.undo_params) or state


def state_to_follow(state: AppState, params: PageParams) -> AppState:
    """Return the state in which the match or library shown can be followed; the state itself if nothing is shown.

    Raises
    ------
    InputError
        If the text is not a number, or if the convention refuses the list.
    """
    if params.shown_library is not None:
        profile, metric = params.shown_library
        convention = profile_convention(profile, metric, state.convention, [state.ranking])
        return state if convention is None else replace(state, metric=metric, convention=convention)
    matches = look_up_typed(state, params)
    return state if matches.shown_index is None else state_of_match(state, matches.groups[matches.shown_index].match)


def can_follow(state: AppState, match: Match) -> bool:
    """Whether the page can be set to a match; not to rounded intermediate results or a mistake in a formula."""
    has_no_state = any(each.roundings or each.formula_mistake is not None for each in match.departures)
    return bool(match.departures) and not has_no_state and state_of_match(state, match) != state


def state_of_match(state: AppState, match: Match) -> AppState:
    """Return the state in which a match can be followed, without its roundings."""
    return replace(state, lists=match.rankings, metric=match.metric, convention=match.convention)
