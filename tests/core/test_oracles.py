"""Does every metric equal its slow literal version (`tests/oracles`) on any list under any convention?"""

import math
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import METRICS, Convention, InputError, Item, Ranking, evaluate
from rankviz.core.conventions import FIELDS
from rankviz.core.curve_points import roc
from rankviz.core.lists.arrange import arrange, at_cutoffs
from rankviz.core.lists.ranking import RawLists
from rankviz.evaluation.evaluate import compute, narrow, run_metric
from tests.helpers.long import rounds
from tests.helpers.strategies import ODD_IDS, VALUES, conventions, rankings
from tests.oracles.metrics import ORACLES, value
from tests.oracles.reading import RefusedError

LONGEST = 6  # An average over all orders of the tied entries has n! terms at worst.
CASES = 500
GRADES: tuple[tuple[float | None, ...], ...] = ((0, 1), (0, 1, 2, 3), (0, 1, None), (0, 0.5, 1, 1.5, 2, 3, None, -0.5, -1, -2))
SCORES = (1.0, 2.0, 0.5, -1.0, 0.0)
NUMBERS: dict[str, tuple[Any, ...]] = {
    "cutoff": (None, 1, 2, 3, 4, 5, 6, 8),
    # With a threshold of 0 or less an entry graded 0 is relevant and an unjudged one is not.
    "threshold": (1, 0.5, 2, 3, 0, -1),
    "rbp_p": (0.8, 0.5),
    **{name: values for name, values in VALUES.items() if name not in ("threshold", "rbp_p")},
}


def any_list(draw: Random) -> Ranking:
    shown, hidden = draw.randint(0, LONGEST), draw.randint(0, 3)
    names = [f"n{i}" for i in range(shown + hidden)]
    odd = draw.sample([*ODD_IDS, *names], len(names))
    copied = draw.choices([*ODD_IDS[:4], "n1"], k=len(names))
    ids, grades = draw.choice([names, odd, copied]), draw.choice(GRADES)
    levels = SCORES[: draw.randint(2, len(SCORES))]
    scores = draw.choice([[None], levels, levels, levels, (*levels, None)])
    items = tuple(Item(doc, draw.choice(grades), draw.choice(scores)) for doc in ids[:shown])
    return Ranking(items, tuple(Item(doc, draw.choice(grades)) for doc in ids[shown:]))


def any_convention(draw: Random, metric: str) -> Convention:
    """Choose options at random, half of the time the textbook's, so that several departures also meet alone."""
    choices: dict[str, Any] = {}
    for field, options in METRICS[metric].uses.items():
        choices[field] = draw.choice(options or NUMBERS[field]) if draw.random() < 0.5 or not options else options[0]
    return Convention(**choices)


def by_oracle(metric: str, ranking: Ranking, convention: Convention) -> float | str:
    try:
        return value(metric, ranking, convention)
    except RefusedError:
        return "refused"


def by_rankviz(metric: str, lists: list[Ranking], convention: Convention) -> list[float | str]:
    try:
        return [
            float(each) for each in compute(METRICS[metric], RawLists.from_rankings(lists), convention, strictly=True).value
        ]
    except InputError:
        return ["refused"] * len(lists)


def is_same(first: float | str, second: float | str) -> bool:
    if isinstance(first, str) or isinstance(second, str):
        return first == second
    # Sums whose terms cancel out (negative gains) leave a rest of the size of one rounding.
    return math.isclose(first, second, rel_tol=1e-12, abs_tol=1e-14) or (math.isnan(first) and math.isnan(second))


@pytest.mark.parametrize("metric", sorted(METRICS))
def test_a_metric_equals_its_oracle_on_many_lists_under_many_conventions(metric: str) -> None:
    draw = Random(metric)  # noqa: S311 - the same lists in every run
    wrong = []
    for _ in range(CASES):
        ranking, convention = any_list(draw), any_convention(draw, metric)
        found, expected = by_rankviz(metric, [ranking], convention)[0], by_oracle(metric, ranking, convention)
        if not is_same(found, expected):
            size = len(ranking.items) + len(ranking.missed) + len(convention.differences())
            wrong.append((size, f"{ranking} under {convention.differences()}: rankviz {found}, literal {expected}"))
    assert not wrong, f"{len(wrong)} of {CASES}, the simplest: {min(wrong)[1]}"


# Left undeclared where nobody asks for them: see `declared`.
OPTIONAL = {"unretrieved", "score_filter"}


