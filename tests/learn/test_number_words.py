"""A kind that is answered by a number says of no other number that it is the value of the measure."""

from __future__ import annotations

import pytest

from rankviz import evaluate
from rankviz.learn.export.exported_text import other_number_text, solution_lines
from rankviz.learn.questions import Question, draw, judge
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.words.feedback import feedback
from rankviz.learn.words.number_feedback import format_value
from rankviz.texts import Texts

TEXTS = Texts("en")


def question_of(kind: str) -> Question:
    """One whose answer is not the value of its measure, if the kind soon asks one."""
    questions = [draw(kind, "recall@3", 3, number, 1) for number in (1, 2, 3)]
    return next((each for each in questions if each.answer != evaluate(each.measure, each.lists[0])), questions[0])


@pytest.mark.parametrize("kind", [key for key, kind in KINDS.items() if kind.is_number])
def test_only_the_value_of_the_measure_is_said_to_be_it(kind: str) -> None:
    question = question_of(kind)
    answer = format_value(question, question.answer)
    verdict = judge(question, answer)
    assert verdict.right
    said = [*feedback(question, verdict, TEXTS), *solution_lines(question, TEXTS)]
    named = [words for words in said if f"{question.measure} = " in words and words.rstrip(".").endswith(f"= {answer}")]
    assert not named or evaluate(question.measure, question.lists[0]) == pytest.approx(question.answer), (
        f"{kind}: the answer is another number than {question.measure}; add `right` below [{kind}] of its texts"
    )


@pytest.mark.parametrize("kind", [key for key, kind in KINDS.items() if kind.is_number])
def test_a_number_that_no_mistake_gives_leads_on_to_what_is_asked(kind: str) -> None:
    """On the page and in files alike: the terms of a measure are of no use to a kind that asks for something else."""
    question = question_of(kind)
    typed = format_value(question, question.answer + 10)
    *_, on_page = feedback(question, judge(question, typed), TEXTS)
    *_, in_files = other_number_text(question, TEXTS)
    assert on_page == in_files
    if question.answer != pytest.approx(evaluate(question.measure, question.lists[0])):
        assert on_page != TEXTS("feedback.unknown_ask"), f"add `unknown_ask` below [{kind}] of its texts"
