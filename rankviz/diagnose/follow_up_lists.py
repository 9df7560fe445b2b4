"""Find the next list to type in when the numbers before it leave several libraries that a list can tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.arrange import ArrangementCache
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.typed_number import agreement, read_typed
from rankviz.diagnose.formula_probe import GRADES, LEAST_GAP, SAME, SMALLEST, Probe
from rankviz.evaluation.evaluate import compute, narrow, profile_threshold
from rankviz.evaluation.evaluation_cache import OF_MEANS, EvaluationCache, MetricOutcome
from rankviz.evaluation.library_values import profile_convention

# Kinds of lists, by how readily a tool takes them; a later tier is tried only if the earlier ones tell nothing apart.
TIERS = (("plain", "unjudged", "copies"), ("nothing",), ("negative",))
KINDS = tuple(kind for tier in TIERS for kind in tier)
SEED = 21
LEAST_PLACES = 4  # decimals that are enough to tell the groups of a list apart
LISTS = 120  # tried for each kind, without a tie and with one
SHORTEST, LONGEST, MOST_MISSED = 2, 7, 3
NEGATIVE = -1.0
EMPTY_LIST = Ranking()
REFUSED, NO_NUMBER = "error", "nan"
# What a person may type for these, in any language of the page.
NO_VALUE_WORDS = {
    REFUSED: REFUSED,
    "refused": REFUSED,
    "报错": REFUSED,
    NO_NUMBER: NO_NUMBER,
    "none": NO_NUMBER,
    "无": NO_NUMBER,
}


@dataclass(frozen=True)
class OutcomeGroup:
    """One outcome on a list, and the libraries that have it."""

    outcome: MetricOutcome
    profiles: tuple[str, ...]


@dataclass(frozen=True)
class FollowUpList:
    """A list that tells libraries apart.

    Parameters
    ----------
    kind : str
        One of KINDS.
    ranking : Ranking
    groups : tuple of OutcomeGroup
        By descending value; libraries that give no number or refuse the list come last.
    """

    kind: str
    ranking: Ranking
    groups: tuple[OutcomeGroup, ...]


@dataclass(frozen=True)
class FollowUpStep:
    """A follow-up list, the number typed for it, and the libraries that remain after it.

    While nothing is typed, the libraries before it remain. None remain if no library gives the number, or if the number
    `is_coarse`: it has too few digits to tell the groups of the list apart.
    """

    follow_up: FollowUpList
    typed: str
    remaining: tuple[str, ...]
    is_coarse: bool = False


def follow_up_steps(probe: Probe, profiles: Sequence[str], typed: Sequence[str]) -> tuple[FollowUpStep, ...]:
    """Return the follow-up lists in turn with the numbers typed for them, as far as they lead.

    Parameters
    ----------
    probe : Probe
    profiles : sequence of str
        Libraries that remain after the first number.
    typed : sequence of str
        The number for each follow-up list; "" for one that is not answered yet.

    Raises
    ------
    InputError
        As `read_typed`.
    """
    steps: list[FollowUpStep] = []
    remaining = tuple(profiles)
    for text in typed:
        follow_up = follow_up_list(probe.metric, probe.cutoff, remaining)
        if follow_up is None:
            break
        if not text.strip():
            steps.append(FollowUpStep(follow_up, text, remaining))
            break
        groups = matching_groups(follow_up, text)
        remaining = groups[0].profiles if len(groups) == 1 else ()
        steps.append(FollowUpStep(follow_up, text, remaining, is_coarse=len(groups) > 1))
        if not remaining:
            break
    return tuple(steps)


def matching_groups(follow_up: FollowUpList, typed: str) -> list[OutcomeGroup]:
    """Return the groups that fit a typed number or word; as a truncated number it is read only if no group rounds to it."""
    word = NO_VALUE_WORDS.get(typed.strip().lower())
    if word is not None:
        return [group for group in follow_up.groups if outcome_state(group.outcome) == word]
    printed = read_typed(typed)
    agreements = [(agreement(group.outcome.value, printed), group) for group in follow_up.groups]
    return [group for kind, group in agreements if kind not in ("", "cut")] or [group for kind, group in agreements if kind]


def outcome_state(outcome: MetricOutcome) -> str:
    """Return REFUSED or NO_NUMBER; "" for a number."""
    return REFUSED if outcome.refusal else NO_NUMBER if np.isnan(outcome.value) else ""


def groups_by_mean(probe: Probe, profiles: Sequence[str]) -> tuple[tuple[dict[str, object], tuple[str, ...]], ...]:
    """Group libraries that no list tells apart by their mean over several lists, with the choices that differ between groups.

    A library that takes its threshold from the list is among them only if no threshold matters: else higher grades would tell
    it apart.
    """
    metric = METRICS[probe.metric]
    groups: dict[str, tuple[str, ...]] = {}
    means: dict[str, list[MetricOutcome]] = {}
    for key in profiles:
        means[key] = [
            cache.outcome(metric, _library_convention(key, probe.metric, probe.cutoff)) for cache in _incomplete_lists()
        ]
        same = (one for one in groups if all(map(MetricOutcome.is_same, means[one], means[key])))
        first = next(same, key)
        groups[first] = (*groups.get(first, ()), key)
    names = {
        name: None
        for one, other in combinations(groups, 2)
        for name in _first_moving_choices(
            metric, probe, (one, other), zip(_incomplete_lists(), means[one], means[other], strict=True)
        )
    }
    values = {first: _choice_values(metric, _library_convention(first, probe.metric, probe.cutoff), names) for first in groups}
    differing = [name for name in names if len({str(each[name]) for each in values.values()}) > 1]
    return tuple(({name: values[first][name] for name in differing}, keys) for first, keys in groups.items())


def _first_moving_choices(
    metric: Metric,
    probe: Probe,
    pair: tuple[str, str],
    outcomes: Iterable[tuple[EvaluationCache, MetricOutcome, MetricOutcome]],
) -> Mapping[str, object]:
    """Return the choices that move the mean between two libraries on the first lists where their means differ."""
    one, other = (_library_convention(key, probe.metric, probe.cutoff) for key in pair)
    return next(
        (cache.moving_choices(metric, one, other) for cache, first, second in outcomes if not first.is_same(second)), {}
    )


def _choice_values(metric: Metric, convention: Convention, names: Iterable[str]) -> dict[str, object]:
    narrowed = narrow(metric, convention)
    return {name: getattr(convention if name in OF_MEANS else narrowed, name) for name in names}


@cache
def _incomplete_lists() -> tuple[EvaluationCache, ...]:
    """Return sets of lists, in each of which one list lacks judgments, entries, or relevant documents."""
    incomplete = (
        Ranking((), (Item("d1", 1.0),)),
        Ranking((Item("d1", None, 1.0),)),
        Ranking((Item("d1", 0.0, 1.0),), (Item("d2", 1.0),)),
        Ranking((Item("d1", 0.0, 1.0),)),
    )
    pairs = tuple(_lists_of_kind("plain")[0][start : start + 2] for start in range(0, 2 * LISTS - 40, 20))
    return tuple(EvaluationCache([*pair, each]) for pair in pairs for each in incomplete)


@cache
def follow_up_list(metric_key: str, cutoff: int | None, profiles: tuple[str, ...]) -> FollowUpList | None:
    """Find the list that tells the most of some libraries apart; None if no list of one query does.

    Examples
    --------
    >>> follow_up = follow_up_list("ndcg", 5, ("trec_eval", "pytrec_eval"))
    >>> follow_up.kind, [group.profiles for group in follow_up.groups]
    ('copies', [('pytrec_eval',), ('trec_eval',)])
    """
    metric = METRICS[metric_key]
    representatives = {
        (narrow(metric, _library_convention(key, metric_key, cutoff)), _reads_threshold(key, metric) and key): key
        for key in profiles
    }
    if len(representatives) < 2:
        return None
    for tier in TIERS:
        best = max((_best_list(metric, cutoff, kind, [*representatives.values()]) for kind in tier), key=lambda each: each[0])
        if best[0] > 1:
            _, kind, ranking = best
            return FollowUpList(kind, ranking, _outcome_groups(metric, cutoff, ranking, profiles))
    return None


def _best_list(metric: Metric, cutoff: int | None, kind: str, profiles: Sequence[str]) -> tuple[int, str, Ranking]:
    """Return the number of outcomes, the kind and the list for the list of a kind with the most outcomes."""
    lists, arranged = _lists_of_kind(kind)
    outcomes = np.stack([_library_values(metric, cutoff, lists, arranged, key) for key in profiles])
    counts = [_count_distinct(outcomes[:, column]) for column in range(len(lists))]
    column = max(range(len(lists)), key=counts.__getitem__)
    return counts[column], kind, lists[column]


def _library_convention(profile: str, metric: str, cutoff: int | None, ranking: Ranking = EMPTY_LIST) -> Convention:
    """Return a library's convention, with the threshold that it takes from the list, if it does."""
    convention = profile_convention(profile, metric, Convention(cutoff=cutoff), [ranking])
    assert convention is not None
    return convention


