"""`rankviz run`: a whole run against judgments, or a log of impressions."""

from __future__ import annotations

import argparse
import re
import sys
import warnings
from collections.abc import Sequence

from rankviz.api.run_comparison import compare_runs
from rankviz.basics.errors import InputError, one_line
from rankviz.cli import json_records as records
from rankviz.cli.choices import choices_of
from rankviz.cli.json_records import json_text
from rankviz.cli.parser import RUN_MEASURES
from rankviz.runs.evaluate.run_evaluation import QueryValues, query_values
from rankviz.runs.impressions import evaluate_impressions
from rankviz.runs.read.file_sources import Upload
from rankviz.runs.run_files import usual_profile
from rankviz.runs.words.log_sentences import LogTexts
from rankviz.runs.words.two_runs import compared_runs_record
from rankviz.runs.words.uncounted import uncounted_words
from rankviz.texts import Texts

STDIN = "-"
BETWEEN = re.compile(r"\s*,\s*(?![^(]*\))")  # measures, also where they are not separated by spaces; not in P(rel=2, p=1)


def output(options: argparse.Namespace) -> str:
    """Print a run's means, each with its convention below; with --per-query, first each query's values."""
    measures = [part for text in options.measures or RUN_MEASURES for part in BETWEEN.split(text) if part]
    if options.run == STDIN:
        options.run = Upload("stdin", sys.stdin.buffer.read())
    options.profile = options.profile or usual_profile(is_log=options.qrels is None)
    choices = choices_of(options, measures, several=True)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", UserWarning)
        printed = _against(options, measures, choices) if options.against is not None else _values(options, measures, choices)
    for message in dict.fromkeys(str(each.message) for each in said):  # ids that do not meet and are allowed not to
        print(f"rankviz: {message}", file=sys.stderr)
    return printed


def _values(options: argparse.Namespace, measures: Sequence[str], choices: dict[str, object]) -> str:
    """Print the values of one run."""
    if options.qrels is None:
        result = evaluate_impressions(options.run, measures, profile=options.profile, **choices)
    else:
        result = query_values(
            options.run,
            options.qrels,
            measures,
            profile=options.profile,
            ids=options.ids,
            allow=options.allow,
            progress=None,
            **choices,
        )
    if options.json:
        return json_text(records.means(result, options.profile, choices, options.per_query))
    lines, texts = [], (LogTexts if options.qrels is None else Texts)("en")
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


def _against(options: argparse.Namespace, measures: Sequence[str], choices: dict[str, object]) -> str:
    """Compare two runs."""
    if options.qrels is None:
        raise InputError("usage", "--against compares two runs, which need judgments: give the qrels after the run.")
    run, other, qrels = options.run, options.against, options.qrels
    comparisons = [
        compare_runs(each, run, other, qrels, profile=options.profile, ids=options.ids, allow=options.allow, **choices)
        for each in measures
    ]
    if options.json:
        return json_text([compared_runs_record(each) for each in comparisons])
    return "\n\n".join(map(str, comparisons))
