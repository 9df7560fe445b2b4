"""The whole answer to the keys that are likely next, made while nobody waits and sent ahead.

Who tries grades presses another key on the row of the last edit, or goes on to the row beside it. What the page becomes then is
made by what makes every answer, once the present one has been shown and only while nobody else asks; the browser shows it right
after the key press.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from rankviz.app_state import AppState, with_list
from rankviz.errors import InputError
from rankviz.ui.analysis import Analysis

HIGHEST = 4  # grade that has a key
REST = 0.25  # s in which the browser shows the answer, and a quick typist presses the next key, undisturbed
NAP = 0.005  # s after which the next key is noticed
ALONE = 0.3  # s without an edit of anybody else
MOST_NOTED = 1000
MOST_SENT = 300_000  # characters, some 50 kB when they are packed
Parts = Mapping[str, str]


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


def likely(analysis: Analysis, row: int) -> Iterator[tuple[str, AppState]]:
    """The edits that are likely next and the states that they make, the likeliest first.

    Parameters
    ----------
    analysis : Analysis
    row : int
        The row (from 0, as shown) of the last edit.

    Yields
    ------
    (str, AppState)
        Edits are named as in `values_ahead`. Nothing is known of a list with entries that have no rank: those stand elsewhere.
    """
    if isinstance(analysis.main, InputError):
        return
    ranking, source = analysis.ranking, analysis.main.rankings.source[0]
    items = [ranking.items[i] for i in source.tolist() if i >= 0]
    if len(items) < len(ranking.items):
        return
    highest = min(max((int(item.grade) for item in items if item.grade is not None), default=0), HIGHEST)
    for at in (row, row + 1, row - 1):
        for grade in range(max(highest, 1) + 1) if 0 <= at < len(items) else ():
            if items[at].grade != grade:
                edited = (*items[:at], items[at]._replace(grade=float(grade)), *items[at + 1 :])
                yield f"{at}={grade}", with_list(analysis.state, replace(ranking, items=edited))


def answers_ahead(
    analysis: Analysis, row: int, answer: Callable[[AppState], Parts], is_overtaken: Callable[[], bool], who: str
) -> dict[str, Parts] | None:
    """Answer what is likely next.

    Parameters
    ----------
    analysis, row
        As for `likely`.
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
    for edit, state in likely(analysis, row):
        if not is_free():
            return None
        found[edit] = answer(state)
        left -= sum(map(len, found[edit].values()))
        if left < 0:
            break
    return found
