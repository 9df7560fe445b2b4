"""The head of a question: what is asked, and under which convention."""

from __future__ import annotations

from rankviz.core.metrics.measures import parse_measure
from rankviz.learn.sets.question_set import teacher_note
from rankviz.learn.view.question_context import Data, QuestionContext
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.prompt import convention_of, task_of


def question_head_payload(context: QuestionContext) -> Data:
    """Build the part.

    Returns
    -------
    dict
        JSON-serialisable: `task`, `note` (what the question shows, or ""), `name` of the metric in words, `convention` and
        `teacher_note` ("" if there is none).
    """
    texts, question = context.texts, context.question
    return {
        "task": task_of(question, texts),
        "note": KIND_WORDINGS[question.kind].note(question, texts),
        "name": texts(f"about.{parse_measure(question.measure).metric.key}.name"),
        "convention": convention_of(question, texts),
        "teacher_note": teacher_note(context.progress.question_set, context.number, texts.language),
    }


def problem_payload(problem: str) -> Data:
    """Build the head of a question that cannot be asked."""
    return {"task": problem, "note": "", "name": "", "convention": "", "teacher_note": ""}
