"""What is different between two data of JSON: answers are alike, so a file holds one of a kind and how the others differ."""

from __future__ import annotations

from typing import Any

WORTH = 24  # characters that two texts have in common at least, for one to be written by the other
LAST_SHORT = "\uffff"  # a browser counts characters beyond it as two
LENGTH = "length"
SAME: dict[str, Any] = {}


def difference(old: Any, new: Any) -> Any:
    """Write data by what is different in them.

    Parameters
    ----------
    old, new : JSON

    Returns
    -------
    dict or list
        `{name: difference}` where members of an object, or items of an array (by their place) are different, `{}` where nothing
        is, with the `length` of an array that has another one; `[new]` for something else in its place; `[middle, begin, end]`
        for a text that keeps so many first and last characters.

    Examples
    --------
    >>> difference({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]})
    {'b': {'1': [3]}}
    >>> difference(["a"], ["a", "b"])
    {'1': ['b'], 'length': 2}
    """
    if old == new:  # compared as a whole: of alike data most is the same
        return SAME
    if type(old) is not type(new):
        return [new]
    if isinstance(old, dict):
        return _of_objects(old, new) if old.keys() <= new.keys() else [new]
    if isinstance(old, list):
        return _of_arrays(old, new)
    return _of_texts(old, new) if isinstance(old, str) else [new]


def _of_objects(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    found = ((name, difference(old[name], each) if name in old else [each]) for name, each in new.items())
    return {name: each for name, each in found if each != SAME}


def _of_arrays(old: list[Any], new: list[Any]) -> Any:
    found = ((str(i), difference(old[i], each) if i < len(old) else [each]) for i, each in enumerate(new))
    different = {i: each for i, each in found if each != SAME}
    if 2 * len(different) > len(new) and not any(isinstance(each, (dict, list, str)) for each in new):
        return [new]  # of numbers the places would be longer than the numbers
    return different if len(old) == len(new) else {**different, LENGTH: len(new)}


def _of_texts(old: str, new: str) -> list[Any]:
    shorter = min(len(old), len(new))
    begin = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    end = next((i for i in range(shorter - begin) if old[-1 - i] != new[-1 - i]), shorter - begin)
    if begin + end < WORTH or max(old) > LAST_SHORT or max(new) > LAST_SHORT:
        return [new]
    return [new[begin : len(new) - end], begin, end]


def apply_difference(old: Any, found: Any) -> Any:
    """Make the data again that `difference` wrote.

    Examples
    --------
    >>> apply_difference({"a": 1, "b": [1, 2]}, {"b": {"1": [3]}})
    {'a': 1, 'b': [1, 3]}
    """
    if isinstance(found, list):
        if len(found) == 1:
            return found[0]
        middle, begin, end = found
        return old[:begin] + middle + old[len(old) - end :]
    if not found:
        return old
    if isinstance(old, list):
        count = found.get(LENGTH, len(old))
        items = [*old, *[None] * (count - len(old))][:count]
        return [apply_difference(each, found[str(i)]) if str(i) in found else each for i, each in enumerate(items)]
    return {**old, **{name: apply_difference(old.get(name), each) for name, each in found.items()}}
