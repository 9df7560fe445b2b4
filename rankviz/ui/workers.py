"""Further processes, which do the work of a crowded server.

Python computes in one thread at a time, so in one process the work of all visitors' edits adds up. Further processes are
started when several edits first meet, and from then on the work is theirs; a visitor alone never meets them. What they cannot
do, because they are busy or gone, is done here.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue

from rankviz.ui.answers.memory import keep_what_is_loaded
from rankviz.ui.answers.work import Answer, Asked, work

PACKAGE = Path(__file__).resolve().parent.parent
MOST = 3  # each takes some 45 MB
CROWD = 3  # edits at the same moment
PATIENCE = 5  # s to wait for an answer: what is done here meanwhile keeps everyone waiting
FAILURES = 5  # after which none is started any more
LOG = logging.getLogger(__name__)


def _newest() -> float:
    """When any file of this package was last changed."""
    return max(path.stat().st_mtime for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml"))


LOADED = _newest()


class Worker:
    """One process, which answers in the order in which it is asked.

    It is asked without waiting for its answer to the question before. Otherwise it would have nothing to do until the thread
    that asked, and then the one that asks next, get their turn in a server that is busy. Two threads talk to it, so that
    whoever asks waits for an answer only, and not for ever.
    """

    def __init__(self) -> None:
        paths = [*filter(None, [os.environ.get("PYTHONPATH")]), str(PACKAGE.parent)]
        # Our own module, by the interpreter that runs this one.
        self.process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", __name__, str(LOADED)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        self.is_gone = False
        self._lock = threading.Lock()
        self._open: deque[Future[Answer | None]] = deque()
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._answered = time.monotonic()
        self.loaded = self.ask(None)  # to nothing there is an answer as soon as it has loaded what it needs
        self._teller = threading.Thread(target=self._tell, daemon=True)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        try:
            self._teller.start()
            self._listener.start()
        except RuntimeError:  # the machine has no thread left
            self._leave()
            raise

    @property
    def is_ready(self) -> bool:
        """Whether it answers by now."""
        return self.loaded.done() and not self.is_gone

    @property
    def waiting(self) -> int:
        """Number of questions without an answer."""
        return len(self._open)

    def ask(self, asked: Asked | None) -> Future[Answer | None]:
        """Have the work done; None is the answer of a process that failed or is gone."""
        question, future = pickle.dumps(asked), Future[Answer | None]()
        with self._lock:
            if self.is_gone:
                future.set_result(None)
            else:
                self._open.append(future)
                self._questions.put(question)
        return future

    def answer(self, asked: Asked) -> Answer | None:
        """Ask and wait, but not for ever."""
        future = self.ask(asked)
        try:
            return future.result(PATIENCE)
        except TimeoutError:
            if time.monotonic() - self._answered > PATIENCE:  # to anybody
                LOG.warning("worker stuck")
                self.process.kill()
            return None

    def _tell(self) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):  # it is gone, which will be heard
            while (question := self._questions.get()) is not None:
                self.process.stdin.write(question)
                self.process.stdin.flush()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        try:
            while True:
                answer = pickle.load(self.process.stdout)  # noqa: S301  # our own process wrote it
                self._answered = time.monotonic()
                self._open.popleft().set_result(answer)
        except Exception as error:  # noqa: BLE001  # whatever it was, the process is of no use any more
            LOG.warning("worker gone: %r", error)
        self._leave()

    def _leave(self) -> None:
        """Leave nothing of the process behind, and nobody who waits for it."""
        self.process.kill()
        with self._lock:
            self.is_gone = True
        self._questions.put(None)
        if self._teller.is_alive():
            self._teller.join()
        with suppress(OSError):  # what it was asked last may never have reached it
            self.process.communicate()
        while self._open:
            self._open.popleft().set_result(None)

    def end(self) -> None:
        """Stop the process; whoever waits for it is told."""
        self.process.kill()
        self._listener.join()


class Workers:
    """All of them; `answer` is what the page asks.

    Parameters
    ----------
    most : int
        Processes to start, when there is a crowd.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._workers: list[Worker] = []
        self._lock = threading.Lock()
        self._waiting = self._failures = 0

    @property
    def ready(self) -> list[Worker]:
        """Those that answer by now."""
        return [worker for worker in self._workers if worker.is_ready]

    def answer(self, asked: Asked) -> Answer:
        """`work`, done here or elsewhere."""
        with self._counted() as count:
            if count >= CROWD:
                self.start()
            ready = self.ready
            answer = min(ready, key=lambda worker: worker.waiting).answer(asked) if ready else None
            return work(asked) if answer is None else answer

    @contextmanager
    def _counted(self) -> Iterator[int]:
        """Tell how many are waiting for their work to be done."""
        with self._lock:
            self._waiting += 1
        try:
            yield self._waiting
        finally:
            with self._lock:
                self._waiting -= 1

    def start(self) -> list[Worker]:
        """Start the processes that are missing, and return them; nobody waits until they are ready."""
        with self._lock:
            there = [worker for worker in self._workers if not worker.is_gone]
            self._failures += len(self._workers) - len(there)
            missing = self._most - len(there) if self._failures < FAILURES else 0
            started: list[Worker] = []
            try:
                for _ in range(missing):
                    started.append(Worker())  # noqa: PERF401  # those that did start are kept
            except (OSError, RuntimeError):
                LOG.warning("worker refused", exc_info=True)
                self._failures += 1
            self._workers = [*there, *started]
            return started


def _serve() -> None:
    """Answer what is asked on the standard input until it is closed, as it is when the server ends.

    A server that was updated but not yet started again keeps its old code, so there is no answer from the new one.
    """
    if _newest() > float(sys.argv[1]):
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    if sys.platform != "win32":
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # nobody is left to be answered: end without a word
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what anything prints must not be taken for an answer
    keep_what_is_loaded()
    while True:
        try:
            asked = pickle.load(questions)  # noqa: S301
        except EOFError:
            return
        pickle.dump(None if asked is None else _tried(asked), answers)
        answers.flush()


def _tried(asked: Asked) -> Answer | None:
    """`work`; if it fails, the server does it again and says so to the person."""
    try:
        return work(asked)
    except Exception:
        LOG.exception("work failed")
        return None


WORKERS = Workers(min((os.cpu_count() or 1) - 1, MOST))

if __name__ == "__main__":
    _serve()
