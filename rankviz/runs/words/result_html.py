"""What a notebook shows of a run: means with their conventions, and the queries of which they are worst."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import numpy as np

from rankviz.display.convention_words import ConventionWords
from rankviz.display.number_format import fixed_decimals
from rankviz.runs.evaluate.run_evaluation import QueryValues, ResolvedMeasure
from rankviz.runs.words.tables import PLACES
from rankviz.runs.words.uncounted import no_mean_words
from rankviz.texts import Texts

WORST = 5  # queries that are shown


def result_html(values: QueryValues, measures: Mapping[str, ResolvedMeasure]) -> str:
    """Write a table of means, and the worst queries of the first measure.

    Parameters
    ----------
    values : QueryValues
    measures : mapping of each measure of the values to what it was computed by
    """
    texts = Texts("en")
    whys = (no_mean_words(values, name, texts) for name in measures)
    said = "".join(f"<p>{escape(why)}</p>" for why in whys if why)
    return _means(values, measures, texts) + said + _worst(values, measures, texts)


def _means(values: QueryValues, measures: Mapping[str, ResolvedMeasure], texts: Texts) -> str:
    rows = [[texts("runs.measure"), texts("runs.mean"), texts("runs.counted_head_plain"), texts("runs.convention_head")]]
    for name, resolved in measures.items():
        share = texts("runs.filled_count", count=f"{values.counts[name]:,}", of=f"{len(values.queries):,}")
        sentence = ConventionWords(resolved.measure.metric, resolved.convention, None, texts).sentence
        rows.append([name, _number(values.means[name]), share, sentence])
    return _table(rows)


def _worst(values: QueryValues, measures: Mapping[str, ResolvedMeasure], texts: Texts) -> str:
    first = next(iter(measures), None)
    if first is None or not values.counts[first]:
        return ""
    turn = -1 if measures[first].measure.metric.lower_is_better else 1
    columns = values.per_query
    counted = np.flatnonzero(values.counted[first])
    worst = counted[np.argsort(turn * columns[first][counted], kind="stable")][:WORST].tolist()
    rows = [[texts("runs.query"), *columns]]
    rows += [[values.queries[i], *(_cell(values, i, name, texts) for name in columns)] for i in worst]
    return f"<p>{escape(texts('runs.worst', measure=first))}</p>" + _table(rows)


def _cell(values: QueryValues, query: int, measure: str, texts: Texts) -> str:
    reason = values.reason(query, measure)
    return texts(f"runs.left_out_{reason}") if reason else _number(float(values.list_values[measure][query]))


def _number(value: float) -> str:
    return fixed_decimals(value, PLACES) if np.isfinite(value) else "nan"


def _table(rows: list[list[str]]) -> str:
    head, *body = ["".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) for tag, row in _tagged(rows)]
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(f'<tr>{row}</tr>' for row in body)}</tbody></table>"


def _tagged(rows: list[list[str]]) -> list[tuple[str, list[str]]]:
    return [("td" if at else "th", row) for at, row in enumerate(rows)]
