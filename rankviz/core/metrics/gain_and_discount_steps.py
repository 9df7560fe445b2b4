"""Gains and discounts as steps, shared by the gain metrics: what an entry earns, and what that is divided by."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions.formula import Formula, check_values
from rankviz.core.conventions.option_formulas import Array, Option
from rankviz.core.lists.pool import Pool
from rankviz.core.lists.rankings import Rankings
from rankviz.core.trace import HOLE, Trace, as_column, holes_in, sum_rows

# Numbers of a convention that stand in the formulas of options: by their letter the step that records it, and the field.
SETTINGS = {"p": ("persistence", "rbp_p"), "b": ("gain_base", "gain_base"), "s": ("discount_power", "discount_power")}


def gain_of(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Record and return the gain of each entry (Q, N); 0 for an unjudged one, whatever the formula gives for 0.

    Raises
    ------
    InputError
        `gain_overflow`, `gain_no_value`, `gain_base_zero` where a gain is not a finite number.
    """
    trace.add("grade", "g_i", "", rankings.grades, where=rankings.judged, unit="grade")
    if convention.gain == "binary":
        trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit.astype(float))
    option = convention.gain_option
    names = settings_of(option, convention, trace)
    gain = trace.apply("gain", "G_i", option, like=rankings.grades, where=rankings.judged, unit="grade", **names)
    return _check_finite(gain, rankings.grades, option, convention)


def ideal_gain(rankings: Rankings, convention: FormulaRules, trace: Trace) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Record the gains of the pool in the ideal order; return gain, rank and whether it is counted, three (Q, M).

    Of partial lists what stands below the depth of the ideal is left out.

    Raises
    ------
    InputError
        As `gain_of`.
    """
    option = convention.gain_option
    ideal = _ideal_order(rankings.pool, option, convention)
    zeros = rankings.pool_size - ideal.known.sum(axis=1)
    if rankings.is_partial:
        ideal = ideal.first(max(int(rankings.ideal_k.max(initial=0)), 1))
    grade, present, hit = ideal.grades, ideal.known, ideal.hit
    trace.add("ideal_grade", "g^*_j", "", grade, axis="ideal", unit="grade")
    names = {"grade": "ideal_grade", **settings_of(option, convention, trace)}
    if option.key == "binary":
        trace.add("ideal_hit", r"\mathrm{rel}^*_j", "", hit.astype(float), axis="ideal")
        names = {"hit": "ideal_hit"}
    gain = trace.apply("ideal_gain", "G^*_j", option, axis="ideal", like=grade, where=present, unit="grade", **names)
    place = np.broadcast_to(np.arange(1.0, grade.shape[1] + 1), grade.shape)
    rank = np.where(present, place + np.where(gain < 0, as_column(zeros), 0.0), 0.0)
    return gain, rank, present & (rank <= as_column(rankings.ideal_k))


def _ideal_order(pool: Pool, option: Option, convention: FormulaRules) -> Pool:
    """Return the pool by falling gain, not by grade: a custom gain may rank grades otherwise."""

    def gains() -> Array:
        values = pool.hit.astype(float) if option.key == "binary" else pool.grades
        found = np.zeros(values.shape)
        found[pool.known] = option_values(option, convention, values, pool.known)
        return _check_finite(found, pool.grades, option, convention)

    numbers = [getattr(convention, SETTINGS[hole][1]) for _, hole in holes_in(option.template) if hole in SETTINGS]
    is_swept = any(isinstance(each, np.ndarray) for each in numbers)
    return pool.best_first(gains, None if is_swept else (option.key, option.function, *numbers))


def option_values(option: Option, convention: FormulaRules, values: Array, where: NDArray[np.bool_] | None = None) -> Array:
    """Compute an option's gains or discounts for some grades or ranks, without recording them.

    Parameters
    ----------
    option : Option
    convention : FormulaRules
        A swept number, one for each list, needs `values` with a row for each list.
    values : float64
        The grades or ranks, (Q, N) or of any shape.
    where : bool, optional
        Which of `values` to compute; the result is then one-dimensional.

    Returns
    -------
    float64
        Of the shape of `values`, without `where`; it may be infinite or NaN.
    """
    assert option.function is not None
    shape, values = values.shape, values if where is None else values[where]
    holes = dict.fromkeys(name for _, name in holes_in(option.template))
    arguments = [_number_of(convention, hole, shape, where) if hole in SETTINGS else values for hole in holes]
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        value = np.asarray(option.function(*(arguments or [values] * bool(option.reads))), dtype=float)
    return np.broadcast_to(value, np.broadcast_shapes(value.shape, values.shape))


def _number_of(convention: FormulaRules, hole: str, shape: tuple[int, ...], where: NDArray[np.bool_] | None) -> Array | float:
    value: Array | float = getattr(convention, SETTINGS[hole][1])
    if not isinstance(value, np.ndarray):
        return value
    return as_column(value) if where is None else np.broadcast_to(as_column(value), shape)[where]


def discount_of(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Record and return what the gain of each entry is divided by (Q, N), averaged over the ranks of its tie group.

    Raises
    ------
    InputError
        `bad_discount` for a custom discount that is not above 0.
    """
    trace.add("rank", "i", "", rankings.rank)
    inside, option = rankings.inside, convention.discount_option
    names = settings_of(option, convention, trace)
    if not rankings.has_groups:
        discount = trace.apply("discount", "d_i", option, like=rankings.rank, where=inside, unit="divisor", **names)
        check_positive(option, discount, rankings.rank, inside)
        return discount
    places = np.arange(1.0, rankings.last.max() + 1)
    divisor = option_values(option, convention, places)
    with np.errstate(over="ignore", divide="ignore"):  # far down a geometric discount is infinite: nothing is left of the gain
        check_positive(option, divisor, places, np.ones(places.shape, dtype=bool))
        mean_divisor = 1 / _mean_weight(1 / divisor, rankings)
    is_alone = rankings.first == rankings.last
    column = np.maximum(rankings.rank, 1).astype(int) - 1
    template = HOLE.sub(lambda hole: f"<{names.get(hole[2], hole[2])}>", option.template)
    rank_divisor = divisor[column] if divisor.ndim == 1 else np.take_along_axis(divisor, column, axis=1)
    value = np.where(inside, np.where(is_alone, rank_divisor, mean_divisor), 0.0)
    return trace.add("discount", "d_i", template, value, where=inside & is_alone, unit="divisor")


