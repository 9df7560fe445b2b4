"""Another order of a list's documents, which a state keeps beside the list: ids only, so that no document has two grades."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rankviz.core.lists.ranking import Item, Ranking
from rankviz.evaluation.list_pair import ListPair, pair_with_order


@dataclass(frozen=True)
class SecondOrder:
    """The order of another list.

    Parameters
    ----------
    order : tuple of str
        Ids of what it retrieved, each once; all of them are in the pool of its list.
    scores : tuple of float, or None
        One for each, where they decide the order.
    name : str
    """

    order: tuple[str, ...] = ()
    scores: tuple[float, ...] | None = None
    name: str = ""

    def fits(self, ranking: Ranking) -> bool:
        """Whether a list has all its documents, retrieved or missed."""
        return set(self.order) <= names_of(ranking)


def names_of(ranking: Ranking) -> set[str]:
    """Ids of all documents of a list."""
    return {item.doc_id for item in (*ranking.items, *ranking.missed)}


def list_pair(ranking: Ranking, second_order: SecondOrder) -> ListPair:
    """A list and its second order over their common pool."""
    return pair_with_order(ranking, second_order.order, second_order.scores, second_order.name)


def document_order(ranking: Ranking) -> SecondOrder:
    """The order of a list as typed; of copies the first."""
    first: dict[str, Item] = {}
    for item in ranking.items:
        first.setdefault(item.doc_id, item)
    scores = tuple(float(item.score or 0.0) for item in first.values()) if ranking.scored else None
    return SecondOrder(tuple(first), scores, ranking.query_id)


def with_documents(ranking: Ranking, documents: Iterable[Item]) -> Ranking:
    """Add the documents that a list does not have to those that it misses."""
    known = names_of(ranking)
    new = tuple({item.doc_id: item._replace(score=None) for item in documents if item.doc_id not in known}.values())
    return replace(ranking, missed=(*ranking.missed, *new)) if new else ranking


def keep_pool(before: Ranking, after: Ranking, second_order: SecondOrder) -> tuple[Ranking, SecondOrder]:
    """Keep what a second list retrieves in the pool of its list when that is edited.

    An entry taken off the list becomes one that it misses; a renamed entry is renamed in the second list too.
    """
    old, new = _find_rename(before, after)
    if old:
        second_order = replace(second_order, order=tuple(new if name == old else name for name in second_order.order))
    there = set(second_order.order)
    return with_documents(after, (item for item in (*before.items, *before.missed) if item.doc_id in there)), second_order


def without_unshared_unjudged(ranking: Ranking, second_order: SecondOrder) -> Ranking:
    """A list without those documents that only its second list has and nobody judged."""
    there = set(second_order.order)
    missed = tuple(item for item in ranking.missed if item.grade is not None or item.doc_id not in there)
    return replace(ranking, missed=missed)


def _find_rename(before: Ranking, after: Ranking) -> tuple[str, str]:
    """The old and the new name of the one document whose name alone is different; two empty texts if there is none."""
    pairs = list(zip((*before.items, *before.missed), (*after.items, *after.missed), strict=False))
    if len(before.items) != len(after.items) or len(before.missed) != len(after.missed):
        return "", ""
    other = {(old.doc_id, new.doc_id) for old, new in pairs if old != new}
    only_name = all(old[1:] == new[1:] for old, new in pairs)
    old, new = next(iter(other), ("", ""))
    return (old, new) if only_name and len(other) == 1 and new not in names_of(before) else ("", "")
