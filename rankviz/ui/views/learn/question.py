"""The page of a question: the parts that every kind has, and those of its own."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.course.progress import Progress
from rankviz.errors import InputError
from rankviz.show.errors import error_text
from rankviz.show.exercises.feedback import feedback
from rankviz.state.app_state import AppState
from rankviz.teach.judging import search
from rankviz.texts import Texts
from rankviz.ui.views.learn.frame import Data, Frame, frame_of
from rankviz.ui.views.learn.head import head_data, progress_line
from rankviz.ui.views.learn.kinds import KINDS
from rankviz.ui.views.learn.panel import panel_data
from rankviz.ui.views.learn.value import keep_of

Parts = Mapping[str, Data | None]


def question_parts(progress: Progress, number: int, texts: Texts, now: AppState | None = None) -> Parts:
    """Build the parts of a question's page; one that cannot be asked says why."""
    try:
        frame = frame_of(progress, number, texts, now)
    except InputError as error:
        return {"question": {**progress_line(progress, number, texts), "task": error_text(error, texts)}}
    kind = KINDS[frame.question.kind]
    return {
        "question": head_data(frame),
        "answer": panel_data(frame) | kind.panel(frame),
        "keep": _keep(frame, kind.hints(frame)),
        **kind.parts(frame),
    }


def _keep(frame: Frame, hints: list[str]) -> Data | None:
    """The hints that were taken, and when it is over the sentence to keep; None where there is nothing."""
    texts, kept = frame.texts, keep_of(frame)
    rows = [{"head": texts("practice.hint_number", number=at), "text": text} for at, text in enumerate(hints, 1)]
    if not rows and not kept:
        return None
    return {"hints": [] if frame.over else rows, "keep": kept, "texts": {"keep": texts("practice.keep")}}


def found_data(progress: Progress, number: int, texts: Texts) -> Data | None:
    """What the look-up says of a number that none of the usual mistakes gives; None where there is nothing to look up."""
    try:
        frame = frame_of(progress, number, texts)
    except InputError:
        return None
    last = frame.attempt.last
    if last is None or last.kind != "unknown" or frame.over or not progress.asked.help.names:
        return None
    found = search(frame.question, last)
    if found.kind != "found":
        return {"said": [texts("practice.found_none")]}
    head, *asks = feedback(frame.question, found, texts)
    return {"said": [head, *asks]}
