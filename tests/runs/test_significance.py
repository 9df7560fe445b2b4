"""Paired comparisons: numbers from textbooks, all signs tried one by one, other programs, and what has to hold for any runs."""

from __future__ import annotations

import math
import operator
import subprocess
import sys
import time
import tracemalloc
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from rankviz.runs.significance import (
    Interval,
    Outcome,
    PairedTests,
    _flipped_sums,
    _sign_flips,
    compare,
    compare_many,
    compare_pairs,
    holm,
)
from tests.helpers.hostile import slowness

# Hours of sleep gained by two drugs (Student 1908, Biometrika 6, 20; with the patients of R's `sleep`).
SLEEP_1 = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SLEEP_2 = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
# Depression at two visits (Hollander and Wolfe 1973, 29; the paired example on the help page of R's wilcox.test).
VISIT_1 = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
VISIT_2 = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
# Crossed minus self-fertilised maize in eighths of an inch (Darwin 1876; Fisher 1935, The Design of Experiments, section 17).
MAIZE = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
NOTHING = Outcome()
# In tenths, which 64 bits do not hold exactly, so that sums that are equal on paper are not; and in 64ths, which they hold.
TENTHS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=9)
RUNS = st.lists(st.tuples(st.integers(0, 64), st.integers(0, 64)), min_size=2, max_size=40)
Pairs = list[tuple[int, int]]


def zeros(values: Any) -> Any:
    return np.zeros(len(values))


def split(pairs: Pairs, unit: int) -> tuple[Any, Any]:
    return np.array([a for a, _ in pairs]) / unit, np.array([b for _, b in pairs]) / unit


def same(one: Any, other: Any) -> bool:
    """Equality with NaN equal to itself, through all fields."""
    return repr(one) == repr(other)


def test_students_sleep_data_give_the_printed_t_p_interval_and_effect_size() -> None:
    found = compare(SLEEP_1, SLEEP_2, measure="hours")
    assert (found.measure, found.n, found.left_out, found.wins, found.ties, found.losses) == ("hours", 10, 0, 9, 1, 0)
    assert (found.mean_first, found.mean_second, found.difference) == pytest.approx((0.75, 2.33, 1.58))
    # R: t = -4.0621, df = 9, p-value = 0.002833, 95 percent confidence interval -2.4598858 -0.7001142 (first minus second)
    assert found.t.statistic == pytest.approx(4.0621, abs=5e-5)
    assert found.t.p == pytest.approx(0.002833, abs=5e-7)
    assert found.interval.low == pytest.approx(0.7001142, abs=5e-8)
    assert found.interval.high == pytest.approx(2.4598858, abs=5e-8)
    # R's effectsize::cohens_d, paired: -1.284558
    assert found.effect_size == pytest.approx(1.284558, abs=5e-7)
    assert found.reason == ""


def test_the_patient_who_slept_the_same_is_dropped_before_ranking() -> None:
    # The other nine slept longer: of the 512 ways to sign nine ranks only two are as one-sided.
    found = compare(SLEEP_1, SLEEP_2)
    assert found.wilcoxon == Outcome(0.0, 2 / 512)
    assert found.permutation == Outcome(found.difference, 2 / 512)
    assert found.exact


def test_hollander_and_wolfes_depression_data_give_the_printed_rank_sum() -> None:
    # R: V = 40 of 45, p-value = 0.01953 for "greater", which is 10/512; here two-sided and with the smaller sum.
    found = compare(VISIT_1, VISIT_2)
    assert found.wilcoxon.statistic == 45 - 40
    assert found.wilcoxon.p == pytest.approx(2 * 10 / 512, rel=1e-12)
    assert (found.wins, found.losses) == (2, 7)


