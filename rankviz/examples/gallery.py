"""The gallery of worked examples: every printed number, and its verdict."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rankviz.core.metrics import METRICS
from rankviz.examples import CLAIMS, FILES, Example, examples, sources
from rankviz.examples.example_check import judge
from rankviz.texts import Texts

PLACES = 6
# A shape for each verdict, so that none is told by colour alone.
SIGNS = {
    "right": "✓",
    "rounded": "≈",
    "cut": "≈",
    "rounding": "≠",
    "input": "≠",
    "convention": "⇄",
    "misprint": "≠",
    "nothing": "✗",
    "none": "",
}
Data = dict[str, object]


@cache
def gallery_payload(language: str) -> Data:
    """Build the gallery; it is the same for every session.

    Returns
    -------
    dict
        JSON-serialisable. `groups`, one per source: `name`, `title` (as the source calls itself, may be empty), `link` (may be
        empty) and `rows`, each `{key, title, place, note, printed, value, kind, sign, word, metric, source, claim}`. `kinds`,
        the verdicts that occur: `{kind, sign, word}`. `filters`, by what else rows are narrowed: `{name, label, options}`,
        `name` a key of a row and an option `{value, label}`. `texts`.
    """
    texts = Texts(language)
    groups: list[Data] = []
    for source in sources():
        rows = [_row(example, texts) for example in examples() if example.source == source]
        name = texts(f"example.source.{source.key}")
        title = " · ".join(part for part in (source.author, source.title) if part and part != name)
        groups.append({"name": name, "title": title, "link": source.link, "rows": rows})
    verdicts = [judge(example).kind for example in examples()]
    kinds = [{"kind": kind, "sign": SIGNS[kind], "word": texts(f"example_check.{kind}")} for kind in SIGNS if kind in verdicts]
    metrics = {example.state.metric for example in examples()}
    filters = [
        _filter("metric", {key: metric.name for key, metric in METRICS.items() if key in metrics}, texts),
        _filter("source", {kind: texts(f"gallery.source_{kind}") for kind in FILES}, texts),
        _filter("claim", {claim: texts(f"gallery.claim_{claim}") for claim in CLAIMS}, texts),
    ]
    return {
        "groups": groups,
        "kinds": kinds,
        "filters": filters,
        "texts": texts.group("gallery") | texts.group("example_check"),
    }


def _filter(name: str, options: Mapping[str, str], texts: Texts) -> Data:
    every = {"value": "", "label": texts("gallery.every")}
    labels = [{"value": value, "label": label} for value, label in options.items()]
    return {"name": name, "label": texts(f"gallery.{name}"), "options": [every, *labels]}


def _row(example: Example, texts: Texts) -> Data:
    verdict = judge(example)
    return {
        "key": example.key,
        "title": texts(f"example.{example.key}"),
        "place": example.place,
        "note": texts(f"example.{example.key}_note"),
        "printed": example.printed,
        "value": printed_value(verdict.value) if example.printed else "",
        "kind": verdict.kind,
        "sign": SIGNS[verdict.kind],
        "word": texts(f"example_check.{verdict.kind}"),
        "metric": example.state.metric,
        "source": example.source.kind,
        "claim": example.claim if example.printed else "",
    }


def printed_value(value: float) -> str:
    """Return a value with at most six decimals, without zeros at the end."""
    return f"{value:.{PLACES}f}".rstrip("0").rstrip(".")
