"""The page of a derivation with a missing number or a mistake: what it sends, and how it goes on when a line was found."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rankviz.diagnose.usual_mistakes import USUAL_MISTAKES
from rankviz.learn.learn_params import read_learn_params
from rankviz.learn.questions.kinds.step import MistakenDerivation
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.written_derivation import Hole
from rankviz.learn.sets.question_set import get_question
from rankviz.learn.words.kinds import gap, step
from rankviz.learn.words.written_derivation import numbered_line
from rankviz.texts import LANGUAGES, Texts
from tests.helpers.long import rounds
from tests.learn.test_question_page import NUMBER, Work, sent

Line = dict[str, Any]


def asked(kind: str, metric: str, seed: int = 3, level: int = 2, **more: str) -> tuple[str, Question]:
    place = "&".join(
        [f"ask={kind}&of={metric}&n=2&seed={seed}&level={level}", *(f"{name}={each}" for name, each in more.items())]
    )
    found = read_learn_params(place).set
    assert found is not None
    return place, get_question(found, 1)


def seeds(language: str) -> range:
    """Other questions in each language."""
    first = 3 + LANGUAGES.index(language)
    return range(first, first + rounds(1))


def lines(parts: dict[str, Any]) -> list[Line]:
    return list(parts["question_body"]["lines"])


def broken(found: Question) -> MistakenDerivation:
    assert isinstance(found.given, MistakenDerivation)
    return found.given


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("metric", USUAL_MISTAKES)
def test_the_missing_number_is_not_sent_before_it_is_found(metric: str, language: str) -> None:
    for seed in seeds(language):
        place, found = asked("gap", metric, seed)
        for hints in (0, 9):
            parts = sent(place, language=language, q1={"tries": ["77.125"], "hints": hints})
            printed = set(NUMBER.findall(json.dumps(parts, ensure_ascii=False)))
            assert not {f"{found.answer:.3f}", repr(found.answer)} & printed
            assert sum(line["state"] == "asked" for line in lines(parts)) == 1
        over = sent(place, language=language, q1={"tries": [gap.answer_words(found)]})
        assert over["answer_panel"]["value"] == gap.answer_words(found)
        assert "?" not in json.dumps(lines(over))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("metric", USUAL_MISTAKES)
def test_neither_the_line_nor_the_right_value_is_sent_before_it_is_found(metric: str, language: str) -> None:
    for seed in seeds(language):
        place, found = asked("step", metric, seed)
        given = broken(found)
        wrong = [str(at + 1) for at in range(len(given.lines)) if at != given.wrong]
        known = set(NUMBER.findall(" ".join(numbered_line(line, Texts("en")) for line in step.step_lines(found, Texts("en")))))
        for work in (Work(), {"tries": wrong, "hints": 9}):
            parts = sent(place, language=language, q1=work)
            printed = set(NUMBER.findall(json.dumps(parts, ensure_ascii=False)))
            assert not {f"{found.answer:.3f}", repr(found.answer)} & (printed - known)
            assert parts["answer_panel"]["field"] is None
            assert {line["state"] for line in lines(parts)} <= {"", "tried", "chosen"}
            assert all(line["correction"] is None for line in lines(parts))
            assert parts["question_body"]["can_press"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_when_the_line_is_found_its_right_value_is_asked_and_then_all_is_seen(language: str) -> None:
    place, found = asked("step", "ap")
    given, texts = broken(found), Texts(language)
    line = str(given.wrong + 1)
    parts = sent(place, language=language, q1={"tries": [line]})
    assert parts["answer_panel"]["field"]["label"] == texts("wrong_line.value", measure=found.measure)
    assert parts["answer_panel"]["field"]["typed"] == ""
    assert parts["answer_panel"]["field"]["note"] == texts("prompt.digits_or_fraction", digits=3)
    as_line = sent(place, language=language, q1={"tries": [line, line]})["answer_panel"]
    assert (as_line["field"]["typed"], as_line["feedback"]["is_wrong"]) == (line, True)  # the same text, but now it is a value
    assert [each["number"] for each in lines(parts) if each["state"] == "found"] == [given.wrong + 1]
    assert not parts["question_body"]["can_press"]
    again = sent(place, language=language, q1={"tries": [line, step.mistaken_value(found)]})
    assert again["answer_panel"]["feedback"]["is_wrong"]
    assert again["answer_panel"]["field"]["typed"] == step.mistaken_value(found)
    over = sent(place, language=language, q1={"tries": [line, f"{found.answer:.3f}"]})
    assert over["answer_panel"]["is_finished"]
    assert over["answer_panel"]["value"] == f"{found.answer:.3f}"
    assert over["answer_panel"]["detail"].startswith(texts("wrong_line.solved", line=given.wrong + 1, words=""))
    corrections = [each["correction"] for each in lines(over) if each["correction"]]
    assert corrections
    assert any(each["result"] == f"{found.answer:.3f}" for each in corrections)


def test_lines_that_were_pressed_are_named_as_lines() -> None:
    place, found = asked("step", "ap", 4)
    given = broken(found)
    other = next(at + 1 for at in range(len(given.lines)) if at != given.wrong)
    parts = sent(place, q1={"tries": [str(other), str(given.wrong + 1)]})
    assert parts["answer_panel"]["earlier_answers"] == [f"line {other}"]
    assert [each["state"] for each in lines(parts)][other - 1] == "tried"


def test_in_a_test_neither_line_nor_value_is_said_to_be_right() -> None:
    place, found = asked("step", "ap", 4, help="none")
    given = broken(found)
    for line in range(1, len(given.lines) + 1):
        parts = sent(place, q1={"tries": [str(line)]})
        assert parts["answer_panel"]["field"]["label"] == f"Then what is {found.measure}?"
        assert [each["number"] for each in lines(parts) if each["state"] == "chosen"] == [line]
        assert {each["state"] for each in lines(parts)} == {"", "chosen"}
        assert "yes" not in json.dumps(parts["answer_panel"]["feedback"])
        assert parts["question_body"]["can_press"]
    done: Work = {"tries": [str(given.wrong + 1), f"{found.answer:.3f}"], "shown": True}
    assert sent(place, q1=done, q2={"shown": True})["answer_panel"]["is_solved"]


def test_a_missing_count_is_asked_for_as_one() -> None:
    places = (asked("gap", "recall", seed, 1) for seed in range(30))
    place, found = next(each for each in places if isinstance(each[1].given, Hole) and each[1].given.sort == "denominator")
    panel = sent(place)["answer_panel"]
    assert (panel["field"]["placeholder"], panel["field"]["note"]) == ("0", "A whole number.")
    assert sent(place, q1={"tries": [f"{found.answer:.0f}"]})["answer_panel"]["value"] == f"{found.answer:.0f}"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("metric", USUAL_MISTAKES)
def test_a_mistake_made_again_is_shown_in_its_own_line_and_tells_nothing_else(metric: str, language: str) -> None:
    for seed in seeds(language):
        place, found = asked("gap", metric, seed)
        for mistake in found.mistakes:
            typed = f"{mistake.value:.3f}"
            said = sent(place, language=language, q1={"tries": [typed, typed]})["answer_panel"]["feedback"]
            assert said["is_wrong"]
            told = " ".join([said["head"], *said["prompts"]]).replace(typed, "")
            assert gap.answer_words(found) not in NUMBER.findall(told)
            assert said["mark"] is None
