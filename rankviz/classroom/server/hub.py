"""The rooms of this process: their sockets, what is sent to them, and one poll of the store for all. On one event loop.

All that is stored is in the store; what is here is made again from it, so several processes may have phones of one room.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_LINK
from rankviz.classroom import room as rooms
from rankviz.classroom.questions import judge_class_answer, question_of
from rankviz.classroom.room import PhoneAnswer, Room, TeacherAction
from rankviz.classroom.room_codes import hash_of, new_key, phone_hash, read_code, read_phone
from rankviz.classroom.server import socket_messages as messages
from rankviz.classroom.server.answer_batch import AnswerBatch
from rankviz.classroom.server.attendance import Source
from rankviz.classroom.server.room_session import EncodedView, RoomSession
from rankviz.classroom.server.room_watcher import RoomWatcher
from rankviz.classroom.server.shared_work import Call
from rankviz.classroom.server.socket_messages import AnswerMessage, CloseCode, HelloMessage
from rankviz.classroom.server.socket_queue import SocketQueue
from rankviz.classroom.view import encode_parts as encoded
from rankviz.display.error_text import error_text
from rankviz.state.permalink import link_too_long
from rankviz.texts import Texts

if TYPE_CHECKING:
    from rankviz.classroom.store import Store

FOLLOW_EVERY = 0.2  # s between two states that are followed


class Hub(RoomWatcher):
    """The rooms of this process.

    Whatever asks the store raises InputError `class_store` while that is lost, but for `answer`, which then waits.

    Parameters
    ----------
    store : Store
    call : async function
        `WorkerPool.call`: what builds views in another process. Its errors (BrokenProcessPool, PoolClosedError) come out of
        `view`, `stage`, `choose` and `mine`.
    clock : function
        Seconds UTC, as they are stored.
    """

    def __init__(self, store: Store, call: Call, clock: Callable[[], float] = time.time) -> None:
        super().__init__(store, call, clock)
        self._batch = AnswerBatch(lambda batch: self.in_store(store.store_answers, batch, clock()))

    # What the teacher does

    async def create(self, language: str) -> tuple[Room, str]:
        """Open a room; return it with its key. InputError `class_rooms` if too many are open."""
        key = new_key()
        room = await self.in_store(self.store.create, hash_of(key), self.clock(), language)
        self.adopt_room(room)
        return room, key

    async def act(
        self,
        code: str,
        action: TeacherAction,
        *,
        question_name: str = "",
        cause_count: int = 1,
        seen_version: int | None = None,
    ) -> Room | None:
        """Apply an action of the teacher and notify the phones; None if there is no such room.

        As `rankviz.classroom.room.apply_action`; InputError also where `question_name` names no question.
        """
        if action == TeacherAction.ASK and question_name:
            await asyncio.to_thread(question_of, question_name)
        return await self.change(
            code,
            lambda room: rooms.apply_action(
                room, action, self.clock(), question_name=question_name, cause_count=cause_count, seen_version=seen_version
            ),
        )

    async def change(self, code: str, change: Callable[[Room], Room]) -> Room | None:
        """Change a room by a pure function, which may be called twice, and notify the phones; None if there is no such room."""
        if (plain := read_code(code)) is None:
            return None
        room = await self.in_store(self.store.change_room, plain, change, self.clock())
        if room is None:
            self.drop_room(plain)
        else:
            self.adopt_room(room)
        return room

    async def follow(self, code: str, state: str | None) -> int | None:
        """Let phones follow a state of Explore, or none; return the number of phones, None if there is no such room.

        At most five a second are stored: of those that come faster the newest, so it may be stored a moment after this returns.
        """
        if state is not None and len(state) > MAX_LINK:
            raise link_too_long(len(state))
        if (session := await self.session_of(code)) is None:
            return None
        session.pending_follow = (state,)
        if session.follow_task is None:
            session.follow_task = self.spawn(self._follow(session))
        return len(session.phone_hashes())

    async def _follow(self, session: RoomSession) -> None:
        try:
            while session.pending_follow is not None:
                (state,), session.pending_follow = session.pending_follow, None
                await self.change(session.room.code, partial(rooms.with_followed_page, state=state, now=self.clock()))
                await asyncio.sleep(FOLLOW_EVERY)
        finally:
            session.follow_task = None

    async def lock(self, code: str, locked: bool) -> Room | None:
        """Close the room to new phones, or open it again."""
        return await self.change(code, lambda room: rooms.with_lock(room, locked, self.clock()))

    async def close(self, code: str) -> bool:
        """Delete a room and close its sockets; return whether there was one."""
        if (plain := read_code(code)) is None:
            return False
        was_open = await self.in_store(self.store.close, plain)
        self.drop_room(plain)
        return was_open

    # What is asked of a room

    async def stage_json(self, room: Room, language: str, phone_url: str) -> bytes:
        """Return `encode_stage` of a room; equal views are built once."""
        session = self.rooms.get(room.code) or self.adopt_room(room)
        return await session.stage_json(room, self.answers_to, language, phone_url)

    async def picker_json(self, link: str, language: str) -> bytes:
        """Return `encode_picker` of a link."""
        view: bytes = await self.call(encoded.encode_picker, link, language)
        return view

    def phone_count(self, code: str) -> int:
        """Number of phones: with a socket, polling within the last ten seconds, or having answered."""
        return session.phone_count() if (session := self.rooms.get(code)) else 0

    def answer_count(self, code: str) -> int:
        """Number of answers to its question at the last poll."""
        return session.answer_count if (session := self.rooms.get(code)) else 0

    # What phones without a socket ask

    async def phone_view(self, code: str, version: int, language: str) -> EncodedView | None:
        """Return the view of the phones, of that version or a newer one; None if there is no such room."""
        session = await self.session_of(code, version)
        return None if session is None else await session.phone_view(language)

    async def phone_feedback(self, code: str, phone: str, language: str, network: str = "") -> bytes | None:
        """Return the feedback on a phone's answer, {"q", "typed", "view"}; None if there is none yet, or no such room.

        Also counts this phone, which is in that network, as present.
        """
        session, phone_name = await self.session_of(code, fresh=True), read_phone(phone)
        if session is None or phone_name is None:
            return None
        hashed = phone_hash(session.room.code, phone_name)
        if await self._is_locked_out(session, hashed):
            return None
        session.attendance.record_request(hashed, network, time.monotonic())
        if not session.room.may_reveal(session.room.current):
            return None
        closed = await session.closed_question(session.room, self.answers_to)
        if (typed := closed.typed.get(hashed)) is None:
            return None
        content = await session.feedback_for(closed, typed, language)
        return content.encode() if session.may_reveal(closed) else None

    async def store_posted_answer(self, code: str, phone: str, body: object, language: str, network: str = "") -> str | None:
        """Store an answer; `body` is {"q", "seq", "typed"}. Return the message that a socket would be sent.

        None if there is no such room; the message `full` if the room does not let this phone in, `refused` if the body is
        malformed. It returns once the answer is in the store, which may take long while that is lost; a caller may stop
        waiting, and the answer is stored all the same.
        """
        session, phone_name, answer = await self.session_of(code, fresh=True), read_phone(phone), messages.read_answer(body)
        if session is None:
            return None
        if phone_name is None or answer is None:
            return messages.refusal_message("frame")
        hashed = phone_hash(session.room.code, phone_name)
        if await self._is_locked_out(session, hashed):
            return messages.status_message("full", answer.seq)
        session.attendance.record_request(hashed, network, time.monotonic())
        return await self.store_answer(session, hashed, answer, language, (network, False))

    # What sockets ask

    def try_open(self, queue: SocketQueue) -> bool:
        """Take the socket of a phone, which has not said hello yet; return False if there are too many."""
        session = self.rooms.get(queue.code)
        return session is None or session.attendance.try_open(queue)

    def enter(self, queue: SocketQueue) -> None:
        """Register the socket of a teacher's page."""
        if (session := self.rooms.get(queue.code)) is None:
            queue.close(CloseCode.ENDED)
            return
        session.teachers.add(queue)
        session.send_show(queue)

    async def on_hello(self, queue: SocketQueue, hello: HelloMessage) -> None:
        """Let a phone in and send it the room's state, or close its socket."""
        session = await self.session_of(queue.code, fresh=True)
        if session is None or queue.is_closing:
            queue.close(CloseCode.ENDED)
            return
        hashed = phone_hash(queue.code, hello.phone)
        if queue.phone not in ("", hashed):
            queue.send(messages.refusal_message("hello"))
            return
        if not queue.phone and await self._is_locked_out(session, hashed):
            queue.close(CloseCode.CLOSED_TO_NEW, "locked")
            return
        if not queue.phone and not session.attendance.may_enter(hashed, queue.network):
            queue.close(CloseCode.CLOSED_TO_NEW, "full")
            return
        queue.phone, queue.language = hashed, hello.language
        session.teachers.discard(queue)
        session.attendance.enter(queue, time.monotonic())
        session.send_show(queue)
        if session.room.may_reveal(session.room.current):
            self.spawn(self.send_feedback(session, [queue]))

    def leave(self, queue: SocketQueue) -> None:
        """Remove a closed socket."""
        if (session := self.rooms.get(queue.code)) is not None:
            session.leave(queue)
            session.used_at = time.monotonic()

    async def on_answer(self, queue: SocketQueue, answer: AnswerMessage) -> None:
        """Store an answer and send its status to the phone."""
        if (session := self.rooms.get(queue.code)) is not None:
            language = queue.language or session.room.language
            queue.send(await self.store_answer(session, queue.phone, answer, language, (queue.network, True)))

    async def store_answer(self, session: RoomSession, phone: str, answer: AnswerMessage, language: str, source: Source) -> str:
        """Store an answer if it can be read; return the message with its status."""
        from rankviz.classroom.store import IncomingAnswer  # SQLAlchemy: loaded with the store

        if (posed := session.posed_question(answer.number)) is None:
            with suppress(InputError):
                await self.find(session.room.code)
            posed = session.posed_question(answer.number)
        if posed is None:
            return messages.status_message("late", answer.seq)
        if problem := await asyncio.to_thread(answer_problem, posed.asked, answer.typed, language):
            return messages.unreadable_message(answer.seq, *problem)
        if answer.number == session.room.current and not session.attendance.may_answer(answer.number, phone, source):
            return messages.status_message("full", answer.seq)
        code, now = session.room.code, self.clock()
        status = await self._batch.put(IncomingAnswer(code, answer.number, PhoneAnswer(phone, answer.seq, answer.typed, now)))
        return messages.status_message(status, answer.seq)

    async def _is_locked_out(self, session: RoomSession, phone: str) -> bool:
        """Whether the room lets no new phones in and this is one; one that has answered is none, also after a restart."""
        if not session.room.locked or session.attendance.is_known(phone):
            return False
        with suppress(InputError):
            return not await self.in_store(self.store.has_answered, session.room.code, phone)
        return True

    # All rooms

    def refresh(self, code: str) -> None:
        """Read a room again at once, after a change that did not go through this hub."""
        self.spawn(self.find(code))

    async def end(self) -> None:
        """Send all phones away, so that they come back to the next server, and end all that is under way."""
        self._batch.end()
        await super().end()


def answer_problem(question_name: str, typed: str, language: str) -> tuple[str, str] | None:
    """Return key and text of the error if an answer cannot be read; else None."""
    problem = judge_class_answer(question_of(question_name), typed).problem
    return None if problem is None else (problem.key, error_text(problem, Texts(language)))
