"""What README shows is what comes out: every command and every Python example of it is run."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import pytest

from rankviz.cli.main import main
from tests.example_files import example_files

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
PROMPT = "$ "
COMMAND = "python -m rankviz "


def shown() -> list[tuple[str, str]]:
    """Commands after a prompt, with what README prints below each."""
    texts = [text for _, text in BLOCKS if text.startswith(PROMPT + COMMAND)]
    found = [each.partition("\n") for text in texts for each in ("\n" + text).split("\n" + PROMPT)[1:]]
    return [(command.removeprefix(COMMAND), output.rstrip("\n")) for command, _, output in found]


def commands() -> list[str]:
    lines = [line for language, text in BLOCKS if language == "sh" for line in text.splitlines()]
    return [line.removeprefix(COMMAND) for line in lines if line.startswith(COMMAND)]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that README's examples name."""
    example_files(tmp_path)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("command", "output"), shown())
def test_a_command_prints_what_is_shown_below_it(command: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out.rstrip("\n") == output, "put what is printed now into README.md"


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("command", commands())
def test_a_command_can_be_run(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(command, comments=True)) == 0
    assert capsys.readouterr().out


@pytest.mark.usefixtures("files")
def test_python_examples_give_the_numbers_behind_them() -> None:
    """A number at the beginning of a comment is the value of its line."""
    compared = 0
    names: dict[str, object] = {}
    for text in (text for language, text in BLOCKS if language == "python"):
        for statement in ast.parse(text).body:
            line = text.splitlines()[(statement.end_lineno or 0) - 1]
            number = re.match(r"\s*#\s*(-?\d+\.\d+)\b", line[statement.end_col_offset or 0 :])
            code = ast.unparse(statement)
            if isinstance(statement, ast.Expr):
                value = eval(code, names)  # noqa: S307
                if number:
                    assert repr(value) == number[1], line
                    compared += 1
            else:
                exec(code, names)  # noqa: S102
    assert compared > 0


def test_something_is_compared() -> None:
    assert shown()
    assert commands()
