"""`rankviz versus`: which of two lists is better, and because of which documents."""

from __future__ import annotations

import argparse

from rankviz.api.list_comparison import compare_lists
from rankviz.cli.arguments import lists_of, measures_of, two_lists_of
from rankviz.cli.choices import choices_of
from rankviz.cli.json_records import comparison_record, json_text
from rankviz.compare.words.comparison_text import comparison_text
from rankviz.evaluation.evaluate import are_several


def output(options: argparse.Namespace) -> str:
    """Return what the command prints."""
    measures, lists = measures_of(options), lists_of(options)
    choices = choices_of(options, measures, are_several(lists))
    first, second = two_lists_of(options, lists)
    found = compare_lists(options.measure, first, second, profile=options.profile, **choices)
    return json_text(comparison_record(found)) if options.json else comparison_text(found)