@pytest.mark.slow
@pytest.mark.parametrize("metric", sorted(METRICS))
def test_a_metric_declares_every_choice_that_its_literal_version_reads(metric: str) -> None:
    draw, known = Random(metric), {*METRICS[metric].uses, *METRICS[metric].fixes, *OPTIONAL}  # noqa: S311
    read_by_any = {name for each in METRICS.values() for name in each.uses}
    others = {name: tuple(FIELDS[name].options or NUMBERS[name]) for name in FIELDS if name in read_by_any - known}
    read = set()
    for _ in range(CASES // 5):
        ranking, convention = any_list(draw), any_convention(draw, metric)
        changes = {name: draw.choice(options) for name, options in others.items()}
        here = by_oracle(metric, ranking, convention)
        if not is_same(here, by_oracle(metric, ranking, replace(convention, **changes))):
            each = {name: replace(convention, **{name: option}) for name, option in changes.items()}
            read |= {name for name, changed in each.items() if not is_same(here, by_oracle(metric, ranking, changed))}
    assert not read, f"{METRICS[metric].name} reads {sorted(read)}: name them in uses=… of @metric"


@pytest.mark.slow
@pytest.mark.parametrize("metric", sorted(ORACLES))
@given(data=st.data())
@settings(max_examples=rounds(25))
def test_a_metric_equals_its_oracle_also_in_a_batch_of_lists(metric: str, data: st.DataObject) -> None:
    convention = data.draw(conventions(METRICS[metric], raising=False))
    lists = data.draw(st.lists(rankings(max_length=LONGEST), min_size=2, max_size=4))
    found, expected = by_rankviz(metric, lists, convention), [by_oracle(metric, each, convention) for each in lists]
    assert all(map(is_same, found, expected)), f"rankviz {found}, literal {expected}"


@pytest.mark.slow
@pytest.mark.parametrize("metric", sorted(key for key in ORACLES if "cutoff" in METRICS[key].uses))
def test_a_metric_at_every_cutoff_at_once_equals_its_oracle_at_each(metric: str) -> None:
    draw = Random(metric)  # noqa: S311
    for _ in range(CASES // 10):
        ranking, convention = any_list(draw), narrow(METRICS[metric], any_convention(draw, metric))
        cutoffs = range(1, len(ranking.items) + 3)
        expected = [by_oracle(metric, ranking, replace(convention, cutoff=k)) for k in cutoffs]
        if "refused" not in expected:
            arranged = at_cutoffs(arrange(RawLists.from_rankings([ranking]), convention), convention, cutoffs)
            found = run_metric(METRICS[metric], arranged, convention).value
            assert all(map(is_same, found.tolist(), expected)), f"{ranking}: rankviz {found}, literal {expected}"


def test_the_area_under_the_roc_curve_is_the_share_of_pairs_in_the_right_order() -> None:
    draw = Random("roc")  # noqa: S311
    for _ in range(CASES):
        ranking, convention = any_list(draw), narrow(METRICS["auc"], any_convention(draw, "auc"))
        expected = by_oracle("auc", ranking, replace(convention, tied_pair="half", empty="nan", no_relevant="formula"))
        if expected != "refused":
            curve = roc(arrange(RawLists.from_rankings([ranking]), convention))
            area = math.nan if curve is None else float(np.trapezoid(curve.true_positive_rate, curve.false_positive_rate))
            assert is_same(area, expected), ranking


@pytest.mark.parametrize("rule", ["dedupe_first", "last_wins", "first_only"])
def test_a_negative_grade_on_a_copy_that_does_not_count_is_no_reason_to_refuse_the_list(rule: str) -> None:
    copies = [Item("a", 1.0), Item("a", -1.0)]
    listed = copies[::-1] if rule == "last_wins" else copies
    assert evaluate("Success", Ranking(tuple(listed)), duplicates=rule, negative="error") == 1


@pytest.mark.parametrize(("rule", "expected"), [("optimistic", 1.0), ("pessimistic", 0.5)])
@pytest.mark.parametrize("grades", [[0.0, None], [None, 0.0]])
def test_best_and_worst_order_of_ties_go_by_relevance_also_where_grade_0_is_relevant(
    grades: list[float | None], rule: str, expected: float
) -> None:
    tied = Ranking.from_grades(grades, scores=[1, 1])
    assert evaluate("RR", tied, ties=rule, threshold=0) == expected


@pytest.mark.parametrize("length", [60, 1200])
def test_tied_entries_far_down_keep_their_small_share_of_a_geometric_discount(length: int) -> None:
    # The mean of 2^-(n-2) and 2^-(n-1), earned twice, is what both places give without the tie.
    above = list(range(length, 2, -1))
    tied = Ranking.from_grades([0] * len(above) + [1, 1], scores=[*above, 1, 1])
    value = evaluate("DCG", tied, ties="average", discount="geometric", rbp_p=0.5)
    assert value == pytest.approx(3 * 0.5 ** (length - 1), rel=1e-12, abs=0)


@pytest.mark.parametrize("measure", ["CG", "DCG", "nDCG"])
def test_gains_whose_sum_is_too_large_for_a_number_are_refused_in_words(measure: str) -> None:
    with pytest.raises(InputError):
        evaluate(measure, [1023, 1023, 1023], gain="exponential")
