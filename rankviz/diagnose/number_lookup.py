"""Look up many numbers in one search: the departures are searched once, then each number takes a millisecond."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from rankviz.basics.errors import unknown_name
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import Metric
from rankviz.core.metrics.measures import PARAMETERS
from rankviz.core.typed_number import PrintedNumber, agreement
from rankviz.diagnose.bounds import exceeded_bound
from rankviz.diagnose.candidate_order import ENGINEER, READERS, STUDENT, Candidate, merge_duplicates, sort_key
from rankviz.diagnose.departure_search import ALONE, PAIRS, SAME, TRIPLES, Combination, DepartureSearch
from rankviz.diagnose.departure_search import ROUNDED as ROUNDINGS
from rankviz.diagnose.departures import (
    ROUNDING_COST,
    Departure,
    apply_departures,
    choice_departure,
    libraries_choosing,
    library_convention_of,
    rescaled_of,
)
from rankviz.diagnose.expected_matches import DIGITS, ExpectedMatches
from rankviz.diagnose.lookup_result import LeftOut, LookupResult, Match
from rankviz.diagnose.mistakes.mistaken_derivation import RARE_COST
from rankviz.evaluation.evaluate import narrow
from rankviz.evaluation.evaluation_cache import OF_MEANS, EvaluationCache

MOST_SHOWN = 12
MOST_WEAK = 5
NEAREST = 3
PLAUSIBLE = RARE_COST + 0.05  # a match that costs at most this ends the search
BY_CHANCE = 0.15  # if so many values are expected by chance, a match of two departures or more is called weak


class NumberLookup:
    """Look-up of numbers among the values of a metric on some lists under departures from a convention.

    Parameters
    ----------
    metric : Metric
    rankings : sequence of Ranking
        One list; or several, whose mean is the value.
    convention : Convention
        The current one, from which departures are tried.
    written_choices : mapping of field to value, optional
        Choices written with the measure, which every library gets; by default those of `measure_suffix`.
    as_mean : bool
        Whether the value of a single list, too, is the mean, in which the list may not count.

    Raises
    ------
    InputError
        What the convention refuses.
    """

    def __init__(
        self,
        metric: Metric,
        rankings: Sequence[Ranking],
        convention: Convention,
        written_choices: Mapping[str, object] | None = None,
        *,
        as_mean: bool = False,
    ) -> None:
        written = measure_suffix(metric, convention) if written_choices is None else written_choices
        self._search = DepartureSearch(metric, tuple(rankings), convention, written, as_mean)
        self._cache = EvaluationCache(self._search.rankings)
        self._expected = ExpectedMatches(metric, self._search.rankings, convention, self._search.own_value, as_mean)
        self._distinct: dict[tuple[str, ...], Array] = {}
        self._singles: dict[str, tuple[Array, Array]] = {}

    def find(self, printed: PrintedNumber, reader: str = ENGINEER) -> LookupResult:
        """Look a number up; the search goes deeper only if nothing plausible was found.

        Parameters
        ----------
        printed : PrintedNumber
        reader : {'engineer', 'student'}
            Who reads the matches; they are ordered for this reader.

        Raises
        ------
        InputError
            `unknown_reader`.
        """
        if reader not in READERS:
            raise unknown_name("reader", reader, READERS)
        search = self._search
        bound = exceeded_bound(search.metric, search.convention, float(printed.number))
        current = Candidate((), search.own_value, agreement(search.own_value, printed))
        if current.agreement in ("exact", "rounded"):
            match = self._match(current, (), weak=False)
            return LookupResult(search.metric, search.own_value, printed, (match,), (), 1, 1, 0.0, bound)
        candidates, depths = self._find_candidates(printed)
        candidates = sorted(
            [*candidates, *([current] if current.agreement else [])],
            key=lambda each: sort_key(each, printed, reader, search.metric.key),
        )
        by_chance = self._expected_by_chance(printed, depths)
        matches = self._matches(candidates, by_chance, reader)
        plausible = self._values_up_to(matches[0].cost, depths) if matches else np.zeros(0)
        nearest = () if matches or bound else self._nearest(printed)
        sharing = len({round(each.value, 10) for each in candidates})
        return LookupResult(
            metric=search.metric,
            value=search.own_value,
            printed=printed,
            matches=matches,
            nearest=nearest,
            sharing=sharing,
            tried=1 + sum(search.depth(name).tried for name in depths),
            by_chance=by_chance,
            plausible_by_chance=self._expected.count(printed, plausible),
            bound=bound,
            left_out=self._left_out(depths),
        )

    def search_all(self) -> NumberLookup:
        """Search all depths now, so that no look-up has to wait."""
        depths: tuple[str, ...] = ()
        for name in (ALONE, ROUNDINGS, PAIRS, TRIPLES):
            depths = (*depths, name)
            self._search.depth(name)
            self._values_of(depths)
            self._singles_of(name)
        self._expected.prepare()
        [*self._search.rounded_slips(0.0, 0.0)]
        return self

    def _find_candidates(self, printed: PrintedNumber) -> tuple[list[Candidate], tuple[str, ...]]:
        """Return the candidates that print the number, and the depths that were searched for it."""
        depths = [ALONE]
        candidates = [*self._candidates_at(ALONE, printed), *self._rescaled_candidates(printed)]
        if printed.places is not None and not any(each.cost < ROUNDING_COST for each in candidates):
            depths.append(ROUNDINGS)
            candidates += self._candidates_at(ROUNDINGS, printed)
        if not any(each.cost <= PLAUSIBLE for each in candidates) and not agreement(self._search.own_value, printed):
            depths.append(PAIRS)
            candidates += self._candidates_at(PAIRS, printed)
            if not candidates:
                depths.append(TRIPLES)
                candidates += self._candidates_at(TRIPLES, printed)
                if printed.places is not None:
                    candidates += self._keep_printing(
                        self._search.rounded_slips(float(printed.number), _reach(printed)), printed
                    )
        return candidates, tuple(depths)

    def _candidates_at(self, depth: str, printed: PrintedNumber) -> list[Candidate]:
        number, reach = float(printed.number), _reach(printed)
        combinations = (each for block in self._search.depth(depth).blocks for each in block.find_near(number, reach))
        return [*self._keep_printing(combinations, printed)]

    def _keep_printing(self, combinations: Iterator[tuple[Combination, float]], printed: PrintedNumber) -> Iterator[Candidate]:
        for departures, value in combinations:
            if kind := agreement(value, printed):
                yield Candidate(departures, value, kind)

    def _rescaled_candidates(self, printed: PrintedNumber) -> Iterator[Candidate]:
        """Yield candidates for the number on another scale; as a percentage also with one more departure."""
        search, number = self._search, float(printed.number)
        for scale in rescaled_of(search.metric, search.convention, number):
            value = 1 - search.own_value if scale.factor < 0 else search.own_value * scale.factor
            yield from self._keep_printing(iter([((scale,), value)]), printed)
            if scale.details["what"] == "percent":
                blocks = search.depth(ALONE).blocks
                combinations = (each for block in blocks for each in block.find_near(number / 100, _reach(printed) / 100))
                yield from self._keep_printing((((*each, scale), 100 * value) for each, value in combinations), printed)

    def _matches(self, candidates: Sequence[Candidate], by_chance: float, reader: str) -> tuple[Match, ...]:
        """Return the matches: weak ones only if there are no others.

        For a student a library is left out if another single departure gives its value; that match then names it.
        """
        merged = merge_duplicates(candidates, self._search.fingerprints)
        libraries = [each for each in merged if each.is_single("profile")] if reader == STUDENT else []
        explained = [each.value for each in candidates if len(each.departures) == 1 and not each.is_single("profile")]
        merged = [each for each in merged if each not in libraries or not _is_among(each.value, explained)]
        weak = [each for each in merged if len(each.departures) > 1 and by_chance >= BY_CHANCE]
        strong = [each for each in merged if each not in weak][:MOST_SHOWN]
        return tuple(self._match(each, libraries, weak=not strong) for each in strong or weak[:MOST_WEAK])

    def _nearest(self, printed: PrintedNumber) -> tuple[Match, ...]:
        number = float(printed.number)
        blocks = self._search.depth(ALONE).blocks
        near = [Candidate(*each) for block in blocks for each in block.find_nearest(number, 4 * NEAREST)]
        near.sort(key=lambda each: abs(each.value - number))
        return tuple(self._match(each, (), weak=False) for each in merge_duplicates(near, self._search.fingerprints)[:NEAREST])

    def _match(self, candidate: Candidate, libraries: Sequence[Candidate], *, weak: bool) -> Match:
        search = self._search
        changed = {each.list_index: each.ranking for each in candidate.departures if each.ranking is not None}
        with_slips = tuple(changed.get(index, each) for index, each in enumerate(search.rankings))
        input_lists = tuple(ranking for each in candidate.departures for ranking in each.input_lists)
        same = (each.departures[0] for each in libraries if _is_among(each.value, [candidate.value]))
        return Match(
            candidate.departures,
            candidate.value,
            candidate.agreement,
            candidate.cost,
            next((each.metric for each in candidate.departures if each.metric), search.metric.key),
            apply_departures(search.convention, candidate.departures),
            input_lists or with_slips,
            weak,
            candidate.synonyms,
            tuple(key for each in same for key in libraries_choosing(each, candidate.departures, search.metric)),
            self._library_choices(candidate),
        )

    def _library_choices(self, candidate: Candidate) -> tuple[Departure, ...]:
        """Return the choices that all libraries of a candidate make and that move the value, except departures of its own."""
        search = self._search
        keys = [key for each in candidate.departures for key in each.details.get("profiles", ())]
        own = {name: value for each in candidate.departures for name, value in each.choices.items()}
        choices_of_libraries = []
        for key in keys:
            convention = library_convention_of(key, search.metric, search.written_choices, search.rankings).with_choices(own)
            choices_of_libraries.append(self._cache.moving_choices(search.metric, search.convention, convention))
        first = choices_of_libraries[0] if choices_of_libraries else {}
        common = {name: value for name, value in first.items() if name not in own}
        narrowed = narrow(search.metric, search.convention)
        return tuple(
            choice_departure(name, value, getattr(search.convention if name in OF_MEANS else narrowed, name))
            for name, value in common.items()
            if all(name in each and each[name] == value for each in choices_of_libraries)
        )

    def _expected_by_chance(self, printed: PrintedNumber, depths: tuple[str, ...]) -> float:
        """Count the values that print as the number by chance; also as a percentage, of which fewer are tried."""
        expected = self._expected.count(printed, self._values_of(depths))
        scales = rescaled_of(self._search.metric, self._search.convention, float(printed.number))
        if any(each.key == "percent" for each in scales):
            places = None if printed.places is None else printed.places + 2
            as_share = replace(printed, number=printed.number / 100, places=places)
            expected += self._expected.count(as_share, self._values_of((ALONE,)))
        return expected

    def _values_of(self, depths: tuple[str, ...]) -> Array:
        """Return the distinct values of some depths, sorted."""
        if depths not in self._distinct:
            values = [block.values for name in depths for block in self._search.depth(name).blocks]
            self._distinct[depths] = _distinct([*values, np.array([self._search.own_value])])
        return self._distinct[depths]

    def _values_up_to(self, cost: float, depths: tuple[str, ...]) -> Array:
        """Return the distinct values of the single departures that cost at most so much, sorted."""
        singles = [self._singles_of(name) for name in depths]
        return _distinct([values[costs <= cost] for values, costs in singles])

    def _singles_of(self, depth: str) -> tuple[Array, Array]:
        """Return the value and the cost of each single departure at a depth."""
        if depth not in self._singles:
            pairs = [
                (value, departures[0].cost)
                for block in self._search.depth(depth).blocks
                if len(block.common) <= 1
                for value, tail in zip(block.values.tolist(), block.tails, strict=True)
                if len(departures := (*block.common, *tail)) == 1
            ]
            values, costs = np.array(pairs, dtype=float).reshape(-1, 2).T
            self._singles[depth] = values, costs
        return self._singles[depth]

    def _left_out(self, depths: tuple[str, ...]) -> tuple[LeftOut, ...]:
        search = self._search
        complete = {name: search.depth(name).complete for name in depths}
        is_mean, rank = len(search.rankings) > 1, search.slips_to_rank
        what = "slips_in_lists" if is_mean and rank else "no_slips_in_lists" if is_mean else "slips"
        slips = () if rank is None else (LeftOut(what, rank),)
        is_complete = {
            "choices": complete[ALONE],
            "roundings_in_lists" if is_mean else "roundings": complete.get(ROUNDINGS, True),
            "together": complete.get(PAIRS, True) and complete.get(TRIPLES, True),
            "rounded_slips": not is_mean or TRIPLES not in depths,
        }
        return (*slips, *(LeftOut(what) for what, complete_part in is_complete.items() if not complete_part))


def measure_suffix(metric: Metric, convention: Convention) -> dict[str, object]:
    """Return the choices that `print_measure` writes: the number after @, and those in the parentheses of the name."""
    names = [
        *((metric.at_field,) if metric.at_field in metric.uses else ()),
        *(PARAMETERS[name] for name in metric.named_numbers),
    ]
    values = {name: getattr(convention, name) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def _distinct(values: Sequence[Array]) -> Array:
    """Return the distinct finite values of some arrays, sorted."""
    everything = np.concatenate(values)
    return np.unique(np.round(everything[np.isfinite(everything)], DIGITS))


def _reach(printed: PrintedNumber) -> float:
    """Return how far a value may be from a printed number and still print as it."""
    return 10.0**-printed.places if printed.places is not None else 1e-9 * max(1.0, abs(float(printed.number)))


def _is_among(value: float, values: Sequence[float]) -> bool:
    return any(abs(value - each) <= SAME for each in values)
