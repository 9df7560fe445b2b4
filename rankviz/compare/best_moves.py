"""The next best move: every list that is one step away, and its value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from rankviz.compare.one_step_lists import Ints, all_exchanges, all_insertions, all_moves, lists_from_orders
from rankviz.compare.unjudged_range import UnjudgedDocuments, defined_values, possible_grades
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.lists.rankings import Bools
from rankviz.core.metrics import Metric
from rankviz.evaluation.evaluate import compute, narrow
from rankviz.evaluation.list_pair import SAME

MAX_FULLY_TRIED = 60  # entries; for longer lists only some steps are tried
BATCH_ROWS = 640
MAX_TRIED = 3 * BATCH_ROWS  # steps of a longer list


class Move(NamedTuple):
    """One step from a list, and the value that it leads to.

    Parameters
    ----------
    kind : {'exchange', 'move', 'insertion', 'judgment'}
    document : str
        Id of the document that is moved, inserted or judged; of an exchange the upper one.
    other : str
        Of an exchange the lower document, else "".
    start, end : int
        Ranks before and after, from 1 on; 0 for no rank: before an insertion, and for a judgment.
    grade : float or None
        The grade of a judgment.
    value : float
        The list's value after the step.
    gain : float
        By how much that is better than before; below 0 if it is worse.
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
    """All steps from a list, the best first; of equally good ones the shortest first.

    Parameters
    ----------
    value : float
        The list's value now; NaN if it is undefined, and then there are no steps.
    moves : tuple of Move
        Exchanges, moves and insertions: steps of a system.
    judgments : tuple of Move
        Steps of an assessor.
    tried, possible : int
        How many moves were tried, and how many there are.
    counts : tuple of (str, int)
        The number of tried moves by kind.
    """

    value: float
    moves: tuple[Move, ...] = ()
    judgments: tuple[Move, ...] = ()
    tried: int = 0
    possible: int = 0
    counts: tuple[tuple[str, int], ...] = ()


class _StepsOfKind(NamedTuple):
    """Steps of one kind.

    Parameters
    ----------
    kind : {'exchange', 'move', 'insertion'}
    numbers : int64 (E, 2)
        Two numbers that identify each step, as `one_step_lists` gives them.
    orders : int64 (E, K)
        The order that each step leads to.
    """

    kind: str
    numbers: Ints
    orders: Ints


def best_moves(metric: Metric, ranking: Ranking, convention: Convention, limit: int | None = None) -> BestMoves:
    """Try every exchange, every move, every insertion of a document that is not retrieved, and every judgment.

    For a list of more than 60 entries only steps that reach a rank within the cutoff and the first 60 are tried, and at most
    1,920 of those, the ones nearest to the top first. If scores decide the order, they stay with the ranks, and an inserted
    document adds a lower score at the end.

    Parameters
    ----------
    metric : Metric
    ranking : Ranking
    convention : Convention
    limit : int, optional
        How many moves, and how many judgments, are returned at most; all by default.

    Raises
    ------
    InputError
        As `evaluate`.

    Examples
    --------
    >>> from rankviz.core.metrics import METRICS
    >>> best_moves(METRICS["rr"], Ranking.from_grades([0, 0, 1]), Convention(), limit=1).moves[0][:5]
    ('exchange', 'd1', 'd3', 1, 3)
    """
    raw, by_score = _sort_by_score(ranking)
    trace = compute(metric, RawLists.from_rankings([ranking]), convention)
    value = defined_values(trace)[0]
    if np.isnan(value):
        return BestMoves(float("nan"))
    depth = narrow(metric, convention).cutoff or len(ranking.items)
    steps, possible = _steps_to_try(raw, depth)
    sign = -1.0 if metric.lower_is_better else 1.0
    keeps_all = int(trace.rankings.present.sum()) == len(ranking.items)  # dropped entries let others come up to the cutoff
    tried: list[tuple[Array, _StepsOfKind]] = []
    for each in steps:
        values = np.full(len(each.orders), value)
        changed = np.flatnonzero(_may_change(raw, each, depth if keeps_all else len(ranking.items)))
        scores = _rank_scores(raw, each.orders.shape[1])
        for batch in (changed[start : start + BATCH_ROWS] for start in range(0, len(changed), BATCH_ROWS)):
            values[batch] = defined_values(compute(metric, lists_from_orders(raw, each.orders[batch], scores), convention))
        tried.append((values, each))
    ids = [item.doc_id for item in (*by_score.items, *by_score.missed)]
    return BestMoves(
        float(value),
        tuple(_sorted_moves(tried, ids, float(value), sign, limit)),
        tuple(_judgments(metric, raw, ids, convention, float(value), sign)[:limit]),
        sum(len(each.orders) for each in steps),
        possible,
        tuple((each.kind, len(each.orders)) for each in steps),
    )


