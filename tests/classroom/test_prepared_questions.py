"""The questions that are ready for a class: each has exactly one right answer, computed here a second time."""

from __future__ import annotations

from itertools import combinations

import pytest

from rankviz import evaluate
from rankviz.classroom.prepared_questions import prepared_questions
from rankviz.classroom.questions import (
    asks_number,
    judge_class_answer,
    option_keys,
    question_of,
    right_answer,
    set_question_name,
)
from rankviz.core.metrics.measures import parse_measure
from rankviz.learn.questions.kinds.step import MistakenDerivation
from rankviz.learn.questions.kinds.swap import Swaps
from rankviz.learn.questions.question import Question
from rankviz.learn.sets.question_set import teacher_note
from rankviz.texts import LANGUAGES

READY = prepared_questions()
NUMBERED = range(1, READY.size + 1)


def asked(number: int) -> Question:
    return question_of(set_question_name(READY, number))


def typed_answers(question: Question) -> list[str]:
    """All that can be answered where a choice is made."""
    if isinstance(question.given, Swaps):
        count = len(question.lists[0].items)
        return [f"{one}.{other}" for one, other in combinations(range(1, count + 1), 2)]
    return [*option_keys(question)]


def test_there_are_ten_of_several_kinds_and_metrics() -> None:
    found = [asked(number) for number in NUMBERED]
    assert len(found) == 10
    assert len({question.kind for question in found}) >= 4
    assert len({parse_measure(question.measure).metric.key for question in found}) >= 4
    assert len({set_question_name(READY, number) for number in NUMBERED}) == 10


@pytest.mark.parametrize("number", NUMBERED)
def test_each_says_what_it_is_good_for_in_every_language(number: int) -> None:
    found = {teacher_note(READY, number, language) for language in LANGUAGES}
    assert len(found) == len(LANGUAGES)
    assert all(0 < len(text) <= 80 for text in found)


@pytest.mark.parametrize("number", NUMBERED)
def test_each_has_exactly_one_right_answer(number: int) -> None:
    question = asked(number)
    answers = typed_answers(question)
    if asks_number(question):
        assert not answers
        # Every mistake that is usual there gives a number that is told from the right one.
        assert judge_class_answer(question, right_answer(question)).right
        assert question.mistakes
        assert not any(judge_class_answer(question, f"{each.value:.{question.digits}f}").right for each in question.mistakes)
        return
    judgments = [judge_class_answer(question, each) for each in answers]
    found = [typed for typed, verdict in zip(answers, judgments, strict=True) if verdict.right or verdict.kind == "line_found"]
    assert found == [right_answer(question)]


@pytest.mark.parametrize("number", [number for number in NUMBERED if asked(number).kind == "value"])
def test_the_right_number_is_what_the_public_module_gives(number: int) -> None:
    question = asked(number)
    assert right_answer(question) == f"{evaluate(question.measure, question.lists[0]):.{question.digits}f}"


@pytest.mark.parametrize("number", [number for number in NUMBERED if asked(number).kind == "better"])
def test_the_better_list_is_the_one_with_the_higher_value(number: int) -> None:
    question = asked(number)
    one, other = (evaluate(question.measure, each) for each in question.lists)
    assert right_answer(question) == ("a" if one > other else "b")
    assert abs(one - other) > 0.01


def test_some_right_answers_are_those_worked_out_by_hand() -> None:
    # nDCG@6 = 6.861/8.740; DCG@3 = 3/1 + 2/1.585 + 0/2; RR = 1/3; AP = (1 + 2/3 + 3/4)/4.
    by_hand = {"nDCG@6": "0.785", "DCG@3": "4.262", "RR": "0.333", "AP": "0.604"}
    found = {asked(number).measure: right_answer(asked(number)) for number in NUMBERED if asked(number).kind == "value"}
    assert {measure: found[measure] for measure in by_hand} == by_hand


@pytest.mark.parametrize("number", [number for number in NUMBERED if asked(number).kind == "step"])
def test_the_line_with_the_mistake_is_the_first_that_differs(number: int) -> None:
    given = asked(number).given
    assert isinstance(given, MistakenDerivation)
    assert 0 <= given.wrong < len(given.lines)
    assert given.wrong not in given.right
