"""Finds the states that one press leads to, and the pills that can be open in each."""

from __future__ import annotations

from urllib.parse import urlencode

from rankviz.explore.view.choices import choices_payload
from rankviz.page.answers.edits.apply_edits import apply_edits
from rankviz.page.static.single_edits import choice_edits, list_edits, slots_by_pill
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState, select_list
from rankviz.state.handout import Handout
from rankviz.state.permalink import encode_in_full, from_text
from rankviz.texts import Texts

WORDS = Texts("en")  # of any language: no text is part of a state


def state_text(state: AppState) -> str:
    """Return a state as URL parameters in full, so that a file opens with its own state, not with the page's default."""
    return urlencode(encode_in_full(state))


def find_reachable(state: AppState, handout: Handout) -> dict[str, list[str]]:
    """Find the states that a table needs.

    Parameters
    ----------
    state : AppState
        The state with which the file opens.
    handout : Handout
        What is locked is not changed, nor are choices that are hidden.

    Returns
    -------
    dict
        By the text of a state, the first being the one given: pills of the sentence that may be open there, for from there
        another press leads to one of these states.
    """
    first = state_text(
        from_text(state_text(state)).state
    )  # grades were whole numbers perhaps, which are written in another way
    pills_by_state: dict[str, list[str]] = {first: []}
    for at in range(len(state.lists)):
        _from_here(select_list(from_text(first).state, at), handout, pills_by_state)
    return pills_by_state


def _from_here(state: AppState, handout: Handout, pills_by_state: dict[str, list[str]]) -> None:
    analysis = analyse(state)
    fixed = "choices" in handout.hidden
    pills = {} if fixed else slots_by_pill(choices_payload(analysis, None, WORDS))
    pills_by_state[state_text(state)] = list(pills)
    if not handout.locked:
        for edit in list_edits(analysis, WORDS, fixed=fixed):
            pills_by_state.setdefault(state_text(apply_edits(state, [edit]).state), [])
    for edit in () if fixed else choice_edits(analysis, WORDS):
        changed = apply_edits(state, [edit]).state
        slots = pills_by_state.setdefault(state_text(changed), [])
        here = slots_by_pill(choices_payload(analyse(changed), None, WORDS))
        slots += [pill for pill, parts in here.items() if any(part["slot"] == edit.get("field") for part in parts)]
