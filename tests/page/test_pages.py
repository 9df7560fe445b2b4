"""What the work gives for a state, and how it is written to be sent."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import evaluate
from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.metrics import METRICS
from rankviz.explore.view.scores import MORE_ROWS
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.messages import view_state
from rankviz.page.answers.page_parts import build_parts
from rankviz.page.answers.part_builder import BuildInput
from rankviz.state.app_state import DEFAULT, AppState
from tests.helpers.long import rounds
from tests.page.test_prefetched_values import CONVENTIONS, GRADES

TREES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)
OBJECTS = st.dictionaries(st.text(), TREES, max_size=4)


def part(answer: Mapping[str, bytes], name: str) -> Any:
    return json.loads(answer[name])


def more_rows(asked: BuildInput) -> dict[str, str]:
    return {row["key"]: row["value"] for row in part(build_parts(asked), "scores")["more_rows"]}


def test_the_closed_measures_are_computed_when_they_are_opened() -> None:
    assert more_rows(BuildInput(DEFAULT)) == dict.fromkeys(MORE_ROWS, "")
    opened = more_rows(BuildInput(DEFAULT, view_state(shows_all_measures=True)))
    assert "" not in opened.values()
    assert opened["success"] == "1.000"
    assert opened["bpref"] == f"{evaluate('Bpref', DEFAULT.ranking):.3f}"


@pytest.mark.parametrize("metric", METRICS)
def test_the_chosen_measure_has_its_row_filled(metric: str) -> None:
    scores = part(build_parts(BuildInput(AppState(metric=metric))), "scores")
    (chosen,) = (row for row in (*scores["rows"], *scores["more_rows"]) if row["chosen"])
    assert (chosen["key"], chosen["value"]) == (metric, scores["value"])
    assert scores["more"] is (metric in MORE_ROWS)


def test_the_order_is_that_of_the_rows_shown() -> None:
    items = (Item("a", 0.0, 0.1), Item("b", 1.0, 0.9), Item("a", 2.0, 0.5))
    state = AppState(lists=(Ranking(items),), convention=Convention(duplicates="dedupe_first"))
    answer = build_parts(BuildInput(state))
    rows = part(answer, "ranking_list")["rows"]
    assert [(row["id"], row["at"], row["unranked"]) for row in rows] == [("b", 1, False), ("a", 2, False), ("a", 0, True)]


def test_a_refused_list_is_shown_as_typed() -> None:
    items = (Item("a", 0.0, 0.1), Item("a", 1.0, 0.9))
    state = AppState(lists=(Ranking(items),), convention=Convention(duplicates="error"))
    answer = build_parts(BuildInput(state))
    rows = part(answer, "ranking_list")["rows"]
    assert [(row["score"], row["at"], row["unranked"]) for row in rows] == [(0.1, 0, False), (0.9, 1, False)]


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("missed", [[], [3.0]])
@pytest.mark.parametrize(
    "choices", [{}, {"cutoff": 3}, {"cutoff": 3, "short_list": "shrink"}, {"cutoff": 3, "ideal": "retrieved"}]
)
def test_a_list_without_entries_is_answered(metric: str, missed: list[float], choices: dict[str, object]) -> None:
    state = AppState(lists=(Ranking.from_grades([], missed=missed),), metric=metric, convention=TEXTBOOK.with_choices(choices))
    is_even = ([*METRICS].index(metric) + len(missed) + len(choices)) % 2 == 0
    language, numbers = ("en", "decimals") if is_even else ("zh", "fractions")
    answer = build_parts(BuildInput(replace(state, numbers=numbers), view_state(language, shows_all_measures=True)))
    assert part(answer, "scores")["value"]
    derivation = part(answer, "derivation")
    assert derivation["lines"] or derivation["final"]
    assert not any("= =" in copy["text"] or "=  =" in copy["text"] for copy in derivation["copies"])


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
@settings(max_examples=rounds(6))
@given(
    items=st.lists(st.tuples(GRADES, st.sampled_from([0.5, 0.5, 0.7, 0.1])), max_size=4),
    missed=st.lists(GRADES.filter(lambda grade: grade is not None), max_size=2),
    convention=st.sampled_from(CONVENTIONS),
    opened=st.sampled_from([None, "", "gain", "ideal", "metric"]),
)
def test_whatever_the_list_there_is_an_answer(
    metric: str, items: list[Any], missed: list[float], convention: Convention, opened: str | None
) -> None:
    shown = tuple(Item(f"d{i % 3}", grade, score) for i, (grade, score) in enumerate(items))
    ranking = Ranking(shown, tuple(Item(f"m{i}", grade) for i, grade in enumerate(missed)))
    answer = build_parts(
        BuildInput(
            AppState((ranking, DEFAULT.ranking), metric, convention), view_state(open_slot=opened, shows_all_measures=True)
        )
    )
    assert sorted(row["at"] for row in part(answer, "ranking_list")["rows"]) == list(range(len(items)))
    assert part(answer, "scores")["value"]


@pytest.mark.slow
@given(OBJECTS)
def test_what_is_packed_is_read_again_on_one_line(data: dict[str, object]) -> None:
    assert json.loads(to_json(data)) == data
    assert b"\n" not in to_json(data)


@pytest.mark.parametrize("half", ["\ud800", "a\udfff"])
def test_half_a_character_and_numbers_of_numpy_are_written_too(half: str) -> None:
    assert json.loads(to_json({"typed": half})) == {"typed": half}
    assert to_json({"n": np.int64(3), "x": np.float64(0.1)}) == b'{"n":3,"x":0.1}'
