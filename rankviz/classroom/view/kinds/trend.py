"""`trend` in a class: the move is announced, and whatever was chosen, the list before and after is derived."""

from __future__ import annotations

from rankviz.classroom.grouped_answers import Bar
from rankviz.classroom.view.class_kind import AnswerReason, ClassKind, MovePayload, entry_numbers
from rankviz.classroom.words.derivations import pair_derivations
from rankviz.learn.questions.kinds.trend import Trend
from rankviz.learn.questions.question import Question
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.kinds.trend import move_effects
from rankviz.texts import Texts


def _note(question: Question, texts: Texts) -> str:
    assert isinstance(question.given, Trend)
    move = question.given.move
    document = question.lists[0].items[move.rank - 1].doc_id
    return texts("class_question.move", document=document, before=move.rank, after=move.to)


def _move(question: Question, texts: Texts) -> MovePayload:
    assert isinstance(question.given, Trend)
    numbers, move = entry_numbers(question), question.given.move
    return {"row": numbers.index(move.rank), "to": numbers.index(move.to), "text": _note(question, texts)}


def _reason(question: Question, bar: Bar | None, texts: Texts) -> AnswerReason:
    trace, _ = move_effects(question)
    pair = pair_derivations(trace, trace, queries=(0, 1))
    names = texts("answer_cause.why.before"), texts("answer_cause.why.after")
    return AnswerReason(
        list(zip(names, (pair.right, pair.wrong), strict=True)),
        sentences=KIND_WORDINGS["trend"].solution_words(question, texts),
    )


CLASS_KIND = ClassKind(note=_note, move=_move, reason=_reason, explains_each_choice=False)
