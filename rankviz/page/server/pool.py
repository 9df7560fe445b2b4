"""Worker processes that respond to requests: Python computes in one thread at a time, and the server's is busy enough."""

from __future__ import annotations

import asyncio
import gzip
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import ParamSpec, TypeVar

from rankviz.page.answers.messages import view_state
from rankviz.page.answers.request_handler import build_response
from rankviz.page.endpoint import Weight, handle_request
from rankviz.page.server.fair_queue import CallGroup, FairQueue
from rankviz.page.server.gc_freeze import freeze_loaded_objects
from rankviz.state.app_state import DEFAULT
from rankviz.texts import LANGUAGES

MOST = 3  # each takes some 60 MB
LONGEST = {Weight.LIGHT: 10.0, Weight.HEAVY: 20.0, Weight.SLOW: 120.0}  # s of the processor that a request may take
GIVES_WAY = 10  # niceness, as the operating system counts it
P = ParamSpec("P")
T = TypeVar("T")
LOG = logging.getLogger(__name__)


class PoolClosedError(RuntimeError):
    """Raised when there are no worker processes any more, because the server ends."""


class OutOfTimeError(RuntimeError):
    """Raised when a request takes more time of the processor than any may take."""


class WorkerPool:
    """A pool of worker processes, one of them free for light requests; one thread where processes cannot be started.

    If a process is killed, all are started again, and each call that was under way is repeated once, one after the other:
    so a request that takes more memory than there is ends no other request, and never the server.

    Parameters
    ----------
    aside : bool
        Whether the pool is for slow requests: one process, with a lower priority than all others.
    size : int, optional
        Number of processes; by default that of `default_size`.
    """

    def __init__(self, *, aside: bool = False, size: int | None = None) -> None:
        self._aside = aside
        self._size = size or (1 if aside else default_size(os.cpu_count() or 1))
        self._queue = FairQueue(self._size)
        self._processes: list[BaseProcess] = []
        self._warming: list[Future[None]] = []
        self._executor = self._start()
        self._repeating = asyncio.Lock()
        self._ended = False

    @property
    def is_warm(self) -> bool:
        """Whether the processes have loaded what they need."""
        return all(each.done() for each in self._warming)

    def _start(self) -> Executor:
        size = self._size
        others = active_children()
        # While a script runs, Streamlit puts it in the place of the main module, and a new process would run that.
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            executor = ProcessPoolExecutor(size, get_context("spawn"), _begin_aside if self._aside else _begin)
            # The executor starts a process for each call that finds no idle one.
            self._warming = [executor.submit(warm_up) for _ in range(size)]
        except (OSError, NotImplementedError) as error:
            LOG.warning("workers refused: %r", error)
            return ThreadPoolExecutor(1)
        finally:
            sys.modules["__main__"] = main
        self._processes = [each for each in active_children() if each not in others]
        return executor

    async def handle_request(
        self,
        body: bytes,
        packed: bool,
        weight: Weight = Weight.SLOW,
        network: str = "",
        began: Callable[[], None] = lambda: None,
    ) -> bytes:
        """Respond to a request in a worker process.

        Parameters
        ----------
        body, weight
            As for `rankviz.page.endpoint.handle_request`.
        packed : bool
            Whether to compress the response with gzip.
        network : str
            Who asks. Requests of one network and weight wait for each other, the others take turns.
        began : function
            Called when the request no longer waits.

        Raises
        ------
        BadRequest, TooMuchWork
        BrokenProcessPool
            If processes ended three times while the request was in them.
        PoolClosedError
        """
        leave = await self._queue.enter(CallGroup((network, weight), weight > Weight.LIGHT))
        began()
        return await self._call(leave, _respond, body, packed, weight)

    async def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in a worker process and return its result; BrokenProcessPool if processes ended three times in it."""
        return await self._call(await self._queue.enter(CallGroup("")), function, *args, **kwargs)

    async def _call(self, leave: Callable[[], None], function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in a worker process; `leave` is called when that is free again."""
        with suppress(BrokenProcessPool):
            return await self._call_once(leave, function, *args, **kwargs)
        async with self._repeating:
            with suppress(BrokenProcessPool):  # perhaps by another call, tried for the first time meanwhile
                return await self._call_once(await self._queue.enter(CallGroup("")), function, *args, **kwargs)
            return await self._call_once(await self._queue.enter(CallGroup("")), function, *args, **kwargs)

    async def _call_once(self, leave: Callable[[], None], function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        executor, loop = self._executor, asyncio.get_running_loop()

        def end(_: Future[T]) -> None:
            with suppress(RuntimeError):  # the server has ended, and its loop is closed
                loop.call_soon_threadsafe(leave)

        if self._ended:
            leave()
            raise PoolClosedError
        try:
            try:
                future = executor.submit(function, *args, **kwargs)
            except RuntimeError:  # a BrokenProcessPool, or the server ends
                leave()
                raise
            future.add_done_callback(end)
            return await asyncio.wrap_future(future)
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


def _respond(body: bytes, packed: bool, weight: Weight) -> bytes:
    with time_limit(LONGEST[weight]):
        response = handle_request(body, weight)
    return gzip.compress(response, 3, mtime=0) if packed else response


def default_size(processors: int) -> int:
    """Return how many processes a pool has: as many as there are processors to spare, and two if there are two at all.

    Examples
    --------
    >>> [default_size(processors) for processors in (1, 2, 3, 4, 64)]
    [1, 2, 2, 3, 3]
    """
    return min(max(processors - 1, min(processors, 2)), MOST)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTimeError when the work inside has taken so much time of the processor, where the system can tell.

    The limits of what a request holds keep the work far below that; it is for what they do not foresee.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def give_up(*_: object) -> None:
        raise OutOfTimeError

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


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
        build_response(DEFAULT, "", view_state(language))
    freeze_loaded_objects()
