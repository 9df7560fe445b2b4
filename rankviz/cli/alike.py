"""`rankviz alike`: how similar two orders are, step by step."""

from __future__ import annotations

import argparse

from rankviz.basics.errors import InputError
from rankviz.cli.arguments import order_of
from rankviz.cli.choices import read_choices
from rankviz.cli.json_records import json_text, similarity_record
from rankviz.compare.similarity import SIMILARITIES
from rankviz.compare.similarity.compute import ComputedSimilarity, parse_similarity, similarity_of
from rankviz.compare.words.similarity import similarity_text
from rankviz.texts import Texts

ALL = "all"


def requested_similarities(options: argparse.Namespace) -> list[ComputedSimilarity]:
    """Compute the requested similarity, or all of them, each with those of the choices that it reads.

    Raises
    ------
    InputError
        As `rankviz.alike`, and `choice_unread` for a choice that none of them reads.
    """
    first, second = order_of(options.first), order_of(options.second)
    choices, is_all = read_choices(options.choose), options.measure.lower() == ALL
    requested = tuple(SIMILARITIES.values()) if is_all else (parse_similarity(options.measure)[0],)
    for name in choices:
        if not any(name in each.uses for each in requested):
            known = ", ".join(dict.fromkeys(name for each in requested for name in each.uses))
            reason = f"{options.measure} does not use {name}. It uses: {known}."
            raise InputError("choice_unread", f"--choose {name} would change nothing. {reason}", text=name, said=reason)
    if not is_all:
        return [similarity_of(options.measure, first, second, choices)]
    return [
        similarity_of(each.name, first, second, {name: value for name, value in choices.items() if name in each.uses})
        for each in requested
    ]


def output(options: argparse.Namespace) -> str:
    """Return what the command prints."""
    return json_text(_records(options)) if options.json else _text(options)


def _text(options: argparse.Namespace) -> str:
    return "\n".join(similarity_text(each, Texts("en")) for each in requested_similarities(options))


def _records(options: argparse.Namespace) -> object:
    """One record, or for all similarities a list."""
    rows = [similarity_record(each, Texts("en")) for each in requested_similarities(options)]
    return rows if options.measure.lower() == ALL else rows[0]
