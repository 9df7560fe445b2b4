"""Is one run better than another by more than chance: paired tests, effect size and intervals over the queries of both."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rankviz.basics.optional_packages import load

Values = NDArray[np.float64]

EQUAL = 1e-12  # of values of order 1 this is the noise of 64-bit arithmetic, and no real difference
PLACES = 12  # differences that agree to so many decimals share their rank
ALL_SIGNS = 13  # differences whose ranks are tried with all signs, also where some are equal; the limit is SciPy's
TAILS = (0.025, 0.975)
TESTS = ("t", "wilcoxon", "permutation")  # fields of PairedTests
CELLS = 1 << 15  # numbers in a block: it stays in the processor's cache
GROUPS = 1 << 13  # eights of queries whose sums are held at once: 16 MB
# For each byte the signs of eight queries; the lowest bit belongs to the first one. Shape (8, 256).
SIGNS = 1.0 - 2.0 * np.unpackbits(np.arange(256, dtype=np.uint8)[None, :], axis=0, bitorder="little")


@dataclass(frozen=True)
class Outcome:
    """The result of a two-sided test.

    Parameters
    ----------
    statistic, p : float
        p is in [0, 1]; both are NaN where the test has nothing to work on.
    p_corrected : float
        After `holm` over the measures of `compare_many`; NaN in a single comparison.
    """

    statistic: float = math.nan
    p: float = math.nan
    p_corrected: float = math.nan


@dataclass(frozen=True)
class Interval:
    """The two ends of a 95 % confidence interval, in the unit of the measure; NaN where there is none."""

    low: float = math.nan
    high: float = math.nan


@dataclass(frozen=True)
class PairedTests:
    """The second run against the first one, over the queries for which both have a value.

    Parameters
    ----------
    measure : str
        Name of the measure.
    n, left_out : int
        Pairs that were compared, and pairs without a finite value or a finite difference.
    mean_first, mean_second, difference : float
        Means over the n pairs, and the mean of second - first; NaN if n is 0.
    wins, ties, losses : int
        Queries where the value of the second run is higher, equal within 1e-12, lower; see `where_less_is_better`. They add
        up to n.
    t, wilcoxon, permutation : Outcome
        Student's paired t with n - 1 degrees of freedom; the signed-rank test, whose statistic is the smaller one of the two
        rank sums; Fisher's randomization test, whose statistic is the mean difference.
    exact : bool
        Whether the randomization test went through all signs instead of drawing some.
    effect_size : float
        Cohen's d_z: mean difference by the standard deviation of the differences (n - 1 in its denominator).
    interval, bootstrap : Interval
        Of the mean difference, by Student's t, and between percentiles of means of queries drawn with replacement.
    reason : {'', 'too_few_queries', 'no_differences', 'same_differences', 'weighted_mean'}
        Why numbers are NaN: fewer than two pairs (all but the means), all differences 0 or all the same one (all that divides
        by the standard deviation, the intervals too, since nothing varies; with 0 the signed-rank test too). Where queries do
        not weigh the same (`compare_pairs`), all but the randomization test and the bootstrap.
    """

    measure: str
    n: int
    left_out: int
    mean_first: float
    mean_second: float
    difference: float
    wins: int
    ties: int
    losses: int
    t: Outcome = Outcome()
    wilcoxon: Outcome = Outcome()
    permutation: Outcome = Outcome()
    exact: bool = False
    effect_size: float = math.nan
    interval: Interval = Interval()
    bootstrap: Interval = Interval()
    reason: str = ""


def compare(first: ArrayLike, second: ArrayLike, *, measure: str = "", seed: int = 0, resamples: int = 10_000) -> PairedTests:
    """Compare the values that two runs reach on the same queries.

    Parameters
    ----------
    first, second : float64 (Q,)
        Per-query values of one measure, the same queries in the same order. A pair with a NaN is left out and counted.
    measure : str
        Only handed on.
    seed, resamples : int, >= 0 and >= 1
        Seed and number of the random signs, and of the bootstrap means.

    Returns
    -------
    PairedTests
        It is never an error that queries are few or equal; `reason` says what then is NaN.

    Raises
    ------
    ValueError
        If the arrays are not of one and the same length, or `resamples` is less than 1.

    Notes
    -----
    A difference of at most 1e-12 counts as 0 everywhere.

    The signed-rank test drops the differences of 0 before it ranks, as Wilcoxon did: its p says nothing of how often the runs
    tie. Equal sizes share their mean rank. p is `scipy.stats.wilcoxon`'s for what is left (given the zeros too, it turns to the
    normal distribution earlier): exact up to 50 differences without equal sizes and up to 13 with them, beyond that normal,
    corrected for equal sizes but not for continuity (R does both).

    The randomization test gives each difference a random sign. If the d differences that are not 0 have at most `resamples`
    signs (2^d), all are tried and p is the share of sums that are at least as far from 0 as the one found; otherwise
    p = (count + 1) / (resamples + 1), since the signs found are one more draw.

    References
    ----------
    Student 1908, Biometrika 6(1), 1-25. Wilcoxon 1945, Biometrics Bulletin 1(6), 80-83. Fisher 1935, The Design of Experiments,
    section 21. Phipson and Smyth 2010, Stat. Appl. Genet. Mol. Biol. 9(1), 39 (the + 1). Cohen 1988, Statistical Power Analysis
    (d_z). Efron 1979, Annals of Statistics 7(1), 1-26. Smucker, Allan and Carterette 2007, CIKM, 623-632 (all for retrieval).

    Examples
    --------
    >>> tests = compare([0.5, 0.25, 0.5, 1.0], [1.0, 0.5, 0.5, 0.75])
    >>> tests.difference, tests.wins, tests.ties, tests.losses
    (0.125, 2, 1, 1)
    >>> tests.permutation.p, tests.exact  # 6 of the 8 sums of ±0.5 ±0.25 ±0.25 are 0.5 or more away from 0
    (0.75, True)
    """
    (found,) = compare_pairs([(measure, first, second)], seed=seed, resamples=resamples)
    return replace(found, **{test: replace(getattr(found, test), p_corrected=math.nan) for test in TESTS})


def compare_many(
    first: Mapping[str, ArrayLike], second: Mapping[str, ArrayLike], *, seed: int = 0, resamples: int = 10_000
) -> tuple[PairedTests, ...]:
    """Compare two runs by every measure that both have, with p-values corrected for asking several times.

    Parameters
    ----------
    first, second : mapping of measure to float64 (Q,)
        As `RunResult.per_query`; the queries have to be the same in both.
    seed, resamples
        As for `compare`; every measure gets the same random signs.

    Returns
    -------
    tuple of PairedTests
        In the order of the first run; `p_corrected` of each test is `holm` over these measures.

    Raises
    ------
    ValueError
        As for `compare`.
    """
    return compare_pairs(
        [(name, first[name], second[name]) for name in first if name in second], seed=seed, resamples=resamples
    )


def where_less_is_better(tests: PairedTests) -> PairedTests:
    """The same tests of a measure of which less is better: a query is won where the value is lower."""
    return replace(tests, wins=tests.losses, losses=tests.wins)


def compare_pairs(
    pairs: Sequence[tuple[str, ArrayLike, ArrayLike]],
    weights: Sequence[ArrayLike | None] | None = None,
    *,
    seed: int = 0,
    resamples: int = 10_000,
) -> tuple[PairedTests, ...]:
    """Compare many pairs of runs or measures, with p-values corrected for all of them together.

    Parameters
    ----------
    pairs : sequence of (str, float64 (Q,), float64 (Q,))
        The measure, and the values of the first and of the second run, as for `compare`; Q may differ between pairs.
    weights : sequence of float64 (Q,) or None, one for each pair, optional
        The weight of each query in both means, 0 or more; None where all weigh the same.
    seed, resamples
        As for `compare`; every pair gets the same random signs.

    Returns
    -------
    tuple of PairedTests
        In the same order; `p_corrected` of each test is `holm` over the pairs.

    Raises
    ------
    ValueError
        As for `compare`.

    Notes
    -----
    With weights w the means are Σ w·v / Σ w, and so is the difference. The randomization test then gives a random sign to what
    each query adds to it, w times its difference: were the two runs alike, it would be as likely to have the other sign. The
    bootstrap draws queries with their weights. Student's t, the signed-rank test, the interval by t and d_z are of differences
    that weigh the same, and are left out.
    """
    most = max((np.size(first) for _, first, _ in pairs), default=0)
    together = max(1, 8 * GROUPS // max(most, 1))
    weighted = [*zip(pairs, weights or [None] * len(pairs), strict=True)]
    parts = (weighted[start : start + together] for start in range(0, len(pairs), together))
    with np.errstate(all="ignore"):  # near the end of the range numbers overflow; the result says so by inf or NaN
        tests = [each for part in parts for each in _compared(part, seed, resamples)]
    for test in TESTS:
        corrected = zip(tests, holm([getattr(each, test).p for each in tests]), strict=True)
        tests = [replace(each, **{test: replace(getattr(each, test), p_corrected=float(p))}) for each, p in corrected]
    return tuple(tests)


def holm(p_values: ArrayLike) -> Values:
    """Correct p-values for their number: the chance of any false alarm among them stays below the level that is read off.

    Parameters
    ----------
    p_values : float64 (M,), in [0, 1]
        NaN is left out: that test was not made.

    Returns
    -------
    float64 (M,)
        The smallest times M, the next times M - 1 and so on, none smaller than the one before and none above 1; NaN stays.

    References
    ----------
    Holm 1979, Scandinavian Journal of Statistics 6(2), 65-70.

    Examples
    --------
    >>> holm([0.01, 0.04, float("nan"), 0.02]).tolist()
    [0.03, 0.04, nan, 0.04]
    """
    uncorrected = np.asarray(p_values, dtype=np.float64)
    corrected = np.full(uncorrected.shape, np.nan)
    order = np.argsort(uncorrected, kind="stable")[: int((~np.isnan(uncorrected)).sum())]  # NaN is sorted to the end
    corrected[order] = np.minimum(np.maximum.accumulate(np.arange(len(order), 0, -1) * uncorrected[order]), 1.0)
    return corrected


class _Differences(NamedTuple):
    """Differences (n,) of the pairs with a value, and the weights of their queries, 1 on average; None if all are equal."""

    values: Values
    weights: Values | None

    @property
    def summands(self) -> Values:
        """What each query adds to n times the mean difference."""
        return self.values if self.weights is None else self.values * self.weights


def _compared(
    pairs: Sequence[tuple[tuple[str, ArrayLike, ArrayLike], ArrayLike | None]], seed: int, resamples: int
) -> list[PairedTests]:
    """Compare pairs, which share what is drawn: signs, and queries of the bootstrap."""
    counts, differences = [], []
    for each, weights in pairs:
        counted, of_queries = _counted(*each, weights, resamples)
        counts.append(counted)
        differences.append(of_queries)
    for_signs, for_bootstrap = np.random.SeedSequence(seed).spawn(2)
    large = [place for place, each in enumerate(counts) if each.n > 1]
    flips = _all_sign_flips([differences[place].summands for place in large], for_signs, resamples)
    varied = [place for place in large if _has_spread(differences[place].values)]
    intervals = dict(
        zip(varied, _bootstrap_intervals([differences[place] for place in varied], for_bootstrap, resamples), strict=True)
    )
    tests = [replace(each, reason="" if each.n > 1 else "too_few_queries") for each in counts]
    for place, (p, exact) in zip(large, flips, strict=True):
        tests[place] = _tested(counts[place], differences[place], p, exact, intervals.get(place))
    return tests


def _counted(
    measure: str, first: ArrayLike, second: ArrayLike, weights: ArrayLike | None, resamples: int
) -> tuple[PairedTests, _Differences]:
    """Count the pairs, and return the differences of those with a value."""
    before, after = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    weight = None if weights is None else np.asarray(weights, dtype=np.float64)
    if (
        before.ndim != 1
        or before.shape != after.shape
        or resamples < 1
        or (weight is not None and weight.shape != before.shape)
    ):
        arguments = f"{before.shape}, {after.shape} and {resamples}"
        raise ValueError(f"Needs two arrays of the same length and 1 or more resamples, found {arguments}.")
    differences = after - before
    in_both = np.isfinite(differences)
    before, after, differences = before[in_both], after[in_both], differences[in_both]
    differences[np.abs(differences) <= EQUAL] = 0.0
    n = len(differences)
    weight = None if weight is None else weight[in_both] / weight[in_both].mean()
    means = [float(np.average(each, weights=weight)) if n else math.nan for each in (before, after, differences)]
    wins, losses = int((differences > 0).sum()), int((differences < 0).sum())
    left_out = len(in_both) - n
    counted = PairedTests(measure, n, left_out, means[0], means[1], means[2], wins, n - wins - losses, losses)
    return counted, _Differences(differences, weight)


def _has_spread(differences: Values) -> bool:
    """Whether differences are not all the same; those that are but for the noise would give a huge t, made of noise."""
    return bool(np.ptp(differences) > EQUAL * max(1.0, np.abs(differences).max()))


def _tested(counted: PairedTests, of_queries: _Differences, p: float, exact: bool, bootstrap: Interval | None) -> PairedTests:
    """Add the tests to the counts of at least two differences; without spread there is no `bootstrap`."""
    special = load("scipy.special")
    n, mean, differences = counted.n, counted.difference, of_queries.values
    if of_queries.weights is not None:
        sampled = replace(counted, permutation=Outcome(mean, p), exact=exact, bootstrap=bootstrap or Interval())
        return replace(sampled, reason="weighted_mean")
    tested = replace(counted, wilcoxon=_signed_ranks(differences), permutation=Outcome(mean, p), exact=exact)
    if bootstrap is None:
        return replace(tested, reason="same_differences" if differences.any() else "no_differences")
    deviation = np.std(differences, ddof=1)
    error = deviation / math.sqrt(n)
    half = special.stdtrit(n - 1, TAILS[1]) * error
    return replace(
        tested,
        t=Outcome(float(mean / error), float(2 * special.stdtr(n - 1, -abs(mean / error)))),
        effect_size=float(mean / deviation),
        interval=Interval(float(mean - half), float(mean + half)),
        bootstrap=bootstrap,
    )


def _signed_ranks(differences: Values) -> Outcome:
    """Rank the differences that are not 0; without any there is no test."""
    stats = load("scipy.stats")
    # 0.3 - 0.2 and 0.1 differ in the last bit, and would get different ranks.
    ranked = np.round(differences[differences != 0], PLACES)
    if len(ranked) > ALL_SIGNS:
        return Outcome(*map(float, stats.wilcoxon(ranked, zero_method="wilcox", correction=False, method="auto")))
    # SciPy gives the same p, but with equal sizes it takes a second for it.
    ranks = np.sign(ranked) * stats.rankdata(np.abs(ranked))
    above = ranks[ranks > 0].sum()
    return Outcome(float(min(above, above - ranks.sum())), _sign_flips(ranks, None, 0)[0]) if len(ranks) else Outcome()


def _sign_flips(differences: Values, generator: np.random.Generator | None, resamples: int) -> tuple[float, bool]:
    """Two-sided p of the sum under random signs, and whether all were tried, as they are without a generator."""
    signed = differences[differences != 0]  # the sign of 0 changes nothing
    exact = generator is None or 2 ** len(signed) <= resamples
    flips = 2 ** len(signed) if exact else resamples
    (sums,) = _flipped_sums([signed], flips, None if exact else generator)
    return _share_as_far(signed, sums, exact), exact


def _all_sign_flips(differences: Sequence[Values], seed: np.random.SeedSequence, resamples: int) -> list[tuple[float, bool]]:
    """`_sign_flips` of several pairs, each with the same random signs: those of as many eights of queries draw them once."""
    found: list[tuple[float, bool]] = [(math.nan, True)] * len(differences)
    drawn: dict[int, list[int]] = {}
    signed = [each[each != 0] for each in differences]
    for place, each in enumerate(signed):
        if 2 ** len(each) <= resamples:
            found[place] = _sign_flips(each, None, resamples)
        else:
            drawn.setdefault(-(-len(each) // 8), []).append(place)
    for places in drawn.values():
        sums = _flipped_sums([signed[place] for place in places], resamples, np.random.default_rng(seed))
        for place, each in zip(places, sums, strict=True):
            found[place] = _share_as_far(signed[place], each, False), False
    return found


def _share_as_far(signed: Values, sums: Values, exact: bool) -> float:
    """The share of sums that are as far from 0 as that of the differences themselves."""
    flips = len(sums)
    # Sums that are equal but for the noise have to count as equal.
    at_least = int((np.abs(sums) >= abs(signed.sum()) - EQUAL * np.abs(signed).sum()).sum())
    return at_least / flips if exact else (at_least + 1) / (flips + 1)


def _flipped_sums(pairs: Sequence[Values], flips: int, generator: np.random.Generator | None) -> list[Values]:
    """Sums of differences under random signs, or under the signs that the bits of 0, 1, 2, ... name; each of shape (flips,).

    Eight queries share a byte, whose 256 possible sums are looked up: several times as fast as multiplying by signs. All
    pairs, which are of as many eights, get the same signs.
    """
    sums = [np.zeros(flips) for _ in pairs]
    longest = max(map(len, pairs), default=0)
    for start in range(0, longest, 8 * GROUPS):
        parts = [each[start : start + 8 * GROUPS] for each in pairs]
        groups = -(-max(map(len, parts)) // 8)
        tables = [(np.pad(each, (0, 8 * groups - len(each))).reshape(groups, 8) @ SIGNS).ravel() for each in parts]
        offsets = 256 * np.arange(groups)
        for rows in _blocks(flips, groups):
            if generator is None:
                codes = np.arange(rows.start, rows.stop, dtype="<u8")[:, None].view(np.uint8)[:, :groups]
            else:
                codes = generator.integers(0, 256, size=(rows.stop - rows.start, groups), dtype=np.uint8)
            places = codes + offsets
            for each, table in zip(sums, tables, strict=True):
                each[rows] += table[places].sum(axis=1)
    return sums


def _bootstrap_intervals(differences: Sequence[_Differences], seed: np.random.SeedSequence, resamples: int) -> list[Interval]:
    """Between which percentiles of means of queries drawn with replacement are; pairs of as many queries draw them once."""
    means = [np.zeros(resamples) for _ in differences]
    by_count: dict[int, list[int]] = {}
    for place, each in enumerate(differences):
        by_count.setdefault(len(each.values), []).append(place)
    for n, places in by_count.items():
        generator = np.random.default_rng(seed)
        for rows in _blocks(resamples, n):
            drawn = generator.integers(0, n, size=(rows.stop - rows.start, n))
            for place in places:
                means[place][rows] = differences[place].summands[drawn].mean(axis=1)
                weights = differences[place].weights
                if weights is not None:
                    means[place][rows] /= weights[drawn].mean(axis=1)
    return [Interval(*map(float, np.quantile(each, TAILS))) for each in means]


def _blocks(rows: int, width: int) -> list[slice]:
    """Cut rows into blocks of about CELLS numbers."""
    height = max(1, CELLS // width)
    return [slice(start, min(start + height, rows)) for start in range(0, rows, height)]
