"""`step` in a class: one of the lines is pressed."""

from __future__ import annotations

from rankviz.classroom.view.class_kind import ChoiceOption, ClassKind, Data
from rankviz.learn.questions.question import Question
from rankviz.learn.view.written_derivation import line_payload
from rankviz.learn.words.kinds.step import step_lines
from rankviz.texts import Texts


def _line(question: Question, key: str, texts: Texts) -> str:
    return texts("answer_cause.bars.line", line=key)


def _option(question: Question, key: str, texts: Texts) -> ChoiceOption:
    return {"key": key, "label": _line(question, key, texts), "detail": ""}


def _lines(question: Question, texts: Texts) -> list[Data]:
    return [line_payload(line, "") for line in step_lines(question, texts)]


CLASS_KIND = ClassKind(form=lambda question: "lines", option=_option, lines=_lines, answer=_line)
