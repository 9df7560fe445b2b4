"""A worked derivation line by line: in words, with its formula in numbers, and with what it comes to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from rankviz.core.trace import HOLE
from rankviz.display.formulas.explanation_text import flat
from rankviz.display.formulas.latex import latex_number
from rankviz.display.number_format import in_unit, plain
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.written_derivation import FormulaNumber, StepEntry, Summand, WrittenLine
from rankviz.texts import Texts

ASKED, HELD = "?", "…"  # the number that is asked, and one that follows from it
IN_LATEX = {ASKED: ASKED, HELD: r"\cdots"}
ONE_TIMES = re.compile(r"(?<![\d.])1\\cdot(?=[\d\\])")


@dataclass(frozen=True)
class Hidden:
    """What is not shown of a derivation.

    Parameters
    ----------
    asked : StepEntry or None
        What stands as "?".
    held : frozenset of StepEntry
        What stands as "…".
    """

    asked: StepEntry | None = None
    held: frozenset[StepEntry] = frozenset()

    def sign(self, *places: StepEntry) -> str:
        """What stands in the place of a number; "" where it is shown."""
        if self.asked in places:
            return ASKED
        return HELD if self.held.intersection(places) else ""


@dataclass(frozen=True)
class LineWords:
    """One line as it is read.

    Parameters
    ----------
    number : int
        From 1.
    step : str
        Key of what it works out.
    rank : int or None
        That it belongs to.
    words : str
        What it works out.
    parts : tuple of str
        LaTeX of its summands, or of its formula; () where it is read off the list.
    operator : str
        As of a `WorkedLine`.
    result : str
    asks : bool
        Whether its formula or its result is where the number is missing.
    """

    number: int
    step: str
    rank: int | None
    words: str
    parts: tuple[str, ...]
    operator: str
    result: str
    asks: bool

    @property
    def latex(self) -> str:
        """The whole formula; "" where there is none."""
        return _joined(self.parts, self.operator)


def formula(line: WrittenLine) -> str:
    """The whole formula of a line in LaTeX."""
    return _joined(tuple(_filled(part, Hidden()) for part in line.summands), line.operator)


def _joined(parts: tuple[str, ...], operator: str) -> str:
    joined = f" {operator} ".join(parts)
    return rf"\max({joined})" if operator == "," and parts else joined


def in_text(line: LineWords, texts: Texts) -> str:
    """The line as one line of text."""
    whole = " = ".join(filter(None, (flat(line.latex), line.result)))
    return texts("worked.text", number=line.number, words=line.words, formula=whole)


def line_words(
    question: Question, lines: tuple[WrittenLine, ...], texts: Texts, hidden: Hidden = Hidden()
) -> tuple[LineWords, ...]:
    """Put the lines of a derivation into words."""
    return tuple(_line(question, at, line, texts, hidden) for at, line in enumerate(lines, 1))


def _line(question: Question, at: int, line: WrittenLine, texts: Texts, hidden: Hidden) -> LineWords:
    result = hidden.sign(line.target) or in_unit(line.unit, line.value)
    parts = () if line.is_counted else tuple(_filled(part, hidden) for part in line.summands)
    asks = hidden.asked is not None and hidden.asked in (line.target, *_places(line))
    rank = _rank(question, line.target)
    return LineWords(at, line.target.step, rank, named(question, line.target, texts), parts, line.operator, result, asks)


def _places(line: WrittenLine) -> Iterator[StepEntry]:
    for part in line.summands:
        for number in part.numbers:
            yield from number.entries


def named(question: Question, place: StepEntry, texts: Texts) -> str:
    """What stands at a place, in words: a line is headed so."""
    return texts(f"worked.{place.step}", **facts(question, place))


def facts(question: Question, place: StepEntry) -> dict[str, object]:
    """What may be said of a line: its rank and grade."""
    rank = _rank(question, place)
    told: dict[str, object] = {"rank": "" if rank is None else rank, "grade": ""}
    if rank is None or place.column is None:
        return told
    grade = question.lists[0].items[int(question.trace.rankings.source[0, place.column])].grade
    return told | {"grade": "?" if grade is None else plain(grade)}


def _rank(question: Question, place: StepEntry) -> int | None:
    if place.column is None:
        return None
    return int(question.trace.rankings.rank[0, place.column])


def _filled(part: Summand, hidden: Hidden) -> str:
    numbers = iter(part.numbers)
    return ONE_TIMES.sub("", HOLE.sub(partial(_number, numbers, hidden), part.template)).strip()


def _number(numbers: Iterator[FormulaNumber], hidden: Hidden, hole: re.Match[str]) -> str:
    number = next(numbers)
    sign = hidden.sign(*number.entries)
    return IN_LATEX[sign] if sign else latex_number(in_unit(number.unit, number.value))
