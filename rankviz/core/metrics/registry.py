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
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.apply_list_rules import OWN_RANKS, TIE_ORDERS
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics.rank_display import OF_HITS, RankDisplay
from rankviz.core.trace import Trace, Unit, sum_rows

Compute = Callable[[Rankings, FormulaRules, Trace], Array]
Uses = Mapping[str, tuple[str, ...]]
Condition = Callable[[ListFacts, Convention], bool]

MANNING = "Manning, Raghavan and Schütze 2008, Introduction to Information Retrieval, section 8.3"


def declared_fields(*parts: str | Uses) -> Uses:
    """Return the fields that a metric reads, each with the options that make sense for it; a name alone means all options.

    `unretrieved` is declared by metrics that read judgments of documents that were not retrieved and have no field of their own
    for them, `score_filter` where a library asks that a credited entry also has a score above 0, and `short_list` only where
    k itself enters the formula. `no_relevant` is declared by `metric`, for whatever reads a threshold.
    """
    options_by_field: dict[str, tuple[str, ...]] = {}
    for part in parts:
        options_by_field |= {part: tuple(FIELDS[part].options or ())} if isinstance(part, str) else part
    return MappingProxyType(options_by_field)


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
FAMILIES = ("gains", "sets", "counts", "sets_at_r", "positions", "areas", "browsing", "pairs", "multilabel", "ratings")
# Where the page shows some metrics only. With "@" a metric is shown with a cutoff there, without it over the whole list.
PLACES = ("scores", "libraries", "runs", "runs@", "probe", "probe@")


@dataclass(frozen=True)
class CellGroupSpec:
    """A group of cells in which a person computes a metric by hand: a column for each array, and totals.

    Parameters
    ----------
    steps : tuple of str
        Recorded arrays over the list, or over the ideal order, as a person computes them. What a convention does not record has
        no column.
    read_off : tuple of str
        The steps that are given and only read off.
    totals : tuple of str
        Numbers of the whole list, without the value itself.
    """

    steps: tuple[str, ...]
    read_off: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()


