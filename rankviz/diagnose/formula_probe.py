"""Which formula does a tool use? Find a short list on which as many conventions as possible give numbers of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions import FIELDS, TEXTBOOK, Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.measures import print_measure
from rankviz.core.metrics.registry import metrics_shown_in
from rankviz.core.typed_number import agreement, read_typed
from rankviz.evaluation.evaluate import compute, narrow, profile_threshold
from rankviz.libraries.profiles import PROFILES

# Measures for which the page offers a list, with a cutoff or without.
PROBES = tuple((key, cut) for key in metrics_shown_in("probe") for cut in METRICS[key].cuts_in("probe"))
SEED = 20
CUTOFFS = (3, 4, 5, 6)
LISTS = 700  # tried for each cutoff
SHORTEST, LONGEST, MOST_MISSED = 4, 8, 3
GRADES = (0.0, 1.0, 2.0, 3.0)
TIE_SIZES = (2, 3)  # enough entries to tell the rules for ties apart, few enough to keep the formula readable
LEAST_GAP = 4e-4  # enough for four printed decimals to tell numbers apart, rounded or truncated
SAME = 1e-9
SMALLEST = 1e-3  # no other value may print as 0, since a printed 0 is read as 0 only
# Fields that nothing in a list that every tool takes can show.
SILENT = frozenset({"cutoff", "negative", "duplicates", "empty", "no_relevant", "unjudged", "unjudged_grade"})
# Fields that are not tried one by one.
NOT_ALONE = SILENT | {"strict"}
NUMBER_CHOICES: dict[str, tuple[float, ...]] = {"threshold": (2.0,), "rbp_p": (0.5, 0.9)}


@dataclass(frozen=True)
class Behaviour:
    """One way of computing the measure.

    Parameters
    ----------
    convention : Convention
        Narrowed for the metric.
    profiles : tuple of str
        Keys of the libraries that compute like this; the first one's convention is the one above.
    choices : tuple of (str, object)
        The single choice by which it differs from the textbook, if it is one.
    """

    convention: Convention
    profiles: tuple[str, ...] = ()
    choices: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True)
class Group:
    """Behaviours that give one number on the probe's list."""

    value: float
    behaviours: tuple[Behaviour, ...]


@dataclass(frozen=True)
class Probe:
    """A list to be computed with another tool.

    Parameters
    ----------
    metric : str
        Key.
    measure : str
        The printed name.
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
    """A list with its behaviours' values (B,), and its score: what it tells apart, the most important first."""

    score: Score
    ranking: Ranking
    cutoff: int | None
    behaviours: tuple[Behaviour, ...]
    values: Array


