"""Draws questions by seed: the same seed, the same question, on every machine and for ever.

Only `random.Random(seed).random()` is used, whose sequence Python promises to keep.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from rankviz.basics.errors import InputError, unknown_name
from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import Measure, parse_measure, print_measure
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.random_lists import LEVELS, QuestionSpec

VERSION = 1
MOST_SEEDS = 3


def draw(
    kind: str,
    measure: str,
    seed: int,
    number: int,
    level: int = 1,
    version: int = VERSION,
    earlier: Sequence[Question] = (),
    convention: Convention = TEXTBOOK,
) -> Question:
    """Draw a question.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    measure : str
        A metric that has an `exercise`, by key or name; with a cutoff (`nDCG@4`) every question has it.
    seed, number : int
        Of the set, and the question's number in it.
    level : {1, 2, 3}
    version : int
        Of the generator; an older one is kept as it was.
    earlier : sequence of Question
        Those of the same set: none of them is drawn again.
    convention : Convention
        What is asked under; the numbers that stand in the measure win. A mistake that it makes is none.

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
    chosen = convention.with_choices(asked.choices)
    for attempt in range(seed, seed + MOST_SEEDS):
        wanted = QuestionSpec(asked, chosen, level, _random(attempt, number, kind, asked.metric.key))
        for found in KINDS[kind].draw(wanted):
            if is_new(found, earlier):
                return replace(found, kind=kind, seed=seed, number=number)
    name = measure_text(asked)
    message = f"No list was found on which {name} tells the usual mistakes apart; ask without a cutoff, or at another level."
    raise InputError("no_list_for_question", message, measure=name)


def measure_text(asked: Measure) -> str:
    """What is asked about, as it is printed; without a cutoff where each question has its own."""
    return print_measure(asked.metric, TEXTBOOK.with_choices({**asked.choices, "cutoff": asked.cutoff}))


def _refuse_unknown(kind: object, version: object, level: object) -> None:
    """Refuse what no generator here draws: `unknown_kind`, `unknown_version`, `unknown_level`."""
    given: dict[str, tuple[object, tuple[object, ...]]]
    given = {"kind": (kind, tuple(KINDS)), "version": (version, (VERSION,)), "level": (level, tuple(LEVELS))}
    for what, (value, known) in given.items():
        if isinstance(value, bool) or value not in known:
            raise unknown_name(what, value, map(str, known))


def _random(seed: int, number: int, kind: str, metric: str) -> Callable[[], float]:
    whole = zlib.crc32(f"{seed} {number} {kind} {metric}".encode())
    return Random(whole).random  # noqa: S311, no secret depends on it


def is_new(question: Question, earlier: Sequence[Question]) -> bool:
    """Whether a question is another one than those of its set, whatever the documents are called."""
    here = _grades(question)
    return all(question.measure != each.measure or here != _grades(each) for each in earlier)


def _grades(question: Question) -> tuple[object, ...]:
    return tuple(
        ([item.grade for item in each.items], sorted(item.grade or 0 for item in each.missed)) for each in question.lists
    )
