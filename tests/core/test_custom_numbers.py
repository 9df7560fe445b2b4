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

from rankviz import METRICS, Convention, InputError, Ranking, evaluate, evaluate_run, explain
from rankviz.core.conventions import FIELDS, TEXTBOOK
from rankviz.core.conventions.option_formulas import geometric_gain
from rankviz.display.convention_words import ConventionWords
from rankviz.display.error_text import error_text
from rankviz.display.rule_words import rule_sentences as rule_words
from rankviz.state.app_state import AppState
from rankviz.state.permalink import from_text, to_text
from rankviz.texts import LANGUAGES, Texts

OPENING = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])
NAMED_GAINS = {0.0: "binary", 1.0: "linear", 2.0: "exponential"}
NAMED_DISCOUNTS = {("power", 0.0): "none", ("power", 1.0): "log2", ("rank_power", 0.0): "none", ("rank_power", 1.0): "inverse"}
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


@pytest.mark.parametrize(("family", "named"), NAMED_DISCOUNTS.items())
def test_the_families_of_discounts_go_through_the_named_ones(family: tuple[str, float], named: str) -> None:
    discount, power = family
    for ties in ("input_order", "average"):
        there = evaluate("DCG", OPENING, discount=named, ties=ties)
        assert evaluate("DCG", OPENING, discount=discount, discount_power=power, ties=ties) == pytest.approx(there, rel=1e-14)


@given(st.floats(0, 3), st.integers(1, 200))
def test_a_power_of_the_rank_is_exact_at_every_rank(power: float, rank: int) -> None:
    with localcontext() as context:
        context.prec = 60
        exact = 1 / Decimal(rank) ** Decimal(power)
    alone = [0.0] * (rank - 1) + [1.0]
    found = evaluate("DCG", alone, discount="rank_power", discount_power=power)
    assert found == pytest.approx(float(exact), rel=1e-14, abs=0)


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


KEPT = {"negative": "keep"}
NO_GAIN: list[tuple[list[float], dict[str, Any], str]] = [
    ([2, -1], {"gain": "base", "gain_base": 0, **KEPT}, "gain_base_zero"),
    ([1000, 1], {"gain": "base", "gain_base": 10}, "gain_overflow"),
    ([-1000, 1], {"gain": "base", "gain_base": 0.1, **KEPT}, "gain_overflow"),
    ([3, 2], {"gain": "formula", "gain_formula": "1/(g-2)"}, "gain_no_value"),
    ([3, -2], {"gain": "formula", "gain_formula": "sqrt(g)", **KEPT}, "gain_no_value"),
    ([3, 2], {"gain": "formula", "gain_formula": "exp(exp(exp(g)))"}, "gain_overflow"),
]


@pytest.mark.parametrize(("grades", "choices", "key"), NO_GAIN)
def test_the_error_tells_a_gain_that_is_too_large_from_one_without_a_value(
    grades: list[float], choices: dict[str, Any], key: str
) -> None:
    with pytest.raises(InputError) as found:
        evaluate("DCG", grades, **choices)
    assert found.value.key == key
    for language in LANGUAGES:
        said = error_text(found.value, Texts(language))
        assert f"{found.value.where['grade']:g}".replace("-", "−") in said, said


@pytest.mark.parametrize("metric", [key for key, each in METRICS.items() if "gain" in each.uses])
def test_a_sum_of_gains_that_is_too_large_is_refused_also_in_the_ideal_ranking(metric: str) -> None:
    lists: list[tuple[list[float], dict[str, Any]]] = [([1023, 1023, 1023], {})]  # 2^1024 is too large for 64 bits
    if "ideal_cut" in METRICS[metric].uses:
        lists.append(([1, 1023, 1023, 1023], {"cutoff": 1, "ideal_cut": "none"}))
    for grades, choices in lists:
        with pytest.raises(InputError) as found:
            evaluate(METRICS[metric].name, grades, gain="exponential", **choices)
        assert (found.value.key, found.value.where["grade"]) == ("gain_overflow", 1023)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("base", [0.0, 1.0, 1.5])
def test_a_base_at_which_the_formula_says_nothing_of_itself_is_explained(base: float, language: str) -> None:
    texts, found = Texts(language), explain("nDCG@6", OPENING, gain="base", gain_base=base)
    words = ConventionWords(found.metric, found.asked, None, texts)
    key = {0.0: "sentence.own_gain_base_0", 1.0: "sentence.own_gain_base_1"}.get(base, "sentence.own_number")
    holes = {"label": "(bᵍ − 1) / (b − 1)", "symbol": "b", "value": "1.5"}
    assert texts(key, **{name: holes[name] for name in texts.places(key)}) in words.sentence
    ruled = [texts(f"words.gain_base_{each}") for each in (0, 1)]
    assert [each in rule_words(found.trace, OPENING, texts) for each in ruled] == [base == 0, base == 1]


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


def test_the_numbers_are_recorded_and_explained() -> None:
    found = explain("nDCG@6", OPENING, gain="base", gain_base=1.3, discount="power", discount_power=1.7)
    steps = {step.key: step for step in found.steps}
    assert steps["gain_base"].value.tolist() == [1.3]
    assert steps["discount_power"].value.tolist() == [1.7]
    assert "gain (bᵍ − 1) / (b − 1), b = 1.3 and discount log₂(i + 1)ˢ, s = 1.7" in str(found)
    assert "discount iˢ, s = 0.5" in str(explain("DCG@6", OPENING, discount="rank_power"))
