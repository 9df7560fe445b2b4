"""Why a metric has another winner than the one under study: hand-made pairs for each rule, and their sentences."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import METRICS, Convention, InputError, Item, Ranking, evaluate
from rankviz.compare.document_effects import effects
from rankviz.compare.uneven_counts import CutoffTally, EmptyListWins, MissedCount, UnevenCount
from rankviz.compare.winner_reasons import (
    Fact,
    LargestEffects,
    OneEntryDecides,
    Reason,
    RelevantPassed,
    SameHitCount,
    SameWhenBinary,
    largest_effect,
    reasons,
)
from rankviz.compare.words.winner import reason_text, winner_sentence
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.trace import Trace
from rankviz.evaluation.evaluate import compute, narrow
from rankviz.evaluation.list_pair import ListPair, pair_lists, pair_with_order
from rankviz.texts import LANGUAGES, Texts
from tests.compare.test_document_effects import PICTURED, two_lists
from tests.helpers.long import rounds
from tests.helpers.strategies import any_conventions


def reasons_with_texts(found: ListPair, main: str, *others: str, **choices: object) -> list[tuple[Reason, str]]:
    """Each reason with its sentence; the cutoff of the metric under study is that of all."""
    parsed = parse_measure(main)
    convention = Convention().with_choices({**choices, **parsed.choices})
    keys = [parse_measure(other).metric.key for other in others]
    raw = RawLists.from_rankings(found.lists)
    traces = {key: compute(METRICS[key], raw, convention) for key in (parsed.metric.key, *keys)}
    change, units = effects(traces[parsed.metric.key], found), {key: trace.unit for key, trace in traces.items()}
    listed = reasons(found, parsed.metric.key, keys, convention, traces)
    return [(each, reason_text(each, change, units, convention, Texts("en"))) for each in listed]


def only_reason(found: ListPair, main: str, other: str, **choices: object) -> tuple[Fact, str]:
    ((reason, said),) = reasons_with_texts(found, main, other, **choices)
    return reason.fact, said


def pair_from_grades(first: Sequence[float | None], order: Sequence[str], missed: Sequence[float] = ()) -> ListPair:
    return pair_with_order(Ranking.from_grades(first, missed), order)


def test_the_pictured_pair_is_explained_as_pictured() -> None:
    found = reasons_with_texts(PICTURED, "nDCG@6", "P", "R", "F1", "RR", "Bpref", "AUC", "AP", "ERR")
    assert [(each.metrics, each.winner, said) for each, said in found] == [
        (
            ("bpref",),
            "second",
            "Bpref is for B: in A d4, not relevant, stands above d5; B leaves it out.",
        ),
        (
            ("auc",),
            "second",
            "AUC counts A over 8 documents and B over 9: d9 is unjudged and only B shows it. Counted in both, A is ahead.",
        ),
        (("precision", "recall", "f1"), "even", "P@6, R@6 and F1@6 count 5 hits in both."),
        (("rr",), "even", "RR@6 looks only at the first hit: rank 1 in both."),
    ]


def test_metrics_that_count_hits_say_how_many() -> None:
    fact, said = only_reason(pair_from_grades([3, 1, 0], ["d2", "d1", "d3"]), "nDCG@2", "P")
    assert (fact, said) == (SameHitCount(2), "P@2 counts 2 hits in both.")
    one_hit = only_reason(pair_from_grades([3, 0, 1], ["d2", "d1", "d3"]), "nDCG@2", "TP")
    assert one_hit == (SameHitCount(1), "TP@2 counts 1 hit in both.")


def test_as_many_hits_over_different_lengths_are_not_even() -> None:
    """One hit of 3 entries against the same one of 1; DCG is even."""
    _, said = only_reason(pair_from_grades([2, 0, 0], ["d1"]), "DCG", "P", precision_base="n")
    assert said == "P is for B because of another denominator (0.667)."


@pytest.mark.parametrize(
    ("first", "order", "missed", "main", "other", "said"),
    [
        ([1, 2, 0], ["d2", "d1", "d3"], [], "nDCG@3", "RR", "RR@3 looks only at the first hit: rank 1 in both."),
        ([0, 1, 3, 3], ["d1", "d3", "d2", "d4"], [], "nDCG", "RR", "RR looks only at the first hit: rank 2 in both."),
        (
            [1, 0, 0, 3, 3],
            ["d2", "d4", "d5", "d1", "d3"],
            [],
            "nDCG",
            "RR",
            "RR looks only at the first hit: rank 1 in A, rank 2 in B.",
        ),
        (
            [0, 3, 3, 0, 1],
            ["d5", "d1", "d4", "d2", "d3"],
            [],
            "nDCG",
            "CoverageError",
            "CoverageError looks only at the last hit: rank 5 in both.",
        ),
        (
            [3, 0, 0, 1],
            ["d2", "d1", "d4", "d3"],
            [],
            "nDCG",
            "CoverageError",
            "CoverageError looks only at the last hit: rank 4 in A, rank 3 in B.",
        ),
        (
            [0, 0, 3, 1],
            ["d1", "d2", "d4", "d3"],
            [],
            "DCG@3",
            "Success",
            "Success@3 looks only at the first hit: rank 3 in both.",
        ),
    ],
)
def test_metrics_of_one_document_name_its_ranks(
    first: list[float], order: list[str], missed: list[float], main: str, other: str, said: str
) -> None:
    fact, found = only_reason(pair_from_grades(first, order, missed), main, other)
    assert isinstance(fact, OneEntryDecides)
    assert found == said


def test_of_a_tie_group_that_is_read_at_once_the_last_place_is_said() -> None:
    """The last hit of A is tied with two others, so one has to read to rank 4."""
    first = Ranking.from_grades([3, 1, 0, 0], scores=[4, 2, 2, 2])
    second = Ranking.from_grades([0, 3, 1, 0], scores=[9, 8, 7, 6], doc_ids=["d3", "d1", "d2", "d4"])
    _, said = only_reason(pair_lists(first, second), "nDCG@1", "CoverageError")
    assert said == "CoverageError looks only at the last hit: rank 4 in A, rank 3 in B."


def test_of_copies_the_one_that_decides_is_meant() -> None:
    """Each copy is a hit where all are counted; the last one of d2 stands at rank 4."""
    items = (Item("d1", 3), Item("d2", 1), Item("d3", 0), Item("d2", 1))
    two = pair_with_order(Ranking(items), ["d3", "d1", "d2"])
    _, said = only_reason(two, "nDCG@1", "CoverageError", duplicates="count_all")
    assert said == "CoverageError looks only at the last hit: rank 4 in A, rank 3 in B."


def test_where_a_list_has_no_hit_there_is_none_to_look_at() -> None:
    """From grade 2 on documents are relevant; gains of less than that still count for DCG."""
    neither = pair_from_grades([1, 0], ["d2", "d1"], [3])
    assert only_reason(neither, "DCG@2", "RR", threshold=2)[1] == "RR@2 looks only at the first hit: none in either."
    second = pair_from_grades([1.5, 1.5, 0], ["d3", "d4"], [2])
    assert only_reason(second, "DCG@2", "RR", threshold=2)[1] == "RR@2 looks only at the first hit: none in A, rank 2 in B."
    first = only_reason(second.swap(), "DCG@2", "RR", threshold=2)[1]
    assert first == "RR@2 looks only at the first hit: rank 2 in A, none in B."


def test_grades_that_count_alike_are_named() -> None:
    """A has the grade 3 first and B two of grade 1: with g B is behind, with every relevant one counted alike ahead."""
    fact, said = only_reason(pair_from_grades([3, 0, 0], ["d4", "d5", "d2"], [1, 1]), "nDCG@3", "AP")
    assert fact == SameWhenBinary(3, 1)
    assert said == "AP@3 does not tell grade 3 from 1; counted alike, nDCG@3 is for B too."


def test_grades_that_count_alike_may_make_it_even() -> None:
    two = pair_from_grades([3, 1, 0], ["d2", "d1", "d3"])
    fact, said = only_reason(two, "nDCG@3", "AP")
    assert (fact, said) == (SameWhenBinary(3, 1), "AP@3 does not tell grade 3 from 1; counted alike, nDCG@3 is even too.")
    assert reasons_with_texts(two, "nDCG@3", "AP", gain="binary") == []


def test_a_gain_that_does_not_tell_grades_apart_is_said_not_to() -> None:
    _, said = only_reason(pair_from_grades([3, 1, 0], ["d2", "d1", "d3"]), "RBP", "DCG", gain="binary", rbp_gain="graded")
    assert said == "DCG does not tell grade 3 from 1; counted alike, RBP(p=0.8) is even too."


def test_a_document_that_only_one_list_counts_is_named_with_the_winner_over_the_same_ones() -> None:
    """The pictured pair over all nine documents: Accuracy 6/9 in both, AUC 9/14 against 7/14."""
    ((reason, said),) = reasons_with_texts(PICTURED, "nDCG@6", "Accuracy")
    assert reason.fact == UnevenCount((8, 9), ((), ("d9",)), "even")
    assert said.endswith("d9 is unjudged and only B shows it. Counted in both, the two are even.")
    grades = {item.doc_id: item.grade or 0.0 for item in PICTURED.pool}
    judged = [Ranking.from_judgments([item.doc_id for item in each.items], grades) for each in PICTURED.lists]
    assert [evaluate("Accuracy@6", each) for each in judged] == pytest.approx([6 / 9, 6 / 9])
    assert [evaluate("AUC", each) for each in judged] == pytest.approx([9 / 14, 7 / 14])
    skipped = reasons_with_texts(PICTURED, "nDCG@6", "Accuracy", "TN", unjudged="skip")
    assert not any(isinstance(each.fact, UnevenCount) for each, _ in skipped)  # then it counts in neither


def test_documents_that_either_list_alone_counts_are_all_named() -> None:
    """Below the cutoff stand two of three in A and the one of B; of the four A has one above it, and B none."""
    found = pair_from_grades([None, None, 1, None], ["d3", "d9"])
    ((reason, said),) = reasons_with_texts(found, "nDCG@1", "TN")
    assert reason.fact == UnevenCount((4, 2), (("d1", "d2", "d4"), ("d9",)), "second")
    assert "d1, d2 and d4 are unjudged and only A shows them; d9 is unjudged and only B shows it. Counted in both, B" in said


def test_a_list_that_wins_with_nothing_in_it_is_said_to_be_empty() -> None:
    """One pair, in the wrong order in A; documents that are not retrieved are tied, which is half a pair."""
    found = pair_from_grades([0, 1], [])
    ((reason, said),) = reasons_with_texts(found, "nDCG", "AUC")
    assert reason.fact == EmptyListWins(0.5)
    assert said == "AUC is for B although it is empty: here a list that retrieves nothing has 0.500."


def test_metrics_of_both_sides_of_the_cutoff_say_how_many_stand_on_which() -> None:
    """Relevant are d1, d3, d4 and d6; A shows d2 and d5 besides, B only d7, which is unjudged."""
    found = pair_from_grades([1, 0, 2, 1, 0], ["d6", "d7", "d3", "d1"], [2])
    ((reason, said),) = reasons_with_texts(found, "RBP", "FP", cutoff=6)
    assert (reason.fact, reason.winner) == (CutoffTally(("TP", "FP"), (3, 2), (3, 1)), "second")
    assert said == "FP@6 is for B: A has TP 3, FP 2; B has TP 3, FP 1."


def test_where_what_is_not_retrieved_counts_no_document_is_named() -> None:
    """A leaves out d6, whose pairs are in no term of A's; of the last relevant document the place is then that of the end."""
    found = pair_from_grades([1, 0, 1, 1, 0], ["d2", "d1", "d6", "d4", "d3"], [1])
    fact, said = only_reason(found, "nDCG@3", "RankingLoss")
    assert fact == MissedCount()
    assert "which relevant documents are retrieved at all counts here" in said
    both = pair_from_grades([3, 0], ["d2", "d1"], [1])
    fact, said = only_reason(both, "nDCG@1", "CoverageError")
    assert fact == OneEntryDecides("missed", (None, None))
    assert "each list leaves one out" in said


