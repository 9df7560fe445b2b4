"""Give a library every list, and write what it answers."""

from __future__ import annotations

import json
import math
import platform
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from tools.recorders.lists import GROUPS, LISTS, SEED, Query

Value = float | str | None
Compute = Callable[["Measure", Sequence[Query]], float]


@dataclass(frozen=True)
class Measure:
    """A measure as its library calls it, with the parameters that are given besides the name."""

    name: str
    parameters: Mapping[str, object] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Name and parameters in one text."""
        inner = ", ".join(f"{name}={value!r}" for name, value in self.parameters.items())
        return f"{self.name}({inner})" if inner else self.name


def measures(name: str, ks: Iterable[int | None] = (None,), parameter: str = "k", **more: object) -> list[Measure]:
    """One measure at several cutoffs; None leaves the cutoff out."""
    return [Measure(name, {**({} if k is None else {parameter: k}), **more}) for k in ks]


def record(
    library: str,
    call: str,
    asked: Sequence[Measure],
    compute: Compute,
    packages: Sequence[str],
    lists: Sequence[Query] = LISTS,
    groups: Mapping[str, Sequence[Query]] | None = GROUPS,
    notes: Sequence[str] = (),
    release: str = "",
) -> None:
    """Ask for every measure of every list and group, and write the answers to the file named on the command line.

    Parameters
    ----------
    library : str
        Name of the recorder's module and of the file.
    call : str
        What is called, in words.
    asked : sequence of Measure
    compute : function of (Measure, queries) to float
        For one list, or the mean of several.
    packages : sequence of str
        The library's first, then what else matters.
    lists, groups
        Groups of several lists only where the library averages them itself.
    notes : sequence of str
        What else has to be known.
    release : str
        Version of what is no Python package.
    """
    if len(sys.argv) < 2:  # said before the library is asked, which may take minutes
        raise SystemExit(f"Name the file to write: python -m tools.recorders.{library} {library}.json")
    names = [each.key for each in asked]
    head = {
        "library": library.removesuffix("_profiles"),
        "version": release or version(packages[0]),
        "command": f"python -m tools.recorders.{library} {library}.json",
        "call": call,
        "python": platform.python_version(),
        "packages": {each: version(each) for each in packages},
        "seed": SEED,
        "notes": list(notes),
        "measures": {each.key: {"measure": each.name, "parameters": dict(each.parameters)} for each in asked},
    }
    assert len(set(names)) == len(names)
    rows = [answered(query, asked, compute) for query in lists]
    together = [
        {"name": name, "lists": [_described(query) for query in queries], **_answers(asked, compute, queries)}
        for name, queries in (groups or {}).items()
    ]
    text = json.dumps(head, indent=1, ensure_ascii=False)[:-2]
    text += f',\n "lists": {_lines(rows)},\n "groups": {_lines(together)}\n}}\n'
    Path(sys.argv[1]).write_text(text, encoding="utf-8")
    print(
        f"{library} {head['version']}: {len(rows)} lists, {len(together)} groups, {len(names)} measures, {len(text)} characters"
    )


def answered(query: Query, asked: Sequence[Measure], compute: Compute) -> dict[str, object]:
    """One list as typed, with what the library answers, as it is recorded."""
    return {**_described(query), **_answers(asked, compute, [query])}


def _described(query: Query) -> dict[str, object]:
    found: dict[str, object] = {"name": query.name, "ids": query.ids, "grades": query.grades, "scores": query.scores}
    if query.missed:
        found["missed"] = dict(query.missed)
    if query.ties:
        found["ties"] = True
    return found


def _answers(asked: Sequence[Measure], compute: Compute, queries: Sequence[Query]) -> dict[str, object]:
    """Values by measure, and for those refused the error's text with the measures that it holds for."""
    values: dict[str, Value] = {}
    errors: dict[str, list[str]] = {}
    for measure in asked:
        try:
            values[measure.key] = plain(compute(measure, queries))
        except Exception as error:  # noqa: BLE001 - whatever a library says is its answer
            errors.setdefault(cleaned(error), []).append(measure.key)
    found: dict[str, object] = {"values": values}
    if errors:
        alike = len(errors) == 1 and not values
        found["errors"] = {text: "all" if alike else keys for text, keys in errors.items()}
    return found


def plain(value: float) -> Value:
    """Turn a value into what JSON can hold, exactly; null is not a number."""
    number = float(value)
    return None if math.isnan(number) else number if math.isfinite(number) else repr(number)


def cleaned(error: BaseException) -> str:
    """An error's kind and first words, without times and places on a disk."""
    text = str(error).split("Stack trace")[0]
    text = re.sub(r"\[\d\d:\d\d:\d\d\]", "", text)
    text = re.sub(r"(?<![\w<])/[\w./+-]+(:\d+)?:?", "", text)
    return f"{type(error).__name__}: {' '.join(text.split())}"[:160].rstrip(": ")


def _lines(rows: Sequence[Mapping[str, object]]) -> str:
    """One row on a line, so that a difference between two records can be read."""
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]"
