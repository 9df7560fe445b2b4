"""One typed list read under a convention, literally: who stays, who is relevant, and what the tie rule leaves open.

The first half of the slow second opinions; `metrics.py` computes the metrics on it. Shares nothing with the code under test
but the typed list and the settled choices.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import TypeVar

from rankviz import Convention, Item, Ranking

T = TypeVar("T")


class RefusedError(Exception):
    """The convention asks for an error on this list."""


def of_option(rows: Mapping[str, T], convention: Convention, field: str, key: str = "") -> T:
    """The row of the chosen option, or of another one; each option has to be written once more here."""
    key = key or getattr(convention, field)
    assert key in rows, f"write {field}={key} once more, beside {', '.join(rows)} in tests/oracles"
    return rows[key]


@dataclass(frozen=True)
class Reading:
    """One list under one convention: groups of entries that nothing tells apart, best first, and what was missed."""

    groups: list[list[Item]]
    missed: list[Item]
    convention: Convention
    given: frozenset[int] = frozenset()  # identities of entries that nobody judged, and that are given a grade

    def relevant(self, item: Item) -> bool:
        if item.grade is None:
            return False
        limit = self.convention.threshold
        return item.grade > limit if self.convention.strict == "yes" else item.grade >= limit

    @property
    def shown(self) -> list[Item]:
        return [item for group in self.groups for item in group]

    @property
    def judged_once(self) -> list[Item]:
        """The entries as those who judge know them: of duplicates that are all credited, the further ones have no grade."""
        known = [item._replace(grade=None) if id(item) in self.given else item for item in self.shown]
        if self.convention.duplicates != "credit_each":
            return known
        found: list[Item] = []
        for item in known:
            again = any(other.doc_id == item.doc_id and other.grade is not None for other in found)
            found.append(item._replace(grade=None) if again else item)
        return found

    @property
    def n(self) -> int:
        return len(self.shown)

    @property
    def k(self) -> int:
        cutoff = self.convention.cutoff
        if cutoff is None:
            return self.n
        k = min(cutoff, self.n) if self.convention.short_list == "shrink" else cutoff
        while self.convention.ties == "include" and 0 < k < self.n and self._tied(self.shown[k - 1], self.shown[k]):
            k += 1
        return k

    @staticmethod
    def _tied(one: Item, other: Item) -> bool:
        return one.score is not None and one.score == other.score

    @property
    def ranks(self) -> list[int]:
        """Ranks of the entries as they stand; tied ones may have the mean of theirs, without what is behind the point."""
        places = range(1, self.n + 1)
        if self.convention.ties != "mean_rank":
            return [*places]
        groups = [
            [place for place in places if place == own or self._tied(self.shown[place - 1], item)]
            for own, item in zip(places, self.shown, strict=True)
        ]
        return [sum(group) // len(group) for group in groups]

    def top(self, order: list[Item], depth: int) -> list[Item]:
        """The entries of an order that stand down to a rank."""
        return [item for rank, item in zip(self.ranks, order, strict=True) if rank <= depth]

    def credited(self, item: Item) -> bool:
        """Relevant, and with a score that lets it count as a hit."""
        return self.relevant(item) and not (
            self.convention.score_filter == "positive" and item.score is not None and item.score <= 0
        )

    def count_relevant(self, items: list[Item]) -> int:
        return sum(1 for item in items if self.relevant(item))

    def count_credited(self, items: list[Item]) -> int:
        return sum(1 for item in items if self.credited(item))

    @property
    def relevant_everywhere(self) -> int:
        return self.count_relevant(self.judged_once) + self.count_relevant(self.missed)

    def orders(self) -> Iterator[list[Item]]:
        """Every order that the tie rule leaves open."""
        if self.convention.ties != "average":
            yield self.shown
            return
        for choice in product(*(list(permutations(group)) for group in self.groups)):
            yield [item for group in choice for item in group]

    def expected(self, measure: Callable[[list[Item]], float]) -> float:
        """The mean of a measure over every order that the tie rule leaves open."""
        values = [measure(order) for order in self.orders()]
        return math.fsum(values) / len(values)


def in_32_bits(score: float) -> float:
    """The number that is left when a score is stored in four bytes."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", score))[0])
    except OverflowError:
        return math.copysign(math.inf, score)


