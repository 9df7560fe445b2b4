"""The page of a question: the parts that every kind has, and those of its own."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.basics.errors import InputError
from rankviz.display.error_text import error_text
from rankviz.learn.sets.progress import Progress
from rankviz.learn.view.answer_panel import answer_panel_payload, needs_lookup
from rankviz.learn.view.by_kind import KINDS
from rankviz.learn.view.progress import progress_payload
from rankviz.learn.view.question_context import Data, frame_of
from rankviz.learn.view.question_head import problem_payload, question_head_payload
from rankviz.learn.view.to_remember import to_remember_payload
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

Parts = Mapping[str, Data | None]


def question_parts(progress: Progress, number: int, texts: Texts, now: AppState | None = None) -> Parts:
    """Build the parts of a question's page; one that cannot be asked says why.

    `now` is the state that the list of a question which is answered by changing it has come to.
    """
    line = {"progress": progress_payload(progress, number, texts)}
    try:
        frame = frame_of(progress, number, texts, now)
    except InputError as error:
        return line | {"question_head": problem_payload(error_text(error, texts))}
    kind = KINDS[frame.question.kind]
    panel = answer_panel_payload(frame) | kind.panel(frame)
    return {
        **line,
        "question_head": question_head_payload(frame),
        "answer_panel": panel,
        "to_remember": to_remember_payload(frame, kind.hints(frame)),
        **_marked(kind.parts(frame), panel),
    }


def _marked(parts: Parts, panel: Data) -> Parts:
    """Let the working show the rank that is said to differ."""
    said, working = panel.get("said"), parts.get("working_table")
    return {**parts, "working_table": {**working, "mark": said["mark"]}} if working and isinstance(said, dict) else parts


def looked_up(progress: Progress, number: int, texts: Texts) -> Data | None:
    """Build the panel with what the look-up says of a number that none of the usual mistakes gives; None for any other."""
    try:
        frame = frame_of(progress, number, texts)
    except InputError:
        return None
    if not needs_lookup(frame):
        return None
    return answer_panel_payload(frame, looked_up=True) | KINDS[frame.question.kind].panel(frame)
