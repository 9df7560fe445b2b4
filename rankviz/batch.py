"""Whole runs: only judged entries are ranked and kept, and the metric functions are those of a hand list.

Every metric depends on the places of judged documents alone. A query whose scores already fall needs no sort: place is rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.arrange_hits import arrange_hits
from rankviz.conventions import Convention
from rankviz.errors import InputError
from rankviz.evaluation import narrow, run, settle
from rankviz.measures import Measure, parse_measure, print_measure
from rankviz.metrics.means import counting, weighted_mean, weights
from rankviz.rankings import Hits
from rankviz.run_table import Table, table_of
from rankviz.trace import Trace
from rankviz.trec import read_qrels, read_run

Source = Table | str | Mapping[str, Mapping[str, float]]
BY_DOCUMENT = {"docid_desc": -1, "docid_asc": 1}


@dataclass(frozen=True, eq=False)
class Prepared:
    """A run beside its judgments, read once; every metric and convention is then a matter of milliseconds.

    Parameters
    ----------
    queries : tuple of str
        All queries of run and judgments, sorted.
    query, grade, score, place : arrays (hits,)
        Query, grade, score of each judged document that was retrieved, and its row in the run.
    above, tied : int64 (hits,)
        Documents of the query with a higher score, and with the same one.
    order : mapping of tie rule to int64 (hits,)
        Place inside the group of equal scores, from 0.
    missed_query, missed_grade : arrays
        Judged documents that were not retrieved.
    retrieved : float64 (Q,)
        Documents retrieved.
    """

    queries: tuple[str, ...]
    query: NDArray[np.int64]
    grade: NDArray[np.float64]
    score: NDArray[np.float64]
    above: NDArray[np.int64]
    tied: NDArray[np.int64]
    order: Mapping[str, NDArray[np.int64]]
    missed_query: NDArray[np.int64]
    missed_grade: NDArray[np.float64]
    retrieved: NDArray[np.float64]

    def hits(self, ties: str) -> Hits:
        """The judged entries with their places under a tie rule."""
        inside = self.order[ties if ties in self.order else "input_order"]
        return Hits(
            query=self.query,
            grade=self.grade,
            score=self.score,
            rank=(self.above + inside + 1).astype(float),
            first=(self.above + 1).astype(float),
            last=(self.above + self.tied).astype(float),
            missed_query=self.missed_query,
            missed_grade=self.missed_grade,
            n=self.retrieved,
            query_ids=self.queries,
        )


@dataclass(frozen=True, eq=False)
class RunResult:
    """What a run's evaluation gives.

    Parameters
    ----------
    queries : tuple of str
        All queries of run and judgments, sorted.
    per_query : mapping of measure to float64 (Q,)
    weights : mapping of measure to float64 (Q,)
        What each query weighs in the mean.
    counted : mapping of measure to bool (Q,)
        Whether it counts there at all.
    """

    queries: tuple[str, ...]
    per_query: Mapping[str, NDArray[np.float64]]
    weights: Mapping[str, NDArray[np.float64]]
    counted: Mapping[str, NDArray[np.bool_]]

    @property
    def means(self) -> dict[str, float]:
        """The mean of each measure over the queries that count; NaN if none does."""
        return {name: weighted_mean(values, self.weights[name], self.counted[name]) for name, values in self.per_query.items()}


def together(results: Sequence[RunResult]) -> RunResult:
    """Put results of different queries into one, as those of partitions."""
    order = np.argsort([query for each in results for query in each.queries], kind="stable")
    queries = [query for each in results for query in each.queries]

    def joined(name: str) -> dict[str, Any]:
        parts = [getattr(each, name) for each in results]
        return {measure: np.concatenate([part[measure] for part in parts])[order] for measure in (parts[0] if parts else ())}

    return RunResult(tuple(queries[i] for i in order), joined("per_query"), joined("weights"), joined("counted"))


def evaluate_run(
    run_source: Source, qrels_source: Source, measures: Iterable[str], *, profile: str = "textbook", **choices: object
) -> RunResult:
    """Evaluate a run against judgments.

    Parameters
    ----------
    run_source, qrels_source : path, table from `read_run` and `read_qrels`, or {query: {document: number}}
    measures : strings
        As for `evaluate`.
    profile, **choices
        As for `evaluate`.

    Raises
    ------
    InputError
        For what cannot be read, and for rules that need the entries without a judgment (`needs_every_entry`).

    Examples
    --------
    >>> evaluate_run({"q": {"a": 2.0, "b": 1.0}}, {"q": {"b": 1}}, ["RR"]).means
    {'RR': 0.5}
    """
    parsed = [parse_measure(measure) for measure in measures]
    settled = [settle(each, profile, choices) for each in parsed]
    prepared = prepare(run_source, qrels_source)
    traces = {print_measure(m.metric, c): (evaluate_prepared(prepared, m, c), c) for m, c in zip(parsed, settled, strict=True)}
    per_query = {name: trace.value for name, (trace, _) in traces.items()}
    weighed = {name: weights(trace, convention) for name, (trace, convention) in traces.items()}
    counted = {name: counting(trace, convention) for name, (trace, convention) in traces.items()}
    return RunResult(prepared.queries, per_query, weighed, counted)


def evaluate_prepared(prepared: Prepared, measure: Measure, convention: Convention) -> Trace:
    """Run one metric on a prepared run."""
    narrowed = narrow(measure.metric, convention, strictly=True)
    if narrowed.negative == "remove" or narrowed.duplicates == "dedupe_first":
        rule = "negative=remove" if narrowed.negative == "remove" else "duplicates=dedupe_first"
        message = f"{rule} closes ranks up, for which every entry is needed; a run keeps the judged ones only."
        raise InputError("needs_every_entry", message, rule=rule)
    return run(measure.metric, arrange_hits(prepared.hits(narrowed.ties), narrowed), narrowed)


def prepare(run_source: Source, qrels_source: Source) -> Prepared:
    """Find the judged documents in a run, and their places."""
    import pyarrow
    import pyarrow.compute as pc

    found, judged = _table(run_source, "run"), _table(qrels_source, "qrels")
    queries = pc.unique(pyarrow.chunked_array([found.query.dictionary, judged.query.dictionary])).sort()
    run_query, qrels_query = (_query_codes(table, queries) for table in (found, judged))
    documents = pc.unique(judged.document)
    run_code = pc.index_in(found.document, documents).fill_null(-1).to_numpy().astype(np.int64)
    qrels_code = pc.index_in(judged.document, documents).to_numpy().astype(np.int64)
    width = len(documents) + 1
    keys = qrels_query * width + qrels_code
    by_key = np.argsort(keys, kind="stable")
    keys, grades = keys[by_key], judged.number[by_key]
    last = np.append(keys[1:] != keys[:-1], True) if len(keys) else np.zeros(0, dtype=bool)
    keys, grades = keys[last], grades[last]  # of two judgments of one document the last one counts
    rows = np.flatnonzero(run_code >= 0)
    wanted = run_query[rows] * width + run_code[rows]
    at = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
    is_judged = keys[at] == wanted if len(keys) else np.zeros(len(rows), dtype=bool)
    rows, at = rows[is_judged], at[is_judged]
    missing = np.ones(len(keys), dtype=bool)
    missing[at] = False
    places = _places(found, run_query, rows, grades[at])
    return Prepared(
        queries=tuple(queries.to_pylist()),
        query=run_query[rows],
        grade=grades[at],
        score=found.number[rows],
        missed_query=keys[missing] // width,
        missed_grade=grades[missing],
        retrieved=np.bincount(run_query, minlength=len(queries)).astype(float),
        **places,
    )


def _query_codes(table: Table, queries: Any) -> NDArray[np.int64]:
    """Place of each row's query among all queries (rows,)."""
    import pyarrow.compute as pc

    places = pc.index_in(table.query.dictionary, queries).to_numpy(zero_copy_only=False).astype(np.int64)
    return np.asarray(places[table.query.indices.to_numpy(zero_copy_only=False)])


