"""Do the names in the small charts stand where they can be read: on the plot, off the lines and points, and off each other?"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from rankviz import METRICS, Convention, Ranking
from rankviz.display.charts.label_placement import Anchor, Plot
from rankviz.explore.view.chart import charts_payload
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

PLOT = 222 - 40 - 10.0  # px: of a chart as narrow as they become, less its margins
LETTER = 5.5  # px: at least this is what a letter takes
SPACE = 6.0  # px: that a name keeps from the line or point it is written at
GRADES = {
    "opening": [3, 2, 3, 0, 1, 2],
    "twenty": [3, 1, 2, 0, 1, 0, 0, 1, 0, 2, 0, 0, 1, 0, 3, 1, 0, 0, 1, 2],
    "rising": [0, 0, 1, 2, 3, 3, 2, 1],
    "one": [0, 0, 1, 0, 0, 0],
}
CHOICES: list[dict[str, Any]] = [{}, {"ideal": "k_ones"}, {"ideal": "retrieved", "ap_base": "hits"}]
Box = tuple[float, float, float, float]


def in_px(spec: dict[str, Any], x: float, y: float) -> tuple[float, float]:
    """Where a value stands in the plot, from its lower left corner."""
    layout = spec["layout"]
    height = layout["height"] - layout["margin"]["t"] - layout["margin"]["b"]
    (left, right), (low, high) = layout["xaxis"]["range"], layout["yaxis"]["range"]
    return (x - left) / (right - left) * PLOT, (y - low) / (high - low) * height


def boxes(spec: dict[str, Any]) -> list[Box]:
    """The room of each name: left, bottom, right, top."""
    found = []
    for trace in spec["data"]:
        for x, y, text, side in zip(trace["x"], trace["y"], trace.get("text", []), trace.get("textposition", []), strict=False):
            if text:
                place, middle = in_px(spec, x, y)
                sign = -1 if side.endswith("left") else 1
                ends = place + sign * SPACE, place + sign * (SPACE + LETTER * len(text.strip()))
                found.append((min(ends), middle - 6, max(ends), middle + 6))
    return found


def segments(spec: dict[str, Any]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """What is drawn as a line."""
    found = []
    for trace in spec["data"]:
        if "lines" in trace["mode"] and "x" in trace:
            spots = [None if x is None or y is None else in_px(spec, x, y) for x, y in zip(trace["x"], trace["y"], strict=True)]
            alone = trace.get("text", [""] * len(spots))
            spots = [None if text else spot for spot, text in zip(spots, alone, strict=False)]
            found += [(one, two) for one, two in pairwise(spots) if one and two]
    return found


def is_crossed(box: Box, one: tuple[float, float], two: tuple[float, float]) -> bool:
    share = np.linspace(0, 1, 300)
    x, y = (one[i] + share * (two[i] - one[i]) for i in (0, 1))
    return bool(((box[0] < x) & (x < box[2]) & (box[1] < y) & (y < box[3])).any())


@pytest.mark.slow
@pytest.mark.parametrize("choices", CHOICES, ids=range(len(CHOICES)))
@pytest.mark.parametrize("name", GRADES)
@pytest.mark.parametrize("k", [2, 4, 6, 12, None])
def test_no_name_in_the_first_chart_lies_on_a_line_or_on_another_name(
    name: str, k: int | None, choices: dict[str, Any]
) -> None:
    ranking, seen = Ranking.from_grades(GRADES[name], missed=[3, 2]), 0
    for metric in METRICS:
        data = charts_payload(analyse(AppState((ranking,), metric, Convention(cutoff=k, **choices))), Texts("en"))
        assert data
        figures: Any = data["figures"]
        spec = figures[0]["spec"]
        assert figures[0]["key"] in ("sum", "dcg", "hits")
        for i, box in enumerate(boxes(spec)):
            seen += 1
            assert -1 <= box[0] <= box[2] <= PLOT + 1, (metric, box)
            assert -1 <= box[1] <= box[3] <= 140 + 12, (metric, box)
            assert not [pair for pair in segments(spec) if is_crossed(box, *pair)], (metric, box)
            for other in boxes(spec)[:i]:
                assert box[2] <= other[0] or other[2] <= box[0] or box[3] <= other[1] or other[3] <= box[1], metric
    assert seen > 10


def test_each_of_two_names_stands_nearer_to_its_own_line() -> None:
    low, high = [1.0, 1.5, 2.0, 2.2, 2.3, 2.4], [3.0, 5.0, 6.0, 7.0, 7.5, 8.0]
    for lines in ((low, high), (high, low)):
        plot = Plot(6, 0, 10, lines, 6)
        for line in lines:
            _, height = plot.place("a sum 4.000", 13, [Anchor(6, "left")], line)
            assert abs(height - np.mean(line[3:])) < abs(height - np.mean((low if line is high else high)[3:]))


def test_a_name_rather_goes_to_its_other_side_than_on_a_line() -> None:
    steep = [10.0 * (i % 2) for i in range(10)] + [5.0] * 10
    anchor, _ = Plot(20, 0, 10, [steep], 10).place("hits 10", 13, [Anchor(10, "left"), Anchor(10, "right")], steep)
    assert anchor.side == "right"


def test_a_chart_of_one_rank_or_without_any_finite_value_has_a_place_for_its_name() -> None:
    for line in ([3.0], [None, None], [float("inf"), 1.0]):
        _, height = Plot(len(line), 0, 10, [line]).place("sum 3", 13, [Anchor(1, "right")], line)
        assert 0 <= height <= 11
