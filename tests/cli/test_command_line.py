"""The command line: values, steps, JSON, and one line for bad input."""

import argparse
import csv
import io
import json
import re
import shlex
from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path

import pytest
from scipy.stats import ttest_rel

from rankviz import Ranking, lookup
from rankviz.basics.errors import InputError
from rankviz.cli.choices import reason_not_read
from rankviz.cli.main import main
from rankviz.cli.parser import parser
from rankviz.core.conventions import FIELDS, TEXTBOOK
from rankviz.core.conventions.list_facts import ANY_LISTS
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import Measure, parse_measure
from rankviz.diagnose.formula_probe import probe_list
from rankviz.evaluation.evaluate import narrow
from rankviz.libraries.profiles import PROFILES
from rankviz.state.app_state import AppState
from rankviz.state.permalink import to_file
from tests.helpers.example_files import example_files


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
        (("evaluate", "CoverageEror", "1"), "Did you mean CoverageError?"),
        (("evaluate", "AP", "1,x"), "not a grade"),
        (
            ("evaluate", "AP", "1,1", "--scores", "1"),
            "--scores has 1 entry, but there are 2 grades; give one score for each grade.",
        ),
        (("evaluate", "AP", "1", "--ids", "a,b,c"), "--ids has 3 entries, but there is 1 grade; give one id for each grade."),
        (("evaluate", "nDCG@6", "3", "2", "1"), '"3" is a grade, not a metric. Separate the grades by commas, without spaces'),
        (
            ("evaluate", "nDCG@6", "3,", "2,", "1"),
            '"3," is a grade, not a metric. Separate the grades by commas, without spaces',
        ),
        (("explain", "nDCG@6", "3", "2", "1"), "unrecognized arguments: 2 1. Separate the grades by commas, without spaces"),
        (("evaluate", "3,2,1", "nDCG@6"), '"3,2,1" is a list of grades, not a metric. Name the metric first'),
        (("evaluate", "nDCG@6", "3,2", "--bogus"), "--bogus. See rankviz evaluate --help."),
        (("evalute", "AP", "1"), 'Unknown command "evalute". Did you mean evaluate?'),
        (("list", "metrcs"), "Did you mean metrics?"),
        (("lookup", "AP", "1,0", "0.5", "--reader", "stud"), "Did you mean student?"),
        (("probe", "xyz"), 'Unknown metric "xyz"'),
        (("evaluate", "AP", "1", "--choose", "ap_base"), "FIELD=VALUE"),
        (("evaluate", "AP", "1", "--choose", "ap_base=S"), "ap_base=R"),
        (("evaluate", "AP", "1", "--profile", "trec_evl"), "Did you mean trec_eval or pytrec_eval?"),
        (("evaluate", "AUC", "1", "--profile", "trec_eval"), "has no AUC"),
        (("evaluate", "P@0", "1"), "whole number"),
        (("versus", "AP", "1,0"), "required: second"),
        (("versus", "AP", "1,0", "3,2"), '"3,2" names no document of the first list; expected ids such as d1, d2.'),
        (("versus", "AP", "1,0,1,1", ""), "ids such as d1, d2, d3, …"),
        (("versus", "AP", "1,0", "@nowhere"), "nowhere cannot be read"),
    ],
)
def test_bad_input_is_one_line_on_stderr_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], part: str
) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert part in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("lookup", "AP", "-1,0,1", "0.5"), ('"-1,0,1" was taken for an option', "put -- before")),
        (("evaluate", "RR", "-1,2"), ('"-1,2"', "put -- before")),
        (("evaluate", "RR", "-.5,2"), ('"-.5,2"', "put -- before")),
        (("evaluate", "RR", "1,2", "--missed", "-1,2"), ('"-1,2"', "--missed=-1,2")),
        (("evaluate", "AP", "1", "--choose", "threshold=all"), ("threshold=all: expected a number",)),
        (("evaluate", "AP", "1", "--choose", "rbp_p=none"), ("rbp_p=none: expected a number",)),
        (("evaluate", "AP", "a,b,c"), ('"a,b,c", entry 1: "a" is not a grade', "3,2,?,0")),
        (("evaluate", "AP", "1,0", "--missed", "1,x"), ('--missed "1,x", entry 2: "x" is not a grade',)),
        (("evaluate", "AP", "1,0", "--also", "a b"), ('--also "a b", entry 1: "a" is not a grade',)),
        (("evaluate", "AP", "@/dev/zero"), ("has more than 24,000,000 characters",)),
        (("evaluate", "nDCG", "3,2,1e308"), ("entry 3", "1e308")),
        (("evaluate", "nDCG", "1e20,2"), ("entry 1", "1e20")),
    ],
)
def test_what_was_typed_is_named_where_it_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    status, _, err = run(capsys, *arguments)
    assert status == 2
    assert [part for part in parts if part not in err] == []


