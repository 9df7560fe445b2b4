"""Practice questions: drawn by seed, with the numbers that the usual mistakes give."""

from __future__ import annotations

from rankviz.teach.draw import draw
from rankviz.teach.question import Mistake, Question

__all__ = ["Mistake", "Question", "draw"]
