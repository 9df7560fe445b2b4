"""Custom gains and discounts: is a typed formula read as it is meant, shown as it is computed, and refused where it is wrong?

The second opinion on reading is Python's own grammar, whose signs and powers bind in the same way; numbers are by hand.
"""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from numpy.typing import NDArray

from rankviz import Convention, evaluate
from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_FORMULA, MAX_TABLE
from rankviz.core.conventions.formula import Formula, check_discount, parse_formula, parse_table
from rankviz.core.conventions.formula_parser import FUNCTIONS
from tests.oracles.latex_runner import run_latex

Array = NDArray[np.float64]
VALUES = np.array([0.0, 1.0, 2.0, 3.0, 0.5, 7.0, -1.0, 30.0])
HOLES = {"g": "grade", "i": "rank"}


def value_at(text: str, value: float, variable: str = "g") -> float:
    return float(parse_formula(text, variable)(np.array([value]))[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # With g = 3.
        ("1+2*g", 7),
        ("(1+2)*g", 9),
        ("10-4-g", 3),
        ("10-(4-g)", 9),
        ("12/2/g", 2),
        ("12/(6/g)", 6),
        ("12/2*g", 18),
        ("12/(2*g)", 2),
        ("2^g^2", 512),
        ("(2^g)^2", 64),
        ("-g^2", -9),
        ("(-g)^2", 9),
        ("2^-g", 0.125),
        ("2^-g^2", 1 / 512),
        ("g*-2", -6),
        ("g--2", 5),
        ("--g", 3),
        ("-g*2+10", 4),
        ("2*g^2", 18),
        ("2 ** g - 1", 7),
        (" ( ( g ) ) ", 3),
        (".5+1.", 1.5),
        ("2×g÷3−1", 1),
        ("（g+1）", 4),
        ("max（g，5）", 5),
    ],
)
def test_precedence_and_associativity(text: str, expected: float) -> None:
    assert value_at(text, 3) == expected


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("log2(g)", 8, 3),
        ("ln(g)", math.e, 1),
        ("log10(g)", 1000, 3),
        ("sqrt(g)", 6.25, 2.5),
        ("exp(g)", 0, 1),
        ("exp(g)", 1, math.e),
        ("max(g,2)", 1, 2),
        ("max(g,2)", 5, 5),
        ("min(g,2)", 1, 1),
        ("min(g,2)", 5, 2),
        ("max(min(g,3),1)", 9, 3),
        ("log2(1+max(g,3)*2+1)", 3, 3),
    ],
)
def test_each_function(text: str, value: float, expected: float) -> None:
    assert value_at(text, value) == pytest.approx(expected, rel=1e-15)


def test_every_function_has_its_number() -> None:
    assert set(FUNCTIONS) == {"log2", "ln", "log10", "sqrt", "exp", "max", "min"}


def test_a_formula_without_the_variable_has_its_value_everywhere() -> None:
    assert parse_formula("3", "g")(np.zeros((2, 3))).tolist() == [[3, 3, 3], [3, 3, 3]]


def test_where_a_formula_has_no_value_the_result_is_not_finite() -> None:
    found = parse_formula("1/g", "g")(np.array([0.0, 2.0])), parse_formula("ln(g)", "g")(np.array([-1.0, 1.0]))
    assert np.isfinite(found).tolist() == [[False, True], [False, True]]


