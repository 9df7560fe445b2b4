"""Which options of `rankviz run` go together, and the files that it reads."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Literal

from rankviz.basics.errors import InputError
from rankviz.runs.read.file_sources import Upload

STDIN = "-"
Kind = Literal["log", "run", "table", "against"]  # what is printed
WORDS: Mapping[Kind, str] = {
    "log": "a log (one file)",
    "run": "one run",
    "table": "a table (several runs, or --table FORMAT)",
    "against": "two runs (--against RUN)",
}
# For what each option is; those that are not here are for everything.
FOR: Mapping[str, tuple[Kind, ...]] = {
    "--per-query": ("log", "run"),
    "--flips": ("against",),
    "--baseline": ("table",),
    "--sort": ("table", "against"),
    "--details": ("table", "against"),
    "--test": ("table", "against"),
    "--ids": ("run", "table", "against"),
    "--allow": ("run", "table", "against"),
}
# Two options of which one would be ignored beside the other: for which kinds, and what to do.
APART: tuple[tuple[str, str, tuple[Kind, ...], str], ...] = (
    ("--json", "--table", ("table", "against"), "--table json is JSON, too"),
    ("--flips", "--table", ("against",), "--flips prints sentences, or JSON with --json"),
    ("--sort", "--json", ("against",), "the JSON of two runs is in the order of -m"),
)


def check_options(options: argparse.Namespace, runs: int, *, is_log: bool) -> None:
    """Refuse options that would be ignored, with what is possible."""
    if options.against is not None and runs > 1:
        raise InputError("usage", f"--against is for one run, found {runs}: the judgments come last, or after --qrels.")
    if is_log and (options.table or options.against is not None):
        named = "--table" if options.table else "--against"
        raise InputError("usage", f"{named} needs judgments: give the qrels after the run.")
    kind: Kind = "log" if is_log else "against" if options.against is not None else "run"
    kind = "table" if kind == "run" and (runs > 1 or options.table) else kind
    for option, kinds in FOR.items():
        if _is_given(options, option) and kind not in kinds:
            possible = " or ".join(WORDS[each] for each in kinds)
            raise InputError("usage", f"{option} is for {possible}; this is {WORDS[kind]}.")
    for first, second, kinds, what in APART:
        is_json = (first, options.table) == ("--json", "json")
        if kind in kinds and not is_json and _is_given(options, first) and _is_given(options, second):
            raise InputError("usage", f"{first} and {second} do not go together: {what}.")


def _is_given(options: argparse.Namespace, option: str) -> bool:
    return bool(getattr(options, option.removeprefix("--").replace("-", "_")))


def from_stdin(paths: Sequence[str | None]) -> list[str | Upload | None]:
    """Return files in the place of their paths, where one is - with what comes from the standard input."""
    if paths.count(STDIN) > 1:
        raise InputError("usage", "Only one file can come from the standard input, as a run or as the judgments.")
    return [Upload("stdin", sys.stdin.buffer.read()) if each == STDIN else each for each in paths]
