"""Find what tells matches apart: more digits, or a small change of the list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice

import numpy as np

from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS
from rankviz.diagnose.departure_search import ROW_CELLS
from rankviz.diagnose.hand_slips import slips_of
from rankviz.diagnose.lookup_result import Match
from rankviz.diagnose.variant_values import VariantValues

MOST_COMPARED = 4
MOST_PLACES = 6
KINDS = ("grade", "swap", "missing")


def separating_decimals(matches: Sequence[Match], places: int) -> int | None:
    """Return the decimal places at which the first matches print differently; None if they never do, or have one value."""
    values = [match.value for match in matches[:MOST_COMPARED]]
    for decimals in range(places + 1, MOST_PLACES + 1):
        if len({f"{value:.{decimals}f}" for value in values}) == len({round(value, 12) for value in values}) > 1:
            return decimals
    return None


def separating_list(matches: Sequence[Match], ranking: Ranking) -> tuple[Ranking, tuple[float, ...]] | None:
    """Find the list, one change away, on which the values of the first matches are furthest apart.

    Parameters
    ----------
    matches : sequence of Match
        Those that change the list or round intermediate results are left out: another list has other slips.
    ranking : Ranking

    Returns
    -------
    (Ranking, values by match) or None
        None with fewer than two matches that can be comparable, or if no change tells all of them apart.
    """
    comparable = computable_matches(matches)
    if len(comparable) < 2:
        return None
    changed = (each.ranking for each in slips_of(ranking) if each.kind in KINDS and each.ranking is not None)
    variants = [ranking, *islice(changed, ROW_CELLS // (len(ranking.items) + len(ranking.missed) + 1))]
    lists = VariantValues([ranking], variants)
    values = [lists.variant_values(METRICS[match.metric], match.convention) for match in comparable]
    gaps = np.min([np.abs(one - two) for one, two in combinations(values, 2)], axis=0)
    best = int(np.argmax(np.round(np.nan_to_num(gaps, nan=-1.0), 9)))
    if not gaps[best] > 10.0**-MOST_PLACES:
        return None
    return variants[best], tuple(float(each[best]) for each in values)


def computable_matches(matches: Sequence[Match]) -> list[Match]:
    """Return the first matches that are conventions, which can be computed on another list."""
    plain = [match for match in matches if all(not each.roundings and each.ranking is None for each in match.departures)]
    plain = [
        match
        for match in plain
        if all(each.factor == 1 and not (each.formula_mistake or each.input_lists) for each in match.departures)
    ]
    return plain[:MOST_COMPARED]