@pytest.mark.parametrize(
    ("text", "canonical", "template"),
    [
        ("2 ** g - 1", "2^g-1", "2^{<grade>}-1"),
        ("((2)^(g))-(1)", "2^g-1", "2^{<grade>}-1"),
        ("1 / log2( g + 1.0 )", "1/log2(g+1)", r"\frac{1}{\log_2(<grade>+1)}"),
        ("(1+g)/(2*g)", "(1+g)/(2*g)", r"\frac{1+<grade>}{2\cdot<grade>}"),
        ("(g/2)^2", "(g/2)^2", r"\left(\frac{<grade>}{2}\right)^{2}"),
        ("sqrt(g)^2", "sqrt(g)^2", r"(\sqrt{<grade>})^{2}"),
        ("g-(1-g)", "g-(1-g)", "<grade>-(1-<grade>)"),
        ("(g-1)-g", "g-1-g", "<grade>-1-<grade>"),
        ("g*(g/2)", "g*(g/2)", r"<grade>\cdot\frac{<grade>}{2}"),
        ("g*(g/2*3)", "g*(g/2*3)", r"<grade>\cdot\left(\frac{<grade>}{2}\cdot3\right)"),
        ("g--1", "g-(-1)", "<grade>-(-1)"),
        ("1+(-g)*2", "1+(-g*2)", r"1+(-<grade>\cdot2)"),
        ("2^(-g)", "2^(-g)", "2^{-<grade>}"),
        ("0.50+007", "0.5+7", "0.5+7"),
        ("max(g,1/2)", "max(g,1/2)", r"\max\left(<grade>,\frac{1}{2}\right)"),
        ("log10(g)+ln(g)", "log10(g)+ln(g)", r"\log_{10}(<grade>)+\ln(<grade>)"),
    ],
)
def test_the_canonical_spelling_and_its_latex(text: str, canonical: str, template: str) -> None:
    formula = parse_formula(text, "g")
    assert (formula.text, formula.template) == (canonical, template)


def test_a_formula_of_the_rank_has_the_hole_of_the_rank() -> None:
    assert parse_formula("log2(i+1)", "i").template == r"\log_2(<rank>+1)"


# Generated formulas.

SPACES = st.sampled_from(["", "", "", " ", "\t", "  "])
NUMBERS = st.sampled_from(["0", "1", "2", "3", "0.5", ".25", "10.", "1.50", "0007"])


@st.composite
def join_parts(draw: st.DrawFn, parts: SearchStrategy[str]) -> str:
    """Parts side by side, with and without parentheses, so that it is the grammar that decides what belongs together."""
    text = draw(SPACES) + draw(parts)
    for _ in range(draw(st.integers(1, 3))):
        text += draw(SPACES) + draw(st.sampled_from(["+", "-", "*", "/", "^", "**"])) + draw(SPACES) + draw(parts)
    return text


def larger(parts: SearchStrategy[str]) -> SearchStrategy[str]:
    one = st.sampled_from(["log2", "ln", "log10", "sqrt", "exp"])
    two = st.sampled_from(["max", "min"])
    return (
        join_parts(parts)
        | join_parts(parts).map(lambda text: f"({text})")
        | parts.map(lambda text: f"-{text}")
        | st.tuples(one, parts).map(lambda pair: f"{pair[0]}({pair[1]})")
        | st.tuples(two, parts, parts).map(lambda each: f"{each[0]}( {each[1]}, {each[2]} )")
    )


def formulas(variable: str = "g") -> SearchStrategy[str]:
    return st.recursive(NUMBERS | st.just(variable), larger, max_leaves=8)


def read(text: str, variable: str) -> Formula:
    """Read a generated formula; those that are too long or too deep are the subject of other tests."""
    try:
        return parse_formula(text, variable)
    except InputError as error:
        assume(error.key not in ("formula_too_long", "formula_too_deep"))
        raise


PYTHON_OPERATORS: dict[type[ast.operator], Callable[..., Array]] = {
    ast.Add: np.add,
    ast.Sub: np.subtract,
    ast.Mult: np.multiply,
    ast.Div: np.divide,
    ast.Pow: np.power,
}
PYTHON_FUNCTIONS: dict[str, Callable[..., Array]] = {
    "log2": np.log2,
    "ln": np.log,
    "log10": np.log10,
    "sqrt": np.sqrt,
    "exp": np.exp,
    "max": np.maximum,
    "min": np.minimum,
}


