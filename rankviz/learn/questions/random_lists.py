"""Draws short lists by chance, and takes those on which the usual mistakes can be told apart.

Only `random.Random(seed).random()` is used, whose sequence Python promises to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import Metric
from rankviz.core.metrics.measures import Measure, print_measure
from rankviz.core.metrics.registry import Exercise

BATCH = 64
MOST_DRAWS = 6_000
MOST_TOGETHER = 8  # batches
DIGITS = 3
GAP = 4  # units of the last asked digit between any two numbers of a question
MOST_UNJUDGED, MOST_TIED = 2, 3
LAST_TO_TIE = 2  # the place from which on scores tie at the latest: every list is longer, and mostly the cutoff is deeper
SILENT = 1e-9  # a mistake that changes less is none on this list


class RandomList(NamedTuple):
    """A list that was drawn.

    Parameters
    ----------
    grades : tuple of int or None
        Grades of the entries; None: unjudged.
    missed : tuple of int
        Grades of the judged documents that were not retrieved.
    scores : tuple of float, or None
        Of the entries, where some tie.
    """

    grades: tuple[int | None, ...]
    missed: tuple[int, ...]
    scores: tuple[float, ...] | None = None

    @property
    def ranking(self) -> Ranking:
        """The list with documents d1, d2 and so on."""
        return Ranking.from_grades(self.grades, self.missed, self.scores)


class Style(NamedTuple):
    """What lists have beside their entries.

    Parameters
    ----------
    graded : bool
        Whether there are grades, not only relevance.
    unjudged, tied : bool
        Whether there may be unjudged entries and equal scores: one of them at least, if both may be.
    requires_both : bool
        Whether there are both for sure.
    """

    graded: bool
    unjudged: bool = False
    tied: bool = False
    requires_both: bool = False


class Level(NamedTuple):
    """How long lists are at a level, and how many judged documents were not retrieved."""

    shortest: int
    longest: int
    least_missed: int
    most_missed: int


LEVELS: Mapping[int, Level] = {1: Level(4, 5, 1, 1), 2: Level(5, 7, 1, 2), 3: Level(6, 9, 1, 3)}


class QuestionSpec(NamedTuple):
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

    def measure_text(self, convention: Convention) -> str:
        """The measure with its cutoff, and with what was written when it was asked for: `P(rel=2)@5`."""
        return print_measure(self.metric, convention, also=self.measure.choices)

    @property
    def exercise(self) -> Exercise:
        """Which lists the metric can be asked on."""
        assert self.metric.exercise is not None
        return self.metric.exercise


def draw_batches(wanted: QuestionSpec, style: Style) -> Iterator[dict[int | None, dict[int, RandomList]]]:
    """Lists that are short, by their cutoff and their place; what is given together is computed at once.

    Where the first batch has no list that is taken, few are: then more batches are given together.
    """
    first, together = 0, 1
    while first < MOST_DRAWS:
        found: dict[int | None, dict[int, RandomList]] = {}
        for start in range(first, first + together * BATCH, BATCH):
            drawn = [draw_list(wanted, style) for _ in range(BATCH)]
            for place, each in enumerate(drawn, start):
                k = _draw_cutoff(wanted, len(each.grades))
                if is_short_enough(wanted.exercise, each, k, style.graded):
                    found.setdefault(k, {})[place] = each
        yield found
        first, together = first + together * BATCH, min(2 * together, MOST_TOGETHER)


def style_of(wanted: QuestionSpec) -> Style:
    """How plain lists are at a level; where relevance begins at a grade above 1 there are grades."""
    graded_from = wanted.exercise.graded_from
    return Style(wanted.convention.threshold > 1 or (graded_from is not None and wanted.level >= graded_from))


def draw_list(wanted: QuestionSpec, style: Style) -> RandomList:
    """Draw a list of the level's length, and the judged documents that were not retrieved."""
    exercise, draw_one, size = wanted.exercise, wanted.draw_one, LEVELS[wanted.level]
    length = random_integer(draw_one, size.shortest, size.longest)
    least = max(size.least_missed, exercise.least_missed)
    missed = random_integer(draw_one, least, max(least, size.most_missed))
    shown = tuple(_draw_grade(draw_one, style.graded) for _ in range(length))
    # Of what was not retrieved mostly the relevant documents are known.
    hidden = tuple(_draw_grade(draw_one, style.graded) or int(draw_one() < 0.5) for _ in range(missed))
    return _with_unjudged_and_ties(RandomList(shown, hidden), style, draw_one)


def _with_unjudged_and_ties(drawn: RandomList, style: Style, draw_one: Callable[[], float]) -> RandomList:
    """Leave some entries unjudged, and let some tie."""
    unjudged, tied = style.unjudged, style.tied
    if unjudged and tied and not style.requires_both:
        kept = random_integer(draw_one, 0, 2)
        unjudged, tied = kept != 0, kept != 1
    size = len(drawn.grades)
    if unjudged:
        places = {random_integer(draw_one, 0, size - 1) for _ in range(random_integer(draw_one, 1, MOST_UNJUDGED))}
        drawn = drawn._replace(grades=tuple(None if place in places else grade for place, grade in enumerate(drawn.grades)))
    if tied:
        first = random_integer(draw_one, 0, LAST_TO_TIE)
        last = first + random_integer(draw_one, 1, MOST_TIED - 1)
        scores = (first if first <= place <= last else place for place in range(size))
        drawn = drawn._replace(scores=tuple(round(1 - 0.1 * (place + 1), 1) for place in scores))
    return drawn


def _draw_grade(draw_one: Callable[[], float], graded: bool) -> int:
    if draw_one() < 0.45:
        return 0
    return random_integer(draw_one, 1, 3) if graded else 1


def random_integer(draw_one: Callable[[], float], low: int, high: int) -> int:
    """Draw a whole number, both ends among them."""
    return low + int(draw_one() * (high - low + 1))


def random_order(draw_one: Callable[[], float], size: int) -> list[int]:
    """Draw an order of the numbers from 0."""
    order = list(range(size))
    for one in range(size - 1, 0, -1):
        other = random_integer(draw_one, 0, one)
        order[one], order[other] = order[other], order[one]
    return order


def _draw_cutoff(wanted: QuestionSpec, length: int) -> int | None:
    """Depth to ask for, smaller than the list."""
    asked = wanted.convention.cutoff if "cutoff" in wanted.metric.uses else None
    if asked is not None or not wanted.exercise.has_cutoff:
        return asked
    return random_integer(wanted.draw_one, 2, length - 1)


# ---------------------------------------------------------------------------------------------------------------------------
# Which lists are taken: the conditions, cheapest first


def is_short_enough(exercise: Exercise, drawn: RandomList, cutoff: int | None, graded: bool) -> bool:
    """Whether a list asks for no more terms than a person adds up, and for enough of them."""
    shown, missed = tuple(grade or 0 for grade in drawn.grades), drawn.missed
    if cutoff is not None and cutoff >= len(shown):
        return False
    if graded and len({grade for grade in (*shown, *missed) if grade}) < 2:
        return False
    if exercise.fits is not None:
        return exercise.fits(shown, missed)
    least, most = exercise.terms
    return least <= sum(grade > 0 for grade in shown[:cutoff]) <= most


def is_not_trivial(metric: Metric, value: float) -> bool:
    """Whether a value is not at the end of its range."""
    return value > 0.05 and (metric.high > 1 or value < 0.98)
