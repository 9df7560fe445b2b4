"""Random short lists for questions, and which of them are short enough to be computed by hand.

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
GAP = 4  # least distance of any two numbers of a question, in units of the last digit asked for
MOST_UNJUDGED, MOST_TIED = 2, 3
LAST_TO_TIE = 2  # last position at which a tie may begin: every list is longer, and most cutoffs are deeper
SILENT = 1e-9  # a mistake that changes the value by less does not show on a list


class RandomList(NamedTuple):
    """A random list.

    Parameters
    ----------
    grades : tuple of int or None
        Grades of the entries; None: unjudged.
    missed : tuple of int
        Grades of the judged documents that were not retrieved.
    scores : tuple of float, or None
        Scores of the entries, if some tie.
    """

    grades: tuple[int | None, ...]
    missed: tuple[int, ...]
    scores: tuple[float, ...] | None = None

    @property
    def ranking(self) -> Ranking:
        """The list with documents d1, d2 and so on."""
        return Ranking.from_grades(self.grades, self.missed, self.scores)


class Style(NamedTuple):
    """What random lists may contain.

    Parameters
    ----------
    graded : bool
        Whether grades go up to 3, instead of 0 and 1.
    unjudged, tied : bool
        Whether there are unjudged entries, equal scores; if both are set, at least one of the two.
    requires_both : bool
        Whether there are always both.
    """

    graded: bool
    unjudged: bool = False
    tied: bool = False
    requires_both: bool = False


class Level(NamedTuple):
    """Lengths of lists at a level, and numbers of judged documents that were not retrieved."""

    shortest: int
    longest: int
    least_missed: int
    most_missed: int


LEVELS: Mapping[int, Level] = {1: Level(4, 5, 1, 1), 2: Level(5, 7, 1, 2), 3: Level(6, 9, 1, 3)}


class QuestionSpec(NamedTuple):
    """What to generate a question about, and its random numbers.

    Parameters
    ----------
    measure : Measure
    convention : Convention
        Without a cutoff, unless the measure names one.
    level : int
    draw_one : function of () to float
        Returns the next random number in [0, 1), the only source of chance.
    """

    measure: Measure
    convention: Convention
    level: int
    draw_one: Callable[[], float]

    @property
    def metric(self) -> Metric:
        """The metric of the measure."""
        return self.measure.metric

    def measure_text(self, convention: Convention) -> str:
        """Return the measure as printed, with its cutoff and the parameters written with it: `P(rel=2)@5`."""
        return print_measure(self.metric, convention, also=self.measure.choices)

    @property
    def exercise(self) -> Exercise:
        """How lists for the metric must be, as its registry entry says."""
        assert self.metric.exercise is not None
        return self.metric.exercise


def draw_batches(spec: QuestionSpec, style: Style) -> Iterator[dict[int | None, dict[int, RandomList]]]:
    """Yield batches of short random lists, by cutoff and position in the order of drawing.

    Lists of a batch are computed together. Batches grow: if the first ones were of no use, few lists are.
    """
    first, batch_count = 0, 1
    while first < MOST_DRAWS:
        lists: dict[int | None, dict[int, RandomList]] = {}
        for start in range(first, first + batch_count * BATCH, BATCH):
            drawn_lists = [draw_list(spec, style) for _ in range(BATCH)]
            for position, each in enumerate(drawn_lists, start):
                k = _draw_cutoff(spec, len(each.grades))
                if is_short_enough(spec.exercise, each, k, style.graded):
                    lists.setdefault(k, {})[position] = each
        yield lists
        first, batch_count = first + batch_count * BATCH, min(2 * batch_count, MOST_TOGETHER)


def style_of(spec: QuestionSpec) -> Style:
    """Return the plain style of lists at a level: graded from the metric's level on, or if the threshold is above 1."""
    graded_from = spec.exercise.graded_from
    return Style(spec.convention.threshold > 1 or (graded_from is not None and spec.level >= graded_from))


def draw_list(spec: QuestionSpec, style: Style) -> RandomList:
    """Draw a list of the level's length, with judged documents that were not retrieved."""
    exercise, draw_one, size = spec.exercise, spec.draw_one, LEVELS[spec.level]
    length = random_integer(draw_one, size.shortest, size.longest)
    least = max(size.least_missed, exercise.least_missed)
    missed_count = random_integer(draw_one, least, max(least, size.most_missed))
    grades = tuple(_draw_grade(draw_one, style.graded) for _ in range(length))
    # Of the documents that were not retrieved mostly the relevant ones are judged.
    missed_grades = tuple(_draw_grade(draw_one, style.graded) or int(draw_one() < 0.5) for _ in range(missed_count))
    return _with_unjudged_and_ties(RandomList(grades, missed_grades), style, draw_one)


def _with_unjudged_and_ties(drawn: RandomList, style: Style, draw_one: Callable[[], float]) -> RandomList:
    """Return the list with some entries unjudged and some scores tied, as the style asks."""
    has_unjudged, has_ties = style.unjudged, style.tied
    if has_unjudged and has_ties and not style.requires_both:
        choice = random_integer(draw_one, 0, 2)  # only ties, only unjudged entries, or both
        has_unjudged, has_ties = choice != 0, choice != 1
    size = len(drawn.grades)
    if has_unjudged:
        places = {random_integer(draw_one, 0, size - 1) for _ in range(random_integer(draw_one, 1, MOST_UNJUDGED))}
        drawn = drawn._replace(grades=tuple(None if place in places else grade for place, grade in enumerate(drawn.grades)))
    if has_ties:
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
    """Draw a whole number from `low` to `high`, both included."""
    return low + int(draw_one() * (high - low + 1))


def random_order(draw_one: Callable[[], float], size: int) -> list[int]:
    """Draw an order of the numbers from 0 to `size` - 1."""
    order = list(range(size))
    for position in range(size - 1, 0, -1):
        other_position = random_integer(draw_one, 0, position)
        order[position], order[other_position] = order[other_position], order[position]
    return order


def _draw_cutoff(spec: QuestionSpec, length: int) -> int | None:
    """Return the cutoff of the convention, or draw one that is smaller than the list."""
    cutoff = spec.convention.cutoff if "cutoff" in spec.metric.uses else None
    if cutoff is not None or not spec.exercise.has_cutoff:
        return cutoff
    return random_integer(spec.draw_one, 2, length - 1)


# ---------------------------------------------------------------------------------------------------------------------------
# Which lists are accepted: the conditions, cheapest first


def is_short_enough(exercise: Exercise, drawn: RandomList, cutoff: int | None, graded: bool) -> bool:
    """Whether a list has few enough terms to be added up by hand, but not too few."""
    grades, missed = tuple(grade or 0 for grade in drawn.grades), drawn.missed
    if cutoff is not None and cutoff >= len(grades):
        return False
    if graded and len({grade for grade in (*grades, *missed) if grade}) < 2:
        return False
    if exercise.fits is not None:
        return exercise.fits(grades, missed)
    least, most = exercise.terms
    return least <= sum(grade > 0 for grade in grades[:cutoff]) <= most


def is_nontrivial(metric: Metric, value: float) -> bool:
    """Whether a value is away from the ends of its range."""
    return value > 0.05 and (metric.high > 1 or value < 0.98)
