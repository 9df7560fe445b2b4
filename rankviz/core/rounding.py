"""Repeats a computation with some of its numbers rounded on the way; nothing else in the core rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Context, Decimal

import numpy as np

from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.rankings import Rankings
from rankviz.core.templates import TemplateError, holes_of, recompute_step
from rankviz.core.trace import Step

ROUNDING_MODES = {"round": ROUND_HALF_UP, "cut": ROUND_DOWN}
SIGNIFICANT = 12  # digits of a computed number that are free of the noise of 64-bit arithmetic
EXACT = Context(prec=500)  # room for the digits of any 64-bit number with any number of places that can be typed


@dataclass(frozen=True)
class Rounding:
    """A step whose numbers are rounded or cut before the computation goes on.

    Parameters
    ----------
    step : str
        Key of a step of the trace.
    places : int
        Decimal places that are kept.
    how : {'round', 'cut'}
    """

    step: str
    places: int
    how: str = "round"


def shorten_number(value: float, places: int, how: str = "round") -> Decimal:
    """Round a number to some decimal places, halves up as a person does, or cut it."""
    return Decimal(f"{value:.{SIGNIFICANT}g}").quantize(Decimal(1).scaleb(-places), rounding=ROUNDING_MODES[how], context=EXACT)


def replay(steps: Sequence[Step], rankings: Rankings, roundings: Mapping[str, Rounding]) -> dict[str, Array]:
    """Repeat recorded steps with some of them rounded; every later step is computed again by its template.

    Parameters
    ----------
    steps : sequence of Step
        Of a trace.
    rankings : Rankings
        The lists they were recorded on.
    roundings : mapping of step key to Rounding

    Returns
    -------
    dict of step key to float64
        Every step, of its recorded shape.

    Raises
    ------
    TemplateError
        If a step that is to be rounded was not recorded.
    """
    values = {step.key: step.value for step in steps}
    if missing := set(roundings) - set(values):
        raise TemplateError(f"no step {sorted(missing)} was recorded")
    changed: set[str] = set()
    for step in steps:
        if changed & holes_of(step.template):
            values[step.key] = recompute_step(step, values, rankings).value
            changed.add(step.key)
        if step.key in roundings:
            rule = roundings[step.key]
            distinct, index = np.unique(values[step.key], return_inverse=True)  # 0 and 1 stand there often
            shortened = np.array([float(shorten_number(each, rule.places, rule.how)) for each in distinct.tolist()])
            values[step.key] = shortened[index].reshape(step.value.shape)
            changed.add(step.key)
    return values
