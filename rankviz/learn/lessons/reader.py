"""Reader of lesson files (docs/add-a-lesson.md): everything in one is checked, and errors name line and field."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from math import isnan

from rankviz.basics.errors import InputError
from rankviz.learn.lessons import fields
from rankviz.learn.lessons.condition import holds
from rankviz.learn.lessons.lesson import FollowUp, Lesson, LessonOption, LessonStep, NamedWrongNumber, StepQuestion
from rankviz.learn.lessons.lesson_text import Wording, points_in, split_text
from rankviz.learn.lessons.number_expression import StatePair, parse_expression
from rankviz.learn.lessons.pointer import PAGES, LessonPoint, is_on_page
from rankviz.learn.lessons.state_changes import parse_state, with_changes, with_lists
from rankviz.learn.toml_fields import TomlField, TomlTable, integer_in, missing_error, open_table
from rankviz.state.app_state import AppState

# The built-in lessons, in the order of the list.
LESSON_KEYS: tuple[str, ...] = (
    "precision-recall",
    "ap",
    "rr",
    "discount",
    "ideal",
    "gain",
    "curves",
    "ties",
    "means",
    "libraries",
)
MOST_POINTS = 12


@cache
def built_in_lesson(key: str) -> Lesson | None:
    """Return the built-in lesson of a key; None if there is none."""
    if key not in LESSON_KEYS:
        return None
    return replace(read_lesson(built_in_lesson_text(key)), number=LESSON_KEYS.index(key) + 1)


def built_in_lesson_text(key: str) -> str:
    """Return the text of the file of a built-in lesson."""
    return files(__package__).joinpath("built_in", f"{key}.toml").read_text(encoding="utf-8")


def read_lesson(text: str) -> Lesson:
    """Read the file of a lesson.

    Parameters
    ----------
    text : str

    Raises
    ------
    InputError
        `lesson_in`, with the line and the field, what was found and what was expected. Everything is checked that a reader
        of the lesson can come to: states, points, numbers and conditions.
    """
    table = open_table(text)
    table.check_names(fields.LESSON_FIELDS)
    table.get(fields.FORMAT)
    key, first_state = table.get(fields.KEY), table.get(fields.FIRST_STATE)
    state = _with_lists(table, table.read(fields.FIRST_STATE.name, lambda: parse_state(first_state)))
    page = table.get(fields.PAGE) or PAGES[0]
    tables = table.get(fields.STEPS)
    if not 1 <= len(tables) <= fields.MOST_STEPS:
        message = f"found {len(tables)} steps; expected 1 to {fields.MOST_STEPS}."
        error = InputError("lesson_steps", message, found=len(tables), limit=fields.MOST_STEPS)
        table.with_location(fields.STEPS.name, error)
    steps: list[LessonStep] = []
    for step_table in tables:
        steps.append(_read_step(step_table, state, page, is_last=step_table is tables[-1]))
        state, page = steps[-1].state, steps[-1].page
    title, description, metrics = table.get(fields.LESSON_TITLE), table.get(fields.ABOUT), table.get(fields.METRICS)
    practice_measures, practice_level = table.get(fields.PRACTICE)
    return Lesson(key, title, description, metrics, tuple(steps), practice_measures, practice_level)


def _read_state(table: TomlTable, previous: AppState) -> AppState:
    """Read what a step or its follow-up changes of the state before it."""
    changes = table.get(fields.STATE)
    changed = table.read(fields.STATE.name, lambda: with_changes(previous, changes)) if changes else previous
    return _with_lists(table, changed)


def _with_lists(table: TomlTable, state: AppState) -> AppState:
    rows = table.get(fields.LISTS)
    return table.read(fields.LISTS.name, lambda: with_lists(state, rows)) if rows else state


def _read_step(table: TomlTable, previous: AppState, page: str, *, is_last: bool) -> LessonStep:
    table.check_names(fields.STEP_FIELDS)
    state, page = _read_state(table, previous), table.get(fields.PAGE) or page
    if table.has(fields.KEEP) and not is_last:
        table.with_location(fields.KEEP.name, InputError("lesson_keep", "belongs to the last step only."))
    may_be_empty = table.has(fields.KEEP) or table.has(fields.QUESTION)
    body = table.get(replace(fields.STEP_TEXT, usual=fields.NO_TEXT) if may_be_empty else fields.STEP_TEXT)
    title, states = table.get(fields.TITLE), StatePair(state, state)
    points, is_live = _read_points(table, state, page, body), table.get(fields.LIVE)
    step = LessonStep(title, body, state, page, points, is_live, takeaway=table.get(fields.KEEP))
    _check_holes(table, fields.TITLE, title, states)
    _check_holes(table, fields.STEP_TEXT, body, states)
    question_table = table.get(fields.QUESTION)
    return step if question_table is None else replace(step, question=_read_question(question_table, state, page))


def _read_points(table: TomlTable, state: AppState, page: str, body: Wording) -> tuple[LessonPoint, ...]:
    """Read the points of a step and those marked in its text; InputError for one that is not on the page."""
    own_points = table.get(fields.POINTS)
    body_points = tuple(dict.fromkeys(point for text in body.values() for point in points_in(text)))
    for field, points in ((fields.POINTS, own_points), (fields.STEP_TEXT, body_points)):
        for point in points:
            if not is_on_page(point, state, page):
                message = f'"{point}" is not on the page "{page}" in the state of this step.'
                table.with_location(field.name, InputError("lesson_no_point", message, found=str(point), page=page))
    if len(own_points) > MOST_POINTS:
        message = f"found {len(own_points)} points; expected up to {MOST_POINTS}."
        error = InputError("lesson_points", message, found=len(own_points), limit=MOST_POINTS)
        table.with_location(fields.POINTS.name, error)
    return tuple(dict.fromkeys((*own_points, *body_points)))


def _check_holes(table: TomlTable, field: TomlField[Wording], wording: Wording, states: StatePair) -> None:
    """Raise InputError if a number in a text cannot be computed; an undefined value is allowed."""
    for language, text in wording.items():
        table.table(field.name).read(language, partial(_evaluate_holes, text, states))


def _evaluate_holes(text: str, states: StatePair) -> None:
    for piece in split_text(text):
        if piece.kind == "hole":
            parse_expression(piece.text).evaluate_on(states)


def _read_question(table: TomlTable, state: AppState, page: str) -> StepQuestion:
    kind = table.get(fields.KIND)
    table.check_names((fields.KIND, fields.QUESTION_TEXT, *fields.OWN_FIELDS[kind], fields.THEN))
    follow_up_table = table.get(fields.THEN) or TomlTable({}, table.path_of(fields.THEN.name), table.source)
    follow_up = _read_follow_up(follow_up_table, state, page)
    body = table.get(fields.QUESTION_TEXT)
    _check_holes(table, fields.QUESTION_TEXT, body, StatePair(state, state))
    question = StepQuestion(kind, body, follow_up)
    states = StatePair(follow_up.state, state)
    if kind == "value":
        return _with_number(table, question, state)
    if kind == "do":
        return _with_goal(table, question, follow_up_table, states)
    return _with_options(table, question, states)


def _read_follow_up(table: TomlTable, previous: AppState, page: str) -> FollowUp:
    table.check_names(fields.FOLLOW_UP_FIELDS)
    state = _read_state(table, previous)
    body, title, states = table.get(fields.FOLLOW_UP_TEXT), table.get(fields.TITLE), StatePair(state, previous)
    _check_holes(table, fields.TITLE, title, states)
    _check_holes(table, fields.FOLLOW_UP_TEXT, body, states)
    return FollowUp(state, title, body, _read_points(table, state, page, body), table.get(fields.LIVE))


def _with_options(table: TomlTable, question: StepQuestion, states: StatePair) -> StepQuestion:
    tables = table.get(fields.OPTIONS)
    if not 2 <= len(tables) <= fields.MOST_OPTIONS:
        message = f"found {len(tables)} options; expected 2 to {fields.MOST_OPTIONS}."
        error = InputError("lesson_options", message, found=len(tables), limit=fields.MOST_OPTIONS)
        table.with_location(fields.OPTIONS.name, error)
    predicts = question.kind == "predict"
    options = tuple(_read_option(each, states, predicts=predicts) for each in tables)
    if not predicts:
        right = table.get(replace(fields.RIGHT, read=integer_in(range(1, len(options) + 1))))
        return replace(question, options=options, right_option=right - 1)
    predictions = tuple(each.get(fields.HOLDS) for each in tables)
    true_options = [number for number, condition in enumerate(predictions) if holds(condition, states)]
    if len(true_options) != 1:
        message = f"{len(true_options)} of the options hold once the state is changed; expected exactly one."
        table.with_location(fields.OPTIONS.name, InputError("lesson_holds", message, found=len(true_options)))
    return replace(question, options=options, right_option=true_options[0], predictions=predictions)


def _read_option(table: TomlTable, states: StatePair, *, predicts: bool) -> LessonOption:
    table.check_names(fields.PREDICTION_FIELDS if predicts else fields.OPTION_FIELDS)
    text, feedback = fields.read_texts(table), table.get(fields.FEEDBACK)
    _check_holes(table, fields.FEEDBACK, feedback, states)
    return LessonOption(text, feedback)


def _with_number(table: TomlTable, question: StepQuestion, state: AppState) -> StepQuestion:
    answer = table.get(fields.ANSWER)
    number = table.read(fields.ANSWER.name, lambda: answer.evaluate_on(StatePair(state, state)))
    if isnan(number.value):
        error = InputError("lesson_undefined", "is undefined in the state of this step; expected a number.")
        table.with_location(fields.ANSWER.name, error)
    wrong_numbers = tuple(_read_wrong_number(each, state) for each in table.get(fields.WRONG_NUMBERS))
    return replace(question, answer=answer, digits=table.get(fields.DIGITS), wrong_numbers=wrong_numbers)


def _read_wrong_number(table: TomlTable, state: AppState) -> NamedWrongNumber:
    table.check_names(fields.WRONG_NUMBER_FIELDS)
    states = StatePair(state, state)
    answer = table.get(fields.WRONG_NUMBER)
    table.read(fields.WRONG_NUMBER.name, lambda: answer.evaluate_on(states))
    feedback = table.get(fields.WRONG_NUMBER_TEXT)
    _check_holes(table, fields.WRONG_NUMBER_TEXT, feedback, states)
    return NamedWrongNumber(answer, feedback)


def _with_goal(table: TomlTable, question: StepQuestion, follow_up_table: TomlTable, states: StatePair) -> StepQuestion:
    until, state = fields.UNTIL.name, fields.STATE.name
    goal = table.get(fields.UNTIL)
    if not follow_up_table.has(fields.STATE) and not follow_up_table.has(fields.LISTS):
        follow_up_table.with_location(state, missing_error())
    if table.read(until, lambda: holds(goal, StatePair(states.previous, states.previous))):
        table.with_location(until, InputError("lesson_until", "holds already, before anything is done."))
    if not holds(goal, states):
        message = "does not fulfil the condition in until; expected a state that does."
        follow_up_table.with_location(state, InputError("lesson_until_then", message))
    return replace(question, goal=goal)


def is_lesson(text: str) -> bool:
    """Whether the text of a file declares itself a lesson."""
    return re.search(r"^\ufeff?\s*rankviz_lesson\s*=", text, re.MULTILINE) is not None
