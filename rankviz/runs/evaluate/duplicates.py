"""Documents that stand more than once in a query, of a run or of judgments."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError, shorten
from rankviz.basics.optional_packages import load
from rankviz.core.conventions.when_choices_matter import REMOVES_DUPLICATES
from rankviz.core.lists.apply_list_rules import CREDITS_DUPLICATES, which_counts
from rankviz.runs.read.arrow_arrays import find_each, take_rows
from rankviz.runs.read.files import lines_of_rows
from rankviz.runs.read.name_hashes import Ints, Numbers, find_repeated
from rankviz.runs.read.run_table import Table

Bools = NDArray[np.bool_]


def without_duplicates(
    table: Table, query: NDArray[np.integer[Any]], score: NDArray[Any], number: Numbers, rule: str
) -> tuple[Bools | None, Bools | None, int]:
    """Apply a convention's `duplicates`.

    Parameters
    ----------
    table : Table
    query : int (rows,)
        A code of each row's query.
    score : (rows,)
        As they are read.
    number : uint64 (rows,)
        Of query and document, see `rankviz.runs.read.name_hashes.numbers`.
    rule : str

    Returns
    -------
    tuple
        Rows that stay in the list (rows,), rows that keep their grade (rows,), each None for all of them; and how many
        duplicates there are.

    Raises
    ------
    InputError
        `duplicate_in_run` with rule 'error'.
    """
    members, group = find_copies(query, table.document, number)
    count = len(members) - len(np.unique(group))
    if not count or rule in CREDITS_DUPLICATES:
        return None, None, count
    if rule == "error":
        name = table.document[int(members[0])].as_py()
        of_query = table.query[int(members[0])].as_py()
        message = f'{table.path}: "{name}" appears more than once in query "{of_query}"; '
        message += "remove the duplicates or choose how they count."
        raise InputError("duplicate_in_run", message, path=table.path, doc=name, query=of_query)
    rows = np.ones(len(query), dtype=bool)
    rows[members] = which_counts(rule, group, score[members])
    return (rows, None, count) if rule in REMOVES_DUPLICATES else (None, rows, count)


def find_copies(query: NDArray[np.integer[Any]], document: Any, number: Numbers) -> tuple[Ints, Ints]:
    """Rows whose document appears more than once in their query, and a number that such rows have in common."""
    pc = load("pyarrow.compute")
    suspects = find_repeated(number)
    if not len(suspects):
        return suspects, suspects
    names = take_rows(document, suspects)
    code = find_each(names, pc.unique(names))
    pairs = query[suspects].astype(np.int64) * (int(code.max()) + 1) + code
    _, group, sizes = np.unique(pairs, return_inverse=True, return_counts=True)
    several = sizes[group] > 1
    return suspects[several], group[several]


def refuse_contradictions(table: Table, copies: Ints, group: Ints) -> None:
    """Refuse judgments of one document with different grades, as trec_eval refuses any that stand twice.

    Parameters
    ----------
    table : Table
        Judgments.
    copies, group
        As of `find_copies`.

    Raises
    ------
    InputError
        `judged_twice`, and `judged_twice_lines` for a file that has lines.
    """
    order = np.lexsort((copies, group))
    rows, same = copies[order], np.diff(group[order]) == 0
    differ = np.flatnonzero(same & (np.diff(table.number[rows]) != 0))
    if not len(differ):
        return
    at = min(differ.tolist(), key=lambda each: int(rows[each + 1]))
    first, second = int(rows[at]), int(rows[at + 1])
    document, query = (shorten(column[first].as_py()) for column in (table.document, table.query))
    one, other = (f"{table.number[row]:g}" for row in (first, second))
    lines = () if table.file is None else lines_of_rows(table.file, (first, second))
    where: dict[str, object] = {"path": table.path, "doc": document, "query": query, "one": one, "other": other}
    begins, ends = f'{table.path}: "{document}" is judged twice in query "{query}"', "Keep one of the two."
    if lines:
        message = f"{begins}, as {one} in line {lines[0]} and as {other} in line {lines[1]}. {ends}"
        raise InputError("judged_twice_lines", message, line=lines[0], other_line=lines[1], **where)
    raise InputError("judged_twice", f"{begins}, as {one} and as {other}. {ends}", **where)
