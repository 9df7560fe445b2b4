"""One query's list as it is here, and as an answer of the look-up has it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.metrics import Metric
from rankviz.runs.evaluate.orders import (
    BY_SCORE,
    BY_TEXT,
    FIRST_ROW,
    JUDGMENTS_FIRST_ROW,
    LAST_ROW,
    Reading,
    RunReadings,
    binary_grades,
)
from rankviz.runs.evaluate.query_list import rank_order
from rankviz.runs.lookup.answers import RunFinding
from rankviz.runs.lookup.causes import merge_readings
from rankviz.runs.lookup.rows import VariantRow
from rankviz.runs.read.arrow_arrays import as_numpy, take_rows
from rankviz.runs.read.name_hashes import Ints
from rankviz.runs.read.run_table import Table

MOST_PROVING = 3  # scores that stand above a larger one


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
    remarks : tuple of InputError
        What its order is, and that its scores are not those of the run, where that is so.
    """

    ranking: Ranking
    metric: Metric
    convention: Convention
    has_mistake: bool = False
    remarks: tuple[InputError, ...] = ()


def both_lists(readings: RunReadings, match: RunFinding, measure: str, query: str) -> tuple[ListUnder, ListUnder]:
    """Return a query's list as asked, and as an answer has it."""
    ours, theirs = match.rows[measure]
    return _list_under(readings, ours, query), _list_under(readings, theirs, query)


def _list_under(readings: RunReadings, row: VariantRow, query: str) -> ListUnder:
    reading = merge_readings(row.causes)
    ranking = list_as_read(readings, query, reading, row.metric, row.convention)
    has_mistake = any(each.departure is not None and each.departure.formula_mistake is not None for each in row.causes)
    return ListUnder(ranking, row.metric, row.convention, has_mistake, _remarks(readings, reading, ranking))


def undo_messages(theirs: ListUnder) -> tuple[InputError, ...]:
    """Return the notices that a list is shown as an answer has it, and what its scores are then."""
    query = theirs.ranking.query_id
    message = f"Query {query} as an answer has it; Undo shows it as it is on Runs."
    return InputError("run_both_ways", message, query=query), *theirs.remarks


def _remarks(readings: RunReadings, reading: Reading, ranking: Ranking) -> tuple[InputError, ...]:
    """Say what the order of a list is that its scores do not give, with scores that prove it, and what stands for them."""
    if reading.ids:
        return _remarks(readings.by_ids(reading.ids), replace(reading, ids=""), ranking)
    found = _out_of_order(readings, ranking.query_id) if reading.order == BY_TEXT else None
    remarks = []
    if found is not None:
        score, above = found
        message = f"Sorted as text, the score {score} stands below {above}."
        remarks.append(InputError("run_as_text", message, score=score, above=above))
    if reading.order != BY_SCORE and any(item.score is not None for item in ranking.items):
        message = "The numbers in place of the scores only give that order."
        remarks.append(InputError("run_numbers_for_scores", message))
    return tuple(remarks)


def _out_of_order(readings: RunReadings, query: str) -> tuple[str, str] | None:
    """Return the largest score, as written, that smaller ones come before as text, and the first of these; None without any."""
    rows = _rows_of(readings.run, query)
    texts: list[str] = take_rows(readings.run.written["score"], rows).to_pylist()
    key, number = readings.order_key(BY_TEXT)[rows], readings.run.number[rows]
    order = np.argsort(-key, kind="stable")
    for place in np.argsort(-number, kind="stable").tolist():
        above = order[(key[order] > key[place]) & (number[order] < number[place])].tolist()
        if above:
            return texts[place], ", ".join([*dict.fromkeys(texts[i] for i in above)][:MOST_PROVING])
    return None


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
    grades = binary_grades(readings.qrels.number[rows], reading.relevant_from)
    return dict(zip(names, grades.tolist(), strict=True))


def _rows_of(table: Table, query: str) -> Ints:
    codes = {name: code for code, name in enumerate(table.query.dictionary.to_pylist())}
    rows: Ints = np.flatnonzero(as_numpy(table.query.indices) == codes.get(query, -1))
    return rows
