"""What stands in the middle of a question's page: the kind's own payload, with the kind and the number of the question."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.learn.view.question_context import Data, QuestionContext


def question_body_payload(frame: QuestionContext, body: Mapping[str, object]) -> Data:
    """Build the part from what a kind of question puts into it: `kind` (a key) and `at` (the question's number) besides."""
    return {"kind": frame.question.kind, "at": frame.number, **body}
