"""A computation gone through once more with some of its numbers rounded on the way; nothing else rounds in the core."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Context, Decimal
from functools import reduce

import numpy as np

from rankviz.options import Array
from rankviz.trace import HOLE, Step, added

HOW = {"round": ROUND_HALF_UP, "cut": ROUND_DOWN}
SIGNIFICANT = 12  # digits of a computed number that are free of the noise of 64-bit arithmetic
EXACT = Context(prec=500)  # room for the digits of any 64-bit number with any number of places that can be typed
FRACTION = re.compile(r"\\frac\{(.+)\}\{(.+)\}")
FACTOR = re.compile(r"<(?:(sum|max) )?(\w+)>")


@dataclass(frozen=True)
class Rounding:
    """A step of the computation whose numbers were shortened before the computation went on.

    Parameters
    ----------
    step : str
        Key of a step of the trace.
    places : int
        Decimal places that were kept.
    how : {'round', 'cut'}
    """

    step: str
    places: int
    how: str = "round"


def shortened(value: float, places: int, how: str = "round") -> Decimal:
    """Round a number to some decimal places, halves up as a person does, or cut it."""
    return Decimal(f"{value:.{SIGNIFICANT}g}").quantize(Decimal(1).scaleb(-places), rounding=HOW[how], context=EXACT)


def replay(steps: Sequence[Step], roundings: Mapping[str, Rounding]) -> dict[str, Array]:
    """Go through recorded steps once more with some of them rounded; every later step follows its own template.

    Parameters
    ----------
    steps : sequence of Step
        Of a trace.
    roundings : mapping of step key to Rounding

    Returns
    -------
    dict of step key to array

    Raises
    ------
    KeyError
        If a step that is to be rounded was not recorded.
    ValueError
        If a step that needs a rounded one is more than a quotient of products.
    """
    values = {step.key: step.value for step in steps}
    if missing := set(roundings) - set(values):
        raise KeyError(f"no step {sorted(missing)} was recorded")
    changed: set[str] = set()
    for step in steps:
        if changed & {name for _, name in HOLE.findall(step.template)}:
            values[step.key] = _recomputed(step, values)
            changed.add(step.key)
        if step.key in roundings:
            rule = roundings[step.key]
            short = [float(shortened(each, rule.places, rule.how)) for each in values[step.key].flat]
            values[step.key] = np.reshape(short, step.value.shape)
            changed.add(step.key)
    return values


def _recomputed(step: Step, values: Mapping[str, Array]) -> Array:
    """Follow a template that is a product, or a quotient of two; outside the entries it is claimed for, the record stays."""
    fraction = FRACTION.fullmatch(step.template)
    above, below = fraction.groups() if fraction else (step.template, "")
    dividend = _product(above, values)
    divisor = _product(below, values) if below else np.ones_like(dividend)
    value = np.divide(dividend, divisor, out=np.zeros_like(step.value), where=divisor != 0)
    return value if step.where is None else np.where(step.where, value, step.value)


def _product(text: str, values: Mapping[str, Array]) -> Array:
    """Multiply the factors of one side of a template, each of which names a step, its sum or its largest entry."""
    return reduce(np.multiply, [_factor(each, values) for each in text.split(r"\cdot")])


def _factor(text: str, values: Mapping[str, Array]) -> Array:
    match = FACTOR.fullmatch(text)
    if match is None:
        raise ValueError(f"cannot follow the template {text!r} with rounded numbers")
    array = values[match[2]]
    if match[1] == "sum":
        return np.asarray(added(array))
    return np.asarray(array.max(axis=1)) if match[1] == "max" else array