def _may_change(raw: RawLists, steps: _StepsOfKind, depth: int) -> Bools:
    """Mark the steps that may change the value: not those that leave the grades down to the cutoff as they are."""
    if steps.kind == "insertion" or raw.scored[0] or raw.has_duplicates[0]:
        return np.ones(len(steps.orders), dtype=bool)
    grades = np.where(np.isnan(raw.grades[0]), np.inf, raw.grades[0])
    return np.asarray((grades[steps.orders[:, :depth]] != grades[:depth]).any(axis=1))


def _sort_by_score(ranking: Ranking) -> tuple[RawLists, Ranking]:
    """Return the list as arrays and as a ranking, with its entries in the order of their scores if it has scores."""
    items = sorted(ranking.items, key=lambda item: -(item.score or 0.0)) if ranking.scored else ranking.items
    by_score = replace(ranking, items=tuple(items))
    return RawLists.from_rankings([by_score]), by_score


def _rank_scores(raw: RawLists, size: int) -> Array | None:
    """Return the scores by rank for `size` entries, a lower one at the end if the list has fewer; None without scores."""
    if not raw.scored[0]:
        return None
    scores = raw.scores[0]
    return np.append(scores, scores[-1] - max(1.0, abs(scores[-1])))[:size]


def _steps_to_try(raw: RawLists, depth: int) -> tuple[list[_StepsOfKind], int]:
    """Return the steps that are tried, and how many steps there are."""
    n, m = raw.docs.shape[1], int((raw.missed_docs >= 0).sum())
    possible = n * (n - 1) // 2 + max(n - 1, 0) * max(n - 2, 0) + (n + 1) * m
    if n <= MAX_FULLY_TRIED:
        by_kind = (("exchange", all_exchanges(n)), ("move", all_moves(n)), ("insertion", all_insertions(n, m)))
        return [_StepsOfKind(kind, *arrays) for kind, arrays in by_kind], possible
    top = min(depth, MAX_FULLY_TRIED)
    return list(_near_the_top(n, m, top)), possible


