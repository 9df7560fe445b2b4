"""`rankviz lookup`: what gives a number that somebody else got."""

from __future__ import annotations

import argparse

from rankviz.api.number_lookup import lookup
from rankviz.cli.arguments import lists_of, measures_of
from rankviz.cli.choices import choices_of
from rankviz.cli.json_records import json_text, lookup_record
from rankviz.cli.printed import NOTHING_FOUND, Printed
from rankviz.diagnose.words.findings import lookup_text
from rankviz.evaluation.evaluate import are_several
from rankviz.texts import Texts


def output(options: argparse.Namespace) -> Printed:
    """Return what the command prints, and whether it found anything."""
    measures, lists = measures_of(options), lists_of(options)
    choices = choices_of(options, measures, are_several(lists))
    found = lookup(options.measure, lists, options.number, profile=options.profile, reader=options.reader, **choices)
    text = json_text(lookup_record(found)) if options.json else lookup_text(found, Texts("en"))
    return Printed(text, 0 if found.matches else NOTHING_FOUND)
