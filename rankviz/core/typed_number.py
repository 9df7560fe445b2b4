"""Numbers as they are printed or typed, and how they agree with a computed one: exactly, rounded, or cut."""

from __future__ import annotations

import ast
import re
import unicodedata
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isfinite

from rankviz.basics.errors import InputError, shorten
from rankviz.core.rounding import shorten_number

ELLIPSES = ("…", "...")
MOST_TYPED = 40  # characters of a number
LONGEST = 200  # characters of a number with what stands around it
LARGEST_EXPONENT = 101  # of ten, of either sign; a percent sign takes two
SAME_SIGNS = str.maketrans({"−": "-", "–": "-", "。": "."})  # as a keyboard for Chinese types them


@dataclass(frozen=True)
class PrintedNumber:
    """A printed number.

    Parameters
    ----------
    number : Fraction
    places : int or None
        Decimal places; None where it is printed as a fraction or a sum of fractions.
    goes_on : bool
        Whether an ellipsis says that more digits follow.
    text : str
        As it was typed.
    """

    number: Fraction
    places: int | None
    goes_on: bool
    text: str = ""


def read_printed(text: str) -> PrintedNumber:
    """Read a number as printed: digits, a fraction, or an expression of + - * / and parentheses.

    Examples
    --------
    >>> read_printed("2.6/4").number, read_printed("0.416...").places
    (Fraction(13, 20), 3)
    """
    ending = next((each for each in ELLIPSES if text.endswith(each)), "")
    digits = text.removesuffix(ending).strip()
    plain = re.fullmatch(r"-?\d+(?:\.(\d+))?", digits)
    if plain:
        return PrintedNumber(Fraction(digits), len(plain[1] or ""), bool(ending))
    return PrintedNumber(_evaluate(ast.parse(digits, mode="eval").body), None, bool(ending))


def agreement(value: float, printed: PrintedNumber) -> str:
    """Return how a printed number follows from a computed one: 'exact', 'begins', 'rounded', 'cut', or '' if it does not.

    Halves are rounded up, as a person does. A printed 0 follows from 0 only, since it keeps no digit of any other number, and a
    printed 1 from 1 only, since a share of 0.6 rounded that far says nothing. Whole numbers are rounded, never cut.

    Examples
    --------
    >>> [agreement(0.225, read_printed(text)) for text in ("0.225", "0.23", "0.22", "0.2...", "0.24")]
    ['exact', 'rounded', 'cut', 'begins', '']
    """
    if not isfinite(value):
        return ""
    distance = abs(value - float(printed.number))
    if distance <= 1e-12 * max(1.0, abs(value)):
        return "exact"
    if printed.places is None or distance > 1.001 * 10.0**-printed.places:  # far off, as most are
        return ""
    if not printed.number or (printed.places == 0 and printed.number in (1, -1)):
        return ""
    cut, rounded = (Fraction(shorten_number(value, printed.places, how)) == printed.number for how in ("cut", "round"))
    if printed.goes_on:
        return "begins" if cut else ""
    return "rounded" if rounded else "cut" if cut and printed.places else ""


def _evaluate(node: ast.expr) -> Fraction:
    """Work out a printed expression exactly."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return Fraction(str(node.value))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_evaluate(node.operand)
    if isinstance(node, ast.BinOp):
        left, right = _evaluate(node.left), _evaluate(node.right)
        if isinstance(node.op, ast.Add):
            return left + right
        if isinstance(node.op, ast.Sub):
            return left - right
        if isinstance(node.op, ast.Mult):
            return left * right
        if isinstance(node.op, ast.Div):
            return left / right
    raise ValueError(f"{ast.unparse(node)!r} is not a number as a source prints it")


def read_typed(text: str) -> PrintedNumber:
    """Read a number as a person types or copies it: `0.961`, `.5`, `75 %`, `2/3`, `0,5`, `−1`, `9.6e-01`, `np.float64(0.5)`.

    Raises
    ------
    InputError
        `typed_empty`, `typed_no_number`, `typed_too_long`, `typed_too_large`, `typed_too_small`.

    Examples
    --------
    >>> read_typed("75 %").number, read_typed("0,50").places
    (Fraction(3, 4), 2)
    """
    plain = unicodedata.normalize("NFKC", text[:LONGEST]).strip().translate(SAME_SIGNS).lstrip("=≈~").strip()
    if not plain:
        raise InputError("typed_empty", "Type the number you got, such as 0.961, 75 % or 2/3.")
    if len(text) > LONGEST:
        raise _too_long_error(text)
    if printed := _read_digits(plain) or _read_quotient(plain):
        return replace(printed, text=text.strip())
    raise _typed_error("typed_no_number", text, "is not a number")


def _typed_error(key: str, text: str, why: str, **where: object) -> InputError:
    return InputError(key, f'"{shorten(text)}" {why}. Enter one such as 0.961, 75 % or 2/3.', text=shorten(text), **where)


def _too_long_error(text: str) -> InputError:
    why = f"is too long to be read: a number may have at most {MOST_TYPED} digits here"
    return _typed_error("typed_too_long", text, why, most=MOST_TYPED)


def _read_digits(plain: str) -> PrintedNumber | None:
    """Read digits, with a percent sign or an exponent, or as NumPy and PyTorch print a number; None if they are none."""
    if wrapped := re.fullmatch(r"[A-Za-z][\w.]*\(([^(),]*)(?:,[^()]*)?\)", plain):
        plain = wrapped[1].strip()
    percent = plain.endswith("%")
    plain = plain.removesuffix("%").strip()
    if re.fullmatch(r"-?\d*,\d+", plain):
        plain = plain.replace(",", ".")
    match = re.fullmatch(r"([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?", plain)
    if not match or not (match[2] or match[3]):
        return None
    whole, decimals = match[2], match[3] or ""
    if len(plain) > MOST_TYPED:
        raise _too_long_error(plain)
    exponent = int(match[4] or 0) - 2 * percent
    if abs(exponent) > LARGEST_EXPONENT:
        key, why = ("typed_too_large", "is too large") if exponent > 0 else ("typed_too_small", "is too close to 0")
        raise _typed_error(key, plain, f"{why} to be looked up")
    number = Fraction(f"{match[1]}{whole or '0'}.{decimals or '0'}") * Fraction(10) ** exponent
    return PrintedNumber(number, max(len(decimals) - exponent, 0), goes_on=False)


def _read_quotient(plain: str) -> PrintedNumber | None:
    match = re.fullmatch(r"(-?(?:\d+\.?\d*|\.\d+))\s*/\s*(\d+\.?\d*|\.\d+)", plain)
    if match and len(plain) > MOST_TYPED:
        raise _too_long_error(plain)
    numbers = [Fraction(f"{each}0" if each.endswith(".") else each) for each in match.groups()] if match else []
    return PrintedNumber(numbers[0] / numbers[1], None, goes_on=False) if numbers and numbers[1] else None
