"""Mistakes that somebody made, each found in a thread (`golden/causes/`): does the look-up name them?"""

from __future__ import annotations

import ast
import math
import operator
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankviz import Ranking, evaluate, lookup
from rankviz.core.conventions import Convention
from rankviz.diagnose import Match
from rankviz.diagnose.mistakes.formula_mistakes import FORMULA_MISTAKES
from rankviz.diagnose.mistakes.input_mistakes import INPUT_MISTAKES, InputMistake, apply_input_mistakes
from rankviz.diagnose.mistakes.mistaken_derivation import FormulaMistake
from rankviz.diagnose.words.findings import plain_words
from rankviz.texts import LANGUAGES, Texts
from tests.helpers.strategies import rankings

FILE = Path(__file__).parent.parent / "golden" / "causes" / "threads.toml"
MISTAKES = tomllib.loads(FILE.read_text(encoding="utf-8"))["mistake"]
FIELDS = {"key", "source", "says", "measure", "choices", "grades", "missed", "scores", "doc_ids", "lists"}

OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}

every_mistake = pytest.mark.parametrize("mistake", MISTAKES, ids=[f"{each['key']} {each['measure']}" for each in MISTAKES])


def by_hand(text: str) -> float:
    """Compute written arithmetic: numbers, + - * / **, brackets and log2."""

    def number(node: ast.expr) -> float:
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](number(node.left), number(node.right))
        if isinstance(node, ast.Call):
            assert isinstance(node.func, ast.Name)
            assert node.func.id == "log2"
            return math.log2(number(node.args[0]))
        assert isinstance(node, ast.Constant)
        return float(node.value)  # type: ignore[arg-type]

    return number(ast.parse(text, mode="eval").body)


def ranking(example: dict[str, Any]) -> Ranking:
    grades = [None if grade == "unjudged" else grade for grade in example["grades"]]
    scores, doc_ids = example.get("scores"), example.get("doc_ids")
    return Ranking.from_grades(grades, missed=example.get("missed", ()), scores=scores, doc_ids=doc_ids)


def lists(mistake: dict[str, Any]) -> Ranking | list[Ranking]:
    return [ranking(each) for each in mistake["lists"]] if "lists" in mistake else ranking(mistake)


def name(match: Match) -> str:
    """Key of the mistake that an answer names; a choice that is a known mistake has the name of its words."""
    if len(match.departures) != 1:
        return ""
    only = match.departures[0]
    if only.kind == "choice":
        return f"{only.details['name']}_{only.details['value']}"
    return only.formula_mistake.key if only.formula_mistake is not None else str(only.details.get("mistake", only.key))


def first_answer(mistake: dict[str, Any]) -> Match:
    """What a student is told first of the number that the mistake gives, typed with four decimals."""
    typed = f"{by_hand(mistake['wrong_by_hand']):.4f}"
    return lookup(mistake["measure"], lists(mistake), typed, reader="student", **mistake.get("choices", {})).matches[0]


@every_mistake
def test_the_right_value_is_what_the_hand_computes(mistake: dict[str, Any]) -> None:
    value = evaluate(mistake["measure"], lists(mistake), **mistake.get("choices", {}))
    assert value == pytest.approx(by_hand(mistake["right_by_hand"]), rel=1e-12)


@pytest.mark.slow
@every_mistake
def test_the_number_that_a_mistake_gives_is_looked_up_to_its_name(mistake: dict[str, Any]) -> None:
    first = first_answer(mistake)
    assert name(first) == mistake["key"]
    assert first.value == pytest.approx(by_hand(mistake["wrong_by_hand"]), rel=1e-12)


def test_every_mistake_that_was_read_of_in_a_thread_has_a_list_that_shows_it() -> None:
    shown = {each["key"] for each in MISTAKES}
    table: list[FormulaMistake | InputMistake] = [*FORMULA_MISTAKES, *INPUT_MISTAKES]
    told = {each.key for each in table if "#" in each.source}
    assert told - shown == set()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@every_mistake
def test_a_mistake_has_its_words(mistake: dict[str, Any], language: str) -> None:
    texts = Texts(language)
    first = first_answer(mistake)
    only = first.departures[0]
    sentence = "departure.metric" if only.kind == "metric" else f"mistake.{only.details.get('mistake', mistake['key'])}"
    words = texts(sentence, **only.details)
    assert plain_words(first, texts) in (words, texts("departure.every_list", words=words))


UNJUDGED = Ranking.from_grades([None, None])


def test_a_list_that_does_not_count_in_the_mean_does_not_count_in_a_mistaken_one() -> None:
    first_hits_at = [Ranking.from_grades([0] * place + [1]) for place in (0, 1, 3, 4, 1)]
    found = lookup("MRR", [UNJUDGED, *first_hits_at], "0.4667", reader="student")
    assert name(found.matches[0]) == "batches"
    assert found.matches[0].value == pytest.approx(((1 + 1 / 2 + 1 / 4) / 3 + (1 / 5 + 1 / 2) / 2) / 2, rel=1e-12)


@pytest.mark.parametrize(
    "ranking",
    [Ranking.from_grades([1, 0, 2]), Ranking.from_grades([1, 0, 2], scores=[3.5, 2, 1]), Ranking()],
    ids=["no scores", "no probabilities, sorted", "empty"],
)
def test_a_mistake_with_scores_is_not_tried_on_lists_on_which_nobody_can_make_it(ranking: Ranking) -> None:
    for metric in ("auc", "ap"):
        told = {relist.key for relist, _ in apply_input_mistakes(metric, [ranking, ranking], Convention())} - {"turned_round"}
        assert told <= {"order_for_rank", "pooled_pairs"}
        assert not told or ranking.scored


@pytest.mark.slow
@given(rankings(), rankings(), st.sampled_from(["auc", "ap", "err"]))
def test_what_a_mistake_hands_over_has_the_entries_that_it_was_given(one: Ranking, two: Ranking, metric: str) -> None:
    for relist, other in apply_input_mistakes(metric, [one, two], Convention()):
        below = len(one.missed) + len(two.missed) if relist.key == "missed_in_order" else 0  # that are put below the list
        assert sum(len(each.items) for each in other) == len(one.items) + len(two.items) + below, relist.key


@every_mistake
def test_a_mistake_has_no_misspelt_field(mistake: dict[str, Any]) -> None:
    assert set(mistake) <= FIELDS | {"right_by_hand", "wrong_by_hand"}
