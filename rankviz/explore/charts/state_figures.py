"""The figures of a state: the tall one whose rows line up with the list, and the small ones below it.

The page draws them with Plotly; a saved page has the same ones as SVG.
"""

from __future__ import annotations

from collections.abc import Collection

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_ENTRIES
from rankviz.core.metrics import METRICS
from rankviz.core.trace import Trace
from rankviz.display.charts.figures import gain_bars, legend_names, metric_by_cutoff
from rankviz.display.charts.values import SCREEN, Column, Labels, Legend, Series, Size, Undefined
from rankviz.display.error_text import error_text
from rankviz.display.number_format import plain
from rankviz.explore.charts import bar_rows as bars
from rankviz.explore.charts.by_hit import by_hit_figure, by_hit_title
from rankviz.explore.charts.curve_payloads import by_cutoff_figure, pairs_figure, pr_figure, roc_figure
from rankviz.explore.charts.discount_weights import worth_figure
from rankviz.explore.charts.figure_payload import MOST_TICKS, Data, figure_payload
from rankviz.explore.charts.running_total import running_figure, running_title
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts, as_plain_text


def bars_figure(
    analysis: Analysis,
    texts: Texts,
    size: Size = SCREEN,
    most: int = MAX_ENTRIES,
    *,
    only_gains: bool = False,
    withheld: Collection[str] = (),
    beside: bool = False,
) -> Data:
    """The tall figure: a row for each entry that has a rank, at most so many; only gains, where the formula is covered.

    Arrays that are `withheld` are not seen. Beside a list, that one says whether it is empty.
    """
    trace = bar_trace(analysis)
    if trace is None:
        alt, count = refusal(analysis, texts), min(len(analysis.ranking.items), most)
        no_numbers, names = Column("", [""] * count, [True] * count), []
        figure = gain_bars(Series(), [no_numbers], Legend(""), x_max=1.0, note=texts("panel.refused"), size=size)
    else:
        drawn_rows = bars.bar_rows(trace, analysis.trace("idcg"), analysis.ranking, texts, withheld).first(most)
        drawn_rows = drawn_rows.only_gains() if only_gains else drawn_rows
        figure = gain_bars(
            drawn_rows.terms,
            drawn_rows.columns,
            drawn_rows.legend,
            x_max=drawn_rows.x_max,
            x_min=drawn_rows.x_min,
            cutoff=trace.convention.cutoff,  # of a metric that reads the whole list, none
            gains=drawn_rows.gains,
            ideal=drawn_rows.ideal,
            note=_note(trace, drawn_rows, texts, beside=beside),
            size=size,
        )
        names = legend_names(drawn_rows.legend, drawn_rows.gains, drawn_rows.ideal)
        values = [plain(gain or 0.0) for gain in drawn_rows.gains.values] if only_gains else drawn_rows.columns[-1].texts
        rows = texts("words.separator").join(
            texts("chart.alt_row", rank=i, value=value) for i, value in enumerate(values[:MOST_TICKS], 1)
        )
        alt = texts("chart.alt_bars", rows=rows)
    gains = "gain" in METRICS[analysis.state.metric].uses
    title = texts("chart.bars_title") if gains else texts("chart.bars_of", name=analysis.metric.name)
    return figure_payload("bars", figure, alt, title, "y", min(len(analysis.ranking.items), most)) | {"legend": names}


def _note(trace: Trace, drawn_rows: bars.BarRows, texts: Texts, *, beside: bool) -> str:
    """Why no bar is seen."""
    if not drawn_rows.count:
        return "" if beside else texts("chart.empty_list")
    return texts("chart.no_gain") if "gain" in trace and not any(drawn_rows.gains.values) else ""


def refusal(analysis: Analysis, texts: Texts) -> str:
    """Why the convention refuses the list."""
    main = analysis.main
    return error_text(main, texts) if isinstance(main, InputError) else texts("panel.refused")


def _refused_figures(analysis: Analysis, texts: Texts) -> list[Data]:
    """The four small figures without a curve."""
    word, alt = Undefined(texts("panel.refused"), ""), refusal(analysis, texts)
    titles = {
        "sum": by_hit_title(analysis, texts) if analysis.metric.rank_display.hits else running_title(analysis, texts),
        "by-cutoff": texts.pieces("chart.by_cutoff", name=analysis.metric.name),
        "pr": texts.pieces("chart.pr"),
        "roc": texts.pieces("chart.roc"),
    }
    return [
        figure_payload(
            key,
            metric_by_cutoff([], Labels.from_pieces(title, [], []), hover=(), undefined=word),
            alt,
            as_plain_text(title),
            None,
            1,
        )
        for key, title in titles.items()
    ]


def bar_trace(analysis: Analysis) -> Trace | None:
    """The ideal's own trace has no terms of the list, so the list is shown as the metric that divides by it has it."""
    trace, other = analysis.trace(analysis.state.metric), analysis.metric.rank_display.ideal
    return analysis.trace(other) if other and (trace is None or trace.summed_step() is None) else trace


def small_figures(analysis: Analysis, texts: Texts) -> list[Data]:
    """The small figures; without a curve where the convention refuses the list."""
    if isinstance(analysis.main, InputError):
        return _refused_figures(analysis, texts)
    story, cut = analysis.metric.rank_display, "cutoff" in analysis.metric.uses
    own = [
        by_hit_figure if story.hits else running_figure,
        *([pairs_figure] if story.pairs else [by_cutoff_figure] if cut else []),
    ]
    figures = [make(analysis, texts) for make in own]
    curves = [make(analysis, texts) for make in (pr_figure, roc_figure)]
    return [*figures, *figures_without_value(analysis, texts), *curves]


def figures_without_value(analysis: Analysis, texts: Texts) -> list[Data]:
    """The small figures that do not change with the grades, so that they tell nothing of the value."""
    if isinstance(analysis.main, InputError):
        return []
    worth = worth_figure(analysis, bar_trace(analysis), texts)
    return [] if worth is None else [worth]
