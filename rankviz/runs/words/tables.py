"""The tables of the Runs page: means with tests, what the files hold, and the values of every query."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from rankviz.basics.optional_packages import load
from rankviz.display.error_text import error_text
from rankviz.display.glossary.term_marks import words_of
from rankviz.display.number_format import exact, fixed_decimals
from rankviz.runs.evaluate.common_queries import nothing_common
from rankviz.runs.evaluate.run_evaluation import QueryValues
from rankviz.runs.read.id_rules import check_id_rules
from rankviz.runs.significance import Interval, Outcome, PairedTests
from rankviz.runs.summary import RunContents, RunValues, counts_of
from rankviz.texts import Piece, Texts

if TYPE_CHECKING:
    import pandas as pd

Data = dict[str, object]
PLACES = 4
TESTED = ("difference", "interval", "wins", "t", "wilcoxon", "permutation", "effect")  # columns of two runs
LEAST = 0.0001  # of a probability that is printed as a number
UP, DOWN, SAME = "▲", "▼", "＝"


def means_data(names: tuple[str, ...], results: list[QueryValues], tests: tuple[PairedTests, ...], texts: Texts) -> Data:
    """Build the table of means, one row a measure."""
    heads: list[object] = [texts("runs.measure"), *names, texts.pieces("runs.counted_head")]
    if tests:
        heads += [texts.pieces(f"runs.{each}") for each in TESTED]
    by_measure = {test.measure: test for test in tests}
    rows = []
    for measure in results[0].list_values:
        cells: list[Data] = [*(_number(result.means[measure]) for result in results), _count(results, measure, texts)]
        if tests:
            cells += _test_cells(by_measure[measure], texts)
        rows.append({"head": measure, "cells": cells})
    words = words_of(results[0].list_values, texts)
    return {"caption": texts("runs.means"), "heads": heads, "groups": [{"name": "", "rows": rows}], "words": words}


def _count(results: Sequence[QueryValues], measure: str, texts: Texts) -> Data:
    """Over how many queries the means are, of how many: one number where it is the same for both runs."""
    counts = [f"{result.counts[measure]:,}" for result in results]
    wholes = [f"{len(result.queries):,}" for result in results]
    separator = texts("sentence.more_separator")
    shares = [texts("runs.filled_count", count=count, of=of) for count, of in zip(counts, wholes, strict=True)]
    return {"text": separator.join(dict.fromkeys(counts)), "title": separator.join(dict.fromkeys(shares))}


def _number(value: float) -> Data:
    return {"text": fixed_decimals(value, PLACES), "title": exact(value)} if isfinite(value) else {"text": "—"}


def signed_cell(value: float) -> Data:
    """A difference with its sign and a shape."""
    shape, sign = (UP, "+") if value > 0 else (DOWN, "") if value < 0 else (SAME, "")
    return {"text": f"{shape} {sign}{fixed_decimals(value, PLACES)}", "title": exact(value)}


def _test_cells(test: PairedTests, texts: Texts) -> list[Data]:
    """Difference, interval, wins, three tests and the effect of one measure."""
    if not test.n:
        return [{"text": "—", "title": texts(f"runs.reason_{test.reason}") if test.reason else ""} for _ in TESTED]
    why = texts(f"runs.reason_{test.reason}") if test.reason else ""
    return [
        signed_cell(test.difference),
        _interval(test.interval, why),
        {"text": texts("runs.wins_cell", wins=test.wins, ties=test.ties, losses=test.losses)},
        *(_probability(outcome, why, texts) for outcome in (test.t, test.wilcoxon, test.permutation)),
        _number(test.effect_size) | ({"title": why} if why else {}),
    ]


def _interval(interval: Interval, why: str) -> Data:
    if not isfinite(interval.low):
        return {"text": "—", "title": why}
    return {"text": f"{fixed_decimals(interval.low, PLACES)} … {fixed_decimals(interval.high, PLACES)}"}


def _probability(outcome: Outcome, why: str, texts: Texts) -> Data:
    """The corrected probability, and the uncorrected one when pointed at."""
    if not isfinite(outcome.p_corrected):
        return {"text": "—", "title": why}
    title = texts("runs.uncorrected", p=probability(outcome.p, "= "), statistic=exact(outcome.statistic))
    return {"text": probability(outcome.p_corrected), "title": title}


def probability(value: float, equals: str = "") -> str:
    """Print a probability; a very small one as "< 0.0001"."""
    return f"< {LEAST}" if value < LEAST else equals + fixed_decimals(value, PLACES)


def other_queries(names: Sequence[str], results: Sequence[QueryValues], measure: str, texts: Texts) -> list[Piece]:
    """Say that two means are not over the same queries, so that the difference of the means is not the one that was tested."""
    counts = counts_of(results, measure)
    *each, both = counts
    if not both and any(each) and (error := nothing_common(names, results, [measure])) is not None:
        return [error_text(error, texts), " "]
    values = both_values(names, counts, texts)
    return [*texts.pieces("runs.other_queries", **values), " "] if values else []


def weighted_note(tests: Sequence[PairedTests], texts: Texts) -> list[Piece]:
    """Say which tests there are of weighted means; [] if there is none of these."""
    names = [test.measure for test in tests if test.reason == "weighted_mean"]
    measures = texts("sentence.more_separator").join(names)
    return [" ", *texts.pieces("runs.weighted_note", measures=measures)] if names else []


def both_values(names: Sequence[str], counts: tuple[int, int, int], texts: Texts) -> dict[str, str]:
    """Return the values for the sentence that not the same queries count for two runs; {} if the same count."""
    *each, both = counts
    if all(count == both for count in each):
        return {}
    named = [texts("convention.part", name=name, value=f"{count:,}") for name, count in zip(names, each, strict=True)]
    return {"counts": texts("sentence.more_separator").join(named), "both": f"{both:,}"}


def ids_words(ids: str, texts: Texts) -> list[str]:
    """Say by which rules ids were read; [] where they were read as they are written."""
    rules = [texts(f"error.ids_rule_{rule}") for rule in check_id_rules(ids)]
    return [texts("runs.ids_read", rules=texts("sentence.more_separator").join(rules))] if rules else []


def contents_words(run: RunContents, texts: Texts) -> list[str]:
    """Say what a run holds, and what was odd about it."""
    share = run.judged / run.entries if run.entries else 0.0
    sentences = [
        texts("runs.holds", both=f"{run.queries_in_both:,}", entries=f"{run.entries:,}"),
        texts("runs.judged", judged=f"{run.judged:,}", share=fixed_decimals(100 * share, 1), missed=f"{run.missed:,}"),
    ]
    for name in ("only_run", "only_judged", "duplicates", "unsorted", "tied"):
        count = getattr(run, name)
        if count:
            sentences.append(texts(f"runs.{name}", count=f"{count:,}"))
    return sentences


def queries_frame(names: tuple[str, ...], side: RunValues, measures: Sequence[str], texts: Texts) -> pd.DataFrame:
    """One row a query, the smallest difference or value of the first measure first: its values and those of the others."""
    measure, *others = measures
    columns: dict[str, object] = {texts("runs.query"): side.queries}
    for name, values in zip(names, side.values, strict=True):
        columns[_column(measure, name, len(names))] = values[measure]
    if len(names) > 1:
        columns[texts("runs.difference")] = side.differences(measure)
    for other in others:
        columns |= {_column(other, name, len(names)): values[other] for name, values in zip(names, side.values, strict=True)}
    frame: pd.DataFrame = load("pandas").DataFrame(columns)  # which a terminal does without
    by = texts("runs.difference") if len(names) > 1 else _column(measure, names[0], 1)
    return frame.sort_values(by, kind="stable", ignore_index=True)


def _column(measure: str, name: str, count: int) -> str:
    return measure if count == 1 else f"{measure} · {name}"