def _near_the_top(n: int, m: int, top: int) -> Iterator[_StepsOfKind]:
    """Yield the steps of a long list, n entries and m missed documents, that reach its first `top` ranks; shortest first."""
    share = MAX_TRIED // 3
    reach = min(n, top + share // top)  # every exchange of a top rank with one above this is tried
    columns, orders = all_exchanges(reach)
    near_top = columns[:, 0] < top
    yield _StepsOfKind("exchange", columns[near_top][:share], _with_tail(orders[near_top][:share], n))
    columns, orders = all_moves(reach)
    near_top = columns.min(axis=1) < top
    shortest = np.argsort(np.abs(columns[near_top][:, 0] - columns[near_top][:, 1]), kind="stable")[:share]
    yield _StepsOfKind("move", columns[near_top][shortest], _with_tail(orders[near_top][shortest], n))
    documents = min(m, max(share // top, 1))
    document, end = (each.reshape(-1, 1) for each in np.mgrid[n : n + documents, :top])
    place = np.arange(n + 1)
    orders = np.where(place == end, document, place - (place > end))
    yield _StepsOfKind("insertion", np.concatenate([document, end], axis=1), orders)


def _with_tail(orders: Ints, n: int) -> Ints:
    """Extend orders of the first entries by the rest of the list of n entries, unchanged."""
    rest = np.broadcast_to(np.arange(orders.shape[1], n), (len(orders), n - orders.shape[1]))
    return np.concatenate([orders, rest], axis=1)


def _sorted_moves(
    tried: list[tuple[Array, _StepsOfKind]], ids: list[str], present: float, sign: float, limit: int | None
) -> Iterator[Move]:
    values = np.concatenate([value for value, _ in tried])
    kinds = np.concatenate([np.full(len(value), kind) for kind, (value, _) in enumerate(tried)]).astype(int)
    first, second = np.concatenate([steps.numbers for _, steps in tried]).T
    n = tried[0][1].orders.shape[1]
    size = np.where(kinds == 2, n - second, np.abs(first - second))
    gain = _gain(values, present, sign)
    order = np.lexsort((first, kinds, size, -gain))
    for index in order[~np.isnan(values[order])][:limit].tolist():
        kind, column, end = tried[kinds[index]][1].kind, int(first[index]), int(second[index])
        other = ids[end] if kind == "exchange" else ""
        start = 0 if kind == "insertion" else column + 1
        yield Move(kind, ids[column], other, start, end + 1, None, float(values[index]), float(gain[index]))


def _gain(values: Array, present: float, sign: float) -> Array:
    """By how much values are better than the present one, rounded to twelve digits so that equal gains compare as equal."""
    gain = (values - present) * sign
    gain = np.where(np.abs(gain) <= SAME * max(1.0, abs(present)), 0.0, gain)
    return np.round(gain, 12) if abs(present) <= 1 else gain


def _judgments(
    metric: Metric, raw: RawLists, ids: list[str], convention: Convention, present: float, sign: float
) -> list[Move]:
    """Every judgment of one unjudged document, the best first."""
    unjudged, grades = UnjudgedDocuments.from_lists(raw), possible_grades(metric, raw, convention)
    count, levels = len(unjudged.documents), len(grades)
    rows = np.full((count * levels, count), np.nan)
    rows[np.arange(count * levels), np.repeat(np.arange(count), levels)] = np.tile(grades, count)
    batches = [
        defined_values(compute(metric, unjudged.with_grades(raw, rows[start : start + BATCH_ROWS]), convention))
        for start in range(0, len(rows), BATCH_ROWS)
    ]
    values = np.concatenate(batches or [np.zeros(0)])
    gain = _gain(values, present, sign)
    order = np.argsort(-gain, kind="stable")
    return [
        Move(
            "judgment",
            ids[unjudged.documents[row // levels]],
            "",
            0,
            0,
            float(grades[row % levels]),
            float(values[row]),
            float(gain[row]),
        )
        for row in order[~np.isnan(values[order])].tolist()
    ]


def apply_move(ranking: Ranking, move: Move) -> Ranking:
    """Return the list after a step; if it has scores, they stay with the ranks.

    Examples
    --------
    >>> step = Move("insertion", "d3", "", 0, 1, None, 0.0, 0.0)
    >>> [item.doc_id for item in apply_move(Ranking.from_grades([1, 0], missed=[2]), step).items]
    ['d3', 'd1', 'd2']
    """
    if move.kind == "judgment":
        judged_items, judged_missed = (
            tuple(item._replace(grade=move.grade) if item.doc_id == move.document else item for item in each)
            for each in (ranking.items, ranking.missed)
        )
        return replace(ranking, items=judged_items, missed=judged_missed)
    raw, by_score = _sort_by_score(ranking)
    rank_scores = _rank_scores(raw, len(by_score.items) + 1)
    items, missed = list(by_score.items), list(by_score.missed)
    if move.kind == "exchange":
        items[move.start - 1], items[move.end - 1] = items[move.end - 1], items[move.start - 1]
    elif move.kind == "move":
        items.insert(move.end - 1, items.pop(move.start - 1))
    else:
        index = next(index for index, item in enumerate(missed) if item.doc_id == move.document)
        items.insert(move.end - 1, missed.pop(index))
    scores = [None] * len(items) if rank_scores is None else rank_scores.tolist()
    return replace(
        ranking,
        items=tuple(Item(item.doc_id, item.grade, score) for item, score in zip(items, scores, strict=False)),
        missed=tuple(missed),
    )
