"""When the winner flips: what the parts `lab` and `grid` of the page Compare are given, later than the others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rankviz.conventions import FIELDS
from rankviz.errors import InputError
from rankviz.show import choice_table
from rankviz.show.numbers import fixed, plain
from rankviz.show.option_curves import option_curves
from rankviz.show.sweep_words import stretch_words, sweep_marks, sweep_name, sweep_symbol, winner_word
from rankviz.state.analysis import analyse
from rankviz.state.comparison import Comparison
from rankviz.state.place import Place
from rankviz.texts import Texts
from rankviz.ui.views.duel import PAIR
from rankviz.ui.views.verdict import SIDES, measure_name
from rankviz.versus.flips import Flips, flips
from rankviz.versus.polynomial import gain_coefficients
from rankviz.versus.sweep import Sweep, sweeps

POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
DIGITS = 7  # of what is drawn only
Data = dict[str, object]


def lab_data(comparison: Comparison, place: Place, texts: Texts) -> Data | None:
    """Build the laboratory; None where nothing can be swept, or there is nothing to compare.

    Returns
    -------
    dict
        `title`; `pick`, `{name, label, value, options}`; `said`, who wins where; `why`, a sentence or ""; `plot`: `x`, and
        the values `a` and `b` (None where undefined), `low`, `high`, `stepped`, `marks` (place and name), `present` (None:
        nowhere), `symbol`, `crossings` (place and text), `stretches`, each `{low, high, side, text}`, `title`, `now`, and what
        a place means as an edit: `choices` and `field`; `curves` of the options of gain and discount.

    Notes
    -----
    It asks for `place` (`x`), `choices` and `choose`.
    """
    offered = {each.key: each for each in sweeps(comparison.metric, comparison.pair, comparison.state.convention)}
    if not offered or comparison.effects is None:
        return None
    sweep = _chosen(offered, place.sweep)
    try:
        found = flips(comparison.metric, comparison.pair, comparison.state.convention, sweep)
    except InputError:
        return None
    options = [{"value": key, "label": sweep_name(each, texts)} for key, each in offered.items()]
    return {
        "of": PAIR,
        "title": texts("lab.title"),
        "pick": {
            "name": "x",
            "label": texts("lab.over", measure=measure_name(comparison, comparison.state.metric)),
            "value": sweep.key,
            "options": options,
        },
        "said": _said(found, texts),
        "why": _why(comparison, sweep, texts),
        "plot": _plot(comparison, found, texts),
        "curves": _curves(comparison, texts),
    }


def _chosen(offered: dict[str, Sweep], wanted: str) -> Sweep:
    """The sweep of a field, or the one that is offered first."""
    return next((each for each in offered.values() if wanted in (each.key, each.field)), next(iter(offered.values())))


def _said(found: Flips, texts: Texts) -> str:
    """Who wins along the axis, stretch by stretch."""
    symbol = sweep_symbol(found.curve.sweep)
    if found.winner in ("first", "second"):
        letter, margin = SIDES[found.winner].upper(), fixed(found.margin)
        return texts("lab.always", side=letter, symbol=symbol, at=plain(found.margin_at), margin=margin)
    if found.winner == "even":
        return texts("lab.even")
    if len(found.stretches) == len(found.crossings) + 1 == 2 and not found.curve.sweep.steps:
        before, after = (SIDES[each.winner].upper() for each in found.stretches)
        return texts("lab.once", symbol=symbol, at=plain(found.crossings[0]), before=before, after=after)
    parts = stretch_words(found.stretches, symbol, texts)
    return texts("lab.flips", parts=texts("convention.separator").join(parts))


def _why(comparison: Comparison, sweep: Sweep, texts: Texts) -> str:
    """The difference as a polynomial in the base of the gain."""
    if sweep.field != "gain_base":
        return ""
    try:
        found = gain_coefficients(comparison.metric, comparison.pair, comparison.state.convention)
    except InputError:
        return ""
    if len(found) < 2 or len(found) > len(POWERS):
        return ""
    levels = texts("sentence.more_separator").join(f"≥ {level}" for level in range(1, len(found) + 1))
    return texts("lab.why", polynomial=_polynomial(found), levels=levels)


def _polynomial(coefficients: tuple[float, ...]) -> str:
    """A polynomial in b as text: −0.200 − 0.313 b + 0.318 b²."""
    parts: list[str] = []
    for power, each in enumerate(coefficients):
        size = fixed(abs(each))
        sign = "−" if each < 0 else "+" if parts else ""
        variable = "" if not power else " b" if power == 1 else f" b{POWERS[power]}"
        parts.append(f"{sign} {size}{variable}" if parts else f"{sign}{size}{variable}")
    return " ".join(parts)


def _plot(comparison: Comparison, found: Flips, texts: Texts) -> Data:
    sweep, convention = found.curve.sweep, comparison.state.convention
    measure, symbol = measure_name(comparison, comparison.state.metric), sweep_symbol(found.curve.sweep)
    first, second = ([None if np.isnan(v) else round(float(v), DIGITS) for v in row] for row in found.curve.values)
    stretches = [
        {
            "low": each.low,
            "high": each.high,
            "side": SIDES.get(each.winner, "none"),
            "text": winner_word(each.winner, texts),
        }
        for each in found.stretches
    ]
    return {
        "x": [round(float(x), DIGITS) for x in found.curve.x],
        "a": first,
        "b": second,
        "low": sweep.low,
        "high": sweep.high,
        "stepped": bool(sweep.steps),
        "marks": sweep_marks(sweep, texts),
        "present": sweep.present(convention),
        "symbol": symbol,
        "crossings": [(at, f"{symbol} = {plain(at)}") for at in found.crossings],
        "stretches": stretches,
        "title": texts("lab.curves", measure=measure),
        "now": texts("lab.now"),
        "whole": FIELDS[sweep.field].whole,
        "choices": dict(sweep.choices),
        "field": sweep.field,
    }


def _curves(comparison: Comparison, texts: Texts) -> list[Data]:
    """All options of gain and discount, of those that the metric reads."""
    state = comparison.state
    analysis = analyse(replace(state, lists=(comparison.pair.first,), selected=0, rivals=()))
    chosen = {name: str(getattr(state.convention, name)) for name in ("gain", "discount") if name in comparison.metric.uses}
    return [
        {"slot": name, "picture": option_curves(analysis, name, value, texts)}
        for name, value in chosen.items()
        if value in comparison.metric.uses[name]
    ]


def flip_grid(comparison: Comparison, texts: Texts) -> Data | None:
    """Build the grid of who wins under which choices, as a sheet; None where there are no choices."""
    both = replace(comparison.pair.first, query_id="A"), replace(comparison.pair.second, query_id="B")
    analysis = analyse(replace(comparison.state, lists=both, selected=0, rivals=()))
    if comparison.effects is None or not (grid := choice_table.grid_of(analysis, 1)).fields:
        return None
    return choice_table.data(analysis, 1, grid, texts, "lab.word_") | {"tall": True}
