"""The table of several runs: its numbers are trec_eval's and SciPy's, and what is written keeps every name as it is."""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import pytrec_eval
from scipy.stats import ttest_rel

import rankviz as rv
from rankviz.basics.escaping import in_latex
from rankviz.core.conventions import TEXTBOOK
from rankviz.core.metrics import METRICS
from rankviz.display.convention_words import ConventionWords
from rankviz.runs.words.result_table import markdown
from rankviz.texts import Texts

FOLDER = Path(rv.__file__).parent / "examples" / "digits"
QRELS = {f"q{i}": {"a": 2, "b": 1, "c": 0} for i in range(1, 9)}
Scores = dict[str, dict[str, float]]
# Ranks of a and b by query; the last run has no answer to q8.
ORDERS = {
    "base": ["abc", "bac", "cab", "cba", "abc", "acb", "bca", "cab"],
    "good": ["abc", "abc", "acb", "bca", "abc", "abc", "abc", "abc"],
    "short": ["cab", "cba", "cab", "cba", "bca", "acb", "bac"],
}
RUNS: dict[str, Scores] = {
    name: {f"q{i}": {doc: float(-rank) for rank, doc in enumerate(order)} for i, order in enumerate(orders, 1)}
    for name, orders in ORDERS.items()
}
MEASURES = ["nDCG@2", "AP(rel=2)", "P@1"]
TREC = {"nDCG@2": "ndcg_cut_2", "P@1": "P_1"}


@pytest.fixture(scope="module")
def table() -> rv.RunTable:
    return rv.tabulate_runs(RUNS, QRELS, MEASURES, profile="trec_eval", sort="nDCG@2")


def trec_values(name: str, measure: str) -> list[float]:
    """What trec_eval gives for the seven queries that all runs answer."""
    found = pytrec_eval.RelevanceEvaluator(QRELS, {"ndcg_cut.2", "P.1"}).evaluate(RUNS[name])
    return [found[f"q{i}"][TREC[measure]] for i in range(1, 8)]


def test_means_are_trec_evals_over_the_queries_that_all_runs_answer(table: rv.RunTable) -> None:
    assert table.counts == (7, 7, 7)
    assert table.own_counts[table.runs.index("base")].tolist() == [8, 8, 8]
    assert table.own_counts[table.runs.index("short")].tolist() == [7, 7, 7]
    for name in RUNS:
        for measure in TREC:
            found = table.means[table.runs.index(name), table.measures.index(measure)]
            assert found == pytest.approx(np.mean(trec_values(name, measure)), rel=1e-12)


def test_rows_are_sorted_and_add_up(table: rv.RunTable) -> None:
    assert table.runs == ("good", "base", "short")
    base = table.means[table.runs.index("base")]
    for (run, measure), test in table.tests.items():
        column = table.measures.index(measure)
        assert test.difference == pytest.approx(table.means[table.runs.index(run), column] - base[column], abs=1e-14)
        assert test.n == 7


def test_p_values_are_scipys_and_corrected_by_hand_for_all_runs_and_measures_together(table: rv.RunTable) -> None:
    raw = {}
    for run, measure in table.tests:
        if measure in TREC:
            found = ttest_rel(trec_values(run, measure), trec_values("base", measure))
            interval = found.confidence_interval(0.95)
            test = table.tests[run, measure]
            raw[run, measure] = found.pvalue
            assert (test.t.p, test.interval.low, test.interval.high) == pytest.approx((found.pvalue, *interval), rel=1e-9)
    # AP of grade 2 alone is the reciprocal rank of a.
    for run in ("good", "short"):
        here, base = ([1 / (order.index("a") + 1) for order in ORDERS[name][:7]] for name in (run, "base"))
        raw[run, "AP(rel=2)"] = ttest_rel(here, base).pvalue
    assert raw.keys() == table.tests.keys()
    largest = 0.0
    for at, (key, p) in enumerate(sorted(raw.items(), key=lambda pair: pair[1])):
        largest = max(largest, min(1.0, p * (6 - at)))
        assert table.tests[key].t.p_corrected == pytest.approx(largest, rel=1e-9)


