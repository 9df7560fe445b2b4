"""The look-up says nothing false: whatever is asked, of any list under any convention."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from math import isfinite
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rankviz import METRICS, PROFILES, Convention, InputError, Ranking, evaluate, lookup
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.core.typed_number import read_typed
from rankviz.diagnose import READERS, LookupResult, Match, NumberLookup, prepare_lookup
from rankviz.diagnose.bounds import exceeded_bound
from rankviz.diagnose.hand_slips import slips_of
from rankviz.diagnose.words.findings import departure_words, evidence_words, group_matches, lookup_text, match_words
from rankviz.diagnose.words.lookup_state import state_of_match
from rankviz.display.labels import library_name
from rankviz.evaluation.evaluate import compute
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts
from tests.helpers.hostile import slowness
from tests.helpers.long import rounds
from tests.helpers.strategies import conventions, rankings

ENGLISH = Texts("en")
W = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])
SHORT = rankings(max_length=7, max_missed=3)


def chosen(convention: Convention) -> dict[str, Any]:
    return convention.differences()


def libraries(matches: Sequence[Match]) -> list[tuple[str, float, Match]]:
    """Every library that an answer names and nothing beside it, with the number it is said to give."""
    named = [match for match in matches if [each.kind for each in match.departures] == ["profile"]]
    return [(key, match.value, match) for match in named for key in match.departures[0].details["profiles"]]


# ---------------------------------------------------------------------------------------------------------------------------
# “as in X”


@pytest.mark.slow
@settings(max_examples=rounds(40))
@given(st.data())
def test_a_number_said_to_be_a_librarys_is_what_the_library_gives(data: st.DataObject) -> None:
    metric = METRICS[data.draw(st.sampled_from(sorted(METRICS)))]
    base = data.draw(conventions(metric, raising=False))
    lists = data.draw(st.lists(SHORT, min_size=1, max_size=2))
    asked: Any = lists if len(lists) > 1 else lists[0]
    at = {} if base.cutoff is None else {"cutoff": base.cutoff}
    try:
        values = [evaluate(metric.name, asked, profile=data.draw(st.sampled_from(sorted(PROFILES))), **at)]
        found = lookup(metric.name, asked, f"{values[0]:.4f}", **chosen(base))
    except InputError:
        return
    for key, value, match in libraries((*found.matches, *found.nearest)):
        assert evaluate(metric.name, asked, profile=key, **at) == pytest.approx(value, rel=1e-9, nan_ok=True), key
        state = state_of_match(AppState(tuple(lists)), match)
        again = evaluate(state.metric, asked, **chosen(state.convention))
        assert again == pytest.approx(value, rel=1e-9), key


@cache
def looked_up(typed: str, *base: tuple[str, Any]) -> LookupResult:
    """What a number is under a base; many libraries give the same one."""
    return lookup("nDCG@6", W, typed, **dict(base))


@pytest.mark.slow
@pytest.mark.parametrize("base", [{"gain": "exponential"}, {"ideal": "retrieved"}, {"ideal_cut": "none"}, {"discount": "ln"}])
@pytest.mark.parametrize("profile", PROFILES)
def test_under_another_base_a_library_is_still_a_whole_convention(profile: str, base: dict[str, Any]) -> None:
    try:
        value = evaluate("nDCG@6", W, profile=profile)
    except InputError:
        pytest.skip("the library has no nDCG")
    found = looked_up(f"{value:.6f}", *base.items())
    named = libraries(found.matches)
    assert profile in [key for key, _, _ in named] or found.value == pytest.approx(value)
    assert all(evaluate("nDCG@6", W, profile=key) == pytest.approx(number) for key, number, _ in named)


def test_a_library_with_a_further_choice_is_said_with_but() -> None:
    # Many have the gain 2ᵍ − 1 and an ideal of the shown list, but none of them divides by the rank.
    value = evaluate("nDCG@6", W, ideal="retrieved", gain="exponential", discount="inverse")
    beside = lookup("nDCG@6", W, f"{value:.8f}").matches[0]
    library, *others = beside.departures
    choices = {name: each for one in others for name, each in one.choices.items()}
    named = ", ".join(library_name(key, ENGLISH) for key in library.details["profiles"])
    assert match_words(beside, ENGLISH).startswith(f"as in {named}, but ")
    assert choices
    for key in library.details["profiles"]:
        assert evaluate("nDCG@6", W, profile=key, **choices) == pytest.approx(beside.value)


# ---------------------------------------------------------------------------------------------------------------------------
# Whatever is typed


@pytest.mark.slow
@settings(max_examples=rounds(60))
@given(st.data())
def test_any_question_is_answered_or_refused_in_words(data: st.DataObject) -> None:
    metric = METRICS[data.draw(st.sampled_from(sorted(METRICS)))]
    base = data.draw(conventions(metric))
    lists = data.draw(st.lists(SHORT, min_size=1, max_size=3))
    typed = data.draw(st.sampled_from(["0", "1", "0.5", "0.333", "2/3", "75 %", "-1", "1.23456", "12"]))
    try:
        space = NumberLookup(metric, lists, base)
        found = space.find(read_typed(typed), data.draw(st.sampled_from(READERS)))
    except InputError:
        return
    for language in LANGUAGES:
        assert lookup_text(found, Texts(language)).strip()
    assert all(match.agreement for match in found.matches)


def test_a_choice_that_the_list_refuses_costs_one_candidate_only() -> None:
    # 7/8 · 1 + 1/8 · 3/8 · 1/2 + ..., with 4 instead of 3 as the highest grade: (2^3 - 1)/2^4 + ...
    ranking = Ranking.from_grades([3, 2, 0, 1])
    value = evaluate("ERR(max=4)", ranking)
    assert lookup("ERR(max=3)", ranking, f"{value:.3f}").matches[0].departures[0].key == "err_max=4.0"
    slip = evaluate("ERR(max=3)", Ranking.from_grades([3, 2, 2, 1]))
    keys = {match.departures[0].key for match in lookup("ERR(max=3)", ranking, f"{slip:.5f}").matches}
    assert "grade=2:2.0" in keys


# ---------------------------------------------------------------------------------------------------------------------------
# Numbers that cannot be


@pytest.mark.slow
@settings(max_examples=rounds(150))
@given(st.data())
def test_no_value_exceeds_a_reported_bound(data: st.DataObject) -> None:
    bounded = [key for key, each in METRICS.items() if isfinite(each.high)]
    metric: Metric = METRICS[data.draw(st.sampled_from([*bounded, *["ndcg"] * 9, *["ap", "err", "recall"] * 3]))]
    convention = data.draw(conventions(metric, raising=False))
    ranking = data.draw(rankings())
    try:
        value = float(compute(metric, RawLists.from_rankings([ranking]), convention).value[0])
    except InputError:
        return
    assume(isfinite(value))
    assert exceeded_bound(metric, convention, round(value, 9)) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("measure", "ranking", "choices"),
    [
        ("nDCG@1", Ranking.from_grades([3]), {"ideal": "k_ones"}),  # 3 / 1
        ("nDCG@1", Ranking.from_grades([1]), {"discount": "ln", "ideal_discount": "log2"}),  # 1 / ln 2
        ("nDCG@1", Ranking.from_grades([1]), {"discount": "ln", "ideal_discount": "none"}),
        ("nDCG@1", Ranking.from_grades([1]), {"discount": "log10", "ideal_discount": "ln"}),
        ("nDCG", Ranking.from_grades([1, 2]), {"discount": "formula", "discount_formula": "1/i"}),  # (1 + 4) / (2 + 2)
        ("nDCG", Ranking.from_grades([1, 1], doc_ids=["a", "a"]), {"duplicates": "credit_each"}),  # the ideal has it once
        ("nDCG", Ranking.from_grades([1, -1, -1]), {"negative": "keep", "ideal_cut": "none", "gain": "linear"}),
        ("ERR", Ranking.from_grades([2]), {"err_stop": "probability"}),  # a chance of 2
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else "",
)
def test_no_bound_is_reported_where_values_can_exceed_it(measure: str, ranking: Ranking, choices: dict[str, Any]) -> None:
    value = evaluate(measure, ranking, **choices)
    assert value > 1 or choices.get("negative") == "keep"
    assert lookup(measure, ranking, "9.99", **choices).bound is None


def test_lists_of_which_none_counts_in_the_mean_are_answered() -> None:
    # Batches of a mean that has no lists have no mean either.
    lists = [Ranking.from_grades([]), Ranking.from_grades([]), Ranking.from_grades([])]
    assert repr(lookup("P@3", lists, "0.5", mean_over="run"))


@pytest.mark.slow
def test_a_number_that_the_metric_cannot_take_is_said_first() -> None:
    lines = repr(lookup("nDCG@6", W, "78.5")).splitlines()
    assert lines[0] == "nDCG is at most 1 here."
    assert "given as a percentage" in lines[1]
    assert repr(lookup("nDCG@6", W, "-0.2")).startswith("nDCG is never below 0.")
    # With the list discounted by ln and the ideal by log2 nDCG is above 1 as a rule: 0.785 · log2(e) = 1.133.
    assert "at most" not in repr(lookup("nDCG@6", W, "1.5", discount="ln", ideal_discount="log2"))


def test_a_percentage_of_another_cause_is_understood() -> None:
    first = lookup("nDCG@6", W, "96.1").matches[0]
    assert {each.key for each in first.departures} == {"ideal=retrieved", "percent"}


# ---------------------------------------------------------------------------------------------------------------------------
# One cause, one answer


def test_another_metric_is_called_by_its_plainest_name() -> None:
    ranking = Ranking.from_grades([0, 1, 1, 0, 0, 1, 0, 1])
    # The mean of 1/2, 2/3, 3/6 and 4/8.
    first = lookup("nDCG@5", ranking, "0.5417").matches[0]
    assert match_words(first, ENGLISH) == "this is AP, not nDCG@5"


def test_every_metric_says_what_it_is_confused_with() -> None:
    silent = [metric.key for metric in METRICS.values() if not metric.confused_with]
    unknown = [key for metric in METRICS.values() for key in metric.confused_with if key not in METRICS or key == metric.key]
    assert (silent, unknown) == ([], [])


@pytest.mark.parametrize(
    ("measure", "ranking", "typed", "names"),
    [
        # Four entries, two of them relevant in the first three: 2 of 4, whether k is 4 or all are read.
        ("P@3", Ranking.from_grades([1, 0, 1, 0]), "0.50", {"cutoff=4", "cutoff=None"}),
        # Six relevant documents, three in the first four: 3/4, as precision or over min(R, k).
        ("R@4", Ranking.from_grades([1, 0, 1, 1, 0], missed=[1, 1, 1]), "0.75", {"metric=precision", "recall_base=min_R_k"}),
        # (1 + 2/3) / 2: without ties the area under the steps of the PR curve is AP.
        ("AUC", Ranking.from_grades([1, 0, 1, 0]), "0.833", {"metric=ap", "metric=prauc"}),
        # Without the missed documents the ideal is that of the shown ones.
        ("nDCG@6", W, "0.961", {"ideal=retrieved", "forgotten"}),
    ],
    ids=["whole list", "precision", "area", "ideal"],
)
def test_equal_causes_are_one_answer_with_all_its_names(measure: str, ranking: Ranking, typed: str, names: set[str]) -> None:
    matches = lookup(measure, ranking, typed).matches
    named = [{each.key for each in (*match.departures, *match.synonyms)} for match in matches]
    assert [each & names for each in named if each & names] == [names]


def test_other_names_of_a_cause_stand_behind_it() -> None:
    assert "\n    Another cause gives the same number here (" in repr(lookup("P@3", [1, 0, 1, 0], "0.50"))
    assert match_words(lookup("AUC", [1, 0, 1, 0], "0.833").matches[0], ENGLISH) == "this is AP or PRAUC, not AUC"


# ---------------------------------------------------------------------------------------------------------------------------
# No noise


def test_the_value_itself_needs_no_evidence() -> None:
    assert repr(lookup("nDCG@6", W, "0.785")) == "0.785002371969948  This is the value shown here."


def test_roundings_are_one_line_and_only_where_nothing_simpler_fits() -> None:
    # 3/1 + 2/1.585 + 3/2 + 0 + 1/2.585 + 2/2.807 is 6.861; with terms cut after two places 6.85, as with two others.
    rounded = lookup("DCG@6", W, "6.85").matches
    assert len(rounded) == 1
    assert match_words(rounded[0], ENGLISH).endswith("(other roundings that fit too: 2)")
    # 2/3 is precision, and nothing is said of roundings: R@3 is 2/4.
    matches = lookup("R@3", [1, 1, 0, 1, 1], "0.67").matches
    kinds = [each.kind for match in matches for each in (*match.departures, *match.synonyms)]
    assert "metric" in kinds
    assert "rounding" not in kinds


def test_weak_answers_are_not_listed_beside_better_ones() -> None:
    # With the first grade read as 0: (1/2 + 1/2.585) / 2.131 = 0.416, cut. Pairs of causes give other values that print 0.41.
    found = lookup("nDCG@5", [1, 0, 1, 0, 1, 1], "0.41")
    assert found.sharing > len(found.matches)
    assert [len(match.departures) for match in found.matches] == [1] * len(found.matches)


# ---------------------------------------------------------------------------------------------------------------------------
# Long lists, many numbers


@pytest.mark.slow
def test_a_long_list_says_what_was_not_tried() -> None:
    ranking = Ranking.from_grades([(7 * i) % 4 for i in range(600)])
    text = repr(lookup("RR@10", ranking, "0.123456"))
    assert "slips in the input were tried only in the first" in text
    assert "too long to try rounding intermediate results" in text
    assert "too long" not in repr(lookup("nDCG@10", W, "0.123456"))


LONG_LIST = """
import resource, sys, time
from rankviz import lookup
def room():  # kilobytes, on a Mac bytes
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
before = room()
lookup("{measure}", [(7 * i) % 4 for i in range(10_000)], "0.123456")
print(room() - before, time.process_time())
"""


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["AP", "nDCG"])
def test_ten_thousand_entries_take_seconds_and_little_room(measure: str) -> None:
    text = subprocess.run([sys.executable, "-c", LONG_LIST.format(measure=measure)], check=True, capture_output=True, text=True)
    megabytes, seconds = (float(each) for each in text.stdout.split())
    assert megabytes < 300  # 60 to 100
    assert seconds < 20 * slowness()  # of the processor; 2 to 3


@pytest.mark.slow
@settings(max_examples=rounds(8))
@given(st.data())
def test_one_search_finds_for_each_number_what_a_new_look_up_finds(data: st.DataObject) -> None:
    metric = METRICS[data.draw(st.sampled_from(["ap", "ndcg", "precision", "rr", "auc", "f1"]))]
    lists = data.draw(st.lists(SHORT, min_size=1, max_size=3))
    convention = Convention(cutoff=data.draw(st.none() | st.integers(1, 6))) if "cutoff" in metric.uses else Convention()
    reader = data.draw(st.sampled_from(READERS))
    space = prepare_lookup(metric, lists, convention)
    if data.draw(st.booleans()):
        space.search_all()
    numbers = data.draw(
        st.lists(st.sampled_from(["0.5", "0.61", "0.333", "1.2345", "2/3", "0.9", "50 %"]), min_size=2, max_size=4)
    )
    for typed in numbers:
        alone = prepare_lookup(metric, lists, convention).find(read_typed(typed), reader)
        assert repr(space.find(read_typed(typed), reader)) == repr(alone)


# ---------------------------------------------------------------------------------------------------------------------------
# How strong the evidence is


def test_a_library_is_named_with_what_it_does_otherwise() -> None:
    said = match_words(lookup("nDCG@6", W, "0.949").matches[0], ENGLISH)
    gain, ideal, named = said.index("2ᵍ − 1"), said.index("only the documents shown"), said.index("LightGBM")
    assert gain < named
    assert ideal < named


def test_a_number_with_one_digit_is_called_too_coarse_and_not_strong_evidence() -> None:
    found = lookup("nDCG@6", W, "0.7")
    said = lookup_text(found, ENGLISH)
    assert "0.7 is too coarse" in said
    assert "by chance" not in said
    assert f"the {len(found.matches)} most plausible" in said


@pytest.mark.slow
@settings(max_examples=rounds(8))
@given(st.sampled_from(["ap", "ndcg", "precision", "rr", "recall"]), SHORT, st.integers(1, 6))
def test_one_value_is_said_to_be_that_of_as_many_explanations_as_give_it(key: str, ranking: Ranking, cutoff: int) -> None:
    space = prepare_lookup(METRICS[key], [ranking], Convention(cutoff=cutoff))
    for typed in ("0.5", "0.61", "0.333", "0.4307", "2/3", "0.961", "1"):
        found = space.find(read_typed(typed))
        if found.matches and found.matches[0].departures:
            check_count_of_explanations(found)


def check_count_of_explanations(found: LookupResult) -> None:
    causes = group_matches(found.matches)
    one = len({round(each.value, 9) for each in found.matches}) == 1 and found.sharing == 1
    for language in LANGUAGES:
        texts = Texts(language)
        said = evidence_words(found, texts, len(causes))[0]
        several = texts.template("diagnose.evidence_one_more").rpartition("{count}")[2]
        assert (several in said) == (one and len(causes) > 1)
        if several in said:
            assert str(len(causes)) in said.rpartition(several)[0]


@pytest.mark.slow
@settings(max_examples=rounds(40))
@given(st.data())
def test_every_library_that_is_named_gives_the_number_with_what_is_said_beside_it(data: st.DataObject) -> None:
    """Libraries that these lists cannot tell apart are one answer; a slip in a list may part them."""
    metric = METRICS[data.draw(st.sampled_from(["ap", "ndcg", "precision", "rr", "recall"]))]
    ranking, cutoff = data.draw(SHORT), data.draw(st.integers(1, 6))
    profile = data.draw(
        st.sampled_from([key for key, each in PROFILES.items() if each.choices(metric.key, cutoff) is not None])
    )
    slips = [each.ranking for each in slips_of(ranking) if each.ranking is not None]
    try:
        value = evaluate(f"{metric.name}@{cutoff}", data.draw(st.sampled_from([ranking, *slips])), profile=profile)
        found = lookup(f"{metric.name}@{cutoff}", ranking, f"{value:.6f}")
    except InputError:
        return
    for match in found.matches:
        beside = {name: each for one in match.departures for name, each in one.choices.items()}
        for key in [key for one in match.departures for key in one.details.get("profiles", ())]:
            if all(one.factor == 1 and not one.roundings for one in match.departures):
                again = evaluate(f"{metric.name}@{cutoff}", match.rankings[0], profile=key, **beside)
                assert again == pytest.approx(match.value, abs=1e-9, nan_ok=True), (key, beside)


def test_a_library_that_reads_its_threshold_off_the_list_is_named_with_a_slip_only_where_that_leaves_it() -> None:
    """OpenSearch counts from half of a list's highest grade or its 90th percentile: of one entry its grade, so RR stays 1."""
    typed, slipped = Ranking.from_grades([2]), Ranking.from_grades([1])
    assert evaluate("RR@1", slipped, profile="opensearch") == 1
    for match in lookup("RR@1", typed, "0.000000").matches:
        named = {key for one in match.departures for key in one.details.get("profiles", ())}
        assert not (named == {"opensearch"} and match.rankings[0] == slipped)


