"""Why, and what one phone is told: the pictures, and that every word and number is true of many questions and answers."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from rankviz.basics.errors import InputError
from rankviz.classroom.answer_causes import lookup_of
from rankviz.classroom.questions import list_question_name, option_keys, question_of, right_answer, set_question_name
from rankviz.classroom.room import Stage
from rankviz.classroom.scene import Scene
from rankviz.classroom.view.answer_bars import cause_count
from rankviz.classroom.view.phone_feedback import phone_feedback_payload
from rankviz.classroom.view.phone_view import phone_payload
from rankviz.classroom.view.why import WhyPayload, why_payload
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.typed_number import agreement, read_typed
from rankviz.learn.sets.question_set import QuestionSet
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.permalink import from_text
from rankviz.texts import Texts
from tests.classroom.test_answer_bars import ASKED, FIRST
from tests.helpers.hostile import at_most
from tests.helpers.long import LONG

ENGLISH, CHINESE = Texts("en"), Texts("zh")


def why(cause: int) -> WhyPayload:
    return why_payload(Scene(Stage.WHY, 1, ASKED, cause=cause, tally=FIRST), ENGLISH)


def test_the_picture() -> None:
    found = why(0)
    wrong = found["wrong"]
    assert wrong is not None
    assert (found["right"]["answer"], found["right"]["text"], found["right"]["count_text"]) == ("0.785", "right", "9 answers")
    assert (wrong["answer"], wrong["text"], wrong["count_text"]) == (
        "0.961",
        "the ideal is made of the shown list only",
        "5 answers",
    )
    for told, ideal, value in ((found["right"], "8.740", "0.785"), (wrong, "7.141", "0.961")):
        (side,) = told["sides"]
        assert [(line["name"], line["result"]) for line in side["lines"]] == [("IDCG@6", ideal), ("nDCG@6", value)]
        assert [term["differs"] for term in side["lines"][0]["terms"]] == [False, False, True, False, True, True]
    assert found["sentences"] == ["d7 with grade 3 and d8 with grade 2 were judged and missed. A perfect list would show them."]


def test_each_cause_of_the_picture_says_what_follows() -> None:
    assert [why(cause)["sentences"] for cause in range(1, 5)] == [
        ["The first difference is in DCG@6 at rank 1: 3/1 is right, and 7/1 was used."],
        ["Divided by the ideal 8.740, it is 0.785."],
        ["The first difference is in DCG@6 at rank 1: 3/1 is right, and 3/2.000 was used."],
        ["d6 at rank 6 has grade 2."],
    ]


def test_without_a_wrong_answer_the_right_one_stands_alone() -> None:
    found = why_payload(Scene(Stage.WHY, 1, ASKED, tally={"0.785": 2}), ENGLISH)
    assert found["wrong"] is None
    assert [line["name"] for line in found["right"]["sides"][0]["lines"]] == ["DCG@6", "IDCG@6", "nDCG@6"]


def test_the_phone_of_the_picture() -> None:
    found = phone_feedback_payload(Scene(Stage.CAUSES, 1, ASKED, tally=FIRST), "96.1 %", ENGLISH)
    assert (found["answer"], found["is_right"], found["right_answer"]) == ("0.961", False, "0.785")
    assert found["headline"] == "The ideal is made of the shown list only: the missed d7 and d8 are forgotten."
    assert found["same_note"] == "4 others did the same."
    assert found["derivations"] is not None
    results = [[line["result"] for line in side["lines"]] for side in found["derivations"]["sides"]]
    assert results == [["7.141", "0.961"], ["8.740", "0.785"]]
    assert from_text(found["explore_params"]).state == DEFAULT


@pytest.mark.parametrize("typed", ["many", "<b>0.961</b>", "0.961; drop", "", "9" * 41])
def test_nothing_that_was_typed_comes_back(typed: str) -> None:
    found = phone_feedback_payload(Scene(Stage.CAUSES, 1, ASKED, tally={typed: 1}), typed, ENGLISH)
    assert (found["answer"], found["headline"], found["same_note"]) == ("", "", "")


# Lists with what makes conventions differ: missed documents, ungraded ones, ties, short ones, grades of two kinds.
def listed(grades: list[float | None], missed: list[float], scores: list[float] | None = None) -> Ranking:
    items = [Item(f"d{at}", grade, None if scores is None else scores[at - 1]) for at, grade in enumerate(grades, 1)]
    return Ranking(tuple(items), tuple(Item(f"m{at}", grade, None) for at, grade in enumerate(missed, 1)))


LISTS = {
    "opening": DEFAULT.ranking,
    "missed": listed([2, 0, 1, 0, 3], [3, 1, 1, 2]),
    "ungraded": listed([1, None, 0, 2, None, 1], [2]),
    "binary": listed([0, 1, 1, 0, 1, 0, 0], [1, 1]),
}
METRICS = ("ndcg", "dcg", "ap", "precision", "recall", "f1", "rr", "err", "rbp", "bpref", "auc")
CONVENTIONS: tuple[dict[str, object], ...] = (
    {"cutoff": 4},
    {"cutoff": None},
    {"cutoff": 5, "gain": "exponential", "discount": "ln"},
    {"cutoff": 3, "ideal": "retrieved", "ap_base": "min_R_k", "unjudged": "skip"},
    {"cutoff": 4, "gain": "binary", "threshold": 2.0, "ideal_cut": "none"},
)
DOCUMENT, GRADE = re.compile(r"\b[dm]\d+\b"), re.compile(r"(\b[dm]\d+) (?:with|at rank \d+ has) grade (\d)")


def documents_of(ranking: Ranking) -> dict[str, float | None]:
    return {item.doc_id: item.grade for item in (*ranking.items, *ranking.missed)}


def answers(asked: str) -> dict[str, int]:
    """What the look-up's own mistakes give, as a student would type it."""
    question, space = question_of(asked), lookup_of(asked)
    assert space is not None
    values = [each.value for each in question.mistakes]
    grid = [round(question.answer * factor, 3) for factor in (0.5, 0.8, 0.93, 1.04, 1.2, 2, 100)]
    return {f"{value:.3f}": count for count, value in enumerate([*values, *grid], 2) if 0 <= value < 1e6}


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_every_sentence_is_true(metric: str) -> None:
    seen, place = 0, METRICS.index(metric)
    for at, choices in enumerate(CONVENTIONS):
        lists = [*LISTS.values()] if LONG else [[*LISTS.values()][(place + at) % len(LISTS)]]
        for ranking in lists:
            state = AppState((ranking,), metric, Convention().with_choices(choices))
            try:
                asked = list_question_name("value", state)
            except InputError:
                continue
            seen += _is_true(asked, ranking)
    assert seen > 5, "little was asked"


