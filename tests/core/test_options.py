"""Each option that is a formula, at one place, against a number worked out by hand from its source.

An option's template and function could agree with each other and both be wrong; these numbers come from neither.
"""

from collections.abc import Mapping
from math import fsum, log
from xml.etree import ElementTree

import pytest

from rankviz import Ranking, evaluate
from rankviz.core.conventions import FIELDS, TEXTBOOK
from rankviz.display.formulas.mathml import mathml

# Grades 2 0 1 at ranks 1 2 3, cut at 4; of 5 relevant documents 3 were not retrieved.
LIST = Ranking.from_grades([2, 0, 1], missed=[1, 1, 3])
# Four pairs: three won, one tied (the second and the third entry).
TIED = Ranking.from_grades([1, 1, 0, 0], scores=[3, 2, 2, 1])
# Grades that are probabilities; on a scale up to 2 the reader stops with (2^g - 1) / 4.
PROBABLE = Ranking.from_grades([0.5, 0.25])
HALF_STOP, QUARTER_STOP = (2**0.5 - 1) / 4, (2**0.25 - 1) / 4

CASES: Mapping[str, tuple[str, Ranking, Mapping[str, object], Mapping[str, float]]] = {
    "gain": (
        "CG",
        LIST,
        {"gain_base": 3},
        {
            "linear": 2 + 1,
            "exponential": 3 + 1,
            "binary": 1 + 1,
            "power": 4 + 1 + 2,
            "power_plus": 5 + 2 + 3,
            "base": (1 + 3) + 1,
        },
    ),
    # One grade 1 at rank 3: 1 / D(3).
    "discount": (
        "DCG",
        Ranking.from_grades([0, 0, 1]),
        {"rbp_p": 0.5, "discount_power": 3},
        {
            "log2": 1 / 2,
            "ln": 1 / (2 * log(2)),
            "log10": log(10) / (2 * log(2)),
            "jk2": log(2) / log(3),
            "jk10": 1,
            "inverse": 1 / 3,
            "geometric": 1 / 4,
            "none": 1,
            "off_by_one": log(2) / log(5),
            "plus_outside": 1 / 3,
            "power": 1 / 2**3,
            "rank_power": 1 / 3**3,
        },
    ),
    # (1/1 + 2/3) over the base; P@1 … P@3 = 1, 1/2, 2/3 for the mistake.
    "ap_base": (
        "AP@4",
        LIST,
        {},
        {
            "R": 5 / 3 / 5,
            "min_R_k": 5 / 3 / 4,
            "hits": 5 / 3 / 2,
            "R_list": 5 / 3 / 2,
            "min_R_list_k": 5 / 3 / 2,
            "min_R_n": 5 / 3 / 3,
            "k": 5 / 3 / 4,
            "all_ranks": 13 / 6 / 3,
            "k_all_ranks": (13 / 6 + 2 / 4) / 4,
        },
    ),
    # One grade 1 judged: 1 / D(1).
    "ideal_discount": (
        "IDCG",
        Ranking.from_grades([0, 1]),
        {},
        {"log2": 1, "ln": 1 / log(2), "log10": log(10) / log(2), "none": 1},
    ),
    "precision_base": ("P@4", LIST, {}, {"k": 2 / 4, "n": 2 / 3, "min_R_k": 2 / 4}),
    "recall_base": ("R@4", LIST, {}, {"R": 2 / 5, "R_list": 2 / 2, "min_R_k": 2 / 4}),
    # Judged others above the relevant ones: 0 and 2; R = 3, N = 2.
    "bpref_base": ("Bpref", Ranking.from_grades([1, 0, 0, 1], missed=[1]), {}, {"min_R_N": 1 / 3, "R": (1 + 1 / 3) / 3}),
    # A reader stops at the first entry, or else at the second.
    "err_stop": (
        "ERR",
        PROBABLE,
        {"err_max": 2},
        {"scaled": HALF_STOP + (1 - HALF_STOP) * QUARTER_STOP / 2, "probability": 1 / 2 + 1 / 2 * 1 / 4 / 2},
    ),
    "tied_pair": ("AUC", TIED, {}, {"half": 3.5 / 4, "lost": 3 / 4, "won": 4 / 4}),
}
ROWS = [(name, key) for name, (_, _, _, expected) in CASES.items() for key in expected]


