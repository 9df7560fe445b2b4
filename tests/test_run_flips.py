"""Two runs along a number of the convention: each query, the mean, and the queries that decide it."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping

import numpy as np
import pytest

from rankviz import METRICS, Convention, Ranking, evaluate, evaluate_run
from rankviz.runs.ahead import run_grid
from rankviz.runs.evaluate.prepared import Prepared, prepare
from rankviz.runs.flips import RunFlips, run_flips, run_sweeps
from rankviz.versus.flips import flips
from rankviz.versus.pair import pair
from rankviz.versus.sweep import Sweep

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
            each.winner for each in flips(METRICS["ndcg"], pair(*lists), convention, found.sweep).stretches
        }:
            flipping.append(query)
    assert {*found.flipping} <= {*flipping}
    assert len(found.flipping) >= len(flipping) - 1  # it may be a short way, between two points
    assert found.flipping
    here, there = found.x[0], found.x[-1]
    assert {*found.flipped(float(here), float(there))} <= {*found.flipping}


def mean_of(runs: tuple[Run, Run, Run], base: float, queries: set[str] | None = None) -> float:
    """How far the second run's mean of nDCG@5 is ahead."""
    values = asked(runs, "nDCG@5", {"gain": "base", "gain_base": base})
    kept = queries or {*runs[2]}
    return float(np.mean([values[1][0][query] - values[0][0][query] for query in kept]))


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
