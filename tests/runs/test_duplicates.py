"""A document that is judged twice in a query, wherever the judgments come from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ir_measures
import pandas
import pytest
import pytrec_eval

from rankviz import InputError, evaluate_run, lookup_run, tabulate_runs
from tests.helpers.case import case

RUN = {"q1": {"d7": 3.0, "d9": 1.0}}
ROWS = [("q1", "d7", 2), ("q1", "d9", 1), ("q1", "d7", 0)]
TREC = ["# by two people", "q1 0  d7 2", "q1 0 d9 1", "", "q1 0 d7 0"]
FILES = {
    "qrels.txt": (TREC, (2, 5)),
    "qrels.csv": (["qid,docno,label", "", *(",".join(map(str, row)) for row in ROWS)], (3, 5)),
    "qrels.jsonl": ([f'{{"qid": "{query}", "docno": "{doc}", "label": {grade}}}' for query, doc, grade in ROWS], (1, 3)),
}
HELD: dict[str, Any] = {
    "frame": pandas.DataFrame(ROWS, columns=["qid", "docno", "label"]),
    "items": [ir_measures.Qrel(*row) for row in ROWS],
    "pairs": {"q1": [row[1:] for row in ROWS]},
}


def test_two_grades_of_one_document_are_refused_as_trec_eval_and_pytrec_eval_refuse_them(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        pytrec_eval.parse_qrel(TREC[1:3] + TREC[4:])
    sources: list[tuple[Any, str]] = [(each, "as 2 and as 0") for each in HELD.values()]
    for name, (text, (first, second)) in FILES.items():
        (tmp_path / name).write_text("\n".join(text) + "\n", encoding="utf-8")
        sources.append((str(tmp_path / name), f"as 2 in line {first} and as 0 in line {second}"))
    for source, told in sources:
        with case(source=source), pytest.raises(InputError, match='"d7" is judged twice in query "q1", ' + told):
            evaluate_run(RUN, source, "AP", profile="ir_measures")
    for act in (lambda qrels: tabulate_runs([RUN], qrels, "AP"), lambda qrels: lookup_run(RUN, qrels, "AP", "0.5")):
        with pytest.raises(InputError, match=r"in line 2 and as 0 in line 5\. Keep one of the two\.$"):
            act(str(tmp_path / "qrels.txt"))


def test_one_grade_of_a_document_may_stand_twice() -> None:
    twice = [ROWS[0], ROWS[1], ROWS[0]]
    qrels = pandas.DataFrame(twice, columns=["qid", "docno", "label"])
    assert evaluate_run({"q1": {"x": 4.0, **RUN["q1"]}}, qrels, "AP")["AP"] == (1 / 2 + 2 / 3) / 2
