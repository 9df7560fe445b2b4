"""Lines of a derivation as written by hand: each with its heading, its formula in numbers and its result."""

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

ASKED, WITHHELD = "?", "…"  # signs of the missing number, and of one that follows from it
IN_LATEX = {ASKED: ASKED, WITHHELD: r"\cdots"}
ONE_TIMES = re.compile(r"(?<![\d.])1\\cdot(?=[\d\\])")


@dataclass(frozen=True)
class HiddenNumbers:
    """The numbers that are not shown in a derivation.

    Parameters
    ----------
    asked_entry : StepEntry or None
        The entry that is shown as "?".
    withheld : frozenset of StepEntry
        The entries that are shown as "…".
    """

    asked_entry: StepEntry | None = None
    withheld: frozenset[StepEntry] = frozenset()

    def placeholder(self, *entries: StepEntry) -> str:
        """Return the sign that stands for a number of these entries; "" if the number is shown."""
        if self.asked_entry in entries:
            return ASKED
        return WITHHELD if self.withheld.intersection(entries) else ""


@dataclass(frozen=True)
class LineWords:
    """One line of a derivation as it is shown.

    Parameters
    ----------
    number : int
        From 1.
    step : str
        Key of the recorded step that it computes.
    rank : int or None
        Rank that it belongs to; None if it is about the whole list.
    words : str
        Heading: what it computes.
    parts : tuple of str
        LaTeX of its summands, or of its formula; () if the result is read off the list.
    operator : str
        As in `WorkedLine`.
    result : str
    has_gap : bool
        Whether the missing number is in its formula or is its result.
    """

    number: int
    step: str
    rank: int | None
    words: str
    parts: tuple[str, ...]
    operator: str
    result: str
    has_gap: bool

    @property
    def latex(self) -> str:
        """The whole formula; "" if there is none."""
        return _join_parts(self.parts, self.operator)


def line_formula(line: WrittenLine) -> str:
    """Return the whole formula of a line in LaTeX."""
    return _join_parts(tuple(_fill_summand(part, HiddenNumbers()) for part in line.summands), line.operator)


def _join_parts(parts: tuple[str, ...], operator: str) -> str:
    joined = f" {operator} ".join(parts)
    return rf"\max({joined})" if operator == "," and parts else joined


def numbered_line(line: LineWords, texts: Texts) -> str:
    """Return a line as one line of text, with its number."""
    equation = " = ".join(filter(None, (flat(line.latex), line.result)))
    return texts("written_derivation.text", number=line.number, words=line.words, formula=equation)


def line_words(
    question: Question, lines: tuple[WrittenLine, ...], texts: Texts, hidden: HiddenNumbers = HiddenNumbers()
) -> tuple[LineWords, ...]:
    """Return the lines of a derivation as they are shown."""
    return tuple(_line(question, number, line, texts, hidden) for number, line in enumerate(lines, 1))


def _line(question: Question, number: int, line: WrittenLine, texts: Texts, hidden: HiddenNumbers) -> LineWords:
    result = hidden.placeholder(line.target) or in_unit(line.unit, line.value)
    parts = () if line.is_counted else tuple(_fill_summand(part, hidden) for part in line.summands)
    has_gap = hidden.asked_entry is not None and hidden.asked_entry in (line.target, *_entries(line))
    rank = _rank(question, line.target)
    heading = line_heading(question, line.target, texts)
    return LineWords(number, line.target.step, rank, heading, parts, line.operator, result, has_gap)


def _entries(line: WrittenLine) -> Iterator[StepEntry]:
    for part in line.summands:
        for number in part.numbers:
            yield from number.entries


def line_heading(question: Question, entry: StepEntry, texts: Texts) -> str:
    """Return the heading of the line that computes an entry."""
    return texts(f"written_derivation.{entry.step}", **line_facts(question, entry))


def line_facts(question: Question, entry: StepEntry) -> dict[str, object]:
    """Return the values of a line's placeholders: its rank and grade; "" for one that it does not have."""
    rank = _rank(question, entry)
    values: dict[str, object] = {"rank": "" if rank is None else rank, "grade": ""}
    if rank is None or entry.column is None:
        return values
    grade = question.lists[0].items[int(question.trace.rankings.source[0, entry.column])].grade
    return values | {"grade": "?" if grade is None else plain(grade)}


def _rank(question: Question, entry: StepEntry) -> int | None:
    if entry.column is None:
        return None
    return int(question.trace.rankings.rank[0, entry.column])


def _fill_summand(part: Summand, hidden: HiddenNumbers) -> str:
    numbers = iter(part.numbers)
    return ONE_TIMES.sub("", HOLE.sub(partial(_number, numbers, hidden), part.template)).strip()


def _number(numbers: Iterator[FormulaNumber], hidden: HiddenNumbers, hole: re.Match[str]) -> str:
    number = next(numbers)
    sign = hidden.placeholder(*number.entries)
    return IN_LATEX[sign] if sign else latex_number(in_unit(number.unit, number.value))
