"""Two runs along a number of the convention: each query, the mean, and the queries that decide it."""

from __future__ import annotations

import gzip
import itertools
import json
import math
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rankviz import METRICS, Convention, Ranking, compare_runs, evaluate, evaluate_run
from rankviz.basics.errors import InputError
from rankviz.cli.main import main
from rankviz.compare.parameter_sweep import Sweep
from rankviz.compare.winner_flips import flips
from rankviz.core.metrics.measures import parse_measure
from rankviz.evaluation.list_pair import pair_lists
from rankviz.runs import winner_flips as module
from rankviz.runs.evaluate.prepared_run import Prepared, prepare
from rankviz.runs.run_difference import run_grid
from rankviz.runs.summary import RunValues
from rankviz.runs.winner_flips import RunFlips, run_flips, run_sweeps
from rankviz.runs.words.winner_flips import cells_data, figure, flip_sentences, flipping_data
from rankviz.texts import Texts

Run = dict[str, dict[str, float]]
DOCUMENTS = [f"d{i}" for i in range(14)]


def drawn(seed: int, count: int = 12) -> tuple[Run, Run, Run]:
    """Two runs with ties, and judgments with grades; a query without judgments, and one that only a run has."""
    draw = random.Random(seed)  # noqa: S311
    qrels: Run = {f"q{q}": {doc: draw.choice([0, 0, 1, 2, 3]) for doc in draw.sample(DOCUMENTS, 8)} for q in range(count)}
    runs = []
    for extra in ("q_none", "q_only"):
        names = [*qrels, "q_none", extra]
        runs.append({name: {doc: float(draw.randint(1, 12)) for doc in draw.sample(DOCUMENTS, 10)} for name in names})
    return runs[0], runs[1], qrels


def prepared(runs: tuple[Run, Run, Run]) -> tuple[Prepared, Prepared]:
    first, second, qrels = runs
    return prepare(first, qrels), prepare(second, qrels)


def sweep_of(metric: str, both: tuple[Prepared, Prepared], convention: Convention, key: str) -> Sweep:
    return {each.key: each for each in run_sweeps(METRICS[metric], *both, convention)}[key]


def found_of(metric: str, runs: tuple[Run, Run, Run], convention: Convention, key: str) -> RunFlips:
    both = prepared(runs)
    return run_flips(METRICS[metric], *both, convention, sweep_of(metric, both, convention, key))


def asked(runs: tuple[Run, Run, Run], measure: str, choices: Mapping[str, object]) -> list[tuple[dict[str, float], float]]:
    """Each run's values by query and its mean, as `evaluate_run` gives them."""
    results = [evaluate_run(run, runs[2], [measure], **choices) for run in runs[:2]]  # type: ignore[arg-type]
    return [
        (
            {query: float(value) for query, value in zip(each.queries, *each.per_query.values(), strict=True)},
            *each.means.values(),
        )
        for each in results
    ]


@pytest.mark.parametrize(
    ("metric", "measure", "key", "at", "choices"),
    [
        ("ndcg", "nDCG@5", "gain_base", 3.1, {"gain": "base", "gain_base": 3.1}),
        ("ndcg", "nDCG@5", "discount_power", 0.7, {"discount": "power", "discount_power": 0.7}),
        ("rbp", "RBP@5", "rbp_p", 0.5, {"rbp_p": 0.5}),
        ("ap", "AP@5", "threshold", 2.0, {"threshold": 2.0}),
        ("precision", "P", "cutoff", 3.0, {"cutoff": 3}),
        ("err", "ERR", "cutoff", 4.0, {"cutoff": 4}),
    ],
)
def test_each_point_is_what_the_runs_have_under_that_convention(
    metric: str, measure: str, key: str, at: float, choices: dict[str, object]
) -> None:
    runs = drawn(3)
    cutoff = 5 if "@" in measure else None
    present = Convention(cutoff=cutoff).with_choices({"rbp_p": 0.5, "discount_power": 0.7, "gain_base": 3.1} | choices)
    found = found_of(metric, runs, present, key)
    (one, mean_one), (two, mean_two) = asked(runs, measure, choices)
    (place,) = np.flatnonzero(np.isclose(found.x, at, atol=1e-12))
    counted = [query for query in found.queries if query not in ("q_none", "q_only")]
    assert {*found.queries} - {*counted} <= {"q_none"}
    for query, ahead in zip(found.queries, found.ahead[place].tolist(), strict=True):
        if query in counted:
            assert ahead == pytest.approx(two[query] - one[query], abs=1e-11)
        else:
            assert math.isnan(ahead)
    assert found.mean_ahead[place] == pytest.approx(mean_two - mean_one, abs=1e-11)
    shares = [sum(sign * (two[q] - one[q]) > 1e-11 for q in counted) / len(counted) for sign in (-1, 1)]
    assert found.shares[:, place].tolist() == pytest.approx([shares[0], 1 - sum(shares), shares[1]])


