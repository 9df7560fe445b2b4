"""What is in memory gives without pyarrow what it gives with it, to the last bit."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

import rankviz as rv
from rankviz.runs.evaluate import prepared_run
from tests.helpers.case import case
from tests.helpers.package_source import ROOT

MEASURES = ["nDCG@3", "AP", "RR", "P@2"]
CONVENTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"profile": "trec_eval"},
    {"ties": "docid_asc"},
    {"ties": "optimistic"},
    {"ties": "pessimistic", "mean_over": "intersection"},
    {"profile": "ranx"},
)
PROGRAM = """
import json, sys
import rankviz as rv
run, qrels = {"q": {"a": 2.0, "b": 1.0, "c": 0.5}, "r": {"a": 0.1}}, {"q": {"b": 1, "c": 2}, "r": {"a": 1}}
result = rv.evaluate_run(run, qrels, ["nDCG@10", "AP", "RR"])
values = {**result.means, "explained": result.explain("q", "AP").value}
print(json.dumps([values, [each for each in ("pyarrow", "pandas") if each in sys.modules]]))
"""


def drawn(random: Random) -> tuple[dict[str, dict[str, float]], dict[str, dict[str, float]]]:
    """A run with ties, names beyond ASCII, queries without judgments, and judgments without a query."""
    names = ["a", "B", "é", "文", "d10", "d9", "\U0001f600", "\uffff"]
    queries = random.sample(["q1", "q10", "q2", "ü", "z"], 4)
    run = {q: {d: random.choice([0.5, 0.25, 1e-40, 3.0, random.random()]) for d in random.sample(names, 6)} for q in queries}
    qrels = {q: {d: random.choice([0, 1, 2, -1]) for d in random.sample(names, 5)} for q in random.sample(["q1", *queries], 4)}
    return run, qrels


def test_small_runs_give_what_large_ones_give_to_the_last_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(20261129)  # noqa: S311, the same in every run
    for number in range(12):
        run, qrels = drawn(random)
        for convention in CONVENTIONS:
            with case(number=number, convention=convention, run=run, qrels=qrels):
                small = rv.evaluate_run(run, qrels, MEASURES, **convention)
                with monkeypatch.context() as patched:
                    patched.setattr(prepared_run, "SMALL", -1)
                    large = rv.evaluate_run(run, qrels, MEASURES, **convention)
                assert small.queries == large.queries
                for measure, values in small.list_values.items():
                    assert values.tobytes() == large.list_values[measure].tobytes(), measure
                    assert small.counted[measure].tolist() == large.counted[measure].tolist()


def test_ids_that_are_one_as_text_are_copies_as_in_a_file() -> None:
    run: Any = {"q": {1: 3.0, "1": 2.0, "2": 1.0}}
    assert rv.evaluate_run(run, {"q": {"2": 1}}, "RR").means == {"RR": 1 / 3}
    with pytest.raises(rv.InputError, match="more than once"):
        rv.evaluate_run(run, {"q": {"2": 1}}, "RR", duplicates="error")


def test_two_dictionaries_and_three_measures_load_numpy_alone() -> None:
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env={"PYTHONPATH": str(ROOT), "PATH": ""}, capture_output=True, text=True, check=True)
    values, loaded = json.loads(done.stdout)
    assert loaded == []
    assert values["AP"] == ((1 / 2 + 2 / 3) / 2 + 1) / 2
    assert values["explained"] == (1 / 2 + 2 / 3) / 2
