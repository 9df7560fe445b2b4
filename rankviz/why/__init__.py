"""Why is my number different? What was done otherwise, most plausible first, and how strong the evidence is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rankviz.conventions import Convention
from rankviz.errors import shown, unknown
from rankviz.evaluation import Lists, as_rankings, settle
from rankviz.measures import parse_measure
from rankviz.metrics import Metric
from rankviz.printed import Printed, read_typed
from rankviz.ranking import Ranking
from rankviz.values import converted
from rankviz.why.departures import Departure, both
from rankviz.why.readers import ENGINEER, READERS, STUDENT, libraries_of, order
from rankviz.why.search import SAME, Candidate, Search
from rankviz.why.slips import RARE

MOST_SHOWN = 12
NEAREST = 3
WINDOW = 40  # half-widths of the printed interval on each side, in which the values of the space are counted
LEAST_WINDOW = 0.02
BY_CHANCE = 0.1  # with as many values expected by chance, an answer of two departures or more is called weak


@dataclass(frozen=True)
class Match:
    """One answer.

    Parameters
    ----------
    departures : tuple of Departure
        What was done otherwise; () if the number is the value itself.
    value : float
        What it gives, unrounded.
    agreement : str
        How the printed digits follow from it: 'exact', 'rounded', 'cut'; '' for a near value that does not print them.
    cost : float
        How far-fetched it is; answers are ordered by it.
    metric : str
        Metric that was computed.
    convention : Convention
    rankings : tuple of Ranking
        The lists with the slip, if there is one.
    weak : bool
        Whether so much had to be assumed that chance may do it too.
    libraries : tuple of str
        Libraries that give the same number, where the reader is told of them as a remark.
    """

    departures: tuple[Departure, ...]
    value: float
    agreement: str
    cost: float
    metric: str
    convention: Convention
    rankings: tuple[Ranking, ...]
    weak: bool
    libraries: tuple[str, ...] = ()


@dataclass(frozen=True, repr=False)
class Lookup:
    """What a number may come from; printed, it says so in sentences.

    Parameters
    ----------
    metric : Metric
    value : float
        The value under the convention that was asked for.
    printed : Printed
        The number as it was understood.
    matches : tuple of Match
        Best first.
    nearest : tuple of Match
        The nearest values of single departures, if nothing fits.
    sharing : int
        How many different values of those that were computed print the number.
    tried : int
        Candidates that were computed.
    by_chance : float
        How many values of the space fall into an interval as wide as the printed one, nearby.
    """

    metric: Metric
    value: float
    printed: Printed
    matches: tuple[Match, ...]
    nearest: tuple[Match, ...]
    sharing: int
    tried: int
    by_chance: float

    def __repr__(self) -> str:
        from rankviz.show.answers import lookup_text
        from rankviz.texts import Texts

        return lookup_text(self, Texts("en"))


def lookup(
    measure: str, lists: Lists, typed: str | float, *, profile: str = "textbook", reader: str = ENGINEER, **choices: object
) -> Lookup:
    """Find what gives a number that somebody else got.

    Parameters
    ----------
    measure, lists, profile, choices
        As for `evaluate`: what would be computed here.
    typed : str or float
        The number as it was printed; its digits count: "0.76" is a wider interval than "0.7600".
    reader : {'engineer', 'student'}
        Who asks: an engineer is told first of libraries and choices, a student of the usual mistakes, and of libraries as a
        remark only.

    Raises
    ------
    InputError
        `typed_empty`, `typed_no_number`, `unknown_reader`, and those of `evaluate`.

    Examples
    --------
    >>> [each.key for each in lookup("nDCG@6", [3, 2, 3, 0, 1, 2], "0.949").matches[0].departures]
    ['gain=exponential']
    """
    parsed = parse_measure(measure)
    convention = settle(parsed, profile, choices)
    printed = read_typed(typed if isinstance(typed, str) else shown(converted(typed)))
    return search_for(parsed.metric, as_rankings(lists), convention, printed, reader)


def search_for(
    metric: Metric, rankings: Sequence[Ranking], convention: Convention, printed: Printed, reader: str = ENGINEER
) -> Lookup:
    """Look a number up under a settled convention; the search goes deeper only where nothing plausible was found."""
    if reader not in READERS:
        raise unknown("reader", reader, READERS)
    search = Search(metric, tuple(rankings), convention, printed)
    search.one()
    plausible = RARE if reader == STUDENT else 0.0
    if not any(each.cost <= plausible for each in search.found):
        search.two()
        if not search.found:
            search.three()
    found = sorted(search.found, key=lambda each: (order(each, reader), abs(each.value - float(printed.number))))
    by_chance = _by_chance(search.values, printed)
    shown = _libraries_together(found)
    libraries = libraries_of(shown) if reader == STUDENT else []
    shown = [each for each in shown if each not in libraries or not _remarked(each, found)]
    matches = tuple(_match(each, search, by_chance, libraries) for each in _distinct(shown)[:MOST_SHOWN])
    near = sorted(
        (each for each in search.nearest if each.departures), key=lambda each: abs(each.value - float(printed.number))
    )
    nearest = tuple(_match(each, search, by_chance) for each in _distinct(near)[:NEAREST])
    sharing = len({round(each.value, 10) for each in search.found})
    return Lookup(metric, search.base, printed, matches, () if matches else nearest, sharing, search.tried, by_chance)


def _remarked(library: Candidate, found: Sequence[Candidate]) -> bool:
    """Whether something other than a library gives its number, so that it needs no answer of its own."""
    others = (each for each in found if len(each.departures) == 1 and each.departures[0].kind != "profile")
    return any(abs(each.value - library.value) <= SAME for each in others)


def _libraries_together(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Make one answer of the libraries that give one value on these lists, though other lists may part them."""
    kept: list[Candidate] = []
    for each in candidates:
        if len(each.departures) == 1 and each.departures[0].kind == "profile":
            alike = (other for other in kept if len(other.departures) == 1 and other.departures[0].kind == "profile")
            same = next((other for other in alike if abs(other.value - each.value) <= SAME), None)
            if same is not None:
                kept[kept.index(same)] = replace(same, departures=(both(same.departures[0], each.departures[0]),))
                continue
        kept.append(each)
    return kept


