"""Generates questions by seed: the same seed gives the same question, on every machine and for ever.

Only `random.Random(seed).random()` is used, whose sequence Python promises to keep.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from rankviz.basics.errors import InputError, unknown_name
from rankviz.basics.work_budget import spend
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
    """Generate a question.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    measure : str
        A metric that has an `exercise`, by key or name; with a cutoff (`nDCG@4`) the question has that cutoff.
    seed, number : int
        Seed of the set, and number of the question in it.
    level : {1, 2, 3}
    version : int
        Version of the generator.
    earlier : sequence of Question
        Questions of the same set, none of which is generated again.
    convention : Convention
        The convention of the question, but for the parameters in the measure. What it chooses is no mistake.

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
    spend()
    parsed_measure = parse_measure(measure)
    if parsed_measure.metric.exercise is None:
        names = ", ".join(metric.name for metric in METRICS.values() if metric.exercise is not None)
        message = f"There are no questions about {parsed_measure.metric.name}; choose one of: {names}."
        raise InputError("no_questions", message, name=parsed_measure.metric.name, known=names)
    used_convention = convention.with_choices(parsed_measure.choices)
    known = {contents_of(each) for each in earlier}
    for attempt in range(seed, seed + MOST_SEEDS):
        spec = QuestionSpec(parsed_measure, used_convention, level, _random(attempt, number, kind, parsed_measure.metric.key))
        for question in KINDS[kind].draw(spec):
            if contents_of(question) not in known:
                return replace(question, kind=kind, seed=seed, number=number)
    name = measure_text(parsed_measure)
    message = f"No list was found for a question about {name}; ask without a cutoff, at another level, or for another kind."
    raise InputError("no_list_for_question", message, measure=name)


def measure_text(measure: Measure) -> str:
    """Return the measure as printed, without a cutoff if each question has its own."""
    return print_measure(measure.metric, TEXTBOOK.with_choices({**measure.choices, "cutoff": measure.cutoff}))


def _refuse_unknown(kind: object, version: object, level: object) -> None:
    """Raise InputError `unknown_kind`, `unknown_version` or `unknown_level` for what cannot be generated."""
    checks: dict[str, tuple[object, tuple[object, ...]]]
    checks = {"kind": (kind, tuple(KINDS)), "version": (version, (VERSION,)), "level": (level, tuple(LEVELS))}
    for name, (value, known) in checks.items():
        if isinstance(value, bool) or value not in known:
            raise unknown_name(name, value, map(str, known))


def _random(seed: int, number: int, kind: str, metric: str) -> Callable[[], float]:
    checksum = zlib.crc32(f"{seed} {number} {kind} {metric}".encode())
    return Random(checksum).random  # noqa: S311, no secret depends on it


def contents_of(question: Question) -> tuple[object, ...]:
    """Return what two questions differ in, whatever their documents are called."""
    grades = (
        (tuple(item.grade for item in each.items), tuple(sorted(item.grade or 0 for item in each.missed)))
        for each in question.lists
    )
    return (question.measure, *grades)
