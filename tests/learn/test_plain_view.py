"""The page of a kind of question that has none of its own: the list, and its options or a field."""

from __future__ import annotations

from typing import Any

import pytest

from rankviz.learn.questions import Work
from rankviz.learn.sets.progress import Progress
from rankviz.learn.sets.question_set import QuestionSet
from rankviz.learn.view.answer_panel import answer_panel_payload
from rankviz.learn.view.plain_view import PLAIN_VIEW
from rankviz.learn.view.question_context import QuestionContext, context_of
from rankviz.texts import LANGUAGES, Texts


def context(kind: str, language: str = "en", work: Work | None = None) -> QuestionContext:
    question_set = QuestionSet((kind,), ("ndcg",), 1, 7)
    return context_of(Progress(question_set, {} if work is None else {1: work}), 1, Texts(language))


def body(kind: str, language: str = "en", work: Work | None = None) -> Any:
    return PLAIN_VIEW.parts(context(kind, language, work))["question_body"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_stand_below_the_list_in_the_words_of_an_answer(language: str) -> None:
    texts = Texts(language)
    labels = [texts("trend.option_up"), texts("trend.option_down"), texts("trend.option_same")]
    found = body("trend", language)
    assert [each["label"] for each in found["options"]] == labels
    assert [each["key"] for each in found["options"]] == ["up", "down", "same"]
    assert not found["is_finished"]
    assert "right" not in found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_right_one_is_told_once_one_was_chosen(language: str) -> None:
    values: Any = context("trend").question.given
    before, after = values.values
    right = "same" if before == after else "up" if after > before else "down"
    for chosen in ("up", "down"):
        found = body("trend", language, Work(tries=(chosen,)))
        assert (found["right"], found["chosen"]) == (right, chosen)
        panel = PLAIN_VIEW.panel(context("trend", language, Work(tries=(chosen,))))
        assert panel["value"] == Texts(language)(f"trend.option_{right}")


def test_a_kind_without_options_has_a_field_and_in_the_end_its_answer() -> None:
    """The field is labelled with the measure, unless the kind asks for something else."""
    begun, ended = context("gap"), context("gap", work=Work(shown=True))
    assert [*PLAIN_VIEW.parts(begun)] == ["ranking_list"]
    for kind, label in (("value", context("value").question.measure), ("gap", "The missing number")):
        panel = answer_panel_payload(context(kind)) | PLAIN_VIEW.panel(context(kind))
        assert (panel["name"], panel["field"]["label"]) == (label, label)
    assert float(str(PLAIN_VIEW.panel(ended)["value"])) == pytest.approx(begun.question.answer, abs=5e-4)
