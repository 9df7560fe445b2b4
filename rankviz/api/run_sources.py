"""What the functions on whole runs are given: one rule for all of them which is which, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from rankviz.basics.errors import InputError
from rankviz.runs.evaluate.prepared_run import Source, held_once
from rankviz.runs.evaluate.side_checks import check_allow
from rankviz.runs.read.file_sources import File
from rankviz.runs.read.files import role_of_file
from rankviz.runs.read.held_objects import role_of
from rankviz.runs.read.held_rows import HeldRows
from rankviz.runs.read.run_table import Table

RUN, QRELS = "run", "qrels"
S = TypeVar("S", bound=Source)


def run_sources(
    runs: Sequence[Source], qrels: Source, allow: str, names: Sequence[str] = (RUN,)
) -> tuple[tuple[Source, ...], Source]:
    """Return runs and judgments, each as it can be read several times; in their places where what was given says so by itself.

    Parameters
    ----------
    runs : sequence of sources
    qrels : source
    allow : str
        As `check_allow` takes it.
    names : sequence of str, one for each run
        By which errors name what is in memory.

    Raises
    ------
    InputError
        `no_rows`; `unknown_allow`; and as for `held_once`.
    """
    check_allow(allow)
    *runs, qrels = in_places([*runs, qrels])
    return tuple(_held(each, RUN, name) for each, name in zip(runs, names, strict=True)), _held(qrels, QRELS, QRELS)


def in_places(given: Sequence[S]) -> list[S]:
    """Return runs and judgments with the judgments last, if each says by itself what it is, and else as they were given.

    Examples
    --------
    >>> qrels, run = ({"query": ["q"], "document": ["d"], number: [1.0]} for number in ("grade", "score"))
    >>> in_places([qrels, run, run])[2] is qrels, in_places([qrels, {"q": {"d": 1.0}}])[0] is qrels
    (True, True)
    """
    roles = [role_of_file(each) if isinstance(each, str | File) else role_of(each) for each in given]
    if roles[-1] == RUN and roles.count(QRELS) == 1 and roles.count(RUN) == len(given) - 1:
        at = roles.index(QRELS)
        return [*given[:at], *given[at + 1 :], given[at]]
    return [*given]


def _held(source: Source, role: str, name: str) -> Source:
    """A source that can be read again, under its name; `no_rows` for one in memory without any."""
    held = held_once(source, role)
    if not isinstance(held, Table | HeldRows):
        return held
    if not len(held):
        raise InputError("no_rows", f"{name} has no rows; expected at least one query with a document.", what=name)
    return replace(held, path=name) if held.path == role else held  # a table that was read from a file bears its name
