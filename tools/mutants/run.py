"""Plant one fault after the other into a copy of a checkout, and ask its tests."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from tools.mutants.mutant import Mutant, apply

PATIENCE = (300, 1800)  # seconds for the tests of one fault, and for those of a room: a machine may do something else, too
LEFT_OUT = (".git", ".venv*", "node_modules", ".*_cache", ".hypothesis", "test-results", "build", "dist", "*.egg-info")
TRIES = 3  # of a fault that only tests find which pass the next time
UNFOUND = "not found by its tests"
LINKED = (".venv", "tools/javascript/node_modules")
# Nothing is tried twice, whatever a test is marked with; unknown marks are no error then.
PYTEST = ("-m", "pytest", "-x", "-q", "-rfE", "--tb=no", "-o", "addopts=", "-p", "no:cacheprovider")
QUIET = ("-W", "ignore::pytest.PytestUnknownMarkWarning")
PASSED, FAILED, INTERRUPTED, INTERNAL, USAGE, NOTHING = range(6)  # how pytest ends
LONG_AGO = 1_000_000_000  # when mutated files were changed, each at a time of its own: Python compiles them anew


@dataclass(frozen=True)
class Result:
    """What became of a mutant.

    Parameters
    ----------
    name, room, file, within, was, becomes : str
        Of the mutant.
    verdict : str
        "killed", "killed by the room" (by other tests than those of the list), "survived", "not applicable"; UNFOUND as long as
        only the tests of the list were asked.
    by : str
        The first test that failed, or what happened instead.
    seconds : float
    """

    name: str
    room: str
    file: str
    within: str
    was: str
    becomes: str
    verdict: str
    by: str
    seconds: float

    @property
    def is_killed(self) -> bool:
        """Whether a test found it."""
        return self.verdict.startswith("killed")


@dataclass(frozen=True)
class Copy:
    """A copy of a checkout that may be changed, and a folder for what its tests leave behind."""

    root: Path
    scratch: Path

    def pytest(self, arguments: Sequence[str], patience: float) -> tuple[int, str]:
        """Run pytest; return how it ended, -1 if not in time, and what it printed."""
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir()
        ours = {"PYTHONPATH": str(self.root), "TMPDIR": str(self.scratch), "COLUMNS": "500"}
        inherited = {name: text for name, text in os.environ.items() if name not in ("PYTEST_ADDOPTS", "RANKVIZ_LONG")}
        process = subprocess.Popen(
            [sys.executable, *PYTEST, *QUIET, *arguments],
            cwd=self.root,
            env=inherited | ours,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        try:
            printed, _ = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return -1, ""
        return process.returncode, printed


@contextmanager
def copy_of(tree: Path) -> Iterator[Copy]:
    """A copy of a checkout, for as long as the block runs."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        root = Path(folder) / "tree"
        shutil.copytree(tree, root, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
        for name in LINKED:
            if (tree / name).exists():
                (root / name).symlink_to((tree / name).resolve())
        subprocess.run([sys.executable, "-m", "compileall", "-q", "rankviz", "tests", "tools"], cwd=root, check=False)
        yield Copy(root, Path(folder) / "tmp")


def judge(mutant: Mutant, copy: Copy, number: int, unsound: Sequence[str] = (), *, by_room: bool = False) -> Result:
    """Plant a fault, ask its tests or those of the room, and take it out again.

    Parameters
    ----------
    mutant : Mutant
    copy : Copy
    number : int
        Another one for each mutant of a copy.
    unsound : sequence of str
        Tests that are not asked, since they fail without a fault.
    by_room : bool
        Whether the tests of the room are asked.

    Raises
    ------
    NotApplicableError
        As `apply`.
    """
    path = copy.root / mutant.file
    before, stat = path.read_bytes(), path.stat()
    begun = time.monotonic()
    path.write_text(apply(mutant, before.decode()), encoding="utf-8")
    os.utime(path, (LONG_AGO + 2 * number, LONG_AGO + 2 * number))
    try:
        left_out = [f"--deselect={each}" for each in unsound]
        by = _found([*left_out, *_asked(mutant, copy, by_room)], copy, PATIENCE[by_room], confirms=mutant.is_script)
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    verdict = ("killed by the room" if by_room else "killed") if by else "survived" if by_room else UNFOUND
    return result_of(mutant, verdict, by, time.monotonic() - begun)


def _found(arguments: Sequence[str], copy: Copy, patience: float, *, confirms: bool) -> str:
    """Return the first test that fails; in a browser one that fails a second time, for the machine may have been slow."""
    for _ in range(TRIES):
        by = killer(*copy.pytest(arguments, patience))
        if not confirms or "::" not in by or killer(*copy.pytest([by], PATIENCE[0])):
            return by
    return ""


def result_of(mutant: Mutant, verdict: str, by: str, seconds: float = 0.0) -> Result:
    """The result of a mutant."""
    named = {name: value for name, value in asdict(mutant).items() if name in ("name", "room", "file", "was", "becomes")}
    return Result(**named, within=mutant.within or "", verdict=verdict, by=by, seconds=round(seconds, 1))


def _asked(mutant: Mutant, copy: Copy, by_room: bool) -> list[str]:
    """What pytest is told: the tests of the list, or those of the room, also where one of the list is not there."""
    marks = [] if mutant.is_script else ["-m", "not browser" if mutant.slow else "not slow and not browser"]
    if by_room or not all((copy.root / each).exists() for each in mutant.tests):
        return [*marks, *(each for each in mutant.room_tests if (copy.root / each).exists())]
    return [*marks, *(["-k", mutant.only] if mutant.only else []), *mutant.tests]


def killer(end: int, printed: str) -> str:
    """Return the first test that failed, or how else pytest ended; "" if all passed, or none was there."""
    if end in (PASSED, NOTHING):
        return ""
    if end == -1:
        return "no end"
    found = re.search(r"^(?:FAILED|ERROR) ([^\[\s]+(?:\[.*?\])?)(?: - .*)?$", printed, re.MULTILINE)
    return found[1] if found else f"pytest ended with {end}: {printed.strip()[-200:]}"


def failing_without_faults(tests: Sequence[str], copy: Copy) -> list[str]:
    """Return those of the tests that fail on the code as it is: what they say of a fault is worth nothing."""
    names = sorted({each for each in tests if "::" in each})
    end, _ = copy.pytest(names, PATIENCE[1]) if names else (PASSED, "")
    if end == PASSED:
        return []
    return [name for name in names if copy.pytest([name], PATIENCE[0])[0] != PASSED]
