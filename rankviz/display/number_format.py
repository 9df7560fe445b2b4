"""The only place that rounds."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isfinite, isinf, isnan

from rankviz.core.trace import Unit

PLACES = 3
LARGEST_DENOMINATOR = 5040  # enough for sums of a few 1/i; more would no longer be read as a fraction

# Whole numbers of these stand without decimals.
WITHOUT_DECIMALS = frozenset[Unit]({"count", "grade", "share", "setting"})


def fixed_decimals(value: float, places: int = PLACES) -> str:
    """Print with a fixed number of decimals, with one more where they would all be 0; beyond that in powers of ten.

    Zero has no sign.

    Examples
    --------
    >>> fixed_decimals(0.78500237), fixed_decimals(4), fixed_decimals(0.00024)
    ('0.785', '4.000', '0.0002')
    >>> fixed_decimals(0.00002), fixed_decimals(1.5e20), fixed_decimals(-0.0)
    ('2.000e-05', '1.500e+20', '0.000')
    """
    if isnan(value):
        return "nan"
    if isinf(value):
        return "∞" if value > 0 else "−∞"
    if 0 < abs(value) < 0.5 * 10**-places:
        places = places + 1 if abs(value) >= 0.05 * 10**-places else places
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
    text = fixed_decimals(value, places)
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
def in_unit(unit: Unit, value: float, as_fractions: bool = False, most: int | None = None) -> str:
    """Print what a step holds: a value with three decimals, a whole count without, a divisor with three but 1 as "1".

    `most` is how many decimals there may be, as where a library shows no more: then there are no fractions either.

    Examples
    --------
    >>> in_unit("value", 0.5), in_unit("count", 2.0), in_unit("divisor", 1.0), in_unit("value", 0.5, as_fractions=True)
    ('0.500', '2', '1', '1/2')
    >>> in_unit("value", 0.5, as_fractions=True, most=2)
    '0.50'
    """
    if most is not None and unit not in WITHOUT_DECIMALS:
        return fixed_decimals(value, min(most, PLACES))
    if unit == "divisor":
        return "1" if value == 1 else fixed_decimals(value)
    if as_fractions and (text := fraction(value)) is not None:
        return text
    return plain(value) if unit in WITHOUT_DECIMALS else fixed_decimals(value)


def _minus(text: str) -> str:
    """Typographic minus, but not in the exponent."""
    return "−" + text[1:] if text.startswith("-") else text
