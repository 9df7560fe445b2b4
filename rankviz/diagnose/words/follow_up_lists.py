"""Further lists for a tool, in words and tables: what they tell apart, and what is left."""

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
from rankviz.display.number_format import fixed
from rankviz.texts import Texts

PLACES = 4
YOURS = "▶"
Data = dict[str, object]


def remaining_libraries(probe: Probe, gave: str) -> tuple[str, ...]:
    """The libraries that give what was typed for the first list; none where it has too few digits.

    Raises
    ------
    InputError
        As `read_typed`.
    """
    if not gave.strip() or is_coarse(probe, gave):
        return ()
    return tuple(key for behaviour in find_behaviours(probe, gave) for key in behaviour.profiles)


def answered_steps(probe: Probe, gave: str, typed: Sequence[str]) -> tuple[FollowUpStep, ...]:
    """The further lists that are asked for, as far as what was typed leads; InputError as `read_typed`."""
    return follow_up_steps(probe, remaining_libraries(probe, gave), typed)


def has_next(probe: Probe, profiles: tuple[str, ...]) -> bool:
    """Whether one more list tells these libraries apart."""
    return bool(profiles) and follow_up_list(probe.metric, probe.cutoff, profiles) is not None


def remaining_words(probe: Probe, profiles: tuple[str, ...], texts: Texts) -> str:
    """Say whether one more list tells libraries apart; if none does, whether their means of several differ. "" for one."""
    if len(profiles) < 2:
        return ""
    if has_next(probe, profiles):
        return texts("probe.further", count=len(profiles))
    ways = groups_by_mean(probe, profiles)
    if len(ways) < 2:
        return texts("probe.alike")
    said = (texts("probe.way", libraries=library_names(keys, texts), choices=choices_words(way, texts)) for way, keys in ways)
    return texts("probe.alike_but_means", ways=texts("convention.separator").join(said))


def note_words(asked: FollowUpStep, number: int, texts: Texts) -> str:
    """Say for whom a list is, what it holds that most lists do not, and what to type where no number comes."""
    kind = texts(f"probe.kind_{asked.follow_up.kind}")
    return texts("probe.note_further", number=number, count=len(separated_profiles(asked.follow_up)), kind=kind)


def answer_words(probe: Probe, asked: FollowUpStep, texts: Texts) -> str:
    """Say what was typed for a list means; "" while nothing is."""
    if not asked.typed.strip():
        return ""
    if asked.is_coarse:
        return texts("probe.coarse", typed=asked.typed.strip(), count=LEAST_PLACES)
    if not asked.remaining:
        return texts("probe.nothing_further")
    said = [
        texts("probe.by_libraries", libraries=library_names(asked.remaining, texts)),
        remaining_words(probe, asked.remaining, texts),
    ]
    return texts("words.separator").join(filter(None, said))


def follow_up_table(probe: Probe, asked: FollowUpStep, texts: Texts) -> Data:
    """Build the table of what a further list gives, and of the libraries that give it; see where it is mounted."""
    rows = []
    for part in asked.follow_up.groups:
        yours = bool(asked.remaining) and bool(asked.typed.strip()) and set(part.profiles) <= set(asked.remaining)
        mark = {"sub": f"{YOURS} {texts('probe.yours')}", "mark": "here"} if yours else {}
        state = outcome_state(part.outcome)
        head = texts(f"probe.gives_{state}") if state else fixed(part.outcome.value, PLACES)
        rows.append({"head": head, "cells": [{"lines": [library_names(part.profiles, texts)]}], **mark})
    heads = [probe.measure, texts("probe.libraries")]
    caption = texts("probe.caption_further", measure=probe.measure)
    return {"caption": caption, "heads": heads, "groups": [{"name": "", "rows": rows}], "tall": True}


def library_names(profiles: Sequence[str], texts: Texts) -> str:
    """Several libraries, on one line."""
    return texts("sentence.more_separator").join(library_name(key, texts) for key in profiles)


def separated_profiles(further: FollowUpList) -> list[str]:
    """All libraries that a list tells apart."""
    return [key for part in further.groups for key in part.profiles]
