"""Further processes, which do the work of a crowded server.

Python computes in one thread at a time, so in one process the work of all visitors' edits adds up. Further processes are
started when several edits first meet, and from then on the work is theirs; a visitor alone never meets them. What they cannot
do, because they are busy or gone, is done here.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rankviz.app_state import AppState
from rankviz.ui.analysis import Analysis, analyse
from rankviz.ui.work import work

PACKAGE = Path(__file__).resolve().parent.parent
MOST = 3  # each takes some 45 MB
CROWD = 3  # edits at the same moment
PATIENCE = 5  # s to wait for one of them: what is done here meanwhile keeps everyone waiting
FAILURES = 5  # after which none is started any more
Parts = dict[str, str]


def _newest() -> float:
    """When any file of this package was last changed."""
    return max(path.stat().st_mtime for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml"))


LOADED = _newest()


class Worker:
    """One process, which answers one question after the other."""

    def __init__(self) -> None:
        paths = [*filter(None, [os.environ.get("PYTHONPATH")]), str(PACKAGE.parent)]
        # Our own module, by the interpreter that runs this one.
        self.process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", __name__, str(LOADED)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )

    def ask(self, state: AppState | None, epoch: int, language: str, around: int) -> Parts:
        """Have the work done; any exception means that this process is of no use any more."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        pickle.dump((state, epoch, language, around), self.process.stdin)
        self.process.stdin.flush()
        # Our own process wrote this.
        answer: Parts = pickle.load(self.process.stdout)  # noqa: S301
        return answer

    def end(self) -> None:
        """Stop the process."""
        self.process.kill()
        with suppress(OSError):  # what it was asked last may never have reached it
            self.process.communicate()


class Workers:
    """All of them; `parts` is what the page asks.

    Parameters
    ----------
    most : int
        Processes to start, when there is a crowd.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._idle: queue.LifoQueue[Worker] = queue.LifoQueue()
        self._lock = threading.Lock()
        self._waiting = 0
        self.ready = 0  # processes that have loaded what they need
        self._started = self._failures = 0

    def parts(self, analysis: Analysis, epoch: int, language: str, around: int = 0) -> Parts:
        """`work`, done here or elsewhere."""
        with self._counted() as count:
            if count >= CROWD:
                self.start()
            worker = self._free() if self.ready else None
            answer = None if worker is None else self._answer(worker, analysis.state, epoch, language, around)
            return work(analysis, epoch, language, around) if answer is None else answer

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

    def _free(self) -> Worker | None:
        try:
            return self._idle.get(timeout=PATIENCE)
        except queue.Empty:
            return None

    def _answer(self, worker: Worker, state: AppState, epoch: int, language: str, around: int) -> Parts | None:
        """What one of those that are ready answers; None if it has failed."""
        answer = self._asked(worker, state, epoch, language, around)
        if answer is None:
            with self._lock:
                self.ready -= 1
        else:
            self._idle.put(worker)
        return answer

    def _asked(self, worker: Worker, state: AppState | None, epoch: int, language: str, around: int) -> Parts | None:
        try:
            return worker.ask(state, epoch, language, around)
        except Exception:  # noqa: BLE001  # whatever it was, the work can be done here
            worker.end()
            self._lost()
            return None

    def _lost(self) -> None:
        with self._lock:
            self._started -= 1
            self._failures += 1

    def start(self) -> list[threading.Thread]:
        """Start the processes that are missing; returns the threads that wait for them, for nobody else does."""
        with self._lock:
            missing = self._most - self._started if self._failures < FAILURES else 0
            self._started += missing
        waiting = [threading.Thread(target=self._start_one, daemon=True) for _ in range(missing)]
        for thread in waiting:
            thread.start()
        return waiting

    def _start_one(self) -> None:
        """One process more; its first answer, to nothing, comes when it has loaded what it needs."""
        try:
            worker = Worker()
        except OSError:
            return self._lost()
        if self._asked(worker, None, 0, "", 0) is not None:
            with self._lock:
                self.ready += 1
            self._idle.put(worker)
        return None


def _serve() -> None:
    """Answer what is asked on the standard input until it is closed, as it is when the server ends.

    A server that was updated but not yet started again keeps its old code, so there is no answer from the new one.
    """
    if _newest() > float(sys.argv[1]):
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what anything prints must not be taken for an answer
    while True:
        try:
            state, epoch, language, around = pickle.load(questions)  # noqa: S301
        except EOFError:
            return
        parts = {} if state is None else work(analyse(state), epoch, language, around)
        pickle.dump(parts, answers)
        answers.flush()


WORKERS = Workers(min((os.cpu_count() or 1) - 1, MOST))

if __name__ == "__main__":
    _serve()
