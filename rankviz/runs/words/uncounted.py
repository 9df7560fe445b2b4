"""Why a query has no value that counts in the mean, and why a mean has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rankviz.basics.errors import one_line, shorten
from rankviz.core.metrics.means import REASONS
from rankviz.display.labels import option_label
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
    """Say why a mean is undefined: that no query counts in it, or which have no value, and what to do; "" if it is not."""
    if not result.counts[measure]:
        return _nothing_counts(result, [measure], texts)
    queries = result.undefined.get(measure, ())
    if not queries:
        return ""
    field = _field_that_leaves_out(result, measure)
    remedy = texts("runs.no_mean_remedy", choice=f"{field}=skip") if field else ""
    return _joined([_without_value(result, [measure], texts), _first_reason(result, measure, texts), remedy], texts)


def no_means_words(names: Sequence[str], results: Sequence[QueryValues], texts: Texts) -> list[str]:
    """Say it for the page, of all runs and measures: once for those of which the same is said; [] if all have means.

    Parameters
    ----------
    names : sequence of str
        Of the runs.
    results : sequence of QueryValues
        As many.
    texts : Texts
    """
    said = [_of_run(result, texts) for result in results]
    if all(each == said[0] for each in said):
        return said[0]
    return [
        texts("runs.no_mean_first", name=name, reason=words) for name, each in zip(names, said, strict=True) for words in each
    ]


def _of_run(result: QueryValues, texts: Texts) -> list[str]:
    """What is said of a run, each of all measures that it holds for."""
    measures: dict[tuple[object, ...], list[str]] = {}
    empty: dict[tuple[object, ...], list[str]] = {}
    for measure, count in result.counts.items():
        if not count:
            empty.setdefault(tuple(_left_out_counts(result, measure)), []).append(measure)
    for measure, queries in result.undefined.items():
        field = _field_that_leaves_out(result, measure)
        key = (queries, result.counts[measure], _first_reason(result, measure, texts), field)
        measures.setdefault(key, []).append(measure)
    return [_nothing_counts(result, each, texts) for each in empty.values()] + [
        _joined([_without_value(result, each, texts), *_advice(result, each[0], texts)], texts) for each in measures.values()
    ]


def _left_out_counts(result: QueryValues, measure: str) -> list[tuple[str, int]]:
    """Count the queries that are left out for each reason, the commonest first."""
    counts = np.bincount(result.reasons[measure], minlength=len(REASONS)).tolist()
    return sorted(((reason, count) for reason, count in zip(REASONS, counts, strict=True) if count), key=lambda each: -each[1])


def _nothing_counts(result: QueryValues, measures: Sequence[str], texts: Texts) -> str:
    """Say of measures that no query counts in their means, and for which reasons they are left out."""
    separator = texts("sentence.more_separator")
    reasons = separator.join(
        texts("runs.left_out_count", reason=texts(f"runs.left_out_{reason}"), count=f"{count:,}")
        for reason, count in _left_out_counts(result, measures[0])
    )
    return texts("runs.no_mean_empty", measure=separator.join(measures), reasons=reasons)


def _advice(result: QueryValues, measure: str, texts: Texts) -> Iterator[str]:
    """Say why the first query has no value, and which choice of the page leaves such ones out."""
    yield _first_reason(result, measure, texts)
    name = _field_that_leaves_out(result, measure)
    if name:
        option, field = option_label(name, "skip", texts), texts(f"field.{name}")
        yield texts("runs.no_mean_choose", own=texts("runs.own"), control=texts("runs.profile"), field=field, option=option)


def _field_that_leaves_out(result: QueryValues, measure: str) -> str:
    """The field by which queries without a value are left out; "" where none is known, or none that counts would be left."""
    why = result.no_value.get(measure)
    return "" if why is None or len(result.undefined[measure]) == result.counts[measure] else why.field


def _without_value(result: QueryValues, measures: Sequence[str], texts: Texts) -> str:
    """Say which queries count in the means of some measures and have no value."""
    queries = result.undefined[measures[0]]
    separator = texts("sentence.more_separator")
    names = separator.join([*map(shorten, queries[:MOST_NAMED]), *(["…"] if queries[MOST_NAMED:] else [])])
    counts = {"count": f"{len(queries):,}", "of": f"{result.counts[measures[0]]:,}"}
    return texts("runs.no_mean", measure=separator.join(measures), names=one_line(names), **counts)


def _first_reason(result: QueryValues, measure: str, texts: Texts) -> str:
    """Say why the first query without a value has none; "" where that is not known."""
    why = result.no_value.get(measure)
    if why is None:
        return ""
    reason = texts(f"undefined.{why.reason.key}", **why.reason.where)
    return texts("runs.no_mean_first", name=one_line(shorten(result.undefined[measure][0])), reason=reason)


def _joined(sentences: Sequence[str], texts: Texts) -> str:
    return texts("words.separator").join(filter(None, sentences))
