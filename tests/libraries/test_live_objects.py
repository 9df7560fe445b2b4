"""Objects of libraries that are too heavy for every run of the tests: what they hold gives what they give for it.

A library that is not installed is skipped; `make peers` installs them. Last asked on 29 November 2026: ranx 0.3.21,
polars 2.1.0, datasets 5.2.0. The same structures without the libraries are in tests/runs/test_held_objects.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from rankviz import InputError, evaluate, evaluate_run

RUN = {"q1": {"a": 3.0, "b": 2.0, "c": 1.0}, "q2": {"b": 1.5, "a": 0.5}}
QRELS = {"q1": {"a": 1, "c": 2}, "q2": {"a": 1, "b": 0}}
MEASURES = ["nDCG@2", "AP", "RR"]


def rows(pairs: dict[str, Any], number: str, query: str = "query_id", document: str = "doc_id") -> list[dict[str, Any]]:
    return [{query: q, document: d, number: value} for q, row in pairs.items() for d, value in row.items()]


def same_as_dictionaries(run: object, qrels: object) -> bool:
    return evaluate_run(run, qrels, MEASURES).means == evaluate_run(RUN, QRELS, MEASURES).means  # type: ignore[arg-type]


def test_ranx_gives_the_same_for_its_own_objects() -> None:
    ranx = pytest.importorskip("ranx")
    run, qrels = ranx.Run(RUN), ranx.Qrels(QRELS)
    names = ["ndcg@2", "map", "mrr", "r-precision", "rbp.80", "hit_rate@1", "precision@2", "recall@2", "f1@2"]
    theirs = ranx.evaluate(qrels, run, names)
    for first, second in ((run, qrels), (qrels, run)):
        found = evaluate_run(first, second, names, profile="ranx").means
        assert list(found.values()) == pytest.approx([theirs[name] for name in names], abs=1e-15)
    assert run.to_dict() == RUN


def test_frames_of_polars_give_what_dictionaries_give() -> None:
    polars = pytest.importorskip("polars")
    run, qrels = polars.DataFrame(rows(RUN, "score")), polars.DataFrame(rows(QRELS, "relevance"))
    assert same_as_dictionaries(run, qrels)
    assert same_as_dictionaries(qrels.lazy().collect(), run)
    assert same_as_dictionaries(run.lazy(), qrels.lazy())
    assert same_as_dictionaries(run.with_columns(polars.col("query_id").cast(polars.Categorical)), qrels)
    assert evaluate("AP", polars.Series([0, 1]), polars.Series([0.5, 0.25])) == 1 / 2
    assert polars.DataFrame(evaluate_run(run, qrels, "AP")).columns == ["query", "AP"]
    with pytest.raises(InputError, match='run, row 1: the column "score" is empty'):
        evaluate_run(run.with_columns(score=polars.lit(None, polars.Float64)), qrels, "AP")


def test_sets_of_hugging_face_give_what_dictionaries_give() -> None:
    datasets = pytest.importorskip("datasets")
    run = datasets.Dataset.from_list(rows(RUN, "score"))
    qrels = datasets.Dataset.from_list(rows(QRELS, "score", "query-id", "corpus-id"))
    assert same_as_dictionaries(run, qrels)
    assert same_as_dictionaries(qrels, run)
    assert same_as_dictionaries(run.shuffle(seed=1), qrels.select([3, 1, 0, 2]))
    assert same_as_dictionaries(run, qrels.to_iterable_dataset())
    with pytest.raises(InputError, match=r'qrels\["test"\] is a table of its own'):
        evaluate_run(run, datasets.DatasetDict(test=qrels), "AP")
