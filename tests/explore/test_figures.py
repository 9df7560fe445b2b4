"""Does every number of the small figures, of their labels and of the panel equal the definition, counted on the typed list?"""

from __future__ import annotations

import json
import math
import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import plotly.graph_objects as go
import pytest

from rankviz import METRICS, Convention, InputError, Ranking, explain
from rankviz.basics.limits import MAX_GRADE
from rankviz.core.trace import HOLE, Trace
from rankviz.display.charts.figures import Labels, metric_by_cutoff
from rankviz.evaluation.evaluate import narrow
from rankviz.explore.charts.counts import counts_payload
from rankviz.explore.view.chart import charts_payload, rank_chart_payload
from rankviz.explore.view.derivation import derivation_payload, lines_of
from rankviz.explore.view.scores import measures_payload, value_payload
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts
from rankviz.web.data_frames import curve_frames, list_frame
from tests.core.test_oracles import any_convention
from tests.explore.test_drawn_values import EVERY_METRIC, NUMBER, analysis_of, cases, close, number, prints
from tests.helpers.long import rounds
from tests.oracles import literal
from tests.oracles.latex_runner import run_latex
from tests.oracles.literal import AGAINST_IDEAL, ALONG, SOLID
from tests.oracles.metrics import undefined_as_nan, value
from tests.oracles.more_metrics import LEVELS, SETTLED
from tests.oracles.reading import Reading, RefusedError, read


def some(metric: str, count: int) -> Iterator[tuple[Analysis, Texts]]:
    """Cases with at least one entry."""
    return (each for each in cases(metric, count) if each[0].order and len(each[0].order) == len(each[0].ranking.items))


def figures_of(analysis: Analysis, texts: Texts) -> dict[str, Any]:
    return {figure["key"]: figure for figure in charts_payload(analysis, texts)["figures"]}  # type: ignore[attr-defined]


def ranks_of(figure: Any) -> list[int | None]:
    """The ranks that light up where a point is pointed at."""
    return [rank for trace in figure["spec"]["data"] if "hovertext" in trace for rank in trace["customdata"]]


def dots(figure: Any) -> list[tuple[float, float | None, str]]:
    """Points that can be pointed at, with what they say."""
    found = [trace for trace in figure["spec"]["data"] if "hovertext" in trace]
    return [each for trace in found for each in zip(trace["x"], trace["y"], trace["hovertext"], strict=True)]


def words(figure: Any) -> list[str]:
    texts = [text for trace in figure["spec"]["data"] for text in trace.get("text", []) if text]
    return [text.strip("\u2002") for text in texts]


def numbers(text: str) -> list[str]:
    return [match[0] for match in NUMBER.finditer(text)]


def literal_value(
    metric: str, analysis: Analysis, filled: Callable[[Convention], Convention] = lambda each: each, **choices: Any
) -> float:
    """By the oracle, under the choices that the metric declares."""
    convention = narrow(METRICS[metric], filled(replace(analysis.state.convention, **choices)))
    return value(metric, analysis.ranking, convention)


@pytest.mark.parametrize(
    ("values", "dotted"),
    [
        ([0.5] * 30, True),
        ([0.5] * 200, False),
        ([None] * 100 + [0.5] * 100, False),
        ([0.5] * 198 + [None, 0.5], True),  # no line leads to the last one
    ],
)
def test_a_line_has_dots_unless_there_are_too_many_and_each_is_on_the_line(values: list[float | None], dotted: bool) -> None:
    (trace,) = metric_by_cutoff(values, Labels("", "", ""), hover=[""] * len(values))["data"]
    assert ("markers" in trace["mode"]) == dotted


@pytest.mark.slow
@EVERY_METRIC
def test_the_first_figure_adds_up_what_its_title_says(metric: str) -> None:
    if metric in ALONG:
        return
    for analysis, texts in some(metric, 12):
        shown = figures_of(analysis, texts)
        found = dots(shown.get("dcg") or shown["sum"])
        assert ("dcg" in shown) == (metric in AGAINST_IDEAL)
        expected = running(metric, analysis)
        cutoff = analysis.state.convention.cutoff or len(found)
        assert [x for x, _, _ in found] == ranks_of(shown.get("dcg") or shown["sum"]) == list(range(1, len(expected) + 1))
        for (k, y, said), sums in zip(found, expected, strict=True):
            assert y is not None
            assert close(y, sums[0]), (said, sums)
            assert numbers(said)[0] == str(k)
            assert all(map(prints, numbers(said)[1:], sums)), (said, sums)
        labels = [numbers(text)[-1] for text in words(shown.get("dcg") or shown["sum"])]
        at = expected[min(cutoff, len(expected)) - 1]
        assert all(map(prints, labels, at)), (labels, at)
        assert len(labels) == len(at)


