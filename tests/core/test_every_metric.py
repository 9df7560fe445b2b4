"""What holds for every metric, whatever it measures."""

import math
from dataclasses import replace
from functools import cache
from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rankviz import METRICS, Convention, InputError, Ranking
from rankviz.core.conventions import FIELDS, TEXTBOOK
from rankviz.core.lists.arrange import ArrangementCache, arrange, at_cutoffs
from rankviz.core.lists.ranking import RawLists
from rankviz.core.lists.rankings import only_judged
from rankviz.core.metrics import Metric
from rankviz.core.metrics.means import mean
from rankviz.evaluation.evaluate import LazyTraces, compute, narrow, run_metric
from tests.helpers.corpus import LISTS, READ_WITH, assert_same, one_choice_away, option_keys, raw_of, refuses, trace_of, values
from tests.helpers.long import rounds
from tests.helpers.strategies import RELEVANT_OR_NOT, any_conventions, rankings

EVERY_METRIC = pytest.mark.parametrize("metric", METRICS.values(), ids=list(METRICS))
DECLARED = [(metric, name) for metric in METRICS.values() for name in metric.uses]
EVERY_FIELD = pytest.mark.parametrize(("metric", "name"), DECLARED, ids=[f"{m.key}-{n}" for m, n in DECLARED])
ONE_FOR_THE_IDEAL_LIST = ("ap", "rr", "auc", "bep", "ndcg", "rprec", "recall", "success")

some = settings(max_examples=rounds(25))


# ---------------------------------------------------------------------------------------------------------------------------
# Bounds


@pytest.mark.slow
@some
@given(
    st.lists(rankings(grades=(*RELEVANT_OR_NOT, None)), min_size=1, max_size=3),
    st.none() | st.integers(1, 15),
    st.sampled_from([1.0, 0.5, 2.0]),
)
def test_values_stay_between_their_bounds(lists: list[Ranking], cutoff: int | None, threshold: float) -> None:
    for metric in METRICS.values():
        trace = compute(metric, RawLists.from_rankings(lists), Convention(cutoff=cutoff, threshold=threshold))
        defined = trace.value[~trace.undefined]
        assert ((defined >= metric.low) & (defined <= metric.high * (1 + 1e-12))).all(), (metric.key, defined)


@EVERY_METRIC
def test_the_bounds_are_reached_or_infinite(metric: Metric) -> None:
    lists = [Ranking.from_grades(grades) for grades in ([1], [2, 1, 0], [0, 0, 1], [0, 2], [0, 0], [30], [0] * 2000 + [1])]
    lists += [Ranking.from_grades([0], missed=[1]), Ranking.from_grades([1, 0], scores=[1, 0])]
    found = np.concatenate([values(metric, lists, Convention(cutoff=cutoff, empty="skip")) for cutoff in (1, None)])
    assert np.nanmin(found) == pytest.approx(metric.low, abs=1e-3)
    assert np.nanmax(found) == pytest.approx(metric.high) or math.isinf(metric.high)


@pytest.mark.slow
@some
@given(rankings(grades=(*RELEVANT_OR_NOT, None), duplicates=False, scored=False), st.none() | st.integers(1, 15))
def test_no_order_beats_the_one_by_descending_grade(ranking: Ranking, cutoff: int | None) -> None:
    ideal = replace(ranking, items=tuple(sorted(ranking.items, key=lambda item: -(item.grade or 0))))
    for metric in (each for each in METRICS.values() if each.best_is_ideal):
        convention = Convention(cutoff=cutoff)
        best, found = values(metric, [ideal], convention)[0], values(metric, [ranking], convention)[0]
        assert found <= best * (1 + 1e-12) or (math.isnan(found) and math.isnan(best)), metric.key


@EVERY_METRIC
def test_some_order_is_worse_than_the_one_by_descending_grade(metric: Metric) -> None:
    ideal, reverse = values(metric, [Ranking.from_grades([3, 1, 0]), Ranking.from_grades([0, 1, 3])], Convention(cutoff=1))
    assert (ideal > reverse) == metric.best_is_ideal


