"""What every phone of a class shows: the same for all of them, and nothing of anybody's answer."""

from __future__ import annotations

from typing import TypedDict

from rankviz.classroom.questions import question_of, right_answer
from rankviz.classroom.room import OPEN, REVEALED, Stage
from rankviz.classroom.scene import Scene
from rankviz.classroom.view.answer_bars import answer_words, lines_told, right_label
from rankviz.classroom.view.question import QuestionView, question_view
from rankviz.texts import Texts


class Told(TypedDict):
    """The right answer, in words, with what stands above it; and the lines in which the mistake is, as of `lines_told`."""

    label: str
    right: str
    lines: list[dict[str, object]]


class PhoneView(TypedDict):
    """A moment of the room.

    `stage` as of `Stage`; `open` says whether answers are taken; `question` is None while the code is shown; `told` is None
    until the causes are named: before, nothing of the right answer is sent.
    """

    stage: str
    number: int
    open: bool
    question: QuestionView | None
    told: Told | None


def phone_view(scene: Scene, texts: Texts) -> PhoneView:
    """Build it."""
    is_asked = bool(scene.asked) and scene.stage != Stage.JOIN
    return {
        "stage": scene.stage.value,
        "number": scene.number,
        "open": scene.stage in OPEN,
        "question": question_view(question_of(scene.asked), scene.number, texts, again=scene.again) if is_asked else None,
        "told": _told(scene, texts) if is_asked and scene.stage in REVEALED else None,
    }


def _told(scene: Scene, texts: Texts) -> Told:
    asked = question_of(scene.asked)
    lines = lines_told(asked, texts, is_told=True, mended=True)
    return {"label": right_label(asked, texts), "right": answer_words(asked, right_answer(asked), texts), "lines": lines}