@pytest.mark.parametrize(("name", "key"), ROWS, ids=[f"{name}-{key}" for name, key in ROWS])
def test_an_option_gives_the_number_of_its_source(name: str, key: str) -> None:
    measure, ranking, choices, expected = CASES[name]
    assert evaluate(measure, ranking, **{**choices, name: key}) == pytest.approx(expected[key], rel=1e-12)


@pytest.mark.parametrize(
    ("measure", "choices", "expected"),
    [
        ("AP@9", {"ap_base": "min_R_k"}, 5 / 3 / 5),
        ("AP@2", {"ap_base": "hits"}, 1 / 1),
        ("AP@2", {"ap_base": "R_list"}, 1 / 2),
        ("AP@1", {"ap_base": "min_R_list_k"}, 1 / 1),
        ("AP@2", {"ap_base": "min_R_n"}, 1 / 3),
        ("AP@2", {"ap_base": "all_ranks"}, (1 + 1 / 2) / 2),
        ("AP@2", {"ap_base": "k_all_ranks"}, (1 + 1 / 2) / 2),
        ("AP@9000", {"ap_base": "k_all_ranks"}, (13 / 6 + fsum(2 / rank for rank in range(4, 9001))) / 9000),
        ("P@2", {"precision_base": "n"}, 1 / 2),
        ("P@9", {"precision_base": "min_R_k"}, 2 / 5),
        ("R@9", {"recall_base": "min_R_k"}, 2 / 5),
    ],
)
def test_a_base_is_the_smaller_of_the_two_at_other_cutoffs_too(
    measure: str, choices: Mapping[str, object], expected: float
) -> None:
    assert evaluate(measure, LIST, **choices) == pytest.approx(expected, rel=1e-12)


def test_every_list_that_is_given_may_count_in_a_mean() -> None:
    lists = [Ranking.from_grades([0, 1]), Ranking.from_grades([None]), Ranking(), Ranking.from_grades([], missed=[1])]
    assert evaluate("RR", lists, mean_over="all") == 1 / 2 / 4
    assert evaluate("RR", lists, mean_over="all", empty="1") == (1 / 2 + 1 + 1 + 0) / 4
    assert evaluate("RR", lists, mean_over="all", empty="skip") == 1 / 2 / 2


def test_with_few_relevant_documents_the_average_is_over_those() -> None:
    assert evaluate("AP", [0, 1, 0], ap_base="min_R_n") == 1 / 2


def test_the_decimal_discount_of_the_paper_starts_after_rank_ten() -> None:
    twelfth = Ranking.from_grades([0] * 11 + [1])
    assert evaluate("DCG", twelfth, discount="jk10") == pytest.approx(log(10) / log(12), rel=1e-12)
    assert evaluate("DCG", Ranking.from_grades([1]), discount="jk2") == 1


def test_every_formula_option_has_its_row() -> None:
    tables = {name: field.options for name, field in FIELDS.items() if field.options}
    formulas = {(name, key) for name, options in tables.items() for key, option in options.items() if option.function}
    assert formulas - {*ROWS} == set(), "no value worked out by hand in CASES of this file"
    assert {*ROWS} - formulas == set(), "CASES of this file has values of no option"


@pytest.mark.parametrize("name", FIELDS)
def test_the_textbooks_choice_is_one_that_the_field_takes(name: str) -> None:
    settled = FIELDS[name].validate(FIELDS[name].default)
    assert (settled, type(settled)) == (FIELDS[name].default, type(FIELDS[name].default))


@pytest.mark.parametrize("name", FIELDS)
def test_conventions_that_differ_in_one_choice_are_not_the_same(name: str) -> None:
    field = FIELDS[name]
    own: object = (f"{field.variable}+4" if name.endswith("formula") else "1:9") if field.variable else field.high
    others = [key for key in field.options or () if key != field.default] or [own]
    other = TEXTBOOK.with_choices({name: others[0]})
    assert other != TEXTBOOK
    assert other == TEXTBOOK.with_choices({name: others[0]})
    assert len({other, TEXTBOOK, TEXTBOOK.with_choices({name: others[0]})}) == 2


def test_formulas_that_differ_in_their_decimals_keep_their_own() -> None:
    for numbers in (("7.25", "8.5"), ("8.5", "0.0"), ("7.25", "8.5")):
        found = ElementTree.fromstring(mathml(rf"\frac{{{numbers[0]}}}{{{numbers[1]}}}"))  # noqa: S314
        assert [node.text for node in found.iter() if node.tag.endswith("mn")] == list(numbers)
