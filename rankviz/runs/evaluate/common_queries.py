"""Runs that answer no query in common, whose means say nothing of each other."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.basics.caller_warnings import warn_caller
from rankviz.basics.errors import InputError
from rankviz.runs.evaluate.prepared_run import UNMET

MOST_RUNS = 4  # that are named


def tell_nothing_common(counts: Mapping[str, int], allow: str) -> None:
    """Raise `no_common_queries`, or with allow='unmet' warn of it: no query counts for all runs, by how many count for each."""
    listed = ", ".join(f"{name} {count:,}" for name, count in [*counts.items()][:MOST_RUNS])
    listed += ", …" if len(counts) > MOST_RUNS else ""
    message = (
        f"No query counts for every run (queries of each: {listed}), so they cannot be compared. "
        'Give runs of the same queries; allow="unmet" (--allow unmet) takes them all the same.'
    )
    if allow != UNMET:
        raise InputError("no_common_queries", message, counts=listed)
    warn_caller(message)
