"""The Diagnose page: why a number is another one, in four sections."""

from __future__ import annotations

from html import escape

import streamlit as st

from rankviz.diagnose.libraries import to_csv
from rankviz.diagnose.printed import read_typed
from rankviz.diagnose.probe import PROBES, Behaviour, Probe, probe_list, read_back
from rankviz.diagnose.probe_text import as_csv, as_qrels, as_run, programs
from rankviz.errors import InputError
from rankviz.metrics import METRICS
from rankviz.show import choice_table, library_table, probe_table
from rankviz.show.errors import error_text
from rankviz.show.labels import list_name
from rankviz.show.lookup import answers_data, searched, state_of
from rankviz.state.analysis import Analysis, analyse
from rankviz.texts import Texts
from rankviz.ui.browser.components import answers, sheet
from rankviz.ui.pages.dialogs import notice, show_dialog
from rankviz.ui.pages.header import board
from rankviz.ui.pages.styles import styles
from rankviz.ui.session import Session

FORMS = {"run": as_run, "qrels": as_qrels, "csv": as_csv}


def page(now: Session) -> None:
    """Draw the page for one session."""
    st.html(styles())
    board(now, "diagnose")
    texts = Texts(now.language)
    if now.view.gone:
        return
    st.html(f'<h1 class="rv-title">{escape(texts("diagnose.title"))}</h1>')
    analysis = analyse(now.state)
    for section in (_number, _libraries, _choices, _probe):
        section(now, analysis, texts)
    show_dialog(now, texts)


def _number(now: Session, analysis: Analysis, texts: Texts) -> None:
    """“I got …”, and its answers."""
    typed = st.text_input(
        texts("diagnose.typed"),
        value=now.typed,
        placeholder=texts("diagnose.typed_hint"),
        help=texts("diagnose.typed_help"),
        key="rv_typed",
        max_chars=60,
        width=320,
    )
    now.typed = typed
    try:
        data = answers_data(analysis, typed, texts)
    except InputError as error:
        notice(error_text(error, texts))
        return
    pressed = answers(data)
    if pressed is None:
        return
    found = searched(now.state, read_typed(typed))
    shown = found.matches or found.nearest
    if 0 <= pressed < len(shown):
        now.replace_all(state_of(now.state, shown[pressed]))
        st.rerun()


def _libraries(now: Session, analysis: Analysis, texts: Texts) -> None:
    """“All libraries on this list”."""
    st.html(f"<h2>{escape(texts('libraries.title'))}</h2><p>{escape(texts('libraries.note'))}</p>")
    sheet(library_table.data(analysis, texts), "rv_libraries")
    name, file = texts("libraries.file_name"), to_csv(library_table.table_of(analysis))
    st.download_button(texts("libraries.download"), file, name, "text/csv", key="rv_libraries_csv", on_click="ignore")


def _choices(now: Session, analysis: Analysis, texts: Texts) -> None:
    """“Choices side by side”; a pressed cell sets the page to its choices."""
    st.html(f"<h2>{escape(texts('grid.title'))}</h2><p>{escape(texts('grid.note'))}</p>")
    state = analysis.state
    others = [at for at in range(len(state.lists)) if at != state.selected]
    against = None
    if others:
        against = st.selectbox(
            texts("grid.against"),
            [None, *others],
            format_func=lambda at: texts("grid.alone") if at is None else list_name(state, at, texts),
            key="rv_against",
            placeholder=texts("choices.pick"),
            width=320,
        )
    grid = choice_table.grid_of(analysis, against)
    if not grid.fields:
        st.html(f"<p>{escape(texts('grid.no_choices', name=analysis.metric.name))}</p>")
        return
    if against is not None:
        st.html(f'<p aria-live="polite">{escape(choice_table.summary(grid, state, against, texts))}</p>')
    pressed = sheet(choice_table.data(analysis, against, texts), "rv_choices")
    changed = choice_table.state_of(state, grid, pressed) if pressed else state
    if changed != state:
        now.replace_all(changed)
        st.rerun()


def _probe(now: Session, analysis: Analysis, texts: Texts) -> None:
    """“Which formula does my tool use?”: a list to be computed elsewhere, and what the number says."""
    st.html(f"<h2>{escape(texts('probe.title'))}</h2><p>{escape(texts('probe.note'))}</p>")
    usual = next((at for at, (key, _) in enumerate(PROBES) if key == analysis.state.metric), 0)
    chosen = st.selectbox(
        texts("probe.measure"),
        range(len(PROBES)),
        index=usual,
        format_func=_name,
        key="rv_probe_measure",
        width=320,
        placeholder=texts("choices.pick"),
    )
    probe = probe_list(*PROBES[chosen])
    left, right = st.columns([1, 2], gap="large")
    with left:
        sheet(probe_table.list_data(probe, texts), "rv_probe_list")
        if st.button(texts("probe.open"), key="rv_probe_open"):
            now.replace_all(probe_table.state_of(analysis.state, probe))
            st.rerun()
    with right:
        _texts_of(probe, texts)
    label = texts.markdown("probe.typed", measure=probe.measure)
    typed = now.probe_typed = st.text_input(label, value=now.probe_typed, key="rv_probe_typed", max_chars=60, width=320)
    found: tuple[Behaviour, ...] = ()
    if typed.strip():
        try:
            found = read_back(probe, typed)
            said = probe_table.answer(probe, found, texts)
        except InputError as error:
            said = texts(f"error.{error.key}", **error.where)
        st.html(f'<p role="status">{escape(said)}</p>')
    sheet(probe_table.data(probe, found, texts), "rv_probe")


def _name(at: int) -> str:
    key, cut = PROBES[at]
    return METRICS[key].name + ("@k" if cut else "")


def _texts_of(probe: Probe, texts: Texts) -> None:
    """The list in the forms that other tools take, each to be copied."""
    forms = programs(probe.ranking, probe.metric, probe.cutoff)
    forms |= {texts(f"probe.{name}"): write(probe.ranking) for name, write in FORMS.items()}
    for tab, text in zip(st.tabs(list(forms)), forms.values(), strict=True):
        tab.code(text, language=None, wrap_lines=True)  # the colours of its programming languages are too pale to be read
