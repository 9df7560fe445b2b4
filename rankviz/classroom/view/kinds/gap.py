"""`gap` in a class: the derivation has its hole."""

from __future__ import annotations

from rankviz.classroom.view.class_kind import ClassKind, Data
from rankviz.learn.questions.question import Question
from rankviz.learn.view.written_derivation import line_payload
from rankviz.learn.words.kinds.gap import gap_lines
from rankviz.texts import Texts


def _lines(question: Question, texts: Texts) -> list[Data]:
    lines = gap_lines(question, texts)
    first = next((line.number for line in lines if line.has_gap), 0)
    return [line_payload(line, "asked" if line.number == first else "") for line in lines]


CLASS_KIND = ClassKind(lines=_lines)
