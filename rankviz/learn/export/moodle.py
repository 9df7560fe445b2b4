"""Practice questions for Moodle, as its XML and as GIFT.

Moodle takes the first answer of a question whose interval holds the number: the right one stands first, then the mistakes, each
with what is said of it, and in XML, at the end, one for all other numbers. In GIFT such an answer is read by Moodle only, so it
is left out there.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from rankviz.learn.export.question_export import (
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
from rankviz.learn.words.export_choices import ANSWER_FORMS, CHOICE, NUMBER, ORDER, choices_of, lists_with_places
from rankviz.learn.words.prompt import hints
from rankviz.texts import Texts

COURSE = "$course$"
PENALTY = "0.3333333"
NO_UNIT = {"unitgradingtype": "0", "unitpenalty": "0.1", "showunits": "3", "unitsleft": "0"}
EVERY_OTHER = "*"
ONE_CHOICE = {"single": "true", "shuffleanswers": "false", "answernumbering": "none"}


def moodle_xml(written: ExportedSet, texts: Texts, with_key: bool) -> str:
    """Write a set as Moodle XML; it always holds the answers, since Moodle marks with them."""
    quiz = ET.Element("quiz")
    if left_out := written.left_out_note(texts):
        quiz.append(ET.Comment(f" {left_out.replace('--', '- -')} "))
    category = ET.SubElement(quiz, "question", type="category")
    _add_text(category, "category", f"{COURSE}/{NAME}/{_category_name(written.heading(texts))}")
    quiz.extend(_question_element(each, texts) for each in written.exportable)
    ET.indent(quiz)
    # In ASCII, with numbers for all other signs, so that it survives every terminal and editor.
    written_out: bytes = ET.tostring(quiz, encoding="us-ascii", xml_declaration=True)
    return written_out.decode("ascii") + "\n"


def _question_element(question: Question, texts: Texts) -> ET.Element:
    form = ANSWER_FORMS[question.kind]
    found = ET.Element("question", type=TYPES[form])
    _add_text(found, "name", question_name(question, texts))
    _add_text(found, "questiontext", question_html(question, texts, alone=False), format="html")
    _add_text(found, "generalfeedback", to_html(paragraphs(solution_lines(question, texts))), format="html")
    for name, value in {"defaultgrade": "1", "penalty": PENALTY, "hidden": "0", "idnumber": question_id(question)}.items():
        ET.SubElement(found, name).text = value
    ANSWERS[form](found, question, texts)
    for said in hints(question, texts):
        _add_text(found, "hint", to_html(paragraphs([said])), format="html")
    return found


def _add_number_answers(found: ET.Element, question: Question, texts: Texts) -> None:
    for reply in graded_answers(question, texts):
        _add_answer(found, "100" if reply.is_right else "0", reply.number, reply.feedback, tolerance(question))
    _add_answer(found, "0", EVERY_OTHER, other_number_text(texts), "0")
    for name, value in NO_UNIT.items():
        ET.SubElement(found, name).text = value


def _add_choices(found: ET.Element, question: Question, texts: Texts) -> None:
    for name, value in ONE_CHOICE.items():
        ET.SubElement(found, name).text = value
    for each in choices_of(question, texts):
        answer = ET.SubElement(found, "answer", fraction="100" if each.right else "0", format="html")
        ET.SubElement(answer, "text").text = to_html(paragraphs([each.text]))
        _add_text(answer, "feedback", to_html(paragraphs(each.feedback)), format="html")


def _add_places(found: ET.Element, question: Question, texts: Texts) -> None:
    ET.SubElement(found, "shuffleanswers").text = "false"
    for name, place in lists_with_places(question, texts):
        one = ET.SubElement(found, "subquestion", format="html")
        ET.SubElement(one, "text").text = to_html(paragraphs([name]))
        _add_text(one, "answer", place)


TYPES = {NUMBER: "numerical", CHOICE: "multichoice", ORDER: "matching"}
ANSWERS = {NUMBER: _add_number_answers, CHOICE: _add_choices, ORDER: _add_places}


def _add_answer(question: ET.Element, fraction: str, number: str, said: tuple[str, ...], tolerance: str) -> None:
    answer = ET.SubElement(question, "answer", fraction=fraction, format="moodle_auto_format")
    ET.SubElement(answer, "text").text = number
    _add_text(answer, "feedback", to_html(paragraphs(said)), format="html")
    ET.SubElement(answer, "tolerance").text = tolerance


def _add_text(parent: ET.Element, name: str, text: str, **attributes: str) -> None:
    """Add an element whose text stands in an element of its own, as Moodle has it."""
    ET.SubElement(ET.SubElement(parent, name, attributes), "text").text = text


def _category_name(title: str) -> str:
    """A title as one step of a path: two slashes are one that does not divide."""
    return title.replace("/", "//")


# ---------------------------------------------------------------------------------------------------------------------------
# GIFT

SPECIAL = re.compile(r"([~=#{}:\\])")


def gift(written: ExportedSet, texts: Texts, with_key: bool) -> str:
    """Write a set as GIFT; it always holds the answers, since they are marked with."""
    category = f"$CATEGORY: {COURSE}/{NAME}/{_category_name(written.heading(texts))}"
    left_out = [f"// {text}"] if (text := written.left_out_note(texts)) else []
    return "\n\n".join([*left_out, category, *(_gift_question(each, texts) for each in written.exportable)]) + "\n"


def _gift_question(question: Question, texts: Texts) -> str:
    head = (
        f"::{_escape_gift(question_name(question, texts))}::[html]{_escape_gift(question_html(question, texts, alone=False))}"
    )
    form = ANSWER_FORMS[question.kind]
    begin = head + ("{#" if form == NUMBER else "{")
    return "\n".join([begin, *_gift_answers(question, texts), f"####{_gift_paragraphs(solution_lines(question, texts))}", "}"])


def _gift_answers(question: Question, texts: Texts) -> Iterator[str]:
    if ANSWER_FORMS[question.kind] == NUMBER:
        for reply in graded_answers(question, texts):
            yield f"=%{100 if reply.is_right else 0}%{reply.number}:{tolerance(question)}#{_gift_paragraphs(reply.feedback)}"
    for choice in choices_of(question, texts):
        yield f"{'=' if choice.right else '~'}{_escape_gift(choice.text)}#{_gift_paragraphs(choice.feedback)}"
    for name, place in lists_with_places(question, texts):
        yield f"={_escape_gift(name)} -> {_escape_gift(place)}"


def _gift_paragraphs(said: tuple[str, ...]) -> str:
    return _escape_gift(to_html(paragraphs(said)))


def _escape_gift(text: str) -> str:
    return SPECIAL.sub(r"\\\1", text)
