"""The Runs page: whole run files, their means and tests, and every query down to its own list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape

import streamlit as st
from msgspec import structs
from streamlit.delta_generator import DeltaGenerator

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.metrics import METRICS
from rankviz.display.convention_words import ConventionWords
from rankviz.display.error_text import error_text
from rankviz.display.labels import library_name, option_label
from rankviz.display.parts.terms import as_html, sentence_html, term_values_html
from rankviz.libraries.profiles import CUSTOM, PROFILES
from rankviz.runs.evaluate.id_overlap import UNMET_KEYS
from rankviz.runs.evaluate.prepared_run import Prepared
from rankviz.runs.evaluate.run_evaluation import QueryValues, ResolvedMeasure, evaluate_resolved
from rankviz.runs.read.id_rules import BETWEEN, ID_RULES
from rankviz.runs.run_files import Files, result_or_refusal, without_traceback
from rankviz.runs.settings import Settings, usual_profile
from rankviz.runs.significance import PairedTests
from rankviz.runs.summary import RunContents, RunValues, contents, undefined_counted
from rankviz.runs.words import figures as run_figures
from rankviz.runs.words.log_sentences import LogTexts
from rankviz.runs.words.tables import contents_words, ids_words, means_data, other_queries, weighted_note
from rankviz.runs.words.terms import RunsContext, filled_words, term_values
from rankviz.runs.words.uncounted import no_means_words
from rankviz.state.page_params import GAINS, MOST_K, TIES, runs_params_text
from rankviz.texts import LANGUAGES, Texts
from rankviz.web.components.standalone import data_table
from rankviz.web.pages.header import board
from rankviz.web.pages.runs_figure import draw_figure
from rankviz.web.pages.runs_flips import draw_flips
from rankviz.web.pages.runs_my_number import draw_my_number
from rankviz.web.pages.runs_navigation import QueryLinks
from rankviz.web.pages.runs_pair import choose_pair
from rankviz.web.pages.runs_queries import draw_queries, pick_point
from rankviz.web.pages.runs_table import draw_table
from rankviz.web.pages.styles import styles
from rankviz.web.pages.table_dialog import notice, show_dialog
from rankviz.web.runs_files import RunsSession, choose_files, read_files
from rankviz.web.session import Session, init_labelled, init_labelled_multiselect, option_of_widget, widget_value

PROFILE, K, GAIN, EQUAL, METRIC, IDS = (f"rv_runs_{each}" for each in ("profile", "k", "gain", "ties", "metric", "ids"))


@dataclass(frozen=True)
class RunsData:
    """The files of the page, their settings, and the values of all queries.

    Parameters
    ----------
    files : Files
    settings : Settings
    results : list of QueryValues
        One for each run.
    side : RunValues
        The values of the runs, side by side.
    tests : tuple of PairedTests
        Empty for one run.
    refused : mapping of measure to InputError
        Measures that the choices do not allow on these files.
    """

    files: Files
    settings: Settings
    results: list[QueryValues]
    side: RunValues
    tests: tuple[PairedTests, ...]
    refused: Mapping[str, InputError]

    @property
    def measure(self) -> str:
        """The measure under study."""
        return self.settings.measures[self.settings.metric]

    @property
    def convention(self) -> Convention:
        """The convention of the measure under study."""
        return self.settings.measure_of(self.settings.metric).convention


def page(session: Session) -> None:
    """Draw the page for one session."""
    st.html(styles())
    runs = session.runs
    _sync_params(runs)
    session.view = structs.replace(session.view, page_params=runs_params_text(session.view.page_params, runs.chosen_params))
    head = st.container()
    left, right = st.columns([1, 4])
    beside = right.container(key="rv_runs_choices", gap=None)
    with beside:
        board(session, "runs")  # the sentence stands beside the list in which it is chosen
    texts = Texts(session.language)
    try:
        with head:
            st.html(f'<h1 class="rv-title">{escape(texts("runs.title"))}</h1>')
            files = choose_files(runs, texts)
        if files is not None:
            settings = _settings(session, files, left, beside, texts)
            _keep_ids(runs, files, settings, texts)
            if runs.ids:
                with head:
                    _choose_ids(runs, texts)
            _draw(session, _with_ids(files, runs.ids), settings, texts)
    except InputError as error:
        unmet = error.key in UNMET_KEYS
        notice(error_text(error, texts, "runs" if unmet or runs.profile != CUSTOM else ""))
        if unmet and not runs.ids:
            with head:  # where it stays once something is chosen
                _choose_ids(runs, texts)
    show_dialog(session, texts)


def _with_ids(files: Files, ids: str) -> Files:
    """Return files with how their ids are read, which their key tells, too."""
    return replace(files, ids=ids, key=f"{files.key}|{ids}")


def _keep_ids(runs: RunsSession, files: Files, settings: Settings, texts: Texts) -> None:
    """Forget how ids are read where the files are others than it was chosen for, and meet as they are written."""
    if not runs.ids or runs.kind == "example":
        return
    if runs.ids_files not in ("", files.key):
        reading = settings.measure_of(settings.metric).reading
        as_written = _with_ids(files.of_all, "")
        if not isinstance(result_or_refusal(lambda: read_files(runs, as_written, *reading, texts)), InputError):
            runs.ids = runs.ids_files = ""
            st.rerun()  # the URL has them still
    runs.ids_files = files.key


def _choose_ids(runs: RunsSession, texts: Texts) -> None:
    """Draw how the ids of run and judgments are read."""
    present = [rule for rule in ID_RULES if rule in runs.ids.split(BETWEEN)]

    def label_of(rule: str) -> str:
        return texts(f"error.ids_rule_{rule}")

    def on_change() -> None:
        runs.ids = BETWEEN.join(rule for rule in ID_RULES if rule in widget_value(IDS, [""]))

    init_labelled_multiselect(IDS, present, list(ID_RULES), label_of)
    st.multiselect(
        texts("runs.ids"),
        list(ID_RULES),
        format_func=label_of,
        key=IDS,
        on_change=on_change,
        placeholder=texts("runs.ids_as_written"),
    )


def _sync_params(runs: RunsSession) -> None:
    """Take over what was chosen beside a library: its widgets have that before they are drawn, and the URL shows it at once."""
    runs.k, runs.metric = widget_value(K, runs.k), option_of_widget(METRIC, runs.metric, METRICS)
    runs.gain, runs.ties = option_of_widget(GAIN, runs.gain, GAINS), option_of_widget(EQUAL, runs.ties, TIES)


def _settings(session: Session, files: Files, column: DeltaGenerator, beside: DeltaGenerator, texts: Texts) -> Settings:
    """Draw the choice of a convention: a library with k, gain, ties and metric beside it, or the custom one of the sentence."""
    runs = session.runs
    custom = () if "choices" in session.view.withheld_parts else (CUSTOM,)
    profiles = [*custom, *(key for key in PROFILES if Settings(key, runs.k).measures)]
    selected = runs.profile if runs.profile in profiles else usual_profile(is_log=files.qrels is None)
    if runs.profile == CUSTOM and not custom:
        notice(texts("runs.own_covered", library=library_name(selected, texts)))

    # A box for each language, as what is usual with these files is its value until one is chosen, and cannot be told the tab.
    widget = PROFILE if texts.language == LANGUAGES[0] else f"{PROFILE}_{texts.language}"

    def on_change() -> None:
        runs.profile = widget_value(widget, "")

    profile = column.selectbox(
        texts("runs.profile"),
        profiles,
        index=profiles.index(selected),
        format_func=lambda key: texts("runs.own") if key == CUSTOM else library_name(key, texts),
        key=widget,
        on_change=on_change,
        placeholder=texts("choices.pick"),
    )
    if profile == CUSTOM:
        return Settings(CUSTOM, metric=session.state.metric, convention=session.state.convention)
    with beside:
        _choices(runs, profile, texts)
    return Settings(profile, runs.k, runs.gain, runs.ties, runs.metric)


def _choices(runs: RunsSession, profile: str, texts: Texts) -> None:
    """Draw the choices that may be made beside a library."""

    def gain_label(gain: str) -> str:
        return option_label("gain", gain, texts) if gain else texts("runs.gain_own")

    def ties_label(ties: str) -> str:
        return texts(f"option.ties.{ties}") if ties else texts("runs.ties_own")

    def metric_label(metric: str) -> str:
        return METRICS[metric].name

    k_column, gain_column, ties_column, metric_column = st.columns(4)
    runs.k = k_column.slider(texts("runs.k"), 1, MOST_K, runs.k, key=K)
    init_labelled(GAIN, runs.gain, GAINS, gain_label)
    runs.gain = gain_column.selectbox(
        texts("runs.gain"),
        GAINS,
        format_func=gain_label,
        key=GAIN,
        placeholder=texts("choices.pick"),
    )
    init_labelled(EQUAL, runs.ties, TIES, ties_label)
    runs.ties = ties_column.selectbox(
        texts("runs.ties"),
        TIES,
        format_func=ties_label,
        key=EQUAL,
        placeholder=texts("choices.pick"),
    )
    metrics = list(Settings(profile, runs.k).measures)
    init_labelled(METRIC, runs.metric, metrics, metric_label)
    runs.metric = metric_column.selectbox(
        texts("runs.metric"),
        metrics,
        format_func=metric_label,
        key=METRIC,
        placeholder=texts("choices.pick"),
    )


def _draw(session: Session, files: Files, settings: Settings, texts: Texts) -> None:
    runs, texts = session.runs, LogTexts(texts.language) if files.qrels is None else texts
    if files.has_more:  # what all runs have in common comes before the two that are compared
        draw_table(runs, files, settings, texts)
        files = choose_pair(runs, files, texts)
    measures = {metric: settings.measure_of(metric) for metric in settings.measures}
    # A library may read scores or duplicates differently for some of its measures.
    readings = {each.reading for each in measures.values()}
    prepared_by_reading = {reading: read_files(runs, files, *reading, texts) for reading in sorted(readings)}

    def evaluate_files() -> RunsData:
        return _evaluate(files, settings, measures, prepared_by_reading)

    # A library's values are the same whichever metric is under study.
    key = settings if settings.profile == CUSTOM else replace(settings, metric="")
    data = replace(runs.get_or_compute("values", (files.compared_key, key), evaluate_files), settings=settings)
    if data.measure in data.refused:
        raise without_traceback(data.refused[data.measure])
    reading = measures[settings.metric].reading
    prepared = prepared_by_reading[reading]
    data_table(means_data(files.names, data.results, data.tests, texts), "rv_runs_means")
    run_contents = runs.get_or_compute("contents", (files.compared_key, reading), lambda: [*map(contents, prepared)])
    undefined_counts = runs.get_or_compute(
        "undefined",
        (files.compared_key, settings),
        lambda: [undefined_counted(measures[settings.metric], each) for each in prepared],
    )
    _captions(data, run_contents, undefined_counts, texts)
    if not files.has_more:
        draw_table(runs, files, settings, texts)
    links = QueryLinks(session, data.files, data.settings)
    draw_my_number(links, texts)
    draw_queries(links, data.side, texts)
    if len(files.names) > 1:
        draw_flips(links, prepared, data.results, data.measure, texts)
    _charts(session, data, texts)
    _contents(files, run_contents, texts)


def _contents(files: Files, run_contents: Sequence[RunContents], texts: Texts) -> None:
    """Draw how ids are read, where that is not as they are written, and what each file holds."""
    with st.expander(texts("runs.contents")):
        for line in ids_words("" if files.qrels is None else files.ids, texts):
            st.html(f'<p class="rv-lesson">{escape(line)}</p>')
        for name, each in zip(files.names, run_contents, strict=True):
            lines = "".join(f"<li>{sentence_html(line, texts)}</li>" for line in contents_words(each, texts))
            st.html(f"<h3>{escape(name)}</h3><ul>{lines}</ul>")


def _evaluate(
    files: Files,
    settings: Settings,
    measures: Mapping[str, ResolvedMeasure],
    prepared_by_reading: Mapping[tuple[str, str], list[Prepared]],
) -> RunsData:
    """Evaluate all measures; those that the choices do not allow are `refused`, without stopping the others."""
    results = [QueryValues.of_nothing()] * len(files.names)
    refused: dict[str, InputError] = {}
    for metric, measure in measures.items():
        outcome = result_or_refusal(partial(_evaluate_measure, measure, prepared_by_reading[measure.reading]))
        if isinstance(outcome, InputError):
            refused[settings.measures[metric]] = outcome
        else:
            results = [one.with_measures_of(other) for one, other in zip(results, outcome, strict=True)]
    side = RunValues.by_side(tuple(results))
    return RunsData(files, settings, results, side, side.comparisons(), refused)


def _evaluate_measure(measure: ResolvedMeasure, prepared: Sequence[Prepared]) -> list[QueryValues]:
    return [evaluate_resolved([measure], each) for each in prepared]


def _captions(
    data: RunsData, run_contents: Sequence[RunContents], undefined_counts: Sequence[tuple[int, float]], texts: Texts
) -> None:
    """Draw the sentences below the numbers: the convention behind them, what the tests are, and which measures have no number.

    The values of the terms on these runs stand there too, hidden, for the cards of the terms.
    """
    settings, measure = data.settings, data.measure
    context = RunsContext(
        data.files.names,
        data.results,
        data.tests,
        run_contents,
        undefined_counts,
        settings.measures,
        METRICS[settings.metric],
        data.convention,
        texts,
    )
    words = ConventionWords(context.metric, data.convention, None, texts).sentence
    sentences = [texts("runs.own_convention", measure=measure, words=words)]
    if settings.profile != CUSTOM:
        library = library_name(settings.profile, texts)
        sentences = [texts("runs.convention", measure=measure, library=library, words=words)]
    sentences += filled_words(context)
    sentences += no_means_words(data.files.names, data.results, texts)
    sentences += [texts("runs.refused", measure=name, reason=error_text(why, texts)) for name, why in data.refused.items()]
    lines = "".join(f'<p class="rv-lesson">{sentence_html(each, texts)}</p>' for each in sentences)
    st.html(f"{lines}{term_values_html(term_values(context))}")
    if data.tests:
        pieces = [
            *other_queries(data.files.names, data.results, measure, texts),
            *texts.pieces("runs.tests_note"),
            *weighted_note(data.tests, texts),
        ]
        st.html(f'<p class="rv-lesson">{as_html(pieces)}</p>')


def _charts(session: Session, data: RunsData, texts: Texts) -> None:
    """Draw the charts of all queries; a click on a query picks it."""
    measure, names, side = data.measure, data.files.names, data.side
    values = [each[measure] for each in side.values]
    title = texts("runs.distribution", measure=measure)
    histogram = run_figures.distribution(values, names, measure, texts("runs.count"), texts)
    if len(names) == 1:
        draw_figure(histogram, "rv_runs_distribution", title, texts)
        return
    left, right = st.columns(2)
    with left:
        draw_figure(histogram, "rv_runs_distribution", title, texts)
        label = texts("runs.by_difference", measure=measure)
        figure = run_figures.differences(side.differences(measure), side.queries, measure, names[1], texts)
        draw_figure(figure, "rv_runs_differences", label, texts, partial(pick_point, session.runs))
    with right:
        labels = (f"{measure} · {names[0]}", f"{measure} · {names[1]}")
        figure = run_figures.scatter(values[0], values[1], side.queries, labels, texts)
        draw_figure(figure, "rv_runs_scatter", texts("runs.scatter", measure=measure), texts, partial(pick_point, session.runs))
