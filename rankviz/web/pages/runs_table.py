"""The table of all runs on the page Runs, as papers have it, and its files to download."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from html import escape

import streamlit as st

from rankviz.basics.errors import InputError
from rankviz.core.metrics.trec_measures import with_all_trec
from rankviz.display.error_text import error_text
from rankviz.display.parts.terms import sentence_html
from rankviz.libraries.profiles import CUSTOM
from rankviz.runs.evaluate.run_evaluation import QueryValues, ResolvedMeasure, evaluate_resolved
from rankviz.runs.result_table import ResultTable, result_table
from rankviz.runs.run_files import Files, result_or_refusal, short_names
from rankviz.runs.settings import Settings
from rankviz.runs.words.result_table import FORMATS, note, result_data, tests_note
from rankviz.texts import Texts
from rankviz.web.components.standalone import data_table
from rankviz.web.pages.table_dialog import notice
from rankviz.web.runs_files import RunsSession, read_files
from rankviz.web.session import init_labelled, init_multiselect, init_widget, set_widget, widget_value

OPEN, MEASURES, BASELINE, SORT = (f"rv_runs_table_{each}" for each in ("open", "measures", "baseline", "sort"))
USUAL = ("ndcg", "ap", "rr", "precision")  # metrics of which the table has those that the library has, until others are chosen
FILE = "rankviz-table"


@dataclass(frozen=True)
class _Asked:
    """The measures of a table, and what was typed and is none, or is refused, with the reason."""

    resolved: dict[str, ResolvedMeasure]
    refused: dict[str, InputError]
    absent: tuple[str, ...] = ()  # of trec_eval's, where all of them are asked for


def draw_table(runs: RunsSession, files: Files, settings: Settings, texts: Texts) -> None:
    """Draw the section, which is open where there are more runs than two; nothing is computed before it is."""
    whole = files.of_all
    key = f"{OPEN}_{len(whole.names) > 2}"
    init_widget(key, len(whole.names) > 2, (False, True))
    section = st.expander(texts("runs.table_title"), key=key, on_change="rerun")
    if not section.open:
        return
    with section:
        names = _names(whole)
        asked = _choose(runs, settings, names, texts)
        if asked.resolved:
            table = _compute(runs, whole, names, settings, asked, texts)
            if table is not None:
                _draw(table, texts)
        if asked.absent:
            absent = texts("sentence.more_separator").join(asked.absent)
            st.html(f'<p class="rv-lesson">{escape(texts("runs.table_absent", names=absent))}</p>')
        for name, why in asked.refused.items():
            st.html(f'<p class="rv-lesson">{escape(texts("runs.refused", measure=name, reason=error_text(why, texts)))}</p>')


def _names(files: Files) -> tuple[str, ...]:
    """Short names, which the rows have."""
    return tuple(short_names([*files.names]))


def _choose(runs: RunsSession, settings: Settings, names: tuple[str, ...], texts: Texts) -> _Asked:
    """Draw the choice of measures, baseline and order."""
    wide, middle, last = st.columns([2, 1, 1])
    with wide:
        asked = _choose_measures(runs, settings, texts)
    places, orders = [*range(len(names))], ["", *asked.resolved]

    def sort_label(measure: str) -> str:
        return measure or texts("runs.table_as_given")

    init_labelled(BASELINE, runs.baseline or 0, places, names.__getitem__)
    init_labelled(SORT, runs.sort, orders, sort_label)

    def on_baseline() -> None:
        runs.baseline = widget_value(BASELINE, 0) or None

    def on_sort() -> None:
        runs.sort = widget_value(SORT, "")

    none = texts("choices.pick")
    middle.selectbox(
        texts("runs.table_baseline"),
        places,
        format_func=names.__getitem__,
        key=BASELINE,
        on_change=on_baseline,
        placeholder=none,
    )
    last.selectbox(
        texts("runs.table_sort"),
        orders,
        format_func=sort_label,
        key=SORT,
        on_change=on_sort,
        placeholder=none,
    )
    return asked


def _choose_measures(runs: RunsSession, settings: Settings, texts: Texts) -> _Asked:
    """Draw the choice of measures, which may be typed; until some are chosen they are the usual ones, with the page's k."""
    known = settings.measures
    usual = [known[metric] for metric in USUAL if metric in known] or [*known.values()][: len(USUAL)]
    options = [*dict.fromkeys((*known.values(), *runs.table))]
    if runs.table:
        init_multiselect(MEASURES, runs.table, options)
    else:
        set_widget(MEASURES, usual)

    def on_change() -> None:
        runs.table = tuple(widget_value(MEASURES, ()))

    typed = st.multiselect(
        texts("runs.table_measures"),
        options,
        key=MEASURES,
        on_change=on_change,
        accept_new_options=True,
        placeholder=texts("runs.columns_none"),
        help=texts("runs.table_measures_help"),
    )
    return _resolve(typed, settings)


