"""Worker processes that respond to requests: Python computes in one thread at a time, and the server's is busy enough."""

from __future__ import annotations

import asyncio
import gzip
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import ParamSpec, TypeVar

from rankviz.page.answers.messages import ViewState
from rankviz.page.answers.request_handler import build_response
from rankviz.page.endpoint import handle_request
from rankviz.page.server.gc_freeze import freeze_loaded_objects
from rankviz.state.app_state import DEFAULT
from rankviz.texts import LANGUAGES

MOST = 3  # each takes some 60 MB
GIVES_WAY = 10  # niceness, as the operating system counts it
P = ParamSpec("P")
T = TypeVar("T")
LOG = logging.getLogger(__name__)


class PoolClosedError(RuntimeError):
    """Raised when there are no worker processes any more, because the server ends."""


class WorkerPool:
    """A pool of as many processes as there are processors to spare; one thread where processes cannot be started.

    If a process is killed, all are started again, and each call that was under way is repeated once, one after the other:
    so a request that takes more memory than there is ends no other request, and never the server.

    Parameters
    ----------
    aside : bool
        Whether the pool is for slow requests: one process, with a lower priority than all others.
    """

    def __init__(self, *, aside: bool = False) -> None:
        self._aside = aside
        self._processes: list[BaseProcess] = []
        self._executor = self._start()
        self._repeating = asyncio.Lock()
        self._ended = False

    def _start(self) -> Executor:
        size = 1 if self._aside else min(max((os.cpu_count() or 1) - 1, 1), MOST)
        others = active_children()
        # While a script runs, Streamlit puts it in the place of the main module, and a new process would run that.
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            executor = ProcessPoolExecutor(size, get_context("spawn"), _begin_aside if self._aside else _begin)
            for _ in range(size):  # the executor starts a process for each call that finds no idle one
                executor.submit(warm_up)
        except (OSError, NotImplementedError) as error:
            LOG.warning("workers refused: %r", error)
            return ThreadPoolExecutor(1)
        finally:
            sys.modules["__main__"] = main
        self._processes = [each for each in active_children() if each not in others]
        return executor

    async def handle_request(self, body: bytes, packed: bool) -> bytes:
        """Respond to a request in a worker process.

        Parameters
        ----------
        body : bytes
            As for `rankviz.page.endpoint.handle_request`.
        packed : bool
            Whether to compress the response with gzip.

        Raises
        ------
        BadRequest
        BrokenProcessPool
            If the request killed two processes.
        PoolClosedError
        """
        return await self.call(_respond, body, packed)

    async def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in a worker process and return its result; BrokenProcessPool if the call killed two processes."""
        with suppress(BrokenProcessPool):
            return await self._call_once(function, *args, **kwargs)
        async with self._repeating:
            return await self._call_once(function, *args, **kwargs)

    async def _call_once(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._ended:
            raise PoolClosedError
        executor = self._executor
        try:
            return await asyncio.wrap_future(executor.submit(function, *args, **kwargs))
        except BrokenProcessPool as error:
            if executor is self._executor and not self._ended:
                LOG.warning("workers gone: %r", error)
                self._executor = self._start()
            raise

    def end(self) -> None:
        """End all processes, even those that are still loading."""
        self._ended = True
        for process in self._processes:
            process.terminate()
        self._executor.shutdown(cancel_futures=True)


def _respond(body: bytes, packed: bool) -> bytes:
    response = handle_request(body)
    return gzip.compress(response, 3, mtime=0) if packed else response


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    threading.Thread(target=_end_with_server, daemon=True).start()


def _begin_aside() -> None:
    if hasattr(os, "nice"):  # not on Windows
        os.nice(GIVES_WAY)
    _begin()


def _end_with_server() -> None:
    """End this process when the server ends: a server that is killed cannot end its processes itself."""
    if (server := parent_process()) is not None:
        server.join()
    os._exit(1)


def warm_up() -> None:
    """Build a response in each language, which loads what is loaded on first use."""
    for language in LANGUAGES:
        build_response(DEFAULT, "", ViewState(language))
    freeze_loaded_objects()
