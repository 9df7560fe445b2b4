"""The views of a live class as bytes: pure functions, of whichever process. The server calls them, no visitor does."""

from __future__ import annotations

from rankviz.classroom.answer_causes import lookup_of
from rankviz.classroom.room import REVEALED
from rankviz.classroom.scene import Scene
from rankviz.classroom.view.followed_page import following
from rankviz.classroom.view.phone_feedback import mine_view
from rankviz.classroom.view.phone_view import phone_view
from rankviz.classroom.view.question_picker import choose_view
from rankviz.classroom.view.teacher_page import opening_view, stage_view
from rankviz.page.answers.json_codec import to_json
from rankviz.texts import Texts


def opening(language: str) -> bytes:
    """What the teacher's page shows while no room is open."""
    return to_json(opening_view(Texts(language)))


def stage(scene: Scene, language: str, at: str) -> bytes:
    """What the teacher's page shows; `at` is the address of the room that phones open, with its code."""
    return to_json(stage_view(scene, Texts(language), at))


def phone(scene: Scene, language: str) -> bytes:
    """What every phone shows; `follow` is the list of the teacher's page, None where phones do not follow."""
    texts = Texts(language)
    # What is followed may be the list of the question: it waits until that is told.
    is_told = scene.number == 0 or scene.stage in REVEALED
    follow = following(scene.follows, texts) if scene.follows is not None and is_told else None
    return to_json({**phone_view(scene, texts), "follow": follow})


def mine(scene: Scene, typed: str, language: str) -> bytes:
    """What one phone is told of its answer; `scene` has the tally."""
    return to_json(mine_view(scene, typed, Texts(language)))


def choose(link: str, language: str) -> bytes:
    """What can be asked about the list, or the set of questions, of a link."""
    return to_json(choose_view(link, Texts(language)))


def search(asked: str) -> None:
    """Search what may have been done to a question, while people think about it."""
    lookup_of(asked)
