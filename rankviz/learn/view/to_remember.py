"""The hints that were taken, and what to remember of a finished question."""

from __future__ import annotations

from rankviz.core.metrics.measures import parse_measure
from rankviz.learn.view.question_context import Data, QuestionContext


def to_remember_payload(context: QuestionContext, hints: list[str]) -> Data | None:
    """Build the part: `hints` taken, of a finished question `takeaway`, and `texts`; None if there is neither."""
    texts, takeaway = context.texts, _sentence_to_remember(context)
    rows = [{"head": texts("practice.hint_number", number=number), "text": text} for number, text in enumerate(hints, 1)]
    if not rows and not takeaway:
        return None
    return {"hints": [] if context.is_finished else rows, "takeaway": takeaway, "texts": {"takeaway": texts("practice.keep")}}


def _sentence_to_remember(context: QuestionContext) -> str:
    """Return what to remember of the metric; "" while the question is open, or where there is no such sentence."""
    key = f"to_remember.{parse_measure(context.question.measure).metric.key}"
    return context.texts(key) if context.is_finished and key in context.texts else ""
