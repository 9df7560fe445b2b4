"""The result of a look-up: matches of a number, and how strong the evidence for them is."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import Metric
from rankviz.core.typed_number import PrintedNumber
from rankviz.diagnose.bounds import Bound
from rankviz.diagnose.departures import Departure


@dataclass(frozen=True)
class Match:
    """Departures that give the number, with the value and the convention that follow from them.

    Parameters
    ----------
    departures : tuple of Departure
        () if the number is the value under the current convention.
    value : float
        The value that they give, unrounded.
    agreement : str
        How the printed digits follow from the value: 'exact', 'rounded', 'cut'; '' for a near value that prints differently.
    cost : float
        How far-fetched the match is; matches are ordered by it.
    metric : str
        Key of the metric that was computed.
    convention : Convention
    rankings : tuple of Ranking
        The lists with the slip, if there is one.
    weak : bool
        Whether so many departures are assumed that the match may be coincidence.
    synonyms : tuple of Departure
        Other departures that compute the same numbers on these lists; of a rounding, other roundings that print the number.
    libraries : tuple of str
        Keys of the libraries that do the same, for readers who see libraries as a remark only.
    library_choices : tuple of Departure
        The choices of the libraries among the departures that all of them make and that move the value.
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
    """A part of the search that was skipped, since the lists are long or many.

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
    """Matches of a number, and how strong the evidence is.

    Parameters
    ----------
    metric : Metric
    value : float
        The value under the convention that was asked for.
    printed : PrintedNumber
        The number as it was read.
    matches : tuple of Match
        Best first.
    nearest : tuple of Match
        The nearest values of single departures, if nothing fits and the metric could give the number.
    sharing : int
        How many different values print as the number.
    tried : int
        Number of candidates that were computed.
    by_chance : float
        How many values are expected to print as the number by chance: as many as print as other numbers that the metric has on
        such lists.
    bound : Bound or None
        The bound of the metric under the convention that the number exceeds.
    left_out : tuple of LeftOut
    plausible_by_chance : float
        The same for the values of single departures that are at least as plausible as the first match.
    """

    metric: Metric
    value: float
    printed: PrintedNumber
    matches: tuple[Match, ...]
    nearest: tuple[Match, ...]
    sharing: int
    tried: int
    by_chance: float
    bound: Bound | None = None
    left_out: tuple[LeftOut, ...] = ()
    plausible_by_chance: float = 0.0
