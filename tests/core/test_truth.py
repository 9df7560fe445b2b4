"""Does each shown formula, executed, give the shown number?

Every non-empty template is run on the recorded arrays of the steps before it and compared with the recorded value. What this
does not prove is that the formula is the right one: test_oracles.py and test_worked_values.py check that.
"""

import re
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import METRICS, Convention, InputError, Ranking, evaluate
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.arrange import arrange
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.means import mean
from rankviz.core.trace import HOLE, STAND_INS, Step, Trace
from rankviz.evaluation.evaluate import compute
from tests.helpers.case import case
from tests.helpers.corpus import one_choice_away, option_keys, option_table, trace_of
from tests.helpers.long import rounds
from tests.helpers.strategies import conventions, rankings
from tests.oracles.latex_runner import HOLES, LatexError, run_latex, run_step

EVERY_METRIC = pytest.mark.parametrize("metric", METRICS.values(), ids=list(METRICS))


def same(found: Array, expected: Array) -> Array:
    """Equal at 12 digits; terms of opposite sign may cancel, hence the absolute part, which no term of a list comes near."""
    return np.isclose(found, expected, rtol=1e-12, atol=1e-14, equal_nan=True)


def agrees(trace: Trace, step: Step, template: str | None = None) -> bool:
    """Whether a template gives the step's value wherever it is claimed."""
    found = np.broadcast_to(run_step(trace, step, template), step.value.shape)
    claimed = np.ones(step.value.shape, dtype=bool) if step.where is None else step.where
    return bool(same(found, step.value)[claimed].all())


def outside(trace: Trace, step: Step) -> Array:
    """Entries of a per-entry step that may not count: those that the template is not claimed for, and padding."""
    unclaimed = np.zeros(step.value.shape, dtype=bool) if step.where is None else ~step.where
    return unclaimed | ~trace.rankings.present if step.axis == "list" else unclaimed


def check(trace: Trace) -> None:
    """Ask everything that must hold for a trace."""
    holes = [hole for step in trace.steps for hole in HOLE.findall(step.template)]
    gathered = {key for kind, key in holes if kind}
    for step in trace.steps:
        if step.template:
            assert agrees(trace, step), f"{step.key}: {step.template}"
        if step.key in gathered:
            assert (step.value[outside(trace, step)] == 0).all(), f"{step.key} is not 0 where it does not count"
        if step.undefined is not None:
            expected = np.array([STAND_INS[trace.stand_in(query)] for query in np.flatnonzero(step.undefined)])
            assert same(step.value[step.undefined], expected).all(), f"{step.key} where undefined"
    symbols, keys = [step.symbol for step in trace.steps], [step.key for step in trace.steps]
    assert len(set(symbols)) == len(symbols), f"a symbol stands for two things: {symbols}"
    assert len(set(keys)) == len(keys), f"a key names two steps: {keys}"
    assert any(step.template for step in trace.steps)
    assert trace.steps[-1].axis == "query"
    assert trace.steps[-1].template


def check_mean(trace: Trace, convention: Convention) -> None:
    """Ask the same of the mean: the formula shown, executed on its own steps, gives it."""
    steps = mean(trace, convention)
    known = {step.key: step.value for step in (*trace.steps, *steps)}
    for step in steps:
        if step.where is None or not step.template:
            continue
        template = step.template.replace("<Q>", str(len(trace.value)))
        found = run_latex(template, lambda kind, key: np.asarray(sum(known[key])) if kind == "sum" else known[key])
        assert same(found, step.value)[step.where].all()


@EVERY_METRIC
def test_every_formula_gives_its_number_with_every_option(metric: Metric) -> None:
    for name, value in ((each, value) for each in metric.uses for value in option_keys(metric, each)):
        for cutoff in (None, 3, 9) if "cutoff" in metric.uses else (None,):
            convention = Convention(cutoff=cutoff).with_choices({name: value})
            with case(**convention.differences()):
                check(trace_of(metric.key, convention))


@EVERY_METRIC
@settings(max_examples=rounds(30))
@given(st.data())
def test_every_formula_gives_its_number_on_any_list(metric: Metric, data: st.DataObject) -> None:
    convention = data.draw(conventions(metric, raising=False))
    trace = compute(metric, RawLists.from_rankings(data.draw(st.lists(rankings(), min_size=1, max_size=3))), convention)
    check(trace)
    check_mean(trace, convention)


MEANS = [(over, weights) for over in option_table("mean_over") for weights in option_table("mean_weights")]


@EVERY_METRIC
def test_the_mean_is_what_its_formula_says(metric: Metric) -> None:
    for empty in ("0", "1", "nan", "skip"):
        trace = trace_of(metric.key, Convention(empty=empty) if "empty" in metric.uses else Convention())
        assert bool(trace.undefined.any()) == ("empty" in metric.uses)
        for over, weights in MEANS:
            with case(empty=empty, over=over, weights=weights):
                check_mean(trace, Convention(empty=empty, mean_over=over, mean_weights=weights))


