"""Reads the file of a lesson, as docs/add-a-lesson.md describes it; what cannot be used is named with its line and field."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
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
from rankviz.learn.toml_table import TomlTable, missing_error, open_table
from rankviz.state.app_state import AppState

VERSION = 1
# In the order in which they are listed.
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
    """One of our lessons by its key."""
    if key not in LESSON_KEYS:
        return None
    return replace(read_lesson(built_in_lesson_text(key)), number=LESSON_KEYS.index(key) + 1)


def built_in_lesson_text(key: str) -> str:
    """The file of one of our lessons."""
    return files(__package__).joinpath("built_in", f"{key}.toml").read_text(encoding="utf-8")


def read_lesson(text: str) -> Lesson:
    """Read the file of a lesson.

    Parameters
    ----------
    text : str

    Raises
    ------
    InputError
        With the line and the field of what cannot be used, what was found and what was expected. All that a reader may come
        to is looked at: states, points, numbers, conditions.
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
    for each in tables:
        steps.append(_read_step(each, state, page, is_last=each is tables[-1]))
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
    """A text in its languages, checked; it must be there, unless there is a default."""
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
    found = {language: table.text(language).strip() for language in LANGUAGES if table.has(language)}
    for language, text in found.items():
        table.read(language, lambda text=text, language=language: check_text(text, language, is_long=is_long))  # type: ignore[misc]
    return found


def _read_measures(table: TomlTable, name: str) -> tuple[str, ...]:
    names = table.texts(name)
    return tuple(table.read(name, lambda each=each: parse_measure(each).metric.name) for each in names)  # type: ignore[misc]


def _read_state(table: TomlTable, before: AppState) -> AppState:
    text = table.text("state", "")
    return _read_lists_into(table, table.read("state", lambda: with_changes(before, text)) if text else before)


def _read_lists_into(table: TomlTable, state: AppState) -> AppState:
    rows = table.tables("lists")
    for row in rows:
        row.check_keys(("g", "missed", "scores", "ids", "name"))
        row.text("g")
    return table.read("lists", lambda: with_lists(state, [row.content for row in rows])) if rows else state


def _read_step(table: TomlTable, before: AppState, page: str, *, is_last: bool) -> LessonStep:
    table.check_keys(OF_STEP)
    state, page = _read_state(table, before), table.one_of("page", PAGES, page)
    if table.has("keep") and not is_last:
        table.with_location("keep", InputError("lesson_keep", "belongs to the last step only."))
    say = read_wording(table, "say", is_long=True, default={} if table.has("keep") or table.has("question") else None)
    made = LessonStep(
        read_wording(table, "title", default={}),
        say,
        state,
        page,
        _read_points(table, state, page, say),
        table.boolean("live"),
        takeaway=read_wording(table, "keep", default={}),
    )
    _check_holes(table, ("title", "say"), StatePair(state, state))
    asked = table.table("question")
    return made if asked is None else replace(made, question=_read_question(asked, state, page))


def _read_points(table: TomlTable, state: AppState, page: str, say: Wording) -> tuple[LessonPoint, ...]:
    """What is pointed at, by itself and in the text; all of it must be there."""
    found = dict.fromkeys(table.read("point", lambda: [parse_lesson_point(each) for each in table.texts("point")]))
    in_words = dict.fromkeys(point for text in say.values() for point in points_in(text))
    for name, points in (("point", found), ("say", in_words)):
        for point in points:
            if not is_on_page(point, state, page):
                message = f'"{point}" is not on the page "{page}" in the state of this step.'
                table.with_location(name, InputError("lesson_no_point", message, found=str(point), page=page))
    if len(found) > MOST_POINTS:
        message = f"found {len(found)} points; expected up to {MOST_POINTS}."
        table.with_location("point", InputError("lesson_points", message, found=len(found), limit=MOST_POINTS))
    return tuple(dict.fromkeys((*found, *in_words)))


def _check_holes(table: TomlTable, names: Sequence[str], both: StatePair) -> None:
    """See that every number of some texts can be computed; an undefined one is one too."""
    for name in names:
        inner = table.table(name)
        for language, text in ({} if inner is None else inner.content).items():
            inner.read(language, lambda text=text: _evaluate_holes(text, both))  # type: ignore[union-attr, misc]


def _evaluate_holes(text: str, both: StatePair) -> None:
    for run in split_text(text):
        if run.kind == "hole":
            parse_expression(run.text).evaluate_on(both)