def _resolve(typed: list[str], settings: Settings) -> _Asked:
    resolved, refused = {}, {}
    measures, absent = with_all_trec(typed, settings.profile)
    for text in measures:
        outcome = result_or_refusal(partial(settings.resolve, text))
        if isinstance(outcome, InputError):
            refused[text] = outcome
        else:
            resolved[outcome.name] = outcome
    return _Asked(resolved, refused, absent)


def _compute(
    runs: RunsSession, files: Files, names: tuple[str, ...], settings: Settings, asked: _Asked, texts: Texts
) -> ResultTable | None:
    """Evaluate the measures; what the choices do not allow is refused. None if nothing is left."""
    readings = {each.reading for each in asked.resolved.values()}
    prepared = {reading: read_files(runs, files, *reading, texts) for reading in sorted(readings)}
    baseline, sort = names[widget_value(BASELINE, 0)], widget_value(SORT, "")
    chosen = settings if settings.profile == CUSTOM else replace(settings, metric="", k=0)  # their k is in their names
    key = (files.key, files.names, chosen, tuple(asked.resolved), baseline, sort)

    def values_of(measure: ResolvedMeasure) -> list[QueryValues]:
        return [evaluate_resolved([measure], each) for each in prepared[measure.reading]]

    def compute() -> tuple[ResultTable | None, dict[str, InputError]]:
        results, refused = [QueryValues.of_nothing()] * len(files.names), {}
        for name, each in asked.resolved.items():
            outcome = result_or_refusal(partial(values_of, each))
            if isinstance(outcome, InputError):
                refused[name] = outcome
            else:
                results = [one.with_measures_of(other) for one, other in zip(results, outcome, strict=True)]
        resolved = [each for name, each in asked.resolved.items() if name not in refused]
        if not resolved:
            return None, refused
        by = "" if sort in refused else sort
        table = result_table(
            names, results, resolved, profile=settings.profile, choices=settings.choices, baseline=baseline, sort=by
        )
        return table, refused

    table, refused = runs.get_or_compute("table", key, compute)
    asked.refused.update(refused)
    return table


def _draw(table: ResultTable, texts: Texts) -> None:
    """Draw the table with its notes and files; where no query counts for all runs, only that."""
    if table.refusal is not None:
        notice(error_text(table.refusal, texts))
        return
    means, tests = result_data(table, texts)
    data_table(means, "rv_runs_table")
    st.html(f'<p class="rv-lesson">{sentence_html(note(table, texts), texts)}</p>')
    if tests is not None:
        data_table(tests, "rv_runs_table_tests")
        st.html(f'<p class="rv-lesson">{sentence_html(tests_note(table, texts), texts)}</p>')
    with st.container(horizontal=True):
        for name, form in FORMATS.items():
            st.download_button(
                texts(f"runs.table_{name}"),
                partial(form.write, table, texts, True),
                f"{FILE}.{form.suffix}",
                form.mime,
                key=f"rv_runs_table_{name}",
                on_click="ignore",
            )
