"""The Runs page: whole run files, their means and tests, and every query down to its own list."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from html import escape

import streamlit as st

from rankviz.conventions import Convention
from rankviz.errors import InputError
from rankviz.evaluation import settle
from rankviz.limits import MAX_ENTRIES, MAX_LISTED
from rankviz.lists.rules import TIE_ORDERS
from rankviz.metrics import METRICS
from rankviz.metrics.measures import parse_measure
from rankviz.profiles import PROFILES
from rankviz.runs.evaluate.batch import RunResult, evaluate_measures
from rankviz.runs.evaluate.prepared import Source
from rankviz.runs.evaluate.query import fitted, query_list
from rankviz.runs.run_files import Files
from rankviz.runs.stats import Comparison
from rankviz.runs.summary import Side, contents
from rankviz.show import run_figures
from rankviz.show.convention_words import ConventionWords
from rankviz.show.errors import error_text
from rankviz.show.library_table import library_name
from rankviz.show.run_tables import contents_words, means_data, queries_frame
from rankviz.show.tables import as_csv, plain_cells
from rankviz.state.app_state import AppState, with_clean_names
from rankviz.texts import Texts
from rankviz.ui.browser.components import sheet
from rankviz.ui.pages.dialogs import notice, show_dialog
from rankviz.ui.pages.header import board
from rankviz.ui.pages.runs_source import RunsSession, choose, read
from rankviz.ui.pages.styles import styles
from rankviz.ui.session import Session, choose_for, go_to, keep_choice, pointed_at

GAINS = ("", "linear", "exponential")
TIES = ("", *TIE_ORDERS)
MOST_K = 100
QUERY, TABLE = "rv_runs_query", "rv_runs_queries"


@dataclass(frozen=True)
class Study:
    """What is on the page: the files, the values of all queries side by side, and the measures by metric."""

    files: Files
    side: Side
    measures: dict[str, str]
    convention: Convention


def page(now: Session) -> None:
    """Draw the page for one session."""
    st.html(styles())
    board(now, "runs")
    texts = Texts(now.language)
    st.html(f'<h1 class="rv-title">{escape(texts("runs.title"))}</h1>')
    try:
        files = choose(now.runs, texts)
        if files is not None:
            _settings(now.runs, texts)
            _draw(now, files, texts)
    except InputError as error:
        notice(error_text(error, texts, "runs"))
    show_dialog(now, texts)


def _settings(runs: RunsSession, texts: Texts) -> None:
    """Whose convention, k, gain, and the metric under study."""
    known = [key for key in PROFILES if _measures(key, runs.k)]
    left, middle, right, tied, last = st.columns(5)
    runs.profile = left.selectbox(
        texts("runs.profile"),
        known,
        index=known.index(runs.profile),
        format_func=lambda key: library_name(key, texts),
        key="rv_runs_profile",
        placeholder=texts("choices.pick"),
    )
    runs.k = middle.slider(texts("runs.k"), 1, MOST_K, runs.k, key="rv_runs_k")
    gain = right.segmented_control(
        texts("runs.gain"),
        GAINS,
        default=runs.gain,
        format_func=lambda each: texts(f"runs.gain_{each or 'own'}"),
        key="rv_runs_gain",
        required=True,
    )
    runs.gain = gain or ""
    runs.ties = tied.selectbox(
        texts("runs.ties"),
        TIES,
        index=TIES.index(runs.ties),
        format_func=lambda each: texts(f"option.ties.{each}") if each else texts("runs.ties_own"),
        key="rv_runs_ties",
        placeholder=texts("choices.pick"),
    )
    offered = list(measures(runs))
    runs.metric = last.selectbox(
        texts("runs.metric"),
        offered,
        index=offered.index(runs.metric) if runs.metric in offered else 0,
        format_func=lambda key: METRICS[key].name,
        key="rv_runs_metric",
        placeholder=texts("choices.pick"),
    )


def measures(runs: RunsSession) -> dict[str, str]:
    """Measures by metric, as far as the profile has them: some with k, others of the whole list."""
    return _measures(runs.profile, runs.k)


def _measures(profile: str, k: int) -> dict[str, str]:
    shown = [(metric, k if cut else None) for metric in METRICS.values() for cut in metric.cuts_in("runs")]
    known = [(metric, at) for metric, at in shown if PROFILES[profile].choices(metric.key, at) is not None]
    return {metric.key: metric.name if at is None else f"{metric.name}@{at}" for metric, at in known}


def convention_of(runs: RunsSession, metric: str) -> Convention:
    """The convention of one of the measures."""
    return settle(parse_measure(measures(runs)[metric]), runs.profile, _choices(runs, metric))


def _choices(runs: RunsSession, metric: str) -> dict[str, object]:
    """What the visitor chose over the profile."""
    choices: dict[str, object] = {"gain": runs.gain} if runs.gain and "gain" in METRICS[metric].uses else {}
    return choices | ({"ties": runs.ties} if runs.ties in METRICS[metric].uses.get("ties", ()) else {})


def _draw(now: Session, files: Files, texts: Texts) -> None:
    runs = now.runs
    asked = measures(runs)
    conventions = {metric: convention_of(runs, metric) for metric in asked}
    # A library may read scores or duplicates differently for some of its measures.
    readings = {(each.duplicates, each.score_bits) for each in conventions.values()}
    read_as = {reading: read(runs, files, *reading, texts) for reading in sorted(readings)}

    def values() -> tuple[list[RunResult], Side, tuple[Comparison, ...]]:
        results = [RunResult.of_nothing()] * len(files.names)
        for metric, name in asked.items():
            as_read = read_as[conventions[metric].duplicates, conventions[metric].score_bits]
            found = [evaluate_measures(each, [name], profile=runs.profile, **_choices(runs, metric)) for each in as_read]
            results = [one.joined(other) for one, other in zip(results, found, strict=True)]
        side = Side.by_side(tuple(results))
        return results, side, side.comparisons()

    results, side, tests = runs.remembered("values", (files.key, runs.profile, runs.k, runs.gain, runs.ties), values)
    convention = conventions[runs.metric]
    prepared = read_as[convention.duplicates, convention.score_bits]
    study = Study(files, side, asked, convention)
    sheet(means_data(files.names, results, tests, texts), "rv_runs_means")
    if tests:
        st.caption(texts("runs.tests_note"))
    _words(runs, study, texts)
    with st.expander(texts("runs.contents")):
        for name, each in zip(files.names, prepared, strict=True):
            lines = "".join(f"<li>{escape(line)}</li>" for line in contents_words(contents(each), texts))
            st.html(f"<h3>{escape(name)}</h3><ul>{lines}</ul>")
    _charts(runs, study, texts)
    _queries(now, study, texts)


def _words(runs: RunsSession, study: Study, texts: Texts) -> None:
    """The convention in words, under the numbers that it made."""
    words = ConventionWords(METRICS[runs.metric], study.convention, None, texts).sentence
    library = library_name(runs.profile, texts)
    said = texts("runs.convention", measure=study.measures[runs.metric], library=library, words=words)
    st.html(f'<p class="rv-lesson">{escape(said)}</p>')


def _charts(runs: RunsSession, study: Study, texts: Texts) -> None:
    measure = study.measures[runs.metric]
    names = study.files.names
    values = [each[measure] for each in study.side.values]
    st.html(f"<h2>{escape(texts('runs.charts', measure=measure))}</h2>")
    if len(names) == 1:
        figure = run_figures.distribution(values, names, measure, texts("runs.count"), texts)
        alt = texts("runs.distribution", measure=measure)
        st.plotly_chart(figure, key="rv_runs_distribution", alt=alt, config=_toolbar(texts))
        return
    left, right = st.columns(2)
    with left:
        figure = run_figures.distribution(values, names, measure, texts("runs.count"), texts)
        alt = texts("runs.distribution", measure=measure)
        st.plotly_chart(figure, key="rv_runs_distribution", alt=alt, config=_toolbar(texts))
        label = texts("runs.by_difference")
        figure = run_figures.differences(study.side.differences(measure), study.side.queries, measure, label, texts)
        _pressable(figure, "rv_runs_differences", label, texts)
    with right:
        labels = (f"{measure} · {names[0]}", f"{measure} · {names[1]}")
        figure = run_figures.scatter(values[0], values[1], study.side.queries, labels, texts)
        _pressable(figure, "rv_runs_scatter", texts("runs.scatter", measure=measure), texts)


def _toolbar(texts: Texts) -> dict[str, object]:
    """Plotly's toolbar in the language of the page."""
    said = {english: texts(f"plotly.{name}") for name, english in Texts("en").group("plotly").items()}
    return {"locale": texts.language, "locales": {texts.language: {"dictionary": said}}}