@pytest.mark.parametrize("language", LANGUAGES)
@EVERY_METRIC
def test_an_empty_list_adds_nothing_up_and_says_so(metric: str, language: str) -> None:
    texts = Texts(language)
    shown = figures_of(analysis_of(metric, Ranking.from_grades([]), Convention()), texts)
    figure = shown.get("dcg") or shown.get("sum") or shown["hits"]
    assert not any(trace["x"] for trace in figure["spec"]["data"])
    assert texts("chart.nothing_shown") in figure["alt"]


def test_a_list_of_which_every_entry_is_skipped_adds_nothing_up() -> None:
    analysis = analysis_of("auc", Ranking.from_grades([None, None]), Convention(unjudged="skip"))
    assert Texts("en")("chart.nothing_shown") in figures_of(analysis, Texts("en"))["sum"]["alt"]


def running(metric: str, analysis: Analysis) -> list[tuple[float, ...]]:
    """What has been added up at each rank: the gains and the ideal's, the terms, or the hits."""
    ks = range(1, len(analysis.ranking.items) + 1)
    if metric in AGAINST_IDEAL:
        convention = narrow(METRICS[METRICS[metric].rank_display.ideal], analysis.state.convention)
        readings = (read(analysis.ranking, replace(convention, cutoff=k)) for k in ks)
        return [tuple(total(reading) for total in AGAINST_IDEAL[metric]) for reading in readings]
    solid = SOLID[metric]
    if solid is None or metric in ("rr", "iprec", "coverage_error") or metric in literal.COUNTS:
        return [(literal_value("tp", analysis, cutoff=k),) for k in ks]
    cut = "cutoff" in METRICS[metric].uses
    found = []
    for k in ks:
        convention = replace(analysis.state.convention, cutoff=k) if cut else analysis.state.convention
        entries = literal.entries(metric, analysis.ranking, convention)
        found.append((math.fsum(solid(entry) for entry in entries[: k if not cut else None]),))
    return found


@pytest.mark.parametrize("metric", ["ndcg", "dcg", "idcg"])
def test_a_line_with_another_value_than_the_measure_of_its_name_says_at_which_rank(metric: str) -> None:
    short = {"cutoff": 10}
    choices: tuple[dict[str, Any], ...] = (short, {}, short | {"ideal": "k_ones"}, {"cutoff": 2}, short | {"ideal_cut": "none"})
    for each in choices:
        analysis = analysis_of(metric, Ranking.from_grades([3, 2, 3], missed=[3, 2]), Convention().with_choices(each))
        for text in words(figures_of(analysis, Texts("en"))["dcg"]):
            name, depth, printed = re.fullmatch(r"(I?DCG)(?:@(\d+))? (\S+)", text).groups()  # type: ignore[union-attr]
            k = int(depth) if depth else analysis.state.convention.cutoff
            assert prints(printed, literal_value(name.lower(), analysis, cutoff=k)), (text, each)
            assert not depth or not prints(printed, literal_value(name.lower(), analysis))


@pytest.mark.slow
@EVERY_METRIC
def test_the_value_at_every_cutoff_is_drawn_and_said(metric: str) -> None:
    for analysis, texts in some(metric, 10):
        shown = figures_of(analysis, texts).get("by-cutoff")
        if shown is None or "cutoff" not in METRICS[metric].uses:
            continue
        for k, (x, y, said) in enumerate(dots(shown), 1):
            expected = literal_value(metric, analysis, undefined_as_nan, cutoff=k)
            assert x == k
            assert (y is None) == math.isnan(expected)
            assert f"@{k} " in said
            if y is not None:
                assert close(y, expected)
                assert prints(said.split(" ")[-1], expected)


def reading_of(metric: str, analysis: Analysis) -> Reading:
    return read(analysis.ranking, replace(analysis.state.convention, **SETTLED.get(metric, {})))  # type: ignore[arg-type]