def _read_question(table: TomlTable, state: AppState, page: str) -> StepQuestion:
    kind = table.one_of("kind", QUESTIONS)
    table.check_keys(OF_QUESTION[kind])
    after = table.table("then") or TomlTable({}, table.path_of("then"), table.source)
    after.check_keys(OF_THEN)
    then = _read_follow_up(after, state, page)
    _check_holes(table, ("say",), StatePair(state, state))
    made = StepQuestion(kind, read_wording(table, "say", is_long=True), then)
    both = StatePair(then.state, state)
    if kind == "value":
        return _with_number(table, made, state)
    if kind == "do":
        return _with_goal(table, made, after, both)
    return _with_options(table, made, both)


def _read_follow_up(table: TomlTable, before: AppState, page: str) -> FollowUp:
    state = _read_state(table, before)
    say = read_wording(table, "say", is_long=True, default={})
    _check_holes(table, ("title", "say"), StatePair(state, before))
    return FollowUp(
        state, read_wording(table, "title", default={}), say, _read_points(table, state, page, say), table.boolean("live")
    )


def _with_options(table: TomlTable, made: StepQuestion, both: StatePair) -> StepQuestion:
    tables = table.tables("option")
    if not 2 <= len(tables) <= MOST_OPTIONS:
        message = f"found {len(tables)} options; expected 2 to {MOST_OPTIONS}."
        table.with_location("option", InputError("lesson_options", message, found=len(tables), limit=MOST_OPTIONS))
    options: list[LessonOption] = []
    for each in tables:
        each.check_keys((*LANGUAGES, "say", *(["holds"] if made.kind == "predict" else [])))
        if not any(each.has(language) for language in LANGUAGES):
            each.with_location(LANGUAGES[0], missing_error())
        _check_holes(each, ("say",), both)
        options.append(
            LessonOption(_read_checked_wording(each, is_long=True), read_wording(each, "say", is_long=True, default={}))
        )
    if made.kind == "choose":
        return replace(made, options=tuple(options), right_option=table.integer("right", 1, len(options)) - 1)
    predicted = tuple(each.read("holds", lambda each=each: parse_condition(each.text("holds"))) for each in tables)  # type: ignore[misc]
    true = [at for at, condition in enumerate(predicted) if holds(condition, both)]
    if len(true) != 1:
        message = f"{len(true)} of the options hold once the state is changed; expected exactly one."
        table.with_location("option", InputError("lesson_holds", message, found=len(true)))
    return replace(made, options=tuple(options), right_option=true[0], predictions=predicted)


def _with_number(table: TomlTable, made: StepQuestion, state: AppState) -> StepQuestion:
    answer = table.read("answer", lambda: parse_expression(table.text("answer")))
    number = table.read("answer", lambda: answer.evaluate_on(StatePair(state, state)))
    if isnan(number.value):
        table.with_location(
            "answer", InputError("lesson_undefined", "is undefined in the state of this step; expected a number.")
        )
    slips = tuple(_read_wrong_number(each, state) for each in table.tables("slip"))
    return replace(made, answer=answer, digits=table.integer("digits", 0, 6, 3), wrong_numbers=slips)


def _read_wrong_number(table: TomlTable, state: AppState) -> NamedWrongNumber:
    table.check_keys(("answer", "say"))
    both = StatePair(state, state)
    answer = table.read("answer", lambda: parse_expression(table.text("answer")))
    table.read("answer", lambda: answer.evaluate_on(both))
    _check_holes(table, ("say",), both)
    return NamedWrongNumber(answer, read_wording(table, "say", is_long=True))


def _with_goal(table: TomlTable, made: StepQuestion, after: TomlTable, both: StatePair) -> StepQuestion:
    until = table.read("until", lambda: parse_condition(table.text("until")))
    if not after.has("state") and not after.has("lists"):
        after.with_location("state", missing_error())
    if table.read("until", lambda: holds(until, StatePair(both.previous, both.previous))):
        table.with_location("until", InputError("lesson_until", "holds already, before anything is done."))
    if not holds(until, both):
        message = "does not fulfil the condition in until; expected a state that does."
        after.with_location("state", InputError("lesson_until_then", message))
    return replace(made, goal=until)


def is_lesson(text: str) -> bool:
    """Whether a file that was opened says that it is a lesson."""
    return re.search(r"^\ufeff?\s*rankviz_lesson\s*=", text, re.MULTILINE) is not None
