"""What the functions on whole runs are given: one rule for all of them which is which, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rankviz.basics.errors import InputError
from rankviz.runs.evaluate.prepared_run import Source, held_once
from rankviz.runs.read.held_objects import role_of
from rankviz.runs.read.held_rows import HeldRows
from rankviz.runs.read.run_table import Table

EXCHANGED = "exchanged"
RUN, QRELS = "run", "qrels"


def run_sources(
    runs: Sequence[Source], qrels: Source, allow: str, names: Sequence[str] = (RUN,)
) -> tuple[tuple[Source, ...], Source]:
    """Return runs and judgments, each as it can be read several times; in their places where what was given says so by itself.

    Parameters
    ----------
    runs : sequence of sources
    qrels : source
    allow : str
        With 'exchanged' dictionaries are taken as they stand.
    names : sequence of str, one for each run
        By which errors name what is in memory.

    Raises
    ------
    InputError
        `no_rows`; `exchanged` for dictionaries that seem to be, unless `allow` is 'exchanged'; and as for `held_once`.
    """
    *runs, qrels = in_places([*runs, qrels])
    are_bare = [isinstance(each, Mapping) and isinstance(qrels, Mapping) and not role_of(each) for each in runs]
    held = tuple(_held(each, RUN, name) for each, name in zip(runs, names, strict=True))
    judgments = _held(qrels, QRELS, QRELS)
    if allow != EXCHANGED:
        for each, is_bare in zip(held, are_bare, strict=True):
            if is_bare:
                _check_exchanged(each, judgments)
    return held, judgments


def allowed_of_ids(allow: str) -> str:
    """Return what of `allow` is about ids that do not meet."""
    return "" if allow == EXCHANGED else allow


def in_places(given: Sequence[Source]) -> list[Source]:
    """Return runs and judgments with the judgments last, if each says by itself what it is, and else as they were given.

    Examples
    --------
    >>> qrels, run = ({"query": ["q"], "document": ["d"], number: [1.0]} for number in ("grade", "score"))
    >>> in_places([qrels, run, run])[2] is qrels, in_places([qrels, {"q": {"d": 1.0}}])[0] is qrels
    (True, True)
    """
    roles = [role_of(each) for each in given]
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


def _check_exchanged(run: Source, qrels: Source) -> None:
    """Refuse dictionaries that seem to be exchanged: scores have decimals, grades have none, hardly ever the other way."""
    assert isinstance(run, Table | HeldRows)
    assert isinstance(qrels, Table | HeldRows)
    if len(run) and (run.number % 1 == 0).all() and (qrels.number % 1 != 0).any():
        message = (
            "run has whole numbers only, qrels has decimals: are they exchanged? The run comes first. "
            'If they are not, say allow="exchanged".'
        )
        raise InputError(EXCHANGED, message)