def test_fishers_maize_gives_the_printed_number_of_arrangements() -> None:
    # Fisher 1935, section 21: of 2^15 = 32,768 arrangements 863 have a total of 314 or more; both tails are 5.267 per cent.
    found = compare(zeros(MAIZE), MAIZE, resamples=2**15)
    assert found.exact
    assert found.permutation.p == 2 * 863 / 32768
    assert found.permutation.statistic == found.difference == 314 / 15
    assert found.t.statistic == pytest.approx(2.148, abs=5e-4)  # section 17
    # The example of scipy.stats.wilcoxon's documentation: statistic 24, p 0.041259765625
    assert found.wilcoxon == Outcome(24.0, 0.041259765625)


def test_one_sign_too_many_and_signs_are_drawn() -> None:
    found = compare(zeros(MAIZE), MAIZE, resamples=2**15 - 1)
    assert not found.exact
    counted = found.permutation.p * 2**15 - 1  # p = (count + 1) / (resamples + 1)
    assert counted == pytest.approx(round(counted), abs=1e-6)
    spread = math.sqrt(2**15 * 0.05267 * (1 - 0.05267))
    assert abs(counted - 2 * 863) < 5 * spread
    other = compare(zeros(MAIZE), MAIZE, resamples=2**15 - 1, seed=1)
    assert other.permutation.p != found.permutation.p
    assert other.bootstrap != found.bootstrap


def test_the_textbook_correction_of_holm() -> None:
    # By hand: 4 × 0.005, 3 × 0.01, 2 × 0.03, and 1 × 0.04, which may not be below the one before.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02], rel=1e-12)
    # Documentation of @stdlib/stats/padjust, which follows R's p.adjust: 0.957, 0.804, ..., 0.957, 0.565
    assert holm([0.319, 0.201, 0.4, 0.374, 0.113]) == pytest.approx([0.957, 0.804, 0.957, 0.957, 0.565], rel=1e-12)
    assert holm([0.6, 0.9]).tolist() == [1.0, 1.0]


@given(TENTHS)
def test_the_randomization_test_counts_all_signs(pairs: Pairs) -> None:
    differences = [b - a for a, b in pairs]
    sums = [sum(signed) for signed in product(*((each, -each) for each in differences))]
    expected = Fraction(sum(abs(each) >= abs(sum(differences)) for each in sums), len(sums))
    found = compare(*split(pairs, 10))
    assert found.exact
    assert found.permutation.p == pytest.approx(float(expected), rel=1e-12)


@given(TENTHS)
def test_the_signed_rank_test_counts_all_signs_of_the_ranks(pairs: Pairs) -> None:
    differences = [b - a for a, b in pairs if a != b]
    found = compare(*split(pairs, 10)).wilcoxon
    if not differences:
        assert same(found, NOTHING)
        return
    sizes = [abs(each) for each in differences]
    # Twice the mean rank of equal sizes: the first and the last rank that they share.
    ranks = [2 * sum(other < each for other in sizes) + 1 + sum(other == each for other in sizes) for each in sizes]
    plus = sum(rank for rank, each in zip(ranks, differences, strict=True) if each > 0)
    middle = Fraction(sum(ranks), 2)
    sums = [sum(chosen) for chosen in product(*((0, rank) for rank in ranks))]
    expected = Fraction(sum(abs(each - middle) >= abs(plus - middle) for each in sums), len(sums))
    assert found.statistic == min(plus, sum(ranks) - plus) / 2
    assert found.p == pytest.approx(float(expected), rel=1e-12)


def test_signs_are_drawn_for_more_queries_than_one_table_holds() -> None:
    differences = np.random.default_rng(6).normal(0.004, 1, size=70_000)
    # The sum of so many signs is normal.
    share = math.erfc(abs(differences.sum()) / math.sqrt((differences**2).sum()) / math.sqrt(2))
    assert 0.05 < share < 0.95
    found = compare(zeros(differences), differences, resamples=500)
    assert abs(found.permutation.p - share) < 5 * math.sqrt(share * (1 - share) / 500)


