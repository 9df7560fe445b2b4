r"""A metric's value as a quotient whose numerator is a sum of the entries' terms, read from its recorded formulas.

The last formula is `\frac{…}{…}`, or a numerator alone; down from it one sum or one maximum is gathered, and the numerator is
linear in it. So two evaluations of the formulas between them say by what each term is multiplied and what is added. How many
entries stand inside the cutoff is a sum, too, of one for each: FP, their number less TP, is the sum of those that are not
relevant, and a relevant entry has no term in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions.options import Array
from rankviz.core.templates import TemplateError, arguments_of, run_template
from rankviz.core.trace import Step, Trace, as_column, holes_in

AGGREGATIONS = ("sum", "max")
SHOWN_COUNT = "shown"  # the step that is the number of entries inside the cutoff


@dataclass(frozen=True, eq=False)
class LinearForm:
    """Q values as (sum of terms + rest) / denominator, or the square root of that.

    Parameters
    ----------
    step : Step or None
        The recorded array that is gathered; None where nothing is, and the numerator is all rest.
    kind : {'sum', 'max', ''}
        Whether its sum is taken or its largest, to which only one entry then contributes.
    terms : float64 (Q, N)
        What each entry adds to the numerator.
    factor : float64 (Q,)
        By what a recorded term is multiplied; 1 for a maximum. What an entry adds by standing inside the cutoff comes on top.
    rest, numerator, denominator : float64 (Q,)
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
        """What the terms go over: the entries of the list, recall levels, places of the ideal; "" if there are none."""
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
        If more than one array is gathered on the way to the numerator.

    Examples
    --------
    >>> from rankviz import explain
    >>> found = linear_form(explain("F1@3", [1, 0, 1, 1]).trace)
    >>> found.step.key, found.factor.tolist(), found.terms.tolist(), found.denominator.tolist()
    ('counted_hit', [2.0], [[2.0, 0.0, 2.0, 0.0]], [6.0])
    """
    known = {step.key: step for step in trace.steps}
    inner = arguments_of(trace.steps[-1].template, r"\sqrt")
    template = inner[0] if inner else trace.steps[-1].template
    above, below = arguments_of(template, r"\frac") or (template, "1")
    count = len(trace.rankings.n)

    def computed(part: str, put: Mapping[str, Array] | None = None) -> Array:
        """A formula on the record, or with other arrays in the place of some."""
        arrays = {key: each.value for key, each in known.items()} | dict(put or {})
        for name in between if put else ():
            arrays[name] = run_template(known[name].template, arrays, trace.rankings)
        return np.broadcast_to(run_template(part, arrays, trace.rankings), (count,))

    holes = set(_aggregated_steps(above, known))
    if len(holes) > 1:
        raise TemplateError(f"{trace.metric}: the numerator gathers {sorted(holes)}; expected one array")
    kind, key = next(iter(holes), ("", ""))
    step, between = known.get(key), tuple(_steps_between(above, known))
    numerator, denominator = computed(above), computed(below)
    if step is None:
        none = np.zeros((count, 0))
        return LinearForm(None, "", none, np.ones(count), numerator, numerator, denominator, bool(inner))
    nothing = computed(above, {key: np.zeros((count, 1))})
    if kind == "max":
        terms = np.where(_first_largest(step.value), as_column(numerator - nothing), 0.0)
        return LinearForm(step, kind, terms, np.ones(count), nothing, numerator, denominator, bool(inner))
    factor = computed(above, {key: np.ones((count, 1))}) - nothing
    terms = as_column(factor) * step.value
    if SHOWN_COUNT in known:
        none_shown = computed(above, {key: np.zeros((count, 1)), SHOWN_COUNT: np.zeros(count)})
        each = computed(above, {key: np.zeros((count, 1)), SHOWN_COUNT: np.ones(count)}) - none_shown
        terms, nothing = terms + as_column(each) * trace.rankings.share(), none_shown
    return LinearForm(step, kind, terms, factor, nothing, numerator, denominator, bool(inner))


def _aggregated_steps(template: str, known: Mapping[str, Step]) -> Iterator[tuple[str, str]]:
    """What is gathered on the way down from a formula: kinds and keys."""
    for kind, key in holes_in(template):
        if kind in AGGREGATIONS:
            yield kind, key
        elif not kind and known[key].value.ndim == 1:
            yield from _aggregated_steps(known[key].template, known)


def _steps_between(template: str, known: Mapping[str, Step]) -> Iterator[str]:
    """Keys of the steps from a formula down to what is gathered, in the order of computation, each once."""
    below = [key for kind, key in holes_in(template) if not kind and known[key].value.ndim == 1]
    found: dict[str, None] = {}
    for key in below:
        if any(_aggregated_steps(known[key].template, known)):
            found |= dict.fromkeys((*_steps_between(known[key].template, known), key))
    yield from found


def _first_largest(values: Array) -> NDArray[np.bool_]:
    """(Q, N): the first of the largest entries of each list."""
    if not values.shape[1]:
        return np.zeros(values.shape, dtype=bool)
    return np.asarray(np.arange(values.shape[1]) == as_column(values.argmax(axis=1)))
