"""The table of several runs as files: LaTeX, Markdown, CSV and JSON, with the sentence that stands under it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from math import isfinite, isnan
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from rankviz.basics.errors import one_line
from rankviz.basics.escaping import in_cell, in_latex, in_markdown_text
from rankviz.basics.optional_packages import load
from rankviz.basics.version import VERSION
from rankviz.display.convention_words import ConventionWords, choices_words
from rankviz.display.error_text import error_text
from rankviz.display.glossary.term_marks import words_of
from rankviz.display.labels import library_version
from rankviz.display.number_format import fixed_decimals
from rankviz.libraries.profiles import CUSTOM, PROFILES
from rankviz.runs.result_table import ResultTable
from rankviz.runs.significance import EQUAL, TESTS, Interval, PairedTests
from rankviz.runs.words.tables import PLACES
from rankviz.texts import Texts

if TYPE_CHECKING:
    import pandas as pd

LEVELS = ((0.01, "‡"), (0.05, "†"))  # below which p a value gets which mark
LEAST = 0.001  # of a p-value that is printed as a number, as papers do
DOWN = "↓"
NOTHING = "—"
WIDTH = 110  # of lines in a terminal
# The columns of a test in CSV, JSON and a frame, of which those with p are there for each test.
TEST_COLUMNS = (
    *("difference", "low", "high", "bootstrap_low", "bootstrap_high"),
    *(f"{name}_{p}" for name in TESTS for p in ("p", "p_holm")),
    *("effect_size", "wins", "ties", "losses"),
)
Row = dict[str, object]


@dataclass(frozen=True)
class Cell:
    """A cell of the table.

    Parameters
    ----------
    text : str
    is_best : bool
        Whether it is the best of its column.
    mark : str
        That of its p-value, "" for none.
    reason : str
        Why it has no number, "" if it has one.
    """

    text: str
    is_best: bool = False
    mark: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Grid:
    """Heads of columns, of which the first `names` hold text and the others numbers, and rows."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    names: int


def means_grid(table: ResultTable, texts: Texts) -> Grid:
    """A row a run: the mean by each measure, the best ones and those that differ from the baseline being marked.

    Means that print the same are equally good.
    """
    printed = [[_number(float(value)) for value in row] for row in table.means]
    best = [_best(table, column) for column in range(len(table.measures))]
    why = {measure: error_text(error, texts) for measure, error in table.without_mean.items()}
    rows = []
    for at, name in enumerate(table.runs):
        cells = [
            Cell(text, text == best[column], mark_of(table.tests.get((name, measure)), table.test), why.get(measure, ""))
            for column, (measure, text) in enumerate(zip(table.measures, printed[at], strict=True))
        ]
        rows.append((Cell(one_line(name)), *cells))
    heads = [f"{each} {DOWN}" if table.is_lower_better(each) else each for each in table.measures]
    return Grid((texts("runs.table_run"), *heads), tuple(rows), 1)


def _best(table: ResultTable, column: int) -> str | None:
    values = table.means[:, column]
    if len(values) < 2 or np.isnan(values).all():
        return None
    return _number(float(np.nanmin(values) if table.is_lower_better(table.measures[column]) else np.nanmax(values)))


def mark_of(test: PairedTests | None, name: str) -> str:
    """The mark of a run's corrected p-value against the baseline."""
    p = getattr(test, name).p_corrected if test is not None else float("nan")
    return next((mark for level, mark in LEVELS if p < level), "")


