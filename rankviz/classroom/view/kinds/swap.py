"""`swap` in a class: two entries are pressed, and a wrong exchange is derived beside the best one."""

from __future__ import annotations

from rankviz.classroom.grouped_answers import Bar
from rankviz.classroom.questions import right_answer
from rankviz.classroom.view.class_kind import AnswerReason, ClassKind
from rankviz.classroom.words.derivations import pair_derivations, without_marks
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.trace import Trace
from rankviz.display.formulas.derivation import derivation
from rankviz.display.number_format import fixed_decimals
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.kinds.swap import swap_documents, swaps_of
from rankviz.learn.questions.question import Question
from rankviz.texts import Texts


def _answer(question: Question, answer: str, texts: Texts) -> str:
    items = question.lists[0].items
    first, second = (items[int(rank) - 1].doc_id for rank in answer.split("."))
    return texts("answer_cause.bars.swap", first=first, second=second)


def _reason(question: Question, bar: Bar | None, texts: Texts) -> AnswerReason:
    swaps, chosen, best = swaps_of(question), "" if bar is None else bar.numbers[0], right_answer(question)
    values = {".".join(map(str, ranks)): value for ranks, value in zip(swaps.ranks, swaps.values, strict=True)}
    value_texts = {key: fixed_decimals(value, question.digits) for key, value in values.items()}
    before, swap_text = fixed_decimals(question.answer, question.digits), _answer(question, best, texts)
    sentences = [
        texts("answer_cause.why.swap_right", swap=swap_text, measure=question.measure, before=before, after=value_texts[best])
    ]
    if chosen not in values:
        return AnswerReason([("", without_marks(derivation(_trace_after_swap(question, best))))], sentences=sentences)
    pair = pair_derivations(_trace_after_swap(question, best), _trace_after_swap(question, chosen))
    key = "answer_cause.why.swap_none" if abs(values[chosen] - question.answer) < 1e-12 else "answer_cause.why.swap_wrong"
    sentences.append(texts(key, swap=_answer(question, chosen, texts), value=value_texts[chosen]))
    return AnswerReason([("", pair.right)], pair.wrong, sentences)


def _trace_after_swap(question: Question, ranks: str) -> Trace:
    """Return the trace of the list after two entries have changed places."""
    one, other = map(int, ranks.split("."))
    lists = (swap_documents(question.lists[0], one, other),)
    return compute(parse_measure(question.measure).metric, RawLists.from_rankings(lists), question.convention)


CLASS_KIND = ClassKind(form=lambda question: "swap", answer=_answer, reason=_reason)
