"""The words of each kind of question but `value`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words import better, gap, order, reach, step, swap, trend, who
from rankviz.learn.words.of_numbers import plan
from rankviz.texts import Texts

Sentences = tuple[str, ...]
Say = Callable[[Question, Texts], str]


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
    hints : function of (Question, Texts) to sentences
    note : function of (Question, Texts) to str, or None
        What is seen, before the convention.
    digits : function of (Question, Texts) to str, or None
        How the answer is to be written; "" as usual.
    """

    task: Say
    feedback: Callable[[Question, Verdict, Texts], Sentences]
    solved: Callable[[Question, Texts], Sentences]
    answer: Callable[[Question, str, Texts], str] | None = None
    hints: Callable[[Question, Texts], Sentences] = plan
    note: Say | None = None
    digits: Say | None = None


WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "gap": Words(gap.task, gap.feedback, gap.solved, hints=gap.hints, note=gap.note, digits=gap.digits),
        "step": Words(step.task, step.feedback, step.solved, step.answer, step.hints, note=step.note),
        "better": Words(better.task, better.feedback, better.solved, better.answer),
        "order": Words(order.task, order.feedback, order.solved, order.answer),
        "who": Words(who.task, who.feedback, who.solved, who.answer),
        "reach": Words(reach.task, reach.feedback, reach.solved, reach.answer),
        "trend": Words(trend.task, trend.feedback, trend.solved, trend.answer, note=trend.note),
        "swap": Words(swap.task, swap.feedback, swap.solved, swap.answer, note=swap.note),
    }
)