def _table(source: Source, name: str) -> Table:
    if isinstance(source, Table):
        return source
    if isinstance(source, Mapping):
        return table_of(source, name)
    return read_run(source) if name == "run" else read_qrels(source)


def _places(found: Table, query: NDArray[np.int64], rows: NDArray[np.int64], grade: NDArray[np.float64]) -> dict[str, Any]:
    """Documents above each hit and tied with it, and its place among the tied by each rule."""
    score = found.number
    order = _by_score(query, score)
    sorted_query, sorted_score = query[order], score[order]
    position = np.empty(len(order), dtype=np.int64)
    position[order] = np.arange(len(order))
    starts_query = np.append(True, sorted_query[1:] != sorted_query[:-1]) if len(order) else np.zeros(0, dtype=bool)
    starts_group = starts_query | np.append(True, sorted_score[1:] != sorted_score[:-1]) if len(order) else starts_query
    group = np.cumsum(starts_group) - 1
    first_of_group = np.flatnonzero(starts_group)
    size = np.diff(np.append(first_of_group, len(order)))
    first_of_query = np.maximum.accumulate(np.where(starts_query, np.arange(len(order)), 0))
    at = position[rows]
    hit_group = group[at]
    above = first_of_group[hit_group] - first_of_query[at]
    tied = size[hit_group]
    typed = at - first_of_group[hit_group]
    orders = {"input_order": typed}
    if (tied > 1).any():
        orders |= _tie_orders(found, order, group, size, hit_group, at, grade)
    else:
        orders |= dict.fromkeys(("docid_desc", "docid_asc", "optimistic", "pessimistic"), typed)
    return {"above": above, "tied": tied, "order": orders}


