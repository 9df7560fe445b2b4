"""The lists that every library is given: drawn from a fixed seed, and typed ones for the corners.

Plain Python: it runs wherever a library does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

SEED = 20261203
Grade = float | None
# Capital letters come before small ones, and d10 before d2, in the order of bytes.
IDS = ("d2", "d10", "D2", "z", "a", *(f"n{i}" for i in range(60)))
TIED = (0.5, 1.0, -0.25, 2.0)
GRADED: tuple[tuple[int, ...], ...] = ((0, 1, 2, 3, 4), (0, 0, 0, 2, 4), (0, 1, 2))
BINARY: tuple[tuple[int, ...], ...] = ((0, 1), (0, 0, 0, 1), (0, 1, 1, 1))


@dataclass(frozen=True)
class Query:
    """One list as typed.

    Parameters
    ----------
    name : str
    ids : tuple of str
        Retrieved documents; unless `scores` say otherwise their order is not the ranking.
    grades : tuple of numbers or None
        One per retrieved document; None is unjudged.
    scores : tuple of float
        One per retrieved document, all exact in 32 bits.
    missed : mapping of id to grade
        Judged and not retrieved.
    """

    name: str
    ids: tuple[str, ...]
    grades: tuple[Grade, ...]
    scores: tuple[float, ...]
    missed: Mapping[str, float] = field(default_factory=dict)

    @property
    def ties(self) -> bool:
        """Whether two entries have one score."""
        return len(set(self.scores)) < len(self.scores)

    @property
    def copies(self) -> bool:
        """Whether an id appears more than once."""
        return len(set(self.ids)) < len(self.ids)

    @property
    def judgments(self) -> dict[str, float]:
        """All judged documents, the missed ones last."""
        shown = {doc: grade for doc, grade in zip(self.ids, self.grades, strict=True) if grade is not None}
        return {**shown, **self.missed}

    @property
    def filled(self) -> list[float]:
        """Grades for a library that knows no unjudged entries: they are 0."""
        return [0 if grade is None else grade for grade in self.grades]

    @property
    def ranked(self) -> list[str]:
        """Ids by descending score, equal scores as typed."""
        order = sorted(range(len(self.ids)), key=lambda i: -self.scores[i])
        return [self.ids[i] for i in order]


def typed(
    name: str,
    grades: Sequence[Grade],
    scores: Sequence[float] | None = None,
    missed: Sequence[float] = (),
    ids: Sequence[str] | None = None,
) -> Query:
    """Make a list by hand; without scores it is typed in ranked order."""
    count = len(grades)
    names = tuple(ids) if ids is not None else tuple(f"d{i}" for i in range(1, count + 1))
    points = tuple(map(float, scores)) if scores is not None else tuple(count - i - 0.5 for i in range(count))
    return Query(name, names, tuple(grades), points, {f"m{i}": grade for i, grade in enumerate(missed, 1)})


def drawn(seed: int, count: int) -> Iterator[Query]:
    """Random lists with distinct scores and with tied ones, graded and binary; the same ones for the same seed."""
    draw = Random(seed)  # noqa: S311 - nothing secret
    for number in range(count):
        pools = GRADED if number % 2 else BINARY
        pool = pools[number // 2 % len(pools)]
        tied = number % 3 == 2
        shown, hidden = draw.randint(2, 13), draw.choice((0, 0, 1, 2, 4))
        ids = draw.sample(IDS, shown + hidden)
        grades = draw.choices(pool, k=shown + hidden)
        scores = draw.choices(TIED, k=shown) if tied else [each / 4 for each in draw.sample(range(-30, 60), shown)]
        missed = dict(zip(ids[shown:], grades[shown:], strict=True))
        kind = f"{'graded' if number % 2 else 'binary'}, {'tied' if tied else 'distinct'} {number}"
        yield Query(kind, tuple(ids[:shown]), tuple(grades[:shown]), tuple(scores), missed)


def _long() -> Iterator[Query]:
    """Lists longer than any depth that a library may have built in."""
    draw = Random(SEED + 1)  # noqa: S311
    for name, pool, tied in (
        ("40 binary, distinct", (0, 0, 1), False),
        ("40 graded, distinct", (0, 0, 1, 2, 3), False),
        ("40 binary, distinct, hits at the end", (0,), False),
        ("40 graded, tied", (0, 0, 1, 2, 3), True),
    ):
        grades: list[Grade] = list(draw.choices(pool, k=40))
        scores = draw.choices(TIED, k=40) if tied else [float(40 - i) for i in range(40)]
        if len(pool) == 1:
            grades[33] = grades[36] = grades[39] = 1
        yield typed(name, grades, scores)


def _corners() -> Iterator[Query]:
    yield typed("one entry, relevant", [1])
    yield typed("one entry, not relevant", [0])
    yield typed("one entry, graded", [3])
    yield typed("one entry, one missed", [0], missed=[1])
    yield typed("nothing relevant", [0, 0, 0])
    yield typed("nothing relevant, tied", [0, 0, 0, 0], [1, 1, 1, 1])
    yield typed("nothing relevant found", [0, 0], missed=[1, 2])
    yield typed("everything relevant", [1, 1, 1])
    yield typed("everything relevant, graded", [2, 4, 1, 3])
    yield typed("everything relevant, missed too", [1, 1], missed=[1, 1, 1])
    yield typed("all tied, binary", [0, 1, 0, 1], [2, 2, 2, 2])
    yield typed("all tied, graded", [0, 3, 1, 4, 2], [1, 1, 1, 1, 1])
    yield typed("all tied, ids against the order", [0, 1, 0, 2], [1, 1, 1, 1], ids=["b", "a", "d", "c"])
    yield typed("the worst order", [0, 0, 1, 1])
    yield typed("the worst order, graded", [0, 1, 2, 3, 4])
    yield typed("3 2 3 0 1 2", [3, 2, 3, 0, 1, 2], missed=[3, 2])
    yield typed("scores below 0", [0, 1, 1, 0], [1.5, -0.125, -0.25, -3])
    yield typed("score 0, relevant", [1, 0, 1], [0, 2, -1])
    yield typed("all scores 0", [1, 0, 1], [0, 0, 0])
    yield typed("ranked by small scores", [1, 0, 1, 0, 1], [0.25, 0.125, 0.375, 0.5, 0.0625])
    yield typed("negative grades", [-1, 2, 0, 1])
    yield typed("negative grades, shown late", [2, -2, 1, -1, 0], missed=[1])
    yield typed("negative grades only", [-1, -2])
    yield typed("negative and missed", [1, 0, 1], missed=[-1, 2])
    yield typed("unjudged entries", [None, 1, None, 0, 1], missed=[1])
    yield typed("unjudged entries, graded", [2, None, 0, None, 4, 1], missed=[0])
    yield typed("unjudged and tied", [None, 1, None, 0, 2], [1, 1, 1, 1, 1])
    yield typed("half grades", [0.5, 0, 1.5, 0.25])
    yield typed("grades up to 6", [1, 6, 0, 5])
    yield typed("grade 31", [0, 31, 30])


def _copies() -> Iterator[Query]:
    """Lists in which an id appears more than once."""
    yield typed("the hit twice", [1, 1, 0, 1], ids=["a", "a", "b", "c"])
    yield typed("another one twice", [0, 0, 1], ids=["b", "b", "a"])
    yield typed("copies with other scores", [0, 1, 0, 1], [1, 2, 4, 3], ids=["b", "a", "b", "c"])


LISTS: tuple[Query, ...] = (*drawn(SEED, 48), *_corners(), *_long())
COPIES: tuple[Query, ...] = tuple(_copies())
NOT_RETRIEVED = typed("judged, not retrieved", [], missed=[1, 0, 2])
NOT_RETRIEVED_ZERO = typed("judged not relevant, not retrieved", [], missed=[0])
NOT_JUDGED = typed("retrieved, not judged", [None, None])

_PLAIN = typed("plain", [1, 0, 1], missed=[1])
_GRADED = typed("graded", [0, 3, 1, 2])
_NONE = typed("none", [0, 0, 0])
_ONE_MISSED = typed("one missed", [0, 0], missed=[1])
_ALL = typed("all", [1, 1])
_SHORT = typed("short", [0, 1])
# Several lists at once, to see how they are averaged.
GROUPS: Mapping[str, tuple[Query, ...]] = {
    "two": (_PLAIN, _GRADED),
    "of different lengths": (_PLAIN, _GRADED, _SHORT, _ALL),
    "one without anything relevant": (_PLAIN, _NONE, _GRADED),
    "one that finds nothing": (_PLAIN, _ONE_MISSED, _SHORT),
    "none with anything relevant": (_NONE, typed("zero", [0])),
    "one of one class": (_PLAIN, _ALL, _NONE),
    "one not retrieved": (_PLAIN, NOT_RETRIEVED, _SHORT),
    "one not retrieved and not relevant": (_PLAIN, NOT_RETRIEVED_ZERO, _SHORT),
    "one not judged": (_PLAIN, NOT_JUDGED, _SHORT),
    "of everything": (_PLAIN, _GRADED, _NONE, _ONE_MISSED, NOT_RETRIEVED, NOT_JUDGED),
}
