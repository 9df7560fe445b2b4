"""The lists on a saved page: the one under study beside its bars, and where there are several, all of them with their mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.metrics.measures import print_measure
from rankviz.core.trace import Trace
from rankviz.display.charts.values import Size
from rankviz.display.formulas.mean_line import line_of_mean, mean_words
from rankviz.display.labels import list_name, list_names
from rankviz.display.list_rows import rows
from rankviz.display.number_format import full
from rankviz.display.svg.figure_svg import ColumnHeads, PictureRow, with_list
from rankviz.display.value_text import value_of_list
from rankviz.display.xml_elements import element, formula, text_elements
from rankviz.explore.charts.state_figures import bars_figure
from rankviz.explore.saved_page.derivation_html import equation
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

MOST_ROWS, MOST_NAMES, MOST_GRADES, MOST_LISTS = 100, 40, 20, 50
PRINTED = Size(row=22, head=24, foot=30, text=13, title=13, note=12)
WIDTH, BESIDE = 840.0, 240.0  # px, of the list with its bars, and of the list
DARKEST = 4  # shade of a grade
UNJUDGED = "?"


def list_html(analysis: Analysis, texts: Texts) -> str:
    """Write the list with its bars, and under it what stands in no row."""
    everything = list(rows(analysis))
    ranked = [row for row in everything if not row.unranked]
    picture_rows = [PictureRow(row.rank, row.item.doc_id, _grade(row.item), _shade(row.item)) for row in ranked[:MOST_ROWS]]
    head = ColumnHeads(texts("list.rank_head"), texts("chart.column_document"), texts("list.grade_head"))
    figure = bars_figure(analysis, texts, PRINTED, MOST_ROWS)
    picture = with_list(figure, head, picture_rows, WIDTH, BESIDE, analysis.state.convention.cutoff)
    sentences = []
    if left_out := len(ranked) - len(picture_rows):
        sentences.append(texts("saved_page.rows_left_out", count=left_out, last=picture_rows[-1].rank))
    if unranked := [row.item for row in everything if row.unranked]:
        sentences.append(texts("saved_page.unranked", names=_names_with_grades(unranked, texts)))
    if missed := analysis.ranking.missed_judged:
        sentences.append(texts("saved_page.missed", names=_names_with_grades(missed, texts)))
    scrolled = element("div", picture, class_="scroll", tabindex=0, role="region", aria_label=texts("list.head"))
    return element("section", scrolled + text_elements("p", sentences), class_="list")


def _grade(item: Item) -> str:
    return UNJUDGED if item.grade is None else full(item.grade)


def _shade(item: Item) -> str:
    """Number of the colour of a grade: whatever is above 0 has not that of 0."""
    return "" if item.grade is None else str(max(0, min(DARKEST, ceil(item.grade))))


def _names_with_grades(items: Sequence[Item], texts: Texts) -> str:
    """Entries with their grades, the first ones of many."""
    named = [
        texts("saved_page.unjudged", name=item.doc_id)
        if item.grade is None
        else texts("saved_page.grade", name=item.doc_id, grade=full(item.grade))
        for item in items[:MOST_NAMES]
    ]
    names = texts("sentence.more_separator").join(named)
    left_out = len(items) - len(named)
    return texts("saved_page.names_left_out", names=names, count=left_out) if left_out else names


def all_lists(analysis: Analysis, texts: Texts) -> str:
    """Write every list with its value, and their mean; "" for one list."""
    whole, line = analysis.all_lists(), line_of_mean(analysis)
    if whole is None:
        return ""
    heads = text_elements("th", (texts(f"saved_page.{key}") for key in ("list", "grades", "value")), scope="col")
    body, sentences = "".join(_list_rows(analysis, texts)), []
    if (left_out := len(analysis.state.lists) - MOST_LISTS) > 0:
        sentences.append(texts("saved_page.lists_left_out", count=left_out))
    mean = ""
    if line is not None and isinstance(whole, Trace):
        sentences += mean_words(whole, analysis.state.convention, list_names(analysis.state, texts), texts)
        result = texts("panel.undefined") if line.undefined else line.result
        name = texts("mean.name", name=print_measure(analysis.metric, analysis.state.convention))
        mean = equation(name, map(formula, (line.symbols, line.numbers)), result, line.exact)
    table = element("table", element("thead", element("tr", heads)) + element("tbody", body))
    return element(
        "section",
        text_elements("h2", [texts("saved_page.lists")]) + table + mean + text_elements("p", sentences),
        class_="lists",
    )


def _list_rows(analysis: Analysis, texts: Texts) -> Iterator[str]:
    for at, ranking in enumerate(analysis.state.lists[:MOST_LISTS]):
        value, title = value_of_list(analysis, at, texts)
        name = text_elements("th", [list_name(analysis.state, at, texts)], scope="row")
        cells = text_elements("td", [_grades(ranking)]) + text_elements("td", [value], title=title)
        yield element("tr", name + cells, class_="here" if at == analysis.state.selected else "")


def _grades(ranking: Ranking) -> str:
    grades = [_grade(item) for item in ranking.items[:MOST_GRADES]]
    return " ".join([*grades, "…"] if len(ranking.items) > MOST_GRADES else grades) or "–"
