"""Answers kept for all who look at the same: a class that opens a link, or follows its teacher; also for undo and redo."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock

from rankviz.page.answers.page_parts import build_parts
from rankviz.page.answers.part_builder import BuildInput

OVERHEAD = 10_000  # bytes of what was asked, apart from its text: a view, objects of a short list


class ResponseCache:
    """The answers that were asked for last.

    Parameters
    ----------
    room : int
        Bytes that they may take.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self._answers: OrderedDict[tuple[BuildInput, str], Mapping[str, bytes]] = OrderedDict()
        self._lock = Lock()  # the script of each visitor runs in a thread of its own

    def get_or_build(self, asked: BuildInput, text: str) -> Mapping[str, bytes]:
        """Do the work, unless it was done.

        Parameters
        ----------
        asked : BuildInput
        text : str
            The state as `to_text` writes it; it tells apart what is equal but not shown alike, as 0.0 and -0.0.
        """
        key = asked, text
        with self._lock:
            if (known := self._answers.get(key)) is not None:
                self._answers.move_to_end(key)
                return known
        made = build_parts(asked)
        with self._lock:
            if key not in self._answers:
                self._answers[key] = made
                self.room -= _size(text, made)
            while self.room < 0:
                (_, left), gone = self._answers.popitem(last=False)
                self.room += _size(left, gone)
        return made


def _size(text: str, parts: Mapping[str, bytes]) -> int:
    return OVERHEAD + 4 * len(text) + sum(map(len, parts.values()))
