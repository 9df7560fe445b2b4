"""Two causes in one place: a reading and a formula, two readings, two choices. Each needs an evaluation of its own.

Readings are stacked, as more rows of one array, so that all of them are one call of the metric for each formula. A reading that
moves documents of few queries is computed on these. Where there are many queries, others are computed on some, drawn by a fixed
seed, and the mean over all is estimated by regression on what is known for all. Only where the estimate is near is the pair
computed on all queries: what is told is always exact, and estimates serve to count chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.templates import TemplateError
from rankviz.diagnose.departures import apply_departures
from rankviz.runs.evaluate.orders import AS_READ, Reading, changed_queries, stack_readings
from rankviz.runs.evaluate.prepared_run import Prepared
from rankviz.runs.lookup.causes import FORMULA, READING, RunCause, cost_of
from rankviz.runs.lookup.rows import RowMaker, VariantRow, by_rules
from rankviz.runs.read.name_hashes import Ints

FEW_QUERIES, SAMPLE, SEED = 300, 200, 7  # up to so many queries all of them are computed; else so many
MOST_CHOICES, FEWER_CHOICES = 400, 200  # pairs of two formulas, by cost: of few queries, and of many
ERRORS = 3.5  # of an estimate; further away is no candidate
LEAST_CHANGED = 2  # queries of a sample that have to differ before its errors say anything
Pair = tuple[RunCause, RunCause]
Refused = (InputError, TemplateError)


@dataclass(eq=False)
class PairNumbers:
    """The numbers of a measure by pair, and how far each may be off (0: exact).

    Parameters
    ----------
    numbers, errors : float64 (P,)
    """

    numbers: Array
    errors: Array


@dataclass(eq=False)
class Sums:
    """What the queries add, and how they count, under a row: two float64 (Q,)."""

    added: Array
    count: Array

    @classmethod
    def of_row(cls, row: VariantRow) -> Sums:
        """Take a row under its own convention."""
        count = np.where(row.is_counted, row.weight, 0.0)
        return cls(count * np.where(count != 0, row.value, 0.0), count)

    def of_queries(self, places: Ints | slice) -> Sums:
        """Return those of some queries."""
        return Sums(self.added[places], self.count[places])


@dataclass(eq=False)
class PairSearch:
    """Computes pairs for one measure.

    Parameters
    ----------
    maker : RowMaker
    rows : mapping of key to VariantRow or None
        As asked, and every cause alone.
    tell : function without arguments
        Called at every evaluation; what it raises ends the search.
    """

    maker: RowMaker
    rows: Mapping[tuple[str, ...], VariantRow | None]
    tell: Callable[[], None]
    _changed: dict[Reading, Ints] = field(default_factory=dict)
    _stacks: dict[tuple[int, ...], Prepared] = field(default_factory=dict)

    def __post_init__(self) -> None:
        asked = self.rows[()]
        assert asked is not None
        self._asked = asked
        count = len(asked.queries)
        self._places = np.arange(count)
        if count > FEW_QUERIES:
            self._places = np.sort(np.random.default_rng(SEED).choice(count, SAMPLE, replace=False))
        self._sums: dict[tuple[str, ...], Sums] = {(): Sums.of_row(asked)}

    def numbers(self, pairs: Sequence[Pair]) -> PairNumbers:
        """Return the number of each pair; NaN for one that is refused, and that of one cause where the other is not read."""
        found = PairNumbers(np.full(len(pairs), np.nan), np.zeros(len(pairs)))
        together: dict[tuple[str, ...], list[int]] = {}
        for i, (one, other) in enumerate(pairs):
            if (one.key,) not in self.rows or (other.key,) not in self.rows:
                known = next((each.key for each in (one, other) if (each.key,) in self.rows), None)
                row = self._asked if known is None else self.rows[known,]
                found.numbers[i] = np.nan if row is None else _mean(self._sums_of(row))
            elif self.rows[one.key,] is not None and self.rows[other.key,] is not None:
                is_stacked = one.place == READING and other.place == FORMULA
                together.setdefault((other.key,) if is_stacked else (one.key, other.key), []).append(i)
        rules = {keys: self.maker.list_rules(pairs[places[0]][-len(keys) :]) for keys, places in together.items()}
        for ties, group in by_rules(rules):
            for keys in group:
                if len(keys) == 1:
                    self._stack(pairs, together[keys], found)
                    continue
                for i in together[keys]:
                    found.numbers[i], found.errors[i] = self._number(*pairs[i])
            self._forget_lists(ties)
        return found

    def _forget_lists(self, ties: str) -> None:
        """Give the memory of what was arranged back, but for the lists as they are under a tie rule."""
        self.maker.readings.forget_lists(ties)
        for prepared in self._stacks.values():
            prepared.forget_lists(ties)

    def _sums_of(self, row: VariantRow) -> Sums:
        key = tuple(each.key for each in row.causes)
        if key not in self._sums:
            self._sums[key] = Sums.of_row(row)
        return self._sums[key]

    def _single(self, cause: RunCause) -> Sums:
        row = self.rows[cause.key,]
        assert row is not None
        return self._sums_of(row)

    def _number(self, one: RunCause, other: RunCause) -> tuple[float, float]:
        """Compute two readings on all queries, or two formulas on some."""
        self.tell()
        causes = (one, other)
        try:
            if READING in (one.place, other.place):
                return _mean(Sums.of_row(self.maker.row(causes))), 0.0
            places = self._queries_of_ties(causes)
            convention = apply_departures(self.maker.convention, [each.departure for each in causes if each.departure])
            prepared = self.maker.readings.prepare(AS_READ, convention)
            some = prepared if len(places) == len(prepared.queries) else self._stacked([(prepared, places)])
            row = self.maker.row(causes, some)
        except Refused:
            return np.nan, 0.0
        if one.axis == "ties":
            one, other = other, one
        is_exact = other.axis == "ties" and len(places) <= FEW_QUERIES
        return self._combine(Sums.of_row(row), one, other, places, is_exact=is_exact)

    def _queries_of_ties(self, causes: Pair) -> Ints:
        """Return the queries to compute: where one cause is a rule for ties, those in which a judged document is tied."""
        if not any(each.axis == "ties" for each in causes):
            return self._places
        prepared = self.maker.readings.prepare(AS_READ, self.maker.convention)
        tied = np.unique(prepared.query[prepared.tied > 1])
        return tied if len(tied) <= FEW_QUERIES else self._places

    def _stack(self, pairs: Sequence[Pair], places: Sequence[int], found: PairNumbers) -> None:
        """Compute one formula with several readings, in one call."""
        formula = pairs[places[0]][1]
        assert formula.departure is not None
        convention = apply_departures(self.maker.convention, [formula.departure])
        parts, members = [], []
        for i in places:
            try:
                prepared = self.maker.readings.prepare(pairs[i][0].reading, convention)
            except InputError:
                continue
            if prepared.queries != self._asked.queries:  # ids that are read otherwise make other queries
                found.numbers[i] = self._whole(pairs[i])
                continue
            parts.append((prepared, self._queries_of(pairs[i][0].reading)))
            members.append(i)
        if not members:
            return
        self.tell()
        try:
            row = self.maker.row((formula,), self._stacked(parts))
        except Refused:
            return
        sums, start = Sums.of_row(row), 0
        for i, (_, queries) in zip(members, parts, strict=True):
            part = sums.of_queries(slice(start, start + len(queries)))
            start += len(queries)
            is_exact = queries is not self._places or len(queries) == len(self._asked.queries)
            found.numbers[i], found.errors[i] = self._combine(part, formula, pairs[i][0], queries, is_exact=is_exact)

    def _whole(self, pair: Pair) -> float:
        try:
            return _mean(Sums.of_row(self.maker.row(pair)))
        except Refused:
            return np.nan

    def _queries_of(self, reading: Reading) -> Ints:
        """Return the queries to compute of a reading: those that it changes, if they are few."""
        if reading not in self._changed:
            convention = self.maker.convention
            as_read, read = (self.maker.readings.prepare(each, convention) for each in (AS_READ, reading))
            changed = changed_queries(as_read, read)
            self._changed[reading] = changed if len(changed) <= FEW_QUERIES else self._places
        return self._changed[reading]

    def _stacked(self, parts: Sequence[tuple[Prepared, Ints]]) -> Prepared:
        """Return stacked readings; the same ones are kept, with what was arranged of them."""
        key = tuple(id(each) for part in parts for each in part)
        if key not in self._stacks:
            self._stacks[key] = stack_readings(parts)
        return self._stacks[key]

    def _combine(self, part: Sums, formula: RunCause, other: RunCause, places: Ints, *, is_exact: bool) -> tuple[float, float]:
        """Return the mean over all queries of a pair that is known for some.

        It is exact if the other cause changes none of the rest: there the pair is the formula.
        """
        rest = self._single(formula)
        if is_exact or len(places) == len(rest.added):
            added, count = (
                np.delete(whole, places).sum() + of_pair.sum()
                for whole, of_pair in ((rest.added, part.added), (rest.count, part.count))
            )
            return (float(added / count) if count else np.nan), 0.0
        known = [self._sums[()], rest, self._single(other)]
        if not all(np.isfinite(each.added).all() for each in (part, *known)):
            return np.nan, 0.0  # as of a formula that divides by 0
        added, error = _estimate(part.added, [each.added for each in known], places)
        count, error_of_count = _estimate(part.count, [each.count for each in known], places)
        if not count:
            return np.nan, 0.0
        number = added / count
        return number, (error + abs(number) * error_of_count) / abs(count)


def _estimate(values: Array, known: Sequence[Array], places: Ints) -> tuple[float, float]:
    """Estimate the mean over all queries of what is known for some, and its standard error.

    Parameters
    ----------
    values : float64 (S,)
    known : as asked, and under either cause, float64 (Q,) each
    places : int64 (S,)
    """
    for each in known:
        if np.array_equal(each[places], values):
            others = [one for one in known if one is not each]
            differing = max(int((one[places] != each[places]).sum()) for one in others)
            # Where hardly any query of the sample differs, it says little of those that do.
            floor = 0.0 if differing >= LEAST_CHANGED else 1.0 / len(each)
            return float(each.mean()), floor * float(np.ptp(each, axis=0))
    table = np.column_stack([np.ones(len(known[0])), *known, known[1] * known[2]])
    weights, *_ = np.linalg.lstsq(table[places], values, rcond=None)
    left = values - table[places] @ weights
    count, of = len(places), len(known[0])
    spread = float(np.sqrt((left**2).sum() / max(count - table.shape[1], 1)))
    floor = float(np.ptp(values)) / of
    return float((table @ weights).mean()), max(spread * np.sqrt((1 - count / of) / count), floor)


def _mean(sums: Sums) -> float:
    count = float(sums.count.sum())
    return float(sums.added.sum() / count) if count else np.nan


def pairs_of(causes: Sequence[RunCause], queries: int) -> tuple[list[Pair], bool]:
    """Return the pairs of causes that are tried together, and whether two formulas all are; the cheapest ones are."""
    readings = [each for each in causes if each.place == READING]
    formulas = [each for each in causes if each.place == FORMULA and not _replaces_mean(each)]
    pairs: list[Pair] = [(one, two) for one in readings for two in formulas]
    pairs += [(one, two) for one, two in combinations(readings, 2) if _can_be_read_together(one, two)]
    chosen = sorted(_two_formulas(formulas), key=cost_of)
    most = MOST_CHOICES if queries <= FEW_QUERIES else FEWER_CHOICES
    return [*pairs, *chosen[:most]], len(chosen) <= most


def _replaces_mean(cause: RunCause) -> bool:
    departure = cause.departure
    return departure is not None and departure.formula_mistake is not None and departure.formula_mistake.is_about_mean


def _can_be_read_together(one: RunCause, two: RunCause) -> bool:
    return one.axis != two.axis and "ids" not in (one.axis, two.axis)


def _two_formulas(formulas: Sequence[RunCause]) -> Iterator[Pair]:
    """Yield a library or another metric with a choice, and two choices."""
    for one, two in combinations(formulas, 2):
        if one.axis == two.axis or "alone" in (one.axis, two.axis):
            continue
        if {one.axis, two.axis} == {"profile", "metric"}:
            continue
        yield one, two
