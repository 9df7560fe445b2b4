"""Reads the arguments of the command line: measures, lists, numbers."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rankviz.basics.errors import InputError, shorten
from rankviz.basics.limits import MAX_FILE
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics.trec_measures import absent_text, with_all_trec
from rankviz.core.pasted.cells import flat_cells, grade_of, is_grade
from rankviz.core.pasted.list_parser import parse_list

SOME = 3  # ids in a message
AS_ONE = "Separate the grades by commas, without spaces, as in 3,2,1"
EXPECTED = "expected grades such as 3,2,?,0 (? for unjudged), from -1e15 to 1e15"


def measures_of(options: argparse.Namespace) -> list[str]:
    """Return the measures, with all of trec_eval's for `all_trec` where several may be named.

    Raises
    ------
    InputError
        `bad_measure` for grades, typed with spaces between them or before the measure.
    """
    measures: list[str] = options.measures if "measures" in options else [options.measure]
    for each in measures:
        cells = flat_cells(each)
        if any(grade_of(cell) is not None for cell in cells):
            advice = f"{AS_ONE}." if _is_typed(options.list) else "Name the metric first, then give the list."
            kind = "a grade" if len(cells) == 1 else "a list of grades"
            raise InputError("bad_measure", f'"{shorten(each)}" is {kind}, not a metric. {advice}', text=shorten(each))
    several, absent = with_all_trec(measures, options.profile) if "measures" in options else (measures, ())
    if absent:
        print(f"rankviz: {absent_text(absent)}", file=sys.stderr)
    return [*several]


def _is_typed(text: str) -> bool:
    """Whether a list is grades in a line, and no name or file."""
    return all(map(is_grade, flat_cells(text)))


def lists_of(options: argparse.Namespace) -> Ranking | tuple[Ranking, ...]:
    """Return one list, or all that were named, also those of a file that the page saved."""
    first, *more = _read(options.list)
    others = (ranking for text in getattr(options, "also", []) for ranking in _read(text, "--also "))
    lists = (_completed(first, options), *more, *others)
    return lists if len(lists) > 1 else lists[0]


def two_lists_of(options: argparse.Namespace, first: Ranking | tuple[Ranking, ...]) -> tuple[Ranking, Ranking | list[str]]:
    """The first list, and the second: its ids as typed or in a file, or the list of a file that the page saved.

    Raises
    ------
    InputError
        `usage` for a file with several lists, and `nothing_common` where none of the ids is one of the first list's, as nobody
        means that.
    """
    first, second = _alone(first, options.list), order_of(options.second)
    known = [item.doc_id for item in (*first.items, *first.missed)]
    others = second if isinstance(second, list) else [item.doc_id for item in second.items]
    if known and not set(known) & set(others):
        there = ", ".join(shorten(name) for name in known[:SOME]) + (", …" if len(known) > SOME else "")
        typed = shorten(_typed_or_read(options.second).strip()) if options.second != "-" else ", ".join(others[:SOME])
        message = f'"{typed}" names no document of the first list; expected ids such as {there}.'
        raise InputError("nothing_common", message)
    return first, second


def order_of(text: str) -> Ranking | list[str]:
    """An order: its ids as typed or in a file, or the list of a saved page or of data; errors as for `two_lists_of`."""
    from rankviz.core.pasted.read_pasted import read_data
    from rankviz.state.permalink import is_page

    content = _typed_or_read(text)
    if is_page(content):
        return _alone(_saved(content), text)
    if (lists := read_data(content)) is not None:
        return _alone(lists, text)
    return [cell for line in content.splitlines() for cell in flat_cells(line) if cell]


def _typed_or_read(text: str) -> str:
    return text if text != "-" and not text.startswith("@") else _content(text)


def _alone(lists: Ranking | tuple[Ranking, ...], text: str) -> Ranking:
    if isinstance(lists, Ranking):
        return lists
    if len(lists) > 1:
        raise InputError("usage", f"{shorten(text)} has {len(lists)} lists; expected one. Leave the others out.")
    return lists[0]


def _read(text: str, option: str = "") -> tuple[Ranking, ...]:
    if text != "-" and not text.startswith("@"):
        return (_typed(text, option),)
    from rankviz.core.pasted.read_pasted import read_pasted
    from rankviz.state.permalink import is_page

    content = _content(text)
    return _saved(content) if is_page(content) and text != "-" else read_pasted(content).lists


def _content(text: str) -> str:
    """What stands in a file, or comes from standard input."""
    name = text[1:] or "stdin"
    try:
        if text == "-":
            return sys.stdin.read(MAX_FILE + 1)
        with Path(name).open(encoding="utf-8-sig") as file:
            content = file.read(MAX_FILE + 1)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError("bad_file", f"{name} cannot be read as text: {reason}.", path=name) from None
    if len(content) > MAX_FILE:
        message = f"{name} has more than {MAX_FILE:,} characters, the limit. Leave some out."
        raise InputError("file_too_long", message, path=name, limit=f"{MAX_FILE:,}")
    return content


def _saved(content: str) -> tuple[Ranking, ...]:
    """Return the lists of a file that the page saved."""
    from rankviz.state.permalink import from_file

    decoded = from_file(content)
    if decoded.problems:
        raise decoded.problems[0]
    return decoded.state.lists


def _typed(text: str, option: str = "") -> Ranking:
    """Grades in a line; only what has several lines can be columns."""
    wrong = [(place, cell) for place, cell in enumerate(flat_cells(text), 1) if not is_grade(cell)]
    if wrong and "\n" not in text.strip():
        place, cell = wrong[0][0], shorten(wrong[0][1])
        message = f'{option}"{shorten(text)}", entry {place}: "{cell}" is not a grade; {EXPECTED}.'
        raise InputError("paste_entry", message, line=1, place=place, text=cell)
    return parse_list(text)


def _completed(listed: Ranking, options: argparse.Namespace) -> Ranking:
    """Return a list completed by the options: ids, scores and missed documents."""
    if not (options.missed or options.scores or options.ids):
        return listed
    missed = [item.grade for item in (*listed.missed, *(_typed(options.missed, "--missed ").items if options.missed else ()))]
    scores = [item.score for item in listed.items] if listed.scored else None
    if options.scores:
        scores = _numbers("--scores", options.scores)
        _check_count("--scores", scores, "score", len(listed.items))
    ids = [item.doc_id for item in listed.items]
    if options.ids:
        ids = [each.strip() for each in options.ids.split(",")]
        if len(ids) != len(listed.items) + len(missed):  # the missed ones may have theirs too
            _check_count("--ids", ids, "id", len(listed.items))
    return Ranking.from_grades([item.grade for item in listed.items], missed, scores, ids)  # type: ignore[arg-type]


def _numbers(option: str, text: str) -> list[float | None]:
    try:
        return [float(each) for each in text.split(",")]
    except ValueError:
        message = f'{option} {text}: expected numbers separated by commas, such as "2.5,1.1".'
        raise InputError("bad_score", message) from None


def _check_count(option: str, values: Sequence[object], what: str, grades: int) -> None:
    if len(values) != grades:
        has = f"{len(values)} {'entry' if len(values) == 1 else 'entries'}"
        there = "is 1 grade" if grades == 1 else f"are {grades} grades"
        message = f"{option} has {has}, but there {there}; give one {what} for each grade."
        raise InputError("length_mismatch", message, name=option, found=len(values), expected=grades)
