"""`rankviz run`: whole runs against judgments, or a log of impressions."""

from __future__ import annotations

import argparse
import re
import sys
import warnings
from collections.abc import Sequence

from rankviz.api.run_comparison import compare_runs
from rankviz.api.run_sources import in_places
from rankviz.api.run_tabulation import named_runs, tabulate_runs
from rankviz.basics.errors import InputError, one_line
from rankviz.cli import json_records as records
from rankviz.cli.choices import choices_of
from rankviz.cli.json_records import json_text
from rankviz.cli.parser import RUN_MEASURES
from rankviz.runs.evaluate.run_evaluation import QueryValues, query_values, requested_measures
from rankviz.runs.impressions import evaluate_impressions
from rankviz.runs.read.file_sources import Upload
from rankviz.runs.settings import usual_profile
from rankviz.runs.words.log_sentences import LogTexts
from rankviz.runs.words.result_table import FORMATS, plain_text
from rankviz.runs.words.two_runs import compared_runs_record
from rankviz.runs.words.uncounted import uncounted_words
from rankviz.texts import Texts

STDIN = "-"
FLIPS = "Under which other choices the winner flips, and on which queries: --flips."
BETWEEN = re.compile(r"\s*,\s*(?![^(]*\))")  # measures, also where they are not separated by spaces; not in P(rel=2, p=1)


def output(options: argparse.Namespace) -> str:
    """Print a run's means, each with its convention below; of several runs a table.

    With --per-query first each query's values, with --against the difference from another run.
    """
    typed = [part for text in options.measures or RUN_MEASURES for part in BETWEEN.split(text) if part]
    runs, qrels = _files(options)
    options.profile = options.profile or usual_profile(is_log=qrels is None)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", UserWarning)
        measures = requested_measures(typed)
        choices = choices_of(options, measures, several=True)
        if options.against is not None:
            printed = _against(options, runs, qrels, measures, choices)
        elif len(runs) > 1 or options.table:
            printed = _table(options, runs, qrels, measures, choices)
        else:
            printed = _values(options, runs[0], qrels, measures, choices)
    for message in dict.fromkeys(str(each.message) for each in said):  # ids that may not meet, what is not in all_trec
        print(f"rankviz: {message}", file=sys.stderr)
    return printed


def _files(options: argparse.Namespace) -> tuple[list[str | Upload], str | Upload | None]:
    """Return the runs, or the log, and the judgments; None for a log."""
    *runs, last = options.files
    qrels = options.qrels
    if qrels is not None or not runs:
        runs.append(last)
    else:
        qrels = last
    if runs.count(STDIN) > 1:
        raise InputError("usage", "Only one run can come from the standard input.")
    for option, needed in (("--per-query", options.per_query), ("--against", options.against)):
        if needed and len(runs) > 1:
            raise InputError("usage", f"{option} is for one run, found {len(runs)}: the judgments come last, or after --qrels.")
    is_table = len(runs) > 1 or options.table or options.against
    for option, typed in (("--baseline", options.baseline), ("--sort", options.sort), ("--details", options.details)):
        if typed and not is_table:
            raise InputError("usage", f"{option} is for a table: give several runs, or --table.")
    if options.flips and not options.against:
        raise InputError("usage", "--flips compares two runs: give the other one as --against RUN.")
    if qrels is None and (options.table or options.against):
        named = "--table" if options.table else "--against"
        raise InputError("usage", f"{named} needs judgments: give the qrels after the run.")
    files = [Upload("stdin", sys.stdin.buffer.read()) if each == STDIN else each for each in runs]
    if qrels is None:
        return files, None
    *files, judgments = in_places([*files, qrels])
    return files, judgments


def _values(
    options: argparse.Namespace,
    run: str | Upload,
    qrels: str | Upload | None,
    measures: Sequence[str],
    choices: dict[str, object],
) -> str:
    """Print the values of one run."""
    if qrels is None:
        result = evaluate_impressions(run, measures, profile=options.profile, **choices)
    else:
        result = query_values(
            run,
            qrels,
            measures,
            profile=options.profile,
            ids=options.ids,
            allow=options.allow,
            progress=None,
            **choices,
        )
    if options.json:
        return json_text(records.means(result, options.profile, choices, options.per_query))
    lines, texts = [], (LogTexts if qrels is None else Texts)("en")
    if options.per_query:
        for i, query in enumerate(result.queries):
            lines += [f"{name}\t{one_line(query)}\t{_value(result, i, name, texts)}" for name in result.list_values]
    for name, words in records.conventions(result, options.profile, choices).items():
        mean = texts("runs.mean_over", count=f"{result.counts[name]:,}", of=f"{len(result.queries):,}")
        lines += [f"{name}\tall\t{result.means[name]!r}", f"  {mean} {words}"]
    return "\n".join(lines)


def _value(result: QueryValues, query: int, measure: str, texts: Texts) -> str:
    """The value of a query, or why it does not count in the mean."""
    reason = result.reason(query, measure)
    return uncounted_words(reason, texts) if reason else repr(float(result.list_values[measure][query]))


def _table(
    options: argparse.Namespace,
    runs: Sequence[str | Upload],
    qrels: str | Upload | None,
    measures: Sequence[str],
    choices: dict[str, object],
    *,
    details: bool = False,
) -> str:
    """Print several runs as a table."""
    assert qrels is not None
    table = tabulate_runs(
        runs,
        qrels,
        measures,
        baseline=_baseline(options.baseline, runs),
        sort=options.sort,
        test=options.test,
        profile=options.profile,
        ids=options.ids,
        allow=options.allow,
        **choices,
    )
    texts, details = Texts("en"), details or options.details
    form = options.table or ("json" if options.json else "")
    written = FORMATS[form].write(table, texts, details) if form else plain_text(table, texts, details=details)
    return written.removesuffix("\n")


def _baseline(typed: str, runs: Sequence[str | Upload]) -> str:
    """The name of the baseline, which may be typed as the path of its file."""
    return named_runs([*runs])[0][runs.index(typed)] if typed in runs else typed


def _against(
    options: argparse.Namespace,
    runs: Sequence[str | Upload],
    qrels: str | Upload | None,
    measures: Sequence[str],
    choices: dict[str, object],
) -> str:
    """Print how a run differs from another one; with --flips, or as JSON, also under which choices the winner flips."""
    assert qrels is not None
    run, other = runs[0], options.against
    if options.table or not options.json:
        options.baseline = options.baseline or other
        table = _table(options, [run, other], qrels, measures, choices, details=True)
        if not options.flips:
            return table if options.table else f"{table}\n\n{FLIPS}"
        table = f"{table}\n\n"
    comparisons = [
        compare_runs(each, run, other, qrels, profile=options.profile, ids=options.ids, allow=options.allow, **choices)
        for each in measures
    ]
    if options.json:
        return json_text([compared_runs_record(each) for each in comparisons])
    return table + "\n\n".join(map(str, comparisons))
