"""The queries of the Runs page: a table with the columns that were chosen, and the way from a query to its list."""

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


def draw_queries(ways: QueryLinks, side: RunValues, texts: Texts) -> None:
    """Every query's values, and the way to its list."""
    runs, files, measure = ways.now.runs, ways.files, ways.settings.measures[ways.settings.metric]
    st.html(f"<h2>{escape(texts('runs.queries'))}</h2><p>{sentence_html(texts('runs.queries_note'), texts)}</p>")
    others = [name for name in side.values[0] if name != measure]
    init_multiselect(COLUMNS, runs.columns, others)

    def chose() -> None:
        runs.columns = tuple(widget_value(COLUMNS, ()))

    none = texts("runs.columns_none")
    runs.columns = tuple(st.multiselect(texts("runs.columns"), others, key=COLUMNS, on_change=chose, placeholder=none))
    shown = queries_frame(files.names, side, (measure, *runs.columns), texts)
    frame = shown.head(MAX_LISTED)
    queries = [str(each) for each in frame[texts("runs.query")]]
    if len(shown) > len(frame):
        st.caption(texts.markdown("runs.listed", shown=f"{len(frame):,}", count=f"{len(shown):,}"))

    def pick() -> None:
        rows = selection_of(TABLE).rows
        if rows and rows[0] in range(len(queries)):
            _pick(runs, queries[rows[0]])

    st.dataframe(
        formatted_cells(frame, PLACES),
        hide_index=True,
        key=TABLE,
        on_select=pick,
        selection_mode="single-row",
        height=320,
        placeholder="—",
    )
    _ways(ways, queries, texts)
    whole = partial(queries_frame, files.names, side, (measure, *others), texts)
    st.download_button(
        texts("libraries.download"), lambda: as_csv(whole()), "rankviz-queries.csv", "text/csv", on_click="ignore"
    )


def _ways(ways: QueryLinks, queries: Sequence[str], texts: Texts) -> None:
    """What opens a query: one button a run, and one for both."""
    runs, names = ways.now.runs, ways.files.names
    left, *rest = st.columns([2, *(1 for _ in (*names, *names[1:]))], vertical_alignment="bottom")
    if queries and not runs.query:
        set_widget(QUERY, queries[0])  # until one is chosen: the first, also of another order
    init_widget(QUERY, runs.query, queries)

    def chose() -> None:
        runs.query = widget_value(QUERY, "")

    query = left.selectbox(texts("runs.pick"), queries, key=QUERY, on_change=chose, placeholder=texts("choices.pick"))
    for at, (place, name) in enumerate(zip(rest, names, strict=False)):
        label = texts.markdown("runs.open", name=name)
        if place.button(label, key=f"rv_runs_open_{at}", width="stretch") and query:
            ways.open(query, at)
    if len(names) > 1 and rest[-1].button(texts("runs.compare"), key="rv_runs_compare", width="stretch") and query:
        ways.compare(query)


def pick_point(runs: RunsSession, point: Mapping[str, object]) -> None:
    """Pick the query of a point of a chart."""
    found = point.get("customdata")
    _pick(runs, str(found[0] if isinstance(found, list) and found else found))


def _pick(runs: RunsSession, query: str) -> None:
    runs.query = query
    set_widget(QUERY, query)
