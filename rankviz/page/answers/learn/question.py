"""The view of a question, and its deferred parts."""

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


def question_page_parts(builder: PartBuilder, params: LearnParams) -> Parts:
    """Build the parts of a question."""
    progress = _progress(builder, params)
    if progress is None:
        return {}
    return {
        "header": header_with_class(builder),
        **question_parts(progress, params.number, builder.texts, builder.build_input.state),
    }


def header_with_class(builder: PartBuilder) -> Data:
    """Build the header, with a button to ask a class the set; without it for a set of a file, which has no link."""
    view = builder.build_input.view
    is_from_file = any(name == OPEN_FILE for name, _ in parse_qsl(view.page_params))
    class_button = "" if is_from_file or view.is_static else "class_set"
    return {**builder.header(), **learn_buttons(builder.texts, class_button=class_button)}


def deferred_question_parts(builder: PartBuilder, params: LearnParams) -> Parts:
    """Build the panel with the looked-up number, if there is one to look up, and the next question, which is prefetched."""
    progress = _progress(builder, params)
    if progress is None:
        return {}
    return {
        "answer_panel": panel_with_lookup(progress, params.number, builder.texts),
        "prefetched": _prefetched_question(builder, progress, params.number + 1),
    }


def _progress(builder: PartBuilder, params: LearnParams) -> Progress | None:
    return None if params.set is None else Progress(params.set, read_work(builder.build_input.view.work))


def _prefetched_question(builder: PartBuilder, progress: Progress, number: int) -> Data | None:
    """Build the next question: its URL parameters, and its parts as they will be sent; None after the last one."""
    if number > progress.question_set.size:
        return None
    page_params = dict(parse_qsl(builder.build_input.view.page_params)) | {"q": str(number)}
    parts = question_parts(progress, number, builder.texts)
    encoded = {name: to_json(data).decode() for name, data in parts.items() if data is not None}
    return {"params": urlencode(page_params), "parts": encoded}
