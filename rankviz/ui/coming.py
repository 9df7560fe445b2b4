"""The whole answer to the keys that are likely next, made while nobody waits and sent ahead.

Who tries grades presses another key on the row of the last edit, or goes on to the row beside it, or to any other. What the
page becomes then is made by what makes every answer, once the present one has been shown and only while nobody else asks; the
browser shows it right after the key press.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

from rankviz.state.app_state import AppState, with_list
from rankviz.ui.answers.next_values import HIGHEST

FORESEEN = ("scores", "bars", "small", "derivation")  # parts that an edit of the list changes, but for the list
REST = 0.25  # s in which the browser shows the answer, and a quick typist presses the next key, undisturbed
NAP = 0.005  # s after which the next key is noticed
ALONE = 0.3  # s without an edit of anybody else
MOST_NOTED = 1000
MOST_SENT = 500_000  # bytes at a time, some 30 kB when they are packed
Parts = Mapping[str, bytes]


class Traffic:
    """When each visit last asked for something."""

    def __init__(self) -> None:
        self._asked: dict[str, float] = {}

    def note(self, who: str) -> None:
        """A visit has asked."""
        if len(self._asked) >= MOST_NOTED:
            self._asked.clear()
        self._asked[who] = time.monotonic()

    def is_quiet(self, who: str) -> bool:
        """Whether no other visit has asked lately."""
        lately = time.monotonic() - ALONE
        return not any(at > lately for other, at in tuple(self._asked.items()) if other != who)


TRAFFIC = Traffic()


def rows_ahead(count: int, row: int) -> tuple[list[int], list[int]]:
    """The rows (from 0) where an edit is likely after one of `row`: it and those beside it; and all others by distance."""
    by_distance = sorted(range(count), key=lambda at: (abs(at - row), at < row))
    near = [at for at in by_distance if abs(at - row) <= 1]
    return near, by_distance[len(near) :]


def edits_ahead(state: AppState, order: Sequence[int], rows: Iterable[int]) -> Iterator[tuple[str, AppState]]:
    """The edits of some rows that one digit makes, and the states that they make.

    Parameters
    ----------
    state : AppState
    order : sequence of int
        The entries that have a rank, in its order.
    rows : iterable of int
        From 0, as shown.

    Yields
    ------
    (str, AppState)
        Edits are named as in `values_ahead`. Nothing is known of a list with entries that have no rank: those stand elsewhere.
    """
    ranking = state.ranking
    if len(order) < len(ranking.items):
        return
    items = [ranking.items[i] for i in order]
    highest = min(max((int(item.grade) for item in items if item.grade is not None), default=0), HIGHEST)
    for at in rows:
        for grade in range(max(highest, 1) + 1):
            if items[at].grade != grade:
                edited = (*items[:at], items[at]._replace(grade=float(grade)), *items[at + 1 :])
                yield f"{at}={grade}", with_list(state, replace(ranking, items=edited))


class Idle:
    """Whether there is time for what nobody has asked for.

    Parameters
    ----------
    is_overtaken : callable
        Whether the visit has asked for something else meanwhile.
    who : str
        The visit.
    """

    def __init__(self, is_overtaken: Callable[[], bool], who: str) -> None:
        self._is_overtaken, self._who = is_overtaken, who

    def __bool__(self) -> bool:
        return TRAFFIC.is_quiet(self._who) and not self._is_overtaken()

    def rest(self) -> bool:
        """Wait while the browser shows the answer; returns whether nobody has asked meanwhile."""
        rested = time.monotonic() + REST
        while self and time.monotonic() < rested:
            time.sleep(NAP)
        return bool(self)


def answers_ahead(
    edits: Iterable[tuple[str, AppState]], answer: Callable[[AppState], Parts], idle: Idle
) -> dict[str, Parts] | None:
    """Answer what is likely next.

    Parameters
    ----------
    edits : iterable of (str, AppState)
        As `edits_ahead` gives them.
    answer : callable
        What makes the parts of the page for a state.
    idle : Idle

    Returns
    -------
    dict or None
        Parts by the name of the edit; None as soon as anybody waits.
    """
    found: dict[str, Parts] = {}
    left = MOST_SENT
    for edit, state in edits:
        if not idle:
            return None
        parts = answer(state)
        found[edit] = {name: parts[name] for name in FORESEEN}
        left -= sum(map(len, found[edit].values()))
        if left < 0:
            break
    return found


def is_overtaken() -> bool:
    """Whether the browser has asked for more since this run began.

    Streamlit ends a run for the sake of another one only where the whole page is asked for; an edit waits for the end of what
    is being run. It tells nobody, hence the look at a private attribute; where that is missing it is better not to go on.
    """
    context = get_script_run_ctx(suppress_warning=True)
    return getattr(getattr(context, "script_requests", None), "_state", None) is not ScriptRequestType.CONTINUE
