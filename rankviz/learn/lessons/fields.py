"""The fields of a lesson's file, by the table in which they stand, and how each is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from rankviz.basics.errors import InputError, shorten
from rankviz.core.metrics.measures import parse_measure
from rankviz.learn.lessons.condition import parse_condition
from rankviz.learn.lessons.lesson_text import MOST_LETTERS, MOST_WORDS, TEXT_FIELDS, Wording, check_text
from rankviz.learn.lessons.number_expression import parse_expression
from rankviz.learn.lessons.pointer import PAGES, LessonPoint, parse_lesson_point
from rankviz.learn.toml_fields import Fields, Required, TomlField, TomlTable, integer_in, missing_error, one_of, then_parse

VERSION = 1
MOST_STEPS, MOST_OPTIONS = 60, 6
NAME = re.compile("[a-z0-9-]{1,40}")
LEVELS = range(1, 4)
NO_TEXT: Wording = {}
ListRow = Mapping[str, object]


# ---------------------------------------------------------------------------------------------------------------------------
# Texts


def read_texts(table: TomlTable) -> Wording:
    """Read the texts of a table in its languages, and check them; InputError if there is none."""
    return _read_texts(table, is_long=True)


def _read_texts(table: TomlTable, *, is_long: bool) -> Wording:
    if not any(map(table.has, TEXT_FIELDS)):
        table.with_location(TEXT_FIELDS[0].name, missing_error())
    texts = {field.name: table.get(field).strip() for field in TEXT_FIELDS if table.has(field)}
    for language, text in texts.items():
        table.read(language, partial(check_text, text, language, is_long=is_long))
    return texts


def _title(table: TomlTable, name: str) -> Wording:
    return _inner_texts(table.table(name), is_long=False)


def _body(table: TomlTable, name: str) -> Wording:
    return _inner_texts(table.table(name), is_long=True)


def _inner_texts(table: TomlTable, *, is_long: bool) -> Wording:
    table.check_names(TEXT_FIELDS)
    return _read_texts(table, is_long=is_long)


# ---------------------------------------------------------------------------------------------------------------------------
# What stands in several tables


def _measures(names: list[str]) -> tuple[str, ...]:
    return tuple(parse_measure(each).metric.name for each in names)


def _points(names: list[str]) -> tuple[LessonPoint, ...]:
    return tuple(dict.fromkeys(map(parse_lesson_point, names)))


def _lists(table: TomlTable, name: str) -> list[ListRow]:
    rows = table.tables(name)
    for row in rows:
        row.check_names(LIST_FIELDS)
        row.get(_GRADES)
    return [row.content for row in rows]


# What is written otherwise than said is named when the list is made of it (`Ranking.from_grades`).
_GRADES = TomlField("g", "the grades, as in a link", TomlTable.text)
LIST_FIELDS = (
    _GRADES,
    TomlField("missed", "the grades of what was judged but not retrieved", TomlTable.raw_value, ""),
    TomlField("scores", "the system's scores, one for each grade", TomlTable.raw_value, None),
    TomlField(
        "ids", "the documents, one for each grade, and for each missed one, too, if there are more", TomlTable.raw_value, None
    ),
    TomlField("name", "the query", TomlTable.raw_value, ""),
)

STATE = TomlField(
    "state",
    'what is otherwise than in the step before: `"k=3"`, `"missed="` (nothing missed any more), `"gain=exponential&m=dcg"`. A '
    "state that a step's question leads to is not what the next step begins with: that begins with the step's own",
    TomlTable.text,
    "",
)
LISTS = TomlField[list[ListRow]](
    "lists",
    "instead of `g` and `missed`, where a list has scores or ids, or there are several: "
    '`lists = [{ g = "0312", missed = "3", scores = [2, 2, 1, 1], ids = ["a", "b", "c", "d"], name = "q1" }]`. '
    "`list=2` in the state puts the second one under study",
    _lists,
    [],
)
PAGE = TomlField[str | None](
    "page",
    '`"compare"` for two orders of the same documents, the second one as `b=3.1.2` in the state (its documents by number: '
    'first those listed, then the missed ones); `"explore"` for one list. It holds for the steps after it, too',
    one_of(PAGES),
    None,
)
TITLE = TomlField("title", "heading of the card", _title, NO_TEXT)
POINTS = TomlField[tuple[LessonPoint, ...]](
    "point", "what is marked on the page, see below", then_parse(TomlTable.texts, _points), ()
)
LIVE = TomlField(
    "live",
    "`true`: the text is true of any list, and its numbers follow the reader's changes. Otherwise it is muted once the "
    "reader has changed something",
    TomlTable.yes,
    False,
)

# ---------------------------------------------------------------------------------------------------------------------------
# The lesson


def _key(text: str) -> str:
    if not NAME.fullmatch(text):
        message = f'found "{shorten(text)}"; expected up to 40 lower-case letters, digits and hyphens.'
        raise InputError("lesson_key", message, found=shorten(text))
    return text


def _practice(table: TomlTable, name: str) -> tuple[tuple[str, ...], int]:
    inner = table.table(name)
    inner.check_names(PRACTICE_FIELDS)
    return inner.get(_PRACTICE_MEASURES), inner.get(_PRACTICE_LEVEL)


_PRACTICE_MEASURES = TomlField[tuple[str, ...]]("of", "measures, which take turns", then_parse(TomlTable.texts, _measures), ())
_PRACTICE_LEVEL = TomlField("level", f"their level, {LEVELS[0]} to {LEVELS[-1]}", integer_in(LEVELS), LEVELS[0])
PRACTICE_FIELDS = (_PRACTICE_MEASURES, _PRACTICE_LEVEL)

FORMAT = TomlField("rankviz_lesson", f"`{VERSION}`, the version of this format", integer_in(range(VERSION, VERSION + 1)))
KEY = TomlField(
    "key", "its name in an address: up to 40 lower-case letters, digits and hyphens", then_parse(TomlTable.text, _key)
)
LESSON_TITLE = TomlField("title", "what it is called", _title)
ABOUT = TomlField("about", "one line for the list of lessons", _title, NO_TEXT)
METRICS = TomlField[tuple[str, ...]](
    "metrics", "measures named beside it in that list", then_parse(TomlTable.texts, _measures), ()
)
FIRST_STATE = TomlField("state", "the list and the choices, as behind the `?` of a link", TomlTable.text, "")
PRACTICE = TomlField[tuple[tuple[str, ...], int]]("practise", "the questions that it ends with", _practice, ((), LEVELS[0]))
STEPS = TomlField[list[TomlTable]]("step", f"1 to {MOST_STEPS} of them, `[[step]]` each", TomlTable.tables, [])
LESSON_FIELDS = (FORMAT, KEY, LESSON_TITLE, ABOUT, METRICS, FIRST_STATE, LISTS, PAGE, PRACTICE, STEPS)

# ---------------------------------------------------------------------------------------------------------------------------
# A step

STEP_TEXT = TomlField(
    "say",
    f"at most {MOST_WORDS} words in English, {MOST_LETTERS} characters in Chinese; may be left out beside `question` or `keep`",
    _body,
    Required.IN_SOME,
)
QUESTION = TomlField[TomlTable | None]("question", "at most one", TomlTable.table, None)
KEEP = TomlField("keep", "on the last step: the one sentence to take away", _title, NO_TEXT)
STEP_FIELDS = (TITLE, STEP_TEXT, STATE, LISTS, PAGE, POINTS, LIVE, QUESTION, KEEP)

# ---------------------------------------------------------------------------------------------------------------------------
# Its question

FOLLOW_UP_TEXT = TomlField("say", "what is said after the answer", _body, NO_TEXT)
FOLLOW_UP_FIELDS = (STATE, LISTS, TITLE, FOLLOW_UP_TEXT, POINTS, LIVE)

FEEDBACK = TomlField("say", "what is said to whoever chose it (holes in the state after)", _body, NO_TEXT)
HOLDS = TomlField("holds", "of `predict`: a condition on what `then.state` brings", then_parse(TomlTable.text, parse_condition))
OPTION_FIELDS: Fields = (*TEXT_FIELDS, FEEDBACK)
PREDICTION_FIELDS: Fields = (*OPTION_FIELDS, HOLDS)

WRONG_NUMBER = TomlField("answer", "a number, as in a hole", then_parse(TomlTable.text, parse_expression))
WRONG_NUMBER_TEXT = TomlField("say", "what is said to whoever typed it; it never says the right number", _body)
WRONG_NUMBER_FIELDS = (WRONG_NUMBER, WRONG_NUMBER_TEXT)

OPTIONS = TomlField[list[TomlTable]]("option", f"of `predict` and `choose`: 2 to {MOST_OPTIONS} of them", TomlTable.tables, [])
RIGHT = TomlField("right", "of `choose`: the number of the right one", integer_in(range(1, MOST_OPTIONS + 1)))
ANSWER = TomlField(
    "answer", "of `value`: the number that is asked for, as in a hole", then_parse(TomlTable.text, parse_expression)
)
DIGITS = TomlField("digits", "of `value`: its decimals, 0 for a count", integer_in(range(7)), 3)
WRONG_NUMBERS = TomlField[list[TomlTable]](
    "slip", "of `value`: wrong numbers in place of the usual mistakes, where others are likelier", TomlTable.tables, []
)
UNTIL = TomlField("until", "of `do`: a condition on what the reader makes", then_parse(TomlTable.text, parse_condition))
OWN_FIELDS: Mapping[str, Fields] = {
    "predict": (OPTIONS,),
    "choose": (OPTIONS, RIGHT),
    "value": (ANSWER, DIGITS, WRONG_NUMBERS),
    "do": (UNTIL,),
}
KIND = TomlField("kind", ", ".join(f"`{each}`" for each in OWN_FIELDS), one_of(tuple(OWN_FIELDS)))
QUESTION_TEXT = TomlField("say", "the question", _body)
THEN = TomlField[TomlTable | None](
    "then", "what follows the answer. Nothing of it is sent to the page before", TomlTable.table, None
)
QUESTION_FIELDS = (KIND, QUESTION_TEXT, OPTIONS, RIGHT, ANSWER, DIGITS, WRONG_NUMBERS, UNTIL, THEN)
