"""Reader of lesson files (docs/add-a-lesson.md): everything in one is checked, and errors name line and field."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from math import isnan

from rankviz.basics.errors import InputError, shorten
from rankviz.core.metrics.measures import parse_measure
from rankviz.learn.lessons.condition import holds, parse_condition
from rankviz.learn.lessons.lesson import FollowUp, Lesson, LessonOption, LessonStep, NamedWrongNumber, StepQuestion
from rankviz.learn.lessons.lesson_text import LANGUAGES, Wording, check_text, points_in, split_text
from rankviz.learn.lessons.number_expression import StatePair, parse_expression
from rankviz.learn.lessons.pointer import PAGES, LessonPoint, is_on_page, parse_lesson_point
from rankviz.learn.lessons.state_changes import parse_state, with_changes, with_lists
from rankviz.learn.toml_field_checks import TomlTable, missing_error, open_table
from rankviz.state.app_state import AppState

VERSION = 1
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
QUESTIONS = ("predict", "choose", "value", "do")
MOST_STEPS, MOST_OPTIONS, MOST_POINTS = 60, 6, 12
NAME = re.compile("[a-z0-9-]{1,40}")
FIELDS = ("rankviz_lesson", "key", "title", "about", "metrics", "state", "lists", "page", "practise", "step")
OF_STEP = ("title", "say", "state", "lists", "page", "point", "live", "question", "keep")
OF_THEN = ("state", "lists", "title", "say", "point", "live")
OF_QUESTION = {
    "predict": ("kind", "say", "option", "then"),
    "choose": ("kind", "say", "option", "right", "then"),
    "value": ("kind", "say", "answer", "digits", "slip", "then"),
    "do": ("kind", "say", "until", "then"),
}


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
    table.check_keys(FIELDS)
    table.integer("rankviz_lesson", VERSION, VERSION)
    key = table.text("key")
    if not NAME.fullmatch(key):
        message = f'found "{shorten(key)}"; expected up to 40 lower-case letters, digits and hyphens.'
        table.with_location("key", InputError("lesson_key", message, found=shorten(key)))
    state = _read_lists_into(table, table.read("state", lambda: parse_state(table.text("state", ""))))
    page = table.one_of("page", PAGES, PAGES[0])
    tables = table.tables("step")
    if not 1 <= len(tables) <= MOST_STEPS:
        message = f"found {len(tables)} steps; expected 1 to {MOST_STEPS}."
        table.with_location("step", InputError("lesson_steps", message, found=len(tables), limit=MOST_STEPS))
    steps: list[LessonStep] = []
    for step_table in tables:
        steps.append(_read_step(step_table, state, page, is_last=step_table is tables[-1]))
        state, page = steps[-1].state, steps[-1].page
    practise = table.table("practise")
    return Lesson(
        key,
        read_wording(table, "title"),
        read_wording(table, "about", default={}),
        _read_measures(table, "metrics"),
        tuple(steps),
        () if practise is None else _read_measures(practise, "of"),
        1 if practise is None else practise.integer("level", 1, 3, 1),
    )


def read_wording(table: TomlTable, name: str, *, is_long: bool = False, default: Wording | None = None) -> Wording:
    """Read a text in its languages and check it; InputError if it is missing and there is no default."""
    if default is not None and not table.has(name):
        return default
    table.need(name)
    inner = table.table(name)
    assert inner is not None
    inner.check_keys(LANGUAGES)
    if not inner.content:
        inner.with_location(LANGUAGES[0], missing_error())
    return _read_checked_wording(inner, is_long=is_long)


def _read_checked_wording(table: TomlTable, *, is_long: bool) -> Wording:
    texts = {language: table.text(language).strip() for language in LANGUAGES if table.has(language)}
    for language, text in texts.items():
        table.read(language, lambda text=text, language=language: check_text(text, language, is_long=is_long))  # type: ignore[misc]
    return texts


def _read_measures(table: TomlTable, name: str) -> tuple[str, ...]:
    names = table.texts(name)
    return tuple(table.read(name, lambda each=each: parse_measure(each).metric.name) for each in names)  # type: ignore[misc]


def _read_state(table: TomlTable, previous: AppState) -> AppState:
    text = table.text("state", "")
    return _read_lists_into(table, table.read("state", lambda: with_changes(previous, text)) if text else previous)


def _read_lists_into(table: TomlTable, state: AppState) -> AppState:
    rows = table.tables("lists")
    for row in rows:
        row.check_keys(("g", "missed", "scores", "ids", "name"))
        row.text("g")
    return table.read("lists", lambda: with_lists(state, [row.content for row in rows])) if rows else state


def _read_step(table: TomlTable, previous: AppState, page: str, *, is_last: bool) -> LessonStep:
    table.check_keys(OF_STEP)
    state, page = _read_state(table, previous), table.one_of("page", PAGES, page)
    if table.has("keep") and not is_last:
        table.with_location("keep", InputError("lesson_keep", "belongs to the last step only."))
    body = read_wording(table, "say", is_long=True, default={} if table.has("keep") or table.has("question") else None)
    step = LessonStep(
        read_wording(table, "title", default={}),
        body,
        state,
        page,
        _read_points(table, state, page, body),
        table.boolean("live"),
        takeaway=read_wording(table, "keep", default={}),
    )
    _check_holes(table, ("title", "say"), StatePair(state, state))
    question_table = table.table("question")
    return step if question_table is None else replace(step, question=_read_question(question_table, state, page))


def _read_points(table: TomlTable, state: AppState, page: str, body: Wording) -> tuple[LessonPoint, ...]:
    """Read the points of a step and those marked in its text; InputError for one that is not on the page."""
    own_points = dict.fromkeys(table.read("point", lambda: [parse_lesson_point(each) for each in table.texts("point")]))
    body_points = dict.fromkeys(point for text in body.values() for point in points_in(text))
    for name, points in (("point", own_points), ("say", body_points)):
        for point in points:
            if not is_on_page(point, state, page):
                message = f'"{point}" is not on the page "{page}" in the state of this step.'
                table.with_location(name, InputError("lesson_no_point", message, found=str(point), page=page))
    if len(own_points) > MOST_POINTS:
        message = f"found {len(own_points)} points; expected up to {MOST_POINTS}."
        table.with_location("point", InputError("lesson_points", message, found=len(own_points), limit=MOST_POINTS))
    return tuple(dict.fromkeys((*own_points, *body_points)))


def _check_holes(table: TomlTable, names: Sequence[str], states: StatePair) -> None:
    """Raise InputError if a number in the texts cannot be computed; an undefined value is allowed."""
    for name in names:
        inner = table.table(name)
        if inner is not None:
            for language in inner.content:
                inner.read(language, partial(_evaluate_holes, inner.text(language), states))


def _evaluate_holes(text: str, states: StatePair) -> None:
    for piece in split_text(text):
        if piece.kind == "hole":
            parse_expression(piece.text).evaluate_on(states)


def _read_question(table: TomlTable, state: AppState, page: str) -> StepQuestion:
    kind = table.one_of("kind", QUESTIONS)
    table.check_keys(OF_QUESTION[kind])
    follow_up_table = table.table("then") or TomlTable({}, table.path_of("then"), table.source)
    follow_up_table.check_keys(OF_THEN)
    follow_up = _read_follow_up(follow_up_table, state, page)
    _check_holes(table, ("say",), StatePair(state, state))
    question = StepQuestion(kind, read_wording(table, "say", is_long=True), follow_up)
    states = StatePair(follow_up.state, state)
    if kind == "value":
        return _with_number(table, question, state)
    if kind == "do":
        return _with_goal(table, question, follow_up_table, states)
    return _with_options(table, question, states)


def _read_follow_up(table: TomlTable, previous: AppState, page: str) -> FollowUp:
    state = _read_state(table, previous)
    body = read_wording(table, "say", is_long=True, default={})
    _check_holes(table, ("title", "say"), StatePair(state, previous))
    return FollowUp(
        state, read_wording(table, "title", default={}), body, _read_points(table, state, page, body), table.boolean("live")
    )


def _with_options(table: TomlTable, question: StepQuestion, states: StatePair) -> StepQuestion:
    tables = table.tables("option")
    if not 2 <= len(tables) <= MOST_OPTIONS:
        message = f"found {len(tables)} options; expected 2 to {MOST_OPTIONS}."
        table.with_location("option", InputError("lesson_options", message, found=len(tables), limit=MOST_OPTIONS))
    options: list[LessonOption] = []
    for option_table in tables:
        option_table.check_keys((*LANGUAGES, "say", *(["holds"] if question.kind == "predict" else [])))
        if not any(option_table.has(language) for language in LANGUAGES):
            option_table.with_location(LANGUAGES[0], missing_error())
        _check_holes(option_table, ("say",), states)
        feedback = read_wording(option_table, "say", is_long=True, default={})
        options.append(LessonOption(_read_checked_wording(option_table, is_long=True), feedback))
    if question.kind == "choose":
        return replace(question, options=tuple(options), right_option=table.integer("right", 1, len(options)) - 1)
    predictions = tuple(
        each.read("holds", lambda each=each: parse_condition(each.text("holds")))  # type: ignore[misc]
        for each in tables
    )
    true_options = [number for number, condition in enumerate(predictions) if holds(condition, states)]
    if len(true_options) != 1:
        message = f"{len(true_options)} of the options hold once the state is changed; expected exactly one."
        table.with_location("option", InputError("lesson_holds", message, found=len(true_options)))
    return replace(question, options=tuple(options), right_option=true_options[0], predictions=predictions)


def _with_number(table: TomlTable, question: StepQuestion, state: AppState) -> StepQuestion:
    answer = table.read("answer", lambda: parse_expression(table.text("answer")))
    number = table.read("answer", lambda: answer.evaluate_on(StatePair(state, state)))
    if isnan(number.value):
        error = InputError("lesson_undefined", "is undefined in the state of this step; expected a number.")
        table.with_location("answer", error)
    wrong_numbers = tuple(_read_wrong_number(each, state) for each in table.tables("slip"))
    return replace(question, answer=answer, digits=table.integer("digits", 0, 6, 3), wrong_numbers=wrong_numbers)


def _read_wrong_number(table: TomlTable, state: AppState) -> NamedWrongNumber:
    table.check_keys(("answer", "say"))
    states = StatePair(state, state)
    answer = table.read("answer", lambda: parse_expression(table.text("answer")))
    table.read("answer", lambda: answer.evaluate_on(states))
    _check_holes(table, ("say",), states)
    return NamedWrongNumber(answer, read_wording(table, "say", is_long=True))


def _with_goal(table: TomlTable, question: StepQuestion, follow_up_table: TomlTable, states: StatePair) -> StepQuestion:
    goal = table.read("until", lambda: parse_condition(table.text("until")))
    if not follow_up_table.has("state") and not follow_up_table.has("lists"):
        follow_up_table.with_location("state", missing_error())
    if table.read("until", lambda: holds(goal, StatePair(states.previous, states.previous))):
        table.with_location("until", InputError("lesson_until", "holds already, before anything is done."))
    if not holds(goal, states):
        message = "does not fulfil the condition in until; expected a state that does."
        follow_up_table.with_location("state", InputError("lesson_until_then", message))
    return replace(question, goal=goal)


def is_lesson(text: str) -> bool:
    """Whether the text of a file declares itself a lesson."""
    return re.search(r"^\ufeff?\s*rankviz_lesson\s*=", text, re.MULTILINE) is not None
