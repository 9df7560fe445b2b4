"""Which runs and judgments the Runs page reads: the bundled example, files that were sent, or a folder named at the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
from rankviz.runs.read.id_rules import BETWEEN, ID_RULES
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
FURTHER = "further"
FIRST_TWO = (0, 1)
PAUSE = 0.1  # seconds between two updates of the progress bar
T = TypeVar("T")


@dataclass
class RunsSession:
    """What a visitor chose on the page Runs.

    `kind` of source; `k`, `gain` and `ties` ("": the profile's own); `profile` ("" until one is chosen); `metric` under study;
    `ids`, how ids are read, and `ids_files`, the key of the files that this was last needed for; `pair`, the places of the two
    runs that are compared, where there are more (None: the first two); `query` picked last ("" for the first of the table);
    `columns` of the table besides that metric.
    `uploads` are the files sent, by role, with Streamlit's id of each in `upload_ids`; `shown_roles` are those that its
    widgets show. `folder_names` are the files chosen in the shared folder, by role. `further` are further runs, by Streamlit's
    id of each, and `folder_further` those chosen in the folder; `table` are the measures of the table of all runs,
    `baseline` is the place of the run that the others are tested against, `sort` the measure that orders its rows. `cancelled`
    counts cancelled readings; `my_means` are the means that somebody else got, by measure, as typed, of the run `my_run`,
    `my_cause` the answer that is looked at, `lookup_open` whether the section is open, and `lookup_stopped` whether the search
    for them was stopped; `flips_open` is whether the section on winner flips is open, and `cell` holds the choices whose
    flips it shows. `prepared` is what was read, by file and reading, or why it was refused; `computed` caches what was computed
    from it, with its key.
    """

    kind: str = "example"
    profile: str = ""
    k: int = 10
    gain: str = ""
    ties: str = ""
    metric: str = "ndcg"
    ids: str = ""
    ids_files: str = ""
    pair: tuple[int, int] | None = None
    query: str = ""
    columns: tuple[str, ...] = ()
    uploads: dict[str, Upload] = field(default_factory=dict)
    upload_ids: dict[str, str] = field(default_factory=dict)
    shown_roles: set[str] = field(default_factory=set)
    folder_names: dict[str, str] = field(default_factory=dict)
    further: dict[str, Upload] = field(default_factory=dict)
    folder_further: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    baseline: int | None = None
    sort: str = ""
    cancelled: int = 0
    my_means: dict[str, str] = field(default_factory=dict)
    my_run: int = 0
    my_cause: str = ""
    lookup_open: bool = False
    lookup_stopped: bool = False
    flips_open: bool = False
    cell: dict[str, object] = field(default_factory=dict)
    prepared: dict[tuple[str, ...], Prepared | InputError] = field(default_factory=dict)
    computed: dict[str, tuple[object, Any]] = field(default_factory=dict)

    @property
    def chosen_params(self) -> RunsParams:
        """The choices as parameters of the URL, without those that every session begins with or that are not read."""
        params = RunsParams(
            self.profile, None, "", "", "", self.columns, self.query, self.ids, self.table, self.baseline, self.sort
        )
        params = replace(params, pair=self.pair)
        if means := tuple((measure, text) for measure, text in self.my_means.items() if text):
            params = replace(params, my_means=means, my_run=self.my_run, my_cause=self.my_cause)
        if self.profile == CUSTOM:
            return params
        k = self.k if self.k != RunsSession.k else None
        metric = self.metric if self.metric != RunsSession.metric else ""
        return replace(params, k=k, gain=self.gain, ties=self.ties, metric=metric)

    def set_params(self, params: RunsParams) -> None:
        """Take over the choices in the parameters of a URL."""
        self.profile, self.k = params.by or self.profile, params.k or self.k
        self.gain, self.ties = params.gain or self.gain, params.ties or self.ties
        self.metric, self.columns = params.metric or self.metric, params.columns or self.columns
        self.query, self.pair = params.query or self.query, params.pair or self.pair
        self.table, self.sort = params.table or self.table, params.sort or self.sort
        self.baseline = params.baseline if params.baseline is not None else self.baseline
        self.my_means, self.my_run = dict(params.my_means) or self.my_means, params.my_run or self.my_run
        self.my_cause, self.lookup_open = params.my_cause or self.my_cause, bool(params.my_means) or self.lookup_open
        self.ids = BETWEEN.join(rule for rule in ID_RULES if rule in params.ids.split(BETWEEN)) or self.ids

    def get_or_compute(self, name: str, key: object, compute: Callable[[], T]) -> T:
        """Return the cached value of a name if its key is this one, else compute it: the script runs at every interaction."""
        if name not in self.computed or self.computed[name][0] != key:
            self.computed[name] = key, compute()
        value: T = self.computed[name][1]
        return value


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
        runs.shown_roles = set()  # widgets that are not drawn forget their files
    if kind == "example":
        st.caption(texts("runs.example"))
        return example()
    return _choose_uploads(runs, texts) if kind == "files" else _choose_in_folder(runs, texts)


def _choose_uploads(runs: RunsSession, texts: Texts) -> Files | None:
    limit = min(MAX_RUN_FILE, int(st.get_option("server.maxUploadSize")))
    st.html(f'<p class="rv-lesson">{as_html(texts.pieces("runs.formats", limit=limit))}</p>')
    *columns, last = st.columns(4)
    for column, role in zip(columns, ROLES, strict=True):
        with column:
            file = st.file_uploader(texts(f"runs.{role}"), key=f"rv_runs_{role}", max_upload_size=limit)
            if file is not None and runs.upload_ids.get(role) != file.file_id:
                runs.uploads[role], runs.upload_ids[role] = Upload(file.name, file.getvalue()), file.file_id
            elif file is None and role in runs.shown_roles:
                del runs.uploads[role]  # it was taken away
            elif file is None and role in runs.uploads:
                # Streamlit forgets a file when another page is shown; ours is still there.
                st.html(f'<p class="rv-lesson">{escape(texts("runs.kept", name=one_line(runs.uploads[role].name)))}</p>')
                if st.button(texts("runs.drop"), key=f"rv_runs_drop_{role}"):
                    del runs.uploads[role]
                    st.rerun()
            runs.shown_roles = runs.shown_roles | {role} if file is not None else runs.shown_roles - {role}
    with last:
        _choose_further(runs, limit, texts)
    key = "|".join([*(runs.upload_ids[role] for role in runs.uploads), *runs.further])
    return _complete(runs, dict(runs.uploads), [*runs.further.values()], key, texts)


def _choose_further(runs: RunsSession, limit: int, texts: Texts) -> None:
    """Draw the choice of any number of further runs."""
    files = st.file_uploader(texts("runs.further"), key="rv_runs_further", max_upload_size=limit, accept_multiple_files=True)
    if files:
        runs.further = {file.file_id: runs.further.get(file.file_id) or Upload(file.name, file.getvalue()) for file in files}
    elif FURTHER in runs.shown_roles:
        runs.further = {}
    elif runs.further:
        names = texts("sentence.more_separator").join(one_line(each.name) for each in runs.further.values())
        st.html(f'<p class="rv-lesson">{escape(texts("runs.kept", name=names))}</p>')
        if st.button(texts("runs.drop"), key="rv_runs_drop_further"):
            runs.further = {}
            st.rerun()
    runs.shown_roles = runs.shown_roles | {FURTHER} if files else runs.shown_roles - {FURTHER}


def _choose_in_folder(runs: RunsSession, texts: Texts) -> Files | None:
    shared_folder = folder()
    assert shared_folder is not None
    files, left_out = files_in_folder(shared_folder)
    names = list(files)
    picked: dict[str, str | None] = {}
    *columns, last = st.columns(4)
    for column, role in zip(columns, ROLES, strict=True):
        before = runs.folder_names.get(role)
        picked[role] = column.selectbox(
            texts(f"runs.{role}"),
            names,
            index=names.index(before) if before in names else None,
            key=f"rv_runs_pick_{role}",
            placeholder=texts("choices.pick"),
        )
    further = last.multiselect(
        texts("runs.further"),
        names,
        default=[each for each in runs.folder_further if each in names],
        key="rv_runs_pick_further",
        placeholder=texts("choices.pick"),
    )
    runs.folder_further = tuple(further)
    if left_out:
        st.caption(texts.markdown("runs.not_offered", count=left_out))
    runs.folder_names = {role: name for role, name in picked.items() if name}
    chosen = {role: files[name] for role, name in runs.folder_names.items()}
    more = [files[name] for name in further]
    key = "|".join(f"{file}:{file.modified_at}" for file in (*chosen.values(), *more))
    return _complete(runs, chosen, more, key, texts)


def _complete(
    runs: RunsSession,
    files: Mapping[str, Upload | SharedFile],
    further: Sequence[Upload | SharedFile],
    key: str,
    texts: Texts,
) -> Files | None:
    """Return the files to read; None until there are enough of them: a run with judgments, or a log.

    Until others are chosen the first two runs are compared.
    """
    run_files = (*(files[role] for role in RUN_ROLES if role in files), *further)
    names = distinct([one_line(file.name) for file in run_files])
    whole = Files(names, run_files, files.get("qrels"), key)
    whole = whole.compare(FIRST_TWO) if len(names) > len(FIRST_TWO) else whole
    first = files.get(RUN_ROLES[0])
    if first is not None and runs.get_or_compute("kind", key, lambda: kind_of(first)) == "impressions":
        return replace(whole, qrels=None)
    if first is None:
        st.info(texts("runs.missing"))
        return None
    if "qrels" not in files:
        first_line = runs.get_or_compute("begins", key, lambda: first_row(first))
        st.info(texts.markdown("runs.needs_qrels", name=names[0], found=first_line, qrels=texts("runs.qrels")))
        return None
    return whole


def read_files(runs: RunsSession, files: Files, duplicates: str, score_bits: str, texts: Texts) -> list[Prepared]:
    """Read the files that were not read yet, with a progress bar and a button that cancels: it ends this run of the script.

    Refused files are not read again either, until there are other files.
    """
    keys = [(files.key, name, duplicates, score_bits) for name in files.names]
    missing = {key: run for run, key in enumerate(keys) if key not in runs.prepared}
    progress = st.empty()  # always there, so that nothing below it moves
    if missing:
        runs.prepared = {key: each for key, each in runs.prepared.items() if key[0] == files.key}
        with progress.container():
            bar = st.progress(0.0, texts("runs.reading"))
            # Files are read once more for other rules, and with the further runs, in the same run of the script.
            button = f"rv_runs_cancel_{duplicates}_{score_bits}_{len(files.names)}_{files.ids}"
            st.button(texts("runs.cancel"), key=button, on_click=_cancel, args=(runs,))
        qrels = result_or_refusal(lambda: read_judgments(files.qrels, progress_bar(bar, texts, "runs.reading")))
        for key, run in missing.items():
            show = progress_bar(bar, texts, "runs.reading_file", name=files.names[run])
            if isinstance(qrels, InputError):
                runs.prepared[key] = qrels
            else:
                runs.prepared[key] = result_or_refusal(
                    partial(prepare_source, files.runs[run], qrels, duplicates, score_bits, files.ids, show)
                )
        progress.empty()
    outcomes = [runs.prepared[key] for key in keys]
    for each in outcomes:
        if isinstance(each, InputError):
            raise without_traceback(each)
    return [each for each in outcomes if isinstance(each, Prepared)]


def progress_bar(bar: DeltaGenerator, texts: Texts, key: str, **values: str) -> Progress:
    """Return a function that moves the bar at most ten times a second; Streamlit ends the script there after Cancel."""
    text = texts.markdown(key, **values)
    last = 0.0

    def show(share: float) -> None:
        nonlocal last
        if monotonic() - last > PAUSE:
            last = monotonic()
            bar.progress(share, text)

    return show


def _cancel(runs: RunsSession) -> None:
    """Go back to the example and keep the files; the widget for the kind of source gets a new key."""
    runs.kind, runs.cancelled = "example", runs.cancelled + 1
