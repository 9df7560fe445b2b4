"""Files that are made of a set of questions, and the code of its link."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_PAGE_PARAMS
from rankviz.display.error_text import error_text
from rankviz.display.labels import file_stem
from rankviz.display.parts.link import qr_code, reach
from rankviz.learn.export.json_export import FORMATS
from rankviz.learn.export.question_export import ExportedSet
from rankviz.learn.learn_params import LearnParams
from rankviz.learn.sets.link import encode_set
from rankviz.learn.sets.question_set import QuestionSet, get_question
from rankviz.learn.view.progress import title_of_set
from rankviz.page.answers.part_builder import Data, PartBuilder
from rankviz.texts import Texts

MOST_IN_FILE = 40  # questions; drawing and writing them takes a few seconds
CODE = "code"


class Form(NamedTuple):
    """How a file is written, and what it is called."""

    format: str
    ending: str
    media: str
    key: bool = False


FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "moodle": Form("moodle", ".xml", "application/xml"),
        "gift": Form("gift", ".gift.txt", "text/plain"),
        "sheet": Form("html", ".html", "text/html"),
        "key": Form("html", "-key.html", "text/html", key=True),
    }
)


def file_payload(shown: PartBuilder, learning: LearnParams) -> Data | None:
    """Build what the address asks for.

    Returns
    -------
    dict or None
        `name`, `text`, `type`, and `note`, a sentence on what is not in it; None for what nobody offers.
    """
    place = dict(parse_qsl(shown.build_input.view.page_params[:MAX_PAGE_PARAMS]))
    form, asked = place.get("form", ""), learning.set
    if asked is None:
        return None
    if form == CODE:
        return _code(f"{place.get('at', '')}?{urlencode(encode_set(asked))}", shown.texts)
    return _file(asked, FORMS[form], shown.texts) if form in FORMS else None


def _code(address: str, texts: Texts) -> Data:
    reached = reach(address)
    return {"name": "", "type": "", "text": qr_code(address), "note": texts(f"link.{reached}") if reached else ""}


def _file(asked: QuestionSet, form: Form, texts: Texts) -> Data:
    questions, notes = [], []
    for number in range(1, min(asked.size, MOST_IN_FILE) + 1):
        try:
            questions.append(get_question(asked, number))
        except InputError as problem:
            notes.append(error_text(problem, texts))
            break
    link = f"/learn?{urlencode(encode_set(asked))}"
    command = f"rankviz exercises --set {shlex.quote(link)}"
    if asked.size > MOST_IN_FILE and not asked.fixed_questions:
        notes.append(f"{texts('setup.limit', limit=MOST_IN_FILE)} {command} --format {form.format}")
    written = ExportedSet(tuple(questions), asked.title, "" if asked.fixed_questions else command)
    return {
        "name": file_stem(title_of_set(asked, texts)) + form.ending,
        "text": FORMATS[form.format](written, texts, form.key),
        "type": form.media,
        "note": " ".join(notes),
    }
