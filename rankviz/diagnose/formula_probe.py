"""Which formula does a tool use? A short list on which as many conventions as can be give numbers of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions import FIELDS, TEXTBOOK, Convention
from rankviz.core.conventions.options import Array
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.measures import print_measure
from rankviz.core.metrics.registry import metrics_shown_in
from rankviz.core.printed_number import agreement, read_typed
from rankviz.evaluation.evaluate import compute, narrow, profile_threshold
from rankviz.libraries.profiles import PROFILES

# Measures for which the page offers a list, with a cutoff or without.
PROBES = tuple((key, cut) for key in metrics_shown_in("probe") for cut in METRICS[key].cuts_in("probe"))
SEED = 20
CUTOFFS = (3, 4, 5, 6)
LISTS = 700  # tried for each cutoff
SHORTEST, LONGEST, MOST_MISSED = 4, 8, 3
GRADES = (0.0, 1.0, 2.0, 3.0)
TIE_SIZES = (
    2,
    3,
)  # entries that share a score: enough to tell the rules for ties apart, few enough to leave the formula readable
LEAST_GAP = 4e-4  # four printed decimals tell these apart, rounded or cut
SAME = 1e-9
SMALLEST = 1e-3  # a printed 0 is read as 0 only, so no value may be so small that it is printed as 0
# Nothing in a list that every tool takes brings these out.
SILENT = frozenset({"cutoff", "negative", "duplicates", "empty", "no_relevant", "unjudged", "unjudged_grade"})
# Nor is there anything in these to be tried one by one.
NOT_ALONE = SILENT | {"strict"}
NUMBER_CHOICES: dict[str, tuple[float, ...]] = {"threshold": (2.0,), "rbp_p": (0.5, 0.9)}


@dataclass(frozen=True)
class Behaviour:
    """One way to compute the measure.

    Parameters
    ----------
    convention : Convention
        Narrowed for the metric.
    profiles : tuple of str
        Keys of the libraries that compute like this; the first one's convention is the one above.
    choices : tuple of (str, object)
        The single choice by which it parts from the textbook, if one does.
    """

    convention: Convention
    profiles: tuple[str, ...] = ()
    choices: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True)
class Group:
    """Behaviours that no number tells apart on the probe's list, and the number that they give."""

    value: float
    behaviours: tuple[Behaviour, ...]


@dataclass(frozen=True)
class Probe:
    """A list to be computed by another tool.

    Parameters
    ----------
    metric : str
    measure : str
        As printed.
    cutoff : int or None
    ranking : Ranking
    groups : tuple of Group
        By descending value.
    gap : float
        The smallest difference between two groups.
    """

    metric: str
    measure: str
    cutoff: int | None
    ranking: Ranking
    groups: tuple[Group, ...]
    gap: float


Score = tuple[int, int, int, float]  # libraries, formulas and behaviours told apart, smallest gap
WORTHLESS: Score = (0, 0, 0, 0.0)


@dataclass(frozen=True)
class _ScoredList:
    """A list with its behaviours' values (B,), and how good it is: what it tells apart, the weightiest first."""

    score: Score
    ranking: Ranking
    cutoff: int | None
    behaviours: tuple[Behaviour, ...]
    values: Array


@cache
def probe_list(metric_key: str, cut: bool = True) -> Probe:
    """Search for the list that tells most ways to compute a metric apart; the same list each time.

    Parameters
    ----------
    metric_key : str
    cut : bool
        Whether the measure has a cutoff; which one is part of the search.

    Notes
    -----
    Of the lists that tell most libraries apart those are kept that tell most formulas apart (choices that are not about which
    entries stand where), of these those that tell most behaviours apart, and of these the one with the largest smallest gap.

    Examples
    --------
    >>> probe = probe_list("precision")
    >>> len(probe.groups) > 1 and probe.gap >= 4e-4
    True
    """
    metric = METRICS[metric_key]
    cut = cut and "cutoff" in metric.uses
    lists = tuple(_random_lists(np.random.default_rng(SEED)))
    raw = RawLists.from_rankings(lists)
    best = max(
        (_best_list(metric, lists, raw, cutoff) for cutoff in (CUTOFFS if cut else (None,))), key=lambda each: each.score
    )
    groups = _group_by_value(best)
    gap = min((above.value - below.value for above, below in pairwise(groups)), default=float("inf"))
    measure = print_measure(metric, TEXTBOOK.with_choices({"cutoff": best.cutoff}))
    return Probe(metric_key, measure, best.cutoff, best.ranking, groups, gap)


