"""`rankviz lookup`: what gives a number that somebody else got."""

from __future__ import annotations

import argparse
from typing import Any

from rankviz.api.number_lookup import lookup
from rankviz.api.run_lookup import lookup_run
from rankviz.basics.errors import InputError
from rankviz.cli.arguments import lists_of, measures_of
from rankviz.cli.choices import choices_of
from rankviz.cli.json_records import json_text, lookup_record
from rankviz.cli.printed import NOTHING_FOUND, Printed
from rankviz.cli.run_options import from_stdin
from rankviz.diagnose.words.findings import lookup_text
from rankviz.evaluation.evaluate import are_several
from rankviz.texts import Texts


def output(options: argparse.Namespace) -> Printed:
    """Return what the command prints, and whether it found anything."""
    if options.run is not None:
        return _of_run(options)
    measures, lists = measures_of(options), lists_of(options)
    choices = choices_of(options, measures, are_several(lists))
    found = lookup(options.measure, lists, options.number, profile=options.profile, reader=options.reader, **choices)
    text = json_text(lookup_record(found)) if options.json else lookup_text(found, Texts("en"))
    return Printed(text, 0 if found.matches else NOTHING_FOUND)


def _of_run(options: argparse.Namespace) -> Printed:
    """Return what the means of a run are explained by, and whether an answer is named."""
    names, numbers = options.pairs[::2], options.pairs[1::2]
    if len(names) != len(numbers):
        raise InputError("usage", "metrics and numbers take turns, as in nDCG@10 0.412 AP 0.231.")
    if len({*names}) < len(names):
        raise InputError("usage", "each metric needs one number only.")
    run, qrels = from_stdin([options.run, options.qrels])
    assert run is not None
    assert qrels is not None
    choices: dict[str, Any] = choices_of(options, names, several=True)
    typed = dict(zip(names, numbers, strict=True))
    found = lookup_run(run, qrels, typed, profile=options.profile, ids=options.ids, allow=options.allow, **choices)
    return Printed(found.to_json() if options.json else repr(found), 0 if found.is_named else NOTHING_FOUND)
