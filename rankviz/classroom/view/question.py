"""The payload of a question for phones and the teacher's page: without the answer and what would give it away."""

from __future__ import annotations

from typing import TypedDict

from rankviz.classroom.questions import asks_number, option_keys
from rankviz.display.list_rows import rows_of
from rankviz.display.number_format import plain
from rankviz.learn.questions.kinds.reach_target import GRADE, ReachTarget
from rankviz.learn.questions.kinds.step import MistakenDerivation
from rankviz.learn.questions.kinds.trend import Trend
from rankviz.learn.questions.question import Question
from rankviz.learn.view.mini_lists import mini_lists_payload
from rankviz.learn.view.written_derivation import line_payload
from rankviz.learn.words.kinds import KIND_WORDINGS, gap, step, who
from rankviz.learn.words.kinds.better import option_text as better_option
from rankviz.learn.words.kinds.reach import note as reach_note
from rankviz.learn.words.prompt import convention_parts, digits_of, note_of, task_of
from rankviz.learn.words.written_derivation import LineWords
from rankviz.texts import Texts

Data = dict[str, object]
ANSWERED_BY_ROWS = ("swap", "reach")  # kinds that are answered by pressing entries of the list


class ConventionPiece(TypedDict):
    """A piece of the convention; the choices are bold."""

    text: str
    bold: bool


class ChoiceOption(TypedDict):
    """An option: its key is what is sent. `detail` stands under it in small type, or is ""."""

    key: str
    label: str
    detail: str


class Input(TypedDict):
    """How a question is answered.

    `type` is "number" (a field), "options", "lines" (one of `lines`, as one of `options`), "order" (each of `lists` is
    pressed, the best first: their numbers from 1, joined by dots), "swap" (two entries: their numbers as in `entry_numbers`,
    with a dot), "moves" and "grades" (the whole list: those numbers in their new order, or the grades from 0 to `top_grade`,
    with dots). `label` says what to do. `entry_numbers` has for each row of the first list, as it is shown from the top, the
    number of the entry as it was typed, from 1.
    """

    type: str
    label: str
    options: list[ChoiceOption]
    entry_numbers: list[int]
    grades: list[str]
    top_grade: int


class MovePayload(TypedDict):
    """A move that is announced: its row and its target (both from 0, as the rows are shown), and a sentence."""

    row: int
    to: int
    text: str


class QuestionPayload(TypedDict):
    """A question.

    `task` is its title ("nDCG@6 = ?"), `text` the same as a sentence, `note` what is seen or done besides ("" if nothing),
    `convention` in pieces, `digits_note` how a number is to be written ("" where none is asked). `lists` as of
    `mini_lists_payload`; `lines` of a derivation as of `line_payload` ("asked" is the state of the one with the missing
    number), or [].
    `again_note` says that it is asked a second time, or is "".
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
    return {
        "number": number,
        "again_note": texts("class_question.again") if again else "",
        "kind": question.kind,
        "measure": question.measure,
        "task": task_title(question, texts),
        "text": texts("class_question.said", number=number, task=_sentence(question, texts)),
        "note": _note(question, texts),
        "convention": [{"text": text, "bold": bold} for text, bold in convention_parts(question, texts)],
        "digits_note": digits_of(question, texts) if asks_number(question) else "",
        "lists": mini_lists_payload(question, texts),
        "lines": _lines(question, texts),
        "move": _move(question, texts),
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


def _note(question: Question, texts: Texts) -> str:
    if isinstance(question.given, Trend):
        return _move_text(question, question.given, texts)
    if question.kind == "who":
        is_of_libraries = any(map(who.is_library, who.kind_data(question).keys))
        return texts("who.note_libraries" if is_of_libraries else "who.note_choices")
    if question.kind == "reach":
        return reach_note(question, texts)
    return note_of(question, texts)


def _lines(question: Question, texts: Texts) -> list[Data]:
    if question.kind == "step":
        return [line_payload(line, "") for line in step.step_lines(question, texts)]
    if question.kind != "gap":
        return []
    lines = gap.gap_lines(question, texts)
    first = next((line.number for line in lines if line.has_gap), 0)
    return [line_payload(line, _state(line, first)) for line in lines]


def _state(line: LineWords, first: int) -> str:
    return "asked" if line.number == first else ""


def _move(question: Question, texts: Texts) -> MovePayload | None:
    trend = question.given
    if not isinstance(trend, Trend):
        return None
    numbers = _entry_numbers(question)
    return {
        "row": numbers.index(trend.move.rank),
        "to": numbers.index(trend.move.to),
        "text": _move_text(question, trend, texts),
    }


def _move_text(question: Question, trend: Trend, texts: Texts) -> str:
    document = question.lists[0].items[trend.move.rank - 1].doc_id
    return texts("class_question.move", document=document, before=trend.move.rank, after=trend.move.to)


def _entry_numbers(question: Question) -> list[int]:
    """Return for each row of the first list, as shown, the number of its entry as typed, from 1."""
    return [row.at + 1 for row in rows_of(question.lists[0].items, question.trace.rankings)]


def _input(question: Question, texts: Texts) -> Input:
    data, kind = question.given, question.kind
    is_grading = isinstance(data, ReachTarget) and data.by == GRADE
    types = {"step": "lines", "order": "order", "swap": "swap", "reach": "grades" if is_grading else "moves"}
    form = "number" if asks_number(question) else types.get(kind, "options")
    items = question.lists[0].items
    return {
        "type": form,
        "label": texts(f"class_question.label_{form}", digits=question.digits)
        if form != "number"
        else _number_label(question, texts),
        "options": [_option(question, key, texts) for key in option_keys(question)] if form in ("options", "lines") else [],
        "entry_numbers": _entry_numbers(question) if kind in ANSWERED_BY_ROWS else [],
        "grades": ["?" if item.grade is None else plain(item.grade) for item in items] if is_grading else [],
        "top_grade": data.top if isinstance(data, ReachTarget) else 0,
    }


def _number_label(question: Question, texts: Texts) -> str:
    is_whole = bool(KIND_WORDINGS[question.kind].digits(question, texts))
    return texts("class_question.label_whole") if is_whole else texts("class_question.label_number", digits=question.digits)


def _option(question: Question, key: str, texts: Texts) -> ChoiceOption:
    if isinstance(question.given, MistakenDerivation):
        return {"key": key, "label": texts("answer_cause.bars.line", line=key), "detail": ""}
    if question.kind == "who":
        return {
            "key": key,
            "label": who.answer_words(question, key, texts),
            "detail": who.differing_choices(question, key, texts),
        }
    label = better_option(key, texts) if question.kind == "better" else texts(f"class_question.option_{key}")
    return {"key": key, "label": label, "detail": ""}
