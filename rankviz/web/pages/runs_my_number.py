"""My number on Runs: what may have given the means that somebody else got, and the queries on which that shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from threading import Lock
from time import monotonic

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.basics.errors import InputError
from rankviz.basics.escaping import in_markdown
from rankviz.core.typed_number import PrintedNumber, read_typed
from rankviz.display.error_text import error_text
from rankviz.display.parts.terms import sentence_html
from rankviz.runs.evaluate.orders import RunReadings
from rankviz.runs.lookup.answers import RunAnswers, RunFinding
from rankviz.runs.lookup.reread_lists import both_lists
from rankviz.runs.lookup.search import find_answers
from rankviz.runs.lookup.search_space import RunSpace
from rankviz.runs.read.file_sources import Progress
from rankviz.runs.run_files import with_progress
from rankviz.runs.words import my_number as said
from rankviz.runs.words.lookup import run_match_words
from rankviz.state.parameter import BETWEEN
from rankviz.texts import Texts
from rankviz.web.components.standalone import data_table
from rankviz.web.pages.runs_navigation import QueryLinks
from rankviz.web.pages.table_dialog import notice
from rankviz.web.runs_files import RunsSession, progress_bar
from rankviz.web.session import forget_widget, init_labelled, init_multiselect, init_text, init_widget, widget_value

OPEN, RUN, MORE, ANSWER, MOVED = (f"rv_runs_my_{each}" for each in ("open", "run", "more", "answer", "moved"))
MOST_ROWS = 200_000  # of a run whose look-up is kept for the next number; a larger one is read again
SOON = 0.3  # s until a bar is shown: what is quicker would only flicker
_searching = Lock()  # a search may need both processors and a gigabyte


@dataclass(frozen=True, eq=False)
class RunSearch:
    """What a search found, and the files as they were read for it; None where they are too large to be kept."""

    answers: RunAnswers
    readings: RunReadings | None


def draw_my_number(links: QueryLinks, texts: Texts) -> None:
    """Draw the section, where there are judgments; nothing is computed before a number is typed."""
    if links.files.qrels is None:
        return
    runs = links.session.runs
    init_widget(OPEN, runs.lookup_open, (False, True))
    section = st.expander(texts("runs.my_title"), key=OPEN, on_change="rerun")
    runs.lookup_open = bool(section.open)
    if not section.open:
        return
    with section:
        st.html(f'<p class="rv-lesson">{sentence_html(texts("runs.my_note"), texts)}</p>')
        try:
            typed = _numbers(links, texts)
            found = _search(links, typed, texts) if typed else None
            if found is not None:
                _answers(links, found, texts)
        except InputError as error:
            notice(error_text(error, texts, "runs"))


def _numbers(links: QueryLinks, texts: Texts) -> dict[str, PrintedNumber]:
    """Draw the fields, that of the measure under study first; return the numbers that were typed, by measure."""
    runs, names, settings = links.session.runs, links.files.names, links.settings
    measures, studied = [*settings.measures.values()], settings.measures[settings.metric]
    known = {name: text for name, text in runs.my_means.items() if name in measures}
    others = [name for name in measures if name != studied]
    runs.my_run = min(runs.my_run, len(names) - 1)
    if len(names) > 1:
        init_labelled(RUN, runs.my_run, range(len(names)), names.__getitem__)
        runs.my_run = st.selectbox(texts("runs.my_run"), range(len(names)), format_func=names.__getitem__, key=RUN)
    fields = st.container()
    init_multiselect(MORE, [name for name in others if name in known], others)
    more = st.multiselect(texts("runs.my_more"), others, key=MORE, placeholder=texts("runs.columns_none"))
    shown = [studied, *more]
    columns = fields.columns(min(len(shown), 4) if len(shown) > 1 else [1, 3])
    for i, name in enumerate(shown):
        key = f"rv_runs_my_number_{name}"
        init_text(key, known.get(name, ""))

        def on_change(name: str = name, key: str = key) -> None:
            runs.my_means = {**runs.my_means, name: widget_value(key, "").strip()}
            runs.my_cause, runs.lookup_stopped = "", False
            forget_widget(ANSWER)

        # No metric's name has a sign of Markdown; as code it would be read aloud with its marks.
        columns[i % 4].text_input(texts("runs.my_number", measure=name), key=key, on_change=on_change, placeholder="0.412")
    typed = {name: widget_value(f"rv_runs_my_number_{name}", "").strip() for name in shown}
    # What was typed for metrics that are not offered at present, as with another k, is kept for when they are.
    runs.my_means = typed | {name: text for name, text in runs.my_means.items() if name not in measures}
    return {name: read_typed(text) for name, text in typed.items() if text}


def _search(links: QueryLinks, typed: Mapping[str, PrintedNumber], texts: Texts) -> RunSearch | None:
    """Look the numbers up, with a progress bar and a button that stops; None if it was stopped."""
    runs, files, settings = links.session.runs, links.files, links.settings
    metrics = {name: metric for metric, name in settings.measures.items()}
    measures = {name: settings.measure_of(metrics[name]) for name in typed}  # as the fields stand
    asked = (files.compared_key, runs.my_run, settings, tuple(measures))
    key = (asked, tuple(each.text for each in typed.values()))

    def search() -> RunSearch:
        kept, space = runs.computed.get("lookup_space", (None, None))
        show = _bar_when_late(progress, runs, texts)
        while not _searching.acquire(timeout=SOON):
            show(0.0)  # where Streamlit ends the script after Stop
        try:
            if kept != asked or space is None:
                runs.computed.pop("lookup_space", None)
                readings = _read(links, lambda share: show(share / 5))
                space = RunSpace(readings, measures, lambda share: show(0.2 + 0.8 * share))
            is_kept = len(space.readings.run) <= MOST_ROWS
            if is_kept:
                runs.computed["lookup_space"] = asked, space
            space.watch(show)
            found = RunSearch(find_answers(space, typed), space.readings if is_kept else None)
        finally:
            _searching.release()
        progress.empty()
        return found

    if runs.lookup_stopped:
        st.html(f'<p class="rv-lesson">{escape(texts("runs.my_stopped"))}</p>')
        st.button(texts("runs.my_again"), key="rv_runs_my_again", on_click=_set_stopped, args=(runs, False))
        return None
    progress = st.empty()  # always there, so that nothing below it moves
    return runs.get_or_compute("lookup", key, search)


def _read(links: QueryLinks, show: Progress) -> RunReadings:
    """Read the run that is asked about, and the judgments."""
    files = links.files
    assert files.qrels is not None
    return RunReadings.from_sources(with_progress(files.runs[links.session.runs.my_run], show), files.qrels, files.ids)


def _bar_when_late(place: DeltaGenerator, runs: RunsSession, texts: Texts) -> Progress:
    """Return a function that moves a bar, which appears beside a button that stops only where it takes a while."""
    began, move = monotonic(), None

    def show(share: float) -> None:
        nonlocal move
        if move is None and monotonic() - began > SOON:
            with place.container():
                bar = st.progress(share, texts("runs.my_searching"))
                st.button(texts("runs.my_stop"), key="rv_runs_my_stop", on_click=_set_stopped, args=(runs, True))
            move = progress_bar(bar, texts, "runs.my_searching")
        if move is not None:
            move(share)

    return show


def _set_stopped(runs: RunsSession, is_stopped: bool) -> None:
    runs.lookup_stopped = is_stopped


def _answers(links: QueryLinks, found: RunSearch, texts: Texts) -> None:
    """Draw our numbers, the answers to choose from, and what is to be said of the chosen one."""
    for line in said.first_words(found.answers, texts):
        st.html(f'<p class="rv-lesson">{sentence_html(line, texts)}</p>')
    matches = said.shown_matches(found.answers)
    if matches:
        match = matches[_choose(links, matches, texts, are_near=matches is found.answers.nearest)]
        for line in said.evidence_words(match, found.answers, texts):
            st.html(f'<p class="rv-lesson">{sentence_html(line, texts)}</p>')
        if table := said.moved_data(match, texts):
            values = {query: theirs for query, _, theirs in match.moved_by_measure[match.moved_measure]}
            if (query := data_table(table, MOVED)) in values:
                readings = found.readings or _read(links, lambda share: None)
                ours, theirs = both_lists(readings, match, match.moved_measure, query)
                links.open_both(links.session.runs.my_run, ours, theirs, values[query])
    for line in said.search_words(found.answers, texts):
        st.html(f'<p class="rv-lesson">{sentence_html(line, texts)}</p>')


def _choose(links: QueryLinks, matches: Sequence[RunFinding], texts: Texts, *, are_near: bool) -> int:
    """Draw the answers as options; return the place of the chosen one."""
    runs, places = links.session.runs, range(len(matches))
    keys = [BETWEEN.join(each.causes) for each in matches]
    labels = [in_markdown(run_match_words(each, texts)) for each in matches]
    init_labelled(ANSWER, keys.index(runs.my_cause) if runs.my_cause in keys else 0, places, labels.__getitem__)
    chosen: int = st.radio(
        texts("run_lookup.nearest") if are_near else texts("runs.my_answers"),
        places,
        format_func=labels.__getitem__,
        captions=[said.values_words(each, texts) for each in matches],
        key=ANSWER,
    )
    runs.my_cause = keys[chosen] if chosen else ""
    return chosen
