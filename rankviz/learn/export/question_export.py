"""What the files of practice questions have in common: a set with its title, and questions and answers as HTML."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rankviz.basics.errors import one_line
from rankviz.display.formulas.explanation_text import line_text
from rankviz.learn.questions.generate import VERSION
from rankviz.learn.questions.number_judge import ROUNDED
from rankviz.learn.questions.question import Question
from rankviz.learn.words.attempt_words import task_label
from rankviz.learn.words.by_kind import KIND_WORDINGS
from rankviz.learn.words.export_choices import ANSWER_FORMS, NUMBER, is_exported, right_answer_feedback
from rankviz.learn.words.number_feedback import mistake_feedback, mistakes_by_number
from rankviz.learn.words.prompt import Prompt, prompt, solution
from rankviz.texts import Texts

NAME = "rankviz"


@dataclass(frozen=True)
class ExportedSet:
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

    @property
    def exportable(self) -> tuple[Question, ...]:
        """Those that a file can hold."""
        return tuple(filter(is_exported, self.questions))

    def left_out_note(self, texts: Texts) -> str:
        """A sentence on those that no file can hold, "" if there are none."""
        count = len(self.questions) - len(self.exportable)
        return texts("sets.left_out", count=count) if count else ""

    def heading(self, texts: Texts) -> str:
        """The title on one line."""
        measures = texts("sentence.more_separator").join(dict.fromkeys(each.measure for each in self.questions))
        return one_line(self.title).strip() or texts("worksheet.title", measures=measures)


@dataclass(frozen=True)
class GradedAnswer:
    """What a program that marks numbers is given: an answer, and what is said of it."""

    number: str
    is_right: bool
    feedback: tuple[str, ...]


def tolerance(question: Question) -> str:
    """How far off a number may be: one and a half units of the last decimal that is asked for, as `judge` takes them."""
    return f"{ROUNDED * 10.0**-question.digits:.{question.digits + 1}f}"


def graded_answers(question: Question, texts: Texts) -> tuple[GradedAnswer, ...]:
    """The right answer first, then the mistakes; numbers with three decimals more, which are compared with `tolerance`."""
    places = question.digits + 3
    right = GradedAnswer(f"{question.answer:.{places}f}", True, right_answer_feedback(question, texts))
    wrong = (
        GradedAnswer(
            f"{mistakes[0].value:.{places}f}", False, mistake_feedback(question, [each.key for each in mistakes], number, texts)
        )
        for number, mistakes in mistakes_by_number(question)
    )
    return right, *wrong


def other_number_text(texts: Texts) -> tuple[str, ...]:
    """What is said of any other number, where it is not known which one it is."""
    return texts("feedback.wrong", words=texts("feedback.other")), texts("feedback.unknown_ask")


def solution_lines(question: Question, texts: Texts) -> tuple[str, ...]:
    """What is to be seen at the end: what the answer is, where it is no value, and the derivation of one list."""
    said = KIND_WORDINGS[question.kind].solution_words(question, texts) if question.kind in KIND_WORDINGS else ()
    derived = (line_text(line) for line in solution(question)) if len(question.lists) == 1 else ()
    return *said, *(derived if question.kind != "who" else ())


def question_id(question: Question) -> str:
    """A name that no other question has: how it was drawn."""
    drawn = (VERSION, question.seed, question.level, question.number)
    kind = f"-{question.kind}" if question.kind != "value" else ""
    return f"{NAME}-{'-'.join(map(str, drawn))}-{question.measure}{kind}"


def question_name(question: Question, texts: Texts) -> str:
    """How a question is headed."""
    return texts("worksheet.question", number=question.number, measure=task_label(question, texts))


def question_html(question: Question, texts: Texts, *, alone: bool = True) -> str:
    """A question as HTML that any page can hold, without styles; the answer in decimals.

    Where it does not stand `alone`, what can be chosen and how it is to be answered is left to whoever asks it.
    """
    found = prompt(question, texts, fractions=False)
    choices = [words for _, words in found.choices] if alone else []
    digits = found.digits if alone or ANSWER_FORMS.get(question.kind) == NUMBER else ""
    told = [found.task, found.note, found.convention]
    parts = [*paragraphs(told), list_table(found), *paragraphs([found.missed, *found.lines, *choices, digits])]
    return to_html(parts)


def paragraphs(texts: Iterable[str]) -> list[ET.Element]:
    """An element for each text."""
    return [_element("p", text) for text in texts if text]


def list_table(found: Prompt) -> ET.Element:
    """The list of a question."""
    whole = ET.Element("table")
    for cells, name in ((found.heads, "th"), *((row, "td") for row in found.rows)):
        ET.SubElement(whole, "tr").extend(_element(name, cell) for cell in cells)
    return whole


def to_html(elements: Sequence[ET.Element]) -> str:
    """Elements as HTML."""
    return "".join(ET.tostring(each, encoding="unicode", method="html") for each in elements)


def _element(name: str, text: str) -> ET.Element:
    found = ET.Element(name)
    found.text = one_line(text)
    return found
