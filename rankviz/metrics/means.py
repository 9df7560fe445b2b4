"""From per-query values to one number."""

from __future__ import annotations

import numpy as np

from rankviz.trace import Step, Trace


def mean(trace: Trace) -> Step:
    """Average the values of the queries; with empty='skip' the undefined ones are left out.

    Parameters
    ----------
    trace : Trace
        With a value (Q,).

    Returns
    -------
    Step
        Of shape (); NaN if no query counts. Its template is claimed only where every query counts.
    """
    values, skipped = trace.value, trace.undefined & (trace.convention.empty == "skip")
    counted = values[~skipped]
    number = float(counted.sum() / len(counted)) if len(counted) else float("nan")
    claimed = np.asarray(not skipped.any() and len(values) > 0)
    last = trace.steps[-1]
    return Step(
        "mean", rf"\overline{{{last.symbol}}}", rf"\frac{{<sum {last.key}>}}{{<Q>}}", np.asarray(number), "all", claimed
    )
