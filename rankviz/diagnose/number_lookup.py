"""One search, many numbers: a question's space is searched once, and each number is then named in a millisecond."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np

from rankviz.basics.errors import unknown
from rankviz.core.conventions import Convention
from rankviz.core.conventions.options import Array
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import Metric
from rankviz.core.metrics.measures import PARAMETERS
from rankviz.core.printed_number import Printed, agreement
from rankviz.diagnose.bounds import exceeded_bound
from rankviz.diagnose.candidate_order import ENGINEER, READERS, STUDENT, Candidate, merge_duplicates, sort_key
from rankviz.diagnose.departure_search import ALONE, PAIRS, SAME, TRIPLES, Combination, DepartureSearch
from rankviz.diagnose.departure_search import ROUNDED as ROUNDINGS
from rankviz.diagnose.departures import (
    ROUNDING_COST,
    Departure,
    apply_departures,
    choice_departure,
    libraries_that_do,
    library_convention_of,
    rescaled_of,
)
from rankviz.diagnose.lookup_result import LeftOut, LookupResult, Match
from rankviz.diagnose.mistakes.mistaken_derivation import RARE_COST
from rankviz.evaluation.evaluate import narrow
from rankviz.evaluation.evaluation_cache import OF_MEANS, EvaluationCache

MOST_SHOWN = 12
MOST_WEAK = 5
FEW_PLACES = 2  # decimal places to which much is rounded by chance
NEAREST = 3
PLAUSIBLE = RARE_COST + 0.05  # an answer that costs at most this is the end of the search
WINDOW = 40  # how many last digits on each side the values of the space are counted in
LEAST_WINDOW = 0.02
MOST_OF_SPREAD = (
    0.25  # the window is at most this share of the range that holds nine values of ten: a coarse number has a wide one
)
PRINTING = 1.5  # last digits in which a value prints the number: half a one below it, rounded up, to a whole one above it, cut
DIGITS = 10  # decimal places to which values are the same
MOST_DENOMINATOR = 100  # of a fraction that may be met by chance
NEAR = 0.5  # how far from it fractions are counted
BY_CHANCE = 0.15  # with as many values expected by chance, an answer of two departures or more is called weak


class NumberLookup:
    """What may have been done otherwise to a question; it can be asked for one number after the other.

    Parameters
    ----------
    metric : Metric
    rankings : sequence of Ranking
        One list, or several, of whose mean is spoken.
    convention : Convention
        What would be computed here.
    reader : {'engineer', 'student'}
    asked : mapping of field to value, optional
        What is written with the measure, which every library is given; by default the cutoff and the numbers of its name.
    averaged : bool
        Whether of one list, too, the mean is spoken of.

    Raises
    ------
    InputError
        `unknown_reader`; and what the convention refuses.
    """

    def __init__(
        self,
        metric: Metric,
        rankings: Sequence[Ranking],
        convention: Convention,
        reader: str = ENGINEER,
        asked: Mapping[str, object] | None = None,
        *,
        averaged: bool = False,
    ) -> None:
        if reader not in READERS:
            raise unknown("reader", reader, READERS)
        self._reader = reader
        given = measure_suffix(metric, convention) if asked is None else asked
        self._search = DepartureSearch(metric, tuple(rankings), convention, given, averaged)
        self._cache = EvaluationCache(self._search.rankings)
        self._distinct: dict[tuple[str, ...], Array] = {}

    def find(self, printed: Printed) -> LookupResult:
        """Look a number up; the search goes deeper only where nothing plausible was found."""
        search = self._search
        bound = exceeded_bound(search.metric, search.convention, float(printed.number))
        itself = Candidate((), search.own_value, agreement(search.own_value, printed))
        if itself.agreement in ("exact", "rounded"):
            match = self._match(itself, (), weak=False)
            return LookupResult(search.metric, search.own_value, printed, (match,), (), 1, 1, 0.0, bound)
        found, levels = self._find_candidates(printed)
        found = sorted([*found, *([itself] if itself.agreement else [])], key=lambda each: self._sort_key(each, printed))
        by_chance = self._expected_by_chance(printed, levels)
        matches = self._matches(found, by_chance)
        nearest = () if matches or bound else self._nearest(printed)
        tried = 1 + sum(search.depth(name).tried for name in levels)
        sharing = len({round(each.value, 10) for each in found})
        out = self._left_out(levels)
        return LookupResult(search.metric, search.own_value, printed, matches, nearest, sharing, tried, by_chance, bound, out)

    def search_all(self) -> NumberLookup:
        """Search all of it now, so that no number has to wait for it."""
        levels: tuple[str, ...] = ()
        for name in (ALONE, ROUNDINGS, PAIRS, TRIPLES):
            levels = (*levels, name)
            self._search.depth(name)
            self._values_of(levels)
        [*self._search.rounded_slips(0.0, 0.0)]
        return self

    def _find_candidates(self, printed: Printed) -> tuple[list[Candidate], tuple[str, ...]]:
        """What prints the number, and the levels that were searched for it."""
        levels = [ALONE]
        found = [*self._candidates_at(ALONE, printed), *self._rescaled_candidates(printed)]
        if printed.places is not None and not any(each.cost < ROUNDING_COST for each in found):
            levels.append(ROUNDINGS)
            found += self._candidates_at(ROUNDINGS, printed)
        if not any(each.cost <= PLAUSIBLE for each in found) and not agreement(self._search.own_value, printed):
            levels.append(PAIRS)
            found += self._candidates_at(PAIRS, printed)
            if not found:
                levels.append(TRIPLES)
                found += self._candidates_at(TRIPLES, printed)
                if printed.places is not None:
                    found += self._keep_printing(self._search.rounded_slips(float(printed.number), _reach(printed)), printed)
        return found, tuple(levels)

    def _candidates_at(self, level: str, printed: Printed) -> list[Candidate]:
        number, reach = float(printed.number), _reach(printed)
        near = (each for block in self._search.depth(level).blocks for each in block.find_near(number, reach))
        return [*self._keep_printing(near, printed)]

    def _keep_printing(self, near: Iterator[tuple[Combination, float]], printed: Printed) -> Iterator[Candidate]:
        for departures, value in near:
            if how := agreement(value, printed):
                yield Candidate(departures, value, how)

    def _rescaled_candidates(self, printed: Printed) -> Iterator[Candidate]:
        """The value said otherwise, as a percentage; that of another departure too."""
        search, number = self._search, float(printed.number)
        for reading in rescaled_of(search.metric, search.convention, number):
            value = 1 - search.own_value if reading.factor < 0 else search.own_value * reading.factor
            yield from self._keep_printing(iter([((reading,), value)]), printed)
            if reading.details["what"] == "percent":
                blocks = search.depth(ALONE).blocks
                near = (each for block in blocks for each in block.find_near(number / 100, _reach(printed) / 100))
                yield from self._keep_printing((((*each, reading), 100 * value) for each, value in near), printed)

    def _sort_key(self, candidate: Candidate, printed: Printed) -> tuple[float, ...]:
        """Sort key of an answer; of few digits an engineer is told what equals them before what is rounded to them."""
        is_short = self._reader == ENGINEER and printed.places is not None and printed.places <= FEW_PLACES
        equals = candidate.agreement == "exact" and len(candidate.departures) == 1
        near = abs(candidate.value - float(printed.number))
        return (is_short and not equals, *sort_key(candidate, self._reader, self._search.metric.key), near)

    def _matches(self, found: Sequence[Candidate], by_chance: float) -> tuple[Match, ...]:
        """The answers: weak ones only if there are no others, roundings only if nothing simpler is there."""
        shown = merge_duplicates(found, self._search.fingerprints)
        libraries = [each for each in shown if each.is_single("profile")] if self._reader == STUDENT else []
        named = [each.value for each in found if len(each.departures) == 1 and not each.is_single("profile")]
        shown = [each for each in shown if each not in libraries or not _is_among(each.value, named)]
        weak = [each for each in shown if len(each.departures) > 1 and by_chance >= BY_CHANCE]
        strong = [each for each in shown if each not in weak][:MOST_SHOWN]
        return tuple(self._match(each, libraries, weak=not strong) for each in strong or weak[:MOST_WEAK])

    def _nearest(self, printed: Printed) -> tuple[Match, ...]:
        number = float(printed.number)
        blocks = self._search.depth(ALONE).blocks
        near = [Candidate(*each) for block in blocks for each in block.find_nearest(number, 4 * NEAREST)]
        near.sort(key=lambda each: abs(each.value - number))
        return tuple(self._match(each, (), weak=False) for each in merge_duplicates(near, self._search.fingerprints)[:NEAREST])

    def _match(self, candidate: Candidate, libraries: Sequence[Candidate], *, weak: bool) -> Match:
        search = self._search
        changed = {each.list_index: each.ranking for each in candidate.departures if each.ranking is not None}
        with_slip = tuple(changed.get(place, each) for place, each in enumerate(search.rankings))
        lists = tuple(ranking for each in candidate.departures for ranking in each.input_lists)
        same = (each.departures[0] for each in libraries if _is_among(each.value, [candidate.value]))
        return Match(
            candidate.departures,
            candidate.value,
            candidate.agreement,
            candidate.cost,
            next((each.metric for each in candidate.departures if each.metric), search.metric.key),
            apply_departures(search.convention, candidate.departures),
            lists or with_slip,
            weak,
            candidate.synonyms,
            tuple(key for each in same for key in libraries_that_do(each, candidate.departures, search.metric)),
            self._library_choices(candidate),
        )

    def _library_choices(self, candidate: Candidate) -> tuple[Departure, ...]:
        """Choices that all libraries of an answer make, and that move the value; those that are said beside them left out."""
        search = self._search
        keys = [key for each in candidate.departures for key in each.details.get("profiles", ())]
        beside = {name: value for each in candidate.departures for name, value in each.choices.items()}
        found = []
        for key in keys:
            whole = library_convention_of(key, search.metric, search.written_choices, search.rankings).with_choices(beside)
            found.append(self._cache.moving_choices(search.metric, search.convention, whole))
        common = {name: value for name, value in (found[0] if found else {}).items() if name not in beside}
        here = narrow(search.metric, search.convention)
        return tuple(
            choice_departure(name, value, getattr(search.convention if name in OF_MEANS else here, name))
            for name, value in common.items()
            if all(name in each and each[name] == value for each in found)
        )

    def _expected_by_chance(self, printed: Printed, levels: tuple[str, ...]) -> float:
        """Count the distinct values of the space around the number, and scale them to the width of what prints it."""
        known = self._values_of(levels)
        if not known.size:
            return 0.0
        if printed.places is None:
            return _fractions_by_chance(known, printed.number)
        digit = 10.0**-printed.places
        spread = float(np.subtract(*np.quantile(known, [0.95, 0.05])))
        window = max(min(max(WINDOW * digit, LEAST_WINDOW), MOST_OF_SPREAD * spread), PRINTING * digit)
        ends = np.searchsorted(known, [float(printed.number) - window, float(printed.number) + window])
        return float(ends[1] - ends[0]) * PRINTING * digit / (2 * window)

    def _values_of(self, levels: tuple[str, ...]) -> Array:
        """The distinct values of some levels, in order."""
        if levels not in self._distinct:
            values = [block.values for name in levels for block in self._search.depth(name).blocks]
            everything = np.concatenate([*values, [self._search.own_value]])
            self._distinct[levels] = np.unique(np.round(everything[np.isfinite(everything)], DIGITS))
        return self._distinct[levels]

    def _left_out(self, levels: tuple[str, ...]) -> tuple[LeftOut, ...]:
        search = self._search
        complete = {name: search.depth(name).complete for name in levels}
        several, rank = len(search.rankings) > 1, search.slips_to_rank
        what = "slips_in_lists" if several and rank else "no_slips_in_lists" if several else "slips"
        slips = () if rank is None else (LeftOut(what, rank),)
        parts = {
            "choices": complete[ALONE],
            "roundings_in_lists" if several else "roundings": complete.get(ROUNDINGS, True),
            "together": complete.get(PAIRS, True) and complete.get(TRIPLES, True),
            "rounded_slips": not several or TRIPLES not in levels,
        }
        return (*slips, *(LeftOut(what) for what, whole in parts.items() if not whole))


def measure_suffix(metric: Metric, convention: Convention) -> dict[str, object]:
    """What is written with a measure, as `print_measure` writes it: its number after @, and those of its name."""
    names = [*((metric.at,) if metric.at in metric.uses else ()), *(PARAMETERS[name] for name in metric.named)]
    values = {name: getattr(convention, name) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def _fractions_by_chance(known: Array, number: Fraction) -> float:
    """Share of the fractions near a number, with denominators up to its own, that are among the values.

    Sums and quotients of whole numbers are small fractions by themselves, so that one of them is soon met.
    """
    if number.denominator > MOST_DENOMINATOR:
        return 0.0
    parts = np.arange(1, number.denominator + 1)
    whole = number.numerator // number.denominator + np.arange(-1, 2)
    every = np.unique(np.round(np.add.outer(whole, np.divide.outer(parts - 1, parts)), DIGITS))
    near = every[(np.abs(every - float(number)) <= NEAR) & (every >= known[0]) & (every <= known[-1])]
    return float(np.isin(near, known).mean()) if near.size else 0.0


def _reach(printed: Printed) -> float:
    """How far a value may be from the printed number to print it."""
    return 10.0**-printed.places if printed.places is not None else 1e-9 * max(1.0, abs(float(printed.number)))


def _is_among(value: float, values: Sequence[float]) -> bool:
    return any(abs(value - each) <= SAME for each in values)