def _is_true(asked: str, ranking: Ranking) -> int:
    tally, known, seen = answers(asked), documents_of(ranking), 0
    question = question_of(asked)
    for at in range(cause_count(Scene(Stage.WHY, 1, asked, tally=tally))):
        scene = Scene(Stage.WHY, 1, asked, cause=at, tally=tally)
        found = why_payload(scene, ENGLISH)
        why_payload(scene, CHINESE)
        wrong = found["wrong"]
        assert wrong is not None
        said = " ".join([wrong["text"], *found["sentences"]])
        assert set(DOCUMENT.findall(said)) <= set(known), said
        assert all(known[document] == float(grade) for document, grade in GRADE.findall(said)), said
        assert all(1 <= int(rank) <= max(len(known), 100) for rank in re.findall(r"at rank (\d+)", said)), said
        (side,) = found["right"]["sides"]
        assert side["lines"][-1]["result"] in (f"{question.answer:.3f}", "undefined")
        if wrong["sides"]:
            last, typed = wrong["sides"][0]["lines"][-1], read_typed(wrong["answer"])
            value = float(last["title"].replace("−", "-"))
            is_printed = agreement(value, typed) or agreement(100 * value, typed)
            assert is_printed or f"With all digits kept it is {last['result']}." in found["sentences"], (wrong, last)
            assert is_printed or abs(value - float(typed.number)) < 0.01
            seen += 1
    return seen


