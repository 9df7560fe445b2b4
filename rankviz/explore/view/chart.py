"""The charts: what the two mounts of the component `chart` are given."""

from __future__ import annotations

from collections.abc import Collection

from rankviz.basics.errors import InputError
from rankviz.core.metrics.measures import print_measure
from rankviz.display.charts.values import PROJECTOR, SCREEN
from rankviz.display.labels import file_stem
from rankviz.explore.charts.counts import counts_payload
from rankviz.explore.charts.figure_payload import Data
from rankviz.explore.charts.state_figures import bar_trace, bars_figure, figures_without_value, small_figures
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

TELL_CHOICES = frozenset({"worth"})  # small figures that name the chosen option
TELL_FORMULA = frozenset({"sum", "dcg", "hits"})  # those that draw its sums, or its terms


def rank_chart_payload(
    analysis: Analysis, texts: Texts, *, only_gains: bool = False, withheld: Collection[str] = (), projector: int = 0
) -> Data:
    """Build the tall figure whose rows line up with the rows of the list; only gains, where the formula is covered.

    Recorded arrays that are `withheld` are left out. `projector` is the size of large type, 0 for that of a screen.
    """
    size = PROJECTOR.in_type(projector) if projector else SCREEN
    trace = bar_trace(analysis)
    # Entries without a rank stand last in the list and have no row here.
    rows = None if trace is None else int(trace.rankings.present[0].sum())
    figure = bars_figure(analysis, texts, size, only_gains=only_gains, withheld=withheld, beside=True)
    return _mount(analysis, "rows", [figure], None, texts, rows)


def charts_payload(analysis: Analysis, texts: Texts, covered: frozenset[str] = frozenset()) -> Data | None:
    """Build the small figures and the counts at k, without those that reveal a `covered` value, formula or choices.

    None if nothing is left. Where they are to be folded away, the caller adds `fold`, the label of what unfolds them.
    """
    figures = (figures_without_value if "score" in covered else small_figures)(analysis, texts)
    if "choices" in covered:
        figures = [figure for figure in figures if figure["key"] not in TELL_CHOICES]
    if "formula" in covered:
        figures = [figure for figure in figures if figure["key"] not in TELL_FORMULA]
    if "score" in covered:
        return _mount(analysis, "small", figures, None, texts) if figures else None
    left_out = analysis.state.metric if "formula" in covered else ""
    table = None if isinstance(analysis.main, InputError) else counts_payload(analysis, texts, left_out)
    return _mount(analysis, "small", figures, table, texts)


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
        of texts whose `meta` is {"wide": n} the first n are left out below 420 px. Of the tall figure besides `legend`, the
        sign and the name of each kind of bar; of one that adds up,
        `running_total`, for each rank its sum in words, or "".
        `table`, what `counts_data` returns.
        `texts` has `save` (with the placeholder {title}), `save_svg`, `save_png`, `cutoff_slider`, `cutoff_mark` (the
        letter beside the point at k), `failed` (the charts cannot be loaded), and for what is saved `rank`, `document` and
        `grade` (heads of the list), `missed` (with {names}) and `separator` (between them).

    Notes
    -----
    It asks for `choose` with the field cutoff.
    """
    rows = len(analysis.ranking.items) if rows is None else rows
    stem = file_stem(print_measure(analysis.metric, analysis.state.convention))
    return {
        "layout": layout,
        "figures": [{**figure, "file_name": f"{stem}-{figure['key']}"} for figure in figures],
        "table": table,
        "cutoff": analysis.state.convention.cutoff,
        "n": rows,
        "texts": texts.group("figure") | {"separator": texts("sentence.more_separator")},
    }
