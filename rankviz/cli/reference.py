"""Tables of what can be asked for, made from the data: for `rankviz list` and for docs/."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from rankviz.cli.json_records import json_text
from rankviz.core.conventions import FIELDS, TEXTBOOK
from rankviz.core.conventions.fields import Field
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.display.labels import library_name, option_label
from rankviz.libraries.profiles import PROFILES
from rankviz.texts import Texts

Rows = list[tuple[str, ...]]


def metrics() -> Rows:
    """How each metric is written, its name spelled out, and what it is."""
    texts, at_ten = Texts("en"), TEXTBOOK.with_choices({"cutoff": 10})
    names = {key: (print_measure(metric, at_ten), texts(f"about.{key}.name")) for key, metric in METRICS.items()}
    return [(*name, texts(f"metric.{key}")) for key, name in names.items()]


def profiles() -> Rows:
    """The key of each profile, whose convention it is, its version, and where that was read."""
    texts = Texts("en")
    return [(key, library_name(key, texts), each.version, each.source) for key, each in PROFILES.items()]


def choices() -> Rows:
    """Each field with its words, and below it each of its values with theirs, the textbook's first."""
    texts = Texts("en")
    rows: Rows = []
    for name, field in FIELDS.items():
        rows += [(name, "", texts(f"field.{name}")), *(("", key, label) for key, label in _values(name, field, texts))]
    return rows


def _values(name: str, field: Field, texts: Texts) -> Iterator[tuple[str, str]]:
    if field.options is not None:
        yield from ((key, option_label(name, key, texts)) for key in field.options)
    elif field.variable:
        yield "…", f"a {name.partition('_')[2]} of {field.variable}"
    else:
        usual = getattr(TEXTBOOK, name)
        yield "all" if usual is None else f"{usual:g}", f"or another number from {field.low:,.10g} to {field.high:,.10g}"


KINDS: Mapping[str, Callable[[], Rows]] = MappingProxyType({"metrics": metrics, "profiles": profiles, "choices": choices})


COLUMNS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "metrics": ("metric", "name", "words"),
        "profiles": ("profile", "library", "version", "source"),
        "choices": ("field", "value", "words"),
    }
)


def output(options: argparse.Namespace) -> str:
    """Return what `rankviz list` prints."""
    return json_text(records(options.kind)) if options.json else table_text(options.kind)


def records(kind: str) -> list[dict[str, object]]:
    """A table as records; a field has its values inside."""
    rows = [dict(zip(COLUMNS[kind], row, strict=True)) for row in KINDS[kind]()]
    if kind != "choices":
        return [{**row} for row in rows]
    found: list[dict[str, object]] = []
    values: list[dict[str, str]] = []
    for row in rows:
        if row["field"]:
            values = []
            found.append({"field": row["field"], "words": row["words"], "values": values})
        else:
            values.append({"value": row["value"], "words": row["words"]})
    return found


def table_text(kind: str) -> str:
    """A table as text, its columns under each other."""
    rows = KINDS[kind]()
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]]
    lines = ["  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]) for row in rows]
    return "\n".join(line.rstrip() for line in lines)
