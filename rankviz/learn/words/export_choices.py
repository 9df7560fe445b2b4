"""What a program or a sheet of paper is given of each kind of question: the lines that are seen, and what can be answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rankviz.learn.questions.kinds.swap import swaps_of
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words import better, gap, order, step, swap, trend, who
from rankviz.learn.words.by_kind import WORDS
from rankviz.learn.words.number_feedback import printed
from rankviz.learn.words.written_derivation import in_text
from rankviz.texts import Texts

NUMBER, CHOICE, ORDER = "number", "choice", "order"
# How each kind is answered outside the page; of the others a list is changed, which only the page can do.
FORMS: Mapping[str, str] = MappingProxyType(
    {
        "value": NUMBER,
        "gap": NUMBER,
        "step": CHOICE,
        "better": CHOICE,
        "who": CHOICE,
        "order": ORDER,
        "trend": CHOICE,
        "swap": CHOICE,
    }
)
OPEN = frozenset({"swap"})  # kinds of which a program offers some choices, and a person may answer anything


class Choice(NamedTuple):
    """An answer that can be chosen, and what is said of it.

    Parameters
    ----------
    key : str
        As `judge` takes it.
    text : str
    right : bool
    said : tuple of str
    """

    key: str
    text: str
    right: bool
    said: tuple[str, ...]


def is_exported(question: Question) -> bool:
    """Whether a file can hold a question."""
    return question.kind in FORMS


def lines_of(question: Question, texts: Texts) -> tuple[str, ...]:
    """The lines of a derivation that are seen beside the list, where they are no answers themselves."""
    return tuple(in_text(line, texts) for line in gap.lines(question, texts)) if question.kind == "gap" else ()


def choices_of(question: Question, texts: Texts) -> tuple[Choice, ...]:
    """What can be chosen: lines by their place, conventions by their numbers; () where nothing is."""
    return CHOICES[question.kind](question, texts) if question.kind in CHOICES else ()


def listed_choices(question: Question, texts: Texts) -> tuple[Choice, ...]:
    """What stands there to be chosen, where it is all that can be answered."""
    return () if question.kind in OPEN else choices_of(question, texts)


def _lines(question: Question, texts: Texts) -> tuple[Choice, ...]:
    """The lines as answers."""
    return tuple(
        Choice(str(number), each.text, each.right, each.said) for number, each in enumerate(step.options(question, texts), 1)
    )


def _lists(question: Question, texts: Texts) -> tuple[Choice, ...]:
    given = better.kind_data(question)
    return tuple(_choice(question, key, better.option(key, texts), key == given.right, texts) for key in given.keys)


def _conventions(question: Question, texts: Texts) -> tuple[Choice, ...]:
    given = who.kind_data(question)
    by_value = sorted(zip(given.values, given.keys, strict=True))
    return tuple(_choice(question, key, _named(question, key, texts), key == given.right, texts) for _, key in by_value)


def _trends(question: Question, texts: Texts) -> tuple[Choice, ...]:
    given = trend.kind_data(question)
    return tuple(_choice(question, key, trend.option(key, texts), key == given.right, texts) for key in given.keys)


def _swaps(question: Question, texts: Texts) -> tuple[Choice, ...]:
    """The best swap, and some others."""
    right = swaps_of(question).right
    return tuple(
        _choice(question, swap.key_of(ranks), swap.names(question, ranks, texts), ranks in right, texts)
        for ranks in swap.offered(question)
    )


def _named(question: Question, key: str, texts: Texts) -> str:
    """A convention, with what libraries do otherwise."""
    words, more = who.answer_words(question, key, texts), who.otherwise(question, key, texts)
    return texts("convention.part", name=words, value=more) if more else words


def _choice(question: Question, key: str, text: str, right: bool, texts: Texts) -> Choice:
    verdict = Verdict("right" if right else "wrong_choice", key)
    return Choice(key, text, right, WORDS[question.kind].feedback(question, verdict, texts))


CHOICES: Mapping[str, Callable[[Question, Texts], tuple[Choice, ...]]] = MappingProxyType(
    {"step": _lines, "better": _lists, "who": _conventions, "trend": _trends, "swap": _swaps}
)


def places_of(question: Question, texts: Texts) -> tuple[tuple[str, str], ...]:
    """Lists that are to be put in order, each with its place: the first is the best."""
    if question.kind != "order":
        return ()
    right = order.kind_data(question).right
    places = {place: position for position, place in enumerate(right, 1)}
    return tuple(
        (texts("order.list", list=order.letter(place)), texts(f"sets.place.{places[place]}")) for place in sorted(places)
    )


def right_said(question: Question, texts: Texts) -> tuple[str, ...]:
    """What is said of the right answer."""
    if question.kind in WORDS:
        return WORDS[question.kind].feedback(question, Verdict("right", ""), texts)
    return (texts("feedback.right", measure=question.measure, value=printed(question, question.answer)),)


def answer_of(question: Question, texts: Texts) -> str:
    """The answer in a few words; only once it may be told."""
    if question.kind == "gap":
        return gap.answer_words(question)
    if question.kind == "order":
        return order.in_letters(order.kind_data(question).right)
    if question.kind == "reach":
        return texts("sets.at_least", value=printed(question, question.answer))
    return next((each.text for each in choices_of(question, texts) if each.right), printed(question, question.answer))
