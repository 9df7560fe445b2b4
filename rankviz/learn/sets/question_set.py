"""Sets of questions: what a link or a file asks for, and the questions themselves.

A link is the set: the same link gives the same lists for ever. It names kinds and metrics, which take turns, or it holds a list
of its own (`rankviz.learn.sets.list_question`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.learn.questions.generate import VERSION, draw
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.set_generator import LazyQuestionSet
from rankviz.learn.sets.list_question import ListQuestion, build_list_question

MOST_IN_LINK = 100
MOST_TITLE = 120  # characters
DIGITS = range(3, 7)
USUAL_KIND = "value"
USUAL_DIGITS, USUAL_LEVEL, USUAL_COUNT, USUAL_SEED = 3, 2, 10, 1
MOST_TRIES = 9
NO_HELP = "none"
SETS_KEPT = 512  # of as many students as work at the same time, each on a set of their own; about 50 kB each


@dataclass(frozen=True)
class Help:
    """What a person who works on a set is given.

    Parameters
    ----------
    allows_hints : bool
    names_mistakes : bool
        Whether a mistake is named.
    solution_after : int or None
        Tries after which the solution is offered; None for not before the end.
    """

    allows_hints: bool = True
    names_mistakes: bool = True
    solution_after: int | None = 2

    @property
    def is_test(self) -> bool:
        """Whether it is a test: what was typed is judged at the end only."""
        return self == NOTHING

    def __str__(self) -> str:
        words = (
            ["hints"] * self.allows_hints
            + ["names"] * self.names_mistakes
            + [str(self.solution_after)] * (self.solution_after is not None)
        )
        return ".".join(words) or NO_HELP


def read_help(text: str) -> Help | None:
    """Read what `str` of a `Help` wrote; None if it is none.

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
    """A question of a file that is drawn: what `draw` needs, but for its number."""

    kind: str
    measure: str
    seed: int = USUAL_SEED
    level: int = USUAL_LEVEL
    note: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class QuestionSet:
    """What a set asks.

    Parameters
    ----------
    kinds, measures : tuple of str
        They take turns, both with every question. A measure is a metric's key, with its cutoff where every question has it.
    count, seed, level : int
    adapts : bool
        Whether `level` is that of the first question only, and the next ones follow how it goes.
    convention : Convention
        With the choices of all questions, without a cutoff.
    digits : int
        Decimal places that are asked for.
    help : Help
    title : str
    fixed_questions : tuple of ListQuestion or GeneratedQuestion
        The questions of a file, or of a link that brings its list; then kinds, measures, count and seed say nothing.
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
        """How many questions it has."""
        return len(self.fixed_questions) or self.count


def get_question(asked: QuestionSet, number: int) -> Question:
    """Draw or write a question of a set, counted from 1; the same set and number, the same question, for ever.

    Raises
    ------
    InputError
        Where a question cannot be asked: those of `draw`, `too_few_questions`, and those of `write_question`.

    Examples
    --------
    >>> asked = QuestionSet(("value",), ("ap", "ndcg"), seed=7, level=1)
    >>> [get_question(asked, number).measure for number in (1, 2)]
    ['AP@4', 'nDCG@3']
    """
    if asked.fixed_questions:
        found = _question_of_file(asked.fixed_questions, number, asked.level)
    else:
        found = _generated_set(asked.measures, asked.seed, asked.level, asked.kinds, asked.gen, asked.convention).question(
            number
        )
    return found if found.digits == asked.digits else replace(found, digits=asked.digits)


def get_questions(asked: QuestionSet) -> tuple[Question, ...]:
    """All questions of a set; errors as for `question`."""
    return tuple(get_question(asked, number) for number in range(1, asked.size + 1))


def teacher_note(asked: QuestionSet, number: int, language: str) -> str:
    """What a teacher says of a question, in a language or else in the one there is; "" if nothing."""
    texts = dict(asked.fixed_questions[number - 1].note) if asked.fixed_questions else {}
    return texts.get(language) or next(iter(texts.values()), "")


@lru_cache(maxsize=SETS_KEPT)
def _generated_set(
    measures: tuple[str, ...], seed: int, level: int, kinds: tuple[str, ...], gen: int, convention: Convention
) -> LazyQuestionSet:
    return LazyQuestionSet(measures, seed, level, kinds, gen, convention)


@lru_cache(maxsize=256)
def _question_of_file(own: tuple[ListQuestion | GeneratedQuestion, ...], number: int, level: int) -> Question:
    each = own[number - 1]
    if isinstance(each, ListQuestion):
        return build_list_question(each, number, level)
    twins = [
        place
        for place, other in enumerate(own[: number - 1], 1)
        if isinstance(other, GeneratedQuestion) and _draws_same(other, each)
    ]
    earlier = [_question_of_file(own, place, level) for place in twins]
    return replace(draw(each.kind, each.measure, each.seed, 1, each.level, VERSION, earlier), number=number)


def _draws_same(one: GeneratedQuestion, other: GeneratedQuestion) -> bool:
    """Whether two would be the same question, so that the second must be another one."""
    return replace(one, note=()) == replace(other, note=())
