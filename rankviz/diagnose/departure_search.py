"""Search over departures: each alone, then two and three together, with the value that each combination gives.

The values depend only on metric, lists and convention, so one search serves many numbers; a depth is computed when it is
first needed. Changed lists are rows of one batch, changed conventions a loop. A combination whose value is the same without
one of its departures gets NaN, so that a match never names a departure that does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.compute_facts import facts_of
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
from rankviz.evaluation.evaluate import compute, profile_threshold

USUAL_COST = 1.2  # the most that a choice may cost to be tried beside a library
SAME = 1e-12
# Limits of the search, in list entries that are computed; what they leave out is reported.
ROW_CELLS = 300_000
SINGLE_CELLS, PAIR_CELLS, TRIPLE_CELLS, ROUNDED_CELLS = 12_000_000, 6_000_000, 3_000_000, 500
ALONE, PAIRS, TRIPLES, ROUNDED = "alone", "pairs", "triples", "rounded"

Combination = tuple[Departure, ...]


@dataclass(frozen=True)
class ValueBlock:
    """Values that were computed one after the other, with the departures of each.

    Parameters
    ----------
    values : float64
        NaN where a combination changes nothing, or is refused.
    common : tuple of Departure
        The departures that all values have.
    tails : sequence of tuples of Departure
        The further departures of each value.
    """

    values: Array
    common: Combination
    tails: Sequence[Combination]

    def find_near(self, number: float, reach: float) -> Iterator[tuple[Combination, float]]:
        """Yield the combinations whose value is at most `reach` from a number."""
        for i in np.flatnonzero(np.abs(self.values - number) <= reach).tolist():
            yield (*self.common, *self.tails[i]), float(self.values[i])

    def find_nearest(self, number: float, count: int) -> Iterator[tuple[Combination, float]]:
        """Yield the combinations with the values nearest to a number, at most `count`."""
        for i in np.argsort(np.abs(self.values - number), kind="stable")[:count].tolist():
            if np.isfinite(self.values[i]):
                yield (*self.common, *self.tails[i]), float(self.values[i])


@dataclass
class SearchDepth:
    """Values of one depth of the search, the number of combinations tried, and whether all of them were."""

    blocks: list[ValueBlock] = field(default_factory=list)
    tried: int = 0
    complete: bool = True


@dataclass
class DepartureSearch:
    """Values of a metric on some lists under departures from a convention, computed depth by depth.

    Parameters
    ----------
    metric : Metric
    rankings : tuple of Ranking
        One list; or several, whose mean is the value.
    convention : Convention
    written_choices : mapping of field to value
        Choices written with the measure, as its cutoff: every library gets them.
    as_mean : bool
        Whether the value of a single list, too, is the mean, in which the list may not count.
    """

    metric: Metric
    rankings: tuple[Ranking, ...]
    convention: Convention
    written_choices: Mapping[str, object]
    as_mean: bool = False

    def __post_init__(self) -> None:
        self.is_one_list = len(self.rankings) == 1 and not self.as_mean
        self._facts = facts_of(RawLists.from_rankings(self.rankings))
        self.slips, self.slips_to_rank = first_slips(self.rankings, ROW_CELLS)
        changed = [each.ranking for each in self.slips if each.ranking is not None]
        self._values = VariantValues(self.rankings, changed, [each.list_index for each in self.slips], as_mean=self.as_mean)
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
        """Return the values of one depth, computed at the first call; the depths before it must have been computed."""
        if name not in self._depths:
            if name == TRIPLES:
                self.depth(ROUNDED)  # a rounding that gives the number alone explains nothing beside a choice
            depth = SearchDepth()
            {
                ALONE: self._search_single,
                PAIRS: self._search_pairs,
                TRIPLES: self._search_triples,
                ROUNDED: self._search_roundings,
            }[name](depth)
            self._depths[name] = depth
        return self._depths[name]

    def _search_single(self, depth: SearchDepth) -> None:
        """Try every departure alone, except the roundings."""
        self._choices = tuple(choices_of(self.metric, self.convention, self._facts))
        self._profiles = tuple(profiles_of(self.metric, self.convention, self.written_choices, self.rankings))
        chosen = {each.details["mistake"] for each in self._choices if each.kind == "choice" and "mistake" in each.details}
        mistakes = formula_mistakes_of(self.metric, len(self.rankings))
        singles = (
            *self._choices,
            *(each for each in mistakes if each.details["mistake"] not in chosen),
            *input_mistakes_of(self.metric, self.convention, self.rankings),
            *self._profiles,
            *labels_of(self.metric, self.convention, self.written_choices, self.rankings),
            *metrics_of(self.metric, self.convention),
            *ignored_missed_of(self.rankings),
        )
        self._try_all(((each,) for each in singles), depth, SINGLE_CELLS)
        self._try_slips([()], depth)

    def _search_pairs(self, depth: SearchDepth) -> None:
        """Try two departures together; a library also with all choices of the current convention; and less similar metrics."""
        usual = [each for each in self._choices if each.cost <= USUAL_COST]
        pairs: list[Combination] = [*combinations(self._choices, 2)]
        libraries = group_equivalent(self._profiles, self.metric, self.rankings)
        for profile in libraries:
            beside = (*side_choices(profile, self.convention, usual),)
            own = tuple(each for each in beside if getattr(self.convention, each.details["name"]) == each.details["value"])
            pairs += [(profile, each) for each in beside] + ([(profile, *own)] if len(own) > 1 else [])
        for other in metrics_of(self.metric, self.convention):
            if not other.choices:  # with the same cutoff
                other_choices = choices_of(METRICS[other.metric], self.convention, self._facts)
                pairs += [(other, each) for each in other_choices if each.cost <= USUAL_COST]
        pairs += [(other,) for other in other_metrics_of(self.metric, self.convention)]
        self._try_all(pairs, depth, PAIR_CELLS)
        # A slip may change what tells libraries apart, so only one library of a group is tried with slips.
        keys = {each.key for each in (*self._choices, *libraries)}
        self._try_slips([(each,) for each in (*self._choices, *self._profiles) if each.key in keys], depth)

    def _search_triples(self, depth: SearchDepth) -> None:
        """Try three departures together, of choices only the usual ones; and usual choices with roundings."""
        usual = sorted(self._choices, key=lambda each: each.cost)
        self._try_all(combinations(usual[:14], 3), depth, TRIPLE_CELLS)
        self._try_slips([*combinations(usual[:10], 2)], depth)
        cheap = [each for each in self._choices if each.cost <= USUAL_COST]
        self._try_all(((each, rounding) for each in cheap for rounding in self._roundings((each,))), depth, TRIPLE_CELLS)

    def _search_roundings(self, depth: SearchDepth) -> None:
        """Try roundings of intermediate results."""
        depth.complete = self._values.cells <= ROUNDED_CELLS
        self._try_all(((each,) for each in self._roundings(())), depth, SINGLE_CELLS)

    def _roundings(self, departures: Combination) -> Iterator[Departure]:
        """Yield roundings of intermediate results; in long lists only of the lists' values, and of one long list none."""
        inside = self._values.cells <= ROUNDED_CELLS
        if not inside and len(self.rankings) == 1:
            return
        try:
            trace = self._values.trace(self.metric, apply_departures(self.convention, departures))
        except InputError:
            return
        yield from roundings_of(trace, inside_lists=inside)

    def _try_all(
        self, combinations_to_try: Iterator[Combination] | Sequence[Combination], depth: SearchDepth, cells: int
    ) -> None:
        """Try combinations that change the convention, the metric, the roundings or one list, one after the other."""
        values: list[float] = []
        tails: list[Combination] = []
        most = cells // max(self._values.cells, 1)
        for departures in combinations_to_try:
            if len({each.axis for each in departures}) < len(departures):
                continue
            if depth.tried >= most:
                depth.complete = False
                break
            value = self._try(departures)
            if value is not None:
                depth.tried += 1
                values.append(value)
                tails.append(departures)
        depth.blocks.append(ValueBlock(np.array(values, dtype=float), (), tails))

    def _try(self, departures: Combination) -> float | None:
        """Return the value, NaN if it is the same without one of the departures; None if it is refused."""
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
        """Return the value of the list, or the mean of the lists' values."""
        return float(values[0]) if self.is_one_list else mean_of(values, trace, convention)

    def _rounded_value(self, trace: Trace, roundings: Mapping[str, Rounding], convention: Convention) -> float:
        """Return the value with rounded intermediate results; NaN where the formula cannot be replayed with them."""
        try:
            values = replay(trace.steps, trace.rankings, roundings)[trace.steps[-1].key]
        except TemplateError:
            return np.nan
        return self._value_or_mean(values, trace, convention)

    def _mistaken_value(self, key: str, mistake: FormulaMistake) -> float:
        trace = apply_mistake(self._values.trace(self.metric, self.convention), mistake, self.rankings, self.convention)
        value = float(trace.value[0]) if self.is_one_list else mistaken_mean(trace, mistake, self.convention)
        self.fingerprints[key] = formula_fingerprint(trace, value)
        return value

    def _try_slips(self, combinations_to_try: Sequence[Combination], depth: SearchDepth) -> None:
        """Try every slip in the list beside combinations that change the convention."""
        most = PAIR_CELLS // max(self._values.variant_cells, 1)
        for i, departures in enumerate(each for each in combinations_to_try if len({one.axis for one in each}) == len(each)):
            if not self.slips:
                return
            if i >= most:
                depth.complete = False
                return
            convention = apply_departures(self.convention, departures)
            try:
                typed_value = self._values.value(self.metric, convention)
            except InputError:
                continue
            values = self._values.variant_values(self.metric, convention)
            depth.tried += len(values)
            without = self._slip_values if departures else np.full(len(values), np.nan)
            if not departures:
                self._slip_values = values
            is_new = ~(np.abs(values - typed_value) <= SAME) & ~(np.abs(values - without) <= SAME)
            is_new &= self._keeps_threshold(departures)
            depth.blocks.append(ValueBlock(np.where(is_new, values, np.nan), departures, self._tails))

    def _keeps_threshold(self, departures: Combination) -> NDArray[np.bool_]:
        """Whether, for each slip, the libraries among the departures read off the changed lists the threshold they had before.

        A library that reads another one there has another value than was computed, and must not be named.
        """
        keeps = np.ones(len(self.slips), dtype=bool)
        if "threshold" in self.written_choices:
            return keeps
        for key in (key for each in departures for key in each.details.get("profiles", ())):
            if not (before := profile_threshold(key, self.metric, self.rankings)):
                continue
            for i, slip in enumerate(self.slips):
                changed = [slip.ranking or each if j == slip.list_index else each for j, each in enumerate(self.rankings)]
                try:
                    keeps[i] &= profile_threshold(key, self.metric, changed) == before
                except InputError:
                    keeps[i] = False
        return keeps

    def rounded_slips(self, number: float, reach: float) -> Iterator[tuple[Combination, float]]:
        """Yield slips together with a rounding; only slips whose exact value is near the number."""
        if self._values.cells > ROUNDED_CELLS or len(self.rankings) > 1:
            return
        if self._rounded_slips is None:
            usual = self._values.trace(self.metric, self.convention)
            self._rounded_slips = rounded_slips(self.metric, self.convention, usual, self.slips, self._slip_values)
        rounded, exact = self._rounded_slips, self._slip_values[self._rounded_slips.rows][:, None]
        near = (np.abs(exact - number) <= 10 * reach) & (np.abs(rounded.values - number) <= reach)
        for row, column in np.argwhere(near & ~(np.abs(rounded.values - exact) <= SAME)).tolist():
            yield (rounded.roundings[column], self.slips[rounded.rows[row]]), float(rounded.values[row, column])


def _is_close(one: float, two: float) -> bool:
    return one == two or abs(one - two) <= SAME