def test_a_document_is_not_named_for_what_the_others_do() -> None:
    """d1 is first in both and wins one pair more in B, since d9 has come in below it; AP's d3 has a hit more above it."""
    auc = effects(compute(METRICS["auc"], RawLists.from_rankings(PICTURED.lists), Convention()), PICTURED)
    assert max(auc.by_document, key=lambda each: each.effect).doc_id == "d1"
    assert "d1" not in largest_effect(auc).documents
    two = pair_from_grades([0, 0, 1, 0], ["d1", "d5", "d3", "d4"], [1])
    ap = effects(compute(METRICS["ap"], RawLists.from_rankings(two.lists), Convention()), two)
    assert largest_effect(ap).documents == ("d5",)


def test_by_rank_the_rank_that_does_most_is_named() -> None:
    """d9 in the place of d2 at rank 2, and d3 in that of d4 at rank 4."""
    found = effects(compute(METRICS["ndcg"], RawLists.from_rankings(PICTURED.lists), Convention(cutoff=6)), PICTURED)
    ahead, behind = largest_effect(found, by_rank=True), largest_effect(found, 1, by_rank=True)
    assert (ahead.kind, ahead.place, behind.place) == ("rank", 1, 3)
    trace = compute(METRICS["ndcg"], RawLists.from_rankings(PICTURED.lists), Convention(cutoff=6))
    assert "What helps A most is rank 2 (−0.144)." in winner_sentence(found, trace, Texts("en"), by_rank=True)


