"""One pass over a state: every metric on its list, computed once, for all that the page shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from rankviz.basics.errors import InputError
from rankviz.core.conventions import ListFacts
from rankviz.core.curve_points import PrecisionRecall, Roc, precision_recall, roc
from rankviz.core.lists.arrange import ArrangementCache, at_cutoffs
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.trace import Trace
from rankviz.evaluation.evaluate import LazyTraces, compute, run_metric
from rankviz.state.app_state import AppState


@dataclass(frozen=True, eq=False)
class Analysis:
    """A state and all its traces.

    Parameters
    ----------
    state : AppState
    raw : RawLists
        The list under study.
    arranged : ArrangementCache
        The same, for further conventions.
    traces : mapping of metric key to Trace or InputError
    """

    state: AppState
    raw: RawLists
    arranged: ArrangementCache
    traces: Mapping[str, Trace | InputError]
    _by_cutoff: dict[str, Trace | None] = field(default_factory=dict)
    _of_list: dict[int, Trace | InputError] = field(default_factory=dict)
    _with_choice: dict[tuple[str, object], Trace | InputError] = field(default_factory=dict)

    @property
    def ranking(self) -> Ranking:
        """The list under study, as typed."""
        return self.state.ranking

    @property
    def metric(self) -> Metric:
        """The metric under study."""
        return METRICS[self.state.metric]

    @property
    def main(self) -> Trace | InputError:
        """The trace of the metric under study, or why there is none."""
        return self.traces[self.state.metric]

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The entries (from 0, as typed) that have a rank, the first one first; none where the convention refuses the list."""
        main = self.main
        return () if isinstance(main, InputError) else tuple(i for i in main.rankings.source[0].tolist() if i >= 0)

    @cached_property
    def left_out(self) -> tuple[int, ...]:
        """Entries that the convention gives no rank; none where it refuses the list."""
        if isinstance(self.main, InputError):
            return ()
        ranked = set(self.order)
        return tuple(i for i in range(len(self.ranking.items)) if i not in ranked)

    def trace(self, key: str) -> Trace | None:
        """The trace of a metric, or None if the convention refuses the list."""
        trace = self.traces[key]
        return trace if isinstance(trace, Trace) else None

    def value_with(self, name: str, value: object) -> Trace | InputError:
        """The metric under study with one choice changed."""
        if (name, value) not in self._with_choice:
            self._with_choice[name, value] = self._compute_with_choice(name, value)
        return self._with_choice[name, value]

    def _compute_with_choice(self, name: str, value: object) -> Trace | InputError:
        try:
            return compute(self.metric, self.arranged, self.state.convention.with_choices({name: value}))
        except InputError as error:
            return error

    def of_list(self, at: int) -> Trace | InputError:
        """The metric under study on one of the lists, with Q = 1."""
        if at == self.state.selected:
            return self.main
        if at not in self._of_list:
            self._of_list[at] = self._compute(RawLists.from_rankings([self.state.lists[at]]))
        return self._of_list[at]

    def all_lists(self) -> Trace | InputError | None:
        """The metric under study on all lists; None for one list, which needs no mean."""
        if len(self.state.lists) == 1:
            return None
        if -1 not in self._of_list:
            self._of_list[-1] = self._compute(self._all_raw)
        return self._of_list[-1]

    @cached_property
    def facts(self) -> ListFacts:
        """Facts on all lists of the page, on which their values and mean depend."""
        facts = self.arranged.facts if len(self.state.lists) == 1 else facts_of(self._all_raw)
        traces = (each for each in (self.main, self.all_lists()) if isinstance(each, Trace))
        return replace(facts, undefined=any(bool((trace.undefined & ~trace.nothing_relevant).any()) for trace in traces))

    @cached_property
    def _all_raw(self) -> RawLists:
        return RawLists.from_rankings(self.state.lists)

    def _compute(self, lists: RawLists) -> Trace | InputError:
        try:
            return compute(self.metric, lists, self.state.convention)
        except InputError as error:
            return error

    def by_cutoff(self, key: str) -> Trace | None:
        """A metric at every cutoff from 1 to the list's length (Q = cutoffs); None if it has no cutoff or no value."""
        if key not in self._by_cutoff:
            self._by_cutoff[key] = self._at_every_cutoff(key)
        return self._by_cutoff[key]

    def _at_every_cutoff(self, key: str) -> Trace | None:
        trace = self.trace(key)
        if trace is None or "cutoff" not in METRICS[key].uses:
            return None
        deepest = max(len(self.ranking.items), 1)
        rankings = at_cutoffs(trace.rankings, trace.convention, range(1, deepest + 1))
        return run_metric(METRICS[key], rankings, replace(trace.convention, cutoff=1))

    def precision_recall(self) -> PrecisionRecall | None:
        """The PR curve, with the ties as average precision reads them."""
        trace = self.trace("ap")
        return None if trace is None else precision_recall(trace.rankings)

    def roc(self) -> Roc | None:
        """The ROC curve."""
        trace = self.trace("auc")
        return None if trace is None else roc(trace.rankings)


def analyse(state: AppState) -> Analysis:
    """Take the state's list; a metric is run when it is first asked for."""
    raw = RawLists.from_rankings([state.ranking])
    arranged = ArrangementCache(raw)
    return Analysis(state, raw, arranged, LazyTraces(METRICS.values(), arranged, state.convention))


def value_of(trace: Trace | InputError) -> float | None:
    """The value of a trace, None where it is undefined or refused."""
    if isinstance(trace, InputError) or trace.undefined[0]:
        return None
    return float(trace.value[0])
