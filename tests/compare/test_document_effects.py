"""Two orders of the same documents: their common pool, and effects that add up to the difference."""

from __future__ import annotations

from math import fsum, isnan, log2, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import METRICS, Convention, InputError, Item, Ranking, evaluate
from rankviz.compare.document_effects import Effects, effects
from rankviz.compare.linear_form import linear_form
from rankviz.compare.loss_to_ideal import loss_to_ideal
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.measures import parse_measure
from rankviz.evaluation.evaluate import compute, narrow
from rankviz.evaluation.list_pair import ListPair, ideal_order, kept_grades_notice, merge_pools, pair_lists, pair_with_order
from tests.helpers.long import rounds
from tests.helpers.strategies import ANY_GRADES, ODD_IDS, SCORES, conventions, rankings

A = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])
B = ("d1", "d9", "d5", "d3", "d7", "d2")
PICTURED = pair_with_order(A, B)
NAMES = (*(f"d{number}" for number in range(1, 9)), *ODD_IDS)


@st.composite
def two_lists(draw: st.DrawFn, *, copies: bool = True, alike_scored: bool = False) -> tuple[Ranking, Ranking]:
    """Two lists of a few documents, each with one grade; some stand in both, in one, or are missed by either."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=10))
    grades = {name: draw(st.sampled_from(ANY_GRADES)) for name in names}
    scored = draw(st.booleans()) if alike_scored else None

    def draw_list() -> Ranking:
        twice = copies and draw(st.integers(0, 3)) == 0
        shown = draw(st.lists(st.sampled_from(names), max_size=10, unique=not twice)) if names else []
        points = draw(st.booleans()) if scored is None else scored
        items = tuple(Item(name, grades[name], draw(st.sampled_from(SCORES)) if points else None) for name in shown)
        rest = [name for name in names if name not in shown]
        hidden = draw(st.lists(st.sampled_from(rest), unique=True)) if rest else []
        return Ranking(items, tuple(Item(name, grades[name]) for name in hidden))

    return draw_list(), draw_list()


def grades_of(ranking: Ranking) -> dict[str, float | None]:
    return {item.doc_id: item.grade for item in (*ranking.items, *ranking.missed)}


@given(two_lists())
def test_both_lists_of_a_pair_have_all_documents_with_the_same_grades(lists: tuple[Ranking, Ranking]) -> None:
    found = pair_lists(*lists)
    assert grades_of(found.first) == grades_of(found.second) == {**grades_of(lists[0]), **grades_of(lists[1])}
    for before, after in zip(lists, found.lists, strict=True):
        assert after.items == before.items
    assert [item.doc_id for item in found.pool] == list(grades_of(found.first))


@pytest.mark.slow
@given(two_lists(), st.sampled_from(sorted(METRICS)))
def test_documents_that_nobody_judged_change_no_value_where_they_are_missed(lists: tuple[Ranking, Ranking], key: str) -> None:
    alone = lists[0]
    unjudged = Ranking(tuple(Item(f"new {number}") for number in range(3)))
    name = METRICS[key].name
    convention = {"negative": "zero"}
    assert evaluate(name, pair_lists(alone, unjudged).first, **convention) == pytest.approx(
        evaluate(name, alone, **convention), rel=0, abs=0, nan_ok=True
    )


def test_a_grade_that_one_list_has_is_the_documents() -> None:
    found = pair_lists(Ranking((Item("a"), Item("b", 1))), Ranking((Item("c", 2),), (Item("a", 3),)))
    assert [item.grade for item in found.first.items] == [3, 1]
    assert found.first.missed == (Item("c", 2),)
    assert found.second.missed == (Item("a", 3), Item("b", 1))


def test_different_grades_of_one_document_are_named_and_how_many_more() -> None:
    first = Ranking.from_grades([3, 2, 1, 0, None])
    second = Ranking.from_grades([2, 2, 0, 1, 5], doc_ids=["d1", "d2", "d3", "d4", "d5"])
    with pytest.raises(InputError, match=r'"d1" \(3 ≠ 2\), "d3" \(1 ≠ 0\), "d4" \(0 ≠ 1\)\. Each needs') as caught:
        pair_lists(first, second)
    assert caught.value.key == "judgments_differ"
    kept, differing = merge_pools(first, second)
    assert [item.grade for item in kept.second.items] == [3, 2, 1, 0, 5]
    assert kept.first.items[:4] == first.items[:4]
    assert kept_grades_notice(differing).where["named"] == '"d1" (3 ≠ 2), "d3" (1 ≠ 0), "d4" (0 ≠ 1)'
    four = merge_pools(first, Ranking.from_grades([2, 1, 0, 1]))[1]
    assert str(kept_grades_notice(four)).endswith('"d3" (1 ≠ 0) (+1). The first of the two was kept, in both lists.')


def test_a_document_graded_differently_twice_in_one_list_is_named_too() -> None:
    with pytest.raises(InputError, match=r'"a" \(2 ≠ 1\)'):
        pair_lists(Ranking((Item("a", 2), Item("a", 1))), Ranking.from_grades([1]))


def test_an_order_by_ids_takes_its_grades_from_the_list() -> None:
    found = pair_with_order(A, B)
    assert [item.grade for item in found.second.items] == [3, None, 1, 3, 3, 2]
    assert [item.doc_id for item in found.second.missed] == ["d4", "d6", "d8"]
    assert found.first.items == A.items
    assert found.first.missed == (*A.missed, Item("d9"))
    assert found == pair_lists(found.first, found.second)
    assert found.swap().swap() == found


def test_the_ideal_order_is_by_gain_and_else_as_the_list_stands() -> None:
    assert ideal_order(A, Convention()) == ("d1", "d3", "d7", "d2", "d6", "d8", "d5", "d4")
    binary = ideal_order(A, Convention(gain="binary"))
    assert binary == ("d1", "d2", "d3", "d5", "d6", "d7", "d8", "d4")
    assert ideal_order(Ranking((Item("a", -1), Item("b"), Item("c", 0))), Convention()) == ("a", "c")
    assert ideal_order(Ranking((Item("a", -1), Item("c", 0))), Convention(negative="keep")) == ("c", "a")


# ---------------------------------------------------------------------------------------------------------------------------
# Effects

EVERY_METRIC = pytest.mark.parametrize("metric", METRICS.values(), ids=list(METRICS))


def effects_of(metric: Metric, found: ListPair, convention: Convention) -> Effects:
    return effects(compute(metric, RawLists.from_rankings(found.lists), convention), found)


def is_close(found: float, expected: float, *sizes: float) -> bool:
    """Whether two numbers are the same to twelve digits of what they come from; nothing is the same as NaN."""
    return abs(found - expected) <= 1e-12 * max(1.0, *map(abs, sizes))


def effects_by_id(found: Effects) -> dict[str, float]:
    return {each.doc_id: each.effect for each in found.by_document}


@pytest.mark.slow
@EVERY_METRIC
@settings(max_examples=rounds(25))
@given(st.data())
def test_effects_add_up_to_the_difference(metric: Metric, data: st.DataObject) -> None:
    convention = data.draw(conventions(metric, raising=False))
    two = pair_lists(*data.draw(two_lists()))
    found = effects_of(metric, two, convention)
    values = [compute(metric, RawLists.from_rankings([each]), convention) for each in two.lists]
    assert found.undefined == tuple(bool(each.undefined[0]) for each in values)
    if any(found.undefined):
        assert (found.by_document, found.by_place, found.winner) == ((), (), "")
        assert isnan(found.difference)
        return
    first, second = (float(each.value[0]) for each in values)
    sums = [found.by_place, *([each.effect for each in found.by_document] for _ in [0] if found.axis == "list")]
    for parts in sums:
        assert is_close(fsum(parts) + found.rest + found.base, second - first, first, second)
    for each in found.by_document:
        if each.terms[0] == each.terms[1]:
            assert each.effect == 0
        if each.own is not None and each.others is not None:
            assert is_close(each.own + each.others, each.effect, first, second)
            assert None not in each.ranks or each.others == 0


@pytest.mark.slow
@EVERY_METRIC
@settings(max_examples=rounds(6))
@given(st.data())
def test_the_other_way_round_every_effect_turns(metric: Metric, data: st.DataObject) -> None:
    convention = data.draw(conventions(metric, raising=False))
    two = pair_lists(*data.draw(two_lists()))
    there, back = effects_of(metric, two, convention), effects_of(metric, two.swap(), convention)
    assert effects_by_id(back) == {name: -effect for name, effect in effects_by_id(there).items()}
    assert [*back.by_place] == [-effect for effect in there.by_place]
    assert (back.rest, back.base) == (-there.rest, -there.base)
    turned = {"first": "second", "second": "first"}
    assert back.winner == turned.get(there.winner, there.winner)


@pytest.mark.slow
@EVERY_METRIC
@settings(max_examples=rounds(6))
@given(st.data())
def test_against_itself_a_list_has_no_effects(metric: Metric, data: st.DataObject) -> None:
    alone = data.draw(two_lists())[0]
    found = effects_of(metric, pair_lists(alone, alone), data.draw(conventions(metric, raising=False)))
    assert [effect for effect in (*effects_by_id(found).values(), *found.by_place, found.rest, found.base) if effect != 0] == []
    assert found.winner == ("" if found.undefined[0] else "even")


def with_other_ids(ranking: Ranking) -> Ranking:
    """Other names in the same order, as ties may be settled by names."""
    items, missed = (
        tuple(each._replace(doc_id=f"x{each.doc_id}") for each in part) for part in (ranking.items, ranking.missed)
    )
    return Ranking(items, missed)


@pytest.mark.slow
@EVERY_METRIC
@settings(max_examples=rounds(6))
@given(st.data())
def test_names_of_documents_are_names_only(metric: Metric, data: st.DataObject) -> None:
    convention = data.draw(conventions(metric, raising=False))
    lists = data.draw(two_lists())
    before = effects_of(metric, pair_lists(*lists), convention)
    after = effects_of(metric, pair_lists(*map(with_other_ids, lists)), convention)
    assert after.by_document == tuple(each._replace(doc_id=f"x{each.doc_id}") for each in before.by_document)
    assert (after.values, after.by_place) == (before.values, before.by_place) or any(before.undefined)


@pytest.mark.slow
@EVERY_METRIC
@settings(max_examples=rounds(10))
@given(st.data())
def test_a_value_is_its_terms_and_the_rest_over_a_denominator(metric: Metric, data: st.DataObject) -> None:
    convention = data.draw(conventions(metric, raising=False))
    trace = compute(metric, RawLists.from_rankings(data.draw(st.lists(rankings(), min_size=1, max_size=3))), convention)
    found = linear_form(trace)
    for row in np.flatnonzero(~trace.undefined):
        above, below, value = found.numerator[row], found.denominator[row], trace.value[row]
        assert is_close(fsum(found.terms[row]) + found.rest[row], above, above, found.rest[row])
        assert is_close(above / below, value**2 if found.is_root else value, value, value**2)


def effects_on(measure: str, found: ListPair = PICTURED, **choices: object) -> Effects:
    parsed = parse_measure(measure)
    return effects_of(parsed.metric, found, Convention().with_choices({**choices, **parsed.choices}))


def test_the_pictured_pair_has_the_pictured_effects() -> None:
    """Grades over log2(rank + 1) as typed off the two lists, over the sum of the best six of 3 3 3 2 2 2 1 0."""
    ideal = 3 + 3 / log2(3) + 3 / 2 + 2 / log2(5) + 2 / log2(6) + 2 / log2(7)
    expected = {
        "d1": 0.0,
        "d2": 2 / log2(7) - 2 / log2(3),
        "d3": 3 / log2(5) - 3 / 2,
        "d4": 0.0,
        "d5": 1 / 2 - 1 / log2(6),
        "d6": -2 / log2(7),
        "d7": 3 / log2(6),
        "d8": 0.0,
        "d9": 0.0,
    }
    found = effects_on("nDCG@6")
    assert effects_by_id(found) == pytest.approx({name: effect / ideal for name, effect in expected.items()}, abs=1e-15)
    assert [f"{effects_by_id(found)[name]:.3f}" for name in ("d2", "d3", "d5", "d6", "d7")] == [
        "-0.063", "-0.024", "0.013", "-0.082", "0.133",
    ]  # fmt: skip
    assert f"{found.difference:.3f}" == "-0.022"
    assert (found.rest, found.base, found.winner) == (0, 0, "first")
    assert [f"{effect:.3f}" for effect in found.by_place] == ["0.000", "-0.144", "-0.114", "0.148", "0.089", "0.000"]


def test_average_precision_tells_a_move_from_the_moves_above() -> None:
    """d5 has 4 hits at rank 5 in A and 2 at rank 3 in B; 7 documents are relevant."""
    found = {each.doc_id: each for each in effects_on("AP@6").by_document}
    d5 = found["d5"]
    assert d5.effect == pytest.approx((2 / 3 - 4 / 5) / 7)
    assert d5.own == pytest.approx((1 / 3 - 1 / 5) * 3 / 7)
    assert d5.others == pytest.approx((2 - 4) * (1 / 3 + 1 / 5) / 2 / 7)
    assert [f"{part:.3f}" for part in (d5.effect, d5.own, d5.others)] == ["-0.019", "0.057", "-0.076"]
    assert (found["d1"].own, found["d1"].others) == (0, 0)
    assert [found["d6"].own, found["d7"].own] == pytest.approx([-5 / 6 / 7, 4 / 5 / 7])
    assert (found["d6"].others, found["d7"].others) == (0, 0)


def test_reciprocal_rank_is_the_doing_of_one_document_in_each_list() -> None:
    assert set(effects_by_id(effects_on("RR@6")).values()) == {0.0}
    two = pair_with_order(Ranking.from_grades([0, 1, 0, 1]), ["d1", "d3", "d4", "d2"])
    assert effects_by_id(effects_on("RR", two)) == {"d1": 0, "d2": -1 / 2, "d3": 0, "d4": pytest.approx(1 / 3)}


def test_expected_reciprocal_rank_tells_a_move_from_the_moves_above() -> None:
    """Stopping at grade 3 has probability 7/8, at grade 1 1/8; d2 moves from rank 2 to 3, one more reader in eight gone."""
    two = pair_with_order(Ranking.from_grades([1, 3, 3]), ["d1", "d3", "d2"])
    d2, d3 = effects_on("ERR", two).by_document[1:]
    reach = 7 / 8
    assert d2.effect == pytest.approx(reach / 8 * 7 / 8 / 3 - reach * 7 / 8 / 2)
    assert d2.own == pytest.approx((1 / 3 - 1 / 2) * (reach * 7 / 8 + reach / 8 * 7 / 8) / 2)
    assert d3.effect == pytest.approx(-d2.effect)


def test_another_ideal_is_the_base_and_no_documents_doing() -> None:
    """Of the retrieved documents A has the ideal 3 3 2 2 1 0 and B 3 3 3 2 1 ?; each sum is divided half by either."""
    sums = 3 + 2 / log2(3) + 3 / 2 + 1 / log2(6) + 2 / log2(7), 3 + 1 / 2 + 3 / log2(5) + 3 / log2(6) + 2 / log2(7)
    ideals = 3 + 3 / log2(3) + 2 / 2 + 2 / log2(5) + 1 / log2(6), 3 + 3 / log2(3) + 3 / 2 + 2 / log2(5) + 1 / log2(6)
    found = effects_on("nDCG@6", ideal="retrieved")
    assert found.denominators == pytest.approx(ideals)
    moves = (sums[1] - sums[0]) * (1 / ideals[0] + 1 / ideals[1]) / 2
    assert fsum(effects_by_id(found).values()) == pytest.approx(moves)
    assert found.base == pytest.approx((sums[0] + sums[1]) / 2 * (1 / ideals[1] - 1 / ideals[0]))
    assert [f"{part:.3f}" for part in (moves, found.base, found.difference)] == ["-0.027", "-0.062", "-0.089"]


def test_interpolated_precision_is_compared_level_by_level() -> None:
    """A has precision 1 up to recall 3/7, B only up to 1/7, then 5/6 as A has later: three of eleven levels lose 1/6."""
    found = effects_on("IPrec11")
    lost = pytest.approx(-1 / 6 / 11)
    assert found.axis == "level"
    assert [*found.by_place] == [0, 0, lost, lost, lost, 0, 0, 0, 0, 0, 0]
    assert found.by_document == ()


def test_counts_are_the_doing_of_what_they_count_and_the_length_is_the_rest() -> None:
    """B is one entry longer, which nobody judged, and has one hit less: of 5 and then 6 documents 3 and 2 are placed right."""
    two = pair_with_order(Ranking.from_grades([1, 0, 1, 0, 0]), ["d1", "d2", "d4", "d3", "d5", "d9"])
    false_positives = effects_on("FP@3", two)
    assert (effects_by_id(false_positives)["d3"], effects_by_id(false_positives)["d4"], false_positives.rest) == (0, 1, 0)
    assert false_positives.winner == "first"
    accuracy = effects_on("Accuracy@3", two)
    assert accuracy.values == (4 / 5, 3 / 6)
    # d3 is a hit less; d4, not relevant, is now inside the cutoff: each is on the wrong side instead of the right one.
    assert effects_by_id(accuracy)["d3"] == effects_by_id(accuracy)["d4"] == pytest.approx(-(1 / 5 + 1 / 6) / 2)
    assert accuracy.rest == pytest.approx((1 / 5 + 1 / 6) / 2)
    assert accuracy.base == pytest.approx((4 + 3) / 2 * (1 / 6 - 1 / 5))


def test_a_root_is_taken_apart_by_the_sum_of_both_roots() -> None:
    """Errors 1 and 1 against 3 and 1: RMSE is 1 and the root of 5."""
    first = Ranking.from_grades([3, 1], scores=[4, 0])
    two = pair_lists(first, Ranking.from_grades([3, 1], scores=[6, 0]))
    found = effects_on("RMSE", two)
    assert found.values == pytest.approx((1, sqrt(5)))
    assert effects_by_id(found) == {"d1": pytest.approx((9 - 1) / 2 / (1 + sqrt(5))), "d2": 0}
    assert (found.rest, found.base, found.winner) == (0, 0, "first")


def test_f_measures_count_each_hit_with_their_factor() -> None:
    """One hit more, over 3 shown and 2 relevant: 2/5 for F1, (1 + 4)/(4 · 2 + 3) for beta 2."""
    two = pair_with_order(Ranking.from_grades([0, 1, 0, 1]), ["d2", "d4", "d1", "d3"])
    assert effects_by_id(effects_on("F1@3", two))["d4"] == pytest.approx(2 / 5)
    assert effects_by_id(effects_on("FBeta(beta=2)@3", two))["d4"] == pytest.approx(5 / 11)
    assert effects_by_id(effects_on("RBP(p=0.8)", two))["d2"] == pytest.approx(0.2 * (1 - 0.8))


def test_sums_that_are_too_large_to_be_added_up_are_compared() -> None:
    found = effects_on("DCG", pair_with_order(Ranking.from_grades([1023, 0]), ["d1"]), gain="exponential")
    assert (found.values, found.base, found.winner) == ((2.0**1023, 2.0**1023), 0, "even")


def test_where_a_value_is_undefined_there_is_nothing_to_compare() -> None:
    found = effects_on("AP", pair_lists(Ranking.from_grades([0, 0]), Ranking.from_grades([0], doc_ids=["d9"])))
    assert (found.undefined, found.by_document, found.by_place, found.winner) == ((True, True), (), (), "")
    found = effects_on("RMSE", pair_lists(Ranking.from_grades([1], scores=[2]), Ranking.from_grades([1])))
    assert found.undefined == (False, True)
    assert isnan(found.difference)


# ---------------------------------------------------------------------------------------------------------------------------
# Against the best order


def test_the_pictured_lists_lose_at_the_pictured_ranks() -> None:
    """The best six of 3 3 3 2 2 2 1 0 less 3 2 3 0 1 2, and less 3 ? 1 3 3 2."""
    ideal = 3 + 3 / log2(3) + 3 / 2 + 2 / log2(5) + 2 / log2(6) + 2 / log2(7)
    for ranking, less, whole in (
        (PICTURED.first, (0, 1, 0, 2, 1, 0), "0.215"),
        (PICTURED.second, (0, 3, 2, -1, -1, 0), "0.237"),
    ):
        found = loss_to_ideal(METRICS["ndcg"], ranking, Convention(cutoff=6))
        assert found is not None
        expected = [missing / log2(rank + 1) / ideal for rank, missing in enumerate(less, 1)]
        assert [*found.by_rank[:6]] == pytest.approx(expected, abs=1e-15)
        assert not any(found.by_rank[6:])
        assert f"{found.total:.3f}" == whole


@pytest.mark.parametrize(
    "choices", [{"ideal": "retrieved"}, {"ideal": "k_ones", "cutoff": 3}, {"ideal_discount": "none"}, {"negative": "keep"}]
)
def test_an_ideal_of_its_own_is_taken_as_it_is(choices: dict[str, object]) -> None:
    ranking = Ranking.from_grades([0, 2, None, -1, 1], missed=[3, -2])
    found = loss_to_ideal(METRICS["ndcg"], ranking, Convention().with_choices(choices))
    assert found is not None
    assert fsum(found.by_rank) == pytest.approx(1 - evaluate("nDCG", ranking, **choices))


@pytest.mark.slow
@EVERY_METRIC
@settings(max_examples=rounds(6))
@given(st.data())
def test_what_is_lost_at_ranks_is_what_is_missing_to_the_best_order(metric: Metric, data: st.DataObject) -> None:
    convention = data.draw(conventions(metric, raising=False))
    ranking = pair_lists(*data.draw(two_lists(copies=False))).first
    found = loss_to_ideal(metric, ranking, convention)
    if found is None:
        return
    assert is_close(fsum(found.by_rank), found.total, found.total)
    value = float(compute(metric, RawLists.from_rankings([ranking]), convention).value[0])
    if metric.key != "ndcg":
        best = pair_with_order(ranking, ideal_order(ranking, narrow(metric, convention))).second
        assert is_close(value + found.total, float(compute(metric, RawLists.from_rankings([best]), convention).value[0]), value)


def test_nothing_is_lost_where_there_is_no_best_order_or_no_value() -> None:
    ranking = Ranking.from_grades([1, 0])
    assert loss_to_ideal(METRICS["fp"], ranking, Convention()) is None
    assert loss_to_ideal(METRICS["ap"], Ranking.from_grades([0]), Convention()) is None
    assert loss_to_ideal(METRICS["ndcg"], Ranking.from_grades([0]), Convention()) is None
    assert loss_to_ideal(METRICS["iprec11"], ranking, Convention()) is None