@pytest.mark.parametrize("metric", ["ap", "prauc", "iprec", "iprec11", "bep"])
def test_points_and_names_of_the_precision_recall_curve_are_the_definition(metric: str) -> None:
    for analysis, texts in some(metric, 20):
        source = metric if metric in ("prauc", "iprec", "iprec11") else "ap"
        convention = analysis.state.convention
        if source == "ap":  # the curve is that of average precision with its own ties
            narrowed = analysis.trace("ap")
            assert narrowed is not None
            convention = narrowed.convention
        shown, entries = figures_of(analysis, texts)["pr"], literal.entries(source, analysis.ranking, convention)
        total = entries[0].reading.relevant_everywhere
        found = dots(shown)
        if not total or not found:
            continue
        ends = [entry for entry in entries if entry.group[1] == entry.place + 1]
        assert ranks_of(shown)[: len(ends)] == [entry.group[1] for entry in ends]
        for (recall, precision, said), entry in zip(found, ends, strict=False):
            assert precision is not None
            hits, depth = entry.reading.count_credited(entry.top(entry.place + 1)), entry.place + 1
            assert close(recall, hits / total)
            assert close(precision, hits / depth)
            assert all(map(prints, numbers(said), (depth, recall, precision))), said
        for x, y, said in found[len(ends) :]:
            assert y is not None
            assert all(
                prints(text, number) for text, number in zip(numbers(said)[-2:], (x, y)[-len(numbers(said)) :], strict=False)
            )
        check_names(metric, analysis, words(shown))
        check_area(shown, entries)


def check_area(figure: Any, entries: list[literal.Entry]) -> None:
    """The steps stand at the hits, each as high as its precision; dotted, as high as the best one from there on."""
    ends = [entry for entry in entries if entry.group[1] == entry.place + 1]
    count, total = entries[0].reading.count_credited, entries[0].reading.relevant_everywhere
    points = [(count(entry.top(entry.place + 1)), entry.place + 1) for entry in ends]
    steps = [i for i, (hits, _) in enumerate(points) if hits > (points[i - 1][0] if i else 0)]
    best = [max(hits / depth for hits, depth in points[i:]) for i in range(len(points))]
    lines = {trace["line"]["dash"]: trace for trace in figure["spec"]["data"] if trace.get("line", {}).get("shape") == "vh"}
    expected = {"solid": [points[i][0] / points[i][1] for i in steps], "2px,3px": [best[i] for i in steps]}
    for dash, heights in expected.items() if steps else ():
        trace = lines[dash]
        assert trace["x"][: len(steps) + 1] == pytest.approx([0, *(points[i][0] / total for i in steps)])
        assert trace["y"][: len(steps) + 1] == pytest.approx([heights[0], *heights])


def check_names(metric: str, analysis: Analysis, names: list[str]) -> None:
    """What is written into the area is average precision of the whole list, and the value of the metric under study."""
    source = analysis.trace(metric if metric in ("prauc", "iprec", "iprec11") else "ap")
    assert source is not None
    known = {"cutoff": None, "ap_base": "R", "ties": source.convention.ties}
    assert prints(names[0].split(" ")[-1], literal_value("ap", analysis, **known)), names
    if len(names) > 1:
        choices = {"pr_area": "trapezoid"} if metric == "prauc" else {}
        assert prints(names[1].split(" ")[-1], literal_value(metric, analysis, **choices)), names


@pytest.mark.parametrize("metric", ["auc", "ranking_loss"])
def test_points_of_the_roc_curve_and_cells_of_the_pairs_are_the_definition(metric: str) -> None:
    for analysis, texts in some(metric, 30):
        shown = figures_of(analysis, texts)
        entries = literal.entries("auc", analysis.ranking, analysis.state.convention)
        everything = analysis.state.convention.auc_range == "all_judged_or_retrieved"
        hidden = entries[0].reading.missed if everything else []
        relevant = entries[0].reading.relevant
        levels = [*entries[0].reading.groups, *([hidden] if hidden else [])]
        good = [(i, item) for i, level in enumerate(levels) for item in level if relevant(item)]
        bad = [(i, item) for i, level in enumerate(levels) for item in level if not relevant(item)]
        if not good or not bad:
            assert not dots(shown["roc"])
            continue
        for level, (x, y, said) in enumerate(dots(shown["roc"])[1:]):
            assert close(x, sum(1 for i, _ in bad if i <= level) / len(bad))
            assert y is not None
            assert close(y, sum(1 for i, _ in good if i <= level) / len(good))
            assert all(map(prints, numbers(said), (x, y))), said
        expected = literal_value("auc", analysis, undefined_as_nan)
        assert prints(words(shown["roc"])[0].split(" ")[-1], expected)
        check_pairs(shown["pairs"], [i for i, _ in good], [i for i, _ in bad], texts)


