"""Caches results of other processes, so that each is built once for all who want it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any

Call = Callable[..., Awaitable[Any]]
MOST = 600  # of one era: as many as there may be phones, in two languages


class EraCache:
    """Caches asynchronous results of one era, such as the version of a room.

    Parameters
    ----------
    most : int
        The oldest beyond so many are built again.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._era: Hashable = None
        self._tasks: dict[Hashable, asyncio.Task[Any]] = {}

    async def get(self, era: Hashable, key: Hashable, build: Callable[[], Awaitable[Any]]) -> Any:
        """Return a result, or build it; a failed one is built again at the next call."""
        if era != self._era:
            self._era, self._tasks = era, {}
        if (task := self._tasks.get(key)) is None:
            tasks = self._tasks
            task = tasks[key] = asyncio.ensure_future(_await_build(build))
            task.add_done_callback(lambda done: _has_failed(done) and tasks.pop(key, None))
            if len(tasks) > self._most:
                del tasks[next(iter(tasks))]
        return await asyncio.shield(task)


async def _await_build(build: Callable[[], Awaitable[Any]]) -> Any:
    return await build()


def _has_failed(task: asyncio.Task[Any]) -> bool:
    return task.cancelled() or task.exception() is not None
