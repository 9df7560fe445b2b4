"""Entries without a grade: that one of them leaves no value, or that each has a grade which nobody gave it."""

from __future__ import annotations

from math import isnan, log2
from typing import Any

import pytest

from rankviz import InputError, Ranking, evaluate, explain
from rankviz.core.conventions import FIELDS
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.diagnose.departures import choices_of
from rankviz.display.rule_words import rule_sentences as rule_words
from rankviz.display.rule_words import undefined_reason
from rankviz.evaluation.evaluate import resolve_convention
from rankviz.texts import LANGUAGES, Texts

HELD_BACK = Ranking.from_grades([2, None, 1], scores=[3, 2, 2])


# As Phoenix has it: what is read makes the value, and of RR only what stands before the first hit.
@pytest.mark.parametrize(
    ("measure", "grades", "expected"),
    [
        ("P@1", [1, None], 1.0),
        ("P@2", [1, None], None),
        ("RR", [0, 1, None], 1 / 2),
        ("RR", [0, None, 1], None),
        ("Success", [None, 0], None),
        ("Success", [1, None], 1.0),
        ("Success@1", [0, None], 0.0),
        ("DCG@1", [3, None], 3.0),
        ("DCG@2", [3, None], None),
        ("nDCG@1", [1, None, 3], 1 / 3),
        ("AP", [1, 0], 1.0),
    ],
)
def test_an_entry_without_a_grade_that_is_read_leaves_no_value(
    measure: str, grades: list[float | None], expected: float | None
) -> None:
    found = evaluate(measure, grades, unjudged="undefined")
    assert isnan(found) if expected is None else found == expected


def test_an_ideal_of_the_shown_documents_reads_the_grades_of_all_of_them() -> None:
    assert isnan(evaluate("nDCG@1", [1, None], unjudged="undefined", ideal="retrieved"))


@pytest.mark.parametrize(
    ("ties", "cutoff", "lacks"), [("input_order", 1, False), ("average", 2, True), ("docid_desc", 2, False)]
)
def test_one_that_is_tied_at_the_cutoff_is_read_where_it_may_stand_inside(ties: str, cutoff: int, lacks: bool) -> None:
    assert isnan(evaluate(f"DCG@{cutoff}", HELD_BACK, ties=ties, unjudged="undefined")) == lacks


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_names_the_rank_of_the_entry(language: str) -> None:
    texts, found = Texts(language), explain("P@3", [1, 0, None], unjudged="undefined")
    assert undefined_reason(found.trace, texts) == texts("undefined.lacking", rank=3)
    assert found.trace.stand_in() == "nan"


def test_of_several_lists_one_without_a_value_takes_the_mean_with_it_unless_those_are_left_out() -> None:
    lists = [Ranking.from_grades([1, 0]), Ranking.from_grades([None, 1])]
    assert isnan(evaluate("P@1", lists, unjudged="undefined"))
    assert evaluate("P@1", lists, unjudged="undefined", empty="skip") == 1


# As Elasticsearch has it: the ideal is of the rated documents, and the entry counts in the list only.
@pytest.mark.parametrize(
    ("measure", "choices", "expected"),
    [
        ("DCG@3", {"gain": "exponential", "unjudged_grade": 2}, 3 / 1 + 3 / log2(3) + 1 / 2),
        ("nDCG@3", {"gain": "exponential", "unjudged_grade": 2}, (3 + 3 / log2(3) + 1 / 2) / (3 + 1 / log2(3))),
        ("CG", {"unjudged_grade": 0.5}, 3.5),
        ("CG", {}, 3.0),
        # (2^g - 1) / 2^3: the reader stops at 3/8, 3/8 and 1/8.
        ("ERR", {"unjudged_grade": 2, "err_max": 3}, 3 / 8 + 5 / 8 * 3 / 8 / 2 + 25 / 64 * 1 / 8 / 3),
        ("RBP(p=0.5)", {"unjudged_grade": 1}, 0.5 * (1 + 1 / 2 + 1 / 4)),
    ],
)
def test_an_entry_without_a_grade_may_have_one_of_its_own(measure: str, choices: dict[str, Any], expected: float) -> None:
    ranking = Ranking.from_grades([2, None, 1])
    assert evaluate(measure, ranking, unjudged="grade", **choices) == pytest.approx(expected, rel=1e-14)


def test_a_grade_that_is_given_may_not_pass_the_scale() -> None:
    with pytest.raises(InputError) as caught:
        evaluate("ERR", [2, None], unjudged="grade", unjudged_grade=4, err_max=3)
    assert caught.value.key == "grade_over_max"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_names_the_grade(language: str) -> None:
    texts, ranking = Texts(language), Ranking.from_grades([2, None, 1])
    found = explain("DCG", ranking, unjudged="grade", unjudged_grade=2)
    assert texts("words.unjudged_grade", count=1, grade=2) in rule_words(found.trace, ranking, texts)


@pytest.mark.parametrize("measure", ["P@3", "nDCG@3", "RR"])
def test_the_look_up_tries_no_rule_that_gives_no_number(measure: str) -> None:
    parsed = parse_measure(measure)
    facts = facts_of(RawLists.from_rankings([HELD_BACK]))
    tried = [each.choices for each in choices_of(parsed.metric, resolve_convention(parsed, "textbook", {}), facts)]
    assert {"unjudged": "skip"} in tried
    assert not any({"undefined", "grade"} & {*each.values()} for each in tried)
    assert "undefined" in (FIELDS["unjudged"].options or ())
