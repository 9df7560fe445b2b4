"""Who wins along a number of the convention: are the curves those of single conventions, and the crossings where they cross?"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rankviz as rv
from rankviz import METRICS, Convention
from rankviz.compare.gain_base_polynomial import gain_coefficients, gain_difference, gain_roots, sign_changes
from rankviz.compare.parameter_sweep import Sweep, SweepCurve, sweep_curve, sweeps
from rankviz.compare.winner_flips import Flips, FlipSearch, flips
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.evaluation.evaluate import compute
from rankviz.evaluation.list_pair import ListPair, merge_pools, pair_with_order
from tests.helpers.long import rounds
from tests.helpers.strategies import conventions, rankings

EVERY_METRIC = pytest.mark.parametrize("metric", METRICS.values(), ids=list(METRICS))
GAINS = pytest.mark.parametrize("metric", ["cg", "dcg", "ndcg"])
PICTURED = pair_with_order(rv.Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2]), ["d1", "d9", "d5", "d3", "d7", "d2"])
TEXTBOOK = Convention()


def pairs(**how: object) -> st.SearchStrategy[ListPair]:
    """Two lists over one pool."""
    drawn = rankings(duplicates=False, max_length=8, **how)  # type: ignore[arg-type]
    return st.tuples(drawn, drawn).map(lambda both: merge_pools(*both)[0])


WHOLE = pairs(grades=(0.0, 1.0, 2.0, 3.0, None))


def values_under(metric: Metric, pair: ListPair, convention: Convention) -> list[float]:
    """Both values under one convention; NaN where undefined or refused."""
    try:
        trace = compute(metric, RawLists.from_rankings(pair.lists), convention)
    except rv.InputError:
        return [math.nan, math.nan]
    return np.where(trace.undefined, math.nan, trace.value).tolist()


def sweep_of(metric: str, pair: ListPair, convention: Convention, key: str) -> Sweep:
    return {each.key: each for each in sweeps(METRICS[metric], pair, convention)}[key]


def flips_of(metric: str, pair: ListPair, convention: Convention, key: str) -> Flips:
    return flips(METRICS[metric], pair, convention, sweep_of(metric, pair, convention, key))


# ---------------------------------------------------------------------------------------------------------------------------
# Curves


@pytest.mark.slow
@EVERY_METRIC
@settings(max_examples=rounds(10))
@given(data=st.data())
def test_a_swept_batch_gives_what_one_convention_a_point_gives(metric: Metric, data: st.DataObject) -> None:
    pair, convention = data.draw(pairs()), data.draw(conventions(metric))
    for sweep in sweeps(metric, pair, convention):
        x = sweep.points(convention)[:: 1 if sweep.discrete_values else 60]
        found = sweep_curve(metric, pair, convention, sweep, x).values
        expected = np.array([values_under(metric, pair, sweep.convention_at(convention, each)) for each in x.tolist()]).T
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-13, err_msg=sweep.key)


@GAINS
@settings(max_examples=rounds(10))
@given(WHOLE)
def test_at_its_named_points_a_curve_has_the_values_of_the_named_options(metric: str, pair: ListPair) -> None:
    named = 0
    for sweep in sweeps(METRICS[metric], pair, TEXTBOOK):
        marks = [(x, option) for x, option in sweep.marks if option]
        found = sweep_curve(METRICS[metric], pair, TEXTBOOK, sweep, [x for x, _ in marks]).values.T
        for at, (_, option) in enumerate(marks):
            (owner,) = sweep.choices
            expected = values_under(METRICS[metric], pair, TEXTBOOK.with_choices({owner: option}))
            np.testing.assert_allclose(found[at], expected, rtol=1e-12, atol=1e-13)
            named += 1
    assert named >= 3


def test_the_axis_has_the_named_points_and_the_present_one() -> None:
    base = sweep_of("ndcg", PICTURED, TEXTBOOK, "gain_base")
    assert {0.0, 1.0, 2.0, 4.0, 1.2345} <= {*base.points(Convention(gain="base", gain_base=1.2345)).tolist()}
    assert (base.current_x(Convention(gain="exponential")), base.current_x(Convention(gain="table"))) == (2.0, None)
    assert base.current_x(Convention(gain="base", gain_base=1.7)) == 1.7
    assert sweep_of("rbp", PICTURED, TEXTBOOK, "rbp_p").current_x(Convention(rbp_p=0.7)) == 0.7


def test_only_numbers_that_a_metric_can_read_are_offered() -> None:
    def offered(metric: str, convention: Convention = TEXTBOOK) -> set[str]:
        return {each.key for each in sweeps(METRICS[metric], PICTURED, convention)}

    assert offered("ap") == {"cutoff", "threshold"}
    assert offered("rbp") == {"rbp_p", "cutoff", "threshold"}
    assert "threshold" not in offered("ndcg")
    assert "threshold" in offered("ndcg", Convention(gain="binary"))
    assert offered("auc") == {"threshold"}


# ---------------------------------------------------------------------------------------------------------------------------
# Crossings


@pytest.mark.slow
@GAINS
@settings(max_examples=rounds(25))
@given(pair=WHOLE, cutoff=st.sampled_from([None, 3, 5]), discount=st.sampled_from(["log2", "inverse", "none"]))
def test_crossings_over_the_base_are_the_roots_of_the_polynomial(
    metric: str, pair: ListPair, cutoff: int | None, discount: str
) -> None:
    convention = Convention(cutoff=cutoff, discount=discount)
    coefficients = gain_coefficients(METRICS[metric], pair, convention)
    found = flips_of(metric, pair, convention, "gain_base")
    bases = np.array([0.0, 0.5, 1.0, 1.7, 3.0])
    dcg = METRICS["cg" if metric == "cg" else "dcg"]
    values = [values_under(dcg, pair, convention.with_choices({"gain": "base", "gain_base": each})) for each in bases.tolist()]
    difference = [second - first for first, second in values]
    np.testing.assert_allclose(gain_difference(coefficients, bases), difference, atol=1e-12)
    assert len(found.crossings) <= sign_changes(coefficients)
    roots = [root for root in gain_roots(coefficients) if root <= found.curve.x[-1]]
    if all(abs(one - two) > 1e-3 for one, two in pairwise(roots)) and not found.touching_points:
        inside = [root for root in roots if abs(root - found.curve.x[-1]) > 1e-6]
        crossings = [each for each in found.crossings if abs(each - found.curve.x[-1]) > 1e-6]
        assert crossings == pytest.approx(inside, abs=1e-7)


def test_the_pictured_pair_flips_where_the_picture_says() -> None:
    convention = Convention(cutoff=6)
    found = flips_of("ndcg", PICTURED, convention, "gain_base")
    # −0.200 − 0.313 b + 0.318 b² by hand: B gains a 3 at rank 5, loses grades further up
    assert [round(each, 3) for each in gain_coefficients(METRICS["ndcg"], PICTURED, convention)] == [-0.2, -0.313, 0.318]
    assert [round(each, 3) for each in found.crossings] == [1.428]
    assert [each.winner for each in found.stretches] == ["first", "second"]
    assert found.stretches[0].high == found.crossings[0] == found.stretches[1].low


def unshared_lists(first: list[int], second: list[int]) -> ListPair:
    """Two lists of different documents with these grades."""
    one = rv.Ranking.from_grades(first, doc_ids=[f"a{i}" for i in range(len(first))])
    return merge_pools(one, rv.Ranking.from_grades(second, doc_ids=[f"b{i}" for i in range(len(second))]))[0]


def test_curves_that_touch_do_not_flip() -> None:
    pair = unshared_lists([2, 2, 2], [3, 1, 1, 1])  # (1 + b + b²) + 3 − 3 (1 + b) = (1 − b)²
    found = flips_of("cg", pair, TEXTBOOK, "gain_base")
    assert (found.crossings, found.touching_points) == ((), (1.0,))
    assert [each.winner for each in found.stretches] == ["second", "even", "second"]


def search_flips(x: list[float], difference: object, lower_is_better: bool = False) -> Flips:
    """What is found of two curves with this difference."""

    def values(at: Array) -> Array:
        return np.stack([np.zeros(len(at)), difference(at)])  # type: ignore[operator]

    search = FlipSearch(values, lower_is_better)
    search.add(np.asarray(x))
    search.look_closer()
    search.refine()
    return search.flips(SweepCurve(Sweep("x", "gain_base", {}, x[0], x[-1], x[-1]), np.asarray(x), values(np.asarray(x))))


GRID = np.linspace(0, 4, 200).tolist()


def test_two_crossings_between_neighbouring_points_are_found() -> None:
    found = search_flips(GRID, lambda x: (x - 1.2301) * (x - 1.2338))
    assert found.crossings == pytest.approx((1.2301, 1.2338), abs=1e-9)
    assert [each.winner for each in found.stretches] == ["second", "first", "second"]


def test_what_is_even_over_a_stretch_is_told_as_such() -> None:
    found = search_flips(GRID, lambda x: np.where(x < 1, x - 1, np.where(x > 2, x - 2, 0.0)))
    (even,) = (each for each in found.stretches if each.winner == "even")
    assert (even.low, even.high) == pytest.approx((1, 2), abs=0.03)
    assert found.crossings == pytest.approx((1.5,), abs=0.03)


def test_where_values_are_undefined_there_is_a_gap_and_no_crossing() -> None:
    found = search_flips(GRID, lambda x: np.where((x > 1) & (x < 2), np.nan, x - 1.5))
    assert [each.winner for each in found.stretches] == ["first", "", "second"]
    assert found.crossings == ()


def test_a_list_that_always_wins_is_named_with_its_smallest_margin() -> None:
    found = search_flips(GRID, lambda x: 0.1 + (x - 1.2345) ** 2)
    assert (found.winner, found.crossings) == ("second", ())
    assert (found.margin, found.margin_at) == pytest.approx((0.1, 1.2345), abs=1e-4)


def test_where_less_is_better_the_smaller_value_wins() -> None:
    assert search_flips(GRID, lambda x: 1 + x, lower_is_better=True).winner == "first"
    found = flips_of("fn", pair_with_order(rv.Ranking.from_grades([1, 0, 1]), ["d2", "d1", "d3"]), TEXTBOOK, "cutoff")
    assert [(each.low, each.high, each.winner) for each in found.stretches] == [(1, 1, "first"), (2, 3, "even")]


def test_a_number_with_steps_flips_from_one_step_to_the_next() -> None:
    pair = pair_with_order(rv.Ranking.from_grades([1, 0, 0, 1, 1], doc_ids=list("abcde")), list("bdeac"))
    found = flips_of("precision", pair, TEXTBOOK, "cutoff")  # hits of the first: 1 1 1 2 3; of the second: 0 1 2 3 3
    assert [(each.low, each.high, each.winner) for each in found.stretches] == [
        (1, 1, "first"),
        (2, 2, "even"),
        (3, 4, "second"),
        (5, 5, "even"),
    ]
    assert found.crossings == (3.0,)


def test_a_value_of_the_number_that_the_convention_refuses_is_a_gap() -> None:
    pair = pair_with_order(rv.Ranking.from_grades([2, -1, 1]), ["d3", "d1"])
    convention = Convention(negative="keep")
    found = flips_of("dcg", pair, convention, "gain_base")  # base 0 has no power below 0
    assert math.isnan(found.curve.values[0, 0])
    assert np.isfinite(found.curve.values[:, 1:]).all()
    assert found.stretches[0].winner == ""


def test_an_axis_that_is_drawn_out_finds_what_lies_beyond() -> None:
    pair = unshared_lists([3, 1, 1, 1, 1, 1, 1], [2, 2, 2, 2, 2, 2])  # 6 (1 + b) − (1 + b + b²) − 6 = 5 b − 1 − b²
    base = sweep_of("cg", pair, TEXTBOOK, "gain_base")
    assert flips(METRICS["cg"], pair, TEXTBOOK, base).crossings == pytest.approx(((5 - 21**0.5) / 2,), abs=1e-9)
    wide = flips(METRICS["cg"], pair, TEXTBOOK, base, high=base.max_high)
    assert wide.crossings == pytest.approx(((5 - 21**0.5) / 2, (5 + 21**0.5) / 2), abs=1e-9)


# ---------------------------------------------------------------------------------------------------------------------------
# The polynomial


@pytest.mark.parametrize(
    ("metric", "grades", "choices"),
    [
        ("ap", [2, 1], {}),
        ("idcg", [2, 1], {}),
        ("ndcg", [0.5, 1], {}),
        ("ndcg", [2, 2], {"ideal": "retrieved"}),
        ("dcg", [2, 99], {}),
        ("dcg", [2, -1], {"negative": "keep"}),
    ],
)
def test_there_is_no_polynomial_where_the_difference_is_none(
    metric: str, grades: list[float], choices: dict[str, object]
) -> None:
    pair = pair_with_order(rv.Ranking.from_grades(grades, missed=[1]), ["d3", "d1"])
    assert gain_coefficients(METRICS[metric], pair, Convention(**choices)) == ()  # type: ignore[arg-type]


def test_roots_and_changes_of_sign_are_those_of_the_coefficients() -> None:
    assert gain_roots((2.0, -3.0, 1.0)) == pytest.approx((1, 2))
    assert gain_roots((0.0, 2.0, -1.0)) == pytest.approx((2,))
    assert gain_roots((1.0, 0.0, 1.0)) == gain_roots((0.0, 0.0)) == gain_roots(()) == ()
    assert [sign_changes(each) for each in ((1.0, -1.0, 0.0, 1.0), (0.0, 1.0, 2.0), ())] == [2, 0, 0]
