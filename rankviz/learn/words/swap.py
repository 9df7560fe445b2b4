"""The words of `swap`: which two documents change places, and what each swap gives."""

from __future__ import annotations

from rankviz.basics.errors import one_line
from rankviz.compare.document_effects import effects
from rankviz.compare.words.winner import with_sign
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.error_text import error_text
from rankviz.display.number_format import fixed
from rankviz.evaluation.evaluate import compute
from rankviz.evaluation.list_pair import SAME, ListPair
from rankviz.learn.questions.kinds.swap import Ranks, swap_documents, swaps_of
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.texts import Texts

MOST_OFFERED = 6  # swaps, where they are answers to choose from
MOST_NAMED = 4  # swaps that are equally good


def task_words(question: Question, texts: Texts) -> str:
    """What is asked."""
    return texts("swap.task", measure=question.measure)


def note(question: Question, texts: Texts) -> str:
    """What a swap leaves alone."""
    return texts("swap.note")


def key_of(ranks: Ranks) -> str:
    """Two ranks as they are answered."""
    return ".".join(map(str, ranks))


def names(question: Question, ranks: Ranks, texts: Texts) -> str:
    """Two documents with their ranks."""
    one, other = (one_line(question.lists[0].items[rank - 1].doc_id) for rank in ranks)
    return texts("swap.pair", one=one, other=other, first=ranks[0], second=ranks[1])


def answer_words(question: Question, text: str, texts: Texts) -> str:
    """An answer in words; what is none as it is."""
    ranks = next((each for each in swaps_of(question).ranks if key_of(each) == text), None)
    return text if ranks is None else names(question, ranks, texts)


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """What is said of a choice: what it gives, if that is less, then the best one; it is shown then."""
    if verdict.problem is not None:
        return (error_text(verdict.problem, texts),)
    said, *why = solution_words(question, texts)
    if verdict.right:
        return texts("better.yes", words=said), *why
    found = swaps_of(question)
    values = {key_of(ranks): value for ranks, value in zip(found.ranks, found.values, strict=True)}
    value = values.get(verdict.typed)
    if value is None:
        return texts("better.no", words=said), *why
    put = {"pair": answer_words(question, verdict.typed, texts), "value": fixed(value, question.digits)}
    return texts("better.no", words=texts("swap.gives", measure=question.measure, **put)), said, *why


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """The best swap with both values, those that are as good, and which part is whose."""
    found = swaps_of(question)
    best = found.right[0]
    before, later = (fixed(value, question.digits) for value in (question.answer, found.values[found.ranks.index(best)]))
    put = {"measure": question.measure, "before": before, "after": later}
    said = texts("swap.solved", pair=names(question, best, texts), **put)
    return said, *filter(None, (_alike(question, texts), _why(question, best, texts)))


def offered(question: Question) -> tuple[Ranks, ...]:
    """Swaps to choose from: the best one, which is alone there, and those that come next to it, in their places."""
    found = swaps_of(question)
    sign = -1 if METRICS[parse_measure(question.measure).metric.key].lower_is_better else 1
    worse = [(value, ranks) for ranks, value in zip(found.ranks, found.values, strict=True) if ranks not in found.right]
    next_best = sorted(worse, key=lambda each: (-sign * round(each[0], 9), each[1]))[: MOST_OFFERED - 1]
    return tuple(sorted([found.right[0], *(ranks for _, ranks in next_best)]))


def _alike(question: Question, texts: Texts) -> str:
    """Other swaps that are as good; "" if there are none."""
    others = swaps_of(question).right[1:]
    if not others:
        return ""
    if len(others) > MOST_NAMED:
        return texts("swap.many_alike", count=len(others))
    pairs = texts("sentence.more_separator").join(names(question, each, texts) for each in others)
    return texts("swap.alike", pairs=pairs, number=len(others))


def _why(question: Question, ranks: Ranks, texts: Texts) -> str:
    """What the document that goes up brings, the one that goes down, and those between them."""
    two = ListPair(question.lists[0], swap_documents(question.lists[0], *ranks))
    trace = compute(parse_measure(question.measure).metric, RawLists.from_rankings(two.lists), question.convention)
    found = effects(trace, two)
    effect = {each.doc_id: each.effect for each in found.by_document}
    down, up = (question.lists[0].items[rank - 1].doc_id for rank in ranks)
    if not {up, down} <= effect.keys() or up == down:
        return ""
    others = found.difference - effect[up] - effect[down]
    put = {"up": one_line(up), "down": one_line(down), "others": with_sign(others, trace.unit)}
    put |= {"gained": with_sign(effect[up], trace.unit), "lost": with_sign(effect[down], trace.unit)}
    return texts("swap.parts" if abs(others) <= SAME else "swap.parts_between", **put)
