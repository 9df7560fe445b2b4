"""Further lists for a tool, in words and tables: what they tell apart, and what is left."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.diagnose.follow_up_lists import (
    LEAST_PLACES,
    FollowUpList,
    FollowUpStep,
    follow_up_steps,
    further_list,
    groups_by_mean,
    state_of,
)
from rankviz.diagnose.formula_probe import Probe, is_coarse, read_back
from rankviz.display.convention_words import choices_words
from rankviz.display.labels import library_name
from rankviz.display.number_format import fixed
from rankviz.texts import Texts

PLACES = 4
YOURS = "▶"
Data = dict[str, object]


def left_by(probe: Probe, gave: str) -> tuple[str, ...]:
    """The libraries that give what was typed for the first list; none where it has too few digits.

    Raises
    ------
    InputError
        As `read_typed`.
    """
    if not gave.strip() or is_coarse(probe, gave):
        return ()
    return tuple(key for behaviour in read_back(probe, gave) for key in behaviour.profiles)


def steps_of(probe: Probe, gave: str, typed: Sequence[str]) -> tuple[FollowUpStep, ...]:
    """The further lists that are asked for, as far as what was typed leads; InputError as `read_typed`."""
    return follow_up_steps(probe, left_by(probe, gave), typed)


def has_next(probe: Probe, profiles: tuple[str, ...]) -> bool:
    """Whether one more list tells these libraries apart."""
    return bool(profiles) and further_list(probe.metric, probe.cutoff, profiles) is not None


def left_words(probe: Probe, profiles: tuple[str, ...], texts: Texts) -> str:
    """Say whether one more list tells libraries apart; if none does, whether their means of several differ. "" for one."""
    if len(profiles) < 2:
        return ""
    if has_next(probe, profiles):
        return texts("probe.further", count=len(profiles))
    ways = groups_by_mean(probe, profiles)
    if len(ways) < 2:
        return texts("probe.alike")
    said = (texts("probe.way", libraries=names(keys, texts), choices=choices_words(way, texts)) for way, keys in ways)
    return texts("probe.alike_but_means", ways=texts("convention.separator").join(said))


def note(asked: FollowUpStep, number: int, texts: Texts) -> str:
    """Say for whom a list is, what it holds that most lists do not, and what to type where no number comes."""
    kind = texts(f"probe.kind_{asked.further.kind}")
    return texts("probe.note_further", number=number, count=len(profiles_of(asked.further)), kind=kind)


def answer(probe: Probe, asked: FollowUpStep, texts: Texts) -> str:
    """Say what was typed for a list means; "" while nothing is."""
    if not asked.typed.strip():
        return ""
    if asked.coarse:
        return texts("probe.coarse", typed=asked.typed.strip(), count=LEAST_PLACES)
    if not asked.left:
        return texts("probe.nothing_further")
    said = [texts("probe.by_libraries", libraries=names(asked.left, texts)), left_words(probe, asked.left, texts)]
    return texts("words.separator").join(filter(None, said))


def data(probe: Probe, asked: FollowUpStep, texts: Texts) -> Data:
    """Build the table of what a further list gives, and of the libraries that give it; see where it is mounted."""
    rows = []
    for part in asked.further.parts:
        yours = bool(asked.left) and bool(asked.typed.strip()) and set(part.profiles) <= set(asked.left)
        mark = {"sub": f"{YOURS} {texts('probe.yours')}", "mark": "here"} if yours else {}
        state = state_of(part.outcome)
        head = texts(f"probe.gives_{state}") if state else fixed(part.outcome.value, PLACES)
        rows.append({"head": head, "cells": [{"lines": [names(part.profiles, texts)]}], **mark})
    heads = [probe.measure, texts("probe.libraries")]
    caption = texts("probe.caption_further", measure=probe.measure)
    return {"caption": caption, "heads": heads, "groups": [{"name": "", "rows": rows}], "tall": True}


def names(profiles: Sequence[str], texts: Texts) -> str:
    """Several libraries, on one line."""
    return texts("sentence.more_separator").join(library_name(key, texts) for key in profiles)


def profiles_of(further: FollowUpList) -> list[str]:
    """All libraries that a list tells apart."""
    return [key for part in further.parts for key in part.profiles]
