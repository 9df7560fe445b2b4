"""What there is for each measure, found by any way to write its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rankviz.basics.errors import InputError, unknown_name
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.metrics.trec_measures import refuse_family

T = TypeVar("T")


class ByMeasure(dict[str, T]):
    """A dictionary by the printed names of measures, in which `"map"` is `"AP"`.

    Examples
    --------
    >>> means = ByMeasure({"AP": 0.5, "nDCG@10": 0.25})
    >>> means["map"], "ndcg_cut_10" in means, "RR" in means, [*means]
    (0.5, True, False, ['AP', 'nDCG@10'])
    """

    def __missing__(self, measure: str) -> T:
        """Find a name that is written otherwise; `unknown_measure`."""
        return self[measure_named(measure, [*self])]

    def __contains__(self, measure: object) -> bool:
        """Whether it is there, however it is written."""
        if super().__contains__(measure):
            return True
        try:
            return isinstance(measure, str) and bool(measure_named(measure, [*self]))
        except InputError:
            return False


def measure_named(text: str, measures: Sequence[str], profile: str = "") -> str:
    """Return the one of some printed names that is meant, also as other tools write it.

    Raises
    ------
    InputError
        `unknown_measure`; `several_measures` for a name that the profile takes for several.
    """
    if text in measures:
        return text
    refuse_family(text, profile)
    try:
        asked = parse_measure(text)
    except InputError:
        raise unknown_name("measure", text, measures) from None
    found = next((each for each in measures if parse_measure(each) == asked), None)
    if found is None:
        raise unknown_name("measure", text, measures)
    return found
