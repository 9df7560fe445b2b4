"""The middle of a question's page: the payload of its kind, with the kind of the question, its key and its number."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.learn.view.question_context import Data, QuestionContext


def question_body_payload(context: QuestionContext, body: Mapping[str, object]) -> Data:
    """Build the part: the payload of a kind, with `kind` (its key), `key` and `number` (of the question)."""
    return {"kind": context.question.kind, "key": context.key, "number": context.number, **body}
