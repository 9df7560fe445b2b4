"""The next best move: every list that one step leads to, and what each is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from rankviz.compare.one_step_lists import Ints, all_exchanges, all_insertions, all_moves, lists_from_orders
from rankviz.compare.unjudged_range import UnjudgedDocuments, defined_values, possible_grades
from rankviz.core.conventions import Convention
from rankviz.core.conventions.options import Array
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.lists.rankings import Bools
from rankviz.core.metrics import Metric
from rankviz.evaluation.evaluate import compute, narrow
from rankviz.evaluation.list_pair import SAME

MAX_FULLY_TRIED = 60  # entries of a list of which all steps are tried
BATCH_ROWS = 640  # rows of a batch
MAX_TRIED = 3 * BATCH_ROWS  # steps of a longer list


class Move(NamedTuple):
    """One step.

    Parameters
    ----------
    kind : {'exchange', 'move', 'insertion', 'judgment'}
    document : str
        Which is moved, brought in, or judged; of an exchange the upper one.
    other : str
        Of an exchange the lower one, else "".
    start, end : int
        From which place to which, from 1 on; 0 for a place outside the list, and for a judgment.
    grade : float or None
        That it is judged with.
    value : float
        What the list then has.
    gain : float
        By how much it is better than before; below 0 where it is worse.
    """

    kind: str
    document: str
    other: str
    start: int
    end: int
    grade: float | None
    value: float
    gain: float


@dataclass(frozen=True)
class BestMoves:
    """All steps from a list, the best ones first; of equal ones the smaller.

    Parameters
    ----------
    value : float
        What the list has now; NaN where that is undefined, and there are no steps.
    moves, judgments : tuple of Move
        What a system, and what a person who judges, can do.
    tried, possible : int
        How many moves were tried, and how many there are.
    counts : tuple of (str, int)
        How many of them were tried, by their kind.
    """

    value: float
    moves: tuple[Move, ...] = ()
    judgments: tuple[Move, ...] = ()
    tried: int = 0
    possible: int = 0
    counts: tuple[tuple[str, int], ...] = ()


class _StepsOfKind(NamedTuple):
    """Steps of one kind: two numbers that tell them apart, and the order that each leads to."""

    kind: str
    numbers: Ints
    orders: Ints


def best_moves(metric: Metric, ranking: Ranking, convention: Convention, most: int | None = None) -> BestMoves:
    """Try every exchange, every move, every insertion of a document that is not retrieved, and every judgment.

    Of a list of more than 60 entries only steps that reach the places down to the cutoff, or to 60, are tried, and of those no
    more than 1,920, the ones nearest to the top first. Where scores decide the order, they stay with the places, and an entry
    more has a lower one.

    Parameters
    ----------
    metric : Metric
    ranking : Ranking
    convention : Convention
    most : int, optional
        How many moves and how many judgments are wanted; all by default.

    Raises
    ------
    InputError
        As `evaluate`.

    Examples
    --------
    >>> from rankviz.core.metrics import METRICS
    >>> best_moves(METRICS["rr"], Ranking.from_grades([0, 0, 1]), Convention(), most=1).moves[0][:5]
    ('exchange', 'd1', 'd3', 1, 3)
    """
    raw, listed = _sort_by_score(ranking)
    trace = compute(metric, RawLists.from_rankings([ranking]), convention)
    present = defined_values(trace)[0]
    if np.isnan(present):
        return BestMoves(float("nan"))
    depth = narrow(metric, convention).cutoff or len(ranking.items)
    steps, possible = _steps_to_try(raw, depth)
    better = -1.0 if metric.lower_is_better else 1.0
    is_whole = int(trace.rankings.present.sum()) == len(ranking.items)  # else what is dropped lets others come up to the cutoff
    found: list[tuple[Array, _StepsOfKind]] = []
    for each in steps:
        values = np.full(len(each.orders), present)
        changed = np.flatnonzero(_may_change(raw, each, depth if is_whole else len(ranking.items)))
        points = _rank_scores(raw, each.orders.shape[1])
        for piece in (changed[at : at + BATCH_ROWS] for at in range(0, len(changed), BATCH_ROWS)):
            values[piece] = defined_values(compute(metric, lists_from_orders(raw, each.orders[piece], points), convention))
        found.append((values, each))
    ids = [item.doc_id for item in (*listed.items, *listed.missed)]
    return BestMoves(
        float(present),
        tuple(_sorted_moves(found, ids, float(present), better, most)),
        tuple(_judgments(metric, raw, ids, convention, float(present), better)[:most]),
        sum(len(each.orders) for each in steps),
        possible,
        tuple((each.kind, len(each.orders)) for each in steps),
    )


def _may_change(raw: RawLists, steps: _StepsOfKind, depth: int) -> Bools:
    """Which steps may change anything: not those that leave the grades as they are at all places down to the cutoff."""
    if steps.kind == "insertion" or raw.scored[0] or raw.has_duplicates[0]:
        return np.ones(len(steps.orders), dtype=bool)
    grades = np.where(np.isnan(raw.grades[0]), np.inf, raw.grades[0])
    return np.asarray((grades[steps.orders[:, :depth]] != grades[:depth]).any(axis=1))


def _sort_by_score(ranking: Ranking) -> tuple[RawLists, Ranking]:
    """The list with its entries in the order of their scores, where these decide."""
    items = sorted(ranking.items, key=lambda item: -(item.score or 0.0)) if ranking.scored else ranking.items
    listed = replace(ranking, items=tuple(items))
    return RawLists.from_rankings([listed]), listed


def _rank_scores(raw: RawLists, size: int) -> Array | None:
    """Scores of the places, with one more below where a document comes in."""
    if not raw.scored[0]:
        return None
    scores = raw.scores[0]
    return np.append(scores, scores[-1] - max(1.0, abs(scores[-1])))[:size]


def _steps_to_try(raw: RawLists, depth: int) -> tuple[list[_StepsOfKind], int]:
    """The steps that are tried, and how many there are."""
    n, m = raw.docs.shape[1], int((raw.missed_docs >= 0).sum())
    possible = n * (n - 1) // 2 + max(n - 1, 0) * max(n - 2, 0) + (n + 1) * m
    if n <= MAX_FULLY_TRIED:
        made = (("exchange", all_exchanges(n)), ("move", all_moves(n)), ("insertion", all_insertions(n, m)))
        return [_StepsOfKind(kind, *each) for kind, each in made], possible
    top = min(depth, MAX_FULLY_TRIED)
    return list(_near_the_top(n, m, top)), possible


def _near_the_top(n: int, m: int, top: int) -> Iterator[_StepsOfKind]:
    """Of a long list the steps that reach its first places: those of the shortest way first."""
    share = MAX_TRIED // 3
    reach = min(n, top + share // top)  # so far down every exchange with one of the first places is tried
    inner, there = all_exchanges(reach)
    kept = inner[:, 0] < top
    yield _StepsOfKind("exchange", inner[kept][:share], _with_tail(there[kept][:share], n))
    inner, there = all_moves(reach)
    kept = inner.min(axis=1) < top
    nearest = np.argsort(np.abs(inner[kept][:, 0] - inner[kept][:, 1]), kind="stable")[:share]
    yield _StepsOfKind("move", inner[kept][nearest], _with_tail(there[kept][nearest], n))
    few = min(m, max(share // top, 1))
    document, place = (each.reshape(-1, 1) for each in np.mgrid[n : n + few, :top])
    at = np.arange(n + 1)
    yield _StepsOfKind(
        "insertion", np.concatenate([document, place], axis=1), np.where(at == place, document, at - (at > place))
    )


def _with_tail(orders: Ints, n: int) -> Ints:
    """Orders of the first places, with the rest of the list as it is."""
    rest = np.broadcast_to(np.arange(orders.shape[1], n), (len(orders), n - orders.shape[1]))
    return np.concatenate([orders, rest], axis=1)


def _sorted_moves(
    found: list[tuple[Array, _StepsOfKind]], ids: list[str], present: float, better: float, most: int | None
) -> Iterator[Move]:
    values = np.concatenate([value for value, _ in found])
    kinds = np.concatenate([np.full(len(value), kind) for kind, (value, _) in enumerate(found)]).astype(int)
    first, second = np.concatenate([steps.numbers for _, steps in found]).T
    n = found[0][1].orders.shape[1]
    size = np.where(kinds == 2, n - second, np.abs(first - second))
    gain = _gain(values, present, better)
    order = np.lexsort((first, kinds, size, -gain))
    for at in order[~np.isnan(values[order])][:most].tolist():
        steps, one, two = found[kinds[at]][1], int(first[at]), int(second[at])
        inserted = steps.kind == "insertion"
        other = ids[two] if steps.kind == "exchange" else ""
        yield Move(steps.kind, ids[one], other, 0 if inserted else one + 1, two + 1, None, float(values[at]), float(gain[at]))


def _gain(values: Array, present: float, better: float) -> Array:
    """By how much values are better; to twelve digits, so that equal ones are equal."""
    gain = (values - present) * better
    gain = np.where(np.abs(gain) <= SAME * max(1.0, abs(present)), 0.0, gain)
    return np.round(gain, 12) if abs(present) <= 1 else gain


def _judgments(
    metric: Metric, raw: RawLists, ids: list[str], convention: Convention, present: float, better: float
) -> list[Move]:
    """Every judgment of one document that has none."""
    known, grades = UnjudgedDocuments.from_lists(raw), possible_grades(metric, raw, convention)
    count, many = len(known.documents), len(grades)
    rows = np.full((count * many, count), np.nan)
    rows[np.arange(count * many), np.repeat(np.arange(count), many)] = np.tile(grades, count)
    values = [
        defined_values(compute(metric, known.with_grades(raw, rows[at : at + BATCH_ROWS]), convention))
        for at in range(0, len(rows), BATCH_ROWS)
    ]
    value = np.concatenate(values or [np.zeros(0)])
    gain = _gain(value, present, better)
    order = np.argsort(-gain, kind="stable")
    return [
        Move(
            "judgment", ids[known.documents[at // many]], "", 0, 0, float(grades[at % many]), float(value[at]), float(gain[at])
        )
        for at in order[~np.isnan(value[order])].tolist()
    ]


def apply_move(ranking: Ranking, move: Move) -> Ranking:
    """The list after a step; where scores decide, they stay with the places.

    Examples
    --------
    >>> step = Move("insertion", "d3", "", 0, 1, None, 0.0, 0.0)
    >>> [item.doc_id for item in apply_move(Ranking.from_grades([1, 0], missed=[2]), step).items]
    ['d3', 'd1', 'd2']
    """
    if move.kind == "judgment":
        both = (
            tuple(item._replace(grade=move.grade) if item.doc_id == move.document else item for item in each)
            for each in (ranking.items, ranking.missed)
        )
        return replace(ranking, items=next(both), missed=next(both))
    raw, listed = _sort_by_score(ranking)
    points = _rank_scores(raw, len(listed.items) + 1)
    items, missed = list(listed.items), list(listed.missed)
    if move.kind == "exchange":
        items[move.start - 1], items[move.end - 1] = items[move.end - 1], items[move.start - 1]
    elif move.kind == "move":
        items.insert(move.end - 1, items.pop(move.start - 1))
    else:
        at = next(at for at, item in enumerate(missed) if item.doc_id == move.document)
        items.insert(move.end - 1, missed.pop(at))
    scores = [None] * len(items) if points is None else points.tolist()
    return replace(
        ranking,
        items=tuple(Item(item.doc_id, item.grade, score) for item, score in zip(items, scores, strict=False)),
        missed=tuple(missed),
    )
