"""Questions outside the page (files and worksheets): the derivation lines that they show, and their options with feedback."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rankviz.learn.questions.kinds.swap import swaps_of
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words import better, gap, order, step, swap, trend, who
from rankviz.learn.words.by_kind import KIND_WORDINGS
from rankviz.learn.words.number_feedback import format_value
from rankviz.learn.words.written_derivation import numbered_line
from rankviz.texts import Texts

NUMBER, CHOICE, ORDER = "number", "choice", "order"
# How each kind is answered outside the page; the other kinds are answered by changing a list, which only the page can do.
ANSWER_FORMS: Mapping[str, str] = MappingProxyType(
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
OPEN_KINDS = frozenset({"swap"})  # files offer some of the possible answers; on paper any may be written


class Choice(NamedTuple):
    """An answer that can be chosen, and the feedback on it.

    Parameters
    ----------
    key : str
        The answer as `judge` takes it.
    text : str
    right : bool
    feedback : tuple of str
    """

    key: str
    text: str
    right: bool
    feedback: tuple[str, ...]


def is_exported(question: Question) -> bool:
    """Whether a file can hold a question."""
    return question.kind in ANSWER_FORMS


def derivation_lines(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the derivation lines that a question shows beside the list; () if it shows none, or if they are its options."""
    return tuple(numbered_line(line, texts) for line in gap.gap_lines(question, texts)) if question.kind == "gap" else ()


def choices_of(question: Question, texts: Texts) -> tuple[Choice, ...]:
    """Return the options: lines in their order, conventions by their values; () if nothing can be chosen."""
    return CHOICES_BY_KIND[question.kind](question, texts) if question.kind in CHOICES_BY_KIND else ()


def listed_choices(question: Question, texts: Texts) -> tuple[Choice, ...]:
    """Return the options to print with the question; () where they are not all possible answers."""
    return () if question.kind in OPEN_KINDS else choices_of(question, texts)


def _line_choices(question: Question, texts: Texts) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(number), each.text, each.right, each.feedback)
        for number, each in enumerate(step.line_options(question, texts), 1)
    )


def _list_choices(question: Question, texts: Texts) -> tuple[Choice, ...]:
    data = better.kind_data(question)
    return tuple(_choice(question, key, better.option_text(key, texts), key == data.right, texts) for key in data.keys)


def _convention_choices(question: Question, texts: Texts) -> tuple[Choice, ...]:
    data = who.kind_data(question)
    by_value = sorted(zip(data.values, data.keys, strict=True))
    return tuple(
        _choice(question, key, _convention_words(question, key, texts), key == data.right, texts) for _, key in by_value
    )


def _trend_choices(question: Question, texts: Texts) -> tuple[Choice, ...]:
    data = trend.kind_data(question)
    return tuple(_choice(question, key, trend.option_text(key, texts), key == data.right, texts) for key in data.keys)


def _swap_choices(question: Question, texts: Texts) -> tuple[Choice, ...]:
    """The best swap and some others."""
    right = swaps_of(question).right
    return tuple(
        _choice(question, swap.answer_key(ranks), swap.pair_words(question, ranks, texts), ranks in right, texts)
        for ranks in swap.offered_swaps(question)
    )


def _convention_words(question: Question, key: str, texts: Texts) -> str:
    """Return an option of `who`, with the choices of the libraries that differ."""
    words, choices = who.answer_words(question, key, texts), who.differing_choices(question, key, texts)
    return texts("convention.part", name=words, value=choices) if choices else words


def _choice(question: Question, key: str, text: str, right: bool, texts: Texts) -> Choice:
    verdict = Verdict("right" if right else "wrong_choice", key)
    return Choice(key, text, right, KIND_WORDINGS[question.kind].feedback(question, verdict, texts))


CHOICES_BY_KIND: Mapping[str, Callable[[Question, Texts], tuple[Choice, ...]]] = MappingProxyType(
    {
        "step": _line_choices,
        "better": _list_choices,
        "who": _convention_choices,
        "trend": _trend_choices,
        "swap": _swap_choices,
    }
)


def lists_with_places(question: Question, texts: Texts) -> tuple[tuple[str, str], ...]:
    """Return each list of an `order` question with its right place, the best list being first; () for other kinds."""
    if question.kind != "order":
        return ()
    places = {index: place for place, index in enumerate(order.kind_data(question).right, 1)}
    return tuple(
        (texts("order.list", list=order.letter(index)), texts(f"sets.place.{places[index]}")) for index in sorted(places)
    )


def right_answer_feedback(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the feedback on the right answer."""
    if question.kind in KIND_WORDINGS:
        return KIND_WORDINGS[question.kind].feedback(question, Verdict("right", ""), texts)
    return (texts("feedback.right", measure=question.measure, value=format_value(question, question.answer)),)


def right_answer_text(question: Question, texts: Texts) -> str:
    """Return the right answer in a few words; only for a question whose answer may be revealed."""
    if question.kind == "gap":
        return gap.answer_words(question)
    if question.kind == "order":
        return order.in_letters(order.kind_data(question).right)
    if question.kind == "reach":
        return texts("sets.at_least", value=format_value(question, question.answer))
    return next((each.text for each in choices_of(question, texts) if each.right), format_value(question, question.answer))
