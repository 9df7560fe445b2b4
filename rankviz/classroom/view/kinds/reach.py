"""`reach` in a class: the whole list is the answer."""

from __future__ import annotations

from rankviz.classroom.view.class_kind import ClassKind
from rankviz.learn.questions.kinds.reach_target import GRADE, ReachTarget
from rankviz.learn.questions.question import Question
from rankviz.learn.words.kinds.reach import note


def _form(question: Question) -> str:
    assert isinstance(question.given, ReachTarget)
    return "grades" if question.given.by == GRADE else "moves"


def _top_grade(question: Question) -> int:
    assert isinstance(question.given, ReachTarget)
    return question.given.top


CLASS_KIND = ClassKind(form=_form, note=note, top_grade=_top_grade)
