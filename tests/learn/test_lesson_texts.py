"""What our lessons claim and the form they keep: what they say of libraries, answers to each wrong thought, who acts when."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rankviz.api import evaluate
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.evaluation.evaluate import compute
from rankviz.learn.lessons.condition import holds
from rankviz.learn.lessons.lesson import Lesson, LessonStep
from rankviz.learn.lessons.number_expression import StatePair
from rankviz.learn.lessons.reader import LESSON_KEYS, built_in_lesson
from rankviz.learn.lessons.state_changes import with_changes
from rankviz.learn.questions.attempts import Work
from rankviz.learn.step_outcome import named_wrong_number, number_question, outcome
from rankviz.libraries.profiles import PROFILES
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts


def lesson(key: str) -> Lesson:
    found = built_in_lesson(key)
    assert found is not None
    return found


@pytest.mark.parametrize("key", LESSON_KEYS)
def test_every_wrong_option_answers_the_thought_behind_it(key: str) -> None:
    asked = [step.question for step in lesson(key).steps if step.question]
    silent = [
        option.text["en"]
        for ask in asked
        for place, option in enumerate(ask.options)
        if place != ask.right_option and not option.feedback
    ]
    assert not silent


@pytest.mark.parametrize("key", LESSON_KEYS)
def test_the_reader_acts_at_least_in_every_second_step(key: str) -> None:
    steps = lesson(key).steps
    assert all(one.question or two.question for one, two in pairwise(steps))
    assert not steps[-1].question
    assert steps[-1].takeaway


@pytest.mark.parametrize("key", LESSON_KEYS)
def test_the_right_option_does_not_stand_in_the_same_place_each_time(key: str) -> None:
    places = [step.question.right_option for step in lesson(key).steps if step.question and step.question.options]
    assert len(places) < 2 or len(set(places)) > 1


@pytest.mark.parametrize("key", LESSON_KEYS)
def test_what_is_to_be_done_is_not_done_yet(key: str) -> None:
    waiting = [step for step in lesson(key).steps if step.question and step.question.goal]
    assert not [step for step in waiting if step.question and holds(step.question.goal, StatePair(step.state, step.state))]


def numbers_asked() -> list[LessonStep]:
    return [step for key in LESSON_KEYS for step in lesson(key).steps if step.question and step.question.kind == "value"]


def test_wherever_a_number_is_asked_for_likely_slips_are_named() -> None:
    asked = [(step, step.question) for step in numbers_asked() if step.question]
    assert not [step.title["en"] for step, ask in asked if not ask.wrong_numbers and not number_question(step).mistakes]


def test_each_slip_gives_a_number_of_its_own_that_is_not_right() -> None:
    for step in numbers_asked():
        assert step.question
        numbers = [slip.answer.evaluate_on(StatePair(step.state, step.state)).value for slip in step.question.wrong_numbers]
        for slip, number in zip(step.question.wrong_numbers, numbers, strict=True):
            done = outcome(step, Work(tries=(f"{number:.3f}",)), step.state)
            assert (done.is_finished, done.wrong_number, done.tries) == (False, slip, 1), (step.title["en"], number)


def test_a_number_that_no_slip_gives_is_no_slip() -> None:
    assert [named_wrong_number(step, "0.777") for step in numbers_asked()] == [None] * len(numbers_asked())


# In the lesson on libraries: a step, what is otherwise than in its state, and the profiles that it names for it.
NAMED = [
    (1, "", ("trec_eval",)),
    (1, "ideal=retrieved", ("sklearn",)),
    (2, "", ("sklearn", "torchmetrics", "catboost")),
    (2, "gain=exponential", ("lightgbm", "xgboost", "tf_ranking", "rax")),
    (3, "gain=binary", ("recommenders", "recbole")),
    (4, "", ("gdeval",)),
    (4, "gain=linear", ("trec_eval",)),
    (4, "ideal=retrieved", ("lightgbm",)),
    (5, "", ("trec_eval",)),
    (5, "ap_base=hits", ("torchmetrics",)),
    (5, "ap_base=min_R_k", ("lightgbm", "recbole")),
]


@pytest.mark.parametrize(("number", "otherwise", "profiles"), NAMED)
def test_libraries_give_the_numbers_that_the_lesson_on_them_says(
    number: int, otherwise: str, profiles: tuple[str, ...]
) -> None:
    step = lesson("libraries").steps[number - 1]
    assert step.question
    options = [words for option in step.question.options for words in (option.text["en"], option.feedback.get("en", ""))]
    said = " ".join((step.body["en"], step.question.body["en"], step.question.follow_up.body["en"], *options))
    state = with_changes(step.state, otherwise)
    for key in profiles:
        assert PROFILES[key].library.removesuffix(".pl") in said
        measure = print_measure(METRICS[state.metric], state.convention)
        assert evaluate(measure, state.ranking, profile=key) == pytest.approx(value_of(state))


def value_of(state: AppState) -> float:
    return float(compute(METRICS[state.metric], RawLists.from_rankings([state.ranking]), state.convention).value[0])


def test_every_metric_with_questions_has_a_sentence_to_keep() -> None:
    asked = [metric.key for metric in METRICS.values() if metric.exercise is not None]
    assert not [(key, language) for language in LANGUAGES for key in asked if f"keep.{key}" not in Texts(language)]


def moved(before: AppState, after: AppState) -> bool:
    """Whether the same grades are shown in another order."""
    both = [each.ranking for each in (before, after)]
    grades = [sorted(str(item.grade) for item in each.items) for each in both]
    return grades[0] == grades[1] and len({tuple(item.grade for item in each.items) for each in both}) > 1


@pytest.mark.parametrize("key", LESSON_KEYS)
def test_a_document_that_moves_takes_its_name_and_its_grade_along(key: str) -> None:
    steps = lesson(key).steps
    after = [(step.question.follow_up.state if step.question else step.state) for step in steps]
    pairs = [(step.state, step.question.follow_up.state) for step in steps if step.question]
    pairs += [(left, step.state) for left, step in zip(after, steps[1:], strict=False)]
    pairs += [(one.state, two.state) for one, two in pairwise(steps)]
    for before, now in pairs:
        if moved(before, now):
            known = {item.doc_id: item.grade for item in (*before.ranking.items, *before.ranking.missed)}
            grades = [(item.doc_id, item.grade, known.get(item.doc_id, item.grade)) for item in now.ranking.items]
            assert all(grade == earlier for _, grade, earlier in grades), grades
