"""Draws questions by seed: the same seed, the same question, on every machine and for ever.

Only `random.Random(seed).random()` is used, whose sequence Python promises to keep.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import NamedTuple

import numpy as np

from rankviz.conventions import TEXTBOOK, Convention
from rankviz.conventions.options import Array
from rankviz.errors import InputError, unknown
from rankviz.evaluation import compute
from rankviz.lists.typed import Ranking, RawLists
from rankviz.metrics import METRICS, Metric
from rankviz.metrics.measures import Measure, parse_measure, print_measure
from rankviz.metrics.registry import Exercise
from rankviz.teach.mistakes import core_of, one_by_one
from rankviz.teach.question import Mistake, Question

VERSION = 1
KINDS = ("value",)
BATCH = 64
MOST_DRAWS = 6_000
MOST_SEEDS = 3
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


def draw(
    kind: str,
    measure: str,
    seed: int,
    number: int,
    level: int = 1,
    version: int = VERSION,
    earlier: Sequence[Question] = (),
) -> Question:
    """Draw a question.

    Parameters
    ----------
    kind : {'value'}
    measure : str
        A metric that has an `exercise`, by key or name; with a cutoff (`nDCG@4`) every question has it.
    seed, number : int
        Of the set, and the question's number in it.
    level : {1, 2, 3}
    version : int
        Of the generator; an older one is kept as it was.
    earlier : sequence of Question
        Those of the same set: none of them is drawn again.

    Returns
    -------
    Question

    Raises
    ------
    InputError
        `unknown_kind`, `unknown_version`, `unknown_level`; `no_questions` for a metric without usual mistakes,
        `no_list_for_question` if no list meets the conditions (a cutoff that is too deep for the level); those of
        `parse_measure`.

    Examples
    --------
    >>> question = draw("value", "nDCG", 7, 1)
    >>> question.measure, [item.grade for item in question.lists[0].items], round(question.answer, 3)
    ('nDCG@4', [1.0, 0.0, 1.0, 1.0, 2.0], 0.461)
    """
    _refuse_unknown(kind, version, level)
    asked = parse_measure(measure)
    if asked.metric.exercise is None:
        known = ", ".join(metric.name for metric in METRICS.values() if metric.exercise is not None)
        message = f"There are no questions about {asked.metric.name}; choose one of: {known}."
        raise InputError("no_questions", message, name=asked.metric.name, known=known)
    for attempt in range(seed, seed + MOST_SEEDS):
        for found in _taken(asked, _random(attempt, number, kind, asked.metric.key), level):
            if fresh(found, earlier):
                return replace(found, kind=kind, seed=seed, number=number)
    message = f"No list was found on which {measure} tells the usual mistakes apart; ask without a cutoff, or at another level."
    raise InputError("no_list_for_question", message, measure=measure)


def _refuse_unknown(kind: object, version: object, level: object) -> None:
    """Refuse what no generator here draws: `unknown_kind`, `unknown_version`, `unknown_level`."""
    given: dict[str, tuple[object, tuple[object, ...]]]
    given = {"kind": (kind, KINDS), "version": (version, (VERSION,)), "level": (level, tuple(LEVELS))}
    for what, (value, known) in given.items():
        if isinstance(value, bool) or value not in known:
            raise unknown(what, value, map(str, known))


def _random(seed: int, number: int, kind: str, metric: str) -> Callable[[], float]:
    whole = zlib.crc32(f"{seed} {number} {kind} {metric}".encode())
    return Random(whole).random  # noqa: S311, no secret depends on it


def _taken(asked: Measure, draw_one: Callable[[], float], level: int) -> Iterator[Question]:
    """Questions on the lists that are taken, in the order in which they were drawn."""
    metric, exercise = asked.metric, asked.metric.exercise
    assert exercise is not None
    for _ in range(0, MOST_DRAWS, BATCH):
        drawn = [_list(exercise, draw_one, level) for _ in range(BATCH)]
        cutoffs = [_cutoff(asked, len(shown), draw_one) for shown, _ in drawn]
        found: dict[int, Question] = {}
        for k in dict.fromkeys(cutoffs):
            rows = [row for row in range(BATCH) if cutoffs[row] == k and short(exercise, drawn[row], k, level)]
            convention = TEXTBOOK.with_choices({**asked.choices, "cutoff": k})
            if rows:
                found |= _telling(metric, convention, {row: drawn[row] for row in rows}, level)
        for row in sorted(found):
            yield found[row]


def _list(exercise: Exercise, draw_one: Callable[[], float], level: int) -> Grades:
    """Grades of a list, and of the judged documents that were not retrieved."""
    size = LEVELS[level]
    length = _whole(draw_one, size.shortest, size.longest)
    least = max(size.least_missed, exercise.missed)
    missed = _whole(draw_one, least, max(least, size.most_missed))
    graded = _is_graded(exercise, level)
    shown = tuple(_grade(draw_one, graded) for _ in range(length))
    # Of what was not retrieved mostly the relevant documents are known.
    return shown, tuple(_grade(draw_one, graded) or int(draw_one() < 0.5) for _ in range(missed))


def _is_graded(exercise: Exercise, level: int) -> bool:
    return exercise.graded_from is not None and level >= exercise.graded_from


def _grade(draw_one: Callable[[], float], graded: bool) -> int:
    if draw_one() < 0.45:
        return 0
    return _whole(draw_one, 1, 3) if graded else 1


def _whole(draw_one: Callable[[], float], low: int, high: int) -> int:
    return low + int(draw_one() * (high - low + 1))


def _cutoff(asked: Measure, length: int, draw_one: Callable[[], float]) -> int | None:
    """Depth to ask for, smaller than the list."""
    if asked.cutoff is not None or not (asked.metric.exercise and asked.metric.exercise.cut):
        return asked.cutoff
    return _whole(draw_one, 2, length - 1)


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


def fresh(question: Question, earlier: Sequence[Question]) -> bool:
    """Whether a question is another one than those of its set, whatever the documents are called."""
    return all((question.measure, _grades(question)) != (each.measure, _grades(each)) for each in earlier)


def _grades(question: Question) -> tuple[object, ...]:
    return tuple(
        ([item.grade for item in each.items], sorted(item.grade or 0 for item in each.missed)) for each in question.lists
    )


def _telling(metric: Metric, convention: Convention, drawn: Mapping[int, Grades], level: int) -> dict[int, Question]:
    """Questions on lists of one cutoff, by their place in the batch."""
    answers = compute(metric, RawLists.of([Ranking.from_grades(*each) for each in drawn.values()]), convention).value
    rows = [row for row, answer in zip(drawn, answers, strict=True) if not_trivial(metric, float(answer))]
    asked = {row: float(answer) for row, answer in zip(drawn, answers, strict=True) if row in rows}
    lists = [Ranking.from_grades(*drawn[row]) for row in rows]
    core = core_of(metric)
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
        if key in core_of(metric):
            may &= np.abs(value - answers) >= GAP * 10.0**-DIGITS
            if not may.any():
                return {}
        given[key] = value
    return given
