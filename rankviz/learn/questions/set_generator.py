"""Generated sets of questions: measures and kinds take turns, and no question comes twice."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, lcm

from rankviz.basics.errors import InputError, short_repr
from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.core.metrics.measures import parse_measure
from rankviz.learn.questions.generate import VERSION, draw, measure_text
from rankviz.learn.questions.kinds import KINDS, USUAL_KIND
from rankviz.learn.questions.question import Question

MOST_QUESTIONS = 1_000
LARGEST_SEED = 2**31 - 1
EVERY_THIRD = 3  # in a set of several kinds at most every third question is of a rare kind


class LazyQuestionSet:
    """The questions of a generated set, each drawn when first needed and then cached.

    Parameters
    ----------
    measures : sequence of str
        Each as for `draw`; they take turns in this order.
    seed : int
        0 to 2,147,483,647.
    level, version, convention
        As for `draw`.
    kinds : sequence of str
        They take turns with the measures, as `turns_of` and `turn_of_measure` say.

    Raises
    ------
    InputError
        `no_measures`, `bad_whole` for an invalid seed, and those of `parse_measure`.
    """

    def __init__(
        self,
        measures: Sequence[str],
        seed: int,
        level: int,
        kinds: Sequence[str],
        version: int = VERSION,
        convention: Convention = TEXTBOOK,
    ) -> None:
        if not measures or not kinds:
            raise InputError("no_measures", "Name at least one metric, such as nDCG@5.")
        self._measures, self._kinds = tuple(measures), turns_of(kinds)
        self._metrics = tuple(parse_measure(each).metric.key for each in measures)
        self._seed, self._level, self._version = check_integer("seed", seed, 0, LARGEST_SEED), level, version
        self._convention = convention
        self._drawn: dict[int, Question] = {}
        self._missing: dict[int, InputError] = {}

    def question(self, number: int) -> Question:
        """Return the question of a number, counted from 1.

        Raises
        ------
        InputError
            `too_few_questions` if there are not as many different questions, and those of `draw`.
        """
        if number in self._drawn:
            return self._drawn[number]
        if number in self._missing:
            raise self._missing[number].with_traceback(None)
        kind, measure_index = self._kinds[(number - 1) % len(self._kinds)], self._measure_index(number)
        metric, measure = self._metrics[measure_index], self._measures[measure_index]
        earlier_numbers = [each for each in range(1, number) if self._metrics[self._measure_index(each)] == metric]
        earlier = [self.question(each) for each in earlier_numbers]
        try:
            question = draw(kind, measure, self._seed, number, self._level, self._version, earlier, self._convention)
        except InputError as error:
            is_exhausted = error.key == "no_list_for_question" and bool(earlier)
            self._missing[number] = (
                _too_few_error(measure_text(parse_measure(measure)), len(earlier)) if is_exhausted else error
            )
            raise self._missing[number] from None
        self._drawn[number] = question
        return question

    def _measure_index(self, number: int) -> int:
        return turn_of_measure(number - 1, len(self._kinds), len(self._measures))


def draw_set(
    measures: Sequence[str],
    count: int = 10,
    seed: int = 1,
    level: int = 1,
    kinds: Sequence[str] = (USUAL_KIND,),
    version: int = VERSION,
) -> tuple[Question, ...]:
    """Draw a set of questions: the same arguments, the same questions, for ever.

    Parameters
    ----------
    measures, seed, level, kinds, version
        As for `LazyQuestionSet`.
    count : int
        1 to 1,000.

    Raises
    ------
    InputError
        `bad_whole` for an invalid count, and those of `LazyQuestionSet`.

    Examples
    --------
    >>> [question.measure for question in draw_set(["nDCG@3", "RR"], count=3)]
    ['nDCG@3', 'RR', 'nDCG@3']
    """
    count = check_integer("count", count, 1, MOST_QUESTIONS)
    question_set = LazyQuestionSet(measures, seed, level, kinds, version)
    return tuple(question_set.question(number) for number in range(1, count + 1))


def turns_of(kinds: Sequence[str]) -> tuple[str, ...]:
    """Return the order in which kinds take turns: as named, but rare ones last, and at most every third time.

    Examples
    --------
    >>> turns_of(["step", "value"]), turns_of(["value", "step", "gap"]), turns_of(["step"])
    (('value', 'value', 'step'), ('value', 'gap', 'step'), ('step',))
    """
    rare = [kind for kind in kinds if is_rare(kind)]
    others = [kind for kind in kinds if kind not in rare]
    if not others or not rare:
        return tuple(kinds)
    rounds = -(-(EVERY_THIRD - 1) * len(rare) // len(others))
    return (*others * rounds, *rare)


def is_rare(kind: str) -> bool:
    """Whether at most every third question of a set of several kinds is of a kind."""
    return kind in KINDS and KINDS[kind].is_rare


def turn_of_measure(turn: int, kinds: int, measures: int) -> int:
    """Return the index of the measure that has a turn, such that each kind meets each measure.

    Kind and measure change with every question. Two kinds and two measures would always meet in the same two pairs, so the
    measures move on by one after each full round.

    Examples
    --------
    >>> [(turn % 2, turn_of_measure(turn, 2, 2)) for turn in range(4)]
    [(0, 0), (1, 1), (0, 1), (1, 0)]
    """
    return (turn + turn // lcm(kinds, measures) % gcd(kinds, measures)) % measures


def _too_few_error(measure: str, count: int) -> InputError:
    message = (
        f"Only {count} different questions about {measure} were found. "
        "Ask for fewer, add other metrics, or change the level, the cutoff, the choices or the kinds of questions."
    )
    return InputError("too_few_questions", message, measure=measure, found=count)


def check_integer(name: str, value: object, low: int, high: int) -> int:
    """Return the value; InputError `bad_whole` unless it is a whole number from `low` to `high`."""
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    message = f"{name} is {short_repr(value)}; expected a whole number from {low} to {high:,}."
    raise InputError("bad_whole", message, name=name, value=short_repr(value), low=low, high=f"{high:,}")