def test_wins_and_effect_size_are_counted_from_the_orders(table: rv.RunTable) -> None:
    test = table.tests["good", "P@1"]
    # Top documents: base a b c c a a b, good a a a b a a a; relevant are a and b, so only q3 and q4 differ.
    assert (test.wins, test.ties, test.losses) == (2, 5, 0)
    # Differences 0 0 1 1 0 0 0: mean 2/7, sum of squares 2 - 4/7 = 10/7, by 6.
    assert test.effect_size == pytest.approx((2 / 7) / math.sqrt(10 / 7 / 6))


def test_another_baseline_turns_the_differences_around(table: rv.RunTable) -> None:
    turned = rv.tabulate_runs(RUNS, QRELS, MEASURES, profile="trec_eval", baseline="good")
    assert turned.runs == ("base", "good", "short")
    assert turned.tests["base", "nDCG@2"].difference == -table.tests["good", "nDCG@2"].difference
    assert ("good", "nDCG@2") not in turned.tests


def test_where_less_is_better_the_lowest_is_best_first_and_won() -> None:
    found = rv.tabulate_runs(RUNS, QRELS, ["FP@1"], sort="FP@1")
    # c is on top in q3, q4 and q8 of base, never in good; short has no q8, where the textbook counts none retrieved.
    assert found.means[found.runs.index("base"), 0] == 3 / 8
    assert found.runs[0] == "good"
    test = found.tests["good", "FP@1"]
    assert (test.difference, test.wins, test.losses) == (-3 / 8, 3, 0)
    assert "| good  | **0.0000** |" in str(found)
    assert "FP@1 ↓" in str(found)
    assert "lower is better" in found.note


def test_of_a_weighted_mean_what_each_query_adds_is_tested() -> None:
    run = {"q1": {"a": 1.0}, "q2": {"a": 1.0, "b": 2.0, "c": 3.0}}
    other = {"q1": {"c": 1.0}, "q2": {"a": 3.0, "b": 2.0, "c": 1.0}}
    qrels = {q: QRELS[q] for q in run}
    found = rv.tabulate_runs([run, other], qrels, "P@1", mean_weights="impressions")
    # Weights 1 and 3: (1 * 1 + 3 * 0) / 4 and (1 * 0 + 3 * 1) / 4.
    assert found.means.tolist() == [[0.25], [0.75]]
    test = found.tests["run 2", "P@1"]
    assert (test.difference, test.reason, test.wins, test.losses) == (0.5, "weighted_mean", 1, 1)
    assert math.isnan(test.t.p)
    assert "Not tested: P@1 (queries do not weigh the same)." in found.note
    # Of ±1 ±3 as far from 0 as 2 are all four; without weights -1 and 1 would add up to 0.
    assert (test.permutation.p, test.permutation.statistic, test.exact) == (1.0, 0.5, True)
    assert "Not tested" not in rv.tabulate_runs([run, other], qrels, "P@1", mean_weights="impressions", test="permutation").note
    by_result = [rv.evaluate_run(each, qrels, "P@1", mean_weights="impressions") for each in (other, run)]
    assert repr(by_result[0].compare(by_result[1])) == repr((test,))
    longer = {**other, "q1": {"c": 1.0, "b": 0.5}}  # its q1 weighs 2
    unlike = rv.tabulate_runs([run, longer], qrels, "P@1", mean_weights="impressions").tests["run 2", "P@1"]
    assert (unlike.difference, unlike.reason, unlike.n) == (3 / 5 - 1 / 4, "weighted_mean", 2)
    assert math.isnan(unlike.permutation.p)


def test_names_stay_text_in_latex_and_markdown() -> None:
    name = r"a_b%&#\{}|$*[x]"
    runs = {name: RUNS["good"], "[2]": RUNS["base"]}
    found = rv.tabulate_runs(runs, QRELS, ["P@1"])
    # 8 of 8 and 5 of 8 queries have a or b on top.
    assert r"a\_b\%\&\#\textbackslash{}\{\}\textbar{}\${*}{[}x{]} & \textbf{1.0000} \\" in found.to_latex()
    assert r"{[}2{]} & 0.6250 \\" in found.to_latex()
    row = next(line for line in found.to_markdown().splitlines() if line.startswith("| a"))
    assert row.startswith(r"| a\_b%\&\#\\\{\}\|\$\*\[x\] |")
    assert "<td>a_b%&amp;#" in found._repr_html_()


