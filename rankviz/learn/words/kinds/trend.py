"""Texts of questions of the kind `trend`: what an announced move does to a value, and which documents cause it."""

from __future__ import annotations

from rankviz.basics.errors import one_line
from rankviz.compare.document_effects import Effects, effects
from rankviz.compare.words.winner import with_sign
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.trace import Trace
from rankviz.display.number_format import fixed_decimals
from rankviz.evaluation.evaluate import compute
from rankviz.evaluation.list_pair import SAME, ListPair
from rankviz.learn.questions.kinds.trend import Trend, list_after_move
from rankviz.learn.questions.question import Question
from rankviz.learn.words.option_words import option_wording
from rankviz.texts import Texts


def kind_data(question: Question) -> Trend:
    """Return the move, and the values before and after it."""
    assert isinstance(question.given, Trend)
    return question.given


def moved_document(question: Question) -> str:
    """Return the document that is moved."""
    return one_line(question.lists[0].items[kind_data(question).move.rank - 1].doc_id)


def task_words(question: Question, texts: Texts) -> str:
    """Return the task of a question."""
    move = kind_data(question).move
    return texts("trend.task", document=moved_document(question), rank=move.rank, to=move.to, measure=question.measure)


def note(question: Question, texts: Texts) -> str:
    """Return what a move is."""
    return texts("trend.note", passed=_passed(question))


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return both values, and how much of the change is due to the moved document itself."""
    data = kind_data(question)
    before, later = (fixed_decimals(value, question.digits) for value in data.values)
    sentence = texts(f"trend.solved_{data.right}", measure=question.measure, before=before, after=later)
    return sentence, *filter(None, (_effect_words(question, texts),))


def move_effects(question: Question) -> tuple[Trace, Effects]:
    """Return the trace of the list before and after the move (queries 0 and 1), and each document's effect."""
    pair = ListPair(question.lists[0], list_after_move(question))
    trace = compute(parse_measure(question.measure).metric, RawLists.from_rankings(pair.lists), question.convention)
    return trace, effects(trace, pair)


def _effect_words(question: Question, texts: Texts) -> str:
    """Return the effects of the moved document and of those that make room for it; "" if there are no effects by document."""
    trace, pair_effects = move_effects(question)
    name = question.lists[0].items[kind_data(question).move.rank - 1].doc_id
    own = next((each.effect for each in pair_effects.by_document if each.doc_id == name), None)
    if own is None:
        return ""
    others = pair_effects.difference - own
    if not any(abs(each.effect) > SAME for each in pair_effects.by_document) and abs(others) <= SAME:
        return texts("trend.nothing")
    differences = {"own": with_sign(own, trace.unit), "others": with_sign(others, trace.unit)}
    key = "alone" if abs(others) <= SAME else "passed" if abs(own) <= SAME else "parts"
    return texts(f"trend.{key}", document=moved_document(question), passed=_passed(question), **differences)


def _passed(question: Question) -> int:
    """Number of documents that the moved one passes."""
    move = kind_data(question).move
    return abs(move.to - move.rank)


WORDING = option_wording(task_words, solution_words, note)
