"""A state's two lists with the traces of every metric on both, each computed once for all parts of the page Compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rankviz.basics.errors import InputError
from rankviz.compare.document_effects import Effects, effects
from rankviz.compare.uneven_counts import UnevenCount, judge_unshared
from rankviz.core.lists.arrange import ArrangementCache
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.trace import Trace
from rankviz.evaluation.evaluate import LazyTraces, narrow
from rankviz.evaluation.list_pair import ListPair, ideal_order
from rankviz.state.app_state import START, AppState
from rankviz.state.second_order_edits import OPENING_ORDER, pair_of, with_copied_order, with_second_order


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two lists and all their traces, the first list's as row 0 and the second one's as row 1.

    Parameters
    ----------
    state : AppState
        With a second order for the list under study. The pool of that list is the one of both lists.
    pair : ListPair
    traces : mapping of metric key to Trace or InputError
        An InputError where the convention refuses the lists.
    """

    state: AppState
    pair: ListPair
    traces: Mapping[str, Trace | InputError]

    @property
    def metric(self) -> Metric:
        """The metric under study."""
        return METRICS[self.state.metric]

    @property
    def main_trace(self) -> Trace | InputError:
        """The trace of the metric under study, or the error that the convention raises on these lists."""
        return self.traces[self.state.metric]

    @cached_property
    def effects(self) -> Effects | None:
        """The effects under the metric under study; None where the convention refuses the lists."""
        return self.effects_of(self.state.metric)

    @cached_property
    def uneven_count(self) -> UnevenCount | None:
        """The effect of unjudged documents that count only in the list that shows them; None if there are none."""
        evened = judge_unshared(self.pair, self.state.convention)
        return evened.uneven_count(self.main_trace) if evened and isinstance(self.main_trace, Trace) else None

    def effects_of(self, key: str) -> Effects | None:
        """The effects under a metric; None where the convention refuses the lists."""
        trace = self.traces[key]
        return effects(trace, self.pair) if isinstance(trace, Trace) else None

    @cached_property
    def documents_by_rank(self) -> tuple[dict[int, str], dict[int, str]]:
        """For each list a mapping of rank to document id; both are empty where the convention refuses the lists."""
        trace = self.main_trace
        if isinstance(trace, InputError):
            return {}, {}
        first, second = (
            {
                int(trace.rankings.rank[q, column]): ranking.items[source].doc_id
                for column, source in enumerate(trace.rankings.source[q].tolist())
                if source >= 0
            }
            for q, ranking in enumerate(self.pair.lists)
        )
        return first, second


def with_opening_order(state: AppState) -> AppState:
    """Give the list under study a second order if it has none: a prepared one for the opening list, else a copy."""
    if state.second_order is not None:
        return state
    is_start = (state.ranking.items, state.ranking.missed) == (START.items, START.missed)
    return with_second_order(state, OPENING_ORDER) if is_start else with_copied_order(state)


def analyse_both(state: AppState) -> Comparison:
    """Pair the list under study with its second order; a metric is computed when its trace is first read."""
    full = with_opening_order(state)
    pair = pair_of(full)
    assert pair is not None
    arranged = ArrangementCache(RawLists.from_rankings(pair.lists))
    return Comparison(full, pair, LazyTraces(METRICS.values(), arranged, full.convention))


def ideal_ids(comparison: Comparison) -> tuple[str, ...]:
    """The ids of the pool in the best order; () where the convention refuses the list."""
    try:
        return ideal_order(comparison.pair.first, narrow(comparison.metric, comparison.state.convention))
    except InputError:
        return ()
