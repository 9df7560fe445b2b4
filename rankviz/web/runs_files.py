"""Which runs and judgments the Runs page reads: the bundled example, files that were sent, or a folder named at the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from html import escape
from time import monotonic
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.basics.errors import InputError, one_line
from rankviz.basics.limits import MAX_RUN_FILE
from rankviz.display.parts.terms import as_html
from rankviz.libraries.profiles import CUSTOM
from rankviz.runs.evaluate.prepared_run import Prepared
from rankviz.runs.read.file_sources import Progress, SharedFile, Upload
from rankviz.runs.read.table_files import first_row, kind_of
from rankviz.runs.run_files import (
    ROLES,
    RUN_ROLES,
    Files,
    distinct,
    example,
    files_in_folder,
    folder,
    prepare_source,
    read_judgments,
    result_or_refusal,
    without_traceback,
)
from rankviz.state.page_params import RunsParams
from rankviz.texts import Texts

KINDS = ("example", "files", "folder")
PAUSE = 0.1  # seconds between two looks whether reading is to go on
T = TypeVar("T")


@dataclass
class RunsSession:
    """What a visitor chose on the Runs page.

    `kind` of source, `k`, `gain` and `ties` ("" is the profile's own), `profile` ("" until one is chosen), `metric` of study,
    `query` picked last ("" for the first of the table), `columns` of the table besides that metric. `files` are those sent, by
    role, with Streamlit's name of each in `sent`; `held` are those that its widgets show. `chosen` are those of the folder.
    `cancelled` counts readings that were ended; `flips_open` is whether it is shown when the winner flips, and `cell` are the
    choices whose flips are looked at; `prepared` is what was read, by file and reading, or why it was not; `made` is what was
    computed from it.
    """

    kind: str = "example"
    profile: str = ""
    k: int = 10
    gain: str = ""
    ties: str = ""
    metric: str = "ndcg"
    query: str = ""
    columns: tuple[str, ...] = ()
    files: dict[str, Upload] = field(default_factory=dict)
    sent: dict[str, str] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)
    chosen: dict[str, str] = field(default_factory=dict)
    cancelled: int = 0
    flips_open: bool = False
    cell: dict[str, object] = field(default_factory=dict)
    prepared: dict[tuple[str, ...], Prepared | InputError] = field(default_factory=dict)
    made: dict[str, tuple[object, Any]] = field(default_factory=dict)

    @property
    def chosen_params(self) -> RunsParams:
        """What was chosen, as an address says it: what every session begins with is left out, and what is not read."""
        if self.profile == CUSTOM:
            return RunsParams(CUSTOM, columns=self.columns, query=self.query)
        k = self.k if self.k != RunsSession.k else None
        metric = self.metric if self.metric != RunsSession.metric else ""
        return RunsParams(self.profile, k, self.gain, self.ties, metric, self.columns, self.query)

    def set_params(self, asked: RunsParams) -> None:
        """Choose what an address says."""
        self.profile, self.k = asked.by or self.profile, asked.k or self.k
        self.gain, self.ties = asked.gain or self.gain, asked.ties or self.ties
        self.metric, self.columns = asked.metric or self.metric, asked.columns or self.columns
        self.query = asked.query or self.query

    def get_or_make(self, what: str, key: object, make: Callable[[], T]) -> T:
        """What was made last under this key, or is made now; the script runs again at every touch of the page."""
        if what not in self.made or self.made[what][0] != key:
            self.made[what] = key, make()
        found: T = self.made[what][1]
        return found


def choose_files(runs: RunsSession, texts: Texts) -> Files | None:
    """Draw the choice of files; None while some are missing."""
    kinds = [kind for kind in KINDS if kind != "folder" or folder()]
    kind = st.segmented_control(
        texts("runs.source"),
        kinds,
        default=runs.kind if runs.kind in kinds else kinds[0],
        format_func=lambda each: texts(f"runs.source_{each}"),
        key=f"rv_runs_kind_{runs.cancelled}",
        required=True,
    )
    runs.kind = str(kind)
    if kind != "files":
        runs.held = set()  # widgets that are not drawn forget their files
    if kind == "example":
        st.caption(texts("runs.example"))
        return example()
    return _sent(runs, texts) if kind == "files" else _in_folder(runs, texts)


def _sent(runs: RunsSession, texts: Texts) -> Files | None:
    limit = min(MAX_RUN_FILE, int(st.get_option("server.maxUploadSize")))
    st.html(f'<p class="rv-lesson">{as_html(texts.pieces("runs.formats", limit=limit))}</p>')
    for column, role in zip(st.columns(3), ROLES, strict=True):
        with column:
            file = st.file_uploader(texts(f"runs.{role}"), key=f"rv_runs_{role}", max_upload_size=limit)
            if file is not None and runs.sent.get(role) != file.file_id:
                runs.files[role], runs.sent[role] = Upload(file.name, file.getvalue()), file.file_id
            elif file is None and role in runs.held:
                del runs.files[role]  # it was taken away
            elif file is None and role in runs.files:
                # Streamlit forgets a file when another page is shown; ours is still there.
                st.html(f'<p class="rv-lesson">{escape(texts("runs.kept", name=one_line(runs.files[role].name)))}</p>')
                if st.button(texts("runs.drop"), key=f"rv_runs_drop_{role}"):
                    del runs.files[role]
                    st.rerun()
            runs.held = runs.held | {role} if file is not None else runs.held - {role}
    return _complete(runs, dict(runs.files), "|".join(runs.sent[role] for role in runs.files), texts)


def _in_folder(runs: RunsSession, texts: Texts) -> Files | None:
    where = folder()
    assert where is not None
    files, left_out = files_in_folder(where)
    names = list(files)
    picked: dict[str, str | None] = {}
    for column, role in zip(st.columns(3), ROLES, strict=True):
        before = runs.chosen.get(role)
        picked[role] = column.selectbox(
            texts(f"runs.{role}"),
            names,
            index=names.index(before) if before in names else None,
            key=f"rv_runs_pick_{role}",
            placeholder=texts("choices.pick"),
        )
    if left_out:
        st.caption(texts.markdown("runs.not_offered", count=left_out))
    runs.chosen = {role: name for role, name in picked.items() if name}
    chosen = {role: files[name] for role, name in runs.chosen.items()}
    return _complete(runs, chosen, "|".join(f"{file}:{file.modified_at}" for file in chosen.values()), texts)


def _complete(runs: RunsSession, files: Mapping[str, Upload | SharedFile], key: str, texts: Texts) -> Files | None:
    """The files to read, once they are enough: a run with judgments, or a log."""
    found = tuple(files[role] for role in RUN_ROLES if role in files)
    names = distinct([one_line(file.name) for file in found])
    first = files.get(RUN_ROLES[0])
    if first is not None and runs.get_or_make("kind", key, lambda: kind_of(first)) == "impressions":
        return Files(names, found, None, key)
    if first is None:
        st.info(texts("runs.missing"))
        return None
    if "qrels" not in files:
        begins = runs.get_or_make("begins", key, lambda: first_row(first))
        st.info(texts.markdown("runs.needs_qrels", name=names[0], found=begins, qrels=texts("runs.qrels")))
        return None
    return Files(names, found, files["qrels"], key)


def read_files(runs: RunsSession, files: Files, duplicates: str, score_bits: str, texts: Texts) -> list[Prepared]:
    """Read what has not been read yet, with a bar and a button that ends it: pressing it ends this run of the script.

    What is refused is not read again either, until there are other files.
    """
    keys = [(files.key, name, duplicates, score_bits) for name in files.names]
    missing = {key: at for at, key in enumerate(keys) if key not in runs.prepared}
    place = st.empty()  # always there, so that nothing below it moves
    if missing:
        runs.prepared = {key: each for key, each in runs.prepared.items() if key[0] == files.key}
        with place.container():
            bar = st.progress(0.0, texts("runs.reading"))
            st.button(texts("runs.cancel"), key="rv_runs_cancel", on_click=_cancel, args=(runs,))
        qrels = result_or_refusal(lambda: read_judgments(files.qrels, _bar(bar, texts, "runs.reading")))
        for key, at in missing.items():
            show = _bar(bar, texts, "runs.reading_file", name=files.names[at])
            if isinstance(qrels, InputError):
                runs.prepared[key] = qrels
            else:
                runs.prepared[key] = result_or_refusal(
                    partial(prepare_source, files.runs[at], qrels, duplicates, score_bits, show)
                )
        place.empty()
    found = [runs.prepared[key] for key in keys]
    for each in found:
        if isinstance(each, InputError):
            raise without_traceback(each)
    return [each for each in found if isinstance(each, Prepared)]


def _bar(bar: DeltaGenerator, texts: Texts, key: str, **values: str) -> Progress:
    """Move the bar ten times a second at most; Streamlit ends the script there if Cancel was pressed."""
    text = texts.markdown(key, **values)
    last = 0.0

    def show(share: float) -> None:
        nonlocal last
        if monotonic() - last > PAUSE:
            last = monotonic()
            bar.progress(share, text)

    return show


def _cancel(runs: RunsSession) -> None:
    """Back to the example, with files kept; the widget that chooses the kind of source is another one from now on."""
    runs.kind, runs.cancelled = "example", runs.cancelled + 1
