"""`rankviz exercises`: practice questions for a sheet, for Moodle, or as data."""

from __future__ import annotations

import argparse
import shlex

from rankviz.errors import InputError
from rankviz.show.exercises.formats import FORMATS
from rankviz.show.exercises.written import NAME, WrittenSet
from rankviz.teach.sets import draw_set
from rankviz.texts import Texts

DRAWN = ("count", "seed", "level", "kind")  # what decides which questions there are


def exercises_text(options: argparse.Namespace) -> str:
    """Draw a set of questions, and write it in the format that was asked for.

    Raises
    ------
    InputError
        Those of `draw_set`; `no_html` where a key cannot be written.
    """
    count, seed, level = (_whole(getattr(options, name)) for name in ("count", "seed", "level"))
    kinds = [each.strip() for each in options.kind.split(",")]
    questions = draw_set(options.measures, count, seed, level, kinds)  # type: ignore[arg-type]
    asked = (f"--{name}={value}" for name in DRAWN if (value := str(getattr(options, name)).strip()) != _usual(name))
    written = WrittenSet(questions, options.title, shlex.join([NAME, "exercises", *options.measures, *asked]))
    try:
        return FORMATS[options.format](written, Texts(options.language), options.key).rstrip("\n")
    except ModuleNotFoundError as error:
        message = f'A key in HTML needs {error.name}, which is not installed. Install it: pip install "rankviz[app]"'
        raise InputError("no_html", message, name=error.name) from None


def _usual(name: str) -> str:
    return {"count": "10", "kind": "value"}.get(name, "1")


def _whole(text: str) -> int | str:
    """A number as typed; what is none is refused by what reads it."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text
