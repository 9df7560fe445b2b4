"""When the winner of two runs flips: along a number of the convention, and under every gain and discount."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from rankviz.compare.parameter_sweep import Sweep
from rankviz.compare.words.sweep import sweep_name
from rankviz.core.metrics import METRICS
from rankviz.display.parts.terms import sentence_html
from rankviz.runs.evaluate.prepared_run import Prepared
from rankviz.runs.evaluate.run_evaluation import QueryValues
from rankviz.runs.run_difference import RunCell, RunPairEvaluator, grid_is_too_large, run_grid
from rankviz.runs.summary import counts_of
from rankviz.runs.winner_flips import RunFlips, run_flips, run_sweeps
from rankviz.runs.words import winner_flips as said
from rankviz.runs.words.tables import both_values
from rankviz.texts import Texts
from rankviz.web.components.standalone import data_table
from rankviz.web.pages.runs_figure import draw_figure
from rankviz.web.pages.runs_navigation import QueryLinks
from rankviz.web.session import init_labelled, init_widget, option_of_widget

OPEN, OVER = "rv_runs_flips", "rv_runs_over"


def draw_flips(
    links: QueryLinks, prepared: Sequence[Prepared], results: Sequence[QueryValues], measure: str, texts: Texts
) -> None:
    """Draw the section; nothing is computed before it is opened."""
    runs = links.session.runs
    init_widget(OPEN, runs.flips_open, (False, True))  # as it was before another page was shown
    section = st.expander(texts("winner_flips.title"), key=OPEN, on_change="rerun")
    runs.flips_open = bool(section.open)
    if not section.open:
        return
    with section, st.spinner(texts("runs.flips_computing")):
        if values := both_values(links.files.names, counts_of(results, measure), texts):
            st.html(f'<p class="rv-lesson">{sentence_html(texts("runs.flips_both", **values), texts)}</p>')
        _draw(links, prepared, measure, texts)


def _draw(links: QueryLinks, prepared: Sequence[Prepared], measure: str, texts: Texts) -> None:
    first, second = prepared
    names = links.files.names
    st.html(f'<p class="rv-lesson">{sentence_html(texts("runs.flips_sides", first=names[0], second=names[1]), texts)}</p>')
    metric, convention = METRICS[links.settings.metric], links.convention
    sweeps = {each.key: each for each in run_sweeps(metric, first, second, convention)}
    pressed = _curves(links, prepared, sweeps, measure, texts) if sweeps else ""
    cells = _cells(links, prepared)
    pressed = _grid(links, prepared, cells, texts) or pressed
    if not sweeps and len(cells) < 2:
        st.html(f'<p class="rv-lesson">{sentence_html(texts("runs.flips_nothing"), texts)}</p>')
    if pressed:
        links.compare(pressed)


def _curves(links: QueryLinks, prepared: Sequence[Prepared], sweeps: dict[str, Sweep], measure: str, texts: Texts) -> str:
    """Draw who wins along a parameter; return the query that was clicked, "" for none."""
    names, metric, convention = links.files.names, METRICS[links.settings.metric], links.convention

    def label_of(key: str) -> str:
        return sweep_name(sweeps[key], texts)

    init_labelled(OVER, option_of_widget(OVER, next(iter(sweeps)), sweeps), list(sweeps), label_of)
    key = st.selectbox(
        texts.markdown("winner_flips.over", measure=measure),
        list(sweeps),
        format_func=label_of,
        key=OVER,
    )
    sweep = sweeps[key]

    first, second = prepared

    def find_flips() -> RunFlips:
        return run_flips(metric, first, second, convention, sweep)

    flips = links.session.runs.get_or_compute("flips", (links.files.compared_key, links.settings, key), find_flips)
    x = sweep.current_x(convention)
    current_x = x if x in flips.x.tolist() else None
    lines = "".join(f"<li>{sentence_html(line, texts)}</li>" for line in said.flip_sentences(flips, current_x, texts))
    st.html(f"<ul>{lines}</ul>")
    title = texts("runs.flips_curves")
    draw_figure(said.figure(flips, current_x, (names[0], names[1]), texts), "rv_runs_flips_chart", title, texts)
    tables = {"flipping": said.flipping_data(flips, current_x, texts), "deciding": said.deciding_data(flips, current_x, texts)}
    pressed = ""
    for column, (name, table) in zip(st.columns(2), tables.items(), strict=True):
        with column:
            pressed = (data_table(table, f"rv_runs_{name}") if table else "") or pressed
    return pressed


def _cells(links: QueryLinks, prepared: Sequence[Prepared]) -> tuple[RunCell, ...]:
    first, second = prepared
    if grid_is_too_large(first, second):
        return ()
    evaluate_grid = partial(run_grid, METRICS[links.settings.metric], first, second, links.convention)
    return links.session.runs.get_or_compute("cells", (links.files.compared_key, links.settings), evaluate_grid)


def _grid(links: QueryLinks, prepared: Sequence[Prepared], cells: tuple[RunCell, ...], texts: Texts) -> str:
    """Draw who wins under which choices, and what flips in the clicked cell; return the query that was clicked, "" for none."""
    runs, metric = links.session.runs, METRICS[links.settings.metric]
    if grid_is_too_large(*prepared):
        st.caption(texts.markdown("runs.flips_too_many"))
    if (table := said.cells_data(cells, texts)) is None:
        return ""
    if pressed := data_table(table, "rv_runs_cells"):
        runs.cell = dict(cells[int(pressed)].choices) if pressed.isdigit() and int(pressed) < len(cells) else {}
    cell = next((each for each in cells if each.choices == runs.cell), None)
    if cell is None:
        return ""
    if not cell.flipped:
        st.html(f'<p class="rv-lesson">{sentence_html(texts("runs.flips_none"), texts)}</p>')
        return ""
    evaluator = RunPairEvaluator(metric, *prepared)
    current, in_cell = (evaluator.evaluate(links.convention.with_choices(each)) for each in ({}, cell.choices))
    differences = {texts("winner_flips.now"): current, said.choice_head(cell, texts): in_cell}
    columns = {name: dict(zip(evaluator.queries, each.queries.tolist(), strict=True)) for name, each in differences.items()}
    changes = dict(zip(evaluator.queries, abs(in_cell.queries - current.queries).tolist(), strict=True))
    queries = sorted(cell.flipped, key=lambda query: -changes[query])
    return data_table(said.queries_data(columns, queries, texts("runs.flips_cell_table"), texts), "rv_runs_cell")
