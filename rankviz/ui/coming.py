"""The whole answer to the keys that are likely next, made while nobody waits and sent ahead.

Who tries grades presses another key on the row of the last edit, or goes on to the row beside it. What the page becomes then is
made by what makes every answer, once the present one has been shown and only while nobody else asks; the browser shows it right
after the key press.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rankviz.app_state import AppState, with_list
from rankviz.ui.ahead import HIGHEST

FORESEEN = ("scores", "bars", "small", "derivation")  # parts that an edit of the list changes, but for the list
REST = 0.25  # s in which the browser shows the answer, and a quick typist presses the next key, undisturbed
NAP = 0.005  # s after which the next key is noticed
ALONE = 0.3  # s without an edit of anybody else
MOST_NOTED = 1000
MOST_SENT = 300_000  # characters, some 50 kB when they are packed
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


def likely(state: AppState, order: Sequence[int], row: int) -> Iterator[tuple[str, AppState]]:
    """The edits that are likely next and the states that they make, the likeliest first.

    Parameters
    ----------
    state : AppState
    order : sequence of int
        The entries that have a rank, in its order.
    row : int
        The row (from 0, as shown) of the last edit.

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
    for at in (row, row + 1, row - 1):
        for grade in range(max(highest, 1) + 1) if 0 <= at < len(items) else ():
            if items[at].grade != grade:
                edited = (*items[:at], items[at]._replace(grade=float(grade)), *items[at + 1 :])
                yield f"{at}={grade}", with_list(state, replace(ranking, items=edited))


def answers_ahead(
    edits: Iterable[tuple[str, AppState]], answer: Callable[[AppState], Parts], is_overtaken: Callable[[], bool], who: str
) -> dict[str, Parts] | None:
    """Answer what is likely next.

    Parameters
    ----------
    edits : iterable of (str, AppState)
        As `likely` gives them.
    answer : callable
        What makes the parts of the page for a state.
    is_overtaken : callable
        Whether the visit has asked for something else meanwhile.
    who : str
        The visit.

    Returns
    -------
    dict or None
        Parts by the name of the edit; None as soon as anybody waits.
    """

    def is_free() -> bool:
        return TRAFFIC.is_quiet(who) and not is_overtaken()

    rested = time.monotonic() + REST
    while is_free() and time.monotonic() < rested:
        time.sleep(NAP)
    found: dict[str, Parts] = {}
    left = MOST_SENT
    for edit, state in edits:
        if not is_free():
            return None
        parts = answer(state)
        found[edit] = {name: parts[name] for name in FORESEEN}
        left -= sum(map(len, found[edit].values()))
        if left < 0:
            break
    return found
