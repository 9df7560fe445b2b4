"""The hints that were taken, and what to remember of a question that is over."""

from __future__ import annotations

from rankviz.core.metrics.measures import parse_measure
from rankviz.learn.view.question_context import Data, QuestionContext


def to_remember_payload(frame: QuestionContext, hints: list[str]) -> Data | None:
    """Build the hints that were taken and, when the question is over, the sentence to remember; None where there is neither."""
    texts, kept = frame.texts, _sentence_to_remember(frame)
    rows = [{"head": texts("practice.hint_number", number=at), "text": text} for at, text in enumerate(hints, 1)]
    if not rows and not kept:
        return None
    return {"hints": [] if frame.is_finished else rows, "keep": kept, "texts": {"keep": texts("practice.keep")}}


def _sentence_to_remember(frame: QuestionContext) -> str:
    """Return what to remember of the metric; "" while the question is open, or where there is no such sentence."""
    key = f"to_remember.{parse_measure(frame.question.measure).metric.key}"
    return frame.texts(key) if frame.is_finished and key in frame.texts else ""
