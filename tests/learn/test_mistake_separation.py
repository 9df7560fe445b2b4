"""How telling a list is: what is said of it is what a person who types the numbers would meet, and one step makes it better."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankviz import Convention, Ranking
from rankviz.basics.errors import InputError
from rankviz.core.conventions import TEXTBOOK
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions import judge
from rankviz.learn.questions.mistake_values import mistake_values
from rankviz.learn.questions.question import Question
from rankviz.learn.sets.list_question import ListQuestion, build_list_question
from rankviz.learn.sets.mistake_separation import best_separating_change, separation_of
from rankviz.state.app_state import DEFAULT, AppState

ASKED = [key for key, metric in METRICS.items() if metric.exercise is not None]
GRADES = st.lists(st.sampled_from([0, 0, 1, 1, 2, 3, None]), min_size=1, max_size=7)
STATES = st.builds(
    lambda metric, shown, missed, k: AppState(
        (Ranking.from_grades(shown, missed=missed),), metric, TEXTBOOK.with_choices({"cutoff": k})
    ),
    st.sampled_from(ASKED),
    GRADES,
    st.lists(st.sampled_from([0, 1, 2, 3]), max_size=2),
    st.sampled_from([None, 1, 2, 3, 4, 6, 9]),
)


def question_about(state: AppState) -> Question:
    return build_list_question(ListQuestion("value", state), 1, 2)


def state_of_list(*grades: int, metric: str = "ndcg", missed: tuple[int, ...] = (), k: int | None = None) -> AppState:
    return AppState((Ranking.from_grades(grades, missed=missed),), metric, Convention(cutoff=k))


@pytest.mark.slow
@given(STATES)
def test_mistakes_are_separated_as_the_judge_separates_them(state: AppState) -> None:
    try:
        question = question_about(state)
    except InputError as error:
        assert error.key == "undefined_question"
        return
    told, metric = separation_of(question), METRICS[state.metric]
    named = Counter((*told.unique, *told.same_as_answer, *sum(told.shared, ())))
    assert not {*told.unique} & {*told.same_as_answer, *sum(told.shared, ())}
    assert {*told.same_as_answer}.isdisjoint(sum(told.shared, ()))
    computed = mistake_values(metric, question.lists, question.convention)
    for key, (value,) in computed.items():
        if not abs(value) < float("inf"):
            assert key not in named
            continue
        verdict = judge(question, f"{value:.{question.digits}f}")
        if key in told.unique:
            assert (verdict.kind, verdict.mistakes) == ("known", (key,))
        elif key in told.same_as_answer:
            assert verdict.right
        else:
            assert verdict.kind == "known"
            assert any(key in group and {*verdict.mistakes} <= {*group} for group in told.shared)
    # What cannot matter to the list is a choice that leaves the value as it is.
    for key in {*told.same_as_answer} - {*computed}:
        field, _, option = key.partition("=")
        choice = {"None": None, "2.0": 2.0}.get(option, option)
        changed = state.convention.with_choices({field: choice})
        assert compute(metric, RawLists.from_rankings(question.lists), changed).value[0] == pytest.approx(question.answer)


@pytest.mark.slow
@given(STATES)
def test_the_proposed_change_is_a_single_one_and_separates_what_it_promises(state: AppState) -> None:
    change = best_separating_change(state)
    if change is None:
        return
    after = change.state
    told = separation_of(question_about(after))
    assert (told.unique, told.same_as_answer) == (change.separation.unique, change.separation.same_as_answer)
    try:
        before = separation_of(question_about(state))
    except InputError:
        pass
    else:
        assert (len(told.unique), -len(told.same_as_answer)) > (len(before.unique), -len(before.same_as_answer))
    (old,), (new,) = state.lists, after.lists
    kept = {"items": old.items == new.items, "missed": old.missed == new.missed, "k": state.convention == after.convention}
    assert list(kept.values()).count(False) == 1
    differing = Counter(old.items) - Counter(new.items), Counter(new.items) - Counter(old.items)
    assert [sum(each.values()) for each in differing] == {
        "swap": [0, 0],
        "grade": [1, 1],
        "missing": [1, 0],
        "missed": [0, 0],
        "cutoff": [0, 0],
    }[change.kind]
    assert after.convention.differences().keys() - {"cutoff"} == state.convention.differences().keys() - {"cutoff"}


def test_a_perfect_list_hides_mistakes_until_it_is_no_longer_perfect() -> None:
    # 3 2 1 is in the best order, and nothing was missed: upside down it is 1 again, whatever gain and discount are.
    perfect = state_of_list(3, 2, 1)
    told = separation_of(question_about(perfect))
    assert {"upside_down", "ideal=retrieved", "ideal_cut=none", "cutoff=None"} <= {*told.same_as_answer}
    change = best_separating_change(perfect)
    assert change is not None
    assert "upside_down" not in change.separation.same_as_answer


def test_a_list_without_relevant_documents_gets_one() -> None:
    change = best_separating_change(state_of_list(0, 0, 0, 0, metric="ap"))
    assert change is not None
    assert change.kind == "grade"
    assert (change.details["old"], change.details["grade"]) == (0, 1)


def test_the_opening_list_separates_most_with_the_cutoff_one_rank_higher() -> None:
    # With k = 6 = n the whole list and an ideal that is not cut give the same number.
    told, change = separation_of(question_about(DEFAULT)), best_separating_change(DEFAULT)
    assert ("ideal_cut=none", "cutoff=None") in told.shared
    assert change is not None
    assert (change.kind, change.details) == ("cutoff", {"k": 5, "old": 6})


def test_nothing_is_proposed_where_no_mistakes_are_known_or_nothing_is_shown() -> None:
    assert best_separating_change(state_of_list(1, 0, metric="cg")) is None
    assert best_separating_change(state_of_list()) is None


def test_for_a_long_list_only_some_changes_are_tried() -> None:
    assert best_separating_change(state_of_list(1, *[0] * 4_000, metric="ap", k=10)) is not None
