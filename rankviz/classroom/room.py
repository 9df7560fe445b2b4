"""A room and its stages: what the teacher may do at each, and what becomes of the room. Pure; times are seconds.

A second vote is a question of its own that knows which one it is asked again. Reopening a question leaves its answers as they
are: what was typed belongs to the question, not to the stage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from rankviz.basics.errors import InputError
from rankviz.basics.limits import CLASS_IDLE, CLASS_LONGEST, CLASS_QUESTIONS


class Stage(StrEnum):
    """A stage of the room: the screen that it sees."""

    JOIN = "join"  # the code
    ANSWER = "answer"  # the question, which is open
    NUMBERS = "numbers"  # it is closed: bars without names
    CAUSES = "causes"  # bars with names
    WHY = "why"  # the derivations
    AGAIN = "again"  # the question, which is open a second time


class TeacherAction(StrEnum):
    """An action of the teacher."""

    ASK = "ask"  # a new question
    NEXT = "next"
    BACK = "back"
    AGAIN = "again"  # talk, and answer once more


OPEN = (Stage.ANSWER, Stage.AGAIN)
REVEALED = (Stage.CAUSES, Stage.WHY)  # from here on a phone is told its cause; before it no answer leaves the server

# By stage, for a question that is asked for the first time; see `moves`.
_MOVES: Mapping[Stage, Mapping[TeacherAction, Stage]] = MappingProxyType(
    {
        Stage.JOIN: {TeacherAction.ASK: Stage.ANSWER},
        Stage.ANSWER: {TeacherAction.NEXT: Stage.NUMBERS, TeacherAction.BACK: Stage.JOIN},
        Stage.AGAIN: {TeacherAction.NEXT: Stage.NUMBERS, TeacherAction.BACK: Stage.NUMBERS},
        Stage.NUMBERS: {
            TeacherAction.NEXT: Stage.CAUSES,
            TeacherAction.BACK: Stage.ANSWER,
            TeacherAction.AGAIN: Stage.AGAIN,
            TeacherAction.ASK: Stage.ANSWER,
        },
        Stage.CAUSES: {
            TeacherAction.NEXT: Stage.WHY,
            TeacherAction.BACK: Stage.NUMBERS,
            TeacherAction.AGAIN: Stage.AGAIN,
            TeacherAction.ASK: Stage.ANSWER,
        },
        Stage.WHY: {TeacherAction.BACK: Stage.CAUSES, TeacherAction.ASK: Stage.ANSWER},
    }
)


@dataclass(frozen=True)
class PosedQuestion:
    """A question as it was posed.

    Parameters
    ----------
    number : int
        In its room, from 1.
    asked : str
        What it is: see `rankviz.classroom.questions`.
    posed : float
    closed : float or None
        None while it is open.
    again_of : int or None
        Of a second vote the number of the first.
    """

    number: int
    asked: str
    posed: float
    closed: float | None = None
    again_of: int | None = None


@dataclass(frozen=True)
class Room:
    """A room.

    Parameters
    ----------
    code, key_hash : str
        As in `rankviz.classroom.room_codes`.
    created, touched : float
        When it was opened, and when the teacher did something last.
    language : str
    version : int
        Another one whenever phones are shown something else.
    stage : Stage
    questions : tuple of PosedQuestion
    current : int
        Number of the question that the stage is about; 0 before the first.
    cause : int
        At stage 'why' which of the bars is looked at, from 0.
    follows : str or None
        The state of the page that phones follow, as the text of its link; None where they do not.
    locked : bool
        Whether new phones are refused.
    """

    code: str
    key_hash: str
    created: float
    touched: float
    language: str = "en"
    version: int = 1
    stage: Stage = Stage.JOIN
    questions: tuple[PosedQuestion, ...] = ()
    current: int = 0
    cause: int = 0
    follows: str | None = None
    locked: bool = False

    @property
    def question(self) -> PosedQuestion | None:
        """The question that the stage is about; None before the first."""
        return self.questions[self.current - 1] if self.current else None

    @property
    def expires(self) -> float:
        """When the room is deleted, unless the teacher acts before."""
        return min(self.touched + CLASS_IDLE, self.created + CLASS_LONGEST)

    def is_over(self, now: float) -> bool:
        """Whether the room has expired."""
        return now >= self.expires

    def accepts_answers(self, number: int) -> bool:
        """Whether answers to a question are accepted: only while it is open."""
        return self.stage in OPEN and number == self.current

    def may_reveal(self, number: int) -> bool:
        """Whether a phone may be told what came of its answer to a question."""
        return self.stage in REVEALED and number == self.current


def next_stages(stage: Stage, *, is_begun: bool = False, is_second_vote: bool = False) -> dict[TeacherAction, Stage]:
    """Say what may follow a stage, and where it leads.

    Parameters
    ----------
    stage : Stage
    is_begun : bool
        Whether a question was posed: from the code one gets back to it.
    is_second_vote : bool
        Whether the question is a second vote: then that is what opens again.

    Examples
    --------
    >>> [f"{act} {to}" for act, to in next_stages(Stage.NUMBERS).items()]
    ['next causes', 'back answer', 'again again', 'ask answer']
    >>> next_stages(Stage.NUMBERS, is_second_vote=True)[TeacherAction.BACK]
    <Stage.AGAIN: 'again'>
    """
    stages = dict(_MOVES[stage])
    if stage == Stage.JOIN and is_begun:
        stages[TeacherAction.NEXT] = Stage.AGAIN if is_second_vote else Stage.ANSWER
    if is_second_vote and TeacherAction.BACK in stages and stages[TeacherAction.BACK] == Stage.ANSWER:
        stages[TeacherAction.BACK] = Stage.AGAIN
    return stages


def apply_action(
    room: Room,
    action: TeacherAction,
    now: float,
    *,
    question_name: str = "",
    cause_count: int = 1,
    seen_version: int | None = None,
) -> Room:
    """Apply an action of the teacher; return the same room where it is not possible, as after a key pressed twice.

    Parameters
    ----------
    room : Room
    action : TeacherAction
    now : float
    question_name : str
        What is asked, of `Act.ASK`.
    cause_count : int
        How many bars can be looked at, at stage 'why'.
    seen_version : int, optional
        The version that the teacher saw; with another one nothing is done.

    Raises
    ------
    InputError
        `class_questions` where there are too many.
    """
    question = room.question
    is_second = question is not None and question.again_of is not None
    if (seen_version is not None and seen_version != room.version) or room.is_over(now):
        return room
    if room.stage == Stage.WHY and (step := _neighbouring_cause(room.cause, action, cause_count)) is not None:
        return _new_version(room, now, cause=step)
    stage = next_stages(room.stage, is_begun=question is not None, is_second_vote=is_second).get(action)
    if stage is None or (action == TeacherAction.ASK and not question_name):
        return room
    if action == TeacherAction.ASK:
        return _with_posed_question(room, question_name, stage, now, None)
    if action == TeacherAction.AGAIN:
        assert question is not None
        second_vote = next((each for each in room.questions if each.again_of == question.number), None)
        return (
            _with_posed_question(room, question.asked, stage, now, question.number)
            if second_vote is None
            else _with_open_question(room, second_vote, stage, now)
        )
    if room.stage == Stage.AGAIN and action == TeacherAction.BACK:
        assert question is not None
        assert question.again_of is not None
        return _new_version(_with_closed_question(room, now), now, stage=stage, current=question.again_of, cause=0)
    assert question is not None
    if stage in OPEN:
        return _with_open_question(room, question, stage, now)
    return _new_version(_with_closed_question(room, now), now, stage=stage, cause=0)


def with_followed_page(room: Room, state: str | None, now: float) -> Room:
    """Return the room with the state that phones follow; None ends following."""
    return room if state == room.follows or room.is_over(now) else _new_version(room, now, follows=state)


def with_lock(room: Room, locked: bool, now: float) -> Room:
    """Return the room closed to new phones, or open again; phones that are in see no change."""
    return room if room.is_over(now) else replace(room, locked=locked, touched=max(room.touched, now))


def _neighbouring_cause(cause: int, action: TeacherAction, cause_count: int) -> int | None:
    """Return the index of the next or previous cause; None where there is none, so that the stage ends."""
    index = {TeacherAction.NEXT: cause + 1, TeacherAction.BACK: cause - 1}.get(action)
    return index if index is not None and 0 <= index < cause_count else None


def _new_version(room: Room, now: float, **changes: object) -> Room:
    touched = max(room.touched, now)
    return replace(room, version=room.version + 1, touched=touched, **changes)  # type: ignore[arg-type]


def _with_posed_question(room: Room, question_name: str, stage: Stage, now: float, again_of: int | None) -> Room:
    if len(room.questions) >= CLASS_QUESTIONS:
        message = f"{CLASS_QUESTIONS} questions were asked in this room, and no more fit. Open a new one."
        raise InputError("class_questions", message, limit=CLASS_QUESTIONS)
    number = len(room.questions) + 1
    posed = PosedQuestion(number, question_name, now, None, again_of)
    questions = (*_with_closed_question(room, now).questions, posed)
    return _new_version(room, now, stage=stage, questions=questions, current=number, cause=0)


def _with_open_question(room: Room, question: PosedQuestion, stage: Stage, now: float) -> Room:
    room = _with_question(_with_closed_question(room, now), replace(question, closed=None))
    return _new_version(room, now, stage=stage, current=question.number, cause=0)


def _with_closed_question(room: Room, now: float) -> Room:
    question = room.question
    if question is None or question.closed is not None:
        return room
    return _with_question(room, replace(question, closed=now))


def _with_question(room: Room, question: PosedQuestion) -> Room:
    index = question.number - 1
    return replace(room, questions=(*room.questions[:index], question, *room.questions[index + 1 :]))


# ---------------------------------------------------------------------------------------------------------------------------
# Answers


@dataclass(frozen=True)
class PhoneAnswer:
    """An answer that a phone has sent.

    Parameters
    ----------
    phone : str
        Its hash.
    seq : int
        Grows with every change; the same one may come again.
    typed : str
    at : float
    """

    phone: str
    seq: int
    typed: str
    at: float


def latest_answer(answers: Mapping[str, PhoneAnswer], answer: PhoneAnswer) -> Mapping[str, PhoneAnswer]:
    """Add an answer: for each phone the one with the largest `seq` counts, in whatever order they arrive.

    Examples
    --------
    >>> first, second = PhoneAnswer("a", 1, "0.9", 5.0), PhoneAnswer("a", 2, "0.8", 6.0)
    >>> latest_answer(latest_answer({}, second), first)["a"].typed
    '0.8'
    """
    previous = answers.get(answer.phone)
    return answers if previous is not None and previous.seq >= answer.seq else {**answers, answer.phone: answer}
