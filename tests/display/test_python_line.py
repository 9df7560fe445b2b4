"""Does the Python that is copied give the number that is shown, to the last digit?"""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import METRICS, Convention, Ranking
from rankviz.core.metrics.means import mean
from rankviz.core.trace import Trace
from rankviz.explore.view.derivation import derivation_payload, lines_of
from rankviz.state.analysis import analyse
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.texts import Texts
from tests.helpers.long import rounds
from tests.helpers.strategies import any_conventions, rankings


def copies(state: AppState) -> dict[str, str]:
    """What the page offers to copy, by its key."""
    analysis = analyse(state)
    data = derivation_payload(analysis, lines_of(analysis), "", Texts("en"))
    return {each["key"]: each["text"] for each in data["copies"]}  # type: ignore[attr-defined]


def run(code: str) -> float:
    """Run Python as a person would who has copied it, and take its last line's value."""
    *before, last = ast.parse(code).body
    assert isinstance(last, ast.Expr)
    names: dict[str, object] = {}
    exec(compile(ast.Module(before, []), "copied", "exec"), names)  # noqa: S102  # our own, as a person runs it
    found = eval(compile(ast.Expression(last.value), "copied", "eval"), names)  # noqa: S307
    assert isinstance(found, float)
    return found


def same(one: float, other: float) -> bool:
    return repr(one) == repr(other)


@pytest.mark.slow
@settings(max_examples=rounds(60))
@given(
    st.sampled_from(sorted(METRICS)),
    st.lists(rankings(), min_size=1, max_size=3),
    any_conventions(raising=True),
    st.integers(0, 2),
)
def test_the_copied_python_gives_the_number_that_is_shown(
    key: str, lists: list[Ranking], convention: Convention, selected: int
) -> None:
    state = AppState(tuple(lists), key, convention, selected=min(selected, len(lists) - 1))
    analysis, offered = analyse(state), copies(state)
    if not isinstance(analysis.main, Trace):
        assert offered == {}
        return
    assert same(run(offered["python"]), float(analysis.main.value[0])), offered["python"]
    whole = analysis.all_lists()
    assert ("python_mean" in offered) == isinstance(whole, Trace)
    if isinstance(whole, Trace):
        assert same(run(offered["python_mean"]), float(mean(whole, convention)[-1].value)), offered["python_mean"]


# Not to be read off six digits.
@pytest.mark.parametrize(
    ("key", "choices"),
    [
        ("rbp", {"rbp_p": 0.8123456789}),
        ("fbeta", {"beta": 1.23456789}),
        ("iprec", {"recall_level": 0.00001}),
        ("ndcg", {"gain": "formula", "gain_formula": "g^1.23456789"}),
        ("ap", {"threshold": 1.00000001}),
    ],
)
def test_the_copied_python_has_all_digits(key: str, choices: dict[str, object]) -> None:
    state = replace(DEFAULT, metric=key, convention=Convention(cutoff=6).with_choices(choices))
    shown = analyse(state).main
    assert isinstance(shown, Trace)
    assert same(run(copies(state)["python"]), float(shown.value[0]))


def test_of_two_lists_the_one_that_is_shown_is_computed_and_beside_it_their_mean() -> None:
    state = AppState((Ranking.from_grades([1, 0]), Ranking.from_grades([0, 1])), "rr", Convention(), selected=1)
    offered = copies(state)
    assert (run(offered["python"]), run(offered["python_mean"])) == (0.5, 0.75)


def test_a_weighting_that_a_metric_does_not_have_is_not_copied() -> None:
    lists = Ranking.from_grades([1, 0]), Ranking.from_grades([0, 0, 3])
    for metric, expected in (("cg", "(1 + 3) / 2"), ("precision", "(1 + 1) / (2 + 3)")):
        offered = copies(AppState(lists, metric, Convention(mean_weights="base")))
        assert run(offered["python_mean"]) == pytest.approx(eval(expected))  # noqa: S307  # arithmetic, written above
