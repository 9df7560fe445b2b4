"""A room in this process: its sockets, when they are notified, and the views built for them."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from rankviz.classroom.room import OPEN, PhoneAnswer, PosedQuestion, Room, Stage
from rankviz.classroom.scene import STAGES_WITH_BARS, Scene, count_typed, phone_scene, scene_of
from rankviz.classroom.server import socket_messages as messages
from rankviz.classroom.server.attendance import GONE_AFTER, Attendance
from rankviz.classroom.server.shared_work import Call, EraCache
from rankviz.classroom.server.socket_messages import CloseCode
from rankviz.classroom.server.socket_queue import SocketQueue
from rankviz.classroom.view import encode_parts as encoded

TO_TEACHER, TO_PHONES, AT_LEAST = 0.25, 2.0, 20.0  # s between two counts; and where nothing changes
ReadAnswers = Callable[[str, int], Awaitable[tuple[PhoneAnswer, ...]]]


class EncodedView(NamedTuple):
    """The view of the phones of one version: JSON with its "version", plain and compressed with gzip."""

    version: int
    plain: bytes
    gzipped: bytes


class ClosedQuestion(NamedTuple):
    """A question closed at that time: its scene with all answers, and what each phone typed."""

    closed: float | None
    scene: Scene
    typed: Mapping[str, str]


class RoomSession:
    """A room in this process.

    Parameters
    ----------
    room : Room
    call : async function
        `Pool.call`.
    """

    def __init__(self, room: Room, call: Call) -> None:
        self.room, self._call = room, call
        self.read_at = self.polled_at = self.used_at = time.monotonic()
        self.answer_count = 0
        self.attendance = Attendance()
        self.teachers: set[SocketQueue] = set()
        self.phone_views, self.stage_views, self.feedbacks, self.closed_questions = (
            EraCache(),
            EraCache(),
            EraCache(),
            EraCache(2),
        )
        self.searched_question = ""
        self.pending_follow: tuple[str | None] | None = None  # what is to be followed next
        self.follow_task: asyncio.Task[None] | None = None

    # Who is there

    @property
    def phones(self) -> set[SocketQueue]:
        """The sockets of phones that have said hello."""
        return self.attendance.entered

    @property
    def is_watched(self) -> bool:
        """Whether somebody here is to be notified of changes."""
        return bool(self.phones or self.teachers) or time.monotonic() - self.used_at < GONE_AFTER

    def is_current(self, *, fresh: bool) -> bool:
        """Whether the known state is recent enough; a room with sockets is polled anyway."""
        now = time.monotonic()
        if fresh:
            return now - self.read_at < TO_TEACHER
        return bool(self.phones or self.teachers) or now - max(self.read_at, self.polled_at) < 2 * TO_TEACHER

    def phone_hashes(self) -> set[str]:
        """Return the hashes of the phones that are present."""
        return self.attendance.phones(time.monotonic())

    def phone_count(self) -> int:
        """Number of phones; while they answer, at least the number of answers, here or at another process."""
        return max(len(self.phone_hashes()), self.answer_count if self.room.stage in OPEN else 0)

    def leave(self, queue: SocketQueue) -> None:
        """Remove a socket."""
        self.attendance.leave(queue)
        self.teachers.discard(queue)

    # What is told

    def update_room(self, room: Room) -> bool:
        """Take over a newer state of the room and notify the sockets; return whether it is a new version."""
        if (room.version, room.touched) < (self.room.version, self.room.touched):
            return False
        is_new = room.version > self.room.version
        if room.current != self.room.current:
            self.answer_count = 0
        self.room = room
        if is_new:
            for queue in (*self.phones, *self.teachers):
                self.send_show(queue)
        return is_new

    def send_show(self, queue: SocketQueue) -> None:
        """Send the version that is shown to one socket."""
        queue.send(messages.show_message(self.room), "show")

    def send_counts(self) -> None:
        """Send the number of answers to every socket that is due for it."""
        if not (self.phones or self.teachers):
            return
        now, counts = time.monotonic(), (self.answer_count, self.phone_count())
        message = messages.count_message(*counts)
        for queues, pause in ((self.phones, TO_PHONES), (self.teachers, TO_TEACHER)):
            for queue in queues:
                told_at, told_counts = queue.last_count
                if now - told_at >= AT_LEAST or (counts != told_counts and now - told_at >= pause * 0.9):
                    queue.last_count = now, counts
                    queue.send(message, "count")

    def end(self, code: CloseCode) -> None:
        """Close all sockets."""
        for queue in (*self.phones, *self.teachers):
            queue.close(code)

    # What is built

    async def phone_view(self, language: str) -> EncodedView:
        """Return the current view of the phones."""
        room = self.room
        view: EncodedView = await self.phone_views.get(room.version, language, lambda: self._build_phone_view(room, language))
        return view

    async def _build_phone_view(self, room: Room, language: str) -> EncodedView:
        body = await self._call(encoded.encode_phone, phone_scene(room), language)
        plain = b'{"version":%d%s' % (room.version, b"," + body[1:] if len(body) > 2 else b"}")
        return EncodedView(room.version, plain, gzip.compress(plain, 6, mtime=0))

    async def stage_json(self, room: Room, read_answers: ReadAnswers, language: str, phone_url: str) -> bytes:
        """Return the view of the teacher's page."""
        closed_scene = (
            (await self.closed_question(room, read_answers)).scene if room.stage in STAGES_WITH_BARS else Scene(room.stage)
        )
        if room.stage in STAGES_WITH_BARS and room.current == self.room.current:
            self.answer_count = sum(closed_scene.tally.values())  # the last look may have been before the last answer
        scene = scene_of(room, closed_scene.tally, closed_scene.first_tally)
        key = room.version, language, phone_url
        view: bytes = await self.stage_views.get(
            room.version, key, lambda: self._call(encoded.encode_stage, scene, language, phone_url)
        )
        return view

    async def closed_question(self, room: Room, read_answers: ReadAnswers) -> ClosedQuestion:
        """Return the closed question of the room with its answers."""
        posed = room.question
        assert posed is not None

        async def build() -> ClosedQuestion:
            answers = await read_answers(room.code, posed.number)
            first_tally = None if posed.again_of is None else count_typed(await read_answers(room.code, posed.again_of))
            scene = scene_of(replace(room, stage=Stage.CAUSES, cause=0), count_typed(answers), first_tally)
            return ClosedQuestion(posed.closed, scene, {each.phone: each.typed for each in answers})

        closed: ClosedQuestion = await self.closed_questions.get((posed.number, posed.closed), "", build)
        return closed

    async def feedback_for(self, closed: ClosedQuestion, typed: str, language: str) -> str:
        """Return the feedback for phones that typed this answer."""
        scene, era = closed.scene, (closed.scene.number, closed.closed)

        async def build() -> str:
            return messages.feedback_json(
                scene.number, typed, await self._call(encoded.encode_feedback, scene, typed, language)
            )

        feedback: str = await self.feedbacks.get(era, (typed, language), build)
        return feedback

    def may_reveal(self, closed: ClosedQuestion) -> bool:
        """Whether phones may still be sent the feedback on this question."""
        question = self.room.question
        return self.room.may_reveal(closed.scene.number) and question is not None and question.closed == closed.closed

    def posed_question(self, number: int) -> PosedQuestion | None:
        """Return a question of the room; None if it is not known here."""
        return self.room.questions[number - 1] if 1 <= number <= len(self.room.questions) else None

    def take_search(self) -> str:
        """Return the name of the open question to search now; "" if there is none, or its search has begun."""
        question = self.room.question
        if question is None or self.room.stage not in OPEN or question.asked == self.searched_question:
            return ""
        self.searched_question = question.asked
        return question.asked

    def languages(self) -> set[str]:
        """Return the languages of the room and of the phones that have named one."""
        return {self.room.language} | {queue.language for queue in self.phones if queue.language}