@some
@given(st.lists(st.sampled_from(RELEVANT_OR_NOT), max_size=11))
def test_the_ideal_list_is_without_fault(grades: list[float]) -> None:
    ideal = sorted([1.0, 0.0, *grades], reverse=True)
    relevant = sum(grade >= 1 for grade in ideal)
    for key in ONE_FOR_THE_IDEAL_LIST:
        assert_same(values(METRICS[key], [Ranking.from_grades(ideal)], TEXTBOOK), 1.0, key)
    counts = {"tp": relevant, "fp": 0, "fn": 0, "tn": len(ideal) - relevant}
    for key, expected in {"precision": 1, "recall": 1, "f1": 1, "accuracy": 1, **counts}.items():
        assert_same(values(METRICS[key], [Ranking.from_grades(ideal)], Convention(cutoff=relevant)), expected, key)


# ---------------------------------------------------------------------------------------------------------------------------
# Only declared choices matter, and each of them does


@pytest.mark.slow
@some
@given(st.lists(rankings(), min_size=1, max_size=2), any_conventions(), any_conventions())
def test_only_declared_fields_matter(lists: list[Ranking], convention: Convention, other: Convention) -> None:
    for metric in METRICS.values():
        declared = {name: getattr(convention, name) for name in metric.uses}
        mixed = other.with_choices(declared)
        assert_same(values(metric, lists, convention), values(metric, lists, mixed), metric.key)


@cache
def outcome(key: str, convention: Convention) -> str:
    """What a person sees of a convention on the fixed lists: the values and their mean, or the refusals."""
    metric = METRICS[key]
    if "error" in (convention.duplicates, convention.negative):
        refusals = [refuses(metric, convention, ranking) for ranking in LISTS]
        if any(refusals):
            return repr(refusals)
        trace = compute(metric, raw_of(*LISTS), convention)
    else:
        trace = trace_of(key, convention)
    return repr([*np.round(trace.value, 12).tolist(), round(float(mean(trace, convention)[-1].value), 12)])


@pytest.mark.slow
@EVERY_FIELD
def test_every_option_of_a_declared_field_matters(metric: Metric, name: str) -> None:
    """Any two options differ on some list, in the textbook's convention or one choice away from it."""
    same = set(combinations(option_keys(metric, name), 2))
    for base in one_choice_away(metric):
        seen = {key: outcome(metric.key, base.with_choices({name: key})) for key in dict.fromkeys(chain.from_iterable(same))}
        same = {(one, two) for one, two in same if seen[one] == seen[two]}
        if not same:
            break
    assert not same, f"{metric.key} gives the same numbers with these options of {name}"


FORMULA = [
    (metric, name) for metric, name in DECLARED if FIELDS[name].stage == "formula" and name not in ("no_relevant", "empty")
]


@pytest.mark.parametrize(("metric", "name"), FORMULA, ids=[f"{m.key}-{n}" for m, n in FORMULA])
def test_a_metric_cannot_read_a_field_that_it_does_not_declare(metric: Metric, name: str) -> None:
    silent = replace(metric, uses={field: keys for field, keys in metric.uses.items() if field != name})
    convention = Convention(discount="geometric").with_choices(dict([READ_WITH[name]] if name in READ_WITH else []))
    trace = trace_of(metric.key, convention)
    with pytest.raises(AttributeError, match=f"reads '{name}' without declaring it"):
        run_metric(silent, trace.rankings, trace.convention)


@EVERY_METRIC
def test_a_metric_cannot_read_the_fields_of_the_list(metric: Metric) -> None:
    def curious(rankings: object, convention: Convention, trace: object) -> object:
        return convention.threshold

    trace = trace_of(metric.key, TEXTBOOK)
    with pytest.raises(AttributeError, match="threshold"):
        run_metric(replace(metric, compute=curious), trace.rankings, trace.convention)  # type: ignore[arg-type]