def test_a_query_of_two_runs_flips_as_its_two_lists_do() -> None:
    runs = drawn(5, 30)
    convention = Convention(cutoff=5)
    found = found_of("ndcg", runs, convention, "gain_base")
    first, second, qrels = runs
    flipping = []
    for query, grades in qrels.items():
        lists = [
            Ranking.from_judgments([*run[query]], {doc: float(grade) for doc, grade in grades.items()}, [*run[query].values()])
            for run in (first, second)
        ]
        if {"first", "second"} <= {
            each.winner for each in flips(METRICS["ndcg"], pair_lists(*lists), convention, found.sweep).stretches
        }:
            flipping.append(query)
    assert {*found.flipping} <= {*flipping}
    assert len(found.flipping) >= len(flipping) - 1  # it may be a short way, between two points
    assert found.flipping
    here, there = found.x[0], found.x[-1]
    assert {*found.flipped_queries(float(here), float(there))} <= {*found.flipping}


def mean_of(runs: tuple[Run, Run, Run], base: float, queries: set[str] | None = None) -> float:
    """How far the second run's mean of nDCG@5 is ahead."""
    values = asked(runs, "nDCG@5", {"gain": "base", "gain_base": base})
    kept = queries or {*runs[2]}
    return float(np.mean([values[1][0][query] - values[0][0][query] for query in kept]))


@pytest.mark.slow
def test_where_the_mean_changes_sides_it_is_even() -> None:
    met = 0
    for seed in range(12):
        runs = drawn(seed)
        found = found_of("ndcg", runs, Convention(cutoff=5), "gain_base")
        signs = np.sign(found.mean_ahead)
        assert len(found.crossings) == int((signs[:-1] * signs[1:] < 0).sum())
        for at in found.crossings:
            assert mean_of(runs, at) == pytest.approx(0, abs=1e-8)
            met += 1
    assert met >= 2


def test_without_the_deciding_queries_the_other_run_is_ahead_and_without_fewer_it_is_not() -> None:
    most = 0
    for seed in range(6, 12):
        runs = drawn(seed)
        decisive = found_of("ndcg", runs, Convention(cutoff=5), "gain_base").deciding(1.0)
        side = np.sign(mean_of(runs, 1.0))
        assert decisive
        for count in range(len(decisive)):
            left = {*runs[2]} - {each.query for each in decisive[:count]}
            assert side * mean_of(runs, 1.0, left) > 0
        left = {*runs[2]} - {each.query for each in decisive}
        assert side * mean_of(runs, 1.0, left) <= 1e-12
        sizes = [abs(each.part) for each in decisive]
        assert sizes == sorted(sizes, reverse=True)
        assert all(each.part * side > 0 for each in decisive)
        most = max(most, len(decisive))
    assert most > 1


def test_what_each_query_adds_to_a_change_makes_up_the_change() -> None:
    runs = drawn(9)
    found = found_of("ndcg", runs, Convention(cutoff=5), "gain_base")
    change = sum(each.part for each in found.changes(0.0, 4.0))
    assert change == pytest.approx(mean_of(runs, 4.0) - mean_of(runs, 0.0), abs=1e-11)


def test_where_less_is_better_the_run_with_the_smaller_value_is_ahead() -> None:
    runs: tuple[Run, Run, Run] = {"q": {"a": 2.0, "b": 1.0}}, {"q": {"b": 2.0, "a": 1.0}}, {"q": {"a": 1, "b": 0}}
    found = found_of("fn", runs, Convention(), "cutoff")
    assert found.ahead.tolist() == [[-1.0], [0.0]]
    assert evaluate("FN@1", [1, 0]) == 0
    assert found.crossings == ()


