"""What tells two answers apart: how many more digits, or which small change of the list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from rankviz.errors import InputError
from rankviz.evaluation import compute
from rankviz.metrics import METRICS
from rankviz.ranking import Ranking, RawLists
from rankviz.why import Match
from rankviz.why.departures import slips_of

MOST_COMPARED = 4
MOST_PLACES = 6
KINDS = ("grade", "swap", "missing")


def places_apart(matches: Sequence[Match], places: int) -> int | None:
    """Decimal places at which the first answers print differently; None if they never do, or have no other value."""
    values = [match.value for match in matches[:MOST_COMPARED]]
    for more in range(places + 1, MOST_PLACES + 1):
        if len({f"{value:.{more}f}" for value in values}) == len({round(value, 12) for value in values}) > 1:
            return more
    return None


def separating_list(matches: Sequence[Match], ranking: Ranking) -> tuple[Ranking, tuple[float, ...]] | None:
    """Find the list, one change away, on which the first answers lie furthest apart.

    Parameters
    ----------
    matches : sequence of Match
        Those that change the list or round on the way are left out: another list has other slips.
    ranking : Ranking

    Returns
    -------
    (Ranking, values by answer) or None
        None with fewer than two answers that can be compared, or if no change tells all of them apart.
    """
    compared = comparable(matches)
    if len(compared) < 2:
        return None
    variants = [each.ranking for each in slips_of(ranking) if each.kind in KINDS and each.ranking is not None]
    raw = RawLists.of([ranking, *variants])
    try:
        values = [compute(METRICS[match.metric], raw, match.convention).value for match in compared]
    except InputError:
        return None
    gaps = [min(abs(one[row] - two[row]) for one, two in combinations(values, 2)) for row in range(len(variants) + 1)]
    best = max(range(len(gaps)), key=lambda row: (round(gaps[row], 9), -row))
    if not gaps[best] > 10.0**-MOST_PLACES:
        return None
    chosen = ranking if best == 0 else variants[best - 1]
    return chosen, tuple(float(each[best]) for each in values)


def comparable(matches: Sequence[Match]) -> list[Match]:
    """The first answers that are conventions, and can be computed on another list."""
    plain = [match for match in matches if all(not each.roundings and each.ranking is None for each in match.departures)]
    plain = [
        match
        for match in plain
        if all(each.factor == 1 and not (each.step or each.slip or each.lists) for each in match.departures)
    ]
    return plain[:MOST_COMPARED]
