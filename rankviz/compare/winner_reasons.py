"""Why a metric has another winner than the one under study, or none: the first rule that holds, with facts from the traces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import NamedTuple

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.compare.document_effects import DocumentEffect, Effects, columns_of, effects
from rankviz.compare.linear_form import linear_form
from rankviz.compare.uneven_counts import (
    CutoffTally,
    EmptyListWins,
    EvenedLists,
    MissedCount,
    UnevenCount,
    find_missed_count,
    has_tied_missed_pairs,
    judge_unshared,
    tally_cutoff,
)
from rankviz.core.conventions import Convention
from rankviz.core.lists.apply_list_rules import is_relevant
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.trace import Trace
from rankviz.evaluation.evaluate import compute, narrow
from rankviz.evaluation.list_pair import SAME, ListPair, winner

Rank = int | None
BINARY = {"gain": "binary", "rbp_gain": "binary"}  # the choices under which a metric reads grades as relevant or not
Traces = Mapping[str, Trace | InputError]


class LargestEffect(NamedTuple):
    """The effect that helps one of two lists most.

    Parameters
    ----------
    kind : {'document', 'rank', 'base', 'rest', 'level', 'ideal', ''}
        What has the effect; '' if nothing helps the list.
    effect : float
    documents : tuple of str
        Ids of the documents that have this effect each.
    place : int
        Index of the rank, recall level or rank of the ideal ranking, from 0.
    """

    kind: str
    effect: float = 0.0
    documents: tuple[str, ...] = ()
    place: int = 0


@dataclass(frozen=True)
class SameHitCount:
    """The metric counts hits only, and both lists have the same number."""

    hits: float


@dataclass(frozen=True)
class OneEntryDecides:
    """One entry decides: the first hit, the best one or the last one; its rank in each list is None where there is none."""

    which: str
    ranks: tuple[Rank, Rank]


@dataclass(frozen=True)
class SameWhenBinary:
    """The metric reads grades as relevant or not; if the metric under study did so, too, it would have the same winner.

    Parameters
    ----------
    high, low : float
        The highest and the lowest relevant grade of documents with an effect under the metric under study.
    """

    high: float
    low: float


@dataclass(frozen=True)
class RelevantPassed:
    """A document that is not relevant stands above relevant ones in the list that loses, and not in the other list.

    Parameters
    ----------
    document : str
    is_judged : bool
        Whether the document has a grade.
    relevant : tuple of str
        Ids of the relevant documents below it in the list that loses only.
    is_missed : bool
        Whether the list that wins leaves the document out.
    """

    document: str
    is_judged: bool
    relevant: tuple[str, ...]
    is_missed: bool


@dataclass(frozen=True)
class LargestEffects:
    """The largest effects, for a reason that no other rule gives.

    Parameters
    ----------
    effect : LargestEffect
        For the winner under this metric; if it is even, for the first list.
    counterpart : LargestEffect
        For the winner under the metric under study; if this metric is even, for the second list.
    """

    effect: LargestEffect
    counterpart: LargestEffect


Fact = (
    EmptyListWins
    | UnevenCount
    | SameHitCount
    | CutoffTally
    | OneEntryDecides
    | SameWhenBinary
    | RelevantPassed
    | MissedCount
    | LargestEffects
)


@dataclass(frozen=True)
class Reason:
    """Why some metrics do not have the winner of the metric under study.

    Parameters
    ----------
    metrics : tuple of str
        Keys of the metrics.
    winner : str
        The winner under these metrics: 'first', 'second' or 'even'.
    fact : Fact
        Given by the first rule that holds.
    """

    metrics: tuple[str, ...]
    winner: str
    fact: Fact


def reasons(pair: ListPair, main: str, keys: Iterable[str], convention: Convention, traces: Traces) -> tuple[Reason, ...]:
    """Find why metrics have another winner than the metric under study, or none although that has one.

    Parameters
    ----------
    pair : ListPair
    main : str
        Key of the metric under study.
    keys : iterable of str
        Keys of the metrics that are shown.
    convention : Convention
        As requested, before it is narrowed.
    traces : mapping of key to Trace or InputError
        Of both lists as two rows; there is no reason for a metric with an error.

    Returns
    -------
    tuple of Reason
        Reasons with a winner come first; metrics that have the same reason share one entry. () if the metric under study has
        an error or an undefined value.
    """
    main_trace = traces[main]
    if isinstance(main_trace, InputError):
        return ()
    under_study = _MainMetric(pair, convention, main_trace, effects(main_trace, pair), judge_unshared(pair, convention))
    if not under_study.change.winner:
        return ()
    metrics: dict[tuple[str, Fact], list[str]] = {}
    for key in keys:
        trace = traces[key]
        if key == main or isinstance(trace, InputError) or _winner(trace) in ("", under_study.change.winner):
            continue
        change = effects(trace, pair)
        metrics.setdefault((change.winner, _fact(under_study, METRICS[key], trace, change)), []).append(key)
    all_reasons = [Reason(tuple(keys), winner, fact) for (winner, fact), keys in metrics.items()]
    if all(each.winner == "even" for each in all_reasons):  # "nothing has an effect" then says nothing that differs
        all_reasons = [each for each in all_reasons if each.fact != LargestEffects(LargestEffect(""), LargestEffect(""))]
    return tuple(sorted(all_reasons, key=lambda each: each.winner == "even"))


def largest_effect(change: Effects, towards: int = 0, *, by_rank: bool = False) -> LargestEffect:
    """Find the effect that helps a list most.

    Effects that come only from the documents around are left out.

    Parameters
    ----------
    change : Effects
    towards : {0, 1, -1}
        1 for effects that raise the second value less the first, -1 for those that lower it; 0 for those with the sign of
        the difference.
    by_rank : bool
        Whether effects by rank are searched, and not those by document.
    """
    sign = towards or (1 if change.difference > 0 else -1)
    parts = [LargestEffect("base", change.base), LargestEffect("rest", change.rest)]
    if change.by_place and (by_rank or change.axis in ("level", "ideal")):
        place = max(range(len(change.by_place)), key=lambda index: sign * change.by_place[index])
        parts.append(LargestEffect("rank" if change.axis == "list" else change.axis, change.by_place[place], (), place))
    elif not by_rank:
        moved = [each for each in change.by_document if _has_own_effect(each, METRICS[change.metric])]
        best = max((sign * each.effect for each in moved), default=0.0)
        documents = tuple(each.doc_id for each in moved if sign * each.effect > best - SAME)
        parts.insert(0, LargestEffect("document", sign * best, documents))
    largest = max(parts, key=lambda part: sign * part.effect)
    return largest if sign * largest.effect > SAME else LargestEffect("")


def _has_own_effect(document: DocumentEffect, metric: Metric) -> bool:
    """Whether at least a part of a document's effect comes from its own move."""
    if metric.counted_pairs:
        return document.ranks[0] != document.ranks[1]
    return document.own is None or abs(document.own) > SAME


