"""Question sets for Moodle, as its XML and as GIFT.

Moodle takes the first answer whose interval holds the number: the right one comes first, then the mistakes, each with its
feedback, and in XML a last one for all other numbers. In GIFT only Moodle itself reads such an answer, so it is left out there.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from rankviz.learn.export.exported_text import (
    NAME,
    ExportedSet,
    graded_answers,
    other_number_text,
    paragraphs,
    question_html,
    question_id,
    question_name,
    solution_lines,
    to_html,
    tolerance,
)
from rankviz.learn.questions.question import Question
from rankviz.learn.words.export_choices import choices_of, lists_with_places
from rankviz.learn.words.kind_wording import CHOICE, NUMBER, ORDER
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.prompt import hints
from rankviz.texts import Texts

COURSE = "$course$"
PENALTY = "0.3333333"
NO_UNIT = {"unitgradingtype": "0", "unitpenalty": "0.1", "showunits": "3", "unitsleft": "0"}
EVERY_OTHER = "*"
ONE_CHOICE = {"single": "true", "shuffleanswers": "false", "answernumbering": "none"}


def moodle_xml(exported: ExportedSet, texts: Texts, with_key: bool) -> str:
    """Write a set as Moodle XML; it always has the answers, since Moodle needs them for grading."""
    quiz = ET.Element("quiz")
    if left_out_note := exported.left_out_note(texts):
        quiz.append(ET.Comment(f" {left_out_note.replace('--', '- -')} "))
    category = ET.SubElement(quiz, "question", type="category")
    _add_text(category, "category", f"{COURSE}/{NAME}/{_category_name(exported.heading(texts))}")
    quiz.extend(_question_element(each, texts) for each in exported.exportable)
    ET.indent(quiz)
    # In ASCII, with character references for the rest, so that it survives every terminal and editor.
    xml: bytes = ET.tostring(quiz, encoding="us-ascii", xml_declaration=True)
    return xml.decode("ascii") + "\n"


def _question_element(question: Question, texts: Texts) -> ET.Element:
    form = KIND_WORDINGS[question.kind].form
    element = ET.Element("question", type=TYPES[form])
    _add_text(element, "name", question_name(question, texts))
    _add_text(element, "questiontext", question_html(question, texts, is_standalone=False), format="html")
    _add_text(element, "generalfeedback", to_html(paragraphs(solution_lines(question, texts))), format="html")
    for name, value in {"defaultgrade": "1", "penalty": PENALTY, "hidden": "0", "idnumber": question_id(question)}.items():
        ET.SubElement(element, name).text = value
    ANSWERS[form](element, question, texts)
    for hint in hints(question, texts):
        _add_text(element, "hint", to_html(paragraphs([hint])), format="html")
    return element


def _add_number_answers(element: ET.Element, question: Question, texts: Texts) -> None:
    for answer in graded_answers(question, texts):
        _add_answer(element, "100" if answer.is_right else "0", answer.number, answer.feedback, tolerance(question))
    _add_answer(element, "0", EVERY_OTHER, other_number_text(question, texts), "0")
    for name, value in NO_UNIT.items():
        ET.SubElement(element, name).text = value


def _add_choices(element: ET.Element, question: Question, texts: Texts) -> None:
    for name, value in ONE_CHOICE.items():
        ET.SubElement(element, name).text = value
    for choice in choices_of(question, texts):
        answer = ET.SubElement(element, "answer", fraction="100" if choice.right else "0", format="html")
        ET.SubElement(answer, "text").text = to_html(paragraphs([choice.text]))
        _add_text(answer, "feedback", to_html(paragraphs(choice.feedback)), format="html")


def _add_places(element: ET.Element, question: Question, texts: Texts) -> None:
    ET.SubElement(element, "shuffleanswers").text = "false"
    for name, place in lists_with_places(question, texts):
        subquestion = ET.SubElement(element, "subquestion", format="html")
        ET.SubElement(subquestion, "text").text = to_html(paragraphs([name]))
        _add_text(subquestion, "answer", place)


TYPES = {NUMBER: "numerical", CHOICE: "multichoice", ORDER: "matching"}
ANSWERS = {NUMBER: _add_number_answers, CHOICE: _add_choices, ORDER: _add_places}


def _add_answer(question: ET.Element, fraction: str, number: str, feedback: tuple[str, ...], tolerance: str) -> None:
    answer = ET.SubElement(question, "answer", fraction=fraction, format="moodle_auto_format")
    ET.SubElement(answer, "text").text = number
    _add_text(answer, "feedback", to_html(paragraphs(feedback)), format="html")
    ET.SubElement(answer, "tolerance").text = tolerance


def _add_text(parent: ET.Element, name: str, text: str, **attributes: str) -> None:
    """Add an element with its text in an inner element, as Moodle XML has it."""
    ET.SubElement(ET.SubElement(parent, name, attributes), "text").text = text


def _category_name(title: str) -> str:
    """Return a title as one component of a category path, with its slashes doubled."""
    return title.replace("/", "//")


# ---------------------------------------------------------------------------------------------------------------------------
# GIFT

SPECIAL = re.compile(r"([~=#{}:\\])")


def gift(exported: ExportedSet, texts: Texts, with_key: bool) -> str:
    """Write a set as GIFT; it always has the answers, which are needed for grading."""
    category = f"$CATEGORY: {COURSE}/{NAME}/{_category_name(exported.heading(texts))}"
    comment = [f"// {text}"] if (text := exported.left_out_note(texts)) else []
    return "\n\n".join([*comment, category, *(_gift_question(each, texts) for each in exported.exportable)]) + "\n"


def _gift_question(question: Question, texts: Texts) -> str:
    body = _escape_gift(question_html(question, texts, is_standalone=False))
    head = f"::{_escape_gift(question_name(question, texts))}::[html]{body}"
    form = KIND_WORDINGS[question.kind].form
    begin = head + ("{#" if form == NUMBER else "{")
    return "\n".join([begin, *_gift_answers(question, texts), f"####{_gift_paragraphs(solution_lines(question, texts))}", "}"])


def _gift_answers(question: Question, texts: Texts) -> Iterator[str]:
    if KIND_WORDINGS[question.kind].form == NUMBER:
        for answer in graded_answers(question, texts):
            yield f"=%{100 if answer.is_right else 0}%{answer.number}:{tolerance(question)}#{_gift_paragraphs(answer.feedback)}"
    for choice in choices_of(question, texts):
        yield f"{'=' if choice.right else '~'}{_escape_gift(choice.text)}#{_gift_paragraphs(choice.feedback)}"
    for name, place in lists_with_places(question, texts):
        yield f"={_escape_gift(name)} -> {_escape_gift(place)}"


def _gift_paragraphs(sentences: tuple[str, ...]) -> str:
    return _escape_gift(to_html(paragraphs(sentences)))


def _escape_gift(text: str) -> str:
    return SPECIAL.sub(r"\\\1", text)
