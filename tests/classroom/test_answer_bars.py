"""What answers in a room are called: the bars of the design's pictures, and what holds for any answers."""

from __future__ import annotations

import time
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz.classroom.answer_causes import cause_of, lookup_of
from rankviz.classroom.grouped_answers import Bar, bar_of, build_bars, build_number_bars
from rankviz.classroom.questions import list_question_name, question_of
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.core.typed_number import read_typed
from rankviz.learn.questions.kinds import KINDS
from rankviz.state.app_state import DEFAULT, AppState
from tests.helpers.hostile import slowness
from tests.helpers.long import rounds

# The pictures of the class: nDCG@6 of the opening list, twenty-three answers, and the same phones after they have talked.
ASKED = list_question_name("value", DEFAULT)
FIRST = {
    "0.785": 7,
    ".785": 1,
    "0,785": 1,
    "0.961": 3,
    "96.1 %": 1,
    "0.9608": 1,
    "0.751": 3,
    "6.861": 2,
    "0.763": 1,
    "0.787": 1,
    "0.33": 1,
    "12": 1,
}
SECOND = {"0.785": 17, "0.961": 2, "0.751": 2, "0.763": 1, "12": 1}
SLOW = 0.01  # seconds of the processor, five times as much as is promised: machines differ


def made(tally: Mapping[str, int], before: Mapping[str, int] | None = None) -> tuple[Bar, ...]:
    return build_bars(question_of(ASKED), tally, lookup_of(ASKED), before)


def key(bar: Bar) -> str:
    return bar.causes[0].variant or bar.causes[0].key


def test_the_bars_of_the_picture() -> None:
    found = made(FIRST)
    assert [(bar.numbers[0], bar.count, bar.kind, key(bar)) for bar in found[:-1]] == [
        ("0.785", 9, "right", "right"),
        ("0.961", 5, "cause", "ideal=retrieved"),
        ("0.751", 3, "cause", "gain=exponential"),
        ("6.861", 2, "cause", "metric=dcg"),
        ("0.763", 1, "cause", "discount=plus_outside"),
        ("0.787", 1, "slip", "grade=5:3.0"),
    ]
    assert (found[-1].kind, found[-1].numbers, found[-1].count) == ("others", ("0.33", "12"), 2)
    match = found[5].causes[0].match
    assert match is not None
    assert match.departures[0].details == {"rank": 6, "value": 3.0, "present": 2.0}


def numbers_only(tally: Mapping[str, int], before: Mapping[str, int] | None = None) -> tuple[Bar, ...]:
    return build_number_bars(question_of(ASKED), tally, before)


def test_before_they_are_named_they_stand_in_the_order_of_the_numbers_and_the_rarest_together() -> None:
    found = numbers_only(FIRST)
    shown = [(*bar.numbers, bar.count) for bar in found]
    assert shown[:-1] == [("0.33", 1), ("0.751", 3), ("0.763", 1), ("0.785", 9), ("0.961", 5), ("6.861", 2)]
    assert shown[-1] == ("0.787", "12", 2)
    assert [bar.kind for bar in found] == ["", "", "", "", "", "", "others"]


def test_a_number_without_a_cause_stands_among_the_others_until_they_are_named() -> None:
    found = numbers_only({"0.785": 2, "12": 9, "0.33": 5, "0.961": 1})
    assert [(bar.kind, *bar.numbers, bar.count) for bar in found] == [
        ("", "0.33", 5),
        ("", "0.785", 2),
        ("", "0.961", 1),
        ("", "12", 9),
    ]


def test_no_number_is_shown_that_nobody_gave() -> None:
    assert [bar.numbers for bar in numbers_only({"0.79": 4, "0.961": 1})] == [("0.79",), ("0.961",)]


def test_one_value_is_one_bar_however_it_is_written() -> None:
    found = numbers_only({"0.5": 2, "0.50": 3, "1/2": 1, "0.51": 1, "1": 1, "1.0": 1})
    assert [(bar.numbers, bar.count) for bar in found] == [(("0.50",), 6), (("0.51",), 1), (("1.0",), 2)]
    found = numbers_only({"0.5": 1}, {"0.50": 4, "0.5": 1})  # one spelling at both votes
    assert [(bar.numbers, bar.count, bar.first_vote) for bar in found] == [(("0.50",), 1, 5)]


def test_a_count_has_no_decimals_before_and_after_the_causes_are_named() -> None:
    question = question_of("ask=gap&of=auc&n=1&seed=3&level=1&q=1")
    assert (KINDS["gap"].is_whole(question), question.answer) == (True, 7)
    tally = {"7": 1, "7.0": 2, "7,00": 1, "97.0": 2, "97.5": 1}
    found = build_number_bars(question, tally)
    assert [(bar.numbers, bar.count) for bar in found] == [(("7",), 4), (("97",), 2), (("97.5",), 1)]
    first, *_ = build_bars(question, tally, None)
    assert (first.kind, first.numbers, first.count, first.row) == ("right", ("7",), 4, 0)


