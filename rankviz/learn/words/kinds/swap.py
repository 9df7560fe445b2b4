"""Texts of questions of the kind `swap`: which two documents to swap, and what each swap gives."""

from __future__ import annotations

from rankviz.basics.errors import one_line
from rankviz.compare.document_effects import effects
from rankviz.compare.words.winner import with_sign
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.error_text import error_text
from rankviz.display.number_format import fixed_decimals
from rankviz.evaluation.evaluate import compute
from rankviz.evaluation.list_pair import SAME, ListPair
from rankviz.learn.questions.kinds.swap import Ranks, swap_documents, swaps_of
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words.kind_wording import CHOICE, Choice, KindWording, options_as_choices
from rankviz.texts import Texts

MOST_OFFERED = 6  # swaps, where they are answers to choose from
MOST_NAMED = 4  # swaps that are equally good


def task_words(question: Question, texts: Texts) -> str:
    """Return the task of a question."""
    return texts("swap.task", measure=question.measure)


def note(question: Question, texts: Texts) -> str:
    """Return what a swap leaves unchanged."""
    return texts("swap.note")


def answer_key(ranks: Ranks) -> str:
    """Return two ranks as an answer: "2.5"."""
    return ".".join(map(str, ranks))


def pair_words(question: Question, ranks: Ranks, texts: Texts) -> str:
    """Return two documents with their ranks."""
    one, other = (one_line(question.lists[0].items[rank - 1].doc_id) for rank in ranks)
    return texts("swap.pair", one=one, other=other, first=ranks[0], second=ranks[1])


def answer_words(question: Question, text: str, texts: Texts) -> str:
    """Return an answer in words; a text that names no swap is returned unchanged."""
    ranks = next((each for each in swaps_of(question).ranks if answer_key(each) == text), None)
    return text if ranks is None else pair_words(question, ranks, texts)


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """Return the sentences on an answer: what it gives, unless it is right, then the best swap."""
    if verdict.problem is not None:
        return (error_text(verdict.problem, texts),)
    solution, *reasons = solution_words(question, texts)
    if verdict.right:
        return texts("options.yes", words=solution), *reasons
    swaps = swaps_of(question)
    values = {answer_key(ranks): value for ranks, value in zip(swaps.ranks, swaps.values, strict=True)}
    value = values.get(verdict.typed)
    if value is None:
        return texts("options.no", words=solution), *reasons
    pair = answer_words(question, verdict.typed, texts)
    result = texts("swap.gives", measure=question.measure, pair=pair, value=fixed_decimals(value, question.digits))
    return texts("options.no", words=result), solution, *reasons


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the best swap with both values, the swaps that are as good, and what each document contributes."""
    swaps = swaps_of(question)
    best = swaps.right[0]
    before, later = (
        fixed_decimals(value, question.digits) for value in (question.answer, swaps.values[swaps.ranks.index(best)])
    )
    pair = pair_words(question, best, texts)
    sentence = texts("swap.solved", pair=pair, measure=question.measure, before=before, after=later)
    return sentence, *filter(None, (_equal_swaps(question, texts), _effect_words(question, best, texts)))


def offered_swaps(question: Question) -> tuple[Ranks, ...]:
    """Return swaps to choose from, in the order of their ranks: one best swap and those with the next best values."""
    swaps = swaps_of(question)
    sign = -1 if METRICS[parse_measure(question.measure).metric.key].lower_is_better else 1
    worse = [(value, ranks) for ranks, value in zip(swaps.ranks, swaps.values, strict=True) if ranks not in swaps.right]
    next_best = sorted(worse, key=lambda each: (-sign * round(each[0], 9), each[1]))[: MOST_OFFERED - 1]
    return tuple(sorted([swaps.right[0], *(ranks for _, ranks in next_best)]))


def _equal_swaps(question: Question, texts: Texts) -> str:
    """Return the other swaps that are as good, in a sentence; "" if there are none."""
    others = swaps_of(question).right[1:]
    if not others:
        return ""
    if len(others) > MOST_NAMED:
        return texts("swap.many_alike", count=len(others))
    pairs = texts("sentence.more_separator").join(pair_words(question, each, texts) for each in others)
    return texts("swap.alike", pairs=pairs, number=len(others))


def _effect_words(question: Question, ranks: Ranks, texts: Texts) -> str:
    """Return the effects of the document that goes up, the one that goes down, and those between; "" if there are none."""
    pair = ListPair(question.lists[0], swap_documents(question.lists[0], *ranks))
    trace = compute(parse_measure(question.measure).metric, RawLists.from_rankings(pair.lists), question.convention)
    pair_effects = effects(trace, pair)
    effect = {each.doc_id: each.effect for each in pair_effects.by_document}
    down, up = (question.lists[0].items[rank - 1].doc_id for rank in ranks)
    if not {up, down} <= effect.keys() or up == down:
        return ""
    others = pair_effects.difference - effect[up] - effect[down]
    words = {"up": one_line(up), "down": one_line(down), "others": with_sign(others, trace.unit)}
    words |= {"gained": with_sign(effect[up], trace.unit), "lost": with_sign(effect[down], trace.unit)}
    return texts("swap.parts" if abs(others) <= SAME else "swap.parts_between", **words)


def choices(question: Question, texts: Texts) -> tuple[Choice, ...]:
    """Return the best swap and some others."""
    right = swaps_of(question).right
    options = ((answer_key(ranks), pair_words(question, ranks, texts), ranks in right) for ranks in offered_swaps(question))
    return options_as_choices(question, options, feedback, texts)


WORDING = KindWording(
    task_words,
    feedback,
    solution_words,
    answer_words,
    note=note,
    form=CHOICE,
    choices=choices,
    has_all_choices=False,
)
