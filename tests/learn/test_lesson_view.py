"""The card of a lesson: what it sends before and after an answer, and whether all that our lessons point at is on the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from rankviz.explore.view.chart import charts_payload, rank_chart_payload
from rankviz.explore.view.choices import choices_payload
from rankviz.explore.view.derivation import derivation_payload, lines_of
from rankviz.learn.learn_params import LESSON, LearnParams, initial_state, read_learn_params, state_after_answer
from rankviz.learn.lessons.lesson import Lesson, LessonStep
from rankviz.learn.lessons.number_expression import StatePair
from rankviz.learn.lessons.pointer import LessonPoint
from rankviz.learn.lessons.reader import LESSON_KEYS, built_in_lesson, read_lesson
from rankviz.learn.questions.attempts import Work
from rankviz.learn.view.lesson import LessonContext, lesson_payload
from rankviz.page.answers.messages import view_state
from rankviz.page.answers.request_handler import respond_to_bytes
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState
from rankviz.state.permalink import to_text
from rankviz.texts import LANGUAGES, Texts
from tests.learn.test_lessons import example

Data = dict[str, Any]


def ours() -> list[tuple[str, int, LessonStep]]:
    lessons = [(key, built_in_lesson(key)) for key in LESSON_KEYS]
    return [(key, number, step) for key, lesson in lessons if lesson for number, step in enumerate(lesson.steps, 1)]


def names(steps: list[tuple[str, int, LessonStep]]) -> list[str]:
    return [f"{key} {number}" for key, number, _ in steps]


def card(lesson: Lesson, number: int, work: Work | None = None, state: AppState | None = None, language: str = "en") -> Data:
    works = {} if work is None else {number: work}
    learning = LearnParams(LESSON, lesson=lesson, step=number)
    now = initial_state(learning, works) if state is None else state
    return lesson_payload(LessonContext(learning, works, analyse(now), Texts(language)))


def lesson(key: str) -> Lesson:
    found = built_in_lesson(key)
    assert found is not None
    return found


def said(pieces: list[Data]) -> str:
    return "".join(piece["text"] for piece in pieces)


def stages(step: LessonStep) -> Iterator[tuple[AppState, tuple[LessonPoint, ...]]]:
    yield step.state, step.points
    if step.question is not None:
        yield step.question.follow_up.state, step.question.follow_up.points


def marked(point: LessonPoint, state: AppState) -> bool:
    """Whether the page Explore has what is pointed at, among what its parts are given."""
    analysis, texts = analyse(state), Texts("en")
    if point.kind == "choice":
        data: Any = choices_payload(analysis, None, texts)
        parts = [part for part in data["parts"] if "slot" in part]
        beside = [each for part in parts for each in part.get("beside", [])]
        more = data["more"]["parts"] if data.get("more") else []
        return point.name in {part["slot"] for part in (*parts, *beside, *more)}
    if point.kind == "chart":
        small: Any = charts_payload(analysis, texts)
        return point.name in {figure["key"] for figure in small["figures"]}
    if point.kind == "legend":
        bars: Any = rank_chart_payload(analysis, texts)
        return len(bars["figures"][0]["legend"]) >= {"term": 1, "gain": 2, "ideal": 3}[point.name]
    if point.kind in ("line", "term"):
        lines = {line.key: line for line in lines_of(analysis)}
        assert derivation_payload(analysis, tuple(lines.values()), "", texts)["lines"] is not None
        return point.name in lines and (not point.number or point.number in {term.rank for term in lines[point.name].terms})
    return True


@pytest.mark.parametrize(("key", "number", "step"), ours(), ids=names(ours()))
def test_all_that_our_lessons_point_at_is_on_the_page(key: str, number: int, step: LessonStep) -> None:
    lost = [
        str(point) for state, points in stages(step) for point in points if step.page == "explore" and not marked(point, state)
    ]
    assert lost == [], (key, number)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "number", "step"), ours(), ids=names(ours()))
def test_every_number_of_our_lessons_is_there(key: str, number: int, step: LessonStep, language: str) -> None:
    before = card(lesson(key), number, language=language)
    after = card(lesson(key), number, answered(step), language=language)
    follow_up = [after["follow_up"]["body"]] if after["follow_up"] else []
    pieces = [before["title"], before["body"], before["takeaway"], *follow_up]
    printed = [piece["text"] for each in pieces for piece in each if piece.get("number")]
    assert "–" not in printed


def answered(step: LessonStep) -> Work:
    """The work of somebody who had the answer shown, after one choice."""
    ask = step.question
    return Work(tries=("0",) if ask is not None and ask.options else (), shown=True)


@pytest.mark.parametrize(("key", "number", "step"), ours(), ids=names(ours()))
def test_nothing_of_what_follows_an_answer_is_sent_before(key: str, number: int, step: LessonStep) -> None:
    if step.question is None:
        return
    data = card(lesson(key), number)
    assert data["follow_up"] is None
    assert data["question"]["right"] is None
    if step.question.kind == "predict":  # to have chosen is not enough: the answer is asked for
        chosen = card(lesson(key), number, Work(tries=(str(step.question.right_option),)))
        assert (chosen["follow_up"], chosen["question"]["is_solved"]) == (None, False)
    assert card(lesson(key), number, answered(step))["follow_up"] is not None


def test_an_answer_that_is_asked_for_is_shown_with_its_state() -> None:
    learning = LearnParams(LESSON, lesson=lesson("ideal"), step=4)
    before = initial_state(learning)
    assert len(before.ranking.missed) == 2
    assert initial_state(learning, {4: Work(tries=("0",))}) == before
    assert initial_state(learning, {4: Work(tries=("0",), shown=True)}).ranking.missed == ()
    assert state_after_answer(learning, {4: Work(tries=("0",))}, before) is before


def test_while_a_number_is_asked_for_the_page_does_not_say_it() -> None:
    example_lesson = read_lesson(example())
    question = card(example_lesson, 3)
    assert question["score"] is None
    view = {
        **structs.asdict(view_state(page="learn", page_params="own=1&step=3", file_text=example())),
        "covered": [],
        "hidden": [],
    }
    body = {"state": to_text(example_lesson.steps[2].state), "edits": [], "view": view}
    lines = respond_to_bytes(json.dumps(body).encode()).split(b"\n")[1:]
    parts = {line.split(b" ", 1)[0]: line.split(b" ", 1)[1] for line in lines}
    assert parts.keys().isdisjoint({b"derivation", b"charts"})
    assert all(b"0.25" not in data for data in parts.values())
    solved = card(example_lesson, 3, Work(tries=("0.25",)))
    assert solved["score"]["value"] == "0.250"
    assert solved["question"]["head"] == "Right."


def test_a_wrong_number_is_named_and_the_answer_offered_after_two() -> None:
    first, second = (card(read_lesson(example()), 3, Work(tries=tries)) for tries in (("4",), ("4", "0.5")))
    assert first["question"]["feedback"][0] == "Not yet. 4 is the rank itself."
    assert not first["question"]["can_show"]
    assert second["question"]["can_show"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "number", "step"), ours(), ids=names(ours()))
def test_a_slip_is_named_without_the_number_that_is_wanted(key: str, number: int, step: LessonStep, language: str) -> None:
    for slip in step.question.wrong_numbers if step.question else ():
        typed = f"{slip.answer.evaluate_on(StatePair(step.state, step.state)).value:.3f}"
        question = card(lesson(key), number, Work(tries=(typed,)), language=language)["question"]
        told = question["head"] + said(question["reply"])
        assert step.question is not None
        assert step.question.answer is not None
        answer = step.question.answer.evaluate_on(StatePair(step.state, step.state)).value
        assert f"{answer:.{step.question.digits}f}" not in told
        assert question["feedback"] == []
        assert question["reply"]


def test_a_list_that_is_not_yet_what_was_asked_for_is_answered_with_what_it_comes_to() -> None:
    found = lesson("precision-recall")
    asked = found.steps[1].state
    assert card(found, 2)["question"]["head"] == ""
    at_three = replace(asked, convention=replace(asked.convention, cutoff=3))  # grades 1 0 1: two hits of three
    assert card(found, 2, state=at_three)["question"]["head"] == "P@3 0.667: not there yet."
    both = lesson("gain")
    number = next(number for number, step in enumerate(both.steps, 1) if step.question and step.question.kind == "do")
    state = replace(both.steps[number - 1].state, convention=both.steps[1].state.convention)
    head = card(both, number, state=state)["question"]["head"]
    assert head.startswith("nDCG@4 A 0.")
    assert " B 0." in head


def sent(key: str, number: int, work: Data | None = None) -> dict[str, Data]:
    """The parts of a step as they are sent."""
    place = f"lesson={key}&step={number}"
    view = structs.asdict(view_state(page="learn", page_params=place))
    body = {
        "state": to_text(lesson(key).steps[number - 1].state),
        "edits": [],
        "view": view | {"work": json.dumps({str(number): work or {}})},
    }
    lines = respond_to_bytes(json.dumps(body).encode()).split(b"\n")[1:]
    return {name.decode(): json.loads(payload) for name, payload in (line.split(b" ", 1) for line in lines if line)}


@pytest.mark.parametrize(("key", "number"), [("precision-recall", 4), ("ties", 6)])
def test_no_chart_is_sent_while_it_is_asked_what_one_shows(key: str, number: int) -> None:
    """A curve over k has the value at another cutoff, and the counts say that 0/0 is undefined."""
    assert not sent(key, number).get("charts")
    assert sent(key, number, {"tries": ["0"], "shown": True})["charts"]


@pytest.mark.parametrize(
    ("key", "number", "is_folded"),
    [("precision-recall", 8, True), ("ap", 1, True), ("curves", 1, True), ("curves", 2, False), ("curves", 5, False)],
)
def test_charts_and_counts_are_folded_away_until_a_step_speaks_of_them(key: str, number: int, is_folded: bool) -> None:
    assert bool(sent(key, number, {"shown": True})["charts"]["fold"]) == is_folded


def test_of_several_lists_the_card_has_the_mean() -> None:
    score = card(lesson("means"), 1, Work(shown=True))["score"]  # RR 1, 1/3 and 0
    assert (score["name"], score["value"]) == ("MRR, mean of 3 lists", "0.444")


def test_what_is_no_number_is_said_without_an_example_that_may_be_the_answer() -> None:
    data = card(read_lesson(example()), 3, Work(tries=("one half",)))
    (sentence,) = data["question"]["feedback"]
    assert "one half" in sentence
    assert not any(sign.isdigit() for sign in sentence)
    assert not data["question"]["can_show"]


def test_a_text_that_is_true_of_any_list_follows_what_the_reader_changes() -> None:
    text = example().replace('point = ["rank:2"]', "live = true", 1).replace("(rank:2)", "(score)")
    for source, shown, muted in ((text, "1.000", False), (example(), "0.500", True)):
        step_one = read_lesson(source)
        changed = read_lesson(source).steps[1].question
        assert changed is not None
        data = card(step_one, 1, state=changed.follow_up.state)
        assert shown in said(data["body"])
        assert data["is_muted"] is muted
        assert data["changed_note"] == "You changed the list."


def test_who_does_what_was_asked_is_told_of_their_own_list() -> None:
    found = read_lesson(example())
    own = replace(found.steps[3].state, lists=found.steps[5].state.lists)
    data = card(found, 4, state=own)
    assert data["question"]["is_solved"]
    assert data["changed_note"] == ""
    shown = card(found, 4, Work(shown=True))
    assert shown["question"]["head"] == "This is one way."


def test_a_lesson_ends_where_a_class_is_to_stop() -> None:
    learning = read_learn_params("lesson=ideal&step=7&stop=3")
    assert (learning.step, learning.stop) == (3, 3)
    data = lesson_payload(LessonContext(learning, {}, analyse(initial_state(learning)), Texts("en")))
    assert len(data["steps"]) == 3  # type: ignore[arg-type]
    assert data["stop_note"]
    assert data["practice_link"] is None


def test_a_lesson_that_there_is_not_is_said() -> None:
    found = read_learn_params("lesson=nothing")
    assert found.view == "catalogue"
    assert [problem.key for problem in found.problems] == ["unknown_lesson"]
