"""Why the winner flips with the base of the gain: the difference of two lists as a polynomial in that base."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np

from rankviz.compare.linear_form import linear_form
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.arrange import arrange, repeat_lists
from rankviz.core.lists.ranking import RawLists
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics import Metric
from rankviz.evaluation.evaluate import narrow, run_metric
from rankviz.evaluation.list_pair import ListPair

MAX_GRADES = 12  # a polynomial of a higher degree helps nobody
TOLERANCE = 1e-9


def gain_coefficients(metric: Metric, pair: ListPair, convention: Convention) -> tuple[float, ...]:
    """Return the coefficients of b⁰, b¹, … of the difference of the numerators under the gain (bᵍ − 1)/(b − 1).

    For whole grades that gain is 1 + b + … + bᵍ⁻¹, so the coefficient of bˢ⁻¹ is the difference of the two lists when a
    document earns 1 from grade s on, and 0 below.

    Parameters
    ----------
    metric : Metric
    pair : ListPair
    convention : Convention
        The present convention; its gain is not read.

    Returns
    -------
    tuple of float
        () if the difference is no such polynomial: for metrics without that gain, for grades that are not whole, and if the
        denominators of the two lists differ under some base.

    Raises
    ------
    InputError
        As `evaluate`.

    Examples
    --------
    >>> from rankviz.core.lists.ranking import Ranking
    >>> from rankviz.core.metrics import METRICS
    >>> from rankviz.evaluation.list_pair import pair_with_order
    >>> pair = pair_with_order(Ranking.from_grades([2, 1, 1]), ["d2", "d3"])
    >>> gain_coefficients(METRICS["cg"], pair, Convention())        # (1 + 1) − ((1 + b) + 1 + 1)
    (-1.0, -1.0)
    """
    if "base" not in metric.uses.get("gain", ()):
        return ()
    rules = narrow(metric, convention.with_choices({"gain": "base"}))
    lists = arrange(RawLists.from_rankings(pair.lists), rules)
    grades = np.concatenate([lists.grades[lists.judged], lists.pool.grades[lists.pool.known]])
    highest = int(grades.max(initial=0))
    if highest > MAX_GRADES or (grades != np.floor(grades)).any() or (grades < 0).any():
        return ()
    if not _same_denominators(metric, lists, rules, highest):
        return ()
    levels = range(1, highest + 1)
    by_level = repeat_lists(lists, max(highest, 1))
    least = np.tile(np.asarray([*levels] or [1], dtype=float), 2)[:, None]
    binary = replace(by_level, grades=np.where(by_level.judged & (by_level.grades >= least), 1.0, 0.0))
    form = linear_form(run_metric(metric, binary, narrow(metric, replace(rules, gain="linear"))))
    if form.axis != "list":
        return ()
    first, second = form.numerator.reshape(2, -1)
    return tuple((second - first)[:highest].tolist())


def _same_denominators(metric: Metric, lists: Rankings, rules: Convention, highest: int) -> bool:
    """Whether both lists have the same denominator under every base.

    The denominators are polynomials in the base, and equal if they agree at more bases than their degree.
    """
    bases = np.linspace(0.25, 3.0, highest + 1)
    trace = run_metric(metric, repeat_lists(lists, len(bases)), rules, {"gain_base": np.tile(bases, 2)})
    first, second = linear_form(trace).denominator.reshape(2, -1)
    return bool(np.allclose(first, second, rtol=1e-12, atol=0))


def gain_difference(coefficients: tuple[float, ...], base: Array) -> Array:
    """Return the polynomial's values at some bases."""
    return np.asarray(np.polynomial.polynomial.polyval(base, coefficients or (0.0,)), dtype=float)


def gain_roots(coefficients: tuple[float, ...]) -> tuple[float, ...]:
    """Return the bases above 0 at which the polynomial is 0, in rising order, each once; () if it is 0 everywhere.

    Examples
    --------
    >>> [round(root, 6) for root in gain_roots((-2.0, 1.0, 1.0))]        # b² + b − 2 = (b − 1)(b + 2)
    [1.0]
    """
    trimmed = np.trim_zeros(np.asarray(coefficients, dtype=float))
    if len(trimmed) < 2:
        return ()
    roots = np.polynomial.polynomial.polyroots(trimmed)
    real = roots.real[(np.abs(roots.imag) <= TOLERANCE * np.maximum(1.0, np.abs(roots))) & (roots.real > TOLERANCE)]
    return tuple(sorted(real.tolist()))


def sign_changes(coefficients: tuple[float, ...]) -> int:
    """Count the sign changes from one coefficient to the next: the winner flips at most as often (rule of Descartes)."""
    signs = [each for each in np.sign(coefficients) if each]
    return sum(one != two for one, two in itertools.pairwise(signs))
