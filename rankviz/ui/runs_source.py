"""Which runs and judgments the page Runs reads: the bundled example, files that were sent, or a folder named at the start."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.errors import InputError
from rankviz.runs.log import Impressions
from rankviz.runs.prepared import Prepared, Source, prepare, prepare_log, table_from
from rankviz.runs.sources import File, Upload
from rankviz.runs.tables import kind_of, read_impressions
from rankviz.texts import Texts

FOLDER = "RANKVIZ_DATA"  # `make run DATA=...`; a path is never typed into the page
LARGEST = 200  # MB a file; a run of six million lines
EXAMPLE = Path(__file__).parent.parent / "examples" / "digits"
KINDS = ("example", "files", "folder")


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
class RunsVisit:
    """What a visitor chose on the page Runs.

    `kind` of source, `k`, `gain` ("" is the profile's own), `profile`, `metric` under study, `query` picked last. `files` are
    those sent, by role, with Streamlit's name of each in `sent`; `held` are those that its widgets show. `chosen` are those of
    the folder. `cancelled` counts readings that were ended; `prepared` is what was read, by file and reading.
    """

    kind: str = "example"
    profile: str = "trec_eval"
    k: int = 10
    gain: str = ""
    metric: str = "ndcg"
    query: str = ""
    files: dict[str, Upload] = field(default_factory=dict)
    sent: dict[str, str] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)
    chosen: dict[str, str] = field(default_factory=dict)
    cancelled: int = 0
    prepared: dict[tuple[str, ...], Prepared] = field(default_factory=dict)


def folder() -> Path | None:
    """The folder that was named when the page was started."""
    named = os.environ.get(FOLDER, "")
    return Path(named) if named and Path(named).is_dir() else None


def choose(runs: RunsVisit, texts: Texts) -> Files | None:
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


def _sent(runs: RunsVisit, texts: Texts) -> Files | None:
    st.caption(texts("runs.formats", limit=LARGEST))
    for column, role in zip(st.columns(3), ("first", "second", "qrels"), strict=True):
        with column:
            file = st.file_uploader(texts(f"runs.{role}"), key=f"rv_runs_{role}", max_upload_size=LARGEST)
            if file is not None and runs.sent.get(role) != file.file_id:
                runs.files[role], runs.sent[role] = Upload(file.name, file.getvalue()), file.file_id
            elif file is None and role in runs.held:
                del runs.files[role]  # it was taken away
            elif file is None and role in runs.files:
                # Streamlit forgets a file when another page is shown; ours is still there.
                st.caption(texts("runs.kept", name=runs.files[role].name))
                if st.button(texts("runs.drop"), key=f"rv_runs_drop_{role}"):
                    del runs.files[role]
                    st.rerun()
            runs.held = runs.held | {role} if file is not None else runs.held - {role}
    found = [runs.files[role] for role in ("first", "second") if role in runs.files]
    key = "|".join(runs.sent[role] for role in runs.files)
    names = _distinct([file.name for file in found])
    if "first" in runs.files and kind_of(runs.files["first"]) == "impressions":
        return Files(names, tuple(found), None, key)
    if "first" not in runs.files or "qrels" not in runs.files:
        st.info(texts("runs.missing"))
        return None
    return Files(names, tuple(found), runs.files["qrels"], key)


def _in_folder(runs: RunsVisit, texts: Texts) -> Files | None:
    where = folder()
    assert where is not None
    names = sorted(path.name for path in where.iterdir() if path.is_file() and not path.name.startswith("."))
    picked: dict[str, str | None] = {}
    for column, role in zip(st.columns(3), ("first", "second", "qrels"), strict=True):
        before = runs.chosen.get(role)
        picked[role] = column.selectbox(
            texts(f"runs.{role}"), names, index=names.index(before) if before in names else None, key=f"rv_runs_pick_{role}"
        )
    runs.chosen = {role: name for role, name in picked.items() if name}
    found = [name for name in (picked["first"], picked["second"]) if name]
    key = "|".join(f"{name}:{(where / name).stat().st_mtime_ns}" for name in runs.chosen.values())
    if picked["first"] and kind_of(where / picked["first"]) == "impressions":
        return Files(_distinct(found), tuple(where / name for name in found), None, key)
    if not picked["first"] or not picked["qrels"]:
        st.info(texts("runs.missing"))
        return None
    return Files(_distinct(found), tuple(where / name for name in found), where / picked["qrels"], key)


def _distinct(names: list[str]) -> tuple[str, ...]:
    """Names of runs; two files of one name are told apart by a number."""
    return tuple(f"{name} ({i + 1})" if names.count(name) > 1 else name for i, name in enumerate(names))


def read(runs: RunsVisit, files: Files, duplicates: str, score_bits: str, texts: Texts) -> list[Prepared]:
    """Read what has not been read yet, with a bar and a button that ends it: pressing it ends this run of the script."""
    keys = [(files.key, name, duplicates, score_bits) for name in files.names]
    missing = {key: at for at, key in enumerate(keys) if key not in runs.prepared}
    place = st.empty()  # always there, so that nothing below it moves
    if missing:
        runs.prepared = {key: each for key, each in runs.prepared.items() if key[0] == files.key}
        with place.container():
            bar = st.progress(0.0, texts("runs.reading"))
            st.button(texts("runs.cancel"), key="rv_runs_cancel", on_click=_cancel, args=(runs,))
        try:
            qrels = None if files.qrels is None else table_from(files.qrels, "qrels")
            for key, at in missing.items():
                if qrels is None:
                    runs.prepared[key] = prepare_log(_log(files.runs[at]), score_bits=score_bits)
                    continue
                show = partial(_show, bar, text=texts("runs.reading_file", name=files.names[at]))
                runs.prepared[key] = prepare(files.runs[at], qrels, duplicates=duplicates, score_bits=score_bits, progress=show)
        except InputError:
            place.empty()
            raise
        place.empty()
    return [runs.prepared[key] for key in keys]


def _log(source: Source) -> Impressions:
    assert isinstance(source, File)
    return read_impressions(source)


def _show(bar: DeltaGenerator, share: float, text: str) -> None:
    bar.progress(share, text)


def _cancel(runs: RunsVisit) -> None:
    """Back to the example, with files kept; the widget that chooses the kind of source is another one from now on."""
    runs.kind, runs.cancelled = "example", runs.cancelled + 1