def test_the_best_and_what_prints_alike_is_bold_and_marks_are_of_the_corrected_p(table: rv.RunTable) -> None:
    lines = rv.tabulate_runs({"one": RUNS["base"], "same": RUNS["base"]}, QRELS, ["P@1"]).to_markdown().splitlines()
    assert [line.count("**0.6250**") for line in lines[2:4]] == [1, 1]
    digits = [str(FOLDER / f"{name}.run.gz") for name in ("pixels", "lda")]
    qrels = str(FOLDER / "qrels.txt.gz")
    found = rv.tabulate_runs(digits, qrels, ["nDCG@10", "AP", "RR"], profile="trec_eval")
    # Raw p by SciPy: nDCG@10 0.024, which is 0.048 as the second of three; AP 2e-7; RR 0.32 (test_run_result.py asks SciPy).
    marks = dict(zip(found.measures, ("†", "‡", ""), strict=True))
    row = next(line for line in found.to_markdown().splitlines() if line.startswith("| lda"))
    for cell, mark in zip(row.split("|")[2:5], marks.values(), strict=True):
        assert cell.strip().strip("*0123456789.") == mark
    assert r"$^{\ddagger}$" in found.to_latex()
    assert "p < 0.05 and p < 0.01 against pixels (paired t-test, two-sided, Holm-corrected for 3 comparisons)" in found.note
    assert "& \\textless{} 0.001 &" in found.to_latex(details=True)


def test_the_note_says_over_which_queries_and_as_which_library(table: rv.RunTable) -> None:
    assert table.note.startswith("Means over the 7 queries that count for every run.")
    assert "a run by itself has: good: 8, base: 8, short: 7" in table.note
    assert "as trec_eval 9.0.8" in table.note
    assert table.note.count("equal scores") == 1  # what all measures share
    assert table.note in json.loads(table.to_json())["note"]
    assert "by the convention “Textbook”." in rv.tabulate_runs(RUNS, QRELS, "P@1").note
    chosen = rv.tabulate_runs(RUNS, QRELS, "nDCG@2", profile="trec_eval", discount="none")
    assert "Choices other than its own (" in chosen.note
    assert "所有结果都计入的 7 个查询" in markdown(table, Texts("zh"))


def test_csv_and_json_have_every_number_with_all_digits(table: rv.RunTable) -> None:
    rows = [*csv.DictReader(io.StringIO(table.to_csv(), newline=""))]
    records = json.loads(table.to_json())["rows"]
    assert len(rows) == len(records) == 9
    for row, record in zip(rows, records, strict=True):
        at = table.runs.index(row["run"]), table.measures.index(row["measure"])
        assert float(row["mean"]) == record["mean"] == table.means[at]
        test = table.tests.get((row["run"], row["measure"]))
        assert (row["t_p_holm"] == "") == (record["t_p_holm"] is None) == (test is None)
        assert test is None or float(row["bootstrap_high"]) == record["bootstrap_high"] == test.bootstrap.high
    assert rows[0]["computed_as"].startswith("trec_eval 9")
    assert rows[0]["convention"].startswith("nDCG at 2 with gain g")


def test_a_name_that_a_spreadsheet_would_compute_gets_an_apostrophe() -> None:
    found = rv.tabulate_runs({"=1+1": RUNS["base"]}, QRELS, ["P@1"])
    assert found.to_csv().splitlines()[1].startswith("'=1+1,P@1,0.625,8")
    assert found.baseline == ""
    assert json.loads(found.to_json())["rows"][0]["run"] == "=1+1"


def test_every_convention_can_be_typeset_by_pdftex() -> None:
    texts = Texts("en")
    for metric in METRICS.values():
        for field, options in metric.uses.items():
            for option in options:
                words = ConventionWords(metric, replace(TEXTBOOK, **{field: option}), None, texts)  # type: ignore[arg-type]
                assert in_latex(words.sentence).isascii(), words.sentence


@pytest.mark.parametrize(
    ("how", "key"),
    [
        ({"baseline": "bad"}, "unknown_run"),
        ({"sort": "nDCG@7"}, "unknown_measure"),
        ({"sort": "no such thing"}, "unknown_measure"),
        ({"test": "z"}, "unknown_test"),
    ],
)
def test_what_is_not_in_the_table_is_refused(how: dict[str, str], key: str) -> None:
    with pytest.raises(rv.InputError) as refused:
        rv.tabulate_runs(RUNS, QRELS, ["P@1"], **how)  # type: ignore[arg-type]
    assert refused.value.key == key
