"""A lesson: steps about a list that the reader can edit. docs/add-a-lesson.md describes its file."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.learn.lessons.condition import Condition
from rankviz.learn.lessons.lesson_text import Wording
from rankviz.learn.lessons.number_expression import Expression
from rankviz.learn.lessons.pointer import LessonPoint
from rankviz.state.app_state import AppState


@dataclass(frozen=True, eq=False)
class LessonOption:
    """One option of a question.

    Parameters
    ----------
    text : Wording
    feedback : Wording
        Shown to a reader who chose it; empty for none.
    """

    text: Wording
    feedback: Wording


@dataclass(frozen=True, eq=False)
class NamedWrongNumber:
    """A wrong number that is likely to be typed, with its own feedback.

    Parameters
    ----------
    answer : Expression
    feedback : Wording
        Shown to a reader who typed the number.
    """

    answer: Expression
    feedback: Wording


@dataclass(frozen=True, eq=False)
class FollowUp:
    """What a step shows after its question is answered.

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
    """The question of a step.

    Parameters
    ----------
    kind : {'predict', 'choose', 'value', 'do'}
    body : Wording
    follow_up : FollowUp
    options : tuple of LessonOption
    right_option : int
        The right option, counted from 0.
    predictions : tuple of Condition
        The condition that each option predicts.
    answer : Expression or None
        The number that is asked for.
    digits : int
        Decimal places of the number.
    wrong_numbers : tuple of NamedWrongNumber
        Wrong numbers with feedback of their own, which replaces that on the usual mistakes.
    goal : Condition
        The condition that the reader's state must meet.
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
        The state in which it opens.
    page : {'explore', 'compare'}
    points : tuple of LessonPoint
    follows_edits : bool
        Whether the numbers in its text follow the edits of the reader.
    question : StepQuestion or None
    takeaway : Wording
        The sentence to remember, of the last step only.
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
        Measures named in the catalogue of lessons.
    steps : tuple of LessonStep
    practice_measures : tuple of str
        Measures of the practice questions at its end.
    practice_level : int
        Level of these questions.
    number : int
        Number among the built-in lessons, from 1; 0 for a lesson from a file.
    """

    key: str
    title: Wording
    description: Wording
    metrics: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    practice_measures: tuple[str, ...] = ()
    practice_level: int = 1
    number: int = 0
