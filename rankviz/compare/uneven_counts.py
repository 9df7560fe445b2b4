"""Metrics that count every document of a list, on two lists that do not show the same documents."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from math import isnan

from rankviz.basics.errors import InputError
from rankviz.compare.linear_form import SHOWN_COUNT
from rankviz.core.conventions import Convention
from rankviz.core.lists.arrange import ArrangementCache
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.trace import Trace
from rankviz.evaluation.evaluate import LazyTraces
from rankviz.evaluation.list_pair import SAME, ListPair, winner

Names = tuple[str, ...]
TALLIES = ("tp", "fp", "tn")


@dataclass(frozen=True)
class UnevenCount:
    """Unjudged documents count as not relevant in the list that shows them, and not at all in the other one.

    Parameters
    ----------
    counted : (int, int)
        How many documents each list's value counts.
    alone : (tuple of str, tuple of str)
        Ids of the unjudged documents that only the first list shows, and that only the second list shows.
    winner : str
        Who wins if both lists count them: 'first', 'second', 'even', or '' where a value is undefined.
    """

    counted: tuple[int, int]
    alone: tuple[Names, Names]
    winner: str


@dataclass(frozen=True)
class EmptyListWins:
    """The winner is a list without an entry."""

    value: float


@dataclass(frozen=True)
class CutoffTally:
    """The counts on both sides of the cutoff, for a metric that is made of them.

    Parameters
    ----------
    names : tuple of str
        Symbols of the counts, of TP, FP and TN those that are recorded.
    first, second : tuple of float
        The counts of either list.
    """

    names: Names
    first: tuple[float, ...]
    second: tuple[float, ...]


@dataclass(frozen=True)
class MissedCount:
    """Missed documents count, too, and differently in the two lists; that belongs to no single document."""


def tally_cutoff(trace: Trace) -> CutoffTally | None:
    """Read the counts on both sides of the cutoff from the trace of two lists; None for metrics without such counts."""
    if SHOWN_COUNT not in trace:
        return None
    steps = [trace.step(key) for key in TALLIES if key in trace]
    first, second = (tuple(float(step.value[side]) for step in steps) for side in (0, 1))
    return CutoffTally(tuple(METRICS[step.key].name for step in steps), first, second)


def find_missed_count(key: str, rest: float) -> MissedCount | None:
    """Return a MissedCount if missed documents make a part of the difference, which is in no document's terms; else None.

    Parameters
    ----------
    key : str
        Of a metric.
    rest : float
        That of its effects.
    """
    metric = METRICS[key]
    return MissedCount() if abs(rest) > SAME and (metric.counted_pairs or metric.rank_display.hits == "last") else None


def has_tied_missed_pairs(trace: Trace, side: int) -> bool:
    """Whether a list leaves out relevant and other documents, and a pair of two left-out documents counts in part, as a tie."""
    return (
        "tied_pair" in trace
        and float(trace.step("tied_pair").value[side]) > 0
        and bool(trace.rankings.below_relevant[side] and trace.rankings.below_nonrelevant[side])
    )


@dataclass(frozen=True)
class EvenedLists:
    """Two lists whose unshared unjudged documents were judged as not relevant.

    Parameters
    ----------
    alone : (tuple of str, tuple of str)
        Ids of the unjudged documents that only the first list shows, and that only the second list shows.
    traces : mapping of metric key to Trace or InputError
        Of four rows: each list with its own documents of `alone` judged as not relevant, then each list with those of both.
    """

    alone: tuple[Names, Names]
    traces: Mapping[str, Trace | InputError]

    def uneven_count(self, trace: Trace) -> UnevenCount | None:
        """Return the uneven count of a metric; None if it counts unshared unjudged documents alike in both lists.

        The count is uneven if judging such a document changes nothing for the list that shows it, but does for the other one.
        """
        evened = self.traces[trace.metric]
        if isinstance(evened, InputError) or METRICS[trace.metric].counted_pairs == "judged":
            return None
        values, own_judged, all_judged = trace.value.tolist(), evened.value[:2].tolist(), evened.value[2:].tolist()
        if not all(map(_is_same, values, own_judged)) or all(map(_is_same, values, all_judged)):
            return None
        even_winner = "" if evened.undefined[2:].any() else winner(METRICS[trace.metric], *all_judged)
        rankings = trace.rankings
        first, second = (rankings.n + rankings.below_relevant + rankings.below_nonrelevant).astype(int).tolist()
        return UnevenCount((first, second), self.alone, even_winner)


def judge_unshared(pair: ListPair, convention: Convention) -> EvenedLists | None:
    """Judge the unjudged documents that only one list shows; None if there are none, or unjudged documents are skipped.

    Examples
    --------
    >>> from rankviz.evaluation.list_pair import pair_with_order
    >>> two = pair_with_order(Ranking.from_grades([1, 0]), ["d9", "d1"])
    >>> judge_unshared(two, Convention()).alone
    ((), ('d9',))
    """
    unjudged = {item.doc_id for item in pair.pool if item.grade is None}
    first, second = ({item.doc_id: None for item in each.items if item.doc_id in unjudged} for each in pair.lists)
    alone = tuple(doc for doc in first if doc not in second), tuple(doc for doc in second if doc not in first)
    if not any(alone) or convention.unjudged == "skip":
        return None
    own_judged = [_judge_as_nonrelevant(ranking, names) for ranking, names in zip(pair.lists, alone, strict=True)]
    all_judged = [_judge_as_nonrelevant(ranking, (*alone[0], *alone[1])) for ranking in pair.lists]
    return EvenedLists(
        alone, LazyTraces(METRICS.values(), ArrangementCache(RawLists.from_rankings([*own_judged, *all_judged])), convention)
    )


def _is_same(one: float, other: float) -> bool:
    return abs(one - other) <= SAME * max(1.0, abs(one)) or (isnan(one) and isnan(other))


def _judge_as_nonrelevant(ranking: Ranking, names: Collection[str]) -> Ranking:
    """Return a list with some documents judged as not relevant."""
    items, missed = (
        tuple(item._replace(grade=0.0) if item.doc_id in names else item for item in part)
        for part in (ranking.items, ranking.missed)
    )
    return replace(ranking, items=items, missed=missed)
