"""The texts of a lesson, in each of its languages: what may stand in them, and how they are taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rankviz.basics.errors import InputError, shorten
from rankviz.learn.lessons.number_expression import parse_expression
from rankviz.learn.lessons.pointer import LessonPoint, parse_lesson_point

LANGUAGES = ("en", "zh")
MOST_WORDS, MOST_LETTERS = 60, 120  # of a step, in English words and Chinese characters
LONGEST = 2_000  # characters, with holes and marks
INLINE = re.compile(r"\*\*(.+?)\*\*|`([^`]+)`|\[([^\[\]]+)\]\(([^()]*)\)|\{([^{}]*)\}")
DECIMAL = re.compile(r"[0-9０-９][.．][0-9０-９]")
FOREIGN = re.compile(r"</?[A-Za-z!][^>]*>|!\[|\b(?:https?:|www\.)\S*", re.IGNORECASE)
LETTER = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
MARKED = re.compile(r"\[([^\[\]:]+):\w+\]")
Wording = Mapping[str, str]  # by language


class TextPiece(NamedTuple):
    """A piece of a text.

    Parameters
    ----------
    kind : {'text', 'hole', 'code'}
    text : str
        Of a hole, what is to be computed.
    bold : bool
    points : tuple of LessonPoint
        What it points at.
    """

    kind: str
    text: str
    bold: bool = False
    points: tuple[LessonPoint, ...] = ()


def split_text(text: str, *, bold: bool = False, points: tuple[LessonPoint, ...] = ()) -> Iterator[TextPiece]:
    """Take a text apart; InputError `lesson_point` for a mark that points at nothing.

    Examples
    --------
    >>> [(run.kind, run.text, run.bold, len(run.points)) for run in split_text("**It** rises to {RR} at [rank 1](rank:1).")]
    [('text', 'It', True, 0), ('text', ' rises to ', False, 0), ('hole', 'RR', False, 0), ('text', ' at ', False, 0), \
('text', 'rank 1', False, 1), ('text', '.', False, 0)]
    """
    end = 0
    for found in INLINE.finditer(text):
        if found.start() > end:
            yield TextPiece("text", text[end : found.start()], bold, points)
        end = found.end()
        strong, code, words, marks, hole = found.groups()
        if strong is not None:
            yield from split_text(strong, bold=True, points=points)
        elif code is not None:
            yield TextPiece("code", code, bold, points)
        elif words is not None:
            yield from split_text(words, bold=bold, points=tuple(map(parse_lesson_point, marks.split(","))))
        else:
            yield TextPiece("hole", hole, bold, points)
    if end < len(text):
        yield TextPiece("text", text[end:], bold, points)


def points_in(text: str) -> tuple[LessonPoint, ...]:
    """What the words of a text point at."""
    return tuple(dict.fromkeys(point for run in split_text(text) for point in run.points))


def check_text(text: str, language: str, *, is_long: bool) -> None:
    """See that a text is plain, short, and has no number that should be a hole.

    Raises
    ------
    InputError
        `lesson_foreign`, `lesson_decimal`, `lesson_long`, `lesson_point`, `lesson_number`.
    """
    if found := FOREIGN.search(text):
        message = f'"{shorten(found[0])}": expected plain text, without HTML, pictures and addresses.'
        raise InputError("lesson_foreign", message, found=shorten(found[0]))
    parts = [*split_text(text)]
    for run in parts:
        if run.kind == "hole":
            parse_expression(run.text)
        elif typed := DECIMAL.search(run.text):
            around = run.text[max(typed.start() - 5, 0) : typed.end() + 5].strip()
            message = f'"{shorten(around)}" has a decimal point: write a hole instead, such as {{nDCG@6}}, which is computed.'
            raise InputError("lesson_decimal", message, found=shorten(around))
    if not is_long:
        return
    plain = MARKED.sub(r"\1", "".join("1" if run.kind == "hole" else run.text for run in parts))
    if language == "en" and (count := len(plain.split())) > MOST_WORDS:
        raise InputError("lesson_words", f"{count} words; at most {MOST_WORDS} fit.", found=count, limit=MOST_WORDS)
    if language == "zh" and (count := len(LETTER.findall(plain))) > MOST_LETTERS:
        raise InputError("lesson_letters", f"{count} characters; at most {MOST_LETTERS} fit.", found=count, limit=MOST_LETTERS)