@pytest.mark.parametrize("name", [name for name, field in FIELDS.items() if field.options is None and not field.variable])
@pytest.mark.parametrize("none", ["all", "none"])
def test_a_choice_can_be_none_only_where_the_convention_lets_it(
    capsys: pytest.CaptureFixture[str], name: str, none: str
) -> None:
    try:
        TEXTBOOK.with_choices({name: None})
        expected = 0
    except InputError:
        expected = 2
    status, _, err = run(capsys, "evaluate", "AP", "1", "--choose", f"{name}={none}")
    assert status == expected or "does not" in err or "no meaning" in err, err
    assert "None" not in err


UNREAD = [
    (("AP", "1,0"), ("gain=exponential",), "AP does not use gain. It uses: cutoff,"),
    (("RR", "AP", "1,0"), ("gain=exponential",), "RR does not use gain."),
    (("nDCG@6", "3,2"), ("gain_formula=g^3",), "only with gain=formula. Add --choose gain=formula."),
    (("nDCG@6", "3,2"), ("gain_table=1:2",), "only with gain=table. Add --choose gain=table."),
    (("DCG", "3,2"), ("discount_formula=i",), "only with discount=formula. Add --choose discount=formula."),
    (("DCG", "3,2"), ("discount_table=1:1",), "only with discount=table. Add --choose discount=table."),
    (("DCG", "3,2"), ("rbp_p=0.5",), "only with discount=geometric. Add --choose discount=geometric."),
    (("nDCG", "3,2"), ("gain=exponential", "threshold=2"), "only with gain=binary. Add --choose gain=binary."),
    (("AP@5", "1,0"), ("cutoff=3",), "AP already has cutoff=5 in its name. Leave one of them out."),
    (("AP", "1,0"), ("mean_over=all",), "Add another list with --also."),
]


@pytest.mark.parametrize(("asked", "choices", "part"), UNREAD)
def test_a_choice_that_nothing_reads_is_refused_with_what_to_do(
    asked: tuple[str, ...], choices: tuple[str, ...], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, "evaluate", *asked, *(f"--choose={each}" for each in choices))
    assert (status, out) == (2, "")
    assert f"--choose {choices[-1]} would change nothing." in err
    assert part in err
    advice = re.findall(r"Add --choose (\w+=\w+)\.", err)
    if advice:
        chosen = {each.partition("=")[0]: each for each in (*choices, *advice)}
        assert run(capsys, "evaluate", *asked, *(f"--choose={each}" for each in chosen.values()))[0] == 0


@pytest.mark.slow
def test_whatever_makes_a_metric_read_a_choice_can_be_named() -> None:
    unread = 0
    for metric in METRICS.values():
        for other, key in [("", ""), *((name, key) for name, keys in metric.uses.items() for key in keys)]:
            convention = narrow(metric, TEXTBOOK.with_choices({other: key} if other else {}))
            for name in metric.uses:
                if FIELDS[name].is_read_when(ANY_LISTS, convention, metric.uses):
                    continue
                unread += 1
                said = reason_not_read(name, Measure(metric), convention, several=False) or ""
                assert re.search(r"Add --choose \w+=\w+\.$", said), said
    assert unread > 100


