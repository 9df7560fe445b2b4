"""The middle of a question's page: its list, and the payload of its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rankviz.explore.view.ranking_list import ranking_list_payload
from rankviz.learn.view.question_context import Data, QuestionContext


def question_body_payload(context: QuestionContext, body: str, payload: Mapping[str, object]) -> Data:
    """Build the part: the payload of a kind, with `body` (what draws it), `key` and `number` (of the question)."""
    return {"body": body, "key": context.key, "number": context.number, **payload}


def options_body(context: QuestionContext, body_payload: Callable[..., Data]) -> Data:
    """Build the body of a kind in which something is chosen, by its `body_payload`, with the answer that was checked last."""
    last = context.attempt.last_verdict
    last_answer = last.typed if last else ""
    return body_payload(context.question, last_answer, context.texts, is_finished=context.is_finished)


def question_list(context: QuestionContext) -> Data:
    """Build the list, which cannot be changed."""
    return ranking_list_payload(context.analysis, context.texts) | {
        "read_only": True,
        "note": "",
        "fixed_cutoff": True,
        "asked": True,
    }
