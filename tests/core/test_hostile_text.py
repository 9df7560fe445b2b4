"""Pasted text and typed formulas: every list that a page can hold is read back as it was, and no text raises or takes long."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rankviz import Convention, InputError, Item, Ranking
from rankviz.basics.limits import MAX_ENTRIES, MAX_FORMULA, MAX_GRADE, MAX_NAME, MAX_PASTE
from rankviz.core.conventions.formula import parse_formula, parse_table
from rankviz.core.pasted.list_parser import clean_id, format_list, parse_list
from rankviz.state.app_state import check_list
from tests.helpers.hostile import TEXTS, at_most
from tests.helpers.long import rounds

ODD_NAMES = [
    "#a", "#", '"x"', '"', '""', 'a"b', '"a" b', "id", "grade", "3", "2.5", "u", "?", "-", "nan", "none", "---", "--- a",
    "missed:", "missed", "truth: a", "truth:", "relevant: b", "相关：", "truth", "a,b", "a, b", "a;b", "3,2", "3 2", "a b",
    ",", ";", "[", "(3", "[1]", "x  y", "\ufeffa", "a\ufeff", "１", "−1", "1e5", "1_0", "d1", "d2", "d10", "文档", "<b>",
    "\u202ea", "'", "a'b", "\\", "\\t", "_", "*x*", "$x$", "x" * MAX_NAME, '"' * MAX_NAME, "𝒶" * MAX_NAME,
]  # fmt: skip
PIECES = [
    "3", "2", "0", "u", "?", "x", " ", "  ", "\t", "\n", "\r\n", ",", ";", "，", "、", '"', '""', "#", "---", "===",
    "truth:", "relevant: ", "missed:", "grade", "id", "1e400", "-1", "−2", "[", "]", "\ufeff", "\x00", "\x85", "\u2028",
    "nan", "_", "1_0", "a b", "文档", "😀", "\ud800",
]  # fmt: skip
NAMES = (
    st.sampled_from(ODD_NAMES)
    | st.text(st.sampled_from('"#-:,;[]() \ta1u?'), max_size=6).map(clean_id)
    | st.text(max_size=8).map(clean_id)
)
GRADES = st.sampled_from([None, 0.0, 1.0, 3.0, -2.5, 5e-324, MAX_GRADE, 0.1 + 0.2])
SCORES = st.sampled_from([None, 0.0, 1.7976931348623157e308, -1.0, 5e-324])
ITEMS = st.lists(st.builds(Item, NAMES.filter(bool), GRADES, SCORES), max_size=4).map(tuple)
MISSED = st.lists(st.builds(Item, NAMES.filter(bool), GRADES, st.none()), max_size=3).map(tuple)


@pytest.mark.slow
@settings(max_examples=rounds(400))
@given(
    st.builds(Ranking, ITEMS, MISSED)
    | st.builds(Ranking.from_grades, st.lists(GRADES, max_size=4), st.lists(GRADES, max_size=3))
)
@example(Ranking((Item("3", 2.0),)))
@example(Ranking((), (Item("3", 2.0), Item("u", None))))
@example(Ranking((Item("#a", 1.0), Item('"x"', 2.0, 1.0))))
def test_every_list_is_read_back_as_it_was_written(ranking: Ranking) -> None:
    check_list(ranking)
    if ranking.items or ranking.missed:
        assert parse_list(format_list(ranking)) == ranking


def test_the_longest_list_is_read_back() -> None:
    items = tuple(Item('"' * (MAX_NAME - 3) + f"{i:03}", -0.1 - i / 7e15, -1.7976931348623157e308) for i in range(MAX_ENTRIES))
    assert parse_list(format_list(Ranking(items))) == Ranking(items)


@pytest.mark.parametrize("name", ["a", "a b", "a,b", "doc-1", "x: y", "don't"])
def test_a_plain_id_is_written_without_quotation_marks(name: str) -> None:
    assert format_list(Ranking((Item(name, 1.0), Item("b", 2.0)))) == f"{name}\t1\nb\t2"


@pytest.mark.parametrize(
    ("text", "key", "where"),
    [
        ("3,2,x,1", "paste_entry", {"line": 1, "place": 3, "text": "x"}),
        ("3 2 0 1 two\n---\n3", "paste_entry", {"line": 1, "place": 5, "text": "two"}),
        ("3,2,0,2e15", "paste_entry", {"line": 1, "place": 4, "text": "2e15"}),
        ("True,False", "paste_entry", {"line": 1, "place": 1, "text": "True"}),
        ("hello world", "paste_entry", {"line": 1, "place": 1, "text": "hello"}),
        ("1_0", "paste_grade", {"line": 1, "column": 1, "text": "1_0"}),
        ("3\n2 1\n0 1", "paste_mixed", {"line": 1, "text": "3", "found": 2}),
        ("truth: a\nb\ntruth: c", "paste_truth_twice", {"line": 3}),
        ("a,1,2,3\nb,1,2,3\nc,1,2,3", "paste_columns", {"line": 1, "found": 4}),
        ('"a\tb" 3\nc\td', "paste_grade", {"line": 1, "column": 2, "text": 'b" 3'}),
        (" ,\n;;", "paste_empty", {}),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text: str, key: str, where: dict[str, object]) -> None:
    with pytest.raises(InputError) as caught:
        parse_list(text)
    assert (caught.value.key, caught.value.where) == (key, where)


@pytest.mark.parametrize(
    ("text", "grades"),
    [
        ("3, , 2", [3, None, 2]),
        ("3,,2,", [3, None, 2]),
        (",3", [None, 3]),
        ("[3; ;2]", [3, None, 2]),
        ("３，２、−1", [3, 2, -1]),
        ("\ufeff3\n\n2", [3, 2]),
    ],
)
def test_a_gap_between_grades_is_an_unjudged_entry(text: str, grades: list[float | None]) -> None:
    assert [item.grade for item in parse_list(text).items] == grades


def test_an_id_in_quotation_marks_may_hold_separators_and_quotation_marks() -> None:
    assert parse_list('"a, ""b""",3\nc,2').items == (Item('a, "b"', 3.0), Item("c", 2.0))
    assert parse_list('"x y" 3\n"u" ?').items == (Item("x y", 3.0), Item("u", None))
    assert parse_list('5" disk\t3\nb\t1').items == (Item('5" disk', 3.0), Item("b", 1.0))


