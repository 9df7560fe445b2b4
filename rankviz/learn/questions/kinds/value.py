"""`value`: the number that a measure gives on a list."""

from __future__ import annotations

from rankviz.learn.questions.question import Question
from rankviz.learn.questions.telling_lists import accepted_questions
from rankviz.learn.questions.typed_numbers import judge_number
from rankviz.learn.questions.verdict import Verdict

draw = accepted_questions


def judge(question: Question, text: str, found: bool) -> Verdict:
    """Judge a number."""
    return judge_number(question, text)