def test_an_option_without_meaning_for_a_metric_is_refused_if_requested() -> None:
    with pytest.raises(InputError, match="ties=group has no meaning") as caught:
        compute(METRICS["ndcg"], RawLists.from_rankings(LISTS), Convention(ties="group"), strictly=True)
    assert caught.value.key == "option_without_meaning"


# ---------------------------------------------------------------------------------------------------------------------------
# The same lists in another form


@pytest.mark.slow
@some
@given(st.lists(rankings(), min_size=2, max_size=4), any_conventions())
def test_padding_and_the_order_of_queries_are_irrelevant(lists: list[Ranking], convention: Convention) -> None:
    for metric in METRICS.values():
        batch = compute(metric, RawLists.from_rankings(lists), convention)
        alone = [compute(metric, RawLists.from_rankings([ranking]), convention) for ranking in lists]
        assert_same(batch.value, np.array([trace.value[0] for trace in alone]), metric.key)
        assert batch.undefined.tolist() == [trace.undefined[0] for trace in alone], metric.key
        assert_same(values(metric, lists[::-1], convention)[::-1], batch.value, metric.key)


# A tie group of which nothing is judged leaves no trace in the shorter list.
@pytest.mark.slow
@example([Ranking.from_grades([1, None, None], scores=[2, 1, 1])], Convention(ties="group", ap_base="all_ranks"))
@settings(max_examples=rounds(60))
@given(st.lists(rankings(), min_size=1, max_size=3), any_conventions())
def test_a_list_may_hold_its_judged_entries_only(lists: list[Ranking], convention: Convention) -> None:
    for metric in METRICS.values():
        narrowed = narrow(metric, convention)
        arranged = arrange(RawLists.from_rankings(lists), narrowed)
        full, short = run_metric(metric, arranged, narrowed), run_metric(metric, only_judged(arranged), narrowed)
        assert_same(short.value, full.value, metric.key)
        assert short.undefined.tolist() == full.undefined.tolist(), metric.key


@pytest.mark.slow
def test_a_list_may_hold_its_judged_entries_only_with_every_option() -> None:
    assert any(item.grade is None for ranking in LISTS for item in ranking.items)
    for metric in METRICS.values():
        for convention in one_choice_away(metric):
            full = trace_of(metric.key, convention)
            short = run_metric(metric, only_judged(full.rankings), full.convention)
            assert_same(short.value, full.value, (metric.key, convention.differences()))


@pytest.mark.slow
@some
@given(rankings(), any_conventions())
def test_all_cutoffs_at_once_equal_one_cutoff_at_a_time(ranking: Ranking, convention: Convention) -> None:
    cutoffs = (1, 2, 3, 5, 8, 13)
    for metric in (each for each in METRICS.values() if "cutoff" in each.uses):
        trace = compute(metric, RawLists.from_rankings([ranking]), convention)
        wide = at_cutoffs(trace.rankings, trace.convention, cutoffs)
        found = run_metric(metric, wide, replace(trace.convention, cutoff=1)).value
        expected = [values(metric, [ranking], convention.with_choices({"cutoff": cutoff}))[0] for cutoff in cutoffs]
        assert_same(found, np.array(expected), metric.key)


@pytest.mark.slow
@some
@given(st.lists(rankings(), min_size=1, max_size=3), any_conventions(raising=True))
def test_many_metrics_at_once_equal_one_metric_at_a_time(lists: list[Ranking], convention: Convention) -> None:
    raw = RawLists.from_rankings(lists)
    for key, found in LazyTraces(METRICS.values(), ArrangementCache(raw), convention).items():
        try:
            expected = compute(METRICS[key], raw, convention)
        except InputError as error:
            assert isinstance(found, InputError), key
            assert found.key == error.key
        else:
            assert not isinstance(found, InputError), key
            assert_same(found.value, expected.value, key)
