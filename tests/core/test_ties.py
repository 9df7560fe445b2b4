"""What names, duplicates and equal scores may do to a metric: laws over every metric and every tie rule."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations, product
from math import log2
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from rankviz import METRICS, Convention, Item, Ranking, evaluate, explain
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.arrange import arrange
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.display.rule_words import rule_sentences as rule_words
from rankviz.evaluation.evaluate import narrow, run_metric
from rankviz.runs.evaluate.run_evaluation import query_values
from rankviz.texts import LANGUAGES, Texts
from tests.helpers.corpus import assert_same, values
from tests.helpers.long import rounds
from tests.helpers.strategies import RELEVANT_OR_NOT, any_conventions, rankings

LOWER_IS_BETTER = ("fp", "fn")

some = settings(max_examples=rounds(25))


def renamed(ranking: Ranking, names: dict[str, str]) -> Ranking:
    items, missed = ([item._replace(doc_id=names[item.doc_id]) for item in part] for part in (ranking.items, ranking.missed))
    return replace(ranking, items=tuple(items), missed=tuple(missed))


def ids_in_byte_order(ranking: Ranking) -> list[str]:
    return sorted({item.doc_id for item in (*ranking.items, *ranking.missed)}, key=str.encode)


@pytest.mark.slow
@some
@given(rankings(), any_conventions())
def test_of_names_only_their_byte_order_matters(ranking: Ranking, convention: Convention) -> None:
    names = {name: f"{i:04}" for i, name in enumerate(ids_in_byte_order(ranking))}
    for metric in METRICS.values():
        found = values(metric, [renamed(ranking, names)], convention)
        assert_same(found, values(metric, [ranking], convention), metric.key)


@pytest.mark.slow
@some
@given(rankings(), any_conventions())
def test_names_matter_to_the_rules_that_ask_for_them_only(ranking: Ranking, convention: Convention) -> None:
    assume(not convention.ties.startswith("docid"))
    names = {name: f"{-i % 10000:04}" for i, name in enumerate(ids_in_byte_order(ranking))}
    for metric in METRICS.values():
        found = values(metric, [renamed(ranking, names)], convention)
        assert_same(found, values(metric, [ranking], convention), metric.key)


@pytest.mark.slow
@some
@given(rankings(max_length=8), any_conventions(), st.data())
def test_a_missed_copy_of_a_retrieved_document_is_ignored(
    ranking: Ranking, convention: Convention, data: st.DataObject
) -> None:
    assume(ranking.items)
    copy = Item(data.draw(st.sampled_from(ranking.items)).doc_id, data.draw(st.sampled_from([0.0, 1.0, 3.0, -1.0])))
    with_copy = replace(ranking, missed=(*ranking.missed, copy))
    for metric in METRICS.values():
        assert_same(values(metric, [with_copy], convention), values(metric, [ranking], convention), metric.key)


@pytest.mark.slow
@some
@given(rankings(duplicates=False, scored=True), any_conventions(), st.randoms(use_true_random=False))
def test_without_ties_scores_alone_decide_the_order(ranking: Ranking, convention: Convention, random: Random) -> None:
    items = [item._replace(score=float(i)) for i, item in enumerate(ranking.items)]
    shuffled = list(items)
    random.shuffle(shuffled)
    for metric in METRICS.values():
        straight, mixed = (replace(ranking, items=tuple(each)) for each in (items, shuffled))
        assert_same(values(metric, [mixed], convention), values(metric, [straight], convention), metric.key)


TIED = rankings(max_length=5, duplicates=False, scored=True)


def orders(ranking: Ranking) -> Iterator[Ranking]:
    """Every order of the entries that goes by descending score."""
    groups: dict[float, list[Item]] = {}
    for item in sorted(ranking.items, key=lambda item: -(item.score or 0.0)):
        groups.setdefault(item.score or 0.0, []).append(item)
    for chosen in product(*(permutations(group) for group in groups.values())):
        items = tuple(item._replace(score=None) for group in chosen for item in group)
        yield replace(ranking, items=items)


def with_ties(metric: Metric, lists: list[Ranking], convention: Convention, ties: str) -> Array:
    """A metric's values with a tie rule, whether or not the metric settles that itself; of the scores only the order counts."""
    narrowed = replace(narrow(metric, convention), ties=ties, score_filter="none")
    return run_metric(metric, arrange(RawLists.from_rankings(lists), narrowed), narrowed).value


@pytest.mark.slow
@some
@given(TIED, any_conventions())
def test_averaged_ties_give_the_mean_over_all_orders_of_the_tied(ranking: Ranking, convention: Convention) -> None:
    averaging = [
        each for each in METRICS.values() if "average" in each.uses.get("ties", ()) or each.fixes.get("ties") == "average"
    ]
    assert len(averaging) > 10
    for metric in averaging:
        expected = with_ties(metric, list(orders(ranking)), convention, "input_order").mean()
        assert_same(with_ties(metric, [ranking], convention, "average"), expected, metric.key)


@some
@given(TIED, any_conventions(), st.sampled_from([("half", np.mean), ("lost", np.min), ("won", np.max)]))
def test_tied_pairs_of_auc_count_as_in_the_mean_the_worst_or_the_best_order(
    ranking: Ranking, convention: Convention, rule: tuple[str, Callable[[Array], float]]
) -> None:
    option, over = rule
    chosen = convention.with_choices({"tied_pair": option})
    strict = with_ties(METRICS["auc"], list(orders(ranking)), chosen, "input_order")
    assert_same(with_ties(METRICS["auc"], [ranking], chosen, "group"), over(strict), option)