def find_behaviours(probe: Probe, typed_text: str) -> tuple[Behaviour, ...]:
    """Name the behaviours whose value is printed like this; a cut number is read as one only if no rounded one fits.

    Raises
    ------
    InputError
        `typed_empty`, `typed_no_number`.
    """
    printed = read_typed(typed_text)
    found = [(agreement(group.value, printed), group) for group in probe.groups]
    good = [group for how, group in found if how not in ("", "cut")] or [group for how, group in found if how]
    return tuple(behaviour for group in good for behaviour in group.behaviours)


def places_needed(probe: Probe) -> int:
    """How many decimals tell all groups of a probe apart, rounded or cut."""
    return next(places for places in range(1, 16) if 10.0**-places <= probe.gap)


def is_coarse(probe: Probe, typed_text: str) -> bool:
    """Whether a typed number has so few decimals that it names a formula by chance.

    Examples
    --------
    >>> is_coarse(probe_list("ndcg"), "0.5"), is_coarse(probe_list("ndcg"), "0.5123")
    (True, False)
    """
    places = read_typed(typed_text).places
    return places is not None and places < places_needed(probe)


def _random_lists(random: np.random.Generator) -> Iterator[Ranking]:
    """Make short lists with a tie, small grades and documents that were missed; each id appears once, in no order."""
    for _ in range(LISTS):
        size, missed = int(random.integers(SHORTEST, LONGEST + 1)), int(random.integers(0, MOST_MISSED + 1))
        digits = len(str(size + missed))  # so that their order as texts is that of their numbers
        ids = [f"d{i + 1:0{digits}}" for i in random.permutation(size + missed)]
        grades = random.choice(GRADES, size + missed)
        tied = int(random.choice(TIE_SIZES))
        first = int(random.integers(0, size - tied + 1))
        scores = np.arange(float(size), 0, -1)
        scores[first : first + tied] = scores[first]
        items = tuple(Item(doc, float(grade), float(score)) for doc, grade, score in zip(ids, grades, scores, strict=False))
        yield Ranking(items, tuple(Item(doc, float(grade)) for doc, grade in zip(ids[size:], grades[size:], strict=True)))


def _behaviours(metric: Metric, cutoff: int | None) -> tuple[Behaviour, ...]:
    """What libraries do, and every single choice that can be made otherwise; the same thing once, under all its names."""
    found: dict[Convention, Behaviour] = {}
    start = TEXTBOOK.with_choices({"cutoff": cutoff})
    for key, profile in PROFILES.items():
        choices = profile.choices(metric.key, cutoff)
        if choices is not None and not profile_threshold(key, metric, [Ranking()]):
            plain = {name: value for name, value in choices.items() if name not in SILENT}
            convention = narrow(metric, start.with_choices(plain))
            known = found.get(convention, Behaviour(convention))
            found[convention] = Behaviour(convention, (*known.profiles, key))
    for name, value in _single_choices(metric):
        convention = narrow(metric, start.with_choices({name: value}))
        known = found.get(convention, Behaviour(convention))
        found[convention] = Behaviour(convention, known.profiles, ((name, value),))
    return tuple(found.values())


def _single_choices(metric: Metric) -> Iterator[tuple[str, Any]]:
    for name, keys in metric.uses.items():
        if name in NOT_ALONE or (name == "rbp_p" and "discount" in metric.uses):
            continue
        for value in keys or NUMBER_CHOICES.get(name, ()):
            if value != getattr(TEXTBOOK, name) and not FIELDS[name].custom_field_of(value):
                yield name, value


