"""What a reader's answers in a step of a lesson come to: pure, from what the tab keeps of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from rankviz.basics.errors import InputError
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.core.printed_number import agreement, read_typed
from rankviz.learn.lessons.condition import holds
from rankviz.learn.lessons.lesson import LessonStep, NamedWrongNumber, StepQuestion
from rankviz.learn.lessons.number_expression import StatePair, with_measure
from rankviz.learn.lessons.state_changes import with_changes
from rankviz.learn.questions.attempts import Work
from rankviz.learn.questions.judging import judge
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.sets.list_question import ListQuestion, build_list_question
from rankviz.state.app_state import AppState

NO_WORK = Work()
SLACK = 1e-9
SOLUTION_AFTER = 2  # tries


@dataclass(frozen=True, eq=False)
class StepOutcome:
    """How far the question of a step has come.

    Parameters
    ----------
    is_finished : bool
        Whether what follows the answer may be told.
    is_solved : bool
    chosen_option : int or None
        Which option was chosen last, from 0.
    verdict : Verdict or None
        Of the last number that was typed.
    tries : int
        That count as wrong.
    question : Question or None
        That the number answers.
    wrong_number : NamedWrongNumber or None
        What led to the number, where the lesson names it.
    """

    is_finished: bool = False
    is_solved: bool = False
    chosen_option: int | None = None
    verdict: Verdict | None = None
    tries: int = 0
    question: Question | None = None
    wrong_number: NamedWrongNumber | None = None


def outcome(step: LessonStep, work: Work, state: AppState) -> StepOutcome:
    """Say what became of a step's question.

    Parameters
    ----------
    step : LessonStep
    work : Work
        Options are kept by their number from 0, numbers as they were typed.
    state : AppState
        As the reader has it.
    """
    ask = step.question
    if ask is None:
        return StepOutcome()
    if ask.kind == "do":
        solved = holds(ask.goal, StatePair(state, step.state))
        return StepOutcome(is_finished=solved or work.shown, is_solved=solved)
    if ask.kind == "value":
        return _number_outcome(ask, step, work)
    chosen = [int(each) for each in work.tries if each.isdigit() and len(each) < 3 and int(each) < len(ask.options)]
    last = chosen[-1] if chosen else None
    solved = last == ask.right_option
    over = (work.shown and last is not None) if ask.kind == "predict" else solved or work.shown
    return StepOutcome(over, solved, last, tries=sum(each != ask.right_option for each in chosen))


def _number_outcome(ask: StepQuestion, step: LessonStep, work: Work) -> StepOutcome:
    question = number_question(step)
    verdicts = [_judge_number(question, text) for text, _ in groupby(map(str.strip, work.tries))]
    first = next((verdict for verdict in verdicts if verdict.right), None)
    last = first or (verdicts[-1] if verdicts else None)
    tries = sum(verdict.is_try for verdict in verdicts)
    slip = None if last is None or last.right or not last.is_try else named_wrong_number(step, last.typed)
    return StepOutcome(first is not None or work.shown, first is not None, None, last, tries, question, slip)


def named_wrong_number(step: LessonStep, text: str) -> NamedWrongNumber | None:
    """The slip, among those that a step names, that gives a number."""
    assert step.question is not None
    printed, both = read_typed(text), StatePair(step.state, step.state)
    return next((each for each in step.question.wrong_numbers if agreement(each.answer.evaluate_on(both).value, printed)), None)


@lru_cache(maxsize=64)
def number_question(step: LessonStep) -> Question:
    """The number that a step asks for, as a practice question: a measure with its usual mistakes, another number without."""
    ask = step.question
    assert ask is not None
    assert ask.answer is not None
    value = ask.answer.evaluate_on(StatePair(step.state, step.state)).value
    first = ask.answer.first
    state = with_changes(step.state, first.changes)
    state = state if first.measure is None else with_measure(state, first.measure)
    metric = METRICS[state.metric]
    of_list = not (ask.answer.rest or first.step or first.term or first.number is not None or first.list_name)
    if of_list and metric.exercise is not None:
        return replace(build_list_question(ListQuestion("value", state), 1, 1), digits=ask.digits)
    return Question(
        kind="value",
        measure=print_measure(metric, state.convention),
        lists=(replace(state.ranking, query_id="") if state.lists else Ranking(),),
        convention=state.convention,
        asked="",
        answer=value,
        mistakes=(),
        digits=ask.digits,
        level=1,
        seed=0,
        number=1,
    )


def _judge_number(question: Question, text: str) -> Verdict:
    """Judge a number; one without decimals is a count, and nothing is rounded on its way."""
    if question.digits:
        return judge(question, text)
    try:
        printed = read_typed(text)
    except InputError as problem:
        return Verdict("unreadable", text.strip(), problem=problem)
    is_right = abs(float(printed.number) - question.answer) <= SLACK
    return Verdict("right" if is_right else "unknown", printed.text)


def step_state(step: LessonStep, work: Work) -> AppState:
    """The state in which a step stands: that to which its question led, once it is answered."""
    ask = step.question
    return ask.follow_up.state if ask is not None and outcome(step, work, step.state).is_finished else step.state


def reader_state_once_answered(step: LessonStep, work: Work, state: AppState) -> AppState:
    """The reader's state once more is answered: another one only where the answer leads to one."""
    ask = step.question
    if ask is None or ask.follow_up.state == step.state or not outcome(step, work, state).is_finished:
        return state
    if ask.kind == "do" and not work.shown:
        return state
    return ask.follow_up.state