def test_what_helps_most_may_be_a_place_of_the_ideal() -> None:
    two = pair_from_grades([1, 3], ["d1"])
    trace = compute(METRICS["idcg"], RawLists.from_rankings(two.lists), Convention(ideal="retrieved"))
    for language in LANGUAGES:
        assert winner_sentence(effects(trace, two), trace, Texts(language))
    assert "What helps A most is place 1 of the ideal ranking (−2.000)." in winner_sentence(
        effects(trace, two), trace, Texts("en")
    )


def test_a_metric_that_reads_grades_is_not_said_not_to() -> None:
    """The same documents are inside, in another order."""
    found = pair_from_grades([3, 1, 0], ["d2", "d1", "d3"])
    assert reasons_with_texts(found, "nDCG@3", "CG") == []  # nothing to be told apart from
    disagreeing = pair_from_grades([3, 0, 0, 1, 1, 1], ["d4", "d5", "d1", "d6", "d2", "d3"])
    *_, (_, said) = reasons_with_texts(disagreeing, "nDCG@1", "AUC", "IDCG")
    assert said == "IDCG@1 is even: no document counts differently."


def test_pairs_name_the_document_that_changed_sides_with_most() -> None:
    """In A d2 and d3 stand above three relevant ones, in B d2 above none of them; RankingLoss is the better the lower it is."""
    found = pair_from_grades([3, 0, 0, 1, 1, 1], ["d4", "d5", "d1", "d6", "d2", "d3"])
    ((reason, said),) = reasons_with_texts(found, "nDCG@1", "AUC", "RankingLoss")
    assert (reason.winner, reason.fact) == ("second", RelevantPassed("d2", True, ("d4", "d5", "d6"), False))
    assert said == "AUC and RankingLoss are for B: in A d2, not relevant, stands above d4, d5 and d6; B has it below."


