"""One query of a run as a list that can be studied by itself."""

from __future__ import annotations

from math import isclose, isnan
from typing import Any

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.basics.optional_packages import load
from rankviz.core.conventions import Convention
from rankviz.core.lists.arrange import arrange
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.measures import print_measure
from rankviz.evaluation.evaluate import compute, narrow
from rankviz.runs.evaluate.prepared_run import Source, as_file, table_from
from rankviz.runs.read.arrow_arrays import as_numpy, take_rows
from rankviz.runs.read.file_sources import File
from rankviz.runs.read.held_rows import HeldRows
from rankviz.runs.read.id_rules import check_id_rules, with_ids
from rankviz.runs.read.query_blocks import whole_queries
from rankviz.runs.read.run_table import Table
from rankviz.runs.read.table_files import read_impressions
from rankviz.runs.read.trec import read_run_block

CLOSE = 1e-12  # sums of the same terms may differ by so much


def query_list(run: Source, qrels: Source | None, query: str, *, ids: str = "") -> Ranking:
    """Take one query out of a run, with its judgments.

    Parameters
    ----------
    run, qrels : path, table, or {query: {document: number}}
        Without qrels the run is a log of impressions, which has the labels too.
    query : str
    ids : str
        How ids are read, as for `prepare`.

    Returns
    -------
    Ranking
        With scores; documents without judgment are unjudged, judged ones that were not retrieved are missed.
    """
    if qrels is None:
        rows, judged = _log_rows(run, query)
    else:
        rules = check_id_rules(ids)
        rows, judged = _run_rows(run, query, rules), dict(_held_rows(qrels, "qrels", query, rules))
    items = tuple(Item(document, judged.get(document), score) for document, score in rows)
    retrieved = {document for document, _ in rows}
    missed = tuple(Item(document, grade) for document, grade in judged.items() if document not in retrieved)
    return Ranking(items, missed, query)


def cut_to_fit(ranking: Ranking, most: int, metric: Metric, convention: Convention) -> tuple[Ranking, tuple[InputError, ...]]:
    """Cut a list to so many entries, retrieved and missed together.

    The lower end goes first, in the order that the convention gives the list; judged documents among it count as missed. As
    many entries are kept as leave room for all missed ones with a grade above 0, but no fewer than half of `most`; missed ones
    with the lowest grades go next.

    Returns
    -------
    tuple
        The list, and notices: what was left out, and whether that changes the metric's value. No notices if the list is whole.
    """
    items, missed = ranking.items, list(ranking.missed)
    if len(items) + len(missed) <= most:
        return ranking, ()
    order = rank_order(ranking, metric, convention)
    depth, relevant_below = len(items), sum(is_wanted(item) for item in missed)
    while depth > most // 2 and depth + relevant_below > most:
        depth -= 1
        relevant_below += is_wanted(items[order[depth]])
    top_items = tuple(items[i] for i in sorted(order[:depth]))
    names = {item.doc_id for item in (*top_items, *missed)}
    below = [items[i]._replace(score=None) for i in order[depth:] if items[i].grade is not None]
    judged = [*missed, *(item for item in below if item.doc_id not in names)]
    best = sorted(range(len(judged)), key=lambda i: -(judged[i].grade or 0.0))[: most - depth]
    fits = Ranking(top_items, tuple(judged[i] for i in sorted(best)), ranking.query_id)
    notices = _cut_notice(depth, len(items), len(judged) - len(best)), *check_same_value(fits, ranking, metric, convention)
    return fits, notices


def rank_order(ranking: Ranking, metric: Metric, convention: Convention) -> list[int]:
    """Places of the entries in rank order; those that the convention leaves out come last."""
    try:
        source = arrange(RawLists.from_rankings([ranking]), narrow(metric, convention)).source[0]
    except InputError:  # the convention refuses the list, as the page will say
        return sorted(range(len(ranking.items)), key=lambda i: -(ranking.items[i].score or 0.0))
    order = source[source >= 0].tolist()
    return [*order, *sorted({*range(len(ranking.items))} - {*order})]


def is_wanted(item: Item) -> bool:
    """Whether a document is kept at whatever rank: its grade is above 0."""
    return item.grade is not None and item.grade > 0


def _cut_notice(depth: int, count: int, left_out: int) -> InputError:
    """Return the notice that a list does not hold all that the run has for its query."""
    extent = f"The list has the first {depth} of {count} entries"
    if not left_out:
        message = f"{extent}; judged documents further down count as not retrieved."
        return InputError("run_list_cut", message, shown=depth, count=count)
    message = f"{extent}; the judged documents with the lowest grades are left out ({left_out})."
    return InputError("run_list_left_out", message, shown=depth, count=count, left_out=left_out)


def check_same_value(here: Ranking, whole: Ranking, metric: Metric, convention: Convention) -> tuple[InputError, ...]:
    """Return the notice whether the metric has the value of the whole list; () if the convention refuses either list."""
    try:
        value, expected = (
            float(compute(metric, RawLists.from_rankings([each]), convention).value[0]) for each in (here, whole)
        )
    except InputError:
        return ()
    measure = print_measure(metric, convention)
    if isclose(value, expected, rel_tol=CLOSE, abs_tol=CLOSE) or (isnan(value) and isnan(expected)):
        message = f"{measure} has the same value here as for all entries; other metrics may differ."
        return (InputError("run_value_same", message, measure=measure),)
    message = f"{measure} is {value:.10g} for this list but {expected:.10g} for all entries."
    return (
        InputError("run_value_differs", message, measure=measure, here=float(f"{value:.10g}"), whole=float(f"{expected:.10g}")),
    )


def _run_rows(run: Source, query: str, id_rules: tuple[str, ...]) -> list[tuple[str, float]]:
    """Return all rows of a query; a file is read piece by piece."""
    file = as_file(run)
    if file is None:
        return _held_rows(run, "run", query, id_rules)
    query_bytes, rows = query.encode(), []
    for block in whole_queries(file):
        if id_rules or query_bytes in block.text:
            rows += _rows(with_ids(read_run_block(file, block), id_rules), query)
    return rows


def _held_rows(source: Source, name: str, query: str, id_rules: tuple[str, ...]) -> list[tuple[str, float]]:
    """Return all rows of a query of what is in memory, or is read as a whole."""
    if isinstance(source, HeldRows) and not id_rules:
        return source.query_rows(query)
    return _rows(with_ids(table_from(source, name), id_rules), query)


def _log_rows(log: Source, query: str) -> tuple[list[tuple[str, float]], dict[str, float]]:
    """A user's rows, and their labels; without names the rows are numbered."""
    assert isinstance(log, str | File)
    table = read_impressions(log)
    rows = table.rows_of(query)
    scores, labels = table.score[rows].tolist(), table.label[rows].tolist()
    names = [f"d{i}" for i in range(1, len(scores) + 1)] if table.document is None else table.document[rows].to_pylist()
    return list(zip(names, scores, strict=True)), dict(zip(names, labels, strict=True))


def _rows(table: Table, query: str) -> list[tuple[str, float]]:
    pyarrow = load("pyarrow")
    pc = load("pyarrow.compute")
    at = pc.index(table.query.dictionary, pyarrow.scalar(query, pyarrow.string())).as_py()
    if at < 0:
        return []
    rows = np.flatnonzero(as_numpy(table.query.indices) == at)
    documents: list[Any] = take_rows(table.document, rows).to_pylist()
    return list(zip(documents, table.number[rows].tolist(), strict=True))
