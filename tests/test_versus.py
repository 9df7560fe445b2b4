"""Two orders of the same documents: their common pool, and effects that add up to the difference."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankviz import METRICS, Convention, InputError, Item, Ranking, evaluate
from rankviz.versus.pair import ideal_order, joined, kept_grades, ordered, pair
from tests.strategies import ANY_GRADES, ODD_IDS, SCORES

A = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])
B = ("d1", "d9", "d5", "d3", "d7", "d2")
NAMES = (*(f"d{number}" for number in range(1, 9)), *ODD_IDS)


@st.composite
def two_lists(draw: st.DrawFn, *, copies: bool = True, alike_scored: bool = False) -> tuple[Ranking, Ranking]:
    """Two lists of a few documents, each with one grade; some stand in both, in one, or are missed by either."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=10))
    grades = {name: draw(st.sampled_from(ANY_GRADES)) for name in names}
    scored = draw(st.booleans()) if alike_scored else None

    def some() -> Ranking:
        twice = copies and draw(st.integers(0, 3)) == 0
        shown = draw(st.lists(st.sampled_from(names), max_size=10, unique=not twice)) if names else []
        points = draw(st.booleans()) if scored is None else scored
        items = tuple(Item(name, grades[name], draw(st.sampled_from(SCORES)) if points else None) for name in shown)
        rest = [name for name in names if name not in shown]
        hidden = draw(st.lists(st.sampled_from(rest), unique=True)) if rest else []
        return Ranking(items, tuple(Item(name, grades[name]) for name in hidden))

    return some(), some()


def grades_of(ranking: Ranking) -> dict[str, float | None]:
    return {item.doc_id: item.grade for item in (*ranking.items, *ranking.missed)}


@given(two_lists())
def test_both_lists_of_a_pair_have_all_documents_with_the_same_grades(lists: tuple[Ranking, Ranking]) -> None:
    found = pair(*lists)
    assert grades_of(found.first) == grades_of(found.second) == {**grades_of(lists[0]), **grades_of(lists[1])}
    for before, after in zip(lists, found.lists, strict=True):
        assert after.items == before.items
    assert [item.doc_id for item in found.pool] == list(grades_of(found.first))


@given(two_lists(), st.sampled_from(sorted(METRICS)))
def test_documents_that_nobody_judged_change_no_value_where_they_are_missed(lists: tuple[Ranking, Ranking], key: str) -> None:
    alone = lists[0]
    unjudged = Ranking(tuple(Item(f"new {number}") for number in range(3)))
    name = METRICS[key].name
    convention = {"negative": "zero"}
    assert evaluate(name, pair(alone, unjudged).first, **convention) == pytest.approx(
        evaluate(name, alone, **convention), rel=0, abs=0, nan_ok=True
    )


def test_a_grade_that_one_list_has_is_the_documents() -> None:
    found = pair(Ranking((Item("a"), Item("b", 1))), Ranking((Item("c", 2),), (Item("a", 3),)))
    assert [item.grade for item in found.first.items] == [3, 1]
    assert found.first.missed == (Item("c", 2),)
    assert found.second.missed == (Item("a", 3), Item("b", 1))


def test_different_grades_of_one_document_are_named_and_how_many_more() -> None:
    first = Ranking.from_grades([3, 2, 1, 0, None])
    second = Ranking.from_grades([2, 2, 0, 1, 5], doc_ids=["d1", "d2", "d3", "d4", "d5"])
    with pytest.raises(InputError, match=r'"d1" \(3 and 2\), "d3" \(1 and 0\), "d4" \(0 and 1\)\. Each needs') as caught:
        pair(first, second)
    assert caught.value.key == "judgments_differ"
    kept, differing = joined(first, second)
    assert [item.grade for item in kept.second.items] == [3, 2, 1, 0, 5]
    assert kept.first.items[:4] == first.items[:4]
    assert kept_grades(differing).where["named"] == '"d1" (3 and 2), "d3" (1 and 0), "d4" (0 and 1)'
    four = joined(first, Ranking.from_grades([2, 1, 0, 1]))[1]
    assert str(kept_grades(four)).endswith('"d3" (1 and 0) (+1). The first of the two was kept, in both lists.')


def test_a_document_graded_differently_twice_in_one_list_is_named_too() -> None:
    with pytest.raises(InputError, match=r'"a" \(2 and 1\)'):
        pair(Ranking((Item("a", 2), Item("a", 1))), Ranking.from_grades([1]))


def test_an_order_by_ids_takes_its_grades_from_the_list() -> None:
    found = ordered(A, B)
    assert [item.grade for item in found.second.items] == [3, None, 1, 3, 3, 2]
    assert [item.doc_id for item in found.second.missed] == ["d4", "d6", "d8"]
    assert found.first.items == A.items
    assert found.first.missed == (*A.missed, Item("d9"))
    assert found == pair(found.first, found.second)
    assert found.exchanged().exchanged() == found


def test_the_ideal_order_is_by_gain_and_else_as_the_list_stands() -> None:
    assert ideal_order(A, Convention()) == ("d1", "d3", "d7", "d2", "d6", "d8", "d5", "d4")
    binary = ideal_order(A, Convention(gain="binary"))
    assert binary == ("d1", "d2", "d3", "d5", "d6", "d7", "d8", "d4")
    assert ideal_order(Ranking((Item("a", -1), Item("b"), Item("c", 0))), Convention()) == ("a", "c")
    assert ideal_order(Ranking((Item("a", -1), Item("c", 0))), Convention(negative="keep")) == ("c", "a")
