"""Why is my number different? Explanations of a number, the most plausible first, and how strong the evidence is for them."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import Metric
from rankviz.diagnose.candidate_order import ENGINEER, READERS, STUDENT
from rankviz.diagnose.lookup_result import LeftOut, LookupResult, Match
from rankviz.diagnose.number_lookup import NumberLookup


def prepare_lookup(metric: Metric, rankings: Sequence[Ranking], convention: Convention) -> NumberLookup:
    """Prepare the look-up of any number of values for a metric on some lists, for any reader.

    Examples
    --------
    >>> from rankviz.core.typed_number import read_typed
    >>> from rankviz.core.metrics import METRICS
    >>> number_lookup = prepare_lookup(METRICS["rr"], [Ranking.from_grades([0, 1, 1])], Convention())
    >>> [number_lookup.find(read_typed(text), STUDENT).matches[0].departures[0].key for text in ("1/3", "2", "0.583")]
    ['last_hit', 'rank_itself', 'metric=ap']
    """
    return NumberLookup(metric, rankings, convention)


__all__ = ["ENGINEER", "READERS", "STUDENT", "LeftOut", "LookupResult", "Match", "NumberLookup", "prepare_lookup"]
