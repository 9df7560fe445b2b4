"""`rankviz run`: whole runs against judgments, or a log of impressions."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Sequence

from rankviz.api.run_comparison import compare_runs
from rankviz.api.run_sources import in_places
from rankviz.api.run_tabulation import RunTable, named_runs, tabulate_runs
from rankviz.basics.errors import one_line
from rankviz.cli import json_records as records
from rankviz.cli.choices import choices_of
from rankviz.cli.json_records import json_text
from rankviz.cli.parser import RUN_MEASURES
from rankviz.cli.run_options import check_options, from_stdin
from rankviz.runs.evaluate.run_evaluation import QueryValues, query_values, requested_measures
from rankviz.runs.impressions import evaluate_impressions
from rankviz.runs.read.file_sources import Upload
from rankviz.runs.settings import usual_profile
from rankviz.runs.significance import TESTS
from rankviz.runs.words.log_sentences import LogTexts
from rankviz.runs.words.result_table import FORMATS, plain_text
from rankviz.runs.words.uncounted import no_mean_words, uncounted_words
from rankviz.texts import Texts

FLIPS = "Under which other choices the winner flips, and on which queries: --flips."


def output(options: argparse.Namespace) -> str:
    """Print a run's means, each with its convention below; of several runs a table.

    With --per-query first each query's values, with --against the difference from another run.
    """
    runs, qrels, other = _files(options)
    options.profile = options.profile or usual_profile(is_log=qrels is None)
    options.test = options.test or TESTS[0]
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", UserWarning)
        measures = requested_measures(options.measures or RUN_MEASURES, options.profile)
        choices = choices_of(options, measures, several=True)
        if other is not None:
            printed = _against(options, (runs[0], other), qrels, measures, choices)
        elif len(runs) > 1 or options.table:
            printed = _table(options, runs, qrels, measures, choices)
        else:
            printed = _values(options, runs[0], qrels, measures, choices)
    for message in dict.fromkeys(str(each.message) for each in said):  # ids that may not meet, what is not in all_trec
        print(f"rankviz: {message}", file=sys.stderr)
    return printed


def _files(options: argparse.Namespace) -> tuple[list[str | Upload], str | Upload | None, str | Upload | None]:
    """Return the runs, or the log; the judgments, None for a log; and the run to be compared with, if there is one."""
    *runs, last = options.files
    qrels = options.qrels
    if qrels is not None or not runs:
        runs.append(last)
    else:
        qrels = last
    check_options(options, len(runs), is_log=qrels is None)
    *given, judgments, other = from_stdin([*runs, qrels, options.against])
    files = [each for each in given if each is not None]
    if judgments is not None:
        *files, judgments = in_places([*files, judgments])
    return files, judgments, other


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
    texts = (LogTexts if qrels is None else Texts)("en")
    if options.json:
        return json_text(records.means(result, options.profile, choices, texts, per_query=options.per_query))
    lines = []
    if options.per_query:
        for i, query in enumerate(result.queries):
            lines += [f"{name}\t{one_line(query)}\t{_value(result, i, name, texts)}" for name in result.list_values]
    for name, words in records.conventions(result, options.profile, choices).items():
        mean = texts("runs.mean_over", count=f"{result.counts[name]:,}", of=f"{len(result.queries):,}")
        lines += [f"{name}\tall\t{result.means[name]!r}", f"  {mean} {words}"]
        lines += [f"  {why}" for why in [no_mean_words(result, name, texts)] if why]
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
) -> str:
    """Print several runs as a table."""
    table = _tabulated(options, runs, qrels, measures, choices)
    return _written(table, options.table or ("json" if options.json else ""), details=options.details)


def _tabulated(
    options: argparse.Namespace,
    runs: Sequence[str | Upload],
    qrels: str | Upload | None,
    measures: Sequence[str],
    choices: dict[str, object],
    baseline: str = "",
) -> RunTable:
    """Evaluate several runs; `baseline` as it is named in the table, or where that is "" as it was typed."""
    assert qrels is not None
    return tabulate_runs(
        runs,
        qrels,
        measures,
        baseline=baseline or _baseline(options.baseline, runs),
        sort=options.sort,
        test=options.test,
        profile=options.profile,
        ids=options.ids,
        allow=options.allow,
        **choices,
    )


def _written(table: RunTable, form: str, *, details: bool) -> str:
    """A table in a format, or for a terminal."""
    texts = Texts("en")
    written = FORMATS[form].write(table, texts, details) if form else plain_text(table, texts, details=details)
    return written.removesuffix("\n")


def _baseline(typed: str, runs: Sequence[str | Upload]) -> str:
    """The name of the baseline, which may be typed as the path of its file."""
    return named_runs([*runs])[0][runs.index(typed)] if typed in runs else typed


def _against(
    options: argparse.Namespace,
    runs: tuple[str | Upload, str | Upload],
    qrels: str | Upload | None,
    measures: Sequence[str],
    choices: dict[str, object],
) -> str:
    """Print how a run differs from another one; with --flips also under which choices the winner flips."""
    assert qrels is not None
    named = named_runs([*runs])[0]
    table = _tabulated(options, runs, qrels, measures, choices, named[1])
    if options.table:
        return _written(table, options.table, details=True)
    settings = {"profile": options.profile, "ids": options.ids, "allow": options.allow, **choices}
    flips = [compare_runs(each, *runs, qrels, **settings) for each in measures if options.flips]
    if options.json:
        return json_text(records.against(table, named, flips))
    said = [str(each) for each in flips] or [FLIPS]
    return "\n\n".join([_written(table, "", details=True), *said])
