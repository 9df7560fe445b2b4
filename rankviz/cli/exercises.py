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
from rankviz.learn.questions.kinds import USUAL_KIND
from rankviz.learn.questions.set_generator import draw_set
from rankviz.learn.sets.file import read_set
from rankviz.learn.sets.link import encode_set
from rankviz.learn.sets.question_set import QuestionSet, get_questions
from rankviz.texts import Texts

SET_OPTIONS = ("count", "seed", "level", "kind")  # the options that determine the questions


def output(options: argparse.Namespace) -> str:
    """Draw a set of questions, and write it in the requested format.

    Raises
    ------
    InputError
        Those of `draw_set` and of a set's file; `no_set` for a file that cannot be read; `needs_package` where a key
        cannot be written.
    """
    written = _set_from_file(options) if options.set else _draw_set(options)
    return FORMATS[options.format](written, Texts(options.language), options.key).rstrip("\n")


def _draw_set(options: argparse.Namespace) -> ExportedSet:
    """Draw the questions that the options specify."""
    count, seed, level = (_whole(getattr(options, name)) for name in ("count", "seed", "level"))
    kinds = [each.strip() for each in options.kind.split(",")]
    questions = draw_set(options.measures, count, seed, level, kinds)  # type: ignore[arg-type]
    changed = (f"--{name}={value}" for name in SET_OPTIONS if (value := str(getattr(options, name)).strip()) != _usual(name))
    return ExportedSet(questions, options.title, shlex.join([NAME, "exercises", *options.measures, *changed]))


def _set_from_file(options: argparse.Namespace) -> ExportedSet:
    """Read the questions of a file or a link; unknown parts of a link are reported and left out."""
    if options.measures:
        message = "--set names the measures itself. Leave out what stands before it."
        raise InputError("set_and_measures", message)
    source = _read(options.set)
    command = (
        "" if source.fixed_questions else shlex.join([NAME, "exercises", "--set", f"/learn?{urlencode(encode_set(source))}"])
    )
    return ExportedSet(get_questions(source), options.title or source.title, command)


def _read(text: str) -> QuestionSet:
    if "=" in text and not Path(text).exists():
        params = read_learn_params(text.rpartition("?")[2])
        if params.set is not None:
            sys.stderr.writelines(f"{NAME}: {problem.message}\n" for problem in params.problems)
            return params.set
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
    return {"count": "10", "kind": USUAL_KIND}.get(name, "1")


def _whole(text: str) -> int | str:
    """Return a typed number as int; other text as it is, to be refused where it is read."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text
