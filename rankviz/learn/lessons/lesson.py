"""A lesson: steps on a list that the reader can change. docs/add-a-lesson.md says what stands in its file."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.learn.lessons.condition import Condition
from rankviz.learn.lessons.lesson_text import Wording
from rankviz.learn.lessons.number_expression import Expression
from rankviz.learn.lessons.pointer import LessonPoint
from rankviz.state.app_state import AppState


@dataclass(frozen=True, eq=False)
class LessonOption:
    """One answer to choose.

    Parameters
    ----------
    text : Wording
    feedback : Wording
        What is said to whoever chose it; empty for nothing.
    """

    text: Wording
    feedback: Wording


@dataclass(frozen=True, eq=False)
class NamedWrongNumber:
    """A number that a likely slip leads to.

    Parameters
    ----------
    answer : Expression
    feedback : Wording
        What is said to whoever typed it.
    """

    answer: Expression
    feedback: Wording


@dataclass(frozen=True, eq=False)
class FollowUp:
    """What follows an answer.

    Parameters
    ----------
    state : AppState
    title, body : Wording
    points : tuple of LessonPoint
    follows_edits : bool
    """

    state: AppState
    title: Wording
    body: Wording
    points: tuple[LessonPoint, ...] = ()
    follows_edits: bool = False


@dataclass(frozen=True, eq=False)
class StepQuestion:
    """A question of a step.

    Parameters
    ----------
    kind : {'predict', 'choose', 'value', 'do'}
    body : Wording
    follow_up : FollowUp
    options : tuple of LessonOption
    right_option : int
        Which option is right, from 0.
    predictions : tuple of Condition
        What each option says will happen.
    answer : Expression or None
        The number that is wanted.
    digits : int
        Its decimal places.
    wrong_numbers : tuple of NamedWrongNumber
        Numbers that are named, in place of the usual mistakes of a measure.
    goal : Condition
        What the reader's state must fulfil.
    """

    kind: str
    body: Wording
    follow_up: FollowUp
    options: tuple[LessonOption, ...] = ()
    right_option: int = 0
    predictions: tuple[Condition, ...] = ()
    answer: Expression | None = None
    digits: int = 3
    wrong_numbers: tuple[NamedWrongNumber, ...] = ()
    goal: Condition = ()


@dataclass(frozen=True, eq=False)
class LessonStep:
    """A step of a lesson.

    Parameters
    ----------
    title, body : Wording
    state : AppState
        In which it begins.
    page : {'explore', 'compare'}
    points : tuple of LessonPoint
    follows_edits : bool
        Whether its numbers follow what the reader changes.
    question : StepQuestion or None
    takeaway : Wording
        The sentence to take away.
    """

    title: Wording
    body: Wording
    state: AppState
    page: str = "explore"
    points: tuple[LessonPoint, ...] = ()
    follows_edits: bool = False
    question: StepQuestion | None = None
    takeaway: Wording | None = None


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson.

    Parameters
    ----------
    key : str
    title, description : Wording
    metrics : tuple of str
        Measures named in the list of lessons.
    steps : tuple of LessonStep
    practice_measures : tuple of str
        Measures of the questions that it ends with.
    practice_level : int
        Of these.
    number : int
        Among ours, from 1; 0 for one from a file.
    """

    key: str
    title: Wording
    description: Wording
    metrics: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    practice_measures: tuple[str, ...] = ()
    practice_level: int = 1
    number: int = 0
