"""A measure on two lists: both values, and which documents make the difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rankviz.basics.coerce import as_list
from rankviz.compare.document_effects import DocumentEffect, Effects, effects
from rankviz.compare.uneven_counts import UnevenCount, judge_unshared
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking, RawLists, as_names, as_ranking
from rankviz.core.metrics import Metric
from rankviz.core.metrics.measures import print_measure
from rankviz.core.metrics.trec_measures import single_measure
from rankviz.core.trace import Trace
from rankviz.evaluation.evaluate import Evaluation, compute, resolve_convention
from rankviz.evaluation.list_pair import ListPair, pair_lists, pair_with_order

SecondList = Ranking | Sequence[str] | Sequence[float | None]


@dataclass(frozen=True, eq=False)
class ComparedLists:
    """A measure on two lists with what each document does to the difference.

    Parameters
    ----------
    measure : str
        As it is printed.
    metric : Metric
    convention : Convention
        Narrowed to what the metric declares.
    pair : ListPair
        Both lists over their common pool.
    trace : Trace
        Every step, the first list in the first row.
    change : Effects
    asked : Convention
        As requested, with every field, before it is narrowed.
    """

    measure: str
    metric: Metric
    convention: Convention
    pair: ListPair
    trace: Trace
    change: Effects
    asked: Convention

    @property
    def values(self) -> tuple[float, float]:
        """The values of the first and of the second list; for 0/0 the value that `empty` gives."""
        return self.change.values

    @property
    def undefined(self) -> tuple[bool, bool]:
        """Whether either value is 0/0."""
        return self.change.undefined

    @property
    def difference(self) -> float:
        """The second value less the first one; NaN where one is undefined."""
        return self.change.difference

    @property
    def winner(self) -> str:
        """'first', 'second', 'even', or '' where a value is undefined."""
        return self.change.winner

    @property
    def effects(self) -> tuple[DocumentEffect, ...]:
        """The effect of each document of the pool; with `rest` and `base` they add up to the difference."""
        return self.change.by_document

    @property
    def rest(self) -> float:
        """The part of the difference that comes from counts and belongs to no single document."""
        return self.change.rest

    @property
    def base(self) -> float:
        """The part of the difference that comes from different denominators, such as those of two ideal rankings."""
        return self.change.base

    @property
    def uneven(self) -> UnevenCount | None:
        """The effect of unjudged documents that count only in the list that shows them; None if there are none."""
        evened = judge_unshared(self.pair, self.convention)
        return evened.uneven_count(self.trace) if evened else None

    @property
    def evaluation(self) -> Evaluation:
        """Both lists as one evaluation, for code that prints conventions and steps."""
        return Evaluation(self.measure, self.metric, self.convention, self.trace, self.pair.lists, (), self.asked)


def compare_measure(
    measure: str, first: Ranking, second: SecondList, profile: str, choices: dict[str, object]
) -> ComparedLists:
    """Compute a measure for two lists of one query; parameters and errors as for `rankviz.compare_lists`."""
    parsed = single_measure(measure, profile)
    pair = pair_any(first, second)
    convention = resolve_convention(parsed, profile, choices, pair.lists)
    trace = compute(parsed.metric, RawLists.from_rankings(pair.lists), convention, strictly=True)
    printed = print_measure(parsed.metric, convention)
    return ComparedLists(printed, parsed.metric, trace.convention, pair, trace, effects(trace, pair), convention)


def pair_any(first: Ranking, second: SecondList) -> ListPair:
    """Pair a list with another one, or with ids in another order; a sequence that holds a string is read as ids.

    Raises
    ------
    InputError
        `judgments_differ` where a document has two different grades; `not_a_list`; `bad_id`.

    Examples
    --------
    >>> [item.grade for item in pair_any(Ranking.from_grades([3, 0]), ["d2", "d1"]).second.items]
    [0.0, 3.0]
    """
    if isinstance(second, Ranking):
        return pair_lists(first, second)
    entries = as_list(second, "second")
    if any(isinstance(each, str) for each in entries):
        return pair_with_order(first, as_names(entries, "second"))
    return pair_lists(first, as_ranking(entries))
