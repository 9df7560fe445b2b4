"""The same runs and judgments for every engine, made of what Spark's environment has too: NumPy and pyarrow."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
import pyarrow

from rankviz.runs.evaluate.run_evaluation import QueryValues, query_values
from rankviz.runs.read.run_table import Table

MEASURES = ("nDCG@10", "AP", "RR", "P@3", "Bpref")
CHOICES: list[dict[str, str]] = [{}, {"profile": "trec_eval"}]
QUERIES = (
    "q1",
    "q2",
    "é",
    "日本",
    "O'Hara",
    '"q"',
    "';DROP/**/TABLE/**/run;--",
    "?",
    "$1",
    "%s",
    "{}",
    "007",
    "7",
    "NULL",
    "nan",
)
WITH_BLANKS = ("'; DROP TABLE run; --", "two words", 'say "hi", then go', "a\tb", "a,b")
DOCUMENTS = ("d1", "d2", "D1", "文档", "d'2", 'd"3', "';DELETE/**/FROM/**/qrels;--", "d10", "d9", "%", "\\", "0", "00", "x#y")

Row = tuple[str, str, float]


@dataclass(frozen=True)
class Data:
    """Rows (query, document, number), in listed order."""

    run: list[Row]
    qrels: list[Row]

    def expected(self, **choices: str) -> QueryValues:
        """What the core gives in this process, for all queries in one call."""
        return query_values(table(self.run), table(self.qrels), measures(choices), **choices, allow=None)


def measures(choices: dict[str, str]) -> tuple[str, ...]:
    """All measures; AUC is none of trec_eval's."""
    return MEASURES if choices.get("profile") == "trec_eval" else (*MEASURES, "AUC")


def table(rows: list[Row]) -> Table:
    queries, documents, numbers = zip(*rows, strict=True)
    return Table(pyarrow.array(queries).dictionary_encode(), pyarrow.array(documents), np.array(numbers, dtype=float), "rows")


def strange(*, blanks: bool = True, judged: int = 3) -> Data:
    """Few documents with names of every kind: tied scores, negative grades, a judgment twice, queries on one side only.

    Queries stand in several places, and none has more than seven judged documents: NumPy adds up to seven numbers one after the
    other, but more of them in an order that depends on the longest list beside them.
    """
    draw = Random(5)  # noqa: S311
    queries = [*QUERIES, *(WITH_BLANKS if blanks else ()), *(f"many{i}" for i in range(40))]
    run, qrels = [], []
    for query in queries:
        shown = draw.sample(DOCUMENTS, draw.randint(1, len(DOCUMENTS)))
        run += [(query, document, draw.choice([0.0, 0.5, 0.5, -2.0, 1e-3, 3.25])) for document in shown]
        for document in draw.sample(DOCUMENTS, draw.randint(1, judged)):
            qrels += [(query, document, float(draw.choice([-1, 0, 1, 1, 2, 3])))] * draw.randint(1, 2)
    only_run, only_qrels = {"q2", "many3", "日本"}, {"many4", "$1"}
    run, qrels = [each for each in run if each[0] not in only_qrels], [each for each in qrels if each[0] not in only_run]
    draw.shuffle(run)
    draw.shuffle(qrels)
    return Data(run, qrels)


def long(queries: int = 60, documents: int = 400, judged: int = 60) -> Data:
    """Longer lists, with a tie in nearly every place."""
    draw = Random(6)  # noqa: S311
    run, qrels = [], []
    for query in range(queries):
        names = [f"d{number}" for number in draw.sample(range(2 * documents), draw.randint(1, documents))]
        run += [(f"q{query}", name, draw.randint(0, 90) / 8) for name in names]
        known = draw.sample(names, min(len(names), draw.randint(1, judged))) + [f"missed{i}" for i in range(draw.randint(0, 9))]
        qrels += [(f"q{query}", name, float(draw.randint(-1, 3))) for name in known]
    return Data(run, qrels)


def differences(found: QueryValues, expected: QueryValues) -> list[str]:
    """What is not exactly the same."""
    names = ("list_values", "weights", "counted")
    wrong = ["queries"] if found.queries != expected.queries else []
    wrong += [name for name in names if list(getattr(found, name)) != list(getattr(expected, name))]
    if wrong:
        return wrong
    return [
        f"{name} of {measure}"
        for name in names
        for measure, values in getattr(expected, name).items()
        if not np.array_equal(getattr(found, name)[measure], values, equal_nan=values.dtype == float)
    ]


def farthest(found: QueryValues, expected: QueryValues) -> float:
    """The largest difference of any value."""
    return max(float(np.nanmax(np.abs(found.list_values[each] - values))) for each, values in expected.list_values.items())