def test_a_choice_counts_that_one_of_the_metrics_reads(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "evaluate", "AP", "DCG", "2", "--choose", "gain=exponential")[1].split() == ["AP", "1.0", "DCG", "3.0"]
    assert run(capsys, "evaluate", "AP", "0", "--also", "1", "--choose", "mean_over=with_relevant")[1].split() == ["AP", "1.0"]


@pytest.mark.parametrize(("metric", "said"), [("AP", "undefined (counted as 0)"), ("AUC", "undefined (reported as NaN)")])
def test_a_value_that_is_none_says_what_stands_for_it(metric: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "evaluate", metric, "0,0")[1].strip() == f"{metric}  {said}"
    assert run(capsys, "explain", metric, "0,0")[1].splitlines()[0] == f"{metric} = {said}"


LOOK_UPS = {
    "answers": ("nDCG@6", "3,2,3,0,1,2", "0.961", "--missed", "3,2"),
    "nothing": ("nDCG@6", "3,2,3,0,1,2", "0.31415"),
    "beyond a bound": ("P@3", "1,0,1", "1.5"),
    "a cut number": ("AP", "1,0,1", "0.5555", "--missed", "1"),
    "a long list": ("nDCG@10", ",".join("3201" * 40), "0.4321"),
    "a student": ("nDCG@6", "3,2,3,0,1,2", "0.961", "--reader", "student", "--missed", "3,2"),
}


@pytest.mark.slow
@pytest.mark.parametrize("arguments", LOOK_UPS.values(), ids=LOOK_UPS)
def test_the_json_of_a_look_up_holds_what_its_text_says(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    said = run(capsys, "lookup", *arguments)[1].splitlines()
    row = json.loads(run(capsys, "lookup", *arguments, "--json")[1])
    bounds = [row["bound"]["words"]] if row["bound"] else []
    left_out = [each["words"] for each in row["left_out"]]
    answers = [line for line in said if re.match(r"-?[\d.e-]+  ", line)]
    assert [line for line in (*bounds, *left_out) if line not in said] == []
    assert not (row["answers"] and row["nearest"])
    assert row["fits"] == bool(row["answers"])
    for line, answer in zip(answers, row["answers"] or row["nearest"], strict=True):
        rest = line.removeprefix(f"{answer['value']!r}  {answer['words']}")
        assert rest == "" or (rest.startswith("; ") and len(rest) < 70)
        at = said.index(line) + 1
        remarks = [*takewhile(lambda each: each.startswith("    "), said[at:])]
        assert any("Weak" in each for each in remarks) == answer["weak"]
        assert [name for name in answer["libraries"] if name not in " ".join((line, *remarks))] == []
        also = [each for each in remarks if each.startswith("    Another cause")]
        assert all(any(each.endswith(f"({name}).") for name in answer["also"]) for each in also)
    names = [line for line in said if line.startswith("    ")]
    others = [line for line in said if line not in (*answers, *bounds, *left_out, *names)]
    # How many match, that not all are listed, that chance gives as many; else that nothing fits, and a head of the neighbours.
    assert len(others) in ((1, 2, 3) if row["fits"] else (1 + bool(row["nearest"]),))
    if row["fits"]:
        assert f"{row['tried']:,}" in others[0] or str(row["tried"]) in others[0]
        assert row["number"] in others[0]


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [("0.961", 0), ("0.785", 0), ("0.31415", 1), ("0.0000", 1), ("17", 1), ("abc", 2)])
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_look_up_ends_with_whether_anything_gives_the_number(
    capsys: pytest.CaptureFixture[str], number: str, code: int, form: tuple[str, ...]
) -> None:
    assert run(capsys, "lookup", "nDCG@6", "3,2,3,0,1,2", number, "--missed", "3,2", *form)[0] == code


