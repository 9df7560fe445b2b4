"""Why a query has no value that counts in the mean, and why a mean has none."""

from __future__ import annotations

from rankviz.basics.errors import one_line, shorten
from rankviz.runs.evaluate.run_evaluation import QueryValues
from rankviz.texts import Texts

MOST_NAMED = 3  # queries


def uncounted_words(reason: str, texts: Texts) -> str:
    """Say that a query does not count, and why: a key of `rankviz.core.metrics.means.REASONS` other than the first.

    Examples
    --------
    >>> uncounted_words("nothing_relevant", Texts("en"))
    'left out: nothing relevant is judged'
    """
    return texts("runs.left_out", reason=texts(f"runs.left_out_{reason}"))


def no_mean_words(result: QueryValues, measure: str, texts: Texts) -> str:
    """Say why a mean is undefined though queries count in it: which of them have no value, and what to do; "" if it is not."""
    queries = result.undefined.get(measure, ())
    if not queries:
        return ""
    names = texts("sentence.more_separator").join(
        [*map(shorten, queries[:MOST_NAMED]), *(["…"] if queries[MOST_NAMED:] else [])]
    )
    counts = {"count": f"{len(queries):,}", "of": f"{result.counts[measure]:,}"}
    parts = [texts("runs.no_mean", measure=measure, names=one_line(names), **counts)]
    why = result.no_value.get(measure)
    if why is not None:
        reason = texts(f"undefined.{why.reason.key}", **why.reason.where)
        parts.append(texts("runs.no_mean_first", name=one_line(shorten(queries[0])), reason=reason))
        parts.append(texts("runs.no_mean_remedy", choice=f"{why.field}=skip"))
    return texts("words.separator").join(parts)