def check_pairs(figure: Any, good: list[int], bad: list[int], texts: Texts) -> None:
    (cells,) = (trace for trace in figure["spec"]["data"] if trace.get("meta") == "pairs")
    names = [figure["spec"]["layout"][axis]["ticktext"] for axis in ("yaxis", "xaxis")]
    for x, y, ranks, said in zip(cells["x"], cells["y"], cells["customdata"], cells["hovertext"], strict=True):
        assert [each for each in ranks if each] == [int(each) for each in numbers(said)]
        assert [str(each or "–") for each in ranks] == [names[0][y], names[1][x]]
    signs = {"square": "right", "triangle-sw": "tied", "x-thin-open": "wrong"}
    counts = dict.fromkeys(signs.values(), 0)
    for x, y, symbol, said in zip(cells["x"], cells["y"], cells["marker"]["symbol"], cells["hovertext"], strict=True):
        state = "right" if good[y] < bad[x] else "wrong" if good[y] > bad[x] else "tied"
        assert signs[symbol] == state
        assert said.endswith(texts(f"chart.pairs_{state}"))
        counts[state] += 1
    title = re.sub("<[^<>]*>", " ", figure["spec"]["layout"]["title"]["text"])
    for state, count in counts.items():
        assert count == 0 or f"{texts(f'chart.pairs_{state}')} {count}" in title
    total = len(good) * len(bad)
    assert sum(counts.values()) == total
    assert str(total) in numbers(figure["caption"])


@pytest.mark.parametrize("metric", ["precision", "ap", "auc"])
def test_counts_and_quotients_are_counted_on_the_list(metric: str) -> None:
    for analysis, texts in some(metric, 25):
        table: Any = counts_payload(analysis, texts)
        cells = {cell["label"]: number(cell["value"]) for row in table["rows"] for cell in row["cells"]}
        expected = {key.upper(): literal_value(key, analysis) for key in ("tp", "fp", "fn", "tn")}
        assert all(close(round(cells[key], 3), round(expected[key], 3)) for key in expected), (cells, expected)
        assert [cell["label"] for row in table["rows"] for cell in row["cells"]] == ["TP", "FP", "FN", "TN"]
        tp, fp, fn, tn = (expected[key] for key in ("TP", "FP", "FN", "TN"))
        wanted = {"TPR": (tp, tp + fn), "FPR": (fp, fp + tn), "P": (tp, tp + fp), "Acc": (tp + tn, tp + fp + fn + tn)}
        for row in table["rates"]["rows"]:
            top, bottom = wanted[row["name"]]
            filled = {"TPR": (tp, tp, fn), "FPR": (fp, fp, tn), "P": (tp, tp, fp), "Acc": (tp, tn, tp + fp + fn + tn)}[
                row["name"]
            ]
            shown = re.findall(r"<mn>([^<]*)</mn>", row["math"])
            assert len(shown) == len(filled)
            assert all(map(prints, shown, filled)), (row["name"], shown, filled)
            assert prints(row["value"], top / bottom) if bottom else row["value"] == texts("panel.undefined")
            if bottom:
                assert close(float(row["title"]), top / bottom)


@pytest.mark.slow
@EVERY_METRIC
def test_the_panel_shows_under_each_name_the_value_of_that_metric(metric: str) -> None:
    for analysis, texts in cases(metric, 3):
        rows: Any = measures_payload(analysis, True, texts)
        for row in (*rows["rows"], *rows["more_rows"]):
            check_row(row, analysis, texts)
        head: Any = value_payload(analysis, texts)
        if not head["undefined"] and head["detail"]:
            top, bottom = map(number, head["detail"].split(" / "))
            slack = 6e-4 + 6e-4 * (1 + abs(top / bottom)) / abs(bottom)
            assert abs(number(head["value"]) - top / bottom) <= slack, head
            assert prints(head["value"], literal_value(metric, analysis))


def check_row(row: Any, analysis: Analysis, texts: Texts) -> None:
    settled = analysis.trace(row["key"])
    if settled is None:
        assert row["value"] == texts("panel.refused")
        return
    try:
        expected = value(row["key"], analysis.ranking, undefined_as_nan(settled.convention))
    except RefusedError:
        return
    if math.isnan(expected):
        assert row["value"] == texts("panel.undefined"), row
    else:
        assert close(float(row["title"]), expected), row
        assert prints(row["value"], expected), row


