"""What is said of a typed number: both sides of every border, and never a traceback."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from decimal import Decimal
from math import log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import Convention, InputError, Ranking
from rankviz.core import typed_number
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.rounding import shorten_number
from rankviz.diagnose.number_lookup import NumberLookup
from rankviz.learn.questions import Mistake, Question, draw, draw_set, judge, look_up_mistake
from rankviz.learn.words.feedback import feedback
from rankviz.texts import Texts
from tests.helpers.long import rounds

MADE = replace(
    draw("value", "AP", 3, 1),
    answer=0.4123,
    mistakes=(
        Mistake("far", 0.7, True),
        Mistake("one", 0.5261, True),
        Mistake("two", 0.5261, False),
        Mistake("large", 6.8512, False),
        Mistake("round", 0.4, False),
        Mistake("next", 0.7183, False),
    ),
)


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("0.412", "right"),
        ("0.4118", "right"),  # half a unit below
        ("0.4128", "right"),
        ("0.4117", "right_rounded"),
        ("0.4129", "right_rounded"),
        ("0.4108", "right_rounded"),  # one and a half units below
        ("0.4138", "right_rounded"),
        ("0.4107", "unknown"),
        ("0.4139", "unknown"),
        ("0.41", "short"),
        ("0.42", "unknown"),
        ("41.23 %", "right"),
        ("41.2%", "right"),
        ("41 %", "short"),
        ("41.23", "percent"),
        ("41.28", "percent"),
        ("41.29", "unknown"),
        ("４１．２３％", "right"),
        ("0,412", "right"),
        ("−0.412", "unknown"),
        ("4123/10000", "right"),
        ("0.5246", "known"),
        ("0.5276", "known"),
        ("0.5245", "unknown"),
        ("0.5277", "unknown"),
        ("0.53", "known"),  # prints no other number of the question
        ("0.7", "known"),
        ("0.4", "known"),  # a usual mistake gives just this number: the answer would not be written so short
        ("6.85", "known"),
        ("0", "unknown"),
        ("", "unreadable"),
        ("two thirds", "unreadable"),
        ("1/0", "unreadable"),
        ("1e999", "unreadable"),
    ],
)
def test_a_number_is_judged_on_both_sides_of_every_border(typed: str, kind: str) -> None:
    found = judge(MADE, typed)
    assert found.kind == kind
    assert found.right == kind.startswith("right")
    assert found.is_try == (kind in ("known", "unknown"))


def test_an_exact_fraction_is_right_where_decimals_end_on_the_border() -> None:
    third, eighth = replace(MADE, answer=1 / 3), replace(MADE, answer=0.3125)
    assert judge(third, "1/3").kind == judge(third, "2 / 6").kind == "right"
    assert judge(third, "0.335").kind == "unknown"
    assert judge(eighth, "0.312").kind == judge(eighth, "0.313").kind == "right"  # however the half is rounded


def test_mistakes_that_share_a_number_are_both_named() -> None:
    assert judge(MADE, "0.526").mistakes == ("one", "two")
    assert judge(MADE, "0.700").mistakes == ("far",)


def test_a_hundred_times_the_answer_is_no_percentage_of_a_measure_without_a_bound() -> None:
    assert judge(replace(MADE, measure="DCG@3"), "41.23").kind == "unknown"


def test_a_number_that_no_usual_mistake_gives_is_looked_up() -> None:
    question = draw("value", "nDCG", 7, 1)
    grades = [item.grade for item in question.lists[0].items]
    assert (question.measure, grades, [item.grade for item in question.lists[0].missed]) == ("nDCG@4", [1, 0, 1, 1, 2], [2])
    swapped = (1 + 1 / log2(3) + 1 / log2(5)) / (2 + 2 / log2(3) + 1 / 2 + 1 / log2(5))  # ranks 2 and 3
    verdict = judge(question, f"{swapped:.3f}")
    assert verdict.kind == "unknown"
    found = look_up_mistake(question, verdict)
    assert (found.kind, found.is_try, found.right) == ("found", True, False)
    assert found.match is not None
    assert found.match.value == pytest.approx(swapped, rel=1e-12)
    assert look_up_mistake(question, judge(question, "0.461")).kind == "right"
    assert look_up_mistake(question, judge(question, "-7.77")).kind == "unknown"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "key"), [("1/5", "over_all_documents"), ("1", "not_divided"), ("0.4", None), ("2/5", None), ("3", None)]
)
def test_counts_and_rates_that_nobody_meant_are_not_named(typed: str, key: str | None) -> None:
    # One of three is relevant, one more was missed; accuracy of the whole list is 1/5, down to rank 3 it is 2/5.
    asked = replace(
        MADE,
        measure="P@3",
        asked="precision",
        lists=(Ranking.from_grades([0, 1, 0, 0], missed=[1]),),
        convention=Convention(cutoff=3),
        answer=1 / 3,
    )
    question = replace(asked, mistakes=())
    found = look_up_mistake(question, judge(question, typed))
    departures = found.match.departures if found.match else ()
    assert not {each.metric for each in departures} & {"accuracy", "success", "tn", "fp", "fn"}
    assert key is None or [each.key for each in departures] == [key]


@pytest.mark.slow
def test_a_match_never_reveals_the_answer() -> None:
    for question in draw_set(
        ["P", "R", "F1", "AP", "RR", "DCG", "nDCG", "AUC", "ERR", "RBP", "Bpref"], rounds(22), seed=8, level=2
    ):
        right, k = question.answer, question.convention.cutoff or len(question.lists[0].items)
        lookup = NumberLookup(parse_measure(question.measure).metric, question.lists, question.convention)
        for number in (1 - right, 1 / right, right * k, right / k, 2 * right - 1, right / 2):
            found = look_up_mistake(question, judge(replace(question, mistakes=()), f"{number:.3f}"), lookup)
            assert found.match is None or [each.key for each in found.match.departures] == ["not_divided"], (question, number)


def test_a_number_with_too_few_decimals_is_not_looked_up() -> None:
    question = draw("value", "nDCG", 7, 1)  # 0.461; with ranks 2 and 3 swapped 0.4917
    assert look_up_mistake(question, judge(question, "0.492")).kind == "found"
    for typed in ("0.49", "0.8", "1", "2"):
        short = look_up_mistake(question, judge(replace(question, mistakes=()), typed))
        assert (short.kind, short.match) == ("unknown", None)
        words = "has too few decimals to tell what gives it" if "." in typed else "None of the usual mistakes gives"
        assert words in feedback(question, short, Texts("en"))[0]
    percentage = judge(replace(question, mistakes=()), "49.2")  # three decimals as a share: .492
    assert feedback(question, percentage, Texts("en"))[0] == "Not yet. None of the usual mistakes gives 49.2."
    question = draw("value", "AP", 11, 1)  # 0.483; undivided it is 2.4167, of which 2.4 has too few decimals, percentage or not
    assert "too few decimals" in feedback(question, judge(question, "2.4"), Texts("en"))[0]
    assert "None of the usual mistakes" in feedback(question, judge(question, "2.7"), Texts("en"))[0]


def test_feedback_on_a_match_is_a_sentence() -> None:
    question = draw("value", "nDCG", 7, 1)
    said = feedback(question, look_up_mistake(question, judge(question, "0.492")), Texts("en"))
    assert said[0] == "Not yet. 0.492 comes out if ranks 2 and 3 are swapped."


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["P", "R", "F1", "AP", "RR", "DCG", "nDCG", "AUC", "ERR", "RBP", "Bpref"])
def test_every_mistake_is_named_by_its_own_number_and_the_answer_by_none(metric: str) -> None:
    for question in draw_set([metric], rounds(2), seed=5, level=2):
        assert judge(question, f"{question.answer:.3f}").right
        for mistake in question.mistakes:
            assert judge(question, f"{mistake.value:.3f}").mistakes == (mistake.key,)


SIGNS = ["0", "1", "4", "9", ".", ",", "/", "%", "-", "+", "e", "E", " ", "０", "．", "％", "−", "=", "…", "nan", "x", "\x00"]


def test_any_text_gets_a_verdict() -> None:
    draw_one = random.Random(19)  # noqa: S311
    for _ in range(10_000):
        typed = "".join(draw_one.choices(SIGNS, k=draw_one.randrange(9)))
        found = judge(MADE, typed)
        assert (found.kind == "unreadable") == (found.problem is not None), typed


@settings(max_examples=rounds(100))
@given(st.text(max_size=300) | st.floats().map(str))
def test_any_unusual_text_gets_a_verdict(typed: str) -> None:
    found = judge(MADE, typed)
    assert (found.kind == "unreadable") == (found.problem is not None)


# ---------------------------------------------------------------------------------------------------------------------------
# Sets


def list_grades(question: Question) -> object:
    ranking = question.lists[0]
    return question.measure, [item.grade for item in ranking.items], sorted(item.grade or 0 for item in ranking.missed)


def test_measures_of_a_set_take_turns_and_no_question_comes_twice() -> None:
    found = draw_set(["RR", "nDCG@3"], count=13, seed=2, level=1)
    assert [question.measure for question in found] == ["RR", "nDCG@3"] * 6 + ["RR"]
    assert [question.number for question in found] == list(range(1, 14))
    asked = [list_grades(question) for question in found]
    assert all(one not in asked[:place] for place, one in enumerate(asked))
    assert found[:4] == draw_set(["RR", "nDCG@3"], count=4, seed=2, level=1)


def test_a_set_that_is_too_large_names_the_number_of_questions_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["rankviz.learn.questions.random_lists"], "MOST_DRAWS", 64)
    with pytest.raises(InputError, match=r"Only \d+ different questions about RR") as caught:
        draw_set(["RR"], count=60)
    assert caught.value.key == "too_few_questions"


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        ({"count": 0}, "bad_whole"),
        ({"count": 1001}, "bad_whole"),
        ({"count": True}, "bad_whole"),
        ({"seed": 1.5}, "bad_whole"),
        ({"seed": -1}, "bad_whole"),
        ({"measures": []}, "no_measures"),
        ({"measures": ["CG"]}, "no_questions"),
        ({"measures": ["nDCG@30"]}, "no_list_for_question"),
        ({"kinds": ["gaps"]}, "unknown_kind"),
    ],
)
def test_a_set_that_cannot_be_drawn_is_refused_in_words(arguments: dict[str, object], key: str) -> None:
    with pytest.raises(InputError) as caught:
        draw_set(**{"measures": ["RR"], **arguments})  # type: ignore[arg-type]
    assert caught.value.key == key


def test_mistakes_that_are_far_from_a_number_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[float] = []

    def count(value: float, places: int, how: str = "round") -> Decimal:
        compared.append(value)
        return shorten_number(value, places, how)

    monkeypatch.setattr(typed_number, "shorten_number", count)
    question = draw("value", "nDCG", 5, 1, level=3)
    assert len(question.mistakes) > 8
    for thousandth in range(1000):
        judge(question, f".{thousandth:03d}")
    assert len(compared) <= 5 * 2 * (len(question.mistakes) + 1)  # each is near to a few of a thousand numbers
