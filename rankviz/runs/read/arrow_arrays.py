"""Between NumPy and pyarrow without copies, and without pandas.

`pyarrow.array` and `Array.to_numpy` load pandas, which takes longer than reading a million rows; these do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.optional_packages import load

Ints = NDArray[np.int64]
KEPT = 1 << 24  # bytes


def as_one_array(values: Any) -> Any:
    """Return values that may be in chunks as one array."""
    return values.combine_chunks() if hasattr(values, "chunks") else values


def fresh_memory() -> Any:
    """Return a memory pool for reading: pyarrow's default takes twice as long to get memory that is not used yet."""
    pyarrow = load("pyarrow")
    return pyarrow.system_memory_pool()


def keep_memory() -> None:
    """Let glibc keep the memory that one piece of a file needed for the next one.

    By default glibc returns memory at once and requests it again, which takes a tenth of the time of a run; once it has
    returned a large block, it keeps up to twice as much. The block is never written to; without glibc nothing happens.
    """
    np.empty(KEPT, dtype=np.uint8)


def as_numpy(values: Any) -> NDArray[Any]:
    """Numbers without gaps as NumPy has them; the memory is shared where they are in one piece."""
    pieces = [np.from_dlpack(piece) for piece in getattr(values, "chunks", [values])]
    return pieces[0] if len(pieces) == 1 else np.concatenate(pieces) if pieces else np.from_dlpack(as_one_array(values))


def as_arrow(values: NDArray[Any], kind: Any) -> Any:
    """Numbers as pyarrow has them; the memory is shared."""
    pyarrow = load("pyarrow")
    return pyarrow.Array.from_buffers(kind, len(values), [None, pyarrow.py_buffer(np.ascontiguousarray(values))])


def text_array(texts: Sequence[str]) -> Any:
    """A few texts as pyarrow has them.

    >>> text_array(["q1", "", "检索"]).to_pylist()
    ['q1', '', '检索']
    """
    pyarrow = load("pyarrow")
    encoded = [text.encode() for text in texts]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64).astype(np.int32)
    buffers = [None, pyarrow.py_buffer(ends), pyarrow.py_buffer(b"".join(encoded))]
    return pyarrow.Array.from_buffers(pyarrow.string(), len(encoded), buffers)


def one_dictionary(column: Any) -> Any:
    """A DictionaryArray of strings in one piece, of a column without gaps that is in chunks."""
    pyarrow = load("pyarrow")
    chunks = column.unify_dictionaries().chunks
    if not chunks:
        return pyarrow.array([], pyarrow.string()).dictionary_encode()
    codes = np.concatenate([as_numpy(chunk.indices) for chunk in chunks]) if len(chunks) > 1 else as_numpy(chunks[0].indices)
    return pyarrow.DictionaryArray.from_arrays(as_arrow(codes, chunks[0].type.index_type), chunks[0].dictionary)


def rows_of(rows: Ints) -> Any:
    """Row numbers as pyarrow takes them."""
    pyarrow = load("pyarrow")
    return as_arrow(rows.astype(np.int64, copy=False), pyarrow.int64())


def take_rows(values: Any, rows: Ints) -> Any:
    """Some rows of an array, in one piece."""
    return as_one_array(values.take(rows_of(rows)))


def filter_rows(values: Any, mask: NDArray[np.bool_]) -> Any:
    """The rows of an array that a mask keeps, in one piece."""
    return take_rows(values, np.flatnonzero(mask))


def find_each(values: Any, among: Any) -> Ints:
    """Return the index of each value among others, -1 for a value that is not there."""
    pc = load("pyarrow.compute")
    indices = as_one_array(pc.index_in(values, among))
    if not len(indices):
        return np.zeros(0, dtype=np.int64)
    valid, data = indices.buffers()
    places = np.frombuffer(data, dtype=np.int32)[indices.offset : indices.offset + len(indices)].astype(np.int64)
    if valid is not None:
        bits = np.unpackbits(np.frombuffer(valid, dtype=np.uint8), bitorder="little")
        places[bits[indices.offset : indices.offset + len(indices)] == 0] = -1
    return places


def same_names(one: Any, two: Any) -> NDArray[np.bool_]:
    """Row by row, whether two arrays of strings without gaps say the same."""
    pyarrow = load("pyarrow")
    pc = load("pyarrow.compute")
    return as_numpy(pc.equal(as_one_array(one), as_one_array(two)).cast(pyarrow.int8())).astype(bool)
