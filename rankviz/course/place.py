"""What the page Learn is asked: its address is the set of questions, or the lesson, and where one is in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl

from rankviz.course.set_file import read_set
from rankviz.course.set_link import DecodedSet, decode
from rankviz.course.sets import SetOfQuestions
from rankviz.errors import InputError
from rankviz.state.app_state import DEFAULT, AppState

CATALOGUE, QUESTION, RESULTS, SETUP, LESSON = "catalogue", "question", "results", "setup", "lesson"
OWN = "own"  # the file that is open is looked at
WITHIN = frozenset({"q", "make"})  # where one is in a set


@dataclass(frozen=True)
class Learning:
    """What is looked at.

    Parameters
    ----------
    view : {'catalogue', 'question', 'results', 'setup', 'lesson'}
    number : int
        Of the question in its set, from 1.
    set : SetOfQuestions or None
        What is asked, set up, or was done; None without questions.
    step : int
        Of the lesson, from 1.
    stop : int or None
        The step at which a class is to stop.
    problems : tuple of InputError
        What could not be read and is left out.
    """

    view: str = CATALOGUE
    number: int = 1
    set: SetOfQuestions | None = None
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
    number, step = (_from_one(found.get(name, "")) or 1 for name in ("q", "step"))
    stop = _from_one(found.get("stop", ""))
    if "lesson" in found:
        return Learning(LESSON, step=step, stop=stop)
    if OWN in found or "ask" in found or "make" in found:
        return _of_set(found, own, number)
    return Learning()


def _of_set(found: Mapping[str, str], own: str, number: int) -> Learning:
    """What is looked at of a set; a number behind its end is its last one."""
    try:
        parts = {name: value for name, value in found.items() if name not in WITHIN}
        read = DecodedSet(_opened(own)) if OWN in found else decode(parts)
    except InputError as problem:
        return Learning(problems=(problem,))
    view = SETUP if "make" in found else RESULTS if found.get("q") == RESULTS else QUESTION
    return Learning(view, min(number, read.set.size), read.set, problems=read.problems)


def _opened(own: str) -> SetOfQuestions:
    """The set of the file that is open; InputError if there is none, or it cannot be read."""
    if not own:
        raise InputError("own_gone", "The file is no longer open in this tab. Open it again.")
    return read_set(own)


def begun(learning: Learning) -> AppState:
    """The state in which what is looked at begins."""
    return DEFAULT


def _from_one(text: str) -> int | None:
    return int(text) or None if text.isascii() and text.isdigit() and len(text) < 5 else None
