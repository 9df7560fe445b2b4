"""The payload of all phones: the same for all of them, and nothing of anybody's answer."""

from __future__ import annotations

from typing import TypedDict

from rankviz.classroom.questions import question_of, right_answer
from rankviz.classroom.room import OPEN, REVEALED, Stage
from rankviz.classroom.scene import Scene
from rankviz.classroom.view.answer_bars import answer_words, derivation_lines, right_label
from rankviz.classroom.view.question import QuestionPayload, question_payload
from rankviz.texts import Texts


class RevealedAnswer(TypedDict):
    """The right answer in words, the label above it, and the lines in which the mistake is, as of `derivation_lines`."""

    label: str
    answer: str
    lines: list[dict[str, object]]


class PhonePayload(TypedDict):
    """A moment of the room.

    `stage` as of `Stage`; `is_open` says whether answers are taken; `question` is None while the code is shown; `revealed` is
    None until the causes are named: before, nothing of the right answer is sent.
    """

    stage: str
    number: int
    is_open: bool
    question: QuestionPayload | None
    revealed: RevealedAnswer | None


def phone_payload(scene: Scene, texts: Texts) -> PhonePayload:
    """Build the view of all phones."""
    has_question = bool(scene.question_name) and scene.stage != Stage.JOIN
    return {
        "stage": scene.stage.value,
        "number": scene.number,
        "is_open": scene.stage in OPEN,
        "question": question_payload(question_of(scene.question_name), scene.number, texts, again=scene.is_second_vote)
        if has_question
        else None,
        "revealed": _revealed_answer(scene, texts) if has_question and scene.stage in REVEALED else None,
    }


def _revealed_answer(scene: Scene, texts: Texts) -> RevealedAnswer:
    question = question_of(scene.question_name)
    lines = derivation_lines(question, texts, is_marked=True, is_mended=True)
    return {
        "label": right_label(question, texts),
        "answer": answer_words(question, right_answer(question), texts),
        "lines": lines,
    }
