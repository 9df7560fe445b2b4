"""Templates that are run on numbers: the same as the tests' own runner gives, and rounding that every metric follows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rankviz import METRICS, Ranking, explain
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.core.rounding import Rounding, replay
from rankviz.core.templates import TemplateError, run_template
from rankviz.evaluation.evaluate import compute
from tests.helpers.long import rounds
from tests.helpers.strategies import conventions, rankings
from tests.oracles.latex_runner import LatexError, run_latex, run_step

EVERY_METRIC = pytest.mark.parametrize("metric", METRICS.values(), ids=list(METRICS))


@pytest.mark.slow
@EVERY_METRIC
@settings(max_examples=rounds(20))
@given(st.data())
def test_every_template_is_run_as_the_oracle_runs_it(metric: Metric, data: st.DataObject) -> None:
    convention = data.draw(conventions(metric, raising=False))
    lists = data.draw(st.lists(rankings(), min_size=1, max_size=3))
    trace = compute(metric, RawLists.from_rankings(lists), convention)
    for number, step in enumerate(trace.steps):
        if not step.template:
            continue
        earlier = {each.key: each.value for each in trace.steps[:number]}
        ours = np.broadcast_to(run_template(step.template, earlier, trace.rankings), step.value.shape)
        theirs = np.broadcast_to(run_step(trace, step), step.value.shape)
        claimed = np.ones(step.value.shape, dtype=bool) if step.where is None else step.where
        assert np.allclose(ours[claimed], theirs[claimed], rtol=1e-12, atol=1e-14, equal_nan=True), step.template


@pytest.mark.slow
@EVERY_METRIC
@settings(max_examples=rounds(15))
@given(st.data())
def test_rounding_what_is_exact_already_changes_nothing(metric: Metric, data: st.DataObject) -> None:
    convention = data.draw(conventions(metric, raising=False))
    trace = compute(metric, RawLists.from_rankings([data.draw(rankings())]), convention)
    for step in trace.steps:
        replayed = replay(trace.steps, trace.rankings, {step.key: Rounding(step.key, 30)})
        assert replayed[trace.steps[-1].key] == pytest.approx(trace.value, rel=1e-9, abs=1e-9, nan_ok=True), step.key


numbers = st.integers(1, 9).map(str)


def _enclose(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(inner, inner)
    return st.one_of(
        two.map(lambda pair: f"{pair[0]}+{pair[1]}"),
        two.map(lambda pair: f"{pair[0]}-{pair[1]}"),
        two.map(lambda pair: rf"{pair[0]}\cdot{pair[1]}"),
        two.map(lambda pair: rf"\frac{{{pair[0]}}}{{{pair[1]}}}"),
        two.map(lambda pair: rf"\max({pair[0]},{pair[1]})"),
        inner.map(lambda text: f"({text})"),
        inner.map(lambda text: f"-{text}"),
        inner.map(lambda text: f"2^{{{text}}}"),
        inner.map(lambda text: rf"\sqrt{{{text}}}"),
        inner.map(lambda text: rf"\log_2({text})"),
    )


@example(r"9-2\cdot3")
@example(r"9-2-3")
@example(r"-2^{2}")
@example(r"8\cdot2^{3}")
@given(st.recursive(numbers, _enclose, max_leaves=8))
def test_operators_bind_as_the_oracle_reads_them(template: str) -> None:
    nothing = explain("P", [1]).trace.rankings
    try:
        expected = run_latex(template, lambda kind, key: np.zeros(0))
    except LatexError:
        with pytest.raises(TemplateError):
            run_template(template, {}, nothing)
        return
    assert run_template(template, {}, nothing) == pytest.approx(float(expected), nan_ok=True)


@pytest.mark.parametrize(
    "template", ["", "1+", "1 2", "<hit", "<unknown>", "<max R>", r"\frac{1}", r"\max(1)", r"\sin(1)", "(1", "1)", "a"]
)
def test_what_is_not_a_template_is_refused(template: str) -> None:
    trace = explain("AP", [1, 0]).trace
    with pytest.raises(TemplateError):
        run_template(template, {step.key: step.value for step in trace.steps}, trace.rankings)


@pytest.mark.parametrize(
    ("measure", "grades", "step", "places", "expected"),
    [
        ("RBP(p=0.8)", [1, 0, 1, 0, 0, 1], "rbp_term", 1, (1 + 0.6 + 0.3) * (1 - 0.8)),  # 0.64 and 0.32768
        ("ERR", [1, 0, 2], "stop", 1, 0.3 + 0.7 * 0.8 / 3),  # (2^1 - 1) / 4 and (2^2 - 1) / 4, halves up
        ("IPrec11", [0, 1, 0, 0, 1], "level_sum", 0, 5 / 11),  # 6 · 1/2 + 5 · 2/5 is 5 already
        ("F1@2", [1, 0, 1], "tp", 0, 2 * 1 / (2 + 2)),
        ("RMSE", Ranking.from_grades([1, 2], scores=[1.26, 2.35]), "squared_error", 1, ((0.1 + 0.1) / 2) ** 0.5),
    ],
)
def test_any_metric_can_be_followed_with_rounded_numbers(
    measure: str, grades: Any, step: str, places: int, expected: float
) -> None:
    found = explain(measure, grades).trace
    values = replay(found.steps, found.rankings, {step: Rounding(step, places)})
    assert float(values[found.steps[-1].key][0]) == pytest.approx(expected, rel=1e-12)
