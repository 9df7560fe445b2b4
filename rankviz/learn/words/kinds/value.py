"""Texts of questions of the kind `value`: a number is to be computed."""

from __future__ import annotations

from rankviz.display.formulas.derivation import derivation
from rankviz.display.formulas.explanation_text import line_text
from rankviz.learn.questions.question import Question
from rankviz.learn.words.kind_wording import NUMBER, KindWording
from rankviz.learn.words.number_feedback import number_feedback, plan_words
from rankviz.texts import Texts


def task_words(question: Question, texts: Texts) -> str:
    """Return the task of a question."""
    return texts("prompt.task", measure=question.measure)


def hints(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the plan in words, if the metric has one, and the lines of the derivation but the last, which is the answer."""
    return *plan_words(question, texts), *map(line_text, derivation(question.trace)[:-1])


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return nothing: the derivation says it."""
    return ()


WORDING = KindWording(
    task_words,
    number_feedback,
    solution_words,
    hints=hints,
    form=NUMBER,
    blanks=lambda question, texts: (f"{question.measure} =",),
    is_derived=True,
)
