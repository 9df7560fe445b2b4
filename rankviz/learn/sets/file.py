"""A set of questions in a file: docs/exercises.md says what stands in it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from urllib.parse import parse_qsl

from rankviz.basics.errors import InputError, one_line, shorten
from rankviz.learn.lessons.lesson_text import LANGUAGES
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.kinds.trend import read_move
from rankviz.learn.questions.random_lists import LEVELS
from rankviz.learn.questions.set_generator import LARGEST_SEED
from rankviz.learn.sets.link import measure_name, parse_practice_measure
from rankviz.learn.sets.list_question import LIST_QUESTION_KINDS, ListQuestion, build_list_question
from rankviz.learn.sets.question_set import (
    DIGITS,
    MOST_IN_LINK,
    MOST_TITLE,
    USUAL_DIGITS,
    USUAL_HELP,
    USUAL_KIND,
    USUAL_LEVEL,
    USUAL_SEED,
    GeneratedQuestion,
    Help,
    QuestionSet,
    read_help,
)
from rankviz.learn.toml_table import TomlTable, open_table
from rankviz.state import permalink
from rankviz.state.app_state import AppState

VERSION = 1
MOST_SAID = 1_000  # characters of what is said of a question
OF_THE_FILE = ("rankviz_set", "title", "help", "digits", "level", "question")
OF_A_QUESTION = ("kind", "measure", "seed", "level", "list", "move", "mistake", "say")
MARK = re.compile(r"^\ufeff?\s*rankviz_set\s*=", re.MULTILINE)


def is_set(text: str) -> bool:
    """Whether a file says that it holds a set of questions."""
    return MARK.search(text) is not None


@lru_cache(maxsize=8)
def read_set(text: str) -> QuestionSet:
    """Read a set from the text of its file.

    Raises
    ------
    InputError
        With the line and the field that are wrong, what was found there, and what was expected.

    Examples
    --------
    >>> read_set('rankviz_set = 1' + chr(10) + '[[question]]' + chr(10) + 'measure = "nDCG@4"').size
    1
    """
    whole = open_table(text)
    whole.check_keys(OF_THE_FILE)
    whole.integer("rankviz_set", VERSION, VERSION)
    level = _read_level(whole, USUAL_LEVEL)
    rows = whole.tables("question")
    if not 1 <= len(rows) <= MOST_IN_LINK:
        message = f"{len(rows)} questions; a set has 1 to {MOST_IN_LINK}."
        whole.with_location("question", InputError("set_questions", message, found=len(rows), limit=MOST_IN_LINK))
    return QuestionSet(
        level=level,
        digits=whole.integer("digits", DIGITS.start, DIGITS.stop - 1, USUAL_DIGITS),
        help=_read_help(whole),
        title=one_line(whole.text("title", ""))[:MOST_TITLE].strip(),
        fixed_questions=tuple(_read_question(row, level) for row in rows),
    )


def _read_level(table: TomlTable, usual: int) -> int:
    return table.integer("level", min(LEVELS), max(LEVELS), usual)


def _read_help(whole: TomlTable) -> Help:
    text = whole.text("help", str(USUAL_HELP))
    found = read_help(text)
    if found is None:
        message = f'found "{shorten(text)}"; expected such as hints.names.2, names.3 or none.'
        whole.with_location("help", InputError("set_help", message, found=shorten(text)))
    return found


def _read_question(row: TomlTable, level: int) -> GeneratedQuestion | ListQuestion:
    row.check_keys(OF_A_QUESTION)
    say = _read_note(row)
    if row.has("list"):
        for name in ("seed", "level"):
            if row.has(name):
                row.with_location(name, InputError("set_both", "a question with a list of its own has none."))
        kind = row.one_of("kind", LIST_QUESTION_KINDS, USUAL_KIND)
        move = row.read("move", lambda: read_move(row.text("move"))) if kind == "trend" else None
        mistake = row.text("mistake", "") if kind == "step" else ""
        _check_kind_fields(row, kind)
        made = ListQuestion(kind, row.read("list", lambda: _read_state(row)), say, move, mistake)
        row.read("list", lambda: build_list_question(made, 1, level))
        return made
    kind = row.one_of("kind", tuple(KINDS), USUAL_KIND)
    _check_kind_fields(row, "")
    return GeneratedQuestion(
        kind, _read_measure(row), row.integer("seed", 0, LARGEST_SEED, USUAL_SEED), _read_level(row, level), say
    )


def _check_kind_fields(row: TomlTable, kind: str) -> None:
    """See that there is no field that belongs to another kind of question about a list."""
    for name, of_kind in (("move", "trend"), ("mistake", "step")):
        if row.has(name) and kind != of_kind:
            message = f'belongs to a question about a list of its own with kind = "{of_kind}".'
            row.with_location(name, InputError("set_other_kind", message, kind=of_kind))


def _read_measure(row: TomlTable) -> str:
    text = row.text("measure")
    found = parse_practice_measure(text)
    if found is None:
        message = f'there are no questions about "{shorten(text)}"; expected a metric such as nDCG@4 or AP.'
        row.with_location("measure", InputError("set_measure", message, found=shorten(text)))
    return measure_name(found, text)


def _read_state(row: TomlTable) -> AppState:
    """The list of a question, under its measure if that is named apart."""
    parameters = dict(parse_qsl(row.text("list").removeprefix("?"), keep_blank_values=True))
    decoded = permalink.decode(parameters)
    for problem in decoded.problems:
        raise _list_error(problem)
    if not row.has("measure"):
        return decoded.state
    measure = parse_practice_measure(_read_measure(row))
    assert measure is not None
    convention = decoded.state.convention.with_choices(measure.choices)
    return replace(decoded.state, metric=measure.metric.key, convention=convention)


def _list_error(problem: InputError) -> InputError:
    """What is said of a part of a link that a file holds: there nothing else is used in its place."""
    if "parts" not in problem.where:
        return problem
    found = problem.where["parts"]
    message = f'"{found}" cannot be read; expected parts of a link, such as k=3 or gain=exponential.'
    return InputError("lesson_state", message, found=found)


def _read_note(row: TomlTable) -> tuple[tuple[str, str], ...]:
    table = row.table("say")
    if table is None:
        return ()
    table.check_keys(LANGUAGES)
    texts = {language: one_line(table.text(language, "")).strip() for language in LANGUAGES}
    for language, text in texts.items():
        if len(text) > MOST_SAID:
            message = f"{len(text):,} characters; at most {MOST_SAID:,} fit."
            table.with_location(language, InputError("set_said", message, found=f"{len(text):,}", limit=f"{MOST_SAID:,}"))
    return tuple((language, text) for language, text in texts.items() if text)