def by_python(text: str, values: Array) -> Array:
    """Read with Python's grammar, and compute what it found."""

    def compute(node: ast.expr) -> Array:
        match node:
            case ast.Constant(value=number):
                return np.float64(number)
            case ast.Name():
                return values
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -compute(inner)
            case ast.BinOp(left=left, op=sign, right=right):
                return PYTHON_OPERATORS[type(sign)](compute(left), compute(right))
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return PYTHON_FUNCTIONS[name](*map(compute, arguments))
        raise AssertionError(ast.dump(node))

    with np.errstate(all="ignore"):
        return np.broadcast_to(compute(ast.parse(text.strip(), mode="eval").body), values.shape)


@given(formulas())
def test_signs_and_parentheses_are_read_as_python_reads_them(text: str) -> None:
    theirs = by_python(text.replace("^", "**").replace("0007", "7"), VALUES)
    np.testing.assert_array_equal(read(text, "g")(VALUES), theirs)


@given(formulas())
def test_the_canonical_spelling_is_the_same_formula_and_stays_as_it_is(text: str) -> None:
    formula = read(text, "g")
    again = parse_formula(formula.text, "g")
    assert (again.text, again.template) == (formula.text, formula.template)
    np.testing.assert_array_equal(again(VALUES), formula(VALUES))
    assert by_python(formula.text.replace("^", "**"), VALUES).tolist() == pytest.approx(
        formula(VALUES).tolist(), nan_ok=True, rel=0
    )


@pytest.mark.slow
@pytest.mark.parametrize("variable", HOLES)
@given(data=st.data())
def test_the_latex_of_a_formula_gives_its_value(variable: str, data: st.DataObject) -> None:
    formula = read(data.draw(formulas(variable)), variable)
    hole = {("", HOLES[variable]): VALUES}
    shown = run_latex(formula.template, lambda kind, key: hole[kind, key])
    np.testing.assert_array_equal(np.broadcast_to(shown, VALUES.shape), formula(VALUES))


# What is refused, and where.


@pytest.mark.parametrize(
    ("text", "key", "place", "marked"),
    [
        ("", "formula_empty", None, None),
        (" \t ", "formula_empty", None, None),
        ("2^g $ 1", "formula_sign", 5, "2^g ▸$ 1"),
        ("g+'a'", "formula_sign", 3, "g+▸'a'"),
        ("g+.", "formula_sign", 3, "g+▸."),
        ("2^x-1", "formula_name", 3, "2^▸x-1"),
        ("log(g)", "formula_name", 1, "▸log(g)"),
        ("2*i", "formula_name", 3, "2*▸i"),
        ("log2 g", "formula_open", 6, "log2 ▸g"),
        ("g+sqrt", "formula_open_end", 7, "g+sqrt▸"),
        ("2*(g+1", "formula_unclosed_end", 7, "2*(g+1▸"),
        ("(g 1)", "formula_unclosed", 4, "(g ▸1)"),
        ("(g,1)", "formula_unclosed", 3, "(g▸,1)"),
        ("g+1)", "formula_close", 4, "g+1▸)"),
        ("g,1", "formula_close", 2, "g▸,1"),
        ("2g", "formula_operator", 2, "2▸g"),
        ("g (2)", "formula_operator", 3, "g ▸(2)"),
        ("1e3", "formula_operator", 2, "1▸e3"),
        ("2^", "formula_value_end", 3, "2^▸"),
        ("2^  ", "formula_value_end", 3, "2^▸  "),
        ("g+*2", "formula_value", 3, "g+▸*2"),
        ("+g", "formula_value", 1, "▸+g"),
        ("()", "formula_value", 2, "(▸)"),
        ("max(g,)", "formula_value", 7, "max(g,▸)"),
        ("1+max(g)", "formula_arguments", 3, "1+▸max(g)"),
        ("sqrt(g, 2)", "formula_arguments", 1, "▸sqrt(g, 2)"),
        ("×g", "formula_value", 1, "▸×g"),
    ],
)
def test_a_wrong_formula_is_marked_at_its_place(text: str, key: str, place: int | None, marked: str | None) -> None:
    with pytest.raises(InputError) as caught:
        parse_formula(text, "g")
    error = caught.value
    assert (error.key, error.where.get("at"), error.where.get("marked")) == (key, place, marked)
    assert marked is None or marked in error.message