def by_hand(over: str, weights: str, **choices: object) -> float:
    """The mean of RR over five lists: 1 at rank 1 of 2, 1/2 of 4, no relevant one, nothing judged, nothing retrieved."""
    lists = [
        Ranking.from_grades([1, 0]),
        Ranking.from_grades([0, 1, 1, 0]),
        Ranking.from_grades([0, 0, 0]),
        Ranking.from_grades([None]),
        Ranking.from_grades([], missed=[1]),
    ]
    return evaluate("RR", lists, mean_over=over, mean_weights=weights, **choices)


@pytest.mark.parametrize(
    ("over", "weights", "expected"),
    [
        ("qrels", "none", (1 + 1 / 2 + 0 + 0) / 4),
        ("run", "none", (1 + 1 / 2 + 0 + 0) / 4),
        ("intersection", "none", (1 + 1 / 2 + 0) / 3),
        ("with_relevant", "none", (1 + 1 / 2 + 0) / 3),
        ("qrels", "impressions", (2 * 1 + 4 / 2) / 9),
        ("run", "impressions", (2 * 1 + 4 / 2) / 10),
        ("qrels", "positives", (1 + 2 / 2) / 3),
    ],
)
def test_which_lists_count_and_with_what_weight(over: str, weights: str, expected: float) -> None:
    assert by_hand(over, weights) == pytest.approx(expected, rel=1e-12)


def test_undefined_lists_are_left_out_where_the_convention_says_so() -> None:
    assert by_hand("qrels", "none", empty="skip") == pytest.approx((1 + 1 / 2 + 0) / 3, rel=1e-12)


# P@3 of 2/2, 1/1 and 0/2: of two, one and two documents that could be found among the first three.
MICRO = [Ranking.from_grades([1, 0, 1]), Ranking.from_grades([0, 1, 0, 0]), Ranking.from_grades([0, 0], missed=[1, 1])]


def test_a_mean_may_add_up_numerators_and_denominators_first() -> None:
    by_base = {"mean_weights": "base", "precision_base": "min_R_k"}
    assert evaluate("P@3", MICRO, precision_base="min_R_k") == pytest.approx((2 / 2 + 1 / 1 + 0 / 2) / 3, rel=1e-12)
    assert evaluate("P@3", MICRO, **by_base) == pytest.approx((2 + 1 + 0) / (2 + 1 + 2), rel=1e-12)
    assert evaluate("P@3", MICRO, mean_weights="base") == pytest.approx((2 + 1 + 0) / (3 + 3 + 3), rel=1e-12)
    assert evaluate("F1@3", MICRO, mean_weights="base") == pytest.approx(2 * (2 + 1 + 0) / (3 + 2 + 3 + 1 + 3 + 2), rel=1e-12)
    assert evaluate("AP", MICRO, mean_weights="base") == pytest.approx((1 + 2 / 3 + 1 / 2 + 0) / (2 + 1 + 2), rel=1e-12)
    # What has no base has none to give, and what counts nothing weighs nothing.
    assert evaluate("P@3", [*MICRO, Ranking.from_grades([0])], **by_base) == evaluate("P@3", MICRO, **by_base)
    with pytest.raises(InputError, match="mean_weights=base has no meaning"):
        evaluate("RR", MICRO, mean_weights="base")


# ---------------------------------------------------------------------------------------------------------------------------
# Would a wrong formula be found?

SWAPS = (
    ("+", "-"),
    ("-", "+"),
    (r"\cdot", "+"),
    (r"\log_2", r"\ln"),
    (r"\ln", r"\log_2"),
    (r"\log_{10}", r"\log_2"),
    (r"\max", r"\min"),
    (r"\min", r"\max"),
    ("+1", "+2"),
    (r"\frac{1}{2}", r"\frac{1}{3}"),
)
# No more than N others can stand above an entry, so that R and min(R, N) cap their number alike.
EQUAL_BY_ALGEBRA = {("bpref_term", r"1-\frac{\min(<others_above>,<bpref_base>)}{<bpref_base>}")}
WRONG_KIND = {"sum": "max", "max": "sum", "upto": "before", "before": "upto", "prod_before": "before"}


def wrong_templates(trace: Trace, step: Step) -> Iterator[str]:
    """Slips in a template that still run: another sign, logarithm, constant, order of a fraction, kind or name of a hole."""
    for right, wrong in SWAPS:
        if right in step.template:
            yield step.template.replace(right, wrong, 1)
    if match := re.fullmatch(r"\\frac\{(.*)\}\{(.*)\}", step.template):
        yield rf"\frac{{{match[2]}}}{{{match[1]}}}"
    for hole in HOLE.finditer(step.template):
        before, after = step.template[: hole.start()], step.template[hole.end() :]
        kind, key = hole[1] or "", hole[2]
        if kind:
            yield f"{before}<{WRONG_KIND[kind]} {key}>{after}"
        for other in trace.steps[: trace.steps.index(step)]:
            named = trace.step(key)
            if other.axis == named.axis and not same(other.value, named.value).all():  # equal arrays are only another name
                yield f"{before}{hole[0].replace(f'{key}>', f'{other.key}>')}{after}"
    if step.template.isdigit():
        yield str(int(step.template) + 1)


