"""Whatever a program hands over, the public functions give a value or an InputError, never anything else, and no warning."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from random import Random
from typing import Any

import numpy as np
import pytest

import rankviz as rv
from rankviz.core.conventions import FIELDS
from tests.helpers.hostile import at_most, junk, nested
from tests.helpers.long import rounds

LARGEST = 1.7976931348623157e308
ODD: tuple[Any, ...] = (
    10**400, -(10**400), 10**5000, 2**63, 2**64, 5e-324, 1e15, 1e16, LARGEST, nan, inf, -inf, -0.0, True, None, "3", "x", "",
    b"3", Decimal("1.5"), Decimal("NaN"), Decimal("sNaN"), Decimal("1e999999"), Fraction(1, 3), Fraction(10**400, 3), 1j,
    np.float64(2), np.float32(0.5), np.int64(3), np.bool_(True), np.array(1.0), np.array([1.0]), np.array([[1.0, 2.0]]),
    np.datetime64("2020-01-01"), np.timedelta64(1, "s"), object(), [], [1], {}, {1: 2}, {"d1": 1}, (), range(3), [[1, 2], [3]],
    [nan], ["a"], [10**400], nested(900), iter([1, 0]), lambda: 0, int, "\x00\n", "nDCG@5", rv.Ranking(), [rv.Ranking()],
    [rv.Ranking.from_grades([1, 0]), None], rv.Ranking.from_grades([1, 0], [2]), [rv.Ranking.from_grades([1]), [1, 0]],
)  # fmt: skip
MEASURES = [metric.name for metric in rv.METRICS.values()] + ["nDCG@2", "P(rel=2)@5", "RBP(p=0.5)", "IPrec@0.3"]


def odd(random: Random) -> Any:
    return random.choice(ODD) if random.random() < 0.8 else junk(random)


def grades(random: Random) -> Any:
    """Mostly a list of grades, with something odd in it."""
    listed = [random.choice([0, 1, 2, 3, None, 0.5]) for _ in range(random.randrange(5))]
    return odd(random) if random.random() < 0.3 else listed + [odd(random) for _ in range(random.randrange(2))]


def choices(random: Random) -> dict[str, Any]:
    names = random.sample(list(FIELDS), random.choice([0, 0, 1, 2]))
    return {name: random.choice([*(FIELDS[name].options or ()), odd(random)]) for name in names}


def evaluated(random: Random) -> None:
    measure = random.choice(MEASURES) if random.random() < 0.9 else odd(random)
    profile = random.choice(list(rv.PROFILES)) if random.random() < 0.9 else odd(random)
    assert isinstance(rv.evaluate(measure, grades(random), profile=profile, **choices(random)), float)


def explained(random: Random) -> None:
    lists = grades(random) if random.random() < 0.5 else [made(random), made(random)]
    assert isinstance(rv.explain(random.choice(MEASURES), lists, **choices(random)).value, float)


def looked_up(random: Random) -> None:
    typed = random.choice(["0.5", "75 %", "2/3", odd(random)])
    rv.lookup(random.choice(["P@2", "RR", odd(random)]), grades(random), typed)


def made(random: Random) -> rv.Ranking:
    scores = random.choice([None, [1, 2], odd(random)])
    names = random.choice([None, ["a", "b"], odd(random)])
    return rv.Ranking.from_grades(grades(random), random.choice([(), [1], odd(random)]), scores, names, odd(random))


def judged(random: Random) -> None:
    key = random.choice(["a", 7, ("a", 1), None, 0.5, True])
    judgments = random.choice([{"d1": 1}, {"d1": odd(random)}, {key: 1}, odd(random)])
    ranking = rv.Ranking.from_judgments(
        random.choice([["d1", "d2"], odd(random)]), judgments, random.choice([None, odd(random)])
    )
    assert isinstance(rv.evaluate("nDCG", ranking), float)


def run_evaluated(random: Random) -> None:
    run = random.choice([{"q": {"d1": 1.0, "d2": odd(random)}}, {"q": odd(random)}, odd(random)])
    qrels = random.choice([{"q": {"d1": 1}}, {"q": {"d1": odd(random)}}, {"q": odd(random)}, odd(random)])
    rv.evaluate_run(run, qrels, random.choice(["RR", ["AP", "nDCG@2"], odd(random), [odd(random)]]))


def tabulated(random: Random) -> None:
    run = {"q": {"d1": 1.0, "d2": odd(random)}}
    runs = random.choice([{"one": run, random.choice(["two", 7, None, 0.5, "\n"]): run}, [run, odd(random)], odd(random)])
    qrels = random.choice([{"q": {"d1": 1}}, {"q": {"d1": odd(random)}}, odd(random)])
    names = {name: odd(random) for name in random.sample(["baseline", "sort", "test"], random.choice([0, 0, 0, 1]))}
    str(rv.tabulate_runs(runs, qrels, random.choice(["RR", ["AP", "nDCG@2"], odd(random)]), **names))


def compared(random: Random) -> None:
    rv.compare_lists(random.choice(["RR", odd(random)]), made(random), random.choice([["d1", "d2"], grades(random)]))


def alike(random: Random) -> None:
    rv.alike(random.choice(["tau_b", odd(random)]), random.choice([["d1", "d2"], odd(random)]), odd(random))


def asked(random: Random) -> None:
    kinds = random.choice(["gap", ["value", "order"], odd(random)])
    rv.exercises(random.choice(["RR", odd(random)]), count=1, kinds=kinds)


def conventions(random: Random) -> None:
    names = random.sample(list(FIELDS), 3)
    rv.Convention(**{name: odd(random) for name in names})


def measured(random: Random) -> None:
    text = random.choice(MEASURES) + random.choice(
        ["", "@", "@0", "@1e9", "@" + "9" * 5000, "(", "(rel=1e400)", "(p=nan)", "(max=)"]
    )
    rv.parse_measure(text if random.random() < 0.7 else odd(random))


@pytest.mark.slow
@pytest.mark.parametrize(
    "function",
    [evaluated, explained, looked_up, made, judged, run_evaluated, tabulated, compared, alike, asked, conventions, measured],
    ids=lambda each: each.__name__,
)
def test_a_value_or_an_input_error(function: Any) -> None:
    for seed in range(rounds(10 if function in (looked_up, asked) else 200)):
        with at_most(5.0, seed):
            try:
                function(Random(seed))  # noqa: S311
            except rv.InputError as error:
                assert len(error.message) < 3000, seed
                assert error.message.isprintable(), seed


EXTREME_GRADES = (5e-324, 1e-308, 0.0, -0.0, 1.0, 1e15, -1e15, -5e-324, 1000.0, 0.9999999999999999, None)
EXTREME_SCORES = (LARGEST, -LARGEST, 5e-324, -5e-324, 0.0, -0.0, 1e15, 1e300)


@pytest.mark.slow
@pytest.mark.parametrize("key", rv.METRICS)
def test_extreme_grades_and_scores_give_a_finite_value_or_a_message(key: str) -> None:
    """Warnings are errors here; what has no value is the one that the convention puts in its place, or said."""
    metric, random = rv.METRICS[key], Random(key)  # noqa: S311
    for _ in range(rounds(60)):
        count = random.randrange(1, 6)
        shown = [random.choice(EXTREME_GRADES) for _ in range(count)]
        scores = [random.choice(EXTREME_SCORES) for _ in range(count)] if random.random() < 0.5 else None
        ranking = rv.Ranking.from_grades(shown, [random.choice(EXTREME_GRADES)], scores)
        options = {name: random.choice(keys) for name, keys in metric.uses.items() if keys and random.random() < 0.4}
        extremes = {name: random.choice((FIELDS[name].low, FIELDS[name].high)) for name in metric.uses if FIELDS[name].high > 0}
        changes: dict[str, Any] = options | {name: value for name, value in extremes.items() if random.random() < 0.4}
        try:
            value = rv.evaluate(metric.name, ranking, **changes)
        except rv.InputError:
            continue
        trace = rv.explain(metric.name, ranking, **changes).trace
        assert np.isfinite(value) or trace.undefined[0], (ranking, changes)


def test_the_mean_of_the_largest_values_is_a_value() -> None:
    far = rv.Ranking.from_grades([0], scores=[LARGEST])
    assert rv.evaluate("MAE", [far, far, far]) == pytest.approx(LARGEST)