def tests_grid(table: ResultTable, texts: Texts) -> Grid:
    """A row for each run but the baseline, and measure: the difference with its intervals, p-values and effect size."""
    columns = (
        "table_run",
        "measure",
        "difference",
        "table_t",
        "table_bootstrap",
        "table_p",
        "table_p_holm",
        "table_effect",
        "wins",
    )
    rows = []
    for (run, measure), test in ((key, table.tests[key]) for key in _tested(table)):
        outcome = getattr(test, table.test)
        texts_of_row = [
            one_line(run),
            measure,
            _signed(test.difference),
            *(_interval(each) for each in (test.interval, test.bootstrap)),
            *(p_text(each) for each in (outcome.p, outcome.p_corrected)),
            fixed_decimals(test.effect_size, 2) if isfinite(test.effect_size) else NOTHING,
            texts("runs.wins_cell", wins=test.wins, ties=test.ties, losses=test.losses),
        ]
        why = texts(f"runs.reason_{test.reason}") if test.reason else ""
        rows.append(tuple(Cell(text, reason=why if text == NOTHING else "") for text in texts_of_row))
    return Grid(tuple(texts(f"runs.{each}") for each in columns), tuple(rows), 2)


def _tested(table: ResultTable) -> Iterator[tuple[str, str]]:
    return ((run, measure) for measure in table.measures for run in table.runs if (run, measure) in table.tests)


def p_text(p: float) -> str:
    """Print a p-value as papers do.

    Examples
    --------
    >>> p_text(0.00042), p_text(0.0474), p_text(float("nan"))
    ('< 0.001', '0.047', '—')
    """
    return NOTHING if isnan(p) else f"< {LEAST}" if p < LEAST else f"{p:.3f}"


def _number(value: float) -> str:
    return fixed_decimals(value, PLACES) if isfinite(value) else NOTHING


def _signed(value: float) -> str:
    value = 0.0 if abs(value) <= EQUAL else value  # the mean of 0.1, -0.1 and 0 is not 0 in 64 bits
    return ("+" if value > 0 else "") + _number(value)


def _interval(interval: Interval) -> str:
    return f"[{_signed(interval.low)}, {_signed(interval.high)}]" if isfinite(interval.low) else NOTHING


def note(table: ResultTable, texts: Texts) -> str:
    """What stands under the table: over which queries the means are, by which convention, and what the marks are."""
    return texts("words.separator").join(_sentences(table, texts))


def _sentences(table: ResultTable, texts: Texts) -> Iterator[str]:
    if len({*table.counts}) == 1:
        yield texts("runs.table_means", count=f"{table.counts[0]:,}")
    else:
        yield texts("runs.table_means_by_measure", counts=_listed(zip(table.measures, table.counts, strict=True), texts))
    for reason, names in _grouped((error_text(why, texts), each) for each, why in table.without_mean.items()).items():
        yield texts("runs.refused", measure=texts("sentence.more_separator").join(names), reason=reason)
    if (table.own_counts > np.array(table.counts))[:, [each not in table.without_mean for each in table.measures]].any():
        own = [(run, _span(counts)) for run, counts in zip(table.runs, table.own_counts.tolist(), strict=True)]
        yield texts("runs.table_left_out", counts=_listed(own, texts))
    yield from _convention(table, texts)
    if len(table.runs) > 1:
        yield texts("runs.table_best")
    if any(map(table.is_lower_better, table.measures)):
        yield texts("runs.table_lower")
    for reason, untested in _untested(table).items():
        measures = texts("sentence.more_separator").join(untested)
        yield texts("runs.table_untested", measures=measures, reason=texts(f"runs.reason_{reason}"))
    if table.corrected_count:
        yield texts("runs.table_marks", baseline=one_line(table.baseline), **_test_words(table, texts))