def _distinct(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Leave out what only adds a departure to an answer that stands there, or says with two others what two already say."""
    kept: list[Candidate] = []
    for each in candidates:
        keys = {departure.key for departure in each.departures}
        added = any({departure.key for departure in other.departures} <= keys for other in kept if other.departures)
        together = (other for other in kept if len(other.departures) > 1 and len(each.departures) > 1)
        if not added and not any(abs(other.value - each.value) <= SAME for other in together):
            kept.append(each)
    return kept


def _match(candidate: Candidate, search: Search, by_chance: float, libraries: Sequence[Candidate] = ()) -> Match:
    changes: dict[str, object] = {}
    for departure in sorted(candidate.departures, key=lambda each: each.kind != "profile"):
        changes.update(departure.choices)
    changed = [departure.ranking for departure in candidate.departures if departure.ranking is not None]
    changed += [ranking for departure in candidate.departures for ranking in departure.lists]
    metric = next((departure.metric for departure in candidate.departures if departure.metric), search.metric.key)
    weak = len(candidate.departures) > 1 and by_chance >= BY_CHANCE
    same = (each for each in libraries if len(candidate.departures) == 1 and abs(each.value - candidate.value) <= SAME)
    remark = tuple(each.departures[0].where["library"] for each in same if each != candidate)
    return Match(
        candidate.departures,
        candidate.value,
        candidate.agreement,
        candidate.cost,
        metric,
        search.convention.with_choices(changes),
        tuple(changed) or search.rankings,
        weak,
        remark,
    )


def _by_chance(values: Sequence[float], printed: Printed) -> float:
    """Count the distinct values of the space around the number, and scale them to the width of its interval."""
    if printed.places is None:
        return 0.0
    width = 10.0**-printed.places
    window = max(WINDOW * width, LEAST_WINDOW)
    middle = float(printed.number)
    distinct = np.unique(np.round(values, 10))
    around = int(((distinct >= middle - window) & (distinct <= middle + window)).sum())
    return around * width / (2 * window)


__all__ = ["Lookup", "Match", "lookup", "search_for"]
