"""A query's list as it was read otherwise: its order, depth and rows, against the lines of the files sorted in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rankviz import Convention, evaluate
from rankviz.core.metrics import METRICS
from rankviz.core.typed_number import read_typed
from rankviz.runs.evaluate.orders import Reading, RunReadings
from rankviz.runs.evaluate.run_evaluation import resolve_measure
from rankviz.runs.lookup.answers import RunFinding
from rankviz.runs.lookup.causes import reading_causes
from rankviz.runs.lookup.reread_lists import both_lists, list_as_read, undo_messages
from rankviz.runs.lookup.rows import RowMaker
from rankviz.runs.lookup.search import find_answers
from rankviz.runs.lookup.search_space import RunSpace

Line = list[str]  # query, Q0, document, rank, score, tag
# The order of the file, the rank column, scores as numbers and as text all differ; p has other rows before and after it.
RUN = """\
o Q0 z 1 5 t
p Q0 a 3 9 t
p Q0 b 1 10 t
p Q0 c 4 101 t
p Q0 d 2 2 t
p Q0 e 5 30 t
q Q0 a 1 1 t
"""
QRELS = "o 0 z 1\np 0 c 2\np 0 d 1\np 0 f 3\nq 0 b 1\n"
ORDERS: dict[str, Callable[[Line], object]] = {
    "score": lambda line: -float(line[4]),
    "ascending": lambda line: float(line[4]),
    "rank": lambda line: int(line[3]),
    "file": lambda line: 0,
}


@pytest.fixture
def readings(tmp_path: Path) -> RunReadings:
    for name, text in (("run", RUN), ("qrels", QRELS)):
        (tmp_path / name).write_text(text)
    return RunReadings.from_sources(tmp_path / "run", tmp_path / "qrels")


def lines_of(query: str, text: str = RUN) -> list[Line]:
    return [line for line in map(str.split, text.splitlines()) if line[0] == query]


def in_rank_order(readings: RunReadings, query: str, reading: Reading) -> list[str]:
    ranking = list_as_read(readings, query, reading, METRICS["ndcg"], Convention())
    scored = [(0 if item.score is None else -item.score, i) for i, item in enumerate(ranking.items)]
    return [ranking.items[i].doc_id for _, i in sorted(scored)]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("depth", [None, 1, 3, 9])
def test_a_list_has_the_order_and_depth_of_the_reading(readings: RunReadings, order: str, depth: int | None) -> None:
    expected = [line[2] for line in sorted(lines_of("p"), key=ORDERS[order])][:depth]
    assert in_rank_order(readings, "p", Reading(order=order, depth=depth)) == expected


def test_grades_made_binary_are_1_or_0_in_the_list_and_among_what_it_missed(readings: RunReadings) -> None:
    ranking = list_as_read(readings, "p", Reading(relevant_from=2), METRICS["ndcg"], Convention())
    grades = {item.doc_id: item.grade for item in (*ranking.items, *ranking.missed) if item.grade is not None}
    assert grades == {"c": 1, "d": 0, "f": 1}


def test_scores_as_text_put_9_before_10(readings: RunReadings) -> None:
    expected = [line[2] for line in sorted(lines_of("p"), key=lambda line: line[4], reverse=True)]
    assert in_rank_order(readings, "p", Reading(order="text")) == expected == ["a", "e", "d", "c", "b"]


@pytest.mark.parametrize(("last", "has_numbers"), [("30", False), ("9", True)])
def test_a_list_sorted_as_text_is_proved_by_its_scores_and_says_that_its_numbers_are_others(
    last: str, has_numbers: bool, tmp_path: Path
) -> None:
    """101 is the largest score, and as text below 9, 30 and 2; where 9 stands twice, two entries are equal."""
    (tmp_path / "run").write_text(RUN.replace("p Q0 e 5 30", f"p Q0 e 5 {last}"))
    (tmp_path / "qrels").write_text(QRELS)
    readings = RunReadings.from_sources(tmp_path / "run", tmp_path / "qrels")
    maker, causes = RowMaker(readings, METRICS["ndcg"], Convention()), tuple(reading_causes(("text",), 0, (), ()))[:1]
    match = RunFinding(causes, {}, 0.0, 0.0, rows={"nDCG": (maker.row(()), maker.row(causes))})
    ours, theirs = both_lists(readings, match, "nDCG", "p")
    told = {each.key: each.where for each in undo_messages(theirs)}
    above = ", ".join(dict.fromkeys(["9", last, "2"]))
    assert told["run_as_text"] == {"score": "101", "above": above}
    assert ("run_numbers_for_scores" in told) == any(item.score is not None for item in theirs.ranking.items) == has_numbers
    assert [each.key for each in undo_messages(ours)] == ["run_both_ways"]


def test_a_lost_row_is_missing_in_its_query_only(readings: RunReadings) -> None:
    assert (
        in_rank_order(readings, "o", Reading(lost="first_row")) == in_rank_order(readings, "q", Reading(lost="last_row")) == []
    )
    assert in_rank_order(readings, "q", Reading(lost="first_row")) == ["a"]
    ranking = list_as_read(readings, "o", Reading(lost="judgments_first_row"), METRICS["ndcg"], Convention())
    assert (ranking.items[0].grade, ranking.missed) == (None, ())


def test_what_is_not_retrieved_any_more_is_missed(readings: RunReadings) -> None:
    ranking = list_as_read(readings, "p", Reading(order="rank", depth=1), METRICS["ndcg"], Convention())
    assert {item.doc_id: item.grade for item in ranking.missed} == {"c": 2, "d": 1, "f": 3}


def test_both_lists_have_the_values_that_the_answer_says(readings: RunReadings) -> None:
    """Reciprocal ranks of the first relevant one, counted in the lines above: p 1 by score, 1/2 by rank; o 1, q 0."""
    measures = {"RR": resolve_measure("RR", "textbook", {})}
    found = find_answers(RunSpace(readings, measures), {"RR": read_typed("0.5")})
    match = next(each for each in found.matches if "order=rank" in each.causes)
    assert match.moved_by_measure["RR"] == (("p", 1.0, 0.5),)
    for under, value in zip(both_lists(readings, match, "RR", "p"), (1.0, 0.5), strict=True):
        assert evaluate("RR", under.ranking) == value