@pytest.mark.parametrize(("typed", "code"), [((), 0), (("0.8962",), 0), (("0.0001",), 1), (("0.0001", "1"), 1), (("7",), 1)])
def test_a_probe_ends_with_whether_any_formula_gives_the_number(
    capsys: pytest.CaptureFixture[str], typed: tuple[str, ...], code: int
) -> None:
    assert run(capsys, "probe", "nDCG@k", *typed)[0] == code


def test_json_says_the_convention_in_words_beside_the_values(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (row,) = json.loads(run(capsys, "evaluate", "nDCG@2", "3,2", "--choose", "gain=exponential", "--json")[1])
    explained = run(capsys, "explain", "nDCG@2", "3,2", "--choose", "gain=exponential")[1].splitlines()
    assert row["convention_words"] == explained[1].strip()
    (tmp_path / "run").write_text("q Q0 a 1 2 t\n", encoding="utf-8")
    (tmp_path / "qrels").write_text("q 0 a 1\n", encoding="utf-8")
    files = str(tmp_path / "run"), str(tmp_path / "qrels")
    found = json.loads(run(capsys, "run", *files, "-m", "nDCG@2", "AP", "--choose", "gain=exponential", "--json")[1])
    assert found["means"] == {"nDCG@2": 1.0, "AP": 1.0}
    assert list(found["conventions"]) == list(found["means"])
    assert "2ᵍ − 1" in found["conventions"]["nDCG@2"]


@pytest.fixture
def run_files(tmp_path: Path) -> list[str]:
    """Two runs, of which the second has the relevant document of r on top, and their judgments."""
    for name, last in (("a.run", "x"), ("b.run", "d")):
        rows = [("q", "d", 2), ("q", "x", 1), ("r", last, 2), ("r", "x" if last == "d" else "d", 1)]
        (tmp_path / name).write_text("".join(f"{q} Q0 {d} 0 {s} t\n" for q, d, s in rows), encoding="utf-8")
    (tmp_path / "qrels").write_text("q 0 d 1\nr 0 d 1\n", encoding="utf-8")
    return [str(tmp_path / name) for name in ("a.run", "b.run", "qrels")]


def test_several_runs_make_a_table_whose_last_file_is_the_judgments(
    capsys: pytest.CaptureFixture[str], run_files: list[str]
) -> None:
    *runs, qrels = run_files
    # RR is 1 and 1/2 of the first run, 1 and 1 of the second.
    _, out, _ = run(capsys, "run", *run_files, "-m", "RR", "P@1", "--sort", "RR")
    assert out.splitlines()[2:4] == ["| b   | **1.0000** | **1.0000** |", "| a   |     0.7500 |     0.5000 |"]
    assert "Means over the 2 queries that count for every run." in out
    assert run(capsys, "run", *runs, "--qrels", qrels, "-m", "RR,P@1", "--sort", "RR")[1] == out
    _, latex, _ = run(capsys, "run", *run_files, "-m", "RR", "--table", "latex", "--baseline", runs[1])
    assert "a & 0.7500 \\\\\n    b & \\textbf{1.0000} \\\\" in latex
    rows = json.loads(run(capsys, "run", *run_files, "-m", "RR", "--baseline", runs[1], "--json")[1])["rows"]
    assert [(row["run"], row["mean"], row["difference"]) for row in rows] == [("a", 0.75, -0.25), ("b", 1.0, None)]


def test_against_another_run_prints_one_screen_and_flips_where_they_are_asked_for(
    capsys: pytest.CaptureFixture[str], run_files: list[str]
) -> None:
    asked = ["run", run_files[1], run_files[2], "--against", run_files[0], "-m", "nDCG@2", "RR", "AP", "P@1"]
    _, out, _ = run(capsys, *asked)
    assert len(out.splitlines()) <= 40
    assert "| b   | RR     |    +0.2500 |" in out
    assert "the winner" not in out.replace("the winner flips, and on which queries: --flips", "")
    assert run(capsys, *asked, "--flips")[1].startswith(out[: out.index("Under which other choices")])
    record, with_flips = (json.loads(run(capsys, *asked, "--json", *more)[1])[1] for more in ([], ["--flips"]))
    assert record["measure"] == "RR"
    assert (record["means"], record["queries"]) == ([1.0, 0.75], {"first": 2, "second": 2, "both": 2})
    assert [record[key] for key in ("difference", "wins", "ties", "losses")] == [0.25, 1, 1, 0]
    assert record["t_p"] == pytest.approx(ttest_rel([1, 1], [1, 0.5]).pvalue)
    assert [*with_flips] == [*record, "flips", "cells"]
    _, table, _ = run(capsys, *asked, "--table", "csv")
    (row,) = (each for each in csv.DictReader(io.StringIO(table)) if (each["run"], each["measure"]) == ("b", "RR"))
    shared = [key for key in row if key in record and key not in ("measure", "queries") and row[key]]
    assert len(shared) == 15
    assert [record[key] for key in shared] == [float(row[key]) for key in shared]


@pytest.mark.parametrize(
    ("files", "options", "words"),
    [
        ("log", ["--ids", "case"], "--ids is for one run or a table"),
        ("log", ["--test", "wilcoxon"], "this is a log (one file)."),
        ("log", ["--against", "b.run"], "--against needs judgments"),
        ("run", ["--test", "t"], "--test is for a table (several runs, or --table FORMAT) or two runs (--against RUN)"),
        ("run", ["--per-query", "--table", "csv"], "--per-query is for a log (one file) or one run; this is a table"),
        ("run", ["--per-query", "--against", "b.run"], "this is two runs (--against RUN)."),
        ("run", ["--json", "--table", "latex"], "--json and --table do not go together"),
        ("run", ["--against", "b.run", "--flips", "--table", "csv"], "--flips and --table do not go together"),
        ("run", ["--against", "b.run", "--sort", "RR", "--json"], "in the order of -m"),
        ("run", ["--against", "b.run", "--baseline", "a.run"], "--baseline is for a table"),
    ],
)
def test_an_option_that_would_be_ignored_is_refused(
    capsys: pytest.CaptureFixture[str], run_files: list[str], files: str, options: list[str], words: str
) -> None:
    given = run_files[:1] if files == "log" else [run_files[0], run_files[2]]
    status, _, error = run(capsys, "run", *given, "-m", "RR", *options)
    assert (status, words in error) == (2, True), error


@pytest.mark.parametrize("way", ["last", "option", "lookup"])
def test_judgments_may_come_from_the_standard_input(
    capsys: pytest.CaptureFixture[str], run_files: list[str], monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    a, _, qrels = run_files
    asked = {
        "last": ["run", a, "-", "-m", "RR"],
        "option": ["run", a, "--qrels", "-", "-m", "RR"],
        "lookup": ["lookup", "--run", a, "--qrels", "-", "RR", "0.75"],
    }[way]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(Path(qrels).read_bytes())))
    assert "0.75" in run(capsys, *asked)[1]


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (["-", "-"], "Only one file can come from the standard input"),
        (["", "qrels"], "The name of a file is empty"),
        (["https://host/my.run", "qrels"], "https://host/my.run is an address. Download the file"),
        (["a.run", "HTTPS://host/qrels"], "is an address"),
    ],
)
def test_what_is_no_path_is_told(
    capsys: pytest.CaptureFixture[str], run_files: list[str], files: list[str], words: str
) -> None:
    given = {"a.run": run_files[0], "qrels": run_files[2]}
    status, _, error = run(capsys, "run", *(given.get(each, each) for each in files), "-m", "RR")
    assert (status, words in error) == (2, True), error


