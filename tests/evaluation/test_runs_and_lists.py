"""Whole runs against typed lists: the same entries have the same value, whatever is chosen and whoever asks."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
import pyarrow
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rankviz import METRICS, Convention, InputError, Item, Ranking, evaluate
from rankviz.core.metrics import Metric
from rankviz.evaluation.evaluate import narrow
from rankviz.runs.evaluate.run_evaluation import query_values
from rankviz.runs.read.run_table import Table
from tests.helpers.long import rounds
from tests.helpers.strategies import any_conventions

# Scores of which most are tied; the last two are tied in 32 bits only.
SCORES = st.sampled_from([1.0, 1.0, 1.0, 2.0, 0.0, -1.0, 16777216.0, 16777217.0])
GRADES = st.sampled_from([0.0, 0.0, 1.0, 2.0, 3.0, 0.5, -1.0, -1.0, -2.0])
DOCUMENTS = st.sampled_from(["d1", "d2", "d10", "D2", "é", "文", "x"])
# Of a run the message names the file.
SAME_ERROR = {"duplicate_in_run": "duplicate_entry"}


class Query(NamedTuple):
    """Rows of a run, and of judgments: with duplicates."""

    rows: list[tuple[str, float]]
    judgments: list[tuple[str, float]]

    def typed(self) -> Ranking:
        """The same as a list; of two judgments either counts, as they are equal."""
        judged = dict(self.judgments)
        items = tuple(Item(document, judged.get(document), score) for document, score in self.rows)
        shown = {document for document, _ in self.rows}
        return Ranking(items, tuple(Item(document, grade) for document, grade in judged.items() if document not in shown))


QUERIES = st.builds(
    Query,
    st.lists(st.tuples(DOCUMENTS, SCORES), min_size=1, max_size=7),
    st.lists(st.tuples(DOCUMENTS, GRADES), min_size=1, max_size=7, unique_by=itemgetter(0)).map(lambda rows: [*rows, rows[0]]),
)


def table(rows: list[tuple[str, str, float]]) -> Table:
    query, document, number = zip(*rows, strict=True)
    documents = pyarrow.chunked_array([pyarrow.array(document, pyarrow.string())])
    return Table(pyarrow.array(query).dictionary_encode(), documents, np.array(number), "rows")


def of_run(metric: Metric, queries: dict[str, Query], choices: dict[str, Any]) -> list[float] | str:
    """The values of all queries and their mean, or why there are none."""
    run = table([(name, *row) for name, query in queries.items() for row in query.rows])
    qrels = table([(name, *row) for name, query in queries.items() for row in query.judgments])
    try:
        found = query_values(run, qrels, [metric.name], **choices, allow=None)
    except InputError as error:
        return SAME_ERROR.get(error.key, error.key)
    (values,), (mean,) = found.list_values.values(), found.means.values()
    return [*map(float, values), mean]


def of_lists(metric: Metric, queries: dict[str, Query], choices: dict[str, Any]) -> list[float] | str:
    """The same of the lists."""
    lists = [queries[name].typed() for name in sorted(queries)]
    try:
        mean = evaluate(metric.name, lists, **choices)
    except InputError as error:
        return error.key
    return [*(evaluate(metric.name, each, **choices) for each in lists), mean]


TIED = Query([("d1", 1.0), ("d2", 1.0)], [("d2", -1.0)])


@pytest.mark.slow
@settings(max_examples=rounds(60))
@given(st.dictionaries(st.sampled_from("qr"), QUERIES, min_size=1), any_conventions(raising=True))
@example({"q": TIED}, Convention(ties="optimistic", cutoff=1, gain="power"))
@example({"q": TIED}, Convention(ties="pessimistic", cutoff=1, threshold=0.0))
def test_a_run_has_the_values_of_its_typed_lists_under_every_combination(
    queries: dict[str, Query], convention: Convention
) -> None:
    for metric in METRICS.values():
        narrowed = narrow(metric, convention)
        choices = {name: getattr(narrowed, name) for name in metric.uses}
        choices |= {"mean_over": convention.mean_over, "mean_weights": convention.mean_weights}
        if choices.get("negative") == "remove":
            choices["negative"] = "zero"
        if choices.get("unjudged") == "grade" or (choices.get("unjudged"), choices.get("ties")) == ("undefined", "mean_rank"):
            choices["unjudged"] = "zero"
        if choices.get("ties") == "include":
            choices["ties"] = "docid_asc"
        found, expected = of_run(metric, queries, choices), of_lists(metric, queries, choices)
        assert found == pytest.approx(expected, abs=1e-12, nan_ok=True), (metric.key, choices)