def _best_list(metric: Metric, lists: Sequence[Ranking], raw: RawLists, cutoff: int | None) -> _ScoredList:
    """Find the list that is best at one cutoff; all lists are computed together."""
    behaviours, textbook = _behaviours(metric, cutoff), narrow(metric, TEXTBOOK.with_choices({"cutoff": cutoff}))
    traces = [compute(metric, raw, each.convention) for each in behaviours]
    values = np.stack([trace.value for trace in traces])
    fit = ~np.any([trace.undefined for trace in traces], axis=0) & np.isfinite(values).all(axis=0)
    formula = np.array([all(FIELDS[name].stage == "formula" for name, _ in each.choices) for each in behaviours])
    formula &= [bool(each.choices) or each.convention == textbook for each in behaviours]
    named = np.array([bool(each.profiles) for each in behaviours])
    scores = [_score_list(values[:, i], formula, named) if fit[i] else WORTHLESS for i in range(len(lists))]
    at = max(range(len(lists)), key=scores.__getitem__)
    own = [*_threshold_readers(metric, lists, raw, cutoff, at)]
    everything = np.stack([*values, *(theirs for _, theirs in own)])
    return _ScoredList(scores[at], lists[at], cutoff, *_merge_equal([*behaviours, *(each for each, _ in own)], everything, at))


def _threshold_readers(
    metric: Metric, lists: Sequence[Ranking], raw: RawLists, cutoff: int | None, at: int
) -> Iterator[tuple[Behaviour, Array]]:
    """Libraries that read the threshold off a list: how they compute the chosen one, and their values of all (L,)."""
    for key, profile in PROFILES.items():
        choices = profile.choices(metric.key, cutoff)
        if choices is None or not profile_threshold(key, metric, lists[:1]):
            continue
        thresholds = np.array([profile_threshold(key, metric, [each])["threshold"] for each in lists])
        values = np.zeros(len(lists))
        conventions = {}
        for threshold in np.unique(thresholds).tolist():
            asked = {**choices, "cutoff": cutoff, "threshold": threshold}
            conventions[threshold] = narrow(metric, TEXTBOOK.with_choices(asked))
            values = np.where(thresholds == threshold, compute(metric, raw, conventions[threshold]).value, values)
        yield Behaviour(conventions[thresholds[at]], (key,)), values


def _merge_equal(behaviours: Sequence[Behaviour], values: Array, at: int) -> tuple[tuple[Behaviour, ...], Array]:
    """Behaviours with their values on one list; libraries that give the same for all lists are one, however they choose."""
    made: list[Behaviour] = []
    rows: list[int] = []
    for row, behaviour in enumerate(behaviours):
        free = (i for i, known in enumerate(made) if known.profiles and not (known.choices and behaviour.choices))
        alike = (i for i in free if np.allclose(values[rows[i]], values[row], rtol=0, atol=SAME, equal_nan=True))
        where = next(alike, None) if behaviour.profiles else None
        if where is None:
            made.append(behaviour)
            rows.append(row)
        else:
            known = made[where]
            made[where] = replace(
                known, profiles=(*known.profiles, *behaviour.profiles), choices=known.choices or behaviour.choices
            )
    return tuple(made), values[rows, at]


def _score_list(values: Array, formula: NDArray[np.bool_], named: NDArray[np.bool_]) -> Score:
    """Count what a list tells apart; a list with two numbers too close to be told apart in print is worth nothing."""
    ordered = np.sort(values)
    gaps = np.diff(ordered)
    apart = gaps[gaps > SAME]
    gap = float(apart.min(initial=np.inf))
    small = np.abs(values[values != 0]).min(initial=np.inf)
    if gap < LEAST_GAP or small < SMALLEST:
        return WORTHLESS
    formulas, libraries = (int((np.diff(np.sort(values[which])) > SAME).sum()) + 1 for which in (formula, named))
    return libraries, formulas, len(apart) + 1, gap


def _group_by_value(found: _ScoredList) -> tuple[Group, ...]:
    """Behaviours of one value together, the largest value first."""
    groups: list[Group] = []
    for at in np.argsort(-found.values, kind="stable"):
        value, behaviour = float(found.values[at]), found.behaviours[at]
        if groups and abs(groups[-1].value - value) <= SAME:
            groups[-1] = Group(groups[-1].value, (*groups[-1].behaviours, behaviour))
        else:
            groups.append(Group(value, (behaviour,)))
    return tuple(groups)
