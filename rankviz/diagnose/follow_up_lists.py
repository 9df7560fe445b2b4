"""One more list to type in, where the numbers before it left several libraries that some list can tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.conventions.options import Array
from rankviz.core.lists.arrange import ArrangementCache
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.printed_number import agreement, read_typed
from rankviz.diagnose.formula_probe import GRADES, LEAST_GAP, SAME, SMALLEST, Probe
from rankviz.evaluation.evaluate import compute, narrow, profile_threshold
from rankviz.evaluation.evaluation_cache import OF_MEANS, EvaluationCache, MetricOutcome
from rankviz.evaluation.library_values import profile_convention

# What a list may have, by how readily a tool takes it; the later ones are asked for only where the earlier tell nothing apart.
TIERS = (("plain", "unjudged", "copies"), ("nothing",), ("negative",))
KINDS = tuple(kind for tier in TIERS for kind in tier)
SEED = 21
LEAST_PLACES = 4  # decimals that tell apart what a list tells apart
LISTS = 120  # tried for each kind, without a tie and with one
SHORTEST, LONGEST, MOST_MISSED = 2, 7, 3
NEGATIVE = -1.0
EMPTY_LIST = Ranking()
REFUSED, NO_NUMBER = "error", "nan"
# What stands for them where a person types, in any language of the page.
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
    """What a list gives, and the libraries that give it."""

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
        By descending value; those that refuse the list or give no number are the last.
    """

    kind: str
    ranking: Ranking
    groups: tuple[OutcomeGroup, ...]


@dataclass(frozen=True)
class FollowUpStep:
    """A further list, what was typed for it, and the libraries that are left by that.

    While nothing is typed, those before it are left; none are if no library gives it, or if it is `coarse`: what is typed has
    too few digits to tell what the list tells apart.
    """

    follow_up: FollowUpList
    typed: str
    remaining: tuple[str, ...]
    is_coarse: bool = False


def follow_up_steps(probe: Probe, profiles: Sequence[str], typed: Sequence[str]) -> tuple[FollowUpStep, ...]:
    """Follow what was typed for one further list after the other, as far as it leads.

    Parameters
    ----------
    probe : Probe
    profiles : sequence of str
        Libraries that the first number left.
    typed : sequence of str
        For each further list; "" for one that is not yet answered.

    Raises
    ------
    InputError
        As `read_typed`.
    """
    found: list[FollowUpStep] = []
    left = tuple(profiles)
    for text in typed:
        further = follow_up_list(probe.metric, probe.cutoff, left)
        if further is None:
            break
        if not text.strip():
            found.append(FollowUpStep(further, text, left))
            break
        parts = matching_groups(further, text)
        left = parts[0].profiles if len(parts) == 1 else ()
        found.append(FollowUpStep(further, text, left, is_coarse=len(parts) > 1))
        if not left:
            break
    return tuple(found)


def matching_groups(further: FollowUpList, typed: str) -> list[OutcomeGroup]:
    """Those that fit what was typed, a number or a word for none; a cut number is read as one only if no rounded one fits."""
    word = NO_VALUE_WORDS.get(typed.strip().lower())
    if word is not None:
        return [each for each in further.groups if outcome_state(each.outcome) == word]
    printed = read_typed(typed)
    found = [(agreement(each.outcome.value, printed), each) for each in further.groups]
    return [part for how, part in found if how not in ("", "cut")] or [part for how, part in found if how]


def outcome_state(outcome: MetricOutcome) -> str:
    """REFUSED or NO_NUMBER; "" for a number."""
    return REFUSED if outcome.refusal else NO_NUMBER if np.isnan(outcome.value) else ""


