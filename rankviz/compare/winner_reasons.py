"""Why a metric has another winner than the one under study, or none: the first rule that holds, with facts of the traces."""

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
from rankviz.core.lists.ranking import RawLists
from rankviz.core.lists.rules import relevant
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.trace import Trace
from rankviz.evaluation.evaluate import compute, narrow
from rankviz.evaluation.list_pair import SAME, ListPair, winner

Rank = int | None
BINARY = {"gain": "binary", "rbp_gain": "binary"}  # with these grades are not told apart
Traces = Mapping[str, Trace | InputError]


class LargestEffect(NamedTuple):
    """What does most for one of two lists.

    Parameters
    ----------
    kind : {'document', 'rank', 'base', 'rest', 'level', 'ideal', ''}
        '' where nothing does anything for it.
    effect : float
    documents : tuple of str
        Ids of those that do equally much.
    place : int
        Which rank, recall level or place of the ideal, from 0.
    """

    kind: str
    effect: float = 0.0
    documents: tuple[str, ...] = ()
    place: int = 0


@dataclass(frozen=True)
class SameHitCount:
    """All that is counted is hits, and both lists have as many."""

    hits: float


@dataclass(frozen=True)
class OneEntryDecides:
    """One entry decides: the first hit, the best one or the last one. Its rank in either list, None where there is none."""

    which: str
    ranks: tuple[Rank, Rank]


@dataclass(frozen=True)
class SameWhenBinary:
    """Grades are told apart only as relevant or not; with all of them counted alike the metric under study ends so too."""

    high: float
    low: float


@dataclass(frozen=True)
class RelevantPassed:
    """A document that is not relevant stands above relevant ones in the list that loses, and not so in the other one."""

    document: str
    is_judged: bool
    relevant: tuple[str, ...]
    is_missed: bool


@dataclass(frozen=True)
class LargestEffects:
    """What does most for the winner, here and in the metric under study; where it is even, what does most for either list."""

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
    """Why some metrics do not have the winner of the one under study.

    Parameters
    ----------
    metrics : tuple of str
        Keys.
    winner : str
        Theirs: 'first', 'second' or 'even'.
    fact : Fact
        What holds, by the first rule that does.
    """

    metrics: tuple[str, ...]
    winner: str
    fact: Fact


def reasons(pair: ListPair, main: str, keys: Iterable[str], convention: Convention, traces: Traces) -> tuple[Reason, ...]:
    """Say why metrics have another winner than the one under study, or none where that has one.

    Parameters
    ----------
    pair : ListPair
    main : str
        Key of the metric under study.
    keys : iterable of str
        Of the metrics that are shown.
    convention : Convention
        As asked for.
    traces : mapping of key to Trace
        Of both lists as two rows; a metric that refuses them has no reason.

    Returns
    -------
    tuple of Reason
        Those with a winner first; metrics that have the same reason are together.
    """
    trace = traces[main]
    if isinstance(trace, InputError):
        return ()
    here = _MainMetric(pair, convention, trace, effects(trace, pair), judge_unshared(pair, convention))
    if not here.change.winner:
        return ()
    found: dict[tuple[str, Fact], list[str]] = {}
    for key in keys:
        other = traces[key]
        if key == main or isinstance(other, InputError) or _winner(other) in ("", here.change.winner):
            continue
        change = effects(other, pair)
        found.setdefault((change.winner, _fact(here, METRICS[key], other, change)), []).append(key)
    listed = [Reason(tuple(names), winner, fact) for (winner, fact), names in found.items()]
    if all(each.winner == "even" for each in listed):  # then there is nothing to be told apart from
        listed = [each for each in listed if each.fact != LargestEffects(LargestEffect(""), LargestEffect(""))]
    return tuple(sorted(listed, key=lambda each: each.winner == "even"))


def largest_effect(found: Effects, towards: int = 0, *, by_rank: bool = False) -> LargestEffect:
    """Find what does most for the list that is ahead, or for the one that a sign says: 1 for what raises the second value.

    A document is not named for what those around it do.
    """
    sign = towards or (1 if found.difference > 0 else -1)
    parts = [LargestEffect("base", found.base), LargestEffect("rest", found.rest)]
    if found.by_place and (by_rank or found.axis in ("level", "ideal")):
        place = max(range(len(found.by_place)), key=lambda at: sign * found.by_place[at])
        parts.append(LargestEffect("rank" if found.axis == "list" else found.axis, found.by_place[place], (), place))
    elif not by_rank:
        moved = [each for each in found.by_document if _is_own(each, METRICS[found.metric])]
        best = max((sign * each.effect for each in moved), default=0.0)
        parts.insert(
            0, LargestEffect("document", sign * best, tuple(each.doc_id for each in moved if sign * each.effect > best - SAME))
        )
    most = max(parts, key=lambda part: sign * part.effect)
    return most if sign * most.effect > SAME else LargestEffect("")


def _is_own(document: DocumentEffect, metric: Metric) -> bool:
    """Whether an effect is the document's own doing, be it in part."""
    if metric.pairs:
        return document.ranks[0] != document.ranks[1]
    return document.own is None or abs(document.own) > SAME


