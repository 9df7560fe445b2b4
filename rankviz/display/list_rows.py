"""The list as the convention ranks it, row by row: the same on the page and in what is saved of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rankviz.core.lists.ranking import Item
from rankviz.core.lists.rankings import Rankings
from rankviz.core.trace import Trace
from rankviz.display.number_format import plain
from rankviz.state.analysis import Analysis


@dataclass(frozen=True)
class Row:
    """An entry in its row.

    Parameters
    ----------
    item : Item
    at : int
        Its place in the list as typed.
    rank : str
        As printed; "–" for none.
    tied : bool
        Whether others have its score.
    unranked : bool
        Whether the convention gives it no rank.
    """

    item: Item
    at: int
    rank: str
    tied: bool
    unranked: bool


def rows(analysis: Analysis) -> Iterator[Row]:
    """The entries of the list under study; what has no rank comes last, so that row and rank agree for all others."""
    main = analysis.main
    return rows_of(analysis.ranking.items, main.rankings if isinstance(main, Trace) else None)


def rows_of(items: Sequence[Item], rankings: Rankings | None, query: int = 0) -> Iterator[Row]:
    """Yield the rows of one of the arranged lists in rank order; of a refused list (None) in the order typed."""
    if rankings is None:
        for place, item in enumerate(items, 1):
            yield Row(item, place - 1, str(place), False, False)
        return
    ranked = {source: column for column, source in enumerate(rankings.source[query].tolist()) if source >= 0}
    for source, column in ranked.items():
        yield Row(items[source], source, _rank(rankings, query, column), bool(rankings.tied[query, column]), False)
    for source, item in enumerate(items):
        if source not in ranked:
            yield Row(item, source, "–", False, True)


def _rank(rankings: Rankings, query: int, column: int) -> str:
    first, last = rankings.first[query, column], rankings.last[query, column]
    return plain(float(first)) if first == last else f"{plain(float(first))}–{plain(float(last))}"
