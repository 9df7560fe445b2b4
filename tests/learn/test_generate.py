"""Questions that are drawn: the same for ever, fit to be computed by hand, and with mistakes that can be told apart."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import log2
from pathlib import Path
from typing import Any

import pytest

from benchmarks.mistakes import answered
from rankviz import Convention, InputError, Ranking, evaluate
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import parse_measure
from rankviz.diagnose.usual_mistakes import USUAL_MISTAKES
from rankviz.learn.questions import Mistake, Question, draw
from rankviz.learn.questions.generate import VERSION, contents_of
from rankviz.learn.questions.list_filter import separates_mistakes
from rankviz.learn.questions.mistake_values import mistake_values
from rankviz.learn.questions.random_lists import LEVELS, RandomList, is_nontrivial, is_short_enough
from rankviz.learn.words.prompt import convention_of, prompt_text
from rankviz.texts import Texts
from tests.helpers.long import rounds
from tests.oracles.metrics import value as oracle

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / f"questions-{VERSION}.json"
EVERY = pytest.mark.parametrize(("metric", "level"), [(metric, level) for metric in USUAL_MISTAKES for level in LEVELS])
UNIT = 1e-3


@cache
def questions_of(metric: str, level: int) -> tuple[Question, ...]:
    return tuple(draw("value", metric, 3, number, level) for number in range(1, rounds(1) + 1))


def golden_record(question: Question) -> list[object]:
    """A question as the golden file keeps it."""
    (ranking,) = question.lists
    shown, missed = (
        [None if item.grade is None else int(item.grade) for item in part] for part in (ranking.items, ranking.missed)
    )
    scores = [[item.score for item in ranking.items]] if ranking.scored else []
    return [question.measure, question.level, question.seed, question.number, shown, missed, f"{question.answer:.9f}", *scores]


@pytest.mark.slow
def test_a_question_stays_the_same_for_ever() -> None:
    # Whoever opens a link in five years gets these lists. A changed generator is a new version beside this one.
    kept = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert len(kept) == 49
    for each in kept:
        measure, level, seed, number = each[:4]
        assert golden_record(draw("value", measure.partition("@")[0], seed, number, level, version=1)) == each


@pytest.mark.slow
def test_every_process_draws_the_same_questions() -> None:
    drawn = "[(q.lists, q.mistakes) for q in draw_set(['RR', 'F1', 'AUC'], 6, 3, 2)]"
    code = f"from rankviz.learn.questions import draw_set; print({drawn})"
    drawn = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(drawn) == 1
    assert "Ranking(" in drawn.pop()


@pytest.mark.slow
@EVERY
def test_a_question_is_fit_to_be_computed_by_hand(metric: str, level: int) -> None:
    size = LEVELS[level]
    for question in questions_of(metric, level):
        (ranking,) = question.lists
        assert size.shortest <= len(ranking.items) <= size.longest
        assert 1 <= len(ranking.missed) <= max(size.most_missed, 2 if metric == "recall" else 0)
        assert question.convention.cutoff is None or 2 <= question.convention.cutoff < len(ranking.items)
        assert question.answer == evaluate(question.measure, ranking) == float(question.trace.value[0])
        assert 0.05 < question.answer < (0.98 if METRICS[metric].high == 1 else float("inf"))


@EVERY
def test_the_answer_is_that_of_the_literal_version_of_the_metric(metric: str, level: int) -> None:
    for question in questions_of(metric, level):
        assert question.answer == pytest.approx(oracle(metric, question.lists[0], question.convention), abs=1e-9)


def hardest_questions(metric: str, count: int = 6) -> Iterator[tuple[Question, Ranking]]:
    """Questions of the hardest level, and their lists."""
    for number in range(1, count + 1):
        question = draw("value", metric, 6, number, 3)
        yield question, question.lists[0]


@pytest.mark.slow
@pytest.mark.parametrize("metric", USUAL_MISTAKES)
def test_on_the_hardest_level_the_convention_says_what_becomes_of_unjudged_entries_and_ties(metric: str) -> None:
    texts, seen = Texts("en"), set()
    for question, ranking in hardest_questions(metric):
        unjudged, convention = any(item.grade is None for item in ranking.items), convention_of(question, texts)
        assert unjudged or ranking.tied
        assert ("unjudged" in convention) == unjudged
        assert re.search("equal scores|tied", convention) or not ranking.tied
        assert ("score" in prompt_text(question, texts).split("rank")[-1]) == ranking.scored
        seen |= {unjudged, ranking.tied}
    assert seen == {True, False}


@EVERY
def test_every_mistake_gives_a_number_away_from_the_answer_and_the_others(metric: str, level: int) -> None:
    for question in questions_of(metric, level):
        names = {mistake.key for mistake in question.mistakes}
        assert {mistake.key for mistake in question.mistakes if mistake.core} == set(USUAL_MISTAKES[metric][0])
        assert names <= {*USUAL_MISTAKES[metric][0], *USUAL_MISTAKES[metric][1]}
        assert all(abs(mistake.value - question.answer) >= 4 * UNIT for mistake in question.mistakes)
        for one, two in combinations(question.mistakes, 2):
            shared = level == 1 and one.value == pytest.approx(two.value) and not (one.core and two.core)
            assert shared or abs(one.value - two.value) >= 4 * UNIT, (one, two)


def test_the_numbers_of_a_question_are_those_of_the_mistakes() -> None:
    # AP@4 of hits at 2, 4, 5 with one missed, by hand.
    ranking = Ranking.from_grades([0, 1, 0, 1, 1, 0], missed=[1])
    found = {key: float(each[0]) for key, each in mistake_values(METRICS["ap"], [ranking], Convention(cutoff=4)).items()}
    expected = {
        "ap_base=hits": 1 / 2,
        "ap_base=all_ranks": (0 + 1 / 2 + 1 / 3 + 1 / 2) / 4,
        "not_divided": 1.0,
        "reciprocal_at_hits": 3 / 16,
        "metric=precision": 1 / 2,
        "metric=rr": 1 / 2,
        "ap_base=k": 1 / 4,
        "ap_base=min_R_k": 1 / 4,
        "cutoff=None": (1 / 2 + 2 / 4 + 3 / 5) / 4,
        "forgotten": (1 / 2 + 2 / 4) / 3,
        "trapezoid": (1 / 4 + 5 / 12) / 4,
    }
    assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("metric", "shown", "missed", "cutoff", "taken"),
    [
        ("ndcg", (3, 0, 2, 0), (1,), 3, True),
        ("ndcg", (3, 0, 2, 0), (1,), 4, False),  # k is the whole list
        ("ndcg", (2, 0, 2, 0), (2,), 3, False),  # one grade only
        ("ndcg", (3, 0, 0, 0), (1,), 3, False),  # one term
        ("dcg", (3, 2, 3, 2, 1, 0), (1,), 5, False),  # five terms
        ("rr", (0, 1, 0, 1), (1,), None, True),
        ("rr", (1, 0, 0, 1), (1,), None, False),  # the first hit at rank 1
        ("rr", (0, 1, 0, 0), (1,), None, False),  # one hit: first and last are the same
        ("ap", (1, 0, 1, 0), (1,), 3, True),
        ("ap", (1, 0, 0, 1), (1,), 3, False),
        ("auc", (1, 0, 0, 1), (1,), None, True),
        ("auc", (1, 0, 0, 0), (0,), None, False),
        ("precision", (0, 0, 2), (1,), 2, False),  # nothing found
        ("precision", (0, 1, 1), (1,), 2, False),  # one grade only
        ("precision", (0, 1, 2), (1,), 2, True),
    ],
)
def test_only_short_lists_are_accepted(
    metric: str, shown: tuple[int, ...], missed: tuple[int, ...], cutoff: int | None, taken: bool
) -> None:
    exercise = METRICS[metric].exercise
    assert exercise is not None
    assert is_short_enough(exercise, RandomList(shown, missed), cutoff, exercise.graded_from is not None) == taken


def test_only_lists_that_separate_mistakes_are_accepted() -> None:
    def separates(*values: float, level: int = 2) -> bool:
        # The first two are core mistakes.
        return separates_mistakes(0.5, tuple(Mistake(str(i), value, i < 2) for i, value in enumerate(values)), 2, 3, level)

    assert separates(0.6, 0.7, 0.8)
    assert not separates(0.6)  # a core mistake does not show
    assert not separates(0.6, 0.503)  # too near the answer
    assert not separates(0.6, 0.7, 0.703)
    assert separates(0.6, 0.7, 0.705)
    assert separates(0.6, 0.7, 0.7, level=1)
    assert not separates(0.6, 0.7, 0.7)
    assert not separates(0.7, 0.7, 0.8, level=1)  # of two core mistakes each must have its own number
    assert is_nontrivial(METRICS["dcg"], 1.0)
    assert not is_nontrivial(METRICS["ndcg"], 1.0)
    assert [is_nontrivial(METRICS["dcg"], value) for value in (0.05, 0.051)] == [False, True]


def test_a_question_has_the_parameters_written_with_its_measure() -> None:
    question = draw("value", "P(rel=2)@3", 3, 1, 2)
    grades = [item.grade or 0 for item in question.lists[0].items[:3]]
    assert "from 2 up" in prompt_text(question, Texts("en"))
    assert question.answer == pytest.approx(sum(grade >= 2 for grade in grades) / 3)


@pytest.mark.parametrize(
    ("measure", "asked", "level"),
    [
        ("P(rel=2)@3", "P(rel=2)@3", 1),
        ("AP(rel=2)@3", "AP(rel=2)@3", 3),
        ("ERR(max=4)@3", "ERR(max=4)@3", 2),
        ("RBP(p=0.5)@3", "RBP(p=0.5)@3", 1),  # which of p and 1 - p stands where makes no difference there
        ("rbp@3", "RBP(p=0.8)@3", 3),
    ],
)
def test_the_heading_of_a_question_names_the_measure_as_requested(measure: str, asked: str, level: int) -> None:
    question = draw("value", measure, 1, 1, level)
    assert question.measure == asked
    assert question.answer == pytest.approx(evaluate(asked, question.lists[0]))
    assert {mistake.key for mistake in question.mistakes if mistake.core} <= set(
        USUAL_MISTAKES[parse_measure(asked).metric.key][0]
    )
    assert sum(mistake.core for mistake in question.mistakes) >= 2


def test_no_question_comes_twice_in_a_set() -> None:
    one = draw("value", "AP", 3, 1)
    renamed = [
        Ranking(tuple(item._replace(doc_id=f"x{item.doc_id}") for item in each.items), each.missed) for each in one.lists
    ]
    assert contents_of(replace(one, lists=tuple(renamed))) == contents_of(one) != contents_of(draw("value", "AP", 3, 2))


@pytest.mark.parametrize(
    ("measure", "key"), [("CG", "no_questions"), ("nDCG@9", "no_list_for_question"), ("x", "unknown_metric")]
)
def test_a_measure_without_questions_is_refused(measure: str, key: str) -> None:
    with pytest.raises(InputError) as caught:
        draw("value", measure, 1, 1)
    assert caught.value.key == key


USUAL: dict[str, Any] = {"kind": "value", "measure": "AP", "seed": 1, "number": 1}


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        ({"kind": "valve"}, "unknown_kind"),
        ({"kind": ["value"]}, "unknown_kind"),
        ({"level": 4}, "unknown_level"),
        ({"level": "1"}, "unknown_level"),
        ({"version": 0}, "unknown_version"),
        ({"version": None}, "unknown_version"),
        ({"version": True}, "unknown_version"),
    ],
)
def test_an_unknown_kind_version_or_level_is_refused(arguments: dict[str, Any], key: str) -> None:
    with pytest.raises(InputError) as caught:
        draw(**{**USUAL, **arguments})
    assert caught.value.key == key


@pytest.mark.slow
@pytest.mark.parametrize("metric", USUAL_MISTAKES)
def test_the_look_up_names_the_mistakes_to_a_student(metric: str) -> None:
    # `make bench` measures this on many lists. At level 1, where two mistakes may share a number, either may be told first.
    for question in (draw("value", metric, 4, number, level) for number, level in enumerate([1, 2, 3] * rounds(1), 1)):
        named = {each.mistake: each.place for each in answered(metric, question)}
        shared = {
            mistake.key
            for mistake in question.mistakes
            if any(mistake != other and mistake.value == pytest.approx(other.value) for other in question.mistakes)
        }
        assert [key for key, place in named.items() if place != 1 and not (key in shared and 1 < place <= 3)] == []


def test_what_the_convention_chooses_is_no_mistake() -> None:
    question = draw("value", "DCG", 3, 1, 2, convention=Convention(gain="exponential"))
    grades = [item.grade or 0 for item in question.lists[0].items[: question.convention.cutoff]]
    assert question.answer == pytest.approx(sum((2**grade - 1) / log2(rank + 1) for rank, grade in enumerate(grades, 1)))
    assert "gain=exponential" not in {mistake.key for mistake in question.mistakes}
