"""`reach`: a list that is to be changed in few moves until a measure is at least so large."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import floor

from rankviz.basics.errors import InputError, shorten
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.measures import parse_measure
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.kinds.list_pools import APART, grades_of
from rankviz.learn.questions.kinds.order import read_order
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.random_lists import DIGITS, QuestionSpec, draw_batches, is_not_trivial, random_integer, style_of
from rankviz.learn.questions.verdict import Verdict

MOVE, GRADE = "move", "grade"
HARD_FROM = 3  # the level from which on it takes two moves
SLACK = 1e-9
ROUND, CLEAR = 100, 0.005  # a target of two decimals, if it lies so far above what fewer moves give

Grades = tuple[float | None, ...]


@dataclass(frozen=True)
class ReachTarget:
    """What is to be reached.

    Parameters
    ----------
    value : float
        The least value.
    moves : int
        The most moves; fewer do not reach it.
    by : {'move', 'grade'}
        What a move is: a document is taken to another rank, or is given another grade.
    start : Ranking
    top : int
        The highest grade that may be given.
    """

    value: float
    moves: int
    by: str
    start: Ranking
    top: int


def draw(wanted: QuestionSpec) -> Iterator[Question]:
    """Draw lists, and targets that were made by reaching them."""
    by = GRADE if wanted.draw_one() < 1 / 3 else MOVE
    moves = 2 if wanted.level >= HARD_FROM else 1
    style = style_of(wanted)
    top = 3 if style.graded else 1
    for batch in draw_batches(wanted, style):
        drawn = {place: (k, each.ranking) for k, some in batch.items() for place, each in some.items()}
        # With some metrics one move always does: a document that is taken to the top is the first hit.
        for most in range(moves, 0, -1):
            made = False
            for _, (k, start) in sorted(drawn.items()):
                convention = wanted.convention.with_choices({"cutoff": k})
                target = _target(wanted, ReachTarget(0.0, most, by, start, top), convention)
                if target is not None:
                    made = True
                    printed = wanted.measure_text(convention)
                    yield Question("", printed, (start,), convention, "", target.value, (), DIGITS, wanted.level, 0, 0, target)
            if made:
                break


def judge(question: Question, text: str, found: bool) -> Verdict:
    """Judge a list: the places of the start's documents, from 1, or the grades that they were given."""
    given, typed = question.given, text.strip()
    assert isinstance(given, ReachTarget)
    try:
        ranking = decode_answer(question, typed)
    except InputError as problem:
        return Verdict("unreadable", typed, problem=problem)
    moves = _count_moves(given, ranking)
    is_there = moves <= given.moves and measure_value(question, ranking) >= given.value - SLACK
    return Verdict("right" if is_there else "not_there", typed, moves=moves)


def measure_value(question: Question, ranking: Ranking) -> float:
    """What the measure of a question gives on a list."""
    metric = parse_measure(question.measure).metric
    return float(compute(metric, RawLists.from_rankings([ranking]), question.convention).value[0])


def encode_answer(question: Question, ranking: Ranking) -> str | None:
    """Write a list as an answer; None if it is not made of the start's documents, or changed in another way than is asked."""
    given = question.given
    assert isinstance(given, ReachTarget)
    start, now = ([item.doc_id for item in each.items] for each in (given.start, ranking))
    if given.by == GRADE:
        kept = start == now and given.start.missed == ranking.missed
        grades = ("?" if grade is None else f"{grade:g}" for grade in grades_of(ranking))
        return ".".join(grades) if kept and all(_may_be(item.grade, given.top) for item in ranking.items) else None
    same = {item.doc_id: item.grade for item in given.start.items} == {item.doc_id: item.grade for item in ranking.items}
    kept = same and len(start) == len(now) and given.start.missed == ranking.missed
    return ".".join(str(start.index(doc) + 1) for doc in now) if kept else None


