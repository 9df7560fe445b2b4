"""The cause of an answer in a room; that all who ask name the same one is asked in `tests/diagnose/test_same_causes.py`."""

from __future__ import annotations

from rankviz import METRICS, Convention, Ranking
from rankviz.classroom.answer_causes import CAUSE, RIGHT, cause_of, lookup_of
from rankviz.classroom.questions import list_question_name, question_of
from rankviz.learn.questions import judge
from rankviz.state.app_state import AppState


def question_about(grades: list[int], missed: list[int], metric: str) -> str:
    cutoff = Convention(cutoff=6 if "cutoff" in METRICS[metric].uses else None)
    return list_question_name("value", AppState((Ranking.from_grades(grades, missed),), metric, cutoff))


def test_a_number_with_few_digits_is_a_core_mistake_in_both() -> None:
    # (1 + 1/3 + 1/5) / 4 = 0.383; divided by 6 the precisions 1, 2/3 and 3/5 give 0.378, which is no core mistake.
    name = question_about([1, 0, 1, 0, 1, 0], [1], "ap")
    cause, verdict = cause_of(question_of(name), lookup_of(name), "0.38"), judge(question_of(name), "0.38")
    assert cause is not None
    assert cause.key == verdict.mistakes[0] == "reciprocal_at_hits"


def test_a_number_with_few_digits_that_a_usual_mistake_gives_exactly_is_that_mistake_in_both() -> None:
    # P = 3/6 and R = 3/5; F1 = 2 · 3 / (6 + 5) = 0.545 rounds to 0.5, but three decimals are asked for.
    name = question_about([1, 1, 1, 0, 0, 0], [1, 1], "f1")
    for typed, kind, key in (("0.5", CAUSE, "metric=precision"), ("0.6", CAUSE, "metric=recall"), ("0.55", RIGHT, RIGHT)):
        cause, verdict = cause_of(question_of(name), lookup_of(name), typed), judge(question_of(name), typed)
        assert cause is not None
        assert (cause.kind, cause.key) == (kind, key)
        assert kind == RIGHT or verdict.mistakes == (key,)