def _reads_threshold(profile: str, metric: Metric) -> bool:
    return bool(profile_threshold(profile, metric, [EMPTY_LIST]))


def _library_values(
    metric: Metric, cutoff: int | None, lists: Sequence[Ranking], arranged: ArrangementCache, profile: str
) -> Array:
    """Return the values (L,) of a library; NaN for no number, infinity if it refuses lists of this kind."""
    if not _reads_threshold(profile, metric):
        return _values_or_refusal(metric, arranged, _library_convention(profile, metric.key, cutoff), len(lists))
    conventions = [_library_convention(profile, metric.key, cutoff, each) for each in lists]
    by_convention = {each: _values_or_refusal(metric, arranged, each, len(lists)) for each in dict.fromkeys(conventions)}
    return np.array([by_convention[each][row] for row, each in enumerate(conventions)])


def _values_or_refusal(metric: Metric, lists: ArrangementCache, convention: Convention, count: int) -> Array:
    try:
        values = compute(metric, lists, convention).value
    except InputError:
        return np.full(count, np.inf)
    return np.where(np.isfinite(values), values, np.nan)


def _count_distinct(outcomes: Array) -> int:
    """Count the distinct outcomes (P,); 0 if two numbers are too close to be told apart in print."""
    numbers = np.sort(outcomes[np.isfinite(outcomes)])
    gaps = np.diff(numbers)
    distinct_gaps = gaps[gaps > SAME]
    if distinct_gaps.min(initial=np.inf) < LEAST_GAP or np.abs(numbers[numbers != 0]).min(initial=np.inf) < SMALLEST:
        return 0
    return len(distinct_gaps) + bool(len(numbers)) + bool(np.isnan(outcomes).any()) + bool(np.isinf(outcomes).any())


