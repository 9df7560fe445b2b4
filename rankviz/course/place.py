"""What the page Learn is asked: its address is the set of questions, or the lesson, and where one is in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl

from rankviz.errors import InputError
from rankviz.state.app_state import DEFAULT, AppState

CATALOGUE, QUESTION, RESULTS, SETUP, LESSON = "catalogue", "question", "results", "setup", "lesson"


@dataclass(frozen=True)
class Learning:
    """What is looked at.

    Parameters
    ----------
    view : {'catalogue', 'question', 'results', 'setup', 'lesson'}
    number : int
        Of the question in its set, from 1.
    step : int
        Of the lesson, from 1.
    stop : int or None
        The step at which a class is to stop.
    problems : tuple of InputError
        What could not be read and is left out.
    """

    view: str = CATALOGUE
    number: int = 1
    step: int = 1
    stop: int | None = None
    problems: tuple[InputError, ...] = ()


@lru_cache(maxsize=256)
def read_learn(place: str, own: str = "") -> Learning:
    """Read the address of Learn; what nobody wrote there says nothing.

    Parameters
    ----------
    place : str
        Parameters of the address.
    own : str
        Text of a lesson or set that was opened from a file; "" for none.

    Examples
    --------
    >>> read_learn("ask=value&of=ndcg&q=4").number, read_learn("lesson=ideal&step=2").view, read_learn("").view
    (4, 'lesson', 'catalogue')
    """
    found = dict(parse_qsl(place, keep_blank_values=True))
    view = CATALOGUE
    if "lesson" in found:
        view = LESSON
    elif "make" in found:
        view = SETUP
    elif "ask" in found:
        view = RESULTS if found.get("q") == "results" else QUESTION
    number, step = (_from_one(found.get(name, "")) or 1 for name in ("q", "step"))
    return Learning(view, number, step, _from_one(found.get("stop", "")))


def begun(learning: Learning) -> AppState:
    """The state in which what is looked at begins."""
    return DEFAULT


def _from_one(text: str) -> int | None:
    return int(text) or None if text.isascii() and text.isdigit() and len(text) < 5 else None
