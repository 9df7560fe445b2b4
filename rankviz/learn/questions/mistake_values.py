"""Values that the usual mistakes give on lists, computed as the look-up computes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rankviz.core.conventions import FIELDS, TEXTBOOK, Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.arrange import ArrangementCache
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.templates import TemplateError
from rankviz.core.trace import Trace
from rankviz.diagnose.departures import (
    Departure,
    choices_of,
    formula_mistakes_of,
    ignored_missed_of,
    metrics_of,
    without_missed,
)
from rankviz.diagnose.mistakes.mistaken_derivation import apply_mistake
from rankviz.diagnose.usual_mistakes import FORGOTTEN, USUAL_MISTAKES, mistake_name
from rankviz.evaluation.evaluate import compute

NONE: tuple[tuple[str, ...], tuple[str, ...]] = (), ()  # of a metric whose usual mistakes are not known


def core_mistakes(metric: Metric, convention: Convention = TEXTBOOK) -> tuple[str, ...]:
    """Return the names of the mistakes that must show on every list that is asked, without those the convention makes."""
    return tuple(name for name in USUAL_MISTAKES.get(metric.key, NONE)[0] if not _is_chosen(name, convention))


def other_mistakes(metric: Metric) -> tuple[str, ...]:
    """Return the names of the other usual mistakes."""
    return USUAL_MISTAKES.get(metric.key, NONE)[1]


def _is_chosen(name: str, convention: Convention) -> bool:
    field, _, option = name.partition("=")
    return field in FIELDS and field != "cutoff" and str(getattr(convention, field)) == option


def mistake_values(metric: Metric, lists: Sequence[Ranking], convention: Convention) -> dict[str, Array]:
    """Return the value that each mistake gives on each list.

    Parameters
    ----------
    metric : Metric
        One of `USUAL_MISTAKES`.
    lists : sequence of Ranking
        The Q lists.
    convention : Convention

    Returns
    -------
    dict of name to float64 (Q,)
        NaN where a mistake is about steps that a derivation lacks. Only mistakes that can matter to one of the lists.
    """
    return dict(each_mistake_value(metric, lists, convention))


def each_mistake_value(metric: Metric, lists: Sequence[Ranking], convention: Convention) -> Iterator[tuple[str, Array]]:
    """Yield the items of `mistake_values` one by one as they are computed, the core mistakes first."""
    for name, wrong in mistaken_traces(metric, lists, convention):
        yield name, np.full(len(lists), np.nan) if wrong is None else wrong.value


def mistaken_traces(metric: Metric, lists: Sequence[Ranking], convention: Convention) -> Iterator[tuple[str, Trace | None]]:
    """Yield the trace with each mistake in it; None where the mistake is about steps that the trace lacks."""
    cache = ArrangementCache(RawLists.from_rankings(lists))
    right = compute(metric, cache, convention)
    departures = usual_departures(metric, lists, convention)
    for name in (*core_mistakes(metric, convention), *other_mistakes(metric)):
        if name == FORGOTTEN:
            yield name, compute(metric, RawLists.from_rankings([without_missed(each) for each in lists]), convention)
        elif name in departures and departures[name].formula_mistake is not None:
            yield name, _mistaken_trace(departures[name], right, lists, convention)
        elif name in departures:
            other_metric = METRICS[departures[name].metric] if departures[name].metric else metric
            yield name, compute(other_metric, cache, convention.with_choices(departures[name].choices))


def usual_departures(metric: Metric, lists: Sequence[Ranking], convention: Convention) -> dict[str, Departure]:
    """Return the departures that usual mistakes can be, by name."""
    departures = (
        *choices_of(metric, convention, facts_of(RawLists.from_rankings(lists))),
        *formula_mistakes_of(metric, 1),
        *metrics_of(metric, convention),
        *ignored_missed_of(lists),
    )
    return {mistake_name(departure): departure for departure in departures}


def _mistaken_trace(departure: Departure, right: Trace, lists: Sequence[Ranking], convention: Convention) -> Trace | None:
    assert departure.formula_mistake is not None
    try:
        return apply_mistake(right, departure.formula_mistake, lists, convention)
    except TemplateError:
        return None
