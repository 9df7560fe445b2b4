r"""A metric's value as a quotient whose numerator is a sum of the entries' terms, read from its recorded formulas.

The last formula is `\frac{…}{…}`, or a numerator alone. Going down from it there is one sum or one maximum over an array, and
the numerator is linear in that aggregate. So evaluating the formulas between them twice gives the factor of each term and what
is added. The number of entries inside the cutoff is a sum, too, of 1 for each: FP, which is that number less TP, is the sum
over the entries that are not relevant, and a relevant entry has no term in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions.option_formulas import Array
from rankviz.core.templates import TemplateError, arguments_of, run_template
from rankviz.core.trace import Step, Trace, as_column, holes_in

AGGREGATIONS = ("sum", "max")
SHOWN_COUNT = "shown"  # key of the step that counts the entries inside the cutoff


@dataclass(frozen=True, eq=False)
class LinearForm:
    """Q values as (sum of terms + rest) / denominator, or the square root of that.

    Parameters
    ----------
    step : Step or None
        The recorded array that is aggregated; None if there is none, and `rest` is the whole numerator.
    kind : {'sum', 'max', ''}
        The aggregate. With a maximum only one entry of a list has a term.
    terms : float64 (Q, N)
        What each entry adds to the numerator.
    factor : float64 (Q,)
        Factor of a recorded term; 1 for a maximum. What an entry adds by standing inside the cutoff is added to that.
    rest : float64 (Q,)
        The part of the numerator that belongs to no entry.
    numerator, denominator : float64 (Q,)
    is_root : bool
        Whether the value is the square root of the quotient.
    """

    step: Step | None
    kind: str
    terms: Array
    factor: Array
    rest: Array
    numerator: Array
    denominator: Array
    is_root: bool = False

    @property
    def axis(self) -> str:
        """'list', 'level' or 'ideal': whether the terms belong to entries, recall levels or the ideal; '' if there are none."""
        return self.step.axis if self.step else ""


def linear_form(trace: Trace) -> LinearForm:
    """Read numerator, denominator and terms from a trace.

    Parameters
    ----------
    trace : Trace
        Of one metric on Q lists.

    Returns
    -------
    LinearForm

    Raises
    ------
    TemplateError
        If the numerator aggregates more than one array.

    Examples
    --------
    >>> from rankviz import explain
    >>> form = linear_form(explain("F1@3", [1, 0, 1, 1]).trace)
    >>> form.step.key, form.factor.tolist(), form.terms.tolist(), form.denominator.tolist()
    ('counted_hit', [2.0], [[2.0, 0.0, 2.0, 0.0]], [6.0])
    """
    steps = {step.key: step for step in trace.steps}
    root_argument = arguments_of(trace.steps[-1].template, r"\sqrt")
    is_root = bool(root_argument)
    template = root_argument[0] if is_root else trace.steps[-1].template
    above, below = arguments_of(template, r"\frac") or (template, "1")
    count = len(trace.rankings.n)

    def evaluate(formula: str, replaced: Mapping[str, Array] | None = None) -> Array:
        """Compute a formula from the recorded arrays, some of which may be replaced."""
        arrays = {key: each.value for key, each in steps.items()} | dict(replaced or {})
        for name in between if replaced else ():
            arrays[name] = run_template(steps[name].template, arrays, trace.rankings)
        return np.broadcast_to(run_template(formula, arrays, trace.rankings), (count,))

    aggregated = set(_aggregated_steps(above, steps))
    if len(aggregated) > 1:
        raise TemplateError(f"{trace.metric}: the numerator gathers {sorted(aggregated)}; expected one array")
    kind, key = next(iter(aggregated), ("", ""))
    step, between = steps.get(key), tuple(_steps_between(above, steps))
    numerator, denominator = evaluate(above), evaluate(below)
    if step is None:
        no_terms = np.zeros((count, 0))
        return LinearForm(None, "", no_terms, np.ones(count), numerator, numerator, denominator, is_root)
    rest = evaluate(above, {key: np.zeros((count, 1))})
    if kind == "max":
        terms = np.where(_first_largest(step.value), as_column(numerator - rest), 0.0)
        return LinearForm(step, kind, terms, np.ones(count), rest, numerator, denominator, is_root)
    factor = evaluate(above, {key: np.ones((count, 1))}) - rest
    terms = as_column(factor) * step.value
    if SHOWN_COUNT in steps:
        rest = evaluate(above, {key: np.zeros((count, 1)), SHOWN_COUNT: np.zeros(count)})
        by_entry = evaluate(above, {key: np.zeros((count, 1)), SHOWN_COUNT: np.ones(count)}) - rest
        terms = terms + as_column(by_entry) * trace.rankings.share()
    return LinearForm(step, kind, terms, factor, rest, numerator, denominator, is_root)


def _aggregated_steps(template: str, steps: Mapping[str, Step]) -> Iterator[tuple[str, str]]:
    """Yield ('sum' or 'max', key) of every array that is aggregated on the way down from a formula."""
    for kind, key in holes_in(template):
        if kind in AGGREGATIONS:
            yield kind, key
        elif not kind and steps[key].value.ndim == 1:
            yield from _aggregated_steps(steps[key].template, steps)


def _steps_between(template: str, steps: Mapping[str, Step]) -> Iterator[str]:
    """Yield the keys of the steps from a formula down to the aggregate, in the order of computation, each once."""
    below = [key for kind, key in holes_in(template) if not kind and steps[key].value.ndim == 1]
    keys: dict[str, None] = {}
    for key in below:
        if any(_aggregated_steps(steps[key].template, steps)):
            keys |= dict.fromkeys((*_steps_between(steps[key].template, steps), key))
    yield from keys


def _first_largest(values: Array) -> NDArray[np.bool_]:
    """Mark the first of the largest entries of each list, bool (Q, N)."""
    if not values.shape[1]:
        return np.zeros(values.shape, dtype=bool)
    return np.asarray(np.arange(values.shape[1]) == as_column(values.argmax(axis=1)))