def test_a_message_names_what_was_found_and_what_was_expected() -> None:
    def error_details(text: str) -> dict[str, object]:
        with pytest.raises(InputError) as caught:
            parse_formula(text, "i")
        return caught.value.where

    assert error_details("2+*")["found"] == "*"
    assert error_details("2 % i")["found"] == "%"
    assert error_details("2+")["variable"] == "i"
    assert error_details("g")["known"] == "log2, ln, log10, sqrt, exp, max, min"
    assert error_details("log2+1")["name"] == "log2"
    found = error_details("min(i,2,3)")
    assert (found["name"], found["count"], found["given"]) == ("min", 2, 3)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')",
        "__import__(g)",
        "exec(g)",
        "eval(g)",
        "open(g)",
        "g.__class__",
        "max.__self__(g,1)",
        "lambda g",
        "[g]",
        "{g}",
        "g;g",
        "g if g else g",
        "g=1",
        "f'{g}'",
        "np",
    ],
)
def test_code_is_no_formula(text: str) -> None:
    with pytest.raises(InputError):
        parse_formula(text, "g")


def test_a_formula_is_read_and_computed_without_running_any_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("a typed text was run")

    with monkeypatch.context() as patched:
        for name in ("eval", "exec", "compile"):
            patched.setattr(builtins, name, forbidden)
        found = parse_formula("max(2^g-1,log2(g+1))", "g")(np.array([3.0]))
    assert found.tolist() == [7]


def read_or_refuse(text: str) -> None:
    for variable in HOLES:
        for parse in (parse_formula, parse_table):
            try:
                own = parse(text, variable)
            except InputError as error:
                assert error.key.startswith(("formula_", "table_"))
            else:
                assert parse(own.text, variable).text == own.text


@pytest.mark.slow
@given(st.text(max_size=MAX_FORMULA + 5))
@example("g\x1c")
@example("\u0663")  # a digit, and not of ASCII
@example("²")
@example("g\u00a0+\u30001")
@example("\ud800")
def test_garbage_raises_nothing_but_an_input_error(text: str) -> None:
    read_or_refuse(text)


@given(st.lists(st.sampled_from([*"gi+-*/^(),.:019 ", "**", *FUNCTIONS]), max_size=120).map("".join))
def test_the_right_signs_in_a_wrong_order_raise_nothing_else_either(text: str) -> None:
    read_or_refuse(text)


# Limits.


def refusal_details(text: str) -> dict[str, object]:
    with pytest.raises(InputError) as caught:
        parse_formula(text, "g")
    return {"key": caught.value.key, **caught.value.where}


def test_a_formula_of_200_characters_is_read_and_one_of_201_is_not() -> None:
    assert value_at("+".join(["g"] * 100) + " ", 1) == 100
    found = refusal_details("+".join(["g"] * 101))
    assert (found["key"], found["length"], found["limit"]) == ("formula_too_long", 201, 200)


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("+".join(["g--g"] * 40), 279),  # 40 times g-(-g) and 39 signs between
        ("9" * 200, 201),  # nearest 64-bit number: 1 and 200 zeros
    ],
)
def test_a_formula_is_refused_whose_canonical_spelling_could_not_be_read_again(text: str, length: int) -> None:
    found = refusal_details(text)
    assert (found["key"], found["length"]) == ("formula_too_long", length)


@pytest.mark.parametrize(
    "nest",
    [
        lambda depth: "(" * depth + "g" + ")" * depth,
        lambda depth: "-" * depth + "g",
        lambda depth: "2^" * depth + "g",
        lambda depth: "ln(" * depth + "g" + ")" * depth,
    ],
    ids=["parentheses", "signs", "powers", "functions"],
)
def test_thirty_levels_are_read_and_thirty_one_are_not(nest: Callable[[int], str]) -> None:
    assert parse_formula(nest(30), "g").variable == "g"
    found = refusal_details(nest(31))
    assert (found["key"], found["limit"]) == ("formula_too_deep", 30)
    assert "▸" in str(found["marked"])


