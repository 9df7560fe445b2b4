"""The queries of the page Runs: a table with the chosen columns, and links from a query to its lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from html import escape

import streamlit as st

from rankviz.basics.limits import MAX_LISTED
from rankviz.display.parts.terms import sentence_html
from rankviz.runs.summary import RunValues
from rankviz.runs.words.tables import PLACES, queries_frame
from rankviz.texts import Texts
from rankviz.web.data_frames import as_csv, formatted_cells
from rankviz.web.pages.runs_navigation import QueryLinks
from rankviz.web.runs_files import RunsSession
from rankviz.web.session import init_multiselect, init_widget, selection_of, set_widget, widget_value

QUERY, TABLE, COLUMNS = "rv_runs_query", "rv_runs_queries", "rv_runs_columns"


def draw_queries(links: QueryLinks, side: RunValues, texts: Texts) -> None:
    """Draw the values of every query, and the links to its lists."""
    runs, files, measure = links.session.runs, links.files, links.settings.measures[links.settings.metric]
    note = texts("runs.queries_note" if len(files.names) > 1 else "runs.queries_note_one")
    st.html(f"<h2>{escape(texts('runs.queries'))}</h2><p>{sentence_html(note, texts)}</p>")
    others = [name for name in side.values[0] if name != measure]
    init_multiselect(COLUMNS, runs.columns, others)

    def on_change() -> None:
        runs.columns = tuple(widget_value(COLUMNS, ()))

    none = texts("runs.columns_none")
    runs.columns = tuple(st.multiselect(texts("runs.columns"), others, key=COLUMNS, on_change=on_change, placeholder=none))
    all_queries = queries_frame(files.names, side, (measure, *runs.columns), texts)
    frame = all_queries.head(MAX_LISTED)
    queries = [str(each) for each in frame[texts("runs.query")]]
    if len(all_queries) > len(frame):
        st.caption(texts.markdown("runs.listed", shown=f"{len(frame):,}", count=f"{len(all_queries):,}"))

    def on_select() -> None:
        rows = selection_of(TABLE).rows
        if rows and rows[0] in range(len(queries)):
            _pick(runs, queries[rows[0]])

    st.dataframe(
        formatted_cells(frame, PLACES),
        hide_index=True,
        key=TABLE,
        on_select=on_select,
        selection_mode="single-row",
        height=320,
        placeholder="—",
    )
    _query_links(links, queries, texts)
    full_frame = partial(queries_frame, files.names, side, (measure, *others), texts)
    st.download_button(
        texts("libraries.download"), lambda: as_csv(full_frame()), "rankviz-queries.csv", "text/csv", on_click="ignore"
    )


def _query_links(links: QueryLinks, queries: Sequence[str], texts: Texts) -> None:
    """Draw the buttons that open a query: one for each run, and one for both."""
    runs, names = links.session.runs, links.files.names
    left, *rest = st.columns([2, *(1 for _ in (*names, *names[1:]))], vertical_alignment="bottom")
    if queries and not runs.query:
        set_widget(QUERY, queries[0])  # until one is chosen: the first, also of another order
    init_widget(QUERY, runs.query, queries)

    def on_change() -> None:
        runs.query = widget_value(QUERY, "")

    query = left.selectbox(texts("runs.pick"), queries, key=QUERY, on_change=on_change, placeholder=texts("choices.pick"))
    for run, (column, name) in enumerate(zip(rest, names, strict=False)):
        label = texts.markdown("runs.open", name=name)
        if column.button(label, key=f"rv_runs_open_{run}", width="stretch") and query:
            links.open(query, run)
    if len(names) > 1 and rest[-1].button(texts("runs.compare"), key="rv_runs_compare", width="stretch") and query:
        links.compare(query)


def pick_point(runs: RunsSession, point: Mapping[str, object]) -> None:
    """Pick the query of a point of a chart."""
    query = point.get("customdata")
    _pick(runs, str(query[0] if isinstance(query, list) and query else query))


def _pick(runs: RunsSession, query: str) -> None:
    runs.query = query
    set_widget(QUERY, query)
