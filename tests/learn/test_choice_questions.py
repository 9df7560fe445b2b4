"""Questions in which something is chosen, ordered or reached: their words are true, and nothing tells the answer beforehand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import rankviz as rv
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.list_rows import rows_of
from rankviz.evaluation.list_pair import pair_lists
from rankviz.learn.learn_params import read_learn_params
from rankviz.learn.questions import Question, judge
from rankviz.learn.questions.generate import draw
from rankviz.learn.questions.kinds.options import Options
from rankviz.learn.questions.kinds.order import Order
from rankviz.learn.questions.kinds.reach_target import ReachTarget, encode_answer
from rankviz.learn.questions.kinds.solution_path import reach_target, solution_path
from rankviz.learn.questions.kinds.swap import Swaps, build_swap_question
from rankviz.learn.questions.kinds.trend import Trend, build_trend_question
from rankviz.learn.sets import question_set as sets
from rankviz.learn.view.grade_tiles import grade_tiles_payload
from rankviz.learn.view.kinds import order as order_view
from rankviz.learn.view.kinds import reach as reach_view
from rankviz.learn.view.mini_lists import mini_list_payload
from rankviz.learn.words.feedback import feedback
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.kinds import better as better_words
from rankviz.learn.words.kinds import who as who_words
from rankviz.learn.words.prompt import hints, note_of, prompt, prompt_text
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.messages import view_state
from rankviz.page.answers.request_handler import respond_to_bytes
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.permalink import to_text
from rankviz.texts import LANGUAGES, Texts

KINDS = ("better", "order", "who", "reach", "trend", "swap")
ONCE = ("better", "trend", "swap")
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
NUMBER = re.compile(r"\d+\.\d{2,}")
EXACT = 8  # letters of a number that is not there by chance
MEASURES = ("nDCG", "AP", "RR", "DCG", "AUC")


@cache
def question_sample(kind: str, count: int = 10) -> tuple[Question, ...]:
    """Questions about several metrics at every level."""
    return tuple(draw(kind, MEASURES[n % len(MEASURES)], 11, n + 1, 1 + n % 3) for n in range(count))


def possible_answers(question: Question) -> tuple[str, ...]:
    """Everything that can be answered, or some of it."""
    given = question.given
    if isinstance(given, Options):
        return given.keys
    if isinstance(given, Swaps):
        return tuple(".".join(map(str, ranks)) for ranks in given.ranks)
    if isinstance(given, Order):
        return ("1.2.3.4", "4.3.2.1", ".".join(str(place + 1) for place in given.right))
    return tuple(encode_answer(question, each) or "" for each in (question.lists[0], reach_target(question)))


def hidden_values(question: Question) -> tuple[float, ...]:
    """The numbers that are not to be told."""
    given = question.given
    if isinstance(given, Options):
        own = given.values
        return own if question.kind in ONCE else tuple(each for each in own if abs(each - question.answer) > 1e-9)
    if isinstance(given, Swaps):
        return (question.answer, *given.values)
    return given.values if isinstance(given, Order) else ()  # the target is told, and the value as it stands


def page_parts(place: str, work: dict[str, Any] | None = None, state: AppState = DEFAULT, **view: Any) -> dict[str, bytes]:
    """What the page is answered, by part, as bytes."""
    seen = view_state(page="learn", page_params=place, work=json.dumps(work or {}), **view)
    lines = respond_to_bytes(to_json({"state": to_text(state), "edits": [], "view": seen})).split(b"\n")
    return {line.split(b" ", 1)[0].decode(): line.split(b" ", 1)[1] for line in lines[1:]}


def question_at(place: str) -> Question:
    """The question that an address asks."""
    found = read_learn_params(place)
    assert found.set is not None
    return sets.get_question(found.set, found.number)


def addresses(kind: str, count: int = 6) -> Iterator[str]:
    for n in range(count):
        yield f"ask={kind}&of={MEASURES[n % len(MEASURES)].lower()}&n=1&seed={n + 3}&level={1 + n % 3}"


# ---------------------------------------------------------------------------------------------------------------------------
# Words


def test_the_solution_names_the_better_list_both_values_and_the_largest_effect() -> None:
    """P@2 of 1 1 0 is 1 and of 0 1 1 is ½: counted by hand."""
    question = question_about([1, 1, 0], ["d3", "d2", "d1"], "P@2")
    said = feedback(question, judge(question, "b"), Texts("en"))
    assert said == (
        "Not so. A is better: 1.000 against 0.500.",
        "What helps A most is d1, grade 1: rank 1 in A, rank 3 in B (+0.500).",
    )
    assert feedback(question, judge(question, "a"), Texts("en"))[0] == "Yes. A is better: 1.000 against 0.500."
    far = question_about([3, 0, 0], ["d2", "d1", "d3"], "DCG@3")
    assert better_words.solution_words(far, Texts("en")) == (
        "A is better: 3.000 against 1.893.",
        "What helps A most is d1, grade 3: rank 1 in A, rank 2 in B (+1.107).",  # 3 − 3/log₂3
    )


def test_equal_lists_are_explained_by_their_terms_or_their_sum() -> None:
    same = question_about([1, 0, 1], ["d1", "d3", "d2"], "P@1")
    assert better_words.solution_words(same, Texts("en"))[1] == "What the metric looks at is the same in both lists."
    swapped = question_about([1, 2], ["d2", "d1"], "DCG@2", gain="binary")
    assert better_words.solution_words(swapped, Texts("en"))[0] == "A and B are equal: DCG@2 = 1.631."


def question_about(first: list[float | None], second: list[str], measure: str, **choices: str) -> Question:
    """A question about a list and another order of it."""
    one = Ranking.from_grades(first)
    lists = pair_lists(one, Ranking.from_grades([None] * len(second), doc_ids=second)).lists
    found = [rv.explain(measure, each, profile="textbook", **choices) for each in lists]
    a, b = (each.value for each in found)
    right = "equal" if abs(a - b) < 1e-9 else "b" if b > a else "a"
    convention = found[0].asked
    return Question("better", measure, lists, convention, "", a, (), 3, 1, 0, 0, Options(("a", "b", "equal"), (a, b), right))


def test_at_the_hardest_level_another_metric_is_named_that_says_the_opposite() -> None:
    for measure in MEASURES:
        question = draw("better", measure, 5, 1, 3)
        given = better_words.kind_data(question)
        if given.right == "equal":
            continue
        said = better_words.solution_words(question, Texts("en"))[-1]
        name, numbers = said.split(" ", 1)[0], [float(each) for each in NUMBER.findall(said)]
        mine = [float(rv.evaluate(question.measure, each)) for each in question.lists]
        theirs = [float(rv.evaluate(name, each)) for each in question.lists]
        assert numbers == [round(value, 3) for value in theirs]
        assert (theirs[1] - theirs[0]) * (mine[1] - mine[0]) < 0


MOVES = {
    # DCG of 3 0 0 is 3, and of 0 3 0 it is 3/log₂3; the document that makes room adds nothing.
    ("DCG@3", (3, 0, 0), (1, 2)): (
        "DCG@3 goes down: 3.000 before the move, 1.893 after it.",
        "−1.107 comes from d1 itself, and nothing from the document that it passes.",
    ),
    # P@2 of 1 1 0 is 1, and of 0 1 1 it is ½.
    ("P@2", (1, 1, 0), (3, 1)): (
        "P@2 goes down: 1.000 before the move, 0.500 after it.",
        "d3 itself brings nothing: −0.500 comes from the documents that it passes.",
    ),
    # AP of 0 1 1 is (1/2 + 2/3)/2 = 7/12, and of 1 0 1 it is (1 + 2/3)/2 = 10/12: d3 had 2/3 and has 1, d2 had 1/2 and has 2/3.
    ("AP", (0, 1, 1), (3, 1)): (
        "AP goes up: 0.583 before the move, 0.833 after it.",
        "+0.167 comes from d3 itself, +0.083 from the documents that it passes.",
    ),
    ("RR", (1, 0, 1), (3, 2)): (
        "RR stays the same: 1.000 before the move and after it.",
        "Nothing that the metric looks at has changed.",
    ),
}


@pytest.mark.parametrize(("measure", "grades", "move"), MOVES)
def test_a_move_is_explained_by_the_document_and_those_it_passes(
    measure: str, grades: tuple[float, ...], move: tuple[int, int]
) -> None:
    found = rv.explain(measure, Ranking.from_grades(grades), profile="textbook")
    question = build_trend_question(parse_measure(measure).metric, Ranking.from_grades(grades), found.asked, move)
    said = MOVES[measure, grades, move]
    assert isinstance(question.given, Trend)
    right = question.given.right
    wrong = next(key for key in question.given.keys if key != right)
    assert KIND_WORDINGS["trend"].solution_words(question, Texts("en")) == said
    room = "document that it passes makes" if abs(move[1] - move[0]) == 1 else "documents that it passes make"
    assert note_of(question, Texts("en")) == f"The {room} room; grades stay as they are."
    assert feedback(question, judge(question, right), Texts("en")) == (f"Yes. {said[0]}", said[1])
    assert feedback(question, judge(question, wrong), Texts("en")) == (f"Not so. {said[0]}", said[1])


def test_feedback_on_a_swap_has_its_value_and_that_of_the_best() -> None:
    # DCG of 0 1 3 is 1/log₂3 + 3/2 = 2.131; of 3 1 0 it is 3.631, of 0 3 1 it is 3/log₂3 + 1/2 = 2.393.
    convention = rv.explain("DCG", Ranking.from_grades([0, 1, 3]), profile="textbook").asked
    question = build_swap_question(parse_measure("DCG").metric, Ranking.from_grades([0, 1, 3]), convention)
    assert question is not None
    best = "The best swap is d1 and d3 (ranks 1 and 3): DCG goes from 2.131 to 3.631."
    why = "+1.500 comes from d3, which goes up, and 0 from d1, which goes down."
    assert feedback(question, judge(question, "3.1"), Texts("en")) == (f"Yes. {best}", why)
    wrong = "Not so. With d2 and d3 (ranks 2 and 3) swapped, DCG is 2.393; another swap does better."
    assert feedback(question, judge(question, "2.3"), Texts("en")) == (wrong, best, why)
    hit = build_swap_question(parse_measure("RR").metric, Ranking.from_grades([0, 1, 1]), convention)
    assert hit is not None
    assert KIND_WORDINGS["swap"].solution_words(hit, Texts("en"))[1] == "As good is d1 and d3 (ranks 1 and 3)."


def test_feedback_on_an_order_names_the_first_pair_in_the_wrong_order() -> None:
    question = next(each for each in question_sample("order") if isinstance(each.given, Order))
    right = question.given.right  # type: ignore[attr-defined]
    turned = [right[0], right[2], right[1], right[3]]
    said = feedback(question, judge(question, ".".join(str(place + 1) for place in turned)), Texts("en"))
    above, below = "ABCD"[right[2]], "ABCD"[right[1]]
    assert said[0] == f"Not yet. {above} stands above {below}, but these two belong the other way round."


@pytest.mark.slow
@EVERY_LANGUAGE
@pytest.mark.parametrize("kind", ["order", "who", "reach"])
def test_feedback_on_a_wrong_answer_has_no_value(kind: str, language: str) -> None:
    texts = Texts(language)
    for question in question_sample(kind):
        visible = set(NUMBER.findall(prompt_text(question, texts)))
        for answer in possible_answers(question):
            verdict = judge(question, answer)
            said = " ".join(feedback(question, verdict, texts))
            assert said
            if not verdict.right:
                assert set(NUMBER.findall(said)) <= visible, said


@pytest.mark.slow
@EVERY_LANGUAGE
@pytest.mark.parametrize("kind", KINDS)
def test_no_hint_holds_a_number_of_the_right_way(kind: str, language: str) -> None:
    texts = Texts(language)
    for question in question_sample(kind):
        assert not set(NUMBER.findall(" ".join(hints(question, texts)))) - set(NUMBER.findall(prompt_text(question, texts)))


@EVERY_LANGUAGE
@pytest.mark.parametrize("kind", KINDS)
def test_a_question_of_several_lists_shows_each_of_them(kind: str, language: str) -> None:
    for question in question_sample(kind):
        found = prompt(question, Texts(language))
        assert len(found.rows) == sum(len(each.items) for each in question.lists)
        assert {row[0] for row in found.rows} >= set("ABCD"[: len(question.lists)]) or len(question.lists) == 1


@pytest.mark.slow
def test_libraries_that_are_named_give_the_number_and_no_other_library_of_the_answers_does() -> None:
    """`rv.evaluate` of a profile is compared with the libraries themselves in tests/libraries."""
    seen = 0
    for question in question_sample("who", 20):
        given = who_words.kind_data(question)
        for key, value in zip(given.keys, given.values, strict=True):
            for profile in key.split(".") if who_words.is_library(key) else ():
                found = float(rv.evaluate(question.measure, question.lists[0], profile=profile))
                assert round(found, 6) == round(value, 6), (profile, question.measure)
                seen += 1
        said = feedback(question, judge(question, given.right), Texts("en"))[0]
        assert f"{question.answer:.3f}" in said
        assert all(name in said for name in who_words.names_of(question, given.right, Texts("en")))
    assert seen > 5


@pytest.mark.slow
def test_numbers_that_belong_to_a_choice_stand_under_it() -> None:
    keys = [(each, key) for each in question_sample("who", 30) for key in who_words.kind_data(each).keys]
    question, key = next(each for each in keys if each[1] == "discount=geometric")
    assert who_words.differing_choices(question, key, Texts("en")).endswith("0.8")


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_is_put_into_words_and_an_invalid_one_stays_as_it_is(kind: str) -> None:
    say = KIND_WORDINGS[kind].answer
    assert say is not None
    for question in question_sample(kind):
        said = [say(question, answer, Texts("en")) for answer in possible_answers(question)]
        assert len(set(said)) == len(said)
        assert say(question, "“<b>", Texts("en")) == "“<b>"


# ---------------------------------------------------------------------------------------------------------------------------
# What a list that is to be reached needs


def test_the_way_that_is_shown_leads_to_the_target_move_by_move() -> None:
    for question in question_sample("reach", 12):
        given = question.given
        assert isinstance(given, ReachTarget)
        items = list(given.start.items)
        for step in solution_path(question):
            at = next(place for place, item in enumerate(items) if item.doc_id == step.document)
            assert at + 1 == step.rank
            if given.by == "move":
                items.insert(int(step.after) - 1, items.pop(at))
            else:
                items[at] = items[at]._replace(grade=step.after)
        found = Ranking(tuple(items), given.start.missed)
        assert float(rv.evaluate(question.measure, found)) >= given.value - 1e-9
        assert len(solution_path(question)) == given.moves
        assert found == reach_target(question)


def question_body(place: str, **given: Any) -> Any:
    return json.loads(page_parts(place, **given)["question_body"])


def reach_address(by: str) -> str:
    return next(place for place in addresses("reach", 40) if question_at(place).given.by == by)  # type: ignore[attr-defined]


@pytest.mark.parametrize("by", ["move", "grade"])
def test_a_list_is_reached_when_its_value_is_and_undo_gives_moves_back(by: str) -> None:
    place = reach_address(by)
    question = question_at(place)
    begin, there = question.lists[0], reach_target(question)
    state = AppState(lists=(there,))
    assert question_body(place)["state"] == "open"
    assert question_body(place)["has_moves"] is False
    assert question_body(place)["status"] == ""
    assert json.loads(page_parts(place)["answer_panel"])["solution"] == ""
    assert json.loads(page_parts(place, {"1": {"hints": 1}})["answer_panel"])["solution"]
    found = question_body(place, state=state)
    assert (found["state"], found["answer"]) == ("met", encode_answer(question, there))
    assert found["value"] == f"{float(rv.evaluate(question.measure, there)):.3f}"
    assert question_body(place, state=AppState(lists=(begin,)))["moves"] == question_body(place)["moves"] != found["moves"]
    over = page_parts(place, {"1": {"tries": [found["answer"]]}}, state=AppState(lists=(begin,)))
    assert json.loads(over["question_body"])["is_finished"] is True  # it stays reached, whatever becomes of the list
    shown = [row["id"] for row in json.loads(over["ranking_list"])["rows"]]
    assert shown == [item.doc_id for item in there.items]


@pytest.mark.parametrize("by", ["move", "grade"])
def test_in_a_test_a_list_is_kept_and_not_judged(by: str) -> None:
    place = reach_address(by) + "&help=none"
    question = question_at(place)
    there = AppState(lists=(reach_target(question),))
    found = question_body(place, state=there)
    assert (found["state"], found["status"], found["is_only_stored"]) == ("open", "", True)
    panel = json.loads(page_parts(place, state=there)["answer_panel"])
    assert (panel["is_finished"], panel["solution"]) == (False, "")
    assert panel["check"]
    answer = {"1": {"tries": [found["answer"]]}}
    assert json.loads(page_parts(place, answer)["answer_panel"])["is_finished"] is False
    handed_in = {"1": {"tries": [found["answer"]], "shown": True}}
    assert question_body(place, work=handed_in)["is_only_stored"] is False
    assert json.loads(page_parts(place, handed_in)["answer_panel"])["is_solved"] is True


def test_too_many_moves_are_answered_by_how_many_are_enough() -> None:
    for place in addresses("reach", 40):
        question = question_at(place)
        given = question.given
        if not isinstance(given, ReachTarget) or given.by != "move" or given.moves > 1:
            continue
        best = Ranking(tuple(sorted(given.start.items, key=lambda item: -(item.grade or 0))), given.start.missed)
        found = question_body(place, state=AppState(lists=(best,)))
        if found["state"] == "too_many":
            assert "1 step is enough" in found["status"]
            return
    pytest.fail("no list of them takes more moves than are asked")


def test_a_list_of_other_documents_is_no_list_of_the_question() -> None:
    place = reach_address("move")
    foreign = AppState(lists=(Ranking.from_grades([3, 3, 3], missed=[1]),))
    assert question_body(place, state=foreign) == question_body(place)


@pytest.mark.parametrize("by", ["move", "grade"])
def test_the_list_says_what_of_it_may_be_changed(by: str) -> None:
    shown = json.loads(page_parts(reach_address(by))["ranking_list"])
    assert (shown["only"], shown["read_only"], shown["fixed_cutoff"]) == (by, False, True)
    assert shown["texts"]["refused_only"] == Texts("en")(f"reach.only_{by}")


# ---------------------------------------------------------------------------------------------------------------------------
# Nothing tells the answer before it may be told


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_sent_reveals_the_answer_before_the_question_is_closed(kind: str) -> None:
    for place in addresses(kind):
        question = question_at(place)
        wrong = [answer for answer in possible_answers(question) if not judge(question, answer).right]
        tried: dict[str, Any] = {} if kind in ONCE else {"1": {"tries": wrong[:2], "hints": 1}}
        for work in ({}, tried):
            sent = b"\n".join(data for name, data in page_parts(place, work).items())
            for value in hidden_values(question):
                assert f"{value:.3f}".encode() not in sent, (place, value)
                assert len(repr(value)) < EXACT or repr(value).encode() not in sent, (place, value)
            assert b'"right":' not in sent
            assert b'"bars":{' not in sent
            assert b'"solution":["' not in sent


@pytest.mark.parametrize("kind", ["better", "order", "who", "trend", "swap"])
def test_all_values_are_there_once_it_is_over(kind: str) -> None:
    for place in addresses(kind):
        question = question_at(place)
        sent = page_parts(place, {"1": {"shown": True}})["question_body"].decode()
        assert all(f"{value:.3f}" in sent for value in hidden_values(question))
        assert json.loads(sent)["is_finished"] is True


def test_one_choice_of_the_better_list_ends_the_question_whether_it_is_right_or_not() -> None:
    for place in addresses("better"):
        question = question_at(place)
        for answer in possible_answers(question):
            found = json.loads(page_parts(place, {"1": {"tries": [answer]}})["question_body"])
            assert (found["is_finished"], found["chosen"]) == (True, answer)
            assert len(found["bars"]["rows"]) == 2
            kept = json.loads(page_parts(place + "&help=none", {"1": {"tries": [answer]}})["question_body"])
            assert (kept["is_finished"], kept["chosen"]) == (False, answer)


@pytest.mark.parametrize("kind", ["trend", "swap"])
def test_one_answer_ends_these_kinds_and_shows_what_it_gives(kind: str) -> None:
    for place in addresses(kind, 3):
        question = question_at(place)
        for answer in possible_answers(question)[:4]:
            sent = page_parts(place, {"1": {"tries": [answer]}})
            found, panel = json.loads(sent["question_body"]), json.loads(sent["answer_panel"])
            assert (found["is_finished"], panel["is_finished"], panel["is_solved"]) == (
                True,
                True,
                judge(question, answer).right,
            )
            if kind == "trend":
                before, later = ([row["id"] for row in each["rows"]] for each in found["lists"])
                given = question.given
                assert isinstance(given, Trend)
                before.insert(given.move.to - 1, before.pop(given.move.rank - 1))
                assert (before, found["chosen"]) == (later, answer)
                continue
            assert found["chosen"] == [int(rank) for rank in answer.split(".")]
            rows = found["results"]["rows"]
            assert len(rows) == len(possible_answers(question))
            assert [row["mark"] for row in rows].count("your answer") == 1
            assert rows[0]["mark"] in ("best", "your answer")
            kept = json.loads(page_parts(place + "&help=none", {"1": {"tries": [answer]}})["question_body"])
            assert (kept["is_finished"], kept["chosen"], "results" in kept) == (False, found["chosen"], False)


def test_equal_is_always_offered() -> None:
    for question in question_sample("better", 20):
        assert better_words.kind_data(question).keys[-1] == "equal"


def test_lists_stand_in_the_order_that_was_checked_last() -> None:
    question = question_sample("order")[0]
    shown = {
        typed: order_view.body_payload(question, typed, Texts("en"), is_finished=False)["order"]
        for typed in ("2.1.4.3", "1.2.3.4", "2.2.4.3", "2.1.4", "")
    }
    assert shown == {"2.1.4.3": (1, 0, 3, 2)} | dict.fromkeys(["1.2.3.4", "2.2.4.3", "2.1.4", ""], (0, 1, 2, 3))


def test_the_target_is_a_share_of_what_the_measure_can_be_or_most_of_the_scale() -> None:
    for question in question_sample("reach"):
        shown = reach_view.body_payload(question, question.lists[0], Texts("en"), is_solved=False, is_finished=False)
        is_bounded = not question.measure.startswith("DCG")
        assert isinstance(question.given, ReachTarget)
        assert shown["target_share"] == pytest.approx(question.given.value if is_bounded else 0.8)  # 1/1.25


def test_a_row_is_read_aloud_with_its_grade_or_that_it_is_not_judged() -> None:
    ranking = Ranking.from_grades([3, None], doc_ids=["a", "b"])
    rows = rows_of(ranking.items, rv.explain("nDCG", ranking).trace.rankings, 0)
    judged, unjudged = (row["text"] for row in mini_list_payload(rows, (), Texts("en"))["rows"])  # type: ignore[attr-defined]
    assert "grade 3" in judged
    assert "unjudged" in unjudged


@pytest.mark.parametrize(("cutoff", "line"), [(2, 2), (3, None), (4, None), (None, None)])
def test_small_grades_have_a_line_at_a_cutoff_inside_the_list(cutoff: int | None, line: int | None) -> None:
    question = question_sample("better")[0]
    few = replace(
        question, lists=(Ranking.from_grades([3, 0, 1]),), convention=question.convention.with_choices({"cutoff": cutoff})
    )
    assert [row["cutoff"] for row in grade_tiles_payload(few, Texts("en"))] == [line]
