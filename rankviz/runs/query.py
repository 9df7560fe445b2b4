"""One query of a run as a list that can be studied by itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from rankviz.errors import InputError
from rankviz.ranking import Item, Ranking
from rankviz.runs.arrow import as_numpy, taken
from rankviz.runs.blocks import whole_queries
from rankviz.runs.prepared import Source, as_file, table_from
from rankviz.runs.sources import File
from rankviz.runs.table import Table
from rankviz.runs.tables import read_impressions
from rankviz.runs.trec import read_run_block


def query_list(run: Source, qrels: Source | None, query: str, most: int | None = None) -> tuple[Ranking, int]:
    """Take one query out of a run, with its judgments.

    Parameters
    ----------
    run, qrels : path, table, or {query: {document: number}}
        Without qrels the run is a log of impressions, which has the labels too.
    query : str
    most : int, optional
        Entries to take at most, by falling score.

    Returns
    -------
    tuple
        The list, with scores, documents without judgment as unjudged, and judged ones that were not retrieved as missed;
        and how many entries were left out at its end.
    """
    if qrels is None:
        rows, judged = _log_rows(run, query)
    else:
        rows, judged = _run_rows(run, query), dict(_rows(table_from(qrels, "qrels"), query))
    kept = rows
    if most is not None and len(rows) > most:
        order = sorted(range(len(rows)), key=lambda i: -rows[i][1])[:most]
        kept = [rows[i] for i in sorted(order)]
    items = tuple(Item(document, judged.get(document), score) for document, score in kept)
    retrieved = {document for document, _ in rows}
    missed = tuple(Item(document, grade) for document, grade in judged.items() if document not in retrieved)
    return Ranking(items, missed, query), len(rows) - len(kept)


def cut_short(shown: int, count: int) -> InputError:
    """What is said of a list that shows only its beginning."""
    message = (
        f"The list shows its first {shown} entries; {count} more stand in the run, and judged ones among them count as missed."
    )
    return InputError("run_list_cut", message, shown=shown, count=count)


def _run_rows(run: Source, query: str) -> list[tuple[str, float]]:
    """All rows of a query; a file is gone through piece by piece."""
    file = as_file(run)
    if file is None:
        return _rows(table_from(run, "run"), query)
    wanted, found = query.encode(), []
    for block in whole_queries(file):
        if wanted in block.text:
            found += _rows(read_run_block(file, block), query)
    return found


def _log_rows(log: Source, query: str) -> tuple[list[tuple[str, float]], dict[str, float]]:
    """A user's rows, and their labels; without names the rows are numbered."""
    assert isinstance(log, str | File)
    table = read_impressions(log)
    rows = table.rows_of(query)
    scores, labels = table.score[rows].tolist(), table.label[rows].tolist()
    names = [f"d{i}" for i in range(1, len(scores) + 1)] if table.document is None else table.document[rows].to_pylist()
    return list(zip(names, scores, strict=True)), dict(zip(names, labels, strict=True))


def _rows(table: Table, query: str) -> list[tuple[str, float]]:
    import pyarrow
    import pyarrow.compute as pc

    at = pc.index(table.query.dictionary, pyarrow.scalar(query, pyarrow.string())).as_py()
    if at < 0:
        return []
    rows = np.flatnonzero(as_numpy(table.query.indices) == at)
    documents: list[Any] = taken(table.document, rows).to_pylist()
    return list(zip(documents, table.number[rows].tolist(), strict=True))