@pytest.mark.slow
@EVERY_METRIC
def test_a_wrong_formula_is_found(metric: Metric) -> None:
    suspects: dict[tuple[str, str, str], bool] = {}
    for convention in one_choice_away(metric):
        trace = trace_of(metric.key, convention)
        for step in trace.steps:
            for wrong in wrong_templates(trace, step):
                name = (step.key, step.template, wrong)
                if not suspects.get(name, False):
                    suspects[name] = not agrees(trace, step, wrong)
    assert suspects
    not_found = [name for name, found in suspects.items() if not found]
    assert [name for name in not_found if (name[0], name[2]) not in EQUAL_BY_ALGEBRA] == []


def test_a_summand_that_does_not_count_must_be_zero() -> None:
    trace = compute(METRICS["dcg"], RawLists.from_rankings([Ranking.from_grades([3, 2, 1])]), Convention(cutoff=2))
    check(trace)
    beyond = trace.steps[-2].value.copy()
    beyond[0, 2] = 1
    trace.steps[-2] = trace.steps[-2]._replace(value=beyond)
    with pytest.raises(AssertionError, match="discounted_gain is not 0 where it does not count"):
        check(trace)


# ---------------------------------------------------------------------------------------------------------------------------
# The runner itself, with numbers by hand


def value(template: str, **arrays: object) -> list[float]:
    return run_latex(template, lambda kind, key: np.asarray(arrays[key], dtype=float)).tolist()


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("1", 1.0),
        ("2+3-4-5", -4.0),
        (r"2+3\cdot4", 14.0),
        ("-2^{2}", -4.0),
        ("2^{1-3}", 0.25),
        ("2^{3}-1", 7.0),
        (r"\frac{1}{2}", 0.5),
        (r"\frac{2\cdot3}{1+3}", 1.5),
        (r"\log_2(7+1)", 3.0),
        (r"\log_{10}(100)", 2.0),
        (r"\ln(1)", 0.0),
        (r"\max(1,\log_2(4))", 2.0),
        (r"\min\left(3,2\right)", 2.0),
        (r"\left(1+2\right)\cdot(4-1)", 9.0),
        ("0.5", 0.5),
        (r"\sqrt{9}", 3.0),
        (r"\exp(0)", 1.0),
    ],
)
def test_the_runner_reads_latex(template: str, expected: float) -> None:
    assert value(template) == expected


def test_one_number_a_list_meets_the_entries_of_that_list() -> None:
    assert value("<each>-<whole>", each=[[1, 2], [3, 4]], whole=[1, 10]) == [[0, 1], [-7, -6]]
    assert value(r"\frac{<whole>}{<other>}", whole=[1, 6], other=[2, 3]) == [0.5, 2]


@pytest.mark.parametrize(
    "template",
    [
        r"\sqrt 2",
        r"\log(2)",
        r"\log_3(2)",
        "2 3",
        "2*3",
        "<x",
        "(1+2",
        r"\left(1+2)",
        r"\frac{1}",
        r"\max(1)",
        r"\ln 2",
        "1+",
        "",
        "1)",
        "__import__",
    ],
)
def test_the_runner_refuses_what_it_does_not_know(template: str) -> None:
    with pytest.raises(LatexError):
        value(template)


@pytest.fixture
def trace() -> Trace:
    """Places 1, {2, 3} tied, 4 in the first list; the second list has one entry and padding."""
    tied = Ranking.from_grades([1, 0, 2, 1], scores=[9, 5, 5, 1])
    convention = Convention(ties="group")
    return Trace("ap", arrange(RawLists.from_rankings([tied, Ranking.from_grades([3])]), convention), convention)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("", [[1, 2, 4, 8], [3, 0, 0, 0]]),
        ("sum ", [15, 3]),
        ("max ", [8, 3]),
        ("upto ", [[1, 7, 7, 15], [3, 0, 0, 0]]),
        ("before ", [[0, 1, 1, 7], [0, 0, 0, 0]]),
        ("prod_before ", [[1, 1, 2, 8], [1, 0, 0, 0]]),
    ],
)
def test_each_kind_of_hole_means_what_it_says(trace: Trace, kind: str, expected: list[object]) -> None:
    trace.add("x", "x_i", "", np.array([[1.0, 2, 4, 8], [3, 0, 0, 0]]))
    trace.add("y", "y_i", f"<{kind}x>", np.array(expected, dtype=float))
    assert run_step(trace, trace.steps[-1]).tolist() == expected


def test_every_kind_of_hole_has_its_row() -> None:
    kinds = re.findall(r"\w+", HOLE.pattern.split("?:")[1].split(")")[0])
    assert {"", *kinds} == set(HOLES)


@pytest.mark.parametrize("template", ["<nothing>", "<sum nothing>", "<product x>", "<y>"])
def test_an_unknown_hole_fails(trace: Trace, template: str) -> None:
    trace.add("x", "x_i", "", np.zeros((2, 4)))
    trace.add("y", "y", template, np.zeros((2, 4)))
    with pytest.raises(LatexError):
        run_step(trace, trace.steps[-1])
