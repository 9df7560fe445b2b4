"""`compare_lists`: what it takes, and what is said of two lists in words, in both languages."""

from __future__ import annotations

import re

import pytest

import rankviz as rv
from rankviz.compare.words.comparison_text import comparison_html
from rankviz.compare.words.winner import winner_sentence
from rankviz.core.metrics import Metric
from rankviz.texts import LANGUAGES, Texts

A = rv.Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])
B = ["d1", "d9", "d5", "d3", "d7", "d2"]


def test_ids_lists_and_other_conventions_are_taken_alike() -> None:
    by_ids = rv.compare_lists("nDCG@6", A, B)
    second = rv.Ranking.from_judgments(B, {"d1": 3, "d5": 1, "d3": 3, "d7": 3, "d2": 2})
    by_list = rv.compare_lists("nDCG@6", A, second)
    assert by_ids.values == by_list.values == (rv.evaluate("nDCG@6", A), rv.evaluate("nDCG@6", by_ids.pair.second))
    assert by_ids.effects == by_list.effects
    assert (by_ids.measure, by_ids.winner, by_ids.base) == ("nDCG@6", "first", 0)
    other = rv.compare_lists("nDCG@6", A, B, ideal="retrieved")
    assert f"{other.difference:.3f} {other.base:.3f}" == "-0.089 -0.062"
    assert sum(each.effect for each in other.effects) + other.base + other.rest == pytest.approx(other.difference)
    assert rv.compare_lists("nDCG", [3, 2], ["d2", "d1"], profile="sklearn").winner == "first"
    assert rv.compare_lists("P@2", [1, 0], []).values == (0.5, 0.0)
    assert rv.compare_lists("RR", [1, 1], [1, 1]).winner == "even"


@pytest.mark.parametrize(
    ("second", "key"),
    [("d1", "not_a_list"), (["d1", 0.5], "bad_id"), ([2, 1], "judgments_differ"), ([object()], "bad_grade")],
)
def test_what_is_no_list_is_refused(second: object, key: str) -> None:
    with pytest.raises(rv.InputError) as caught:
        rv.compare_lists("AP", [1, 0], second)  # type: ignore[arg-type]
    assert caught.value.key == key


def test_a_comparison_is_printed_with_every_effect_and_shown_in_a_notebook() -> None:
    found = rv.compare_lists("nDCG@6", A, B, ideal="retrieved")
    lines = repr(found).splitlines()
    assert (
        lines[2].strip() == "A is ahead by 0.089. What helps A most is d6, grade 2: rank 6 in A, not retrieved by B (−0.096)."
    )
    rows = [re.split(r"  +", line.strip()) for line in lines[5:-1]]
    assert [(row[0], row[-1]) for row in rows] == [
        ("d7", "+0.157"), ("d6", "−0.096"), ("d2", "−0.074"), ("d3", "−0.028"), ("d5", "+0.015"),
        ("another denominator", "−0.062"), ("B − A", "−0.089"),
    ]  # fmt: skip
    assert rows[0][1:-1] == ["3", "–", "5", "0.000", "1.161"]
    assert lines[-1].strip() == "Without effect: d1, d4, d8, d9"
    html = found._repr_html_()
    assert html == comparison_html(found)
    assert re.findall(r"<td>(d7|d6|d2|d3|d5)</td>", html) == ["d7", "d6", "d2", "d3", "d5"]


def test_names_of_documents_are_no_html_and_stay_on_their_line() -> None:
    html = rv.compare_lists("P@1", rv.Ranking((rv.Item("<b>\n", 1), rv.Item("y", 0))), ["y", "<b>\n"])
    assert "<b>" not in html._repr_html_()
    assert [line.split()[0] for line in repr(html).splitlines()[5:]] == ["<b>", "B", "Without"]


@pytest.mark.parametrize(
    ("measure", "first", "second", "said"),
    [
        (
            "FN@1",
            [1, 0, 1],
            ["d2", "d1"],
            "A is ahead by 1: lower is better. What helps A most is d1, grade 1: rank 1 in A, rank 2 in B (+1).",
        ),
        ("RR", [1, 0], ["d1"], "A and B are even at 1.000."),
        ("AP", [0], ["d1"], "Neither list has a value, so there is nothing to compare. "),
        ("AUC", [1], ["d1", "d2"], "A has no value, so there is nothing to compare. "),
        ("IPrec11", [1, 1], ["d3", "d1", "d2"], "A is ahead by 0.333. What helps A most is recall level 0 (−0.030)."),
        (
            "DCG@1",
            [None, 1],
            ["d2", "d1"],
            "B is ahead by 1.000. What helps B most is d2, grade 1: rank 2 in A, rank 1 in B (+1.000).",
        ),
    ],
)
def test_it_says_who_is_ahead_and_because_of_what(
    measure: str, first: list[float | None], second: list[str], said: str
) -> None:
    found = rv.compare_lists(measure, first, second)
    assert winner_sentence(found.change, found.trace, Texts("en")).startswith(said)


def test_what_is_no_documents_doing_is_said_too() -> None:
    """One hit each; A is divided by its length of 2 and B by 1."""
    found = rv.compare_lists("P", [1, 0], ["d1"], precision_base="n")
    assert found.base == pytest.approx(1 * (1 / 1 - 1 / 2))
    assert "not divided by the same: 2.000 for A and 1.000 for B (+0.500)" in winner_sentence(
        found.change, found.trace, Texts("en")
    )
    rest = rv.compare_lists("TN@1", [1, 0], ["d1", "d2", "x"])
    assert (rest.rest, rest.base) == (1, 0)
    assert "B is ahead by 1. A has TP 1, FP 0, TN 1; B has TP 1, FP 0, TN 2." in winner_sentence(
        rest.change, rest.trace, Texts("en")
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("measure", ["nDCG@6", "IPrec11", "IDCG@6", "RMSE", "FN@6", "Accuracy"])
def test_every_language_says_who_is_ahead(language: str, measure: str) -> None:
    found = rv.compare_lists(measure, A, B)
    said = winner_sentence(found.change, found.trace, Texts(language))
    assert said
    assert "{" not in said


ODD: dict[str, tuple[list[float | None], list[str]]] = {
    "one is empty": ([1, 0], []),
    "both are empty": ([], []),
    "nothing in common": ([1, 0], ["x", "y"]),
    "nobody judged anything": ([None, None], ["d2", "d1"]),
    "nothing is relevant": ([0, 0], ["d2", "d1"]),
    "the same list twice": ([2, 0, 1], ["d1", "d2", "d3"]),
    "very many entries": ([number % 4 for number in range(500)], [f"d{number}" for number in range(500, 0, -1)]),
}


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("metric", rv.METRICS.values(), ids=list(rv.METRICS))
def test_there_are_words_for_every_pair(metric: Metric, name: str) -> None:
    first, second = ODD[name]
    found = rv.compare_lists(metric.name, first, second)
    for language in LANGUAGES:
        said = winner_sentence(found.change, found.trace, Texts(language))
        assert said
        assert "{" not in said
    assert repr(found).count("\n") >= 2
    assert found.winner or any(found.undefined)


def test_tied_lists_are_compared_as_the_convention_orders_them() -> None:
    tied = rv.Ranking.from_grades([0, 1], scores=[1, 1])
    other = rv.Ranking.from_grades([0, 1], scores=[1, 2])
    assert rv.compare_lists("RR", tied, other, ties="pessimistic").winner == "second"
    assert rv.compare_lists("RR", tied, other, ties="optimistic").winner == "even"