def _by_score(query: NDArray[np.int64], score: NDArray[np.float64]) -> NDArray[np.int64]:
    """Rows query by query, by falling score; only queries that are not written so are sorted."""
    count = len(query)
    if not count:
        return np.zeros(0, dtype=np.int64)
    starts = np.append(True, query[1:] != query[:-1])
    if int(starts.sum()) > len(np.unique(query[starts])):
        return np.lexsort((-score, query))  # a query stands in several places; stable: the listed order breaks ties
    rises = np.append(False, score[1:] > score[:-1]) & ~starts
    order = np.arange(count)
    if rises.any():
        segment = np.cumsum(starts) - 1
        unsorted = np.zeros(int(starts.sum()), dtype=bool)
        unsorted[segment[rises]] = True
        rows = np.flatnonzero(unsorted[segment])
        order[rows] = rows[np.lexsort((-score[rows], segment[rows]))]
    return order


def _tie_orders(
    found: Table,
    order: NDArray[np.int64],
    group: NDArray[np.int64],
    size: NDArray[np.int64],
    hit_group: NDArray[np.int64],
    at: NDArray[np.int64],
    grade: NDArray[np.float64],
) -> dict[str, NDArray[np.int64]]:
    """Order the tied entries, but only in groups that hold a judged document."""
    concerned = np.zeros(len(size), dtype=bool)
    concerned[hit_group[size[hit_group] > 1]] = True
    members = np.flatnonzero(concerned[group])  # positions in sorted order
    names = np.array([each.encode() for each in found.document.take(order[members]).to_pylist()], dtype=object)
    code = np.unique(names.astype(bytes), return_inverse=True)[1] if len(names) else np.zeros(0, dtype=np.int64)
    grades = np.zeros(len(order))
    grades[at] = grade
    judged = np.zeros(len(order))
    judged[at] = 1.0
    better = np.stack([grades[members], judged[members]])
    rules = {
        "docid_asc": (code,),
        "docid_desc": (-code,),
        # An unjudged entry is worth grade 0; of two with grade 0 the judged one is the better.
        "optimistic": (-better[1], -better[0]),
        "pessimistic": (better[1], better[0]),
    }
    found_orders = {}
    for rule, rule_keys in rules.items():
        ranked = members[np.lexsort((members, *rule_keys, group[members]))]
        inside = np.zeros(len(order), dtype=np.int64)
        start = np.searchsorted(group[members], group[members], side="left")
        inside[ranked] = np.arange(len(members)) - start
        found_orders[rule] = inside[at]
    return found_orders
