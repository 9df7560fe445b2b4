"""Run the tests with mypy, ESLint and tsc beside them, as `make test` does: `python -m tools.lint_and_test MAKE -- ARGUMENTS`.

Before the dashes stands the command that is make, after them are pytest's arguments. What the others print is kept back, and
printed whole after the tests. Where they find something the tests end at once, as they would not have begun after it.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from typing import IO

BESIDE = ("lint-types", "lint-js")  # targets of the Makefile


def run(lint: Sequence[str], tests: Sequence[str]) -> int:
    """Run both and print what lint said; returns 0 when both found nothing.

    Parameters
    ----------
    lint, tests : sequence of str
        Commands.
    """
    began = time.monotonic()
    with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
        checking = subprocess.Popen(lint, stdout=said, stderr=subprocess.STDOUT)
        testing = subprocess.Popen(tests, preexec_fn=_hear_interrupts)  # noqa: PLW1509 (no thread has begun)
        watching = threading.Thread(target=_stop_when_it_fails, args=(checking, testing), daemon=True)
        watching.start()
        try:
            ended = testing.wait()
            watching.join()
        except KeyboardInterrupt:  # the terminal has told them, too
            ended = testing.wait() or 1
            checking.kill()
        failed = _tell(said, checking.wait())
    print(f"In all {time.monotonic() - began:.0f} s.", flush=True)
    return ended or failed


def _hear_interrupts() -> None:
    """In the background of a shell SIGINT is ignored, by all that is started there; the tests are ended by it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _stop_when_it_fails(checking: subprocess.Popen[bytes], testing: subprocess.Popen[bytes]) -> None:
    if checking.wait():
        testing.send_signal(signal.SIGINT)


def _tell(said: IO[str], code: int) -> int:
    said.seek(0)
    print(f"\n{' beside the tests ':=^80}\n{said.read().rstrip()}", flush=True)
    print("Nothing was found." if code == 0 else f"It failed with {code}, see above.", flush=True)
    return code


if __name__ == "__main__":
    dashes = sys.argv.index("--")
    make, arguments = sys.argv[1:dashes], sys.argv[dashes + 1 :]
    sys.exit(run([*make, "--no-print-directory", *BESIDE], [sys.executable, "-m", "pytest", *arguments]))
