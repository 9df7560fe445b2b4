"""The gain with a base of one's own, and the discount with a strength of one's own: their digits, their ends, their refusals.

The expected numbers are fractions, or computed with sixty digits.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rankviz import Convention, InputError, Ranking, evaluate, evaluate_run, explain
from rankviz.conventions import FIELDS, TEXTBOOK
from rankviz.conventions.options import geometric_gain
from rankviz.state.app_state import AppState
from rankviz.state.permalink import from_text, to_text

OPENING = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])
NAMED_GAINS = {0.0: "binary", 1.0: "linear", 2.0: "exponential"}
NAMED_DISCOUNTS = {0.0: "none", 1.0: "log2"}
bases = st.floats(0, 10) | st.floats(1 - 1e-6, 1 + 1e-6) | st.sampled_from([1 + 2**-52, 1 - 2**-53, 5e-324, 1.0])


@given(bases, st.integers(0, 64))
@example(1 + 2**-52, 64)
def test_of_a_whole_grade_the_gain_is_the_exact_sum_of_the_powers(base: float, grade: int) -> None:
    exact = sum(Fraction(base) ** step for step in range(grade))
    assert geometric_gain(base, np.array([float(grade)]))[0] == pytest.approx(float(exact), rel=4e-15, abs=0)


@given(bases, st.floats(-20, 100).filter(lambda grade: abs(grade) > 1e-3))
@example(1 + 2**-52, 2.5)
@example(1 + 2**-52, -0.5)
@example(1 - 2**-53, 99.5)
def test_of_any_other_grade_it_has_as_many_digits(base: float, grade: float) -> None:
    if base == 0 and grade < 0:
        return
    found = geometric_gain(base, np.array([grade]))[0]
    if base == 1:
        assert found == grade
        return
    with localcontext() as context:
        context.prec = 400  # near 1 most of them cancel, and the smallest base has 324 places
        exact = Decimal(1) if base == 0 else (Decimal(base) ** Decimal(grade) - 1) / (Decimal(base) - 1)
    if abs(exact) < Decimal("1e300"):
        assert found == pytest.approx(float(exact), rel=4e-13, abs=0)


@pytest.mark.parametrize(("base", "named"), NAMED_GAINS.items())
def test_the_family_of_gains_goes_through_the_named_ones(base: float, named: str) -> None:
    for measure in ("nDCG@6", "DCG", "IDCG@3", "CG"):
        there = evaluate(measure, OPENING, gain=named)
        assert evaluate(measure, OPENING, gain="base", gain_base=base) == pytest.approx(there, rel=1e-14)


@pytest.mark.parametrize(("power", "named"), NAMED_DISCOUNTS.items())
def test_the_family_of_discounts_goes_through_the_named_ones(power: float, named: str) -> None:
    for ties in ("input_order", "average"):
        there = evaluate("DCG", OPENING, discount=named, ties=ties)
        assert evaluate("DCG", OPENING, discount="power", discount_power=power, ties=ties) == pytest.approx(there, rel=1e-14)


def test_each_further_grade_is_worth_b_times_the_one_before() -> None:
    # 1 + 3 + 9 at rank 1, over 1; 1 at rank 2, over log2(3) squared.
    assert evaluate("DCG", [3, 1], gain="base", gain_base=3) == pytest.approx(13 + 1 / np.log2(3), rel=1e-15)
    both = evaluate("DCG", [3, 1], gain="base", gain_base=3, discount="power", discount_power=2)
    assert both == pytest.approx(13 + 1 / np.log2(3) ** 2, rel=1e-15)


def test_grades_below_0_and_fractions_go_on_with_the_quotient() -> None:
    kept: dict[str, Any] = {"gain": "base", "gain_base": 4, "negative": "keep"}
    assert evaluate("CG", [-1, 0.5], **kept) == pytest.approx((1 / 4 - 1) / 3 + (2 - 1) / 3, rel=1e-15)
    assert evaluate("CG", [-2, 0.5], **kept | {"gain_base": 1}) == -1.5
    assert evaluate("CG", [0.5, 2.5, 0], gain="base", gain_base=0) == 2


def test_with_base_0_a_grade_below_0_has_no_gain_and_that_is_said() -> None:
    with pytest.raises(InputError, match="gain of grade -1 is not a finite number") as found:
        evaluate("nDCG", [2, -1], gain="base", gain_base=0, negative="keep")
    assert found.value.key == "gain_overflow"
    with pytest.raises(InputError, match="gain of grade 1000 is not a finite number"):
        evaluate("nDCG", [1000, 1], gain="base", gain_base=10)


@pytest.mark.parametrize("name", ["gain_base", "discount_power"])
def test_a_number_outside_its_range_is_refused(name: str) -> None:
    field = FIELDS[name]
    for value in (field.low, field.high):
        assert getattr(TEXTBOOK.with_choices({name: value}), name) == value
    for value in (field.low - 0.001, field.high + 0.001, float("nan")):
        with pytest.raises(InputError, match=f"expected a number from {field.low:g} to {field.high:g}"):
            TEXTBOOK.with_choices({name: value})


@pytest.mark.parametrize("name", ["gain_base", "discount_power"])
@given(st.floats(0, 3))
def test_a_link_keeps_all_digits(name: str, value: float) -> None:
    state = AppState(convention=Convention(gain="base", discount="power").with_choices({name: value}))
    found = from_text(to_text(state))
    assert (found.state, found.problems) == (state, ())


def test_a_whole_run_is_computed_with_them() -> None:
    choices: dict[str, Any] = {"gain": "base", "gain_base": 1.3, "discount": "power", "discount_power": 1.7}
    run, judged = {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"q": {"a": 1, "c": 3, "d": 2}}
    expected = evaluate("nDCG@3", Ranking.from_grades([1, None, 3], missed=[2]), **choices)
    assert evaluate_run(run, judged, ["nDCG@3"], **choices).means["nDCG@3"] == pytest.approx(expected, rel=1e-14)


def test_the_numbers_are_recorded_and_said() -> None:
    found = explain("nDCG@6", OPENING, gain="base", gain_base=1.3, discount="power", discount_power=1.7)
    steps = {step.key: step for step in found.steps}
    assert steps["gain_base"].value.tolist() == [1.3]
    assert steps["discount_power"].value.tolist() == [1.7]
    assert "gain (bᵍ − 1) / (b − 1), b = 1.3 and discount log₂(i + 1)ˢ, s = 1.7" in str(found)
