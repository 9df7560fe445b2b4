"""Names of the numbers that can be swept, and sentences on who wins along them."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.compare.parameter_sweep import Sweep
from rankviz.compare.winner_flips import Stretch
from rankviz.core.conventions import FIELDS
from rankviz.display.labels import option_label
from rankviz.display.number_format import plain
from rankviz.texts import Texts

SYMBOLS = {"cutoff": "k", "threshold": "t"}  # of fields that have no symbol of their own


def sweep_symbol(sweep: Sweep) -> str:
    """Return the symbol of the number that is swept."""
    return FIELDS[sweep.field].symbol or SYMBOLS[sweep.field]


def sweep_name(sweep: Sweep, texts: Texts) -> str:
    """Return the name of the number, with the option that reads it if there are several."""
    name = texts(f"field.{sweep.field}")
    owner = next(iter(sweep.choices), None)
    if owner is None or sweep.field == "gain_base":
        return name
    option = option_label(owner, sweep.choices[owner], texts)
    return texts("winner_flips.number_of", name=name, option=option)


def sweep_marks(sweep: Sweep, texts: Texts) -> list[tuple[float, str]]:
    """Return the marks of the axis, each with the label of the option that is the same there, or else the number."""
    owner = next(iter(sweep.choices), "")
    return [(x, option_label(owner, option, texts) if option and owner else plain(x)) for x, option in sweep.marks]


def winner_word(winner: str, texts: Texts) -> str:
    """Return who wins as a text, A or B, even or undefined."""
    return texts(f"winner_flips.word_{winner or 'undefined'}")


def stretch_texts(stretches: Sequence[Stretch], symbol: str, texts: Texts) -> list[str]:
    """Return who wins along the axis, a text per stretch."""
    return [_stretch_text(each, index, len(stretches), symbol, texts) for index, each in enumerate(stretches)]


def _stretch_text(stretch: Stretch, index: int, count: int, symbol: str, texts: Texts) -> str:
    word, low, high = winner_word(stretch.winner, texts), plain(stretch.low), plain(stretch.high)
    if stretch.low == stretch.high:
        return texts("winner_flips.at", word=word, symbol=symbol, low=low)
    if index == 0:
        return texts("winner_flips.below", word=word, symbol=symbol, high=high)
    if index == count - 1:
        return texts("winner_flips.above", word=word, symbol=symbol, low=low)
    return texts("winner_flips.between", word=word, symbol=symbol, low=low, high=high)
