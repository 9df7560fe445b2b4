"""A saved page: is it one file that stands alone, and is every number on it the definition's, counted on the typed list?"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from rankviz import METRICS, Convention, Item, Ranking, explain
from rankviz.cli.main import main
from rankviz.core.trace import Trace
from rankviz.display.svg.svg_text import shorten
from rankviz.display.xml_elements import element
from rankviz.evaluation.evaluate import narrow
from rankviz.explore.charts.state_figures import small_figures
from rankviz.explore.saved_page.list_html import BESIDE, MOST_LISTS, MOST_ROWS
from rankviz.explore.saved_page.page_html import saved_page
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts
from tests.explore.test_drawn_values import (
    EVERY_METRIC,
    analysis_of,
    cases,
    check_columns,
    close,
    drawn_as,
    number,
    only_deciding,
    prints,
)
from tests.helpers.long import LONG
from tests.oracles import literal
from tests.oracles.literal import SOLID
from tests.oracles.metrics import value

EN = Texts("en")
BASIC = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])
MOVES = {"M": 2, "L": 2, "H": 1, "V": 1, "Z": 0}


def read(html: str) -> ET.Element:
    """The page as XML; it must be that, too."""
    kind, _, document = html.partition("\n")
    assert kind == "<!DOCTYPE html>"
    return ET.fromstring(document)  # noqa: S314 - our own


def page_of(analysis: Analysis, texts: Texts = EN) -> ET.Element:
    return read(saved_page(analysis, texts))


@lru_cache(maxsize=0 if LONG else None)
def saved_pages(metric: str) -> tuple[tuple[Analysis, Texts, str], ...]:
    """The pages of some lists, and what they were made of."""
    return tuple((analysis, texts, saved_page(analysis, texts)) for analysis, texts in cases(metric, 8))


def pictures(page: ET.Element) -> list[ET.Element]:
    return [node for node in page.iter("svg") if node.get("role") == "img"]


def said(node: ET.Element | None) -> str:
    assert node is not None
    return "".join(node.itertext())


def of_class(page: ET.Element, name: str) -> list[ET.Element]:
    return [node for node in page.iter() if name in node.get("class", "").split()]


def places(svg: ET.Element) -> list[tuple[float, float, str, ET.Element]]:
    """Every text of a picture with where it stands in it, those in a moved group too."""
    found = []
    for group, moved in [
        (svg, 0.0),
        *((each, float(re.findall(r"[\d.]+", each.get("transform", "0"))[0])) for each in svg.iter("g")),
    ]:
        for node in group.findall("text"):
            words = "".join(each for each in node.itertext() if each not in [said(title) for title in node.iter("title")])
            found.append((float(node.get("x", 0)) + moved, float(node.get("y", 0)), words.strip("\u2002"), node))
    return found


def columns_of(svg: ET.Element, where: Callable[[float], bool]) -> dict[str, list[str]]:
    """What stands under each other, by the head above it."""
    found = {}
    for x in sorted({x for x, *_ in places(svg) if where(x)}):
        head, *cells = (words for _, words in sorted((y, words) for at, y, words, _ in places(svg) if at == x))
        found[head] = cells
    return found


def axis(marks: list[tuple[float, str]]) -> Any:
    """From px to values, by the first and the last mark that an axis names."""
    (start, low), *_, (end, high) = [(at, number(name)) for at, name in marks]
    return lambda at: low + (at - start) / (end - start) * (high - low)


# ---------------------------------------------------------------------------------------------------------------------------
# It stands alone


@pytest.mark.slow
@EVERY_METRIC
def test_a_page_stands_alone_whatever_is_on_it(metric: str) -> None:
    for _, texts, html in saved_pages(metric):
        page = read(html)
        assert "http" not in html
        assert "url(" not in html
        tags = {node.tag for node in page.iter()}
        assert not tags & {"script", "link", "iframe", "object", "embed", "img", "image", "use", "a", "form", "base"}
        names = {name for node in page.iter() for name in node.keys()}  # noqa: SIM118 - of its attributes
        assert not [name for name in names if name in {"href", "src", "style", "srcdoc"} or name.startswith("on")]
        assert page.get("lang") == {"en": "en", "zh": "zh-Hans"}[texts.language]


def test_what_is_empty_ends_where_it_begins() -> None:
    html = saved_page(analyse(AppState((Ranking(),), "ndcg")), EN)
    assert set(re.findall(r"<(\w+)[^<>]*/>", html)) <= {"meta", "rect", "line", "path", "circle"}
    assert element("p") == "<p></p>"


EVIL = (
    "</style><script>alert(1)</script>",
    "<b>&amp;]]>",
    '" onload="x',
    "http://evil.example/",
    "\ud800\x00\x0b",
    "长" * 200,
    "\u202ex",
)


def test_names_that_somebody_typed_stay_text() -> None:
    items = tuple(Item(name, float(at)) for at, name in enumerate(EVIL))
    state = AppState((Ranking(items, (Item("<i>missed</i>", 1.0),), "<h1>q</h1>"), BASIC), "ndcg", Convention(cutoff=3))
    page = page_of(analyse(state))
    whole = said(page.find("body"))
    assert {node.tag for node in page.iter("head")} | {node.tag for node in page.iter()} >= {"main", "svg", "math"}
    assert not list(page.iter("script")) + list(page.iter("b:")) + list(page.iter("i"))
    for name in ("<i>missed</i>", "<h1>q</h1>", EVIL[0], EVIL[1], EVIL[2], EVIL[3], EVIL[5]):
        assert name in whole
    assert not any(each in whole for each in "\ud800\x00\x0b\u202e")


def test_every_colour_of_its_figures_has_one_for_the_dark() -> None:
    html = saved_page(analyse(AppState((BASIC,), "auc", Convention(threshold=2.0))), EN)
    body, style = html.partition("<body>")[2], html.partition("<body>")[0]
    for kind, colour in set(re.findall(r'(fill|stroke)="(#\w+)"', body)):
        (name,) = re.findall(rf'svg \[{kind}="{colour}"\]\{{{kind}:var\((--rv-[\w-]+)\)', style)
        light, dark = re.findall(rf"{name}:(#\w+);", style)
        assert light == colour
        assert dark != light or name == "--rv-g2"


# ---------------------------------------------------------------------------------------------------------------------------
# Every number


@pytest.mark.slow
@EVERY_METRIC
def test_the_value_at_its_head_is_the_definitions(metric: str) -> None:
    for analysis, texts, html in saved_pages(metric):
        assert isinstance(analysis.main, Trace)
        page = read(html)
        head = said(page.find(".//h1")).split(" = ")[1]
        if analysis.main.undefined[0]:
            assert head == texts("panel.undefined")
        else:
            expected = value(metric, analysis.ranking, narrow(METRICS[metric], analysis.state.convention))
            assert prints(head, expected)
            exact = re.findall(r"[-\d.e]+$", said(of_class(page, "exact")[0]))
            assert close(float(exact[0]), expected)


def test_a_name_without_room_is_cut_in_its_middle_so_that_neighbours_stay_apart() -> None:
    names = [f"clueweb12-0000tw-13-0498{end}" for end in "89"]
    cut = [shorten(name, 120, 13) for name in names]
    assert cut[0] != cut[1]
    for name, seen in zip(names, cut, strict=True):
        before, after = seen.split("…")
        assert name.startswith(before)
        assert name.endswith(after)
        assert 0 <= len(before) - len(after) <= 1
    assert shorten("d1", 1000, 13) == "d1"
    assert shorten("clueweb12", 1, 13) == "…"


@pytest.mark.slow
@EVERY_METRIC
def test_the_rows_beside_the_bars_are_the_list_and_its_terms(metric: str) -> None:
    for analysis, texts, html in saved_pages(metric):
        ranking, convention = analysis.ranking, analysis.state.convention
        entries = literal.entries(drawn_as(metric), ranking, convention)
        if not entries or len(entries) != len(ranking.items):
            continue
        svg, *_ = pictures(read(html))
        left, right = columns_of(svg, lambda x: x < BESIDE), columns_of(svg, lambda x: x > BESIDE + 9)
        names, grades = left[texts("chart.column_document")], left[texts("list.grade_head")]
        assert names == [shorten(entry.item.doc_id, 1000, 13) for entry in entries]
        typed = {item.doc_id: item.grade for item in ranking.items}  # as it was typed, whatever becomes of it
        if len(typed) == len(entries):
            assert [None if each == "?" else number(each) for each in grades] == [typed[entry.item.doc_id] for entry in entries]
        check_columns(metric, {head: cells for head, cells in right.items() if len(cells) == len(entries)}, entries)
        assert sum(len(cells) == len(entries) for cells in right.values()) >= 1
        check_lengths(metric, svg, analysis, entries)


def check_lengths(metric: str, svg: ET.Element, analysis: Analysis, entries: list[Any]) -> None:
    """The solid bars are as long as the terms, by the axis under them."""
    (group,) = svg.iter("g")
    solid = SOLID[metric]
    lowest = max(y for _, y, _, _ in places(svg))
    marks = [(float(node.get("x", 0)), said(node)) for node in group.findall("text") if float(node.get("y", 0)) == lowest]
    if solid is None or len(marks) < 2 or any("e" in name for _, name in marks):
        return
    at = axis(marks)
    bars = [node for node in group.iter("rect") if node.get("stroke") is None]
    drawn = [term for term in only_deciding(metric, [solid(entry) for entry in entries], entries) if term]
    unit = at(1.0) - at(0.0)
    assert len(bars) == len(drawn)
    for bar, term in zip(bars, drawn, strict=True):
        left = float(bar.get("x", 0))
        ends = at(left), at(left + float(bar.get("width", 0)))
        assert abs(max(ends, key=abs) - term) <= 0.02 * unit, (ends, term)


@EVERY_METRIC
def test_a_curve_goes_through_the_points_of_its_figure(metric: str) -> None:
    for analysis, texts, html in saved_pages(metric):
        _, *svgs = pictures(read(html))
        for svg, figure in zip(svgs, small_figures(analysis, texts), strict=True):
            check_curve(svg, figure)


def check_curve(svg: ET.Element, figure: Any) -> None:
    """Dots stand at the values that the figure gives them, by the axes beside them."""
    traces = [trace for trace in figure["spec"]["data"] if "hovertext" in trace and "markers" in trace["mode"]]
    points = [each for trace in traces for each in zip(trace["x"], trace["y"], trace["hovertext"], strict=True)]
    points = [each for each in points if each[1] is not None]
    assert all(words for *_, words in points), (
        f"figure {figure['key']}: give each point its `hover`, or its dot is in no saved page"
    )
    dots = [node for node in svg.iter() if node.tag in ("circle", "path") and node.find("title") is not None]
    assert [said(node.find("title")) for node in dots] == [words for *_, words in points]
    texts = places(svg)
    beside = [(y, words) for x, y, words, node in texts if node.get("text-anchor") == "end" and x < 40 and words != "k"]
    below = sorted((x, words) for x, y, words, node in texts if node.get("text-anchor") == "middle" and y == base_of(texts))
    if len(beside) < 2 or len(below) < 2 or any("e" in name for _, name in [*beside, *below]):
        return
    if figure["key"] == "pairs":
        return  # its axes name ranks
    across, up = axis(below), axis(beside)
    drop = 0.36 * 13
    for node, (x, y, _) in zip(dots, points, strict=True):
        if node.tag == "circle":
            assert abs(across(float(node.get("cx", 0))) - x) <= 0.02 * abs(across(1.0) - across(0.0))
            assert abs(up(float(node.get("cy", 0)) + drop) - y) <= 0.02 * abs(up(1.0) - up(0.0)), (node.attrib, y)


def base_of(texts: list[tuple[float, float, str, ET.Element]]) -> float:
    """Where the names below the axis stand: highest of what is centred at the foot."""
    return min((y for _, y, _, node in texts if node.get("text-anchor") == "middle" and y > 130), default=0.0)


@EVERY_METRIC
def test_the_derivation_ends_in_what_the_trace_holds(metric: str) -> None:
    for analysis, texts, html in saved_pages(metric):
        assert isinstance(analysis.main, Trace)
        for line in of_class(read(html), "proof")[0].findall("p")[:-1]:
            _, _, result = said(line.find("span[@class='end']/b")).rpartition(" → ")  # after what the formula comes to
            exact = line.find("span[@class='end']/b").get("title", "")  # type: ignore[union-attr]
            recorded = [float(step.value[0]) for step in analysis.main.steps if step.axis == "query"]
            assert float(exact) in recorded or result == texts("panel.undefined")
            assert result == texts("panel.undefined") or prints(result, float(exact))


# ---------------------------------------------------------------------------------------------------------------------------
# Long lists, several lists, no value


def test_a_long_list_says_what_is_left_out_and_stays_short() -> None:
    sizes = []
    for count in (400, 4_000):
        ranking = Ranking.from_grades([at % 4 for at in range(count)], missed=[1] * 100)
        html = saved_page(analyse(AppState((ranking,), "ndcg", Convention(cutoff=20))), EN)
        sizes.append(len(html))
        said_of_it = said(of_class(read(html), "list")[0])
        assert f"Left out here: the {count - MOST_ROWS} entries after rank {MOST_ROWS}." in said_of_it
        assert "and 60 more" in said_of_it
    assert max(sizes) < 500_000
    assert sizes[1] < sizes[0]
    assert "Charts of the whole list are drawn for at most 500." in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_lists_stand_there_with_their_values_and_their_mean(language: str) -> None:
    lists = (Ranking.from_grades([0, 1, 1], query_id="one"), Ranking.from_grades([1, 0, 2], missed=[1], query_id="two"))
    state = AppState(lists, "ap", Convention(), selected=1)
    page = page_of(analyse(state), Texts(language))
    expected = [value("ap", ranking, Convention()) for ranking in lists]
    rows = [[said(cell) for cell in row] for row in of_class(page, "lists")[0].find("table/tbody")]  # type: ignore[union-attr]
    assert [row[:2] for row in rows] == [["one", "0 1 1"], ["two", "1 0 2"]]
    assert all(prints(row[2], each) for row, each in zip(rows, expected, strict=True))
    assert prints(said(of_class(page, "lists")[0].find("p/span[@class='end']/b")), sum(expected) / 2)
    assert prints(said(page.find(".//h1")).split(" = ")[1], expected[1])


def test_of_very_many_lists_the_first_ones_stand_there() -> None:
    lists = tuple(Ranking.from_grades([at % 2, 1]) for at in range(MOST_LISTS + 7))
    page = page_of(analyse(AppState(lists, "rr")))
    assert len(list(of_class(page, "lists")[0].iter("tr"))) == MOST_LISTS + 1
    assert "Left out here: 7 more lists." in said(page)


def test_what_has_no_value_says_why() -> None:
    undefined = said(page_of(analysis_of("ap", Ranking.from_grades([0, 0]), Convention())))
    assert "AP = undefined" in undefined
    assert "Nothing is relevant." in undefined
    refused = said(page_of(analysis_of("ndcg", Ranking.from_grades([1, -1]), Convention(negative="error"))))
    assert "nDCG = not defined" in refused
    assert EN("error.negative_grade", grade="−1") in refused


def test_what_has_no_rank_stands_under_the_list() -> None:
    skipped = Ranking.from_grades([1, None, 0], doc_ids=["a", "b", "c"])
    page = page_of(analysis_of("ap", skipped, Convention(unjudged="skip")))
    assert "Without a rank under these choices: b (unjudged)." in said(page)


# ---------------------------------------------------------------------------------------------------------------------------
# From Python, from the command line


@pytest.mark.parametrize("language", LANGUAGES)
def test_python_and_the_page_save_the_same(language: str) -> None:
    convention = Convention(cutoff=6, ideal="retrieved")
    state = AppState((BASIC,), "ndcg", convention)
    assert explain("nDCG@6", BASIC, ideal="retrieved").to_html(language=language) == saved_page(analyse(state), Texts(language))


def test_the_command_line_writes_a_file_or_to_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ndcg.html"
    assert main(["explain", "nDCG@6", "3,2,3,0,1,2", "--missed", "3,2", "--html", str(file)]) == 0
    assert capsys.readouterr().out == f"nDCG@6 = 0.785002371969948, saved as {file}\n"
    assert file.read_text(encoding="utf-8") == explain("nDCG@6", BASIC).to_html()
    assert main(["explain", "nDCG@6", "3,2,3,0,1,2", "--missed", "3,2", "--html"]) == 0
    out = capsys.readouterr().out
    assert out.isascii()
    assert said(read(out)) == said(read(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--html", "/no/such/folder/x.html"], "--html /no/such/folder/x.html: No such file or directory."),
        (["--html", "x\0y"], "--html x y: embedded null byte."),
        (["--json", "--html"], "--json and --html are two forms of one answer."),
    ],
)
def test_a_page_that_cannot_be_written_says_why(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "RR", "0,1", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="Unknown language"):
        explain("RR", [0, 1]).to_html(language="xx")
