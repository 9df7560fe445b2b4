"""Practice questions: drawn by seed, with the numbers that the usual mistakes give, and judged by them."""

from __future__ import annotations

from rankviz.learn.questions.attempts import Attempt, Work, judge_work, level_after, read_work
from rankviz.learn.questions.generate import draw
from rankviz.learn.questions.judging import judge, look_up_mistake
from rankviz.learn.questions.question import Mistake, Question
from rankviz.learn.questions.set_generator import draw_set
from rankviz.learn.questions.verdict import Verdict

__all__ = [
    "Attempt",
    "Mistake",
    "Question",
    "Verdict",
    "Work",
    "draw",
    "draw_set",
    "judge",
    "judge_work",
    "level_after",
    "look_up_mistake",
    "read_work",
]