def _winner(trace: Trace) -> str:
    return "" if trace.undefined.any() else winner(METRICS[trace.metric], float(trace.value[0]), float(trace.value[1]))


@dataclass(frozen=True)
class _MainMetric:
    """The metric under study on two lists."""

    pair: ListPair
    convention: Convention
    trace: Trace
    change: Effects
    evened_lists: EvenedLists | None

    @cached_property
    def winner_when_binary(self) -> str | None:
        """Who wins if grades are read as relevant or not; None if the metric reads them so already."""
        metric = METRICS[self.trace.metric]
        rules = narrow(metric, self.convention)
        binary = {name: key for name, key in BINARY.items() if key in metric.uses.get(name, ()) and getattr(rules, name) != key}
        if not binary:
            return None
        return _winner(compute(metric, RawLists.from_rankings(self.pair.lists), self.convention.with_choices(binary)))


def _fact(main: _MainMetric, metric: Metric, trace: Trace, change: Effects) -> Fact:
    return (
        _empty_list_wins(main.pair, change)
        or _uneven_count(main.evened_lists, trace, change)
        or tally_cutoff(trace)
        or _same_hit_count(trace, change)
        or _one_entry_decides(metric, trace, change)
        or _same_when_binary(main, trace, change)
        or _relevant_passed(metric, main.pair, trace, change)
        or find_missed_count(change.metric, change.rest)
        or _largest_effects(main, change)
    )


def _empty_list_wins(pair: ListPair, change: Effects) -> EmptyListWins | None:
    side = {"first": 0, "second": 1}.get(change.winner)
    return EmptyListWins(change.values[side]) if side is not None and not pair.lists[side].items else None


