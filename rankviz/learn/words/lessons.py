"""A lesson in words: its texts with their numbers, as pieces that the page marks."""

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
    """A text in a language, or in the one that there is."""
    if not wording:
        return ""
    return wording.get(language) or next(iter(wording.values()))


def spoken(wording: Wording | None, both: StatePair, texts: Texts) -> str:
    """A text as plain text."""
    return "".join(str(piece["text"]) for piece in pieces(wording, both, texts))


def pieces(wording: Wording | None, both: StatePair, texts: Texts) -> list[Data]:
    """A text with its numbers, in pieces.

    Parameters
    ----------
    wording : Wording or None
    both : StatePair
        The states that its numbers are of.
    texts : Texts

    Returns
    -------
    list of dict
        Each with `text`, and where they apply `bold`, `code` (bool), `number` (that it is computed), `term` (the entry that
        explains it; once in a text) and `points`, as `points_data` gives them.
    """
    found: list[Data] = []
    seen: set[str] = set()
    for run in split_text(in_language(wording, texts.language)):
        if run.kind == "hole":
            found.append({"text": number(run.text, both, texts), "number": True, **_marks(run)})
        elif run.kind == "code":
            found.append({"text": run.text, "code": True, **_marks(run)})
        else:
            found += _words(run, seen)
    return found


def _words(run: TextPiece, seen: set[str]) -> Iterable[Data]:
    """Words, of which some have an entry; what points at something is no such word itself."""
    for piece in pieces_of(run.text):
        term = "" if run.points else term_of_piece(piece)
        text = piece if isinstance(piece, str) else piece["text"]
        is_new = term and term not in seen
        seen.add(term)
        yield {"text": text, **({"term": term} if is_new else {}), **_marks(run)}


def _marks(run: TextPiece) -> Data:
    bold: Data = {"bold": True} if run.bold else {}
    return bold | ({"points": points_data(run.points)} if run.points else {})


def number(hole: str, both: StatePair, texts: Texts) -> str:
    """A number that a text names, as it is printed; a dash where the reader's list has none."""
    try:
        found = parse_expression(hole).evaluate_on(both)
    except InputError:
        return NO_NUMBER
    if isnan(found.value):
        return texts("panel.undefined")
    return in_unit(found.unit, found.value, both.current.numbers == "fractions")


def points_data(points: Iterable[LessonPoint]) -> list[Mapping[str, object]]:
    """What is pointed at, for the browser: `kind`, `name`, `at`; a line by the entry of its step, as the page has it."""
    return [
        {"kind": point.kind, "name": term_of(point.name) if point.kind in ("line", "term") else point.name, "at": point.number}
        for point in points
    ]
