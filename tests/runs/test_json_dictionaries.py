"""Runs and judgments that were saved by `json.dump`, as people do who use pytrec_eval."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

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
    ],
    ids=["lists", "pairs", "either", "columns", "records", "pandas", "pandas, split", "pandas, table"],
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
