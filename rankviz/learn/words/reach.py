"""The words of `reach`: a value that a list is to be given in a few moves."""

from __future__ import annotations

from rankviz.basics.errors import InputError
from rankviz.display.number_format import fixed, plain
from rankviz.learn.questions.kinds.reach import MOVE, ReachTarget, decode_answer
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.texts import Texts


def kind_data(question: Question) -> ReachTarget:
    """The target, and in how many moves of which kind it is to be reached."""
    assert isinstance(question.given, ReachTarget)
    return question.given


def task_words(question: Question, texts: Texts) -> str:
    """What is asked."""
    found = kind_data(question)
    put = {"measure": question.measure, "target": fixed(found.value, question.digits), "moves": found.moves}
    return texts(f"reach.task_{found.by}", **put)


def note(question: Question, texts: Texts) -> str:
    """What a move is."""
    found = kind_data(question)
    return texts("reach.note_move") if found.by == MOVE else texts("reach.note_grade", top=found.top)


def answer_words(question: Question, text: str, texts: Texts) -> str:
    """A list that was reached: its documents in their order, or its grades; what is none as it is."""
    try:
        items = decode_answer(question, text).items
    except InputError:
        return text
    grades = ("?" if item.grade is None else plain(item.grade) for item in items)
    return " ".join(item.doc_id for item in items) if kind_data(question).by == MOVE else " ".join(grades)


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """That it is reached, or in what it falls short."""
    if verdict.right:
        return solution_words(question, texts)
    found = kind_data(question)
    if verdict.problem is not None:
        return (texts("reach.unreadable"),)
    if verdict.moves is not None and verdict.moves > found.moves:
        return texts("feedback.wrong", words=texts("reach.too_many", moves=found.moves)), texts("reach.undo")
    return texts("feedback.wrong", words=texts("reach.not_there", measure=question.measure)), texts(f"reach.ask_{found.by}")


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """That it is reached."""
    put = {"measure": question.measure, "target": fixed(kind_data(question).value, question.digits)}
    return (texts("reach.solved", **put),)
