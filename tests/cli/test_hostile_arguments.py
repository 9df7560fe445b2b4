"""Whatever stands on the command line: a result, or one line on stderr and exit status 2, and never a traceback."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from pathlib import Path

import pytest

from rankviz.cli.main import main
from rankviz.core.conventions import FIELDS
from rankviz.core.metrics import METRICS
from rankviz.libraries.profiles import PROFILES
from tests.helpers.hostile import at_most
from tests.helpers.long import rounds

ROOT = Path(__file__).parents[2]
ODD = (
    "", " ", "\r", "\n", "a\rb", "a\nb", "\x00", "\x1b[2J", "\u202e",
    "\udcff", "é", "🎉", "-", "--", "-1", "@", "@.", "@/dev/null", "=",
    "1e308", "-1e308", "1e309", "5e-324", "nan", "inf", "10" * 200, "1_0",
    "٣", "x" * 5000, "(" * 200, "2^g", "%s%n", "{0}",
    "P@1000000000", "nDCG@5\r", "AP(rel=\n1)", "FBeta(beta=1e-300)@5", "ERR(max=1e9)",
    "RBP(p=1)", "IPrec@2", "3,2,?,0", "1\n1",
)  # fmt: skip
LISTS = ("3,2,3,0,1,2", "1,0,1", "0", "?,?", "1e15,-1e15", "5e-324,1", "0.5,0.25", "-1,2", ",".join(["1"] * 20))
MEASURES = (
    *(metric.name for metric in METRICS.values()),
    "nDCG@6",
    "AP@3",
    "P(rel=2)@5",
    "RBP(p=0.5)",
    "FBeta(beta=2)@5",
    "MRR",
)


def words(draw: random.Random, files: list[str]) -> list[str]:
    """A command that could be meant, with some of its words exchanged for others."""
    command = draw.choice(["explain", "evaluate", "lookup", "run", "probe", "list"])
    name, field = draw.choice([*FIELDS.items()])
    value = draw.choice([*field.options]) if field.options and draw.random() < 0.7 else draw.choice(["1", "2.5", "0", *ODD])
    if command == "run":
        found = [command, *draw.sample(files, draw.choice([1, 2])), "-m", draw.choice(MEASURES)] + [
            "--per-query"
        ] * draw.randint(0, 1)
    elif command == "probe":
        found = [command, draw.choice(["nDCG@k", "RR", *MEASURES]), draw.choice(["0.5", *ODD])]
    elif command == "list":
        found = [command, draw.choice(["measures", "profiles", "choices"])]
    else:
        found = [command, draw.choice(MEASURES), draw.choice(LISTS)] + ["0.5"] * (command == "lookup")
        for option, values in (("--also", LISTS), ("--missed", LISTS), ("--scores", LISTS), ("--ids", ("a,b,c", *LISTS))):
            if draw.random() < 0.15:
                found += [option, draw.choice(values)]
    if draw.random() < 0.15:
        found += ["--profile", draw.choice([*PROFILES])]
    if draw.random() < 0.4:
        found += ["--choose", f"{name}={value}"]
    found += ["--json"] * (draw.random() < 0.2)
    for _ in range(draw.choice([0, 0, 0, 1, 2])):
        place = draw.randrange(len(found) + 1)
        found[place : place + 1] = [draw.choice([*ODD, *files, *LISTS, "--json", "--also", "-m"])]
    return found


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_any_arguments_give_a_result_or_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    draw = random.Random(15)  # noqa: S311
    files = ["run", "qrels", "log.csv", "bad", "none", "x.parquet", "e\rvil"]
    for name, content in zip(
        files,
        (
            "q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\nq\x1b Q0 a 1 1 t\n",
            "q1 0 a 1\nq2 0 b -1\n",
            "user,score,click\nu,1,1\nu,1,0\n",
            "\0\n",
        ),
        strict=False,
    ):
        Path(name).write_text(content, encoding="utf-8")
    seen = {0: 0, 1: 0, 2: 0}
    for _ in range(rounds(250)):
        arguments = words(draw, files)
        with at_most(10, arguments):
            try:
                status = main(arguments)
            except SystemExit as ended:  # --help
                status = int(ended.code or 0)
        out, err = capsys.readouterr()
        assert status in seen, arguments
        seen[status] += 1
        assert err.count("\n") == len(err.splitlines()) == (status == 2), (arguments, err)
        assert err.rstrip("\n").isprintable(), (arguments, err)
        assert all(line.replace("\t", " ").isprintable() for line in out.split("\n")), (arguments, out)
        assert (status == 2) == (not out), arguments
    assert min(seen[0], seen[2]) > 20


def test_a_message_is_one_line_whatever_was_typed(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ["evaluate", "A\rP\nx\u2028y\x1b[1m", "1"],
        ["evaluate", "AP", "1", "--cho\nose"],
        ["e\nvaluate"],
        ["evaluate"],
    ):
        assert main(arguments) == 2
        err = capsys.readouterr().err
        assert err.endswith("\n")
        assert err[:-1].isprintable()


def test_a_formula_that_is_too_long_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    for choice in ("gain=", "gain_formula="):
        assert main(["explain", "nDCG", "3,2,1", "--choose", choice + "+".join(["g"] * 101)]) == 2
        assert "the formula has 201 characters; at most 200 are read" in capsys.readouterr().err


def test_names_of_a_run_are_printed_on_one_line_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run.csv").write_text('query,document,score\n"q\n1\x1b[2J",d,1\n', encoding="utf-8")
    (tmp_path / "qrels").write_text("q 0 d 1\n", encoding="utf-8")
    asked = ["run", str(tmp_path / "run.csv"), str(tmp_path / "qrels"), "-m", "RR", "--per-query"]
    assert main(asked) == 3
    assert '"q 1 [2J"' in capsys.readouterr().err
    assert main([*asked, "--allow", "unmet"]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith(f"rankviz: {tmp_path / 'run.csv'}: 0 of 1 queries are ")
    lines = printed.out.splitlines()
    assert [line.split("\t")[1] for line in lines if "\t" in line] == ["q", "q 1 [2J", "all"]


def test_ctrl_c_ends_quietly(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.StringIO):
        def read(self, size: int | None = -1, /) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupted())
    assert main(["evaluate", "AP", "-"]) == 130
    assert capsys.readouterr() == ("", "")


def test_stdin_that_is_no_text_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1,\xff"), encoding="utf-8"))
    assert main(["evaluate", "AP", "-"]) == 2
    assert capsys.readouterr().err.startswith("rankviz: stdin cannot be read as text")


@pytest.mark.slow
def test_nothing_is_said_when_nobody_reads_on(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("".join(f"q{i} Q0 d 1 1 t\n" for i in range(20_000)), encoding="utf-8")
    (tmp_path / "qrels").write_text("".join(f"q{i} 0 d 1\n" for i in range(20_000)), encoding="utf-8")
    command = [sys.executable, "-m", "rankviz", "run", "run", "qrels", "-m", "RR", "--per-query"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={"PYTHONPATH": str(ROOT)}
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"RR\tq0\t1.0\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141
