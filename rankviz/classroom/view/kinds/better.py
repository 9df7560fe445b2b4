"""`better` in a class: whatever was chosen, both lists are derived."""

from __future__ import annotations

from collections.abc import Iterator

from rankviz.classroom.grouped_answers import Bar
from rankviz.classroom.questions import list_question_name, question_of
from rankviz.classroom.view.class_kind import AnswerReason, AskableQuestion, ClassKind, measure_of
from rankviz.classroom.words.derivations import pair_derivations
from rankviz.learn.questions.question import Question
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

MOST_NAMED = 8  # documents of a list that is only spoken of


def _reason(question: Question, bar: Bar | None, texts: Texts) -> AnswerReason:
    pair = pair_derivations(question.trace, question.trace, queries=(0, 1))
    names = texts("better.list_a"), texts("better.list_b")
    sides = list(zip(names, (pair.right, pair.wrong), strict=True))
    return AnswerReason(sides, sentences=KIND_WORDINGS[question.kind].solution_words(question, texts))


def _variants(kind: str, state: AppState, texts: Texts) -> Iterator[AskableQuestion]:
    name = list_question_name(kind, state)
    documents = texts("sentence.more_separator").join(_second_list_names(name))
    detail = texts(f"class_teacher.task.{kind}", measure=measure_of(state), documents=documents)
    yield {"detail": detail, "question_name": name}


def _second_list_names(question_name: str) -> list[str]:
    """Return the names of the first documents of the second list."""
    names = [item.doc_id for item in question_of(question_name).lists[1].items]
    return names if len(names) <= MOST_NAMED else [*names[:MOST_NAMED], "…"]


CLASS_KIND = ClassKind(reason=_reason, variants=_variants, explains_each_choice=False)
