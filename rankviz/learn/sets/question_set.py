"""Question sets: what a link or a file asks for, and the questions themselves.

The same link gives the same questions for ever. It names kinds and metrics, which take turns, or holds a list of its own
(`rankviz.learn.sets.list_question`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.learn.questions.generate import VERSION, draw
from rankviz.learn.questions.kinds import USUAL_KIND
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.set_generator import LazyQuestionSet
from rankviz.learn.sets.list_question import ListQuestion, build_list_question

MOST_IN_LINK = 100
MOST_TITLE = 120  # characters
DIGITS = range(3, 7)
USUAL_DIGITS, USUAL_LEVEL, USUAL_COUNT, USUAL_SEED = 3, 2, 10, 1
MOST_TRIES = 9
NO_HELP = "none"
RISING = "rising"  # in place of a level: that of a set that adapts
CACHED_SETS = 512  # as many students can work at the same time, each on another set; about 50 kB each


@dataclass(frozen=True)
class Help:
    """The help that a learner gets with a set.

    Parameters
    ----------
    allows_hints : bool
    names_mistakes : bool
        Whether mistakes are named.
    solution_after : int or None
        Wrong tries after which the solution is offered; None for only at the end.
    """

    allows_hints: bool = True
    names_mistakes: bool = True
    solution_after: int | None = 2

    @property
    def is_test(self) -> bool:
        """Whether there is no help at all: a test, whose answers are judged only at the end."""
        return self == NOTHING

    def __str__(self) -> str:
        words = (
            ["hints"] * self.allows_hints
            + ["names"] * self.names_mistakes
            + [str(self.solution_after)] * (self.solution_after is not None)
        )
        return ".".join(words) or NO_HELP


def read_help(text: str) -> Help | None:
    """Parse the text of a `Help`; None if it is none.

    Examples
    --------
    >>> str(read_help("names.hints.3")), read_help("none").is_test, read_help("hint")
    ('hints.names.3', True, None)
    """
    words = [] if text == NO_HELP else text.split(".")
    tries = [word for word in words if re.fullmatch(f"[1-{MOST_TRIES}]", word)]
    if len(tries) > 1 or not set(words) <= {"hints", "names", *tries}:
        return None
    return Help("hints" in words, "names" in words, int(tries[0]) if tries else None)


USUAL_HELP, NOTHING = Help(), Help(allows_hints=False, names_mistakes=False, solution_after=None)


@dataclass(frozen=True)
class GeneratedQuestion:
    """A question of a file to be generated: the arguments of `draw` but for the number, and a note."""

    kind: str
    measure: str
    seed: int = USUAL_SEED
    level: int = USUAL_LEVEL
    note: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class QuestionSet:
    """A set of questions.

    Parameters
    ----------
    kinds, measures : tuple of str
        They take turns, each with every question. A measure is the key of a metric, with a cutoff if it is the same for all
        of its questions.
    count, seed, level : int
    adapts : bool
        Whether the level changes with the learner's success, and `level` is that of the first question.
    convention : Convention
        Choices of all questions, without a cutoff.
    digits : int
        Decimal places to answer with.
    help : Help
    title : str
    fixed_questions : tuple of ListQuestion or GeneratedQuestion
        The questions of a file, or of a link with a list; kinds, measures, count and seed are ignored then.
    gen : int
        Version of the generator.
    """

    kinds: tuple[str, ...] = (USUAL_KIND,)
    measures: tuple[str, ...] = ("ndcg",)
    count: int = USUAL_COUNT
    seed: int = USUAL_SEED
    level: int = USUAL_LEVEL
    adapts: bool = False
    convention: Convention = TEXTBOOK
    digits: int = USUAL_DIGITS
    help: Help = USUAL_HELP
    title: str = ""
    fixed_questions: tuple[ListQuestion | GeneratedQuestion, ...] = ()
    gen: int = VERSION

    @property
    def size(self) -> int:
        """Number of questions."""
        return len(self.fixed_questions) or self.count

    @property
    def level_key(self) -> str:
        """The level as links and texts have it: `RISING`, or a number."""
        return RISING if self.adapts else str(self.level)


def get_question(question_set: QuestionSet, number: int) -> Question:
    """Return a question of a set, counted from 1; the same set and number give the same question for ever.

    Raises
    ------
    InputError
        If the question cannot be asked: `too_few_questions`, those of `draw` and those of `build_list_question`.

    Examples
    --------
    >>> question_set = QuestionSet(("value",), ("ap", "ndcg"), seed=7, level=1)
    >>> [get_question(question_set, number).measure for number in (1, 2)]
    ['AP@4', 'nDCG@3']
    """
    if question_set.fixed_questions:
        question = _question_of_file(question_set.fixed_questions, number, question_set.level)
    else:
        question = _generated_set(
            question_set.measures,
            question_set.seed,
            question_set.level,
            question_set.kinds,
            question_set.gen,
            question_set.convention,
        ).question(number)
    return question if question.digits == question_set.digits else replace(question, digits=question_set.digits)


def get_questions(question_set: QuestionSet) -> tuple[Question, ...]:
    """Return all questions of a set; errors as for `get_question`."""
    return tuple(get_question(question_set, number) for number in range(1, question_set.size + 1))


def teacher_note(question_set: QuestionSet, number: int, language: str) -> str:
    """Return the teacher's note on a question, in another language if it lacks this one; "" if there is none."""
    texts = dict(question_set.fixed_questions[number - 1].note) if question_set.fixed_questions else {}
    return texts.get(language) or next(iter(texts.values()), "")


@lru_cache(maxsize=CACHED_SETS)
def _generated_set(
    measures: tuple[str, ...], seed: int, level: int, kinds: tuple[str, ...], gen: int, convention: Convention
) -> LazyQuestionSet:
    return LazyQuestionSet(measures, seed, level, kinds, gen, convention)


@lru_cache(maxsize=256)
def _question_of_file(fixed_questions: tuple[ListQuestion | GeneratedQuestion, ...], number: int, level: int) -> Question:
    wanted_question = fixed_questions[number - 1]
    if isinstance(wanted_question, ListQuestion):
        return build_list_question(wanted_question, number, level)
    twin_numbers = [
        place
        for place, other in enumerate(fixed_questions[: number - 1], 1)
        if isinstance(other, GeneratedQuestion) and _draws_same(other, wanted_question)
    ]
    earlier = [_question_of_file(fixed_questions, place, level) for place in twin_numbers]
    return replace(
        draw(wanted_question.kind, wanted_question.measure, wanted_question.seed, 1, wanted_question.level, VERSION, earlier),
        number=number,
    )


def _draws_same(one: GeneratedQuestion, other: GeneratedQuestion) -> bool:
    """Whether two entries would generate the same question, so that the second needs another one."""
    return replace(one, note=()) == replace(other, note=())
