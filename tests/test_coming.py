"""Is what is made ahead of the next key what the key will make, and does it wait for everybody who waits?"""

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests

from rankviz.conventions import Convention
from rankviz.lists.typed import Item, Ranking
from rankviz.state.app_state import AppState, with_list
from rankviz.texts import Texts
from rankviz.ui import coming
from rankviz.ui.answers.work import Answer, Asked, work
from rankviz.ui.coming import FORESEEN, Idle, Traffic, answers_ahead, edits_ahead, is_overtaken, rows_ahead
from rankviz.ui.views.analysis import analyse
from rankviz.ui.views.ranking_list import list_data
from tests.test_ahead import CONVENTIONS, GRADES, ITEMS, browser_edits

ME, OTHER = "me", "other"
ONE_ZERO = AppState(lists=(Ranking.from_grades([1, 0]),))


def foreseen(answer: Answer) -> dict[str, bytes]:
    return {name: answer.parts[name] for name in FORESEEN}


def likely(state: AppState, row: int) -> list[tuple[str, AppState]]:
    """The edits of the first batch."""
    near, _ = rows_ahead(len(state.ranking.items), row)
    return list(edits_ahead(state, analyse(state).order, near))


@settings(max_examples=25, deadline=None)
@given(
    items=ITEMS,
    scored=st.booleans(),
    missed=st.lists(GRADES.filter(lambda grade: grade is not None), max_size=2),
    metric=st.sampled_from(["ndcg", "ap", "auc", "err"]),
    convention=st.sampled_from(CONVENTIONS),
)
def test_what_is_made_ahead_is_what_is_answered(
    items: list[Any], scored: bool, missed: list[float], metric: str, convention: Convention
) -> None:
    shown = tuple(Item(f"d{i}", grade, score if scored else None) for i, (grade, score) in enumerate(items))
    ranking = Ranking(shown, tuple(Item(f"m{i}", grade) for i, grade in enumerate(missed)))
    state = AppState(lists=(ranking,), metric=metric, convention=convention)
    rows: Any = list_data(analyse(state), Texts("en"))["rows"]
    for edit, ahead in edits_ahead(state, analyse(state).order, range(len(items))):
        answered = with_list(state, Ranking(browser_edits(rows, edit), ranking.missed))
        assert foreseen(work(Asked(ahead))) == foreseen(work(Asked(answered)))


@pytest.mark.parametrize(
    ("grades", "row", "expected"),
    [
        ([3, 2, 3, 0, 1, 2], 0, "0=0 0=1 0=2 1=0 1=1 1=3"),
        ([3, 2, 3, 0, 1, 2], 5, "5=0 5=1 5=3 4=0 4=2 4=3"),
        ([1, 0, None], 1, "1=1 2=0 2=1 0=0"),
        ([0, 0], 0, "0=1 1=1"),
        ([9], 0, "0=0 0=1 0=2 0=3 0=4"),
        ([], 0, ""),
    ],
)
def test_the_same_row_comes_first_then_its_neighbours(grades: list[float | None], row: int, expected: str) -> None:
    state = AppState(lists=(Ranking.from_grades(grades),))
    assert [edit for edit, _ in likely(state, row)] == expected.split()


@pytest.mark.parametrize(
    ("count", "row", "near", "others"),
    [(6, 0, [0, 1], [2, 3, 4, 5]), (6, 3, [3, 4, 2], [5, 1, 0]), (6, 5, [5, 4], [3, 2, 1, 0]), (1, 0, [0], []), (0, 0, [], [])],
)
def test_all_other_rows_follow_by_their_distance(count: int, row: int, near: list[int], others: list[int]) -> None:
    assert rows_ahead(count, row) == (near, others)


def test_no_more_is_sent_than_a_browser_takes_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    one = sum(map(len, parts_of(ONE_ZERO).values()))
    monkeypatch.setattr(coming, "MOST_SENT", 2 * one)
    state = AppState(lists=(Ranking.from_grades([0, 0, 0, 0, 0]),))
    found = answers_ahead(edits_ahead(state, range(5), range(5)), parts_of, Idle(lambda: False, ME))
    assert found is not None
    assert list(found) == ["0=1", "1=1"]


def test_nothing_is_made_ahead_where_rows_stand_elsewhere_or_nothing_is_computed() -> None:
    twice = Ranking((Item("a", 1.0), Item("a", 1.0), Item("b", 0.0)))
    dropped = AppState(lists=(twice,), convention=Convention(duplicates="dedupe_first"))
    refused = AppState(lists=(twice,), convention=Convention(duplicates="error"))
    assert [likely(state, 0) for state in (dropped, refused)] == [[], []]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which goes on only while somebody sleeps."""
    now = [100.0]
    monkeypatch.setattr(coming.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(coming.time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    monkeypatch.setattr(coming, "TRAFFIC", Traffic())
    return now


def test_a_visit_is_alone_a_while_after_everybody_else(clock: list[float]) -> None:
    traffic = Traffic()
    traffic.note(ME)
    assert traffic.is_quiet(ME)
    traffic.note(OTHER)
    assert not traffic.is_quiet(ME)
    clock[0] += coming.ALONE + 0.01
    assert traffic.is_quiet(ME)


def parts_of(state: AppState) -> dict[str, bytes]:
    return {name: f"{name} {state.ranking}".encode() for name in (*FORESEEN, "list")}


def test_everything_likely_is_answered_after_a_rest(clock: list[float]) -> None:
    looks: list[float] = []

    def is_overtaken() -> bool:
        looks.append(clock[0])
        return False

    idle = Idle(is_overtaken, ME)
    assert idle.rest()
    found = answers_ahead(likely(ONE_ZERO, 0), parts_of, idle)
    assert found is not None
    assert list(found) == ["0=0", "1=1"]
    assert found["0=0"] == {name: f"{name} {Ranking.from_grades([0.0, 0.0])}".encode() for name in FORESEEN}
    # A key is noticed within a nap from the beginning on.
    assert max(b - a for a, b in pairwise(looks)) == pytest.approx(coming.NAP)
    assert clock[0] == pytest.approx(100.0 + coming.REST, abs=coming.NAP)


def test_nobody_who_asks_meanwhile_has_to_wait(clock: list[float]) -> None:
    answered: list[AppState] = []

    def answer(state: AppState) -> dict[str, bytes]:
        answered.append(state)
        coming.TRAFFIC.note(OTHER)
        return parts_of(state)

    idle = Idle(lambda: False, ME)
    assert answers_ahead(likely(ONE_ZERO, 0), answer, idle) is None
    assert len(answered) == 1
    start = clock[0]
    assert not idle.rest()
    assert answers_ahead(likely(ONE_ZERO, 0), answer, idle) is None
    assert (len(answered), clock[0]) == (1, start)


def test_the_next_key_ends_it(clock: list[float]) -> None:
    start, pressed = clock[0], clock[0] + coming.REST / 2
    idle = Idle(lambda: clock[0] >= pressed, ME)
    assert not idle.rest()
    assert answers_ahead(likely(ONE_ZERO, 0), parts_of, idle) is None
    assert clock[0] - start < coming.REST / 2 + 2 * coming.NAP


def test_streamlit_still_tells_of_the_next_key(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_overtaken()  # outside of a run: nothing is to be done
    context = SimpleNamespace(script_requests=ScriptRequests())
    monkeypatch.setattr(coming, "get_script_run_ctx", lambda **_: context)
    assert not is_overtaken()
    assert context.script_requests.request_rerun(RerunData(fragment_id="one"))
    assert is_overtaken()