def test_a_rare_right_answer_is_with_the_rare_ones_until_they_are_named() -> None:
    tally = {"0.785": 1, "0.961": 9, "0.751": 8, "6.861": 7, "0.763": 6, "8.740": 5, "0.6": 4, "12": 1}
    before, after = numbers_only(tally), made(tally)
    assert (before[-1].kind, before[-1].numbers) == ("others", ("0.785", "12"))
    assert (after[0].kind, after[0].numbers) == ("right", ("0.785",))
    assert len({bar.row for bar in after}) == len(after)


def test_after_talking_the_bars_keep_their_places_and_say_what_changed() -> None:
    found = made(SECOND, FIRST)
    assert [(bar.numbers[0], bar.count, bar.change) for bar in found] == [
        ("0.785", 17, 8),
        ("0.961", 2, -3),
        ("0.751", 2, -1),
        ("6.861", 0, -2),
        ("0.763", 1, 0),
        ("0.787", 0, -1),
        ("0.33", 1, -1),
    ]
    assert [bar.first_vote for bar in found] == [9, 5, 3, 2, 1, 1, 2]


def test_0_949_is_two_choices_and_not_a_library() -> None:
    question, space = question_of(ASKED), lookup_of(ASKED)
    found = cause_of(question, space, "0.949")
    assert found is not None
    assert (found.kind, found.key) == ("cause", "gain=exponential+ideal=retrieved")


# The digits follow from 0.785002, exactly or with one decimal less; what else is typed is named as its first answer.
@pytest.mark.parametrize(
    ("typed", "kind", "cause"),
    [
        ("0.785", "right", "right"),
        (".785", "right", "right"),
        ("0,785", "right", "right"),
        ("78.5 %", "right", "right"),
        ("0.79", "right", "right"),
        ("0.78", "right", "right"),
        ("0.786", "right", "right"),
        ("0.7850024", "right", "right"),
        ("0.8", "short", "short"),
        ("0.7", "short", "short"),
        ("1", "none", "none"),
        ("0", "none", "none"),
        ("78.5", "cause", "percent"),
        ("0.96", "cause", "ideal=retrieved"),
        ("0.9608", "cause", "ideal=retrieved"),
        ("0.962", "cause", "ideal=retrieved"),
        ("96.1", "cause", "ideal=retrieved"),
        ("0.762", "cause", "discount=off_by_one"),
        ("8.740", "cause", "metric=idcg"),
        ("11/14", "none", "none"),
        ("3/4", "cause", "gain=exponential"),
    ],
)
def test_an_answer_is_called(typed: str, kind: str, cause: str) -> None:
    found = cause_of(question_of(ASKED), lookup_of(ASKED), typed)
    assert found is not None
    assert (found.kind, found.key) == (kind, cause)


# By hand, with 8.740 as the ideal of 3 2 3 0 1 2: no usual mistake here prints the number, unless its terms were rounded.
@pytest.mark.parametrize(
    ("typed", "cause"),
    [
        ("0.790", "slip:swap"),  # 3 2 3 1 0 2: 6.905 / 8.740 = 0.7900; the gain as a power gives 0.7889
        ("0.693", "slip:missing"),  # without the second 3: 5.466 / 7.884 = 0.6933; an ideal of nothing but 3 gives 0.6921
        ("0.752", "gain=exponential"),  # a core mistake, 0.7511
        ("0.755", "ideal_cut=none"),  # 0.7562; a slip to grade 4 gives 0.7557, which would have to be cut
        ("0.732", "discount=none"),  # 0.7333; two things at once give 0.7318
    ],
)
def test_a_slip_that_gives_the_digits_comes_before_what_gives_them_rounded_on_the_way(typed: str, cause: str) -> None:
    found = cause_of(question_of(ASKED), lookup_of(ASKED), typed)
    assert found is not None
    assert found.key == cause


def test_a_metric_that_nobody_takes_for_this_one_comes_after_a_usual_mistake() -> None:
    asked = list_question_name(
        "value", AppState((Ranking.from_grades([1, 0, 1, 1, 0, 1, 0], missed=[1]),), "f1", Convention(cutoff=5))
    )
    found = cause_of(question_of(asked), lookup_of(asked), "0.430")  # RBP is 0.4304; 3 of 7 is 0.4286
    assert found is not None
    assert found.key == "jaccard"


@pytest.mark.slow
def test_slips_of_one_kind_are_one_bar_with_the_single_ones_inside() -> None:
    question, space = question_of(ASKED), lookup_of(ASKED)
    found = {typed: cause_of(question, space, typed) for typed in (f"{number / 10000:.4f}" for number in range(7800, 8300))}
    slips = {typed: cause for typed, cause in found.items() if cause is not None and cause.key == "slip:grade"}
    singles = {cause.variant for cause in slips.values()}
    assert len(singles) > 3
    shown = made(dict.fromkeys(slips, 1))
    assert [(bar.kind, bar.count) for bar in shown] == [("right", 0), ("slip", len(slips))]
    assert {cause.variant for cause in shown[1].causes} == singles


