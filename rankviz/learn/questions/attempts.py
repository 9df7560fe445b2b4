"""What a person did with a question, as the tab keeps it, and what it came to: judged anew whenever it is asked for."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rankviz.learn.questions.judging import judge
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict

MOST_TRIES, LONGEST_TRY = 200, 2_000  # of a question; characters of one, which may be a whole list
MOST_CELLS, LONGEST_CELL = 200, 60
MOST_HINTS = 100
EASIEST, HARDEST = 1, 3
IN_A_ROW = 2  # so many questions without help, and the next one is harder


@dataclass(frozen=True)
class Work:
    """What was done with a question, or with a step of a lesson.

    Parameters
    ----------
    tries : tuple of str
        What was typed or chosen, each time it was checked.
    cells : mapping of cell to str
        The working as it stands, by step and rank ("term:2") or by step alone ("dcg").
    hints : int
        How many were taken.
    shown : bool
        Whether the solution was asked for.
    skipped : bool
    """

    tries: tuple[str, ...] = ()
    cells: Mapping[str, str] = field(default_factory=dict, hash=False)
    hints: int = 0
    shown: bool = False
    skipped: bool = False


@dataclass(frozen=True)
class Attempt:
    """What the work on a question came to.

    Parameters
    ----------
    question : Question
    work : Work
    verdicts : tuple of Verdict
        Of each try, up to the one that solved it.
    is_solved : bool
    is_closed : bool
        Whether it was answered otherwise, and is of a kind that is answered once.
    """

    question: Question
    work: Work
    verdicts: tuple[Verdict, ...]
    is_solved: bool
    is_closed: bool = False

    @property
    def last_verdict(self) -> Verdict | None:
        """The verdict that is to be seen."""
        return self.verdicts[-1] if self.verdicts else None

    @property
    def tries(self) -> int:
        """How many wrong answers count: what could not be read does not."""
        return sum(verdict.is_try for verdict in self.verdicts)

    @property
    def hints(self) -> int:
        """How many hints were taken."""
        return self.work.hints

    @property
    def is_given_up(self) -> bool:
        """Whether it was given up: the solution was asked for before it was found."""
        return self.work.shown and not self.is_solved

    @property
    def is_skipped(self) -> bool:
        """Whether it was left out, and nothing was found since."""
        return self.work.skipped and not (self.is_solved or self.is_given_up)

    @property
    def is_open(self) -> bool:
        """Whether it can still be answered."""
        return not (self.is_solved or self.is_given_up or self.is_closed)

    @property
    def is_begun(self) -> bool:
        """Whether anything was done with it."""
        return bool(self.verdicts or self.work.hints or self.work.shown or self.work.skipped)

    @property
    def is_solved_without_help(self) -> bool:
        """Whether it was solved without help."""
        return self.is_solved and not self.work.hints

    @property
    def mistakes(self) -> tuple[str, ...]:
        """Keys of the usual mistakes that were made, each as often as it was."""
        return tuple(key for verdict in self.verdicts for key in verdict.mistakes)

    @property
    def repeated_mistakes(self) -> tuple[str, ...]:
        """Keys of the mistakes that were made more than once."""
        return tuple(key for key, count in Counter(self.mistakes).items() if count > 1)

    @property
    def repeats_mistake(self) -> bool:
        """Whether the last try is a mistake that was made before."""
        return self.last_verdict is not None and any(key in self.repeated_mistakes for key in self.last_verdict.mistakes)


def read_work(text: str) -> dict[int, Work]:
    """Read the work of a set or lesson by the number of the question or step; what is damaged is left out.

    Examples
    --------
    >>> read_work('{"3": {"tries": ["0.624"], "hints": 1}, "x": {}, "4": 5}')
    {3: Work(tries=('0.624',), cells={}, hints=1, shown=False, skipped=False)}
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    rows = found.items() if isinstance(found, dict) else ()
    return {int(number): _parse_work(each) for number, each in rows if _is_number(number) and isinstance(each, dict)}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0


def _parse_work(found: Mapping[str, object]) -> Work:
    tries, cells, hints = found.get("tries"), found.get("cells"), found.get("hints")
    given = tries if isinstance(tries, list) else ()
    typed = cells.items() if isinstance(cells, dict) else ()
    return Work(
        tries=tuple(each[:LONGEST_TRY] for each in given if isinstance(each, str))[-MOST_TRIES:],
        cells=dict([(key, text[:LONGEST_CELL]) for key, text in typed if isinstance(text, str)][:MOST_CELLS]),
        hints=hints if isinstance(hints, int) and not isinstance(hints, bool) and 0 <= hints <= MOST_HINTS else 0,
        shown=found.get("shown") is True,
        skipped=found.get("skipped") is True,
    )


def judge_work(question: Question, work: Work, *, test: bool = False) -> Attempt:
    """Judge the tries one after the other; one that is the same as the one before it is none.

    Parameters
    ----------
    question : Question
    work : Work
    test : bool
        Whether answers are only kept, and the last one counts; else the first right one ends it, or of a kind that is
        answered once the first.

    Returns
    -------
    Attempt
    """
    verdicts: list[Verdict] = []
    closed = False
    for text in work.tries:
        if verdicts and _is_the_same(verdicts[-1], text):
            continue
        found = any(verdict.kind == "line_found" for verdict in verdicts)
        verdicts.append(judge(question, text, found=found))
        closed = KINDS[question.kind].single_try and verdicts[-1].is_try and not test
        if closed or (verdicts[-1].right and not test):
            break
    return Attempt(question, work, tuple(verdicts), bool(verdicts) and verdicts[-1].right, closed)


def _is_the_same(last: Verdict, text: str) -> bool:
    """Whether an answer was only checked once more, as by Enter pressed twice; after a line is found a value is meant."""
    return last.typed.strip() == text.strip() and last.kind != "line_found"


def level_after(level: int, attempts: Iterable[Attempt]) -> int:
    """The level of the next question: up after two in a row without help, down after a solution that was shown.

    Parameters
    ----------
    level : {1, 2, 3}
        Of the first question.
    attempts : iterable of Attempt
        All so far, in their order.
    """
    row = 0
    for attempt in attempts:
        row = row + 1 if attempt.is_solved_without_help else 0
        if attempt.is_given_up:
            level = max(level - 1, EASIEST)
        elif row == IN_A_ROW:
            level, row = min(level + 1, HARDEST), 0
    return level
