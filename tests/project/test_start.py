"""README's "Start" is true: its command lines, in their order, in a copy of the project as a clone would have it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.helpers.installing import PACKAGES, ROOT
from tests.helpers.waiting import wait_until
from tools.server import Server, free_port, wait_until_healthy

SECONDS = 300  # it takes a tenth of that


def start_lines() -> list[str]:
    section = re.search(r"^## Start\n(.*?)^## ", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert section is not None
    return [
        line for block in re.findall(r"^```sh\n(.*?)^```$", section[1], re.MULTILINE | re.DOTALL) for line in block.splitlines()
    ]


def clone(folder: Path) -> None:
    """Copy what git has, and what it would be given: a clone of this state."""
    listing = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listing.returncode:
        pytest.skip("git knows nothing of this folder")
    for name in listing.stdout.decode().split("\0"):
        if name and (source := ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, folder / name, follow_symlinks=False)
    (folder / "tools" / "javascript" / "node_modules").symlink_to(ROOT / "tools" / "javascript" / "node_modules")


def surroundings(folder: Path, port: int) -> dict[str, str]:
    """Variables under which the lines fetch nothing: what they install is found among the packages of these tests.

    What Node and mypy are told to check is written down and not done: `make test` does it, where these tests are run by it.
    """
    opened = folder.parent / "opened"
    browser = folder.parent / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new && mv {opened}.new {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    node = folder.parent / "bin" / "node"
    node.parent.mkdir()
    node.write_text(f'#!/bin/sh\necho "$@" >> {node}.log\ntest "$1" = --version && exec {shutil.which("node")} "$@"\ntrue\n')
    node.chmod(0o755)
    mypy = folder.parent / "in_place" / "mypy.py"
    mypy.parent.mkdir()
    mypy.write_text('print("mypy was asked")\n')
    own = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "PYTEST_"))}
    return {
        **own,
        "PATH": os.pathsep.join([str(folder / ".venv" / "bin"), str(node.parent), os.environ["PATH"]]),
        "PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join([str(mypy.parent), str(PACKAGES)]),
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # this is how pip is told by a variable to build with what is there
        "BROWSER": f"{browser} %s",
        "PORT": str(port),
        "ADDRESS": "127.0.0.1",
        "WORKERS": "1",
        "TESTS": "tests/project/test_project.py",
    }


def finish(line: str, folder: Path, variables: dict[str, str]) -> str:
    command = ["sh", "-c", line]
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, f"{line}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@contextmanager
def page_of(line: str, folder: Path, variables: dict[str, str], port: int) -> Iterator[None]:
    """Run a line until its page answers, and press Ctrl+C, which a terminal sends to all that the line started."""
    log = folder.parent / "log"
    with log.open("w", encoding="utf-8") as out:
        command, both = ["sh", "-c", line], subprocess.STDOUT
        process = subprocess.Popen(command, cwd=folder, env=variables, stdout=out, stderr=both, start_new_session=True)
    try:
        wait_until_healthy(Server(f"http://127.0.0.1:{port}", log, process), port)
        yield
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(SECONDS)


def free_again(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.slow
def test_every_command_line_of_start_does_what_it_is_for_in_a_fresh_clone(tmp_path: Path) -> None:
    """Ten seconds: an environment is made, the checks and a few tests are run, the page is started twice."""
    folder, port = tmp_path / "clone", free_port()
    clone(folder)
    variables = surroundings(folder, port)
    printed = {}
    for line in start_lines():
        if line == "rankviz serve --open":
            with page_of(f"{line} --port {port}", folder, variables, port):
                wait_until((tmp_path / "opened").exists, SECONDS)
            assert (tmp_path / "opened").read_text(encoding="utf-8").strip().endswith(f":{port}")
        elif line == "make run":
            with page_of(line, folder, variables, port):
                pass
            assert free_again(port)
        else:
            printed[line] = finish(line, folder, variables)
    assert " passed" in printed["make test"]
    assert "mypy was asked" in printed["make test"]
    told = (tmp_path / "bin" / "node.log").read_text(encoding="utf-8")
    assert [told.count(name) for name in ("eslint.js", "bin/tsc")] == [1, 1]
    assert list(printed)[-1] == 'pip install ".[app]"'


def test_start_begins_with_the_two_commands_and_names_no_package_that_no_index_has() -> None:
    assert start_lines()[:2] == ["make run", "make test"]
    assert [line for line in start_lines() if line.startswith("pip ") and line != 'pip install ".[app]"'] == []


def test_what_holds_only_after_a_release_is_said_to() -> None:
    """No index has the package before: a page says how it is installed from a clone, or speaks of a release."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    paragraphs = [(page.name, text) for page in pages for text in page.read_text(encoding="utf-8").split("\n\n")]
    named = [(name, text) for name, text in paragraphs if re.search(r"pip install \"?rankviz", text)]
    assert named
    assert [each for each in named if "release" not in each[1]] == []
