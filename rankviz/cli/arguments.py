"""What was typed on the command line, read: lists, numbers, choices."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rankviz.conventions import FIELDS
from rankviz.errors import InputError
from rankviz.limits import MAX_FILE
from rankviz.lists.reading import parse_list
from rankviz.lists.typed import Ranking
from rankviz.state.permalink import from_file


def lists_of(options: argparse.Namespace) -> Ranking | tuple[Ranking, ...]:
    """One list, or all that were named: also those of a file that the page saved."""
    first, *more = _read(options.list)
    lists = (_completed(first, options), *more, *(ranking for text in options.also for ranking in _read(text)))
    return lists if len(lists) > 1 else lists[0]


def _read(text: str) -> tuple[Ranking, ...]:
    if text != "-" and not text.startswith("@"):
        return (parse_list(text),)
    name = text[1:] or "stdin"
    try:
        if text == "-":
            return (parse_list(sys.stdin.read(MAX_FILE + 1)),)
        with Path(name).open(encoding="utf-8-sig") as file:
            content = file.read(MAX_FILE + 1)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError("bad_file", f"{name} cannot be read as text: {reason}.", path=name) from None
    if len(content) > MAX_FILE:
        message = f"{name} has more than {MAX_FILE:,} characters, the limit. Leave some out."
        raise InputError("file_too_long", message, path=name, limit=f"{MAX_FILE:,}")
    if not content.lstrip().startswith("{"):
        return (parse_list(content),)
    decoded = from_file(content)
    if decoded.problems:
        raise decoded.problems[0]
    return decoded.state.lists


def _completed(listed: Ranking, options: argparse.Namespace) -> Ranking:
    """A list with what the options say of it besides its grades."""
    if not (options.missed or options.scores or options.ids):
        return listed
    missed = [item.grade for item in (*listed.missed, *(parse_list(options.missed).items if options.missed else ()))]
    scores = [item.score for item in listed.items] if listed.scored else None
    if options.scores:
        scores = _numbers("--scores", options.scores)
    ids = [each.strip() for each in options.ids.split(",")] if options.ids else [item.doc_id for item in listed.items]
    return Ranking.from_grades([item.grade for item in listed.items], missed, scores, ids)  # type: ignore[arg-type]


def _numbers(option: str, text: str) -> list[float | None]:
    try:
        return [float(each) for each in text.split(",")]
    except ValueError:
        message = f'{option} {text}: expected numbers separated by commas, such as "2.5,1.1".'
        raise InputError("bad_score", message) from None


def choices_of(options: argparse.Namespace) -> dict[str, object]:
    """What --choose was given, by field."""
    return dict(_choice(text) for text in options.choose)


def _choice(text: str) -> tuple[str, object]:
    name, separator, value = text.partition("=")
    if not separator:
        raise InputError(
            "unknown_choice", f'--choose {text}: expected FIELD=VALUE, as "gain=exponential".', name=text, known=""
        )
    field = FIELDS.get(name)
    if field is not None and field.options is None and not field.variable:
        try:
            return name, None if field.optional and value in ("all", "none") else float(value)
        except ValueError:
            raise InputError("bad_number", f"--choose {text}: expected a number.", name=name, value=value) from None
    return name, value
