"""A question in a room: its text builds it again, it has a right answer, and what is no answer is refused."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import Ranking, evaluate
from rankviz.basics.errors import InputError
from rankviz.classroom.answer_causes import cause_of, lookup_of
from rankviz.classroom.questions import (
    ABOUT_A_LIST,
    judge_class_answer,
    list_question_name,
    option_keys,
    question_of,
    right_answer,
    set_question_name,
)
from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS
from rankviz.learn.questions.announced_move import move_document
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.kinds.swap import Swaps, build_swap_question
from rankviz.learn.questions.kinds.trend import Trend, build_trend_question
from rankviz.learn.sets.file import read_set
from rankviz.learn.sets.link import decode_set
from rankviz.learn.sets.list_question import ListQuestion
from rankviz.learn.sets.question_set import QuestionSet, get_question
from rankviz.state import permalink
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.second_order_edits import OPENING_ORDER, with_second_order
from tests.helpers.long import rounds
from tests.helpers.strategies import rankings

COMPARED = with_second_order(DEFAULT, OPENING_ORDER)
FILE = """rankviz_set = 1
digits = 4
[[question]]
measure = "nDCG@4"
[[question]]
measure = "nDCG@4"
say.en = "The same once more."
[[question]]
kind = "better"
measure = "AP"
seed = 3
[[question]]
list = "g=3010&missed=2&m=ndcg&k=3"
"""


@cache
def asked_of(kind: str) -> str:
    return list_question_name(kind, COMPARED, move=(4, 1) if kind == "trend" else None)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ABOUT_A_LIST)
def test_each_of_the_five_kinds_is_asked_about_a_list_and_has_a_right_answer(kind: str) -> None:
    asked = asked_of(kind)
    made = question_of(asked)
    assert made.kind == kind
    assert made is question_of(asked)
    answer = right_answer(made)
    assert judge_class_answer(made, answer).kind in ("right", "line_found")
    cause = cause_of(made, lookup_of(asked), answer)
    assert cause is not None
    assert cause.kind == "right"
    wrong = [each for each in option_keys(made) if each != answer]
    assert all(not judge_class_answer(made, each).right for each in wrong)


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_of_a_set_is_the_one_that_learn_asks(kind: str) -> None:
    asked = QuestionSet((kind,), ("ndcg@3", "ap"), count=4, seed=5, level=1, convention=TEXTBOOK)
    for number in (1, 2, 3):
        text = set_question_name(replace(asked, title="With a title"), number)
        made = question_of(text)
        assert made == get_question(asked, number)
        assert judge_class_answer(made, right_answer(made)).kind in ("right", "line_found")
        assert len(text) < 200


def test_a_count_is_answered_without_decimals() -> None:
    question = get_question(QuestionSet(("gap",), ("recall@3",), seed=3, level=1), 1)
    (ranking,) = question.lists
    assert question.asked == "recall_base"
    relevant = str(sum(bool(item.grade) for item in (*ranking.items, *ranking.missed)))
    assert right_answer(question) == relevant
    assert judge_class_answer(question, relevant).kind == "right"


def test_a_set_of_a_file_can_be_asked_one_by_one() -> None:
    asked = read_set(FILE)
    texts = [set_question_name(asked, number) for number in range(1, asked.size + 1)]
    assert len(set(texts)) == 4
    for number, text in enumerate(texts, 1):
        made, there = question_of(text), get_question(asked, number)
        assert replace(made, number=number, level=there.level) == there
        assert made.digits == 4


def test_a_set_link_of_its_own_list_is_a_question_of_a_room() -> None:
    asked = decode_set({"ask": "value", **permalink.encode_in_full(DEFAULT)}).set
    assert isinstance(asked.fixed_questions[0], ListQuestion)
    assert question_of(set_question_name(asked, 1)) == question_of(list_question_name("value", DEFAULT))


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ("", "class_question"),
        ("ask=riddle&m=ndcg&g=321", "class_question"),
        ("ask=value", "class_question"),
        ("ask=trend&v=1&m=ndcg&k=6&g=323012", "no_move"),
        ("ask=trend&v=1&m=ndcg&k=6&g=323012&move=1.1", "link_part"),
        ("ask=trend&v=1&m=ndcg&k=6&g=323012&move=1.7", "move_outside"),
        ("ask=trend&v=1&m=ndcg&k=6&g=323012&move=²", "link_part"),
        ("ask=better&v=1&m=ndcg&k=6&g=323012", "no_second_list"),
        ("ask=swap&v=1&m=ndcg&k=3&g=321", "no_better_swap"),
        ("ask=step&v=1&m=success&k=3&g=101", "no_such_mistake"),
        ("ask=step&v=1&m=ndcg&k=6&g=323012&mistake=none", "no_such_mistake"),
        ("ask=value&v=1&m=ndcg&k=all&g=" + "1" * 31, "class_long_list"),
        ("ask=swap&v=1&m=ndcg&k=all&g=" + "10" * 16, "class_long_list"),
        ("ask=value&of=ap&n=3&q=4", "class_question"),
        ("ask=value&of=ap&twin=0", "class_question"),
        ("ask=value&of=ap&twin=999", "class_question"),
        ("ask=order&v=1&m=ndcg&k=6&g=323012", "class_question"),
        ("ask=value&of=ap&move=2.1", "link_unknown"),
        ("ask=value&of=nothing", "link_unknown"),
        ("ask=trend&v=1&m=ndcg&k=6&g=32x&move=1.2", ""),
    ],
)
def test_what_names_no_question_is_refused(asked: str, key: str) -> None:
    with pytest.raises(InputError) as refused:
        question_of(asked)
    assert not key or refused.value.key == key


def test_a_phone_is_told_at_once_what_is_no_answer() -> None:
    made = question_of(asked_of("value"))
    for typed, key in (
        ("many", "typed_no_number"),
        ("", "typed_empty"),
        ("1" * 41, "class_long_answer"),
        ("1/0", "typed_no_number"),
    ):
        problem = judge_class_answer(made, typed).problem
        assert problem is not None
        assert problem.key == key
    for kind, typed, key in (("swap", "1.1", "bad_swap"), ("trend", "left", "unknown_option"), ("step", "99", "no_such_line")):
        problem = judge_class_answer(question_of(asked_of(kind)), typed).problem
        assert problem is not None
        assert problem.key == key


@settings(max_examples=rounds(60))
@given(st.sampled_from(ABOUT_A_LIST), st.text(max_size=60))
def test_whatever_a_phone_sends_is_judged(kind: str, typed: str) -> None:
    made = question_of(asked_of(kind))
    verdict = judge_class_answer(made, typed)
    assert (verdict.kind == "unreadable") == (verdict.problem is not None)
    assert (cause_of(made, lookup_of(asked_of(kind)), typed) is None) == (verdict.kind == "unreadable")


# ---------------------------------------------------------------------------------------------------------------------------
# A move that is announced, and a swap


@settings(max_examples=rounds(25))
@given(rankings(grades=(0.0, 1.0, 2.0, 3.0), max_length=7), st.sampled_from(["ndcg", "ap", "rr", "dcg"]), st.data())
def test_a_trend_is_the_difference_of_two_values(ranking: Ranking, metric: str, data: st.DataObject) -> None:
    size = len(ranking.items)
    if size < 2:
        return
    rank, to = data.draw(st.permutations(range(1, size + 1)))[:2]
    found = build_trend_question(METRICS[metric], ranking, Convention(), (rank, to)).given
    assert isinstance(found, Trend)
    before, after = (float(evaluate(METRICS[metric].name, each)) for each in (ranking, move_document(ranking, rank, to)))
    assert found.values == pytest.approx((before, after), abs=1e-12, nan_ok=True)
    assert found.right == ("up" if after - before > 1e-9 else "down" if before - after > 1e-9 else "same")
    assert move_document(move_document(ranking, rank, to), to, rank) == ranking


def test_the_best_swap_of_the_opening_list() -> None:
    # DCG grows by (g_b − g_a)(1/log2(a+1) − 1/log2(b+1)): by 2 × (1/log2 5 − 1/log2 7) = 0.149 for ranks 4 and 6, by
    # 1 × (1/log2 3 − 1/log2 4) = 0.131 for 2 and 3, and by less for all others.
    made = question_of(list_question_name("swap", DEFAULT))
    assert right_answer(made) == "4.6"
    assert [judge_class_answer(made, typed).kind for typed in ("4.6", "6.4", "2.3")] == ["right", "right", "wrong_choice"]


@settings(max_examples=rounds(25))
@given(rankings(grades=(0.0, 1.0, 2.0, 3.0), max_length=6, duplicates=False), st.sampled_from(["ndcg", "ap", "rr"]))
def test_no_swap_gains_more_than_the_right_one(ranking: Ranking, metric: str) -> None:
    found = build_swap_question(METRICS[metric], ranking, Convention())
    name = METRICS[metric].name
    values: dict[tuple[int, int], float] = {}
    for one, other in combinations(range(len(ranking.items)), 2):
        items = [*ranking.items]
        scores = [item.score for item in items]
        items[one], items[other] = items[other], items[one]
        placed = tuple(item._replace(score=score) for item, score in zip(items, scores, strict=True))
        values[one + 1, other + 1] = float(evaluate(name, Ranking(placed, ranking.missed)))
    best = max(values.values(), default=0.0)
    if found is None:
        assert not best > float(evaluate(name, ranking)) + 1e-9
        return
    assert isinstance(found.given, Swaps)
    assert set(found.given.right) == {ranks for ranks, value in values.items() if value >= best - 1e-9}


def test_only_the_list_under_study_travels() -> None:
    state = AppState((Ranking.from_grades([1, 0]), DEFAULT.ranking), "ndcg", Convention(cutoff=6), "fractions", 1)
    assert list_question_name("value", state) == list_question_name("value", DEFAULT)
    assert RawLists.from_rankings(question_of(list_question_name("value", state)).lists).grades.shape == (1, 6)


@pytest.mark.parametrize("kind", ["value", "trend"])
def test_what_is_0_by_convention_alone_is_not_asked(kind: str) -> None:
    with pytest.raises(InputError) as caught:  # S / R = 0 / 0
        question_of(f"ask={kind}&v=1&m=ap&g=000" + "&move=2.1" * (kind == "trend"))
    assert caught.value.key == "undefined_question"


@pytest.mark.parametrize(
    ("asked", "typed", "kind"),
    [
        ("ask=value&v=1&m=precision&k=4&g=1010", "0.499", "unknown"),  # 2/4: there is nothing to be rounded
        ("ask=value&v=1&m=ndcg&k=6&g=323012&missed=32", "0.786", "right_rounded"),  # 0.785002
        ("ask=value&v=1&m=ndcg&k=6&g=323012&missed=32", "0.7857", "unknown"),
    ],
)
def test_only_a_last_digit_that_may_have_been_rounded_counts(asked: str, typed: str, kind: str) -> None:
    assert judge_class_answer(question_of(asked), typed).kind == kind
