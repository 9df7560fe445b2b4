"""Numbers made of names, by which millions of rows are searched; whoever finds something compares the names themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

MIXER = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio: spreads neighbouring numbers
SLOTS = 4  # places of a table for every number in it
Numbers = NDArray[np.uint64]
Ints = NDArray[np.int64]


def numbers(query: NDArray[np.integer[Any]], document: Any, salt: int = 0) -> Numbers:
    """A number of each query's code and document's name, the same for the same two (rows,)."""
    chunks = [chunk for chunk in getattr(document, "chunks", [document]) if len(chunk)]
    names = np.concatenate([_of_chunk(chunk, salt) for chunk in chunks]) if chunks else np.zeros(0, dtype=np.uint64)
    return _remixed((names ^ (query.astype(np.uint64) * MIXER)) * MIXER)


def _of_chunk(chunk: Any, salt: int) -> Numbers:
    _, offsets, text = chunk.buffers()
    at = np.frombuffer(offsets, dtype=np.int32)[chunk.offset : chunk.offset + len(chunk) + 1]
    length = np.diff(at)
    # Eight bytes of a name at a time, read at any byte; eight more bytes make room for the last word.
    padded = np.zeros(int(at[-1]) + 8, dtype=np.uint8)
    if at[-1]:
        padded[:-8] = np.frombuffer(text, dtype=np.uint8)[: at[-1]]
    words = np.ndarray((len(padded) - 7,), dtype="<u8", buffer=padded, strides=(1,))
    found = _remixed((length.astype(np.uint64) + np.uint64(salt)) * MIXER)
    for start in range(0, int(length.max(initial=0)), 8):
        left = np.minimum(length - start, 8)
        word = words[np.minimum(at[:-1] + start, len(words) - 1)]
        # The bytes after the name's end are shifted out. A name that has ended keeps its number, whatever longer ones do.
        word = word << ((64 - 8 * left) & 63).astype(np.uint64)
        found = np.where(left > 0, _remixed((found ^ word) * MIXER), found)
    return found


def _remixed(values: Numbers) -> Numbers:
    return np.asarray(values ^ (values >> np.uint64(29)))


def repeated(values: Numbers) -> Ints:
    """Places of the values that stand more than once."""
    in_order = np.sort(values)  # of values alone: several times as fast as any other way to find two that are equal
    several = in_order[1:][in_order[1:] == in_order[:-1]]
    return np.flatnonzero(np.isin(values, several)) if len(several) else np.zeros(0, dtype=np.int64)


def _slots(key: Numbers) -> tuple[Ints, int]:
    bits = (SLOTS * len(key)).bit_length()
    return (key >> np.uint64(64 - bits)).astype(np.int64), 1 << bits


def _again(key: Numbers) -> Numbers:
    """The key of the next round, so that other bits decide."""
    return (key ^ (key >> np.uint64(32))) * MIXER


class Index:
    """Where each of some different numbers stands."""

    def __init__(self, values: Numbers) -> None:
        self._values = values
        self._rounds: list[NDArray[np.int32]] = []
        key, left = values, np.arange(len(values))
        while len(left):
            slot, size = _slots(key)
            table = np.full(size, -1, dtype=np.int32)
            table[slot] = left
            self._rounds.append(table)
            beaten = table[slot] != left
            left, key = left[beaten], _again(key[beaten])

    def of(self, values: Numbers) -> Ints:
        """The place of each value (rows,), -1 where it is none of them."""
        found = np.full(len(values), -1, dtype=np.int64)
        rows, key = np.arange(len(values)), values
        for table in self._rounds:
            place = table[(key >> np.uint64(64 - (len(table).bit_length() - 1))).astype(np.int64)]
            taken = np.flatnonzero(place >= 0)
            rows, key, place = rows[taken], key[taken], place[taken]
            same = self._values[place] == values[rows]
            found[rows[same]] = place[same]
            rows, key = rows[~same], _again(key[~same])
        return found
