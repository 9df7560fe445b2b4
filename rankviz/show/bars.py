"""A trace as bars, one a rank: which arrays are drawn pale, solid and dashed, and the numbers beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rankviz.show.charts import Column, Legend
from rankviz.show.numbers import fixed, of_step
from rankviz.texts import Texts
from rankviz.trace import Trace

NOTHING = "—"


@dataclass(frozen=True)
class BarRows:
    """What the bars show, per entry in rank order.

    Parameters
    ----------
    terms, gains : N numbers
        What is summed, and the value before the discount.
    ideal : numbers
        Terms of the ideal order by rank; empty where the metric has none.
    columns : Columns of texts beside the bars
    legend : Legend
    x_min, x_max : float
        Range that holds while the order is edited.
    """

    terms: list[float | None]
    gains: list[float | None]
    ideal: list[float | None]
    columns: list[Column]
    legend: Legend
    x_min: float
    x_max: float


# By the step that tells a family from the others: what is drawn pale and solid, and the steps of the columns with their heads.
_HIT, _GRADE = ("hit", "relevant_head"), ("grade", "grade_head")
_STORIES: Mapping[str, tuple[str, str, tuple[tuple[str, str], ...]]] = {
    "ap_term": ("precision_at", "ap_term", (_HIT, ("precision_at", "precision_head"))),
    "area_term": ("precision_at", "area_term", (_HIT, ("precision_at", "precision_head"))),
    "precision_kept": ("precision_at", "precision_kept", (_HIT, ("precision_at", "precision_head"))),
    "interpolated": ("precision_at", "precision_at", (_HIT, ("hits_upto", "hits_head"))),
    "err_term": ("stop", "err_term", (("stop", "stop_head"), ("reach", "reach_head"))),
    "rbp_term": ("rbp_term", "rbp_term", ()),
    "bpref_term": ("hit", "bpref_term", (_HIT, ("others_above", "above_head"))),
    "lrap_term": ("hit", "lrap_term", (("hits_upto", "hits_head"), ("depth", "depth_head"))),
    "others_at_least": ("others_at_least", "others_at_least", (_HIT,)),
    "place": ("place", "place", (_HIT,)),
    "squared_error": ("squared_error", "squared_error", (_GRADE, ("score", "score_head"))),
    "absolute_error": ("absolute_error", "absolute_error", (_GRADE, ("score", "score_head"))),
    "reciprocal": ("reciprocal", "reciprocal", (_HIT, ("rank", "reciprocal_head"))),
    "pairs_won": ("pairs_won", "pairs_won", (_HIT, ("nonrelevant_below", "below_head"))),
}


def bar_rows(trace: Trace, ideal: Trace | None, texts: Texts) -> BarRows:
    """Choose the arrays of a trace that tell its story, rank by rank."""
    if "gain" in trace:
        return _gains(trace, ideal, texts)
    for step, (pale, solid, columns) in _STORIES.items():
        if step in trace:
            graded = _GRADE if "grade" in trace else _HIT
            return _plain(trace, pale, solid, columns or (graded,), texts)
    return _plain(trace, "hit", "counted_hit", (_HIT,), texts)


def _columns(trace: Trace, query: int = 0) -> list[int]:
    return [int(column) for column in trace.rankings.present[query].nonzero()[0]]


def _values(trace: Trace, key: str) -> list[float | None]:
    return [float(trace.step(key).value[0, column]) for column in _columns(trace)]


def _texts(trace: Trace, write: Callable[[int], str], head: str, wide: bool, bold: bool, muted: list[bool]) -> Column:
    return Column(head, [write(column) for column in _columns(trace)], muted, wide, bold)


def _gains(trace: Trace, ideal: Trace | None, texts: Texts) -> BarRows:
    rankings = trace.rankings
    discounted = "discount" in trace
    term_key = "discounted_gain" if discounted else "counted_gain"
    inside = [bool(rankings.inside[0, column]) for column in _columns(trace)]
    gains, terms = _values(trace, "gain"), _values(trace, term_key)

    def gain(column: int) -> str:
        text = of_step("gain", float(trace.step("gain").value[0, column]))
        return text if rankings.judged[0, column] else "? → " + text

    def discount(column: int) -> str:
        value = float(trace.step("discount").value[0, column])
        return "÷ " + fixed(value) if rankings.inside[0, column] else NOTHING

    def term(column: int) -> str:
        return _term(trace, term_key, column)

    muted = [not (each and shown) for each, shown in zip(terms, inside, strict=True)]
    columns = [_texts(trace, gain, texts("chart.gain"), True, False, muted)]
    if discounted:
        columns.append(_texts(trace, discount, texts("chart.discount_head"), True, False, [True] * len(gains)))
    columns.append(_texts(trace, term, texts("chart.term_head"), False, True, muted))
    frames = _ideal_terms(ideal) if ideal is not None and discounted else []
    everything = [0.0, *(each or 0.0 for each in gains), *(each or 0.0 for each in frames)]
    pool = [] if ideal is None else [float(each) for each in ideal.step("ideal_gain").value[0]]
    legend = Legend(texts("chart.term"), texts("chart.gain"), texts("chart.ideal"))
    return BarRows(terms, gains, frames, columns, legend, min(everything), max([*everything, *pool]) or 1.0)


def _ideal_terms(ideal: Trace) -> list[float | None]:
    """Terms of the ideal order at their ranks; None where the ideal has no document."""
    ranks, values = ideal.step("ideal_rank").value[0], ideal.step("ideal_term").value[0]
    frames: list[float | None] = [None] * int(max(ranks, default=0))
    for rank, value in zip(ranks, values, strict=True):
        if rank:
            frames[int(rank) - 1] = float(value)
    return frames


def _term(trace: Trace, key: str, column: int) -> str:
    value = float(trace.step(key).value[0, column])
    where = trace.step(key).where
    if where is not None and not where[0, column] and value == 0:
        return NOTHING
    return "0" if value == 0 else of_step(key, value)


def _plain(trace: Trace, pale: str, solid: str, beside: tuple[tuple[str, str], ...], texts: Texts) -> BarRows:
    """Bars of a metric without gains: a value per rank, and what of it is counted."""
    gains, terms = _values(trace, pale), _values(trace, solid)
    muted = [not each for each in terms]
    columns = [_texts(trace, _writer(trace, key), texts(f"chart.{head}"), True, False, muted) for key, head in beside]
    columns.append(_texts(trace, lambda column: _term(trace, solid, column), texts("chart.term_head"), False, True, muted))
    top = max([1.0, *(each or 0.0 for each in gains), *(each or 0.0 for each in terms)])
    heads = dict(beside)
    legend = Legend(texts("chart.term"), texts(f"chart.{heads.get(pale, beside[0][1])}"))
    return BarRows(terms, gains if pale != solid else [], [], columns, legend, 0.0, top)


def _writer(trace: Trace, key: str) -> Callable[[int], str]:
    return lambda column: of_step(key, float(trace.step(key).value[0, column]))
