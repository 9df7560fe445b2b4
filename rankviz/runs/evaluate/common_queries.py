"""Runs of which no query counts for all, whose means say nothing of each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.caller_warnings import warn_caller
from rankviz.basics.errors import InputError
from rankviz.core.metrics.means import REASONS
from rankviz.runs.evaluate.run_evaluation import QueryValues
from rankviz.runs.evaluate.side_checks import UNMET

MOST_RUNS = 4  # that are named
WITHOUT_VALUE = REASONS[-1]  # also of one that counts
UNCOUNTED: Mapping[str, str] = {
    "not_retrieved": "most are not in the run",
    "not_judged": "most are not judged",
    "nothing_relevant": "for most nothing relevant is judged",
    "undefined": "the value of most is 0/0",
    "in_some": "each lacks one in at least one run",
}
ABSENT = [REASONS.index(each) for each in ("not_retrieved", "not_judged")]


def nothing_common(names: Sequence[str], results: Sequence[QueryValues], measures: Sequence[str]) -> InputError | None:
    """Return the error that no query has a value that counts for all of the runs; None where one has by any measure.

    Parameters
    ----------
    names : sequence of str
    results : sequence of QueryValues
        As many.
    measures : sequence of str
        That all of them have.

    Returns
    -------
    InputError or None
        `no_common_queries`, with how many count for each; `no_counted_queries` where none counts for any run, or none that
        counts has a value, with the commonest reason, and where the runs are of the same queries.
    """
    if any(_shared(results, [np.isfinite(each.per_query[name]) for each in results]) for name in measures):
        return None
    is_shared = any(_shared(results, [each.counted[name] for each in results]) for name in measures)
    counts = {name: max(each.counts[of] for of in measures) for name, each in zip(names, results, strict=True)}
    if is_shared or not any(counts.values()):
        return _without_value(_commonest_reason(results, measures))
    return _without_value("in_some") if _are_of_same_queries(results, measures) else _no_common_error(counts)


def _shared(results: Sequence[QueryValues], places: Sequence[NDArray[np.bool_]]) -> set[str]:
    """The queries of all results of which some places (Q,) of each are taken."""
    return reduce(set.intersection, _taken(results, places))


def _taken(results: Sequence[QueryValues], places: Sequence[NDArray[np.bool_]]) -> list[set[str]]:
    return [{each.queries[at] for at in np.flatnonzero(where)} for each, where in zip(results, places, strict=True)]


def _are_of_same_queries(results: Sequence[QueryValues], measures: Sequence[str]) -> bool:
    """Whether each query is in all runs and judged, or in none, so that another reason leaves it out."""
    here = _taken(results, [np.any([~np.isin(each.reasons[name], ABSENT) for name in measures], axis=0) for each in results])
    return all(each == here[0] for each in here)


def _commonest_reason(results: Sequence[QueryValues], measures: Sequence[str]) -> str:
    reasons = [each.reasons[name] for each in results for name in measures]
    counts = Counter(REASONS[at] or WITHOUT_VALUE for at in np.concatenate(reasons).tolist())
    return counts.most_common(1)[0][0] if counts else WITHOUT_VALUE


def _without_value(reason: str) -> InputError:
    why = InputError(f"uncounted_{reason}", UNCOUNTED[reason])
    message = f"No query has a value that counts ({why.message})."
    return InputError("no_counted_queries", message, reason=why)


def _no_common_error(counts: Mapping[str, int]) -> InputError:
    listed = ", ".join(f"{name} {count:,}" for name, count in [*counts.items()][:MOST_RUNS])
    listed += ", …" if len(counts) > MOST_RUNS else ""
    message = (
        f"No query counts for every run (queries of each: {listed}), so they cannot be compared. Give runs of the same queries."
    )
    return InputError("no_common_queries", message, counts=listed)


def tell_nothing_common(error: InputError, allow: str) -> None:
    """Raise the error that no query counts for all runs, or with allow='unmet' warn of it."""
    if allow == UNMET:
        warn_caller(error.message)
        return
    hint = 'allow="unmet" (--allow unmet) takes them all the same.'
    raise InputError(error.key, f"{error.message} {hint}", **error.where)