def _pressable(figure: run_figures.Spec, key: str, alt: str, texts: Texts) -> None:
    """A chart whose points are queries: pressing one picks it."""

    def pick() -> None:
        points = pointed_at(key).points
        if points:
            found = points[0].get("customdata")
            choose_for(QUERY, str(found[0] if isinstance(found, list) and found else found))

    st.plotly_chart(figure, key=key, on_select=pick, selection_mode="points", alt=alt, config=_toolbar(texts))


def _queries(now: Session, study: Study, texts: Texts) -> None:
    """Every query's values, and the way to its list."""
    runs, measure = now.runs, study.measures[now.runs.metric]
    st.html(f"<h2>{escape(texts('runs.queries'))}</h2><p>{escape(texts('runs.queries_note'))}</p>")
    whole = queries_frame(study.files.names, study.side, measure, texts)
    frame = whole.head(MAX_LISTED)
    queries = [str(each) for each in frame[texts("runs.query")]]
    if len(whole) > len(frame):
        st.caption(texts.markdown("runs.listed", shown=f"{len(frame):,}", count=f"{len(whole):,}"))

    def pick() -> None:
        rows = pointed_at(TABLE).rows
        if rows and rows[0] in range(len(queries)):
            choose_for(QUERY, queries[rows[0]])

    numbers = {name: st.column_config.NumberColumn(format="%.4f") for name in frame.columns[1:]}
    st.dataframe(
        plain_cells(frame),
        hide_index=True,
        key=TABLE,
        on_select=pick,
        selection_mode="single-row",
        height=320,
        column_config=numbers,
    )
    left, *rest = st.columns([2, *(1 for _ in study.files.names), 1], vertical_alignment="bottom")
    keep_choice(QUERY, runs.query, queries)
    runs.query = left.selectbox(texts("runs.pick"), queries, key=QUERY, placeholder=texts("choices.pick")) or ""
    for at, (place, name, source) in enumerate(zip(rest, study.files.names, study.files.runs, strict=False)):
        label = texts.markdown("runs.open", name=name)
        if place.button(label, key=f"rv_runs_open_{at}", width="stretch") and runs.query:
            _open(now, study, source)
    rest[-1].download_button(
        texts("libraries.download"),
        partial(as_csv, whole),
        "rankviz-queries.csv",
        "text/csv",
        on_click="ignore",
        width="stretch",
    )


def _open(now: Session, study: Study, run: Source) -> None:
    """Show a query's list on the Explore page, under the convention of its value."""
    runs = now.runs
    whole = query_list(run, study.files.qrels, runs.query)
    ranking, told = fitted(whole, MAX_ENTRIES, METRICS[runs.metric], study.convention)
    ranking, renamed = with_clean_names(ranking)
    now.replace_all(AppState((ranking,), runs.metric, study.convention))
    now.notices = [*now.notices, *told, *filter(None, (renamed,))]
    go_to(now, "explore")