def test_drawn_signs_are_fair_and_independent() -> None:
    (sums,) = _flipped_sums([np.ones(800)], 10_000, np.random.default_rng(0))
    # Sums of 800 signs have mean 0 and variance 800; mean and variance of 10,000 of them scatter by these standard errors.
    assert abs(sums.mean()) < 5 * math.sqrt(800 / 10_000)
    assert abs(sums.var() - 800) < 5 * 800 * math.sqrt(2 / 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 9, 13, 14, 50, 51, 200])
@pytest.mark.parametrize("steps", [8, 2**40])
def test_the_signed_rank_test_is_scipys_at_every_size_with_and_without_equal_sizes(n: int, steps: int) -> None:
    differences = np.random.default_rng(n).integers(-steps // 2, steps, size=n) / steps
    differences[differences == 0] = 0.25
    other = scipy.stats.wilcoxon(differences)
    assert compare(zeros(differences), differences, resamples=1).wilcoxon == Outcome(
        other.statistic, pytest.approx(other.pvalue)
    )


def test_many_equal_sizes_are_corrected_for_in_the_normal_distribution() -> None:
    # Of the 120 ranks 60 are 30.5 and 60 are 90.5; t equal sizes take (t^3 - t) / 48 off the variance.
    differences = [1] * 40 + [-1] * 20 + [2] * 30 + [-2] * 30 + [0] * 10
    minus = 20 * 30.5 + 30 * 90.5
    z = (minus - 120 * 121 / 4) / math.sqrt(120 * 121 * 241 / 24 - 2 * (60**3 - 60) / 48)
    found = compare(zeros(differences), differences).wilcoxon
    assert found.statistic == minus
    assert found.p == pytest.approx(math.erfc(abs(z) / math.sqrt(2)), rel=1e-9)


def test_the_bootstrap_of_two_values_and_of_yes_and_no_is_known() -> None:
    # Means of two draws from {0, 1}: 0, 1/2, 1 with 1/4, 1/2, 1/4.
    assert compare([0, 0], [0, 1]).bootstrap == Interval(0.0, 1.0)
    # 30 wins of 1 in 100: the mean is a hundredth of a binomial number.
    found = compare(np.zeros(100), [1] * 30 + [0] * 70).bootstrap
    low, high = scipy.stats.binom.ppf([0.025, 0.975], 100, 0.3) / 100
    assert found.low == pytest.approx(low, abs=0.0101)  # one win more or less
    assert found.high == pytest.approx(high, abs=0.0101)


@given(RUNS)
def test_t_and_its_interval_are_those_of_scipy(pairs: Pairs) -> None:
    first, second = split(pairs, 64)
    found = compare(first, second, resamples=10)
    if found.reason:
        assert len(set(second - first)) == 1
        return
    other = scipy.stats.ttest_rel(second, first)
    interval = other.confidence_interval(0.95)
    # Both come from the same function of t, but the sums are taken in another order.
    assert found.t.statistic == pytest.approx(other.statistic, rel=1e-9, abs=1e-12)
    assert found.t.p == pytest.approx(other.pvalue, rel=1e-7)
    assert (found.interval.low, found.interval.high) == pytest.approx((interval.low, interval.high), rel=1e-9, abs=1e-12)
    assert found.effect_size == pytest.approx(other.statistic / math.sqrt(len(first)), rel=1e-9, abs=1e-12)


def test_scipys_permutation_test_agrees() -> None:
    draw = np.random.default_rng(7)
    for _ in range(5):
        first, second = draw.random(12), draw.random(12) + 0.1
        other = scipy.stats.permutation_test(
            (first, second), lambda a, b: np.mean(b - a), permutation_type="samples", vectorized=False, n_resamples=np.inf
        )
        # SciPy doubles the smaller tail; under signs both tails are the same.
        assert compare(first, second).permutation.p == pytest.approx(other.pvalue, rel=1e-12)


@given(RUNS)
def test_swapping_the_runs_turns_the_signs_and_keeps_every_p(pairs: Pairs) -> None:
    first, second = split(pairs, 64)
    one, other = compare(first, second, resamples=100), compare(second, first, resamples=100)
    assert (one.wins, one.ties, one.losses) == (other.losses, other.ties, other.wins)
    assert (one.mean_first, one.mean_second, one.difference) == (other.mean_second, other.mean_first, -other.difference)
    assert same((one.t.p, one.wilcoxon, one.permutation.p), (other.t.p, other.wilcoxon, other.permutation.p))
    assert one.effect_size == pytest.approx(-other.effect_size, nan_ok=True)
    for mine, its in ((one.interval, other.interval), (one.bootstrap, other.bootstrap)):
        assert (mine.low, mine.high) == pytest.approx((-its.high, -its.low), nan_ok=True, abs=1e-12)


@given(RUNS, st.integers(-640, 640))
def test_shifting_both_runs_changes_nothing_but_their_means(pairs: Pairs, shift: int) -> None:
    first, second = split(pairs, 64)
    one, other = compare(first, second, resamples=100), compare(first + shift / 64, second + shift / 64, resamples=100)
    assert other.mean_first == pytest.approx(one.mean_first + shift / 64)
    skipped = {"mean_first": 0.0, "mean_second": 0.0}
    assert same(PairedTests(**{**vars(one), **skipped}), PairedTests(**{**vars(other), **skipped}))


@given(RUNS)
def test_the_same_seed_gives_the_same_and_only_the_drawn_numbers_depend_on_it(pairs: Pairs) -> None:
    first, second = split(pairs, 64)
    one, again, other = (compare(first, second, seed=seed, resamples=100) for seed in (3, 3, 4))
    assert same(one, again)
    drawn = {"bootstrap": None} if one.exact else {"bootstrap": None, "permutation": None}
    assert same({**vars(one), **drawn}, {**vars(other), **drawn})


@given(RUNS, st.randoms(use_true_random=False))
def test_pairs_with_nan_are_left_out_and_counted(pairs: Pairs, random: Any) -> None:
    first, second = split(pairs, 64)
    holes: list[tuple[float, float]] = [
        (math.nan, 1.0),
        (0.5, math.nan),
        (math.nan, math.nan),
        (math.inf, math.inf),
        (0.5, -math.inf),
    ]
    places = [random.randint(0, len(first)) for _ in holes]
    one = compare(first, second, resamples=100)
    with_holes = compare(
        np.insert(first, places, [a for a, _ in holes]), np.insert(second, places, [b for _, b in holes]), resamples=100
    )
    assert (one.left_out, with_holes.left_out) == (0, 5)
    assert same(PairedTests(**{**vars(with_holes), "left_out": 0}), one)


@given(st.lists(st.tuples(st.floats(), st.floats()), max_size=20))
def test_no_numbers_whatever_raise_or_warn(pairs: list[tuple[float, float]]) -> None:
    found = compare([a for a, _ in pairs], [b for _, b in pairs], resamples=20)
    assert found.n + found.left_out == len(pairs)
    assert found.wins + found.ties + found.losses == found.n
    for outcome in (found.t, found.wilcoxon, found.permutation):
        assert math.isnan(outcome.p) or 0 <= outcome.p <= 1


def test_noise_in_the_last_bits_is_no_difference_and_no_order() -> None:
    noisy = compare([0.3, 0.6, 0.1 + 0.2], [0.1 + 0.2, 0.6 + 1e-13, 0.3])
    assert (noisy.wins, noisy.ties, noisy.losses, noisy.reason) == (0, 3, 0, "no_differences")
    # 0.3 - 0.2, 0.2 - 0.1, 0.7 - 0.6 and 0.1 - 0 print four different numbers, and are one size on paper.
    first, second = [0.2, 0.1, 0.6, 0.1, 0.0], [0.3, 0.2, 0.7, 0.0, 0.2]
    assert len({abs(b - a) for a, b in zip(first[:4], second[:4], strict=True)}) > 1
    assert compare(first, second).wilcoxon.statistic == 2.5


@pytest.mark.parametrize(("first", "second"), [([], []), ([0.5], [0.75]), ([math.nan, 1.0], [0.5, 0.75])])
def test_fewer_than_two_queries_are_not_tested(first: list[float], second: list[float]) -> None:
    found = compare(first, second)
    assert found.reason == "too_few_queries"
    for outcome in (found.t, found.wilcoxon, found.permutation):
        assert same(outcome, NOTHING)
    assert same((found.interval, found.bootstrap, found.effect_size), (Interval(), Interval(), math.nan))
    assert math.isnan(found.difference) == (found.n == 0)
    if found.n:
        assert (found.difference, found.wins) == (second[-1] - first[-1], int(second[-1] > first[-1]))


def test_equal_runs_have_nothing_to_rank_and_no_spread() -> None:
    found = compare([0.25, 0.5, 0.75], [0.25, 0.5, 0.75])
    assert (found.reason, found.difference, found.ties) == ("no_differences", 0.0, 3)
    assert same((found.t, found.wilcoxon, found.effect_size), (NOTHING, NOTHING, math.nan))
    assert same((found.interval, found.bootstrap), (Interval(), Interval()))
    assert found.permutation == Outcome(0.0, 1.0)  # any sign of 0 is 0


@pytest.mark.parametrize("step", [0.125, 0.1, 1e9 / 3])
def test_a_difference_that_is_the_same_everywhere_has_no_spread_but_signs_and_ranks(step: float) -> None:
    first = np.array([0.1, 0.2, 0.3, 0.7, 0.9])
    found = compare(first, first + step)
    assert found.reason == "same_differences"
    assert same((found.t, found.effect_size, found.interval, found.bootstrap), (NOTHING, math.nan, Interval(), Interval()))
    assert found.permutation.p == found.wilcoxon.p == 2 / 32


@pytest.mark.parametrize(
    ("first", "second", "resamples"), [([1.0, 2.0], [1.0], 10), ([[1.0]], [[2.0]], 10), (1.0, 2.0, 10), ([1.0], [2.0], 0)]
)
def test_what_are_no_pairs_is_refused(first: Any, second: Any, resamples: int) -> None:
    with pytest.raises(ValueError, match="of the same length"):
        compare(first, second, resamples=resamples)


@given(st.lists(st.one_of(st.floats(0, 1), st.just(math.nan)), max_size=8), st.floats(0.001, 0.2))
def test_holm_rejects_what_his_steps_reject(p_values: list[float], level: float) -> None:
    # Holm 1979: from the smallest p on, go on as long as p <= level / (number of hypotheses left).
    left = sorted(p for p in p_values if not math.isnan(p))
    rejected = 0
    while rejected < len(left) and left[rejected] * (len(left) - rejected) <= level:
        rejected += 1
    corrected = holm(p_values)
    assert int((corrected <= level).sum()) == rejected
    assert (np.isnan(corrected) == np.isnan(np.array(p_values, dtype=float))).all()
    known = [(p, c) for p, c in zip(p_values, corrected, strict=True) if not math.isnan(p)]
    assert all(p <= c <= min(1, len(known) * p) for p, c in known)
    assert [c for _, c in sorted(known)] == sorted(c for _, c in known)


def test_several_measures_are_compared_where_both_runs_have_them_and_corrected_together() -> None:
    first = {"hours": SLEEP_1, "only": [1.0], "visit": VISIT_1, "equal": [0.5, 0.5]}
    second = {"equal": [0.5, 0.5], "visit": VISIT_2, "hours": SLEEP_2, "other": [1.0]}
    hours, visit, equal = found = compare_many(first, second)
    assert [each.measure for each in found] == ["hours", "visit", "equal"]
    # Two measures have a t and ranks: 2 × 0.002833, and R's p-value for the visits (t.test, paired) as it is.
    assert hours.t.p_corrected == pytest.approx(2 * 0.002833, abs=1e-6)
    assert visit.t.p_corrected == visit.t.p == pytest.approx(scipy.stats.ttest_rel(VISIT_1, VISIT_2).pvalue)
    assert (hours.wilcoxon.p_corrected, visit.wilcoxon.p_corrected) == pytest.approx((4 / 512, 20 / 512))
    assert math.isnan(equal.t.p_corrected)
    assert math.isnan(equal.wilcoxon.p_corrected)
    # The signs of equal values can be turned (p = 1), so three questions were asked.
    assert (hours.permutation.p_corrected, equal.permutation.p_corrected) == (pytest.approx(6 / 512), 1.0)
    alone = compare(SLEEP_1, SLEEP_2, measure="hours")
    assert math.isnan(alone.t.p_corrected)
    assert (alone.difference, alone.t.p, alone.bootstrap) == (hours.difference, hours.t.p, hours.bootstrap)
    assert compare_many({"a": [1.0]}, {"b": [1.0]}) == ()


@pytest.mark.slow
def test_scipy_is_loaded_when_something_is_compared_and_not_before() -> None:
    asked = "f = lambda: print('scipy' in sys.modules); f(); s.compare([1, 2], [2, 4]); f()"
    code = f"import sys, rankviz.runs.significance as s; {asked}"
    root = Path(__file__).parents[2]
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert result.stdout.split() == ["False", "True"]


@pytest.mark.slow
def test_ten_thousand_signs_of_seven_thousand_queries_take_little_time_and_memory() -> None:
    differences = np.random.default_rng(10).normal(size=7_000)
    seconds = []
    for seed in range(3):
        start = time.process_time()
        _sign_flips(differences, np.random.default_rng(seed), 10_000)
        seconds.append(time.process_time() - start)
    assert min(seconds) < 1 * slowness()
    tracemalloc.start()
    try:
        compare(zeros(differences), differences)
        assert tracemalloc.get_traced_memory()[1] < 100e6
    finally:
        tracemalloc.stop()


def test_with_weights_the_test_and_the_bootstrap_are_of_the_weighted_mean() -> None:
    """Against all signs and all draws of four queries, written out."""
    first, second = np.array([0.1, 0.6, 0.5, 0.2]), np.array([0.5, 0.4, 0.9, 0.3])
    weights = np.array([1.0, 5.0, 2.0, 2.0])
    (found,) = compare_pairs([("GAUC", first, second)], [weights], resamples=40_000)
    # 0.4 - 5 * 0.2 + 2 * 0.4 + 2 * 0.1 = 0.4, of weights 10
    assert found.difference == pytest.approx(0.04)
    assert (found.mean_first, found.mean_second) == (pytest.approx(4.5 / 10), pytest.approx(4.9 / 10))
    added = [0.4, 1.0, 0.8, 0.2]
    sums = [abs(sum(map(operator.mul, signs, added))) for signs in product((1, -1), repeat=4)]
    assert (found.permutation.p, found.exact) == (sum(each > 0.4 - 1e-9 for each in sums) / 16, True)
    means = []
    for drawn in product(range(4), repeat=4):
        at = list(drawn)
        means.append((weights[at] * (second - first)[at]).sum() / weights[at].sum())
    low, high = np.quantile(means, (0.025, 0.975))
    assert (found.bootstrap.low, found.bootstrap.high) == (pytest.approx(low, abs=0.02), pytest.approx(high, abs=0.02))
    assert math.isnan(found.t.p)
    assert math.isnan(found.wilcoxon.p)
    (same,) = compare_pairs([("GAUC", first, second)], [weights * 0 + 3.0])
    (plain,) = compare_pairs([("GAUC", first, second)])
    assert (same.permutation, same.bootstrap) == (plain.permutation, plain.bootstrap)
