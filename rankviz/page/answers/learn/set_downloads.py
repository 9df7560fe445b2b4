"""Files made from a question set, and the QR code of its link."""

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
from rankviz.learn.export.exported_text import ExportedSet
from rankviz.learn.export.json_export import FORMATS
from rankviz.learn.learn_params import SETUP, LearnParams
from rankviz.learn.sets.link import encode_set
from rankviz.learn.sets.question_set import QuestionSet, get_question
from rankviz.learn.view.progress import title_of_set
from rankviz.page.answers.part_builder import Data, PartBuilder
from rankviz.texts import Texts

MOST_IN_FILE = 40  # questions; generating and writing them takes a few seconds
CODE = "code"


class DownloadFormat(NamedTuple):
    """A file that can be downloaded: its format, ending and media type; whether it is a worksheet's key, and tells answers."""

    format: str
    ending: str
    media: str
    key: bool = False
    tells: bool = True


DOWNLOADS: Mapping[str, DownloadFormat] = MappingProxyType(
    {
        "moodle": DownloadFormat("moodle", ".xml", "application/xml"),
        "gift": DownloadFormat("gift", ".gift.txt", "text/plain"),
        "sheet": DownloadFormat("html", ".html", "text/html", tells=False),
        "key": DownloadFormat("html", "-key.html", "text/html", key=True),
    }
)


def file_payload(builder: PartBuilder, params: LearnParams) -> Data | None:
    """Build the file that the URL asks for.

    Returns
    -------
    dict or None
        `name`, `text`, `type`, and `note`, a sentence on what it leaves out; None for an unknown format, without a set, and for
        the answers of a test outside of the view in which sets are made.
    """
    page_params = dict(parse_qsl(builder.build_input.view.page_params[:MAX_PAGE_PARAMS]))
    form, question_set = page_params.get("form", ""), params.set
    if question_set is None:
        return None
    if form == CODE:
        return _code(f"{page_params.get('at', '')}?{urlencode(encode_set(question_set))}", builder.texts)
    download = DOWNLOADS.get(form)
    if download is None or (download.tells and question_set.help.is_test and params.view != SETUP):
        return None
    return _file(question_set, download, builder.texts)


def _code(address: str, texts: Texts) -> Data:
    reachable_by = reach(address)
    return {"name": "", "type": "", "text": qr_code(address), "note": texts(f"link.{reachable_by}") if reachable_by else ""}


def _file(question_set: QuestionSet, download: DownloadFormat, texts: Texts) -> Data:
    questions, notes = [], []
    for number in range(1, min(question_set.size, MOST_IN_FILE) + 1):
        try:
            questions.append(get_question(question_set, number))
        except InputError as problem:
            notes.append(error_text(problem, texts))
            break
    link = f"/learn?{urlencode(encode_set(question_set))}"
    command = f"rankviz exercises --set {shlex.quote(link)}"
    if question_set.size > MOST_IN_FILE and not question_set.fixed_questions:
        notes.append(f"{texts('setup.limit', limit=MOST_IN_FILE)} {command} --format {download.format}")
    exported = ExportedSet(tuple(questions), question_set.title, "" if question_set.fixed_questions else command)
    return {
        "name": file_stem(title_of_set(question_set, texts)) + download.ending,
        "text": FORMATS[download.format](exported, texts, download.key),
        "type": download.media,
        "note": " ".join(notes),
    }
