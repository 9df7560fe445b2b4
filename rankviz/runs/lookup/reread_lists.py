"""One query's list as it is here, and as an answer of the look-up has it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.metrics import Metric
from rankviz.runs.evaluate.orders import BY_SCORE, FIRST_ROW, JUDGMENTS_FIRST_ROW, LAST_ROW, Reading, RunReadings
from rankviz.runs.evaluate.query_list import rank_order
from rankviz.runs.lookup.answers import RunFinding
from rankviz.runs.lookup.causes import merge_readings
from rankviz.runs.lookup.rows import VariantRow
from rankviz.runs.read.arrow_arrays import as_numpy, take_rows
from rankviz.runs.read.name_hashes import Ints
from rankviz.runs.read.run_table import Table


@dataclass(frozen=True)
class ListUnder:
    """A list with what it is computed under.

    Parameters
    ----------
    ranking : Ranking
    metric : Metric
    convention : Convention
    has_mistake : bool
        Whether its formula has a mistake besides, which no convention says.
    """

    ranking: Ranking
    metric: Metric
    convention: Convention
    has_mistake: bool = False


def both_lists(readings: RunReadings, match: RunFinding, measure: str, query: str) -> tuple[ListUnder, ListUnder]:
    """Return a query's list as asked, and as an answer has it."""
    ours, theirs = match.rows[measure]
    return _list_under(readings, ours, query), _list_under(readings, theirs, query)


def _list_under(readings: RunReadings, row: VariantRow, query: str) -> ListUnder:
    ranking = list_as_read(readings, query, merge_readings(row.causes), row.metric, row.convention)
    has_mistake = any(each.departure is not None and each.departure.formula_mistake is not None for each in row.causes)
    return ListUnder(ranking, row.metric, row.convention, has_mistake)


def undo_message(theirs: ListUnder) -> InputError:
    """Return the notice that a list is shown as an answer has it."""
    query = theirs.ranking.query_id
    return InputError("run_both_ways", f"{query} as an answer has it; Undo shows it as it is on Runs.", query=query)


def list_as_read(readings: RunReadings, query: str, reading: Reading, metric: Metric, convention: Convention) -> Ranking:
    """Return a query's list in the order, and as deep, as a reading has it.

    Parameters
    ----------
    readings : RunReadings
    query : str
    reading : Reading
    metric, convention
        Say how equal scores are ordered, where the list is cut.

    Returns
    -------
    Ranking
        With the scores where they order it; else in its order, with numbers in place of scores where entries are equal.
    """
    if reading.ids:
        return list_as_read(readings.by_ids(reading.ids), query, replace(reading, ids=""), metric, convention)
    rows = _rows_of(readings.run, query)
    rows = rows[rows != {FIRST_ROW: 0, LAST_ROW: len(readings.run) - 1}.get(reading.lost, -1)]
    documents: list[str] = take_rows(readings.run.document, rows).to_pylist()
    scores: list[float | None] = [*readings.run.number[rows].tolist()]
    if reading.order != BY_SCORE:
        key = readings.order_key(reading.order)[rows]
        order = np.argsort(-key, kind="stable")
        _, places = np.unique(key, return_inverse=True)
        are_equal = len({*places.tolist()}) < len(places)
        documents = [documents[i] for i in order]
        scores = [float(places[i]) if are_equal else None for i in order]
    judged = _judged(readings, query, reading)
    items = tuple(Item(document, judged.get(document), score) for document, score in zip(documents, scores, strict=True))
    whole = _with_missed(items, judged, query)
    if reading.depth is None or reading.depth >= len(items):
        return whole
    kept = sorted(rank_order(whole, metric, convention)[: reading.depth])
    return _with_missed(tuple(items[i] for i in kept), judged, query)


def _with_missed(items: tuple[Item, ...], judged: dict[str, float], query: str) -> Ranking:
    names = {item.doc_id for item in items}
    return Ranking(items, tuple(Item(name, grade) for name, grade in judged.items() if name not in names), query)


def _judged(readings: RunReadings, query: str, reading: Reading) -> dict[str, float]:
    rows = _rows_of(readings.qrels, query)
    if reading.lost == JUDGMENTS_FIRST_ROW:
        rows = rows[rows != 0]
    names: list[str] = take_rows(readings.qrels.document, rows).to_pylist()
    return dict(zip(names, readings.qrels.number[rows].tolist(), strict=True))


def _rows_of(table: Table, query: str) -> Ints:
    codes = {name: code for code, name in enumerate(table.query.dictionary.to_pylist())}
    rows: Ints = np.flatnonzero(as_numpy(table.query.indices) == codes.get(query, -1))
    return rows
