"""Mistakes in formulas that are an option of a choice, too: the option is tried, with the sentence of the mistake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.templates import TemplateError
from rankviz.core.trace import Trace
from rankviz.diagnose.mistakes.formula_mistakes import FORMULA_MISTAKES
from rankviz.diagnose.mistakes.mistaken_derivation import FormulaMistake, apply_mistake
from rankviz.evaluation.evaluate import compute

# Lists on which two formulas differ, unless they are the same.
LISTS = (
    Ranking.from_grades([3, 0, 2, 1, 5, 4, 1, 0.5], missed=[2, 1, 4]),
    Ranking.from_grades([0, 0, 4, 0, 0, 1], missed=[3, 0]),
)
FIELD_OF_STEP = {"stop": "err_stop"}  # of other steps the field has the name of the step


@lru_cache(maxsize=256)
def mistakes_by_option(metric: str, convention: Convention) -> Mapping[tuple[str, str], FormulaMistake]:
    """Return the mistakes that compute what an option does, step by step, by field and option.

    Parameters
    ----------
    metric : str
    convention : Convention
        From which the departures are tried.
    """
    return dict(_pairs(metric, convention))


def _pairs(metric: str, convention: Convention) -> Iterator[tuple[tuple[str, str], FormulaMistake]]:
    for mistake in FORMULA_MISTAKES:
        field = _field_of(mistake)
        if metric not in mistake.metrics or field not in METRICS[metric].uses:
            continue
        mistaken = _mistaken_trace(metric, convention, mistake)
        for option in METRICS[metric].uses[field]:
            if mistaken is not None and not FIELDS[field].custom_field_of(option):
                chosen = _trace(metric, convention.with_choices({field: option}))
                if chosen is not None and _are_equal(chosen, mistaken):
                    yield (field, option), mistake


def _field_of(mistake: FormulaMistake) -> str:
    """Return the field whose options have the formulas that a mistake replaces; "" if there is none."""
    steps = {line.step.removeprefix("ideal_") for line in mistake.steps}
    return FIELD_OF_STEP.get(first := next(iter(steps)), first) if len(steps) == 1 else ""


def _trace(metric: str, convention: Convention) -> Trace | None:
    try:
        return compute(METRICS[metric], RawLists.from_rankings(LISTS), convention)
    except InputError:
        return None


def _mistaken_trace(metric: str, convention: Convention, mistake: FormulaMistake) -> Trace | None:
    trace = _trace(metric, convention)
    try:
        return None if trace is None else apply_mistake(trace, mistake, LISTS, convention)
    except TemplateError:
        return None


def _are_equal(one: Trace, other: Trace) -> bool:
    """Whether two derivations have the same numbers in every step that both have, and the same value."""
    steps = {step.key: step.value for step in other.steps}
    pairs = [(step.value, steps[step.key]) for step in one.steps if step.key in steps]
    return all(np.allclose(*pair, rtol=1e-12, atol=1e-12, equal_nan=True) for pair in pairs)