@pytest.mark.parametrize(("kind", "move"), [("trend", (4, 1)), ("trend", (1, 6)), ("swap", None), ("step", None)])
def test_every_choice_about_a_list_is_explained(kind: str, move: tuple[int, int] | None) -> None:
    asked = list_question_name(kind, DEFAULT, move=move)
    question = question_of(asked)
    tally = dict.fromkeys([*option_keys(question), right_answer(question), *(["1.2", "2.3"] if kind == "swap" else [])], 2)
    _explained(asked, tally)


@pytest.mark.parametrize("kind", ["better", "who", "order", "gap", "step", "reach"])
def test_every_choice_of_a_set_is_explained(kind: str) -> None:
    for number in (1, 2):
        asked = set_question_name(QuestionSet((kind,), ("ndcg",), number, 7, 2), number)
        question = question_of(asked)
        _explained(
            asked, dict.fromkeys([*option_keys(question), right_answer(question), *(["2.1.3.4"] if kind == "order" else [])], 2)
        )


def _explained(asked: str, tally: dict[str, int]) -> None:
    scene = Scene(Stage.WHY, 1, asked, tally=tally)
    for texts in (ENGLISH, CHINESE):
        for at in range(max(1, cause_count(scene))):
            found = why_payload(Scene(Stage.WHY, 1, asked, cause=at, tally=tally), texts)
            assert found["sentences"]
            assert all(each.strip() for each in found["sentences"])
        for typed in tally:
            told = phone_feedback_payload(Scene(Stage.CAUSES, 1, asked, tally=tally), typed, texts)
            assert told["headline"]
            assert told["is_right"] == (typed == right_answer(question_of(asked)))


def test_a_line_with_a_mistake_and_what_follows_from_it_stand_above_what_is_right() -> None:
    asked = list_question_name("step", DEFAULT, mistake="ideal=retrieved")
    wrong = right_answer(question_of(asked))
    scene = Scene(Stage.CAUSES, 1, asked, tally={wrong: 2, "1": 1})
    told = phone_payload(scene, ENGLISH)["revealed"]
    assert told is not None
    assert (told["label"], told["answer"]) == ("The wrong line is", f"Line {wrong}")
    for lines in (told["lines"], why_payload(replace(scene, stage=Stage.WHY), ENGLISH)["lines"]):
        mended = [(line["state"], line["result"], line["correction"]) for line in lines if line["correction"]]
        results = [(state, result, each["result"]) for state, result, each in mended if isinstance(each, dict)]
        assert results == [("found", "7.141", "8.740"), ("", "0.961", "0.785")]
    assert phone_feedback_payload(scene, "1", ENGLISH)["headline"] == "The mistake begins in another line."


def test_the_move_of_the_picture_s_list_gives_what_is_said() -> None:
    asked = list_question_name("trend", DEFAULT, move=(4, 1))
    found = why_payload(Scene(Stage.WHY, 1, asked, tally={"up": 1}), ENGLISH)
    # d4 of grade 0 to the top: (3/log₂3 + 2/2 + 3/log₂5 + 1/log₂6 + 2/log₂7) / 8.740
    assert found["sentences"][0] == "nDCG@6 goes down: 0.785 before the move, 0.605 after it."
    assert [side["lines"][-1]["result"] for side in found["right"]["sides"]] == ["0.785", "0.605"]


@pytest.mark.slow
def test_it_is_drawn_at_once_after_the_search() -> None:
    tally = {f"{number / 1000:.3f}": 1 for number in range(700, 1000, 15)}
    lookup_of(ASKED)
    with at_most(0.3):
        why_payload(Scene(Stage.WHY, 1, ASKED, tally=tally), ENGLISH)


@pytest.mark.parametrize(("typed", "head"), [("0.786", "Right but for the last digit"), ("0.785", "That is right.")])
def test_a_last_digit_that_was_rounded_away_is_said(typed: str, head: str) -> None:
    asked = "ask=value&v=1&m=ndcg&k=6&g=323012&missed=32"  # 0.785002
    assert phone_feedback_payload(Scene(Stage.CAUSES, 1, asked, tally={typed: 1}), typed, Texts("en"))["headline"].startswith(
        head
    )
