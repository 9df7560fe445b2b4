"""What the page of a question is built from: the question, what was done with it, and what of it may be told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from rankviz.core.metrics.measures import parse_measure
from rankviz.display.formulas.latex import is_line
from rankviz.learn.questions.attempts import Attempt
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
        The set, and what was done in it.
    number : int
        Of the question, from 1.
    attempt : Attempt
        What the work on it came to.
    texts : Texts
    edited_state : AppState or None
        What the list has come to in a question that is answered by changing it; None where it is as it began.
    """

    progress: Progress
    number: int
    attempt: Attempt
    texts: Texts
    edited_state: AppState | None = None

    @property
    def question(self) -> Question:
        """What is asked."""
        return self.attempt.question

    @property
    def is_test(self) -> bool:
        """Whether answers are only kept, until they are handed in."""
        return self.progress.question_set.help.is_test

    @cached_property
    def is_finished(self) -> bool:
        """Whether all may be told."""
        return self.progress.is_finished(self.number)

    @cached_property
    def state(self) -> AppState:
        """The question's list, metric and convention, as Explore shows them."""
        return state_of(self.question)

    @cached_property
    def analysis(self) -> Analysis:
        """The same, computed: it holds the answer."""
        return analyse(self.state)

    @cached_property
    def hints(self) -> tuple[str, ...]:
        """All there are, without those that say what stands in the working already; none in a set that gives none."""
        if not self.progress.question_set.help.allows_hints:
            return ()
        plan, *lines = hints(self.question, self.texts) or ("",)
        return tuple(each for each in (plan, *lines[given_lines(self.question) :]) if each)

    @property
    def hints_taken(self) -> int:
        """How many of them were taken."""
        return min(self.attempt.hints, len(self.hints))


def frame_of(progress: Progress, number: int, texts: Texts, now: AppState | None = None) -> QuestionContext:
    """Build the frame of a question; InputError where it cannot be asked."""
    return QuestionContext(progress, number, progress.attempt(number), texts, now)


def state_of(question: Question) -> AppState:
    """A question's list, metric and convention as a state of the page."""
    measure = parse_measure(question.measure)
    return AppState((question.lists[0],), measure.metric.key, replace(question.convention))


def given_lines(question: Question) -> int:
    """How many of the first lines of the derivation the working has filled in."""
    if question.kind != "value":
        return 0
    given = {cell.key for group in working_cells(question) for cell in group.totals if cell.is_filled_in}
    lines = [step.key for step in question.trace.steps if is_line(step)]
    return next((at for at, key in enumerate(lines) if key not in given), 0)
