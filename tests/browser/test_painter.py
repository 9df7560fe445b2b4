"""Does our own painter draw every figure as Plotly does? Both draw them in one page.

What is drawn is compared pixel by pixel, but for the letters, whose edges hang on fractions of a pixel: of texts, as of bars
and points, the place is compared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import plotly
import pytest
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Page

from rankviz import Convention, Ranking
from rankviz.display.charts.ticks import round_ticks
from rankviz.display.charts.traces_and_axes import A_PALE, HAIRLINE
from rankviz.display.svg.figure_svg import picture
from rankviz.texts import Texts
from tests.browser.modules import ADDRESS, open_modules
from tests.browser.painted_figures import ANY, UNREAD, Spec, attributes, every_figure, figures_of, kinds_in

WIDTHS = (400, 231, 640)  # px
HIGHEST = 1000  # px
SHEET = 20  # figures on one screenshot
NEAR = 64  # of 255: a difference in a colour that is none, as at the edges of a line
SEEN = {HAIRLINE: "#008000", A_PALE: "#FF8000"}  # instead of colours that are nearer to their ground
STRAY = 2  # pixels that may have no like within one of them; a tick, the least that is drawn, has five
PLOTLY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
SCRIPT = Path(__file__).with_name("painting.js")
OPEN = """async ([script, address]) => {
  window.painting = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  await painting.open(address);
}"""


class Easel:
    """A page in which Plotly and the painter draw; see painting.js."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_script_tag(content=PLOTLY.read_text(encoding="utf-8"))
        page.evaluate(OPEN, [SCRIPT.read_text(encoding="utf-8"), ADDRESS])

    def call(self, name: str, *given: object) -> Any:
        return self.page.evaluate("([name, given]) => painting[name](...given)", [name, given])

    def strays(self, specs: Sequence[Spec], script: str = "draw", *more: object) -> list[int]:
        """How many pixels of each figure differ."""
        found = []
        for start in range(0, len(specs), SHEET):
            text = json.dumps(specs[start : start + SHEET])
            for pale, strong in SEEN.items():
                text = text.replace(pale, strong)
            some = json.loads(text)
            self.call(script, some, *more)
            found += [strays(*pair) for pair in self._pictures(some)]
        return found

    def _pictures(self, specs: Sequence[Spec]) -> Iterator[tuple[Pixels, Pixels]]:
        """Of each figure on the page what Plotly made of it, and what the painter did."""
        sizes = [(each["layout"]["width"], round(each["layout"]["height"])) for each in specs]
        self.page.set_viewport_size({"width": 2 * max(WIDTHS), "height": sum(height for _, height in sizes)})
        whole = np.asarray(Image.open(BytesIO(self.page.screenshot())).convert("RGB"), dtype=np.int16)
        top = 0
        for width, height in sizes:
            part = whole[top : top + height]
            yield part[:, :width], part[:, width : 2 * width]
            top += height


Pixels = NDArray[np.int16]


def strays(one: Pixels, other: Pixels) -> int:
    """Pixels that have none of their colour at their place in the other picture, nor beside it."""

    def alone(picture: Pixels, among: Pixels) -> int:
        padded = np.pad(among, ((1, 1), (1, 1), (0, 0)), mode="edge")
        around = sliding_window_view(padded, (3, 3), axis=(0, 1))
        apart = np.abs(around - picture[..., None, None]).max(axis=2).min(axis=(2, 3))
        return int((apart > NEAR).sum())

    return alone(one, other) + alone(other, one)


@pytest.fixture(scope="module")
def easel(browser: Browser) -> Iterator[Easel]:
    page = open_modules(browser).page
    yield Easel(page)
    page.close()


@pytest.fixture(scope="module")
def figures() -> list[Spec]:
    return list({json.dumps(spec): spec for spec in every_figure()}.values())


@pytest.fixture(scope="module")
def sample(figures: list[Spec]) -> list[Spec]:
    """Figures that have, together, whatever a figure may have; in all widths."""
    known: set[tuple[str, str]] = set()
    chosen: list[Spec] = []
    for spec in figures:
        if kinds_in(spec) - known and spec["layout"]["height"] < HIGHEST:
            known |= kinds_in(spec)
            chosen.append(sized(spec, WIDTHS[len(chosen) % len(WIDTHS)]))
    assert len(chosen) > 20
    return chosen


def sized(spec: Spec, width: int) -> Spec:
    return {**spec, "layout": {**spec["layout"], "width": width}}


def shown(metric: str, grades: Sequence[float], width: int, **choices: Any) -> list[Spec]:
    found = figures_of(metric, Ranking.from_grades(grades), Convention(**choices), Texts("en"))
    return [sized(spec, width) for spec in found]


@pytest.mark.parametrize("script", ["draw", "save"])
def test_every_kind_of_figure_looks_as_plotly_draws_it(easel: Easel, sample: list[Spec], script: str) -> None:
    """Each figure is drawn twice and compared point by point (8 s); a smaller sample does not have every kind."""
    found = easel.strays(sample, script)
    assert max(found) <= STRAY, found