def test_nobody_right_is_seen_only_when_the_causes_are_told() -> None:
    found = made({"0.961": 2})
    assert [(bar.kind, bar.numbers[0], bar.count, bar.row) for bar in found] == [
        ("right", "0.785", 0, -1),
        ("cause", "0.961", 2, 0),
    ]
    assert [bar.numbers for bar in numbers_only({"0.961": 2})] == [("0.961",)]


def test_rare_causes_join_the_others_where_there_are_too_many() -> None:
    tally = {"0.785": 1, "0.961": 9, "0.751": 8, "6.861": 7, "0.763": 6, "8.740": 5, "0.8": 4, "0.787": 3, "1.274": 2, "12": 1}
    found = made(tally)
    assert [bar.numbers[0] for bar in found[:-1]] == ["0.785", "0.961", "0.751", "6.861", "0.763", "8.740"]
    assert (found[-1].count, found[-1].numbers) == (10, ("0.787", "0.8", "1.274", "12"))
    rare = cause_of(question_of(ASKED), lookup_of(ASKED), "0.787")
    assert rare is not None
    assert bar_of(found, rare) == found[-1]


def test_without_a_search_the_usual_mistakes_are_known() -> None:
    found = build_bars(question_of(ASKED), FIRST, None)
    assert [(bar.numbers[0], bar.count) for bar in found[:4]] == [("0.785", 9), ("0.961", 5), ("0.751", 3), ("6.861", 2)]


TYPED = st.one_of(
    st.sampled_from([*FIRST, *SECOND, "1", "0.8", "78.5", "0.949", "-1", "1e90", "x", "", "½", "\ud800"]),
    st.floats(0, 10).map(lambda number: f"{number:.3f}"),
    st.text(max_size=50),
)
TALLIES = st.dictionaries(TYPED, st.integers(0, 9), max_size=25)


@pytest.mark.slow
@settings(max_examples=rounds(40))
@given(TALLIES, st.none() | TALLIES)
def test_whatever_is_typed_there_are_few_bars_and_every_answer_is_counted_once(
    tally: dict[str, int], before: dict[str, int] | None
) -> None:
    question, space = question_of(ASKED), lookup_of(ASKED)
    found = made(tally, before)
    readable = [typed for typed in tally if cause_of(question, space, typed) is not None]
    assert len(found) <= 7
    assert sum(bar.count for bar in found) == sum(tally[typed] for typed in readable)
    assert found[0].kind == "right"
    assert [bar.kind for bar in found].count("others") == (found[-1].kind == "others")
    if before is None:
        counts = [bar.count for bar in found if bar.kind not in ("right", "others")]
        assert counts == sorted(counts, reverse=True)
    for typed in readable:
        cause = cause_of(question, space, typed)
        assert cause is not None
        assert not tally[typed] or bar_of(found, cause) is not None
    plain = numbers_only(tally, before)
    assert len(plain) <= 7
    assert [bar.row for bar in plain] == [*range(len(plain))] or plain[-1].kind == "others"
    assert [sum(bar.count for bar in each) for each in (plain, found)] == [sum(tally[typed] for typed in readable)] * 2
    assert all(bar.kind == "" and len(bar.numbers) == 1 for bar in plain if bar.kind != "others")
    assert all(bar.causes == () for bar in plain)
    rows = [bar.row for bar in found if bar.row >= 0]
    assert len({*rows}) == len(rows)
    assert all(float(shown) < 1e200 for bar in found for shown in bar.numbers)


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["ndcg", "ap", "err", "rbp", "auc"])
def test_a_number_is_named_at_once_when_its_question_was_searched(measure: str) -> None:
    grades = [3, 2, 3, 0, 1, 2, 0, 1, 0, 2] * 2
    state = AppState(
        (Ranking.from_grades(grades, missed=[3, 2]),), measure, Convention(cutoff=None if measure == "auc" else 10)
    )
    asked = list_question_name("value", state)
    space = lookup_of(asked)
    assert space is not None
    numbers = [read_typed(f"{number / 1000:.3f}") for number in range(3, 1500, 1500 // rounds(60))]
    taken = []
    for each in numbers:
        begin = time.process_time()
        space.find(each)
        taken.append(time.process_time() - begin)
    assert sorted(taken)[len(taken) // 2] < SLOW * slowness()


def test_the_right_bar_shows_the_right_value_whatever_was_typed_most() -> None:
    found = build_bars(question_of(ASKED), {"0.786": 5, "0.785": 1}, lookup_of(ASKED))
    assert [(bar.kind, bar.numbers[0], bar.count) for bar in found] == [("right", "0.785", 6)]


@pytest.mark.parametrize(
    ("typed", "kind"), [("7", "short"), ("6.9", "short"), ("6.86", "cause"), ("6.861", "cause"), ("12", "none")]
)
def test_few_digits_name_no_cause(typed: str, kind: str) -> None:
    cause = cause_of(question_of(ASKED), lookup_of(ASKED), typed)  # DCG is 6.861
    assert cause is not None
    assert cause.kind == kind
