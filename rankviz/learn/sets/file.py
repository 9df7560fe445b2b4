"""Reader of question set files, whose format docs/exercises.md describes."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from urllib.parse import parse_qsl

from rankviz.basics.errors import InputError, one_line, shorten
from rankviz.learn.lessons.lesson_text import LANGUAGES
from rankviz.learn.questions.about_list import MISTAKE, MOVE
from rankviz.learn.questions.announced_move import read_move
from rankviz.learn.questions.kinds import KINDS, USUAL_KIND
from rankviz.learn.questions.random_lists import LEVELS
from rankviz.learn.questions.set_generator import LARGEST_SEED
from rankviz.learn.sets.link import measure_name, parse_practice_measure, read_title
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
from rankviz.learn.toml_field_checks import TomlTable, open_table
from rankviz.state import permalink
from rankviz.state.app_state import AppState

VERSION = 1
LONGEST_NOTE = 1_000  # characters of the note on a question
OF_THE_FILE = ("rankviz_set", "title", "help", "digits", "level", "question")
OF_A_QUESTION = ("kind", "measure", "seed", "level", "list", MOVE, MISTAKE, "say")
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
    table.check_keys(OF_THE_FILE)
    table.integer("rankviz_set", VERSION, VERSION)
    level = _read_level(table, USUAL_LEVEL)
    question_tables = table.tables("question")
    if not 1 <= len(question_tables) <= MOST_IN_LINK:
        message = f"{len(question_tables)} questions; a set has 1 to {MOST_IN_LINK}."
        table.with_location("question", InputError("set_questions", message, found=len(question_tables), limit=MOST_IN_LINK))
    return QuestionSet(
        level=level,
        digits=table.integer("digits", DIGITS.start, DIGITS.stop - 1, USUAL_DIGITS),
        help=_read_help(table),
        title=read_title(table.text("title", "")),
        fixed_questions=tuple(_read_question(each, level) for each in question_tables),
    )


def _read_level(table: TomlTable, usual: int) -> int:
    return table.integer("level", min(LEVELS), max(LEVELS), usual)


def _read_help(table: TomlTable) -> Help:
    text = table.text("help", str(USUAL_HELP))
    parsed = read_help(text)
    if parsed is None:
        message = f'found "{shorten(text)}"; expected such as hints.names.2, names.3 or none.'
        table.with_location("help", InputError("set_help", message, found=shorten(text)))
    return parsed


def _read_question(table: TomlTable, level: int) -> GeneratedQuestion | ListQuestion:
    table.check_keys(OF_A_QUESTION)
    note = _read_note(table)
    if table.has("list"):
        for name in ("seed", "level"):
            if table.has(name):
                table.with_location(name, InputError("set_both", "a question with a list of its own has none."))
        kind = table.one_of("kind", LIST_QUESTION_KINDS, USUAL_KIND)
        own_field = ABOUT_LIST[kind].field
        move = table.read(MOVE, lambda: read_move(table.text(MOVE))) if own_field == MOVE else None
        mistake = table.text(MISTAKE, "") if own_field == MISTAKE else ""
        _check_kind_fields(table, kind)
        list_question = ListQuestion(kind, table.read("list", lambda: _read_state(table)), note, move, mistake)
        table.read("list", lambda: build_list_question(list_question, 1, level))
        return list_question
    kind = table.one_of("kind", tuple(KINDS), USUAL_KIND)
    _check_kind_fields(table, "")
    measure, seed = _read_measure(table), table.integer("seed", 0, LARGEST_SEED, USUAL_SEED)
    return GeneratedQuestion(kind, measure, seed, _read_level(table, level), note)


def _check_kind_fields(table: TomlTable, kind: str) -> None:
    """Raise InputError if there is a field that belongs to another kind of question."""
    for of_kind, about_list in ABOUT_LIST.items():
        if about_list.field and table.has(about_list.field) and kind != of_kind:
            message = f'belongs to a question about a list of its own with kind = "{of_kind}".'
            table.with_location(about_list.field, InputError("set_other_kind", message, kind=of_kind))


def _read_measure(table: TomlTable) -> str:
    text = table.text("measure")
    measure = parse_practice_measure(text)
    if measure is None:
        message = f'there are no questions about "{shorten(text)}"; expected a metric such as nDCG@4 or AP.'
        table.with_location("measure", InputError("set_measure", message, found=shorten(text)))
    return measure_name(measure, text)


def _read_state(table: TomlTable) -> AppState:
    """Read the list of a question; the measure of the question replaces that of the link, if there is one."""
    parameters = dict(parse_qsl(table.text("list").removeprefix("?"), keep_blank_values=True))
    decoded = permalink.decode(parameters)
    for problem in decoded.problems:
        raise _list_error(problem)
    if not table.has("measure"):
        return decoded.state
    measure = parse_practice_measure(_read_measure(table))
    assert measure is not None
    convention = decoded.state.convention.with_choices(measure.choices)
    return replace(decoded.state, metric=measure.metric.key, convention=convention)


def _list_error(problem: InputError) -> InputError:
    """Return the error for an unreadable part of a link in a file, where no default replaces it."""
    if "parts" not in problem.where:
        return problem
    part = problem.where["parts"]
    message = f'"{part}" cannot be read; expected parts of a link, such as k=3 or gain=exponential.'
    return InputError("lesson_state", message, found=part)


def _read_note(table: TomlTable) -> tuple[tuple[str, str], ...]:
    texts_table = table.table("say")
    if texts_table is None:
        return ()
    texts_table.check_keys(LANGUAGES)
    texts = {language: one_line(texts_table.text(language, "")).strip() for language in LANGUAGES}
    for language, text in texts.items():
        if len(text) > LONGEST_NOTE:
            message = f"{len(text):,} characters; at most {LONGEST_NOTE:,} fit."
            texts_table.with_location(
                language, InputError("set_said", message, found=f"{len(text):,}", limit=f"{LONGEST_NOTE:,}")
            )
    return tuple((language, text) for language, text in texts.items() if text)