def test_what_chance_would_give_as_often_is_called_so() -> None:
    found = lookup("nDCG@6", W, "1.5")
    said = lookup_text(found, ENGLISH)
    assert found.sharing < found.by_chance
    assert "may well be a coincidence" in said
    assert "may well be" not in lookup_text(lookup("nDCG@6", W, "0.949"), ENGLISH)


def test_as_many_values_are_expected_by_chance_as_numbers_of_one_digit_match_on_average() -> None:
    space = prepare_lookup(METRICS["ndcg"], [W], Convention(cutoff=6))
    numbers = [space.find(read_typed(f"0.{digit}")) for digit in (5, 6, 7, 8, 9)]
    matching, expected = (sum(each) for each in zip(*((one.sharing, one.by_chance) for one in numbers), strict=True))
    assert matching / 3 < expected < 3 * matching


@pytest.mark.slow
def test_a_number_that_the_metric_cannot_give_has_no_neighbours() -> None:
    found = lookup("nDCG@6", W, "-1")
    assert not found.nearest
    assert lookup("nDCG@6", W, "0.7701").nearest
    assert lookup_text(found, ENGLISH).splitlines()[-1].endswith("gives -1.")


def test_a_value_under_the_label_of_another_cutoff_is_reported() -> None:
    # Evidently 0.7.23 writes 3 beside the value at 2: 1/log₂3 of 1 + 1/log₂3, and its ideal has what is shown.
    ranking = Ranking.from_grades([0, 1, 1, 0, 1])
    value = 0.63093 / 1.63093
    found = lookup("nDCG@3", ranking, f"{value:.4f}")
    said = [match_words(each, ENGLISH) for each in found.matches]
    assert "Evidently gives nDCG@2, and labels it nDCG@3" in [
        *said,
        *(departure_words(one, ENGLISH) for each in found.matches for one in each.synonyms),
    ]
    assert not any(
        "labels" in each for each in [match_words(one, ENGLISH) for one in lookup("AP@3", ranking, "0.2500").matches]
    )
