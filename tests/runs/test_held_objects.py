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

from rankviz import InputError, compare_runs, evaluate, evaluate_run
from rankviz.runs.read.held_objects import role_of
from tests.helpers.case import case

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

    def __len__(self) -> int:
        return len(self.table)

    def with_format(self, _kind: str) -> pa.Table:
        return self.table


class Lazy:
    """A frame that is computed when it is asked for."""

    def __init__(self, frame: pa.Table) -> None:
        self.frame = frame

    def collect(self) -> pa.Table:
        return self.frame


BEIR = ("query-id", "corpus-id", "score")


def in_categories(table: pa.Table) -> pa.Table:
    """Dictionaries of views of strings, as polars hands its categories over."""
    column = table.column("qid").cast(pa.string()).combine_chunks().dictionary_encode()
    encoded = pa.DictionaryArray.from_arrays(column.indices, column.dictionary.cast(pa.string_view()))
    return table.set_column(table.schema.get_field_index("qid"), "qid", encoded)


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
HELD |= {
    # PyTerrier's results have numbers of its own, docid, beside the ids.
    "pyterrier with numbers of its own": lambda role: plain(pandas_frame(role)).assign(docid=range(len(ROWS[role]))),
    # BEIR's judgments, as files and on Hugging Face, call the grade a score.
    "beir": lambda role: Dataset(
        pa.Table.from_pylist(
            [dict(zip(BEIR if role == "qrels" else ("query_id", "doc_id", "score"), row, strict=True)) for row in ROWS[role]]
        )
    ),
    "an index": lambda role: plain(pandas_frame(role)).set_index("qid"),
    "a series": lambda role: plain(pandas_frame(role)).set_index(["qid", "docno"])[{"run": "score", "qrels": "label"}[role]],
    "batches": lambda role: pa.Table.from_pandas(plain(pandas_frame(role))).to_reader(),
    "categories of polars": lambda role: in_categories(HELD["views of strings"](role)),
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


def test_measures_of_ir_measures_may_be_given_as_they_are() -> None:
    asked = [ir_measures.nDCG @ 2, ir_measures.RR(rel=2)]
    expected = ir_measures.calc_aggregate(asked, of_ir_measures("qrels"), of_ir_measures("run"))
    assert list(evaluate_run(RUN, QRELS, asked, profile="trec_eval").means.values()) == pytest.approx(
        [expected[each] for each in asked], abs=1e-15
    )
    assert evaluate_run(RUN, QRELS, asked[0], profile="trec_eval").means == {"nDCG@2": expected[asked[0]]}


def test_what_ranx_calls_so_has_the_value_that_ranx_gave() -> None:
    """ranx 0.3.21 on 29 November 2026: ranx.evaluate(Qrels(QRELS), Run(RUN), names)."""
    recorded = {
        "ndcg@2": 0.5055117601436959, "map": 2 / 3, "mrr": 0.75, "r-precision": 0.25, "rbp.80": 0.308, "hit_rate@1": 0.5,
        "precision@2": 0.5, "recall@2": 0.75, "f1@2": 7 / 12,
    }  # fmt: skip
    found = evaluate_run(HELD["ranx"]("run"), HELD["ranx"]("qrels"), recorded, profile="ranx").means
    assert list(found.values()) == pytest.approx(list(recorded.values()), abs=1e-15)


def test_a_document_twice_in_a_list_counts_as_in_a_file() -> None:
    run: Any = {"q": ["x", "a", "x", "b"]}
    assert evaluate_run(run, {"q": {"x": 1, "b": 1}}, "AP").means == {"AP": (1 + 2 / 4) / 2}
    with pytest.raises(InputError, match="more than once"):
        evaluate_run(run, {"q": {"x": 1}}, "AP", duplicates="error")


class Lying(list[Any]):
    """Says that it has another number of entries."""

    length = 99

    def __len__(self) -> int:
        return self.length


class Negative(Lying):
    length = -1


def test_a_length_that_lies_is_not_believed() -> None:
    for kind in (Lying, Negative):
        with case(kind=kind.__name__):
            columns = plain(pandas_frame("run")).to_dict("list")
            held: tuple[Any, ...] = (
                {query: kind(row) for query, row in HELD["pairs"]("run").items()},
                {name: kind(values) for name, values in columns.items()},
                kind(of_ir_measures("run")),
                kind(HELD["records"]("run")),
            )
            assert [evaluate_run(run, QRELS, "AP").means["AP"] for run in held] == pytest.approx([BY_HAND["AP"]] * 4, abs=1e-15)
            assert evaluate("RR", kind([0, 1]), kind([0.7, 0.5])) == 1 / 2


FRAME = plain(pandas_frame("run")).sort_index()
BAD: tuple[tuple[object, str, str], ...] = (
    (5, "bad_source", "found 5"),
    (None, "bad_source", "found None"),
    ([1, 2], "items_unknown", "item 1 is 1;"),
    ([("q1", "a", 3.0)], "items_unknown", "rows with query, document and score"),
    ([HELD["records"]("run")[0], None], "items_unknown", "item 2 is None; expected rows"),
    ([*of_ir_measures("run"), {"query": "q1"}], "items_unknown", "item 6 is {'query': 'q1'};"),
    (evaluate_run(RUN, QRELS, "AP"), "values_for_run", "Give what they were computed of, result.run."),
    (pd.DataFrame(), "columns_unnamed", "expected columns for query, document, score"),
    (FRAME["score"], "columns_missing", "no column for the query"),
    ({"q1": {"a", "b"}}, "unordered_run", 'run["q1"] is a set'),
    ({"test": FRAME}, "table_inside", 'run["test"] is a table of its own'),
    ({}, "no_rows", "run has no rows"),
    ({"q1": {}}, "no_rows", "run has no rows"),
    (FRAME.iloc[:0], "no_rows", "run has no rows"),
    (iter([]), "no_rows", "run has no rows"),
    (FRAME.assign(score=[1.0, float("nan"), 2.0, 3.0, 4.0]), "cell_empty", 'run, row 2: the column "score"'),
    (FRAME.assign(score=[1.0, float("inf"), 2.0, 3.0, 4.0]), "file_number", 'run, row 2: "inf" in the column "score"'),
    (FRAME.assign(docno=None), "cell_empty", 'run, row 1: the column "docno"'),
    (FRAME.assign(qid=[1, 1, 1, "q2", "q2"]), "cell_name", 'run, row 4: "q2" in the column "qid"'),
    (FRAME.assign(docno=["a", "b", 3, "b", "a"]), "cell_name", 'run, row 3: "3" in the column "docno"'),
    (FRAME.assign(score=[1.0, 2.0, 3.0, "high", 4.0]), "file_number", 'run, row 4: "high" in the column "score"'),
    (FRAME.assign(qid=True), "cell_name", "the same kind in every row"),
    (FRAME.drop(columns="score"), "columns_missing", "Its columns: qid, docno, rank"),
    (plain(pandas_frame("qrels")), "columns_missing", "no column for the score"),
    (FRAME.assign(score="high"), "file_number", '"high"'),
    ({"query": ["q1", "q1"], "document": ["a"], "score": [1.0, 2.0]}, "frame_unreadable", "expected length 2 but got length 1"),
    ([{"query": "q1", "document": "a", "score": 1.0}, {"query": "q1", "document": "b"}], "cell_empty", "run, row 2"),
    ({"q1": {"a": float("inf")}}, "pairs_number", "inf"),
    ({"q1": {"a": float("nan")}}, "pairs_number", 'run["q1"]["a"] is nan'),
    ({"q1": {"a": None}}, "pairs_number", 'run["q1"]["a"] is None'),
    ({("q", 1): {"a": 1.0}}, "bad_id", "found ('q', 1)"),
    ("q1 Q0 a 1 3.0 x", "file_missing", "cannot be read"),
)


def test_what_cannot_be_read_is_refused_in_one_sentence_with_its_place_and_stays_as_it_was() -> None:
    for run, key, words in BAD:
        with case(run=run, key=key):
            before = repr(run)
            with pytest.raises(InputError) as caught:
                evaluate_run(run, QRELS, "AP")  # type: ignore[arg-type]
            assert caught.value.key == key
            assert words in str(caught.value)
            assert "\n" not in str(caught.value)
            assert repr(run) == before


def test_a_query_in_several_pieces_is_ranked_as_a_whole_and_a_run_is_no_judgments() -> None:
    assert evaluate_run(FRAME.iloc[[0, 3, 1, 4, 2]], QRELS, "AP").means["AP"] == pytest.approx(BY_HAND["AP"], abs=1e-15)
    with pytest.raises(InputError, match="no column for the grade"):
        evaluate_run(RUN, FRAME, "AP")
    with pytest.raises(InputError, match="qrels has no rows"):
        evaluate_run(RUN, {}, "AP")


def test_dictionaries_that_seem_to_be_exchanged_are_refused_and_taken_where_that_is_allowed() -> None:
    run, qrels = {"q": {"a": 1.5, "b": 0.5}}, {"q": {"a": 0, "b": 1}}
    assert evaluate_run(run, qrels, "RR").means == {"RR": 1 / 2}
    with pytest.raises(InputError, match="are they exchanged") as caught:
        evaluate_run(qrels, run, "RR")
    assert caught.value.key == "exchanged"
    assert evaluate_run(qrels, run, "RR", allow="exchanged").means == {"RR": 1 / 2}  # a, of grade 1.5, is second
