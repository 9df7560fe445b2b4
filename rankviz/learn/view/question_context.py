"""The context of a question's page: the question, the learner's attempt, and what may be shown of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from zlib import crc32

from rankviz.core.metrics.measures import parse_measure
from rankviz.display.formulas.latex import is_line
from rankviz.learn.questions.attempts import Attempt
from rankviz.learn.questions.number_judge import is_looked_up
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.working_table import working_cells
from rankviz.learn.sets.progress import Progress
from rankviz.learn.words.prompt import hints
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

Data = dict[str, object]


@dataclass(frozen=True, eq=False)
class QuestionContext:
    """A question of a set, as one person sees it.

    Parameters
    ----------
    progress : Progress
        The set, and the learner's work on it.
    number : int
        Number of the question, from 1.
    attempt : Attempt
        The learner's work on it, judged.
    texts : Texts
    edited_state : AppState or None
        The edited list of a question that is answered by editing it; None if it was not edited.
    """

    progress: Progress
    number: int
    attempt: Attempt
    texts: Texts
    edited_state: AppState | None = None

    @property
    def question(self) -> Question:
        """The question."""
        return self.attempt.question

    @cached_property
    def key(self) -> str:
        """What tells the question from every other one, also from that of the same number in another set."""
        return f"{crc32(repr(self.progress.question_set).encode()):x} {self.number}"

    @property
    def is_test(self) -> bool:
        """Whether answers are only stored until the set is handed in."""
        return self.progress.question_set.help.is_test

    @cached_property
    def is_finished(self) -> bool:
        """Whether the answer may be shown."""
        return self.progress.is_finished(self.number)

    @cached_property
    def state(self) -> AppState:
        """The question's list, metric and convention, as Explore shows them."""
        return state_of(self.question)

    @cached_property
    def analysis(self) -> Analysis:
        """The analysis of `state`; it holds the answer."""
        return analyse(self.state)

    @cached_property
    def hints(self) -> tuple[str, ...]:
        """All hints, without those on lines that the working table has filled in; () in a set without hints."""
        if not self.progress.question_set.help.allows_hints:
            return ()
        plan, *lines = hints(self.question, self.texts) or ("",)
        return tuple(each for each in (plan, *lines[filled_line_count(self.question) :]) if each)

    @property
    def hints_taken(self) -> int:
        """Number of hints already taken."""
        return min(self.attempt.hints, len(self.hints))


def context_of(progress: Progress, number: int, texts: Texts, edited_state: AppState | None = None) -> QuestionContext:
    """Build the context of a question; InputError where it cannot be asked."""
    return QuestionContext(progress, number, progress.attempt(number), texts, edited_state)


def state_of(question: Question) -> AppState:
    """Return a question's list, metric and convention as a state of the page."""
    measure = parse_measure(question.measure)
    return AppState((question.lists[0],), measure.metric.key, replace(question.convention))


def filled_line_count(question: Question) -> int:
    """Return how many of the first lines of the derivation the working table has filled in."""
    if not is_looked_up(question):
        return 0
    filled_in = {cell.key for group in working_cells(question) for cell in group.totals if cell.is_filled_in}
    lines = [step.key for step in question.trace.steps if is_line(step)]
    return next((index for index, key in enumerate(lines) if key not in filled_in), 0)
