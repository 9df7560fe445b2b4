"""Waiting for what tells nobody that it has happened, such as a file that another program writes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

SECONDS = 30  # a test that waits longer has failed
PAUSE = 0.01


def wait_until(happened: Callable[[], object], seconds: float = SECONDS) -> None:
    """Wait for what another process or thread does.

    Raises
    ------
    TimeoutError
        If it has not happened in time.
    """
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            raise TimeoutError(happened)
        time.sleep(PAUSE)


async def until(happened: Callable[[], object], seconds: float = SECONDS) -> None:
    """Wait for what another task of this loop does, or another process; fails as `wait_until`."""
    async with asyncio.timeout(seconds):
        while not happened():
            await asyncio.sleep(PAUSE)
