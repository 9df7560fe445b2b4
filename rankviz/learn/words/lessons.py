"""Texts of a lesson with their numbers filled in, in pieces that the page marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isnan

from rankviz.basics.errors import InputError
from rankviz.display.glossary.term_entries import term_of
from rankviz.display.number_format import in_unit
from rankviz.learn.lessons.lesson_text import TextPiece, Wording, split_text
from rankviz.learn.lessons.number_expression import StatePair, parse_expression
from rankviz.learn.lessons.pointer import LessonPoint
from rankviz.texts import Texts, pieces_of, term_of_piece

NO_NUMBER = "–"
Data = dict[str, object]


def in_language(wording: Wording | None, language: str) -> str:
    """Return a text in a language, or in the first one that it has; "" if there is no text."""
    if not wording:
        return ""
    return wording.get(language) or next(iter(wording.values()))


def plain_text(wording: Wording | None, both: StatePair, texts: Texts) -> str:
    """Return a lesson's text without marks."""
    return "".join(str(piece["text"]) for piece in pieces(wording, both, texts))


def pieces(wording: Wording | None, both: StatePair, texts: Texts) -> list[Data]:
    """Return a text with its numbers filled in, in pieces.

    Parameters
    ----------
    wording : Wording or None
    both : StatePair
        The states on which its numbers are computed.
    texts : Texts

    Returns
    -------
    list of dict
        Each with `text`, and where they apply `bold`, `code` (bool), `number` (whether it is computed), `term` (the entry that
        explains it; once in a text) and `points`, as `points_data` gives them.
    """
    parts: list[Data] = []
    explained: set[str] = set()
    for run in split_text(in_language(wording, texts.language)):
        if run.kind == "hole":
            parts.append({"text": number_text(run.text, both, texts), "number": True, **_marks(run)})
        elif run.kind == "code":
            parts.append({"text": run.text, "code": True, **_marks(run)})
        else:
            parts += _words(run, explained)
    return parts


def _words(run: TextPiece, explained: set[str]) -> Iterable[Data]:
    """Yield the pieces of a run, each term marked once in a text; a run that points at something marks none."""
    for piece in pieces_of(run.text):
        term = "" if run.points else term_of_piece(piece)
        text = piece if isinstance(piece, str) else piece["text"]
        is_new = term and term not in explained
        explained.add(term)
        yield {"text": text, **({"term": term} if is_new else {}), **_marks(run)}


def _marks(run: TextPiece) -> Data:
    bold: Data = {"bold": True} if run.bold else {}
    return bold | ({"points": points_data(run.points)} if run.points else {})


def number_text(hole: str, both: StatePair, texts: Texts) -> str:
    """Return the number of a hole as printed; a dash where the reader's list has no such number."""
    try:
        result = parse_expression(hole).evaluate_on(both)
    except InputError:
        return NO_NUMBER
    if isnan(result.value):
        return texts("panel.undefined")
    return in_unit(result.unit, result.value, both.current.numbers == "fractions")


def points_data(points: Iterable[LessonPoint]) -> list[Mapping[str, object]]:
    """Return what is pointed at: `kind`, `name` and `at` of each. A line is named by the term of its step, as on the page."""
    return [
        {"kind": point.kind, "name": term_of(point.name) if point.kind in ("line", "term") else point.name, "at": point.number}
        for point in points
    ]
