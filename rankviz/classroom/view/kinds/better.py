"""`better` in a class: whatever was chosen, both lists are derived."""

from __future__ import annotations

from rankviz.classroom.grouped_answers import Bar
from rankviz.classroom.view.class_kind import AnswerReason, ChoiceOption, ClassKind
from rankviz.classroom.words.derivations import pair_derivations
from rankviz.learn.questions.question import Question
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.kinds.better import option_text
from rankviz.texts import Texts


def _option(question: Question, key: str, texts: Texts) -> ChoiceOption:
    return {"key": key, "label": option_text(key, texts), "detail": ""}


def _reason(question: Question, bar: Bar | None, texts: Texts) -> AnswerReason:
    pair = pair_derivations(question.trace, question.trace, queries=(0, 1))
    names = texts("better.list_a"), texts("better.list_b")
    sides = list(zip(names, (pair.right, pair.wrong), strict=True))
    return AnswerReason(sides, sentences=KIND_WORDINGS["better"].solution_words(question, texts))


CLASS_KIND = ClassKind(option=_option, reason=_reason, explains_each_choice=False)
