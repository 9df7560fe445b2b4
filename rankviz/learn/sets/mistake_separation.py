"""How well a list tells the usual mistakes apart, and which small change of it tells more of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.conventions.options import Array
from rankviz.core.lists.ranking import Item, Ranking, RawLists, fresh_ids
from rankviz.core.lists.rankings import Bools
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.measures import parse_measure
from rankviz.diagnose.departures import USUAL_THRESHOLD
from rankviz.diagnose.hand_slips import slips_of
from rankviz.diagnose.usual_mistakes import UNJUDGED
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.mistake_values import core_mistakes, mistake_values, other_mistakes
from rankviz.learn.questions.number_judge import ROUNDED, SLACK
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.random_lists import DIGITS, is_nontrivial
from rankviz.state.app_state import AppState, with_list

MOST_CELLS = 40_000  # entries of all changed lists together: some tenths of a second
Counts = NDArray[np.int64]
ABOUT_GRADES = f"threshold={USUAL_THRESHOLD}"
NO_CHOICE = ("cutoff=k-1", "cutoff=k+1", ABOUT_GRADES, UNJUDGED)  # they cannot be made on every list
ORDER = ("swap", "grade", "missed", "cutoff", "missing")  # of changes that tell equally much


@dataclass(frozen=True)
class MistakeSeparation:
    """How well a list tells the usual mistakes apart.

    Parameters
    ----------
    unique : tuple of str
        Mistakes that give a number of their own.
    shared : tuple of tuples of str
        Those that share a number, together.
    same_as_answer : tuple of str
        Those that give the right answer.
    """

    unique: tuple[str, ...] = ()
    shared: tuple[tuple[str, ...], ...] = ()
    same_as_answer: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.unique) + len(self.same_as_answer) + sum(map(len, self.shared))


@dataclass(frozen=True)
class SeparatingChange:
    """One step that makes a list more telling.

    Parameters
    ----------
    kind : {'swap', 'grade', 'missed', 'cutoff', 'missing'}
        Two neighbours change places; a grade, or the cutoff, is another one; a judged document that was not retrieved is
        added; a document is taken out of the list.
    where : mapping
        `document`, `other`, `grade`, `old`, `k`: what its sentence needs.
    state : AppState
        After it.
    separation : MistakeSeparation
    """

    kind: str
    where: Mapping[str, object]
    state: AppState = field(repr=False)
    separation: MistakeSeparation


def separation_of(question: Question) -> MistakeSeparation:
    """Say which of the usual mistakes a question's list tells apart, as a person who types their numbers is answered.

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


def is_taken_for_right(answer: float, value: float, digits: int) -> bool:
    """Whether the number of a mistake, typed with so many digits, is taken for the answer."""
    return bool(_is_near(np.round([value], digits), np.array([answer]), digits)[0])