def _outcome_groups(metric: Metric, cutoff: int | None, ranking: Ranking, profiles: Sequence[str]) -> tuple[OutcomeGroup, ...]:
    cache = EvaluationCache([ranking])
    groups: list[OutcomeGroup] = []
    for key in profiles:
        outcome = cache.outcome(metric, _library_convention(key, metric.key, cutoff, ranking))
        index = next((i for i, each in enumerate(groups) if each.outcome.is_same(outcome)), None)
        if index is None:
            groups.append(OutcomeGroup(outcome, (key,)))
        else:
            groups[index] = replace(groups[index], profiles=(*groups[index].profiles, key))
    order = ("", NO_NUMBER, REFUSED)
    return tuple(
        sorted(groups, key=lambda each: (order.index(outcome_state(each.outcome)), -np.nan_to_num(each.outcome.value)))
    )


@cache
def _lists_of_kind(kind: str) -> tuple[tuple[Ranking, ...], ArrangementCache]:
    """Return the lists of one kind, those without a tie first, shorter ones first."""
    lists = tuple(sorted(random_lists(kind, np.random.default_rng(SEED)), key=lambda each: (each.tied, len(each.items))))
    return lists, ArrangementCache(RawLists.from_rankings(lists))


def random_lists(kind: str, random: np.random.Generator) -> Iterator[Ranking]:
    """Generate short lists of one kind; except for the kind `nothing`, each retrieves something relevant."""
    for number in range(2 * LISTS):
        size, missed = int(random.integers(SHORTEST, LONGEST + 1)), int(random.integers(0, MOST_MISSED + 1))
        ids = [f"d{i + 1:0{len(str(size + missed))}}" for i in random.permutation(size + missed)]
        grades: list[float | None] = [float(each) for each in random.choice(GRADES, size + missed)]
        grades = [0.0] * len(grades) if kind == "nothing" else grades
        scores = [float(each) for each in range(size, 0, -1)]
        if number % 2:
            tied = int(random.integers(0, size - 1)) if size > 1 else 0
            scores[tied : tied + 2] = [scores[tied]] * 2
        first, second = sorted(int(each) for each in random.choice(size, 2, replace=False))
        if kind in ("unjudged", "negative"):
            grades[second] = None if kind == "unjudged" else NEGATIVE
        retrieved = [Item(*each) for each in zip(ids, grades[:size], scores, strict=False)]
        if kind == "copies":
            retrieved[second] = retrieved[first]._replace(score=retrieved[second].score)
        if kind == "nothing" or any(item.grade and item.grade > 0 for item in retrieved):
            yield Ranking(tuple(retrieved), tuple(map(Item, ids[size:], grades[size:])))
