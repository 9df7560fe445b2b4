"""The only place that rounds."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isfinite, isinf, isnan

PLACES = 3
LARGEST_DENOMINATOR = 5040  # enough for sums of a few 1/i; more would no longer be read as a fraction

# Steps that are divisors by rank print three decimals, but 1 as "1".
DIVISORS = frozenset({"discount", "ideal_discount"})
# Steps that count or hold grades print as whole numbers where they are whole.
PLAIN = frozenset(
    [
        "grade",
        "weight",
        "ideal_grade",
        "hit",
        "ideal_hit",
        "gain",
        "ideal_gain",
        "counted_hit",
        "counted_gain",
        "tp",
        "fp",
        "fn",
        "tn",
        "cg",
        "shown",
        "k",
        "n",
        "R",
        "R_list",
        "hits",
        "rank",
        "depth",
        "ideal_rank",
        "hits_upto",
        "hits_to_R",
        "precision_base",
        "recall_base",
        "ap_base",
        "relevant_counted",
        "nonrelevant_counted",
        "all_documents",
        "nonrelevant_below",
        "nonrelevant_tied",
        "pairs_won",
        "pairs_right",
        "missed_pairs",
        "persistence",
        "share",
        "tied_pair",
        "beta",
        "bpref_base",
        "coverage_error",
        "grade_max",
        "hits_needed",
        "missed_place",
        "N",
        "others_above",
        "others_at_least",
        "pairs_wrong",
        "place",
        "place_last",
        "rated",
        "recall_level",
        "score",
        "weight",
        # What mistaken formulas count.
        "judged_all",
        "others",
        "hits_found",
        "found",
        "first_place",
        "last_place",
        "last_hit",
        "after_first",
        "ideal_after_first",
        "reaches_level",
        "is_last_hit",
        "right_next",
        "wrong_next",
        "documents",
        "rank_or_next",
        "rank_or_last",
        "above_level",
        "inside",
        "gain_inside",
        "counted_grade",
        "grades_judged",
        "hits_before_R",
        "hits_after_R",
        "not_relevant_above",
        "chance_on",
    ]
)


def fixed(value: float, places: int = PLACES) -> str:
    """Print with a fixed number of decimals; very large and very small numbers in powers of ten, and zero without a sign.

    Examples
    --------
    >>> fixed(0.78500237), fixed(4), fixed(1.5e20), fixed(-0.0)
    ('0.785', '4.000', '1.500e+20', '0.000')
    """
    if isnan(value):
        return "nan"
    if isinf(value):
        return "∞" if value > 0 else "−∞"
    if abs(value) >= 1e9 or 0 < abs(value) < 0.5 * 10**-places:
        return _minus(f"{value:.{places}e}")
    return _minus(f"{value + 0.0:.{places}f}")


def plain(value: float, places: int = PLACES) -> str:
    """Print a whole number without decimals, another one with up to three.

    Examples
    --------
    >>> plain(3.0), plain(2.5), plain(1 / 3)
    ('3', '2.5', '0.333')
    """
    if isfinite(value) and value == int(value) and abs(value) < 1e9:
        return _minus(str(int(value)))
    text = fixed(value, places)
    return text if "e" in text or "." not in text else text.rstrip("0").rstrip(".")


def full(value: float) -> str:
    """Print a number that somebody chose with all its digits, a whole one without decimals.

    Examples
    --------
    >>> full(3.0), full(0.8123456789), full(-1e-07)
    ('3', '0.8123456789', '−1e-07')
    """
    whole = isfinite(value) and value == int(value) and abs(value) < 1e15
    return _minus(str(int(value)) if whole else repr(float(value)))


def fraction(value: float) -> str | None:
    """Print as a fraction if the value is one with a small denominator.

    Examples
    --------
    >>> fraction(2 / 3), fraction(0.75), fraction(0.7850023719699478)
    ('2/3', '3/4', None)
    """
    if not isfinite(value) or abs(value) > 1e6:
        return None
    near = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    if abs(float(near) - value) > 1e-12 * max(1.0, abs(value)):
        return None
    return _minus(str(near))


def exact(value: float) -> str:
    """Print all digits, so that reading it back gives the same number."""
    return repr(float(value))


@lru_cache(maxsize=8192)  # most numbers on the page stay what they were
def of_step(key: str, value: float, as_fractions: bool = False) -> str:
    """Print a value as its step wants it."""
    if as_fractions and key not in DIVISORS and (text := fraction(value)) is not None:
        return text
    if key in DIVISORS:
        return "1" if value == 1 else fixed(value)
    return plain(value) if key in PLAIN else fixed(value)


def _minus(text: str) -> str:
    """Typographic minus, but not in the exponent."""
    return "−" + text[1:] if text.startswith("-") else text