def test_a_number_with_steps_changes_sides_at_a_step() -> None:
    qrels: Run = {"q": {"a": 1, "b": 0, "c": 1, "d": 1}}
    first: Run = {"q": dict(zip("abcd", (4.0, 3.0, 2.0, 1.0), strict=True))}
    second: Run = {"q": dict(zip("bcda", (4.0, 3.0, 2.0, 1.0), strict=True))}
    found = found_of("precision", (first, second, qrels), Convention(), "cutoff")  # hits: 1 1 2 3 and 0 1 2 3
    assert found.ahead[:, 0].tolist() == [-1.0, 0.0, 0.0, 0.0]
    better: Run = {"q": dict(zip("bcdax", (4.0, 3.0, 2.0, 1.0, 0.5), strict=True))}
    worse: Run = {"q": dict(zip("axbcd", (5.0, 4.0, 3.0, 2.0, 1.0), strict=True))}
    turned = found_of("precision", (worse, better, qrels), Convention(), "cutoff")  # hits: 1 1 1 2 3 and 0 1 2 3 3
    assert turned.crossings == (3.0,)


def test_under_every_gain_and_discount_it_is_told_which_queries_flip() -> None:
    runs = drawn(5, 30)
    cells = run_grid(METRICS["ndcg"], *prepared(runs), Convention(cutoff=5))
    usual = asked(runs, "nDCG@5", {})
    assert [each.choices for each in cells if each.present] == [{"gain": "linear", "discount": "log2"}]
    assert any(each.flipped for each in cells)
    for cell in cells[:: len(cells) // 7]:
        found = asked(runs, "nDCG@5", cell.choices)
        ahead, before = ({query: two[0][query] - one[0][query] for query in runs[2]} for one, two in (found, usual))
        assert {*cell.flipped} == {query for query in ahead if ahead[query] * before[query] < -1e-20}
        assert cell.won == tuple(sum(test(each) for each in ahead.values()) for test in (_less, _even, _more))
        assert cell.mean_ahead == pytest.approx(found[1][1] - found[0][1], abs=1e-12)
        assert cell.mean_flipped == (cell.mean_ahead * (usual[1][1] - usual[0][1]) < 0)


def _less(each: float) -> bool:
    return each < -1e-12


def _even(each: float) -> bool:
    return abs(each) <= 1e-12


def _more(each: float) -> bool:
    return each > 1e-12


# ---------------------------------------------------------------------------------------------------------------------------
# What is said of it

EXAMPLE = Path(__file__).parents[2] / "rankviz" / "examples" / "digits"


def example(name: str, document: int, number: int) -> Run:
    found: Run = {}
    for line in gzip.decompress((EXAMPLE / name).read_bytes()).decode().splitlines():
        cells = line.split()
        found.setdefault(cells[0], {})[cells[document]] = float(cells[number])
    return found


def by_hand(run: Run, qrels: Run, base: float) -> dict[str, float]:
    """The nDCG@10 of every query, term by term."""
    values = {}
    for query, found in run.items():
        worth = {doc: sum(base**step for step in range(int(grade))) for doc, grade in qrels[query].items()}
        shown = [worth.get(doc, 0.0) for doc in sorted(found, key=lambda doc: -found[doc])[:10]]
        best = sorted(worth.values(), reverse=True)[:10]
        dcg, most = (sum(gain / math.log2(at + 2) for at, gain in enumerate(gains)) for gains in (shown, best))
        values[query] = dcg / most
    return values


@pytest.mark.slow
def test_on_how_many_queries_the_winner_changes_is_so_term_by_term() -> None:
    qrels = example("qrels.txt.gz", 2, 3)
    runs = [example(f"{name}.run.gz", 2, 4) for name in ("pixels", "lda")]
    found = found_of("ndcg", (runs[0], runs[1], qrels), Convention(cutoff=10), "gain_base")
    signs: dict[str, set[float]] = {query: set() for query in qrels}
    for base in found.x.tolist():
        one, two = (by_hand(run, qrels, base) for run in runs)
        for query in qrels:
            signs[query].add(float(np.sign(round(two[query] - one[query], 11))))
    flipping = {query for query, each in signs.items() if {-1.0, 1.0} <= each}
    assert {*found.flipping} == flipping
    assert 0 < len(flipping) < len(qrels)
    texts = Texts("en")
    said = flip_sentences(found, 1.0, texts)
    assert f"changes on {len(flipping)} of {len(qrels)} queries" in said[1]
    table = flipping_data(found, 1.0, texts)
    assert table is not None
    (rows,) = (group["rows"] for group in table["groups"])
    one, two = (by_hand(run, qrels, 1.0) for run in runs)
    for row in rows:
        ahead = two[row["head"]] - one[row["head"]]
        assert row["cells"][2]["text"] in (f"A {abs(ahead):.4f}", f"B {abs(ahead):.4f}", "=")
        assert row["cells"][2]["text"][0] == ("=" if abs(ahead) < 1e-12 else "A" if ahead < 0 else "B")
        assert row["cells"][0]["action"] == row["head"]


@pytest.mark.slow
def test_each_part_of_the_axis_has_the_winner_of_its_middle() -> None:
    several = 0
    for seed in range(12):
        runs = drawn(seed)
        found = found_of("ndcg", runs, Convention(cutoff=5), "gain_base")
        parts = found.stretches
        assert (parts[0].low, parts[-1].high) == (0.0, 4.0)
        assert [each.high for each in parts[:-1]] == [each.low for each in parts[1:]]
        for each in parts:
            ahead = mean_of(runs, (each.low + each.high) / 2)
            assert each.winner == ("even" if abs(ahead) < 1e-12 else "first" if ahead < 0 else "second")
        for before, after in itertools.pairwise(parts):
            if {before.winner, after.winner} == {"first", "second"}:
                assert mean_of(runs, after.low) == pytest.approx(0, abs=1e-8)
        several += len(parts) > 1
    assert several >= 2


def test_where_both_are_even_at_one_value_only_the_winner_s_part_begins_there() -> None:
    qrels: Run = {"q": {"a": 2, "b": 1}}  # at base 0 both are worth 1
    first, second = ({"q": dict(zip(order, (2.0, 1.0), strict=True))} for order in ("ab", "ba"))
    found = found_of("ndcg", (first, second, qrels), Convention(), "gain_base")
    assert [(each.low, each.high, each.winner) for each in found.stretches] == [(0.0, 0.0, "even"), (0.0, 4.0, "first")]


def test_of_a_number_with_steps_each_part_ends_at_a_step() -> None:
    qrels: Run = {"q": {"a": 1, "b": 0, "c": 1, "d": 1}}
    worse: Run = {"q": dict(zip("axbcd", (5.0, 4.0, 3.0, 2.0, 1.0), strict=True))}
    better: Run = {"q": dict(zip("bcdax", (4.0, 3.0, 2.0, 1.0, 0.5), strict=True))}
    found = found_of("precision", (worse, better, qrels), Convention(), "cutoff")  # hits: 1 1 1 2 3 and 0 1 2 3 3
    assert [(each.low, each.high, each.winner) for each in found.stretches] == [
        (1.0, 1.0, "first"),
        (2.0, 2.0, "even"),
        (3.0, 4.0, "second"),
        (5.0, 5.0, "even"),
    ]


def test_of_large_runs_fewer_points_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    both = prepared(drawn(3))
    size = sum(len(each.query) + len(each.missed_query) for each in both)
    monkeypatch.setattr(module, "WORK", 20 * size)
    counts = {}
    for each in run_sweeps(METRICS["ndcg"], *both, Convention(cutoff=5)):
        counts[each.key] = len(run_flips(METRICS["ndcg"], *both, Convention(cutoff=5), each).x)
    assert 20 <= counts["gain_base"] < 30
    assert counts["cutoff"] == 10
    monkeypatch.setattr(module, "WORK", 1)
    few = [
        run_flips(METRICS["ndcg"], *both, Convention(cutoff=5), each).x
        for each in run_sweeps(METRICS["ndcg"], *both, Convention())
    ]
    assert few[-2].tolist() == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]  # cutoffs, none of them left out between


