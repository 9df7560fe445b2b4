"""What is not judged: are the ends of a range those of all sets of grades, and the deciding judgments all there are?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import METRICS, Convention, Item, Ranking
from rankviz.compare.deciding_judgments import _Search, find_deciding
from rankviz.compare.unjudged_range import value_range
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.evaluation.evaluate import compute
from rankviz.evaluation.list_pair import ListPair, merge_pools, pair_with_order, winner
from tests.helpers.corpus import one_choice_away
from tests.helpers.long import rounds
from tests.helpers.strategies import conventions, rankings

EVERY_METRIC = pytest.mark.parametrize("metric", METRICS.values(), ids=list(METRICS))
PICTURED = pair_with_order(Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2]), ["d1", "d9", "d5", "d3", "d7", "d2"])


def unjudged_ids(ranking: Ranking) -> list[str]:
    return list(dict.fromkeys(item.doc_id for item in (*ranking.items, *ranking.missed) if item.grade is None))


def with_grades(ranking: Ranking, grades: dict[str, float]) -> Ranking:
    items, missed = (
        tuple(
            item._replace(grade=grades[item.doc_id]) if item.grade is None and item.doc_id in grades else item for item in each
        )
        for each in (ranking.items, ranking.missed)
    )
    return replace(ranking, items=items, missed=missed)


def values_of(metric: Metric, lists: Sequence[Ranking] | RawLists, convention: Convention) -> list[float]:
    trace = compute(metric, lists if isinstance(lists, RawLists) else RawLists.from_rankings(lists), convention)
    return np.where(trace.undefined, math.nan, trace.value).tolist()


@lru_cache(maxsize=64)
def all_judgments(ranking: Ranking, levels: tuple[float, ...]) -> tuple[list[dict[str, float]], RawLists]:
    """Every one of some grades for every document without one, and the lists with these grades."""
    names = unjudged_ids(ranking)
    sets = [dict(zip(names, grades, strict=True)) for grades in product(levels, repeat=len(names))]
    return sets, RawLists.from_rankings([with_grades(ranking, each) for each in sets])


def all_sets_of_grades(metric: Metric, ranking: Ranking, convention: Convention) -> tuple[list[dict[str, float]], RawLists]:
    """Every grade for every document, from 0 to the highest there is, and the lists."""
    return all_judgments(ranking, levels_of(metric, ranking, convention))


def levels_of(metric: Metric, ranking: Ranking, convention: Convention) -> tuple[float, ...]:
    """From 0 to the highest grade that occurs, at least 1, or to the top of the scale where one is given."""
    highest = max([1.0, *(item.grade for item in (*ranking.items, *ranking.missed) if item.grade is not None)])
    if metric.key == "err" and convention.err_stop == "scaled":
        highest = convention.err_max or highest
    return tuple(map(float, range(int(highest) + 1)))


UNPROVED = ("gain_falls", "stop_over_1")


def check_range(metric: Metric, ranking: Ranking, convention: Convention) -> str:
    """Compare a range with all sets of grades; the reason why there is none."""
    found = value_range(metric, ranking, convention)
    if found.reason in UNPROVED:
        return found.reason
    sets, lists = all_sets_of_grades(metric, ranking, convention)
    values = values_of(metric, lists, convention)
    expected = [each for each in values if not math.isnan(each)]
    if found.reason:
        assert (found.reason, expected) == ("undefined", [])
        return found.reason
    assert (found.low, found.high) == pytest.approx((min(expected), max(expected)), rel=1e-12, abs=1e-13)
    ends = [values[sets.index(dict(each))] for each in (found.lowest, found.highest)]
    assert ends == pytest.approx([found.low, found.high], rel=1e-12, abs=1e-13)
    return ""


GRADES = (None, None, 0.0, 1.0, 2.0, 3.0)


def rankings_with_unjudged(most: int, duplicates: bool = False) -> st.SearchStrategy[Ranking]:
    drawn = rankings(grades=GRADES, max_length=6, max_missed=2, duplicates=duplicates)
    return drawn.filter(lambda ranking: 1 <= len(unjudged_ids(ranking)) <= most)


@pytest.mark.slow
@EVERY_METRIC
@settings(max_examples=rounds(10))
@given(data=st.data())
def test_a_range_ends_where_all_sets_of_grades_end(metric: Metric, data: st.DataObject) -> None:
    check_range(metric, data.draw(rankings_with_unjudged(3)), data.draw(conventions(metric, raising=False)))


LISTS = [
    Ranking.from_grades([0, None, 2, None, 1], missed=[3]),
    Ranking.from_grades([None, 1, None, 0, None], missed=[0], scores=[5, 4, 4, 3, 2]),
    Ranking((Item("a", None), Item("b", 2.0), Item("c", None)), (Item("d", None), Item("e", 1.0))),
    Ranking((Item("a", None, 2.0), Item("b", 0.0, 2.0), Item("c", None, 2.0), Item("d", 1.0, 1.0)), (Item("e", None),)),
]


@pytest.mark.slow
@EVERY_METRIC
def test_under_every_option_a_range_ends_where_all_sets_of_grades_end(metric: Metric) -> None:
    refused = set()
    cutoffs = (None, 2) if "cutoff" in metric.uses else (None,)
    away = dict.fromkeys(replace(each, cutoff=k) for each in one_choice_away(metric) for k in cutoffs)
    for number, chosen in enumerate(away):
        for ranking in (LISTS[number % len(LISTS)], LISTS[(number + 1) % len(LISTS)]):
            if check_range(metric, ranking, chosen) in UNPROVED:
                refused.add((chosen.gain, chosen.err_stop))
    assert refused <= {("table", "scaled"), ("formula", "scaled"), ("linear", "probability")}


def test_what_is_not_proved_gets_no_range_and_can_indeed_be_elsewhere() -> None:
    falls = Convention(gain="table", gain_table="0:0, 1:5, 2:1", cutoff=1)
    found = value_range(METRICS["dcg"], Ranking.from_grades([None, 2, None]), falls)
    assert (found.reason, math.isnan(found.low), math.isnan(found.high)) == ("gain_falls", True, True)
    over = value_range(METRICS["err"], Ranking.from_grades([None, 3]), Convention(err_stop="probability"))
    assert over.reason == "stop_over_1"
    rises = Convention(gain="table", gain_table="0:0, 1:1, 2:5")
    assert value_range(METRICS["dcg"], Ranking.from_grades([None, 2]), rises).reason == ""


@pytest.mark.parametrize("answer", ["formula", "0", "1", "nan", "skip"])
def test_an_answer_for_nothing_relevant_leaves_no_grade_out(answer: str) -> None:
    first_and_missed = Ranking((Item("d1"),), (Item("d2", 2.0),))
    unknown = Convention(unretrieved="invisible", no_relevant=answer)
    expected = (0.0, 2.0) if answer == "formula" else (1.0, 2.0)  # where d1 is 0 nothing is relevant, and DCG is undefined
    found = value_range(METRICS["dcg"], first_and_missed, unknown)
    assert (found.low, found.high) == expected
    graded = Convention(rbp_gain="graded", rbp_p=0.5, unretrieved="invisible", no_relevant=answer)
    found = value_range(METRICS["rbp"], first_and_missed, graded)
    assert (found.low, found.high) == (expected[0] / 2, expected[1] / 2)
    falls = Convention(gain="table", gain_table="0:0, 1:5, 2:1", cutoff=1, no_relevant=answer)
    assert value_range(METRICS["dcg"], Ranking.from_grades([None, 2, None]), falls).reason == "gain_falls"


def test_an_answer_for_nothing_relevant_leaves_no_deciding_grade_out() -> None:
    # DCG@1 of A is 2, of B the gain of d3: with the table only grade 1 beats 2.
    pair = pair_with_order(Ranking.from_grades([3, 1, None]), ["d3", "d1", "d2"])
    choices = Convention(gain="table", gain_table="0:0, 1:3, 2:1, 3:2", cutoff=1, no_relevant="0")
    deciding = find_deciding(METRICS["dcg"], pair, choices)
    assert [(each.judgments, each.winner) for each in deciding.single] == [((("d3", 1.0),), "second")]


@pytest.mark.parametrize("metric", ["ndcg", "dcg", "idcg"])
@pytest.mark.parametrize("ties", ["input_order", "optimistic", "average"])
@pytest.mark.parametrize("discount", ["1/i", "max(1, 4-i)"])
def test_where_a_discount_falls_the_ends_are_where_all_sets_of_grades_end(metric: str, ties: str, discount: str) -> None:
    falls = Convention(discount="formula", discount_formula=discount)
    chosen = falls if metric == "idcg" else replace(falls, ties=ties)
    for ranking in (*LISTS, Ranking.from_grades([None, None])):
        check_range(METRICS[metric], ranking, chosen)


def test_the_ends_are_not_where_all_are_alike() -> None:
    # A high grade far down raises the ideal more than the sum.
    found = value_range(METRICS["ndcg"], PICTURED.first, Convention(cutoff=6))
    assert (round(found.low, 3), round(found.high, 3)) == (0.748, 0.785)
    assert (found.lowest, found.highest) == ((("d9", 3.0),), (("d9", 0.0),))


def test_relevance_alone_needs_two_grades_and_many_documents_need_little() -> None:
    ranking = Ranking.from_grades([*[None] * 300, 3, 1])
    found = value_range(METRICS["ap"], ranking, Convention())
    assert (found.tried, found.reason) == (301, "")
    assert value_range(METRICS["ndcg"], ranking, Convention()).reason == "many"
    alike = value_range(METRICS["ndcg"], Ranking.from_grades([*[None] * 10, 3]), Convention())
    assert alike.tried == math.comb(10 + 3, 3)


def test_without_unjudged_documents_both_ends_are_the_value() -> None:
    found = value_range(METRICS["rr"], Ranking.from_grades([0, 1]), Convention())
    assert (found.low, found.high, found.lowest, found.tried) == (0.5, 0.5, (), 1)


# ---------------------------------------------------------------------------------------------------------------------------
# Deciding judgments


def pairs(most: int) -> st.SearchStrategy[ListPair]:
    drawn = rankings(grades=GRADES, max_length=4, max_missed=1, duplicates=False)
    return (
        st.tuples(drawn, drawn)
        .map(lambda both: merge_pools(*both)[0])
        .filter(lambda pair: len(unjudged_ids(pair.first)) <= most)
    )


def winner_with(metric: Metric, pair: ListPair, convention: Convention, grades: dict[str, float]) -> str:
    first, second = (values_of(metric, [with_grades(each, grades)], convention)[0] for each in pair.lists)
    return "" if math.isnan(first + second) else winner(metric, first, second)


def deciding_sets(
    metric: Metric, pair: ListPair, convention: Convention, present: str, size: int
) -> set[tuple[tuple[str, float], ...]]:
    """All sets of so many judgments that make another list win, tried one by one."""
    levels = levels_of(metric, pair.first, convention)
    names = unjudged_ids(pair.first)
    some = product([None, *levels], repeat=len(names))
    sets = [{name: grade for name, grade in zip(names, each, strict=True) if grade is not None} for each in some]
    others = {"first", "second"} - {present}
    return {tuple(each.items()) for each in sets if len(each) == size and winner_with(metric, pair, convention, each) in others}


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["ndcg", "err", "dcg", "rmse"])
@settings(max_examples=rounds(12))
@given(data=st.data())
def test_the_deciding_judgments_are_all_there_are(metric: str, data: st.DataObject) -> None:
    pair = data.draw(pairs(3))
    convention = Convention(cutoff=data.draw(st.sampled_from([None, 2])) if "cutoff" in METRICS[metric].uses else None)
    found = find_deciding(METRICS[metric], pair, convention)
    assert found.winner == winner_with(METRICS[metric], pair, convention, {})
    assert {*found.documents} == {*unjudged_ids(pair.first)}
    if not found.winner:
        return
    single = deciding_sets(METRICS[metric], pair, convention, found.winner, 1)
    assert {each.judgments for each in found.single} == single
    if single:
        return
    two = deciding_sets(METRICS[metric], pair, convention, found.winner, 2)
    assert {each.judgments for each in found.pairs} == two
    if not two:
        whole = deciding_sets(METRICS[metric], pair, convention, found.winner, len(found.documents))
        assert (found.any_set is None, found.is_certain) == ((not whole), not whole)
    if found.any_set:
        assert (
            winner_with(METRICS[metric], pair, convention, dict(found.any_set.judgments))
            == found.any_set.winner
            != found.winner
        )


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["cg", "dcg", "ndcg", "rbp", "precision", "tp"])
@settings(max_examples=rounds(12))
@given(data=st.data())
def test_judging_each_document_by_itself_finds_what_all_sets_find(metric: str, data: st.DataObject) -> None:
    pair = data.draw(pairs(4))
    convention = Convention(
        cutoff=data.draw(st.sampled_from([2, 3])), gain=data.draw(st.sampled_from(["linear", "exponential"]))
    )
    search = _Search(METRICS[metric], pair, convention)
    present = winner_with(METRICS[metric], pair, convention, {})
    if not present or not search.documents:
        return
    found, certain = search.find_by_sums(present)
    everything, _ = all_sets_of_grades(METRICS[metric], pair.first, convention)
    turned = [each for each in everything if winner_with(METRICS[metric], pair, convention, each) not in ("", "even", present)]
    assert (found is not None, certain) == (bool(turned), not turned)
    if found:
        assert winner_with(METRICS[metric], pair, convention, dict(found.judgments)) == found.winner != present
        # 0 is what an unjudged document counts as, and changes nothing.
        assert len(found.judgments) == min(sum(grade > 0 for grade in each.values()) for each in turned)


@pytest.mark.parametrize(
    ("metric", "choices"),
    [
        ("ap", {}),
        ("bpref", {}),
        ("err", {}),
        ("rr", {}),
        ("ndcg", {"ideal": "retrieved"}),
        ("ndcg", {"unjudged": "skip"}),
        ("dcg", {"ties": "optimistic"}),
    ],
)
def test_where_a_document_does_not_add_by_itself_nothing_is_claimed(metric: str, choices: dict[str, object]) -> None:
    pair = pair_with_order(Ranking.from_grades([2, None, 1, 0]), ["d4", "d9", "d1"])
    search = _Search(METRICS[metric], pair, Convention(**choices))  # type: ignore[arg-type]
    assert search.find_by_sums("first") == (None, False)


def test_the_document_that_decides_is_named_with_its_grades() -> None:
    found = find_deciding(METRICS["ndcg"], PICTURED, Convention(cutoff=6))
    assert (found.winner, found.documents) == ("first", ("d9",))
    assert [(each.judgments, each.winner) for each in found.single] == [
        ((("d9", grade),), "second") for grade in (1.0, 2.0, 3.0)
    ]


def test_many_unjudged_documents_are_decided_by_sums_or_not_at_all() -> None:
    grades = [3, 3, 3, *[None] * 30]
    names = [f"d{i}" for i in range(1, 34)]
    pair = pair_with_order(Ranking.from_grades(grades), [*names[3:], *names[:3]])
    found = find_deciding(METRICS["dcg"], pair, Convention(cutoff=3))
    assert (found.winner, found.single, found.pairs, found.is_certain) == ("first", (), (), True)
    unclear = find_deciding(METRICS["ap"], pair, Convention(cutoff=3))
    assert (unclear.winner, unclear.single, unclear.any_set, unclear.is_certain) == ("first", (), None, False)
    assert unclear.size == 2


@pytest.mark.parametrize("further", [1, 40])
def test_no_judgment_is_named_that_is_not_needed(further: int) -> None:
    # DCG@3 of A is 2 + 2/log2 3 + 1/2 = 3.762; B has 3.262 at most with two of its first three judged 2, and 4.262 with all.
    names = [f"d{i}" for i in range(1, 7 + further)]
    pair = pair_with_order(Ranking.from_grades([2, 2, 1, *[None] * (3 + further)]), [*names[3:], *names[:3]])
    found = find_deciding(METRICS["dcg"], pair, Convention(cutoff=3)).any_set
    assert found
    assert {*found.judgments} == {("d4", 2.0), ("d5", 2.0), ("d6", 2.0)}
    assert found.winner == "second"


def test_what_could_not_be_tried_is_not_said_to_have_been() -> None:
    names = [f"d{i}" for i in range(1, 603)]
    for count, size in ((100, 1), (600, 0)):
        pair = pair_with_order(Ranking.from_grades([9, 8, 7, *[None] * (count - 3)]), names[:count][::-1])
        found = find_deciding(METRICS["err"], pair, Convention(cutoff=3))
        assert (found.single, found.any_set, found.is_certain, found.size) == ((), None, False, size)
