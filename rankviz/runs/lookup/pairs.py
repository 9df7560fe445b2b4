"""Two causes in one place: a reading and a formula, two readings, two choices. Each needs an evaluation of its own.

Readings are stacked, as more rows of one array, so that all of them are one call of the metric for each formula. A reading that
moves documents of few queries is computed on these. Where there are many queries, others are computed on some, drawn by a fixed
seed, and the mean over all is estimated by regression on what is known for all. Only where the estimate is near is the pair
computed on all queries: what is told is always exact, and estimates serve to count chance.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.templates import TemplateError
from rankviz.diagnose.departures import apply_departures
from rankviz.runs.evaluate.orders import AS_READ, Reading, ReadingKey, RunReadings, changed_queries, stack_readings
from rankviz.runs.evaluate.prepared_run import Prepared
from rankviz.runs.lookup.causes import FORMULA, READING, RunCause, cost_of, merge_readings
from rankviz.runs.lookup.rows import MeasureRows, Rules, VariantRow, by_rules
from rankviz.runs.read.name_hashes import Ints

FEW_QUERIES, SAMPLE, SEED = 300, 200, 7  # up to so many queries all of them are computed; else so many
MOST_CHOICES, FEWER_CHOICES = 400, 200  # pairs of two formulas, by cost: of few queries, and of many
ERRORS = 3.5  # of an estimate; further away is no candidate
LEAST_CHANGED = 2  # queries of a sample that have to differ before its errors say anything
Pair = tuple[RunCause, RunCause]
Refused = (InputError, TemplateError)


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


class StackedReadings:
    """Some queries of several readings, one below the other, for all measures; each stack is made once.

    Parameters
    ----------
    readings : RunReadings
    queries : int
    """

    def __init__(self, readings: RunReadings, queries: int) -> None:
        self.readings = readings
        self.all_queries = np.arange(queries)
        self.sample = self.all_queries
        if queries > FEW_QUERIES:
            self.sample = np.sort(np.random.default_rng(SEED).choice(queries, SAMPLE, replace=False))
        self._changed: dict[tuple[ReadingKey, ReadingKey], Ints] = {}
        self._tied: dict[ReadingKey, Ints] = {}
        self._stacks: dict[Hashable, Prepared] = {}

    def changed_by(self, reading: Reading, asked: Convention) -> Ints:
        """Return the queries to compute of a reading: those that it changes, if they are few, else the sample."""
        key = self.readings.key_of(reading, asked), self.readings.key_of(AS_READ, asked)
        if key not in self._changed:
            as_read, read = (self.readings.prepare(each, asked) for each in (AS_READ, reading))
            self._changed[key] = self._few(changed_queries(as_read, read))
        return self._changed[key]

    def tied_queries(self, asked: Convention) -> Ints:
        """Return the queries in which a judged document is tied, if they are few, else the sample."""
        key = self.readings.key_of(AS_READ, asked)
        if key not in self._tied:
            prepared = self.readings.prepare(AS_READ, asked)
            self._tied[key] = self._few(np.unique(prepared.query[prepared.tied > 1]))
        return self._tied[key]

    def _few(self, queries: Ints) -> Ints:
        return queries if len(queries) <= FEW_QUERIES else self.sample

    def stack(self, parts: Sequence[tuple[Reading, Ints]], convention: Convention) -> Prepared:
        """Return the queries (S,) of each reading; the same ones are kept, with what was arranged of them."""
        key = tuple((self.readings.key_of(reading, convention), queries.tobytes()) for reading, queries in parts)
        if key not in self._stacks:
            self._stacks[key] = stack_readings([(self.readings.prepare(each, convention), some) for each, some in parts])
        return self._stacks[key]

    def forget_lists(self, ties: str = "") -> None:
        """Give the memory of what was arranged back, but for the lists as they are under a tie rule."""
        self.readings.forget_lists(ties)
        for prepared in self._stacks.values():
            prepared.forget_lists(ties)


class PairSearch:
    """Computes pairs for one measure.

    Parameters
    ----------
    measure : MeasureRows
    pairs : sequence of pairs of RunCause (P,)
    stacks : StackedReadings
        Shared with other measures.
    tell : function without arguments
        Called at every evaluation; what it raises ends the search.

    Attributes
    ----------
    numbers, errors : float64 (P,)
        NaN for a pair that is refused, and the number of one cause where the other is not read; how far each may be off (0:
        exact).
    """

    def __init__(self, measure: MeasureRows, pairs: Sequence[Pair], stacks: StackedReadings, tell: Callable[[], None]) -> None:
        self._maker, self._rows, self._asked = measure.maker, measure.rows, measure.asked
        self._pairs = [(measure.own_cause(one), measure.own_cause(other)) for one, other in pairs]
        self._stacks, self._tell = stacks, tell
        self._sums: dict[tuple[str, ...], Sums] = {(): Sums.of_row(self._asked)}
        self.numbers, self.errors = np.full(len(pairs), np.nan), np.zeros(len(pairs))
        # What is computed together, by the keys of its formulas: one formula with several readings, or a single pair.
        self._together: dict[tuple[str, ...], list[int]] = {}
        for i, pair in enumerate(self._pairs):
            self._plan(i, *pair)

    def _plan(self, i: int, one: RunCause, other: RunCause) -> None:
        rows = self._rows
        if (one.key,) not in rows or (other.key,) not in rows:
            known = next((each.key for each in (one, other) if (each.key,) in rows), None)
            row = self._asked if known is None else rows[known,]
            self.numbers[i] = np.nan if row is None else _mean(self._sums_of(row))
        elif rows[one.key,] is not None and rows[other.key,] is not None:
            is_stacked = one.place == READING and other.place == FORMULA
            self._together.setdefault((other.key,) if is_stacked else (one.key, other.key), []).append(i)

    def two_readings(self) -> Iterator[int]:
        """Yield the places of the pairs of two readings that are to be computed."""
        yield from (i for (i, *_) in self._together.values() if all(each.place == READING for each in self._pairs[i]))

    def rules(self) -> dict[tuple[str, ...], Rules]:
        """Return by which rules the lists of all others are arranged, by the keys of their formulas."""
        return {
            keys: self._maker.list_rules(self._pairs[places[0]][-len(keys) :])
            for keys, places in self._together.items()
            if self._pairs[places[0]][-1].place == FORMULA
        }

    def compute_readings(self, i: int, prepared: dict[ReadingKey, Prepared]) -> None:
        """Compute a pair of two readings, on all queries; what is prepared is left for the next measure."""
        self._tell()
        reading, asked = merge_readings(self._pairs[i]), self._maker.convention
        key = self._maker.readings.key_of(reading, asked)
        try:
            if key not in prepared:
                prepared[key] = self._maker.readings.prepare(reading, asked)
            self.numbers[i] = _mean(Sums.of_row(self._maker.row(self._pairs[i], prepared[key])))
        except Refused:
            pass

    def compute_formulas(self, keys: tuple[str, ...]) -> None:
        """Compute one formula with several readings, in one call, or two formulas."""
        places = self._together[keys]
        if len(keys) == 1:
            self._stack(places)
            return
        self._tell()
        for i in places:
            self.numbers[i], self.errors[i] = self._two_formulas(*self._pairs[i])

    def _sums_of(self, row: VariantRow) -> Sums:
        key = tuple(each.key for each in row.causes)
        if key not in self._sums:
            self._sums[key] = Sums.of_row(row)
        return self._sums[key]

    def _single(self, cause: RunCause) -> Sums:
        row = self._rows[cause.key,]
        assert row is not None
        return self._sums_of(row)

    def _two_formulas(self, one: RunCause, other: RunCause) -> tuple[float, float]:
        """Compute two formulas on some queries: where one is a rule for ties, on those in which a judged document is tied."""
        causes, has_ties = (one, other), "ties" in (one.axis, other.axis)
        queries = self._stacks.tied_queries(self._maker.convention) if has_ties else self._stacks.sample
        convention = apply_departures(self._maker.convention, [each.departure for each in causes if each.departure])
        try:
            if len(queries) == len(self._asked.queries):
                some = self._maker.readings.prepare(AS_READ, convention)
            else:
                some = self._stacks.stack([(AS_READ, queries)], convention)
            row = self._maker.row(causes, some)
        except Refused:
            return np.nan, 0.0
        if one.axis == "ties":
            one, other = other, one
        is_exact = other.axis == "ties" and len(queries) <= FEW_QUERIES
        return self._combine(Sums.of_row(row), one, other, queries, is_exact=is_exact)

    def _stack(self, places: Sequence[int]) -> None:
        """Compute one formula with several readings, in one call."""
        formula = self._pairs[places[0]][1]
        assert formula.departure is not None
        convention = apply_departures(self._maker.convention, [formula.departure])
        parts, members = [], []
        for i in places:
            reading = self._pairs[i][0].reading
            try:
                prepared = self._maker.readings.prepare(reading, convention)
            except InputError:
                continue
            if prepared.queries != self._asked.queries:  # ids that are read otherwise make other queries
                self.numbers[i] = self._whole(self._pairs[i])
                continue
            parts.append((reading, self._stacks.changed_by(reading, self._maker.convention)))
            members.append(i)
        if not members:
            return
        self._tell()
        try:
            row = self._maker.row((formula,), self._stacks.stack(parts, convention))
        except Refused:
            return
        sums, start = Sums.of_row(row), 0
        for i, (_, queries) in zip(members, parts, strict=True):
            part = sums.of_queries(slice(start, start + len(queries)))
            start += len(queries)
            is_exact = queries is not self._stacks.sample
            self.numbers[i], self.errors[i] = self._combine(part, formula, self._pairs[i][0], queries, is_exact=is_exact)

    def _whole(self, pair: Pair) -> float:
        try:
            return _mean(Sums.of_row(self._maker.row(pair)))
        except Refused:
            return np.nan

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


def compute_pairs(
    measures: Sequence[MeasureRows], pairs: Sequence[Pair], tell: Callable[[], None]
) -> tuple[dict[str, Array], dict[str, Array]]:
    """Compute or estimate pairs for several measures, those whose lists are arranged alike in a row, so that they share them.

    Parameters
    ----------
    measures : sequence of MeasureRows
    pairs : sequence of pairs of RunCause (P,)
    tell : function without arguments
        Called at every evaluation; what it raises ends the search.

    Returns
    -------
    numbers, errors : mapping of measure to float64 (P,)
        NaN for one that is refused, and the number of one cause where the other is not read; how far each may be off (0:
        exact).
    """
    readings = measures[0].maker.readings
    stacks = StackedReadings(readings, len(measures[0].asked.queries))
    searches = {each.name: PairSearch(each, pairs, stacks, tell) for each in measures}
    by_place: dict[int, list[PairSearch]] = {}
    for search in searches.values():
        for i in search.two_readings():
            by_place.setdefault(i, []).append(search)
    for i, some in by_place.items():
        prepared: dict[ReadingKey, Prepared] = {}
        for search in some:
            search.compute_readings(i, prepared)
    rules = {(name, keys): each for name, search in searches.items() for keys, each in search.rules().items()}
    for ties, group in by_rules(rules):
        for name, keys in group:
            searches[name].compute_formulas(keys)
        stacks.forget_lists(ties)
    return {name: each.numbers for name, each in searches.items()}, {name: each.errors for name, each in searches.items()}


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