def read(ranking: Ranking, convention: Convention) -> Reading:
    """Apply the choices about the list, in their documented order."""
    if convention.score_bits == "32" and ranking.scored:
        ranking = replace(ranking, items=tuple(item._replace(score=in_32_bits(item.score or 0.0)) for item in ranking.items))
    if not ranking.scored:  # as typed: a list does not become a scored one by losing its entries without a score
        ranking = replace(ranking, items=tuple(item._replace(score=None) for item in ranking.items))
    items, missed = _without_duplicates(ranking, convention.duplicates)
    if convention.unretrieved == "invisible":
        missed = []
    items, missed = _with_negatives(items, convention.negative), _with_negatives(missed, convention.negative)
    missed = [item for item in missed if item.grade is not None]
    if convention.unjudged == "skip":
        items = [item for item in items if item.grade is not None]
    given: frozenset[int] = frozenset()
    if convention.unjudged == "grade":
        lacking = [item.grade is None for item in items]
        items = [item._replace(grade=convention.unjudged_grade) if item.grade is None else item for item in items]
        given = frozenset(id(item) for item, was in zip(items, lacking, strict=True) if was)
    reading = Reading([[item] for item in items], missed, convention, given)
    return replace(reading, groups=_tie_groups(items, reading)) if ranking.scored else reading


def _without_duplicates(ranking: Ranking, rule: str) -> tuple[list[Item], list[Item]]:
    shown_ids = [item.doc_id for item in ranking.items]
    missed: dict[str, Item] = {}
    for item in ranking.missed:
        if item.doc_id not in shown_ids:
            missed.setdefault(item.doc_id, item)
    items = list(ranking.items)
    if rule == "error" and len(set(shown_ids)) < len(shown_ids):
        raise RefusedError
    if rule == "last_wins":
        items = [item for i, item in enumerate(items) if item.doc_id not in shown_ids[i + 1 :]]
    if rule in ("first_only", "dedupe_first"):
        first: dict[str, int] = {}
        for i in sorted(range(len(items)), key=lambda i: -(items[i].score or 0) if ranking.scored else 0):
            first.setdefault(items[i].doc_id, i)
        if rule == "dedupe_first":
            items = [item for i, item in enumerate(items) if first[item.doc_id] == i]
        else:
            items = [item if first[item.doc_id] == i else item._replace(grade=None) for i, item in enumerate(items)]
    return items, list(missed.values())


def _with_negatives(items: list[Item], rule: str) -> list[Item]:
    kept = []
    for item in items:
        if item.grade is None or item.grade >= 0 or rule == "keep":
            kept.append(item)
        elif rule == "error":
            raise RefusedError
        elif rule == "zero":
            kept.append(item._replace(grade=0.0))
        elif rule == "unjudged":
            kept.append(item._replace(grade=None))
    return kept


def _tie_groups(items: list[Item], reading: Reading) -> list[list[Item]]:
    rule = reading.convention.ties
    groups = []
    for score in sorted({item.score or 0.0 for item in items}, reverse=True):
        group = [item for item in items if item.score == score]
        if rule in ("docid_desc", "docid_asc"):
            group.sort(key=lambda item: item.doc_id.encode(), reverse=rule == "docid_desc")
        if rule in ("optimistic", "pessimistic"):
            worth = {id(item): (item.grade or 0.0, item.grade is not None) for item in group}
            group.sort(key=lambda item: worth[id(item)], reverse=rule == "optimistic")
        groups += [group] if rule in ("average", "group") else [[item] for item in group]
    return groups
