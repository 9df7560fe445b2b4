"""The table of metrics, filled by the `@metric` functions of the family files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from types import MappingProxyType
from typing import Any

import numpy as np

from rankviz.core.conventions import FIELDS, Convention, FormulaRules, ListFacts
from rankviz.core.conventions import when_choices_matter as matters
from rankviz.core.conventions.options import Array
from rankviz.core.lists.rankings import Rankings
from rankviz.core.lists.rules import OWN_RANKS, TIE_ORDERS
from rankviz.core.metrics.rank_display import OF_HITS, RankDisplay
from rankviz.core.trace import Trace, Unit, sum_rows

Compute = Callable[[Rankings, FormulaRules, Trace], Array]
Uses = Mapping[str, tuple[str, ...]]
Condition = Callable[[ListFacts, Convention], bool]

MANNING = "Manning, Raghavan and Schütze 2008, Introduction to Information Retrieval, section 8.3"


def declared_fields(*parts: str | Uses) -> Uses:
    """Fields that a metric reads, each with the options that make sense for it; a name alone means all of them.

    `unretrieved` is declared by metrics that read judgments of documents that were not retrieved and have no field of their own
    for them, `score_filter` where a library asks that a credited entry also has a score above 0, and `short_list` only where
    k itself enters the formula. `no_relevant` is declared by `metric`, for whatever reads a threshold.
    """
    found: dict[str, tuple[str, ...]] = {}
    for part in parts:
        found |= {part: tuple(FIELDS[part].options or ())} if isinstance(part, str) else part
    return MappingProxyType(found)


TIES_SORTED = declared_fields({"ties": TIE_ORDERS})
TIES_AVERAGED = declared_fields({"ties": (*TIE_ORDERS, "average")})
# Which entries count is the question of the first, at which rank that of the others.
TIES_COUNTED = declared_fields({"ties": (*TIE_ORDERS, "average", *OWN_RANKS)})
TIES_RANKED = declared_fields({"ties": (*TIE_ORDERS, "mean_rank")})
TIES_DISCOUNTED = declared_fields({"ties": (*TIE_ORDERS, "average", "mean_rank")})
TIES_GROUPED = declared_fields({"ties": (*TIE_ORDERS, "group")})
CREDITED = declared_fields("duplicates")
# Of metrics that count neither the relevant nor the ideal: a copy cannot be credited without being counted there.
DUPLICATES = declared_fields({"duplicates": tuple(key for key in CREDITED["duplicates"] if key != "credit_each")})
# Of metrics that know how many documents are relevant an entry with a grade of its own would be counted here, and not there.
UNJUDGED = declared_fields({"unjudged": ("zero", "skip")})
READS_EVERY_GRADE = declared_fields({"unjudged": ("zero", "skip", "undefined")})
GRADED_ANYWAY = declared_fields("unjudged", "unjudged_grade")
COUNTING = declared_fields("threshold", "strict", UNJUDGED, {"negative": ("zero", "unjudged", "remove", "error")}, DUPLICATES)


# Each says whether judged documents that were not retrieved are known; a metric has one of them.
SEES_MISSED = frozenset({"unretrieved", "ideal", "auc_range"})

# The families are modules of this package, in the order in which the page offers their metrics; in a family the order of
# definition counts.
FAMILIES = ("gains", "sets", "counts", "sets_at_r", "positions", "areas", "browsing", "pairs", "labels", "ratings")
# Where the page shows some metrics only. With "@" a metric is shown with a cutoff there, without it over the whole list.
PLACES = ("scores", "libraries", "runs", "runs@", "probe", "probe@")


@dataclass(frozen=True)
class CellGroupSpec:
    """A group of cells in which a person works a metric out by hand: a column for each array, and what they come to.

    Parameters
    ----------
    steps : tuple of str
        Recorded arrays over the list, or over the ideal order, as they are worked out. What a convention does not record has
        no column.
    read_off : tuple of str
        Those that are only read off.
    totals : tuple of str
        Numbers of the whole list; the value itself is none of them.
    """

    steps: tuple[str, ...]
    read_off: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()


@dataclass(frozen=True)
class Exercise:
    """Which lists are asked for in a practice question, so that a person can compute the metric by hand.

    Parameters
    ----------
    graded_from : int or None
        The level from which on the entries have grades, not only relevance; None: never.
    terms : (int, int)
        The least and the most entries inside the cutoff that are not 0.
    least_missed : int
        The least judged documents that were not retrieved.
    has_cutoff : bool
        Whether the question has a cutoff.
    fits : function of (grades shown, grades missed) to bool, or None
        What is asked of the whole list in the place of `terms`.
    cell_groups : tuple of CellGroupSpec
        In the order in which a person computes.
    """

    graded_from: int | None = None
    terms: tuple[int, int] = (1, 4)
    least_missed: int = 0
    has_cutoff: bool = True
    fits: Callable[[tuple[int, ...], tuple[int, ...]], bool] | None = None
    cell_groups: tuple[CellGroupSpec, ...] = ()


@dataclass(frozen=True)
class Metric:
    """One metric: its function and what may be said about it before it runs.

    Parameters
    ----------
    key, name : str
        Permanent key and printed name (`ndcg`, `nDCG`).
    compute : function of (Rankings, FormulaRules, Trace) to (Q,)
        Records its steps; the last one is the value.
    uses : mapping of field to option keys
        Every convention field that can change the value, with the options that make sense; () for numbers.
    fixes : mapping of field to option key
        List fields that the metric settles itself.
    needs : mapping of field to a function of (ListFacts, Convention) to bool
        Where a declared field matters less often to this metric than to others: when it can.
    empty : str
        The textbook's answer to 0/0.
    mean_weights : str
        The textbook's weights of several lists.
    at_field : str
        The number that is written after @.
    named_numbers : tuple of str
        Numbers that are always written with the name, as in RBP(p=0.8).
    low, high : float
        Bounds of the value for grades >= 0.
    reads_zeros : bool
        Whether judged entries that earn nothing must be there; to all others it is enough that they are counted.
    best_is_ideal : bool
        Whether no order of the same documents beats the order by descending grade.
    lower_is_better : bool
        Whether of two lists the one with the smaller value is the better one.
    counted_pairs : {'', 'shown', 'judged'}
        Whether it counts pairs of a relevant document and one that is not: any that is shown, or a judged one.
    until_first_hit : bool
        Whether nothing that stands after the first hit can change it.
    rank_display : RankDisplay
        What is shown rank by rank.
    shown_in : tuple of str
        Where the page shows it among a selection of metrics: some of `PLACES`.
    exercise : Exercise or None
        How practice questions ask for it; None: they do not.
    confused_with : tuple of str
        Keys of the metrics that people take for it, the plainest name first.
    aliases : tuple of str
        Further names, in small letters, under which it is found.
    source : str
    family : str
        Its module, one of `FAMILIES`.
    """

    key: str
    name: str
    compute: Compute
    uses: Uses
    fixes: Mapping[str, str] = field(default_factory=dict)
    needs: Mapping[str, Condition] = field(default_factory=dict)
    empty: str = "0"
    mean_weights: str = "none"
    at_field: str = "cutoff"
    named_numbers: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 1.0
    reads_zeros: bool = False
    best_is_ideal: bool = True
    lower_is_better: bool = False
    counted_pairs: str = ""
    until_first_hit: bool = False
    rank_display: RankDisplay = OF_HITS
    shown_in: tuple[str, ...] = ()
    exercise: Exercise | None = None
    confused_with: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    source: str = ""
    family: str = ""

    def cuts_in(self, place: str) -> tuple[bool, ...]:
        """How it is shown in a place: () not at all, True with a cutoff, False over the whole list."""
        return tuple(shown.endswith("@") for shown in self.shown_in if shown.removesuffix("@") == place)


_METRICS: dict[str, Metric] = {}
METRICS: Mapping[str, Metric] = MappingProxyType(_METRICS)


def metric(
    key: str,
    name: str,
    *,
    uses: Uses,
    fixes: Mapping[str, str] | None = None,
    answered: bool = True,
    **more: Any,
) -> Callable[[Compute], Compute]:
    """Register the decorated function as a metric; `more` are further parameters of `Metric`.

    Where nothing is relevant a convention may answer something else, unless a metric is not `answered`: a count is what it is.
    """
    wrong = [each for each in uses if FIELDS[each].stage == "means"]
    assert not wrong, f"{key} declares fields of the mean: {wrong}"
    nowhere = set(more.get("shown_in", ())) - set(PLACES)
    assert not nowhere, f"{key} is to be shown in {nowhere}; there are only {PLACES}"

    # Whatever orders by scores can be told how exactly they are read.
    frozen = declared_fields(uses, "score_bits") if "ties" in {**uses, **(fixes or {})} else uses
    # Whatever knows what is relevant can be told what to answer where nothing is, among the documents that are known.
    if answered and "threshold" in uses:
        if not uses.keys() & SEES_MISSED:
            more["needs"] = {"unretrieved": matters.answers_nothing_relevant, **more.get("needs", {})}
            frozen = declared_fields(frozen, "unretrieved")
        frozen = declared_fields(frozen, "no_relevant")

    def register(compute: Compute) -> Compute:
        family = compute.__module__.rpartition(".")[2]
        assert family in FAMILIES, f"{key} is defined in {family}, which is none of FAMILIES in core/metrics/registry.py"
        fixed = MappingProxyType(dict(fixes or {}))
        found = {**_METRICS, key: Metric(key, name, _where_graded(compute, more), frozen, fixed, family=family, **more)}
        _METRICS.clear()
        _METRICS.update(sorted(found.items(), key=lambda item: FAMILIES.index(item[1].family)))
        return compute

    return register


def _where_graded(compute: Compute, more: Mapping[str, Any]) -> Compute:
    """Leave lists without a value of which a grade is lacking where it would be read, if the convention asks for that."""

    @wraps(compute)
    def computed(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
        value = compute(rankings, convention, trace)
        lacking = rankings.lacks_grade(more.get("until_first_hit", False))
        if not lacking.any():
            return value
        last, undefined, trace.lacks_grade = trace.steps[-1], trace.undefined | lacking, lacking
        trace.replace_last(last._replace(value=np.where(lacking, np.nan, value), where=~undefined, undefined=undefined))
        return trace.value

    return computed


def metrics_shown_in(place: str) -> tuple[str, ...]:
    """Keys of the metrics that the page shows in a place, in its order."""
    return tuple(key for key, metric in METRICS.items() if metric.cuts_in(place))


def count_inside(
    rankings: Rankings, trace: Trace, key: str, counted: str, values: Array, depth: Array | None = None, unit: Unit = "count"
) -> Array:
    """Record how much of each entry's value (Q, N) counts inside the depth (Q,), by default the cutoff.

    An entry counts wholly or not at all; in an averaged tie group it counts with the share of the group's places inside.
    """
    share = rankings.share(depth)
    if not rankings.has_groups:
        return trace.add(key, "c_i", f"<{counted}>", values * share, where=share > 0, unit=unit)
    trace.add("share", "s_i", "", share, unit="share")
    return trace.add(key, "c_i", rf"<{counted}>\cdot<share>", values * share, where=share > 0, unit=unit)


def count_hits(rankings: Rankings, trace: Trace) -> Array:
    """Record the hits, how much of each counts inside the cutoff, and their sum TP (Q,)."""
    hit = trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit)
    counted = count_inside(rankings, trace, "counted_hit", "hit", hit)
    return trace.add("tp", r"\mathrm{TP}", "<sum counted_hit>", sum_rows(counted), unit="count")
