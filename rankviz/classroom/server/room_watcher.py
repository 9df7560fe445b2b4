"""Polls the store for all rooms of this process, and notifies their sockets."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from rankviz.basics.errors import InputError
from rankviz.classroom.room import PhoneAnswer, Room
from rankviz.classroom.room_codes import read_code
from rankviz.classroom.server import socket_messages as messages
from rankviz.classroom.server.room_session import RoomSession
from rankviz.classroom.server.shared_work import Call
from rankviz.classroom.server.socket_messages import CloseCode
from rankviz.classroom.server.socket_queue import SocketQueue
from rankviz.classroom.view import encode_parts as encoded

if TYPE_CHECKING:
    from rankviz.classroom.store import Store

POLL_EVERY, SWEEP_EVERY = 0.25, 60.0  # s between two looks at the store; and until rooms are deleted whose time is over
RETRY_AFTER = 1.0  # s until a store that was lost is looked at again
SEARCH_DELAY = 0.3  # s that a search leaves to the views that everybody waits for
THREADS = 4
LOG = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


class RoomWatcher:
    """The rooms of this process, as they were at the last poll.

    Parameters
    ----------
    store : Store
    call : async function
        `Pool.call`.
    clock : function
        Seconds UTC.
    """

    def __init__(self, store: Store, call: Call, clock: Callable[[], float]) -> None:
        self.store, self.call, self.clock = store, call, clock
        self.rooms: dict[str, RoomSession] = {}
        self._threads = ThreadPoolExecutor(THREADS, "class")
        self._finding: dict[str, asyncio.Task[Room | None]] = {}
        self._spawned: set[asyncio.Task[Any]] = set()
        self._poll_task: asyncio.Task[None] | None = None
        self._sweep_task: asyncio.Task[None] | None = None
        self._is_lost = False

    async def in_store(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a method of the store in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(function, *args, **kwargs))

    def spawn(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[Any]:
        """Start a task that nobody waits for; a failure is logged."""
        task = asyncio.ensure_future(work)
        self._spawned.add(task)
        task.add_done_callback(self._on_done)
        return task

    def _on_done(self, task: asyncio.Task[Any]) -> None:
        self._spawned.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.warning("class: %r", error)

    # Rooms

    async def find(self, code: str) -> Room | None:
        """Read a room from the store; None if the code is not that of an open room.

        Raises
        ------
        InputError
            `class_store`
        """
        if (plain := read_code(code)) is None:
            return None
        room = await self.in_store(self.store.find, plain, self.clock())
        if room is None:
            self.drop_room(plain)
        else:
            self.adopt_room(room)
        return room

    async def session_of(self, code: str, version: int = 0, *, fresh: bool = False) -> RoomSession | None:
        """Return the session of a room, read again if it is outdated; the last known one while the store is lost.

        Parameters
        ----------
        code : str
        version : int
        fresh : bool
            Also see whether new phones are let in, which is no other version.
        """
        self.start_polling()
        session = self.rooms.get(code)
        is_there = session is not None and not session.room.is_over(self.clock())
        if session is not None and is_there and session.is_current(fresh=fresh) and version <= session.room.version:
            session.used_at = time.monotonic()
            return session
        try:
            room = await self._find_shared(code)
            if room is not None and room.version < version:  # that answer may have been under way already
                room = await self._find_shared(code)
        except InputError:
            if session is None:
                raise
            return session
        return None if room is None else self.rooms.get(room.code)

    async def _find_shared(self, code: str) -> Room | None:
        """Read a room once for all who ask at the same time."""
        if (task := self._finding.get(code)) is None:
            task = self._finding[code] = asyncio.ensure_future(self.find(code))
            task.add_done_callback(lambda _: self._finding.pop(code, None))
        return await asyncio.shield(task)

    def adopt_room(self, room: Room) -> RoomSession:
        """Take over a state of a room and notify its sockets."""
        session = self.rooms.get(room.code)
        if session is None or session.room.created != room.created:
            self.drop_room(room.code)
            session = self.rooms[room.code] = RoomSession(room, self.call)
        self.start_polling()
        session.read_at = session.used_at = time.monotonic()
        was_revealed = session.room.may_reveal(room.current)
        if session.update_room(room):
            if session.phones:  # the first of them asks in a moment, in whatever language
                for language in session.languages():
                    self.spawn(session.phone_view(language))
            if room.may_reveal(room.current) and not was_revealed:
                self.spawn(self.send_feedback(session, session.phones))
        if question_name := session.take_search():
            self.spawn(self._search(question_name))
        return session

    def drop_room(self, code: str) -> None:
        """Close the sockets of a room that has ended."""
        if (session := self.rooms.pop(code, None)) is not None:
            session.end(CloseCode.ENDED)

    async def _search(self, question_name: str) -> None:
        await asyncio.sleep(SEARCH_DELAY)
        await self.call(encoded.search_causes, question_name)

    async def answers_to(self, code: str, number: int) -> tuple[PhoneAnswer, ...]:
        """Return all answers to a question, one a phone."""
        return await self.in_store(self.store.answers_to, code, number)

    async def send_feedback(self, session: RoomSession, queues: Iterable[SocketQueue]) -> None:
        """Send phones the feedback on their answers: the same for equal answers, the commonest first."""
        closed = await session.closed_question(session.room, self.answers_to)
        queues_of: dict[tuple[str, str], list[SocketQueue]] = {}
        for queue in queues:
            if (typed := closed.typed.get(queue.phone)) is not None:
                queues_of.setdefault((typed, queue.language or session.room.language), []).append(queue)
        for typed, language in sorted(queues_of, key=lambda key: -len(queues_of[key])):
            # One after the other: the teacher's page waits behind one of them, not behind all.
            (content,) = await asyncio.gather(session.feedback_for(closed, typed, language), return_exceptions=True)
            if isinstance(content, BaseException):
                LOG.warning("class: %r", content)
            elif session.may_reveal(closed):
                for queue in queues_of[typed, language]:
                    queue.send(messages.feedback_message(content), "mine")

    # Looks

    def start_polling(self) -> None:
        """Start polling the store, which lasts as long as somebody is in a room here."""
        if self._poll_task is None:
            self._poll_task = self.spawn(self._poll())
        if self._sweep_task is None:
            self._sweep_task = self.spawn(self._sweep())

    async def _poll(self) -> None:
        try:
            while any(session.is_watched for session in self.rooms.values()):
                await asyncio.sleep(POLL_EVERY)
                if not await self._try_store(self._poll_once()):
                    await asyncio.sleep(RETRY_AFTER)
        finally:
            self._poll_task = None

    async def _poll_once(self) -> None:
        known = {code: session for code, session in self.rooms.items() if session.is_watched}
        snapshots = await self.in_store(self.store.snapshots, [*known], self.clock())
        for code, session in known.items():
            if self.rooms.get(code) is not session:
                continue
            if code not in snapshots:
                self.drop_room(code)
                continue
            session.polled_at = time.monotonic()
            if snapshots[code].version > session.room.version:
                await self.find(code)
            elif snapshots[code].version == session.room.version:
                session.answer_count = snapshots[code].answers
            session.send_counts()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            await self._try_store(self._sweep_once())

    async def _sweep_once(self) -> None:
        now = self.clock()
        expired = {code for code, session in self.rooms.items() if not session.is_watched and session.room.is_over(now)}
        for code in expired.union(await self.in_store(self.store.delete_expired, now)):
            self.drop_room(code)

    async def _try_store(self, work: Coroutine[Any, Any, None]) -> bool:
        """Run work on the store and return whether it succeeded; its loss and return are logged once."""
        try:
            await work
        except InputError as error:
            if not self._is_lost:
                LOG.warning("class: %s", error)
            self._is_lost = True
            return False
        if self._is_lost:
            LOG.warning("class: back")
        self._is_lost = False
        return True

    async def end(self) -> None:
        """Close all sockets, so that phones reconnect to the next server, and cancel all tasks."""
        for session in self.rooms.values():
            session.end(CloseCode.RESTARTS)
        self.rooms = {}
        under_way = [*self._spawned, *self._finding.values()]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
