"""`value`: the number that a measure gives on a list."""

from __future__ import annotations

from rankviz.teach.numbers import judge_number
from rankviz.teach.question import Question
from rankviz.teach.taken import taken
from rankviz.teach.verdict import Verdict

draw = taken


def judge(question: Question, text: str, found: bool) -> Verdict:
    """Judge a number."""
    return judge_number(question, text)
