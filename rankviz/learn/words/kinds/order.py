"""Texts of questions of the kind `order`: four lists to be put in order, the best first."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.basics.errors import InputError
from rankviz.display.number_format import fixed_decimals
from rankviz.learn.questions.kinds.order import Order
from rankviz.learn.questions.list_order import read_order
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words.kind_wording import ORDER, KindWording
from rankviz.learn.words.list_letter import list_letter
from rankviz.texts import Texts


def task_words(question: Question, texts: Texts) -> str:
    """Return the task of a question."""
    return texts("order.task", measure=question.measure)


def kind_data(question: Question) -> Order:
    """Return the right order and the values of the lists."""
    assert isinstance(question.given, Order)
    return question.given


def answer_words(question: Question, text: str, texts: Texts) -> str:
    """Return an order in letters; a text that is no order is returned unchanged."""
    try:
        return in_letters(read_order(text, len(question.lists)))
    except InputError:
        return text


def in_letters(indices: Sequence[int]) -> str:
    """Return lists by their letters, the best first."""
    return " › ".join(map(list_letter, indices))


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """Return the sentences on an order: its first two neighbours in wrong order, and no values until it is solved."""
    if verdict.right:
        return solution_words(question, texts)
    if verdict.problem is not None:
        return (texts("order.unreadable"),)
    above, below = map(list_letter, verdict.turned)
    return texts("feedback.wrong", words=texts("order.turned", above=above, below=below)), texts("order.ask")


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the right order with the values of its lists."""
    data = kind_data(question)
    values = [
        texts("order.value", list=list_letter(index), value=fixed_decimals(data.values[index], question.digits))
        for index in data.right
    ]
    return (texts("order.solved", lists=texts("sentence.more_separator").join(values)),)


WORDING = KindWording(
    task_words,
    feedback,
    solution_words,
    answer_words,
    form=ORDER,
    right_answer=lambda question, texts: in_letters(kind_data(question).right),
)
