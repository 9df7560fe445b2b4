"""Runs and judgments as people hold them give what dictionaries give, and what other libraries give for them."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import duckdb
import ir_measures
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from rankviz import InputError, compare_runs, evaluate_run
from rankviz.runs.read.held_objects import role_of

RUN = {"q1": {"a": 3.0, "b": 2.0, "c": 1.0}, "q2": {"b": 1.5, "a": 0.5}}
QRELS = {"q1": {"a": 1, "c": 2}, "q2": {"a": 1, "b": 0}}
ROWS = {
    "run": [(query, document, number) for query, row in RUN.items() for document, number in row.items()],
    "qrels": [(query, document, number) for query, row in QRELS.items() for document, number in row.items()],
}
MEASURES = ["nDCG@2", "AP", "RR"]
BY_HAND = {"AP": ((1 + 2 / 3) / 2 + 1 / 2) / 2, "RR": (1 + 1 / 2) / 2}


def pandas_frame(role: str) -> pd.DataFrame:
    """As PyTerrier has them, with the text of a query beside its id."""
    frame = pd.DataFrame(ROWS[role], columns=["qid", "docno", {"run": "score", "qrels": "label"}[role]])
    return frame.assign(query="the text", rank=0, other=[[1]] * len(frame)).sample(frac=1, random_state=1)


def numbered(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(qid=frame["qid"].str[1:].astype(int), docno=frame["docno"].map(ord).astype("category"))


def plain(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.drop(columns=["other", "query"])


def with_views(table: pa.Table) -> pa.Table:
    """Strings as polars hands them over."""
    types = [pa.string_view() if "string" in str(each.type) else each.type for each in table.schema]
    return table.cast(pa.schema([*zip(table.column_names, types, strict=True)]))


class Run:
    """As ranx has them: known by its name and `to_dict`."""

    def __init__(self, pairs: dict[str, dict[str, float]]) -> None:
        self.pairs = pairs

    def to_dict(self) -> dict[str, dict[str, float]]:
        return self.pairs


class Qrels(Run):
    pass


class Frames:
    """As trectools has them."""

    def __init__(self, **frames: pd.DataFrame) -> None:
        vars(self).update(frames)


class Dataset:
    """As Hugging Face has them."""

    def __init__(self, table: pa.Table) -> None:
        self.table, self.column_names = table, table.column_names

    def with_format(self, _kind: str) -> pa.Table:
        return self.table


class Lazy:
    """A frame that is computed when it is asked for."""

    def __init__(self, frame: pa.Table) -> None:
        self.frame = frame

    def collect(self) -> pa.Table:
        return self.frame


def of_ir_measures(role: str) -> list[Any]:
    if role == "run":
        return [ir_measures.ScoredDoc(*row) for row in ROWS[role]]
    return [ir_measures.Qrel(*row) for row in ROWS[role]]


HELD: dict[str, Callable[[str], Any]] = {
    "dictionaries": lambda role: {"run": RUN, "qrels": QRELS}[role],
    "default dictionaries": lambda role: defaultdict(dict, {"run": RUN, "qrels": QRELS}[role]),
    "pairs": lambda role: {query: [*row.items()] for query, row in {"run": RUN, "qrels": QRELS}[role].items()},
    "pandas": pandas_frame,
    "pandas with numbers and categories as ids": lambda role: numbered(pandas_frame(role)),
    "arrow": lambda role: pa.Table.from_pandas(plain(pandas_frame(role))),
    "views of strings": lambda role: with_views(pa.table(plain(pandas_frame(role)))),
    "duckdb": lambda role: duckdb.from_arrow(pa.Table.from_pandas(plain(pandas_frame(role)))),
    "columns": lambda role: plain(pandas_frame(role)).to_dict("list"),
    "arrays": lambda role: {name: np.array(values) for name, values in plain(pandas_frame(role)).to_dict("list").items()},
    "records": lambda role: plain(pandas_frame(role)).to_dict("records"),
    "items": of_ir_measures,
    "an iterator": lambda role: iter(of_ir_measures(role)),
    "ranx": lambda role: {"run": Run, "qrels": Qrels}[role]({"run": RUN, "qrels": QRELS}[role]),
    "trectools": lambda role: Frames(**{f"{role}_data": plain(pandas_frame(role))}),
    "hugging face": lambda role: Dataset(pa.Table.from_pandas(plain(pandas_frame(role)))),
    "a lazy frame": lambda role: Lazy(pa.Table.from_pandas(plain(pandas_frame(role)))),
}
WITHOUT_ROLE = {"dictionaries", "default dictionaries", "pairs", "an iterator", "a lazy frame"}


@pytest.mark.parametrize("how", HELD)
def test_whatever_is_held_gives_what_dictionaries_give(how: str) -> None:
    expected = evaluate_run(RUN, QRELS, MEASURES)
    found = evaluate_run(HELD[how]("run"), HELD[how]("qrels"), MEASURES)
    assert found.means == expected.means
    assert found.means["AP"] == pytest.approx(BY_HAND["AP"], abs=1e-15)
    assert found.means["RR"] == pytest.approx(BY_HAND["RR"], abs=1e-15)
    first = found.queries[0]
    assert found.explain(first, "AP").value == found.per_query["AP"][0]
    compared = compare_runs("AP", HELD[how]("run"), HELD[how]("run"), HELD[how]("qrels"))
    assert compared.means == (expected.means["AP"],) * 2


@pytest.mark.parametrize("how", [each for each in HELD if each not in WITHOUT_ROLE])
def test_what_says_its_role_may_stand_in_either_order(how: str) -> None:
    assert [role_of(HELD[how](role)) for role in ("run", "qrels")] == ["run", "qrels"]
    assert evaluate_run(HELD[how]("qrels"), HELD[how]("run"), MEASURES).means == evaluate_run(RUN, QRELS, MEASURES).means


def test_ir_measures_gives_the_same_for_its_own_objects() -> None:
    measures = [ir_measures.parse_measure(each) for each in ("nDCG@2", "AP", "RR")]
    expected = ir_measures.calc_aggregate(measures, of_ir_measures("qrels"), of_ir_measures("run"))
    found = evaluate_run(of_ir_measures("run"), of_ir_measures("qrels"), MEASURES, profile="trec_eval").means
    assert found == pytest.approx({str(measure): value for measure, value in expected.items()}, abs=1e-15)


def test_lists_of_ids_are_ranked_as_they_stand_and_relevant_as_judgments() -> None:
    assert evaluate_run({"q": ["x", "a", "b"]}, {"q": ["a", "b", "c"]}, "AP").means == {"AP": (1 / 2 + 2 / 3) / 3}
    assert evaluate_run({"q": ["x", "a", "b"]}, {"q": {"a", "b", "c"}}, "AP").means == {"AP": (1 / 2 + 2 / 3) / 3}


@pytest.mark.parametrize("how", ["pandas", "records", "items", "pairs", "columns"])
def test_what_was_given_stays_as_it_was(how: str) -> None:
    run, qrels = HELD[how]("run"), HELD[how]("qrels")
    before = copy.deepcopy((run, qrels))
    evaluate_run(run, qrels, "AP")
    for one, other in zip((run, qrels), before, strict=True):
        assert one.equals(other) if isinstance(one, pd.DataFrame) else one == other


@pytest.mark.parametrize(
    ("run", "key", "words"),
    [
        (5, "bad_source", "found 5"),
        ([1, 2], "items_unknown", "found 1 first"),
        ({"q1": {"a", "b"}}, "unordered_run", 'run["q1"] is a set'),
        (pandas_frame("run").assign(score=[1.0, float("nan"), 2.0, 3.0, 4.0]), "cell_empty", 'run, row 2: the column "score"'),
        (pandas_frame("run").assign(docno=None), "cell_empty", 'run, row 1: the column "docno"'),
        (plain(pandas_frame("run")).drop(columns="score"), "columns_missing", "Its columns: qid, docno, rank"),
        (pandas_frame("run").assign(score="high"), "file_number", '"high"'),
        ({"q1": {"a": float("inf")}}, "pairs_number", "inf"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence_with_its_place(run: object, key: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        evaluate_run(run, QRELS, "AP")  # type: ignore[arg-type]
    assert caught.value.key == key
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_dictionaries_that_seem_to_be_exchanged_are_refused_and_taken_where_that_is_allowed() -> None:
    run, qrels = {"q": {"a": 1.5, "b": 0.5}}, {"q": {"a": 0, "b": 1}}
    assert evaluate_run(run, qrels, "RR").means == {"RR": 1 / 2}
    with pytest.raises(InputError, match="are they exchanged") as caught:
        evaluate_run(qrels, run, "RR")
    assert caught.value.key == "exchanged"
    assert evaluate_run(qrels, run, "RR", allow="exchanged").means == {"RR": 1 / 2}  # a, of grade 1.5, is second
