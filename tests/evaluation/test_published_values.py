"""Worked examples from papers, articles, documentation and issue threads (`golden/*.toml`), at their printed precision."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rankviz import Ranking, evaluate

GOLDEN = Path(__file__).parent.parent / "golden"
FIELDS = {"place", "measure", "expected", "tolerance", "grades", "missed", "scores", "lists", "choices", "profile"}


EXAMPLES = [
    pytest.param(example, id=f"{file.stem}: {source['name']} {example['place']}")
    for file in sorted(GOLDEN.glob("*.toml"))
    for source in tomllib.loads(file.read_text(encoding="utf-8"))["source"]
    for example in source["example"]
]


def typed(example: dict[str, Any]) -> Ranking:
    return Ranking.from_grades(example["grades"], missed=example.get("missed", ()), scores=example.get("scores"))


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_worked_example_has_its_published_value(example: dict[str, Any]) -> None:
    lists = [typed(each) for each in example["lists"]] if "lists" in example else typed(example)
    profile, choices = example.get("profile", "textbook"), example.get("choices", {})
    value = evaluate(example["measure"], lists, profile=profile, **choices)
    assert value == pytest.approx(example["expected"], rel=0, abs=example["tolerance"])
    # Where the source prints another number than its definition gives, `printed` keeps it and `note` says why.
    if "printed" in example:
        assert value != pytest.approx(example["printed"], rel=0, abs=10 * example["tolerance"])
        assert example["note"]


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_has_no_misspelt_field(example: dict[str, Any]) -> None:
    assert set(example) <= FIELDS | {"printed", "note"}
