"""`trend`: whether a value rises, falls or stays the same when a document moves to another rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.measures import print_measure
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.about_list import MOVE, AboutList, ListQuestion, defined_values, in_rank_order
from rankviz.learn.questions.announced_move import AnnouncedMove, move_document
from rankviz.learn.questions.kinds.list_pools import APART, EVEN, grades_of
from rankviz.learn.questions.kinds.options import Options, judge, option_keys, right_option
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.question_kind import QuestionKind
from rankviz.learn.questions.random_lists import DIGITS, QuestionSpec, draw_batches, is_nontrivial, random_integer, style_of

KEYS = ("up", "down", "same")
PATIENCE = 40  # lists tried for the answer drawn first; then as many for any answer, then for any move
EASIEST, HARDEST = 1, 3


UPWARDS = AnnouncedMove(2, 1)


@dataclass(frozen=True)
class Trend(Options):
    """The options of the question, and the move; `values` are those before and after it."""

    move: AnnouncedMove = UPWARDS


def draw(spec: QuestionSpec) -> Iterator[Question]:
    """Yield questions about moves that change the value visibly, or not at all; the right answer is drawn first."""
    key = KEYS[random_integer(spec.draw_one, 0, len(KEYS) - 1)]
    for list_number, (ranking, convention) in enumerate(_draw_lists(spec)):
        any_answer, any_move = list_number >= PATIENCE, list_number >= 2 * PATIENCE
        moves = [each for each in _moves(len(ranking.items)) if any_move or _fits_level(grades_of(ranking), each, spec.level)]
        values = _values(spec.metric, ranking, convention, moves)
        fitting_moves = [
            move
            for move, value in zip(moves, values[1:], strict=True)
            if _is_clear(values[0], value) and (any_answer or _right_key(values[0], value) == key)
        ]
        if fitting_moves and isfinite(values[0]) and is_nontrivial(spec.metric, values[0]):
            move = fitting_moves[random_integer(spec.draw_one, 0, len(fitting_moves) - 1)]
            question = build_trend_question(spec.metric, ranking, convention, move, spec.level)
            yield replace(question, measure=spec.measure_text(convention))


def build_trend_question(
    metric: Metric, ranking: Ranking, convention: Convention, move: tuple[int, int], level: int = 1
) -> Question:
    """Return the question for what a move does to a list.

    Examples
    --------
    >>> from rankviz.core.metrics import METRICS
    >>> ranking = Ranking.from_grades([0, 1, 1])
    >>> rising, still = (build_trend_question(METRICS["rr"], ranking, Convention(), (2, to)) for to in (1, 3))
    >>> rising.given.right, still.given.right
    ('up', 'same')
    """
    before, after = _values(metric, ranking, convention, [AnnouncedMove(*move)])
    kind_data = Trend(KEYS, (before, after), _right_key(before, after), move=AnnouncedMove(*move))
    return Question(
        "trend", print_measure(metric, convention), (ranking,), convention, "", before, (), DIGITS, level, 0, 0, kind_data
    )


def list_after_move(question: Question) -> Ranking:
    """Return the list of a question after its move."""
    kind_data = question.given
    assert isinstance(kind_data, Trend)
    return move_document(question.lists[0], *kind_data.move)


def _draw_lists(spec: QuestionSpec) -> Iterator[tuple[Ranking, Convention]]:
    """Yield short lists in the order of drawing, each with its convention."""
    for batch in draw_batches(spec, style_of(spec)):
        lists_by_position = {place: (each.ranking, k) for k, some in batch.items() for place, each in some.items()}
        for _, (ranking, k) in sorted(lists_by_position.items(), key=lambda each: each[0]):
            yield ranking, spec.convention.with_choices({"cutoff": k})


def _moves(count: int) -> list[AnnouncedMove]:
    return [AnnouncedMove(rank, to) for rank in range(1, count + 1) for to in range(1, count + 1) if to != rank]


def _fits_level(grades: Sequence[float | None], move: AnnouncedMove, level: int) -> bool:
    """Whether a move belongs to a level: to a neighbouring rank, past another grade, or past several different ones.

    Each changes the order of grades, so that an unchanged value is due to the metric and not to the list.
    """
    low, high = sorted(move)
    moved_grade = grades[move.rank - 1]
    passed_grades = {grade for rank, grade in enumerate(grades, 1) if low <= rank <= high and rank != move.rank}
    if passed_grades <= {moved_grade}:
        return False
    return high - low == 1 if level == EASIEST else len(passed_grades) > 1 if level == HARDEST else high - low > 1


def _values(metric: Metric, ranking: Ranking, convention: Convention, moves: Sequence[AnnouncedMove]) -> list[float]:
    """Return the value of a list, then the values after each of the moves."""
    lists = [ranking, *(move_document(ranking, *each) for each in moves)]
    return [float(value) for value in compute(metric, RawLists.from_rankings(lists), convention).value]


def _is_clear(before: float, after: float) -> bool:
    change = abs(after - before)
    return change <= EVEN or change >= APART - EVEN


def _right_key(before: float, after: float) -> str:
    return KEYS[2] if not abs(after - before) > EVEN else KEYS[0] if after > before else KEYS[1]


def announced_move(question: Question) -> AnnouncedMove:
    """Return the move that a question announces."""
    assert isinstance(question.given, Trend)
    return question.given.move


def about_list(list_question: ListQuestion) -> Question:
    """Return the question for what the move of a `ListQuestion` does to its list.

    Raises
    ------
    InputError
        `no_move`, `move_outside`, `undefined_question`.
    """
    move, count = list_question.move, len(list_question.state.ranking.items)
    if move is None:
        raise InputError("no_move", "This question is about a move: say from which rank to which, such as 4.1.")
    if max(move) > count:
        message = f'"{move}" is no move of this list: expected two different ranks from 1 to {count}, such as 2.1.'
        raise InputError("move_outside", message, text=str(move), count=count)
    ranking = in_rank_order(list_question)
    defined_values(list_question, ranking, move_document(ranking, *move))
    return build_trend_question(list_question.metric, ranking, list_question.state.convention, move)


KIND = QuestionKind(
    draw,
    judge,
    single_try=True,
    option_keys=option_keys,
    right=right_option,
    about_list=AboutList(2, about_list, field=MOVE),
    move=announced_move,
)
