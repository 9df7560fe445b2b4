"""The payloads of a class as JSON bytes: pure functions, which the server calls in any process."""

from __future__ import annotations

from rankviz.classroom.answer_causes import lookup_of
from rankviz.classroom.room import REVEALED
from rankviz.classroom.scene import Scene
from rankviz.classroom.view.followed_page import followed_page_payload
from rankviz.classroom.view.phone_feedback import phone_feedback_payload
from rankviz.classroom.view.phone_view import phone_payload
from rankviz.classroom.view.question_picker import picker_payload
from rankviz.classroom.view.teacher_page import opening_payload, stage_payload
from rankviz.page.answers.json_codec import to_json
from rankviz.texts import Texts


def encode_opening(language: str) -> bytes:
    """Encode the teacher's page without a room."""
    return to_json(opening_payload(Texts(language)))


def encode_stage(scene: Scene, language: str, phone_url: str) -> bytes:
    """Encode the teacher's page; `phone_url` is the address that phones open, with the code of the room."""
    return to_json(stage_payload(scene, Texts(language), phone_url))


def encode_phone(scene: Scene, language: str) -> bytes:
    """Encode the view of all phones; `followed` is the teacher's page, None where phones do not follow."""
    texts = Texts(language)
    # What is followed may be the list of the question: it waits until that is told.
    is_revealed = scene.number == 0 or scene.stage in REVEALED
    followed = followed_page_payload(scene.follows, texts) if scene.follows is not None and is_revealed else None
    return to_json({**phone_payload(scene, texts), "followed": followed})


def encode_feedback(scene: Scene, typed: str, language: str) -> bytes:
    """Encode the feedback on one answer; `scene` has the tally."""
    return to_json(phone_feedback_payload(scene, typed, Texts(language)))


def encode_picker(link: str, language: str) -> bytes:
    """Encode what can be asked about the list or the question set of a link."""
    return to_json(picker_payload(link, Texts(language)))


def search_causes(question_name: str) -> None:
    """Search the causes of answers to a question in advance, while people think about it."""
    lookup_of(question_name)