def test_of_several_runs_that_one_is_named_whose_ids_do_not_meet(
    capsys: pytest.CaptureFixture[str], run_files: list[str], tmp_path: Path
) -> None:
    odd = tmp_path / "odd.run"
    odd.write_text("1.0 Q0 d 0 2 t\n2.0 Q0 d 0 1 t\n", encoding="utf-8")
    status, _, error = run(capsys, "run", *run_files[:2], str(odd), run_files[2], "-m", "RR")
    assert (status, f"{odd}: 0 of 2 queries" in error) == (3, True), error


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--per-query"], "--per-query is for a log (one file) or one run; this is a table"),
        (["--against", "x"], "--against is for one run, found 2"),
        (["--baseline", "c"], 'Unknown run "c". Known: a, b.'),
        (["--sort", "AP"], 'Unknown measure "AP"'),
        (["--flips"], "--flips is for two runs (--against RUN)"),
    ],
)
def test_what_several_runs_cannot_be_asked_is_said(
    capsys: pytest.CaptureFixture[str], run_files: list[str], options: list[str], words: str
) -> None:
    status, _, error = run(capsys, "run", *run_files, "-m", "RR", *options)
    assert (status, words in error) == (2, True), error


def test_of_the_names_of_a_cause_a_sentence_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    """2 of 3 shown, in the place of 2 of 5: what a student did is said before the fields that would do the same."""
    first, *others = run(capsys, "lookup", "P@5", "1,0,1", "67%", "--reader", "student")[1].splitlines()
    assert first == "0.6666666666666666  precision is divided by the number of documents shown, not by k"
    said = [line.strip() for line in others if line.startswith("    ")]
    names = [line[line.index("(") + 1 : -2] for line in said]
    assert names[-1] == "there is no cutoff"
    assert "k becomes the list’s length where the list is shorter than k" in names


