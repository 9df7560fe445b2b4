"""What README and docs/ show is what comes out: every command and every Python example in them is run."""

from __future__ import annotations

import ast
import json
import re
import runpy
import shlex
from pathlib import Path

import pytest

from rankviz.cli.main import main
from rankviz.cli.parser import parser
from tests.helpers.example_files import example_files

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
# Those that say how to add something are followed by tests/project/test_docs.py.
PAGES = [ROOT / "README.md", *sorted(each for each in (ROOT / "docs").rglob("*.md") if not each.name.startswith("add-"))]
BLOCKS = [
    (page, language, text)
    for page in PAGES
    for language, text in re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
]
PROMPT = "$ "
COMMAND = "rankviz "
ELSEWHERE = ("serve", "static")  # one runs until it is stopped, the other writes much: they have tests of their own
pytestmark = pytest.mark.usefixtures("files")


def shown() -> list[tuple[str, str, str]]:
    """The page of each command after a prompt, and what it prints below it."""
    texts = [(page, text) for page, _, text in BLOCKS if text.startswith(PROMPT + COMMAND)]
    found = [(page, *each.partition("\n")) for page, text in texts for each in ("\n" + text).split("\n" + PROMPT)[1:]]
    return [
        (page.relative_to(ROOT).as_posix(), command.removeprefix(COMMAND), out.rstrip("\n")) for page, command, _, out in found
    ]


def commands() -> list[str]:
    lines = [line for _, language, text in BLOCKS if language == "sh" for line in text.splitlines()]
    return [line.removeprefix(COMMAND) for line in lines if line.startswith(COMMAND)]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that the examples name."""
    example_files(tmp_path)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("page", "command", "output"), shown())
def test_a_command_prints_what_is_shown_below_it(
    page: str, command: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out.rstrip("\n") == output, f"{page}, below `{command}`: run make docs, which writes it anew"


@pytest.mark.slow
@pytest.mark.parametrize("command", commands())
def test_a_command_can_be_run(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(command, comments=True)
    if words[0] in ELSEWHERE:
        assert parser().parse_args(words).command == words[0]
    else:
        assert main(words) == 0
        assert capsys.readouterr().out


@pytest.mark.parametrize("page", [page for page in PAGES if any((page, "python") == each[:2] for each in BLOCKS)], ids=str)
def test_python_examples_give_the_numbers_behind_them(page: Path) -> None:
    """A number at the beginning of a comment is the value of its line."""
    names: dict[str, object] = {}
    for text in (text for where, language, text in BLOCKS if (where, language) == (page, "python")):
        for statement in ast.parse(text).body:
            line = text.splitlines()[(statement.end_lineno or 0) - 1]
            number = re.match(r"\s*#\s*(-?\d+\.\d+)\b", line[statement.end_col_offset or 0 :])
            code = ast.unparse(statement)
            if isinstance(statement, ast.Expr):
                value = eval(code, names)  # noqa: S307
                assert number is None or repr(value) == number[1], line
            else:
                exec(code, names)  # noqa: S102


def test_something_is_compared() -> None:
    assert shown()
    assert len(commands()) > 5
    assert re.search(r"^rv\.evaluate.*# \d\.\d+", "\n".join(text for _, _, text in BLOCKS), re.MULTILINE)


def test_the_script_among_the_examples_runs(capsys: pytest.CaptureFixture[str]) -> None:
    scripts = sorted(EXAMPLES.glob("*.py"))
    assert scripts
    for script in scripts:
        runpy.run_path(str(script))
        assert capsys.readouterr().out


def test_the_notebook_among_the_examples_runs() -> None:
    notebooks = sorted(EXAMPLES.glob("*.ipynb"))
    assert notebooks
    for path in notebooks:
        names: dict[str, object] = {}
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        for code in ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"):
            *statements, last = ast.parse(code).body
            exec(compile(ast.Module(statements, []), path.name, "exec"), names)  # noqa: S102
            assert eval(ast.unparse(last), names) is not None  # noqa: S307
