"""Tests and modules that are run in one process, which loads the package and pytest once: in a copy of the project."""

from __future__ import annotations

import gc
import io
import json
import runpy
import shlex
import sys
import traceback
from collections import defaultdict
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

import pytest

PYTEST = ("python", "-m", "pytest")


class Ended(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    printed: str


def carry_out(command: str) -> Ended:
    words = shlex.split(command, comments=True)
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        try:
            code = int(_call(words) or 0)
        except SystemExit as end:
            code = int(end.code or 0)
        except BaseException:  # noqa: BLE001  a command that fails ends, and the others are asked
            traceback.print_exc(file=out)
            code = 1
    return Ended(code, out.getvalue())


def _call(words: list[str]) -> int | None:
    match words:
        case ["python", "-m", "pytest", *arguments]:
            gc.freeze()  # at its end pytest looks ten times through all that is not
            return int(pytest.main(arguments))
        case ["python", "-m", module, *arguments]:
            sys.argv = [module, *arguments]
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        case _:
            message = f"nobody knows what to do with {words}"
            raise ValueError(message)
    return None


def together(commands: list[str]) -> dict[str, str]:
    """For each command the one that is carried out for it: tests that are chosen by the same words are run together."""
    runs = {command: tuple(shlex.split(command)[3:]) for command in commands if command.startswith(" ".join(PYTEST))}
    files: dict[tuple[str, ...], dict[str, None]] = defaultdict(dict)
    for words in runs.values():
        files[_options(words)].update(dict.fromkeys(word for word in words if word.startswith("tests/")))
    instead = {each: shlex.join([*PYTEST, *_options(words), *files[_options(words)]]) for each, words in runs.items()}
    return {command: instead.get(command, command) for command in commands}


def _options(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if not word.startswith("tests/"))


if __name__ == "__main__":
    instead = together(json.load(sys.stdin))
    ended = {command: carry_out(command) for command in dict.fromkeys(instead.values())}
    json.dump({command: ended[each] for command, each in instead.items()}, sys.__stdout__)
