"""What the lessons claim, and the form they keep: facts on libraries, feedback on every wrong option, a reader who acts."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from rankviz.api import evaluate
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.display.glossary.term_entries import term_name
from rankviz.evaluation.evaluate import compute
from rankviz.learn.lessons.condition import holds
from rankviz.learn.lessons.lesson import Lesson, LessonStep
from rankviz.learn.lessons.number_expression import StatePair
from rankviz.learn.lessons.reader import LESSON_KEYS, built_in_lesson
from rankviz.learn.lessons.state_changes import with_changes
from rankviz.learn.questions.attempts import Work
from rankviz.learn.step_outcome import named_wrong_number, number_question, outcome
from rankviz.learn.words.lessons import pieces
from rankviz.libraries.profiles import PROFILES
from rankviz.state.app_state import AppState
from rankviz.texts import Texts


def lesson(key: str) -> Lesson:
    built_in = built_in_lesson(key)
    assert built_in is not None
    return built_in


@pytest.mark.parametrize("key", LESSON_KEYS)
def test_every_wrong_option_has_feedback(key: str) -> None:
    questions = [step.question for step in lesson(key).steps if step.question]
    silent = [
        option.text["en"]
        for question in questions
        for index, option in enumerate(question.options)
        if index != question.right_option and not option.feedback
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
def test_a_task_is_not_done_before_the_reader_acts(key: str) -> None:
    waiting = [step for step in lesson(key).steps if step.question and step.question.goal]
    assert not [step for step in waiting if step.question and holds(step.question.goal, StatePair(step.state, step.state))]


def steps_with_numbers() -> list[LessonStep]:
    return [step for key in LESSON_KEYS for step in lesson(key).steps if step.question and step.question.kind == "value"]


def test_wherever_a_number_is_asked_for_likely_wrong_numbers_are_named() -> None:
    questions = [(step, step.question) for step in steps_with_numbers() if step.question]
    assert not [
        step.title["en"] for step, question in questions if not question.wrong_numbers and not number_question(step).mistakes
    ]


def test_each_slip_gives_a_number_of_its_own_that_is_not_right() -> None:
    for step in steps_with_numbers():
        assert step.question
        numbers = [slip.answer.evaluate_on(StatePair(step.state, step.state)).value for slip in step.question.wrong_numbers]
        for slip, number in zip(step.question.wrong_numbers, numbers, strict=True):
            result = outcome(step, Work(tries=(f"{number:.3f}",)), step.state)
            assert (result.is_finished, result.wrong_number, result.tries) == (False, slip, 1), (step.title["en"], number)


def test_a_number_that_no_slip_gives_is_no_slip() -> None:
    assert [named_wrong_number(step, "0.777") for step in steps_with_numbers()] == [None] * len(steps_with_numbers())


# In the lesson on libraries: a step, the changes to its state, and the profiles that the step names for the result.
CLAIMS = [
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


@pytest.mark.parametrize(("number", "changes", "profiles"), CLAIMS)
def test_libraries_give_the_numbers_that_the_lesson_on_them_says(number: int, changes: str, profiles: tuple[str, ...]) -> None:
    step = lesson("libraries").steps[number - 1]
    assert step.question
    options = [words for option in step.question.options for words in (option.text["en"], option.feedback.get("en", ""))]
    text = " ".join((step.body["en"], step.question.body["en"], step.question.follow_up.body["en"], *options))
    state = with_changes(step.state, changes)
    for key in profiles:
        assert PROFILES[key].library.removesuffix(".pl") in text
        measure = print_measure(METRICS[state.metric], state.convention)
        assert evaluate(measure, state.ranking, profile=key) == pytest.approx(value_of(state))


def value_of(state: AppState) -> float:
    return float(compute(METRICS[state.metric], RawLists.from_rankings([state.ranking]), state.convention).value[0])


def is_reordered(before: AppState, after: AppState) -> bool:
    """Whether two states show the same grades in another order."""
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
        if is_reordered(before, now):
            known = {item.doc_id: item.grade for item in (*before.ranking.items, *before.ranking.missed)}
            grades = [(item.doc_id, item.grade, known.get(item.doc_id, item.grade)) for item in now.ranking.items]
            assert all(grade == earlier for _, grade, earlier in grades), grades


@pytest.mark.parametrize("key", LESSON_KEYS)
def test_no_word_of_a_question_leads_to_a_card_that_tells_the_right_option(key: str) -> None:
    for step in lesson(key).steps:
        question = step.question
        if question is None or question.right_option is None or not question.options:
            continue
        asked = question.body["en"].lower()
        telling = set(re.findall(r"[a-z]{6,}", question.options[question.right_option].text["en"].lower()))
        telling -= {word for option in question.options if option is not question.options[question.right_option] for word in
                    re.findall(r"[a-z]{6,}", option.text["en"].lower())}  # fmt: skip
        both = StatePair(step.state, step.state)
        for language in ("en", "zh"):
            terms = [piece["term"] for piece in pieces(question.body, both, Texts(language)) if "term" in piece]
            names = " ".join(term_name(str(term), Texts("en")).lower() for term in terms)
            assert not {word for word in telling if word in names and word not in asked}, (step.title["en"], terms)
