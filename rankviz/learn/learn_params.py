"""What the page Learn is asked: its address is the set of questions, or the lesson, and where one is in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl

from rankviz.basics.errors import InputError, shorten
from rankviz.learn.lessons.lesson import Lesson
from rankviz.learn.lessons.reader import LESSON_KEYS, built_in_lesson, is_lesson, read_lesson
from rankviz.learn.questions.attempts import Work
from rankviz.learn.sets.file import read_set
from rankviz.learn.sets.link import DecodedSet, decode_set
from rankviz.learn.sets.question_set import QuestionSet
from rankviz.learn.step_outcome import NO_WORK, reader_state_once_answered, step_state
from rankviz.state.app_state import DEFAULT, AppState

CATALOGUE, QUESTION, RESULTS, SETUP, LESSON = "catalogue", "question", "results", "setup", "lesson"
OPEN_FILE = "own"  # the file that is open is looked at
POSITION_PARAMS = frozenset({"q", "make", "form", "at"})  # where one is in a set, and which file of it is wanted


@dataclass(frozen=True)
class LearnParams:
    """What is looked at.

    Parameters
    ----------
    view : {'catalogue', 'question', 'results', 'setup', 'lesson'}
    number : int
        Of the question in its set, from 1.
    set : QuestionSet or None
        What is asked, set up, or was done; None without questions.
    lesson : Lesson or None
    step : int
        Of the lesson, from 1.
    stop : int or None
        The step at which a class is to stop.
    problems : tuple of InputError
        What could not be read and is left out.
    """

    view: str = CATALOGUE
    number: int = 1
    set: QuestionSet | None = None
    lesson: Lesson | None = None
    step: int = 1
    stop: int | None = None
    problems: tuple[InputError, ...] = ()


@lru_cache(maxsize=256)
def read_learn_params(place: str, own: str = "") -> LearnParams:
    """Read the address of Learn; what nobody wrote there says nothing.

    Parameters
    ----------
    place : str
        Parameters of the address.
    own : str
        Text of a lesson or set that was opened from a file; "" for none.

    Examples
    --------
    >>> read_learn_params("ask=value&of=ndcg&q=4").number
    4
    >>> read_learn_params("lesson=ideal&step=2").view, read_learn_params("").view
    ('lesson', 'catalogue')
    """
    found = dict(parse_qsl(place, keep_blank_values=True))
    if "lesson" in found:
        return _params_of_lesson_key(found["lesson"], found)
    if OPEN_FILE in found and is_lesson(own):
        return _params_of_lesson_file(own, found)
    if OPEN_FILE in found or "ask" in found or "make" in found:
        return _set_params(found, own)
    return LearnParams()


def _set_params(found: Mapping[str, str], own: str) -> LearnParams:
    """What is looked at of a set; a number behind its end is its last one."""
    try:
        parts = {name: value for name, value in found.items() if name not in POSITION_PARAMS}
        read = DecodedSet(_set_in_open_file(own)) if OPEN_FILE in found else decode_set(parts)
    except InputError as problem:
        return LearnParams(problems=(problem,))
    view = SETUP if "make" in found else RESULTS if found.get("q") == RESULTS else QUESTION
    number, told = (1, ()) if view == RESULTS else _read_position(found, "q", read.set.size)
    return LearnParams(view, number, read.set, problems=(*read.problems, *told))


def _set_in_open_file(own: str) -> QuestionSet:
    """The set of the file that is open; InputError if there is none, or it cannot be read."""
    if not own:
        raise InputError("own_gone", "No file is open in this tab any more, or the file was empty. Open one.")
    return read_set(own)


def _params_of_lesson_key(key: str, found: Mapping[str, str]) -> LearnParams:
    if (lesson := built_in_lesson(key)) is not None:
        return _lesson_params(lesson, found)
    known = ", ".join(LESSON_KEYS)
    message = f'There is no lesson "{shorten(key)}". Known: {known}.'
    return LearnParams(problems=(InputError("unknown_lesson", message, name=shorten(key), known=known),))


def _params_of_lesson_file(text: str, found: Mapping[str, str]) -> LearnParams:
    try:
        return _lesson_params(_read_lesson_file(text), found)
    except InputError as error:
        return LearnParams(problems=(error,))


@lru_cache(maxsize=4)
def _read_lesson_file(text: str) -> Lesson:
    """A file that is open is read once, whichever step is looked at."""
    return read_lesson(text)


def _lesson_params(lesson: Lesson, found: Mapping[str, str]) -> LearnParams:
    """A step behind the end, or behind where a class is to stop, is the last one."""
    stop, told = _read_position(found, "stop", len(lesson.steps)) if "stop" in found else (None, ())
    step, more = _read_position(found, "step", stop or len(lesson.steps))
    return LearnParams(LESSON, lesson=lesson, step=step, stop=stop, problems=(*told, *more))


def _read_position(found: Mapping[str, str], name: str, last: int) -> tuple[int, tuple[InputError, ...]]:
    """A number from 1 to the last one, and what is to be said where the address has another."""
    text = found.get(name, "1")
    number = _positive_integer(text)
    used = min(number or (last if name == "stop" else 1), last)
    if used == number:
        return used, ()
    message = f'"{name}={shorten(text)}" in the link must be a whole number from 1 to {last}; {used} is used instead.'
    return used, (InputError("link_whole", message, name=name, value=shorten(text), low=1, high=last, used=used),)


def initial_state(learning: LearnParams, works: Mapping[int, Work] = {}) -> AppState:
    """The state in which what is looked at begins; a step that is answered, with what the answer led to."""
    if learning.lesson is None:
        return DEFAULT
    return step_state(learning.lesson.steps[learning.step - 1], works.get(learning.step, NO_WORK))


def state_after_answer(learning: LearnParams, works: Mapping[int, Work], state: AppState) -> AppState:
    """The state after an answer was given: as it is, unless the answer leads to another one."""
    if learning.lesson is None:
        return state
    return reader_state_once_answered(learning.lesson.steps[learning.step - 1], works.get(learning.step, NO_WORK), state)


def _positive_integer(text: str) -> int | None:
    return int(text) or None if text.isascii() and text.isdigit() and len(text) < 5 else None
