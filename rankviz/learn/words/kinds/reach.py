"""Texts of questions of the kind `reach`: a value that a list is to reach in a few moves."""

from __future__ import annotations

from rankviz.basics.errors import InputError
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.learn.questions.kinds.reach_target import MOVE, ReachTarget, decode_answer
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words.kind_wording import KindWording
from rankviz.learn.words.number_feedback import format_value
from rankviz.texts import Texts


def kind_data(question: Question) -> ReachTarget:
    """Return the target, and in how many moves of which kind it is to be reached."""
    assert isinstance(question.given, ReachTarget)
    return question.given


def task_words(question: Question, texts: Texts) -> str:
    """Return the task of a question."""
    data = kind_data(question)
    values = {"measure": question.measure, "target": fixed_decimals(data.value, question.digits), "moves": data.moves}
    return texts(f"reach.task_{data.by}", **values)


def note(question: Question, texts: Texts) -> str:
    """Return what counts as a move."""
    data = kind_data(question)
    return texts("reach.note_move") if data.by == MOVE else texts("reach.note_grade", top=data.top)


def answer_words(question: Question, text: str, texts: Texts) -> str:
    """Return a list in words: its documents in their order, or its grades; a text that is no list is returned unchanged."""
    try:
        items = decode_answer(question, text).items
    except InputError:
        return text
    grades = ("?" if item.grade is None else plain(item.grade) for item in items)
    return " ".join(item.doc_id for item in items) if kind_data(question).by == MOVE else " ".join(grades)


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """Return the sentences on a list: that it reaches the target, or what is missing."""
    if verdict.right:
        return solution_words(question, texts)
    data = kind_data(question)
    if verdict.problem is not None:
        return (texts("reach.unreadable"),)
    if verdict.moves is not None and verdict.moves > data.moves:
        return texts("feedback.wrong", words=texts("reach.too_many", moves=data.moves)), texts("reach.undo")
    return texts("feedback.wrong", words=texts("reach.not_there", measure=question.measure)), texts(f"reach.ask_{data.by}")


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the sentence that the target is reached."""
    target = fixed_decimals(kind_data(question).value, question.digits)
    return (texts("reach.solved", measure=question.measure, target=target),)


def right_answer(question: Question, texts: Texts) -> str:
    """Return the target, which may be surpassed."""
    return texts("sets.at_least", value=format_value(question, question.answer))


WORDING = KindWording(task_words, feedback, solution_words, answer_words, right_answer=right_answer)
