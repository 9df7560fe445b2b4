"""Payload of the table of effects: what the lines and arrows between two lists show, as numbers."""

from __future__ import annotations

from rankviz.basics.errors import InputError
from rankviz.compare.comparison import Comparison
from rankviz.compare.view.difference import extra_effects, printed_sum
from rankviz.compare.view.winner import measure_name
from rankviz.compare.words.winner import with_sign
from rankviz.core.trace import Unit
from rankviz.display.number_format import plain
from rankviz.texts import Texts

HEADS = ("document", "grade", "rank_a", "rank_b", "term_a", "term_b", "effect")
Data = dict[str, object]


def effects_table_payload(comparison: Comparison, texts: Texts) -> Data:
    """Build it as a sheet; documents that neither list retrieves and that change nothing are left out."""
    change = comparison.effects
    heads = [texts(f"effects_table.{head}") for head in HEADS]
    caption = texts("effects_table.caption", measure=measure_name(comparison, comparison.state.metric))
    unit: Unit = "value" if isinstance(comparison.main_trace, InputError) else comparison.main_trace.unit
    rows: list[Data] = []
    for each in () if change is None else change.by_document:
        if each.ranks == (None, None) and each.effect == 0:
            continue
        ranks = ["–" if rank is None else str(rank) for rank in each.ranks]
        terms = [printed_sum("value", term) for term in each.terms]
        grade = "?" if each.grade is None else plain(each.grade)
        rows.append(_row(each.doc_id, [grade, *ranks, *terms, with_sign(each.effect, unit)]))
    if change is not None and not change.by_document:
        rows += [
            _row(str(place), ["", "", "", "", "", with_sign(value, unit)]) for place, value in enumerate(change.by_place, 1)
        ]
    rows += [_row(str(each["label"]), ["", "", "", "", "", str(each["text"])]) for each in extra_effects(comparison, texts)]
    if change is not None and not any(change.undefined):
        rows.append(_row(texts("difference.difference"), ["", "", "", "", "", with_sign(change.difference, unit)]))
    return {"caption": caption, "heads": heads, "groups": [{"name": "", "rows": rows}]}


def _row(head: str, cells: list[str]) -> Data:
    return {
        "head": head,
        "subtitle": "",
        "cells": [{"text": cell, "sign": "", "word": ""} for cell in cells],
        "notes": [],
        "mark": "",
    }
