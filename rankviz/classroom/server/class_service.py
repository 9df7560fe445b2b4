"""The classes of this server: opened with the first room, and ended with the server. It knows nothing of HTTP."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import defaultdict
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rankviz.basics.errors import InputError
from rankviz.basics.limits import CLASS_LONGEST, CLASS_NEW_ROOMS, CLASS_NEW_ROOMS_OF_ADDRESS, CLASS_NEW_ROOMS_OF_SITE
from rankviz.basics.network import SITE, network_of
from rankviz.classroom.open_store import open_store
from rankviz.classroom.server.hub import Hub
from rankviz.classroom.server.rate_limits import WrongCodes
from rankviz.classroom.server.shared_work import Call
from rankviz.classroom.store_setting import read_setting
from rankviz.classroom.view import encode_parts as encoded
from rankviz.page.server.pool import PoolClosedError, WorkerPool
from rankviz.texts import LANGUAGES, Texts

LOG = logging.getLogger(__name__)
HOUR = 3600.0
RETRY_AFTER = 1.0  # s until a store that could not be opened is tried again
# What the search of a question is needed for: it is kept by the process that made it.
NEED_SEARCH = (encoded.search_causes, encoded.encode_feedback, encoded.encode_stage)
DATABASE_LIBRARY, FILES = "sqlalchemy", "sqlite:///"


def refusal(key: str, **where: object) -> InputError:
    """Build an error whose message is its English sentence."""
    return InputError(key, Texts(LANGUAGES[0])(f"error.{key}", **where), **where)


class ClassService:
    """The hub of this process, and its two worker processes: one builds what is shown, the other searches for causes.

    Parameters
    ----------
    call : async function
        `WorkerPool.call` of the page's own workers, which help until the class's own have started: a class shall never wait
        behind edits of others.
    """

    def __init__(self, call: Call) -> None:
        self._call = call
        self._hub: Hub | None = None
        self._view_pool: WorkerPool | None = None
        self._search_pool: WorkerPool | None = None
        self._opening = asyncio.Lock()
        self._last_refusal: tuple[float, InputError] | None = None
        self._is_ended = False
        self.wrong_codes = WrongCodes()
        self.quota = RoomQuota()

    def unavailable_reason(self) -> InputError | None:
        """Return why no class can be held here, as far as that is known without opening the database; None if one can."""
        try:
            address = read_setting(os.environ)
        except InputError as error:
            return error
        if address is None:
            return refusal("class_off")
        if find_spec(DATABASE_LIBRARY) is None:
            return refusal("class_library", name=DATABASE_LIBRARY)
        if address.startswith(FILES) and not is_writable(Path(address.removeprefix(FILES))):
            return refusal("class_store")
        if self._last_refusal is not None and time.monotonic() - self._last_refusal[0] < RETRY_AFTER:
            return self._last_refusal[1]
        return None

    async def hub(self) -> Hub:
        """Return the hub; the store is opened at the first call.

        Raises
        ------
        InputError
            As `open_store`, and `class_off`.
        """
        async with self._opening:
            if self._is_ended:
                raise PoolClosedError
            if self._hub is not None:
                return self._hub
            if (reason := self.unavailable_reason()) is not None:
                raise reason
            try:
                store = await asyncio.to_thread(open_store)
            except InputError as error:
                LOG.warning("class: %s", error.message)  # whoever runs the server is told more than its visitors
                self._last_refusal = time.monotonic(), error
                raise
            assert store is not None
            self._view_pool, self._search_pool = WorkerPool(size=1), WorkerPool(aside=True)
            self._hub = Hub(store, self._call_in_process)
            return self._hub

    async def _call_in_process(self, function: Callable[..., Any], *args: Any) -> Any:
        if self._search_pool is not None and function in NEED_SEARCH and needs_search(function, args):
            return await self._search_pool.call(function, *args)
        if self._view_pool is not None and self._view_pool.is_warm:
            return await self._view_pool.call(function, *args)
        return await self._call(function, *args)

    async def end(self) -> None:
        """Close all sockets and end the worker processes."""
        async with self._opening:
            self._is_ended = True
            hub, self._hub = self._hub, None
        if hub is not None:
            await hub.end()
            hub.store.end()
        for pool in (self._view_pool, self._search_pool):
            if pool is not None:
                pool.end()


def needs_search(function: Callable[..., Any], args: tuple[Any, ...]) -> bool:
    """Whether a call needs the look-up of a question, which only one worker process keeps."""
    return function is not encoded.encode_stage or bool(args[0].tally)


def is_writable(file: Path) -> bool:
    """Whether this user may write a file, or the folder in which it would be created."""
    existing = next((each for each in (file, *file.parents) if each.exists()), None)
    return existing is not None and (existing == file or existing.is_dir()) and os.access(existing, os.W_OK)


class RoomQuota:
    """The rooms opened lately, by visitor, by network, and by the site of many networks; one that has ended counts, too.

    Examples
    --------
    >>> quota = RoomQuota()
    >>> for _ in range(5):
    ...     quota.count("visit", "192.0.2.1", now=0.0)
    >>> [error.key for error in [quota.quota_problem("visit", "192.0.2.1", now=1.0)] if error]
    ['class_many_rooms']
    >>> quota.quota_problem("visit", "192.0.2.1", now=3601.0), quota.quota_problem("another", "192.0.2.1", now=1.0)
    (None, None)
    """

    def __init__(self) -> None:
        self._at: defaultdict[tuple[str, str], list[float]] = defaultdict(list)

    def quota_problem(self, visit: str, address: str, now: float) -> InputError | None:
        """Return why no more rooms may be opened; None if one may."""
        self._forget(now)
        for key, most, lasts in _room_limits(visit, address):
            times = [each for each in self._at.get(key, []) if each > now - lasts]
            if len(times) >= most:
                minutes = int((times[0] + lasts - now) // 60) + 1
                return refusal("class_many_rooms", limit=most, minutes=minutes)
        return None

    def count(self, visit: str, address: str, now: float) -> None:
        """Record that a room was opened."""
        for key, _, _ in _room_limits(visit, address):
            self._at[key].append(now)

    def _forget(self, now: float) -> None:
        for key, times in [*self._at.items()]:
            if recent := [each for each in times if each > now - CLASS_LONGEST]:
                self._at[key] = recent
            else:
                del self._at[key]


def _room_limits(visit: str, address: str) -> tuple[tuple[tuple[str, str], int, float], ...]:
    """Return by what new rooms are counted, how many there may be, and within how many seconds."""
    return (
        (("visit", visit), CLASS_NEW_ROOMS, HOUR),
        (("network", network_of(address)), CLASS_NEW_ROOMS_OF_ADDRESS, HOUR),
        (("site", network_of(address, SITE)), CLASS_NEW_ROOMS_OF_SITE, CLASS_LONGEST),
    )
