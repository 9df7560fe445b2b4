"""Every number of the page as tables, for reading aloud, checking by hand and copying."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
from pandas.api.types import is_numeric_dtype
from pandas.io.formats.style import Styler

from rankviz.basics.escaping import in_cell
from rankviz.basics.limits import MAX_WRITTEN
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.metrics.areas import LEVELS
from rankviz.core.trace import Step, Trace
from rankviz.display.count_rates import ORDER
from rankviz.display.formulas.derivation import derivation, plain_symbol
from rankviz.display.number_format import fixed_decimals
from rankviz.explore.charts.counts import quotients
from rankviz.explore.charts.curve_payloads import pr_curve
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts


def plain_cells(frame: pd.DataFrame) -> pd.DataFrame:
    """Escape text for spreadsheets, which also get it from a table's own CSV button; numbers stay numbers."""
    columns = {
        in_cell(str(name)): column if is_numeric_dtype(column) else column.map(_plain_cell) for name, column in frame.items()
    }
    return pd.DataFrame(columns)


def _plain_cell(value: object) -> object:
    return in_cell(value) if isinstance(value, str) else value


def formatted_cells(frame: pd.DataFrame, places: int) -> pd.DataFrame | Styler:
    """Format the numbers of a table as on the rest of the page; those of a very large one are only rounded."""
    plain = plain_cells(frame)
    if plain.size > MAX_WRITTEN:
        return plain.round(places)
    return plain.style.format(
        partial(fixed_decimals, places=places), subset=plain.columns[plain.dtypes.map(is_numeric_dtype)], na_rep=""
    )


def as_csv(frame: pd.DataFrame) -> str:
    """Write a table as CSV."""
    return str(plain_cells(frame).to_csv(index=False, lineterminator="\r\n"))  # a return inside a cell is quoted then


def list_frame(trace: Trace, analysis: Analysis, texts: Texts) -> pd.DataFrame:
    """Return a row for each entry: rank, document, and every recorded step."""
    items = [analysis.ranking.items[int(i)] for i in trace.rankings.source[0] if i >= 0]
    frame = step_frame(trace, "list", texts).drop(columns=texts("quantity.rank"), errors="ignore")
    frame.insert(0, texts("chart.column_document"), [item.doc_id for item in items])
    frame.insert(0, texts("chart.column_rank"), [int(rank) for rank in trace.rankings.rank[0][: len(items)]])
    return frame


def step_frame(trace: Trace, axis: str, texts: Texts) -> pd.DataFrame:
    """Return a column for each recorded step over the list or the ideal order; empty where a step was not computed."""
    present = trace.rankings.present[0] if axis == "list" else trace.step("ideal_rank").value[0] > 0
    steps = [step for step in trace.steps if step.axis == axis]
    return pd.DataFrame({texts(f"quantity.{step.key}"): _computed_values(step)[present] for step in steps})


def _computed_values(step: Step) -> Array:
    """Return the first list's numbers of a step; NaN where 0 only means that nothing was computed."""
    value = step.value[0]
    return value if step.where is None else np.where(step.where[0] | (value != 0), value, np.nan)


def line_frame(trace: Trace, texts: Texts) -> pd.DataFrame:
    """Return a row for each line of the derivation, with all digits."""
    lines = derivation(trace)
    values = [texts("panel.undefined") if line.undefined else line.exact.removesuffix(".0") for line in lines]
    return pd.DataFrame({texts("chart.column_quantity"): [line.name for line in lines], texts("chart.column_value"): values})


def curve_frames(analysis: Analysis, texts: Texts) -> list[pd.DataFrame]:
    """Return tables of the precision-recall curve, its eleven levels, the ROC curve and the rates without undefined ones."""
    frames = []
    if (pr := pr_curve(analysis)) is not None:
        frames.append(
            pd.DataFrame(
                {
                    texts("chart.column_rank"): pr.rank,
                    texts("chart.recall"): pr.recall,
                    texts("chart.precision"): pr.precision,
                    texts("chart.envelope"): pr.envelope,
                }
            )
        )
    eleven = analysis.trace("iprec11")
    if eleven is not None and not eleven.undefined[0]:
        level = eleven.step("interpolated").value[0]
        frames.append(pd.DataFrame({texts("chart.recall"): LEVELS, texts("chart.envelope"): level}))
    if (points := analysis.roc()) is not None:
        frames.append(
            pd.DataFrame(
                {
                    texts("chart.column_rank"): points.rank,
                    texts("chart.fpr"): points.false_positive_rate,
                    texts("chart.tpr"): points.true_positive_rate,
                }
            )
        )
    if (rates := quotients(analysis, texts)) is not None:
        steps = [rates.step(key) for key in ORDER]
        known = [step for step in steps if step.undefined is None or not step.undefined[0]]
        frames.append(
            pd.DataFrame(
                {
                    texts("chart.column_quantity"): [plain_symbol(step) for step in known],
                    texts("chart.column_value"): [float(step.value[0]) for step in known],
                }
            )
        )
    return frames
