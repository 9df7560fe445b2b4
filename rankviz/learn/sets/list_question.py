"""Questions about a given list, such as a teacher's own: answer and mistakes are computed from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from rankviz.learn.questions.about_list import AboutList, ListQuestion
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.question import Question

__all__ = ["ABOUT_LIST", "LIST_QUESTION_KINDS", "ListQuestion", "build_list_question"]

_ABOUT_LIST = {name: kind.about_list for name, kind in KINDS.items() if kind.about_list is not None}
ABOUT_LIST: Mapping[str, AboutList] = MappingProxyType(dict(sorted(_ABOUT_LIST.items(), key=lambda each: each[1].place)))
LIST_QUESTION_KINDS = tuple(ABOUT_LIST)  # kinds of questions about a given list


def build_list_question(list_question: ListQuestion, number: int, level: int) -> Question:
    """Return the question about a list, with all mistakes that give another number than the answer.

    Raises
    ------
    InputError
        `undefined_question` if a value is undefined; `no_move`, `move_outside`, `no_second_list`, `no_such_mistake` or
        `no_better_swap` if the kind of question does not fit the list.
    """
    question = ABOUT_LIST[list_question.kind].build(list_question)
    return replace(question, kind=list_question.kind, number=number, level=level)
