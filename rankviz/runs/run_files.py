"""Which runs and judgments are meant, as the bundled example or a folder offers them, and reading them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from rankviz.basics.coerce import SURROGATE
from rankviz.basics.errors import InputError, one_line
from rankviz.runs.evaluate.prepared_run import Prepared, Source, prepare, prepare_log, table_from
from rankviz.runs.read.file_sources import File, Progress, SharedFile, Upload
from rankviz.runs.read.run_table import Table
from rankviz.runs.read.table_files import read_impressions

FOLDER = "RANKVIZ_DATA"  # `make run DATA=...`; a path is never typed into the page
EXAMPLE = Path(__file__).parents[1] / "examples" / "digits"
RUN_ROLES = ("first", "second")
ROLES = (*RUN_ROLES, "qrels")
ENDINGS = re.compile(r"(\.(run|trec|res|results|txt|tsv|csv|parquet|jsonl|ndjson|json))?(\.gz)?$", re.IGNORECASE)
T = TypeVar("T")


@dataclass(frozen=True)
class Files:
    """Any number of runs with their judgments, and which one or two of them are compared.

    Parameters
    ----------
    names : one or two texts
        Names of the runs that are compared, as they are shown.
    runs : as many sources
    qrels : source or None
        None for logs of impressions, which hold the labels too.
    key : text
        Identifies the files.
    ids : text
        How their ids are read, as `prepare` takes it.
    all_names, all_runs : texts, and as many sources
        All runs in the order in which they were given; () where all of them are compared.
    """

    names: tuple[str, ...]
    runs: tuple[Source, ...]
    qrels: Source | None
    key: str
    ids: str = ""
    all_names: tuple[str, ...] = ()
    all_runs: tuple[Source, ...] = ()

    @property
    def has_more(self) -> bool:
        """Whether there are runs besides those that are compared."""
        return len(self.all_names) > len(self.names)

    @property
    def of_all(self) -> Files:
        """The same with all runs in one row."""
        if not self.all_names:
            return self
        return replace(self, names=self.all_names, runs=self.all_runs, all_names=(), all_runs=())

    @property
    def compared_key(self) -> tuple[str, tuple[str, ...]]:
        """What identifies the runs that are compared."""
        return self.key, self.names

    def compare(self, places: tuple[int, int]) -> Files:
        """The same with two of all runs compared, by their places."""
        whole = self.of_all
        names, runs = tuple(whole.names[at] for at in places), tuple(whole.runs[at] for at in places)
        return replace(self, names=names, runs=runs, all_names=whole.names, all_runs=whole.runs)


def folder() -> Path | None:
    """Return the folder named when the page was started; None if none was, or it does not exist."""
    named = os.environ.get(FOLDER, "")
    return Path(named) if named and Path(named).is_dir() else None


def files_in_folder(where: Path) -> tuple[dict[str, SharedFile], int]:
    """Return the files of a folder by name, and how many are left out: links out of it, and names that are no text."""
    root, files, left_out = where.resolve(), {}, 0
    for path in sorted(where.iterdir()):
        if path.name.startswith(".") or not path.is_file():
            continue
        target = path.resolve()
        if target.is_relative_to(root) and not SURROGATE.search(path.name):
            files[path.name] = SharedFile(path.name, target)
        else:
            left_out += 1
    return files, left_out


@lru_cache(maxsize=1)
def example() -> Files:
    """Two rankers of handwritten digits."""
    names = ("pixels", "lda")
    return Files(names, tuple(EXAMPLE / f"{name}.run.gz" for name in names), EXAMPLE / "qrels.txt.gz", "example")


def distinct(names: list[str]) -> tuple[str, ...]:
    """Return the names of runs, with a number added where files have the same name."""
    return tuple(f"{name} ({i + 1})" if names.count(name) > 1 else name for i, name in enumerate(names))


def short_names(paths: Sequence[str]) -> list[str]:
    """Return names for runs: of each file without the ending that says what it holds, with the folders that tell it apart.

    The same file twice has the same name twice.

    Examples
    --------
    >>> short_names(["runs/bm25.run.gz", "runs/v1.2.txt"]), short_names(["a.run", "a.txt"])
    (['bm25', 'v1.2'], ['a.run', 'a.txt'])
    >>> short_names(["runs/x/1/m.run", "runs/y/1/m.run", "runs/n.run"])
    ['x/1/m', 'y/1/m', 'n']
    """
    names = [Path(path).name for path in paths]
    stems = [ENDINGS.sub("", name) or name for name in names]
    shown = stems if len({*stems}) == len({*names}) else names
    return [one_line(_with_folders(at, paths, shown)) for at in range(len(paths))]


def _with_folders(at: int, paths: Sequence[str], names: Sequence[str]) -> str:
    """A name with the fewest folders before it that tell its path from the others of this name."""
    folders = Path(paths[at]).parts[:-1]
    others = [Path(path).parts[:-1] for path, name in zip(paths, names, strict=True) if name == names[at] and path != paths[at]]
    depth = 0
    while depth < len(folders) and any(each[len(each) - depth :] == folders[len(folders) - depth :] for each in others):
        depth += 1
    return "/".join([*folders[len(folders) - depth :], names[at]])


def read_judgments(source: Source | None, show: Progress) -> Table | None:
    """Read the judgments; None for logs, which hold them."""
    return None if source is None else table_from(with_progress(source, show), "qrels")


def prepare_source(source: Source, qrels: Table | None, duplicates: str, score_bits: str, ids: str, show: Progress) -> Prepared:
    """Read a run, or a log where there are no judgments."""
    source = with_progress(source, show)
    if qrels is None:
        assert isinstance(source, File)
        return prepare_log(read_impressions(source), score_bits=score_bits)
    return prepare(source, qrels, duplicates=duplicates, score_bits=score_bits, ids=ids, progress=show)


def result_or_refusal(act: Callable[[], T]) -> T | InputError:
    """Return the result of a function, or the error with which it refused its input."""
    try:
        return act()
    except InputError as error:
        return without_traceback(error)


def without_traceback(error: InputError) -> InputError:
    """The same error without the frames it went through, which hold the file."""
    return InputError(error.key, error.message, **error.where)


def with_progress(source: Source, show: Progress) -> Source:
    """Return the same source, which reports while it is read how much of it was read."""
    return replace(source, watch=show) if isinstance(source, Upload | SharedFile) else source
