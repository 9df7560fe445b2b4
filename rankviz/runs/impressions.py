"""Logs of what users were shown: every row has a score and a label, every user is a query, and nothing else is judged."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.lists.apply_list_rules import is_relevant
from rankviz.core.metrics.gain_and_discount_steps import option_values
from rankviz.runs.evaluate.prepared_run import prepare_log
from rankviz.runs.evaluate.run_evaluation import (
    QueryValues,
    ResolvedMeasure,
    concat_results,
    evaluate_resolved,
    requested_measures,
    resolve_measure,
)
from rankviz.runs.read.file_sources import File, file_of
from rankviz.runs.read.impression_log import Impressions
from rankviz.runs.read.log_blocks import NotPlainError, PlainLog
from rankviz.runs.read.query_blocks import in_order
from rankviz.runs.read.table_files import read_impressions

ROWS = 1 << 18  # at once: the arrays of a metric stay small


def evaluate_impressions(
    source: Impressions | str | File, measures: str | Iterable[str], *, profile: str = "textbook", **choices: object
) -> QueryValues:
    """Evaluate a log of impressions, every user as a list of their own.

    Parameters
    ----------
    source : path or Impressions
        CSV, TSV, Parquet or JSON Lines with columns for the user (or query), the score and the label.
    measures : str, or several
        As for `evaluate`.
    profile, **choices
        As for `evaluate`.

    Raises
    ------
    InputError
        For what cannot be read; `needs_documents` where names decide ties and there are none.
    """
    resolved = [resolve_measure(measure, profile, dict(choices)) for measure in requested_measures(measures, profile)]
    search = partial(
        prepare_log,
        rules={each.narrowed.ties for each in resolved},
        score_bits="32" if any(each.convention.score_bits == "32" for each in resolved) else "64",
        with_zeros=any(reads_zeros(each) for each in resolved),
    )

    def act(log: Impressions, users: slice = slice(None)) -> QueryValues:
        return evaluate_resolved(resolved, search(log, users))

    if not isinstance(source, Impressions):
        try:
            return _by_pieces(PlainLog.open_log(file_of(source)), act)
        except (NotPlainError, InputError):
            pass  # what is wrong is reported for the whole file
    log = source if isinstance(source, Impressions) else read_impressions(source)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return concat_results(list(pool.map(partial(act, log), _users(log))))


def _by_pieces(log: PlainLog, act: Callable[[Impressions], QueryValues]) -> QueryValues:
    """Read and evaluate piece by piece; NotPlainError where a user stands in several of them."""
    workers = os.cpu_count() or 1
    parts: list[QueryValues] = []
    users: set[str] = set()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for part in in_order(pool, lambda block: act(log.read(block)), log.blocks(), workers + 1):
                count = len(users) + len(part.queries)
                users.update(part.queries)
                if len(users) < count:
                    raise NotPlainError
                parts.append(part)
        finally:
            pool.shutdown(cancel_futures=True)
    if not parts:
        raise NotPlainError
    return concat_results(parts)


def reads_zeros(resolved: ResolvedMeasure) -> bool:
    """Whether a measure needs the rows of label 0; otherwise they have no relevance and no gain, and are only counted."""
    convention, metric = resolved.narrowed, resolved.measure.metric
    nothing = np.zeros(1)
    if metric.reads_zeros or convention.unjudged == "skip" or is_relevant(nothing, convention).any():
        return True
    if "discount" in metric.uses and convention.discount_option.reads:
        return True  # a custom discount is checked where there is an entry
    try:
        return "gain" in metric.uses and bool(np.any(option_values(convention.gain_option, convention, nothing)))
    except InputError:  # that gain has no value at 0, and there may be no 0
        return True


def _users(log: Impressions) -> Iterator[slice]:
    """Yield slices of users to evaluate at a time."""
    first, count = 0, len(log.users)
    while first < count:
        last = max(int(np.searchsorted(log.starts, log.starts[first] + ROWS, side="right")) - 1, first + 1)
        yield slice(first, last)
        first = last
