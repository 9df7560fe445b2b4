"""What every figure of the component `chart` is given."""

from __future__ import annotations

from collections.abc import Callable

from rankviz.basics.errors import InputError
from rankviz.core.trace import Trace
from rankviz.display.charts.traces_and_axes import Dict
from rankviz.display.charts.values import Undefined
from rankviz.display.error_text import error_text
from rankviz.texts import Piece, Texts, mention

Data = dict[str, object]
K: list[Piece] = [mention("k", "cutoff")]  # the name of an axis
MOST_TICKS = 60  # points named one by one in an alternative text


def figure_payload(key: str, spec: Dict, alt: str, title: str, axis: str | None, last: int, caption: str = "") -> Data:
    """One figure, as `_mount` in figures.py lists its fields."""
    return {
        "key": key,
        "spec": spec,
        "alt": alt,
        "title": title,
        "cutoff_axis": axis,
        "cutoff_max": max(last, 1),
        "caption": caption,
    }


def curve_alt_text(title: str, points: list[str], texts: Texts, more: str = "") -> str:
    """Alternative text of a curve: its points one by one, then what else is to be said."""
    alt = texts("chart.alt_series", title=title, points=texts("convention.separator").join(points[:MOST_TICKS]))
    return texts("chart.alt_more", alt=alt, more=more) if more else alt


def named_points(texts: Texts) -> Callable[..., str]:
    """Return a function that names a point by its rank and the texts of its values."""
    frame, between = texts("convention.part", name="k = {}", value="{}"), texts("sentence.more_separator")
    return lambda k, *values: frame.format(k, between.join(values))


def undefined_because(reason: str, texts: Texts) -> Undefined:
    """Return why a figure is empty: the word for undefined, and the reason."""
    return Undefined(mention(texts("chart.undefined"), "undefined"), reason)


def refusal_of(trace: Trace | InputError, texts: Texts) -> Undefined | None:
    """Why the convention refuses the list; None if it does not."""
    if isinstance(trace, Trace):
        return None
    return Undefined(texts("panel.refused"), error_text(trace, texts))