def test_pairs_with_an_unjudged_document_say_that_it_is() -> None:
    """Of the pairs of d1, d3 and d4 with d2 and d5, A has 4 of 6 right; B has all 3 with d5. Bpref reads d5 only."""
    found = pair_from_grades([3, None, 1, 1, 0], ["d3", "d4", "d1", "d5"])
    fact, said = only_reason(found, "nDCG@1", "AUC")
    assert fact == RelevantPassed("d2", False, ("d3", "d4"), True)
    assert said == "AUC is for B: in A d2, unjudged, stands above d3 and d4; B leaves it out."
    assert only_reason(found, "nDCG@1", "Bpref")[1].startswith("Bpref does not tell grade 3 from 1")


def test_what_a_list_retrieves_none_of_is_tied_and_no_longer_the_wrong_way_round() -> None:
    """Of seven pairs with d4, A has 3 right; B has 2, and half of each of the five that it retrieves neither document of."""
    first = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])
    fact, said = only_reason(pair_with_order(first, ["d1", "d3"]), "nDCG@6", "AUC")
    assert fact == RelevantPassed("d4", True, ("d5", "d6"), True)
    assert said == "AUC is for B: in A d4, not relevant, stands above d5 and d6; B leaves it out."
    # B retrieves neither d2 nor d3: half a pair, which is no gain where a tied one counts nothing.
    two = pair_from_grades([3, 0, 1, 0, 1], ["d5", "d1"])
    for tied_pair, above in (("half", ("d3", "d5")), ("lost", ("d5",))):
        fact, _ = only_reason(two, "nDCG@5", "AUC", tied_pair=tied_pair)
        assert fact == RelevantPassed("d2", True, above, True)


