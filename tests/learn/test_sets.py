"""Sets of questions: the link is the set, and a question about a list of one's own is judged as a drawn one."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankviz import Convention, InputError, Item, Ranking, evaluate
from rankviz.display.error_text import error_text
from rankviz.learn.learn_params import read_learn_params
from rankviz.learn.questions import draw, draw_set, judge
from rankviz.learn.questions.announced_move import AnnouncedMove
from rankviz.learn.questions.set_generator import LazyQuestionSet, turn_of_measure, turns_of
from rankviz.learn.sets import question_set as sets
from rankviz.learn.sets.link import decode_set, encode_set
from rankviz.learn.sets.list_question import ListQuestion, build_list_question
from rankviz.learn.sets.mistake_separation import separation_of
from rankviz.learn.sets.question_set import Help, QuestionSet, get_question, read_help
from rankviz.learn.words.prompt import hints
from rankviz.state.app_state import AppState
from rankviz.state.permalink import encode_in_full
from rankviz.texts import Texts
from tests.helpers.long import rounds

FOUR = QuestionSet(("value",), ("ap", "ndcg@3", "rr"), 7, 5, 1)
EXAMPLE = AppState(lists=(Ranking.from_grades([1, 2, 0, 3, 2], missed=[3, 3]),), metric="ndcg", convention=Convention(cutoff=4))


def through_a_link(asked: QuestionSet) -> QuestionSet:
    found = decode_set(dict(parse_qsl(urlencode(encode_set(asked)), keep_blank_values=True)))
    assert found.problems == ()
    return found.set


# ---------------------------------------------------------------------------------------------------------------------------
# Links


@pytest.mark.parametrize(
    "asked",
    [
        QuestionSet(),
        FOUR,
        QuestionSet(
            ("value",), ("ap@4", "auc", "dcg@4"), 3, 0, 3, digits=4, help=Help(names_mistakes=False), title="A & = 中文"
        ),
        QuestionSet(
            ("value",),
            ("rbp(p=0.8)@4", "ap"),
            100,
            2**31 - 1,
            help=Help(allows_hints=False, names_mistakes=False, solution_after=None),
        ),
        QuestionSet(("value",), ("ndcg",), convention=Convention(gain="exponential", discount="geometric", rbp_p=0.8)),
        QuestionSet(("value",), ("ap",), level=1, adapts=True),
        QuestionSet(fixed_questions=(ListQuestion("value", EXAMPLE),), digits=5, level=3),
        QuestionSet(fixed_questions=(ListQuestion("trend", EXAMPLE, move=AnnouncedMove(4, 1)),)),
        QuestionSet(fixed_questions=(ListQuestion("step", EXAMPLE, mistake="upside_down"),), level=1),
        QuestionSet(fixed_questions=(ListQuestion("swap", EXAMPLE),)),
    ],
)
def test_a_link_is_the_set(asked: QuestionSet) -> None:
    assert through_a_link(asked) == asked


def test_one_cutoff_of_all_measures_is_written_once() -> None:
    link = encode_set(QuestionSet(("value",), ("ap@4", "auc", "dcg@4")))
    assert (link["of"], link["k"]) == ("ap.auc.dcg", "4")
    assert "k" not in encode_set(QuestionSet(("value",), ("ap@4", "dcg@3")))


@pytest.mark.parametrize(
    "part",
    ["ask=guess", "of=cg", "of=xyz", "n=400", "seed=x", "level=9", "digits=1", "help=often", "gen=2", "k=0", "colour=red"],
)
def test_an_unknown_parameter_is_named_and_left_out(part: str) -> None:
    found = decode_set(dict(parse_qsl(part)))
    assert found.set == QuestionSet()
    (problem,) = found.problems
    assert problem.message.startswith(f'"{part}"')


def test_the_known_names_of_a_list_are_kept() -> None:
    assert decode_set({"ask": "guess.value", "of": "xyz.ap.cg.rbp(p=0.8)@3.ap"}).set.measures == ("ap", "rbp(p=0.8)@3")
    as_others_write = decode_set({"ask": "value", "of": "ndcg_burges@4.ndcg_cut_3.P_5.recip_rank"}).set.measures
    assert as_others_write == ("ndcg(gain=exponential)@4", "ndcg@3", "precision@5", "rr")


@pytest.mark.slow
@given(
    st.dictionaries(
        st.sampled_from(["ask", "of", "n", "seed", "level", "help", "digits", "k", "g", "z", "m", "gen"]), st.text()
    )
)
def test_no_link_raises(parameters: dict[str, str]) -> None:
    found = decode_set(parameters)
    assert decode_set(encode_set(found.set)).problems == ()


@pytest.mark.parametrize("text", ["", "hints.", "often", "0", "10", "2.3", "hints.names.2.none", "none.none"])
def test_invalid_help_is_not_guessed(text: str) -> None:
    assert read_help(text) is None


# ---------------------------------------------------------------------------------------------------------------------------
# Questions


def test_a_set_has_the_questions_of_draw_set_in_any_order() -> None:
    drawn = draw_set(FOUR.measures, FOUR.count, FOUR.seed, FOUR.level, FOUR.kinds)
    for number in (7, 2, 7, 1):
        assert get_question(FOUR, number) == drawn[number - 1]


def test_the_choices_of_a_set_are_those_of_its_questions() -> None:
    asked = get_question(QuestionSet(("value",), ("ndcg",), convention=Convention(gain="exponential")), 1)
    assert asked.answer == evaluate(asked.measure, asked.lists[0], gain="exponential")
    assert "gain=exponential" not in {mistake.key for mistake in asked.mistakes}


def test_a_question_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = []

    def counted(*asked: object) -> object:
        numbers.append(asked[3])
        return draw(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr("rankviz.learn.questions.set_generator.draw", counted)
    draws = LazyQuestionSet(["rr", "ap"], 3, 1, ["value"])
    for number in (5, 5, 3, 2):
        draws.question(number)
    assert numbers == [1, 3, 5, 2]  # the one before of the same metric, so that none comes twice, and no other


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [("n", "1000", "from 1 to 100; 10"), ("level", "9", "from 1 to 3; 2"), ("digits", "0", "from 3 to 6; 3")],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_number_out_of_range_is_reported_with_the_range_and_the_number_used(
    name: str, value: str, expected: str, language: str
) -> None:
    (problem,) = decode_set({"ask": "value", "of": "ap", name: value}).problems
    assert expected in problem.message
    said = error_text(problem, Texts(language))
    assert all(number in said for number in re.findall("[0-9]+", f"{value} {expected}"))


def test_digits_change_the_answer_and_not_the_list() -> None:
    usual, more = (get_question(QuestionSet(("value",), ("ndcg",), seed=4, digits=digits), 2) for digits in (3, 5))
    assert (usual.lists, usual.answer) == (more.lists, more.answer)
    assert judge(more, f"{more.answer:.3f}").kind == "short"
    assert judge(more, f"{more.answer:.5f}").kind == "right"


def test_at_most_a_third_of_several_kinds_asks_for_the_wrong_step() -> None:
    for kinds in (["step", "value"], ["value", "step"], ["step", "gap", "value"], ["value", "gap", "step", "order"]):
        turns = turns_of(kinds) * 5
        assert set(turns) == set(kinds)
        for count in range(1, len(turns)):
            assert turns[:count].count("step") <= count / 3
    assert turns_of(["gap", "value"]) == ("gap", "value")


@pytest.mark.parametrize(("kinds", "measures"), [(7, 2), (2, 2), (2, 10), (4, 6), (6, 4), (3, 1), (1, 3), (6, 9)])
def test_every_kind_and_every_measure_is_asked_as_soon_as_there_is_room_and_each_of_the_one_meets_each_of_the_other(
    kinds: int, measures: int
) -> None:
    turns = [(turn % kinds, turn_of_measure(turn, kinds, measures)) for turn in range(kinds * measures)]
    assert len({measure for _, measure in turns[:measures]}) == measures
    assert len(set(turns)) == kinds * measures


def test_ten_questions_of_seven_kinds_and_two_metrics_hold_all_of_them() -> None:
    kinds = ("value", "gap", "step", "better", "order", "who", "reach")
    asked = QuestionSet(kinds, ("ap", "ndcg"), count=10, seed=7)
    assert {each.kind for each in sets.get_questions(asked)[: len(kinds)]} == set(kinds)


# ---------------------------------------------------------------------------------------------------------------------------
# A list of one's own


def test_a_question_about_a_list_has_the_mistakes_that_give_another_number() -> None:
    asked = build_list_question(ListQuestion("value", EXAMPLE), 1, 2)
    assert asked.answer == evaluate("nDCG@4", EXAMPLE.ranking)
    named = {mistake.key: mistake.value for mistake in asked.mistakes}
    assert named["ideal=retrieved"] == evaluate("nDCG@4", EXAMPLE.ranking, ideal="retrieved")
    for mistake in asked.mistakes:
        assert mistake.key in judge(asked, f"{mistake.value:.3f}").mistakes


def test_the_separation_counts_every_usual_mistake_once() -> None:
    # 3 2 1 is the ideal order: to take the ideal of the shown list, or upside down, changes nothing.
    perfect = AppState(lists=(Ranking.from_grades([3, 2, 1], missed=[]),), metric="ndcg", convention=Convention())
    told = separation_of(build_list_question(ListQuestion("value", perfect), 1, 2))
    assert {"ideal=retrieved", "upside_down", "gain=exponential"} <= set(told.same_as_answer)
    assert told.unique == ("metric=dcg",) or "metric=dcg" in (*told.unique, *sum(told.shared, ()))
    assert told.count == len({*told.unique, *told.same_as_answer, *sum(told.shared, ())})
    best = separation_of(build_list_question(ListQuestion("value", EXAMPLE), 1, 2))
    assert (best.same_as_answer, best.shared) == ((), ())


def test_every_generated_list_separates_mistakes() -> None:
    for number in range(1, rounds(4) + 1):
        told = separation_of(get_question(QuestionSet(("value",), ("ndcg", "ap"), level=2), number))
        assert told.shared == ()


def test_an_undefined_value_is_not_asked_for() -> None:
    state = AppState(lists=(Ranking.from_grades([0, 0]),), metric="ap", convention=Convention(empty="nan"))
    with pytest.raises(InputError) as caught:
        get_question(decode_set({"ask": "value", **encode_in_full(state)}).set, 1)
    assert caught.value.key == "undefined_question"


def test_a_metric_whose_usual_mistakes_are_not_known_can_be_asked_for_all_the_same() -> None:
    state = AppState(metric="cg")  # 3 2 3 0 1 2
    asked = get_question(decode_set({"ask": "value", **encode_in_full(state)}).set, 1)
    assert (asked.answer, asked.mistakes, separation_of(asked).count) == (11.0, (), 0)
    assert (judge(asked, "11").right, judge(asked, "10").kind) == (True, "unknown")
    assert hints(asked, Texts("en")) == ()  # a sum alone has no line before the last


def test_a_file_keeps_its_other_questions_when_one_is_put_before_them() -> None:
    one, other = sets.GeneratedQuestion("value", "ndcg", 7), sets.GeneratedQuestion("value", "ap", 7)
    alone, both = QuestionSet(fixed_questions=(one,)), QuestionSet(fixed_questions=(other, one, one))
    assert get_question(alone, 1).lists == get_question(both, 2).lists
    assert get_question(both, 3).lists != get_question(both, 2).lists  # not twice the same
    assert [get_question(both, number).number for number in (1, 2, 3)] == [1, 2, 3]


# ---------------------------------------------------------------------------------------------------------------------------
# The address of Learn


@pytest.mark.parametrize(
    ("place", "view", "number"),
    [
        ("ask=value&of=ap&n=5&q=3", "question", 3),
        ("ask=value&of=ap&n=5&q=results", "results", 1),
        ("make=1", "setup", 1),
        ("make=1&ask=value&of=rr&q=2", "setup", 2),
        ("lesson=ideal&step=2", "lesson", 1),
        ("", "catalogue", 1),
    ],
)
def test_an_address_names_view_and_position(place: str, view: str, number: int) -> None:
    found = read_learn_params(place)
    assert (found.view, found.number, found.problems) == (view, number, ())
    assert (found.set is not None) == (view in ("question", "results", "setup"))


def test_unknown_parameters_of_a_set_are_named() -> None:
    found = read_learn_params("ask=value&of=ap.xyz&q=2&colour=red")
    assert [problem.where["part"] for problem in found.problems] == ["of", "colour"]
    assert found.set == QuestionSet(("value",), ("ap",))


# ---------------------------------------------------------------------------------------------------------------------------
# Files

FILE = """
rankviz_set = 1
title = "Week 3"
help = "names.3"

