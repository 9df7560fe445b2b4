"""`swap`: the two entries to swap for the largest gain of a measure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import isfinite

from rankviz.basics.errors import InputError, shorten
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.measures import print_measure
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.about_list import AboutList, ListQuestion, defined_values, in_rank_order
from rankviz.learn.questions.kinds.list_pools import APART, EVEN
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.question_kind import QuestionKind
from rankviz.learn.questions.random_lists import DIGITS, QuestionSpec, draw_batches, is_nontrivial, style_of
from rankviz.learn.questions.verdict import Verdict

Ranks = tuple[int, int]
PATIENCE = 60  # lists tried for one with a single best swap, before one with several is accepted


@dataclass(frozen=True)
class Swaps:
    """The result of every swap.

    Parameters
    ----------
    ranks : tuple of (int, int)
        The two ranks of each swap, from 1, the upper one first.
    values : tuple of float
        Value of the list after each swap.
    right : tuple of (int, int)
        The swaps that gain most; several if documents have the same grade.
    """

    ranks: tuple[Ranks, ...]
    values: tuple[float, ...]
    right: tuple[Ranks, ...]


def draw(spec: QuestionSpec) -> Iterator[Question]:
    """Yield questions about lists with one clearly best swap, or with several of them if no such list turns up."""
    clear_count = 0
    for batch in draw_batches(spec, style_of(spec)):
        lists_by_position = {place: (each.ranking, k) for k, some in batch.items() for place, each in some.items()}
        for _, (ranking, k) in sorted(lists_by_position.items(), key=lambda each: each[0]):
            convention = spec.convention.with_choices({"cutoff": k})
            question = build_swap_question(spec.metric, ranking, convention, spec.level)
            if question is None or not isfinite(question.answer) or not _is_clear(spec.metric, question):
                continue
            clear_count += 1
            is_single = len(swaps_of(question).right) == 1 and is_nontrivial(spec.metric, question.answer)
            if is_single or clear_count > PATIENCE:
                yield replace(question, measure=spec.measure_text(convention))


def build_swap_question(metric: Metric, ranking: Ranking, convention: Convention, level: int = 1) -> Question | None:
    """Return the question for the best swap of a list; None if no swap gains anything.

    Examples
    --------
    >>> from rankviz.core.metrics import METRICS
    >>> question = build_swap_question(METRICS["dcg"], Ranking.from_grades([0, 1, 3]), Convention())
    >>> question.given.right, build_swap_question(METRICS["dcg"], Ranking.from_grades([3, 1, 0]), Convention())
    (((1, 3),), None)
    """
    ranks = tuple(combinations(range(1, len(ranking.items) + 1), 2))
    lists = [ranking, *(swap_documents(ranking, one, other) for one, other in ranks)]
    before, *values = (float(value) for value in compute(metric, RawLists.from_rankings(lists), convention).value)
    sign = -1 if metric.lower_is_better else 1
    gains = [sign * (value - before) for value in values]
    best = max(gains, default=0.0)
    if not best > EVEN:
        return None
    right = tuple(each for each, gain in zip(ranks, gains, strict=True) if gain >= best - EVEN)
    swaps = Swaps(ranks, tuple(values), right)
    return Question(
        "swap", print_measure(metric, convention), (ranking,), convention, "", before, (), DIGITS, level, 0, 0, swaps
    )


def judge(question: Question, text: str, line_found: bool) -> Verdict:
    """Judge two ranks with a dot between them, in either order."""
    swaps, typed = swaps_of(question), text.strip()
    match = re.fullmatch(r"([0-9]{1,3})\.([0-9]{1,3})", typed, re.ASCII)
    ranks = tuple(sorted(int(each) for each in match.groups())) if match else ()
    if ranks not in swaps.ranks:
        count = len(question.lists[0].items)
        message = (
            f'"{shorten(typed)}" is not a swap: expected two ranks from 1 to {count} with a dot between them, such as 1.2.'
        )
        return Verdict("unreadable", typed, problem=InputError("bad_swap", message, text=shorten(typed), count=count))
    return Verdict("right" if ranks in swaps.right else "wrong_choice", ".".join(map(str, ranks)))


def swaps_of(question: Question) -> Swaps:
    """Return the swaps of a question of this kind."""
    assert isinstance(question.given, Swaps)
    return question.given


def _is_clear(metric: Metric, question: Question) -> bool:
    """Whether the best swap gains visibly, and visibly more than the next best one."""
    swaps = swaps_of(question)
    sign = -1 if metric.lower_is_better else 1
    best = max(sign * value for value in swaps.values)
    others = [sign * value for value in swaps.values if sign * value < best - EVEN]
    return best - sign * question.answer >= APART and all(best - value >= APART - EVEN for value in others)


def swap_documents(ranking: Ranking, one: int, other: int) -> Ranking:
    """Return the list with two documents swapped; scores stay with the ranks."""
    items = [*ranking.items]
    upper, lower = items[one - 1], items[other - 1]
    items[one - 1], items[other - 1] = lower._replace(score=upper.score), upper._replace(score=lower.score)
    return Ranking(tuple(items), ranking.missed, ranking.query_id)


def right_swap(question: Question) -> str:
    """Return the ranks of the two entries of a right exchange, with a dot between."""
    return ".".join(map(str, swaps_of(question).right[0]))


def about_list(list_question: ListQuestion) -> Question:
    """Return the question for the best swap of a list; InputError `no_better_swap`, `undefined_question`."""
    ranking, measure = in_rank_order(list_question), list_question.measure
    defined_values(list_question, ranking)
    question = build_swap_question(list_question.metric, ranking, list_question.state.convention)
    if question is None:
        raise InputError("no_better_swap", f"No swap makes {measure} of this list better.", measure=measure)
    return question


KIND = QuestionKind(draw, judge, single_try=True, right=right_swap, about_list=AboutList(5, about_list))
