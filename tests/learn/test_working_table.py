"""The working table of a question: its cells, which are filled in, and which one to look at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rankviz.core.metrics import METRICS
from rankviz.learn.questions import draw
from rankviz.learn.questions.working_table import check_cells, working_cells

PRACTISED = [key for key, metric in METRICS.items() if metric.exercise is not None]
# 1 0 1 1 | 2, and a 2 was missed: the best order is 2 2 1 1, with terms 2, 1.262, .5, .431.
NDCG = draw("value", "nDCG", 7, 1)
GRADES = [item.grade for item in NDCG.lists[0].items]


def _empty_cells(level: int) -> list[str]:
    groups = working_cells(replace(NDCG, level=level))
    return [cell.key for group in groups for cell in group.cells_in_order if not cell.is_filled_in]


@pytest.mark.slow
@pytest.mark.parametrize("key", PRACTISED)
def test_each_metric_with_questions_has_cells_and_none_is_the_answer_itself(key: str) -> None:
    for level in (1, 2, 3):
        question = draw("value", key, 5, 1, level)
        groups = working_cells(question)
        cells = [cell for group in groups for cell in group.cells_in_order]
        assert [cell for cell in cells if not cell.is_filled_in]
        assert question.trace.steps[-1].key not in {cell.step for cell in cells}
        assert len({cell.key for cell in cells}) == len(cells)


@pytest.mark.parametrize("key", PRACTISED)
def test_cells_that_are_copied_from_the_derivation_are_right(key: str) -> None:
    question = draw("value", key, 5, 1, 3)
    typed = {cell.key: f"{cell.value:.3f}" for group in working_cells(question) for cell in group.cells_in_order}
    check = check_cells(question, typed)
    assert check.is_complete
    assert check.first_wrong is None


def test_the_first_level_fills_in_all_but_the_last_group_the_second_what_is_read_off_the_third_nothing() -> None:
    ideal = ["idcg", *(f"{step}:{rank}" for step in ("ideal_gain", "ideal_term") for rank in (1, 2, 3, 4))]
    own = ["dcg", *(f"discounted_gain:{rank}" for rank in (1, 2, 3, 4))]
    assert sorted(_empty_cells(1)) == sorted(ideal)
    assert sorted(_empty_cells(2)) == sorted(own + ideal)
    assert {"gain:1", "discount:3", "ideal_discount:2"} <= set(_empty_cells(3))


def test_cells_after_the_first_that_is_not_right_stay_neutral() -> None:
    assert GRADES == [1, 0, 1, 1, 2]
    typed = {"ideal_gain:1": "2", "ideal_term:1": "2.000", "ideal_gain:2": "1", "ideal_term:2": "0.631", "ideal_gain:3": "1"}
    check = check_cells(NDCG, typed)
    assert check.right_keys == {"ideal_gain:1", "ideal_term:1"}
    assert check.first_wrong is not None and (check.first_wrong.step, check.first_wrong.position) == ("ideal_gain", 2)
    assert not check.is_complete


@pytest.mark.parametrize(
    ("text", "is_right"),
    [("1.262", True), ("1.2604", True), ("1.2633", True), ("1.26", False), ("1.264", False), ("1,262", True), ("x", False)],
)
def test_a_cell_is_right_within_one_and_a_half_units(text: str, is_right: bool) -> None:
    check = check_cells(NDCG, {"ideal_term:2": text})  # 2 / log2(3) = 1.26186
    assert (check.first_wrong is None) == is_right


def test_an_empty_cell_is_skipped_and_the_table_is_not_done() -> None:
    check = check_cells(NDCG, {"idcg": "4.193", "ideal_gain:2": " "})
    assert check.right_keys == {"idcg"}
    assert (check.first_wrong, check.is_complete) == (None, False)
