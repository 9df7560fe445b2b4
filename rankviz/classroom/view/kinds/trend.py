"""`trend` in a class: the move is announced, and whatever was chosen, the list before and after is derived."""

from __future__ import annotations

from collections.abc import Iterator

from rankviz.classroom.grouped_answers import Bar
from rankviz.classroom.questions import check_length, list_question_name
from rankviz.classroom.view.class_kind import (
    AnswerReason,
    AskableQuestion,
    ChoiceOption,
    ClassKind,
    MovePayload,
    entry_numbers,
    measure_of,
)
from rankviz.classroom.words.derivations import pair_derivations
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.announced_move import move_document
from rankviz.learn.questions.kinds.list_pools import EVEN
from rankviz.learn.questions.kinds.trend import Trend
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.random_lists import DIGITS
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.kinds.trend import move_effects
from rankviz.state.app_state import AppState
from rankviz.texts import Texts


def _option(question: Question, key: str, texts: Texts) -> ChoiceOption:
    return {"key": key, "label": texts(f"class_question.option_{key}"), "detail": ""}


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
        sentences=KIND_WORDINGS[question.kind].solution_words(question, texts),
    )


def _variants(kind: str, state: AppState, texts: Texts) -> Iterator[AskableQuestion]:
    check_length(state)
    for rank, to in askable_moves(state):
        document = state.ranking.items[rank - 1].doc_id
        detail = texts(f"class_teacher.task.{kind}", document=document, rank=rank, to=to, measure=measure_of(state))
        yield {"detail": detail, "question_name": list_question_name(kind, state, move=(rank, to))}


def askable_moves(state: AppState) -> tuple[tuple[int, int], ...]:
    """Return moves of one document to ask about: one that raises the value, one that lowers it, one that does neither.

    They are as short as can be, and as near to the top; the first of them may be any of the three.

    Examples
    --------
    >>> from rankviz.state.app_state import DEFAULT
    >>> askable_moves(DEFAULT)
    ((2, 1), (3, 2))
    """
    count = len(state.ranking.items)
    ranks = [(target + step, target) for step in range(1, count) for target in range(1, count - step + 1)]
    ranks = [each for pair in ranks for each in (pair, pair[::-1]) if each == pair or pair[0] - pair[1] > 1]
    lists = [state.ranking, *(move_document(state.ranking, *each) for each in ranks)]
    before, *after = (
        float(each) for each in compute(METRICS[state.metric], RawLists.from_rankings(lists), state.convention).value
    )
    by_sign: dict[int, tuple[int, int]] = {}
    for pair, value in zip(ranks, after, strict=True):
        change = value - before
        sign = 0 if abs(change) <= EVEN else 1 if change > 0 else -1
        if sign == 0 or abs(change) >= 10**-DIGITS:
            by_sign.setdefault(sign, pair)
    return tuple(sorted(by_sign.values(), key=ranks.index))


CLASS_KIND = ClassKind(option=_option, note=_note, move=_move, reason=_reason, variants=_variants, explains_each_choice=False)
