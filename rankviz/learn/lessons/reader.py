"""Reads the file of a lesson, as docs/add-a-lesson.md describes it; what cannot be used is named with its line and field."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from math import isnan

from rankviz.basics.errors import InputError, quoted
from rankviz.core.metrics.measures import parse_measure
from rankviz.learn.lessons.changes import changed, opening, with_lists
from rankviz.learn.lessons.condition import holds, parse_condition
from rankviz.learn.lessons.lesson import Ask, Lesson, Option, Slip, Step, Then
from rankviz.learn.lessons.pointer import PAGES, Point, is_there, parse_point
from rankviz.learn.lessons.quantity import Both, parse_expression
from rankviz.learn.lessons.wording import LANGUAGES, Wording, check_text, pointed, runs
from rankviz.learn.toml_table import Table, missing, open_table
from rankviz.state.app_state import AppState

VERSION = 1
# In the order in which they are listed.
ORDER: tuple[str, ...] = ("precision-recall", "ap", "rr", "discount", "ideal", "gain", "curves", "ties", "means", "libraries")
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
def lesson_of(key: str) -> Lesson | None:
    """One of our lessons by its key."""
    if key not in ORDER:
        return None
    return replace(read(text_of(key)), number=ORDER.index(key) + 1)


def text_of(key: str) -> str:
    """The file of one of our lessons."""
    return files(__package__).joinpath("built_in", f"{key}.toml").read_text(encoding="utf-8")


def read(text: str) -> Lesson:
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
    table.only(FIELDS)
    table.whole("rankviz_lesson", VERSION, VERSION)
    key = table.text("key")
    if not NAME.fullmatch(key):
        message = f'found "{quoted(key)}"; expected up to 40 lower-case letters, digits and hyphens.'
        table.blame("key", InputError("lesson_key", message, found=quoted(key)))
    state = _with_lists(table, table.read("state", lambda: opening(table.text("state", ""))))
    page = table.one_of("page", PAGES, PAGES[0])
    tables = table.tables("step")
    if not 1 <= len(tables) <= MOST_STEPS:
        message = f"found {len(tables)} steps; expected 1 to {MOST_STEPS}."
        table.blame("step", InputError("lesson_steps", message, found=len(tables), limit=MOST_STEPS))
    steps: list[Step] = []
    for each in tables:
        steps.append(_step(each, state, page, is_last=each is tables[-1]))
        state, page = steps[-1].state, steps[-1].page
    practise = table.table("practise")
    return Lesson(
        key,
        wording(table, "title"),
        wording(table, "about", default={}),
        _measures(table, "metrics"),
        tuple(steps),
        () if practise is None else _measures(practise, "of"),
        1 if practise is None else practise.whole("level", 1, 3, 1),
    )


def wording(table: Table, name: str, *, is_long: bool = False, default: Wording | None = None) -> Wording:
    """A text in its languages, checked; it must be there, unless there is a default."""
    if default is not None and not table.has(name):
        return default
    table.need(name)
    inner = table.table(name)
    assert inner is not None
    inner.only(LANGUAGES)
    if not inner.content:
        inner.blame(LANGUAGES[0], missing())
    return _wording(inner, is_long=is_long)


def _wording(table: Table, *, is_long: bool) -> Wording:
    found = {language: table.text(language).strip() for language in LANGUAGES if table.has(language)}
    for language, text in found.items():
        table.read(language, lambda text=text, language=language: check_text(text, language, is_long=is_long))  # type: ignore[misc]
    return found


def _measures(table: Table, name: str) -> tuple[str, ...]:
    names = table.texts(name)
    return tuple(table.read(name, lambda each=each: parse_measure(each).metric.name) for each in names)  # type: ignore[misc]


def _state(table: Table, before: AppState) -> AppState:
    text = table.text("state", "")
    return _with_lists(table, table.read("state", lambda: changed(before, text)) if text else before)


def _with_lists(table: Table, state: AppState) -> AppState:
    rows = table.tables("lists")
    for row in rows:
        row.only(("g", "missed", "scores", "ids", "name"))
        row.text("g")
    return table.read("lists", lambda: with_lists(state, [row.content for row in rows])) if rows else state


def _step(table: Table, before: AppState, page: str, *, is_last: bool) -> Step:
    table.only(OF_STEP)
    state, page = _state(table, before), table.one_of("page", PAGES, page)
    if table.has("keep") and not is_last:
        table.blame("keep", InputError("lesson_keep", "belongs to the last step only."))
    say = wording(table, "say", is_long=True, default={} if table.has("keep") or table.has("question") else None)
    made = Step(
        wording(table, "title", default={}),
        say,
        state,
        page,
        _points(table, state, page, say),
        table.yes("live"),
        keep=wording(table, "keep", default={}),
    )
    _check_holes(table, ("title", "say"), Both(state, state))
    asked = table.table("question")
    return made if asked is None else replace(made, ask=_ask(asked, state, page))


def _points(table: Table, state: AppState, page: str, say: Wording) -> tuple[Point, ...]:
    """What is pointed at, by itself and in the text; all of it must be there."""
    found = dict.fromkeys(table.read("point", lambda: [parse_point(each) for each in table.texts("point")]))
    in_words = dict.fromkeys(point for text in say.values() for point in pointed(text))
    for name, points in (("point", found), ("say", in_words)):
        for point in points:
            if not is_there(point, state, page):
                message = f'"{point}" is not on the page "{page}" in the state of this step.'
                table.blame(name, InputError("lesson_no_point", message, found=str(point), page=page))
    if len(found) > MOST_POINTS:
        message = f"found {len(found)} points; expected up to {MOST_POINTS}."
        table.blame("point", InputError("lesson_points", message, found=len(found), limit=MOST_POINTS))
    return tuple(dict.fromkeys((*found, *in_words)))


def _check_holes(table: Table, names: Sequence[str], both: Both) -> None:
    """See that every number of some texts can be computed; an undefined one is one too."""
    for name in names:
        inner = table.table(name)
        for language, text in ({} if inner is None else inner.content).items():
            inner.read(language, lambda text=text: _fill(text, both))  # type: ignore[union-attr, misc]


def _fill(text: str, both: Both) -> None:
    for run in runs(text):
        if run.kind == "hole":
            parse_expression(run.text).of_state(both)


def _ask(table: Table, state: AppState, page: str) -> Ask:
    kind = table.one_of("kind", QUESTIONS)
    table.only(OF_QUESTION[kind])
    after = table.table("then") or Table({}, table.at("then"), table.source)
    after.only(OF_THEN)
    then = _then(after, state, page)
    _check_holes(table, ("say",), Both(state, state))
    made = Ask(kind, wording(table, "say", is_long=True), then)
    both = Both(then.state, state)
    if kind == "value":
        return _value(table, made, state)
    if kind == "do":
        return _do(table, made, after, both)
    return _options(table, made, both)


def _then(table: Table, before: AppState, page: str) -> Then:
    state = _state(table, before)
    say = wording(table, "say", is_long=True, default={})
    _check_holes(table, ("title", "say"), Both(state, before))
    return Then(state, wording(table, "title", default={}), say, _points(table, state, page, say), table.yes("live"))


def _options(table: Table, made: Ask, both: Both) -> Ask:
    tables = table.tables("option")
    if not 2 <= len(tables) <= MOST_OPTIONS:
        message = f"found {len(tables)} options; expected 2 to {MOST_OPTIONS}."
        table.blame("option", InputError("lesson_options", message, found=len(tables), limit=MOST_OPTIONS))
    options: list[Option] = []
    for each in tables:
        each.only((*LANGUAGES, "say", *(["holds"] if made.kind == "predict" else [])))
        if not any(each.has(language) for language in LANGUAGES):
            each.blame(LANGUAGES[0], missing())
        _check_holes(each, ("say",), both)
        options.append(Option(_wording(each, is_long=True), wording(each, "say", is_long=True, default={})))
    if made.kind == "choose":
        return replace(made, options=tuple(options), right=table.whole("right", 1, len(options)) - 1)
    predicted = tuple(each.read("holds", lambda each=each: parse_condition(each.text("holds"))) for each in tables)  # type: ignore[misc]
    true = [at for at, condition in enumerate(predicted) if holds(condition, both)]
    if len(true) != 1:
        message = f"{len(true)} of the options hold once the state is changed; expected exactly one."
        table.blame("option", InputError("lesson_holds", message, found=len(true)))
    return replace(made, options=tuple(options), right=true[0], predicted=predicted)


def _value(table: Table, made: Ask, state: AppState) -> Ask:
    answer = table.read("answer", lambda: parse_expression(table.text("answer")))
    number = table.read("answer", lambda: answer.of_state(Both(state, state)))
    if isnan(number.value):
        table.blame("answer", InputError("lesson_undefined", "is undefined in the state of this step; expected a number."))
    slips = tuple(_slip(each, state) for each in table.tables("slip"))
    return replace(made, answer=answer, digits=table.whole("digits", 0, 6, 3), slips=slips)


def _slip(table: Table, state: AppState) -> Slip:
    table.only(("answer", "say"))
    both = Both(state, state)
    answer = table.read("answer", lambda: parse_expression(table.text("answer")))
    table.read("answer", lambda: answer.of_state(both))
    _check_holes(table, ("say",), both)
    return Slip(answer, wording(table, "say", is_long=True))


def _do(table: Table, made: Ask, after: Table, both: Both) -> Ask:
    until = table.read("until", lambda: parse_condition(table.text("until")))
    if not after.has("state") and not after.has("lists"):
        after.blame("state", missing())
    if table.read("until", lambda: holds(until, Both(both.before, both.before))):
        table.blame("until", InputError("lesson_until", "holds already, before anything is done."))
    if not holds(until, both):
        message = "does not fulfil the condition in until; expected a state that does."
        after.blame("state", InputError("lesson_until_then", message))
    return replace(made, until=until)


def is_lesson(text: str) -> bool:
    """Whether a file that was opened says that it is a lesson."""
    return re.search(r"^\ufeff?\s*rankviz_lesson\s*=", text, re.MULTILINE) is not None
