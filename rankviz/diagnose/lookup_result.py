"""What a look-up answers."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import Metric
from rankviz.core.printed_number import Printed
from rankviz.diagnose.bounds import Bound
from rankviz.diagnose.departures import Departure


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
    synonyms : tuple of Departure
        Other names of the same cause, made of the same numbers on these lists; of a rounding, others that print the number.
    libraries : tuple of str
        Keys of the libraries that give the same number, where the reader is told of them as a remark.
    library_choices : tuple of Departure
        Of libraries that are named among the departures, the choices that all of them make and that make the difference.
    """

    departures: tuple[Departure, ...]
    value: float
    agreement: str
    cost: float
    metric: str
    convention: Convention
    rankings: tuple[Ranking, ...]
    weak: bool
    synonyms: tuple[Departure, ...] = ()
    libraries: tuple[str, ...] = ()
    library_choices: tuple[Departure, ...] = ()


@dataclass(frozen=True)
class LeftOut:
    """What was not tried, since the lists are long or many.

    Parameters
    ----------
    what : str
        'slips' or 'slips_in_lists' below the rank `rank`, 'no_slips_in_lists', 'roundings', 'roundings_in_lists' other than of
        the lists' values, 'choices', 'together', or 'rounded_slips'.
    rank : int
    """

    what: str
    rank: int = 0


@dataclass(frozen=True)
class LookupResult:
    """What a number may come from.

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
        The nearest values of single departures, if nothing fits and the metric could give the number.
    sharing : int
        How many different values of those that were computed print the number.
    tried : int
        Candidates that were computed.
    by_chance : float
        How many values of the space fall into an interval nearby as wide as the one of those that print the number.
    bound : Bound or None
        The bound that the number is beyond, which the metric cannot pass under the convention.
    left_out : tuple of LeftOut
    """

    metric: Metric
    value: float
    printed: Printed
    matches: tuple[Match, ...]
    nearest: tuple[Match, ...]
    sharing: int
    tried: int
    by_chance: float
    bound: Bound | None = None
    left_out: tuple[LeftOut, ...] = ()
