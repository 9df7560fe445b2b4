"""The words of `trend`: what a move that is announced does to a value, and whose doing it is."""

from __future__ import annotations

from rankviz.basics.errors import one_line
from rankviz.compare.document_effects import Effects, effects
from rankviz.compare.words.winner import with_sign
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.trace import Trace
from rankviz.display.error_text import error_text
from rankviz.display.number_format import fixed
from rankviz.evaluation.evaluate import compute
from rankviz.evaluation.list_pair import SAME, ListPair
from rankviz.learn.questions.kinds.trend import Trend, list_after_move
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.texts import Texts


def kind_data(question: Question) -> Trend:
    """The move, and the values before and after it."""
    assert isinstance(question.given, Trend)
    return question.given


def document(question: Question) -> str:
    """What is moved."""
    return one_line(question.lists[0].items[kind_data(question).move.rank - 1].doc_id)


def task_words(question: Question, texts: Texts) -> str:
    """What is asked."""
    move = kind_data(question).move
    return texts("trend.task", document=document(question), rank=move.rank, to=move.to, measure=question.measure)


def note(question: Question, texts: Texts) -> str:
    """What a move is."""
    return texts("trend.note")


def option(key: str, texts: Texts) -> str:
    """One of the answers that can be chosen."""
    return texts(f"trend.option_{key}")


def answer_words(question: Question, text: str, texts: Texts) -> str:
    """An answer in words; what is none as it is."""
    return option(text, texts) if text in kind_data(question).keys else text


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """What is said of a choice: both values, and why; of a wrong one as of the right one, for it is shown then."""
    if verdict.problem is not None:
        return (error_text(verdict.problem, texts),)
    said, *why = solution_words(question, texts)
    return texts("better.yes" if verdict.right else "better.no", words=said), *why


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """Both values, and which part of the change is the document's own."""
    found = kind_data(question)
    before, later = (fixed(value, question.digits) for value in found.values)
    said = texts(f"trend.solved_{found.right}", measure=question.measure, before=before, after=later)
    return said, *filter(None, (_why(question, texts),))


def changed(question: Question) -> tuple[Trace, Effects]:
    """The list before and after the move as two rows, and what each document does to the difference."""
    two = ListPair(question.lists[0], list_after_move(question))
    trace = compute(parse_measure(question.measure).metric, RawLists.from_rankings(two.lists), question.convention)
    return trace, effects(trace, two)


def _why(question: Question, texts: Texts) -> str:
    """What the document brings itself, and what those bring that make room; "" where nothing is added up by document."""
    trace, found = changed(question)
    name = question.lists[0].items[kind_data(question).move.rank - 1].doc_id
    own = next((each.effect for each in found.by_document if each.doc_id == name), None)
    if own is None:
        return ""
    others = found.difference - own
    if not any(abs(each.effect) > SAME for each in found.by_document) and abs(others) <= SAME:
        return texts("trend.nothing")
    put = {"own": with_sign(own, trace.unit), "others": with_sign(others, trace.unit)}
    key = "alone" if abs(others) <= SAME else "passed" if abs(own) <= SAME else "parts"
    return texts(f"trend.{key}", document=document(question), **put)
