"""The answer of a run's look-up: what gives the numbers, how far-fetched it is, and what it moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions import Convention
from rankviz.core.typed_number import PrintedNumber
from rankviz.runs.evaluate.id_overlap import Overlap
from rankviz.runs.evaluate.run_evaluation import QueryValues
from rankviz.runs.lookup.causes import RunCause
from rankviz.runs.lookup.rows import VariantRow

NAMED, POSSIBLE, WEAK = "named", "possible", "weak"
MOST_NAMED, MOST_POSSIBLE = 0.05, 0.2  # chance below which an answer is named, or possible


@dataclass(frozen=True)
class NumberAtBound:
    """A number that is the lowest or highest of its measure, with what is known here of how such a mean comes about.

    Parameters
    ----------
    bound : float
    is_best : bool
        Whether it is the best value, else the worst.
    reaching, counted : int
        Queries whose value is the bound here, of those that count.
    overlap : Overlap
        How many ids of run and judgments meet here.
    """

    bound: float
    is_best: bool
    reaching: int
    counted: int
    overlap: Overlap


@dataclass(frozen=True, eq=False)
class RunFinding:
    """Causes that give the numbers.

    Parameters
    ----------
    parts : tuple of RunCause
        () if the numbers are ours.
    values : mapping of measure to float
        What they give, unrounded.
    cost : float
        How far-fetched they are; matches are ordered by it.
    chance : float
        Share of the numbers close to the typed one that get an answer at least as cheap; of a number at a bound, of which these
        tell nothing, 0 for a single cause if nothing else gives it, else 1.
    agreement : mapping of measure to str
        How the printed digits follow from the value: 'exact', 'rounded', 'begins' or 'cut'.
    others : tuple of tuples of RunCause
        Other causes that give the same values.
    count : int
        How many single queries would do as well, each left out alone; 1 for any other match.
    conventions : mapping of measure to Convention
        Under which each measure was computed.
    rows : mapping of measure to (VariantRow, VariantRow)
        As asked, and under the causes.
    members : mapping of measure to bool (Q,)
        Queries that count in the mean under the causes.
    queries : tuple of str
        Queries that count on one side only.
    is_at_bound : bool
        Whether all numbers that are not ours are bounds of their measures.
    """

    parts: tuple[RunCause, ...]
    values: Mapping[str, float]
    cost: float
    chance: float
    agreement: Mapping[str, str] = field(default_factory=dict)
    others: tuple[tuple[RunCause, ...], ...] = ()
    count: int = 1
    rows: Mapping[str, tuple[VariantRow, VariantRow]] = field(default_factory=dict)
    members: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)
    queries: tuple[str, ...] = ()
    is_at_bound: bool = False

    @property
    def causes(self) -> tuple[str, ...]:
        """Return the keys of the causes; () if the numbers are ours."""
        return tuple(each.key for each in self.parts)

    @property
    def conventions(self) -> dict[str, Convention]:
        """Return the convention by which each measure was computed."""
        return {name: theirs.convention for name, (_, theirs) in self.rows.items()}

    @property
    def strength(self) -> str:
        """Return 'named', 'possible' or 'weak', by chance; one of several queries left out is always weak."""
        if not self.parts and "cut" not in self.agreement.values():
            return NAMED
        if self.count > 1:
            return WEAK
        return NAMED if self.chance < MOST_NAMED else POSSIBLE if self.chance < MOST_POSSIBLE else WEAK

    @cached_property
    def moved_by_measure(self) -> dict[str, tuple[tuple[str, float, float], ...]]:
        """Return (query, our value, theirs) of each query that moves, by measure, the farthest first."""
        return {name: _moved(*rows, self.members[name]) for name, rows in self.rows.items()}

    @property
    def moved_measure(self) -> str:
        """Return the first measure that moves; "" if none does."""
        return next((name for name, each in self.moved_by_measure.items() if each), "")


def _moved(ours: VariantRow, theirs: VariantRow, members: NDArray[np.bool_]) -> tuple[tuple[str, float, float], ...]:
    """Return the queries that count on both sides with another value."""
    there = {query: i for i, query in enumerate(theirs.queries)}
    same = ours.queries == theirs.queries
    places = np.arange(len(ours.queries)) if same else np.array([there.get(query, -1) for query in ours.queries])
    value, counted = theirs.value[places], members[places] & (places >= 0)
    differs = ours.is_counted & counted & (ours.value != value) & ~(np.isnan(ours.value) | np.isnan(value))
    order = np.flatnonzero(differs)
    order = order[np.argsort(-np.abs(ours.value - value)[order], kind="stable")]
    return tuple((ours.queries[i], float(ours.value[i]), float(value[i])) for i in order.tolist())


@dataclass(frozen=True, eq=False)
class RunAnswers:
    """What may have given the means of a run that somebody else got.

    Parameters
    ----------
    typed : mapping of measure to PrintedNumber
    ours : mapping of measure to float
        Our means.
    counts : mapping of measure to int
        Over so many queries.
    queries : int
        Of run and judgments.
    matches : tuple of RunFinding
        Best first; weak ones only if there are no others.
    nearest : tuple of RunFinding
        The nearest single causes, if there is no match.
    tried : int
        Number of values that were computed.
    left_out : tuple of str
        What was not tried.
    alone : mapping of measure to RunAnswers
        The number of each measure by itself, where nothing gives all of them.
    unanswered, unjudged : tuple of str
        Judged queries that are not in the run, and queries of the run without judgments.
    conventions : tuple of RunFinding
        Where the numbers are ours: what libraries give for these files that prints otherwise, usual libraries first.
    profile : str
        By whose convention our means are; "" where that is told elsewhere.
    choices : mapping of field to option
        Those over the profile's.
    bounds : mapping of measure to NumberAtBound
        Where all numbers that are not ours are bounds of their measures: these numbers.
    without_mean : mapping of measure to QueryValues
        Of each measure that has no mean here, the values of the queries, which say why.
    """

    typed: Mapping[str, PrintedNumber]
    ours: Mapping[str, float]
    counts: Mapping[str, int]
    queries: int
    matches: tuple[RunFinding, ...]
    nearest: tuple[RunFinding, ...]
    tried: int
    left_out: tuple[str, ...] = ()
    alone: Mapping[str, RunAnswers] = field(default_factory=dict)
    unanswered: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()
    conventions: tuple[RunFinding, ...] = ()
    profile: str = ""
    choices: Mapping[str, object] = field(default_factory=dict)
    bounds: Mapping[str, NumberAtBound] = field(default_factory=dict)
    without_mean: Mapping[str, QueryValues] = field(default_factory=dict)

    @property
    def is_named(self) -> bool:
        """Whether an answer is named, by chance below 5 %."""
        return any(each.strength == NAMED for each in self.matches)
