"""A lesson: steps on a list that the reader can change. docs/add-a-lesson.md says what stands in its file."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.learn.lessons.condition import Condition
from rankviz.learn.lessons.lesson_text import Wording
from rankviz.learn.lessons.number_expression import Expression
from rankviz.learn.lessons.pointer import Point
from rankviz.state.app_state import AppState


@dataclass(frozen=True, eq=False)
class Option:
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
    points : tuple of Point
    follows_edits : bool
    """

    state: AppState
    title: Wording
    body: Wording
    points: tuple[Point, ...] = ()
    follows_edits: bool = False


@dataclass(frozen=True, eq=False)
class StepQuestion:
    """A question of a step.

    Parameters
    ----------
    kind : {'predict', 'choose', 'value', 'do'}
    body : Wording
    then : FollowUp
    options : tuple of Option
    right : int
        Which option is right, from 0.
    predicted : tuple of Condition
        What each option says will happen.
    answer : Expression or None
        The number that is wanted.
    digits : int
        Its decimal places.
    slips : tuple of NamedWrongNumber
        Numbers that are named, in place of the usual mistakes of a measure.
    until : Condition
        What the reader's state must fulfil.
    """

    kind: str
    body: Wording
    then: FollowUp
    options: tuple[Option, ...] = ()
    right: int = 0
    predicted: tuple[Condition, ...] = ()
    answer: Expression | None = None
    digits: int = 3
    slips: tuple[NamedWrongNumber, ...] = ()
    until: Condition = ()


@dataclass(frozen=True, eq=False)
class Step:
    """A step of a lesson.

    Parameters
    ----------
    title, body : Wording
    state : AppState
        In which it begins.
    page : {'explore', 'compare'}
    points : tuple of Point
    follows_edits : bool
        Whether its numbers follow what the reader changes.
    ask : StepQuestion or None
    keep : Wording
        The sentence to take away.
    """

    title: Wording
    body: Wording
    state: AppState
    page: str = "explore"
    points: tuple[Point, ...] = ()
    follows_edits: bool = False
    ask: StepQuestion | None = None
    keep: Wording | None = None


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson.

    Parameters
    ----------
    key : str
    title, about : Wording
    metrics : tuple of str
        Measures named in the list of lessons.
    steps : tuple of Step
    practise : tuple of str
        Measures of the questions that it ends with.
    level : int
        Of these.
    number : int
        Among ours, from 1; 0 for one from a file.
    """

    key: str
    title: Wording
    about: Wording
    metrics: tuple[str, ...]
    steps: tuple[Step, ...]
    practise: tuple[str, ...] = ()
    level: int = 1
    number: int = 0