def _uneven_count(evened: EvenedLists | None, trace: Trace, change: Effects) -> UnevenCount | None:
    """Return the uneven count if the winner is another one once the same documents count in both lists; else None."""
    uneven = evened.uneven_count(trace) if evened else None
    return uneven if uneven and uneven.winner != change.winner else None


def _same_hit_count(trace: Trace, change: Effects) -> SameHitCount | None:
    form = linear_form(trace)
    if change.winner != "even" or form.kind != "sum" or form.step is None or form.step.key != "counted_hit":
        return None
    first, second = form.step.value.sum(axis=1).tolist()
    return SameHitCount(first) if abs(first - second) <= SAME else None


def _one_entry_decides(metric: Metric, trace: Trace, change: Effects) -> OneEntryDecides | None:
    form = linear_form(trace)
    if form.kind != "max" or abs(change.rest) > SAME:
        return None
    # The last rank of its tie group: its own rank, unless the metric reads a group at once.
    ranks = [trace.rankings.last[side, terms != 0].tolist() for side, terms in enumerate(form.terms)]
    first, second = (int(each[0]) if each else None for each in ranks)
    if "missed_place" in trace and None in (first, second):  # the last relevant document is missed, and so below all others
        return OneEntryDecides("missed", (first, second)) if first is second else None
    return OneEntryDecides(metric.rank_display.hits, (first, second))


def _same_when_binary(main: _MainMetric, trace: Trace, change: Effects) -> SameWhenBinary | None:
    """Return the fact if the metric reads hits only, and the metric under study would have its winner by doing so, too."""
    if "hit" not in trace or main.winner_when_binary != change.winner:
        return None
    changed = [each for each in main.change.by_document if abs(each.effect) > SAME and _is_relevant(each, trace)]
    grades = sorted({each.grade for each in changed if each.grade is not None})
    return SameWhenBinary(grades[-1], grades[0]) if len(grades) > 1 else None


def _is_relevant(document: DocumentEffect, trace: Trace) -> bool:
    grade = np.array([np.nan if document.grade is None else document.grade])
    return bool(is_relevant(grade, trace.convention)[0])


def _relevant_passed(metric: Metric, pair: ListPair, trace: Trace, change: Effects) -> RelevantPassed | None:
    """Return the document that is not relevant and stands above the most relevant ones only in the list that loses."""
    if not metric.counted_pairs or change.winner == "even":
        return None
    in_loser, in_winner = (_first_ranks(trace, pair, side) for side in ((1, 0) if change.winner == "first" else (0, 1)))
    hits = [each.doc_id for each in change.by_document if _is_relevant(each, trace)]
    counts_ties = has_tied_missed_pairs(trace, 0 if change.winner == "first" else 1)
    best: RelevantPassed | None = None
    for other in change.by_document:
        if _is_relevant(other, trace) or (other.grade is None and metric.counted_pairs == "judged"):
            continue
        not_below = [
            hit
            for hit in hits
            if _is_above(in_winner, hit, other.doc_id) or (counts_ties and not {hit, other.doc_id} & in_winner.keys())
        ]
        passed = tuple(hit for hit in not_below if hit in in_loser and _is_above(in_loser, other.doc_id, hit))
        if len(passed) > (len(best.relevant) if best else 0):
            best = RelevantPassed(other.doc_id, other.grade is not None, passed, other.doc_id not in in_winner)
    return best


def _first_ranks(trace: Trace, pair: ListPair, side: int) -> Mapping[str, float]:
    """Return by document id the first rank of its tie group in a list."""
    columns_by_id = columns_of(trace, side, pair.lists[side])
    return {doc: float(trace.rankings.first[side, columns[0]]) for doc, columns in columns_by_id.items()}


def _is_above(ranks: Mapping[str, float], upper: str, lower: str) -> bool:
    """Whether a document is retrieved and stands above another one, which may be missed."""
    return upper in ranks and ranks[upper] < ranks.get(lower, inf)


def _largest_effects(main: _MainMetric, change: Effects) -> LargestEffects:
    if change.winner == "even":
        up = -1 if METRICS[change.metric].lower_is_better else 1
        return LargestEffects(largest_effect(change, -up), largest_effect(change, up))
    return LargestEffects(
        largest_effect(change), largest_effect(main.change) if main.change.winner != "even" else LargestEffect("")
    )
