"""What a metric is said not to look at: changed in any list, under any convention, it must leave the value as it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject, DrawFn

from rankviz import METRICS, Item, Ranking
from rankviz.basics.errors import InputError
from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.evaluation.evaluate import compute
from rankviz.evaluation.ignored_aspects import CHANGES, ignored_aspects
from rankviz.explore.words.about_metric import does_not_look_at, metric_details
from rankviz.texts import LANGUAGES, Texts
from tests.helpers.strategies import conventions, rankings

GRADES = (0.0, 0.5, 1.0, 2.0, 3.0)
KEYS = sorted(METRICS)


def changed(aspect: str, ranking: Ranking, metric: Metric, convention: Convention, data: DataObject) -> Ranking:
    """The list, changed in one aspect as the sentence about it says."""
    items, cut = list(ranking.items), len(ranking.items) if convention.cutoff is None else convention.cutoff
    relevant = [at for at, item in enumerate(items) if is_relevant(item.grade, metric, convention)]
    first, last = (relevant[0], relevant[-1]) if relevant else (len(items), 0)
    draw = data.draw
    if aspect == "order":
        items = draw(st.permutations(items[:cut])) + items[cut:]
    elif aspect == "order_later":
        items = items[:cut] + draw(st.permutations(items[cut:]))
    elif aspect == "tail":
        items += [Item(f"t{at}", 0.0, -9.0 - at) for at in range(draw(st.integers(1, 3)))]
    elif aspect == "missed":
        return replace(
            ranking, missed=tuple(Item(f"m{at}", grade) for at, grade in enumerate(draw(st.lists(st.sampled_from(GRADES)))))
        )
    elif aspect == "unjudged":
        items = [item._replace(grade=0.0) if item.grade is None and draw(st.booleans()) else item for item in items]
    elif aspect == "scores":
        spaces = draw(st.lists(st.sampled_from((0.5, 1.0, 4.0)), min_size=len(items), max_size=len(items)))
        items = [item._replace(score=4.0 - sum(spaces[:at])) for at, item in enumerate(items)]
    else:
        parts = {"later": range(cut, len(items)), "after_first": range(first + 1, len(items)), "before_last": range(last)}
        grades = [grade for grade in GRADES if aspect != "grades" or is_relevant(grade, metric, convention)]
        for at in parts.get(aspect, relevant):
            items[at] = items[at]._replace(grade=draw(st.sampled_from(grades))) if items[at].grade is not None else items[at]
    return replace(ranking, items=tuple(items))


def is_relevant(grade: float | None, metric: Metric, convention: Convention) -> bool:
    bar = convention.threshold if "threshold" in metric.uses else 0.01
    return grade is not None and (grade > bar if convention.strict == "yes" else grade >= bar)


def value(ranking: Ranking, metric: Metric, convention: Convention) -> float | None:
    """The value of one list, None where it is undefined or refused."""
    try:
        trace = compute(metric, RawLists.from_rankings((ranking,)), convention)
    except InputError:
        return None
    return None if trace.undefined[0] else float(trace.value[0])


@st.composite
def cases(draw: DrawFn) -> tuple[Metric, Convention, str]:
    """A metric, a convention, and one of the aspects that it is said not to look at."""
    metric = METRICS[draw(st.sampled_from(KEYS))]
    convention = draw(conventions(metric, raising=False))
    return metric, convention, draw(st.sampled_from(ignored_aspects(metric, convention) or ("",)))


@pytest.mark.slow
@given(cases(), st.data())
def test_an_ignored_aspect_never_changes_the_value(case: tuple[Metric, Convention, str], data: DataObject) -> None:
    metric, convention, aspect = case
    scored = "ties" not in {**metric.uses, **metric.fixes} and aspect != "scores"
    ranking = data.draw(rankings(grades=(*GRADES, None), duplicates=False, scored=scored))
    if not aspect:
        return
    ranking = replace(ranking, missed=tuple(item for item in ranking.missed if item.grade is not None))
    before, after = (value(each, metric, convention) for each in (ranking, changed(aspect, ranking, metric, convention, data)))
    if before is not None and after is not None:
        assert after == pytest.approx(before, rel=1e-9, abs=1e-12), (metric.key, aspect, convention)


# From the definitions, with what is chosen besides the textbook's.
DEFINED: tuple[tuple[str, dict[str, object], str, bool], ...] = (
    ("precision", {"cutoff": 3}, "order", True),
    ("precision", {"cutoff": 3}, "later", True),
    ("recall", {"cutoff": 3}, "later", False),
    ("recall", {"cutoff": 3}, "missed", False),
    ("recall", {"cutoff": 3, "recall_base": "R_list"}, "missed", True),
    ("ndcg", {"cutoff": 3}, "order", False),
    ("ndcg", {"cutoff": 3, "discount": "none"}, "order", True),
    ("ndcg", {"cutoff": 3}, "grades", False),
    ("ndcg", {"cutoff": 3, "gain": "binary"}, "grades", True),
    ("ndcg", {}, "tail", True),
    ("ndcg", {}, "missed", False),
    ("dcg", {"cutoff": 3}, "missed", True),
    ("ap", {}, "grades", True),
    ("ap", {}, "unjudged", True),
    ("ap", {"unjudged": "skip"}, "unjudged", False),
    ("ap", {"cutoff": 3}, "later", False),
    ("ap", {"cutoff": 3, "ap_base": "hits"}, "later", True),
    ("rr", {}, "after_first", True),
    ("ap", {}, "after_first", False),
    ("success", {"cutoff": 3}, "after_first", True),
    ("bpref", {}, "unjudged", False),
    ("auc", {}, "tail", False),
    ("auc", {}, "scores", True),
    ("coverage_error", {}, "before_last", True),
    ("lrap", {}, "before_last", False),
    ("err", {"err_max": 3.0, "cutoff": 3}, "later", True),
    ("err", {"cutoff": 3}, "grades", False),
    ("rmse", {}, "order", True),
    ("rmse", {}, "scores", False),
)


@pytest.mark.parametrize(("key", "choices", "aspect", "is_unread"), DEFINED)
def test_what_the_definition_does_not_look_at_is_found(
    key: str, choices: dict[str, object], aspect: str, is_unread: bool
) -> None:
    assert (aspect in ignored_aspects(METRICS[key], TEXTBOOK.with_choices(choices))) == is_unread


# What the sentences on a metric say outright that it does not look at.
SAID = (
    ("idcg", "order"), ("cg", "order"), ("precision", "order"), ("success", "after_first"), ("ap", "grades"),
    ("rr", "after_first"), ("coverage_error", "before_last"), ("rmse", "order"), ("mae", "order"), ("rbp", "missed"),
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("key", "aspect"), SAID)
@given(data=st.data())
def test_a_sentence_that_names_what_is_not_looked_at_is_true_under_every_convention(
    key: str, aspect: str, data: DataObject
) -> None:
    metric = METRICS[key]
    convention = data.draw(conventions(metric, raising=False))
    ranking = data.draw(
        rankings(grades=(*GRADES, None), duplicates=False, scored="ties" not in {**metric.uses, **metric.fixes})
    )
    ranking = replace(ranking, missed=tuple(item for item in ranking.missed if item.grade is not None))
    if "ties" in metric.uses:
        ranking = replace(ranking, items=tuple(item._replace(score=None) for item in ranking.items))
    before, after = (value(each, metric, convention) for each in (ranking, changed(aspect, ranking, metric, convention, data)))
    if before is not None and after is not None:
        assert after == pytest.approx(before, rel=1e-9, abs=1e-12)


def test_every_aspect_tells_some_metrics_from_others() -> None:
    found = {key: ignored_aspects(metric, TEXTBOOK.with_choices({"cutoff": 3})) for key, metric in METRICS.items()}
    for aspect in CHANGES:
        blind = [key for key, aspects in found.items() if aspect in aspects]
        assert 0 < len(blind) < len(METRICS), aspect


def test_slipping_from_rank_1_to_2_costs_reciprocal_rank_as_much_as_leaving_the_list() -> None:
    first, second, out = (value(Ranking.from_grades(grades, missed=missed), METRICS["rr"], TEXTBOOK) for grades, missed in
                          (([1, 0], ()), ([0, 1], ()), ([0, 0], (1,))))  # fmt: skip
    assert first is not None and second is not None and out is not None
    assert first - second == second - out == 0.5


@pytest.mark.parametrize("count", [1, 100])
def test_bpref_passes_over_unjudged_documents(count: int) -> None:
    unjudged = Ranking.from_grades([None] * count + [1, 0, 1])
    without = Ranking.from_grades([1, 0, 1])
    assert value(unjudged, METRICS["bpref"], TEXTBOOK) == value(without, METRICS["bpref"], TEXTBOOK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_metric_is_found_by_its_usual_names_and_by_what_it_looks_at(language: str) -> None:
    details = metric_details(TEXTBOOK.with_choices({"cutoff": 3}), Texts(language))
    find: Callable[[str], set[str]] = lambda word: {key for key, told in details.items() if word in str(told["words"]).lower()}  # noqa: E731
    assert find("map") >= {"ap"} and find("mrr") >= {"rr"} and find("hit rate") == {"success"}
    assert find("normalized discounted") == find("归一化折损") == {"ndcg"}
    assert {"ndcg", "dcg", "err"} <= find("graded") and not {"ap", "precision"} & find("graded")
    assert "ap" in find("position") and "precision" not in find("position")


def test_aspects_of_the_cutoff_are_listed_only_if_there_is_one() -> None:
    with_k, whole = (does_not_look_at("precision", TEXTBOOK.with_choices({"cutoff": k}), Texts("en")) for k in (5, None))
    assert "first k" in with_k and "after rank k" in with_k
    assert "k" not in whole.split(";")[0].split() and whole.startswith("the order")


def test_no_two_metrics_say_the_same() -> None:
    for language in LANGUAGES:
        texts = Texts(language)
        told = {key: {texts(f"about.{key}.{part}") for part in ("name", "question", "misleads")} for key in METRICS}
        assert [(one, other) for one, other in combinations(told, 2) if told[one] & told[other]] == []
