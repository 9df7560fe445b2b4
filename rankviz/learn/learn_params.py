"""Parameters of the page Learn: its address names a question set or a lesson, and the position in it.

A position is read by what is there: how far it goes is known of the lesson or the set only.
"""

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
from rankviz.learn.sets.link import SET_PARAMETERS, DecodedSet, decode_set
from rankviz.learn.sets.question_set import QuestionSet
from rankviz.learn.step_outcome import NO_WORK, reader_state_once_answered, step_state
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.parameter import Parameter

CATALOGUE, QUESTION, RESULTS, SETUP, LESSON = "catalogue", "question", "results", "setup", "lesson"
OPEN_FILE = "own"  # parameter of an address that shows the file opened in the browser
# A lesson, a set, and what is shown of it; besides these the state's, of a list that is asked and of choices.
LEARN_PARAMETERS = (
    Parameter("lesson", "a lesson, by its key"),
    Parameter("step", "its step, from 1"),
    Parameter("stop", "the step at which a class is to stop"),
    *SET_PARAMETERS,
    Parameter("q", f"the question that is shown, from 1, or `{RESULTS}`"),
    Parameter("make", "the form in which a set is put together, with what the other parameters say"),
    Parameter(OPEN_FILE, "the file that is open in this tab"),
)
POSITION_PARAMS = frozenset({"q", "make", "form", "at"})  # position in a set, and the format of a download


@dataclass(frozen=True)
class LearnParams:
    """The parameters of the page Learn, read and checked.

    Parameters
    ----------
    view : {'catalogue', 'question', 'results', 'setup', 'lesson'}
    number : int
        Number of the question in its set, from 1.
    set : QuestionSet or None
        The set whose question, results or setup is shown; None in the other views.
    lesson : Lesson or None
    step : int
        Number of the lesson step, from 1.
    stop : int or None
        The step at which a class is to stop.
    problems : tuple of InputError
        What could not be read and was left out.
    """

    view: str = CATALOGUE
    number: int = 1
    set: QuestionSet | None = None
    lesson: Lesson | None = None
    step: int = 1
    stop: int | None = None
    problems: tuple[InputError, ...] = ()


@lru_cache(maxsize=256)
def read_learn_params(query: str, file_text: str = "") -> LearnParams:
    """Read the parameters of Learn; unknown parameters are ignored, and faulty ones are listed in `problems`.

    Parameters
    ----------
    query : str
        Query string of the address.
    file_text : str
        Text of the lesson or set opened from a file; "" if none is open.

    Examples
    --------
    >>> read_learn_params("ask=value&of=ndcg&q=4").number
    4
    >>> read_learn_params("lesson=ideal&step=2").view, read_learn_params("").view
    ('lesson', 'catalogue')
    """
    parameters = dict(parse_qsl(query, keep_blank_values=True))
    if "lesson" in parameters:
        return _params_of_lesson_key(parameters["lesson"], parameters)
    if OPEN_FILE in parameters and is_lesson(file_text):
        return _params_of_lesson_file(file_text, parameters)
    if OPEN_FILE in parameters or "ask" in parameters or "make" in parameters:
        return _set_params(parameters, file_text)
    return LearnParams()


def _set_params(parameters: Mapping[str, str], file_text: str) -> LearnParams:
    """Return the view of a set; a question number past the end becomes that of the last question."""
    try:
        set_parameters = {name: value for name, value in parameters.items() if name not in POSITION_PARAMS}
        decoded = DecodedSet(_set_in_open_file(file_text)) if OPEN_FILE in parameters else decode_set(set_parameters)
    except InputError as problem:
        return LearnParams(problems=(problem,))
    view = SETUP if "make" in parameters else RESULTS if parameters.get("q") == RESULTS else QUESTION
    number, problems = (1, ()) if view == RESULTS else _read_position(parameters, "q", decoded.set.size)
    return LearnParams(view, number, decoded.set, problems=(*decoded.problems, *problems))


def _set_in_open_file(file_text: str) -> QuestionSet:
    """Return the set in the open file; InputError if no file is open, or it cannot be read."""
    if not file_text:
        raise InputError("own_gone", "No file is open in this tab any more, or the file was empty. Open one.")
    return read_set(file_text)


def _params_of_lesson_key(key: str, parameters: Mapping[str, str]) -> LearnParams:
    if (lesson := built_in_lesson(key)) is not None:
        return _lesson_params(lesson, parameters)
    known = ", ".join(LESSON_KEYS)
    message = f'There is no lesson "{shorten(key)}". Known: {known}.'
    return LearnParams(problems=(InputError("unknown_lesson", message, name=shorten(key), known=known),))


def _params_of_lesson_file(text: str, parameters: Mapping[str, str]) -> LearnParams:
    try:
        return _lesson_params(_read_lesson_file(text), parameters)
    except InputError as error:
        return LearnParams(problems=(error,))


@lru_cache(maxsize=4)
def _read_lesson_file(text: str) -> Lesson:
    """Read the open file, once for all steps."""
    return read_lesson(text)


def _lesson_params(lesson: Lesson, parameters: Mapping[str, str]) -> LearnParams:
    """Return the view of a lesson; a step past the end, or past where a class is to stop, becomes the last one allowed."""
    stop, stop_problems = _read_position(parameters, "stop", len(lesson.steps)) if "stop" in parameters else (None, ())
    step, step_problems = _read_position(parameters, "step", stop or len(lesson.steps))
    return LearnParams(LESSON, lesson=lesson, step=step, stop=stop, problems=(*stop_problems, *step_problems))


def _read_position(parameters: Mapping[str, str], name: str, last: int) -> tuple[int, tuple[InputError, ...]]:
    """Return a position from 1 to `last`, with an error if the address has another one."""
    text = parameters.get(name, "1")
    number = _positive_integer(text)
    used = min(number or (last if name == "stop" else 1), last)
    if used == number:
        return used, ()
    message = f'"{name}={shorten(text)}" in the link must be a whole number from 1 to {last}; {used} is used instead.'
    return used, (InputError("link_whole", message, name=name, value=shorten(text), low=1, high=last, used=used),)


def initial_state(params: LearnParams, work_by_step: Mapping[int, Work] = {}) -> AppState:
    """Return the state in which a page of Learn opens: that of the lesson step, or of its follow-up once answered."""
    if params.lesson is None:
        return DEFAULT
    return step_state(params.lesson.steps[params.step - 1], work_by_step.get(params.step, NO_WORK))


def state_after_answer(params: LearnParams, work_by_step: Mapping[int, Work], state: AppState) -> AppState:
    """Return the reader's state after an answer; it changes only if the question of the step has a follow-up state."""
    if params.lesson is None:
        return state
    return reader_state_once_answered(params.lesson.steps[params.step - 1], work_by_step.get(params.step, NO_WORK), state)


def _positive_integer(text: str) -> int | None:
    return int(text) or None if text.isascii() and text.isdigit() and len(text) < 5 else None