def _untested(table: ResultTable) -> dict[str, list[str]]:
    """What has a mean and no p-value, by the reason: measures, with the run where it is not so for all runs."""
    tests = {key: test for key, test in table.tests.items() if key[1] not in table.without_mean}
    without = {key: test.reason for key, test in tests.items() if test.reason and isnan(getattr(test, table.test).p)}

    def name(run: str, measure: str, reason: str) -> str:
        of_all = all(without.get(key) == reason for key in tests if key[1] == measure)
        return measure if of_all else f"{one_line(run)} {measure}"

    return _grouped((reason, name(*key, reason)) for key, reason in without.items())


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the names of each reason, each once."""
    found: dict[str, dict[str, None]] = {}
    for reason, name in pairs:
        found.setdefault(reason, {})[name] = None
    return {reason: [*names] for reason, names in found.items()}


def _listed(pairs: object, texts: Texts) -> str:
    assert isinstance(pairs, zip | list)
    parts = (texts("convention.part", name=one_line(str(name)), value=value) for name, value in pairs)
    return texts("sentence.more_separator").join(parts)


def _span(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    return f"{low:,}" if low == high else f"{low:,}–{high:,}"


def _convention(table: ResultTable, texts: Texts) -> Iterator[str]:
    """By what the means are computed; choices that all measures share, and that have no place in their sentences, once."""
    if table.profile == CUSTOM:
        yield texts("runs.table_own", version=VERSION)
    else:
        key = "runs.table_by_book" if PROFILES[table.profile].is_book else "runs.table_by"
        yield texts(key, version=VERSION, library=library_version(table.profile, texts))
    if table.choices and table.profile != CUSTOM:
        yield texts("runs.table_choices", words=choices_words(table.choices, texts))
    words = {name: ConventionWords(each.measure.metric, each.convention, None, texts) for name, each in table.resolved.items()}
    extra = [each.extra_sentences for each in words.values()]
    shared = [each for each in extra[0] if all(each in others for others in extra)] if len(extra) > 1 else []
    separator = texts("convention.separator")
    for name, each in words.items():
        own = [part for part in each.extra_sentences if part not in shared]
        yield texts("runs.own_convention", measure=name, words=separator.join([each.main_sentence, *own]))
    if shared:
        yield texts("runs.table_shared", words=separator.join(shared))


def _test_words(table: ResultTable, texts: Texts) -> dict[str, str]:
    count = table.corrected_count
    return {
        "test": texts(f"runs.table_test_{table.test}"),
        "correction": texts("runs.table_holm", count=f"{count:,}") if count else texts("runs.table_holm_none"),
    }


def tests_note(table: ResultTable, texts: Texts) -> str:
    """What stands under the table of tests."""
    return texts("runs.table_tests", baseline=one_line(table.baseline), **_test_words(table, texts))


def latex(table: ResultTable, texts: Texts, *, details: bool = False) -> str:
    """Write the table for LaTeX, with the note as its caption; with `details` a second table, of the tests.

    It uses the package booktabs.
    """
    parts = [_latex(means_grid(table, texts), note(table, texts), "tab:runs")]
    if details and table.tests:
        parts.append(_latex(tests_grid(table, texts), tests_note(table, texts), "tab:tests"))
    return "% \\usepackage{booktabs}\n" + "\n".join(parts)


def _latex(grid: Grid, caption: str, label: str) -> str:
    def row(cells: Sequence[str]) -> str:
        return f"    {' & '.join(cells)} \\\\"

    lines = [
        r"\begin{table}",
        r"  \centering",
        rf"  \begin{{tabular}}{{{'l' * grid.names}{'r' * (len(grid.heads) - grid.names)}}}",
        r"    \toprule",
        row([in_latex(each) for each in grid.heads]),
        r"    \midrule",
        *(row([_latex_cell(cell) for cell in cells]) for cells in grid.rows),
        r"    \bottomrule",
        r"  \end{tabular}",
        rf"  \caption{{{in_latex(caption)}}}",
        rf"  \label{{{label}}}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _latex_cell(cell: Cell) -> str:
    text = in_latex(cell.text)
    return (rf"\textbf{{{text}}}" if cell.is_best else text) + in_latex(cell.mark)


def markdown(table: ResultTable, texts: Texts, *, details: bool = False) -> str:
    """Write the table for Markdown, with the note below; with `details` a second table, of the tests."""
    return _with_notes(table, texts, details, in_markdown_text, in_markdown_text)


def plain_text(table: ResultTable, texts: Texts, *, details: bool = False) -> str:
    """Write the table for a terminal: as for Markdown, but that no sign is escaped and the notes are broken into lines."""
    return _with_notes(table, texts, details, one_line, partial(fill, width=WIDTH, break_on_hyphens=False))


def _with_notes(
    table: ResultTable, texts: Texts, details: bool, escaped: Callable[[str], str], paragraph: Callable[[str], str]
) -> str:
    parts = [_aligned(means_grid(table, texts), escaped), paragraph(note(table, texts))]
    if details and table.tests:
        parts += [_aligned(tests_grid(table, texts), escaped), paragraph(tests_note(table, texts))]
    return "\n\n".join(parts) + "\n"


def _aligned(grid: Grid, escaped: Callable[[str], str]) -> str:
    """The columns are as wide as their cells, so that it can be read in a terminal too."""

    def written(cell: Cell) -> str:
        text = escaped(cell.text)
        return (f"**{text}**" if cell.is_best else text) + cell.mark

    rows = [[*map(escaped, grid.heads)], *([written(cell) for cell in cells] for cells in grid.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    adjust: list[Callable[[str, int], str]] = [str.ljust if at < grid.names else str.rjust for at in range(len(widths))]
    lines = [
        "| " + " | ".join(put(cell, width) for put, cell, width in zip(adjust, row, widths, strict=True)) + " |" for row in rows
    ]
    dashes = ["-" * width + ("-" if at < grid.names else ":") for at, width in enumerate(widths)]
    return "\n".join([lines[0], "|-" + "|-".join(dashes) + "|", *lines[1:]])


def result_data(table: ResultTable, texts: Texts) -> tuple[Row, Row | None]:
    """Build the table of means for the page, and that of tests; None for the second where there is one run."""
    means = _data(means_grid(table, texts), texts("runs.table_caption"), table, texts)
    tests = _data(tests_grid(table, texts), texts("runs.table_tests_caption", baseline=one_line(table.baseline)), table, texts)
    return means, tests if table.tests else None


def _data(grid: Grid, caption: str, table: ResultTable, texts: Texts) -> Row:
    rows = [{"head": cells[0].text, "cells": [*map(_cell, cells[1:])]} for cells in grid.rows]
    words = words_of(table.measures, texts)
    return {"caption": caption, "heads": list(grid.heads), "groups": [{"name": "", "rows": rows}], "words": words}


def _cell(cell: Cell) -> Row:
    return {"text": cell.text, "flag": cell.mark, "marks": ["best" if cell.is_best else "plain"], "title": cell.reason}


def html(table: ResultTable, texts: Texts) -> str:
    """Write the table for a notebook, with the tests and both notes."""
    parts = [_html(means_grid(table, texts)), f"<p>{escape(note(table, texts))}</p>"]
    if table.tests:
        parts += [_html(tests_grid(table, texts)), f"<p>{escape(tests_note(table, texts))}</p>"]
    return "".join(parts)


def _html(grid: Grid) -> str:
    heads = "".join(f"<th>{escape(each)}</th>" for each in grid.heads)
    rows = "".join(f"<tr>{''.join(map(_html_cell, cells))}</tr>" for cells in grid.rows)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _html_cell(cell: Cell) -> str:
    text = f"<strong>{escape(cell.text)}</strong>" if cell.is_best else escape(cell.text)
    return f"<td>{text}{f'<sup>{cell.mark}</sup>' if cell.mark else ''}</td>"


def tidy_rows(table: ResultTable, texts: Texts) -> list[Row]:
    """A row for each run and measure, with all digits; NaN where a number is not known, as in the tests of the baseline."""
    conventions = _sentence_by_measure(table, texts)
    library = "" if table.profile == CUSTOM else library_version(table.profile, texts)
    nothing = PairedTests("", 0, 0, float("nan"), float("nan"), float("nan"), 0, 0, 0)
    rows: list[Row] = []
    for at, run in enumerate(table.runs):
        for column, measure in enumerate(table.measures):
            test = table.tests.get((run, measure))
            row: Row = {
                "run": run,
                "measure": measure,
                "mean": float(table.means[at, column]),
                "queries": table.counts[column],
                "queries_of_run": int(table.own_counts[at, column]),
                "baseline": table.baseline if test else "",
            }
            row |= _test_columns(test or nothing)
            row |= {key: None for key in ("wins", "ties", "losses") if test is None}
            rows.append(row | {"computed_as": library, "convention": conventions[measure]})
    return rows


def frame(table: ResultTable, texts: Texts) -> pd.DataFrame:
    """Put `tidy_rows` into a DataFrame."""
    made: pd.DataFrame = load("pandas").DataFrame(tidy_rows(table, texts))
    return made


def _test_columns(test: PairedTests) -> Row:
    columns: Row = {
        "difference": test.difference,
        "low": test.interval.low,
        "high": test.interval.high,
        "bootstrap_low": test.bootstrap.low,
        "bootstrap_high": test.bootstrap.high,
    }
    for name in TESTS:
        outcome = getattr(test, name)
        columns |= {f"{name}_p": outcome.p, f"{name}_p_holm": outcome.p_corrected}
    return columns | {"effect_size": test.effect_size, "wins": test.wins, "ties": test.ties, "losses": test.losses}


def _sentence_by_measure(table: ResultTable, texts: Texts) -> dict[str, str]:
    words = {name: ConventionWords(each.measure.metric, each.convention, None, texts) for name, each in table.resolved.items()}
    return {name: each.sentence for name, each in words.items()}


def csv_text(table: ResultTable, texts: Texts) -> str:
    """Write `tidy_rows` as CSV; text that a spreadsheet would take for a formula begins with an apostrophe."""
    rows = tidy_rows(table, texts)
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(rows[0])
    for row in rows:
        writer.writerow([_csv_cell(value) for value in row.values()])
    return out.getvalue()


def _csv_cell(value: object) -> object:
    if isinstance(value, str):
        return in_cell(value)
    return "" if value is None or (isinstance(value, float) and isnan(value)) else value


def json_record(table: ResultTable, texts: Texts) -> Row:
    """The table as plain data: means by run and measure, tests, conventions and the notes; null where a number is not known."""
    rows = [
        {key: _finite(value) for key, value in row.items() if key not in ("convention", "computed_as")}
        for row in tidy_rows(table, texts)
    ]
    return {
        "baseline": table.baseline,
        "profile": table.profile,
        "computed_as": "" if table.profile == CUSTOM else library_version(table.profile, texts),
        "choices": dict(table.choices),
        "correction": {"method": "holm", "count": table.corrected_count, "test": table.test},
        "queries": dict(zip(table.measures, table.counts, strict=True)),
        "conventions": _sentence_by_measure(table, texts),
        "rows": rows,
        "note": note(table, texts),
        "rankviz": VERSION,
    }


def json_text(table: ResultTable, texts: Texts) -> str:
    """Write `json_record`."""
    return json.dumps(json_record(table, texts), ensure_ascii=False, indent=1) + "\n"


def _finite(value: object) -> object:
    return None if isinstance(value, float) and not isfinite(value) else value


@dataclass(frozen=True)
class TableFormat:
    """A format of the file: how it is written, with or without details, and the end of its name and its type."""

    write: Callable[[ResultTable, Texts, bool], str]
    suffix: str
    mime: str


FORMATS = {
    "latex": TableFormat(lambda table, texts, details: latex(table, texts, details=details), "tex", "application/x-tex"),
    "markdown": TableFormat(lambda table, texts, details: markdown(table, texts, details=details), "md", "text/markdown"),
    "csv": TableFormat(lambda table, texts, _: csv_text(table, texts), "csv", "text/csv"),
    "json": TableFormat(lambda table, texts, _: json_text(table, texts), "json", "application/json"),
}
