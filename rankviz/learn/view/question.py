"""The page of a question: the parts that every kind has, and those of the kind."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.basics.errors import InputError
from rankviz.display.error_text import error_text
from rankviz.learn.sets.progress import Progress
from rankviz.learn.view.answer_panel import answer_panel_payload, needs_lookup
from rankviz.learn.view.kind_view import KindView
from rankviz.learn.view.kinds import KINDS
from rankviz.learn.view.progress import progress_payload
from rankviz.learn.view.question_body import question_body_payload
from rankviz.learn.view.question_context import Data, QuestionContext, context_of
from rankviz.learn.view.question_head import problem_payload, question_head_payload
from rankviz.learn.view.to_remember import to_remember_payload
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

Parts = Mapping[str, Data | None]


def question_parts(progress: Progress, number: int, texts: Texts, edited_state: AppState | None = None) -> Parts:
    """Build the parts of a question's page; for a question that cannot be asked, a head that says why.

    `edited_state` holds the list of a question that is answered by editing it, as it is now.
    """
    line = {"progress": progress_payload(progress, number, texts)}
    try:
        context = context_of(progress, number, texts, edited_state)
    except InputError as error:
        return line | {"question_head": problem_payload(error_text(error, texts))}
    kind = KINDS[context.question.kind]
    panel = answer_panel_payload(context) | kind.panel(context)
    return {
        **line,
        "question_head": question_head_payload(context),
        "answer_panel": panel,
        "to_remember": to_remember_payload(context, kind.hints(context)),
        **_with_mark(_kind_parts(kind, context), panel),
    }


def _kind_parts(kind: KindView, context: QuestionContext) -> Parts:
    """Build the parts of the kind; its body says what draws it."""
    parts = kind.parts(context)
    payload = parts.get("question_body")
    return parts if payload is None else {**parts, "question_body": question_body_payload(context, kind.body, payload)}


def _with_mark(parts: Parts, panel: Data) -> Parts:
    """Let the working table mark the rank that the feedback is about."""
    feedback, table = panel.get("feedback"), parts.get("working_table")
    return {**parts, "working_table": {**table, "mark": feedback["mark"]}} if table and isinstance(feedback, dict) else parts


def panel_with_lookup(progress: Progress, number: int, texts: Texts) -> Data | None:
    """Build the panel with the result of looking up an unknown number; None if the last answer needs no look-up."""
    try:
        context = context_of(progress, number, texts)
    except InputError:
        return None
    if not needs_lookup(context):
        return None
    return answer_panel_payload(context, with_lookup=True) | KINDS[context.question.kind].panel(context)
