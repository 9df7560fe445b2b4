"""`reach`: a list to be changed in few moves so that a measure reaches a target."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import floor

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics import Metric
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.kinds.list_pools import APART, grades_of
from rankviz.learn.questions.kinds.reach_target import (
    GRADE,
    MOVE,
    SLACK,
    ReachTarget,
    decode_answer,
    encode_answer,
    measure_value,
)
from rankviz.learn.questions.kinds.solution_path import reach_target
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.question_kind import QuestionKind
from rankviz.learn.questions.random_lists import DIGITS, QuestionSpec, draw_batches, is_nontrivial, random_integer, style_of
from rankviz.learn.questions.verdict import Verdict

HARD_FROM = 3  # first level at which the target takes two moves
ROUND, CLEAR = 100, 0.005  # a target has two decimals if it still exceeds what fewer moves reach by CLEAR

Grades = tuple[float | None, ...]


def draw(spec: QuestionSpec) -> Iterator[Question]:
    """Yield questions about lists with targets that the allowed moves reach, and fewer do not."""
    by = GRADE if spec.draw_one() < 1 / 3 else MOVE
    moves = 2 if spec.level >= HARD_FROM else 1
    style = style_of(spec)
    top = 3 if style.graded else 1
    for batch in draw_batches(spec, style):
        lists_by_position = {place: (k, each.ranking) for k, some in batch.items() for place, each in some.items()}
        # With some metrics one move is always enough: a document moved to the top is the first hit.
        for most in range(moves, 0, -1):
            is_found = False
            for _, (k, start) in sorted(lists_by_position.items()):
                convention = spec.convention.with_choices({"cutoff": k})
                target = _target(spec, ReachTarget(0.0, most, by, start, top), convention)
                if target is not None:
                    is_found = True
                    printed = spec.measure_text(convention)
                    yield Question("", printed, (start,), convention, "", target.value, (), DIGITS, spec.level, 0, 0, target)
            if is_found:
                break


def judge(question: Question, text: str, line_found: bool) -> Verdict:
    """Judge a list: the former positions of its documents, from 1, or their new grades."""
    target, typed = question.given, text.strip()
    assert isinstance(target, ReachTarget)
    try:
        ranking = decode_answer(question, typed)
    except InputError as problem:
        return Verdict("unreadable", typed, problem=problem)
    moves = _count_moves(target, ranking)
    is_reached = moves <= target.moves and measure_value(question, ranking) >= target.value - SLACK
    return Verdict("right" if is_reached else "not_there", typed, moves=moves)


def _count_moves(target: ReachTarget, ranking: Ranking) -> int:
    """Return the fewest moves that lead from the start to a list."""
    if target.by == GRADE:
        return sum(one != other for one, other in zip(grades_of(target.start), grades_of(ranking), strict=True))
    places = {item.doc_id: place for place, item in enumerate(target.start.items)}
    return len(places) - _longest_rising([places[item.doc_id] for item in ranking.items])


def _longest_rising(places: Sequence[int]) -> int:
    """Return the length of the longest rising subsequence: the documents that need not move."""
    ends: list[int] = []
    for place in places:
        index = bisect_left(ends, place)
        ends[index : index + 1] = [place]
    return len(ends)


# ---------------------------------------------------------------------------------------------------------------------------
# The target


def _target(spec: QuestionSpec, draft: ReachTarget, convention: Convention) -> ReachTarget | None:
    """Return the draft with a value that only all its moves reach; None if there is none, or the start is trivial."""
    start = grades_of(draft.start)
    start_value = _values(spec.metric, [start], draft.start.missed, convention)[0]
    if not is_nontrivial(spec.metric, start_value):
        return None
    seen_grades, current, best_before = {start}, {start}, start_value
    for move in range(1, draft.moves + 1):
        current = {each for grades in current for each in _next_grades(grades, draft)} - seen_grades
        candidates = sorted(current, key=lambda grades: [-1.0 if grade is None else grade for grade in grades])
        values = _values(spec.metric, candidates, draft.start.missed, convention)
        if move < draft.moves:
            best_before = max([best_before, *values])
        seen_grades |= current
    # Equal values are not merged: they may differ in the last bit from one machine to the next.
    good_values = [value for value in values if value >= best_before + APART - SLACK]
    if not good_values:
        return None
    return replace(draft, value=_printable(good_values[random_integer(spec.draw_one, 0, len(good_values) - 1)], best_before))


def _printable(value: float, fewer: float) -> float:
    """Return a target with two decimals if that is clear enough, else with `DIGITS`; never above the value reached."""
    plain = floor(value * ROUND + SLACK) / ROUND
    return plain if plain >= fewer + CLEAR - SLACK else floor(value * 10**DIGITS + SLACK) / 10**DIGITS


def _next_grades(grades: Grades, draft: ReachTarget) -> Iterator[Grades]:
    """Yield the grades of the lists that are one move away."""
    for place, grade in enumerate(grades):
        if draft.by == GRADE:
            yield from ((*grades[:place], float(new), *grades[place + 1 :]) for new in range(draft.top + 1) if new != grade)
        else:
            rest = (*grades[:place], *grades[place + 1 :])
            yield from ((*rest[:to], grade, *rest[to:]) for to in range(len(grades)) if to != place)


def _values(metric: Metric, grade_lists: Sequence[Grades], missed: Sequence[Item], convention: Convention) -> list[float]:
    missed_grades = [item.grade for item in missed]
    lists = [Ranking.from_grades(each, missed_grades) for each in grade_lists]
    return [float(value) for value in compute(metric, RawLists.from_rankings(lists), convention).value] if lists else []


def right_list(question: Question) -> str:
    """Return the list of a shortest path to the target, as it is typed."""
    answer = encode_answer(question, reach_target(question))
    assert answer is not None
    return answer


def changes_grades(question: Question) -> bool:
    """Whether a move gives a document another grade."""
    assert isinstance(question.given, ReachTarget)
    return question.given.by == GRADE


KIND = QuestionKind(draw, judge, right=right_list, changes_grades=changes_grades, encode_list=encode_answer)
