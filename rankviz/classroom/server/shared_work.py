"""What is built in another process, once for all who want the same."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any

Call = Callable[..., Awaitable[Any]]
MOST = 600  # of one era: as many as there may be phones, in two languages


class EraCache:
    """Results that are kept as long as they are of the same era, such as the version of a room.

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
        """Give what was built, or build it; what failed is built again when it is wanted again."""
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
