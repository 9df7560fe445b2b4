"""Which worked example a state shows, and the way from a wrong number to its cause and back."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from rankviz.examples import Example, examples
from rankviz.state.app_state import DEFAULT, AppState, edit_refused


def example_of(state: AppState, opened: str) -> Example | None:
    """Find the example whose state, or whose cause's state, the page shows; the bare page shows none unless it was opened."""
    candidates = _by_state().get(same(state), ())
    preferred = [example for example in candidates if example.key == opened]
    if preferred:
        return preferred[0]
    return candidates[0] if candidates and same(state) != same(DEFAULT) else None


def open_example(key: str) -> AppState:
    """Return the state of an example; InputError if there is none of this key."""
    for example in examples():
        if example.key == key:
            return example.state
    raise edit_refused()


def cause_state(state: AppState, opened: str) -> AppState:
    """Return the state of the cause of the example shown; the same state if none is shown, or one without a cause."""
    example = example_of(state, opened)
    return state if example is None or example.cause is None else example.cause.state


def definition_state(state: AppState, opened: str) -> AppState:
    """Return the state of the definition of the example shown; the same state if none is shown, or one without a cause."""
    example = example_of(state, opened)
    return state if example is None or example.cause is None else example.state


def same(state: AppState) -> AppState:
    """Reset what does not matter to an example: how numbers are written, which list is selected, and the second order."""
    return replace(state, numbers=DEFAULT.numbers, selected=0, second_orders=())


@cache
def _by_state() -> dict[AppState, tuple[Example, ...]]:
    """Return the examples by their state, then by the states of causes, which several examples may share."""
    examples_by_state: dict[AppState, tuple[Example, ...]] = {}
    for example in examples():
        examples_by_state[same(example.state)] = (*examples_by_state.get(same(example.state), ()), example)
    for example in examples():
        if example.cause is not None and same(example.cause.state) != same(example.state):
            examples_by_state[same(example.cause.state)] = (*examples_by_state.get(same(example.cause.state), ()), example)
    return examples_by_state