def best_separating_change(state: AppState) -> SeparatingChange | None:
    """Find the step that makes the list under study, under its choices, tell most mistakes apart; None if none tells more."""
    metric, present = METRICS[state.metric], state.convention
    if metric.exercise is None:
        return None
    here = _MistakeTable.from_lists(metric, [state.ranking], present, DIGITS)
    best: tuple[tuple[int, int, int], _Candidate, _MistakeTable, int] | None = None
    least = int(here.unique_counts[0]), -int(here.right_counts[0]), 0
    steps = [*islice(_candidates(state, metric), MOST_CELLS // (len(state.ranking.items) + len(state.ranking.missed) + 1))]
    for convention in dict.fromkeys(step.convention for step in steps):
        alike = [step for step in steps if step.convention == convention]
        told = _MistakeTable.from_lists(metric, [step.ranking for step in alike], convention, DIGITS)
        for at, step in enumerate(alike):
            rank = (int(told.unique_counts[at]), -int(told.right_counts[at]), -ORDER.index(step.kind))
            if told.may_be_asked[at] and rank > (best[0] if best else least):
                best = rank, step, told, at
    if best is None:
        return None
    _, step, told, at = best
    changed = replace(with_list(state, step.ranking), convention=step.convention)
    return SeparatingChange(step.kind, step.where, changed, told.separation_at(at))


@dataclass(frozen=True)
class _Candidate:
    kind: str
    where: Mapping[str, object]
    ranking: Ranking
    convention: Convention


def _candidates(state: AppState, metric: Metric) -> Iterator[_Candidate]:
    """Every change of one step, the cutoff's first: of a long list not all of them are tried."""
    ranking, convention = state.ranking, state.convention
    assert metric.exercise is not None
    for k in _cutoffs(convention.cutoff, len(ranking.items)) if metric.exercise.has_cutoff else ():
        where = {"k": k, "old": convention.cutoff}
        yield _Candidate("cutoff", where, ranking, convention.with_choices({"cutoff": k}))
    items = (*ranking.items, *ranking.missed)
    name = fresh_ids(1, (item.doc_id for item in items))[0]
    for grade in dict.fromkeys((1.0, _highest(ranking) or 1.0)):
        missed = Ranking(ranking.items, (*ranking.missed, Item(name, grade)), ranking.query_id)
        yield _Candidate("missed", {"document": name, "grade": grade}, missed, convention)
    for slip in slips_of(ranking):
        if slip.kind in ORDER and slip.ranking is not None:
            at = slip.details["rank"] - 1
            other = ranking.items[slip.details["next"] - 1].doc_id if slip.kind == "swap" else ""
            grades = {"grade": slip.details.get("value"), "old": slip.details.get("present")}
            yield _Candidate(
                slip.kind, {"document": ranking.items[at].doc_id, "other": other, **grades}, slip.ranking, convention
            )


def _highest(ranking: Ranking) -> float:
    return max((item.grade for item in (*ranking.items, *ranking.missed) if item.grade is not None), default=0.0)


def _cutoffs(present: int | None, length: int) -> list[int]:
    """The cutoffs beside the one there is, inside the list."""
    k = length if present is None else min(present, length)
    return [each for each in (k - 1, k + 1) if 2 <= each < length]


@dataclass(frozen=True, eq=False)
class _MistakeTable:
    """What the mistakes give on Q lists, (M, Q) for M mistakes.

    Parameters
    ----------
    metric : Metric
    answers : (Q,)
    keys : tuple of str
    mistake_values : (M, Q)
    silent_keys : tuple of str
        Further ones, choices that cannot matter to any of the lists.
    digits : int
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
        found = mistake_values(metric, lists, convention)
        if ABOUT_GRADES in found:
            found[ABOUT_GRADES][[_highest(each) < USUAL_THRESHOLD for each in lists]] = np.nan
        if UNJUDGED in found:
            found[UNJUDGED][[all(item.grade is not None for item in each.items) for each in lists]] = np.nan
        given = np.array([*found.values()]).reshape(len(found), len(lists))
        given[~np.isfinite(given)] = np.nan
        silent = (
            key for key in chain(core_mistakes(metric, convention), other_mistakes(metric)) if key.partition("=")[0] in FIELDS
        )
        away = tuple(key for key in silent if key not in found and key not in NO_CHOICE)
        return cls(metric, answers, (*found,), given, away, digits)

    @property
    def may_be_asked(self) -> Bools:
        """Whether an answer is a number that is not at the end of the range (Q,)."""
        return np.array([bool(np.isfinite(answer)) and is_nontrivial(self.metric, float(answer)) for answer in self.answers])

    @property
    def right_counts(self) -> Counts:
        """How many mistakes give the right answer (Q,)."""
        return np.asarray(self._is_right.sum(axis=0) + len(self.silent_keys))

    @property
    def unique_counts(self) -> Counts:
        """How many give a number of their own (Q,)."""
        return np.asarray((self._is_wrong & (self._shares_number.sum(axis=1) == 1)).sum(axis=0))

    def separation_at(self, at: int) -> MistakeSeparation:
        """Say it of one list."""
        together, wrong = self._shares_number[:, :, at], np.flatnonzero(self._is_wrong[:, at])
        groups = [tuple(self.keys[other] for other in np.flatnonzero(together[one])) for one in wrong]
        right = {self.keys[one] for one in np.flatnonzero(self._is_right[:, at])} | {*self.silent_keys}
        return MistakeSeparation(
            unique=tuple(each[0] for each in groups if len(each) == 1),
            shared=tuple(dict.fromkeys(each for each in groups if len(each) > 1)),
            same_as_answer=tuple(sorted(right, key=self._listed_position)),
        )

    @property
    def _is_right(self) -> Bools:
        typed = np.round(self.mistake_values, self.digits)
        return np.isfinite(self.mistake_values) & _is_near(typed, self.answers, self.digits)

    @property
    def _is_wrong(self) -> Bools:
        return np.isfinite(self.mistake_values) & ~self._is_right

    @property
    def _shares_number(self) -> Bools:
        """Which mistakes one typed number may stand for (M, M, Q); each with itself."""
        typed = np.round(self.mistake_values, self.digits)
        near = _is_near(typed[:, None], self.mistake_values[None], self.digits) & self._is_wrong[:, None] & self._is_wrong[None]
        return near | near.swapaxes(0, 1)

    def _listed_position(self, key: str) -> int:
        return (*core_mistakes(self.metric), *other_mistakes(self.metric)).index(key)


def _is_near(typed: Array, value: Array, digits: int) -> Bools:
    """Whether a number is judged to be a value, perhaps rounded on the way."""
    return np.asarray(np.abs(typed - value) <= ROUNDED * 10.0**-digits + SLACK)
