"""Worker processes that answer questions: Python computes in one thread at a time, and that of the server has enough to do."""

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
GIVES_WAY = 10  # to others, as the system counts that
P = ParamSpec("P")
T = TypeVar("T")
LOG = logging.getLogger(__name__)


class PoolClosedError(RuntimeError):
    """There are no processes any more, because the server ends."""


class WorkerPool:
    """As many processes as there are processors to spare; one thread where there can be none.

    Where one of them is killed, all are started again, and what they were asked is asked once more, one after the other: a
    question that takes more memory than there is then takes no other with it, and never the server.

    Parameters
    ----------
    aside : bool
        Whether it is for what takes long: one process, which gives way to all others.
    """

    def __init__(self, *, aside: bool = False) -> None:
        self._aside = aside
        self._processes: list[BaseProcess] = []
        self._executor = self._start()
        self._again = asyncio.Lock()
        self._ended = False

    def _start(self) -> Executor:
        size = 1 if self._aside else min(max((os.cpu_count() or 1) - 1, 1), MOST)
        others = active_children()
        # While a script runs, Streamlit puts it in the place of the main module, and a new process would run that.
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            executor = ProcessPoolExecutor(size, get_context("spawn"), _begin_aside if self._aside else _begin)
            for _ in range(size):  # one is started for each question that finds no idle one
                executor.submit(warm_up)
        except (OSError, NotImplementedError) as error:
            LOG.warning("workers refused: %r", error)
            return ThreadPoolExecutor(1)
        finally:
            sys.modules["__main__"] = main
        self._processes = [each for each in active_children() if each not in others]
        return executor

    async def handle_request(self, body: bytes, packed: bool) -> bytes:
        """What `ask` gives, compressed with gzip where that is asked for; BrokenProcessPool where that killed two processes."""
        return await self.call(_answer, body, packed)

    async def call(self, function: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What a function of a module gives, called in one of the processes; BrokenProcessPool where that killed two."""
        with suppress(BrokenProcessPool):
            return await self._call(function, *given, **named)
        async with self._again:
            return await self._call(function, *given, **named)

    async def _call(self, function: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        if self._ended:
            raise PoolClosedError
        executor = self._executor
        try:
            return await asyncio.wrap_future(executor.submit(function, *given, **named))
        except BrokenProcessPool as error:
            if executor is self._executor and not self._ended:
                LOG.warning("workers gone: %r", error)
                self._executor = self._start()
            raise

    def end(self) -> None:
        """Leave no process behind, not even one that is still loading."""
        self._ended = True
        for process in self._processes:
            process.terminate()
        self._executor.shutdown(cancel_futures=True)


def _answer(body: bytes, packed: bool) -> bytes:
    answer = handle_request(body)
    return gzip.compress(answer, 3, mtime=0) if packed else answer


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    threading.Thread(target=_end_with_server, daemon=True).start()


def _begin_aside() -> None:
    if hasattr(os, "nice"):  # not on Windows
        os.nice(GIVES_WAY)
    _begin()


def _end_with_server() -> None:
    """A server that is killed can end nobody."""
    if (server := parent_process()) is not None:
        server.join()
    os._exit(1)


def warm_up() -> None:
    """Load what is loaded when it is first needed."""
    for language in LANGUAGES:
        build_response(DEFAULT, "", ViewState(language))
    freeze_loaded_objects()
