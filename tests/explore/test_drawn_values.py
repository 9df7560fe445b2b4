"""Is everything that is drawn rank by rank what its words promise? Bars, columns and tables against `literal.py`.

The finished figure is read as a person would: the legend says what is solid and pale, a head what stands under it, and signs in
the heads (÷, ×, =) make a row an equation.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from rankviz import METRICS, Convention, Item, Ranking, explain
from rankviz.core.trace import Trace
from rankviz.explore.view.chart import rank_chart_payload
from rankviz.explore.view.derivation import derivation_payload, lines_of
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts
from rankviz.web.data_frames import list_frame, step_frame
from tests.core.test_oracles import any_convention, any_list
from tests.helpers.long import rounds
from tests.oracles import literal
from tests.oracles.literal import ONE_DECIDES, PALE, SOLID, TERMS, WORDS, Entry
from tests.oracles.metrics import undefined_as_nan, value
from tests.oracles.more_metrics import SETTLED
from tests.oracles.reading import read

EVERY_METRIC = pytest.mark.parametrize("metric", METRICS)
NUMBER = re.compile(r"[−-]?(?:\d+(?:\.\d+)?(?:e[+-]\d+)?|∞)")
TAGS = re.compile(r"<[^<>]*>")
SIGNS = {"■": "solid", "□": "pale", "┅": "dashed"}
BLANK = "—"


def number(text: str) -> float:
    """Read a printed number back; a fraction too."""
    if "/" in text:
        top, bottom = text.split("/")
        return number(top) / number(bottom)
    return float(text.strip().replace("−", "-").replace("∞", "inf"))


def prints(text: str, expected: float) -> bool:
    """Whether a number, printed with three decimals or as a power of ten, is the expected one."""
    return math.isclose(number(text), expected, rel_tol=6e-4, abs_tol=5.001e-4) or number(text) == expected


def close(found: float, expected: float) -> bool:
    return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-12)


@dataclass(frozen=True)
class Bars:
    """The tall figure as it is seen: lengths by rank, and the columns by their heads, from left to right."""

    names: dict[str, str]
    lengths: dict[str, list[float]]
    keys: dict[str, str]
    columns: dict[str, list[str]]


def seen(spec: Any) -> Bars:
    lengths: dict[str, list[float]] = {}
    keys: dict[str, str] = {}
    for trace in spec["data"]:
        if trace["type"] == "bar":
            kind = "pale" if trace["marker"]["line"]["width"] else "solid"
            assert trace["y"] == trace["customdata"] == list(range(1, len(trace["y"]) + 1))
            lengths[kind], keys[kind] = [each or 0.0 for each in trace["x"]], trace["name"]
        elif trace["mode"] == "lines":
            lengths["dashed"], keys["dashed"] = frames(trace), trace["name"]
    words = [point for trace in spec["data"] if trace.get("mode") == "text" for point in texts_of(trace)]
    legend = next(text for x, y, text in words if x == 0 and y < 0.5)
    parts = [part.split(" ", 1) for part in legend.split("\u2002\u2002")] if legend else []
    columns: dict[str, list[str]] = {}
    for place in sorted({x for x, _, _ in words if x}):
        column = sorted((y, text) for x, y, text in words if x == place)
        assert [y for y, _ in column[1:]] == list(range(1, len(column)))
        columns[column[0][1]] = [text for _, text in column[1:]]
    return Bars({SIGNS[sign]: name for sign, name in parts}, lengths, keys, columns)


def texts_of(trace: Any) -> list[tuple[float, float, str]]:
    texts = [TAGS.sub("", text).rstrip("\u2002") for text in trace["text"]]
    return list(zip(trace["x"], trace["y"], texts, strict=True))


def frames(trace: Any) -> list[float]:
    """Right ends of the dashed frames by rank."""
    ends: dict[int, float] = {}
    for x, y in zip(trace["x"], trace["y"], strict=True):
        if x:
            ends[round(y)] = x
    return [ends.get(rank, 0.0) for rank in range(1, max(ends, default=0) + 1)]


def analysis_of(metric: str, ranking: Ranking, convention: Convention) -> Analysis:
    return analyse(AppState(lists=(ranking,), metric=metric, convention=convention))


def figure_of(analysis: Analysis, texts: Texts) -> Any:
    return rank_chart_payload(analysis, texts)["figures"][0]  # type: ignore[index]


def drawn_as(metric: str) -> str:
    """The ideal has no terms of the list, so IDCG shows the list as nDCG does."""
    return "ndcg" if metric == "idcg" else metric


def cases(metric: str, count: int) -> Iterator[tuple[Analysis, Texts]]:
    """Lists under conventions that the metric does not refuse, the same ones in every run."""
    draw = Random(metric)  # noqa: S311
    for _ in range(rounds(count)):
        analysis = analysis_of(metric, any_list(draw), any_convention(draw, metric))
        texts = Texts(draw.choice(LANGUAGES))
        if isinstance(analysis.main, Trace):
            yield analysis, texts


@pytest.mark.slow
@EVERY_METRIC
def test_bars_and_columns_are_what_their_words_say(metric: str) -> None:
    for analysis, texts in cases(metric, 25):
        check_figure(metric, analysis, texts)


def check_figure(metric: str, analysis: Analysis, texts: Texts) -> None:
    ranking, convention = analysis.ranking, analysis.state.convention
    figure = figure_of(analysis, texts)
    found, entries = seen(figure["spec"]), literal.entries(drawn_as(metric), ranking, convention)
    check_bars(metric, found, entries)
    check_columns(metric, found.columns, entries)
    check_equations(found.columns)
    last = list(found.columns.values())[-1]
    said = re.findall(r"(?:Rank|第) (\d+)(?: 位)?[:：] ?(.*?)[.。](?: |$|(?=第))", figure["alt"])
    assert [text for _, text in said] == last, figure["alt"]
    assert [int(at) for at, _ in said] == list(range(1, len(last) + 1))
    if "dashed" in found.lengths:
        expected = literal.ideal_terms(metric, ranking, convention, max(len(entries), 1))
        shown = [*found.lengths["dashed"], *[0.0] * len(expected)][: len(expected)]
        assert all(map(close, shown, expected)), (shown, expected)


ASIDE: tuple[tuple[Ranking, dict[str, Any], list[str]], ...] = (
    (Ranking((Item("a", 3), Item("b", 0), Item("a", 2), Item("c", None))), {}, ["3", "0", "2 → 0", "? → 0"]),
    (Ranking((Item("a", 3), Item("b", -1))), {"negative": "unjudged"}, ["3", "−1 → 0"]),
    (Ranking((Item("a", 3), Item("b", -1), Item("b", 2))), {"negative": "unjudged"}, ["3", "−1 → 0", "2 → 0"]),
)


@pytest.mark.parametrize(("ranking", "choices", "gains"), ASIDE, ids=range(len(ASIDE)))
def test_a_grade_that_is_set_aside_is_shown_with_what_it_earns_and_why(
    ranking: Ranking, choices: dict[str, Any], gains: list[str]
) -> None:
    analysis, texts = analysis_of("dcg", ranking, Convention(**choices)), Texts("en")
    columns = seen(figure_of(analysis, texts)["spec"]).columns
    assert columns["gain"] == gains
    steps: Any = derivation_payload(analysis, lines_of(analysis), "", texts)["steps"]
    for gain, step in zip(gains, steps, strict=True):
        said = "".join(piece if isinstance(piece, str) else str(piece["text"]) for piece in step["text"])
        aside = "" if "→" not in gain or "?" in gain else gain.partition(" ")[0]
        assert ("is set aside" in said) == bool(aside)
        assert ("below 0" in said) == ("−" in aside)
        assert aside in said


def check_bars(metric: str, found: Bars, entries: Sequence[Entry]) -> None:
    """Lengths are what the definition says, and the recorded array whose key they carry."""
    solid, pale = SOLID[metric], PALE[metric]
    expected = only_deciding(metric, [solid(entry) if solid else 0.0 for entry in entries], entries)
    assert all(map(close, found.lengths["solid"] or [0.0] * len(entries), expected)), (found.lengths, expected)
    assert ("solid" in found.names) == (solid is not None)
    assert ("pale" in found.names) == (pale is not None and bool(entries))
    if pale and entries:
        assert all(map(close, found.lengths["pale"], map(pale, entries))), (found.lengths["pale"], list(map(pale, entries)))
        assert all(map(close, found.lengths["pale"], map(WORDS[found.names["pale"]], entries))), found.names


def only_deciding(metric: str, terms: list[float], entries: Sequence[Entry]) -> list[float]:
    """Of metrics that one entry decides, the term of that one: the first of the largest, if it is the value."""
    if metric not in ONE_DECIDES or not any(terms):
        return terms
    reading = entries[0].reading
    best, missed = max(terms), reading.missed if reading.convention.auc_range == "all_judged_or_retrieved" else []
    if metric == "coverage_error" and any(reading.relevant(item) for item in missed):
        return [0.0] * len(terms)
    return [term if place == terms.index(best) else 0.0 for place, term in enumerate(terms)]


def check_columns(metric: str, columns: dict[str, list[str]], entries: Sequence[Entry]) -> None:
    for head, cells in columns.items():
        name = head.lstrip("÷×= ")
        meaning = SOLID[metric] if name in ("term", "贡献") else WORDS[name]
        assert meaning is not None
        for cell, entry in zip(cells, entries, strict=True):
            text = cell.split(" → ")[-1].removeprefix("÷ ")
            assert (" → " in cell) == (name in ("gain", "增益") and entry.item.grade is None)
            if text == BLANK:
                deep = entry.reading.convention.cutoff is not None and entry.group[1] > entry.reading.k
                assert deep or not is_counted(entry, name) or not meaning(entry), (head, cells)
            else:
                assert prints(text, meaning(entry)), (head, cells, meaning(entry))


def check_equations(columns: dict[str, list[str]]) -> None:
    """Where heads carry signs, each row is a true equation, up to the rounding of what is printed."""
    heads = list(columns)
    start = next((i - 1 for i, head in enumerate(heads) if head[0] in "÷×"), None)
    if start is None:
        return
    for row in zip(*list(columns.values())[start:], strict=True):
        cells = [cell.split(" → ")[-1].removeprefix("÷ ") for cell in row]
        if BLANK in cells or any("e" in cell or "∞" in cell for cell in cells):
            continue
        left, slack = number(cells[0]), 5e-4
        for head, cell in zip(heads[start + 1 : -1], cells[1:-1], strict=True):
            other = number(cell)
            low = max(abs(other) - 5e-4, 1e-9)
            slack = (slack + 5e-4 * abs(left / low)) / low if head[0] == "÷" else slack * abs(other) + 5e-4 * abs(left)
            left = left / other if head[0] == "÷" else left * other
        assert abs(left - number(cells[-1])) <= slack + 6e-4, (heads, row)


def whole(metric: str, ranking: Ranking, convention: Convention) -> tuple[float, float]:
    """The sum (or the largest) of the bars as the definition has it, and what makes it the value."""
    reading = read(ranking, replace(convention, **SETTLED.get(metric, {})))  # type: ignore[arg-type]
    result = value(metric, ranking, undefined_as_nan(convention))
    total = reading.relevant_everywhere
    if metric == "rbp":
        return result, 1 - convention.rbp_p
    if metric in ("prauc", "bpref", "rprec", "bep"):
        return result, 1 / total if total else math.nan
    if metric in ("tp", "cg", "dcg", "err"):
        return result, 1.0
    if metric == "mae":
        rated = sum(1 for item in reading.shown if item.grade is not None)
        return result, 1 / rated if rated else math.nan
    return result, math.nan


@pytest.mark.slow
@EVERY_METRIC
def test_the_solid_bars_add_up_to_the_value(metric: str) -> None:
    for analysis, texts in cases(metric, 25):
        assert isinstance(analysis.main, Trace)
        if not analysis.main.undefined[0]:
            bars = seen(figure_of(analysis, texts)["spec"]).lengths["solid"]
            check_total(metric, bars, analysis.ranking, analysis.state.convention)


def check_total(metric: str, bars: list[float], ranking: Ranking, convention: Convention) -> None:
    if metric in ("rr", "success", "iprec"):
        assert close(max(bars, default=0.0), value(metric, ranking, convention))
        return
    expected, factor = whole(metric, ranking, convention)
    if not math.isnan(factor) and not math.isnan(expected):
        assert close(math.fsum(bars) * factor, expected), (bars, factor, expected)


def test_a_bar_carries_the_key_of_the_array_that_it_is() -> None:
    ranking = Ranking.from_grades([3, 0, None, 1, 2], missed=[2], scores=[5, 4, 4, 2, 1])
    for metric in METRICS:
        steps = {step.key: step.value for step in explain(drawn_as_name(metric), ranking).steps}
        found = seen(figure_of(analysis_of(metric, ranking, Convention()), Texts("en"))["spec"])
        for kind in ("solid", "pale"):
            if found.keys.get(kind):
                lengths = steps[found.keys[kind]][0].tolist()
                if kind == "solid" and metric in ONE_DECIDES:
                    lengths = [each if place == lengths.index(max(lengths)) else 0.0 for place, each in enumerate(lengths)]
                assert found.lengths[kind] in (lengths, [0.0] * len(lengths) * (metric == "coverage_error")), metric


def drawn_as_name(metric: str) -> str:
    return METRICS[drawn_as(metric)].name


# ---------------------------------------------------------------------------------------------------------------------------
# The tables


@pytest.mark.slow
@EVERY_METRIC
def test_a_table_shows_under_each_head_what_it_names(metric: str) -> None:
    for analysis, texts in cases(metric, 12):
        check_table(metric, analysis, texts)


def check_table(metric: str, analysis: Analysis, texts: Texts) -> None:
    main = analysis.main
    assert isinstance(main, Trace)
    frame = list_frame(main, analysis, texts)
    entries = literal.entries(metric, analysis.ranking, analysis.state.convention)
    assert frame[texts("chart.column_document")].tolist() == [entry.item.doc_id for entry in entries]
    gathered = 0
    for head in frame.columns:
        if head == texts("chart.column_document"):
            continue
        meaning = WORDS.get(head)
        if meaning is None or head in TERMS:
            assert head in TERMS or head in OTHER_WORDS, head
            gathered += head in TERMS
            meaning = SOLID[metric] if head in TERMS else OTHER_WORDS[head]
        assert meaning is not None
        for cell, entry in zip(frame[head], entries, strict=True):
            if math.isnan(cell):
                assert not is_counted(entry, head), (head, frame)
            else:
                assert close(cell, meaning(entry)), (head, frame, meaning(entry))
    assert gathered == (0 if metric in ("idcg", "iprec11") else 1)


def before(entry: Entry) -> float:
    start = entry.group[0]
    if not entry.hit:
        return 0.0
    return entry.reading.count_relevant(entry.top(start - 1)) / (start - 1) if start > 1 else 1.0


def ahead(entry: Entry) -> float:
    return literal.curve_height(entry)


OTHER_WORDS = {
    "precision before": before,
    "此前的精确率": before,
    "best precision from here on": ahead,
    "此处及以后的最高精确率": ahead,
}


def is_counted(entry: Entry, head: str) -> bool:
    """Whether an entry that a table leaves empty should have a number."""
    if head in ("grade", "等级"):
        return entry.item.grade is not None
    if head in ("score", "得分"):
        return all(item.score is not None for item in entry.reading.shown)
    if head in ("discount", "折损", "weight of the rank", "排名的权重"):
        return entry.group[0] <= entry.reading.k
    if entry.metric in ("rmse", "mae"):
        return entry.item.grade is not None and all(item.score is not None for item in entry.reading.shown)
    return entry.hit and entry.group[1] <= entry.reading.k and entry.metric not in ("rprec", "bep", "iprec")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_discount_of_the_ideal_order_stands_only_where_it_divides(language: str) -> None:
    # Four are judged and two are counted: 3/1 and 2/log2(3).
    analysis = analysis_of("ndcg", Ranking.from_grades([0, 1], missed=[3, 2]), Convention(cutoff=2))
    texts = Texts(language)
    assert isinstance(analysis.main, Trace)
    frame = step_frame(analysis.main, "ideal", texts)
    discounts, terms = frame[texts("quantity.ideal_discount")], frame[texts("quantity.ideal_term")]
    assert discounts.tolist()[:2] == pytest.approx([1, math.log2(3)])
    assert terms.tolist()[:2] == pytest.approx([3, 2 / math.log2(3)])
    assert discounts.isna().tolist() == terms.isna().tolist() == [False, False, True, True]
    assert frame[texts("quantity.ideal_grade")].tolist() == [3, 2, 1, 0]


@pytest.mark.parametrize("language", LANGUAGES)
@EVERY_METRIC
def test_every_head_of_a_table_is_a_word_of_the_language(metric: str, language: str) -> None:
    texts, ranking = Texts(language), Ranking.from_grades([1, 0, 2], scores=[2, 2, 1], missed=[1])
    for convention in (Convention(), Convention(ties="average", gain="binary", ap_base="all_ranks")):
        analysis = analysis_of(metric, ranking, convention)
        assert isinstance(analysis.main, Trace)
        frames = [list_frame(analysis.main, analysis, texts)]
        frames += [step_frame(analysis.main, "ideal", texts)] if "ideal_rank" in analysis.main else []
        for head in (str(head) for frame in frames for head in frame.columns):
            assert "_" not in head
            assert language == "en" or head == "P@i" or re.search("[\u4e00-\u9fff]", head), head
