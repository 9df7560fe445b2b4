"""The charts: what the two mounts of the component `chart` are given."""

from __future__ import annotations

from rankviz.errors import InputError
from rankviz.metrics import METRICS
from rankviz.show import bars
from rankviz.show.charts import (
    Column,
    Labels,
    Legend,
    Series,
    Undefined,
    gain_bars,
    metric_by_cutoff,
)
from rankviz.show.figures.by_cutoff import by_cutoff
from rankviz.show.figures.counts import counts_data
from rankviz.show.figures.curves import pairs_figure, pr_figure, roc_figure
from rankviz.show.figures.entry import MOST_TICKS, Data, entry
from rankviz.show.figures.running import running_figure, running_title
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts
from rankviz.trace import Trace


def bars_data(analysis: Analysis, texts: Texts) -> Data:
    """Build the tall figure whose rows line up with the rows of the list."""
    trace = _bar_trace(analysis)
    if trace is None:
        alt, count = _refusal(analysis, texts), len(analysis.ranking.items)
        no_numbers = Column("", [""] * count, [True] * count)
        figure = gain_bars(Series(), [no_numbers], Legend(""), x_max=1.0, note=texts("panel.refused"))
    else:
        shown = bars.bar_rows(trace, analysis.trace("idcg"), texts)
        without_gain = "gain" in trace and not any(shown.gains.values)
        note = texts("chart.empty_list") if not shown.count else texts("chart.no_gain") if without_gain else ""
        figure = gain_bars(
            shown.terms,
            shown.columns,
            shown.legend,
            x_max=shown.x_max,
            x_min=shown.x_min,
            cutoff=_cutoff(analysis),
            gains=shown.gains,
            ideal=shown.ideal,
            note=note,
        )
        rows = texts("words.separator").join(
            texts("chart.alt_row", rank=i, value=value) for i, value in enumerate(shown.columns[-1].texts[:MOST_TICKS], 1)
        )
        alt = texts("chart.alt_bars", rows=rows)
    gains = "gain" in METRICS[analysis.state.metric].uses
    title = texts("chart.bars_title") if gains else texts("chart.bars_of", name=analysis.metric.name)
    figures = [entry("bars", figure, alt, title, "y", len(analysis.ranking.items))]
    # Entries without a rank stand last in the list and have no row here.
    return _mount(analysis, "rows", figures, None, texts, None if trace is None else shown.count)


def _refusal(analysis: Analysis, texts: Texts) -> str:
    """Why the convention refuses the list."""
    main = analysis.main
    return texts(f"error.{main.key}", **main.where) if isinstance(main, InputError) else texts("panel.refused")


def _refused(analysis: Analysis, texts: Texts) -> list[Data]:
    """The four small figures without a curve."""
    word, alt = Undefined(texts("panel.refused"), ""), _refusal(analysis, texts)
    titles = {
        "sum": running_title(analysis, texts),
        "by-cutoff": texts("chart.by_cutoff", name=analysis.metric.name),
        "pr": texts("chart.pr"),
        "roc": texts("chart.roc"),
    }
    return [
        entry(key, metric_by_cutoff([], Labels(title, "", ""), undefined=word), alt, title, None, 1)
        for key, title in titles.items()
    ]


def _bar_trace(analysis: Analysis) -> Trace | None:
    """The ideal's own trace has no terms of the list, so the list is shown as the metric that divides by it has it."""
    trace, other = analysis.trace(analysis.state.metric), analysis.metric.story.ideal
    return analysis.trace(other) if other and (trace is None or trace.gathered() is None) else trace


def small_data(analysis: Analysis, texts: Texts) -> Data:
    """Build the four small figures and the counts at k."""
    if isinstance(analysis.main, InputError):
        return _mount(analysis, "small", _refused(analysis, texts), None, texts)
    # What counts pairs reads the whole list: its chart by cutoff would be empty.
    second = pairs_figure if analysis.metric.story.pairs else by_cutoff
    figures = [make(analysis, texts) for make in (running_figure, second, pr_figure, roc_figure)]
    return _mount(analysis, "small", figures, counts_data(analysis, texts), texts)


def _mount(
    analysis: Analysis, layout: str, figures: list[Data], table: Data | None, texts: Texts, rows: int | None = None
) -> Data:
    """Put together what a row of figures is given.

    Returns
    -------
    dict
        JSON-serialisable.
        `layout`, "rows" (one tall figure aligned with the rows of the list) or "small" (a line of small
        ones that wraps); `n` (int), rows of the tall figure, or ranks in the list; `cutoff` (int >= 1 or None).
        `figures`, a list of `key`, `spec` (a figure), `alt`, `title`, `file_name` (without ending),
        `cutoff_max` (int >= 1), `caption` (a sentence under the figure, may be empty) and `cutoff_axis`: "x" or "y" where
        the k line crosses that axis, "point" where the curve's point at k is marked, or None. In a spec, what stands for a
        rank has it in its trace's `customdata`, a cell of a trace with `meta` "pairs" has those of its row and its column;
        of texts whose `meta` is {"wide": n} the first n are left out below 420 px.
        `table`, what `counts_data` returns.
        `texts` has `save` (with the placeholder {title}), `save_svg`, `save_png`, `cutoff_slider`, `cutoff_mark` (the
        letter beside the point at k) and `failed` (the charts cannot be loaded).

    Notes
    -----
    It asks for `choose` with the field cutoff.
    """
    rows = len(analysis.ranking.items) if rows is None else rows
    return {
        "layout": layout,
        "figures": figures,
        "table": table,
        "cutoff": _cutoff(analysis),
        "n": rows,
        "texts": texts.group("figure"),
    }


def _cutoff(analysis: Analysis) -> int | None:
    return analysis.state.convention.cutoff
