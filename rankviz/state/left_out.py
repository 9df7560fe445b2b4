"""Entries that the convention leaves out are shown after the ranked ones, but keep their place in the list as typed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rankviz.lists.typed import Item


def restore(old: Sequence[Item], left_out: Collection[int], shown: Sequence[Item]) -> tuple[Item, ...]:
    """Put the entries that were left out back to where they stand in the list as typed.

    Parameters
    ----------
    old : sequence of Item
        The list as typed before the edit.
    left_out : indices into `old`
        Entries that were shown last because they have no rank.
    shown : sequence of Item
        The list in the order on screen after the edit.

    Returns
    -------
    tuple of Item
        The same entries; one that was left out follows the entry it followed before, if that is still there.

    Examples
    --------
    >>> a, b, c = Item("a", 1.0), Item("b"), Item("c", 0.0)
    >>> [item.doc_id for item in restore([a, b, c], [1], [a, c, b._replace(grade=2.0)])]
    ['a', 'b', 'c']
    """
    waiting = {old[index].doc_id: index for index in left_out}
    parked: dict[int, Item] = {}
    result: list[Item] = []
    for item in reversed(shown):  # they were shown last, so of several duplicates it is the last that was left out
        index = waiting.pop(item.doc_id, None)
        if index is None:
            result.insert(0, item)
        else:
            parked[index] = item
    for index in sorted(parked):
        place = {each.doc_id: i for i, each in enumerate(result)}
        before = [place[each.doc_id] for each in old[:index] if each.doc_id in place]
        result.insert(before[-1] + 1 if before else 0, parked[index])
    return tuple(result)
