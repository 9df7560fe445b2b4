"""Runs and judgments that were saved by `json.dump`, as people do who use pytrec_eval."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

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


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ('{"q1": {"a": 1, "a": 0}}', "judged_twice", 'qrels.json: "a" is judged twice'),
        ('{"q1": {"a": "high"}}', "pairs_number", "is 'high'"),
        ('{"q1": {}}', "file_empty", "qrels.json"),
        ('{"q1": ["a"]}', "columns_missing", "qrels.json"),
        ('{"q1": {"a": 1}, ' + '"q2": {"a": 1},' * 9 + '"q3": {"a": 1}}', "json_too_large", "save it as TREC text"),
    ],
)
def test_what_it_cannot_hold_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, key: str, words: str) -> None:
    monkeypatch.setattr(json_dictionaries, "MAX_JSON", 100)
    (tmp_path / "qrels.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        evaluate_run(RUN, str(tmp_path / "qrels.json"), "RR")
    assert (refused.value.key, words in str(refused.value)) == (key, True), refused.value
