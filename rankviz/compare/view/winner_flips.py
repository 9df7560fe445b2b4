"""Payload of the part `winner_flips` of the page Compare: both values along a number, built after the rest of the page."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.compare.comparison import Comparison
from rankviz.compare.gain_base_polynomial import gain_coefficients
from rankviz.compare.parameter_sweep import Sweep, sweeps
from rankviz.compare.view.two_lists import PAIR
from rankviz.compare.view.winner import SIDES
from rankviz.compare.winner_flips import Flips, flips
from rankviz.compare.words.sweep import stretch_texts, sweep_marks, sweep_name, sweep_symbol, winner_word
from rankviz.core.conventions import FIELDS
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.metrics.measures import print_measure
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.evaluation.list_pair import SAME
from rankviz.explore.charts.option_curves import option_curves
from rankviz.state.analysis import analyse
from rankviz.state.page_params import PageParams
from rankviz.state.parameter import YES
from rankviz.texts import Piece, Texts

FORMULA = "formula"  # the option of a custom formula
POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
DIGITS = 7  # of numbers that are only drawn
Data = dict[str, object]


def winner_flips_payload(comparison: Comparison, place: PageParams, texts: Texts) -> Data | None:
    """Build the laboratory; None where nothing can be swept, or there is nothing to compare.

    Returns
    -------
    dict
        `title`; `number_menu`, `{label, value, options}`; `range_text`, the ends of the axis; `axis_toggle`, `{label, wide}`
        or None, which draws the axis out or in; `text`, who wins where; `help`, what the number does, and `reason`, why the
        winner flips, both in pieces; `plot`: `x`, and the values `a` and `b` (None where undefined), `end_labels`, the last
        value of each, `low`, `high`, `is_discrete`, `is_integer`, `marks` (x and label), `current_x` (None: not on the axis),
        `symbol`, `crossings` (x and text), `stretches`, each `{low, high, side, text}`, `title`, `now_label`, and the edit of
        a value: `choices` and `field`; `curves`, of the options of gain and discount, each `{slot, picture, custom_label}`,
        `custom_label` being that of the button that leads to a custom formula, or ""; `scope`.

    Notes
    -----
    The part dispatches `set_page_params` (`x`, `wide`), `choices` and `choose`.
    """
    offered = {each.key: each for each in sweeps(comparison.metric, comparison.pair, comparison.state.convention)}
    if not offered or comparison.effects is None:
        return None
    sweep = _find_sweep(offered, place.sweep)
    current_x = sweep.current_x(comparison.state.convention)
    is_beyond = current_x is not None and current_x > sweep.high
    high = sweep.max_high if place.wide or is_beyond else sweep.high
    try:
        sweep_flips = flips(comparison.metric, comparison.pair, comparison.state.convention, sweep, high=high)
    except InputError:
        return None
    options = [{"value": key, "label": sweep_name(each, texts)} for key, each in offered.items()]
    return {
        "scope": PAIR,
        "title": texts("winner_flips.title"),
        "number_menu": {
            "label": texts("winner_flips.over", measure=_measure(comparison, sweep)),
            "value": sweep.key,
            "options": options,
        },
        "range_text": texts(
            "winner_flips.range", low=plain(sweep.low), high=plain(sweep.high if sweep.discrete_values else high)
        ),
        "axis_toggle": None if is_beyond else _axis_toggle(sweep, high, texts),
        "text": _winner_text(sweep_flips, texts),
        "help": texts.pieces(f"help.{sweep.field}"),
        "reason": _polynomial_text(comparison, sweep, texts),
        "plot": _plot(comparison, sweep_flips, texts),
        "curves": _curves(comparison, texts),
    }


def _find_sweep(offered: dict[str, Sweep], wanted: str) -> Sweep:
    """Return the sweep of a key or field, or else the first that is offered."""
    return next((each for each in offered.values() if wanted in (each.key, each.field)), next(iter(offered.values())))


def _axis_toggle(sweep: Sweep, high: float, texts: Texts) -> Data | None:
    """Return the button that draws the axis out as far as it goes, or in again; None if it cannot be drawn out."""
    if sweep.discrete_values or sweep.max_high <= sweep.high:
        return None
    other = sweep.high if high > sweep.high else sweep.max_high
    return {"label": texts("winner_flips.to", high=plain(other)), "wide": YES if other > sweep.high else ""}


def _winner_text(sweep_flips: Flips, texts: Texts) -> str:
    """Return who wins along the axis, in a sentence."""
    symbol = sweep_symbol(sweep_flips.curve.sweep)
    if sweep_flips.winner in ("first", "second"):
        letter, margin = SIDES[sweep_flips.winner].upper(), fixed_decimals(sweep_flips.margin)
        return texts("winner_flips.always", side=letter, symbol=symbol, at=plain(sweep_flips.margin_at), margin=margin)
    if sweep_flips.winner == "even":
        return texts("winner_flips.even")
    points = [each.low for each in sweep_flips.stretches if each.winner == "even" and each.low == each.high]
    others = {each.winner for each in sweep_flips.stretches if each.winner != "even"}
    if len(points) == 1 and len(sweep_flips.stretches) - len(points) <= 2 and others in ({"first"}, {"second"}):
        winner = SIDES[others.pop()].upper()
        return texts("winner_flips.touch", side=winner, symbol=symbol, at=plain(points[0]))
    if len(sweep_flips.stretches) == len(sweep_flips.crossings) + 1 == 2 and not sweep_flips.curve.sweep.discrete_values:
        before, after = (SIDES[each.winner].upper() for each in sweep_flips.stretches)
        return texts("winner_flips.once", symbol=symbol, at=plain(sweep_flips.crossings[0]), before=before, after=after)
    parts = stretch_texts(sweep_flips.stretches, symbol, texts)
    return texts("winner_flips.flips", parts=texts("convention.separator").join(parts))


def _polynomial_text(comparison: Comparison, sweep: Sweep, texts: Texts) -> list[Piece]:
    """Return the difference as a polynomial in the base of the gain, in pieces; [] if it is none."""
    if sweep.field != "gain_base":
        return []
    try:
        coefficients = gain_coefficients(comparison.metric, comparison.pair, comparison.state.convention)
    except InputError:
        return []
    if len(coefficients) < 2 or len(coefficients) > len(POWERS) or max(map(abs, coefficients)) <= SAME:
        return []
    levels = texts("sentence.more_separator").join(f"≥ {level}" for level in range(1, len(coefficients) + 1))
    return texts.pieces("winner_flips.why", polynomial=_polynomial(coefficients), levels=levels)


def _polynomial(coefficients: tuple[float, ...]) -> str:
    """Return a polynomial in b as text: −0.200 − 0.313 b + 0.318 b²."""
    parts: list[str] = []
    for power, each in enumerate(coefficients):
        size = fixed_decimals(abs(each))
        sign = "−" if each < 0 else "+" if parts else ""
        variable = "" if not power else " b" if power == 1 else f" b{POWERS[power]}"
        parts.append(f"{sign} {size}{variable}" if parts else f"{sign}{size}{variable}")
    return " ".join(parts)


def _plot(comparison: Comparison, sweep_flips: Flips, texts: Texts) -> Data:
    sweep, convention = sweep_flips.curve.sweep, comparison.state.convention
    measure, symbol = _measure(comparison, sweep), sweep_symbol(sweep)
    first, second = ([None if np.isnan(v) else round(float(v), DIGITS) for v in row] for row in sweep_flips.curve.values)
    stretches = [
        {
            "low": each.low,
            "high": each.high,
            "side": SIDES.get(each.winner, "none"),
            "text": winner_word(each.winner, texts),
        }
        for each in sweep_flips.stretches
    ]
    return {
        "x": [round(float(x), DIGITS) for x in sweep_flips.curve.x],
        "a": first,
        "b": second,
        "end_labels": [_last_label(row) for row in sweep_flips.curve.values],
        "low": float(sweep_flips.curve.x[0]),
        "high": float(sweep_flips.curve.x[-1]),
        "is_discrete": bool(sweep.discrete_values),
        "marks": sweep_marks(sweep, texts),
        "current_x": sweep.current_x(convention),
        "symbol": symbol,
        "crossings": [(x, f"{symbol} = {plain(x)}") for x in sweep_flips.crossings],
        "stretches": stretches,
        "title": texts("winner_flips.curves", measure=measure),
        "now_label": texts("winner_flips.now"),
        "is_integer": FIELDS[sweep.field].is_integer,
        "choices": dict(sweep.choices),
        "field": sweep.field,
    }


def _measure(comparison: Comparison, sweep: Sweep) -> str:
    """Return the metric as it is printed, with the symbol of the number that is swept."""
    return print_measure(comparison.metric, comparison.state.convention, sweep.field, sweep_symbol(sweep))


def _last_label(values: Array) -> str:
    """Return the last value of a curve as a text; "" if it is undefined."""
    return "" if np.isnan(values[-1]) else fixed_decimals(float(values[-1]))


def _curves(comparison: Comparison, texts: Texts) -> list[Data]:
    """Return the curves of the options of gain and discount, of those that the metric reads."""
    state = comparison.state
    analysis = analyse(replace(state, lists=(comparison.pair.first,), selected=0, second_orders=()))
    chosen = {name: str(getattr(state.convention, name)) for name in ("gain", "discount") if name in comparison.metric.uses}
    return [
        {
            "slot": name,
            "picture": option_curves(analysis, name, value, texts),
            "custom_label": texts("winner_flips.own") if FORMULA in comparison.metric.uses[name] else "",
        }
        for name, value in chosen.items()
        if value in comparison.metric.uses[name]
    ]
