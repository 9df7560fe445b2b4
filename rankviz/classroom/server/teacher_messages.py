"""What the teacher's page posts, each an object of JSON; unknown fields are ignored."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from rankviz.classroom.room import TeacherAction
from rankviz.classroom.server.socket_messages import Count


class TeacherPost(Struct, frozen=True, kw_only=True):
    """What all of them have.

    Parameters
    ----------
    lang : str
        Language of what comes back; the first one if there is none of this name.
    """

    lang: str = ""


class KeyPost(TeacherPost, frozen=True):
    """The code of a room and its key, on another device of its teacher."""

    code: str = ""
    key: str = ""


class HandoffPost(TeacherPost, frozen=True):
    """What another device needs is asked for; `at` is the address of the phones' page, as this page knows it."""

    at: str = ""


class ActPost(TeacherPost, frozen=True):
    """An action of the teacher; the view that comes back has the address of the phones' page as `at` says it."""

    action: TeacherAction
    question_name: str = ""
    cause_count: Count = 1
    seen_version: Count | None = None
    at: str = ""


class LinkPost(TeacherPost, frozen=True):
    """A link that may be asked about."""

    link: str = ""


class FollowPost(TeacherPost, frozen=True):
    """The state that phones follow, in ASCII as every link; None for none."""

    state: Annotated[str, Meta(pattern=r"^[\x00-\x7f]*\Z")] | None = None


class LockPost(TeacherPost, frozen=True):
    """Whether new phones are kept out."""

    locked: bool = False
