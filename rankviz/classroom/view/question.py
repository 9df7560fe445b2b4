"""The payload of a question for phones and the teacher's page: without the answer and what would give it away."""

from __future__ import annotations

from typing import TypedDict

from rankviz.classroom.questions import asks_number, option_keys
from rankviz.classroom.view.class_kind import ChoiceOption, Data, MovePayload, entry_numbers
from rankviz.classroom.view.kinds import CLASS_KINDS
from rankviz.display.number_format import plain
from rankviz.learn.questions.question import Question
from rankviz.learn.view.mini_lists import mini_lists_payload
from rankviz.learn.words.prompt import convention_parts, digits_of, number_label, task_of
from rankviz.texts import Texts

BY_ROWS = ("swap", "moves", "grades")  # answered by pressing entries of the list


class ConventionPiece(TypedDict):
    """A piece of the convention; the choices are bold."""

    text: str
    bold: bool


class Input(TypedDict):
    """How a question is answered.

    `type` is "number" (a field), "options", "lines" (one of `lines`, as one of `options`), "order" (each of `lists` is
    pressed, the best first: their numbers from 1, joined by dots), "swap" (two entries: their numbers as in `entry_numbers`,
    with a dot), "moves" and "grades" (the whole list: those numbers in their new order, or the grades from 0 to `top_grade`,
    with dots). `label` says what to do, or is the name of the number. `entry_numbers` has for each row of the first list, as it
    is shown from the top, the number of the entry as it was typed, from 1.
    """

    type: str
    label: str
    options: list[ChoiceOption]
    entry_numbers: list[int]
    grades: list[str]
    top_grade: int


class QuestionPayload(TypedDict):
    """A question.

    `task` is its title ("nDCG@6 = ?"), `text` the same as a sentence, `note` what is seen or done besides ("" if nothing),
    `convention` in pieces, `digits_note` how a number is to be written ("" where none is asked): a phone's keys for numbers
    have no "/". `lists` as of `mini_lists_payload`; `lines` of a derivation as of `line_payload` ("asked" is the state of the
    one with the missing number), or []. `again_note` says that it is asked a second time, or is "".
    """

    number: int
    again_note: str
    kind: str
    measure: str
    task: str
    text: str
    note: str
    convention: list[ConventionPiece]
    digits_note: str
    lists: Data
    lines: list[Data]
    move: MovePayload | None
    input: Input


def question_payload(question: Question, number: int, texts: Texts, *, again: bool = False) -> QuestionPayload:
    """Build the payload of a question."""
    kind = CLASS_KINDS[question.kind]
    return {
        "number": number,
        "again_note": texts("class_question.again") if again else "",
        "kind": question.kind,
        "measure": question.measure,
        "task": task_title(question, texts),
        "text": texts("class_question.said", number=number, task=_sentence(question, texts)),
        "note": kind.note(question, texts),
        "convention": [{"text": text, "bold": bold} for text, bold in convention_parts(question, texts)],
        "digits_note": digits_of(question, texts, fractions=False) if asks_number(question) else "",
        "lists": mini_lists_payload(question, texts),
        "lines": kind.lines(question, texts),
        "move": kind.move(question, texts),
        "input": _input(question, texts),
    }


def task_title(question: Question, texts: Texts) -> str:
    """Return the task in a few words."""
    key = f"class_question.task_{question.kind}"
    return texts(key, measure=question.measure) if key in texts else _sentence(question, texts)


def _sentence(question: Question, texts: Texts) -> str:
    """Return the task as a sentence."""
    key = f"class_question.ask_{question.kind}"
    return texts(key, measure=question.measure) if key in texts else task_of(question, texts)


def _input(question: Question, texts: Texts) -> Input:
    kind = CLASS_KINDS[question.kind]
    form = kind.form(question)
    items = question.lists[0].items
    return {
        "type": form,
        "label": number_label(question, texts) if form == "number" else texts(f"class_question.label_{form}"),
        "options": [kind.option(question, key, texts) for key in option_keys(question)] if form in ("options", "lines") else [],
        "entry_numbers": entry_numbers(question) if form in BY_ROWS else [],
        "grades": ["?" if item.grade is None else plain(item.grade) for item in items] if form == "grades" else [],
        "top_grade": kind.top_grade(question),
    }