[[question]]
measure = "nDCG@4"
seed = 7

[[question]]
list = "m=ap&k=all&g=10110&missed=1"
say.en = "Four relevant documents."
say.zh = "共四个相关文档。"
"""


def test_a_file_has_drawn_questions_and_questions_about_lists_of_its_own() -> None:
    found = read_learn_params("own=1&q=2", FILE)
    assert found.set is not None
    assert (found.view, found.number, found.set.title, found.set.help) == (
        "question",
        2,
        "Week 3",
        Help(allows_hints=False, solution_after=3),
    )
    first, second = (get_question(found.set, number) for number in (1, 2))
    assert first.lists == draw("value", "nDCG@4", 7, 1, 2).lists
    assert second.answer == evaluate("AP", Ranking.from_grades([1, 0, 1, 1, 0], missed=[1]))
    assert [sets.teacher_note(found.set, 2, language) for language in ("en", "zh")] == [
        "Four relevant documents.",
        "共四个相关文档。",
    ]
    assert sets.teacher_note(found.set, 1, "en") == ""


def test_a_file_asks_about_a_list_of_its_own_in_each_way_that_there_is() -> None:
    text = """rankviz_set = 1
[[question]]
list = "m=dcg&k=3&g=013"
kind = "trend"
move = "3.1"
[[question]]
list = "m=dcg&k=3&g=013"
kind = "swap"
[[question]]
list = "m=rr&k=all&g=0110&b=2.1.3.4"
kind = "better"
[[question]]
list = "m=ndcg&k=4&g=12032&missed=33"
kind = "step"
mistake = "upside_down"
"""
    found = read_learn_params("own=1", text).set
    assert found is not None
    moved, swapped, compared, broken = sets.get_questions(found)
    # By hand: DCG of 0 1 3 is 1/log2(3) + 3/2; of 3 0 1 it is 3 + 1/2; of 3 1 0 it is 3 + 1/log2(3).
    assert moved.given.values == pytest.approx((2.1309297536, 3.5))  # type: ignore[attr-defined]
    assert [judge(moved, "up").right, judge(swapped, "1.3").right, judge(swapped, "1.2").right] == [True, True, False]
    assert [judge(compared, key).right for key in ("a", "b", "equal")] == [False, True, False]  # 1/2, and 1
    assert broken.given.mistake == "upside_down"  # type: ignore[attr-defined]
    assert [each.number for each in sets.get_questions(found)] == [1, 2, 3, 4]


def test_a_move_goes_from_rank_to_rank_where_scores_rank_the_list() -> None:
    # By score the order is b c a, with grades 1 0 0: RR is 1; with c before b it is 1/2.
    items = (Item("a", 0.0, 0.1), Item("b", 1.0, 0.9), Item("c", 0.0, 0.5))
    state = AppState((Ranking(items),), "rr", Convention())
    asked = build_list_question(ListQuestion("trend", state, move=AnnouncedMove(2, 1)), 1, 1)
    assert [item.doc_id for item in asked.lists[0].items] == ["b", "c", "a"]
    assert asked.given.values == (1.0, 0.5)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("line", "written", "said"),
    [
        (7, 'measure = "CG"', 'Line 7, question[1].measure: there are no questions about "CG"'),
        (7, 'kind = "guess"', 'Line 7, question[1].kind: found "guess"; expected one of value'),
        (8, "seed = -1", "Line 8, question[1].seed: found -1; expected a whole number from 0 to"),
        (8, "colour = 1", "Line 8, question[1].colour: is not known; expected one of kind, measure, seed"),
        (11, 'list = "m=ap&g=1x0"', 'Line 11, question[2].list: "g=1x0" cannot be read'),
        (11, 'list = "m=ap&g=000&empty=nan"', "Line 11, question[2].list: AP@6 is undefined on this list"),
        (12, 'kind = "trend"', "Line 10, question[2].move: is missing."),
        (12, 'kind = "trend"\nmove = "5.5"', 'Line 13, question[2].move: "5.5" is not a move'),
        (12, 'kind = "trend"\nmove = "6.1"', 'Line 11, question[2].list: "6.1" is no move of this list: expected two'),
        (12, 'kind = "order"', 'Line 12, question[2].kind: found "order"; expected one of value, trend'),
        (12, 'kind = "better"', "Line 11, question[2].list: There is no second list"),
        (12, 'kind = "swap"\nmove = "2.1"', "Line 13, question[2].move: belongs to a question"),
        (8, 'move = "2.1"', "Line 8, question[1].move: belongs to a question"),
        (12, "seed = 1", "Line 12, question[2].seed: a question with a list of its own"),
        (4, 'help = "sometimes"', 'Line 4, help: found "sometimes"; expected such as hints.names.2'),
        (2, "rankviz_set = 2", "Line 2, rankviz_set: found 2; expected a whole number from 1 to 1."),
        (2, "rankviz_set = ", "This is not a TOML file"),
    ],
)
def test_an_error_in_a_file_is_named_with_its_line(line: int, written: str, said: str) -> None:
    lines = FILE.splitlines()
    lines[line - 1] = written
    found = read_learn_params("own=1", "\n".join(lines))
    (problem,) = found.problems
    assert problem.message.startswith(said)
    assert found.view == "catalogue"


def test_a_file_that_is_no_longer_open_is_asked_for_again() -> None:
    (problem,) = read_learn_params("own=1&q=2").problems
    assert problem.key == "own_gone"


@given(st.text(max_size=200))
def test_no_file_raises(text: str) -> None:
    assert read_learn_params("own=1", text).view == "catalogue"
    read_learn_params("own=1", "rankviz_set = 1\n[[question]]\n" + text)
