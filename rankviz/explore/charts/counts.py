"""The 2 × 2 counts at k and the four quotients made of them."""

from __future__ import annotations

from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.core.trace import Trace
from rankviz.display.count_rates import COUNTS, ORDER, rates
from rankviz.display.formulas.derivation import plain_symbol
from rankviz.display.formulas.latex import numbers, symbols
from rankviz.display.formulas.mathml import mathml
from rankviz.display.labels import option_label
from rankviz.display.number_format import exact, in_unit, plain
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

Data = dict[str, object]
BASES = {"precision": "precision_base", "recall": "recall_base"}


def counts_payload(analysis: Analysis, texts: Texts, left_out: str = "") -> Data | None:
    """Build the table; None if the convention refuses the list. A quotient may be left out.

    Returns
    -------
    dict or None
        JSON-serialisable. `title`, `columns`, `rows` (list of `{label, cells: [{value, label, term}]}`), `rates`
        (`label` of the second table and `rows`, a list of `{term, name, word, math, value, title}`, `math` being MathML
        made by our own code; `term` is an entry) and `notes` (list of sentences, may be empty). Title, columns, labels of
        rows and `word` are in pieces.
    """
    rates_trace = quotients(analysis, texts)
    if rates_trace is None:
        return None
    value = {key: plain(float(rates_trace.step(key).value[0])) for key in COUNTS}
    k = analysis.state.convention.cutoff
    depth = plain(len(analysis.ranking.items)) if k is None else str(k)
    rows = (("chart.count_in", "tp", "fp"), ("chart.count_after", "fn", "tn"))
    return {
        "title": texts.pieces("chart.counts_whole") if k is None else texts.pieces("chart.counts", k=k),
        "columns": [texts.pieces("chart.count_relevant"), texts.pieces("chart.count_other")],
        "rows": [
            {
                "label": texts.pieces(label, k=depth),
                "cells": [{"value": value[key], "label": key.upper(), "term": key} for key in keys],
            }
            for label, *keys in rows
        ],
        "rates": {
            "label": texts("chart.rates"),
            "rows": [_rate(analysis, rates_trace, key, texts) for key in ORDER if key != left_out],
        },
        "notes": [
            *_undefined_notes(rates_trace, texts),
            *(note for key in BASES for note in _other_base(analysis, rates_trace, key, texts)),
        ],
    }


def quotients(analysis: Analysis, texts: Texts) -> Trace | None:
    """Counts and quotients of the list under study; None if the convention refuses it."""
    traces = {key: trace for key in COUNTS if (trace := analysis.trace(key)) is not None}
    if len(traces) < len(COUNTS):
        return None
    return rates(traces, texts("chart.rate_all"))


def _rate(analysis: Analysis, rates_trace: Trace, key: str, texts: Texts) -> Data:
    """One quotient: its formula in the names of the counts, then in their numbers."""
    step = rates_trace.step(key)
    is_undefined = step.undefined is not None and bool(step.undefined[0])
    value = float(step.value[0])
    return {
        "term": key,
        "name": plain_symbol(step),
        "word": texts.pieces(f"chart.rate_{key}"),
        "math": mathml(f"{symbols(rates_trace, step)}={numbers(rates_trace, step, (0,))}"),
        "value": texts("panel.undefined") if is_undefined else in_unit(step.unit, value, analysis.state.numbers == "fractions"),
        "title": "" if is_undefined else exact(value),
    }


def _undefined_notes(rates_trace: Trace, texts: Texts) -> list[str]:
    steps = (rates_trace.step(key) for key in ORDER)
    return [texts(f"chart.rate_{step.key}_undefined") for step in steps if step.undefined is not None and step.undefined[0]]


def _other_base(analysis: Analysis, rates_trace: Trace, key: str, texts: Texts) -> list[str]:
    """Say why P or R above has another value: its convention counts other hits, or divides them by something else."""
    chosen, step = analysis.trace(key), rates_trace.step(key)
    if chosen is None or chosen.undefined[0] or step.undefined is None or step.undefined[0]:
        return []
    if chosen.value[0] == step.value[0]:
        return []
    name = print_measure(METRICS[key], analysis.state.convention)
    printed = in_unit(chosen.unit, float(chosen.value[0]), analysis.state.numbers == "fractions")
    hits = float(chosen.step("tp").value[0])
    if hits != rates_trace.step("tp").value[0]:
        return [texts("chart.other_hits", name=name, value=printed, hits=plain(hits))]
    choice = getattr(analysis.state.convention, BASES[key])
    unseen = choice == "R" and analysis.state.convention.unretrieved == "invisible"
    base = option_label(BASES[key], "R_list" if unseen else choice, texts)
    return [texts("chart.other_base", name=name, value=printed, base=base)]
