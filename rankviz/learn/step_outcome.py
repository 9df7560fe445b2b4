"""The state of a lesson step's question, computed from the reader's answers as the browser keeps them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from rankviz.basics.errors import InputError
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.core.typed_number import agreement, read_typed
from rankviz.learn.lessons.condition import holds
from rankviz.learn.lessons.lesson import LessonStep, NamedWrongNumber, StepQuestion
from rankviz.learn.lessons.number_expression import StatePair, with_measure
from rankviz.learn.lessons.state_changes import with_changes
from rankviz.learn.questions.attempts import Work
from rankviz.learn.questions.judging import judge
from rankviz.learn.questions.kinds import USUAL_KIND
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.sets.list_question import ListQuestion, build_list_question
from rankviz.state.app_state import AppState

NO_WORK = Work()
SLACK = 1e-9
SOLUTION_AFTER = 2  # wrong tries, after which the solution is offered


@dataclass(frozen=True, eq=False)
class StepOutcome:
    """How far the reader has got with the question of a step.

    Parameters
    ----------
    is_finished : bool
        Whether the follow-up of the question may be shown.
    is_solved : bool
    chosen_option : int or None
        The option that was chosen last, counted from 0; None if there is none.
    verdict : Verdict or None
        Verdict on the last number that was typed.
    tries : int
        Number of wrong answers.
    question : Question or None
        The practice question that a typed number answers.
    wrong_number : NamedWrongNumber or None
        The entry of the lesson that explains the last number typed, if it has one.
    """

    is_finished: bool = False
    is_solved: bool = False
    chosen_option: int | None = None
    verdict: Verdict | None = None
    tries: int = 0
    question: Question | None = None
    wrong_number: NamedWrongNumber | None = None


def outcome(step: LessonStep, work: Work, state: AppState) -> StepOutcome:
    """Return how far the reader has got with the question of a step; nothing done for a step without one.

    Parameters
    ----------
    step : LessonStep
    work : Work
        Its tries are numbers of options, counted from 0, or numbers as they were typed.
    state : AppState
        The reader's current state.
    """
    question = step.question
    if question is None:
        return StepOutcome()
    if question.kind == "do":
        is_solved = holds(question.goal, StatePair(state, step.state))
        return StepOutcome(is_finished=is_solved or work.shown, is_solved=is_solved)
    if question.kind == "value":
        return _number_outcome(question, step, work)
    count = len(question.options)
    choices = [int(text) for text in work.tries if text.isdigit() and len(text) < 3 and int(text) < count]
    last_option = choices[-1] if choices else None
    is_solved = last_option == question.right_option
    is_finished = (work.shown and last_option is not None) if question.kind == "predict" else is_solved or work.shown
    return StepOutcome(is_finished, is_solved, last_option, tries=sum(option != question.right_option for option in choices))


def _number_outcome(step_question: StepQuestion, step: LessonStep, work: Work) -> StepOutcome:
    question = number_question(step)
    verdicts = [_judge_number(question, text) for text, _ in groupby(map(str.strip, work.tries))]
    first_right = next((verdict for verdict in verdicts if verdict.right), None)
    last_verdict = first_right or (verdicts[-1] if verdicts else None)
    tries = sum(verdict.is_try for verdict in verdicts)
    is_wrong = last_verdict is not None and not last_verdict.right and last_verdict.is_try
    wrong_number = named_wrong_number(step, last_verdict.typed) if last_verdict is not None and is_wrong else None
    is_solved = first_right is not None
    return StepOutcome(is_solved or work.shown, is_solved, None, last_verdict, tries, question, wrong_number)


def named_wrong_number(step: LessonStep, text: str) -> NamedWrongNumber | None:
    """Return the entry of a step that explains a wrong number; None if no entry gives that number."""
    assert step.question is not None
    printed, states = read_typed(text), StatePair(step.state, step.state)
    entries = step.question.wrong_numbers
    return next((entry for entry in entries if agreement(entry.answer.evaluate_on(states).value, printed)), None)


@lru_cache(maxsize=64)
def number_question(step: LessonStep) -> Question:
    """Return the practice question for the number of a step: with the usual mistakes if it is the value of a measure."""
    step_question = step.question
    assert step_question is not None
    assert step_question.answer is not None
    value = step_question.answer.evaluate_on(StatePair(step.state, step.state)).value
    quantity = step_question.answer.first
    state = with_changes(step.state, quantity.changes)
    state = state if quantity.measure is None else with_measure(state, quantity.measure)
    metric = METRICS[state.metric]
    is_part = quantity.step or quantity.term or quantity.number is not None or quantity.list_name
    if not (step_question.answer.rest or is_part) and metric.exercise is not None:
        return replace(build_list_question(ListQuestion(USUAL_KIND, state), 1, 1), digits=step_question.digits)
    return Question(
        kind=USUAL_KIND,
        measure=print_measure(metric, state.convention),
        lists=(replace(state.ranking, query_id="") if state.lists else Ranking(),),
        convention=state.convention,
        asked="",
        answer=value,
        mistakes=(),
        digits=step_question.digits,
        level=1,
        seed=0,
        number=1,
    )


def _judge_number(question: Question, text: str) -> Verdict:
    """Judge a typed number; a count (no decimals asked for) must be exact."""
    if question.digits:
        return judge(question, text)
    try:
        printed = read_typed(text)
    except InputError as problem:
        return Verdict("unreadable", text.strip(), problem=problem)
    is_right = abs(float(printed.number) - question.answer) <= SLACK
    return Verdict("right" if is_right else "unknown", printed.text)


def step_state(step: LessonStep, work: Work) -> AppState:
    """Return the state in which a step opens: that of the follow-up once the question is answered, else its own."""
    question = step.question
    return question.follow_up.state if question is not None and outcome(step, work, step.state).is_finished else step.state


def reader_state_once_answered(step: LessonStep, work: Work, state: AppState) -> AppState:
    """Return the reader's state after an answer: that of the follow-up if it differs from the step's, else unchanged."""
    question = step.question
    if question is None or question.follow_up.state == step.state or not outcome(step, work, state).is_finished:
        return state
    if question.kind == "do" and not work.shown:
        return state
    return question.follow_up.state
