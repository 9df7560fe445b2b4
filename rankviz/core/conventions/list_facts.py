"""What is known of given lists, as plain numbers: enough to tell which choices cannot matter to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from rankviz.basics.limits import MAX_CUTOFF


@dataclass(frozen=True)
class ListFacts:
    """Facts of one list or of several; with several, a fact holds if it holds of any of them.

    Every fact errs to one side only, so that a choice that can matter is never said not to: duplicates, grades below 0 and
    unjudged entries may be counted or removed by a convention, and the facts hold under every convention.

    Parameters
    ----------
    lists : int
    shortest, longest : int
        Fewest and most entries of a list, as typed.
    shortest_kept : int
        Fewest entries that any convention leaves in a list, at least.
    most_judged : int
        Most judged documents of a list, shown or missed, at most.
    unjudged, duplicates, negative, tied : bool
        Whether entries of a list have no grade, share an id, have a grade below 0, or share a score that decides their order.
    tied_in_32_bits : bool
        Whether two scores that differ are equal in 32 bits.
    not_positive : bool
        Whether a score that decides the order is 0 or less.
    zero_in_32_bits : bool
        Whether a score above 0 is 0 in 32 bits.
    missed : int
        Most judged documents that a list does not show, duplicates of shown ones left out.
    missed_low, missed_high : float
        Lowest and highest grade of the missed documents; 0 if there are none.
    missed_above : bool
        Whether a list may miss a higher grade than the highest that counts in it.
    best_shown : float
        The highest grade that surely counts in a list, of the list where it is lowest; -inf where there may be none.
    best_judged : float
        As `best_shown`, but of all judged documents, those that are not shown included.
    grades : frozenset of float, or None
        Grades that occur, of shown and of missed documents; None: any.
    undefined : bool
        Whether a value may be 0/0; a caller that has the values can set it to False.
    """

    lists: int = 1
    shortest: int = 0
    longest: int = 0
    shortest_kept: int = 0
    most_judged: int = 0
    unjudged: bool = False
    duplicates: bool = False
    negative: bool = False
    tied: bool = False
    tied_in_32_bits: bool = False
    not_positive: bool = False
    zero_in_32_bits: bool = False
    missed: int = 0
    missed_low: float = 0.0
    missed_high: float = 0.0
    missed_above: bool = False
    best_shown: float = -inf
    best_judged: float = -inf
    grades: frozenset[float] | None = field(default_factory=frozenset)
    undefined: bool = True


# For lists that are not at hand: every fact that can hold may hold.
ANY_LISTS = ListFacts(
    lists=2,
    longest=MAX_CUTOFF,
    most_judged=MAX_CUTOFF,
    unjudged=True,
    duplicates=True,
    negative=True,
    tied=True,
    tied_in_32_bits=True,
    not_positive=True,
    zero_in_32_bits=True,
    missed=MAX_CUTOFF,
    missed_low=-inf,
    missed_high=inf,
    missed_above=True,
    grades=None,
)
