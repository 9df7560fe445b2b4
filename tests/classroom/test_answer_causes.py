"""Why is this number what it is? A class and practice ask one function: over a thousand numbers they never disagree."""

from __future__ import annotations

import pytest

from rankviz import METRICS, Convention, Ranking
from rankviz.classroom.answer_causes import CAUSE, SLIP, cause_of, lookup_of
from rankviz.classroom.questions import list_question_name, question_of
from rankviz.diagnose.usual_mistakes import USUAL_MISTAKES
from rankviz.learn.questions import Question, Verdict, judge, look_up_mistake
from rankviz.state.app_state import AppState

NUMBERS = [
    *(f"{number / 100:.2f}" for number in range(2, 150, 3)),
    *(f"{number / 1000:.3f}" for number in range(11, 1500, 37)),
    *("0.5", "1", "2", "38", "61.7", "61.7 %", "2/3", "7"),
]


def question_about(grades: list[int], missed: list[int], metric: str) -> str:
    cutoff = Convention(cutoff=6 if "cutoff" in METRICS[metric].uses else None)
    return list_question_name("value", AppState((Ranking.from_grades(grades, missed),), metric, cutoff))


def in_practice(question: Question, name: str, typed: str, *, is_answer_told: bool = True) -> Verdict:
    return look_up_mistake(question, judge(question, typed), lookup_of(name), is_answer_told=is_answer_told)


@pytest.mark.slow
@pytest.mark.parametrize("metric", USUAL_MISTAKES)
def test_a_class_and_practice_name_the_same_cause(metric: str) -> None:
    name = question_about([1, 0, 1, 2, 0, 1, 0], [1], metric)
    question = question_of(name)
    for typed in NUMBERS:
        cause, verdict = cause_of(question, lookup_of(name), typed), in_practice(question, name, typed)
        assert cause is not None
        if verdict.right or cause.kind == "right":  # what counts as right differs, on purpose
            continue
        named = [*verdict.mistakes[:1], *([verdict.match] if verdict.match else []), *["percent"] * (verdict.kind == "percent")]
        in_class = [cause.match if verdict.match else cause.key] if cause.kind in (CAUSE, SLIP) else []
        assert named == in_class, (typed, verdict.kind, cause.kind)
        before = in_practice(question, name, typed, is_answer_told=False)
        assert before in (verdict, judge(question, typed))  # what would reveal the answer waits until it is told


def test_the_class_and_practice_ask_over_a_thousand_numbers() -> None:
    assert len(NUMBERS) * len(USUAL_MISTAKES) > 1000


def test_a_number_with_few_digits_is_a_core_mistake_in_both() -> None:
    # (1 + 1/3 + 1/5) / 4 = 0.383; divided by 6 the precisions 1, 2/3 and 3/5 give 0.378, which is no core mistake.
    name = question_about([1, 0, 1, 0, 1, 0], [1], "ap")
    cause, verdict = cause_of(question_of(name), lookup_of(name), "0.38"), judge(question_of(name), "0.38")
    assert cause is not None
    assert cause.key == verdict.mistakes[0] == "reciprocal_at_hits"