# With 2^g, or a threshold of 0, a judged grade 0 earns something and an unjudged entry nothing. No grade below 0 is kept: that
# comes after an unjudged entry, though with 2^g it earns more.
BY_GRADE = st.fixed_dictionaries(
    {
        "cutoff": st.none() | st.integers(1, 6),
        "threshold": st.sampled_from([1.0, 0.5, 2.0, 0.0]),
        "negative": st.sampled_from(["zero", "unjudged"]),
        "unjudged": st.sampled_from(["zero", "skip"]),
        "gain": st.sampled_from(["linear", "power", "formula"]),
        "gain_formula": st.sampled_from(["2^g", "2^g-1"]),
    }
)


@pytest.mark.slow
@some
@given(rankings(grades=(*RELEVANT_OR_NOT, None, -1.0, -2.0), max_length=5, duplicates=False, scored=True), BY_GRADE)
@example(Ranking.from_grades([None, 0], scores=[1, 1]), {"cutoff": 1, "gain": "power"})
@example(Ranking.from_grades([None, -1], scores=[1, 1]), {"cutoff": 1, "gain": "power"})
@example(Ranking.from_grades([None, -1], scores=[1, 1]), {"cutoff": 1, "threshold": 0.0})
def test_optimistic_and_pessimistic_ties_are_the_best_and_worst_order(ranking: Ranking, choices: dict[str, Any]) -> None:
    convention = Convention(**choices)
    run = {"q": {item.doc_id: item.score or 0.0 for item in ranking.items}}
    qrels = {"q": {item.doc_id: item.grade for item in (*ranking.items, *ranking.missed) if item.grade is not None}}
    for metric in (each for each in METRICS.values() if "optimistic" in each.uses.get("ties", ())):
        every = with_ties(metric, list(orders(ranking)), convention, "input_order")
        best, worst = (every.min(), every.max()) if metric.key in LOWER_IS_BETTER else (every.max(), every.min())
        known = {name: value for name, value in choices.items() if value in (metric.uses.get(name) or (value,))}
        for ties, expected in (("optimistic", best), ("pessimistic", worst)):
            assert_same(with_ties(metric, [ranking], convention, ties), expected, metric.key)
            if run["q"]:
                found = query_values(run, qrels, [metric.name], ties=ties, **known, allow=None)
                assert_same(next(iter(found.list_values.values())), expected, f"{metric.key} in a run")


@pytest.mark.slow
@some
@given(rankings(duplicates=False, scored=True), any_conventions(), st.booleans())
def test_ties_by_document_id_go_by_the_bytes_of_the_id(ranking: Ranking, convention: Convention, falling: bool) -> None:
    by_id = sorted(ranking.items, key=lambda item: item.doc_id.encode(), reverse=falling)
    ordered = sorted(by_id, key=lambda item: -(item.score or 0.0))
    typed = replace(ranking, items=tuple(item._replace(score=None) for item in ordered))
    rule = "docid_desc" if falling else "docid_asc"
    convention = convention.with_choices({"score_filter": "none"})  # the list as typed has no scores
    for metric in (each for each in METRICS.values() if rule in each.uses.get("ties", ())):
        expected = values(metric, [typed], convention.with_choices({"ties": "input_order"}))
        assert_same(values(metric, [ranking], convention.with_choices({"ties": rule})), expected, metric.key)


# The group that crosses the cutoff is taken whole, as in TruLens: of the scores 3, 2, 2, 1 the first two are three entries.
WHOLE = Ranking.from_grades([0, 1, 1, 1], scores=[3, 2, 2, 1])


@pytest.mark.parametrize(
    ("measure", "expected"),
    [("P@1", 0 / 1), ("P@2", 2 / 3), ("P@3", 2 / 3), ("R@2", 2 / 3), ("F1@2", 2 * 2 / (3 + 3)), ("FP@2", 1), ("Success@1", 0)],
)
def test_a_tie_at_the_cutoff_may_be_taken_whole(measure: str, expected: float) -> None:
    assert evaluate(measure, WHOLE, ties="include") == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_says_how_far_a_tie_moves_the_cutoff(language: str) -> None:
    texts = Texts(language)
    grown, same = (rule_words(explain(f"P@{k}", WHOLE, ties="include").trace, WHOLE, texts) for k in (2, 3))
    assert texts("words.cutoff_grown", asked=2, k=3) in grown
    assert len(grown) == len(same) + 1


# Two at the top share rank 1, the two after them rank 3 (3.5 without what is behind the point).
SHARED = Ranking.from_grades([1, 0, 1, 1], scores=[2, 2, 1, 1])


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("P@1", 1 / 1),
        ("P@2", 1 / 2),
        ("P@3", 3 / 3),
        ("R@2", 1 / 3),
        ("RR", 1),
        ("TP@3", 3),
        ("FN@2", 2),
        ("CG@3", 3),
        ("DCG@3", 1 + 2 / 2),
        ("nDCG@3", 2 / (1 + 1 / log2(3) + 1 / 2)),
    ],
)
def test_tied_entries_may_share_the_mean_of_their_ranks(measure: str, expected: float) -> None:
    assert evaluate(measure, SHARED, ties="mean_rank") == pytest.approx(expected, rel=1e-14)


def test_entries_that_share_a_rank_are_counted_together() -> None:
    trace = explain("P@3", SHARED, ties="mean_rank").trace
    assert trace.rankings.sum_to_group_end(trace.rankings.hit).tolist() == [[1, 1, 3, 3]]
    assert trace.rankings.sum_before_group(trace.rankings.hit).tolist() == [[0, 0, 1, 1]]


def test_ranks_that_are_shared_can_lift_precision_above_1() -> None:
    assert evaluate("P@1", Ranking.from_grades([1, 1], scores=[1, 1]), ties="mean_rank") == 2