def without_a_query() -> tuple[Run, Run, Run]:
    """Two runs of which the second lacks a query that the first one answers well; each over its own, the first is ahead."""
    qrels: Run = {f"q{at}": {"a": 2, "b": 1, "c": 0} for at in range(4)}
    orders = {"first": ("abc", "bac", "bac", "abc"), "second": ("acb", "acb", "bac")}
    first, second = (
        {f"q{at}": dict(zip(order, (3.0, 2.0, 1.0), strict=True)) for at, order in enumerate(each)} for each in orders.values()
    )
    return first, second, qrels


def over_both(runs: tuple[Run, Run, Run], choices: Mapping[str, object]) -> tuple[list[float], dict[str, float]]:
    """The runs' means over the queries of both, and by how much the second is ahead on each of these."""
    (one, _), (two, _) = asked(runs, "nDCG@10", {**choices, "mean_over": "run"})
    both = sorted({*runs[0]} & {*runs[1]})
    return [float(np.mean([each[q] for q in both])) for each in (one, two)], {q: two[q] - one[q] for q in both}


@pytest.mark.slow
def test_the_lead_in_the_mean_is_over_the_queries_that_count_for_both() -> None:
    runs, convention = without_a_query(), Convention(cutoff=10, mean_over="run")
    (_, own_one), (_, own_two) = asked(runs, "nDCG@10", {"mean_over": "run"})
    (one, two), ahead = over_both(runs, {})
    assert (own_two - own_one) * (two - one) < 0  # each over its own queries, the other run is ahead
    found = found_of("ndcg", runs, convention, "gain_base")
    for place, base in enumerate(found.x.tolist()):
        means, _ = over_both(runs, {"gain": "base", "gain_base": base})
        assert found.mean_ahead[place] == pytest.approx(means[1] - means[0], abs=1e-12)
    decisive = found.deciding(1.0)
    assert sum(each.part for each in decisive) >= two - one > 0
    assert {each.query: each.part for each in decisive} == pytest.approx(
        {each.query: ahead[each.query] / 3 for each in decisive}
    )
    cells = run_grid(METRICS["ndcg"], *prepared(runs), convention)
    for cell in cells:
        means, _ = over_both(runs, cell.choices)
        assert cell.mean_ahead == pytest.approx(means[1] - means[0], abs=1e-12)
        assert cell.mean_flipped == ((means[1] - means[0]) * (two - one) < -1e-12)


