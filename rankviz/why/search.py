"""The search: every departure alone, then two and three together, and which of them print the wanted number.

Changed lists are rows of one batch, changed conventions a loop. What a combination changes nothing to is left out of it, so
that an answer never names a departure that does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from rankviz.conventions import Convention
from rankviz.errors import InputError
from rankviz.evaluation import compute
from rankviz.metrics import METRICS, Metric
from rankviz.metrics.means import mean
from rankviz.options import Array
from rankviz.printed import Printed, agreement
from rankviz.ranking import Ranking, RawLists
from rankviz.rounded import replay
from rankviz.templates import TemplateError
from rankviz.trace import Trace
from rankviz.why.departures import (
    Departure,
    choices_of,
    formula_slips_of,
    metrics_of,
    profiles_of,
    readings_of,
    relists_of,
    roundings_of,
    slips_of,
)
from rankviz.why.slips import Slip, mistaken, mistaken_mean

CUT = 0.4  # what it costs an answer that the number must have been cut instead of rounded
TOGETHER = 0.7  # what each further departure costs beyond its own
USUAL = 1.2  # what a choice may cost to be tried beside a library
SAME = 1e-12


@dataclass(frozen=True)
class Candidate:
    """Departures that were tried together, and what they give."""

    departures: tuple[Departure, ...]
    value: float
    agreement: str = ""

    @property
    def cost(self) -> float:
        """How far-fetched it is."""
        extra = TOGETHER * max(0, len(self.departures) - 1) + CUT * (self.agreement == "cut")
        return sum(departure.cost for departure in self.departures) + extra


@dataclass
class Search:
    """What is looked for, and what was found so far.

    Parameters
    ----------
    metric : Metric
    rankings : tuple of Ranking
        One list, or several, of whose mean is spoken.
    convention : Convention
    printed : Printed
        The wanted number.
    """

    metric: Metric
    rankings: tuple[Ranking, ...]
    convention: Convention
    printed: Printed
    found: list[Candidate] = field(default_factory=list)
    nearest: list[Candidate] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    tried: int = 0

    def __post_init__(self) -> None:
        alone = len(self.rankings) == 1
        self._slips = tuple(slips_of(self.rankings[0])) if alone else ()
        lists = [each.ranking for each in self._slips if each.ranking is not None]
        self._raw = RawLists.of([*self.rankings, *lists])
        self._given = self._raw if not self._slips else RawLists.of(self.rankings)
        self._choices = tuple(choices_of(self.metric, self.convention, self.rankings))
        self._right: Trace | None = None
        self._slip_values: Array = np.zeros(0)
        self._base = self._value(self.convention, ())
        self._known: dict[frozenset[str], float] = {frozenset(): self._base}

    @property
    def base(self) -> float:
        """The value without any departure."""
        return self._base

    def one(self) -> None:
        """Try no departure, and every one alone."""
        self._take((), self._base)
        for departure in self._singles():
            self._try((departure,))
        self._try_slips(())

    def two(self) -> None:
        """Try two departures together."""
        others = (*profiles_of(self.metric, self.convention),)
        for pair in combinations(self._choices, 2):
            self._try(pair)
        for profile, choice in product(others, (each for each in self._choices if each.cost <= USUAL)):
            self._try((profile, choice))
        for departure in (*self._choices, *others):
            self._try_slips((departure,))
        self._try_rounded_slips()
        for departure in (each for each in self._choices if each.cost <= USUAL):
            for rounding in self._roundings((departure,)):
                self._try((departure, rounding))

    def three(self) -> None:
        """Try three departures together: of choices the usual ones only."""
        usual = sorted(self._choices, key=lambda each: each.cost)
        for triple in combinations(usual[:14], 3):
            self._try(triple)
        for pair in combinations(usual[:10], 2):
            self._try_slips(pair)

    def _singles(self) -> Iterator[Departure]:
        yield from self._choices
        yield from formula_slips_of(self.metric, self.rankings)
        yield from relists_of(self.metric, self.convention, self.rankings)
        yield from profiles_of(self.metric, self.convention)
        yield from metrics_of(self.metric)
        yield from self._roundings(())
        yield from readings_of(self.metric, self.convention, float(self.printed.number))

    def _roundings(self, departures: Sequence[Departure]) -> Iterator[Departure]:
        """Roundings on the way; only a single list has steps that a person may have rounded."""
        if len(self.rankings) > 1 or self.printed.places is None:
            return
        try:
            trace = compute(self.metric, self._given, self._settled(departures))
        except InputError:
            return
        yield from roundings_of(trace)

    def _settled(self, departures: Sequence[Departure]) -> Convention:
        changes: dict[str, object] = {}
        for departure in sorted(departures, key=lambda each: each.kind != "profile"):  # single choices over a profile's
            changes.update(departure.choices)
        return self.convention.with_choices(changes) if changes else self.convention

    def _try(self, departures: tuple[Departure, ...]) -> None:
        """Try departures that change the convention, the metric, the roundings or the reading, but not the list."""
        if len({departure.axis for departure in departures}) < len(departures):
            return
        key = frozenset(departure.key for departure in departures)
        try:
            value = self._value(self._settled(departures), departures)
        except (InputError, TemplateError):
            return
        self.tried += 1
        self._known[key] = value
        parts = [self._known.get(key - {departure.key}) for departure in departures]
        if not any(part is not None and _same(part, value) for part in parts):
            self._take(departures, value)

    def _value(self, convention: Convention, departures: Sequence[Departure]) -> float:
        slip = next((each.slip for each in departures if each.slip is not None), None)
        if slip is not None:
            return self._mistaken(slip)
        metric = next((METRICS[each.metric] for each in departures if each.metric), self.metric)
        lists = next((each.lists for each in departures if each.lists), ())
        trace = compute(metric, RawLists.of(lists) if lists else self._given, convention)
        for departure in departures:
            if departure.step:
                at_k = trace.rankings.rank[0] == trace.rankings.k[0]
                return float(trace.step(departure.step).value[0][at_k].sum())
        roundings = {rounding.step: rounding for each in departures for rounding in each.roundings}
        value = (
            float(replay(trace.steps, trace.rankings, roundings)[trace.steps[-1].key][0])
            if roundings
            else self._of(trace, convention)
        )
        for departure in departures:
            value = 1 - value if departure.factor < 0 else value * departure.factor
        return value

    def _mistaken(self, slip: Slip) -> float:
        if self._right is None:
            self._right = compute(self.metric, self._given, self.convention)
        trace = mistaken(self._right, slip, self.rankings, self.convention)
        return float(trace.value[0]) if len(self.rankings) == 1 else mistaken_mean(trace, slip, self.convention)

    def _of(self, trace: Trace, convention: Convention) -> float:
        return float(trace.value[0]) if len(trace.rankings.n) == 1 else float(mean(trace, convention)[-1].value)

    def _try_slips(self, departures: tuple[Departure, ...]) -> None:
        """Try every slip in the input beside departures that change the convention."""
        if not self._slips or len({departure.axis for departure in departures}) < len(departures):
            return
        try:
            values = compute(self.metric, self._raw, self._settled(departures)).value
        except InputError:
            return
        self.tried += len(self._slips)
        here = values[0]
        without = self._slip_values if departures else np.full(len(values), np.nan)
        if not departures:
            self._slip_values = values
        fresh = ~(np.abs(values - here) <= SAME) & ~(np.abs(values - without) <= SAME)
        self._take_rows(departures, values, fresh)

    def _take_rows(self, departures: tuple[Departure, ...], values: Array, fresh: NDArray[np.bool_]) -> None:
        shown = values[1:][fresh[1:]]
        self.values.extend(shown[np.isfinite(shown)].tolist())
        near = np.abs(values - float(self.printed.number)) <= self._reach
        for row in np.flatnonzero(near & fresh):
            if row:
                self._keep((*departures, self._slips[row - 1]), float(values[row]))

    def _try_rounded_slips(self) -> None:
        """Try slips whose list was then computed with rounded numbers; only those whose exact value is not far off."""
        if not self._slips or self.printed.places is None:
            return
        close = np.abs(self._slip_values - float(self.printed.number)) <= 10 * self._reach
        for row in np.flatnonzero(close):
            if not row:
                continue
            slip = self._slips[row - 1]
            assert slip.ranking is not None
            trace = compute(self.metric, RawLists.of([slip.ranking]), self.convention)
            for rounding in roundings_of(trace):
                try:
                    replayed = replay(trace.steps, trace.rankings, {each.step: each for each in rounding.roundings})
                except TemplateError:
                    continue
                value = float(replayed[trace.steps[-1].key][0])
                self.tried += 1
                if not _same(value, float(trace.value[0])):
                    self._take((rounding, slip), value)

    @property
    def _reach(self) -> float:
        """How far a value may be from the printed number to print it."""
        return 10.0**-self.printed.places if self.printed.places is not None else SAME

    def _take(self, departures: tuple[Departure, ...], value: float) -> None:
        if not np.isfinite(value):
            return
        self.values.append(value)
        self._keep(departures, value)

    def _keep(self, departures: tuple[Departure, ...], value: float) -> None:
        how = agreement(value, self.printed)
        if how:
            self.found.append(Candidate(departures, value, how))
        elif len(departures) <= 1:
            self.nearest.append(Candidate(departures, value))


def _same(one: float, two: float) -> bool:
    return one == two or abs(one - two) <= SAME
