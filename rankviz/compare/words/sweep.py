"""What the numbers of a convention are called that can be swept, and who wins along them, in words."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.compare.parameter_sweep import Sweep
from rankviz.compare.winner_flips import Stretch
from rankviz.core.conventions import FIELDS
from rankviz.display.labels import option_label
from rankviz.display.number_format import plain
from rankviz.texts import Texts

SYMBOLS = {"cutoff": "k", "threshold": "t"}  # of fields that have none


def sweep_symbol(sweep: Sweep) -> str:
    """The letter of a number that is swept."""
    return FIELDS[sweep.field].symbol or SYMBOLS[sweep.field]


def sweep_name(sweep: Sweep, texts: Texts) -> str:
    """What it is called, with the option that reads it where two do."""
    name = texts(f"field.{sweep.field}")
    owner = next(iter(sweep.choices), None)
    if owner is None or sweep.field == "gain_base":
        return name
    option = option_label(owner, sweep.choices[owner], texts)
    return texts("lab.number_of", name=name, option=option)


def sweep_marks(sweep: Sweep, texts: Texts) -> list[tuple[float, str]]:
    """Points of the axis with the names of the options that the number makes there, or with the number."""
    owner = next(iter(sweep.choices), "")
    return [(at, option_label(owner, name, texts) if name and owner else plain(at)) for at, name in sweep.marks]


def winner_word(winner: str, texts: Texts) -> str:
    """Which of A and B wins, in words."""
    return texts(f"lab.word_{winner or 'undefined'}")


def stretch_texts(stretches: Sequence[Stretch], symbol: str, texts: Texts) -> list[str]:
    """Who wins along the axis, stretch by stretch."""
    return [_stretch_text(each, at, len(stretches), symbol, texts) for at, each in enumerate(stretches)]


def _stretch_text(each: Stretch, at: int, count: int, symbol: str, texts: Texts) -> str:
    word, low, high = winner_word(each.winner, texts), plain(each.low), plain(each.high)
    if each.low == each.high:
        return texts("lab.at", word=word, symbol=symbol, low=low)
    if at == 0:
        return texts("lab.below", word=word, symbol=symbol, high=high)
    if at == count - 1:
        return texts("lab.above", word=word, symbol=symbol, low=low)
    return texts("lab.between", word=word, symbol=symbol, low=low, high=high)
