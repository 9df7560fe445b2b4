"""The parts of a question's page, and what is worked out for it while it is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from rankviz.learn.learn_params import OPEN_FILE, LearnParams
from rankviz.learn.questions.attempts import read_work
from rankviz.learn.sets.progress import Progress
from rankviz.learn.view.question import panel_with_lookup, question_parts
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.part_builder import Data, PartBuilder
from rankviz.page.header import learn_buttons

Parts = Mapping[str, Data | None]


def question_view(shown: PartBuilder, learning: LearnParams) -> Parts:
    """Build the parts of a question."""
    progress = _progress(shown, learning)
    if progress is None:
        return {}
    return {"header": with_class(shown), **question_parts(progress, learning.number, shown.texts, shown.build_input.state)}


def with_class(shown: PartBuilder) -> Data:
    """The header, with the way to a class that is asked the set; one of a file has no address that could be passed on."""
    view = shown.build_input.view
    is_of_file = any(name == OPEN_FILE for name, _ in parse_qsl(view.page_params))
    room = "" if is_of_file or view.is_static else "class_set"
    return {**shown.header(), **learn_buttons(shown.texts, class_button=room)}


def question_late(shown: PartBuilder, learning: LearnParams) -> Parts:
    """Look up a number that is not known, and build the next question, so that it is there when it is asked for."""
    progress = _progress(shown, learning)
    if progress is None:
        return {}
    return {
        "answer_panel": panel_with_lookup(progress, learning.number, shown.texts),
        "ahead": _ahead(shown, progress, learning.number + 1),
    }


def _progress(shown: PartBuilder, learning: LearnParams) -> Progress | None:
    return None if learning.set is None else Progress(learning.set, read_work(shown.build_input.view.work))


def _ahead(shown: PartBuilder, progress: Progress, number: int) -> Data | None:
    """The parts of the next question as they will be answered, with its address."""
    if number > progress.question_set.size:
        return None
    place = dict(parse_qsl(shown.build_input.view.page_params)) | {"q": str(number)}
    parts = question_parts(progress, number, shown.texts)
    written = {name: to_json(data).decode() for name, data in parts.items() if data is not None}
    return {"place": urlencode(place), "parts": written}