@dataclass(frozen=True)
class Exercise:
    """Which lists practice questions use, so that a person can compute the metric by hand.

    Parameters
    ----------
    graded_from : int or None
        The lowest level at which entries have grades, not only relevance; None: never.
    terms : (int, int)
        The least and the most entries inside the cutoff that are not 0.
    least_missed : int
        The least number of judged documents that were not retrieved.
    has_cutoff : bool
        Whether the question has a cutoff.
    fits : function of (grades shown, grades missed) to bool, or None
        A condition on the whole list that replaces `terms`.
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
    """One metric: its function and what is known about it before it runs.

    Parameters
    ----------
    key, name : str
        Permanent key and printed name (`ndcg`, `nDCG`).
    compute : function of (Rankings, FormulaRules, Trace) to (Q,)
        Records its steps; the last one is the value.
    uses : mapping of field to option keys
        Every convention field that can change the value, with the options that make sense; () for numbers.
    fixes : mapping of field to option key
        List fields that the metric itself decides.
    needs : mapping of field to a function of (ListFacts, Convention) to bool
        When a declared field can matter, if that is less often than for other metrics.
    empty : str
        The textbook's answer to 0/0.
    mean_weights : str
        The textbook's weights of several lists.
    at_field : str
        Field of the number that is written after @.
    named_numbers : tuple of str
        Parameters that are always written with the name, as in RBP(p=0.8).
    low, high : float
        Bounds of the value for grades >= 0.
    reads_zeros : bool
        Whether judged entries of grade 0 need columns; for other metrics it is enough that they are counted.
    best_is_ideal : bool
        Whether no order of the same documents beats the order by descending grade.
    lower_is_better : bool
        Whether the smaller value is the better one.
    counted_pairs : {'', 'shown', 'judged'}
        Whether it counts pairs of a relevant document and another one: any that is shown, or only a judged one.
    until_first_hit : bool
        Whether nothing after the first hit can change the value.
    rank_display : RankDisplay
        What is shown of it rank by rank.
    shown_in : tuple of str
        Where the page shows it among a selection of metrics: some of `PLACES`.
    exercise : Exercise or None
        How practice questions ask for it; None: they do not.
    confused_with : tuple of str
        Keys of the metrics that people mistake for it, the most usual mistake first.
    aliases : tuple of str
        Further names, in lower case, under which it is found.
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
        """Return how a place shows the metric: True with a cutoff, False over the whole list; () if it does not show it."""
        return tuple(each.endswith("@") for each in self.shown_in if each.removesuffix("@") == place)


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
    of_means = [each for each in uses if FIELDS[each].stage == "means"]
    assert not of_means, f"{key} declares fields of the mean: {of_means}"
    unknown_places = set(more.get("shown_in", ())) - set(PLACES)
    assert not unknown_places, f"{key} is to be shown in {unknown_places}; there are only {PLACES}"

    # Whatever orders by scores can be told how exactly they are read.
    declared = declared_fields(uses, "score_bits") if "ties" in {**uses, **(fixes or {})} else uses
    # Whatever knows what is relevant can be told what to answer where nothing is, among the documents that are known.
    if answered and "threshold" in uses:
        if not uses.keys() & SEES_MISSED:
            more["needs"] = {"unretrieved": matters.answers_nothing_relevant, **more.get("needs", {})}
            declared = declared_fields(declared, "unretrieved")
        declared = declared_fields(declared, "no_relevant")

    def register(compute: Compute) -> Compute:
        family = compute.__module__.rpartition(".")[2]
        assert family in FAMILIES, f"{key} is defined in {family}, which is none of FAMILIES in core/metrics/registry.py"
        fixed = MappingProxyType(dict(fixes or {}))
        metrics = {**_METRICS, key: Metric(key, name, _where_graded(compute, more), declared, fixed, family=family, **more)}
        _METRICS.clear()
        _METRICS.update(sorted(metrics.items(), key=lambda item: FAMILIES.index(item[1].family)))
        return compute

    return register


def _where_graded(compute: Compute, more: Mapping[str, Any]) -> Compute:
    """Wrap a metric so that a list has no value where an entry that is read has no grade, if the convention asks for that."""

    @wraps(compute)
    def compute_where_graded(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
        value = compute(rankings, convention, trace)
        lacking = rankings.lacks_grade(more.get("until_first_hit", False))
        if not lacking.any():
            return value
        last, undefined, trace.lacks_grade = trace.steps[-1], trace.undefined | lacking, lacking
        trace.replace_last(last._replace(value=np.where(lacking, np.nan, value), where=~undefined, undefined=undefined))
        return trace.value

    return compute_where_graded


def metrics_shown_in(place: str) -> tuple[str, ...]:
    """Return the keys of the metrics that the page shows in a place, in its order."""
    return tuple(key for key, metric in METRICS.items() if metric.cuts_in(place))


def count_inside(
    rankings: Rankings, trace: Trace, key: str, counted: str, values: Array, depth: Array | None = None, unit: Unit = "count"
) -> Array:
    """Record and return how much of each entry's value (Q, N) counts inside the depth (Q,), by default the cutoff.

    An entry counts wholly or not at all; in an averaged tie group it counts with the share of the group's ranks inside.
    """
    share = rankings.share(depth)
    if not rankings.has_groups:
        return trace.add(key, "c_i", f"<{counted}>", values * share, where=share > 0, unit=unit)
    trace.add("share", "s_i", "", share, unit="share")
    return trace.add(key, "c_i", rf"<{counted}>\cdot<share>", values * share, where=share > 0, unit=unit)


def count_hits(rankings: Rankings, trace: Trace) -> Array:
    """Record the hits, how much of each counts inside the cutoff, and their sum TP (Q,), which is returned."""
    hit = trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit)
    counted = count_inside(rankings, trace, "counted_hit", "hit", hit)
    return trace.add("tp", r"\mathrm{TP}", "<sum counted_hit>", sum_rows(counted), unit="count")
