"""Are the marks of an axis chosen once, for the page, a saved picture and a saved page alike?"""

from __future__ import annotations

from typing import Any

import pytest

from rankviz import Convention, Ranking
from rankviz.core.metrics.registry import METRICS
from rankviz.display.svg.figure_svg import picture
from rankviz.texts import Texts
from tests.browser.painted_figures import figures_of

GRADES = [3, 2, 3, 0, 1, 2]


def figures_with_axes(metric: str) -> list[dict[str, Any]]:
    return figures_of(metric, Ranking.from_grades(GRADES), Convention(), Texts("en"))


@pytest.mark.parametrize("metric", METRICS)
def test_each_axis_that_is_written_at_has_its_marks_in_the_figure(metric: str) -> None:
    for spec in figures_with_axes(metric):
        for name, axis in spec["layout"].items():
            if name.startswith(("xaxis", "yaxis")) and axis.get("showticklabels", True):
                low, high = sorted(axis["range"])
                assert len(axis["tickvals"]) == len(axis["ticktext"])
                assert all(low <= value <= high for value in axis["tickvals"]), (name, axis)
                assert "nticks" not in axis
                assert "dtick" not in axis


@pytest.mark.parametrize("metric", METRICS)
def test_a_picture_of_a_saved_page_has_these_marks(metric: str) -> None:
    for spec in figures_with_axes(metric):
        drawn = picture({"spec": spec, "alt": "", "cutoff_axis": "x", "cutoff_max": 6}, 400, None)
        for axis in (spec["layout"]["xaxis"], spec["layout"]["yaxis"]):
            if axis.get("showticklabels", True):
                assert all(f">{text}</text>" in drawn or f">{text}</tspan>" in drawn for text in axis["ticktext"])
