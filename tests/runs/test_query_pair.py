"""One query of two runs as a pair of lists: whole as long as there is room, and what is said where there is not."""

from __future__ import annotations

import random

import pytest

from rankviz import METRICS, Convention, Ranking, evaluate
from rankviz.core.lists.ranking import Item
from rankviz.runs.evaluate.query_pair import fitted_pair
from tests.helpers.long import rounds

NDCG = METRICS["ndcg"]


def drawn(seed: int, depth: int, pool: int) -> tuple[Ranking, Ranking, dict[str, float]]:
    draw = random.Random(seed)  # noqa: S311
    names = [f"d{i}" for i in range(pool)]
    grades = {name: float(draw.choice([0, 0, 0, 1, 2, 3])) for name in draw.sample(names, pool // 3)}
    lists = [draw.sample(names, min(depth, pool)) for _ in range(2)]
    return (*(Ranking.from_judgments(each, grades) for each in lists), grades)  # type: ignore[return-value]


def ids(items: tuple[Item, ...]) -> list[str]:
    return [item.doc_id for item in items]


def test_what_has_room_is_kept_whole_in_both() -> None:
    first, second, grades = drawn(1, 100, 180)
    found, told = fitted_pair(first, second, 500, NDCG, Convention(cutoff=10))
    assert told == ()
    assert [ids(each.items) for each in found.lists] == [ids(first.items), ids(second.items)]
    for each in found.lists:
        assert {*ids(each.items), *ids(each.missed)} == {*ids(first.items), *ids(second.items), *grades}


def test_both_are_cut_at_one_depth_and_everything_relevant_stays() -> None:
    deepest = 0
    for seed in range(rounds(30)):
        first, second, grades = drawn(seed, 90, 200)
        most = random.Random(seed).randrange(80, 130)  # noqa: S311
        found, (cut, *values) = fitted_pair(first, second, most, NDCG, Convention(cutoff=10))
        shown = cut.where["shown"]
        assert isinstance(shown, int)
        assert [ids(each.items) for each in found.lists] == [ids(each.items)[:shown] for each in (first, second)]
        pool = {*ids(found.first.items), *ids(found.first.missed)}
        assert pool == {*ids(found.second.items), *ids(found.second.missed)}
        assert len(pool) <= most
        assert {name for name, grade in grades.items() if grade > 0} <= pool
        assert pool <= {*ids(first.items), *ids(second.items), *grades}
        assert shown >= most // 4
        # One rank deeper there would be no room.
        deeper = {*ids(first.items)[: shown + 1], *ids(second.items)[: shown + 1]}
        assert len(deeper | {name for name, grade in grades.items() if grade > 0}) > most or shown >= 90
        assert [each.key for each in values] == ["run_value_same"]  # the first ten stand above every cut
        left_out = {*grades} - pool
        assert cut.where.get("left_out", 0) == len(left_out)
        deepest = max(deepest, shown)
    assert deepest > 60


def test_where_a_cut_changes_a_value_both_values_are_given() -> None:
    first = Ranking.from_judgments([f"a{i}" for i in range(40)], {"a30": 1, "b2": 1})
    second = Ranking.from_judgments([f"b{i}" for i in range(40)], {"a30": 1, "b2": 1})
    _, told = fitted_pair(first, second, 40, METRICS["ap"], Convention())
    cut, differs = told
    assert cut.where["shown"] == 20 - 1  # as many of each, and a30
    assert differs.where["here"] == 0
    assert differs.where["whole"] == pytest.approx(evaluate("AP", first), abs=1e-9)
    assert evaluate("AP", first) == pytest.approx(1 / 31 / 2)


def test_the_lists_of_two_logs_may_judge_a_document_differently_and_that_is_said() -> None:
    first, second = Ranking.from_judgments(["a", "b"], {"a": 1}), Ranking.from_judgments(["b", "a"], {"a": 0})
    found, (said,) = fitted_pair(first, second, 500, NDCG, Convention())
    assert said.key == "judgments_kept"
    assert [item.grade for item in found.second.items] == [None, 1.0]


def test_a_document_that_stands_twice_is_counted_once_and_ties_are_cut_where_the_convention_has_them() -> None:
    scores = [1.0, 3.0, 3.0, 2.0, 0.5, 0.25]
    names = ["a", "b", "c", "b", "d", "e"]
    first = Ranking(tuple(Item(name, 0.0, score) for name, score in zip(names, scores, strict=True)))
    second = Ranking(tuple(Item(name, 0.0, 9.0 - at) for at, name in enumerate("vwxyz")))
    for most, shown, items in ((7, 3, ["b", "c", "b"]), (10, 5, ["a", "b", "c", "b", "d"])):
        found, told = fitted_pair(first, second, most, NDCG, Convention(cutoff=2, ties="docid_desc"))
        assert [ids(each.items) for each in found.lists] == [items, [*"vwxyz"][:shown]]
        assert told[0].where["shown"] == shown
        assert all(len(each.items) + len(each.missed) <= most for each in found.lists)
