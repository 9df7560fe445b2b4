"""The page of a question: the parts that every kind has, and those of its own."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.basics.errors import InputError
from rankviz.display.error_text import error_text
from rankviz.learn.sets.progress import Progress
from rankviz.learn.view.by_kind import KINDS
from rankviz.learn.view.head import head_data, problem_data, progress_line
from rankviz.learn.view.panel import needs_lookup, panel_data
from rankviz.learn.view.question_context import Data, QuestionContext, frame_of
from rankviz.learn.view.value import keep_of
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

Parts = Mapping[str, Data | None]


def question_parts(progress: Progress, number: int, texts: Texts, now: AppState | None = None) -> Parts:
    """Build the parts of a question's page; one that cannot be asked says why.

    `now` is the state that the list of a question which is answered by changing it has come to.
    """
    line = {"progress": progress_line(progress, number, texts)}
    try:
        frame = frame_of(progress, number, texts, now)
    except InputError as error:
        return line | {"question": problem_data(error_text(error, texts))}
    kind = KINDS[frame.question.kind]
    panel = panel_data(frame) | kind.panel(frame)
    return {
        **line,
        "question": head_data(frame),
        "answer": panel,
        "keep": _keep(frame, kind.hints(frame)),
        **_marked(kind.parts(frame), panel),
    }


def _marked(parts: Parts, panel: Data) -> Parts:
    """Let the working show the rank that is said to differ."""
    said, working = panel.get("said"), parts.get("working")
    return {**parts, "working": {**working, "mark": said["mark"]}} if working and isinstance(said, dict) else parts


def _keep(frame: QuestionContext, hints: list[str]) -> Data | None:
    """The hints that were taken, and when it is over the sentence to keep; None where there is nothing."""
    texts, kept = frame.texts, keep_of(frame)
    rows = [{"head": texts("practice.hint_number", number=at), "text": text} for at, text in enumerate(hints, 1)]
    if not rows and not kept:
        return None
    return {"hints": [] if frame.is_finished else rows, "keep": kept, "texts": {"keep": texts("practice.keep")}}


def looked_up(progress: Progress, number: int, texts: Texts) -> Data | None:
    """Build the panel with what the look-up says of a number that none of the usual mistakes gives; None for any other."""
    try:
        frame = frame_of(progress, number, texts)
    except InputError:
        return None
    if not needs_lookup(frame):
        return None
    return panel_data(frame, looked_up=True) | KINDS[frame.question.kind].panel(frame)
