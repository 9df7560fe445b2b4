"""A learner's work on a question, as the browser stores it, and the attempt that results from judging it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rankviz.learn.questions.judging import judge
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict

MOST_TRIES, LONGEST_TRY = 200, 2_000  # tries of a question; characters of a try, which may be a whole list
MOST_CELLS, LONGEST_CELL = 200, 60
MOST_HINTS = 100
EASIEST, HARDEST = 1, 3
IN_A_ROW = 2  # questions solved at the first try in a row, after which the next one is harder


@dataclass(frozen=True)
class Work:
    """A learner's work on a question, or on a lesson step.

    Parameters
    ----------
    tries : tuple of str
        The answers that were checked, as typed or chosen.
    cells : mapping of cell to str
        Texts of the cells of the working table, by step and rank ("term:2") or by step alone ("dcg").
    hints : int
        Number of hints taken.
    shown : bool
        Whether the solution was requested.
    skipped : bool
        Whether the question was skipped.
    """

    tries: tuple[str, ...] = ()
    cells: Mapping[str, str] = field(default_factory=dict, hash=False)
    hints: int = 0
    shown: bool = False
    skipped: bool = False


@dataclass(frozen=True)
class Attempt:
    """A learner's work on a question, judged.

    Parameters
    ----------
    question : Question
    work : Work
    verdicts : tuple of Verdict
        One for each try, up to the one that solved the question.
    is_solved : bool
    is_closed : bool
        Whether it was answered wrongly, and is of a kind that allows one answer.
    """

    question: Question
    work: Work
    verdicts: tuple[Verdict, ...]
    is_solved: bool
    is_closed: bool = False

    @property
    def last_verdict(self) -> Verdict | None:
        """The verdict on the last try; None before the first."""
        return self.verdicts[-1] if self.verdicts else None

    @property
    def tries(self) -> int:
        """Number of wrong answers; those that could not be read do not count."""
        return sum(verdict.is_try for verdict in self.verdicts)

    @property
    def hints(self) -> int:
        """Number of hints taken."""
        return self.work.hints

    @property
    def is_given_up(self) -> bool:
        """Whether the solution was requested before the question was solved."""
        return self.work.shown and not self.is_solved

    @property
    def is_skipped(self) -> bool:
        """Whether the question was skipped and neither solved nor given up since."""
        return self.work.skipped and not (self.is_solved or self.is_given_up)

    @property
    def is_open(self) -> bool:
        """Whether the question can still be answered."""
        return not (self.is_solved or self.is_given_up or self.is_closed)

    @property
    def is_begun(self) -> bool:
        """Whether there is any work on the question."""
        return bool(self.verdicts or self.work.hints or self.work.shown or self.work.skipped)

    @property
    def is_solved_at_first_try(self) -> bool:
        """Whether the question was solved without hints and without a wrong answer, whose mistake may have been named."""
        return self.is_solved and not self.work.hints and not self.tries

    @property
    def mistakes(self) -> tuple[str, ...]:
        """Keys of the usual mistakes in the answers, each as often as it was made."""
        return tuple(key for verdict in self.verdicts for key in verdict.mistakes)

    @property
    def repeated_mistakes(self) -> tuple[str, ...]:
        """Keys of the usual mistakes made more than once."""
        return tuple(key for key, count in Counter(self.mistakes).items() if count > 1)

    @property
    def repeats_mistake(self) -> bool:
        """Whether the last answer repeats an earlier mistake."""
        return self.last_verdict is not None and any(key in self.repeated_mistakes for key in self.last_verdict.mistakes)


def read_work(text: str) -> dict[int, Work]:
    """Read the stored work on a set or lesson, by the number of the question or step; damaged parts are left out.

    Examples
    --------
    >>> read_work('{"3": {"tries": ["0.624"], "hints": 1}, "x": {}, "4": 5}')
    {3: Work(tries=('0.624',), cells={}, hints=1, shown=False, skipped=False)}
    """
    try:
        stored = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    rows = stored.items() if isinstance(stored, dict) else ()
    return {int(number): _parse_work(each) for number, each in rows if _is_number(number) and isinstance(each, dict)}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0


def _parse_work(stored: Mapping[str, object]) -> Work:
    tries, cells, hints = stored.get("tries"), stored.get("cells"), stored.get("hints")
    stored_tries = tries if isinstance(tries, list) else ()
    stored_cells = cells.items() if isinstance(cells, dict) else ()
    return Work(
        tries=tuple(each[:LONGEST_TRY] for each in stored_tries if isinstance(each, str))[-MOST_TRIES:],
        cells=dict([(key, text[:LONGEST_CELL]) for key, text in stored_cells if isinstance(text, str)][:MOST_CELLS]),
        hints=hints if isinstance(hints, int) and not isinstance(hints, bool) and 0 <= hints <= MOST_HINTS else 0,
        shown=stored.get("shown") is True,
        skipped=stored.get("skipped") is True,
    )


def judge_work(question: Question, work: Work, *, is_test: bool = False) -> Attempt:
    """Judge the tries of a question in turn; a repetition of the try before it is ignored.

    Parameters
    ----------
    question : Question
    work : Work
    is_test : bool
        Whether it is a test, in which the last answer counts. Else the first right answer ends the attempt, or the first
        answer at all if the kind allows only one.

    Returns
    -------
    Attempt
    """
    verdicts: list[Verdict] = []
    is_closed = False
    for text in work.tries:
        if verdicts and _is_the_same(verdicts[-1], text):
            continue
        line_found = any(verdict.kind == "line_found" for verdict in verdicts)
        verdicts.append(judge(question, text, line_found=line_found))
        is_closed = KINDS[question.kind].single_try and verdicts[-1].is_try and not is_test
        if is_closed or (verdicts[-1].right and not is_test):
            break
    return Attempt(question, work, tuple(verdicts), bool(verdicts) and verdicts[-1].right, is_closed)


def _is_the_same(last: Verdict, text: str) -> bool:
    """Whether an answer was only checked again, as by pressing Enter twice; after a found line the same text is a value."""
    return last.typed.strip() == text.strip() and last.kind != "line_found"


def level_after(level: int, attempts: Iterable[Attempt]) -> int:
    """Return the level of the next question: higher after two in a row at the first try, lower after one given up.

    Parameters
    ----------
    level : {1, 2, 3}
        Level of the first question.
    attempts : iterable of Attempt
        All attempts so far, in order.
    """
    streak = 0
    for attempt in attempts:
        streak = streak + 1 if attempt.is_solved_at_first_try else 0
        if attempt.is_given_up:
            level = max(level - 1, EASIEST)
        elif streak == IN_A_ROW:
            level, streak = min(level + 1, HARDEST), 0
    return level
