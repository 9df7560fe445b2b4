"""Questions with options: their data, and judging a choice."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.basics.errors import unknown_name
from rankviz.core.conventions import Convention
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict


@dataclass(frozen=True)
class Options:
    """The options of a question.

    Parameters
    ----------
    keys : tuple of str
        For 'better' "a", "b" and "equal". For 'who' "present" (the convention of the question), "gain=exponential" (the same
        with another choice), or "ranx.recbole" (the libraries that give a number).
    values : tuple of float
        For 'better' those of the two lists; for 'who' one for each option.
    right : str
        Key of the right option.
    conventions : tuple of Convention
        For 'who' one for each option.
    other : str
        For 'better' another measure that says the opposite, "" if none was looked for.
    """

    keys: tuple[str, ...]
    values: tuple[float, ...]
    right: str
    conventions: tuple[Convention, ...] = ()
    other: str = ""


def option_keys(question: Question) -> tuple[str, ...]:
    """Return the keys of the options, in their order."""
    assert isinstance(question.given, Options)
    return question.given.keys


def right_option(question: Question) -> str:
    """Return the key of the right option."""
    assert isinstance(question.given, Options)
    return question.given.right


def judge(question: Question, text: str, line_found: bool) -> Verdict:
    """Judge an answer: the key of an option, in any case."""
    options, typed = question.given, text.strip()
    assert isinstance(options, Options)
    key = next((each for each in options.keys if each.lower() == typed.lower()), None)
    if key is None:
        return Verdict("unreadable", typed, problem=unknown_name("option", typed, options.keys))
    return Verdict("right" if key == options.right else "wrong_choice", key)
