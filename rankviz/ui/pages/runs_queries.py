"""The queries of the Runs page: a table with the columns that were chosen, and the way from a query to its list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from typing import NamedTuple

import streamlit as st

from rankviz.limits import MAX_ENTRIES, MAX_LISTED
from rankviz.metrics import METRICS
from rankviz.runs.evaluate.prepared import Source
from rankviz.runs.evaluate.query import fitted, query_list
from rankviz.runs.run_files import Files
from rankviz.runs.settings import Settings
from rankviz.runs.summary import Side
from rankviz.show.run_tables import PLACES, queries_frame
from rankviz.show.tables import as_csv, written_cells
from rankviz.state.app_state import AppState, with_clean_names
from rankviz.texts import Texts
from rankviz.ui.pages.runs_source import RunsSession
from rankviz.ui.session import Session, choose_for, chosen_in, go_to, keep_choice, keep_choices, pointed_at
from rankviz.ui.views.terms import told_html

QUERY, TABLE, COLUMNS = "rv_runs_query", "rv_runs_queries", "rv_runs_columns"


def draw_queries(now: Session, files: Files, settings: Settings, side: Side, texts: Texts) -> None:
    """Every query's values, and the way to its list."""
    runs, measure = now.runs, settings.measures[settings.metric]
    st.html(f"<h2>{escape(texts('runs.queries'))}</h2><p>{told_html(texts('runs.queries_note'), texts)}</p>")
    others = [name for name in side.values[0] if name != measure]
    keep_choices(COLUMNS, runs.columns, others)

    def chose() -> None:
        runs.columns = tuple(chosen_in(COLUMNS, ()))

    none = texts("runs.columns_none")
    runs.columns = tuple(st.multiselect(texts("runs.columns"), others, key=COLUMNS, on_change=chose, placeholder=none))
    shown = queries_frame(files.names, side, (measure, *runs.columns), texts)
    frame = shown.head(MAX_LISTED)
    queries = [str(each) for each in frame[texts("runs.query")]]
    if len(shown) > len(frame):
        st.caption(texts.markdown("runs.listed", shown=f"{len(frame):,}", count=f"{len(shown):,}"))

    def pick() -> None:
        rows = pointed_at(TABLE).rows
        if rows and rows[0] in range(len(queries)):
            _pick(runs, queries[rows[0]])

    st.dataframe(
        written_cells(frame, PLACES),
        hide_index=True,
        key=TABLE,
        on_select=pick,
        selection_mode="single-row",
        height=320,
        placeholder="—",
    )
    _ways(now, files, settings, queries, texts)
    whole = partial(queries_frame, files.names, side, (measure, *others), texts)
    st.download_button(
        texts("libraries.download"), lambda: as_csv(whole()), "rankviz-queries.csv", "text/csv", on_click="ignore"
    )


def _ways(now: Session, files: Files, settings: Settings, queries: Sequence[str], texts: Texts) -> None:
    """What opens a query: one button a run."""
    runs = now.runs
    left, *rest = st.columns([2, *(1 for _ in files.names)], vertical_alignment="bottom")
    keep_choice(QUERY, runs.query, queries)

    def chose() -> None:
        runs.query = chosen_in(QUERY, "")

    query = left.selectbox(texts("runs.pick"), queries, key=QUERY, on_change=chose, placeholder=texts("choices.pick"))
    for at, (place, name, source) in enumerate(zip(rest, files.names, files.runs, strict=True)):
        label = texts.markdown("runs.open", name=name)
        if place.button(label, key=f"rv_runs_open_{at}", width="stretch") and query:
            _open(now, files, settings, Opened(query, name, source))


def pick_point(runs: RunsSession, point: Mapping[str, object]) -> None:
    """Pick the query of a point of a chart."""
    found = point.get("customdata")
    _pick(runs, str(found[0] if isinstance(found, list) and found else found))


def _pick(runs: RunsSession, query: str) -> None:
    runs.query = query
    choose_for(QUERY, query)


class Opened(NamedTuple):
    """A query, and the run that is looked at."""

    query: str
    name: str
    run: Source


def _open(now: Session, files: Files, settings: Settings, opened: Opened) -> None:
    """Show a query's list on the Explore page, named for itself and its run, under the convention of its value."""
    metric, convention = METRICS[settings.metric], settings.asked(settings.metric).convention
    whole = query_list(opened.run, files.qrels, opened.query)
    ranking, told = fitted(whole, MAX_ENTRIES, metric, convention)
    ranking, renamed = with_clean_names(replace(ranking, query_id=f"{opened.query} · {opened.name}"))
    if not now.replace_all(AppState((ranking,), metric.key, convention)):
        st.rerun()  # which says why, above
    now.notices = [*now.notices, *told, *filter(None, (renamed,))]
    go_to(now, "explore")
