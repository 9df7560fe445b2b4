"""What is expected by chance is what chance gives: of numbers drawn at random as many match as is stated."""

from __future__ import annotations

import random
from functools import cache
from math import isfinite
from statistics import stdev

import pytest

from rankviz import METRICS, Convention, Ranking, lookup
from rankviz.core.lists.ranking import RawLists
from rankviz.core.typed_number import read_typed
from rankviz.diagnose import LookupResult, NumberLookup
from rankviz.diagnose.number_lookup import BY_CHANCE
from rankviz.diagnose.words.explanations import is_likely
from rankviz.diagnose.words.findings import group_matches, lookup_text
from rankviz.diagnose.words.lookup_state import NumberMatches
from rankviz.evaluation.evaluate import compute
from rankviz.texts import Texts

NUMBERS, ORDERS = 25, 800
LISTS = (((3, 2, 3, 0, 1, 2), (3, 2)), ((1, 0, 0, 1, 0, 1, 0, 0), (1,)))
SCORES = (0.9, 0.8, 0.55, 0.5, 0.4, 0.35, 0.2, 0.1)
FEW_VALUES = ("precision", "recall", "rr", "rprec", "accuracy", "tp", "fn")


def ranking_of(pool: list[int], size: int) -> Ranking:
    return Ranking.from_grades(pool[:size], pool[size:], SCORES[:size])


@cache
def looked_up(key: str) -> list[LookupResult]:
    """Numbers, each different, that a metric has on the same documents in other orders, looked up on two lists."""
    metric, found = METRICS[key], []
    convention = Convention(cutoff=5 if "cutoff" in metric.uses else None)
    order = random.Random(key)  # noqa: S311
    for grades, missed in LISTS:
        pool, lists = [*grades, *missed], []
        space = NumberLookup(metric, [ranking_of(pool, len(grades))], convention)
        for _ in range(ORDERS):
            order.shuffle(pool)
            lists.append(ranking_of(pool, len(grades)))
        values = compute(metric, RawLists.from_rankings(lists), convention).value.tolist()
        printed = sorted({f"{value:.3f}" for value in values if isfinite(value)})
        found += [space.find(read_typed(each)) for each in order.sample(printed, min(NUMBERS, len(printed)))]
    return [each for each in found if not (each.matches and not each.matches[0].departures)]


@pytest.mark.slow
@pytest.mark.parametrize("key", METRICS)
def test_as_many_values_match_a_number_at_random_as_are_said_to_be_expected(key: str) -> None:
    found = looked_up(key)
    differences = [each.sharing - each.by_chance for each in found]
    error = stdev(differences) / len(found) ** 0.5 if len(found) > 1 else 0.0
    assert abs(sum(differences)) <= len(found) * (3 * error + 0.02)


@pytest.mark.slow
def test_of_a_metric_with_few_values_most_numbers_match_and_that_is_said() -> None:
    found = [each for key in FEW_VALUES for each in looked_up(key)]
    assert sum(each.by_chance for each in found) > 0.6 * len(found)


@pytest.mark.slow
def test_a_cause_of_a_number_at_random_is_seldom_called_likely() -> None:
    for keys in (METRICS, FEW_VALUES):
        found = [each for key in keys for each in looked_up(key)]
        likely = [each for each in found if each.matches and is_likely(NumberMatches(each, group_matches(each.matches), 0))]
        assert len(likely) <= BY_CHANCE * len(found)


def test_a_fraction_and_a_percentage_are_met_by_chance_as_the_decimals_are() -> None:
    # Of the other six numbers that P@6 has on these documents, 3/6 to 6/6 and less, departures give most.
    chances = [lookup("P@6", [1, 0, 1, 0, 0, 0], typed).by_chance for typed in ("0.1667", "1/6", "16.67")]
    assert min(chances) > 0.5
    assert "this may well be a coincidence" in lookup_text(lookup("P@6", [1, 0, 1, 0, 0, 0], "0.1667"), Texts("en"))
