"""The command line: `rankviz explain nDCG@6 3,2,3,0,1,2 --missed 3,2`, or `python -m rankviz explain …`."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Sequence
from typing import TextIO

from rankviz.api import Explanation, compare_lists, compare_runs, explain, lookup
from rankviz.basics.errors import InputError, one_line
from rankviz.cli import json_records as records
from rankviz.cli.alike import similarities_text, similarity_records
from rankviz.cli.arguments import lists_of, measures_of, two_lists_of
from rankviz.cli.choices import choices_of
from rankviz.cli.exercises import exercises_text
from rankviz.cli.explanation_page import explanation_page
from rankviz.cli.parser import RUN_MEASURES, parser
from rankviz.cli.probe import probe_text
from rankviz.cli.reference import table_text
from rankviz.cli.serve import serve
from rankviz.cli.static import static_files
from rankviz.compare.words.comparison_text import comparison_text
from rankviz.diagnose.words.findings import lookup_text
from rankviz.display.formulas.explanation_text import undefined_text
from rankviz.evaluation.evaluate import are_several
from rankviz.runs.evaluate.run_evaluation import evaluate_run
from rankviz.runs.impressions import evaluate_impressions
from rankviz.runs.run_files import usual_profile
from rankviz.runs.words.two_runs import compared_runs_record
from rankviz.texts import Texts


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Returns
    -------
    int
        0, or 2 for what cannot be done as it was asked, after one line on stderr. As other programs: 130 after Ctrl-C, and 141
        if nobody reads on.
    """
    try:
        commands = parser()
        options = commands.parse_args(arguments)
        if options.command is None:
            commands.print_help()
            return 0
        if options.command == "serve":
            serve(options.port, options.address, options.data, options.open)
            return 0
        _write(_answer(options), sys.stdout)
        sys.stdout.flush()
    except InputError as error:
        _write(f"rankviz: {error}", sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes what is left when it ends
        return 128 + 13  # SIGPIPE, which is not everywhere
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    return 0


def _answer(options: argparse.Namespace) -> str:
    """What a command prints."""
    if options.command == "list":
        return table_text(options.kind)
    if options.command == "probe":
        return probe_text(options.measure, options.numbers)
    if options.command == "run":
        return _run(options)
    if options.command == "static":
        return static_files(options)
    if options.command == "exercises":
        return exercises_text(options)
    if options.command == "alike":
        return _json(similarity_records(options)) if options.json else similarities_text(options)
    measures = measures_of(options)
    lists = lists_of(options)
    choices = choices_of(options, measures, are_several(lists))
    if options.command == "versus":
        first, second = two_lists_of(options, lists)
        compared = compare_lists(options.measure, first, second, profile=options.profile, **choices)
        return _json(records.comparison_record(compared)) if options.json else comparison_text(compared)
    if options.command == "lookup":
        settings = {"profile": options.profile, "reader": options.reader, **choices}
        result = lookup(options.measure, lists, options.number, **settings)
        return _json(records.lookup_record(result)) if options.json else lookup_text(result, Texts("en"))
    return _print_explanations(options, [explain(each, lists, profile=options.profile, **choices) for each in measures])


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1)


def _write(text: str, stream: TextIO) -> None:
    """Print a text; what the stream's encoding does not have is written as its number."""
    encoding = stream.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), file=stream)


def _run(options: argparse.Namespace) -> str:
    """Print a run's means, each with its convention below; with --per-query, first each query's values, as trec_eval does."""
    measures = options.measures or RUN_MEASURES
    options.profile = options.profile or usual_profile(is_log=options.qrels is None)
    choices = choices_of(options, measures, several=True)
    if options.against is not None:
        return _against(options, measures, choices)
    if options.qrels is None:
        result = evaluate_impressions(options.run, measures, profile=options.profile, **choices)
    else:
        result = evaluate_run(options.run, options.qrels, measures, profile=options.profile, progress=None, **choices)
    if options.json:
        return _json(records.means(result, options.profile, choices, options.per_query))
    lines = []
    if options.per_query:
        for i, query in enumerate(result.queries):
            lines += [f"{name}\t{one_line(query)}\t{float(values[i])!r}" for name, values in result.per_query.items()]
    for name, words in records.conventions(result, options.profile, choices).items():
        lines += [f"{name}\tall\t{result.means[name]!r}", f"  {words}"]
    return "\n".join(lines)


def _against(options: argparse.Namespace, measures: Sequence[str], choices: dict[str, object]) -> str:
    """Compare two runs."""
    if options.qrels is None:
        raise InputError("usage", "--against compares two runs, which need judgments: give the qrels after the run.")
    run, other, qrels = options.run, options.against, options.qrels
    comparisons = [compare_runs(each, run, other, qrels, profile=options.profile, **choices) for each in measures]
    return _json([compared_runs_record(each) for each in comparisons]) if options.json else "\n\n".join(map(str, comparisons))


def _print_explanations(options: argparse.Namespace, explanations: list[Explanation]) -> str:
    if options.json and options.command == "explain" and options.html is not None:
        raise InputError("usage", "--json and --html are two forms of one answer. Leave one of them out.")
    if options.json:
        rows = [records.evaluation_record(each, options.command == "explain") for each in explanations]
        return _json(rows[0] if options.command == "explain" else rows)
    if options.command == "explain":
        return str(explanations[0]) if options.html is None else explanation_page(explanations[0], options.html)
    width = max(len(each.measure) for each in explanations)
    return "\n".join(f"{each.measure:<{width}}  {_value(each)}" for each in explanations)


def _value(explanation: Explanation) -> str:
    undefined = records.is_undefined(explanation)
    return undefined_text(explanation.value) if undefined else repr(explanation.value)
