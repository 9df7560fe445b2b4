"""Hashes of names, by which millions of rows are searched; callers then compare the names of the rows found."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

MIXER = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio: spreads neighbouring numbers
SLOTS = 4  # places of a table for every number in it
WORD = 8  # bytes
LONG = 256  # bytes of a name; what is longer is mixed by itself
SHARED = np.uint8(2)
Numbers = NDArray[np.uint64]
Ints = NDArray[np.int64]


def numbers(query: NDArray[np.int64], document: Any, salt: int = 0) -> Numbers:
    """A number of each query's code and document's name, the same for the same two (rows,)."""
    chunks = [chunk for chunk in getattr(document, "chunks", [document]) if len(chunk)]
    names = np.concatenate([_of_chunk(chunk, salt) for chunk in chunks]) if chunks else np.zeros(0, dtype=np.uint64)
    return _mixed(names, query.view(np.uint64) * MIXER)


def _of_chunk(chunk: Any, salt: int) -> Numbers:
    """Mix the length of each name with its bytes, eight at a time; few passes, since each takes as long as any other."""
    _, offsets, text = chunk.buffers()
    at = np.frombuffer(offsets, dtype=np.int32)[chunk.offset : chunk.offset + len(chunk) + 1]
    length = np.diff(at)
    # Words are read at any byte; eight more bytes make room for the last word.
    padded = np.zeros(int(at[-1]) + WORD, dtype=np.uint8)
    if at[-1]:
        padded[:-WORD] = np.frombuffer(text, dtype=np.uint8)[: at[-1]]
    words = np.ndarray((len(padded) - WORD + 1,), dtype="<u8", buffer=padded, strides=(1,))
    hashes = (length + salt).astype(np.uint64)
    hashes *= MIXER
    hashes = _mixed(hashes, _word(words, at[:-1], length))
    longer = np.flatnonzero(length > WORD)
    for start in range(WORD, min(int(length.max(initial=0)), LONG), WORD):
        # A name that has ended keeps its number, whatever longer ones do.
        hashes[longer] = _mixed(hashes[longer], _word(words, at[longer] + start, length[longer] - start))
        longer = longer[length[longer] > start + WORD]
    for row in longer.tolist():  # those that have not ended by now are few, but may be as long as a line
        name = padded[at[row] : at[row + 1]].tobytes()
        hashes[row] = int.from_bytes(blake2b(name, digest_size=WORD, salt=salt.to_bytes(WORD, "little")).digest(), "little")
    return hashes


def _word(words: Numbers, at: NDArray[np.int32], bytes_left: NDArray[np.int32]) -> Numbers:
    """The next bytes of each name; those after its end are shifted out."""
    bytes_out = WORD - np.minimum(bytes_left, WORD).astype(np.uint8)
    word = words[at]
    word <<= (8 * bytes_out).astype(np.uint64)
    return word


def _mixed(number: Numbers, other: Numbers) -> Numbers:
    """A number made of two, written to the place of the first."""
    number ^= other
    number *= MIXER
    number ^= number >> np.uint64(29)
    return number


def find_repeated(values: Numbers) -> Ints:
    """Places of the values that stand more than once."""
    in_order = np.sort(values)  # of values alone: several times as fast as any other way to find two that are equal
    several = in_order[1:][in_order[1:] == in_order[:-1]]
    return np.flatnonzero(np.isin(values, several)) if len(several) else np.zeros(0, dtype=np.int64)


class Index:
    """An index of different numbers: the place of each."""

    def __init__(self, values: Numbers, query: Ints, queries: int) -> None:
        self._values = values
        self._rounds: list[_Slots] = []
        key, pending = values, np.arange(len(values))
        while len(pending):
            slots = _Slots(key, query[pending], queries, pending)
            self._rounds.append(slots)
            pending = pending[slots.beaten]
            key = _again(key[slots.beaten])

    def find(self, values: Numbers, query: Ints) -> tuple[Ints, Ints]:
        """Return the rows that are among the numbers, and the place of each there; query (rows,) as for `numbers`."""
        places = np.full(len(values), -1, dtype=np.int64)
        rows, key = np.arange(len(values)), values
        for slots in self._rounds:
            near, place, is_shared = slots.look_up(key, query)
            rows = rows[near]
            same = self._values[place] == values[rows]
            places[rows[same]] = place[same]
            further = is_shared & ~same
            near = near[further]
            rows, key, query = rows[further], _again(key[near]), query[near]
        rows = np.flatnonzero(places >= 0)
        return rows, places[rows]


class _Slots:
    """A table with some slots for every query, so that rows that follow each other look into a few kilobytes.

    A byte of each number is kept beside the table: by it alone most rows are known not to be there. A slot that several numbers
    wanted is marked; who does not find itself there looks on in the next table.
    """

    def __init__(self, key: Numbers, query: Ints, queries: int, places: Ints) -> None:
        widths = np.append(SLOTS * np.bincount(query, minlength=queries), 1)  # the last is for queries that have none
        starts = np.cumsum(widths) - widths
        starts[widths == 0] = starts[-1]
        self._width, self._start = widths.astype(np.uint64), starts.astype(np.uint64)
        self._table = np.full(int(widths.sum()), -1, dtype=np.int32)
        slot = self._of(key, query)
        self._table[slot] = places
        self.beaten = self._table[slot] != places
        self._byte = np.zeros(len(self._table), dtype=np.uint8)
        self._byte[slot] = _byte(key)
        self._byte[slot[self.beaten]] = SHARED

    def _of(self, key: Numbers, query: Ints) -> Ints:
        slot = key >> np.uint64(32)
        slot *= self._width.take(query, mode="clip")
        slot >>= np.uint64(32)
        slot += self._start.take(query, mode="clip")
        return slot.view(np.int64)

    def look_up(self, key: Numbers, query: Ints) -> tuple[Ints, Ints, NDArray[np.bool_]]:
        """Keys that may be here (found,), the place that each would have, and whether others wanted the slot too."""
        slot = self._of(key, query)
        byte = self._byte.take(slot)
        near = np.flatnonzero((byte == _byte(key)) | (byte == SHARED))
        return near, self._table[slot[near]].astype(np.int64), byte[near] == SHARED


def _byte(key: Numbers) -> NDArray[np.uint8]:
    """Of the lowest bits, as the slot is made of the highest; odd, which neither an empty slot nor a shared one is."""
    return key.astype(np.uint8) | np.uint8(1)


def _again(key: Numbers) -> Numbers:
    """The key of the next round, so that other bits decide."""
    return (key ^ (key >> np.uint64(32))) * MIXER
