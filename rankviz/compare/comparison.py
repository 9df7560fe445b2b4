"""One pass over a state's two lists: every metric on both, computed once, for all that the page Compare shows."""

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
from rankviz.state.second_order_edits import OPENING_RIVAL, pair_of, with_copied_order, with_second_order


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two lists and all their traces, the first list's as row 0 and the second one's as row 1.

    Parameters
    ----------
    state : AppState
        With a rival for the list under study, whose pool is that of both.
    pair : ListPair
    traces : mapping of metric key to Trace or InputError
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
        """The traces of the metric under study, or why there are none."""
        return self.traces[self.state.metric]

    @cached_property
    def effects(self) -> Effects | None:
        """What each document does to the difference; None where the convention refuses the lists."""
        return self.effects_of(self.state.metric)

    @cached_property
    def uneven_count(self) -> UnevenCount | None:
        """Where the metric under study counts an unjudged document only in the list that shows it: what that does."""
        found = judge_unshared(self.pair, self.state.convention)
        return found.uneven_count(self.main_trace) if found and isinstance(self.main_trace, Trace) else None

    def effects_of(self, key: str) -> Effects | None:
        """The same for another metric."""
        trace = self.traces[key]
        return effects(trace, self.pair) if isinstance(trace, Trace) else None

    @cached_property
    def documents_by_rank(self) -> tuple[dict[int, str], dict[int, str]]:
        """For each list the ids of the documents by their ranks."""
        main = self.main_trace
        if isinstance(main, InputError):
            return {}, {}
        first, second = (
            {
                int(main.rankings.rank[q, column]): ranking.items[source].doc_id
                for column, source in enumerate(main.rankings.source[q].tolist())
                if source >= 0
            }
            for q, ranking in enumerate(self.pair.lists)
        )
        return first, second


def with_opening_order(state: AppState) -> AppState:
    """Give the list under study a second order, if it has none: of the opening list a chosen one, of any other a copy."""
    if state.second_order is not None:
        return state
    is_start = (state.ranking.items, state.ranking.missed) == (START.items, START.missed)
    return with_second_order(state, OPENING_RIVAL) if is_start else with_copied_order(state)


def analyse_both(state: AppState) -> Comparison:
    """Pair the list under study with its rival; a metric is run when it is first asked for."""
    full = with_opening_order(state)
    two = pair_of(full)
    assert two is not None
    arranged = ArrangementCache(RawLists.from_rankings(two.lists))
    return Comparison(full, two, LazyTraces(METRICS.values(), arranged, full.convention))


def ideal_ids(comparison: Comparison) -> tuple[str, ...]:
    """The best order of the pool; none where the convention refuses it."""
    try:
        return ideal_order(comparison.pair.first, narrow(comparison.metric, comparison.state.convention))
    except InputError:
        return ()
