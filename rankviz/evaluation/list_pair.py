"""Two lists over one pool of documents: a grade belongs to the document, an order to its list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rankviz.basics.errors import InputError, shorten
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.evaluation.evaluate import compute

MOST_NAMED = 3  # documents in a message
SAME = 1e-12
Winner = Literal["first", "second", "even"]
Grades = Mapping[str, float | None]


@dataclass(frozen=True)
class ListPair:
    """Two orders of parts of one pool; each list misses what only the other one has.

    Parameters
    ----------
    first, second : Ranking
        With the same documents, retrieved or missed, and the same grades.
    """

    first: Ranking
    second: Ranking

    @property
    def pool(self) -> tuple[Item, ...]:
        """Every document once, without a score: those of the first list in its order, then what it misses.

        Examples
        --------
        >>> two = pair_lists(Ranking.from_grades([1, 0]), Ranking.from_grades([None], doc_ids=["d9"]))
        >>> [item.doc_id for item in two.pool]
        ['d1', 'd2', 'd9']
        """
        by_name: dict[str, Item] = {}
        for item in (*self.first.items, *self.first.missed):
            by_name.setdefault(item.doc_id, item._replace(score=None))
        return tuple(by_name.values())

    @property
    def lists(self) -> tuple[Ranking, Ranking]:
        """Both, for a batch of two rows."""
        return self.first, self.second

    def swap(self) -> ListPair:
        """The second list as the first one."""
        return ListPair(self.second, self.first)


def pair_lists(first: Ranking, second: Ranking) -> ListPair:
    """Join the documents of two lists by their ids.

    A document that one of them has judged is judged in both, wherever it stands.

    Raises
    ------
    InputError
        `judgments_differ` where both have judged a document, and not alike.

    Examples
    --------
    >>> two = pair_lists(Ranking.from_grades([3, 0]), Ranking.from_judgments(["d9", "d1"], {"d5": 2}))
    >>> [item.grade for item in two.second.items], [item.doc_id for item in two.first.missed]
    ([None, 3.0], ['d9', 'd5'])
    """
    found, differing = merge_pools(first, second)
    if differing:
        named = _named(differing)
        message = f"Documents with two different grades: {named}. Each needs one grade, the same in both lists."
        raise InputError("judgments_differ", message, named=named)
    return found


def merge_pools(first: Ranking, second: Ranking) -> tuple[ListPair, tuple[tuple[Item, Item], ...]]:
    """Join the documents of two lists; of different grades of one document the first list's is kept.

    Returns
    -------
    ListPair
    tuple of (Item, Item)
        The documents with different grades, each with the grade that is kept and with the next one.
    """
    mine, theirs = _grades(first), _grades(second)
    grades = {doc: theirs.get(doc) if mine.get(doc) is None else mine[doc] for doc in (*mine, *theirs)}
    everything = (*first.items, *first.missed, *second.items, *second.missed)
    others = {item.doc_id: item for item in reversed(everything) if item.grade not in (None, grades[item.doc_id])}
    differing = tuple((Item(doc, grade), others[doc]) for doc, grade in grades.items() if doc in others)
    new = tuple(Item(doc, grade) for doc, grade in grades.items() if doc not in mine)
    ours = replace(first, items=_graded(first.items, grades), missed=(*_graded(first.missed, grades), *new))
    return ListPair(ours, _second(ours, _graded(second.items, grades), second.query_id)), differing


def kept_grades_notice(differing: Sequence[tuple[Item, Item]]) -> InputError:
    """What is said where two lists were joined although they judge documents differently."""
    named = _named(differing)
    message = f"Documents with two different grades: {named}. The first of the two was kept, in both lists."
    return InputError("judgments_kept", message, named=named)


def pair_with_order(ranking: Ranking, order: Iterable[str], scores: Sequence[float] | None = None, name: str = "") -> ListPair:
    """Pair a list with another order of its documents, given by ids; an id that the list does not have is unjudged.

    Examples
    --------
    >>> two = pair_with_order(Ranking.from_grades([3, 2], missed=[1]), ["d3", "d1", "d7"])
    >>> [item.grade for item in two.second.items], [item.doc_id for item in two.second.missed]
    ([1.0, 3.0, None], ['d2'])
    """
    names, known = tuple(order), _grades(ranking)
    points = (None,) * len(names) if scores is None else tuple(scores)
    items = tuple(Item(doc, known.get(doc), score) for doc, score in zip(names, points, strict=True))
    unknown = tuple(Item(doc) for doc in dict.fromkeys(names) if doc not in known)
    ours = replace(ranking, missed=(*ranking.missed, *unknown)) if unknown else ranking
    return ListPair(ours, _second(ours, items, name))


def ideal_order(ranking: Ranking, convention: Convention) -> tuple[str, ...]:
    """Ids of all judged documents by falling gain, equal gains as they stand; what has no rank in any list is left out.

    Parameters
    ----------
    ranking : Ranking
    convention : Convention
        Narrowed to the metric in question, so that a gain which it does not read orders nothing.

    Raises
    ------
    InputError
        As `compute`, where the convention refuses the list.

    Examples
    --------
    >>> ideal_order(Ranking.from_grades([0, 2, None], missed=[3, 2]), Convention())
    ('d4', 'd2', 'd5', 'd1')
    """
    known = {doc: grade for doc, grade in _grades(ranking).items() if grade is not None}
    listed = Ranking(tuple(Item(doc, grade) for doc, grade in known.items()))
    trace = compute(METRICS["cg"], RawLists.from_rankings([listed]), replace(convention, cutoff=None, ties="input_order"))
    gain, source = trace.step("gain").value[0], trace.rankings.source[0]
    names = tuple(known)
    places = sorted((place for place in range(len(source)) if source[place] >= 0), key=lambda place: -gain[place])
    return tuple(names[source[place]] for place in places)


def winner(metric: Metric, first: float, second: float) -> Winner:
    """Which of two values is the better one; equal to twelve digits is even.

    Examples
    --------
    >>> winner(METRICS["ndcg"], 0.5, 0.7), winner(METRICS["fn"], 2.0, 3.0), winner(METRICS["ap"], 0.3, 0.1 + 0.2)
    ('second', 'first', 'even')
    """
    if abs(second - first) <= SAME * max(1.0, abs(first)):
        return "even"
    return "first" if (first > second) != metric.lower_is_better else "second"


def _grades(ranking: Ranking) -> dict[str, float | None]:
    """Each document's grade; of copies that of the first one that is judged."""
    found: dict[str, float | None] = {}
    for item in (*ranking.items, *ranking.missed):
        if found.get(item.doc_id) is None:
            found[item.doc_id] = item.grade
    return found


def _graded(items: tuple[Item, ...], grades: Grades) -> tuple[Item, ...]:
    return tuple(item._replace(grade=grades[item.doc_id]) for item in items)


def _second(first: Ranking, items: tuple[Item, ...], name: str) -> Ranking:
    """The other order as a list of its own: what it leaves of the first one's documents it misses."""
    shown = {item.doc_id for item in items}
    missed = tuple(Item(doc, grade) for doc, grade in _grades(first).items() if doc not in shown)
    return Ranking(items, missed, name)


def _named(differing: Sequence[tuple[Item, Item]]) -> str:
    """Up to three documents with both grades, and how many more there are."""
    parts = [f'"{shorten(one.doc_id)}" ({one.grade:g} ≠ {two.grade:g})' for one, two in differing[:MOST_NAMED]]
    more = len(differing) - len(parts)
    return ", ".join(parts) + (f" (+{more})" if more else "")
