"""What was done with a question: read whatever it is, and judged anew each time."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rankviz.learn.questions import draw
from rankviz.learn.questions.attempts import Attempt, Work, judge_work, level_after, read_work
from rankviz.learn.sets.progress import Progress
from rankviz.learn.sets.question_set import NOTHING, QuestionSet, get_question

QUESTION = draw("value", "nDCG", 7, 1)  # 1 0 1 | 1 2, a 2 was missed: DCG 1.5, IDCG 3.257
RIGHT, OWN_IDEAL = "0.461", "0.542"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["1", "tries", "cells", "hints", "shown", "٣"]), inner, max_size=4)
    ),
    max_leaves=12,
)


def _attempt(*tries: str, hints: int = 0, shown: bool = False, skipped: bool = False) -> Attempt:
    return judge_work(QUESTION, Work(tries, hints=hints, shown=shown, skipped=skipped))


@given(st.text() | JSON.map(json.dumps) | st.dictionaries(st.just("1"), JSON).map(json.dumps))
def test_any_stored_work_is_read_and_judged(text: str) -> None:
    for work in read_work(text).values():
        assert all(isinstance(each, str) for each in (*work.tries, *work.cells, *work.cells.values()))
        assert judge_work(QUESTION, work).hints >= 0


def test_undamaged_work_is_read_as_it_was_stored() -> None:
    written = {"3": {"tries": ["0.5", "1/2"], "cells": {"term:2": "1.262"}, "hints": 2, "shown": True, "skipped": True}}
    assert read_work(json.dumps(written)) == {3: Work(("0.5", "1/2"), {"term:2": "1.262"}, 2, True, True)}


def test_damaged_work_keeps_its_undamaged_parts() -> None:
    damaged = {"0": {"hints": 1}, "1": {"tries": [1, "0.5", None], "cells": {"a": 1, "b": "2"}, "hints": True}, "2": []}
    assert read_work(json.dumps(damaged)) == {1: Work(("0.5",), {"b": "2"})}
    assert read_work("[" * 100_000) == {}


def test_a_question_ends_with_its_first_right_answer() -> None:
    found = _attempt(OWN_IDEAL, RIGHT, "0.7")
    assert [verdict.kind for verdict in found.verdicts] == ["known", "right"]
    assert (found.is_solved, found.tries, found.is_solved_at_first_try, found.is_open) == (True, 1, False, False)


def test_in_a_test_the_last_answer_counts() -> None:
    found = judge_work(QUESTION, Work((RIGHT, OWN_IDEAL)), is_test=True)
    assert (found.is_solved, len(found.verdicts)) == (False, 2)


def test_an_unreadable_answer_is_no_try() -> None:
    found = _attempt("four", "46.1", "0.4")
    assert (found.tries, found.is_begun, found.is_solved) == (0, True, False)


def test_the_same_answer_checked_again_is_no_further_try() -> None:
    twice = _attempt(OWN_IDEAL, OWN_IDEAL, f" {OWN_IDEAL}")
    assert (twice.tries, twice.repeats_mistake) == (1, False)
    assert _attempt(OWN_IDEAL, "2.172", OWN_IDEAL).tries == 3


def test_a_repeated_mistake_is_noticed() -> None:
    once, other = _attempt(OWN_IDEAL), _attempt(OWN_IDEAL, "2.172")
    again = _attempt(OWN_IDEAL, "2.172", "0.5421")
    assert (once.repeats_mistake, other.repeats_mistake, again.repeats_mistake) == (False, False, True)
    assert again.repeated_mistakes == ("ideal=retrieved",)
    assert again.tries == 3


def test_a_question_solved_with_hints_or_after_a_wrong_answer_was_not_solved_at_the_first_try() -> None:
    assert not _attempt(RIGHT, hints=1).is_solved_at_first_try
    assert not _attempt("0.9999", RIGHT).is_solved_at_first_try
    assert _attempt("four", RIGHT).is_solved_at_first_try  # what cannot be read is no try


def test_a_solution_shown_after_the_answer_does_not_give_up() -> None:
    assert not _attempt(RIGHT, shown=True).is_given_up
    assert _attempt(OWN_IDEAL, shown=True).is_given_up
    assert not _attempt(RIGHT, skipped=True).is_skipped


def test_the_level_rises_after_two_in_a_row_at_the_first_try_and_falls_after_a_shown_solution() -> None:
    alone, helped, shown = _attempt(RIGHT), _attempt(RIGHT, hints=1), _attempt(shown=True)
    assert level_after(1, [_attempt(OWN_IDEAL, RIGHT)] * 10) == 1
    assert [level_after(1, [alone] * count) for count in range(6)] == [1, 1, 2, 2, 3, 3]
    assert level_after(1, [alone, helped, alone]) == 1
    assert level_after(3, [shown]) == 2
    assert level_after(1, [shown]) == 1
    assert level_after(2, [alone, shown, alone]) == 1


def test_a_set_that_adapts_asks_at_the_level_that_the_work_has_led_to() -> None:
    rising = QuestionSet(("value",), ("rr",), count=4, level=1, adapts=True)
    right = {n: Work((f"{get_question(rising, n).answer:.3f}",)) for n in (1, 2)}
    assert [Progress(rising, right).question(n).level for n in (1, 2, 3)] == [1, 1, 2]
    assert Progress(rising, {}).question(3).level == 1
    assert Progress(replace(rising, adapts=False), right).question(3).level == 1


def test_a_test_is_over_when_it_is_handed_in_and_practice_when_it_is_solved_or_given_up() -> None:
    asked = QuestionSet(("value",), ("rr",), level=1)
    right = f"{get_question(asked, 1).answer:.3f}"
    works = {1: Work((right,)), 2: Work(("0.7",), shown=True), 3: Work(("0.7",))}
    assert [Progress(asked, works).is_finished(n) for n in (1, 2, 3)] == [True, True, False]
    in_test = replace(asked, help=NOTHING)
    assert [Progress(in_test, works).is_finished(n) for n in (1, 2, 3)] == [False, False, False]
    shown = {number: Work(shown=True) for number in range(1, in_test.size + 1)}
    assert [Progress(in_test, shown | {3: Work(shown=last)}).is_finished(1) for last in (False, True)] == [False, True]
    assert list(Progress(asked, works | {99: Work(("1",))}).begun_attempts) == [1, 2, 3]