def _mean_weight(weight: Array, rankings: Rankings) -> Array:
    """Average the weights, (P,) or (Q, P), over the ranks of each entry's tie group (Q, N); after the cutoff a weight is 0."""
    start = np.maximum(rankings.first, 1).astype(int) - 1
    end = np.maximum(np.minimum(rankings.last, as_column(rankings.k)).astype(int), start)
    # Each slice is added up by itself: the difference of two running totals would lose small weights far down.
    padded = np.concatenate([weight, np.zeros((*weight.shape[:-1], 1))], axis=-1)
    row = 0 if weight.ndim == 1 else as_column(np.arange(len(weight)) * padded.shape[1])
    bounds = np.stack([start + row, end + row], axis=-1).ravel()
    totals = np.add.reduceat(padded.ravel(), bounds)[::2].reshape(start.shape)
    return np.where(end > start, totals, 0.0) / (rankings.last - rankings.first + 1)


def settings_of(option: Option, convention: FormulaRules, trace: Trace) -> dict[str, str]:
    """Record the convention's numbers that an option's formula names, once; return the steps by their holes."""
    names = {hole: SETTINGS[hole][0] for _, hole in holes_in(option.template) if hole in SETTINGS}
    for hole, key in names.items():
        if key not in trace:
            value = getattr(convention, SETTINGS[hole][1])
            trace.add(key, hole, "", np.full(len(trace.rankings.n), value), unit="setting")
    return names


def sum_terms(terms: Array, grades: Array) -> Array:
    """Add up the terms (Q, N) of each list (Q,).

    Raises
    ------
    InputError
        `gain_overflow` if a sum is too large; it names the highest of `grades`.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        summed: Array = sum_rows(terms)
    if not np.isfinite(summed).all():
        raise _too_large(float(np.abs(grades).max()))
    return summed


def check_positive(option: Option, discount: Array, rank: Array, where: NDArray[np.bool_]) -> None:
    """Check that a custom discount is above 0 at every rank (`bad_discount`): it was read for the first thousand only."""
    if option.reads:
        check_values(np.where(where, discount, 1.0), np.where(where, rank, 1.0))


def _check_finite(gain: Array, grades: Array, option: Option, convention: FormulaRules) -> Array:
    not_finite = ~np.isfinite(gain)
    if not_finite.any():
        grade = float(np.broadcast_to(grades, gain.shape)[not_finite][0])
        if isinstance(option.function, Formula) and not option.function.is_too_large(grade):
            message = f"The formula of the gain has no value at grade {grade:g}. Choose another gain or other grades."
            raise InputError("gain_no_value", message, grade=grade)
        if option.custom_field == "base" and np.any(np.equal(convention.gain_base, 0)):
            message = f"With base 0, grade {grade:g} has no gain: 0 would have to be raised to a negative power. "
            advice = "Choose a base above 0, another gain, or another rule for negative grades."
            raise InputError("gain_base_zero", message + advice, grade=grade)
        raise _too_large(grade)
    return gain


def _too_large(grade: float) -> InputError:
    message = f"The gain of grade {grade:g} is too large for 64 bits. Choose another gain or lower grades."
    return InputError("gain_overflow", message, grade=float(grade))