def is_of_list(line: str, analysis: Analysis) -> bool:
    """Whether a line adds up entries of the list, not of the ideal."""
    assert isinstance(analysis.main, Trace)
    summed = HOLE.findall(analysis.main.step(line).template)
    return all(analysis.main.step(key).axis != "ideal" for _, key in summed)


@EVERY_METRIC
def test_the_numbers_of_a_derivation_give_its_results(metric: str) -> None:
    def nothing(kind: str, key: str) -> Any:
        raise AssertionError(f"<{kind} {key}>")

    for analysis, _ in cases(metric, 15):
        entries = literal.entries(metric, analysis.ranking, analysis.state.convention)
        for line in lines_of(analysis):
            values = [float(run_latex(term.latex, nothing)) for term in line.terms]
            for term, found in zip(line.terms, values, strict=True):
                solid = SOLID[metric] if is_of_list(line.key, analysis) else None
                if term.rank is not None and solid is not None:
                    there = [solid(entry) for entry in entries if literal.rank(entry) == term.rank]
                    close_to = partial(math.isclose, found, rel_tol=5e-3, abs_tol=2e-3 * scale(values))
                    assert any(map(close_to, there)), (line, term)
            if line.undefined or not values or not all(map(math.isfinite, values)):
                continue
            whole = max(values) if line.operator == "," else math.fsum(values)
            assert math.isclose(number(line.result), whole, rel_tol=2e-2, abs_tol=2e-3 * len(values) * scale(values)), line
            assert math.isclose(number(line.result), float(line.exact), rel_tol=1e-3, abs_tol=6e-4)
        last = lines_of(analysis)[-1]
        if not last.undefined:
            assert close(float(last.exact), literal_value(metric, analysis))


def scale(values: list[float]) -> float:
    return max([1.0, *map(abs, values)])


def test_the_curves_tables_hold_the_eleven_levels_of_the_definition() -> None:
    for analysis, texts in some("iprec11", 10):
        frames = curve_frames(analysis, texts)
        expected = literal.levels(analysis.ranking, analysis.state.convention, LEVELS)
        if reading_of("iprec11", analysis).relevant_everywhere:
            frame = frames[1]
            assert frame[texts("chart.recall")].tolist() == pytest.approx(list(LEVELS))
            assert frame[texts("chart.envelope")].tolist() == pytest.approx(expected)
        assert reading_of("iprec11", analysis)


# ---------------------------------------------------------------------------------------------------------------------------
# Numbers at the limits

SMALL, LARGE = (5e-324, 2.5e-308, 1e-200, 1e-9), (1e9, MAX_GRADE, -MAX_GRADE)
EDGES = (0.0, 1.0, -1.0, 1022.0, -1074.0, *SMALL, *LARGE)


def edge(draw: Random) -> float:
    """A number that a grade or a score may be, of any size."""
    any_size = math.ldexp(draw.uniform(-1, 1), draw.randint(-1080, 49))
    return draw.choice([draw.choice(EDGES), any_size])


def edges(draw: Random, count: int) -> list[float]:
    return [edge(draw) for _ in range(count)]


def everything(analysis: Analysis, texts: Texts) -> list[Any]:
    """All figures of a page, each with what else is made of the same numbers."""
    main = analysis.main
    derivation_payload(analysis, lines_of(analysis), "", texts)
    value_payload(analysis, texts)
    measures_payload(analysis, True, texts)
    if isinstance(main, Trace):
        list_frame(main, analysis, texts)
    return [*rank_chart_payload(analysis, texts)["figures"], *charts_payload(analysis, texts)["figures"]]  # type: ignore[misc]


@pytest.mark.slow
@EVERY_METRIC
def test_the_smallest_and_the_largest_numbers_break_no_figure(metric: str) -> None:
    draw = Random(f"edges {metric}")  # noqa: S311
    for _ in range(rounds(6)):
        count = draw.randint(1, 4)
        scores = draw.choice([None, edges(draw, count)])
        ranking = Ranking.from_grades(edges(draw, count), scores=scores, missed=edges(draw, draw.randint(0, 2)))
        convention = any_convention(draw, metric)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            figures = everything(analysis_of(metric, ranking, convention), Texts("en"))
        for figure in figures:
            spec = json.loads(json.dumps(figure["spec"]), parse_constant=pytest.fail)  # inf and NaN are no JSON in a browser
            check_axes(spec)
            if draw.random() < 0.05:
                go.Figure(spec)


