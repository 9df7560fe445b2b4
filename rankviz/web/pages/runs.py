"""The Runs page: whole run files, their means and tests, and every query down to its own list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.metrics import METRICS
from rankviz.display.convention_words import ConventionWords
from rankviz.display.error_text import error_text
from rankviz.display.labels import library_name
from rankviz.display.parts.terms import as_html, sentence_html, term_values_html
from rankviz.libraries.profiles import CUSTOM, PROFILES
from rankviz.runs.evaluate.prepared_run import Prepared
from rankviz.runs.evaluate.run_evaluation import ResolvedMeasure, RunResult, evaluate_resolved
from rankviz.runs.run_files import Files, result_or_refusal, usual_profile, without_traceback
from rankviz.runs.settings import Settings
from rankviz.runs.significance import PairedTests
from rankviz.runs.summary import RunContents, RunValues, contents, undefined_counted
from rankviz.runs.words import figures as run_figures
from rankviz.runs.words.log_sentences import LogTexts
from rankviz.runs.words.tables import contents_words, means_data, other_queries
from rankviz.runs.words.terms import RunsContext, filled_words, term_values
from rankviz.state.page_params import GAINS, MOST_K, TIES, runs_params_text
from rankviz.texts import Texts
from rankviz.web.components.standalone import data_table
from rankviz.web.pages.header import board
from rankviz.web.pages.runs_figure import draw_figure
from rankviz.web.pages.runs_flips import draw_flips
from rankviz.web.pages.runs_navigation import QueryLinks
from rankviz.web.pages.runs_queries import draw_queries, pick_point
from rankviz.web.pages.styles import styles
from rankviz.web.pages.table_dialog import notice, show_dialog
from rankviz.web.runs_files import RunsSession, choose_files, read_files
from rankviz.web.session import Session, option_of_widget, widget_value

PROFILE, K, GAIN, EQUAL, METRIC = (f"rv_runs_{each}" for each in ("profile", "k", "gain", "ties", "metric"))


@dataclass(frozen=True)
class RunsData:
    """What is on the page: the files, the values of all queries side by side, and what was asked of them.

    Parameters
    ----------
    files : Files
    asked : Settings
    results : list of RunResult
        Of each run.
    side : RunValues
    tests : tuple of PairedTests
        Of two runs.
    refused : mapping of measure to InputError
        Those that the choices do not allow on these files.
    """

    files: Files
    asked: Settings
    results: list[RunResult]
    side: RunValues
    tests: tuple[PairedTests, ...]
    refused: Mapping[str, InputError]

    @property
    def measure(self) -> str:
        """The one under study."""
        return self.asked.measures[self.asked.metric]

    @property
    def convention(self) -> Convention:
        """And its convention."""
        return self.asked.measure_of(self.asked.metric).convention


def page(now: Session) -> None:
    """Draw the page for one session."""
    st.html(styles())
    runs = now.runs
    _sync_params(runs)
    now.view = replace(now.view, page_params=runs_params_text(now.view.page_params, runs.chosen_params))
    head = st.container()
    left, right = st.columns([1, 4])
    beside = right.container(key="rv_runs_choices", gap=None)
    with beside:
        board(now, "runs")  # the sentence stands beside the list in which it is chosen
    texts = Texts(now.language)
    try:
        with head:
            st.html(f'<h1 class="rv-title">{escape(texts("runs.title"))}</h1>')
            files = choose_files(runs, texts)
        if files is not None:
            _draw(now, files, _settings(now, files, left, beside, texts), texts)
    except InputError as error:
        notice(error_text(error, texts, "" if runs.profile == CUSTOM else "runs"))
    show_dialog(now, texts)


def _sync_params(runs: RunsSession) -> None:
    """What was chosen beside a library stands in the lists before these are drawn; the address says it at once."""
    runs.k, runs.metric = widget_value(K, runs.k), option_of_widget(METRIC, runs.metric, METRICS)
    runs.gain, runs.ties = option_of_widget(GAIN, runs.gain, GAINS), option_of_widget(EQUAL, runs.ties, TIES)


def _settings(now: Session, files: Files, left: DeltaGenerator, beside: DeltaGenerator, texts: Texts) -> Settings:
    """Whose convention; the sentence beside it says it all, else k, gain, equal scores and the metric under study."""
    runs = now.runs
    own = () if "choices" in now.view.withheld_parts else (CUSTOM,)
    known = [*own, *(key for key in PROFILES if Settings(key, runs.k).measures)]
    first = runs.profile if runs.profile in known else usual_profile(is_log=files.qrels is None)
    if runs.profile == CUSTOM and not own:
        notice(texts("runs.own_covered", library=library_name(first, texts)))

    def chose() -> None:
        runs.profile = widget_value(PROFILE, "")

    profile = left.selectbox(
        texts("runs.profile"),
        known,
        index=known.index(first),
        format_func=lambda key: texts("runs.own") if key == CUSTOM else library_name(key, texts),
        key=PROFILE,
        on_change=chose,
        placeholder=texts("choices.pick"),
    )
    if profile == CUSTOM:
        return Settings(CUSTOM, metric=now.state.metric, convention=now.state.convention)
    with beside:
        _choices(runs, profile, texts)
    return Settings(profile, runs.k, runs.gain, runs.ties, runs.metric)


def _choices(runs: RunsSession, profile: str, texts: Texts) -> None:
    """What may be chosen beside a library."""
    first, second, third, last = st.columns(4)
    runs.k = first.slider(texts("runs.k"), 1, MOST_K, runs.k, key=K)
    gain = second.segmented_control(
        texts("runs.gain"),
        GAINS,
        default=runs.gain,
        format_func=lambda each: texts(f"runs.gain_{each or 'own'}"),
        key=GAIN,
        required=True,
    )
    runs.gain = gain or ""
    runs.ties = third.selectbox(
        texts("runs.ties"),
        TIES,
        index=TIES.index(runs.ties),
        format_func=lambda each: texts(f"option.ties.{each}") if each else texts("runs.ties_own"),
        key=EQUAL,
        placeholder=texts("choices.pick"),
    )
    offered = list(Settings(profile, runs.k).measures)
    runs.metric = last.selectbox(
        texts("runs.metric"),
        offered,
        index=offered.index(runs.metric) if runs.metric in offered else 0,
        format_func=lambda key: METRICS[key].name,
        key=METRIC,
        placeholder=texts("choices.pick"),
    )


def _draw(now: Session, files: Files, settings: Settings, texts: Texts) -> None:
    runs, texts = now.runs, LogTexts(texts.language) if files.qrels is None else texts
    asked = {metric: settings.measure_of(metric) for metric in settings.measures}
    # A library may read scores or duplicates differently for some of its measures.
    readings = {_reading(each) for each in asked.values()}
    read_as = {reading: read_files(runs, files, *reading, texts) for reading in sorted(readings)}

    def values() -> RunsData:
        return _studied(files, settings, asked, read_as)

    # A library's values are the same whichever of them is looked at.
    key = settings if settings.profile == CUSTOM else replace(settings, metric="")
    study = replace(runs.get_or_make("values", (files.key, key), values), asked=settings)
    if study.measure in study.refused:
        raise without_traceback(study.refused[study.measure])
    prepared = read_as[_reading(asked[settings.metric])]
    data_table(means_data(files.names, study.results, study.tests, texts), "rv_runs_means")
    held = runs.get_or_make("held", (files.key, _reading(asked[settings.metric])), lambda: [*map(contents, prepared)])
    there = runs.get_or_make(
        "filled", (files.key, settings), lambda: [undefined_counted(asked[settings.metric], each) for each in prepared]
    )
    _captions(study, held, there, texts)
    ways = QueryLinks(now, study.files, study.asked)
    draw_queries(ways, study.side, texts)
    if len(files.names) > 1:
        draw_flips(ways, prepared, study.results, study.measure, texts)
    _charts(now, study, texts)
    with st.expander(texts("runs.contents")):
        for name, each in zip(files.names, held, strict=True):
            lines = "".join(f"<li>{sentence_html(line, texts)}</li>" for line in contents_words(each, texts))
            st.html(f"<h3>{escape(name)}</h3><ul>{lines}</ul>")


def _reading(asked: ResolvedMeasure) -> tuple[str, str]:
    """How files are read for a measure: their duplicates, and the precision of their scores."""
    return asked.convention.duplicates, asked.convention.score_bits


def _studied(
    files: Files, settings: Settings, asked: Mapping[str, ResolvedMeasure], read_as: Mapping[tuple[str, str], list[Prepared]]
) -> RunsData:
    """Evaluate all measures; one that the choices do not allow leaves the others as they are."""
    results = [RunResult.of_nothing()] * len(files.names)
    refused: dict[str, InputError] = {}
    for metric, each in asked.items():
        found = result_or_refusal(partial(_evaluated, each, read_as[_reading(each)]))
        if isinstance(found, InputError):
            refused[settings.measures[metric]] = found
        else:
            results = [one.joined(other) for one, other in zip(results, found, strict=True)]
    side = RunValues.by_side(tuple(results))
    return RunsData(files, settings, results, side, side.comparisons(), refused)


def _evaluated(asked: ResolvedMeasure, read_as: Sequence[Prepared]) -> list[RunResult]:
    return [evaluate_resolved([asked], each) for each in read_as]


def _captions(study: RunsData, held: Sequence[RunContents], there: Sequence[tuple[int, float]], texts: Texts) -> None:
    """Under the numbers: the convention that made them, what the tests are, and what there is no number of.

    What each word is here stands there too, unseen, for the cards.
    """
    settings, measure = study.asked, study.measure
    at = RunsContext(
        study.files.names,
        study.results,
        study.tests,
        held,
        there,
        settings.measures,
        METRICS[settings.metric],
        study.convention,
        texts,
    )
    words = ConventionWords(at.metric, study.convention, None, texts).sentence
    said = [texts("runs.own_convention", measure=measure, words=words)]
    if settings.profile != CUSTOM:
        library = library_name(settings.profile, texts)
        said = [texts("runs.convention", measure=measure, library=library, words=words)]
    said += filled_words(at)
    said += [texts("runs.refused", measure=name, reason=error_text(why, texts)) for name, why in study.refused.items()]
    lines = "".join(f'<p class="rv-lesson">{sentence_html(each, texts)}</p>' for each in said)
    st.html(f"{lines}{term_values_html(term_values(at))}")
    if study.tests:
        pieces = [*other_queries(study.files.names, study.results, measure, texts), *texts.pieces("runs.tests_note")]
        st.html(f'<p class="rv-lesson">{as_html(pieces)}</p>')


def _charts(now: Session, study: RunsData, texts: Texts) -> None:
    """Draw the values of all queries; a query that is pressed is picked."""
    measure, names, side = study.measure, study.files.names, study.side
    values = [each[measure] for each in side.values]
    title = texts("runs.distribution", measure=measure)
    spread = run_figures.distribution(values, names, measure, texts("runs.count"), texts)
    if len(names) == 1:
        draw_figure(spread, "rv_runs_distribution", title, texts)
        return
    left, right = st.columns(2)
    with left:
        draw_figure(spread, "rv_runs_distribution", title, texts)
        label = texts("runs.by_difference", measure=measure)
        figure = run_figures.differences(side.differences(measure), side.queries, measure, names[1], texts)
        draw_figure(figure, "rv_runs_differences", label, texts, partial(pick_point, now.runs))
    with right:
        labels = (f"{measure} · {names[0]}", f"{measure} · {names[1]}")
        figure = run_figures.scatter(values[0], values[1], side.queries, labels, texts)
        draw_figure(figure, "rv_runs_scatter", texts("runs.scatter", measure=measure), texts, partial(pick_point, now.runs))