def groups_by_mean(probe: Probe, profiles: Sequence[str]) -> tuple[tuple[dict[str, object], tuple[str, ...]], ...]:
    """Libraries that no list tells apart, by what the mean of several is of them, and what each group chooses for that.

    One that reads its threshold off a list is among them only where no threshold matters: else higher grades tell it apart.
    """
    metric = METRICS[probe.metric]
    groups: dict[str, tuple[str, ...]] = {}
    means: dict[str, list[MetricOutcome]] = {}
    for key in profiles:
        means[key] = [
            bench.outcome(metric, _library_convention(key, probe.metric, probe.cutoff)) for bench in _incomplete_lists()
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
    chosen = {first: _choice_values(metric, _library_convention(first, probe.metric, probe.cutoff), names) for first in groups}
    parting = [name for name in names if len({str(each[name]) for each in chosen.values()}) > 1]
    return tuple(({name: chosen[first][name] for name in parting}, keys) for first, keys in groups.items())


def _first_moving_choices(
    metric: Metric, probe: Probe, pair: tuple[str, str], seen: Iterable[tuple[EvaluationCache, MetricOutcome, MetricOutcome]]
) -> Mapping[str, object]:
    """The choices by which the means of two libraries differ where they first do."""
    one, other = (_library_convention(key, probe.metric, probe.cutoff) for key in pair)
    return next((bench.moving_choices(metric, one, other) for bench, here, there in seen if not here.is_same(there)), {})


def _choice_values(metric: Metric, theirs: Convention, names: Iterable[str]) -> dict[str, object]:
    narrowed = narrow(metric, theirs)
    return {name: getattr(theirs if name in OF_MEANS else narrowed, name) for name in names}


@cache
def _incomplete_lists() -> tuple[EvaluationCache, ...]:
    """Several lists at a time, one of which lacks judgments, entries, or anything relevant."""
    lacking = (
        Ranking((), (Item("d1", 1.0),)),
        Ranking((Item("d1", None, 1.0),)),
        Ranking((Item("d1", 0.0, 1.0),), (Item("d2", 1.0),)),
        Ranking((Item("d1", 0.0, 1.0),)),
    )
    pairs = tuple(_lists_of_kind("plain")[0][at : at + 2] for at in range(0, 2 * LISTS - 40, 20))
    return tuple(EvaluationCache([*pair, each]) for pair in pairs for each in lacking)


@cache
def follow_up_list(metric_key: str, cutoff: int | None, profiles: tuple[str, ...]) -> FollowUpList | None:
    """Search for the list that tells most of some libraries apart; None if no list of one query does.

    Examples
    --------
    >>> follow_up = follow_up_list("ndcg", 5, ("trec_eval", "pytrec_eval"))
    >>> follow_up.kind, [group.profiles for group in follow_up.groups]
    ('copies', [('pytrec_eval',), ('trec_eval',)])
    """
    metric = METRICS[metric_key]
    settled = {
        (narrow(metric, _library_convention(key, metric_key, cutoff)), _reads_threshold(key, metric) and key): key
        for key in profiles
    }
    if len(settled) < 2:
        return None
    for tier in TIERS:
        best = max((_best_list(metric, cutoff, kind, [*settled.values()]) for kind in tier), key=lambda each: each[0])
        if best[0] > 1:
            _, kind, ranking = best
            return FollowUpList(kind, ranking, _outcome_groups(metric, cutoff, ranking, profiles))
    return None


def _best_list(metric: Metric, cutoff: int | None, kind: str, profiles: Sequence[str]) -> tuple[int, str, Ranking]:
    """The list of a kind that most answers tell apart, and how many there are."""
    lists, arranged = _lists_of_kind(kind)
    seen = np.stack([_library_values(metric, cutoff, lists, arranged, key) for key in profiles])
    told = [_count_distinct(seen[:, at]) for at in range(len(lists))]
    at = max(range(len(lists)), key=told.__getitem__)
    return told[at], kind, lists[at]


def _library_convention(profile: str, metric: str, cutoff: int | None, ranking: Ranking = EMPTY_LIST) -> Convention:
    """A library's convention, with the threshold that it reads off a list, if it reads one."""
    found = profile_convention(profile, metric, Convention(cutoff=cutoff), [ranking])
    assert found is not None
    return found


def _reads_threshold(profile: str, metric: Metric) -> bool:
    return bool(profile_threshold(profile, metric, [EMPTY_LIST]))


def _library_values(
    metric: Metric, cutoff: int | None, lists: Sequence[Ranking], arranged: ArrangementCache, profile: str
) -> Array:
    """(L,): what a library gives; NaN where that is no number, infinity where it refuses lists of this kind."""
    if not _reads_threshold(profile, metric):
        return _values_or_refusal(metric, arranged, _library_convention(profile, metric.key, cutoff), len(lists))
    theirs = [_library_convention(profile, metric.key, cutoff, each) for each in lists]
    by_convention = {each: _values_or_refusal(metric, arranged, each, len(lists)) for each in dict.fromkeys(theirs)}
    return np.array([by_convention[each][at] for at, each in enumerate(theirs)])


def _values_or_refusal(metric: Metric, lists: ArrangementCache, convention: Convention, count: int) -> Array:
    try:
        values = compute(metric, lists, convention).value
    except InputError:
        return np.full(count, np.inf)
    return np.where(np.isfinite(values), values, np.nan)


def _count_distinct(seen: Array) -> int:
    """How many different answers (P,) there are; 0 if two numbers are too close to be told apart in print."""
    numbers = np.sort(seen[np.isfinite(seen)])
    gaps = np.diff(numbers)
    apart = gaps[gaps > SAME]
    if apart.min(initial=np.inf) < LEAST_GAP or np.abs(numbers[numbers != 0]).min(initial=np.inf) < SMALLEST:
        return 0
    return len(apart) + bool(len(numbers)) + bool(np.isnan(seen).any()) + bool(np.isinf(seen).any())


def _outcome_groups(metric: Metric, cutoff: int | None, ranking: Ranking, profiles: Sequence[str]) -> tuple[OutcomeGroup, ...]:
    bench = EvaluationCache([ranking])
    parts: list[OutcomeGroup] = []
    for key in profiles:
        outcome = bench.outcome(metric, _library_convention(key, metric.key, cutoff, ranking))
        at = next((i for i, each in enumerate(parts) if each.outcome.is_same(outcome)), None)
        if at is None:
            parts.append(OutcomeGroup(outcome, (key,)))
        else:
            parts[at] = replace(parts[at], profiles=(*parts[at].profiles, key))
    order = ("", NO_NUMBER, REFUSED)
    return tuple(sorted(parts, key=lambda each: (order.index(outcome_state(each.outcome)), -np.nan_to_num(each.outcome.value))))


@cache
def _lists_of_kind(kind: str) -> tuple[tuple[Ranking, ...], ArrangementCache]:
    """The lists of one kind: those without a tie first, the shorter first."""
    lists = tuple(sorted(random_lists(kind, np.random.default_rng(SEED)), key=lambda each: (each.tied, len(each.items))))
    return lists, ArrangementCache(RawLists.from_rankings(lists))


def random_lists(kind: str, random: np.random.Generator) -> Iterator[Ranking]:
    """Make short lists of one kind; but where nothing is to be, something relevant is shown."""
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
        shown = [Item(*each) for each in zip(ids, grades[:size], scores, strict=False)]
        if kind == "copies":
            shown[second] = shown[first]._replace(score=shown[second].score)
        if kind == "nothing" or any(item.grade and item.grade > 0 for item in shown):
            yield Ranking(tuple(shown), tuple(map(Item, ids[size:], grades[size:])))
