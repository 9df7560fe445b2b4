"""Texts and tables of “Which formula does my tool use?”: a list to compute elsewhere, and what the number says."""

from __future__ import annotations

from rankviz.core.conventions import TEXTBOOK
from rankviz.diagnose.formula_probe import Behaviour, Probe, find_behaviours, is_coarse, places_needed
from rankviz.display.convention_words import choices_words
from rankviz.display.labels import library_name
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

PLACES = 4
YOURS = "▶"
Data = dict[str, object]


def probe_table(probe: Probe, typed_behaviours: tuple[Behaviour, ...], texts: Texts) -> Data:
    """Build the table of values with those who give them, the typed ones marked."""
    rows = []
    for group in probe.groups:
        is_typed = any(each in typed_behaviours for each in group.behaviours)
        libraries = [_library_names(each, texts) for each in group.behaviours if each.profiles]
        choices = [choices_words(dict(each.choices), texts) for each in group.behaviours if each.choices]
        cells = [{"lines": libraries}, {"lines": choices}]
        mark = {"subtitle": f"{YOURS} {texts('probe.yours')}", "mark": "here"} if is_typed else {}
        rows.append({"head": fixed_decimals(group.value, PLACES), "cells": cells, **mark})
    heads = [probe.measure, texts("probe.libraries"), texts("probe.choices")]
    caption = texts("probe.caption", measure=probe.measure, gap=fixed_decimals(probe.gap, PLACES))
    return {"caption": caption, "heads": heads, "groups": [{"name": "", "rows": rows}], "is_tall": True}


def probe_list_table(probe: Probe, texts: Texts) -> Data:
    """Build the table of the list, missed documents last."""
    retrieved = [(str(rank), item) for rank, item in enumerate(probe.ranking.items, 1)]
    missed = [(texts("probe.missed"), item) for item in probe.ranking.missed]
    rows = [
        {
            "head": rank,
            "cells": [
                {"text": item.doc_id},
                {"text": "—" if item.grade is None else plain(item.grade)},
                {"text": "—" if item.score is None else plain(item.score)},
            ],
        }
        for rank, item in (*retrieved, *missed)
    ]
    heads = [texts(f"probe.{name}") for name in ("rank", "document", "grade", "score")]
    return {"caption": texts("probe.list", measure=probe.measure), "heads": heads, "groups": [{"name": "", "rows": rows}]}


def answer_words(probe: Probe, typed: str, texts: Texts) -> str:
    """Say what the typed number means; with too few digits, that more are needed.

    Raises
    ------
    InputError
        `typed_empty`, `typed_no_number`.
    """
    behaviours = find_behaviours(probe, typed)
    if behaviours and is_coarse(probe, typed):
        return texts("probe.coarse", typed=typed.strip(), count=places_needed(probe))
    return behaviours_words(behaviours, texts)


def behaviours_words(behaviours: tuple[Behaviour, ...], texts: Texts) -> str:
    """Say which libraries compute like this, or which single choice differs from the textbook."""
    if not behaviours:
        return texts("probe.nothing")
    libraries = texts("sentence.more_separator").join(library_name(key, texts) for key in _profiles(behaviours))
    choices = texts("sentence.more_separator").join(
        choices_words(dict(each.choices), texts) for each in behaviours if each.choices
    )
    if libraries and choices:
        return texts("probe.both", libraries=libraries, choices=choices)
    return texts("probe.by_libraries", libraries=libraries) if libraries else texts("probe.by_choices", choices=choices)


def _library_names(behaviour: Behaviour, texts: Texts) -> str:
    """Return the names of the libraries of a behaviour on one line."""
    return texts("sentence.more_separator").join(library_name(key, texts) for key in behaviour.profiles)


def _profiles(behaviours: tuple[Behaviour, ...]) -> list[str]:
    return [key for each in behaviours for key in each.profiles]


def probe_state(state: AppState, probe: Probe) -> AppState:
    """Return the state with the probe's list only, under textbook choices."""
    convention = TEXTBOOK.with_choices({"cutoff": probe.cutoff})
    return AppState((probe.ranking,), probe.metric, convention, state.numbers)