def check_axes(spec: Any) -> None:
    """Plotly divides the length of an axis by its range."""
    for name in ("xaxis", "yaxis"):
        low, high = spec["layout"][name]["range"]
        assert math.isfinite(1000 / (high - low))
        assert math.isfinite(high - low)
        assert high != low


GIANTS = (1e200, 1.7976931348623157e308, -1.7976931348623157e308, 5e-324, 1.0, 0.0)


@EVERY_METRIC
def test_numbers_that_overflow_are_refused_in_words_and_never_warn(metric: str) -> None:
    draw = Random(f"giants {metric}")  # noqa: S311
    for _ in range(rounds(10)):
        count = draw.randint(1, 4)
        grades = draw.choices([MAX_GRADE, -MAX_GRADE, 1074.0, 5e-324, 0.0], k=count)
        ranking = Ranking.from_grades(grades, scores=draw.choice([None, draw.choices(GIANTS, k=count)]))
        choices = {
            field: option for field, option in vars(any_convention(draw, metric)).items() if field in METRICS[metric].uses
        }
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                found = explain(METRICS[metric].name, ranking, **choices)
            except InputError as error:
                assert Texts(draw.choice(LANGUAGES))(f"error.{error.key}", **error.where)
                continue
            assert found.trace.undefined.any() or math.isfinite(found.value), (ranking, choices)


@pytest.mark.parametrize(
    ("measure", "grades", "scores"),
    [("RMSE", [1.0], [1e200]), ("MAE", [0.0, 0.0], [1.7e308, 1.7e308]), ("RMSE", [1, 1], [1.3e154, 1.3e154])],
)
def test_errors_of_ratings_that_are_no_number_are_told(measure: str, grades: list[float], scores: list[float]) -> None:
    with pytest.raises(InputError, match="too large"):
        explain(measure, Ranking.from_grades(grades, scores=scores))


@pytest.mark.parametrize("count", [1, 6, 60])
def test_the_names_beside_what_a_rank_is_worth_are_a_line_apart(count: int) -> None:
    analysis = analyse(AppState((Ranking.from_grades([1] * count),), "ndcg", Convention(cutoff=count)))
    spec = figures_of(analysis, Texts("en"))["worth"]["spec"]
    (names,) = [trace for trace in spec["data"] if trace.get("text")]
    plot = spec["layout"]["height"] - spec["layout"]["margin"]["t"] - spec["layout"]["margin"]["b"]
    low, high = spec["layout"]["yaxis"]["range"]
    places = sorted((y - low) / (high - low) * plot for y in names["y"])
    assert len(places) > 5
    size = max(names["textfont"]["size"])
    assert min(b - a for a, b in pairwise(places)) >= 1.3 * size
    assert size / 2 <= places[0] <= places[-1] <= plot + size  # none lies on the axis of the ranks


@pytest.mark.parametrize(("count", "is_seen"), [(10, False), (60, True)])
def test_no_option_is_named_whose_line_is_out_of_sight(count: int, is_seen: bool) -> None:
    """Down to rank 8 the weight 1/log₁₀(i + 1) is above 1, where the chart ends."""
    analysis = analyse(AppState((Ranking.from_grades([1] * count),), "ndcg", Convention(cutoff=count)))
    spec = figures_of(analysis, Texts("en"))["worth"]["spec"]
    (names,) = [trace for trace in spec["data"] if trace.get("text")]
    assert ("log₁₀(i + 1)" in names["text"]) == is_seen
    assert "ln(i + 1)" in names["text"]


def test_the_word_in_an_empty_chart_can_be_pressed() -> None:
    analysis = analyse(AppState((Ranking.from_grades([0, 0]),), "ap", Convention(cutoff=2)))
    for key, figure in figures_of(analysis, Texts("en")).items():
        words = [
            pair for each in figure["spec"]["data"] if "ids" in each for pair in zip(each["text"], each["ids"], strict=True)
        ]
        assert (("undefined", "undefined") in words) == (key in ("by-cutoff", "pr", "roc")), key


def test_a_metric_without_a_cutoff_has_no_chart_by_cutoff() -> None:
    for key, metric in METRICS.items():
        found = figures_of(analyse(AppState((Ranking.from_grades([1, 0, 1]),), key, Convention())), Texts("en"))
        assert ("by-cutoff" in found) == ("cutoff" in metric.uses and not metric.rank_display.pairs), key
