"""Whether the run is given where the judgments belong, where neither says by itself what it is."""

from __future__ import annotations

from collections import Counter

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.runs.evaluate.row_sample import RowSample

EXCHANGED = "exchanged"
ROWS_A_QUERY = 5  # of judgments, on the average, so that grades would repeat
TIED = 0.5  # of the rows of a run share their number with another one of their query


def check_exchanged(run: RowSample, qrels: RowSample) -> InputError | None:
    """Return the error for a run whose numbers look like grades, beside judgments whose numbers look like scores.

    Scores have decimals, or differ from document to document; grades are few whole numbers. Hardly ever is it the other way.
    """
    if not len(run.number) or not len(qrels.number) or not (run.number % 1 == 0).all():
        return None
    if (qrels.number % 1 != 0).any():
        reason = "run has whole numbers only, qrels has decimals"
        key = EXCHANGED
    elif (
        _share_of_ties(run) >= TIED and not _share_of_ties(qrels) and len(qrels.number) >= ROWS_A_QUERY * len({*qrels.queries})
    ):
        reason = "the numbers of run repeat as grades do, those of qrels all differ as scores do"
        key = f"{EXCHANGED}_ties"
    else:
        return None
    message = f'{reason}: are they exchanged? The run comes first. If they are not, say allow="exchanged" (--allow exchanged).'
    return InputError(key, message)


def _share_of_ties(sample: RowSample) -> float:
    """Share of the rows that have the number of another row of their query."""
    counts = Counter(zip(sample.queries, sample.number.tolist(), strict=True))
    return float(np.sum([count for count in counts.values() if count > 1], initial=0)) / len(sample.number)
