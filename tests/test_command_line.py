"""The command line: values, steps, JSON, and one line for bad input."""

import io
import json
from pathlib import Path

import pytest

from rankviz import Ranking, lookup
from rankviz.__main__ import main
from rankviz.app_state import AppState
from rankviz.permalink import to_file


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err


def test_evaluate_prints_one_line_a_measure(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "evaluate", "nDCG@6", "AP", "3,2,3,0,1,2", "--missed", "3,2")
    assert status == 0
    assert [line.split() for line in out.splitlines()] == [["nDCG@6", "0.785002371969948"], ["AP", "0.6619047619047619"]]


def test_grades_below_zero_are_written_after_two_dashes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "evaluate", "RR", "--", "-1,2,3")[1].split() == ["RR", "0.5"]


def test_explain_prints_the_derivation(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "explain", "DCG", "3,0,2")
    assert out.splitlines()[0] == "DCG = 4.0"
    assert out.splitlines()[-1].endswith("= 3/1 + 0/1.585 + 2/2.000 = 4.000")


def test_a_list_is_read_from_stdin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("a\t1\t0.5\nb\t0\t0.9\n---\nc\t1"))
    assert run(capsys, "evaluate", "RR", "-")[1].split() == ["RR", "0.5"]


def test_scores_and_ids_decide_the_order_under_a_profile(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["evaluate", "RR", "1,0", "--scores", "2,2", "--ids", "a,b"]
    assert run(capsys, *arguments)[1].split() == ["RR", "1.0"]
    assert run(capsys, *arguments, "--profile", "trec_eval")[1].split() == ["RR", "0.5"]


def test_json_has_all_digits_and_no_nan(capsys: pytest.CaptureFixture[str]) -> None:
    row = json.loads(run(capsys, "explain", "AUC", "1,1", "--json")[1])
    assert (row["value"], row["undefined"]) == (None, True)
    assert [step["key"] for step in row["steps"]][-1] == "auc"


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("evaluate", "nDGC", "1"), "Did you mean nDCG?"),
        (("evaluate", "AP", "1,x"), "not a grade"),
        (("evaluate", "AP", "1,1", "--scores", "1"), "scores has 1 entries"),
        (("evaluate", "AP", "1", "--choose", "ap_base"), "FIELD=VALUE"),
        (("evaluate", "AP", "1", "--choose", "ap_base=S"), "ap_base=R"),
        (("evaluate", "AP", "1", "--profile", "trec"), "Did you mean trec_eval?"),
        (("evaluate", "AUC", "1", "--profile", "trec_eval"), "has no AUC"),
        (("evaluate", "P@0", "1"), "whole number"),
    ],
)
def test_bad_input_is_one_line_on_stderr_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], part: str
) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert part in err
    assert len(err.splitlines()) == 1


# ---------------------------------------------------------------------------------------------------------------------------
# Several lists


def test_further_lists_give_the_mean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "MRR", "GAUC", "0,1", "--also", "1,0,0,0", "--also", "1,1"]) == 0
    # (1/2 + 1 + 1) / 3, and (2 · 0 + 4 · 1) / (2 + 4): the third list has one class only.
    values = [float(line.split()[1]) for line in capsys.readouterr().out.splitlines()]
    assert values == pytest.approx([2.5 / 3, 4 / 6])


def test_a_file_of_the_page_is_read_with_all_its_lists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "two.json"
    two = (Ranking.from_grades([0, 1], query_id="a"), Ranking.from_grades([1, 0], query_id="b"))
    saved.write_text(to_file(AppState(two)), encoding="utf-8")
    assert main(["explain", "MRR", f"@{saved}"]) == 0
    printed = capsys.readouterr().out
    assert "[a]" in printed
    assert "mean RR = (sum_(q=1)^(2) (RR)_q)/2 = (0.500+1.000)/2 = 0.750" in printed


def test_a_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "AP", "@no/such/file"]) == 2
    assert "no/such/file cannot be read as text" in capsys.readouterr().err


def test_a_wrong_own_formula_is_marked_at_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "DCG", "1,2", "--choose", "gain=formula", "--choose", "gain_formula=2^"]) == 2
    assert "2^▸" in capsys.readouterr().err


def test_a_look_up_says_the_same_on_the_command_line_and_from_python(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookup", "nDCG@6", "3,2,3,0,1,2", "0.961", "--missed", "3,2"]) == 0
    said = capsys.readouterr().out.rstrip("\n")
    assert said == repr(lookup("nDCG@6", Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2]), "0.961"))
    first, *_, evidence = said.splitlines()
    assert first.startswith("0.96080819")
    assert "the ideal is made of the shown list only" in first
    assert evidence.endswith("prints 0.961 (about 0.05 expected by chance).")
    assert main(["lookup", "nDCG@6", "3,2,3,0,1,2", "abc"]) == 2
    assert '"abc" is no number' in capsys.readouterr().err