# ---------------------------------------------------------------------------------------------------------------------------
# Several lists


def test_two_lists_are_compared_in_words_and_in_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    """The first hit stands at rank 1 of one list and at rank 3 of the other."""
    asked = ("versus", "RR", "1,0,0", "d2,d9,d1")
    status, out, _ = run(capsys, *asked)
    assert status == 0
    assert out.splitlines()[0] == "RR: A = 1.0, B = 0.3333333333333333, B − A = -0.6666666666666667"
    assert "A is ahead by 0.667. What helps A most is d1, grade 1: rank 1 in A, rank 3 in B (−0.667)." in out
    assert out.splitlines()[-1] == "  Without effect: d2, d3, d9"
    found = json.loads(run(capsys, *asked, "--json")[1])
    assert (found["values"], found["winner"]) == ([1.0, pytest.approx(1 / 3)], "A")
    assert [(each["id"], each["grade"], each["ranks"]) for each in found["documents"]] == [
        ("d1", 1.0, [1, 3]),
        ("d2", 0.0, [2, 1]),
        ("d3", 0.0, [3, None]),
        ("d9", None, [None, 2]),
    ]
    assert sum(each["effect"] for each in found["documents"]) == pytest.approx(found["difference"])


def test_both_lists_may_be_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, saved = (tmp_path / name for name in ("first.txt", "second.txt", "saved.json"))
    first.write_text("a\t1\nb\t0\n", encoding="utf-8")
    second.write_text("b\na\n", encoding="utf-8")
    ranking = Ranking.from_grades([0, 1], doc_ids=["b", "a"])
    saved.write_text(to_file(AppState((ranking,))), encoding="utf-8")
    expected = [1.0, 0.5]
    for other in (second, saved):
        found = json.loads(run(capsys, "versus", "RR", f"@{first}", f"@{other}", "--json")[1])
        assert found["values"] == expected
    saved.write_text(to_file(AppState((ranking, ranking))), encoding="utf-8")
    assert "has 2 lists; expected one" in run(capsys, "versus", "RR", f"@{first}", f"@{saved}")[2]
    saved.write_text(to_file(AppState((Ranking.from_grades([1, 1], doc_ids=["b", "a"]),))), encoding="utf-8")
    assert 'two different grades: "b" (0 ≠ 1)' in run(capsys, "versus", "RR", f"@{first}", f"@{saved}")[2]


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


