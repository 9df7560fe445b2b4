"""What the room sees of its answers: the words of the design's pictures, and what holds of any."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz.classroom.answer_causes import cause_of, lookup_of
from rankviz.classroom.questions import list_question_name, question_of, right_answer
from rankviz.classroom.room import Stage
from rankviz.classroom.scene import Scene
from rankviz.classroom.view.answer_bars import BarRow, bars_payload, cause_count
from rankviz.core.lists.ranking import Ranking
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.texts import Texts
from tests.classroom.test_answer_bars import ASKED, FIRST, SECOND, TALLIES
from tests.helpers.hostile import at_most
from tests.helpers.long import rounds

ENGLISH, CHINESE = Texts("en"), Texts("zh")
NAMED = Scene(Stage.CAUSES, 1, ASKED, tally=FIRST)


def shown(rows: list[BarRow]) -> list[tuple[str, int, str]]:
    return [(" ".join(row["answers"]), row["count"], row["cause_text"]) for row in rows]


def test_the_words_of_the_picture() -> None:
    found = bars_payload(NAMED, ENGLISH)
    assert (found["title"], found["note"], found["legend"]) == ("nDCG@6", "23 answers", "")
    assert shown(found["rows"]) == [
        ("0.785", 9, "right"),
        ("0.961", 5, "the ideal is made of the shown list only: the missed d7 and d8 are forgotten"),
        ("0.751", 3, "gain 2ᵍ − 1 instead of g"),
        ("6.861", 2, "DCG, not yet divided by the ideal"),
        ("0.763", 1, "the + 1 stands outside the logarithm"),
        ("0.787", 1, "a slip: grade 3 instead of 2 at rank 6"),
        ("0.33 12", 2, "other numbers, no likely cause"),
    ]


def test_the_words_of_the_chinese_picture() -> None:
    found = bars_payload(NAMED, CHINESE)
    assert found["note"] == "23 个答案"
    assert [row["cause_text"] for row in found["rows"]] == [
        "正确",
        "理想排序只用了列表中的文档，漏掉了 d7 和 d8",
        "增益用了 2ᵍ − 1，而不是 g",
        "这是 DCG，还没有除以理想值",
        "+ 1 写在了对数外面",
        "看错了：第 6 位的等级是 3，而不是 2",
        "其他数，原因不明",
    ]


def numbers_rows(asked: str, tally: dict[str, int], first: dict[str, int] | None = None) -> list[BarRow]:
    """The bars before their causes are told."""
    return bars_payload(Scene(Stage.NUMBERS, 1, asked, first is not None, tally=tally, first_tally=first), ENGLISH)["rows"]


def test_before_they_are_named_no_row_tells_which_is_right() -> None:
    found = bars_payload(Scene(Stage.NUMBERS, 1, ASKED, tally=FIRST), ENGLISH)
    assert found["note"] == "23 answers. Who is right, and why?"
    assert shown(found["rows"]) == [
        ("0.33", 1, ""),
        ("0.751", 3, ""),
        ("0.763", 1, ""),
        ("0.785", 9, ""),
        ("0.961", 5, ""),
        ("6.861", 2, ""),
        ("0.787 12", 2, "others"),
    ]
    assert not any("right" in row["text"] for row in found["rows"])


# Other grades, so other right numbers and other causes; all that is asked for is nDCG@6 to three decimals.
LISTS = ([3, 2, 3, 0, 1, 2], [0, 1, 0, 2, 1, 1], [1])
ASKED_OF_LISTS = [
    list_question_name("value", AppState((Ranking.from_grades(each),), DEFAULT.metric, DEFAULT.convention)) for each in LISTS
]


@settings(max_examples=rounds(40))
@given(TALLIES, st.none() | TALLIES)
def test_before_they_are_named_the_rows_are_the_same_whatever_is_right(
    tally: dict[str, int], first: dict[str, int] | None
) -> None:
    found = [numbers_rows(asked, tally, first) for asked in ASKED_OF_LISTS]
    assert found[0] == found[1] == found[2]


def test_before_they_are_named_the_rows_are_the_same_whatever_option_is_right() -> None:
    asked = [list_question_name("trend", DEFAULT, move=move) for move in ((4, 1), (3, 2))]
    assert len({right_answer(question_of(each)) for each in asked}) == 2
    tally = {"down": 5, "up": 2, "same": 1}
    assert numbers_rows(asked[0], tally) == numbers_rows(asked[1], tally)


def test_a_row_keeps_key_and_length_when_it_is_named() -> None:
    before = {row["key"]: row for row in numbers_rows(ASKED, FIRST)}
    after = bars_payload(NAMED, ENGLISH)["rows"]
    assert len({row["key"] for row in after}) == len(after)
    kept = [row for row in after if row["key"] in before and row["kind"] != "others"]
    assert [row["answers"] for row in kept] == [["0.785"], ["0.961"], ["0.751"], ["6.861"], ["0.763"]]
    assert all((row["answers"], row["share"]) == (before[row["key"]]["answers"], before[row["key"]]["share"]) for row in kept)


def test_after_talking_each_row_says_what_has_changed() -> None:
    found = bars_payload(Scene(Stage.CAUSES, 2, ASKED, is_second_vote=True, tally=SECOND, first_tally=FIRST), ENGLISH)
    assert (found["note"], found["legend"]) == ("23 answers, after talking", "before")
    assert [(row["count"], row["change"], row["change_text"]) for row in found["rows"]] == [
        (17, 8, "8 more than before"),
        (2, -3, "3 fewer than before"),
        (2, -1, "1 fewer than before"),
        (0, -2, "2 fewer than before"),
        (1, 0, ""),
        (0, -1, "1 fewer than before"),
        (1, -1, "1 fewer than before"),
    ]
    assert [row["first_share"] for row in found["rows"]][:2] == [pytest.approx(9 / 17), pytest.approx(5 / 17)]


def test_why_goes_through_what_can_be_explained() -> None:
    assert cause_count(NAMED) == 5
    assert cause_count(Scene(Stage.CAUSES, 1, ASKED, tally={"0.785": 3, "0.8": 1, "12": 1})) == 0


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("0.8", "too few digits to tell"),
        ("78.5", "100 times the right number, but without the % sign"),
        ("0.949", "gain 2ᵍ − 1 instead of g, and the ideal is made of the shown list only: the missed d7 and d8 are forgotten"),
        ("8.740", "the ideal DCG alone: the list is not used"),
        ("0.762", "discount log₂(i + 2) instead of log₂(i + 1)"),
    ],
)
def test_an_answer_in_words(typed: str, words: str) -> None:
    assert bars_payload(Scene(Stage.CAUSES, 1, ASKED, tally={typed: 1}), ENGLISH)["rows"][1]["cause_text"] == words


@pytest.mark.slow
def test_slips_of_one_kind_are_one_row_without_a_rank() -> None:
    space = lookup_of(ASKED)
    found = {
        f"{number / 10000:.4f}": cause_of(question_of(ASKED), space, f"{number / 10000:.4f}") for number in range(7800, 8300)
    }
    slips = [typed for typed, cause in found.items() if cause is not None and cause.key == "slip:grade"]
    rows = bars_payload(Scene(Stage.CAUSES, 1, ASKED, tally=dict.fromkeys(slips, 1)), ENGLISH)["rows"]
    assert [(row["count"], row["cause_text"]) for row in rows[1:]] == [(len(slips), "slips: a grade was misread")]


@pytest.mark.parametrize(
    ("kind", "given", "tally", "answers"),
    [
        ("trend", {"move": (4, 1)}, {"down": 5, "up": 2, "same": 1}, ["It goes down", "It goes up", "It stays the same"]),
        ("swap", {}, {"1.2": 1}, ["d4 ⇄ d6", "d1 ⇄ d2"]),
        ("step", {}, {"2": 3, "1": 1}, ["Line", "Line"]),
    ],
)
def test_choices_are_shown_in_words(
    kind: str, given: dict[str, tuple[int, int]], tally: dict[str, int], answers: list[str]
) -> None:
    asked = list_question_name(kind, DEFAULT, **given)
    tally = {right_answer(question_of(asked)): 4, **tally} if kind != "trend" else tally
    found = bars_payload(Scene(Stage.CAUSES, 1, asked, tally=tally), ENGLISH)["rows"]
    assert found[0]["cause_text"] == ("the wrong line" if kind == "step" else "right")
    for row, expected in zip(found, answers, strict=False):
        assert row["answers"][0].startswith(expected)


def test_lines_that_were_asked_about_stand_beside_their_bars() -> None:
    """The ideal of the shown grades is 7.141, that of all judged ones 8.740 (by hand, tests/classroom/test_why.py)."""
    asked = list_question_name("step", DEFAULT, mistake="ideal=retrieved")
    wrong = right_answer(question_of(asked))
    for language, words in ((ENGLISH, "the wrong line"), (CHINESE, "出错的一行")):
        before, after = (
            bars_payload(Scene(stage, 1, asked, tally={wrong: 2, "1": 1}), language) for stage in (Stage.NUMBERS, Stage.CAUSES)
        )
        assert [line["number"] for line in before["lines"]] == [line["number"] for line in after["lines"]] == [*range(1, 9)]
        assert {line["state"] for line in before["lines"]} == {""}
        assert [line["result"] for line in after["lines"] if line["state"]] == ["7.141"]
        assert {line["correction"] for line in (*before["lines"], *after["lines"])} == {None}
        assert after["rows"][0]["cause_text"] == words
    assert bars_payload(NAMED, ENGLISH)["lines"] == []


def test_twenty_answers_are_drawn_at_once_after_the_search() -> None:
    lookup_of(ASKED)
    tally = {f"{number / 1000:.3f}": 1 for number in range(700, 1000, 15)}
    assert len(tally) == 20
    with at_most(0.3):
        found = bars_payload(Scene(Stage.CAUSES, 1, ASKED, tally=tally), ENGLISH)
    assert sum(row["count"] for row in found["rows"]) == 20
