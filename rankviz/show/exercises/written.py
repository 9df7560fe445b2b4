"""What the files of practice questions have in common: a set with its title, and questions and answers as HTML."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rankviz.errors import one_line
from rankviz.show.exercises.feedback import by_number, of_mistakes
from rankviz.show.exercises.prompt import Prompt, printed, prompt, solution
from rankviz.show.text import line_text
from rankviz.teach.draw import VERSION
from rankviz.teach.question import Question
from rankviz.texts import Texts

TOLERANCE = "0.0015"  # one and a half units of the third decimal, as `judge` takes them
NAME = "rankviz"


@dataclass(frozen=True)
class WrittenSet:
    """A set of questions to be written into a file.

    Parameters
    ----------
    questions : tuple of Question
    title : str
        "" for a title that names the measures.
    command : str
        The command that gives the same questions again.
    """

    questions: tuple[Question, ...]
    title: str = ""
    command: str = ""

    def heading(self, texts: Texts) -> str:
        """The title on one line."""
        measures = texts("sentence.more_separator").join(dict.fromkeys(each.measure for each in self.questions))
        return one_line(self.title).strip() or texts("sheet.title", measures=measures)


@dataclass(frozen=True)
class Reply:
    """What a program that marks numbers is given: an answer, and what is said of it."""

    number: str
    right: bool
    said: tuple[str, ...]


def replies(question: Question, texts: Texts) -> tuple[Reply, ...]:
    """The right answer first, then the mistakes; numbers with six decimals, which are compared with `TOLERANCE`."""
    value = printed(question, question.answer)
    right = Reply(f"{question.answer:.6f}", True, (texts("feedback.right", measure=question.measure, value=value),))
    wrong = (
        Reply(f"{mistakes[0].value:.6f}", False, of_mistakes(question, [each.key for each in mistakes], number, texts))
        for number, mistakes in by_number(question)
    )
    return right, *wrong


def other(texts: Texts) -> tuple[str, ...]:
    """What is said of any other number, where it is not known which one it is."""
    return texts("feedback.wrong", words=texts("feedback.other")), texts("feedback.unknown_ask")


def solution_text(question: Question) -> tuple[str, ...]:
    """The derivation in lines of text."""
    return tuple(line_text(line) for line in solution(question))


def identifier(question: Question) -> str:
    """A name that no other question has: how it was drawn."""
    drawn = (VERSION, question.seed, question.level, question.number)
    return f"{NAME}-{'-'.join(map(str, drawn))}-{question.measure}"


def question_name(question: Question, texts: Texts) -> str:
    """How a question is headed."""
    return texts("sheet.question", number=question.number, measure=question.measure)


def question_html(question: Question, texts: Texts) -> str:
    """A question as HTML that any page can hold, without styles; the answer in decimals."""
    found = prompt(question, texts, fractions=False)
    parts = [*paragraphs([found.task, found.convention]), table(found), *paragraphs([found.missed, found.digits])]
    return markup(parts)


def paragraphs(texts: Iterable[str]) -> list[ET.Element]:
    """An element for each text."""
    return [_element("p", text) for text in texts if text]


def table(found: Prompt) -> ET.Element:
    """The list of a question."""
    whole = ET.Element("table")
    for cells, name in ((found.heads, "th"), *((row, "td") for row in found.rows)):
        ET.SubElement(whole, "tr").extend(_element(name, cell) for cell in cells)
    return whole


def markup(elements: Sequence[ET.Element]) -> str:
    """Elements as HTML."""
    return "".join(ET.tostring(each, encoding="unicode", method="html") for each in elements)


def _element(name: str, text: str) -> ET.Element:
    found = ET.Element(name)
    found.text = one_line(text)
    return found