def test_a_wrong_custom_formula_is_marked_at_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "DCG", "1,2", "--choose", "gain=formula", "--choose", "gain_formula=2^"]) == 2
    assert "2^▸" in capsys.readouterr().err


def test_a_look_up_says_the_same_on_the_command_line_and_from_python(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookup", "nDCG@6", "3,2,3,0,1,2", "0.961", "--missed", "3,2"]) == 0
    said = capsys.readouterr().out.rstrip("\n")
    assert said == repr(lookup("nDCG@6", Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2]), "0.961"))
    first, *_, evidence = said.splitlines()
    assert first.startswith("0.96080819")
    assert "the ideal ranking uses only the documents shown" in first
    assert re.search(r"matches 0\.961 \(about 0\.\d+ expected by chance\)\. The 2 explanations", evidence)
    assert main(["lookup", "nDCG@6", "3,2,3,0,1,2", "abc"]) == 2
    assert '"abc" is not a number' in capsys.readouterr().err


# ---------------------------------------------------------------------------------------------------------------------------
# Help, and what there is to be named

COMMANDS = next(each.choices for each in parser()._actions if isinstance(each, argparse._SubParsersAction))
ELSEWHERE = ("serve", "static")  # one runs until it is stopped, the other writes much: they have tests of their own


def help_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--help"])
    assert not ended.value.code
    return capsys.readouterr().out


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys) == (0, help_of(capsys), "")


def test_measures_is_another_word_for_metrics(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "list", "measures") == run(capsys, "list", "metrics")


def test_the_first_help_leads_to_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    said = help_of(capsys)
    assert [name for name in COMMANDS if not re.search(rf"^    {name} +\w", said, re.MULTILINE)] == []


@pytest.mark.slow
def test_every_example_in_a_help_text_can_be_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in ("", *COMMANDS):
        found = re.findall(r"^  rankviz (.+?)(?:   .*)?$", help_of(capsys, *name.split()), re.MULTILINE)
        assert found, name
        for example in found:
            if example.split()[0] in ELSEWHERE:
                assert parser().parse_args(shlex.split(example)).command == example.split()[0]
            else:
                assert main(shlex.split(example)) == 0, example
                assert capsys.readouterr().out
            if example.split()[0] == "lookup":
                found = json.loads(run(capsys, *shlex.split(example), "--json")[1])
                assert found["fits"], example
                value = "values" if "--run" in example else "value"
                assert found["answers"][0][value] != found[value], example  # there is something to find out


