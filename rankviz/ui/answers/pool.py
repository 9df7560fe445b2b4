"""Worker processes that answer questions: Python computes in one thread at a time, and that of the server has enough to do."""

from __future__ import annotations

import asyncio
import gzip
import logging
import os
import signal
import sys
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from types import ModuleType

from rankviz.state.app_state import DEFAULT
from rankviz.texts import LANGUAGES
from rankviz.ui.answers.memory import keep_what_is_loaded
from rankviz.ui.answers.payloads import View
from rankviz.ui.answers.respond import answered, respond

MOST = 3  # each takes some 60 MB
LOG = logging.getLogger(__name__)


class Pool:
    """As many processes as there are processors to spare; one thread, where there can be none or one of them was killed.

    They are started once: while a script runs, Streamlit puts it in the place of the main module, and a new process runs that.
    """

    def __init__(self) -> None:
        self._executor: Executor = ThreadPoolExecutor(1)
        size = min(max((os.cpu_count() or 1) - 1, 1), MOST)
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")  # a process needs nothing of what the server was started with
        try:
            processes = ProcessPoolExecutor(size, get_context("spawn"), _begin)
            for _ in range(size):  # one is started for each question that finds no idle one
                processes.submit(warm_up)
            self._executor = processes
        except (OSError, NotImplementedError) as error:
            LOG.warning("workers refused: %r", error)
        finally:
            sys.modules["__main__"] = main

    async def answer(self, body: bytes, packed: bool) -> bytes:
        """`respond`, compressed with gzip where that is asked for."""
        executor = self._executor
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, _answer, body, packed)
        except BrokenProcessPool as error:
            if executor is self._executor:
                LOG.warning("workers gone: %r", error)
                self._executor = ThreadPoolExecutor(1)
            return await self.answer(body, packed)

    def end(self) -> None:
        """Leave no process behind, not even one that is still loading."""
        for process in active_children():
            process.terminate()
        self._executor.shutdown(cancel_futures=True)


def _answer(body: bytes, packed: bool) -> bytes:
    answer = respond(body)
    return gzip.compress(answer, 3, mtime=0) if packed else answer


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    """A server that is killed can end nobody."""
    if (server := parent_process()) is not None:
        server.join()
    os._exit(1)


def warm_up() -> None:
    """Load what is loaded when it is first needed."""
    for language in LANGUAGES:
        answered(DEFAULT, "", View(language))
    keep_what_is_loaded()
