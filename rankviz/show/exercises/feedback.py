"""A verdict in words: never wrong numbers alone, and never a number of the right way."""

from __future__ import annotations

from rankviz.show.exercises.kinds import WORDS
from rankviz.show.exercises.of_numbers import by_number, mistake_words, of_mistakes, of_number
from rankviz.teach.question import Question
from rankviz.teach.verdict import Verdict
from rankviz.texts import Texts

__all__ = ["by_number", "feedback", "mistake_words", "of_mistakes"]


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """What is said of an answer when it is first given, in sentences: what it is, then a question that leads on."""
    words = WORDS.get(question.kind)
    return (words.feedback if words else of_number)(question, verdict, texts)
