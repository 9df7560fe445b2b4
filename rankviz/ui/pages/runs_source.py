"""Which runs and judgments the Runs page reads: the bundled example, files that were sent, or a folder named at the start."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from html import escape
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.errors import InputError, one_line
from rankviz.inputs import SURROGATE
from rankviz.limits import MAX_RUN_FILE
from rankviz.runs.evaluate.prepared import Prepared, Source, prepare, prepare_log, table_from
from rankviz.runs.read.sources import File, Progress, Shared, Upload
from rankviz.runs.read.table import Table
from rankviz.runs.read.tables import first_row, kind_of, read_impressions
from rankviz.texts import Texts

FOLDER = "RANKVIZ_DATA"  # `make run DATA=...`; a path is never typed into the page
EXAMPLE = Path(__file__).parents[2] / "examples" / "digits"
KINDS = ("example", "files", "folder")
RUN_ROLES = ("first", "second")
ROLES = (*RUN_ROLES, "qrels")
PAUSE = 0.1  # seconds between two looks whether reading is to go on
T = TypeVar("T")


@dataclass(frozen=True)
class Files:
    """One or two runs with their judgments.

    Parameters
    ----------
    names : one or two texts
        Of the runs, as they are shown.
    runs : as many sources
    qrels : source or None
        None for logs of impressions, which hold the labels too.
    key : text
        Tells these files from others.
    """

    names: tuple[str, ...]
    runs: tuple[Source, ...]
    qrels: Source | None
    key: str


@dataclass
class RunsSession:
    """What a visitor chose on the Runs page.

    `kind` of source, `k`, `gain` and `ties` ("" is the profile's own), `profile`, `metric` under study, `query` picked last.
    `files` are those sent, by role, with Streamlit's name of each in `sent`; `held` are those that its widgets show. `chosen`
    are those of the folder. `cancelled` counts readings that were ended; `prepared` is what was read, by file and reading, or
    why it was not; `made` is what was computed from it.
    """

    kind: str = "example"
    profile: str = "trec_eval"
    k: int = 10
    gain: str = ""
    ties: str = ""
    metric: str = "ndcg"
    query: str = ""
    files: dict[str, Upload] = field(default_factory=dict)
    sent: dict[str, str] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)
    chosen: dict[str, str] = field(default_factory=dict)
    cancelled: int = 0
    prepared: dict[tuple[str, ...], Prepared | InputError] = field(default_factory=dict)
    made: dict[str, tuple[object, Any]] = field(default_factory=dict)

    def remembered(self, what: str, key: object, make: Callable[[], T]) -> T:
        """What was made last under this key, or is made now; the script runs again at every touch of the page."""
        if what not in self.made or self.made[what][0] != key:
            self.made[what] = key, make()
        found: T = self.made[what][1]
        return found


def folder() -> Path | None:
    """The folder that was named when the page was started."""
    named = os.environ.get(FOLDER, "")
    return Path(named) if named and Path(named).is_dir() else None


def offered(where: Path) -> tuple[dict[str, Shared], int]:
    """The files of a folder by name, and how many are not offered: what leads out of it, and names that are no text."""
    root, found, left_out = where.resolve(), {}, 0
    for path in sorted(where.iterdir()):
        if path.name.startswith(".") or not path.is_file():
            continue
        target = path.resolve()
        if target.is_relative_to(root) and not SURROGATE.search(path.name):
            found[path.name] = Shared(path.name, target)
        else:
            left_out += 1
    return found, left_out


def choose(runs: RunsSession, texts: Texts) -> Files | None:
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


@lru_cache(maxsize=1)
def example() -> Files:
    """Two rankers of handwritten digits."""
    names = ("pixels", "lda")
    return Files(names, tuple(EXAMPLE / f"{name}.run.gz" for name in names), EXAMPLE / "qrels.txt.gz", "example")


def _sent(runs: RunsSession, texts: Texts) -> Files | None:
    limit = min(MAX_RUN_FILE, int(st.get_option("server.maxUploadSize")))
    st.caption(texts.markdown("runs.formats", limit=limit))
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
    files, left_out = offered(where)
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
    return _complete(runs, chosen, "|".join(f"{file}:{file.changed}" for file in chosen.values()), texts)


def _complete(runs: RunsSession, files: Mapping[str, Upload | Shared], key: str, texts: Texts) -> Files | None:
    """The files to read, once they are enough: a run with judgments, or a log."""
    found = tuple(files[role] for role in RUN_ROLES if role in files)
    names = _distinct([one_line(file.name) for file in found])
    first = files.get(RUN_ROLES[0])
    if first is not None and runs.remembered("kind", key, lambda: kind_of(first)) == "impressions":
        return Files(names, found, None, key)
    if first is None:
        st.info(texts("runs.missing"))
        return None
    if "qrels" not in files:
        begins = runs.remembered("begins", key, lambda: first_row(first))
        st.info(texts.markdown("runs.needs_qrels", name=names[0], found=begins, qrels=texts("runs.qrels")))
        return None
    return Files(names, found, files["qrels"], key)


def _distinct(names: list[str]) -> tuple[str, ...]:
    """Names of runs; two files of one name are told apart by a number."""
    return tuple(f"{name} ({i + 1})" if names.count(name) > 1 else name for i, name in enumerate(names))


def read(runs: RunsSession, files: Files, duplicates: str, score_bits: str, texts: Texts) -> list[Prepared]:
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
        qrels = _kept(lambda: _judgments(files.qrels, _bar(bar, texts, "runs.reading")))
        for key, at in missing.items():
            show = _bar(bar, texts, "runs.reading_file", name=files.names[at])
            source = _watched(files.runs[at], show)
            runs.prepared[key] = qrels if isinstance(qrels, InputError) else _kept(partial(_prepared, source, qrels, key, show))
        place.empty()
    found = [runs.prepared[key] for key in keys]
    for each in found:
        if isinstance(each, InputError):
            raise _fresh(each)
    return [each for each in found if isinstance(each, Prepared)]


def _judgments(source: Source | None, show: Progress) -> Table | None:
    return None if source is None else table_from(_watched(source, show), "qrels")


def _prepared(source: Source, qrels: Table | None, key: tuple[str, ...], show: Progress) -> Prepared:
    _, _, duplicates, score_bits = key
    if qrels is None:
        assert isinstance(source, File)
        return prepare_log(read_impressions(source), score_bits=score_bits)
    return prepare(source, qrels, duplicates=duplicates, score_bits=score_bits, progress=show)


def _kept(act: Callable[[], T]) -> T | InputError:
    """What an act gives, or why it was refused."""
    try:
        return act()
    except InputError as error:
        return _fresh(error)


def _fresh(error: InputError) -> InputError:
    """The same error without the frames it went through, which hold the file."""
    return InputError(error.key, error.message, **error.where)


def _watched(source: Source, show: Progress) -> Source:
    return replace(source, watch=show) if isinstance(source, Upload | Shared) else source


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
