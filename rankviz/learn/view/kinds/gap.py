"""The page of a `gap` question: a derivation in which a number is missing."""

from __future__ import annotations

from rankviz.learn.view import plain_view
from rankviz.learn.view.kind_view import KindView, Parts
from rankviz.learn.view.question_body import question_list
from rankviz.learn.view.question_context import Data, QuestionContext
from rankviz.learn.view.written_derivation import line_payload, lines_body
from rankviz.learn.words.kinds import gap


def parts(context: QuestionContext) -> Parts:
    """Build the list, and beside it the derivation without the missing number.

    Notes
    -----
    The body has `lines`, each `{number, words, parts, operator, result, state}`: `parts` are MathML,
    `state` is "asked" where the number is missing. `label` names the lines.
    """
    lines = gap.gap_lines(context.question, context.texts, complete=context.is_finished)
    with_gap = [line.number for line in gap.gap_lines(context.question, context.texts) if line.has_gap]
    rows = [line_payload(line, "asked" if line.number in with_gap[:1] else "") for line in lines]
    return {"ranking_list": question_list(context), "question_body": lines_body(context, rows)}


def panel(context: QuestionContext) -> Data:
    """Build the field for the missing number; once finished the number, and what it leads to."""
    detail = {"detail": gap.result(context.question)} if context.is_finished else {}
    return plain_view.panel(context) | detail


VIEW = KindView(parts, "derivation", panel)
