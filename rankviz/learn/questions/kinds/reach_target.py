"""The target of a `reach` question, and a list as its answer."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.basics.errors import InputError, shorten
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.kinds.list_pools import grades_of
from rankviz.learn.questions.list_order import read_order
from rankviz.learn.questions.question import Question

MOVE, GRADE = "move", "grade"
SLACK = 1e-9


@dataclass(frozen=True)
class ReachTarget:
    """The target of a question, and the moves that are allowed.

    Parameters
    ----------
    value : float
        The least value to reach.
    moves : int
        The number of moves allowed; fewer do not reach the target.
    by : {'move', 'grade'}
        What a move does: it takes a document to another rank, or gives it another grade.
    start : Ranking
    top : int
        The highest grade to give.
    """

    value: float
    moves: int
    by: str
    start: Ranking
    top: int


def measure_value(question: Question, ranking: Ranking) -> float:
    """Return the value of a question's measure on a list."""
    metric = parse_measure(question.measure).metric
    return float(compute(metric, RawLists.from_rankings([ranking]), question.convention).value[0])


def encode_answer(question: Question, ranking: Ranking) -> str | None:
    """Encode a list as an answer, inverse to `decode_answer`; None if it changes more than the question allows."""
    target = question.given
    assert isinstance(target, ReachTarget)
    start_documents, documents = ([item.doc_id for item in each.items] for each in (target.start, ranking))
    if target.by == GRADE:
        is_kept = start_documents == documents and target.start.missed == ranking.missed
        grades = ("?" if grade is None else f"{grade:g}" for grade in grades_of(ranking))
        return ".".join(grades) if is_kept and all(_may_be(item.grade, target.top) for item in ranking.items) else None
    start_grades, new_grades = ({item.doc_id: item.grade for item in each.items} for each in (target.start, ranking))
    is_kept = start_grades == new_grades and len(start_documents) == len(documents) and target.start.missed == ranking.missed
    return ".".join(str(start_documents.index(doc) + 1) for doc in documents) if is_kept else None


def decode_answer(question: Question, text: str) -> Ranking:
    """Decode an answer as a list, the inverse of `encode_answer`.

    Raises
    ------
    InputError
        `bad_order`, `bad_grades`.
    """
    target = question.given
    assert isinstance(target, ReachTarget)
    items, missed = target.start.items, target.start.missed
    if target.by == MOVE:
        return Ranking(tuple(items[place] for place in read_order(text, len(items))), missed)
    grade_by_text = {"?": None, **{str(grade): float(grade) for grade in range(target.top + 1)}}
    grades = text.split(".")
    if len(grades) != len(items) or not all(grade in grade_by_text for grade in grades):
        answer, count, top = shorten(text), len(items), target.top
        message = f'"{answer}" are not {count} grades from 0 to {top}, with dots between them and ? for an unjudged document.'
        raise InputError("bad_grades", message, text=answer, count=count, top=top)
    return Ranking(tuple(item._replace(grade=grade_by_text[grade]) for item, grade in zip(items, grades, strict=True)), missed)


def _may_be(grade: float | None, top: int) -> bool:
    return grade is None or (0 <= grade <= top and grade == int(grade))
