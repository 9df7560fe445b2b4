"""The look-up of a mean: what may have gone wrong in one of several lists, and when a list of one is a mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import METRICS, Convention, InputError, Ranking, evaluate, lookup
from rankviz.core.metrics.means import weighted_means
from rankviz.core.typed_number import read_typed
from rankviz.diagnose import LookupResult, prepare_lookup
from rankviz.diagnose.words.findings import departure_words
from rankviz.texts import Texts
from tests.helpers.long import rounds
from tests.helpers.strategies import conventions, rankings


def lists_of(*grades: Sequence[float], missed: Sequence[Sequence[float]] = ()) -> list[Ranking]:
    hidden = [*missed, *[()] * len(grades)]
    return [Ranking.from_grades(each, missed=hidden[i]) for i, each in enumerate(grades)]


def keys_of(found: LookupResult) -> set[str]:
    """Keys of single departures that give the number, by all their names."""
    return {each.key for match in found.matches if len(match.departures) == 1 for each in (*match.departures, *match.synonyms)}


# AP of these: 1, 1/2, 1/3.
THREE = lists_of([1, 0], [0, 1], [0, 0, 1])
# Shown and not shown; recall 2/4 and 1/2.
MISSING = lists_of([1, 1, 0], [1], missed=[[1, 1], [1]])

# Measure, lists, choices, number, the slip. By hand: the value of the list with the slip, averaged with the others' values.
SLIPS: list[tuple[str, list[Ranking], dict[str, Any], str, str]] = [
    ("MAP", THREE, {}, "7/9", "list 2: grade=0:1.0"),  # (1 + 1 + 1/3) / 3
    ("MAP", THREE, {}, "7/9", "list 2: swap=0"),
    ("MAP", THREE, {}, "2/3", "list 3: missing=0"),  # (1 + 1/2 + 1/2) / 3
    ("MAP", THREE, {}, "5/9", "list 2: twice=0"),  # (1 + 1/3 + 1/3) / 3
    ("R", MISSING, {}, "7/12", "list 1: forgotten_one=1.0"),  # (2/3 + 1/2) / 2
    ("R", MISSING, {}, "3/4", "list 1: forgotten"),  # (2/2 + 1/2) / 2
    # The slip changes what the list weighs: (1 · 1 + 4 · 1/4) / 5 instead of (2 · 1/2 + 4 · 1/4) / 6.
    ("P", lists_of([1, 0], [1, 0, 0, 0]), {"mean_weights": "impressions"}, "2/5", "list 1: missing=1"),
    # The slip makes the list count: (1/2 + 1) / 2 instead of 1/2.
    ("MAP", lists_of([0, 1], [0, 0]), {"empty": "skip"}, "3/4", "list 2: grade=0:1.0"),
    # The slip makes the list count no more: 1 instead of (1 + 1/2) / 2.
    ("MAP", lists_of([1, 0], [0, 1]), {"empty": "skip"}, "1.00", "list 2: grade=1:0.0"),
    # The values 1/3, 1/3 and 1/6 become 0.3, 0.3 and 0.2, or 0.1.
    ("MRR", lists_of([0, 0, 1], [0, 0, 1], [0, 0, 0, 0, 0, 1]), {}, "0.26667", "values.1.round"),
    ("MRR", lists_of([0, 0, 1], [0, 0, 1], [0, 0, 0, 0, 0, 1]), {}, "0.23333", "values.1.cut"),
    # P@2 times whether rank 2 is relevant: (0 + 1/2) / 2.
    ("P@2", lists_of([1, 0], [0, 1]), {}, "1/4", "p_times_rel"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("measure", "lists", "choices", "typed", "slip"), SLIPS, ids=[f"{c[0]}-{c[4]}" for c in SLIPS])
def test_a_slip_in_one_of_several_lists_is_found(
    measure: str, lists: list[Ranking], choices: dict[str, Any], typed: str, slip: str
) -> None:
    found = lookup(measure, lists, typed, **choices)
    assert slip in keys_of(found)


@pytest.mark.slow
def test_one_missed_document_may_be_forgotten_and_not_all() -> None:
    ranking = Ranking.from_grades([1, 1, 0], missed=[1, 1, 0])
    assert "forgotten_one=1.0" in keys_of(lookup("R", ranking, "2/3"))
    assert "forgotten" in keys_of(lookup("R", ranking, "1.00"))
    # DCG 3, IDCG 3 + 3 / log₂ 3 + 2 / 2: without the 2 it is 3 / (3 + 3 / log₂ 3), without the 3 it is 3 / (3 + 2 / log₂ 3).
    graded = Ranking.from_grades([3], missed=[3, 2])
    assert "forgotten_one=2.0" in keys_of(lookup("nDCG", graded, "0.61315"))
    assert "forgotten_one=3.0" in keys_of(lookup("nDCG", graded, "0.70392"))


def test_the_text_of_a_slip_names_its_list() -> None:
    named = [Ranking.from_grades([1, 0], query_id="301"), *THREE[1:]]
    space = [prepare_lookup(METRICS["ap"], lists, Convention()) for lists in (named, THREE)]
    cases = [
        (space[0], "list 1: grade=0:0.0", "in 301: grade 0 instead of 1 at rank 1", "在“301”中，第 1 位的等级是 0，而不是 1")
    ]
    cases += [
        (
            space[1],
            "list 1: grade=0:0.0",
            "in List 1: grade 0 instead of 1 at rank 1",
            "在“列表 1”中，第 1 位的等级是 0，而不是 1",
        )
    ]
    for each, key, *said in cases:
        departures = [match.departures[0] for match in each.find(read_typed("5/18")).matches]  # (0 + 1/2 + 1/3) / 3
        slip = next(departure for departure in departures if departure.key == key)
        assert [departure_words(slip, Texts(language)) for language in ("en", "zh")] == said


@pytest.mark.slow
@settings(max_examples=rounds(30))
@given(st.data())
def test_the_lists_of_an_answer_give_its_number(data: st.DataObject) -> None:
    metric = METRICS[data.draw(st.sampled_from(sorted(METRICS)))]
    base: dict[str, Any] = data.draw(conventions(metric, raising=False)).differences()
    lists = data.draw(st.lists(rankings(max_length=5, max_missed=3), min_size=1, max_size=3))
    try:
        found = lookup(metric.name, lists, data.draw(st.sampled_from(["0.5", "0.33", "0.7", "0.612", "1", "2.0"])), **base)
    except InputError:
        return
    assert found.value == pytest.approx(evaluate(metric.name, lists, **base), nan_ok=True)
    for match in (*found.matches, *found.nearest):
        if match.departures and all(each.ranking is not None for each in match.departures):
            again = evaluate(metric.name, list(match.rankings), **base)
            assert match.value == pytest.approx(again, rel=1e-12), match.departures[0].key


def test_a_list_of_one_is_a_mean_as_in_evaluate() -> None:
    nothing = Ranking.from_grades([0, 0])
    over = "with_relevant"  # a mean over no list at all is not defined, the list's own value is
    found = lookup("RR", [nothing], "0.5", mean_over=over)
    assert np.isnan(found.value)
    assert np.isnan(evaluate("RR", [nothing], mean_over=over))
    assert lookup("RR", nothing, "0.5", mean_over=over).value == evaluate("RR", nothing, mean_over=over) == 0
    # With one grade misread the list counts; the only list needs no name.
    assert "grade=1:1.0" in keys_of(found)


@pytest.mark.slow
def test_what_is_not_tried_with_several_lists_is_reported() -> None:
    few = lookup("MAP", THREE, "0.123456")
    assert [each.what for each in few.left_out] == ["rounded_slips"]
    assert "not combined with rounding" in repr(few)
    many = lookup("MAP", [Ranking.from_grades([(i * j) % 3 for j in range(60)]) for i in range(60)], "0.123456")
    assert {"slips_in_lists", "roundings_in_lists"} <= {each.what for each in many.left_out}
    assert next(each.rank for each in many.left_out if each.what == "slips_in_lists") > 0
    assert "ranks of each." in repr(many)


def test_means_of_many_rows_are_each_the_mean_of_its_row() -> None:
    value = np.array([[1.0, 2.0, 9.0], [1e308, 1.5e308, 1e308], [1.0, 2.0, 3.0]])
    weight = np.array([[1.0, 3.0, 9.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0]])
    counted = np.array([[True, True, False], [True] * 3, [True] * 3])
    found = weighted_means(value, weight, counted)
    assert found[0] == 7 / 4
    assert found[1] == pytest.approx(3.5 / 3 * 1e308)
    assert np.isnan(found[2])


@pytest.mark.parametrize(("typed", "is_named"), [("0.3333", True), ("0.8333", False)])
def test_a_library_with_a_threshold_of_its_own_is_named_beside_its_own_number_only(typed: str, is_named: bool) -> None:
    # OpenSearch: relevant from the 90th percentile of the eight grades on, which is 3, so two of six.
    ranking = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])
    found = lookup("P@6", ranking, typed).matches
    named = {
        key for match in found for each in (*match.departures, *match.synonyms) for key in each.details.get("profiles", ())
    }
    assert ("opensearch" in named) == is_named


def test_no_mean_of_another_kind_explains_a_0_that_a_list_has() -> None:
    # Any geometric or harmonic mean with a 0 in it would be 0, and nobody takes one: the logarithm of 0 and 1/0 are no numbers.
    found = lookup("AP", [Ranking.from_grades(grades) for grades in ([0, 0, 1], [0, 0, 0])], "0.0000")
    keys = {one.key for match in found.matches for one in (*match.departures, *match.synonyms)}
    assert keys
    assert not keys & {"geometric_mean", "harmonic_mean"}
