"""What phones follow is read from whatever stands in the room, and never raises."""

from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankviz.classroom.followed_page import read_followed
from rankviz.state.app_state import DEFAULT
from rankviz.state.handout import Handout, encode
from rankviz.state.permalink import from_text

LIST = "v=1&m=ndcg&k=6&g=323012&missed=32"


PARTS = ("score", "formula", "charts", "choices")


@given(st.lists(st.sampled_from(PARTS), unique=True), st.integers(0, 3))
def test_what_is_covered_goes_with_the_list(parts: list[str], hidden: int) -> None:
    known = [part for part in PARTS if part in parts]
    handout = Handout(covered=tuple(known[hidden:]), hidden=tuple(known[:hidden]))
    found = read_followed(f"{LIST}&{urlencode(encode(handout))}&rank=1")
    assert (found.state, found.handout, found.rank) == (from_text(LIST).state, handout, 1)


@pytest.mark.parametrize(
    ("rank", "expected"), [("1", 1), ("6", 6), ("7", None), ("0", None), ("-1", None), ("²", None), ("", None)]
)
def test_a_rank_is_one_of_the_list(rank: str, expected: int | None) -> None:
    assert read_followed(f"{LIST}&rank={rank}").rank == expected


@given(st.text(max_size=200))
def test_anything_is_read(text: str) -> None:
    assert read_followed(text).state.lists


def test_what_is_damaged_is_left_out() -> None:
    assert read_followed("m=ndcg&k=x&g=31&cover=score.answer&rank=9&said=no") == read_followed("m=ndcg&g=31&cover=score")


def test_nothing_is_the_opening_list() -> None:
    assert read_followed("").state == DEFAULT
    assert read_followed("cover=score&rank=2").state == DEFAULT
