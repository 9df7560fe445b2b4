"""The words of each kind of question in which no number is typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rankviz.show.exercises import better, order, reach, who
from rankviz.teach.question import Question
from rankviz.teach.verdict import Verdict
from rankviz.texts import Texts

Sentences = tuple[str, ...]


class Words(NamedTuple):
    """What is said of a kind.

    Parameters
    ----------
    task : function of (Question, Texts) to str
        What is asked.
    feedback : function of (Question, Verdict, Texts) to sentences
        What is said of an answer; the first of them says what it is.
    solved : function of (Question, Texts) to sentences
        The answer, and why; only once it may be told.
    answer : function of (Question, str, Texts) to str, or None
        An answer in words, where it is kept in another form.
    """

    task: Callable[[Question, Texts], str]
    feedback: Callable[[Question, Verdict, Texts], Sentences]
    solved: Callable[[Question, Texts], Sentences]
    answer: Callable[[Question, str, Texts], str] | None = None


WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "better": Words(better.task, better.feedback, better.solved, better.answer),
        "order": Words(order.task, order.feedback, order.solved, order.answer),
        "who": Words(who.task, who.feedback, who.solved, who.answer),
        "reach": Words(reach.task, reach.feedback, reach.solved, reach.answer),
    }
)
