"""A number at a bound of its measure, as a mean of exactly 0: how it comes about, and what of that the files at hand show.

Very many readings give such a number, so those around it do not tell how likely an answer is.
"""

from __future__ import annotations

import numpy as np

from rankviz.core.conventions import TEXTBOOK
from rankviz.core.metrics import Metric
from rankviz.core.typed_number import PrintedNumber
from rankviz.runs.evaluate.orders import AS_READ
from rankviz.runs.evaluate.prepared_run import overlap_of
from rankviz.runs.lookup.answers import NumberAtBound
from rankviz.runs.lookup.candidates import Typed
from rankviz.runs.lookup.search_space import RunSpace


def bound_of(metric: Metric, printed: PrintedNumber) -> float | None:
    """Return the bound of a metric that a number is, also in percent; None if it is none.

    Where less is better only the best value is one: no list has the worst because nothing in it meets.
    """
    number = float(printed.number)
    if number == metric.low:
        return metric.low
    is_highest = number == metric.high or number == 100 * metric.high == 100
    return metric.high if is_highest and not metric.lower_is_better else None


def numbers_at_bounds(space: RunSpace, typed: Typed) -> dict[str, NumberAtBound]:
    """Return the numbers that are bounds, by measure, with what is known here of how such a mean comes about."""
    found = {}
    for measure in space.measures:
        metric, asked = measure.maker.metric, measure.asked
        bound = bound_of(metric, typed[measure.name]) if measure.name in typed else None
        if bound is not None:
            found[measure.name] = NumberAtBound(
                bound=bound,
                is_best=metric.lower_is_better or bound == metric.high,
                reaching=int(np.count_nonzero(asked.value[asked.is_counted] == bound)),
                counted=int(asked.is_counted.sum()),
                overlap=overlap_of(space.readings.prepare(AS_READ, TEXTBOOK)),
            )
    return found
