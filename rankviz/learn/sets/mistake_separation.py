"""How well a list separates the usual mistakes, and the small change that separates more of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.ranking import Item, Ranking, RawLists, fresh_ids
from rankviz.core.lists.rankings import Bools
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.measures import parse_measure
from rankviz.diagnose.departures import USUAL_THRESHOLD
from rankviz.diagnose.hand_slips import slips_of
from rankviz.diagnose.usual_mistakes import UNJUDGED
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.mistake_values import core_mistakes, mistake_values, other_mistakes
from rankviz.learn.questions.number_judge import is_near
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.random_lists import DIGITS, is_nontrivial
from rankviz.state.app_state import AppState, with_list

MOST_CELLS = 40_000  # entries of all changed lists together, which take some tenths of a second
Counts = NDArray[np.int64]
ABOUT_GRADES = f"threshold={USUAL_THRESHOLD}"
NO_CHOICE = ("cutoff=k-1", "cutoff=k+1", ABOUT_GRADES, UNJUDGED)  # mistakes that cannot be made on every list
ORDER = ("swap", "grade", "missed", "cutoff", "missing")  # of preference, among changes that separate equally many mistakes


@dataclass(frozen=True)
class MistakeSeparation:
    """Which of the usual mistakes a list separates.

    Parameters
    ----------
    unique : tuple of str
        Mistakes that give a number of their own.
    shared : tuple of tuples of str
        Groups of mistakes that share a number.
    same_as_answer : tuple of str
        Mistakes that give the right answer.
    """

    unique: tuple[str, ...] = ()
    shared: tuple[tuple[str, ...], ...] = ()
    same_as_answer: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """Number of mistakes."""
        return len(self.unique) + len(self.same_as_answer) + sum(map(len, self.shared))


@dataclass(frozen=True)
class SeparatingChange:
    """One change of a list, after which it separates more mistakes.

    Parameters
    ----------
    kind : {'swap', 'grade', 'missed', 'cutoff', 'missing'}
        Two neighbours swap ranks; another grade; another judged document that was not retrieved; another cutoff; a document
        less in the list.
    details : mapping
        The values for its sentence: some of `document`, `other`, `grade`, `old` and `k`.
    state : AppState
        The state after the change.
    separation : MistakeSeparation
    """

    kind: str
    details: Mapping[str, object]
    state: AppState = field(repr=False)
    separation: MistakeSeparation


def separation_of(question: Question) -> MistakeSeparation:
    """Return which of the usual mistakes the list of a question separates, as `judge` tells them apart.

    Examples
    --------
    >>> from rankviz.learn.sets.list_question import ListQuestion, build_list_question
    >>> from rankviz.state import permalink
    >>> state = permalink.decode({"m": "ndcg", "k": "all", "g": "321"}).state
    >>> separation_of(build_list_question(ListQuestion("value", state), 1, 2)).same_as_answer
    ('ideal=retrieved', 'ideal_cut=none', 'gain=exponential', ...)
    """
    metric = parse_measure(question.measure).metric
    return _MistakeTable.from_lists(metric, question.lists, question.convention, question.digits).separation_at(0)


def best_separating_change(state: AppState) -> SeparatingChange | None:
    """Return the change after which the list under study separates most mistakes; None if none separates more."""
    metric, present_convention = METRICS[state.metric], state.convention
    if metric.exercise is None:
        return None
    present_table = _MistakeTable.from_lists(metric, [state.ranking], present_convention, DIGITS)
    best: tuple[tuple[int, int, int], _Candidate, _MistakeTable, int] | None = None
    least_rank = int(present_table.unique_counts[0]), -int(present_table.right_counts[0]), 0
    candidates = [*islice(_candidates(state, metric), MOST_CELLS // (len(state.ranking.items) + len(state.ranking.missed) + 1))]
    for convention in dict.fromkeys(candidate.convention for candidate in candidates):
        same_convention = [candidate for candidate in candidates if candidate.convention == convention]
        table = _MistakeTable.from_lists(metric, [candidate.ranking for candidate in same_convention], convention, DIGITS)
        for column, candidate in enumerate(same_convention):
            rank = (int(table.unique_counts[column]), -int(table.right_counts[column]), -ORDER.index(candidate.kind))
            if table.can_become_question[column] and rank > (best[0] if best else least_rank):
                best = rank, candidate, table, column
    if best is None:
        return None
    _, candidate, table, column = best
    changed_state = replace(with_list(state, candidate.ranking), convention=candidate.convention)
    return SeparatingChange(candidate.kind, candidate.details, changed_state, table.separation_at(column))


@dataclass(frozen=True)
class _Candidate:
    kind: str
    details: Mapping[str, object]
    ranking: Ranking
    convention: Convention


def _candidates(state: AppState, metric: Metric) -> Iterator[_Candidate]:
    """Yield every single change, the cutoff first: for a long list only the first ones are tried."""
    ranking, convention = state.ranking, state.convention
    assert metric.exercise is not None
    for k in _cutoffs(convention.cutoff, len(ranking.items)) if metric.exercise.has_cutoff else ():
        details = {"k": k, "old": convention.cutoff}
        yield _Candidate("cutoff", details, ranking, convention.with_choices({"cutoff": k}))
    items = (*ranking.items, *ranking.missed)
    name = fresh_ids(1, (item.doc_id for item in items))[0]
    for grade in dict.fromkeys((1.0, _highest(ranking) or 1.0)):
        missed = Ranking(ranking.items, (*ranking.missed, Item(name, grade)), ranking.query_id)
        yield _Candidate("missed", {"document": name, "grade": grade}, missed, convention)
    for slip in slips_of(ranking):
        if slip.kind in ORDER and slip.ranking is not None:
            document = ranking.items[slip.details["rank"] - 1].doc_id
            other = ranking.items[slip.details["next"] - 1].doc_id if slip.kind == "swap" else ""
            grades = {"grade": slip.details.get("value"), "old": slip.details.get("present")}
            yield _Candidate(slip.kind, {"document": document, "other": other, **grades}, slip.ranking, convention)


def _highest(ranking: Ranking) -> float:
    return max((item.grade for item in (*ranking.items, *ranking.missed) if item.grade is not None), default=0.0)


def _cutoffs(present: int | None, length: int) -> list[int]:
    """Return the cutoffs next to the present one that lie inside the list."""
    k = length if present is None else min(present, length)
    return [each for each in (k - 1, k + 1) if 2 <= each < length]


@dataclass(frozen=True, eq=False)
class _MistakeTable:
    """The values of M mistakes on Q lists.

    Parameters
    ----------
    metric : Metric
    answers : float64 (Q,)
    keys : tuple of str
        The M mistakes.
    mistake_values : float64 (M, Q)
        NaN where a mistake cannot be made.
    silent_keys : tuple of str
        Further mistakes: choices that cannot matter to any of the lists.
    digits : int
        Decimal places to answer with.
    """

    metric: Metric
    answers: Array
    keys: tuple[str, ...]
    mistake_values: Array
    silent_keys: tuple[str, ...]
    digits: int

    @classmethod
    def from_lists(cls, metric: Metric, lists: Sequence[Ranking], convention: Convention, digits: int) -> _MistakeTable:
        answers = compute(metric, RawLists.from_rankings(lists), convention).value
        values_by_mistake = mistake_values(metric, lists, convention)
        if ABOUT_GRADES in values_by_mistake:
            values_by_mistake[ABOUT_GRADES][[_highest(each) < USUAL_THRESHOLD for each in lists]] = np.nan
        if UNJUDGED in values_by_mistake:
            values_by_mistake[UNJUDGED][[all(item.grade is not None for item in each.items) for each in lists]] = np.nan
        value_matrix = np.array([*values_by_mistake.values()]).reshape(len(values_by_mistake), len(lists))
        value_matrix[~np.isfinite(value_matrix)] = np.nan
        silent_names = (
            key for key in chain(core_mistakes(metric, convention), other_mistakes(metric)) if key.partition("=")[0] in FIELDS
        )
        silent_keys = tuple(key for key in silent_names if key not in values_by_mistake and key not in NO_CHOICE)
        return cls(metric, answers, (*values_by_mistake,), value_matrix, silent_keys, digits)

    @property
    def can_become_question(self) -> Bools:
        """Whether each list has an answer away from the ends of the range, bool (Q,)."""
        return np.array([bool(np.isfinite(answer)) and is_nontrivial(self.metric, float(answer)) for answer in self.answers])

    @property
    def right_counts(self) -> Counts:
        """Number of mistakes that give the right answer on each list, int64 (Q,)."""
        return np.asarray(self._is_right.sum(axis=0) + len(self.silent_keys))

    @property
    def unique_counts(self) -> Counts:
        """Number of mistakes with a number of their own on each list, int64 (Q,)."""
        return np.asarray((self._is_wrong & (self._shares_number.sum(axis=1) == 1)).sum(axis=0))

    def separation_at(self, column: int) -> MistakeSeparation:
        """Return the separation by one list."""
        sharing, wrong = self._shares_number[:, :, column], np.flatnonzero(self._is_wrong[:, column])
        groups = [tuple(self.keys[other_row] for other_row in np.flatnonzero(sharing[row])) for row in wrong]
        right_keys = {self.keys[row] for row in np.flatnonzero(self._is_right[:, column])} | {*self.silent_keys}
        return MistakeSeparation(
            unique=tuple(each[0] for each in groups if len(each) == 1),
            shared=tuple(dict.fromkeys(each for each in groups if len(each) > 1)),
            same_as_answer=tuple(sorted(right_keys, key=self._listed_position)),
        )

    @property
    def _is_right(self) -> Bools:
        typed_values = np.round(self.mistake_values, self.digits)
        return np.isfinite(self.mistake_values) & is_near(typed_values, self.answers, self.digits)

    @property
    def _is_wrong(self) -> Bools:
        return np.isfinite(self.mistake_values) & ~self._is_right

    @property
    def _shares_number(self) -> Bools:
        """Whether two mistakes may be meant by one typed number, bool (M, M, Q); true of each with itself."""
        typed_values = np.round(self.mistake_values, self.digits)
        both_wrong = self._is_wrong[:, None] & self._is_wrong[None]
        near = is_near(typed_values[:, None], self.mistake_values[None], self.digits) & both_wrong
        return near | near.swapaxes(0, 1)

    def _listed_position(self, key: str) -> int:
        return (*core_mistakes(self.metric), *other_mistakes(self.metric)).index(key)
