"""When the winner flips along a parameter: both values as curves, asked for after the rest of the page Compare."""

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
from rankviz.core.conventions.options import Array
from rankviz.core.metrics.measures import print_measure
from rankviz.display.number_format import fixed, plain
from rankviz.evaluation.list_pair import SAME
from rankviz.explore.charts.option_curves import option_curves
from rankviz.state.analysis import analyse
from rankviz.state.page_params import YES, PageParams
from rankviz.texts import Piece, Texts

FORMULA = "formula"  # the option that is the person's own
POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
DIGITS = 7  # of what is drawn only
Data = dict[str, object]


def winner_flips_payload(comparison: Comparison, place: PageParams, texts: Texts) -> Data | None:
    """Build the laboratory; None where nothing can be swept, or there is nothing to compare.

    Returns
    -------
    dict
        `title`; `pick`, `{name, label, value, options}`; `range`, from where to where; `further`, `{label, wide}` or None,
        which draws the axis out or in; `said`, who wins where; `help`, what the number does, and `why`, both in pieces;
        `plot`: `x`, and the values `a` and `b` (None where undefined), `ends`, the last of each as printed, `low`, `high`,
        `stepped`, `marks` (place and name), `present` (None: nowhere), `symbol`, `crossings` (place and text), `stretches`,
        each `{low, high, side, text}`, `title`, `now`, and what a place means as an edit: `choices` and `field`; `curves`, of
        the options of gain and discount, each `{slot, picture, own}`, `own` being what leads to a formula of one's own.

    Notes
    -----
    It asks for `place` (`x`, `wide`), `choices` and `choose`.
    """
    offered = {each.key: each for each in sweeps(comparison.metric, comparison.pair, comparison.state.convention)}
    if not offered or comparison.effects is None:
        return None
    sweep = _chosen(offered, place.sweep)
    present = sweep.current_x(comparison.state.convention)
    is_beyond = present is not None and present > sweep.high
    high = sweep.max_high if place.wide or is_beyond else sweep.high
    try:
        found = flips(comparison.metric, comparison.pair, comparison.state.convention, sweep, high=high)
    except InputError:
        return None
    options = [{"value": key, "label": sweep_name(each, texts)} for key, each in offered.items()]
    return {
        "of": PAIR,
        "title": texts("winner_flips.title"),
        "pick": {
            "name": "x",
            "label": texts("winner_flips.over", measure=_measure(comparison, sweep)),
            "value": sweep.key,
            "options": options,
        },
        "range": texts("winner_flips.range", low=plain(sweep.low), high=plain(sweep.high if sweep.discrete_values else high)),
        "further": None if is_beyond else _further(sweep, high, texts),
        "said": _said(found, texts),
        "help": texts.marked(f"help.{sweep.field}"),
        "why": _why(comparison, sweep, texts),
        "plot": _plot(comparison, found, texts),
        "curves": _curves(comparison, texts),
    }


def _chosen(offered: dict[str, Sweep], wanted: str) -> Sweep:
    """The sweep of a field, or the one that is offered first."""
    return next((each for each in offered.values() if wanted in (each.key, each.field)), next(iter(offered.values())))


def _further(sweep: Sweep, high: float, texts: Texts) -> Data | None:
    """What draws the axis out as far as it goes, or in again."""
    if sweep.discrete_values or sweep.max_high <= sweep.high:
        return None
    other = sweep.high if high > sweep.high else sweep.max_high
    return {"label": texts("winner_flips.to", high=plain(other)), "wide": YES if other > sweep.high else ""}


def _said(found: Flips, texts: Texts) -> str:
    """Who wins along the axis, stretch by stretch."""
    symbol = sweep_symbol(found.curve.sweep)
    if found.winner in ("first", "second"):
        letter, margin = SIDES[found.winner].upper(), fixed(found.margin)
        return texts("winner_flips.always", side=letter, symbol=symbol, at=plain(found.margin_at), margin=margin)
    if found.winner == "even":
        return texts("winner_flips.even")
    points = [each.low for each in found.stretches if each.winner == "even" and each.low == each.high]
    others = {each.winner for each in found.stretches if each.winner != "even"}
    if len(points) == 1 and len(found.stretches) - len(points) <= 2 and others in ({"first"}, {"second"}):
        winner = SIDES[others.pop()].upper()
        return texts("winner_flips.touch", side=winner, symbol=symbol, at=plain(points[0]))
    if len(found.stretches) == len(found.crossings) + 1 == 2 and not found.curve.sweep.discrete_values:
        before, after = (SIDES[each.winner].upper() for each in found.stretches)
        return texts("winner_flips.once", symbol=symbol, at=plain(found.crossings[0]), before=before, after=after)
    parts = stretch_texts(found.stretches, symbol, texts)
    return texts("winner_flips.flips", parts=texts("convention.separator").join(parts))


def _why(comparison: Comparison, sweep: Sweep, texts: Texts) -> list[Piece]:
    """The difference as a polynomial in the base of the gain."""
    if sweep.field != "gain_base":
        return []
    try:
        found = gain_coefficients(comparison.metric, comparison.pair, comparison.state.convention)
    except InputError:
        return []
    if len(found) < 2 or len(found) > len(POWERS) or max(map(abs, found)) <= SAME:
        return []
    levels = texts("sentence.more_separator").join(f"≥ {level}" for level in range(1, len(found) + 1))
    return texts.marked("winner_flips.why", polynomial=_polynomial(found), levels=levels)


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
    measure, symbol = _measure(comparison, sweep), sweep_symbol(sweep)
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
        "ends": [_last(row) for row in found.curve.values],
        "low": float(found.curve.x[0]),
        "high": float(found.curve.x[-1]),
        "stepped": bool(sweep.discrete_values),
        "marks": sweep_marks(sweep, texts),
        "present": sweep.current_x(convention),
        "symbol": symbol,
        "crossings": [(at, f"{symbol} = {plain(at)}") for at in found.crossings],
        "stretches": stretches,
        "title": texts("winner_flips.curves", measure=measure),
        "now": texts("winner_flips.now"),
        "whole": FIELDS[sweep.field].is_integer,
        "choices": dict(sweep.choices),
        "field": sweep.field,
    }


def _measure(comparison: Comparison, sweep: Sweep) -> str:
    """The metric as it is printed, with the symbol of the number that is swept."""
    return print_measure(comparison.metric, comparison.state.convention, sweep.field, sweep_symbol(sweep))


def _last(values: Array) -> str:
    """The last value of a curve; "" where it is undefined there."""
    return "" if np.isnan(values[-1]) else fixed(float(values[-1]))


def _curves(comparison: Comparison, texts: Texts) -> list[Data]:
    """All options of gain and discount, of those that the metric reads."""
    state = comparison.state
    analysis = analyse(replace(state, lists=(comparison.pair.first,), selected=0, second_orders=()))
    chosen = {name: str(getattr(state.convention, name)) for name in ("gain", "discount") if name in comparison.metric.uses}
    return [
        {
            "slot": name,
            "picture": option_curves(analysis, name, value, texts),
            "own": texts("winner_flips.own") if FORMULA in comparison.metric.uses[name] else "",
        }
        for name, value in chosen.items()
        if value in comparison.metric.uses[name]
    ]
