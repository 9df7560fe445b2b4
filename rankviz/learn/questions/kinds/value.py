"""`value`: the number that a measure gives on a list."""

from __future__ import annotations

from rankviz.learn.questions.about_list import AboutList, value_question
from rankviz.learn.questions.list_filter import accepted_questions
from rankviz.learn.questions.number_judge import judge_number
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.question_kind import QuestionKind
from rankviz.learn.questions.verdict import Verdict

draw = accepted_questions


def judge(question: Question, text: str, line_found: bool) -> Verdict:
    """Judge a typed value."""
    return judge_number(question, text)


KIND = QuestionKind(draw, judge, about_list=AboutList(1, value_question))
