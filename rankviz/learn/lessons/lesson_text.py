"""The texts of a lesson in each of its languages: what may stand in them, and splitting them into pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rankviz.basics.errors import InputError, shorten
from rankviz.learn.lessons.number_expression import parse_expression
from rankviz.learn.lessons.pointer import LessonPoint, parse_lesson_point
from rankviz.learn.toml_fields import TomlField, TomlTable

LANGUAGES = ("en", "zh")
TEXT_FIELDS = tuple(TomlField(language, "the text in this language", TomlTable.text, "") for language in LANGUAGES)
MOST_WORDS, MOST_LETTERS = 60, 120  # limits of the text of a step: English words, Chinese characters
LONGEST = 2_000  # characters, including holes and marks
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
        The expression to compute, if it is a hole.
    bold : bool
    points : tuple of LessonPoint
        Parts of the page that the piece points at.
    """

    kind: str
    text: str
    bold: bool = False
    points: tuple[LessonPoint, ...] = ()


def split_text(text: str, *, bold: bool = False, points: tuple[LessonPoint, ...] = ()) -> Iterator[TextPiece]:
    """Split a text into pieces; InputError `lesson_point` for a mark that points at nothing.

    Examples
    --------
    >>> pieces = split_text("**It** rises to {RR} at [rank 1](rank:1).")
    >>> [(piece.kind, piece.text, piece.bold, len(piece.points)) for piece in pieces]
    [('text', 'It', True, 0), ('text', ' rises to ', False, 0), ('hole', 'RR', False, 0), ('text', ' at ', False, 0), \
('text', 'rank 1', False, 1), ('text', '.', False, 0)]
    """
    end = 0
    for match in INLINE.finditer(text):
        if match.start() > end:
            yield TextPiece("text", text[end : match.start()], bold, points)
        end = match.end()
        bold_text, code, marked_text, targets, hole = match.groups()
        if bold_text is not None:
            yield from split_text(bold_text, bold=True, points=points)
        elif code is not None:
            yield TextPiece("code", code, bold, points)
        elif marked_text is not None:
            yield from split_text(marked_text, bold=bold, points=tuple(map(parse_lesson_point, targets.split(","))))
        else:
            yield TextPiece("hole", hole, bold, points)
    if end < len(text):
        yield TextPiece("text", text[end:], bold, points)


def points_in(text: str) -> tuple[LessonPoint, ...]:
    """Return what the marked words of a text point at, each once."""
    return tuple(dict.fromkeys(point for piece in split_text(text) for point in piece.points))


def check_text(text: str, language: str, *, is_long: bool) -> None:
    """Raise InputError unless a text is plain, short, and has no decimal that should be a hole.

    Raises
    ------
    InputError
        `lesson_foreign`, `lesson_decimal`, `lesson_long`, `lesson_point`, `lesson_number`.
    """
    if match := FOREIGN.search(text):
        message = f'"{shorten(match[0])}": expected plain text, without HTML, pictures and addresses.'
        raise InputError("lesson_foreign", message, found=shorten(match[0]))
    pieces = [*split_text(text)]
    for piece in pieces:
        if piece.kind == "hole":
            parse_expression(piece.text)
        elif decimal := DECIMAL.search(piece.text):
            around = piece.text[max(decimal.start() - 5, 0) : decimal.end() + 5].strip()
            message = f'"{shorten(around)}" has a decimal point: write a hole instead, such as {{nDCG@6}}, which is computed.'
            raise InputError("lesson_decimal", message, found=shorten(around))
    if not is_long:
        return
    plain = MARKED.sub(r"\1", "".join("1" if piece.kind == "hole" else piece.text for piece in pieces))
    if language == "en" and (count := len(plain.split())) > MOST_WORDS:
        raise InputError("lesson_words", f"{count} words; at most {MOST_WORDS} fit.", found=count, limit=MOST_WORDS)
    if language == "zh" and (count := len(LETTER.findall(plain))) > MOST_LETTERS:
        raise InputError("lesson_letters", f"{count} characters; at most {MOST_LETTERS} fit.", found=count, limit=MOST_LETTERS)
