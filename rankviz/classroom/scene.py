"""A moment of a room: all that its views are made of, and nothing about who is in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rankviz.classroom.room import REVEALED, PhoneAnswer, Room, Stage

STAGES_WITH_BARS = (Stage.NUMBERS, *REVEALED)  # where the teacher's page has bars


@dataclass(frozen=True)
class Scene:
    """A moment of a room.

    Parameters
    ----------
    stage : Stage
    number : int
        Of the question, from 1; 0 before the first.
    question_name : str
        The question, as `rankviz.classroom.questions` names it; "" before the first.
    is_second_vote : bool
        Whether it is a second vote.
    cause : int
        At stage 'why' which of the bars is looked at, from 0.
    follows : str or None
        As of `Room`.
    tally : mapping of str to int
        How often each text was typed; empty where it is not told yet.
    first_tally : mapping of str to int, or None
        The same of the first vote; None where there was none.
    """

    stage: Stage
    number: int = 0
    question_name: str = ""
    is_second_vote: bool = False
    cause: int = 0
    follows: str | None = None
    tally: Mapping[str, int] = field(default_factory=dict)
    first_tally: Mapping[str, int] | None = None


def count_typed(answers: Iterable[PhoneAnswer]) -> dict[str, int]:
    """Count how often each text was typed.

    Examples
    --------
    >>> count_typed([PhoneAnswer("a", 1, "0.9", 5.0), PhoneAnswer("b", 1, "0.9", 6.0)])
    {'0.9': 2}
    """
    return dict(Counter(each.typed for each in answers))


def scene_of(room: Room, tally: Mapping[str, int] = {}, before: Mapping[str, int] | None = None) -> Scene:
    """Build the scene of the teacher's page: with answers only once the question is closed."""
    question = room.question
    is_counted = question is not None and room.stage in STAGES_WITH_BARS
    return Scene(
        room.stage,
        room.current,
        "" if question is None else question.asked,
        question is not None and question.again_of is not None,
        room.cause,
        room.follows,
        dict(tally) if is_counted else {},
        dict(before) if is_counted and before is not None else None,
    )


def phone_scene(room: Room) -> Scene:
    """Build the scene of the phones: without any answers. Feedback on its own answer is sent to each phone separately."""
    return scene_of(room)