def decode_answer(question: Question, text: str) -> Ranking:
    """Read an answer: the inverse of `text_of`.

    Raises
    ------
    InputError
        `bad_order`, `bad_grades`.
    """
    given = question.given
    assert isinstance(given, ReachTarget)
    items, missed = given.start.items, given.start.missed
    if given.by == MOVE:
        return Ranking(tuple(items[place] for place in read_order(text, len(items))), missed)
    known = {"?": None, **{str(grade): float(grade) for grade in range(given.top + 1)}}
    grades = text.split(".")
    if len(grades) != len(items) or not all(grade in known for grade in grades):
        found, count, top = shorten(text), len(items), given.top
        message = f'"{found}" are not {count} grades from 0 to {top}, with dots between them and ? for an unjudged document.'
        raise InputError("bad_grades", message, text=found, count=count, top=top)
    return Ranking(tuple(item._replace(grade=known[grade]) for item, grade in zip(items, grades, strict=True)), missed)


def _may_be(grade: float | None, top: int) -> bool:
    return grade is None or (0 <= grade <= top and grade == int(grade))


def _count_moves(given: ReachTarget, ranking: Ranking) -> int:
    """The fewest moves that lead from the start to a list."""
    if given.by == GRADE:
        return sum(one != other for one, other in zip(grades_of(given.start), grades_of(ranking), strict=True))
    places = {item.doc_id: place for place, item in enumerate(given.start.items)}
    return len(places) - _longest_rising([places[item.doc_id] for item in ranking.items])


def _longest_rising(places: Sequence[int]) -> int:
    """How many documents can stay where they are among one another."""
    ends: list[int] = []
    for place in places:
        at = bisect_left(ends, place)
        ends[at : at + 1] = [place]
    return len(ends)


# ---------------------------------------------------------------------------------------------------------------------------
# The target


def _target(wanted: QuestionSpec, draft: ReachTarget, convention: Convention) -> ReachTarget | None:
    """The draft with a value that its moves reach, and fewer do not; None if there is none, or the start is trivial."""
    start = grades_of(draft.start)
    begin = _values(wanted.metric, [start], draft.start.missed, convention)[0]
    if not is_not_trivial(wanted.metric, begin):
        return None
    nearer, last, fewer = {start}, {start}, begin
    for move in range(1, draft.moves + 1):
        last = {each for shown in last for each in _next_grades(shown, draft)} - nearer
        reached = sorted(last, key=lambda shown: [-1.0 if grade is None else grade for grade in shown])
        values = _values(wanted.metric, reached, draft.start.missed, convention)
        if move < draft.moves:
            fewer = max([fewer, *values])
        nearer |= last
    # Lists are counted, not their values: those may differ in the last bit from one machine to the next.
    good = [value for value in values if value >= fewer + APART - SLACK]
    if not good:
        return None
    return replace(draft, value=_printable(good[random_integer(wanted.draw_one, 0, len(good) - 1)], fewer))


def _printable(value: float, fewer: float) -> float:
    """A target with as few decimals as can be, not above what was reached."""
    plain = floor(value * ROUND + SLACK) / ROUND
    return plain if plain >= fewer + CLEAR - SLACK else floor(value * 10**DIGITS + SLACK) / 10**DIGITS


def _next_grades(shown: Grades, draft: ReachTarget) -> Iterator[Grades]:
    """The lists that are one move away."""
    for place, grade in enumerate(shown):
        if draft.by == GRADE:
            yield from ((*shown[:place], float(new), *shown[place + 1 :]) for new in range(draft.top + 1) if new != grade)
        else:
            rest = (*shown[:place], *shown[place + 1 :])
            yield from ((*rest[:to], grade, *rest[to:]) for to in range(len(shown)) if to != place)


def _values(metric: Metric, shown: Sequence[Grades], missed: Sequence[Item], convention: Convention) -> list[float]:
    hidden = [item.grade for item in missed]
    lists = [Ranking.from_grades(each, hidden) for each in shown]
    return [float(value) for value in compute(metric, RawLists.from_rankings(lists), convention).value] if lists else []
