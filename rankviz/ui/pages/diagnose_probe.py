"""“Which formula does my tool use?”: a list to be computed elsewhere, and what the number says."""

from __future__ import annotations

from html import escape

import streamlit as st

from rankviz.conventions import TEXTBOOK
from rankviz.diagnose.probe import PROBES, Behaviour, Probe, probe_list, read_back
from rankviz.diagnose.probe_text import as_csv, as_qrels, as_run, programs
from rankviz.errors import InputError
from rankviz.metrics import METRICS
from rankviz.profiles import PROFILES
from rankviz.show.convention_words import choices_words
from rankviz.show.numbers import fixed, plain
from rankviz.state.analysis import Analysis
from rankviz.state.app_state import AppState
from rankviz.texts import Texts
from rankviz.ui.browser.sheet import sheet
from rankviz.ui.pages.diagnose_libraries import library_name
from rankviz.ui.session import Session

LIST, GROUPS, MEASURE, TYPED, OPEN = "rv_probe_list", "rv_probe", "rv_probe_measure", "rv_probe_typed", "rv_probe_open"
FILES = {"run": as_run, "qrels": as_qrels, "csv": as_csv}
PLACES = 4
YOURS = "▶"
Data = dict[str, object]


def data(probe: Probe, found: tuple[Behaviour, ...], texts: Texts) -> Data:
    """Build the table of numbers and of those who give them; those of `found` are marked. See where it is mounted."""
    rows = []
    for group in probe.groups:
        yours = any(each in found for each in group.behaviours)
        keys = _profiles(group.behaviours)
        libraries = [f"{library_name(key, texts)} {PROFILES[key].version}".strip() for key in keys]
        choices = [choices_words(dict(each.choices), texts) for each in group.behaviours if each.choices]
        cells = [{"lines": libraries}, {"lines": choices}]
        mark = {"sub": f"{YOURS} {texts('probe.yours')}", "mark": "here"} if yours else {}
        rows.append({"head": fixed(group.value, PLACES), "cells": cells, **mark})
    heads = [probe.measure, texts("probe.libraries"), texts("probe.choices")]
    caption = texts("probe.caption", measure=probe.measure, gap=fixed(probe.gap, PLACES))
    return {"caption": caption, "heads": heads, "groups": [{"name": "", "rows": rows}]}


def list_data(probe: Probe, texts: Texts) -> Data:
    """Build the table of the list itself, the documents that were not retrieved last."""
    shown = [(str(rank), item) for rank, item in enumerate(probe.ranking.items, 1)]
    hidden = [(texts("probe.missed"), item) for item in probe.ranking.missed]
    rows = [
        {
            "head": rank,
            "cells": [
                {"text": item.doc_id},
                {"text": plain(item.grade or 0)},
                {"text": "—" if item.score is None else plain(item.score)},
            ],
        }
        for rank, item in (*shown, *hidden)
    ]
    heads = [texts(f"probe.{name}") for name in ("rank", "document", "grade", "score")]
    return {"caption": texts("probe.list", measure=probe.measure), "heads": heads, "groups": [{"name": "", "rows": rows}]}


def answer(probe: Probe, found: tuple[Behaviour, ...], texts: Texts) -> str:
    """Say what the typed number means."""
    if not found:
        return texts("probe.nothing")
    libraries = texts("sentence.more_separator").join(library_name(key, texts) for key in _profiles(found))
    choices = texts("sentence.more_separator").join(choices_words(dict(each.choices), texts) for each in found if each.choices)
    if libraries and choices:
        return texts("probe.both", libraries=libraries, choices=choices)
    return texts("probe.by_libraries", libraries=libraries) if libraries else texts("probe.by_choices", choices=choices)


def _profiles(behaviours: tuple[Behaviour, ...]) -> list[str]:
    return [key for each in behaviours for key in each.profiles]


def state_of(state: AppState, probe: Probe) -> AppState:
    """The state in which the probe's list is under study, alone, with textbook choices."""
    convention = TEXTBOOK.with_choices({"cutoff": probe.cutoff})
    return AppState((probe.ranking,), probe.metric, convention, state.numbers)


def show(now: Session, analysis: Analysis, texts: Texts) -> None:
    """Draw the section."""
    st.html(f"<h2>{escape(texts('probe.title'))}</h2><p>{escape(texts('probe.note'))}</p>")
    usual = next((at for at, (key, _) in enumerate(PROBES) if key == analysis.state.metric), 0)
    chosen = st.selectbox(
        texts("probe.measure"),
        range(len(PROBES)),
        index=usual,
        format_func=_name,
        key=MEASURE,
        width=320,
        placeholder=texts("choices.pick"),
    )
    probe = probe_list(*PROBES[chosen])
    left, right = st.columns([1, 2], gap="large")
    with left:
        sheet(list_data(probe, texts), LIST)
        if st.button(texts("probe.open"), key=OPEN):
            now.replace_all(state_of(analysis.state, probe))
            st.rerun()
    with right:
        _texts_of(probe, texts)
    label = texts.markdown("probe.typed", measure=probe.measure)
    typed = now.probe_typed = st.text_input(label, value=now.probe_typed, key=TYPED, max_chars=60, width=320)
    found: tuple[Behaviour, ...] = ()
    if typed.strip():
        try:
            found = read_back(probe, typed)
            said = answer(probe, found, texts)
        except InputError as error:
            said = texts(f"error.{error.key}", **error.where)
        st.html(f'<p role="status">{escape(said)}</p>')
    sheet(data(probe, found, texts), GROUPS)


def _name(at: int) -> str:
    key, cut = PROBES[at]
    return METRICS[key].name + ("@k" if cut else "")


def _texts_of(probe: Probe, texts: Texts) -> None:
    """The list in the forms that other tools take, each to be copied."""
    forms = programs(probe.ranking, probe.metric, probe.cutoff)
    forms |= {texts(f"probe.{name}"): write(probe.ranking) for name, write in FILES.items()}
    for tab, text in zip(st.tabs(list(forms)), forms.values(), strict=True):
        tab.code(text, language=None, wrap_lines=True)  # the colours of its programming languages are too pale to be read
