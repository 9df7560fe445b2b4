"""What is said of a run and its judgments before any number: that ids do not meet, or that the two seem to be exchanged.

It is an error, or where it is allowed a warning. How many ids meet is counted elsewhere, and so is why they do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rankviz.basics.caller_warnings import warn_caller
from rankviz.basics.errors import InputError, short_repr, unknown_name
from rankviz.basics.optional_packages import is_installed
from rankviz.runs.evaluate.exchanged_sides import EXCHANGED, check_exchanged
from rankviz.runs.evaluate.id_overlap import Overlap, check_overlap, is_sound, partly_unmet_error
from rankviz.runs.evaluate.judgment_index import JudgmentIndex
from rankviz.runs.evaluate.partly_unmet import judged_documents, unmet_pairs
from rankviz.runs.evaluate.row_sample import RowSample
from rankviz.runs.read.arrow_arrays import text_array
from rankviz.runs.read.held_rows import HeldRows
from rankviz.runs.read.id_rules import BETWEEN
from rankviz.runs.read.run_table import Table

UNMET = "unmet"


def check_allow(allow: object) -> frozenset[str]:
    """Read what is allowed: 'unmet' (ids that do not meet are told by a warning), 'exchanged', or both with + between.

    Examples
    --------
    >>> sorted(check_allow("unmet+exchanged")), sorted(check_allow(""))
    (['exchanged', 'unmet'], [])
    """
    parts = [part for part in allow.split(BETWEEN) if part] if isinstance(allow, str) else [short_repr(allow)]
    for part in parts:
        if part not in (UNMET, EXCHANGED):
            raise unknown_name("allow", part, (UNMET, EXCHANGED))
    return frozenset(parts)


def tell_exchanged(run: Table | HeldRows, qrels: Table | HeldRows, allowed: frozenset[str] | None) -> None:
    """Raise where run and judgments seem to be exchanged, unless one of them says by its columns what it is, and it alone."""
    is_told = (run.role == "run" != qrels.role) or (qrels.role == "qrels" != run.role)
    if allowed is None or EXCHANGED in allowed or is_told or (run.number[:1000] % 1).any():  # no grades; most runs end here
        return
    if error := check_exchanged(RowSample.from_source(run), RowSample.from_source(qrels)):
        raise error


def tell_unmet(
    overlap: Overlap,
    queries: Iterable[Iterable[str]],
    tables: Callable[[], tuple[Table, Table]],
    allowed: frozenset[str],
) -> None:
    """Raise, or with 'unmet' warn, where ids of run and judgments do not meet.

    Why they do not is looked for with pyarrow. Without it dictionaries are refused only if no query meets.

    Parameters
    ----------
    overlap : Overlap
    queries : two iterables of str
        Those of the run, and those that are judged.
    tables : function without arguments
        Reads the run, or the beginning of it, and the judgments; called where counts and queries do not say enough.
    allowed : frozenset of str
        As `check_allow` returns it.
    """
    if overlap.is_empty or overlap.is_complete or (overlap.queries and not is_installed("pyarrow")):
        return
    if not overlap.queries or not is_sound(overlap, *([*each] for each in queries)):
        raise_or_warn(check_overlap(overlap, *tables()), allowed)


def tell_partly_unmet(
    overlap: Overlap,
    run: RowSample | Table | HeldRows,
    judgments: HeldRows | JudgmentIndex,
    path: str,
    allowed: frozenset[str],
) -> None:
    """Raise, or with 'unmet' warn, where a part of the documents is written otherwise; a run is sampled only if some lack."""
    if overlap.found == overlap.judged:
        return
    sample = run if isinstance(run, RowSample) else RowSample.from_source(run)
    rules, pairs = unmet_pairs(sample, judged_documents(judgments, {*sample.queries}))
    if rules:
        sides = tuple(text_array([pair[side] for pair in pairs]) for side in (0, 1))
        raise_or_warn(partly_unmet_error(path, overlap, sides, rules), allowed)


def raise_or_warn(error: InputError | None, allowed: frozenset[str]) -> None:
    """Raise an error of ids that do not meet, or where that is allowed warn of it."""
    if error is not None and UNMET not in allowed:
        raise error
    if error is not None:
        warn_caller(error.message)
