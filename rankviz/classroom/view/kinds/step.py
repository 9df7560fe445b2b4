"""`step` in a class: one of the lines is pressed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rankviz.classroom.questions import list_question_name, question_of
from rankviz.classroom.view.class_kind import AskableQuestion, ChoiceOption, ClassKind, Data, one_variant
from rankviz.learn.questions.kinds.step import MistakenDerivation, possible_mistakes
from rankviz.learn.questions.question import Question
from rankviz.learn.view.kinds.step import mistaken_lines_payload
from rankviz.learn.view.written_derivation import line_payload
from rankviz.learn.words.kinds.step import step_lines
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

MOST_VARIANTS = 4  # of asking the same kind about the same list


def _line(question: Question, key: str, texts: Texts) -> str:
    return texts("answer_cause.bars.line", line=key)


def _option(question: Question, key: str, texts: Texts) -> ChoiceOption:
    return {"key": key, "label": _line(question, key, texts), "detail": ""}


def _lines(question: Question, texts: Texts) -> list[Data]:
    return [line_payload(line, "") for line in step_lines(question, texts)]


def _marked_lines(question: Question, texts: Texts, is_marked: bool, is_mended: bool) -> list[Data]:
    assert isinstance(question.given, MistakenDerivation)
    states = {question.given.wrong + 1: "found"} if is_marked else {}
    return mistaken_lines_payload(question, states, texts, corrected=is_mended)


def _variants(kind: str, state: AppState, texts: Texts) -> Iterator[AskableQuestion]:
    for first in one_variant(kind, state, texts):
        yield first
        for mistake in _mistakes(first["question_name"]):
            yield {"detail": first["detail"], "question_name": list_question_name(kind, state, mistake=mistake)}


def _mistakes(question_name: str) -> list[str]:
    """Return further mistakes for a derivation, in different lines where possible."""
    question = question_of(question_name)
    mistakes = [each[0].mistake for each in possible_mistakes(replace(question, given=None), 20).values()]
    return list(dict.fromkeys(each for each in mistakes if each != getattr(question.given, "mistake", "")))[: MOST_VARIANTS - 1]


CLASS_KIND = ClassKind(
    form=lambda question: "lines",
    option=_option,
    lines=_lines,
    answer=_line,
    variants=_variants,
    marked_lines=_marked_lines,
    asks_for_mistake=True,
)