@pytest.mark.slow
def test_the_difference_of_two_runs_is_the_tested_one_also_from_python_and_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = without_a_query()
    (one, two), _ = over_both(runs, {})
    found = compare_runs("nDCG@10", *runs, mean_over="run")
    assert found.means == pytest.approx((one, two))
    assert found.counts == (4, 3, 3)
    results = tuple(evaluate_run(run, runs[2], ["nDCG@10"], mean_over="run") for run in runs[:2])
    (tested,) = RunValues.by_side(results).comparisons()
    assert found.means[1] - found.means[0] == pytest.approx(tested.difference)
    sentence = "over what counts for both: 3 queries (A: 4, B: 3)"
    assert sentence in str(found)
    files = [tmp_path / name for name in ("first.run", "second.run", "qrels.txt")]
    for file, run in zip(files, runs, strict=True):
        line = "{} 0 {} {:.0f}\n" if file.suffix == ".txt" else "{} Q0 {} 1 {} x\n"
        file.write_text("".join(line.format(query, doc, value) for query in run for doc, value in run[query].items()))
    command = [
        "run",
        str(files[0]),
        str(files[2]),
        "-m",
        "nDCG@10",
        "--against",
        str(files[1]),
    ]  # as trec_eval: queries in the run
    assert main(command) == 0
    table = capsys.readouterr().out
    assert f"{one:.4f}" in table
    assert f"**{two:.4f}**" in table
    assert main([*command, "--flips"]) == 0
    printed = capsys.readouterr().out
    assert sentence in printed
    assert f"A {one:.4f}, B {two:.4f}" in printed
    assert f"B {two - one:.4f}" in printed
    assert main([*command, "--json"]) == 0
    (record,) = json.loads(capsys.readouterr().out)
    assert record["means"] == pytest.approx([one, two])
    assert record["queries"] == {"first": 4, "second": 3, "both": 3}


def test_the_winner_changes_on_so_many_of_the_queries_that_are_compared() -> None:
    found = found_of("ndcg", without_a_query(), Convention(cutoff=10, mean_over="run"), "gain_base")
    assert any("of 3 queries" in line for line in flip_sentences(found, 1.0, Texts("en")))
    assert "q3" in found.queries  # it is judged, and one run has it


def test_between_two_values_the_chart_has_no_share_that_neither_has() -> None:
    for key, shape in (("gain_base", "hvh"), ("cutoff", "hv")):
        found = found_of("ndcg", drawn(7), Convention(cutoff=5), key)
        drawing: Any = figure(found, None, ("one", "two"), Texts("en"))
        assert {trace["line"]["shape"] for trace in drawing["data"]} == {shape}


def test_queries_that_do_not_count_everywhere_are_counted() -> None:
    qrels: Run = {"q": {"a": 3}, "r": {"a": 1}}
    run: Run = {query: {"a": 1.0, "b": 0.5} for query in qrels}
    found = found_of("ap", (run, run, qrels), Convention(mean_over="with_relevant"), "threshold")  # no grade 3 in r
    assert found.left_out == 1
    assert any(": 1." in line and "neither compared" in line for line in flip_sentences(found, None, Texts("en")))