@cache
def probe_list(metric_key: str, cut: bool = True) -> Probe:
    """Find the list that tells the most ways of computing a metric apart; the same list each time.

    Parameters
    ----------
    metric_key : str
    cut : bool
        Whether the measure has a cutoff; which one is part of the search.

    Notes
    -----
    Lists are compared by the number of libraries they tell apart, then of formulas (behaviours that differ from the textbook
    in a choice of the formula only), then of behaviours, then by the smallest gap between two numbers.

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
    """Return the behaviours whose value prints as typed; as a truncated number it is read only if none rounds to it.

    Raises
    ------
    InputError
        `typed_empty`, `typed_no_number`.
    """
    printed = read_typed(typed_text)
    agreements = [(agreement(group.value, printed), group) for group in probe.groups]
    fitting = [group for kind, group in agreements if kind not in ("", "cut")] or [group for kind, group in agreements if kind]
    return tuple(behaviour for group in fitting for behaviour in group.behaviours)


def places_needed(probe: Probe) -> int:
    """Return the number of decimals that tell all groups of a probe apart, rounded or truncated."""
    return next(places for places in range(1, 16) if 10.0**-places <= probe.gap)


def is_coarse(probe: Probe, typed_text: str) -> bool:
    """Whether a typed number has so few decimals that a formula may match by chance.

    Examples
    --------
    >>> is_coarse(probe_list("ndcg"), "0.5"), is_coarse(probe_list("ndcg"), "0.5123")
    (True, False)
    """
    places = read_typed(typed_text).places
    return places is not None and places < places_needed(probe)


def _random_lists(random: np.random.Generator) -> Iterator[Ranking]:
    """Generate short lists with a tie, small grades and missed documents; ids are distinct and unordered."""
    for _ in range(LISTS):
        size, missed = int(random.integers(SHORTEST, LONGEST + 1)), int(random.integers(0, MOST_MISSED + 1))
        digits = len(str(size + missed))  # so that ids sort as their numbers do
        ids = [f"d{i + 1:0{digits}}" for i in random.permutation(size + missed)]
        grades = random.choice(GRADES, size + missed)
        tied = int(random.choice(TIE_SIZES))
        first = int(random.integers(0, size - tied + 1))
        scores = np.arange(float(size), 0, -1)
        scores[first : first + tied] = scores[first]
        items = tuple(Item(doc, float(grade), float(score)) for doc, grade, score in zip(ids, grades, scores, strict=False))
        yield Ranking(items, tuple(Item(doc, float(grade)) for doc, grade in zip(ids[size:], grades[size:], strict=True)))


def _behaviours(metric: Metric, cutoff: int | None) -> tuple[Behaviour, ...]:
    """Return the behaviours of libraries and of all single choices; equal ones are merged, with all their names."""
    by_convention: dict[Convention, Behaviour] = {}
    start = TEXTBOOK.with_choices({"cutoff": cutoff})
    for key, profile in PROFILES.items():
        choices = profile.choices(metric.key, cutoff)
        if choices is not None and not profile_threshold(key, metric, [Ranking()]):
            plain = {name: value for name, value in choices.items() if name not in SILENT}
            convention = narrow(metric, start.with_choices(plain))
            known = by_convention.get(convention, Behaviour(convention))
            by_convention[convention] = Behaviour(convention, (*known.profiles, key))
    for name, value in _single_choices(metric):
        convention = narrow(metric, start.with_choices({name: value}))
        known = by_convention.get(convention, Behaviour(convention))
        by_convention[convention] = Behaviour(convention, known.profiles, ((name, value),))
    return tuple(by_convention.values())


def _single_choices(metric: Metric) -> Iterator[tuple[str, Any]]:
    for name, keys in metric.uses.items():
        if name in NOT_ALONE or (name == "rbp_p" and "discount" in metric.uses):
            continue
        for value in keys or NUMBER_CHOICES.get(name, ()):
            if value != getattr(TEXTBOOK, name) and not FIELDS[name].custom_field_of(value):
                yield name, value


def _best_list(metric: Metric, lists: Sequence[Ranking], raw: RawLists, cutoff: int | None) -> _ScoredList:
    """Find the best list for one cutoff; all lists are computed together."""
    behaviours, textbook = _behaviours(metric, cutoff), narrow(metric, TEXTBOOK.with_choices({"cutoff": cutoff}))
    traces = [compute(metric, raw, each.convention) for each in behaviours]
    values = np.stack([trace.value for trace in traces])
    is_usable = ~np.any([trace.undefined for trace in traces], axis=0) & np.isfinite(values).all(axis=0)
    is_formula = np.array([all(FIELDS[name].stage == "formula" for name, _ in each.choices) for each in behaviours])
    is_formula &= [bool(each.choices) or each.convention == textbook for each in behaviours]
    is_library = np.array([bool(each.profiles) for each in behaviours])
    scores = [_score_list(values[:, i], is_formula, is_library) if is_usable[i] else WORTHLESS for i in range(len(lists))]
    column = max(range(len(lists)), key=scores.__getitem__)
    threshold_readers = [*_threshold_readers(metric, lists, raw, cutoff, column)]
    all_values = np.stack([*values, *(library_values for _, library_values in threshold_readers)])
    return _ScoredList(
        scores[column],
        lists[column],
        cutoff,
        *_merge_equal([*behaviours, *(each for each, _ in threshold_readers)], all_values, column),
    )


def _threshold_readers(
    metric: Metric, lists: Sequence[Ranking], raw: RawLists, cutoff: int | None, column: int
) -> Iterator[tuple[Behaviour, Array]]:
    """Yield libraries that take the threshold from the list: their behaviour on the chosen list, and their values (L,)."""
    for key, profile in PROFILES.items():
        choices = profile.choices(metric.key, cutoff)
        if choices is None or not profile_threshold(key, metric, lists[:1]):
            continue
        thresholds = np.array([profile_threshold(key, metric, [each])["threshold"] for each in lists])
        values = np.zeros(len(lists))
        conventions = {}
        for threshold in np.unique(thresholds).tolist():
            all_choices = {**choices, "cutoff": cutoff, "threshold": threshold}
            conventions[threshold] = narrow(metric, TEXTBOOK.with_choices(all_choices))
            values = np.where(thresholds == threshold, compute(metric, raw, conventions[threshold]).value, values)
        yield Behaviour(conventions[thresholds[column]], (key,)), values


def _merge_equal(behaviours: Sequence[Behaviour], values: Array, column: int) -> tuple[tuple[Behaviour, ...], Array]:
    """Return behaviours with their values on one list; libraries with equal values on all lists are merged."""
    merged: list[Behaviour] = []
    rows: list[int] = []
    for row, behaviour in enumerate(behaviours):
        candidates = (i for i, earlier in enumerate(merged) if earlier.profiles and not (earlier.choices and behaviour.choices))
        equal = (i for i in candidates if np.allclose(values[rows[i]], values[row], rtol=0, atol=SAME, equal_nan=True))
        index = next(equal, None) if behaviour.profiles else None
        if index is None:
            merged.append(behaviour)
            rows.append(row)
        else:
            earlier = merged[index]
            merged[index] = replace(
                earlier, profiles=(*earlier.profiles, *behaviour.profiles), choices=earlier.choices or behaviour.choices
            )
    return tuple(merged), values[rows, column]


def _score_list(values: Array, is_formula: NDArray[np.bool_], is_library: NDArray[np.bool_]) -> Score:
    """Count what a list tells apart; WORTHLESS if two of its numbers are too close to be told apart in print."""
    ordered = np.sort(values)
    gaps = np.diff(ordered)
    distinct_gaps = gaps[gaps > SAME]
    gap = float(distinct_gaps.min(initial=np.inf))
    smallest = np.abs(values[values != 0]).min(initial=np.inf)
    if gap < LEAST_GAP or smallest < SMALLEST:
        return WORTHLESS
    formulas, libraries = (int((np.diff(np.sort(values[which])) > SAME).sum()) + 1 for which in (is_formula, is_library))
    return libraries, formulas, len(distinct_gaps) + 1, gap


def _group_by_value(best: _ScoredList) -> tuple[Group, ...]:
    """Group behaviours by value, the largest first."""
    groups: list[Group] = []
    for row in np.argsort(-best.values, kind="stable"):
        value, behaviour = float(best.values[row]), best.behaviours[row]
        if groups and abs(groups[-1].value - value) <= SAME:
            groups[-1] = Group(groups[-1].value, (*groups[-1].behaviours, behaviour))
        else:
            groups.append(Group(value, (behaviour,)))
    return tuple(groups)
