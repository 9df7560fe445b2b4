"""`rankviz exercises`: practice questions for a sheet, for Moodle, or as data."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from urllib.parse import urlencode

from rankviz.basics.errors import InputError, shorten
from rankviz.learn.export.exported_text import NAME, ExportedSet
from rankviz.learn.export.json_export import FORMATS
from rankviz.learn.learn_params import read_learn_params
from rankviz.learn.questions.set_generator import draw_set
from rankviz.learn.sets.file import read_set
from rankviz.learn.sets.link import encode_set
from rankviz.learn.sets.question_set import QuestionSet, get_questions
from rankviz.texts import Texts

DRAWN = ("count", "seed", "level", "kind")  # what decides which questions there are


def exercises_text(options: argparse.Namespace) -> str:
    """Draw a set of questions, and write it in the format that was asked for.

    Raises
    ------
    InputError
        Those of `draw_set` and of a set's file; `no_set` for a file that cannot be read; `no_html` where a key cannot
        be written.
    """
    written = _of_set(options) if options.set else _drawn(options)
    try:
        return FORMATS[options.format](written, Texts(options.language), options.key).rstrip("\n")
    except ModuleNotFoundError as error:
        message = f'A key in HTML needs {error.name}, which is not installed. Install it: pip install "rankviz[app]"'
        raise InputError("no_html", message, name=error.name) from None


def _drawn(options: argparse.Namespace) -> ExportedSet:
    """The questions that the options name."""
    count, seed, level = (_whole(getattr(options, name)) for name in ("count", "seed", "level"))
    kinds = [each.strip() for each in options.kind.split(",")]
    questions = draw_set(options.measures, count, seed, level, kinds)  # type: ignore[arg-type]
    asked = (f"--{name}={value}" for name in DRAWN if (value := str(getattr(options, name)).strip()) != _usual(name))
    return ExportedSet(questions, options.title, shlex.join([NAME, "exercises", *options.measures, *asked]))


def _of_set(options: argparse.Namespace) -> ExportedSet:
    """The questions of a file or a link; what of a link is not known is named and left out."""
    if options.measures:
        message = "--set names the measures itself. Leave out what stands before it."
        raise InputError("set_and_measures", message)
    asked = _read(options.set)
    command = (
        "" if asked.fixed_questions else shlex.join([NAME, "exercises", "--set", f"/learn?{urlencode(encode_set(asked))}"])
    )
    return ExportedSet(get_questions(asked), options.title or asked.title, command)


def _read(text: str) -> QuestionSet:
    if "=" in text and not Path(text).exists():
        found = read_learn_params(text.rpartition("?")[2])
        if found.set is not None:
            sys.stderr.writelines(f"{NAME}: {problem.message}\n" for problem in found.problems)
            return found.set
    try:
        return read_set(Path(text).read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError("not_utf8", f'"{shorten(text)}" is no text in UTF-8. Expected a TOML file, or a link.') from None
    except OSError as error:
        message = (
            f'"{shorten(text)}" cannot be read: {error.strerror}. Expected a TOML file, or a link such as "ask=value&of=ap".'
        )
        raise InputError("no_set", message) from None


def _usual(name: str) -> str:
    return {"count": "10", "kind": "value"}.get(name, "1")


def _whole(text: str) -> int | str:
    """A number as typed; what is none is refused by what reads it."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text
