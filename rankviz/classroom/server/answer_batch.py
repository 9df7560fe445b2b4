"""Answers wait for the commit that is under way and share the next one. Each is acknowledged after its own commit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from rankviz.basics.errors import InputError

if TYPE_CHECKING:
    from rankviz.classroom.store import AnswerStatus, IncomingAnswer

MOST = 500  # answers of one commit
PAUSE = 1.0  # s until a database that failed is tried again
LOG = logging.getLogger(__name__)

Key = tuple[str, int, str]
Waiting = tuple["IncomingAnswer", list["asyncio.Future[AnswerStatus]"]]


class AnswerBatch:
    """Answers that are not in the store yet.

    While the database fails they stay here, of each phone the newest one, and are tried again.

    Parameters
    ----------
    write : async function
        `Store.store_answers`: returns the status of each answer.
    """

    def __init__(self, write: Callable[[Sequence[IncomingAnswer]], Awaitable[list[AnswerStatus]]]) -> None:
        self._write = write
        self._waiting: dict[Key, Waiting] = {}
        self._writer: asyncio.Task[None] | None = None
        self._is_lost = False

    async def put(self, incoming: IncomingAnswer) -> AnswerStatus:
        """Queue an answer and return its status once it is committed. Cancelling the wait does not withdraw the answer."""
        waiter: asyncio.Future[AnswerStatus] = asyncio.get_running_loop().create_future()
        self._wait(incoming, [waiter])
        if self._writer is None:
            self._writer = asyncio.create_task(self._run())
        return await waiter

    def _wait(self, incoming: IncomingAnswer, waiters: list[asyncio.Future[AnswerStatus]]) -> None:
        key = incoming.code, incoming.number, incoming.answer.phone
        newest, known_waiters = self._waiting.get(key, (incoming, []))
        self._waiting[key] = (newest if newest.answer.seq > incoming.answer.seq else incoming, known_waiters + waiters)

    async def _run(self) -> None:
        try:
            while self._waiting:
                await self._commit()
        finally:
            self._writer = None

    async def _commit(self) -> None:
        batch = [self._waiting.pop(key) for key in [*self._waiting][:MOST]]
        try:
            (outcome,) = await asyncio.gather(self._write([incoming for incoming, _ in batch]), return_exceptions=True)
        except asyncio.CancelledError:
            _settle_waiting(batch, lambda waiter, _: waiter.cancel())
            raise
        if isinstance(outcome, InputError):
            if not self._is_lost:
                LOG.warning("answers wait: %s", outcome)
            self._is_lost = True
            for incoming, waiters in batch:
                self._wait(incoming, waiters)
            await asyncio.sleep(PAUSE)
            return
        if self._is_lost:
            LOG.warning("answers written")
        self._is_lost = False
        if isinstance(outcome, BaseException):  # a mistake of ours, which is to hold up no other answers
            error = outcome
            LOG.error("answers refused: %r", error)
            _settle_waiting(batch, lambda waiter, _: waiter.set_exception(error))
        else:
            statuses = outcome
            _settle_waiting(batch, lambda waiter, index: waiter.set_result(statuses[index]))

    def end(self) -> None:
        """Drop what is not in the store: it was not acknowledged, so its phone sends it again."""
        if self._writer is not None:
            self._writer.cancel()
        for _, waiting in self._waiting.values():
            for each in waiting:
                each.cancel()
        self._waiting.clear()


def _settle_waiting(batch: Sequence[Waiting], settle: Callable[[asyncio.Future[AnswerStatus], int], object]) -> None:
    """Settle the futures that are still waiting."""
    for index, (_, waiters) in enumerate(batch):
        for waiter in waiters:
            if not waiter.done():
                settle(waiter, index)
