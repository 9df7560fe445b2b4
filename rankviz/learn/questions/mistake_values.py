"""What the usual mistakes give on lists, each computed as the look-up computes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rankviz.core.conventions import FIELDS, TEXTBOOK, Convention
from rankviz.core.conventions.options import Array
from rankviz.core.lists.arrange import ArrangementCache
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.templates import TemplateError
from rankviz.core.trace import Trace
from rankviz.diagnose.departures import Departure, choices_of, formula_mistakes_of, metrics_of, without_missed
from rankviz.diagnose.mistakes.mistaken_derivation import apply_mistake
from rankviz.diagnose.usual_mistakes import FORGOTTEN, USUAL_MISTAKES, mistake_name
from rankviz.evaluation.evaluate import compute

NONE: tuple[tuple[str, ...], tuple[str, ...]] = (), ()  # are known of most metrics


def core_mistakes(metric: Metric, convention: Convention = TEXTBOOK) -> tuple[str, ...]:
    """Names of the mistakes that must show on every list that is asked; what the convention says is none."""
    return tuple(name for name in USUAL_MISTAKES.get(metric.key, NONE)[0] if not _is_chosen(name, convention))


def other_mistakes(metric: Metric) -> tuple[str, ...]:
    """Names of the other mistakes."""
    return USUAL_MISTAKES.get(metric.key, NONE)[1]


def _is_chosen(name: str, convention: Convention) -> bool:
    field, _, option = name.partition("=")
    return field in FIELDS and field != "cutoff" and str(getattr(convention, field)) == option


def mistake_values(metric: Metric, lists: Sequence[Ranking], convention: Convention) -> dict[str, Array]:
    """What each mistake gives on each of some lists.

    Parameters
    ----------
    metric : Metric
        One of `USUAL_MISTAKES`.
    lists : sequence of Ranking
        Q of them.
    convention : Convention

    Returns
    -------
    dict of name to float64 (Q,)
        Only of mistakes that can matter to one of the lists at all.
    """
    return dict(each_mistake_value(metric, lists, convention))


def each_mistake_value(metric: Metric, lists: Sequence[Ranking], convention: Convention) -> Iterator[tuple[str, Array]]:
    """What `values` gives, each as it is computed: the core mistakes first."""
    for name, wrong in mistaken_traces(metric, lists, convention):
        yield name, np.full(len(lists), np.nan) if wrong is None else wrong.value


def mistaken_traces(metric: Metric, lists: Sequence[Ranking], convention: Convention) -> Iterator[tuple[str, Trace | None]]:
    """The whole derivation with each mistake in it; None where it is about steps that are not there."""
    arranged = ArrangementCache(RawLists.from_rankings(lists))
    right = compute(metric, arranged, convention)
    generated = (
        *choices_of(metric, convention, lists),
        *formula_mistakes_of(metric, lists[:1]),
        *metrics_of(metric, convention),
    )
    known = {mistake_name(departure): departure for departure in generated}
    for name in (*core_mistakes(metric, convention), *other_mistakes(metric)):
        if name == FORGOTTEN:
            yield name, compute(metric, RawLists.from_rankings([without_missed(each) for each in lists]), convention)
        elif name in known and known[name].formula_mistake is not None:
            yield name, _mistaken_trace(known[name], right, lists, convention)
        elif name in known:
            other = METRICS[known[name].metric] if known[name].metric else metric
            yield name, compute(other, arranged, convention.with_choices(known[name].choices))


def _mistaken_trace(departure: Departure, right: Trace, lists: Sequence[Ranking], convention: Convention) -> Trace | None:
    assert departure.formula_mistake is not None
    try:
        return apply_mistake(right, departure.formula_mistake, lists, convention)
    except TemplateError:
        return None
