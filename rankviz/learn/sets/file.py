"""Reader of question set files, whose format docs/exercises.md describes."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from urllib.parse import parse_qsl

from rankviz.basics.errors import InputError, one_line, shorten
from rankviz.learn.lessons.lesson_text import TEXT_FIELDS
from rankviz.learn.lessons.state_changes import state_or_error
from rankviz.learn.questions.about_list import MISTAKE, MOVE
from rankviz.learn.questions.announced_move import read_move
from rankviz.learn.questions.kinds import KINDS, USUAL_KIND
from rankviz.learn.questions.random_lists import LEVELS
from rankviz.learn.questions.set_generator import LARGEST_SEED
from rankviz.learn.sets.link import SET_PARAMETERS, measure_name, parse_practice_measure, read_title
from rankviz.learn.sets.list_question import ABOUT_LIST, LIST_QUESTION_KINDS, ListQuestion, build_list_question
from rankviz.learn.sets.question_set import (
    DIGITS,
    MOST_IN_LINK,
    USUAL_DIGITS,
    USUAL_HELP,
    USUAL_LEVEL,
    USUAL_SEED,
    GeneratedQuestion,
    Help,
    QuestionSet,
    read_help,
)
from rankviz.learn.toml_fields import Required, TomlField, TomlTable, integer_in, one_of, open_table, then_parse
from rankviz.state import permalink
from rankviz.state.app_state import AppState

VERSION = 1
LONGEST_NOTE = 1_000  # characters of the note on a question
MARK = re.compile(r"^\ufeff?\s*rankviz_set\s*=", re.MULTILINE)


def is_set(text: str) -> bool:
    """Whether the text of a file declares itself a question set."""
    return MARK.search(text) is not None


@lru_cache(maxsize=8)
def read_set(text: str) -> QuestionSet:
    """Read a question set from the text of its file.

    Raises
    ------
    InputError
        `lesson_in`, with the line and the field that are wrong, what was found there, and what was expected.

    Examples
    --------
    >>> read_set('rankviz_set = 1' + chr(10) + '[[question]]' + chr(10) + 'measure = "nDCG@4"').size
    1
    """
    table = open_table(text)
    table.check_names(SET_FIELDS)
    table.get(_VERSION)
    level = table.get(_LEVEL)
    question_tables = table.get(_QUESTIONS)
    if not 1 <= len(question_tables) <= MOST_IN_LINK:
        message = f"{len(question_tables)} questions; a set has 1 to {MOST_IN_LINK}."
        error = InputError("set_questions", message, found=len(question_tables), limit=MOST_IN_LINK)
        table.with_location(_QUESTIONS.name, error)
    return QuestionSet(
        level=level,
        digits=table.get(_DIGITS),
        help=table.get(_HELP),
        title=table.get(_TITLE),
        fixed_questions=tuple(_read_question(each, level) for each in question_tables),
    )


def _read_question(table: TomlTable, level: int) -> GeneratedQuestion | ListQuestion:
    table.check_names(QUESTION_FIELDS)
    note = table.get(_NOTE)
    if table.has(_LIST):
        for field in (_SEED, _LEVEL_OF_QUESTION):
            if table.has(field):
                table.with_location(field.name, InputError("set_both", "a question with a list of its own has none."))
        kind = table.get(replace(_KIND, read=one_of(LIST_QUESTION_KINDS)))
        own_field = ABOUT_LIST[kind].field
        move = table.get(_MOVE) if own_field == MOVE else None
        mistake = table.get(_MISTAKE) if own_field == MISTAKE else ""
        _check_kind_fields(table, kind)
        list_question = ListQuestion(kind, table.get(_LIST), note, move, mistake)
        table.read(_LIST.name, lambda: build_list_question(list_question, 1, level))
        return list_question
    kind = table.get(_KIND)
    _check_kind_fields(table, "")
    measure, seed, own_level = table.get(_MEASURE), table.get(_SEED), table.get(_LEVEL_OF_QUESTION)
    return GeneratedQuestion(kind, measure, seed, level if own_level is None else own_level, note)


def _check_kind_fields(table: TomlTable, kind: str) -> None:
    """Raise InputError if there is a field that belongs to another kind of question."""
    for of_kind, about_list in ABOUT_LIST.items():
        if about_list.field and about_list.field in table.content and kind != of_kind:
            message = f'belongs to a question about a list of its own with kind = "{of_kind}".'
            table.with_location(about_list.field, InputError("set_other_kind", message, kind=of_kind))


def _read_help(text: str) -> Help:
    parsed_help = read_help(text)
    if parsed_help is None:
        message = f'found "{shorten(text)}"; expected such as hints.names.2, names.3 or none.'
        raise InputError("set_help", message, found=shorten(text))
    return parsed_help


def _read_measure(text: str) -> str:
    measure = parse_practice_measure(text)
    if measure is None:
        message = f'there are no questions about "{shorten(text)}"; expected a metric such as nDCG@4 or AP.'
        raise InputError("set_measure", message, found=shorten(text))
    return measure_name(measure, text)


def _read_state(table: TomlTable, name: str) -> AppState:
    """Read the list of a question; the measure of the question replaces that of the link, if there is one."""
    parameters = dict(parse_qsl(table.text(name).removeprefix("?"), keep_blank_values=True))
    state = table.read(name, lambda: state_or_error(permalink.decode(parameters)))
    if not table.has(_MEASURE):
        return state
    measure = parse_practice_measure(table.get(_MEASURE))
    assert measure is not None
    return replace(state, metric=measure.metric.key, convention=state.convention.with_choices(measure.choices))


def _read_note(table: TomlTable, name: str) -> tuple[tuple[str, str], ...]:
    texts_table = table.table(name)
    texts_table.check_names(TEXT_FIELDS)
    texts = {field.name: one_line(texts_table.get(field)).strip() for field in TEXT_FIELDS}
    for language, text in texts.items():
        if len(text) > LONGEST_NOTE:
            message = f"{len(text):,} characters; at most {LONGEST_NOTE:,} fit."
            texts_table.with_location(
                language, InputError("set_said", message, found=f"{len(text):,}", limit=f"{LONGEST_NOTE:,}")
            )
    return tuple((language, text) for language, text in texts.items() if text)


_LINK_SAYS = {each.name: each.says for each in SET_PARAMETERS}
_LEVELS = range(min(LEVELS), max(LEVELS) + 1)
_VERSION = TomlField("rankviz_set", f"`{VERSION}`, the version of this format", integer_in(range(VERSION, VERSION + 1)))
_TITLE = TomlField("title", _LINK_SAYS["title"], then_parse(TomlTable.text, read_title), "")
_HELP = TomlField("help", "as in a link", then_parse(TomlTable.text, _read_help), USUAL_HELP)
_DIGITS = TomlField("digits", _LINK_SAYS["digits"], integer_in(DIGITS), USUAL_DIGITS)
_LEVEL = TomlField("level", "1 to 3, of each question without one of its own", integer_in(_LEVELS), USUAL_LEVEL)
_QUESTIONS = TomlField[list[TomlTable]]("question", f"1 to {MOST_IN_LINK} of them, `[[question]]` each", TomlTable.tables, [])
SET_FIELDS = (_VERSION, _TITLE, _HELP, _DIGITS, _LEVEL, _QUESTIONS)

_KIND = TomlField(
    "kind",
    f"what is asked; about a list of its own one of {', '.join(f'`{each}`' for each in LIST_QUESTION_KINDS)}",
    one_of(tuple(KINDS)),
    USUAL_KIND,
)
_MEASURE = TomlField(
    "measure",
    "a metric, such as `nDCG@4`; with a list of its own it may be left to the list's link",
    then_parse(TomlTable.text, _read_measure),
    Required.IN_SOME,
)
_SEED = TomlField("seed", _LINK_SAYS["seed"], integer_in(range(LARGEST_SEED + 1)), USUAL_SEED)
_LEVEL_OF_QUESTION = TomlField[int | None]("level", "1 to 3, where it is not that of the file", integer_in(_LEVELS), None)
_LIST = TomlField(
    "list",
    "a list of its own, as behind the `?` of a link; then there is neither `seed` nor `level`",
    _read_state,
    Required.IN_SOME,
)
_MOVE = TomlField(MOVE, _LINK_SAYS[MOVE], then_parse(TomlTable.text, read_move), Required.IN_SOME)
_MISTAKE = TomlField(MISTAKE, _LINK_SAYS[MISTAKE], TomlTable.text, "")
_NOTE = TomlField[tuple[tuple[str, str], ...]](
    "say", f"what stands above it on the page, `say.en` and `say.zh`; up to {LONGEST_NOTE:,} characters each", _read_note, ()
)
QUESTION_FIELDS = (_KIND, _MEASURE, _SEED, _LEVEL_OF_QUESTION, _LIST, _MOVE, _MISTAKE, _NOTE)
