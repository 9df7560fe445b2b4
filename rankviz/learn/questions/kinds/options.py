"""What questions with options have in common."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.basics.errors import unknown_name
from rankviz.core.conventions import Convention
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict


@dataclass(frozen=True)
class Options:
    """What there is to choose from.

    Parameters
    ----------
    keys : tuple of str
        Of 'better' "a", "b" and "equal". Of 'who' "present" for the convention of the question, "gain=exponential" for it with
        another choice, or "ranx.recbole" for the libraries that give a number.
    values : tuple of float
        Of 'better' those of the two lists; of 'who' one for each option.
    right : str
        The key of the right one.
    conventions : tuple of Convention
        Of 'who' one for each option.
    other : str
        Of 'better' another measure that says the opposite, "" if none was looked for.
    """

    keys: tuple[str, ...]
    values: tuple[float, ...]
    right: str
    conventions: tuple[Convention, ...] = ()
    other: str = ""


def judge(question: Question, text: str, found: bool) -> Verdict:
    """Judge the key of an option."""
    given, typed = question.given, text.strip()
    assert isinstance(given, Options)
    key = next((each for each in given.keys if each.lower() == typed.lower()), None)
    if key is None:
        return Verdict("unreadable", typed, problem=unknown_name("option", typed, given.keys))
    return Verdict("right" if key == given.right else "wrong_choice", key)