def _winner(trace: Trace) -> str:
    return "" if trace.undefined.any() else winner(METRICS[trace.metric], float(trace.value[0]), float(trace.value[1]))


@dataclass(frozen=True)
class _MainMetric:
    """The metric under study on a pair."""

    pair: ListPair
    convention: Convention
    trace: Trace
    change: Effects
    evened_lists: EvenedLists | None

    @cached_property
    def winner_when_binary(self) -> str | None:
        """Who wins if relevant documents are not told apart; None where they are not."""
        metric = METRICS[self.trace.metric]
        now = narrow(metric, self.convention)
        other = {name: key for name, key in BINARY.items() if key in metric.uses.get(name, ()) and getattr(now, name) != key}
        if not other:
            return None
        return _winner(compute(metric, RawLists.from_rankings(self.pair.lists), self.convention.with_choices(other)))


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


def _uneven_count(even: EvenedLists | None, trace: Trace, change: Effects) -> UnevenCount | None:
    """Whether there is another winner as soon as the same documents count in both lists."""
    found = even.uneven_count(trace) if even else None
    return found if found and found.winner != change.winner else None


def _same_hit_count(trace: Trace, change: Effects) -> SameHitCount | None:
    found = linear_form(trace)
    if change.winner != "even" or found.kind != "sum" or found.step is None or found.step.key != "counted_hit":
        return None
    first, second = found.step.value.sum(axis=1).tolist()
    return SameHitCount(first) if abs(first - second) <= SAME else None


def _one_entry_decides(metric: Metric, trace: Trace, change: Effects) -> OneEntryDecides | None:
    found = linear_form(trace)
    if found.kind != "max" or abs(change.rest) > SAME:
        return None
    # The last place of its tie group: its rank, unless the metric reads a group at once.
    places = [trace.rankings.last[side, terms != 0].tolist() for side, terms in enumerate(found.terms)]
    first, second = (int(place[0]) if place else None for place in places)
    if "missed_place" in trace and None in (first, second):  # there is one that is not retrieved, and stands below all
        return OneEntryDecides("missed", (first, second)) if first is second else None
    return OneEntryDecides(metric.story.hits, (first, second))


def _same_when_binary(main: _MainMetric, trace: Trace, change: Effects) -> SameWhenBinary | None:
    """Whether a metric reads hits only, and the one under study agrees with it as soon as it does so too."""
    if "hit" not in trace or main.winner_when_binary != change.winner:
        return None
    moved = {each.grade for each in main.change.by_document if abs(each.effect) > SAME and _is_relevant(each, trace)}
    grades = sorted(grade for grade in moved if grade is not None)
    return SameWhenBinary(grades[-1], grades[0]) if len(grades) > 1 else None


def _is_relevant(document: DocumentEffect, trace: Trace) -> bool:
    grade = np.array([np.nan if document.grade is None else document.grade])
    return bool(relevant(grade, trace.convention)[0])


def _relevant_passed(metric: Metric, pair: ListPair, trace: Trace, change: Effects) -> RelevantPassed | None:
    """The document that is not relevant and has changed sides with most relevant ones, for the winner."""
    if not metric.pairs or change.winner == "even":
        return None
    loses, wins = (_first_ranks(trace, pair, side) for side in ((1, 0) if change.winner == "first" else (0, 1)))
    hits = [each.doc_id for each in change.by_document if _is_relevant(each, trace)]
    ties = has_tied_missed_pairs(trace, 0 if change.winner == "first" else 1)
    best: RelevantPassed | None = None
    for other in change.by_document:
        if _is_relevant(other, trace) or (other.grade is None and metric.pairs == "judged"):
            continue
        no_more = [hit for hit in hits if _above(wins, hit, other.doc_id) or (ties and not {hit, other.doc_id} & wins.keys())]
        above = tuple(hit for hit in no_more if hit in loses and _above(loses, other.doc_id, hit))
        if len(above) > (len(best.relevant) if best else 0):
            best = RelevantPassed(other.doc_id, other.grade is not None, above, other.doc_id not in wins)
    return best


def _first_ranks(trace: Trace, pair: ListPair, side: int) -> Mapping[str, float]:
    """The first place that each document's tie group takes in a list."""
    found = columns_of(trace, side, pair.lists[side])
    return {name: float(trace.rankings.first[side, at[0]]) for name, at in found.items()}


def _above(places: Mapping[str, float], one: str, other: str) -> bool:
    """Whether a document that is retrieved stands above another one, be that retrieved or not."""
    return one in places and places[one] < places.get(other, inf)


def _largest_effects(main: _MainMetric, change: Effects) -> LargestEffects:
    if change.winner == "even":  # for the first list, and for the second one
        up = -1 if METRICS[change.metric].lower_is_better else 1
        return LargestEffects(largest_effect(change, -up), largest_effect(change, up))
    return LargestEffects(
        largest_effect(change), largest_effect(main.change) if main.change.winner != "even" else LargestEffect("")
    )
