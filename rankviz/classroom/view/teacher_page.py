"""The payload of the teacher's page: the screen of each stage, the buttons below, and the texts around it."""

from __future__ import annotations

import re
from typing import TypedDict
from urllib.parse import urlsplit

from rankviz.classroom.questions import asks_number, question_of
from rankviz.classroom.room import OPEN, REVEALED, Stage, TeacherAction
from rankviz.classroom.scene import STAGES_WITH_BARS, Scene
from rankviz.classroom.view.answer_bars import bars_payload, cause_count
from rankviz.classroom.view.question import question_payload
from rankviz.classroom.view.why import why_payload
from rankviz.display.parts.link import qr_code, reach
from rankviz.texts import Texts

Data = dict[str, object]
SHOWN_STAGES = (
    Stage.JOIN,
    Stage.ANSWER,
    Stage.NUMBERS,
    Stage.CAUSES,
    Stage.WHY,
)  # a second vote stands in the place of the first
DISCUSSED = (*OPEN, Stage.NUMBERS)  # where neighbours think, alone or together: what is asked stands on the wall
CHOOSE, FOLLOW = "choose", "follow"  # done by the page itself: what is to be asked; phones follow
NEXT_KEY, AGAIN_KEY, CHOOSE_KEY, FOLLOW_KEY = "→", "A", "N", "F"


class StageMark(TypedDict):
    """A stage in the footer: `label`, and whether it is the one that is shown."""

    key: str
    label: str
    is_current: bool


class Button(TypedDict):
    """A button of the footer: what it does, and the key that does it too."""

    action: str
    label: str
    key: str
    is_primary: bool


def stage_payload(scene: Scene, texts: Texts, phone_url: str) -> Data:
    """Build the page.

    Parameters
    ----------
    scene : Scene
    texts : Texts
    phone_url : str
        Address of the room as phones open it, with its code.

    Returns
    -------
    dict
        `stage`, `number` and `question_name` of the question, `is_second_vote`, `stages`, `join` (see `join_payload`),
        `question` until the causes are named, `bars` and `why` where they are shown (each None elsewhere), `cause_count` (how
        many bars the stage 'why' goes through), `note` beside the buttons, `buttons`, and the `texts` of the page.
    """
    causes = cause_count(scene) if scene.stage in STAGES_WITH_BARS else 0
    return {
        "stage": scene.stage,
        "number": scene.number,
        "question_name": scene.question_name,
        "is_second_vote": scene.is_second_vote,
        "stages": stages(scene, texts),
        "join": join_payload(phone_url, texts),
        "question": _question(scene, texts) if scene.stage in DISCUSSED else None,
        "bars": bars_payload(scene, texts) if scene.stage in (Stage.NUMBERS, Stage.CAUSES) else None,
        "why": why_payload(scene, texts) if scene.stage == Stage.WHY else None,
        "cause_count": causes,
        "note": _note(scene, causes, texts),
        "buttons": buttons(scene, causes, texts),
        "texts": texts.group("class_teacher.words"),
    }


def opening_payload(texts: Texts) -> Data:
    """Build the payload of the page without a room."""
    return {"texts": texts.group("class_teacher.words"), **texts.group("class_teacher.opening")}


def stages(scene: Scene, texts: Texts) -> list[StageMark]:
    """Return the stages of the footer, with the current one marked."""
    current = Stage.ANSWER if scene.stage in OPEN else scene.stage
    return [
        {"key": each, "label": texts(f"class_teacher.stage.{each}"), "is_current": each == current} for each in SHOWN_STAGES
    ]


def join_payload(phone_url: str, texts: Texts) -> dict[str, str]:
    """Build the payload of how phones get in.

    Returns
    -------
    dict of str
        `address` as it is read aloud, `code` in two groups, `link`, `picture` (SVG; "" where there is none), and
        `reach_note`, a sentence where not every phone gets there ("" elsewhere).
    """
    page_url, _, number = phone_url.rpartition("/")
    reachability = reach(phone_url)
    return {
        "address": _readable_address(page_url),
        "code": _spaced_code(number),
        "link": phone_url,
        "picture": qr_code(phone_url),
        "reach_note": texts(f"class_teacher.reach.{reachability}") if reachability in ("machine", "network") else "",
    }


def _question(scene: Scene, texts: Texts) -> Data:
    return {**question_payload(question_of(scene.question_name), scene.number, texts, again=scene.is_second_vote)}


def _readable_address(page_url: str) -> str:
    """Return an address without the scheme, which nobody types.

    Examples
    --------
    >>> _readable_address("https://rankviz.example.org/c")
    'rankviz.example.org/c'
    """
    scheme = urlsplit(page_url).scheme if "://" in page_url[:8] else ""
    return page_url.removeprefix(f"{scheme}://")


def _spaced_code(number: str) -> str:
    """Return a code in two groups, as it is read aloud: 482 915, 1234 567."""
    return re.sub(r"(?<=\d)(?=\d{3}$)", " ", number)


def buttons(scene: Scene, causes: int, texts: Texts) -> list[Button]:
    """Return the buttons of the footer; the key → presses the last one."""
    actions = _actions(scene, causes)
    last = len(actions) - 1
    return [
        {
            "action": action,
            "label": texts(f"class_teacher.button.{label}"),
            "key": key if index < last else NEXT_KEY,
            "is_primary": index == last,
        }
        for index, (action, label, key) in enumerate(actions)
    ]


def _actions(scene: Scene, causes: int) -> list[tuple[str, str, str]]:
    """Return the actions of a stage: name, key of the label, and keyboard key, which the last one lacks."""
    follow, again = (FOLLOW, "follow", FOLLOW_KEY), (TeacherAction.AGAIN, "again", AGAIN_KEY)
    another = (CHOOSE, "next_question", CHOOSE_KEY)
    if scene.stage == Stage.JOIN:
        return [follow, another, (TeacherAction.NEXT, "to_question", "")] if scene.number else [follow, (CHOOSE, "ask", "")]
    if scene.stage in OPEN:
        return [(TeacherAction.NEXT, "close", "")]
    if scene.stage == Stage.NUMBERS:
        is_number = asks_number(question_of(scene.question_name))
        return [again, (TeacherAction.NEXT, "name" if is_number else "tell", "")]
    if scene.stage == Stage.CAUSES:
        return [again, (TeacherAction.NEXT, "why", "")]
    return [another, (TeacherAction.NEXT, "next_cause", "")] if scene.cause + 1 < causes else [another]


def _note(scene: Scene, causes: int, texts: Texts) -> str:
    """Return which of several causes is shown; "" elsewhere."""
    if scene.stage not in REVEALED[1:] or causes < 2:
        return ""
    return texts("class_teacher.button.which_cause", number=scene.cause + 1, count=causes)
