"""How many values print as a number by chance, of a metric that may take only few values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.means import means_of_groups
from rankviz.core.typed_number import PrintedNumber
from rankviz.evaluation.evaluate import compute

SEED = 1
MOST_DRAWN, LEAST_DRAWN = 2000, 40  # lists drawn of each kind; of long lists fewer, and none if it would be too few
CELLS = 100_000  # entries of all lists drawn
NEIGHBOURS = 60  # numbers nearest to the typed one over which the values that print as them are averaged
DRAWN_ONCE = 0.05  # up to this share of lists whose value no other list has, the values drawn are all there are
DIGITS = 10  # decimal places by which values differ
WINDOW = 40  # half the width, in units of the last digit, in which values are counted for their density
LEAST_WINDOW = 0.02
MOST_OF_SPREAD = 0.25  # of the range of nine values of ten: the window of a coarse number would be too wide
PRINTING = 1.5  # last digits in which values print the number: half a one below it (rounded) to a whole one above it (cut)
MOST_DENOMINATOR = 100  # of a fraction that may occur by chance
NEAR = 0.5  # distance from the number within which fractions are counted

Redraw = Callable[["np.random.Generator", Array, int], Array]  # a name in quotes: only drawing loads NumPy's generators


@dataclass
class ExpectedMatches:
    """How many values are expected to print as a number that has nothing to do with them.

    They are compared with other numbers that the metric has on lists of the same kind, and the narrowest kind that has the
    number counts: the same documents in another order, or lists of the same length with grades drawn anew. P, R and RR of such
    lists take few values, so that a number is easily met; nDCG takes as many as can be printed. A number that no such list
    can have is met as often as the density of the values says, or as often as simple fractions are.

    Parameters
    ----------
    metric : Metric
    rankings : sequence of Ranking
        One list; or several, whose mean is the value.
    convention : Convention
    own_value : float
        The lists' own value, for which nobody looks.
    as_mean : bool
        Whether the value of a single list, too, is the mean.
    """

    metric: Metric
    rankings: Sequence[Ranking]
    convention: Convention
    own_value: float
    as_mean: bool = False
    _numbers: dict[tuple[str, int], tuple[Array, bool]] = field(default_factory=dict, init=False, repr=False)

    def count(self, printed: PrintedNumber, values: Array) -> float:
        """Return the expected number of values.

        Parameters
        ----------
        printed : PrintedNumber
        values : float64 (V,)
            Distinct and sorted.

        Examples
        --------
        >>> from rankviz.core.metrics import METRICS
        >>> from rankviz.core.typed_number import read_typed
        >>> expected = ExpectedMatches(METRICS["rr"], [Ranking.from_grades([1, 0, 0, 0])], Convention(), 1.0)
        >>> [expected.count(read_typed(text), np.array([1 / 4, 1 / 2])) for text in ("0.33", "0.333", "1/3")]
        [0.6666666666666666, 0.6666666666666666, 0.6666666666666666]
        """
        if not values.size:
            return 0.0
        places = DIGITS if printed.places is None else min(printed.places, DIGITS)
        number = float(printed.number)
        typed = _rounded(np.array([number]), places)[0]
        for forms, are_all in self._other_numbers(places):
            is_inside = len(forms) > 0 and forms[0] <= typed <= forms[-1]
            # A fraction is no number like others, unless all numbers of such lists are known to be fractions.
            if is_inside and (typed in forms if are_all else printed.places is not None):
                near = forms[np.argsort(np.abs(forms - typed), kind="stable")[:NEIGHBOURS]]
                return _mean_count(near, _printed_forms(values, places))
        if printed.places is None:
            return _share_of_fractions(values, printed.number)
        fraction = _simplest_fraction(number, places)
        share = 0.0 if fraction is None else _share_of_fractions(values, fraction)
        return max(_by_density(number, places, values), share)

    def prepare(self) -> None:
        """Draw the lists now, so that no number has to wait."""
        _ = self._in_other_orders, self._with_other_grades

    def _other_numbers(self, places: int) -> Iterator[tuple[Array, bool]]:
        """Yield what lists of each kind print, own numbers excepted, in units of the last place; and whether these are all."""
        for kind in ("_in_other_orders", "_with_other_grades"):
            if (kind, places) not in self._numbers:
                drawn = getattr(self, kind)
                own = _printed_forms(np.array([self.own_value]), places)
                forms, counts = np.unique(_rounded(drawn, places), return_counts=True)
                are_all = len(drawn) > 0 and int((counts == 1).sum()) <= DRAWN_ONCE * len(drawn)
                self._numbers[kind, places] = forms[~np.isin(forms, own)], are_all
            yield self._numbers[kind, places]

    @cached_property
    def _in_other_orders(self) -> Array:
        return self._draw(lambda random, grades, count: random.permuted(np.tile(grades, (count, 1)), axis=1))

    @cached_property
    def _with_other_grades(self) -> Array:
        return self._draw(lambda random, grades, count: random.choice([*grades, 0.0, 1.0], (count, len(grades))))

    def _draw(self, redraw: Redraw) -> Array:
        """Return the values of lists with other grades; () if the lists are too long, or the convention refuses them."""
        raw = RawLists.from_rankings(self.rankings)
        count = min(MOST_DRAWN, CELLS // max(raw.grades.size + raw.missed_grades.size, 1))
        if count < LEAST_DRAWN:
            return np.zeros(0)
        try:
            trace = compute(self.metric, _redrawn(raw, self.rankings, count, redraw), self.convention)
        except InputError:
            return np.zeros(0)
        are_means = len(self.rankings) > 1 or self.as_mean
        values = means_of_groups(trace, self.convention, len(self.rankings)) if are_means else trace.value
        return values[np.isfinite(values)]


def _redrawn(raw: RawLists, rankings: Sequence[Ranking], count: int, redraw: Redraw) -> RawLists:
    """Return the lists `count` times, one after the other, each with other grades of its documents, retrieved or missed."""
    random, size = np.random.default_rng(SEED), len(rankings)
    names = ("grades", "missed_grades", "scores", "docs", "present", "missed_docs")
    tiled: dict[str, Any] = {name: np.tile(getattr(raw, name), (count, 1)) for name in names}
    for q, ranking in enumerate(rankings):
        shown, missed = len(ranking.items), len(ranking.missed)
        own = np.concatenate([raw.grades[q, :shown], raw.missed_grades[q, :missed]])
        drawn = redraw(random, own, count)
        tiled["grades"][q::size, :shown], tiled["missed_grades"][q::size, :missed] = drawn[:, :shown], drawn[:, shown:]
    flags: dict[str, Any] = {name: np.tile(getattr(raw, name), count) for name in ("scored", "has_duplicates")}
    return replace(raw, **tiled, **flags, query_ids=raw.query_ids * count, doc_ids=raw.doc_ids * count)


def _rounded(values: Array, places: int) -> Array:
    """Return values rounded half up, in units of the last place."""
    rounded: Array = np.sign(values) * np.floor(np.abs(values) * 10.0**places + 0.5 + 1e-9)
    return rounded


def _printed_forms(values: Array, places: int) -> Array:
    """Return the numbers that values print as, rounded or truncated, sorted, in units of the last place; as `agreement` has it.

    Of several values that print as one number each counts. A 0 is printed for 0 only, and a whole 1 for 1 only.
    """
    rounded = _rounded(values, places)
    cut = np.sign(values) * np.floor(np.abs(values) * 10.0**places + 1e-9)
    is_other = (cut != rounded) & (places > 0)
    forms, origins = np.concatenate([rounded, cut[is_other]]), np.concatenate([values, values[is_other]])
    keeps_digits = (forms != 0) & ((places > 0) | (np.abs(forms) != 1))
    return np.sort(forms[keeps_digits | (np.abs(origins * 10.0**places - forms) <= 1e-9)])


def _mean_count(numbers: Array, forms: Array) -> float:
    """Return how often one of the numbers is among the sorted forms, on average."""
    start, end = (np.searchsorted(forms, numbers, side) for side in ("left", "right"))
    return float(np.mean(end - start))


def _by_density(number: float, places: int, values: Array) -> float:
    """Count the values in a window around the number, scaled to the width of what prints as the number."""
    digit = 10.0**-places
    spread = float(np.subtract(*np.quantile(values, [0.95, 0.05])))
    window = max(min(max(WINDOW * digit, LEAST_WINDOW), MOST_OF_SPREAD * spread), PRINTING * digit)
    start, end = np.searchsorted(values, [number - window, number + window])
    return float(end - start) * PRINTING * digit / (2 * window)


def _simplest_fraction(number: float, places: int) -> Fraction | None:
    """Return the fraction with the least denominator that prints as the number; None if it is too large to occur by chance."""
    reach = 0.5 * 10.0**-places + 1e-12
    denominators = np.arange(1, MOST_DENOMINATOR + 1)
    numerators = np.round(number * denominators)
    fits = np.flatnonzero(np.abs(numerators / denominators - number) <= reach)
    return Fraction(int(numerators[fits[0]]), int(denominators[fits[0]])) if fits.size else None


def _share_of_fractions(values: Array, number: Fraction) -> float:
    """Return the share of the fractions near a number, with denominators up to its own, that are among the values.

    Sums and quotients of whole numbers are simple fractions by themselves, so that a match is likely.
    """
    if number.denominator > MOST_DENOMINATOR or not values[0] - NEAR <= number <= values[-1] + NEAR:
        return 0.0
    denominators = np.arange(1, number.denominator + 1)
    integers = number.numerator // number.denominator + np.arange(-1, 2)
    fractions = np.unique(np.round(np.add.outer(integers, np.divide.outer(denominators - 1, denominators)), DIGITS))
    near = fractions[(np.abs(fractions - float(number)) <= NEAR) & (fractions >= values[0]) & (fractions <= values[-1])]
    return float(np.isin(near, values).mean()) if near.size else 0.0
