"""The words of `order`: four lists, best first."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from rankviz.basics.errors import InputError
from rankviz.display.number_format import fixed
from rankviz.learn.questions.kinds.order import Order, read_order
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.texts import Texts


def task_words(question: Question, texts: Texts) -> str:
    """What is asked."""
    return texts("order.task", measure=question.measure)


def letter(place: int) -> str:
    """What a list is called, by its place from 0."""
    return ascii_uppercase[place]


def kind_data(question: Question) -> Order:
    """The right order, and the values."""
    assert isinstance(question.given, Order)
    return question.given


def answer_words(question: Question, text: str, texts: Texts) -> str:
    """An order in letters; what is none as it is."""
    try:
        return in_letters(read_order(text, len(question.lists)))
    except InputError:
        return text


def in_letters(places: Sequence[int]) -> str:
    """Lists by their letters, the best first."""
    return " › ".join(map(letter, places))


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """Name the first two neighbours that stand the wrong way round, and no value until it is solved."""
    if verdict.right:
        return solution_words(question, texts)
    if verdict.problem is not None:
        return (texts("order.unreadable"),)
    above, below = map(letter, verdict.turned)
    return texts("feedback.wrong", words=texts("order.turned", above=above, below=below)), texts("order.ask")


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """The right order with its values."""
    found = kind_data(question)
    values = [
        texts("order.value", list=letter(place), value=fixed(found.values[place], question.digits)) for place in found.right
    ]
    return (texts("order.solved", lists=texts("sentence.more_separator").join(values)),)
