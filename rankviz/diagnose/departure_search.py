"""The space of a question: every departure alone, then two and three together, and what each gives.

It is searched once and can be asked for many numbers: what is computed depends on the question only, and a level of it is
computed when a number asks for it. Changed lists are rows of one batch, changed conventions a loop. What a combination changes
nothing to is left out of it, so that an answer never names a departure that does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.conventions.options import Array
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.means import mean_of
from rankviz.core.rounding import Rounding, replay
from rankviz.core.templates import TemplateError
from rankviz.core.trace import Trace
from rankviz.diagnose.departures import (
    Departure,
    apply_departures,
    choices_of,
    formula_mistakes_of,
    ignored_missed_of,
    input_mistakes_of,
    labels_of,
    metrics_of,
    other_metrics_of,
    profiles_of,
    side_choices,
)
from rankviz.diagnose.equivalent_libraries import group_equivalent
from rankviz.diagnose.hand_slips import first_slips, roundings_of
from rankviz.diagnose.mistakes.mistaken_derivation import FormulaMistake, apply_mistake, mistaken_mean
from rankviz.diagnose.rounded_slips import RoundedSlips, rounded_slips
from rankviz.diagnose.variant_values import VariantValues, formula_fingerprint
from rankviz.evaluation.evaluate import compute

USUAL_COST = 1.2  # what a choice may cost to be tried beside a library
SAME = 1e-12
# How much is tried, in entries of lists that are computed: what a long list leaves out is reported.
ROW_CELLS = 300_000
SINGLE_CELLS, PAIR_CELLS, TRIPLE_CELLS, ROUNDED_CELLS = 12_000_000, 6_000_000, 3_000_000, 500
ALONE, PAIRS, TRIPLES, ROUNDED = "alone", "pairs", "triples", "rounded"

Combination = tuple[Departure, ...]


@dataclass(frozen=True)
class ValueBlock:
    """Values that were computed one after the other, and what was done otherwise for each.

    Parameters
    ----------
    values : float64
        NaN where a combination changes nothing, or is refused.
    common : tuple of Departure
        Common to all.
    tails : sequence of tuples of Departure
        What comes to it, for each value.
    """

    values: Array
    common: Combination
    tails: Sequence[Combination]

    def find_near(self, number: float, reach: float) -> Iterator[tuple[Combination, float]]:
        """Those at most `reach` away from a number."""
        for i in np.flatnonzero(np.abs(self.values - number) <= reach).tolist():
            yield (*self.common, *self.tails[i]), float(self.values[i])

    def find_nearest(self, number: float, count: int) -> Iterator[tuple[Combination, float]]:
        """The nearest to a number, at most so many."""
        for i in np.argsort(np.abs(self.values - number), kind="stable")[:count].tolist():
            if np.isfinite(self.values[i]):
                yield (*self.common, *self.tails[i]), float(self.values[i])


@dataclass
class SearchDepth:
    """What was tried with so many departures together."""

    blocks: list[ValueBlock] = field(default_factory=list)
    tried: int = 0
    complete: bool = True


@dataclass
class DepartureSearch:
    """What may have been done otherwise to a question, level by level.

    Parameters
    ----------
    metric : Metric
    rankings : tuple of Ranking
        One list, or several, of whose mean is spoken.
    convention : Convention
    written_choices : mapping of field to value
        What is written with the measure: it goes to every library.
    as_mean : bool
        Whether of one list, too, the mean is spoken of.
    """

    metric: Metric
    rankings: tuple[Ranking, ...]
    convention: Convention
    written_choices: Mapping[str, object]
    as_mean: bool = False

    def __post_init__(self) -> None:
        self.is_one_list = len(self.rankings) == 1 and not self.as_mean
        self.slips, self.slips_to_rank = first_slips(self.rankings, ROW_CELLS)
        changed = [each.ranking for each in self.slips if each.ranking is not None]
        self._values = VariantValues(self.rankings, changed, [each.list_index for each in self.slips], averaged=self.as_mean)
        self._tails = tuple((each,) for each in self.slips)
        self.own_value = self._values.value(self.metric, self.convention)
        self._known: dict[frozenset[str], float] = {frozenset(): self.own_value}
        self._slip_values: Array = np.zeros(0)
        self._depths: dict[str, SearchDepth] = {}
        self._choices: tuple[Departure, ...] = ()
        self._profiles: tuple[Departure, ...] = ()
        self._rounded_slips: RoundedSlips | None = None
        self.fingerprints: dict[str, bytes] = {}

    def depth(self, name: str) -> SearchDepth:
        """Give a level, which is computed when it is asked for first; those below it have to be there."""
        if name not in self._depths:
            if name == TRIPLES:
                self.depth(ROUNDED)  # what a rounding gives alone is no finding beside a choice
            level = SearchDepth()
            {
                ALONE: self._search_single,
                PAIRS: self._search_pairs,
                TRIPLES: self._search_triples,
                ROUNDED: self._search_roundings,
            }[name](level)
            self._depths[name] = level
        return self._depths[name]

    def _search_single(self, level: SearchDepth) -> None:
        """Try every departure alone, but the roundings."""
        self._choices = tuple(choices_of(self.metric, self.convention, self.rankings))
        self._profiles = tuple(profiles_of(self.metric, self.convention, self.written_choices, self.rankings))
        singles = (
            *self._choices,
            *formula_mistakes_of(self.metric, self.rankings),
            *input_mistakes_of(self.metric, self.convention, self.rankings),
            *self._profiles,
            *labels_of(self.metric, self.convention, self.written_choices, self.rankings),
            *metrics_of(self.metric, self.convention),
            *ignored_missed_of(self.rankings),
        )
        self._try_all(((each,) for each in singles), level, SINGLE_CELLS)
        self._try_slips([()], level)

    def _search_pairs(self, level: SearchDepth) -> None:
        """Try two departures together; a library also with all that the current convention says; and metrics further off."""
        usual = [each for each in self._choices if each.cost <= USUAL_COST]
        pairs: list[Combination] = [*combinations(self._choices, 2)]
        libraries = group_equivalent(self._profiles, self.metric, self.rankings)
        for profile in libraries:
            near = (*side_choices(profile, self.convention, usual),)
            kept = tuple(each for each in near if getattr(self.convention, each.details["name"]) == each.details["value"])
            pairs += [(profile, each) for each in near] + ([(profile, *kept)] if len(kept) > 1 else [])
        for other in metrics_of(self.metric, self.convention):
            if not other.choices:  # down to the same cutoff
                theirs = choices_of(METRICS[other.metric], self.convention, self.rankings)
                pairs += [(other, each) for each in theirs if each.cost <= USUAL_COST]
        pairs += [(other,) for other in other_metrics_of(self.metric, self.convention)]
        self._try_all(pairs, level, PAIR_CELLS)
        # A slip may change what tells libraries apart, so that one of a group speaks for itself only.
        keys = {each.key for each in (*self._choices, *libraries)}
        self._try_slips([(each,) for each in (*self._choices, *self._profiles) if each.key in keys], level)

    def _search_triples(self, level: SearchDepth) -> None:
        """Try three departures together: of choices the usual ones only; and those with roundings."""
        usual = sorted(self._choices, key=lambda each: each.cost)
        self._try_all(combinations(usual[:14], 3), level, TRIPLE_CELLS)
        self._try_slips([*combinations(usual[:10], 2)], level)
        cheap = [each for each in self._choices if each.cost <= USUAL_COST]
        self._try_all(((each, rounding) for each in cheap for rounding in self._roundings((each,))), level, TRIPLE_CELLS)

    def _search_roundings(self, level: SearchDepth) -> None:
        """Try numbers that were rounded on the way."""
        level.complete = self._values.cells <= ROUNDED_CELLS
        self._try_all(((each,) for each in self._roundings(())), level, SINGLE_CELLS)

    def _roundings(self, departures: Combination) -> Iterator[Departure]:
        """Roundings on the way; inside long lists nobody rounds, but the values of several may be."""
        inside = self._values.cells <= ROUNDED_CELLS
        if not inside and len(self.rankings) == 1:
            return
        try:
            trace = self._values.trace(self.metric, apply_departures(self.convention, departures))
        except InputError:
            return
        yield from roundings_of(trace, inside=inside)

    def _try_all(self, combined: Iterator[Combination] | Sequence[Combination], level: SearchDepth, cells: int) -> None:
        """Try departures that change the convention, the metric, the roundings or one list, one after the other."""
        values: list[float] = []
        tails: list[Combination] = []
        most = cells // max(self._values.cells, 1)
        for departures in combined:
            if len({each.axis for each in departures}) < len(departures):
                continue
            if level.tried >= most:
                level.complete = False
                break
            found = self._try(departures)
            if found is not None:
                level.tried += 1
                values.append(found)
                tails.append(departures)
        level.blocks.append(ValueBlock(np.array(values, dtype=float), (), tails))

    def _try(self, departures: Combination) -> float | None:
        """Give the value, NaN if one of the departures changes nothing to it; None if it is refused."""
        try:
            value = self._value(apply_departures(self.convention, departures), departures)
        except (InputError, TemplateError):
            return None
        key = frozenset(each.key for each in departures)
        self._known[key] = value
        parts = [self._known.get(key - {each.key}) for each in departures]
        return np.nan if any(part is not None and _is_close(part, value) for part in parts) else value

    def _value(self, convention: Convention, departures: Combination) -> float:
        if departures and departures[0].formula_mistake is not None:
            return self._mistaken_value(departures[0].key, departures[0].formula_mistake)
        metric = next((METRICS[each.metric] for each in departures if each.metric), self.metric)
        roundings = {rounding.step: rounding for each in departures for rounding in each.roundings}
        only = departures[0] if len(departures) == 1 else None
        if only is None and not roundings:
            return self._values.value(metric, convention)
        lists = next((each.input_lists for each in departures if each.input_lists), ())
        trace = compute(metric, RawLists.from_rankings(lists), convention) if lists else self._values.trace(metric, convention)
        if roundings:
            return self._rounded_value(trace, roundings, convention)
        value = self._values.value_of_trace(trace, convention)
        if only is not None:
            self.fingerprints[only.key] = formula_fingerprint(trace, value)
        return value

    def _value_or_mean(self, values: Array, trace: Trace, convention: Convention) -> float:
        """Value of the list, or the mean, from what stands in the place of each list's value."""
        return float(values[0]) if self.is_one_list else mean_of(values, trace, convention)

    def _rounded_value(self, trace: Trace, roundings: Mapping[str, Rounding], convention: Convention) -> float:
        """Value with some numbers rounded on the way; NaN where the formula cannot be followed with rounded numbers."""
        try:
            values = replay(trace.steps, trace.rankings, roundings)[trace.steps[-1].key]
        except TemplateError:
            return np.nan
        return self._value_or_mean(values, trace, convention)

    def _mistaken_value(self, key: str, slip: FormulaMistake) -> float:
        trace = apply_mistake(self._values.trace(self.metric, self.convention), slip, self.rankings, self.convention)
        value = float(trace.value[0]) if self.is_one_list else mistaken_mean(trace, slip, self.convention)
        self.fingerprints[key] = formula_fingerprint(trace, value)
        return value

    def _try_slips(self, combined: Sequence[Combination], level: SearchDepth) -> None:
        """Try every slip in the list beside departures that change the convention."""
        most = PAIR_CELLS // max(self._values.variant_cells, 1)
        for i, departures in enumerate(each for each in combined if len({one.axis for one in each}) == len(each)):
            if not self.slips:
                return
            if i >= most:
                level.complete = False
                return
            convention = apply_departures(self.convention, departures)
            try:
                here = self._values.value(self.metric, convention)
            except InputError:
                continue
            values = self._values.variant_values(self.metric, convention)
            level.tried += len(values)
            without = self._slip_values if departures else np.full(len(values), np.nan)
            if not departures:
                self._slip_values = values
            fresh = ~(np.abs(values - here) <= SAME) & ~(np.abs(values - without) <= SAME)
            level.blocks.append(ValueBlock(np.where(fresh, values, np.nan), departures, self._tails))

    def rounded_slips(self, number: float, reach: float) -> Iterator[tuple[Combination, float]]:
        """Slips whose list was then computed with rounded numbers; only those whose exact value is not far off."""
        if self._values.cells > ROUNDED_CELLS or len(self.rankings) > 1:
            return
        if self._rounded_slips is None:
            usual = self._values.trace(self.metric, self.convention)
            self._rounded_slips = rounded_slips(self.metric, self.convention, usual, self.slips, self._slip_values)
        found, exact = self._rounded_slips, self._slip_values[self._rounded_slips.rows][:, None]
        near = (np.abs(exact - number) <= 10 * reach) & (np.abs(found.values - number) <= reach)
        for row, column in np.argwhere(near & ~(np.abs(found.values - exact) <= SAME)).tolist():
            yield (found.roundings[column], self.slips[found.rows[row]]), float(found.values[row, column])


def _is_close(one: float, two: float) -> bool:
    return one == two or abs(one - two) <= SAME
