"""The next best move: is each step worth what the edited list, written out, is worth?"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rankviz as rv
from rankviz import METRICS, Convention, Item, Ranking
from rankviz.compare.best_moves import BestMoves, Move, apply_move, best_moves
from rankviz.compare.one_step_lists import all_exchanges, all_insertions, all_moves
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.evaluation.evaluate import compute
from tests.helpers.long import rounds
from tests.helpers.strategies import conventions, rankings

EVERY_METRIC = pytest.mark.parametrize("metric", METRICS.values(), ids=list(METRICS))
ROUNDING = 2e-12


def value_of(metric: Metric, ranking: Ranking, convention: Convention) -> float:
    trace = compute(metric, RawLists.from_rankings([ranking]), convention)
    return math.nan if trace.undefined[0] else float(trace.value[0])


def edited_lists(ranking: Ranking) -> list[tuple[str, Ranking]]:
    """Every list that a step leads to, edited as a person would; scores stay with the places."""
    order = sorted(ranking.items, key=lambda item: -item.score) if ranking.scored else list(ranking.items)  # type: ignore[operator]
    points = [item.score for item in order]
    lowest = [None if points[-1] is None else points[-1] - max(1.0, abs(points[-1]))] if points and ranking.scored else [None]

    def with_items(items: list[Item], missed: tuple[Item, ...] = ranking.missed) -> Ranking:
        places = [*points, *lowest] if ranking.scored else [None] * len(items)
        return replace(
            ranking, items=tuple(Item(i.doc_id, i.grade, at) for i, at in zip(items, places, strict=False)), missed=missed
        )

    found = []
    for i, j in combinations(range(len(order)), 2):
        items = list(order)
        items[i], items[j] = items[j], items[i]
        found.append(("exchange", with_items(items)))
    for i in range(len(order)):
        for j in (j for j in range(len(order)) if abs(i - j) > 1):
            items = order[:i] + order[i + 1 :]
            found.append(("move", with_items([*items[:j], order[i], *items[j:]])))
    for m, item in enumerate(ranking.missed):
        missed = ranking.missed[:m] + ranking.missed[m + 1 :]
        found += [("insertion", with_items([*order[:j], item, *order[j:]], missed)) for j in range(len(order) + 1)]
    return found


@pytest.mark.slow
@EVERY_METRIC
@settings(max_examples=rounds(10))
@given(data=st.data())
def test_every_step_is_worth_what_the_edited_list_is_worth(metric: Metric, data: st.DataObject) -> None:
    copies = data.draw(st.booleans())
    ranking = data.draw(rankings(max_length=6, max_missed=2, duplicates=copies))
    convention = data.draw(conventions(metric, raising=False))
    found, now = best_moves(metric, ranking, convention), value_of(metric, ranking, convention)
    if math.isnan(now):
        assert found == BestMoves(found.value)
        return
    assert found.value == pytest.approx(now, abs=ROUNDING)
    edited = edited_lists(ranking)
    values = [(kind, value_of(metric, each, convention)) for kind, each in edited]
    expected = sorted((kind, value) for kind, value in values if not math.isnan(value))
    assert sorted((each.kind, each.value) for each in found.moves) == [
        (kind, pytest.approx(value, abs=ROUNDING)) for kind, value in expected
    ]
    assert found.tried == found.possible == len(edited) == sum(count for _, count in found.counts)
    gains = [each.gain for each in found.moves]
    assert gains == sorted(gains, reverse=True)
    turn = -1 if metric.lower_is_better else 1
    for each in (*found.moves[:5], *found.moves[-5:], *found.judgments[:5]):
        if not copies:  # an id names one document only then
            assert value_of(metric, apply_move(ranking, each), convention) == pytest.approx(each.value, abs=ROUNDING), each
        assert each.gain == pytest.approx(turn * (each.value - now), abs=ROUNDING * max(1, abs(now)))


def test_a_step_of_ndcg_is_worth_what_its_closed_form_says() -> None:
    grades = [0, 3, 1, 2, 0, 1, 3, 2, 2, 0, 1, 0, 3]
    found = best_moves(METRICS["ndcg"], Ranking.from_grades(grades, missed=[2, 1]), Convention(gain="exponential"))
    ideal = math.fsum(
        (2**grade - 1) / math.log2(rank + 1) for rank, grade in enumerate(sorted([*grades, 2, 1], reverse=True), 1)
    )
    steps = [each for each in found.moves if each.kind == "exchange"]
    assert len(steps) == 13 * 12 // 2
    for each in steps:
        gains = [2 ** grades[place - 1] - 1 for place in (each.start, each.end)]
        weights = [1 / math.log2(place + 1) for place in (each.start, each.end)]
        assert each.gain == pytest.approx((gains[0] - gains[1]) * (weights[1] - weights[0]) / ideal, abs=ROUNDING)


def test_the_orders_of_each_kind_are_all_there_are_each_once() -> None:
    for n in range(6):
        for (numbers, orders), count in (
            (all_exchanges(n), n * (n - 1) // 2),
            (all_moves(n), max(n - 1, 0) * max(n - 2, 0)),
            (all_insertions(n, 3), 3 * (n + 1)),
        ):
            assert len(numbers) == len(orders) == len({tuple(row) for row in orders.tolist()}) == count
            assert all(len({*row}) == len(row) for row in orders.tolist())


def test_of_steps_that_are_worth_the_same_the_smaller_comes_first() -> None:
    found = best_moves(METRICS["rr"], Ranking.from_grades([0, 0, 1, 1]), Convention())
    first = [(each.kind, each.document, each.other, each.start, each.end) for each in found.moves[:3]]
    assert first == [("exchange", "d1", "d3", 1, 3), ("move", "d3", "", 3, 1), ("exchange", "d1", "d4", 1, 4)]


def test_where_less_is_better_the_smaller_value_is_the_gain() -> None:
    found = best_moves(METRICS["fn"], Ranking.from_grades([0, 1]), Convention(cutoff=1))
    assert found.moves[0] == Move("exchange", "d1", "d2", 1, 2, None, 0.0, 1.0)


def test_a_judgment_is_a_step_of_its_own() -> None:
    found = best_moves(METRICS["dcg"], Ranking.from_grades([2, None], missed=[None]), Convention(discount="inverse"))
    assert [(each.document, each.grade, each.gain) for each in found.judgments] == [
        ("d2", 2.0, 1.0),
        ("d2", 1.0, 0.5),
        ("d2", 0.0, 0.0),
        ("d3", 0.0, 0.0),
        ("d3", 1.0, 0.0),
        ("d3", 2.0, 0.0),
    ]


def test_an_undefined_list_has_no_steps() -> None:
    found = best_moves(METRICS["ap"], Ranking.from_grades([0, 0]), Convention())
    assert math.isnan(found.value)
    assert (found.moves, found.judgments) == ((), ())


def test_what_is_dropped_lets_what_stands_below_the_cutoff_come_up() -> None:
    ranking, convention = Ranking.from_grades([None, 0, 1]), Convention(cutoff=1, unjudged="skip")
    found = best_moves(METRICS["precision"], ranking, convention)
    assert found.moves[0] == Move("exchange", "d2", "d3", 2, 3, None, 1.0, 1.0)


def test_as_many_are_given_as_are_wanted() -> None:
    ranking = Ranking.from_grades([0, 1, None, 2, None])
    every, few = (best_moves(METRICS["ndcg"], ranking, Convention(), most) for most in (None, 3))
    assert (few.moves, few.judgments) == (every.moves[:3], every.judgments[:3])
    assert few.tried == every.tried == len(every.moves)


def test_of_a_long_list_the_steps_that_reach_its_top_are_tried_and_their_number_is_said() -> None:
    ranking = Ranking.from_grades([(i * 7) % 4 for i in range(500)], missed=[3] * 20)
    convention = Convention(cutoff=10)
    found = best_moves(METRICS["ndcg"], ranking, convention, limit=20)
    assert found.possible == 500 * 499 // 2 + 499 * 498 + 501 * 20
    assert 1000 < found.tried <= 1920
    for each in found.moves:
        assert rv.evaluate("nDCG@10", apply_move(ranking, each)) == pytest.approx(each.value, abs=ROUNDING)
    # Ranks 1 and 4 have grades 0 and 1, ranks 2 and 5 grades 3 and 0: the best exchange brings a 3 to rank 1.
    assert (found.moves[0].end if found.moves[0].kind != "exchange" else found.moves[0].start) == 1
