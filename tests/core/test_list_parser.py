"""Pasted lists: what is understood, and what the message says where it is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankviz import InputError, Item, Ranking, evaluate
from rankviz.basics.limits import MAX_ENTRIES, MAX_PASTE
from rankviz.core.pasted.list_parser import format_list, parse_list


def grades(text: str) -> list[float | None]:
    return [item.grade for item in parse_list(text).items]


@pytest.mark.parametrize(
    "text",
    [
        "3,2,?,0,1",
        "3 2 ? 0 1",
        "3\n2\n?\n0\n1",
        "3\r\n2\r\n?\r\n0\r\n1\r\n",
        "[3, 2, ?, 0, 1]",
        "3；2；？；0；1",
        "grade\n3\n2\n?\n0\n1",
    ],
)
def test_grades_are_read_in_a_line_or_one_a_line(text: str) -> None:
    assert grades(text) == [3, 2, None, 0, 1]


def test_two_and_three_columns_from_a_spreadsheet_are_read() -> None:
    assert parse_list("id\tgrade\na\t3\nb\t").items == (Item("a", 3), Item("b", None))
    assert parse_list("a,3,0.5\nb,-1,-0.25").items == (Item("a", 3, 0.5), Item("b", -1, -0.25))


def test_lines_after_dashes_are_judged_and_not_retrieved() -> None:
    ranking = parse_list("3,2,3,0,1,2\n---\n3,2")
    assert ranking == Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])


@pytest.mark.parametrize(
    "head", ["有标注但未返回", "已标注但未返回：", "未返回", "Judged, not retrieved:", "Judged but not retrieved"]
)
def test_the_words_of_the_page_divide_a_list_the_former_ones_too(head: str) -> None:
    assert parse_list(f"3\n2\n{head}\n1") == Ranking.from_grades([3, 2], missed=[1])


@pytest.mark.parametrize(
    ("text", "key", "part"),
    [
        ("", "paste_empty", "nothing to read"),
        ("a\t3\nb\tgood", "paste_grade", 'Line 2, column 2: "good"'),
        ("a\t3\t1\nb\t2\t", "paste_no_score", "Line 2"),
        ("a\t3\t1\tx\tyes", "paste_columns", "5 columns"),
        ("1e400", "paste_grade", "1e400"),
        ("3\n" * (MAX_ENTRIES + 1), "too_many_entries", "501"),
        ("x" * (MAX_PASTE + 1), "paste_too_long", "500,001"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text: str, key: str, part: str) -> None:
    with pytest.raises(InputError, match=part.replace("(", r"\(")) as caught:
        parse_list(text)
    assert caught.value.key == key


@given(st.text(max_size=300))
def test_any_text_gives_a_list_or_a_message(text: str) -> None:
    try:
        ranking = parse_list(text)
    except InputError as error:
        assert error.key.startswith("paste_") or error.key == "too_many_entries"
    else:
        assert 0 < len(ranking.items) + len(ranking.missed) <= MAX_ENTRIES


GRADE = st.none() | st.integers(-3, 9).map(float) | st.floats(-1e6, 1e6).map(lambda x: round(x, 3))


@given(st.lists(GRADE, min_size=1, max_size=8), st.lists(st.integers(0, 9), max_size=4), st.booleans())
def test_a_written_list_is_read_back(shown: list[float | None], missed: list[int], scored: bool) -> None:
    scores = [10.0 - i / 8 for i in range(len(shown))] if scored else None
    ranking = Ranking.from_grades(shown, missed, scores)
    assert parse_list(format_list(ranking)) == ranking


NUMBER = st.sampled_from(["3", "0", "-1", "2.5", "1e15", "1e16", "1e308", "-1e20", "1e400", "inf"])


@given(st.lists(NUMBER, min_size=2, max_size=6), st.sampled_from([",", ", ", " ", ";", "\t"]))
def test_numbers_in_a_line_are_grades_and_the_first_that_is_too_large_is_named(cells: list[str], separator: str) -> None:
    too_large = [(place, cell) for place, cell in enumerate(cells, 1) if abs(float(cell)) > 1e15]
    try:
        ranking = parse_list(separator.join(cells))
    except InputError as error:
        assert (error.where["place"], error.where["text"]) == too_large[0]
    else:
        assert not too_large
        assert [item.grade for item in ranking.items] == [float(cell) for cell in cells]


@given(st.lists(NUMBER, min_size=1, max_size=3, unique=True), st.lists(NUMBER, max_size=2, unique=True), st.booleans())
def test_ids_that_are_numbers_survive_being_printed_and_read(ids: list[str], missed: list[str], scored: bool) -> None:
    items = tuple(Item(name, 1.0, 0.5 if scored else None) for name in ids)
    ranking = Ranking(items, tuple(Item(name, 2.0) for name in missed))
    assert parse_list(format_list(ranking)) == ranking


# ---------------------------------------------------------------------------------------------------------------------------
# Names, graded by what should have come


@pytest.mark.parametrize(
    "text", ["truth: d1 d2 d3\nd2 d1 x", "d2\nd1\nx\n\nGround truth：d1，d2，d3", "标准答案: d1、d2、d3\nd2,d1,x"]
)
def test_names_are_graded_by_their_place_in_the_truth(text: str) -> None:
    """The reciprocal grades of LogM's article, whose nDCG its program prints as 0.763042…"""
    read = parse_list(text)
    assert [(item.doc_id, item.grade) for item in read.items] == [("d2", 1 / 2), ("d1", 1), ("x", 0)]
    assert [(item.doc_id, item.grade) for item in read.missed] == [("d3", 1 / 3)]
    assert evaluate("nDCG", read) == pytest.approx(0.763042, abs=1e-6)


def test_names_are_graded_by_a_set() -> None:
    read = parse_list("a b a c\nrelevant: c a e e")
    assert [(item.doc_id, item.grade) for item in read.items] == [("a", 1), ("b", 0), ("a", 1), ("c", 1)]
    assert [item.doc_id for item in read.missed] == ["e"]


@pytest.mark.parametrize("text", ["truth:", "truth: a b", "truth: \na b"])
def test_a_truth_without_a_list_is_explained(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_list(text)
    assert caught.value.key == "paste_truth"


def test_a_name_that_looks_like_a_truth_survives_being_printed_and_read() -> None:
    ranking = Ranking((Item("truth: a", 1.0), Item("b", 1 / 3)))
    assert parse_list(format_list(ranking)) == ranking