def test_tied_documents_stand_above_each_other_nowhere() -> None:
    """In A d3 is tied with d2, which is half a pair of four lost; in B it is above."""
    first = Ranking.from_grades([3, 0, 1, 0], scores=[9, 5, 5, 1])
    second = Ranking.from_grades([1, 3, 0, 0], scores=[9, 8, 1, 0], doc_ids=["d3", "d1", "d2", "d4"])
    fact, said = only_reason(pair_lists(first, second), "nDCG@1", "AUC")
    assert isinstance(fact, LargestEffects)
    assert said == "AUC is for B because of d3 (0.125), nDCG@1 for A because of d1 (1.000)."


def test_else_the_documents_with_the_largest_effects_are_named() -> None:
    """3 against 2 and 2: less than their sum, and more than what is left of it at ranks 2 and 3."""
    _, said = only_reason(pair_from_grades([3, 0, 0], ["d2", "d4", "d5"], [2, 2]), "DCG@3", "CG")
    assert said == "CG@3 is for B because of d4 and d5 (2 each), DCG@3 for A because of d1 (3.000)."


def test_what_makes_up_for_each_other_is_named() -> None:
    """2 and 1 against 1 and 2; and errors of 2 and 0 against 1 and 1, where what raises the value is for the other list."""
    _, said = only_reason(pair_from_grades([2, 1], ["d3", "d4"], [1, 2]), "DCG@2", "CG")
    assert said == "CG@2 is even: what helps A most is d1 (2), what helps B most d4 (2); all together cancels out."
    errors = pair_lists(Ranking.from_grades([3, 1], scores=[1, 1]), Ranking.from_grades([3, 1], scores=[2, 0]))
    _, said = only_reason(errors, "RMSE", "MAE")
    assert said == "MAE is even: what helps A most is d2 (0.500), what helps B most d1 (0.500); all together cancels out."


def test_of_very_many_documents_the_first_are_named() -> None:
    two = pair_from_grades([9, *[0] * 20], ["d2", *(f"d{number}" for number in range(22, 34))], [1] * 12)
    _, said = only_reason(two, "nDCG@13", "CG")
    assert "because of d22, d23, d24, d25, d26, d27, d28, d29, d30 and 3 more (1 each)" in said


def test_there_is_no_reason_where_nothing_is_to_be_compared() -> None:
    assert reasons_with_texts(pair_from_grades([0, 0], ["d2"]), "AP", "DCG", "RR") == []
    assert reasons_with_texts(pair_lists(PICTURED.first, PICTURED.first), "nDCG", "AP", "RR", "P", "AUC", "FN", "IDCG") == []


def test_a_metric_that_refuses_the_lists_has_no_reason() -> None:
    two = pair_from_grades([-1, 2], ["d2", "d1"])
    convention, raw = Convention(negative="error"), RawLists.from_rankings(two.lists)
    refused = InputError("negative_grade", "refused")
    traces: dict[str, Trace | InputError] = {"dcg": compute(METRICS["dcg"], raw, Convention(negative="keep")), "ap": refused}
    assert reasons(two, "dcg", ["dcg", "ap"], convention, traces) == ()
    assert reasons(two, "ap", ["dcg"], convention, traces) == ()


@pytest.mark.slow
@settings(max_examples=rounds(60))
@given(two_lists(), any_conventions(), st.sampled_from(sorted(METRICS)))
def test_whatever_differs_has_a_reason_and_a_sentence(
    lists: tuple[Ranking, Ranking], convention: Convention, main: str
) -> None:
    two = pair_lists(*lists)
    raw = RawLists.from_rankings(two.lists)
    traces = {key: compute(metric, raw, convention) for key, metric in METRICS.items()}
    changes = {key: effects(trace, two) for key, trace in traces.items()}
    listed = reasons(two, main, METRICS, convention, traces)
    told = [key for each in listed for key in each.metrics]
    assert len(told) == len(set(told))
    other = {key for key, each in changes.items() if each.winner and changes[main].winner not in ("", each.winner)}
    assert set(told) <= other
    for key in other - set(told):  # even, and nothing to be said of it
        assert changes[key].winner == "even"
        by_document = [each.effect for each in changes[key].by_document] or changes[key].by_place
        own = [] if METRICS[key].counted_pairs else by_document  # of pairs those that stay where they are may have some
        assert not any(abs(effect) > 1e-12 for effect in (*own, changes[key].rest, changes[key].base))
    units = {key: trace.unit for key, trace in traces.items()}
    for each in listed:
        for language in LANGUAGES:
            said = reason_text(each, changes[main], units, narrow(METRICS[main], convention), Texts(language))
            assert "{" not in said