@pytest.mark.parametrize(("kind", "names"), [("metrics", METRICS), ("profiles", PROFILES), ("choices", FIELDS)])
def test_everything_that_can_be_named_is_listed(
    kind: str, names: Mapping[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = run(capsys, "list", kind)[1].splitlines()
    heads = [line.split()[0] for line in lines if not line.startswith(" ")]
    if kind == "metrics":
        heads = [parse_measure(head).metric.key for head in heads]
    assert heads == list(names)
    records = json.loads(run(capsys, "list", kind, "--json")[1])
    keys = [each.get("metric", each.get("profile", each.get("field"))) for each in records]
    assert ([parse_measure(key).metric.key for key in keys] if kind == "metrics" else keys) == list(names)
    if kind == "choices":
        assert [each["values"][1]["value"] for each in records if each["field"] == "gain"] == ["exponential"]


def test_the_listed_values_of_a_choice_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "list", "choices")[1].splitlines()
    field, tried = "", 0
    for line in lines:
        field, (value, *_) = (line.split()[0], ("",)) if not line.startswith(" ") else (field, line.split())
        if value not in ("", "…", "table", "formula"):  # these need one of your own
            name = next((each.name for each in METRICS.values() if field in each.uses), "AP")
            status, _, error = run(capsys, "evaluate", name, "3,0,2", "--also", "1", "--choose", f"{field}={value}")
            assert status == 0 or any(why in error for why in ("no meaning", "Add --choose", "likeness of two lists")), error
            tried += 1
    assert tried > 60


@pytest.mark.slow
def test_a_probe_goes_on_with_further_lists_while_they_tell_libraries_apart(capsys: pytest.CaptureFixture[str]) -> None:
    probe = probe_list("ndcg")
    value = next(each.value for each in probe.groups if any("trec_eval" in one.profiles for one in each.behaviours))
    said = run(capsys, "probe", "nDCG@k", f"{value:.4f}")[1]
    assert "One of its documents stands in it twice." in said
    shown = [line.partition(",")[0] for line in said.partition("id,grade,score\n")[2].splitlines()]
    assert len(set(shown)) < len(shown)
    assert run(capsys, "probe", "nDCG@k", f"{value:.4f}", "error")[1] == "This is how trec_eval would compute it.\n"
    assert run(capsys, "probe", "nDCG@k", f"{value:.4f}", "17")[1].startswith("None of the libraries")


def test_a_probe_names_who_computes_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    shown = run(capsys, "probe", "nDCG@k")[1]
    measure, listed = re.findall(r"^Compute (nDCG@\d+) .*\n\n((?:.+\n)+)", shown, re.MULTILINE)[0]
    rows = [row.split(",") for row in listed.splitlines()[1:]]
    grades, missed = ([row[1] for row in rows if bool(row[2]) is here] for here in (True, False))
    scores = ",".join(row[2] for row in rows if row[2])
    asked = ("evaluate", measure, ",".join(grades), "--missed", ",".join(missed), "--scores", scores, "--profile", "sklearn")
    value = float(run(capsys, *asked)[1].split()[1])
    assert "scikit-learn" in run(capsys, "probe", "nDCG@k", f"{value:.4f}")[1]
    assert run(capsys, "probe", "nDCG@k", "0.0001")[1].startswith("No library")
    assert run(capsys, "probe", "nDCG@k", "0.0001", "1")[1] == "There is no further list after 0.0001.\n"
    assert run(capsys, "probe", "nDCG@k", "7")[1].startswith("nDCG is at most 1 here.\nNo library")


def test_how_alike_two_orders_are_is_printed_step_by_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the pairs of d1, d2, d3 one stands the other way round; d4 is left out."""
    asked = ("alike", "tau_b", "d1,d2,d3,d4", "d2,d1,d3")
    status, out, _ = run(capsys, *asked)
    assert status == 0
    assert out.splitlines()[0] == "tau_b = 0.3333333333333333"
    assert out.splitlines()[-1].strip() == "τ = (C-E)/P = (2-1)/3 = 0.333"
    assert "Only in the first list: 1; only in the second: 0." in out
    found = json.loads(run(capsys, *asked, "--json")[1])
    assert (found["value"], found["only"], found["undefined"]) == (pytest.approx(1 / 3), [1, 0], "")
    assert found["steps"][-1]["value"] == [pytest.approx(1 / 3)]
    file = tmp_path / "theirs.txt"
    file.write_text("d2\nd1\nd3\n", encoding="utf-8")
    choose = ("--choose", "rbo_p=0.5", "--json")
    every = json.loads(run(capsys, "alike", "all", "d1,d2,d3,d4", f"@{file}", *choose)[1])
    assert [each["measure"] for each in every] == ["tau_b", "tau_AP", "rho", "RBO(p=0.5)"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("everything", "a", "b"), 'Unknown likeness "everything"'),
        (
            ("tau_b", "a,b", "b,a", "--choose", "rbo_p=0.5"),
            "tau_b does not use rbo_p. It uses: duplicates, score_bits, alike_missing.",
        ),
        (("all", "a,b", "b,a", "--choose", "gain=binary"), "--choose gain would change nothing."),
        (("rho", "a"), "required: second"),
    ],
)
def test_what_no_likeness_can_use_is_told(capsys: pytest.CaptureFixture[str], asked: tuple[str, ...], said: str) -> None:
    status, out, told = run(capsys, "alike", *asked)
    assert (status, out) == (2, "")
    assert said in told
