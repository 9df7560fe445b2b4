"""Does sharing arrangements between conventions change nothing? Against arranging anew under each."""

from collections.abc import Callable
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import Convention, InputError, Item, Ranking
from rankviz.core.conventions import FIELDS
from rankviz.core.lists.arrange import ArrangementCache, arrange
from rankviz.core.lists.ranking import RawLists
from rankviz.core.lists.rankings import Rankings
from tests.helpers.long import rounds
from tests.helpers.strategies import any_conventions, rankings


def result(act: Callable[..., Rankings], *arguments: object) -> Rankings | str:
    try:
        return act(*arguments)
    except InputError as error:
        return f"{error.key} {error.where}"


def assert_equal(found: Rankings | str, expected: Rankings | str) -> None:
    if isinstance(found, str) or isinstance(expected, str):
        assert found == expected
        return
    of_pools = ((getattr(found.pool, name), getattr(expected.pool, name), name) for name in ("grades", "known", "hit"))
    names = [field.name for field in fields(Rankings) if field.name != "pool"]
    for one, two, name in (*of_pools, *((getattr(found, name), getattr(expected, name), name) for name in names)):
        assert np.array_equal(one, two, equal_nan=one.dtype.kind == "f") if isinstance(one, np.ndarray) else one == two, name


@pytest.mark.slow
@settings(max_examples=rounds(300))
@given(
    st.lists(rankings(grades=(-1.0, 0.0, 1.0, 2.0, None)), min_size=1, max_size=2),
    st.lists(any_conventions(), min_size=2, max_size=8),
)
def test_lists_are_arranged_as_if_each_convention_came_first(lists: list[Ranking], conventions: list[Convention]) -> None:
    raw = RawLists.from_rankings(lists)
    shared = ArrangementCache(raw)
    for convention in conventions:
        assert_equal(result(shared.arranged_under, convention), result(arrange, raw, convention))


@pytest.mark.slow
@settings(max_examples=rounds(200))
@given(rankings(grades=(-1.0, 0.0, 1.0, None)), any_conventions(), st.data())
def test_one_choice_makes_the_difference_that_it_makes(ranking: Ranking, convention: Convention, data: st.DataObject) -> None:
    raw = RawLists.from_rankings([ranking])
    shared = ArrangementCache(raw)
    result(shared.arranged_under, convention)
    other = data.draw(any_conventions())
    name = data.draw(st.sampled_from(["ties", "unjudged", "negative", "duplicates", "score_bits", "unretrieved", "auc_range"]))
    changed = convention.with_choices({name: getattr(other, name)})
    assert_equal(result(shared.arranged_under, changed), result(arrange, raw, changed))


def test_every_option_makes_its_difference_on_a_list_that_has_everything() -> None:
    entries = [("a", 2.0, 16777217.0), ("b", None, 16777216.0), ("a", 1.0, 3.0), ("c", -1.0, 3.0), ("d", 0.0, 1.0)]
    everything = Ranking(tuple(Item(*entry) for entry in entries), (Item("e", 1.0), Item("f", -2.0)))
    plain = Ranking.from_grades([2, 0, 1])
    for raw in (
        RawLists.from_rankings([everything]),
        RawLists.from_rankings([plain]),
        RawLists.from_rankings([plain, everything]),
    ):
        shared = ArrangementCache(raw)
        for ties in ("input_order", "docid_desc", "average"):
            base = Convention(cutoff=2, ties=ties)
            for name, field in FIELDS.items():
                for option in field.options or () if field.stage == "list" else ():
                    choice = base.with_choices({name: option})
                    assert_equal(result(shared.arranged_under, choice), result(arrange, raw, choice))
