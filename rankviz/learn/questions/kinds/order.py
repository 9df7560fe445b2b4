"""`order`: four lists over the same documents, to be sorted by their values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rankviz.basics.errors import InputError
from rankviz.learn.questions.kinds.list_pools import APART, EVEN, draw_pools
from rankviz.learn.questions.list_order import read_order
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.question_kind import QuestionKind
from rankviz.learn.questions.random_lists import QuestionSpec
from rankviz.learn.questions.verdict import Verdict

LISTS = 4


@dataclass(frozen=True)
class Order:
    """The right order of the lists.

    Parameters
    ----------
    right : tuple of int
        Positions of the question's lists, from 0, the best list first.
    values : tuple of float
        Values of the lists, in the order of the question.
    """

    right: tuple[int, ...]
    values: tuple[float, ...]


def draw(spec: QuestionSpec) -> Iterator[Question]:
    """Yield questions about lists whose values lie apart, and that are not sorted already."""
    for batch in draw_pools(spec, LISTS, is_unrestricted=True):
        for pool in batch:
            better_first = sorted(range(LISTS), key=lambda place: -pool.values[place])
            right = tuple(reversed(better_first)) if spec.metric.lower_is_better else tuple(better_first)
            is_spread = all(pool.values[one] - pool.values[other] >= APART - EVEN for one, other in pairwise(better_first))
            if is_spread and right != tuple(range(LISTS)):
                yield pool.build_question(spec, pool.values[0], Order(right, pool.values))


def judge(question: Question, text: str, line_found: bool) -> Verdict:
    """Judge an order: the numbers of the lists, from 1, the best first, with dots between them."""
    order, typed = question.given, text.strip()
    assert isinstance(order, Order)
    try:
        places = read_order(typed, len(order.right))
    except InputError as problem:
        return Verdict("unreadable", typed, problem=problem)
    right_positions = {place: position for position, place in enumerate(order.right)}
    for one, other in pairwise(places):
        if right_positions[one] > right_positions[other]:
            return Verdict("turned", typed, turned=(one, other))
    return Verdict("right", typed)


def right_order(question: Question) -> str:
    """Return the numbers of the lists, the best first, with dots between."""
    assert isinstance(question.given, Order)
    return ".".join(str(index + 1) for index in question.given.right)


KIND = QuestionKind(draw, judge, right=right_order)
