"""Two lists over one pool of documents: a grade belongs to a document, an order to a list."""

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
        """Both lists, for a batch of two rows."""
        return self.first, self.second

    def swap(self) -> ListPair:
        """Return the pair with the second list as the first."""
        return ListPair(self.second, self.first)


def pair_lists(first: Ranking, second: Ranking) -> ListPair:
    """Join the documents of two lists by their ids.

    A document that one of them has judged is judged in both, wherever it stands.

    Raises
    ------
    InputError
        `judgments_differ` if both have judged a document, with different grades.

    Examples
    --------
    >>> two = pair_lists(Ranking.from_grades([3, 0]), Ranking.from_judgments(["d9", "d1"], {"d5": 2}))
    >>> [item.grade for item in two.second.items], [item.doc_id for item in two.first.missed]
    ([None, 3.0], ['d9', 'd5'])
    """
    pair, differing = merge_pools(first, second)
    if differing:
        names = _name_documents(differing)
        message = f"Documents with two different grades: {names}. Each needs one grade, the same in both lists."
        raise InputError("judgments_differ", message, named=names)
    return pair


def merge_pools(first: Ranking, second: Ranking) -> tuple[ListPair, tuple[tuple[Item, Item], ...]]:
    """Join the documents of two lists; of different grades of one document the first list's is kept.

    Returns
    -------
    ListPair
    tuple of (Item, Item)
        The documents with different grades, each with the grade that is kept and with the next one.
    """
    first_grades, second_grades = _grades_by_document(first), _grades_by_document(second)
    grades = {
        doc: second_grades.get(doc) if first_grades.get(doc) is None else first_grades[doc]
        for doc in (*first_grades, *second_grades)
    }
    all_items = (*first.items, *first.missed, *second.items, *second.missed)
    others = {item.doc_id: item for item in reversed(all_items) if item.grade not in (None, grades[item.doc_id])}
    differing = tuple((Item(doc, grade), others[doc]) for doc, grade in grades.items() if doc in others)
    new = tuple(Item(doc, grade) for doc, grade in grades.items() if doc not in first_grades)
    merged_first = replace(first, items=_with_grades(first.items, grades), missed=(*_with_grades(first.missed, grades), *new))
    return ListPair(merged_first, _second_list(merged_first, _with_grades(second.items, grades), second.query_id)), differing


def kept_grades_notice(differing: Sequence[tuple[Item, Item]]) -> InputError:
    """Build the notice for two lists that were joined although they judge documents differently."""
    names = _name_documents(differing)
    message = f"Documents with two different grades: {names}. The first of the two was kept, in both lists."
    return InputError("judgments_kept", message, named=names)


def pair_with_order(ranking: Ranking, order: Iterable[str], scores: Sequence[float] | None = None, name: str = "") -> ListPair:
    """Pair a list with another order of its documents, given by ids; an id that the list does not have is unjudged.

    Examples
    --------
    >>> two = pair_with_order(Ranking.from_grades([3, 2], missed=[1]), ["d3", "d1", "d7"])
    >>> [item.grade for item in two.second.items], [item.doc_id for item in two.second.missed]
    ([1.0, 3.0, None], ['d2'])
    """
    names, known = tuple(order), _grades_by_document(ranking)
    points = (None,) * len(names) if scores is None else tuple(scores)
    items = tuple(Item(doc, known.get(doc), score) for doc, score in zip(names, points, strict=True))
    unknown = tuple(Item(doc) for doc in dict.fromkeys(names) if doc not in known)
    extended = replace(ranking, missed=(*ranking.missed, *unknown)) if unknown else ranking
    return ListPair(extended, _second_list(extended, items, name))


def ideal_order(ranking: Ranking, convention: Convention) -> tuple[str, ...]:
    """Return the ids of all judged documents by falling gain, equal gains in list order; what has no rank is left out.

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
    known = {doc: grade for doc, grade in _grades_by_document(ranking).items() if grade is not None}
    listed = Ranking(tuple(Item(doc, grade) for doc, grade in known.items()))
    trace = compute(METRICS["cg"], RawLists.from_rankings([listed]), replace(convention, cutoff=None, ties="input_order"))
    gain, source = trace.step("gain").value[0], trace.rankings.source[0]
    names = tuple(known)
    columns = sorted((column for column in range(len(source)) if source[column] >= 0), key=lambda column: -gain[column])
    return tuple(names[source[column]] for column in columns)


def winner(metric: Metric, first: float, second: float) -> Winner:
    """Return which of two values is better; equal to twelve digits is 'even'.

    Examples
    --------
    >>> winner(METRICS["ndcg"], 0.5, 0.7), winner(METRICS["fn"], 2.0, 3.0), winner(METRICS["ap"], 0.3, 0.1 + 0.2)
    ('second', 'first', 'even')
    """
    if abs(second - first) <= SAME * max(1.0, abs(first)):
        return "even"
    return "first" if (first > second) != metric.lower_is_better else "second"


def _grades_by_document(ranking: Ranking) -> dict[str, float | None]:
    """Return each document's grade; of duplicates, that of the first one that is judged."""
    grades: dict[str, float | None] = {}
    for item in (*ranking.items, *ranking.missed):
        if grades.get(item.doc_id) is None:
            grades[item.doc_id] = item.grade
    return grades


def _with_grades(items: tuple[Item, ...], grades: Grades) -> tuple[Item, ...]:
    return tuple(item._replace(grade=grades[item.doc_id]) for item in items)


def _second_list(first: Ranking, items: tuple[Item, ...], name: str) -> Ranking:
    """Build the second list; it misses the documents of the first that it does not retrieve."""
    retrieved = {item.doc_id for item in items}
    missed = tuple(Item(doc, grade) for doc, grade in _grades_by_document(first).items() if doc not in retrieved)
    return Ranking(items, missed, name)


def _name_documents(differing: Sequence[tuple[Item, Item]]) -> str:
    """Write up to three documents with both grades, and how many more there are."""
    parts = [f'"{shorten(one.doc_id)}" ({one.grade:g} ≠ {two.grade:g})' for one, two in differing[:MOST_NAMED]]
    more = len(differing) - len(parts)
    return ", ".join(parts) + (f" (+{more})" if more else "")