def test_a_formula_is_refused_whose_canonical_spelling_would_be_too_deep_to_be_read_again() -> None:
    # 14 powers and 14 signs, around each of which the canonical spelling puts parentheses.
    found = refusal_details("2^-" * 14 + "g")
    assert (found["key"], found["limit"]) == ("formula_too_deep", 30)
    assert parse_formula("2^-" * 10 + "g", "g").text == "2^(-" * 10 + "g" + ")" * 10


@pytest.mark.parametrize("text", ["(" * 200, "-" * 200, "2^" * 100, "((-" * 66, "max(" * 50])
def test_a_formula_that_only_opens_is_too_deep_and_overflows_nothing(text: str) -> None:
    assert refusal_details(text)["key"] == "formula_too_deep"


@pytest.mark.parametrize("kind", ["gain", "discount"])
def test_a_convention_keeps_a_custom_formula_when_another_choice_changes(kind: str) -> None:
    variable = "g" if kind == "gain" else "i"
    kept = Convention(**{f"{kind}_formula": f" 2 + {variable}--1 "}).with_choices({"cutoff": 3})
    assert getattr(kept, f"{kind}_formula") == f"2+{variable}-(-1)"


# Tables.


@pytest.mark.parametrize(
    ("text", "variable", "canonical"),
    [
        ("0, 1, 3, 7", "g", "0:0, 1:1, 2:3, 3:7"),
        ("1, 1.5, 2", "i", "1:1, 2:1.5, 3:2"),
        ("3:7,0:0, 1 : 1.0", "g", "0:0, 1:1, 3:7"),
        ("0：0，2：.5", "g", "0:0, 2:0.5"),
        ("-1:-2, 0:0", "g", "-1:-2, 0:0"),
        ("0.5:1", "g", "0.5:1"),
        ("4:1, 2", "g", "1:2, 4:1"),  # the second row, without a key, is that of grade 1
    ],
)
def test_the_canonical_spelling_of_a_table(text: str, variable: str, canonical: str) -> None:
    table = parse_table(text, variable)
    assert table.text == canonical
    assert parse_table(canonical, variable) == table


def test_a_key_between_two_rows_has_the_value_of_the_lower_one() -> None:
    table = parse_table("1:10, 2:20, 5:50", "g")
    keys = np.array([[-3, 0, 0.99, 1], [1.5, 1.999, 2, 3], [4.999, 5, 5.001, 1e9]])
    assert table(keys).tolist() == [[10, 10, 10, 10], [10, 10, 20, 20], [20, 50, 50, 50]]


def test_values_need_not_rise_with_their_keys() -> None:
    assert parse_table("2:1, 0:5, 1:-3", "g")(np.array([0.0, 1.0, 2.0])).tolist() == [5, -3, 1]


def test_the_31_gains_that_lightgbm_starts_with_are_kept() -> None:
    typed = ",".join(str(2**grade - 1) for grade in range(31))
    kept = Convention(gain="table", gain_table=typed).with_choices({"cutoff": 3})
    table = parse_table(kept.gain_table, "g")
    assert table(np.array([0.0, 1.0, 4.0, 30.0])).tolist() == [0, 1, 15, 1073741823]


@pytest.mark.parametrize(
    ("text", "key", "where"),
    [
        ("", "table_row", {"row": "", "count": 1}),
        ("0:0,,2:3", "table_row", {"row": "", "count": 2}),
        ("0:0, 1:a", "table_row", {"row": "1:a", "count": 2}),
        ("0:0, b:1", "table_row", {"row": "b:1", "count": 2}),
        ("1:2:3", "table_row", {"row": "1:2:3", "count": 1}),
        ("0:1e3", "table_row", {"row": "0:1e3", "count": 1}),
        ("0:", "table_row", {"row": "0:", "count": 1}),
        ("0:nan", "table_row", {"row": "0:nan", "count": 1}),
        ("0:inf", "table_row", {"row": "0:inf", "count": 1}),
        ("0:2^3", "table_row", {"row": "0:2^3", "count": 1}),
        ("0;1;3", "table_row", {"row": "0;1;3", "count": 1}),
        ("0:1, 2:3, 0:2", "table_twice", {"row": "0:2", "twice": "0"}),
        ("1:5, 1.0:5", "table_twice", {"row": "1.0:5", "twice": "1.0"}),
        ("1:5, 3", "table_twice", {"row": "3", "twice": "1"}),
    ],
)
def test_a_wrong_table_is_refused_with_its_row(text: str, key: str, where: dict[str, object]) -> None:
    with pytest.raises(InputError) as caught:
        parse_table(text, "g")
    assert (caught.value.key, caught.value.where) == (key, where)


