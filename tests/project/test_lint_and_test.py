"""What runs beside the tests is neither lost nor mixed with what they print."""

from __future__ import annotations

import sys

import pytest

from tools.lint_and_test import run

PYTHON = (sys.executable, "-c")
FINE, BROKEN = (*PYTHON, "print('it is fine')"), (*PYTHON, "import sys; sys.exit('it is broken')")
PATIENT = "import signal, sys; signal.signal(signal.SIGINT, lambda *_: sys.exit(2)); print('begun', flush=True); signal.pause()"


def test_both_are_run_and_what_runs_beside_is_told_after_the_tests(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(FINE, (*PYTHON, "print('the tests')")) == 0
    said = capfd.readouterr().out
    assert said.index("the tests") < said.index("beside the tests") < said.index("it is fine") < said.index("Nothing was found")


def test_a_test_that_fails_fails_the_whole(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(FINE, (*PYTHON, "import sys; sys.exit(1)")) == 1
    assert "it is fine" in capfd.readouterr().out


def test_what_fails_beside_the_tests_ends_them_and_is_told_last(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(BROKEN, (*PYTHON, PATIENT)) != 0  # which would wait for ever
    said = capfd.readouterr().out
    assert said.index("it is broken") < said.index("It failed")


def test_what_fails_beside_tests_that_have_passed_fails_the_whole(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(BROKEN, (*PYTHON, "pass")) != 0
    assert "it is broken" in capfd.readouterr().out