@pytest.mark.slow
def test_no_text_raises_or_takes_long() -> None:
    random = Random(18)  # noqa: S311
    for number in range(rounds(1500)):
        pieces = [
            random.choice(PIECES) if random.random() < 0.98 else random.choice(TEXTS) for _ in range(random.randrange(30))
        ]
        text = "".join(pieces) * (random.randrange(3000) if number % 20 == 0 else 1)
        with at_most(1.0, text):
            try:
                ranking = parse_list(text)
            except InputError as error:
                assert error.key.startswith("paste_") or error.key == "too_many_entries"
                assert len(error.message) < 500
                continue
        check_list(ranking)
        assert parse_list(format_list(ranking)) == ranking


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        " ",
        "\t",
        ",",
        " ,",
        '"',
        ' "a',
        ' """a',
        '""a ',
        "#\n",
        "\n",
        "---\n",
        "truth",
        "truth:\n",
        "[",
        "3 ",
        "a\n",
        "1",
        "\x85",
        "\ufeff",
    ],
)
def test_the_longest_texts_take_no_longer_than_they_must(piece: str) -> None:
    text = piece * (MAX_PASTE // len(piece))
    with at_most(1.0, piece):
        try:
            check_list(parse_list("3" + text[:-2] + "x"))
        except InputError as error:
            assert len(error.message) < 500


FORMULA_PIECES = [
    "g", "i", "(", ")", "1", "2.5", "9" * 30, "^", "**", "*", "/", "+", "-", "log2(", "max(", "min(", "exp(", "sqrt(", ",",
    " ", ":", "x", "１", "−", ".", "1e5", "\n", "\x00", "\ud800", "__import__", "(" * 40, "^9" * 20, "-" * 40,
]  # fmt: skip


def test_no_formula_or_table_raises_or_takes_long() -> None:
    random = Random(19)  # noqa: S311
    for number in range(rounds(2000)):
        text = "".join(random.choice(FORMULA_PIECES) for _ in range(random.randrange(1, 14)))
        read = parse_formula if number % 3 else parse_table
        with at_most(0.5, text):
            try:
                own = read(text, "g" if number % 2 else "i")
            except InputError as error:
                assert error.key.startswith(("formula_", "table_"))
                assert len(error.message) < 800
                continue
            assert len(own.text) <= 1000
            assert read(own.text, own.variable).text == own.text
            own(np.array([0.0, 1.0, 5e-324, 1e15, -1e15]))


@pytest.mark.parametrize(
    "text", ["(" * 10_000, "9^" * 100_000, "-" * 10_000, "g+" * 5_000 + "g", "max(" * 10_000, "\x00" * 10**6, "0:0," * 10**5]
)
def test_a_formula_that_is_too_long_is_refused_at_once(text: str) -> None:
    for read, key in ((parse_formula, "formula_too_long"), (parse_table, "table_too_long")):
        with at_most(0.2), pytest.raises(InputError) as caught:
            read(text, "g")
        assert caught.value.key == key
    with at_most(0.2), pytest.raises(InputError):
        Convention(gain=text)


@pytest.mark.parametrize("text", ["0:" + "9" * 400, "9" * 400 + ":0", "0, 1, " + "9" * 900])
def test_a_number_in_a_table_that_is_too_large_is_named(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_table(text, "g")
    assert caught.value.key == "table_row"


@pytest.mark.parametrize("text", ["9^9^9^9^9", "exp(exp(exp(g)))", "1/0", "log2(0-g)", "10^308*10^308", "0^(0-1)", "(0-1)^0.5"])
def test_a_formula_without_a_finite_value_is_no_warning(text: str) -> None:
    formula = parse_formula(text, "g")
    assert len(formula.text) <= MAX_FORMULA
    assert formula(np.array([0.0, 1.0, 1e15])).shape == (3,)