@pytest.mark.parametrize("text", [",".join(["1"] * 501), ",".join(["1"] * 200)])
def test_a_table_that_is_too_long_as_typed_or_as_kept_is_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_table(text, "g")
    assert (caught.value.key, caught.value.where["limit"]) == ("table_too_long", MAX_TABLE)


ROWS = st.dictionaries(st.integers(-5, 40), st.integers(-400, 400).map(lambda whole: whole / 4), min_size=1, max_size=20)


@given(ROWS, st.lists(st.floats(-10, 50), max_size=5))
def test_a_table_is_the_look_up_of_the_largest_key_that_is_not_above(rows: dict[int, float], keys: list[float]) -> None:
    table = parse_table(", ".join(f"{key}:{value}" for key, value in rows.items()), "g")
    expected = [rows[max((each for each in rows if each <= key), default=min(rows))] for key in keys]
    assert table(np.array(keys, dtype=float)).tolist() == expected
    assert parse_table(table.text, "g") == table


# Discounts.


@pytest.mark.parametrize(
    ("text", "rank", "value"),
    [
        ("log2(i)", 1, "0"),
        ("3-i", 3, "0"),
        ("2.5-i", 3, "-0.5"),
        ("1/(i-4)", 1, "-0.333333"),
        ("1/(4-i)", 4, "inf"),
        ("sqrt(2-i)", 2, "0"),
        ("ln(2.5-i)+9", 3, "nan"),
        ("10^i", 309, "inf"),  # the largest 64-bit number is below 10^309
        ("1000-i", 1000, "0"),
        ("-1", 1, "-1"),
    ],
)
def test_a_discount_that_is_no_number_above_0_is_refused_with_its_first_rank(text: str, rank: int, value: str) -> None:
    with pytest.raises(InputError) as caught:
        check_discount(parse_formula(text, "i"))
    assert caught.value.key == "bad_discount"
    assert caught.value.where == {"rank": rank, "value": pytest.approx(float(value), nan_ok=True)}


@pytest.mark.parametrize("text", ["log2(i+1)", "i", "1", "1001-i", "0.5^(i/2)"])
def test_a_discount_above_0_at_the_first_1000_ranks_passes(text: str) -> None:
    assert check_discount(parse_formula(text, "i")) is None


def test_a_table_of_discounts_is_checked_as_well() -> None:
    check_discount(parse_table("1, 1.5, 2", "i"))
    with pytest.raises(InputError) as caught:
        Convention(discount="table", discount_table="1:1, 5:0, 9:2")
    assert caught.value.where == {"rank": 5, "value": 0}


def test_a_discount_is_checked_no_deeper_than_requested() -> None:
    discount = parse_formula("5.5-i", "i")
    check_discount(discount, deepest=5)
    with pytest.raises(InputError):
        check_discount(discount, deepest=6)


@pytest.mark.parametrize("measure", ["DCG", "IDCG"])
def test_a_discount_that_fails_only_far_down_is_refused_where_it_is_used(measure: str) -> None:
    for formula in ("1001-i", "1001.5-i"):
        assert np.isfinite(evaluate(measure, [1.0] * 1000, discount="formula", discount_formula=formula))
        with pytest.raises(InputError) as caught:
            evaluate(measure, [1.0] * 1005, discount="formula", discount_formula=formula)
        assert caught.value.key == "bad_discount"
        assert caught.value.where["rank"] == (1001 if formula == "1001-i" else 1002)