def test_shares_are_drawn_one_on_the_other_and_make_up_the_whole() -> None:
    runs = drawn(7)
    found = found_of("ndcg", runs, Convention(cutoff=5), "gain_base")
    drawing: Any = figure(found, 1.0, ("one", "two"), Texts("en"))
    heights = np.array([trace["y"] for trace in drawing["data"]])
    assert heights.sum(axis=0) == pytest.approx(np.ones(len(found.x)))
    one, two = (by_each for by_each, _ in asked(runs, "nDCG@5", {"gain": "base", "gain_base": float(found.x[20])}))
    assert heights[0, 20] == pytest.approx(sum(one[query] > two[query] + 1e-11 for query in runs[2]) / len(runs[2]))


def test_a_cell_says_who_is_ahead_and_how_many_flip() -> None:
    runs = drawn(5, 30)
    cells = run_grid(METRICS["ndcg"], *prepared(runs), Convention(cutoff=5))
    table = cells_data(cells, Texts("en"))
    assert table is not None
    (rows,) = (group["rows"] for group in table["groups"])
    drawn_cells = [cell for row in rows for cell in row["cells"]]
    assert len(drawn_cells) == len(cells)
    for at in range(0, len(cells), 7):
        usual, found = asked(runs, "nDCG@5", {}), asked(runs, "nDCG@5", cells[at].choices)
        ahead = found[1][1] - found[0][1]
        assert drawn_cells[at]["text"] == f"{'B' if ahead > 0 else 'A'} {abs(ahead):.4f}"
        now, there = ({query: two[0][query] - one[0][query] for query in runs[2]} for one, two in (usual, found))
        flipped = sum(now[query] * there[query] < -1e-20 for query in runs[2])
        assert (f"queries that flip: {flipped}" in drawn_cells[at]["lines"]) == (flipped > 0)
        assert drawn_cells[at]["action"] == str(at)


@pytest.mark.parametrize("measure", ["P@3", "nDCG@3"])
def test_under_every_rule_for_ties_and_unjudged_entries_a_cell_is_that_of_the_runs_or_has_no_winner(measure: str) -> None:
    runs = drawn(6)
    parsed = parse_measure(measure)
    refused = 0
    for cell in run_grid(parsed.metric, *prepared(runs), Convention(cutoff=3), ("ties", "unjudged")):
        try:
            one, two = asked(runs, measure, cell.choices)
        except InputError as error:
            assert error.key == "needs_every_entry"
            assert math.isnan(cell.mean_ahead)
            refused += 1
        else:
            ahead = np.array([two[0][query] - one[0][query] for query in runs[2]])
            counted = ahead[np.isfinite(ahead)]
            expected = counted.mean() if len(counted) else math.nan
            assert cell.mean_ahead == pytest.approx(expected, abs=1e-11, nan_ok=True), cell.choices
    assert refused


@pytest.mark.slow
def test_two_runs_are_compared_from_python_and_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    runs, qrels = [example(f"{name}.run.gz", 2, 4) for name in ("pixels", "lda")], example("qrels.txt.gz", 2, 3)
    found = compare_runs("nDCG@10", *runs, qrels)
    assert found.means == pytest.approx([np.mean([*by_hand(run, qrels, 1.0).values()]) for run in runs])
    flips = found.flips["gain_base"]
    ends = [[by_hand(run, qrels, base) for run in runs] for base in (0.3, 4.0)]
    assert {query for query in qrels if math.prod(two[query] - one[query] for one, two in ends) < -1e-20} <= {*flips.flipping}
    assert all(f" {query}" in str(found) for query in flips.flipping)
    (exponential,) = (each for each in found.cells if dict(each.choices) == {"gain": "exponential", "discount": "log2"})
    values = [[by_hand(run, qrels, base) for run in runs] for base in (1.0, 2.0)]
    other = {query for query in qrels if math.prod(two[query] - one[query] for one, two in values) < -1e-20}
    assert {*exponential.flipped} == other
    files = [str(EXAMPLE / name) for name in ("pixels.run.gz", "qrels.txt.gz", "lda.run.gz")]
    command = ["run", files[0], files[1], "-m", "nDCG@10", "--profile", "textbook", "--against", files[2]]
    assert main([*command, "--flips", "--json"]) == 0
    (printed,) = json.loads(capsys.readouterr().out)
    assert printed["means"] == pytest.approx(list(found.means))
    assert printed["flips"]["gain_base"]["flipping"] == [*flips.flipping]
    assert main(["run", files[0], "--against", files[2]]) == 2
    assert "judgments" in capsys.readouterr().err
