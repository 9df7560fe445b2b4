"""Texts of each kind of question except `value`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words import better, gap, order, reach, step, swap, trend, who
from rankviz.learn.words.number_feedback import plan_words
from rankviz.texts import Texts

Sentences = tuple[str, ...]
QuestionText = Callable[[Question, Texts], str]


class KindWording(NamedTuple):
    """The functions that give the texts of one kind of question.

    Parameters
    ----------
    task : function of (Question, Texts) to str
        The task.
    feedback : function of (Question, Verdict, Texts) to sentences
        Feedback on an answer; the first sentence says what the answer is.
    solution_words : function of (Question, Texts) to sentences
        The right answer, and why; only for a question whose answer may be revealed.
    answer : function of (Question, str, Texts) to str, or None
        An answer in words, for kinds whose answers are stored in another form.
    hints : function of (Question, Texts) to sentences
    note : function of (Question, Texts) to str, or None
        What the question shows; stands before the convention.
    digits : function of (Question, Texts) to str, or None
        How the answer is to be written; "" if as usual.
    """

    task: QuestionText
    feedback: Callable[[Question, Verdict, Texts], Sentences]
    solution_words: Callable[[Question, Texts], Sentences]
    answer: Callable[[Question, str, Texts], str] | None = None
    hints: Callable[[Question, Texts], Sentences] = plan_words
    note: QuestionText | None = None
    digits: QuestionText | None = None


KIND_WORDINGS: Mapping[str, KindWording] = MappingProxyType(
    {
        "gap": KindWording(gap.task_words, gap.feedback, gap.solution_words, hints=gap.hints, note=gap.note, digits=gap.digits),
        "step": KindWording(step.task_words, step.feedback, step.solution_words, step.answer_words, step.hints, note=step.note),
        "better": KindWording(better.task_words, better.feedback, better.solution_words, better.answer_words),
        "order": KindWording(order.task_words, order.feedback, order.solution_words, order.answer_words),
        "who": KindWording(who.task_words, who.feedback, who.solution_words, who.answer_words),
        "reach": KindWording(reach.task_words, reach.feedback, reach.solution_words, reach.answer_words),
        "trend": KindWording(trend.task_words, trend.feedback, trend.solution_words, trend.answer_words, note=trend.note),
        "swap": KindWording(swap.task_words, swap.feedback, swap.solution_words, swap.answer_words, note=swap.note),
    }
)
