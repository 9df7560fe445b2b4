"""Worked examples that open with one click, kept as data."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from rankviz.conventions import TEXTBOOK
from rankviz.measures import parse_measure
from rankviz.permalink import AppState
from rankviz.ranking import Ranking


@dataclass(frozen=True)
class Example:
    """One example: its key (the words are in the texts), the state it opens, and the value its own definition gives."""

    key: str
    state: AppState
    value: float


@cache
def examples() -> tuple[Example, ...]:
    """Read the bundled examples."""
    content = tomllib.loads(files(__package__).joinpath("examples.toml").read_text(encoding="utf-8"))
    return tuple(_example(row) for row in content["example"])


def _example(row: dict[str, Any]) -> Example:
    measure = parse_measure(row["measure"])
    grades = [None if grade == "?" else grade for grade in row["grades"]]
    ranking = Ranking.from_grades(grades, row.get("missed", ()), row.get("scores"), row.get("ids"))
    convention = TEXTBOOK.with_choices({"cutoff": measure.cutoff, **row.get("choices", {})})
    return Example(row["key"], AppState((ranking,), measure.metric.key, convention), row["value"])
