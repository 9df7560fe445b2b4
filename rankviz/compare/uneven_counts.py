"""Metrics that count every document that is there, on two lists that do not show the same ones."""

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
    """An unjudged document counts as not relevant in the list that shows it, and not at all in the other one.

    Parameters
    ----------
    counted : (int, int)
        How many documents the value of either list is of.
    alone : (tuple of str, tuple of str)
        The unjudged ones that only the first list shows, and those that only the second one does.
    winner : str
        If both lists counted them: 'first', 'second', 'even', or '' where a value is undefined.
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
    """How many documents stand on which side of the cutoff: the metric counts them all, and a relevant one in the rest of them.

    Parameters
    ----------
    names : tuple of str
        Symbols of what is counted: TP, FP, FN, TN, as far as they are recorded.
    first, second : tuple of float
        In either list.
    """

    names: Names
    first: tuple[float, ...]
    second: tuple[float, ...]


@dataclass(frozen=True)
class MissedCount:
    """What is not retrieved counts, too, and not in both lists alike; no document alone has that to itself."""


def tally_cutoff(trace: Trace) -> CutoffTally | None:
    """Count both sides of the cutoff, where a metric is made of that; None for all others."""
    if SHOWN_COUNT not in trace:
        return None
    steps = [trace.step(key) for key in TALLIES if key in trace]
    first, second = (tuple(float(step.value[side]) for step in steps) for side in (0, 1))
    return CutoffTally(tuple(METRICS[step.key].name for step in steps), first, second)


def find_missed_count(metric: str, rest: float) -> MissedCount | None:
    """Where what is not retrieved makes a difference that is in no document's terms."""
    found = METRICS[metric]
    return MissedCount() if abs(rest) > SAME and (found.pairs or found.story.hits == "last") else None


def has_tied_missed_pairs(trace: Trace, side: int) -> bool:
    """Whether a pair of which a list retrieves neither document is a tied one that counts in part."""
    return (
        "tied_pair" in trace
        and float(trace.step("tied_pair").value[side]) > 0
        and bool(trace.rankings.below_relevant[side] and trace.rankings.below_nonrelevant[side])
    )


@dataclass(frozen=True)
class EvenedLists:
    """Two lists with what only one of them shows and nobody judged; as not relevant in that one, and then in both.

    Parameters
    ----------
    alone : (tuple of str, tuple of str)
    traces : mapping of metric key to Trace or InputError
        Of four rows: each list with its own such documents judged as not relevant, and each with all of them.
    """

    alone: tuple[Names, Names]
    traces: Mapping[str, Trace | InputError]

    def uneven_count(self, trace: Trace) -> UnevenCount | None:
        """Whether a metric counts such a document as not relevant where it is shown, and not at all where it is not.

        So it does if it makes no difference to the list that shows it that it is judged, and a difference to the other one.
        """
        even = self.traces[trace.metric]
        if isinstance(even, InputError) or METRICS[trace.metric].pairs == "judged":
            return None
        now, own, both = trace.value.tolist(), even.value[:2].tolist(), even.value[2:].tolist()
        if not all(map(_is_same, now, own)) or all(map(_is_same, now, both)):
            return None
        found = "" if even.undefined[2:].any() else winner(METRICS[trace.metric], *both)
        rankings = trace.rankings
        first, second = (rankings.n + rankings.below_relevant + rankings.below_nonrelevant).astype(int).tolist()
        return UnevenCount((first, second), self.alone, found)


def judge_unshared(pair: ListPair, convention: Convention) -> EvenedLists | None:
    """Judge what only one list shows and nobody judged; None where there is no such document that could be counted.

    Examples
    --------
    >>> from rankviz.evaluation.list_pair import pair_with_order
    >>> two = pair_with_order(Ranking.from_grades([1, 0]), ["d9", "d1"])
    >>> judge_unshared(two, Convention()).alone
    ((), ('d9',))
    """
    unjudged = {item.doc_id for item in pair.pool if item.grade is None}
    mine, theirs = ({item.doc_id: None for item in each.items if item.doc_id in unjudged} for each in pair.lists)
    alone = tuple(name for name in mine if name not in theirs), tuple(name for name in theirs if name not in mine)
    if not any(alone) or convention.unjudged == "skip":
        return None
    each_its_own = [_judge_as_nonrelevant(ranking, names) for ranking, names in zip(pair.lists, alone, strict=True)]
    both = [_judge_as_nonrelevant(ranking, (*alone[0], *alone[1])) for ranking in pair.lists]
    return EvenedLists(
        alone, LazyTraces(METRICS.values(), ArrangementCache(RawLists.from_rankings([*each_its_own, *both])), convention)
    )


def _is_same(one: float, other: float) -> bool:
    return abs(one - other) <= SAME * max(1.0, abs(one)) or (isnan(one) and isnan(other))


def _judge_as_nonrelevant(ranking: Ranking, names: Collection[str]) -> Ranking:
    """A list with some documents judged as not relevant."""
    items, missed = (
        tuple(item._replace(grade=0.0) if item.doc_id in names else item for item in part)
        for part in (ranking.items, ranking.missed)
    )
    return replace(ranking, items=items, missed=missed)
