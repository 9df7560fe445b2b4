"""Practice questions: drawn by seed, with the numbers that the usual mistakes give, and judged by them."""

from __future__ import annotations

from rankviz.teach.draw import draw
from rankviz.teach.judging import judge, search
from rankviz.teach.progress import Attempt, Work, level_after, read_work, replay
from rankviz.teach.question import Mistake, Question
from rankviz.teach.sets import draw_set
from rankviz.teach.verdict import Verdict

__all__ = [
    "Attempt",
    "Mistake",
    "Question",
    "Verdict",
    "Work",
    "draw",
    "draw_set",
    "judge",
    "level_after",
    "read_work",
    "replay",
    "search",
]
