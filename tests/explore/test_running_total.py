"""Is what the step player says of the sum so far what plain loops over the typed list come to, and said in the right words?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from rankviz import Convention, Ranking
from rankviz.explore.charts.state_figures import small_figures
from rankviz.explore.view.derivation import derivation_payload, lines_of
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts
from tests.explore.test_drawn_values import EVERY_METRIC, analysis_of, cases, close, prints
from tests.oracles import literal
from tests.oracles.literal import COUNTS, SOLID, Entry

LARGEST = ("rr", "iprec", "success", "coverage_error")  # of these the value is the largest of the parts
OTHER_WORDS = {
    "rr": "best so far", "iprec": "best so far", "success": "so far", "coverage_error": "deepest so far",
    **dict.fromkeys(("auc", "gauc"), "pairs so far"), "ranking_loss": "wrong pairs so far",
}  # fmt: skip
HITS = {metric: "hits so far" for metric in COUNTS if metric != "success"}
NUMBER = re.compile(r"[−\d∞][−\d.e+/∞-]*$")


def running_total(metric: str, parts: Sequence[float]) -> list[float]:
    """The sum of the first parts, or the largest of them, for each number of parts."""
    found, whole = [], 0.0
    for part in parts:
        whole = max(whole, part) if metric in LARGEST else whole + part
        found.append(whole)
    return found


def in_places(metric: str, count: int) -> Iterator[tuple[Analysis, Texts]]:
    """Lists whose entries have a rank each: those that share one have come to the same together (tests/core/test_ties.py)."""
    return ((one, texts) for one, texts in cases(metric, count) if one.state.convention.ties != "mean_rank")


def shown(analysis: Analysis, texts: Texts) -> Mapping[str, Any]:
    return derivation_payload(analysis, lines_of(analysis), "", texts)


def value_in(text: str) -> str:
    found = NUMBER.search(text)
    assert found, text
    return found[0]


def of_list(metric: str, entries: Sequence[Entry]) -> list[float] | None:
    part = None if metric == "idcg" else SOLID[metric]
    return None if part is None else running_total(metric, [part(entry) for entry in entries])


@pytest.mark.slow
@EVERY_METRIC
def test_the_sum_so_far_is_what_plain_loops_come_to(metric: str) -> None:
    for analysis, texts in in_places(metric, 25):
        entries = literal.entries(metric, analysis.ranking, analysis.state.convention)
        expected, data = of_list(metric, entries), shown(analysis, texts)
        steps = [step["running_total"] for step in data["steps"]]
        if expected is None:
            assert steps == [None] * len(entries)
            continue
        assert all(prints(value_in(step["text"]), value) for step, value in zip(steps, expected, strict=True)), (
            steps,
            expected,
        )


@pytest.mark.slow
@EVERY_METRIC
def test_the_chart_says_it_at_the_ranks_whose_point_is_that_sum(metric: str) -> None:
    for analysis, texts in in_places(metric, 25):
        own = of_list(metric, literal.entries(metric, analysis.ranking, analysis.state.convention)) or []
        for figure in small_figures(analysis, texts):
            if "running_total" not in figure:
                continue
            (drawn,) = (trace["y"] for trace in figure["spec"]["data"] if "customdata" in trace)
            assert len(figure["running_total"]) == len(drawn)
            for rank, (text, y) in enumerate(zip(figure["running_total"], drawn, strict=True), 1):
                is_sum = rank <= len(own) and close(y, own[rank - 1])
                assert prints(value_in(text), own[rank - 1]) if is_sum else not text, (rank, text, y, own)


@pytest.mark.slow
@EVERY_METRIC
def test_every_term_says_what_its_line_has_come_to_with_it(metric: str) -> None:
    for analysis, texts in in_places(metric, 25):
        ranking, convention = analysis.ranking, analysis.state.convention
        entries = literal.entries(metric, ranking, convention)
        own = of_list(metric, entries)
        for line in shown(analysis, texts)["lines"]:
            is_ideal = line["name"].startswith("IDCG")
            told = [(term["rank"], term["running_total"]) for term in line["terms"] if term["rank"] is not None]
            assert bool(line["running_total"]) == bool(told)
            if not told:
                continue
            deepest = max(rank for rank, _ in told)
            run = running_total(metric, literal.ideal_terms(metric, ranking, convention, deepest)) if is_ideal else own
            if line["name"].startswith("TP"):  # which Success counts before it takes the largest
                run = running_total("tp", [literal.counted(entry) for entry in entries])
            assert run is not None
            assert all(prints(text, run[rank - 1]) for rank, text in told), (told, run)


@EVERY_METRIC
def test_a_largest_part_and_a_count_are_not_called_a_sum(metric: str) -> None:
    ranking = Ranking.from_grades([3, 0, 2, 0, 1], scores=[5, 4, 3, 2, 1], missed=[1, 0])
    steps = shown(analysis_of(metric, ranking, Convention(cutoff=4)), Texts("en"))["steps"]
    if metric in ("idcg", "iprec11"):
        assert {step["running_total"] for step in steps} == {None}
        return
    words = {step["running_total"]["text"].rpartition(" ")[0] for step in steps}
    assert words == {(OTHER_WORDS | HITS).get(metric, "so far")}


@pytest.mark.parametrize(
    ("metric", "grades", "expected"),
    [
        ("dcg", [3, 2, 3], ["so far 3.000", "so far 4.262", "so far 5.762"]),
        ("rr", [0, 1, 1], ["best so far 0.000", "best so far 0.500", "best so far 0.500"]),
        ("precision", [1, 0, 1], ["hits so far 1", "hits so far 1", "hits so far 2"]),
        ("ap", [0, 1, 1], ["so far 0.000", "so far 0.500", "so far 1.167"]),
    ],
)
def test_the_sum_so_far_by_hand(metric: str, grades: list[float], expected: list[str]) -> None:
    analysis = analysis_of(metric, Ranking.from_grades(grades), Convention(cutoff=3))
    assert [step["running_total"]["text"] for step in shown(analysis, Texts("en"))["steps"]] == expected
