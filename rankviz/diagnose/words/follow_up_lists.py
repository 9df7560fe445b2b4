"""Texts and tables on follow-up lists for a tool: what they tell apart, and which libraries remain."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.diagnose.follow_up_lists import (
    LEAST_PLACES,
    FollowUpList,
    FollowUpStep,
    follow_up_list,
    follow_up_steps,
    groups_by_mean,
    outcome_state,
)
from rankviz.diagnose.formula_probe import Probe, find_behaviours, is_coarse
from rankviz.display.convention_words import choices_words
from rankviz.display.labels import library_name
from rankviz.display.number_format import fixed_decimals
from rankviz.texts import Texts

PLACES = 4
YOURS = "▶"
Data = dict[str, object]


def remaining_libraries(probe: Probe, number: str) -> tuple[str, ...]:
    """Return the libraries that give the number typed for the first list; () if it has too few digits.

    Raises
    ------
    InputError
        As `read_typed`.
    """
    if not number.strip() or is_coarse(probe, number):
        return ()
    return tuple(key for behaviour in find_behaviours(probe, number) for key in behaviour.profiles)


def answered_steps(probe: Probe, number: str, typed: Sequence[str]) -> tuple[FollowUpStep, ...]:
    """Return the follow-up lists, as far as the typed numbers lead; InputError as `read_typed`."""
    return follow_up_steps(probe, remaining_libraries(probe, number), typed)


def has_next(probe: Probe, profiles: tuple[str, ...]) -> bool:
    """Whether another list tells these libraries apart."""
    return bool(profiles) and follow_up_list(probe.metric, probe.cutoff, profiles) is not None


def remaining_words(probe: Probe, profiles: tuple[str, ...], texts: Texts) -> str:
    """Say whether another list tells libraries apart, or else whether their means do; "" for a single library."""
    if len(profiles) < 2:
        return ""
    if has_next(probe, profiles):
        return texts("probe.further", count=len(profiles))
    groups = groups_by_mean(probe, profiles)
    if len(groups) < 2:
        return texts("probe.alike")
    sentences = (
        texts("probe.way", libraries=library_names(keys, texts), choices=choices_words(choices, texts))
        for choices, keys in groups
    )
    return texts("probe.alike_but_means", ways=texts("convention.separator").join(sentences))


def note_words(step: FollowUpStep, number: int, texts: Texts) -> str:
    """Say how many libraries a list tells apart, what is special in it, and what to type if a tool gives no number."""
    kind = texts(f"probe.kind_{step.follow_up.kind}")
    return texts("probe.note_further", number=number, count=len(separated_profiles(step.follow_up)), kind=kind)


def answer_words(probe: Probe, step: FollowUpStep, texts: Texts) -> str:
    """Say what the number typed for a list means; "" while nothing is typed."""
    if not step.typed.strip():
        return ""
    if step.is_coarse:
        return texts("probe.coarse", typed=step.typed.strip(), count=LEAST_PLACES)
    if not step.remaining:
        return texts("probe.nothing_further")
    sentences = [
        texts("probe.by_libraries", libraries=library_names(step.remaining, texts)),
        remaining_words(probe, step.remaining, texts),
    ]
    return texts("words.separator").join(filter(None, sentences))


def follow_up_table(probe: Probe, step: FollowUpStep, texts: Texts) -> Data:
    """Build the table of the values of a follow-up list with the libraries that give them."""
    rows = []
    for group in step.follow_up.groups:
        is_typed = bool(step.remaining) and bool(step.typed.strip()) and set(group.profiles) <= set(step.remaining)
        mark = {"subtitle": f"{YOURS} {texts('probe.yours')}", "mark": "here"} if is_typed else {}
        state = outcome_state(group.outcome)
        head = texts(f"probe.gives_{state}") if state else fixed_decimals(group.outcome.value, PLACES)
        rows.append({"head": head, "cells": [{"lines": [library_names(group.profiles, texts)]}], **mark})
    heads = [probe.measure, texts("probe.libraries")]
    caption = texts("probe.caption_further", measure=probe.measure)
    return {"caption": caption, "heads": heads, "groups": [{"name": "", "rows": rows}], "is_tall": True}


def library_names(profiles: Sequence[str], texts: Texts) -> str:
    """Return the names of libraries on one line."""
    return texts("sentence.more_separator").join(library_name(key, texts) for key in profiles)


def separated_profiles(follow_up: FollowUpList) -> list[str]:
    """Return all libraries that a list tells apart."""
    return [key for group in follow_up.groups for key in group.profiles]
