"""Does a mistake lead to a lesson that speaks of it, and to none where none does?"""

from __future__ import annotations

import pytest

from rankviz.core.metrics import METRICS
from rankviz.diagnose.usual_mistakes import USUAL_MISTAKES
from rankviz.learn.lessons.lessons_by_mistake import BY_CHOICE, BY_METRIC, lesson_for
from rankviz.learn.lessons.reader import LESSON_KEYS, built_in_lesson, built_in_lesson_text

USUAL = [(metric, mistake) for metric, (core, others) in USUAL_MISTAKES.items() for mistake in (*core, *others)]
SAME_SUBJECT = {"tied_pair": "ties"}  # a pair of equal scores, and the order of equal scores
POINTS = {"cutoff": 'point = ["k'}  # the cutoff is a line in the list, no choice of the sentence


@pytest.mark.parametrize(("field", "lesson"), BY_CHOICE.items())
def test_a_choice_is_treated_by_a_lesson_that_points_at_it(field: str, lesson: str) -> None:
    assert POINTS.get(field, f'"choice:{SAME_SUBJECT.get(field, field)}"') in built_in_lesson_text(lesson)


@pytest.mark.parametrize(("metric", "mistake"), USUAL)
def test_a_mistake_leads_to_a_lesson_that_speaks_of_its_metrics(metric: str, mistake: str) -> None:
    field, _, option = mistake.partition("=")
    key = lesson_for(metric, mistake)
    assert key in ("", *LESSON_KEYS)
    if not key or field in BY_CHOICE:
        return
    lesson = built_in_lesson(key)
    assert lesson is not None
    name = METRICS[metric].name
    assert name in (built_in_lesson_text(key) if option else lesson.metrics)
    assert not option or METRICS[option].name in built_in_lesson_text(key)


def test_of_each_usual_mistake_with_the_metric_of_a_lesson_it_is_said_which_lesson_treats_it() -> None:
    known = {(metric, mistake) for metric, lessons in BY_METRIC.items() for each in lessons.values() for mistake in each}
    in_lessons = {name for key in LESSON_KEYS if (lesson := built_in_lesson(key)) for name in lesson.metrics}
    wanted = {pair for pair in USUAL if METRICS[pair[0]].name in in_lessons and pair[1].partition("=")[0] not in BY_CHOICE}
    assert known == wanted


@pytest.mark.parametrize(
    ("mistake", "lesson"), [("unjudged=skip", "ties"), ("cutoff=None", "precision-recall"), ("p_exchanged", ""), ("p=0.5", "")]
)
def test_a_lesson_is_the_same_with_every_metric_and_none_stands_in_for_another(mistake: str, lesson: str) -> None:
    assert {lesson_for(metric, mistake) for metric in METRICS} == {lesson}
