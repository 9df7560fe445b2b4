"""What a person types: one query's ranked list, as it stands, before any convention touches it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, isnan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.coerce import as_id, as_list, as_mapping, to_float
from rankviz.basics.errors import InputError, short_repr, shorten
from rankviz.basics.limits import MAX_GRADE

Array = NDArray[np.float64]


class Item(NamedTuple):
    """One entry: an id, its grade (None: unjudged, which is not grade 0) and its score (None: not scored)."""

    doc_id: str
    grade: float | None = None
    score: float | None = None


@dataclass(frozen=True)
class Ranking:
    """One query's list as typed.

    Parameters
    ----------
    items : tuple of Item
        The retrieved entries in the listed order. If every one has a score, the scores decide the order.
    missed : tuple of Item
        Judged documents that were not retrieved. A duplicate of a retrieved id is ignored.
    query_id : str
    """

    items: tuple[Item, ...] = ()
    missed: tuple[Item, ...] = ()
    query_id: str = ""

    @classmethod
    def from_grades(
        cls,
        grades: Iterable[float | None],
        missed: Iterable[float | None] = (),
        scores: Iterable[float] | None = None,
        doc_ids: Iterable[str] | None = None,
        query_id: str = "",
    ) -> Ranking:
        """Build a ranking from grades in listed order.

        Parameters
        ----------
        grades : numbers or None
            Rank 1 first; None means unjudged.
        missed : numbers
            Grades of judged documents that were not retrieved.
        scores : numbers, one per grade, optional
            The system's scores; where given they decide the order.
        doc_ids : strings, optional
            One per retrieved entry, or one per retrieved and missed entry; d1, d2, … by default.

        query_id : str

        Raises
        ------
        InputError
            `bad_grade`, `bad_score`, `bad_id`, `length_mismatch`, `not_a_list`.

        Examples
        --------
        >>> Ranking.from_grades([3, None], missed=[2]).missed
        (Item(doc_id='d3', grade=2.0, score=None),)
        """
        shown = [as_grade(grade, f"grade {i}") for i, grade in enumerate(as_list(grades, "grades"), 1)]
        hidden = [as_grade(grade, f"missed grade {i}") for i, grade in enumerate(as_list(missed, "missed"), 1)]
        points = _scores(scores, len(shown))
        given_ids = [] if doc_ids is None else as_names(doc_ids, "doc_ids")
        if given_ids and len(given_ids) not in (len(shown), len(shown) + len(hidden)):
            raise _length_mismatch("doc_ids", len(given_ids), len(shown))
        ids = given_ids + fresh_ids(len(shown) + len(hidden) - len(given_ids), given_ids)
        items = tuple(map(Item, ids, shown, points))
        return cls(items, tuple(map(Item, ids[len(shown) :], hidden)), as_id(query_id, "query_id"))

    @classmethod
    def from_judgments(
        cls,
        doc_ids: Sequence[str],
        judgments: Mapping[str, float],
        scores: Iterable[float] | None = None,
        query_id: str = "",
    ) -> Ranking:
        """Build a ranking from ids in listed order and the query's judgments.

        Ids without a judgment are unjudged; judged ids that are not listed are missed.

        Parameters
        ----------
        doc_ids : strings
            Rank 1 first.
        judgments : mapping of id to grade
        scores : numbers, one per id, optional
            The system's scores; where given they decide the order.
        query_id : str

        Raises
        ------
        InputError
            `bad_grade`, `bad_score`, `bad_id`, `length_mismatch`, `not_a_list`, `not_a_mapping`.

        Examples
        --------
        >>> Ranking.from_judgments(["d1", "d2"], {"d1": 3, "d7": 2}).items[1]
        Item(doc_id='d2', grade=None, score=None)
        """
        judged = as_mapping(judgments, "judgments")
        named = zip(as_names(judged, "judgments"), judged.values(), strict=True)
        known = {doc: as_grade(grade, f'grade of "{shorten(doc)}"') for doc, grade in named}
        ids = as_names(doc_ids, "doc_ids")
        items = tuple(Item(doc, known.get(doc), score) for doc, score in zip(ids, _scores(scores, len(ids)), strict=True))
        shown = set(ids)
        missed = tuple(Item(doc, grade) for doc, grade in known.items() if doc not in shown)
        return cls(items, missed, as_id(query_id, "query_id"))

    @property
    def scored(self) -> bool:
        """Whether every entry has a score, so that scores decide the order."""
        return bool(self.items) and all(item.score is not None for item in self.items)

    @property
    def missed_judged(self) -> tuple[Item, ...]:
        """The missed documents that are judged; any other is there because the list is compared with one that has it."""
        return tuple(item for item in self.missed if item.grade is not None)

    @property
    def tied(self) -> bool:
        """Whether scores decide the order and two of them are equal."""
        return self.scored and len({item.score for item in self.items}) < len(self.items)


def as_ranking(value: Ranking | Iterable[float | None]) -> Ranking:
    """Return a Ranking as it is, and a plain list of grades as a Ranking; errors as of `Ranking.from_grades`."""
    return value if isinstance(value, Ranking) else Ranking.from_grades(value)


def fresh_ids(count: int, taken: Iterable[str]) -> list[str]:
    """Return `count` new names d1, d2, …: numbered on from how many are taken, skipping names in use."""
    used = set(taken)
    number = len(used)
    names: list[str] = []
    while len(names) < count:
        number += 1
        if f"d{number}" not in used:
            names.append(f"d{number}")
    return names


def as_grade(value: object, where: str) -> float | None:
    """Read a grade: any number from -1e15 to 1e15, or None (also NaN) for unjudged; `bad_grade` for anything else."""
    if value is None:
        return None
    grade = to_float(value)
    if grade is not None and isnan(grade):
        return None
    if grade is None or abs(grade) > MAX_GRADE:
        message = f"{where} is {short_repr(value)}: expected a number between -1e15 and 1e15, or None for unjudged."
        raise InputError("bad_grade", message, where=where, value=short_repr(value))
    return grade


def as_names(values: object, what: str) -> list[str]:
    """Read ids; `not_a_list`, `bad_id`."""
    entries = list(values) if isinstance(values, Mapping) else as_list(values, what)
    return [as_id(each, what) for each in entries]


def _scores(scores: Iterable[float] | None, count: int) -> list[float | None]:
    if scores is None:
        return [None] * count
    numbers: list[float | None] = []
    for i, value in enumerate(as_list(scores, "scores"), 1):
        score = to_float(value)
        if score is None or not isfinite(score):
            message = f"score {i} is {short_repr(value)}: expected a finite number."
            raise InputError("bad_score", message, where=i, value=short_repr(value))
        numbers.append(score)
    if len(numbers) != count:
        raise _length_mismatch("scores", len(numbers), count)
    return numbers


def _length_mismatch(name: str, found: int, expected: int) -> InputError:
    message = f"{name} has {found} entries, but {expected} grades are given: expected one for each."
    return InputError("length_mismatch", message, name=name, found=found, expected=expected)


class SparseRanks(NamedTuple):
    """Ranks of the entries of lists that hold only their judged entries, in rank order; the other entries are only counted.

    Parameters
    ----------
    n : float64 (Q,)
        Entries of each list, judged or not.
    rank, first, last : float64 (Q, N)
        As in `Rankings`.
    zeros : float64 (Q,)
        Judged entries of grade 0 that are only counted, and have no column.
    """

    n: Array
    rank: Array
    first: Array
    last: Array
    zeros: Array


@dataclass(frozen=True, eq=False)
class RawLists:
    """Q lists as padded arrays, before any rule; the input of `arrange`.

    Parameters
    ----------
    grades, scores : float64 (Q, N)
        NaN where unjudged or not scored.
    docs : int64 (Q, N)
        Place of the id in the byte order of the query's ids; equal numbers are duplicates.
    present : bool (Q, N)
        False where a row is padding.
    missed_grades : float64 (Q, M), missed_docs : int64 (Q, M)
        Judged and not retrieved; NaN grade is padding.
    scored, has_duplicates : bool (Q,)
    query_ids : tuple of str
    doc_ids : tuple of tuples of str
        Retrieved ids as typed.
    sparse_ranks : SparseRanks or None
        None: the entries are whole lists, to be ranked.
    """

    grades: Array
    scores: Array
    docs: NDArray[np.int64]
    present: NDArray[np.bool_]
    missed_grades: Array
    missed_docs: NDArray[np.int64]
    scored: NDArray[np.bool_]
    has_duplicates: NDArray[np.bool_]
    query_ids: tuple[str, ...]
    doc_ids: tuple[tuple[str, ...], ...]
    sparse_ranks: SparseRanks | None = None

    @classmethod
    def from_rankings(cls, rankings: Sequence[Ranking]) -> RawLists:
        """Build arrays from Q rankings, padded to the longest."""
        count = len(rankings)
        width = max((len(r.items) for r in rankings), default=0)
        depth = max((len(r.missed) for r in rankings), default=0)
        grades, scores = np.full((count, width), np.nan), np.full((count, width), np.nan)
        docs, missed_docs = np.full((count, width), -1), np.full((count, depth), -1)
        missed_grades = np.full((count, depth), np.nan)
        duplicates = np.zeros(count, dtype=bool)
        for q, ranking in enumerate(rankings):
            shown = [item.doc_id for item in ranking.items]
            hidden = [item.doc_id for item in ranking.missed]
            number = {doc: i for i, doc in enumerate(sorted({*shown, *hidden}))}  # in the order of their UTF-8, too
            size, extra = len(shown), len(hidden)
            grades[q, :size] = [np.nan if item.grade is None else item.grade for item in ranking.items]
            missed_grades[q, :extra] = [np.nan if item.grade is None else item.grade for item in ranking.missed]
            if ranking.scored:
                scores[q, :size] = [item.score for item in ranking.items]
            docs[q, :size] = [number[doc] for doc in shown]
            missed_docs[q, :extra] = [number[doc] for doc in hidden]
            duplicates[q] = len(number) < size + extra
        return cls(
            grades=grades,
            scores=scores,
            docs=docs,
            present=docs >= 0,
            missed_grades=missed_grades,
            missed_docs=missed_docs,
            scored=np.array([r.scored for r in rankings], dtype=bool),
            has_duplicates=duplicates,
            query_ids=tuple(r.query_id for r in rankings),
            doc_ids=tuple(tuple(item.doc_id for item in r.items) for r in rankings),
        )
