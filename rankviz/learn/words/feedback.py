"""Feedback on an answer: it never only says that a number is wrong, and it reveals no number of the right derivation."""

from __future__ import annotations

from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.number_feedback import mistake_feedback, mistake_words, mistakes_by_number
from rankviz.texts import Texts

__all__ = ["feedback", "mistake_feedback", "mistake_words", "mistakes_by_number"]


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """Return the sentences on an answer that is given for the first time: what it is, then a question that leads on."""
    return KIND_WORDINGS[question.kind].feedback(question, verdict, texts)
