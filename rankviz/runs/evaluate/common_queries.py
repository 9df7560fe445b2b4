"""Runs that answer no query in common, whose means say nothing of each other."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.basics.caller_warnings import warn_caller
from rankviz.basics.errors import InputError
from rankviz.runs.evaluate.side_checks import UNMET

MOST_RUNS = 4  # that are named


def nothing_common_error(counts: Mapping[str, int]) -> InputError:
    """Return the error that no query counts for all runs, by how many count for each."""
    listed = ", ".join(f"{name} {count:,}" for name, count in [*counts.items()][:MOST_RUNS])
    listed += ", …" if len(counts) > MOST_RUNS else ""
    message = (
        f"No query counts for every run (queries of each: {listed}), so they cannot be compared. "
        'Give runs of the same queries; allow="unmet" (--allow unmet) takes them all the same.'
    )
    return InputError("no_common_queries", message, counts=listed)


def tell_nothing_common(error: InputError, allow: str) -> None:
    """Raise the error that no query counts for all runs, or with allow='unmet' warn of it."""
    if allow != UNMET:
        raise error
    warn_caller(error.message)
