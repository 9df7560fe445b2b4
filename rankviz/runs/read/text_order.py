"""Numbers ordered as text, "9" before "10" where the largest comes first: what a program does that sorts scores as strings."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

# The characters of a number in the order of their bytes: with the end of the text sixteen, so that a word of 64 bits holds
# sixteen of them, and two words are compared as the texts.
CHARACTERS = b"+-.0123456789Ee"
PLACES = 16  # characters in a word
OTHER = 255
CODES = np.full(256, OTHER, dtype=np.uint8)
CODES[np.frombuffer(CHARACTERS, dtype=np.uint8)] = np.arange(1, len(CHARACTERS) + 1)


def text_keys(column: Any) -> NDArray[np.int64] | None:
    """Return a key of each text, ordered as the texts are.

    Parameters
    ----------
    column : pyarrow array of strings (rows,), whole or in chunks

    Returns
    -------
    int64 (rows,), or None
        None where a text is longer than 32 characters, or no number as programs print it.

    Examples
    --------
    >>> import pyarrow
    >>> text_keys(pyarrow.array(["10", "9", "-1", "9.5"])).argsort().tolist()
    [2, 0, 1, 3]
    """
    chunks = [chunk for chunk in getattr(column, "chunks", [column]) if len(chunk)]
    words = [_words(chunk) for chunk in chunks]
    if any(each is None for each in words):
        return None
    first = np.concatenate([each[0] for each in words if each]) if words else np.zeros(0, dtype=np.uint64)
    second = np.concatenate([each[1] for each in words if each]) if words else first
    if second.any():
        return _dense(first, second)
    return (first ^ np.uint64(1 << 63)).view(np.int64)  # the order of numbers without a sign, kept by those with one


def _dense(first: NDArray[np.uint64], second: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the place of each pair of words among the different ones."""
    order = np.lexsort((second, first))
    new = (np.diff(first[order]) != 0) | (np.diff(second[order]) != 0)
    keys = np.empty(len(order), dtype=np.int64)
    keys[order] = np.append(0, np.cumsum(new))
    return keys


def _words(chunk: Any) -> tuple[NDArray[np.uint64], NDArray[np.uint64]] | None:
    _, offsets, text = chunk.buffers()
    at = np.frombuffer(offsets, dtype=np.int32)[chunk.offset : chunk.offset + len(chunk) + 1]
    length = np.diff(at)
    codes = CODES[np.frombuffer(text, dtype=np.uint8)[: at[-1]]] if at[-1] else np.zeros(0, dtype=np.uint8)
    longest = int(length.max())
    if longest > 2 * PLACES or (codes[at[0] :] == OTHER).any():
        return None
    codes = np.append(codes, np.zeros(2 * PLACES, dtype=np.uint8))
    words = [np.zeros(len(length), dtype=np.uint64) for _ in range(2)]
    for place in range(2 * PLACES if longest > PLACES else PLACES):
        word = words[place // PLACES]
        word <<= np.uint64(4)
        word |= np.where(place < length, codes[at[:-1] + place], 0).astype(np.uint64)
    return words[0], words[1]
