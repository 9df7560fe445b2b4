"""Common parts of the exports: a set with its title, and questions and answers as HTML."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rankviz.basics.errors import one_line
from rankviz.display.formulas.explanation_text import line_text
from rankviz.learn.questions.generate import VERSION
from rankviz.learn.questions.kinds import USUAL_KIND
from rankviz.learn.questions.number_judge import ROUNDED
from rankviz.learn.questions.question import Question
from rankviz.learn.words.attempt_words import task_label
from rankviz.learn.words.export_choices import is_exported, right_answer_feedback
from rankviz.learn.words.kind_wording import NUMBER
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.number_feedback import mistake_feedback, mistakes_by_number, unknown_prompt
from rankviz.learn.words.prompt import Prompt, prompt, solution
from rankviz.texts import Texts

NAME = "rankviz"


@dataclass(frozen=True)
class ExportedSet:
    """A question set to be written to a file.

    Parameters
    ----------
    questions : tuple of Question
    title : str
        "" for a default title that names the measures.
    command : str
        The command that writes the same questions again; "" for none.
    """

    questions: tuple[Question, ...]
    title: str = ""
    command: str = ""

    @property
    def exportable(self) -> tuple[Question, ...]:
        """The questions that a file can hold."""
        return tuple(filter(is_exported, self.questions))

    def left_out_note(self, texts: Texts) -> str:
        """Return a sentence on the questions that no file can hold; "" if there are none."""
        count = len(self.questions) - len(self.exportable)
        return texts("sets.left_out", count=count) if count else ""

    def heading(self, texts: Texts) -> str:
        """Return the title on one line."""
        measures = texts("sentence.more_separator").join(dict.fromkeys(each.measure for each in self.questions))
        return one_line(self.title).strip() or texts("worksheet.title", measures=measures)


@dataclass(frozen=True)
class GradedAnswer:
    """An answer with its feedback, for a program that grades numbers."""

    number: str
    is_right: bool
    feedback: tuple[str, ...]


def tolerance(question: Question) -> str:
    """Return by how much a number may be off, as text: as for `judge`, 1.5 units of the last decimal asked for."""
    return f"{ROUNDED * 10.0**-question.digits:.{question.digits + 1}f}"


def graded_answers(question: Question, texts: Texts) -> tuple[GradedAnswer, ...]:
    """Return the right answer, then the mistakes; numbers have three decimals more, to be compared with `tolerance`."""
    places = question.digits + 3
    right = GradedAnswer(f"{question.answer:.{places}f}", True, right_answer_feedback(question, texts))
    wrong = (
        GradedAnswer(
            f"{mistakes[0].value:.{places}f}", False, mistake_feedback(question, [each.key for each in mistakes], number, texts)
        )
        for number, mistakes in mistakes_by_number(question)
    )
    return right, *wrong


def other_number_text(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the feedback on any other number."""
    return texts("feedback.wrong", words=texts("feedback.other")), unknown_prompt(question, texts)


def solution_lines(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the solution: the answer in words unless it is a value, and the derivation of a single list."""
    words = KIND_WORDINGS[question.kind]
    is_shown = words.keeps_convention and len(question.lists) == 1
    derivation = (line_text(line) for line in solution(question)) if is_shown else ()
    return *words.solution_words(question, texts), *derivation


def question_id(question: Question) -> str:
    """Return a unique id of a question, made of how it was generated."""
    origin = (VERSION, question.seed, question.level, question.number)
    kind = f"-{question.kind}" if question.kind != USUAL_KIND else ""
    return f"{NAME}-{'-'.join(map(str, origin))}-{question.measure}{kind}"


def question_name(question: Question, texts: Texts) -> str:
    """Return the heading of a question."""
    return texts("worksheet.question", number=question.number, measure=task_label(question, texts))


def question_html(question: Question, texts: Texts, *, is_standalone: bool = True) -> str:
    """Return a question as plain HTML without styles, to be answered in decimals.

    If it is not `is_standalone`, options and the form of the answer are left to the program that asks it.
    """
    shown_prompt = prompt(question, texts, fractions=False)
    choices = [words for _, words in shown_prompt.choices] if is_standalone else []
    digits = shown_prompt.digits if is_standalone or KIND_WORDINGS[question.kind].form == NUMBER else ""
    sentences = [shown_prompt.task, shown_prompt.note, shown_prompt.convention]
    parts = [
        *paragraphs(sentences),
        list_table(shown_prompt),
        *paragraphs([shown_prompt.missed, *shown_prompt.lines, *choices, digits]),
    ]
    return to_html(parts)


def paragraphs(texts: Iterable[str]) -> list[ET.Element]:
    """Return a paragraph for each text that is not empty."""
    return [_element("p", text) for text in texts if text]


def list_table(shown_prompt: Prompt) -> ET.Element:
    """Return the list of a question as a table."""
    table = ET.Element("table")
    for cells, name in ((shown_prompt.heads, "th"), *((row, "td") for row in shown_prompt.rows)):
        ET.SubElement(table, "tr").extend(_element(name, cell) for cell in cells)
    return table


def to_html(elements: Sequence[ET.Element]) -> str:
    """Return elements as HTML."""
    return "".join(ET.tostring(each, encoding="unicode", method="html") for each in elements)


def _element(name: str, text: str) -> ET.Element:
    element = ET.Element(name)
    element.text = one_line(text)
    return element
