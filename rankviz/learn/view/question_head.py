"""The head of a question: what is asked, and under which convention."""

from __future__ import annotations

from rankviz.core.metrics.measures import parse_measure
from rankviz.learn.sets.question_set import teacher_note
from rankviz.learn.view.question_context import Data, QuestionContext
from rankviz.learn.words.by_kind import KIND_WORDINGS
from rankviz.learn.words.prompt import convention_of, task_of


def question_head_payload(frame: QuestionContext) -> Data:
    """Build the head.

    Returns
    -------
    dict
        JSON-serialisable: `task`, `note` (what is shown of it, or ""), `name` of the metric in words,
        `convention` and `said` (a teacher's words, or "").
    """
    texts, question = frame.texts, frame.question
    words = KIND_WORDINGS.get(question.kind)
    return {
        "task": task_of(question, texts),
        "note": words.note(question, texts) if words and words.note else "",
        "name": texts(f"about.{parse_measure(question.measure).metric.key}.name"),
        "convention": convention_of(question, texts),
        "said": teacher_note(frame.progress.question_set, frame.number, texts.language),
    }


def problem_payload(words: str) -> Data:
    """Build the head of a question that cannot be asked."""
    return {"task": words, "note": "", "name": "", "convention": "", "said": ""}
