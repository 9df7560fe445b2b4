"""Runs and judgments that were saved by `json.dump`, as people do who use pytrec_eval."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from rankviz import InputError, evaluate_run
from rankviz.runs.read import json_dictionaries

RUN = {"q1": {"a": 2.5, "b": 1.5}, "q2": {"b": 3, "a": 2}}
QRELS = {"q1": {"b": 1}, "q2": {"b": 2}}
RR = (1 / 2 + 1) / 2


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("ending", [".json", ".json.gz", ".txt"])
def test_a_dictionary_is_read_however_it_is_laid_out(tmp_path: Path, indent: int | None, ending: str) -> None:
    paths = []
    for name, held in (("run", RUN), ("qrels", QRELS)):
        text = json.dumps(held, indent=indent).encode()
        (tmp_path / (name + ending)).write_bytes(gzip.compress(text) if ending.endswith("gz") else text)
        paths.append(str(tmp_path / (name + ending)))
    result = evaluate_run(*paths, "RR")
    assert result["RR"] == RR
    assert result.explain("q1").value == 1 / 2


FRAME = pd.DataFrame({"qid": ["q1", "q1", "q2", "q2"], "docno": ["b", "c", "c", "b"], "score": [1.5, 2.0, 3.5, 3.0]})
IDS = ["c", "b", "a"]  # b, which alone is judged, is second


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize(
    "run",
    [
        {"q1": IDS, "q2": IDS},
        {"q1": [["b", 1.5], ["c", 2.5]], "q2": IDS},
        {"q1": IDS, "q2": {"b": 1.5, "c": 2.5}, "q3": []},
        {"query": ["q1", "q1", "q2", "q2"], "document": ["b", "c", "c", "b"], "score": [1.5, 2, 3.5, 3]},
        [{"query": query, "document": each, "score": 1.5 * i} for query in ("q1", "q2") for i, each in enumerate(IDS[::-1])],
        json.loads(FRAME.to_json()),
        json.loads(FRAME.to_json(orient="split")),
        json.loads(FRAME.to_json(orient="table")),
        json.loads(FRAME.to_json(orient="index")),
        json.loads(FRAME.assign(**{f"feature {i}": i for i in range(60)}).to_json()),
    ],
    ids=["lists", "pairs", "either", "columns", "records", "pandas", "split", "table", "index", "wide"],
)
def test_what_is_read_in_memory_is_read_as_a_file_alike(
    tmp_path: Path, run: Mapping[str, object] | Sequence[object], indent: int | None
) -> None:
    """Lists of documents stand in ranked order; as judgments they are the relevant ones."""
    (tmp_path / "run.json").write_text(json.dumps(run, indent=indent), encoding="utf-8")
    (tmp_path / "qrels.json").write_text(json.dumps({"q1": ["b"], "q2": ["b"]}), encoding="utf-8")
    for given in (run, str(tmp_path / "run.json")):
        for qrels in (QRELS, str(tmp_path / "qrels.json")):
            assert evaluate_run(given, qrels, "RR")["RR"] == 1 / 2  # type: ignore[arg-type]


@pytest.mark.parametrize("orient", ["columns", "index", "split", "table", "records"])
def test_whole_numbers_as_ids_are_those_of_the_columns_in_either_file(tmp_path: Path, orient: str) -> None:
    """Query 7 has its document second, 8 first; pandas numbers the rows from 0, which are no queries."""
    frames = {
        "run": pd.DataFrame({"qid": [7, 7, 8], "docno": [1, 2, 3], "score": [2.5, 1.5, 1.0]}),
        "qrels": pd.DataFrame({"qid": [7, 8], "docno": [2, 3], "label": [1, 1]}),
    }
    for name, frame in frames.items():
        frame.to_json(tmp_path / f"{name}.json", orient=orient)
    result = evaluate_run(str(tmp_path / "run.json"), str(tmp_path / "qrels.json"), "RR")
    assert (result.queries, result["RR"]) == (("7", "8"), (1 / 2 + 1) / 2)


def test_queries_may_have_the_names_of_the_parts_of_a_table() -> None:
    """As `to_json(orient="table")` and `"split"` have them; b is second."""
    for names in (("schema", "data"), ("columns", "data"), ("columns", "index")):
        assert evaluate_run(dict.fromkeys(names, IDS), {name: {"b": 1} for name in names}, "RR")["RR"] == 1 / 2


def test_queries_that_found_nothing_may_have_the_names_of_columns() -> None:
    """Where there is no row, none is called by several names."""
    with pytest.raises(InputError) as refused:
        evaluate_run({"id": {}, "q2": {}}, {name: {"b": 1} for name in ("id", "q2")}, "RR")
    assert refused.value.key == "no_rows"


@pytest.mark.parametrize("index", [5, True, FRAME.index, FRAME["score"].to_numpy()])
def test_an_index_that_is_no_list_is_not_read(index: object) -> None:
    with pytest.raises(InputError) as refused:
        evaluate_run({"columns": ["score"], "data": [[1]], "index": index}, QRELS, "RR")
    assert refused.value.key == "columns_missing"


@pytest.mark.parametrize("orient", ["columns", "index", "split", "tight"])
@pytest.mark.parametrize("levels", [["qid"], ["docno"], ["qid", "docno"]])
def test_ids_in_the_index_of_a_frame_are_told_to_be_made_a_column(tmp_path: Path, levels: list[str], orient: Any) -> None:
    """A name of the index is lost in all shapes but one, which has it apart; a frame in memory is read by it."""
    frame = FRAME[1:3].set_index(levels)  # the row of q1 with c, and that of q2 with c
    if orient in ("columns", "index"):  # in which pandas writes no name twice
        frame = frame[~frame.index.duplicated()]
    text = json.dumps(frame.to_dict("tight")) if orient == "tight" else frame.to_json(orient=orient)
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    first = ", ".join({"qid": "q1", "docno": "c"}[level] for level in levels)
    for given in (str(tmp_path / "run.json"), json.loads(text), frame.rename_axis([None] * len(levels))):
        column = {"qid": "query", "docno": "document"}[levels[0]]
        with pytest.raises(
            InputError, match=rf'Its index has .*, make it a column named "{column}", with reset_index'
        ) as refused:
            evaluate_run(given, QRELS, "RR")
        assert (refused.value.key, refused.value.where["column"]) == ("columns_in_index", column)
        assert refused.value.where["row"] in (first, str(tuple(first.split(", "))))


@pytest.mark.parametrize("orient", ["columns", "index", "split"])
def test_rows_that_are_only_numbered_have_no_ids_in_their_index(orient: Any) -> None:
    frame = FRAME.drop(columns="qid")
    for given in (json.loads(frame.to_json(orient=orient)), frame):
        with pytest.raises(InputError) as refused:
            evaluate_run(given, QRELS, "RR")
        assert refused.value.key == "columns_missing"


@pytest.mark.parametrize("orient", ["columns", "index", "split", "table", "records", "values", "list"])
def test_a_frame_without_rows_is_told_as_such(tmp_path: Path, orient: str) -> None:
    empty = FRAME[:0]
    text = json.dumps(empty.to_dict("list")) if orient == "list" else empty.to_json(orient=orient)
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    for given, key in ((str(tmp_path / "run.json"), "file_empty"), (json.loads(text), "no_rows"), (empty, "no_rows")):
        with pytest.raises(InputError) as refused:
            evaluate_run(given, QRELS, "RR")
        assert refused.value.key == key


@pytest.mark.parametrize(
    "text",
    [
        '{"columns": ["qid", "docno", "score", "score"], "data": [["q1", "a", 1.5, 2.5]]}',
        '[{"qid": "q1", "docno": "a", "score": 1.5, "score": 2.5}]',
    ],
)
def test_two_columns_of_one_name_are_refused_as_in_a_frame(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    frame = pd.DataFrame([["q1", "a", 1.5, 2.5]], columns=["qid", "docno", "score", "score"])
    for given in (str(tmp_path / "run.json"), frame):
        with pytest.raises(InputError) as refused:
            evaluate_run(given, QRELS, "RR")
        assert (refused.value.key, "score, score" in str(refused.value)) == ("columns_twice", True)


def test_a_document_twice_in_a_list_counts_as_in_memory(tmp_path: Path) -> None:
    """What follows c, c is third."""
    (tmp_path / "run.json").write_text('{"q1": ["c", "c", "b"], "q2": ["b"]}', encoding="utf-8")
    for given in ({"q1": ["c", "c", "b"], "q2": ["b"]}, str(tmp_path / "run.json")):
        assert evaluate_run(given, QRELS, "RR", duplicates="count_all")["RR"] == (1 / 3 + 1) / 2


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ('{"q1": {"a": 1, "a": 0}}', "judged_twice", 'qrels.json: "a" is judged twice'),
        ('{"q1": {"a": "high"}}', "pairs_number", "is 'high'"),
        ('{"q1": {}}', "file_empty", "qrels.json"),
        ('{"q1": ["a"]}\n{"q2": ["a"]}\n', "columns_missing", "qrels.json"),
        ('{"q1": [{"id": "a"}]}', "not_a_mapping", '["q1"]: expected a mapping from names to numbers'),
        ('{"q1": [null]}', "bad_id", "found None"),
        ('{"q1": {"a": 1}, "q1": ["b"]}', "bad_id", "found ('a', 1)"),
        ('{"q1": {"a": 1}, "q1": {"a": 0}}', "judged_twice", 'qrels.json: "a" is judged twice'),
        ('[["q1", "a", 1]]', "items_unknown", "item 1 is ['q1', 'a', 1]; expected rows"),
        ('{\n"q1": 5\n}', "not_a_mapping", "found 5"),
        ('{"q1": {"a": 1}, ' + '"q2": {"a": 1},' * 9 + '"q3": {"a": 1}}', "json_too_large", "save it as TREC text"),
    ],
)
def test_what_it_cannot_hold_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, key: str, words: str) -> None:
    monkeypatch.setattr(json_dictionaries, "MAX_JSON", 100)
    (tmp_path / "qrels.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        evaluate_run(RUN, str(tmp_path / "qrels.json"), "RR")
    assert (refused.value.key, words in str(refused.value)) == (key, True), refused.value
