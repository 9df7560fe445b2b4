"""Does profile="trec_eval" give bpref and interpolated precision as trec_eval (through pytrec_eval) gives them?"""

from __future__ import annotations

from functools import cache

import pytest

from rankviz import Ranking, evaluate, explain
from tests.libraries.test_trec_eval import LISTS

pytrec_eval = pytest.importorskip("pytrec_eval")

LEVELS = tuple(i / 100 for i in (0, 5, 10, 15, 20, 25, 30, 33, 37, 40, 50, 60, 62, 70, 75, 80, 90, 95, 99, 100))
PAIRS = {"Bpref": "bpref", "IPrec11": "11pt_avg", **{f"IPrec@{level:g}": f"iprec_at_recall_{level:.2f}" for level in LEVELS}}
MEASURES = {"bpref", "11pt_avg", "iprec_at_recall." + ",".join(f"{level:.2f}" for level in LEVELS)}


def by_trec_eval(lists: dict[str, Ranking], level: int) -> dict[str, dict[str, float]]:
    """Evaluate lists at once, by the names that trec_eval prints."""
    judgments = {
        query: {item.doc_id: int(item.grade) for item in (*each.items, *each.missed) if item.grade is not None}
        for query, each in lists.items()
    }
    runs = {query: {item.doc_id: item.score for item in each.items} for query, each in lists.items()}
    return pytrec_eval.RelevanceEvaluator(judgments, MEASURES, relevance_level=level).evaluate(runs)


@cache
def of_all(level: int) -> dict[str, dict[str, float]]:
    found = by_trec_eval(LISTS, level)
    assert set(found) == set(LISTS)
    return found


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("measure", PAIRS)
def test_the_profile_gives_the_value_of_trec_eval(measure: str, level: int) -> None:
    theirs = of_all(level)
    ours = explain(measure, list(LISTS.values()), profile="trec_eval", threshold=level).trace.value
    for found, query in zip(ours, LISTS, strict=True):
        assert found == pytest.approx(theirs[query][PAIRS[measure]], rel=1e-12, abs=1e-15), LISTS[query]


@pytest.mark.parametrize("relevant", range(1, 41))
def test_the_hits_that_a_recall_level_asks_for_are_rounded_as_trec_eval_rounds_them(relevant: int) -> None:
    # One document more than the hits at each rank tells how many hits were asked for; sums such as 0.7 * 3 + 0.9 are near a
    # whole number, and which side they fall on is a matter of the last bit.
    grades = [1] + [0] + [1, 0, 0] * (relevant - 1)
    ranking = Ranking.from_grades(grades, scores=range(len(grades), 0, -1))
    theirs = by_trec_eval({"1": ranking}, 1)["1"]
    for measure, name in PAIRS.items():
        found = evaluate(measure, ranking, profile="trec_eval")
        assert found == pytest.approx(theirs[name], rel=1e-12, abs=1e-15), (measure, relevant)


@pytest.mark.parametrize(
    ("grades", "missed", "expected"),
    [
        ([0, 1], [0, 0], 0.0),  # R = 1: the one document not relevant that counts stands above
        ([0, 1], [1], 0.0),  # N = 1 and R = 2: the base is 1
        ([0, 1, 1], [0, 0], 0.5),  # R = 2, N = 3
        ([0, 0, 0, 1], [1], 0.0),  # only the first R documents not relevant count
        ([None, None, 1], [0, 0], 1.0),  # unjudged ones never do
        ([1, 1], [], 1.0),  # N = 0, yet nothing stands above
    ],
)
def test_bpref_of_trec_eval_on_lists_short_enough_to_count_by_hand(
    grades: list[float | None], missed: list[float], expected: float
) -> None:
    ranking = Ranking.from_grades(grades, missed=missed, scores=range(len(grades), 0, -1))
    assert by_trec_eval({"1": ranking}, 1)["1"]["bpref"] == pytest.approx(expected)
    assert evaluate("Bpref", ranking, profile="trec_eval") == pytest.approx(expected)
