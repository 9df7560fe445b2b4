"""`rankviz alike`: how alike two orders are, step by step."""

from __future__ import annotations

import argparse

from rankviz.basics.errors import InputError
from rankviz.cli import json_records as records
from rankviz.cli.arguments import order_of
from rankviz.cli.choices import read_choices
from rankviz.compare.similarity import SIMILARITIES
from rankviz.compare.similarity.compute import ComputedSimilarity, parse_similarity, similarity_of
from rankviz.compare.words.similarity import similarity_text
from rankviz.texts import Texts

ALL = "all"


def likenesses_of(options: argparse.Namespace) -> list[ComputedSimilarity]:
    """Every likeness that was asked for; of all of them each reads the choices that it has.

    Raises
    ------
    InputError
        As `rankviz.alike`, and `choice_unread` for a choice that none of them reads.
    """
    first, second = order_of(options.first), order_of(options.second)
    choices, is_all = read_choices(options.choose), options.measure.lower() == ALL
    asked = tuple(SIMILARITIES.values()) if is_all else (parse_similarity(options.measure)[0],)
    for name in choices:
        if not any(name in each.uses for each in asked):
            known = ", ".join(dict.fromkeys(name for each in asked for name in each.uses))
            said = f"{options.measure} does not use {name}. It uses: {known}."
            raise InputError("choice_unread", f"--choose {name} would change nothing. {said}", text=name, said=said)
    if not is_all:
        return [similarity_of(options.measure, first, second, choices)]
    return [
        similarity_of(each.name, first, second, {name: value for name, value in choices.items() if name in each.uses})
        for each in asked
    ]


def likeness_text(options: argparse.Namespace) -> str:
    """What is printed without --json."""
    return "\n".join(similarity_text(each, Texts("en")) for each in likenesses_of(options))


def likeness_records(options: argparse.Namespace) -> object:
    """What is printed with it: one record, or for all of them a list."""
    found = [records.similarity_record(each, Texts("en")) for each in likenesses_of(options)]
    return found if options.measure.lower() == ALL else found[0]
