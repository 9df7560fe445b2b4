"""Sets of questions: measures take turns, and no question comes twice."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.errors import InputError, shown
from rankviz.metrics.measures import parse_measure
from rankviz.teach.draw import VERSION, draw
from rankviz.teach.question import Question

MOST_QUESTIONS = 1_000
LARGEST_SEED = 2**31 - 1


def draw_set(
    measures: Sequence[str],
    count: int = 10,
    seed: int = 1,
    level: int = 1,
    kinds: Sequence[str] = ("value",),
    version: int = VERSION,
) -> tuple[Question, ...]:
    """Draw a set of questions: the same arguments, the same questions, for ever.

    Parameters
    ----------
    measures : sequence of str
        Each as for `draw`; they take turns in this order.
    count : int
        1 to 1,000.
    seed : int
        0 to 2,147,483,647.
    level, version
        As for `draw`.
    kinds : sequence of str
        They take turns once every measure has had its own.

    Raises
    ------
    InputError
        `bad_whole` for a count or seed that is none, `too_few_questions` where so many different ones are not found, and those
        of `draw`.

    Examples
    --------
    >>> [question.measure for question in draw_set(["nDCG@3", "RR"], count=3)]
    ['nDCG@3', 'RR', 'nDCG@3']
    """
    count, seed = _whole("count", count, 1, MOST_QUESTIONS), _whole("seed", seed, 0, LARGEST_SEED)
    if not measures or not kinds:
        raise InputError("no_measures", "Name at least one metric to ask about, such as nDCG@5.")
    drawn: list[Question] = []
    by_metric: dict[str, list[Question]] = {}
    for place in range(count):
        measure = measures[place % len(measures)]
        kind = kinds[place // len(measures) % len(kinds)]
        earlier = by_metric.setdefault(parse_measure(measure).metric.key, [])
        try:
            question = draw(kind, measure, seed, place + 1, level, version, earlier)
        except InputError as error:
            if error.key != "no_list_for_question" or not earlier:
                raise
            raise _too_few(measure, len(earlier)) from None
        earlier.append(question)
        drawn.append(question)
    return tuple(drawn)


def _too_few(measure: str, found: int) -> InputError:
    message = f"Only {found} different questions about {measure} were found. Ask for fewer, or at another level."
    return InputError("too_few_questions", message, measure=measure, found=found)


def _whole(name: str, value: object, low: int, high: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    message = f"{name} is {shown(value)}; expected a whole number from {low} to {high:,}."
    raise InputError("bad_whole", message, name=name, value=shown(value), low=low, high=f"{high:,}")
