"""A verdict in words: never wrong numbers alone, and never a number of the right way."""

from __future__ import annotations

from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words.by_kind import WORDS
from rankviz.learn.words.number_feedback import by_number, mistake_words, of_mistakes, of_number
from rankviz.texts import Texts

__all__ = ["by_number", "feedback", "mistake_words", "of_mistakes"]


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """What is said of an answer when it is first given, in sentences: what it is, then a question that leads on."""
    words = WORDS.get(question.kind)
    return (words.feedback if words else of_number)(question, verdict, texts)
