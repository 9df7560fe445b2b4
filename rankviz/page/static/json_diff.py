"""Differences of JSON values: responses are much alike, so a file holds one of a kind, and the differences of the others."""

from __future__ import annotations

from typing import Any

FEWEST_SHARED = 24  # characters that two texts share at least, for one to be written as a difference to the other
LAST_SHORT = "\uffff"  # JavaScript counts characters beyond it as two
LENGTH = "length"
SAME: dict[str, Any] = {}


def difference(old: Any, new: Any) -> Any:
    """Return what is different in a JSON value compared with another.

    Parameters
    ----------
    old, new : JSON

    Returns
    -------
    dict or list
        `{name: difference}` for the members of an object, or items of an array (by index), that are different, with `length` if
        the array has another one; `{}` for equal values; `[new]` for another value; `[middle, begin, end]` for a text with the
        same `begin` first and `end` last characters.

    Examples
    --------
    >>> difference({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]})
    {'b': {'1': [3]}}
    >>> difference(["a"], ["a", "b"])
    {'1': ['b'], 'length': 2}
    """
    if old == new:  # compared as a whole: most of the data is the same
        return SAME
    if type(old) is not type(new):
        return [new]
    if isinstance(old, dict):
        return _of_objects(old, new) if old.keys() <= new.keys() else [new]
    if isinstance(old, list):
        return _of_arrays(old, new)
    return _of_texts(old, new) if isinstance(old, str) else [new]


def _of_objects(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    differences = ((name, difference(old[name], each) if name in old else [each]) for name, each in new.items())
    return {name: each for name, each in differences if each != SAME}


def _of_arrays(old: list[Any], new: list[Any]) -> Any:
    differences = ((str(i), difference(old[i], each) if i < len(old) else [each]) for i, each in enumerate(new))
    different = {i: each for i, each in differences if each != SAME}
    if 2 * len(different) > len(new) and not any(isinstance(each, (dict, list, str)) for each in new):
        return [new]  # for numbers, the indices would be longer than the numbers
    return different if len(old) == len(new) else {**different, LENGTH: len(new)}


def _of_texts(old: str, new: str) -> list[Any]:
    shorter = min(len(old), len(new))
    begin = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    end = next((i for i in range(shorter - begin) if old[-1 - i] != new[-1 - i]), shorter - begin)
    if begin + end < FEWEST_SHARED or max(old) > LAST_SHORT or max(new) > LAST_SHORT:
        return [new]
    return [new[begin : len(new) - end], begin, end]


def apply_difference(old: Any, changes: Any) -> Any:
    """Restore the new value from the old one and what `difference` returned.

    Examples
    --------
    >>> apply_difference({"a": 1, "b": [1, 2]}, {"b": {"1": [3]}})
    {'a': 1, 'b': [1, 3]}
    """
    if isinstance(changes, list):
        if len(changes) == 1:
            return changes[0]
        middle, begin, end = changes
        return old[:begin] + middle + old[len(old) - end :]
    if not changes:
        return old
    if isinstance(old, list):
        count = changes.get(LENGTH, len(old))
        items = [*old, *[None] * (count - len(old))][:count]
        return [apply_difference(each, changes[str(i)]) if str(i) in changes else each for i, each in enumerate(items)]
    return {**old, **{name: apply_difference(old.get(name), each) for name, each in changes.items()}}
