"""Caches the parts of responses: for a class that opens one link or follows its teacher, and for undo and redo."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock

from rankviz.page.answers.page_parts import build_parts
from rankviz.page.answers.part_builder import BuildInput

OVERHEAD = 10_000  # bytes of an input apart from its text: a view, objects of a short list


class ResponseCache:
    """The parts of the responses that were used last.

    Parameters
    ----------
    room : int
        Bytes that they may take.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self._entries: OrderedDict[tuple[BuildInput, str], Mapping[str, bytes]] = OrderedDict()
        self._lock = Lock()  # the script of each visitor runs in a thread of its own

    def get_or_build(self, build_input: BuildInput, text: str) -> Mapping[str, bytes]:
        """Return the cached parts for an input, or build and cache them.

        Parameters
        ----------
        build_input : BuildInput
        text : str
            The state as `to_text` writes it; it distinguishes states that are equal but not shown alike, as 0.0 and -0.0.
        """
        key = build_input, text
        with self._lock:
            if (cached := self._entries.get(key)) is not None:
                self._entries.move_to_end(key)
                return cached
        parts = build_parts(build_input)
        with self._lock:
            if key not in self._entries:
                self._entries[key] = parts
                self.room -= _size(text, parts)
            while self.room < 0:
                (_, oldest_text), oldest_parts = self._entries.popitem(last=False)
                self.room += _size(oldest_text, oldest_parts)
        return parts


def _size(text: str, parts: Mapping[str, bytes]) -> int:
    return OVERHEAD + 4 * len(text) + sum(map(len, parts.values()))
