"""Draws short lists by chance, and takes those on which the usual mistakes can be told apart.

Only `random.Random(seed).random()` is used, whose sequence Python promises to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from rankviz.conventions import Convention
from rankviz.conventions.options import Array
from rankviz.evaluation import compute
from rankviz.lists.typed import Ranking, RawLists
from rankviz.metrics import Metric
from rankviz.metrics.measures import Measure, print_measure
from rankviz.metrics.registry import Exercise
from rankviz.teach.mistakes import core_of, one_by_one
from rankviz.teach.question import Mistake, Question

BATCH = 64
MOST_DRAWS = 6_000
DIGITS = 3
GAP = 4  # units of the last asked digit between any two numbers of a question
SILENT = 1e-9  # a mistake that changes less is none on this list

Grades = tuple[tuple[int, ...], tuple[int, ...]]


class Level(NamedTuple):
    """How long lists are at a level, and how many judged documents were not retrieved."""

    shortest: int
    longest: int
    least_missed: int
    most_missed: int


LEVELS: Mapping[int, Level] = {1: Level(4, 5, 1, 1), 2: Level(5, 7, 1, 2), 3: Level(6, 9, 1, 3)}


class Wanted(NamedTuple):
    """What a question is to be about, and where its chance comes from.

    Parameters
    ----------
    measure : Measure
    convention : Convention
        Without the cutoff, unless the measure names one.
    level : int
    draw_one : function of () to float
        The next number from 0 up to 1: all chance comes from here.
    """

    measure: Measure
    convention: Convention
    level: int
    draw_one: Callable[[], float]

    @property
    def metric(self) -> Metric:
        """What is asked about."""
        return self.measure.metric

    @property
    def exercise(self) -> Exercise:
        """Which lists the metric can be asked on."""
        assert self.metric.exercise is not None
        return self.metric.exercise


def taken(wanted: Wanted) -> Iterator[Question]:
    """Questions for the value, on the lists that are taken, in the order in which they were drawn."""
    exercise, draw_one, level = wanted.exercise, wanted.draw_one, wanted.level
    for _ in range(0, MOST_DRAWS, BATCH):
        drawn = [_list(exercise, draw_one, level) for _ in range(BATCH)]
        cutoffs = [_cutoff(wanted, len(shown)) for shown, _ in drawn]
        found: dict[int, Question] = {}
        for k in dict.fromkeys(cutoffs):
            rows = [row for row in range(BATCH) if cutoffs[row] == k and short(exercise, drawn[row], k, level)]
            convention = wanted.convention.with_choices({"cutoff": k})
            if rows:
                found |= _telling(wanted.metric, convention, {row: drawn[row] for row in rows}, level)
        for row in sorted(found):
            yield found[row]


def _list(exercise: Exercise, draw_one: Callable[[], float], level: int) -> Grades:
    """Grades of a list, and of the judged documents that were not retrieved."""
    size = LEVELS[level]
    length = whole(draw_one, size.shortest, size.longest)
    least = max(size.least_missed, exercise.missed)
    missed = whole(draw_one, least, max(least, size.most_missed))
    graded = _is_graded(exercise, level)
    shown = tuple(_grade(draw_one, graded) for _ in range(length))
    # Of what was not retrieved mostly the relevant documents are known.
    return shown, tuple(_grade(draw_one, graded) or int(draw_one() < 0.5) for _ in range(missed))


def _is_graded(exercise: Exercise, level: int) -> bool:
    return exercise.graded_from is not None and level >= exercise.graded_from


def _grade(draw_one: Callable[[], float], graded: bool) -> int:
    if draw_one() < 0.45:
        return 0
    return whole(draw_one, 1, 3) if graded else 1


def whole(draw_one: Callable[[], float], low: int, high: int) -> int:
    """Draw a whole number, both ends among them."""
    return low + int(draw_one() * (high - low + 1))


def _cutoff(wanted: Wanted, length: int) -> int | None:
    """Depth to ask for, smaller than the list."""
    asked = wanted.convention.cutoff if "cutoff" in wanted.metric.uses else None
    if asked is not None or not wanted.exercise.cut:
        return asked
    return whole(wanted.draw_one, 2, length - 1)


# ---------------------------------------------------------------------------------------------------------------------------
# Which lists are taken: the conditions, cheapest first


def short(exercise: Exercise, grades: Grades, cutoff: int | None, level: int) -> bool:
    """Whether a list asks for no more terms than a person adds up, and for enough of them."""
    shown, missed = grades
    if cutoff is not None and cutoff >= len(shown):
        return False
    if _is_graded(exercise, level) and len({grade for grade in (*shown, *missed) if grade}) < 2:
        return False
    if exercise.fits is not None:
        return exercise.fits(shown, missed)
    least, most = exercise.terms
    return least <= sum(grade > 0 for grade in shown[:cutoff]) <= most


def not_trivial(metric: Metric, value: float) -> bool:
    """Whether a value is not at the end of its range."""
    return value > 0.05 and (metric.high > 1 or value < 0.98)


def telling(answer: float, mistakes: tuple[Mistake, ...], core: int, digits: int, level: int) -> bool:
    """Whether every core mistake shows, and all numbers of a question lie so far apart that each names what was done.

    At level 1 two mistakes of which one is optional may share a number.
    """
    if sum(mistake.core for mistake in mistakes) < core:
        return False
    least = GAP * 10.0**-digits
    if any(abs(mistake.value - answer) < least for mistake in mistakes):
        return False
    pairs = combinations(mistakes, 2)
    close = [(one, two) for one, two in pairs if abs(one.value - two.value) < least]
    return all(level == 1 and abs(one.value - two.value) <= SILENT and not (one.core and two.core) for one, two in close)


def _telling(metric: Metric, convention: Convention, drawn: Mapping[int, Grades], level: int) -> dict[int, Question]:
    """Questions on lists of one cutoff, by their place in the batch."""
    answers = compute(metric, RawLists.of([Ranking.from_grades(*each) for each in drawn.values()]), convention).value
    rows = [row for row, answer in zip(drawn, answers, strict=True) if not_trivial(metric, float(answer))]
    asked = {row: float(answer) for row, answer in zip(drawn, answers, strict=True) if row in rows}
    lists = [Ranking.from_grades(*drawn[row]) for row in rows]
    core = core_of(metric, convention)
    found = {}
    given = _while_any_may_be_taken(metric, lists, convention, np.array([*asked.values()]))
    for place, (row, answer) in enumerate(asked.items()):
        numbers = ((key, float(value[place])) for key, value in given.items())
        showing = ((key, value) for key, value in numbers if abs(value - answer) > SILENT and abs(value) < float("inf"))
        mistakes = tuple(Mistake(key, value, key in core) for key, value in showing)
        if telling(answer, mistakes, len(core), DIGITS, level):
            printed = print_measure(metric, convention)
            one = (lists[place],)
            found[row] = Question("value", printed, one, convention, metric.key, answer, mistakes, DIGITS, level, 0, 0)
    return found


def _while_any_may_be_taken(
    metric: Metric, lists: Sequence[Ranking], convention: Convention, answers: Array
) -> dict[str, Array]:
    """What the mistakes give, as long as a core one has not yet refused every list: most batches end early."""
    may, given = np.ones(len(lists), dtype=bool), dict[str, Array]()
    for key, value in one_by_one(metric, lists, convention) if lists else ():
        if key in core_of(metric, convention):
            may &= np.abs(value - answers) >= GAP * 10.0**-DIGITS
            if not may.any():
                return {}
        given[key] = value
    return given