@pytest.mark.parametrize(
    ("kind", "broken"),
    [
        ("bar", (".bar", r"H[\d.]+", "H40")),  # of another length
        ("bar", (".line", "^M[^M]*", "M0 0")),  # without the first frame
        ("bar", (".grid", "M[^M]*$", "")),
        ("bar", (".ticks", "M[^M]*$", "")),
        ("scatter", (".line", "L[^L]*$", "")),  # one point too few
        ("scatter", (".point", ".*", "M0 0")),
        ("scatter", (".grid", "M[^M]*$", "")),
        ("scatter", (".ticks", "M[^M]*$", "")),
        ("scatter", (".axis", ".*", "M0 0")),
    ],
)
def test_whatever_is_missing_is_seen(easel: Easel, kind: str, broken: Sequence[str]) -> None:
    spec = next(spec for spec in shown("ndcg", [3, 2, 3, 0, 1, 2], 400) if spec["data"][0]["type"] == kind)
    assert easel.strays([spec], "draw", broken)[0] > STRAY


def written_bars(spec: Spec) -> list[list[float]]:
    """Where the bars of a figure stand on a saved page, which Python writes."""
    figure = {"spec": spec, "alt": "", "cutoff_axis": "", "cutoff_max": 0}
    svg = ElementTree.fromstring(picture(figure, spec["layout"]["width"]))  # noqa: S314
    boxes = [[float(bar.get(name, "0")) for name in ("x", "y", "width", "height")] for bar in svg.iter("rect")]
    return sorted(box for box in boxes if box[2] > 0)


@pytest.mark.parametrize(("is_saved", "off"), [(False, 0.5), (True, 1.0)])  # px; an axis's name hangs on the height of letters
def test_bars_points_and_words_lie_where_plotly_has_them(easel: Easel, sample: list[Spec], is_saved: bool, off: float) -> None:
    # Where nothing is named along an axis Plotly lifts the name of the axis; ours stays where all others have it.
    named = [spec for spec in sample if spec["layout"]["xaxis"].get("tickvals") != []]
    for spec in named if is_saved else sample:
        found = easel.call("places", spec, is_saved)
        bars, written = sorted(bar["box"] for bar in found[0][0]), written_bars(spec)
        assert len(bars) == len(written)
        assert np.allclose(bars, written, atol=off), (bars, written)
        for theirs, ours in found:
            assert len(theirs) == len(ours)
            for their, our in zip(theirs, ours, strict=True):
                assert (their["text"], their["fill"]) == (our["text"], our["fill"])
                assert np.allclose(their["box"], our["box"], atol=off), (their, our)


def test_every_attribute_of_a_figure_is_drawn_or_known_to_say_nothing(easel: Easel, figures: list[Spec]) -> None:
    read = set(easel.call("read", [sized(spec, 400) for spec in figures]))
    found = {way: value for spec in figures for way, value in attributes(spec)}
    assert {way: value for way, value in found.items() if way not in read and way not in UNREAD} == {}
    assert set(UNREAD) <= set(found)
    for spec in figures:
        for way, value in attributes(spec):
            assert UNREAD.get(way, ANY) in (ANY, value), (way, value)


def test_what_is_drawn_again_is_what_is_drawn_anew(easel: Easel, sample: list[Spec]) -> None:
    again, anew = easel.call("again", sample)
    assert len(again) == 2 * len(sample)
    assert again == anew


def test_an_edit_changes_nothing_but_what_looks_different(easel: Easel) -> None:
    before, after = (shown("ndcg", grades, 400)[0] for grades in ([3, 2, 0], [3, 1, 0]))
    assert easel.call("touched", before, after) == ["bar", "bar", "line"]  # gain and term; frames of the ideal


@pytest.mark.parametrize("width", WIDTHS)
def test_labels_stand_where_plotly_puts_them(easel: Easel, width: int) -> None:
    for spec in shown("auc", [3, 0, 2, 1, 0], width, cutoff=3)[1:]:
        found = easel.call("labels", spec)
        assert len(found["pairs"]) > 1
        assert found["left"] == 0
        for their, our in found["pairs"]:
            assert their["text"] == our["text"]
            if their["box"][2] < width:  # else ours begins at the edge
                assert np.allclose(their["box"], our["box"], atol=2), (their, our)


def test_where_plotly_has_no_address_the_painter_draws(easel: Easel) -> None:
    assert easel.call("isTaken")


def test_an_axis_has_the_marks_that_plotly_would_choose(easel: Easel) -> None:
    spec = next(spec for spec in shown("ndcg", [3, 0, 1], 400) if "ticktext" in spec["layout"]["yaxis"])
    for power in range(-12, 18, 3):
        for top in (1.0, 1.3, 2.0, 2.5, 4.7, 5.0, 9.9, 10.0):  # at a round top "at least" and "above" differ
            low, high = -0.3 * top * 10**power, top * 10**power
            axis = {key: value for key, value in spec["layout"]["yaxis"].items() if not key.startswith("tick")} | {"nticks": 5}
            axis |= {"range": [low, high], "tickfont": {"size": 12}, "ticklen": 5, "tickcolor": "#000000"}
            chosen_by_plotly = {**spec, "layout": {**spec["layout"], "yaxis": axis}}
            texts = easel.call("tickTexts", chosen_by_plotly)
            expected = [re.sub("<.*?>", "", text) for text in round_ticks([low, high], 5).ticktext]
            assert [each.replace("\u200b", "") for each in texts] == expected, (low, high)
