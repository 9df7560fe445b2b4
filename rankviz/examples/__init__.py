"""Worked examples that open with one click: what a source prints, its own definition, and what explains a wrong number.

All of it is data (`*.toml` beside this file); no verdict is stored, `verdicts.py` computes it. The words are in `texts/` under
`example.<key>`, `example.<key>_note` and `example.source.<key>`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.rounding import Rounding
from rankviz.evaluation.evaluate import resolve_convention
from rankviz.state.app_state import AppState

# A file for each kind of source.
FILES = {"textbook": "textbooks.toml", "article": "articles.toml", "library": "libraries.toml"}
CLAIMS = ("number", "program", "formula")
CAUSES = ("rounding", "input", "convention", "misprint")
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Source:
    """Where numbers were printed.

    Parameters
    ----------
    key : str
        Its name for the reader is `example.source.<key>` in the texts.
    title : str
        As the source calls itself, in its own language.
    kind : str
        One of `FILES`, by the file it stands in; "" for what nobody printed.
    author, link : str
        "" where unknown.
    """

    key: str
    title: str
    kind: str
    author: str = ""
    link: str = ""


@dataclass(frozen=True)
class Cause:
    """What is supposed to have led to a printed number that the source's own definition does not give.

    Parameters
    ----------
    kind : {'rounding', 'input', 'convention', 'misprint'}
        The verdict if computing with this cause gives the printed number.
    state : AppState
        The example's state with other lists, another metric or other choices.
    roundings : tuple of Rounding
        Steps that were shortened on the way.
    added : bool
        Whether the values of several lists are added up instead of averaged.
    step : str
        Key of the step that was taken for the value; "" where it is the last one.
    rank : int
        Where in that step the number stands, 1 for the first entry.
    """

    kind: str
    state: AppState
    roundings: tuple[Rounding, ...] = ()
    added: bool = False
    step: str = ""
    rank: int = 1


@dataclass(frozen=True)
class Example:
    """One worked number.

    Parameters
    ----------
    key : str
        Permanent name.
    source : Source
    place : str
        Heading, function or exercise in the source.
    claim : {'number', 'program', 'formula'}
        What `printed` is: a number, what the source's program gives when it is run, or a formula.
    printed : str
        As printed, every digit of it: `0.76`, `2.6/4`; an ellipsis at the end says that more digits follow. "" for a
        demonstration, which no source prints a number for.
    state : AppState
        Opens the page in it: the lists, the metric, and the source's own definition as a convention.
    cause : Cause or None
        For a formula always given: the printed formula, as choices.
    """

    key: str
    source: Source
    place: str
    claim: str
    printed: str
    state: AppState
    cause: Cause | None = None


@cache
def examples() -> tuple[Example, ...]:
    """Read the bundled examples, in the order of their sources."""
    return tuple(_example(row, _source(each)) for each in _sources() for row in each["example"])


@cache
def sources() -> tuple[Source, ...]:
    """Read the sources, in the order of the gallery."""
    return tuple(_source(each) for each in _sources())


def read_example(row: Row, source: Source) -> Example:
    """Read one example as it stands in a file; for tests that change one."""
    return _example(row, source)


def _sources() -> list[dict[str, Any]]:
    folder = files(__package__)
    contents = {kind: tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8")) for kind, name in FILES.items()}
    return [{"kind": kind, **source} for kind, content in contents.items() for source in content["source"]]


def _source(row: Row) -> Source:
    return Source(row["key"], row["title"], row["kind"], row.get("author", ""), row.get("link", ""))


def _example(row: Row, source: Source) -> Example:
    cause = _cause(row["cause"], row) if "cause" in row else None
    printed = row.get("printed", "")
    return Example(row["key"], source, row["place"], row.get("claim", "number"), printed, _state(row), cause)


def _cause(change: Row, row: Row) -> Cause:
    """Read a cause: whatever it does not change is as in the example."""
    changed = {**row, **change, "choices": {**row.get("choices", {}), **change.get("choices", {})}}
    roundings = tuple(Rounding(**each) for each in change.get("roundings", ()))
    added, step, rank = change.get("added", False), change.get("step", ""), change.get("rank", 1)
    return Cause(change["kind"], _state(changed), roundings, added, step, rank)


def _state(row: Row) -> AppState:
    measure = parse_measure(row["measure"])
    lists = tuple(_ranking(each) for each in row.get("lists", (row,)))
    return AppState(lists, measure.metric.key, resolve_convention(measure, "textbook", row.get("choices", {})))


def _ranking(row: Row) -> Ranking:
    grades = [None if grade == "?" else grade for grade in row["grades"]]
    return Ranking.from_grades(grades, row.get("missed", ()), row.get("scores"), row.get("ids"), row.get("id", ""))
