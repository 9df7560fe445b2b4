"""A value that was guessed before it was seen, in words beside the value."""

from __future__ import annotations

from rankviz.basics.errors import InputError
from rankviz.core.trace import Trace
from rankviz.core.typed_number import PrintedNumber, agreement, read_typed
from rankviz.display.error_text import error_text
from rankviz.display.number_format import PLACES, fixed_decimals
from rankviz.state.analysis import value_of
from rankviz.texts import Texts

SAME = {"exact": "guess.exact", "rounded": "guess.rounded", "cut": "guess.cut"}


def unreadable(typed: str, texts: Texts) -> str:
    """Return why a guess is not a number; "" if it is one, or nothing was typed."""
    try:
        _read(typed)
    except InputError as error:
        return error_text(error, texts)
    return ""


def guess_words(typed: str, trace: Trace | InputError, texts: Texts) -> str:
    """Say how a guess and the value differ, at the digits that were typed; "" where nothing was.

    Parameters
    ----------
    typed : str
        A number that can be read.
    trace : Trace or InputError
    texts : Texts
    """
    guess, value = _read(typed), value_of(trace)
    if guess is None:
        return ""
    if value is None:
        return texts("guess.none", guess=guess.text)
    if same := agreement(value, guess):
        return texts(SAME[same], guess=guess.text)
    away = value - float(guess.number)
    difference = fixed_decimals(abs(away), max(PLACES, guess.places or 0))
    return texts("guess.more" if away > 0 else "guess.less", guess=guess.text, difference=difference)


def _read(typed: str) -> PrintedNumber | None:
    return read_typed(typed) if typed.strip() else None
