"""The list as the convention ranks it, row by row: the same on the page and in what is saved of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rankviz.lists.arranged import Rankings
from rankviz.lists.typed import Item
from rankviz.show.numbers import plain
from rankviz.state.analysis import Analysis
from rankviz.trace import Trace


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
    items, main = analysis.ranking.items, analysis.main
    rankings = main.rankings if isinstance(main, Trace) else None
    ranked = {source: column for column, source in enumerate(analysis.order)}
    order = range(len(items)) if rankings is None else (*analysis.order, *analysis.left_out)
    for place, source in enumerate(order, 1):
        item, column = items[source], ranked.get(source)
        if rankings is None:
            yield Row(item, source, str(place), False, False)
        elif column is None:
            yield Row(item, source, "–", False, True)
        else:
            yield Row(item, source, _rank(rankings, column), bool(rankings.tied[0, column]), False)


def _rank(rankings: Rankings, column: int) -> str:
    first, last = rankings.first[0, column], rankings.last[0, column]
    return plain(float(first)) if first == last else f"{plain(float(first))}–{plain(float(last))}"
