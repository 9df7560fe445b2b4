"""Texts of questions of the kind `better`: which of two lists is ahead, and why."""

from __future__ import annotations

from rankviz.compare.document_effects import Effects, effects
from rankviz.compare.words.winner import LETTERS, largest_effect_text
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.formulas.derivation import derivation
from rankviz.display.formulas.two_derivations import two_derivations
from rankviz.display.number_format import fixed_decimals
from rankviz.evaluation.evaluate import compute
from rankviz.evaluation.list_pair import ListPair
from rankviz.learn.questions.kinds.options import Options
from rankviz.learn.questions.question import Question
from rankviz.learn.words.option_words import option_wording
from rankviz.texts import Texts


def task_words(question: Question, texts: Texts) -> str:
    """Return the task of a question."""
    return texts("better.task", measure=question.measure)


def kind_data(question: Question) -> Options:
    """Return the options of the question and the values of its lists."""
    assert isinstance(question.given, Options)
    return question.given


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return which list is ahead with both values, its largest effect and, at the hardest level, a metric that disagrees."""
    trace = question.trace
    pair_effects = effects(trace, ListPair(*question.lists))
    values = [fixed_decimals(value, question.digits) for value in pair_effects.values]
    other_metric = _other_metric_words(question, pair_effects, texts)
    if pair_effects.winner not in LETTERS:
        sentence = texts("better.even", measure=question.measure, value=values[0])
        return sentence, *filter(None, (_tie_reason(question, texts), other_metric))
    ahead = pair_effects.winner == "second"
    sentence = texts("better.ahead", list=LETTERS[pair_effects.winner], value=values[ahead], other=values[not ahead])
    return sentence, *filter(None, (largest_effect_text(pair_effects, trace, texts, helping=True), other_metric))


def _tie_reason(question: Question, texts: Texts) -> str:
    """Return why two lists have the same value: the same terms, or others with the same sum."""
    two = two_derivations(*(derivation(question.trace, query) for query in (0, 1)))
    return texts("better.same_terms" if two is None or two.first is None else "better.other_terms")


def _other_metric_words(question: Question, pair_effects: Effects, texts: Texts) -> str:
    """Return the sentence on another metric that orders the lists otherwise; "" if the question has none."""
    other = kind_data(question).other
    if not other:
        return ""
    metric = parse_measure(other).metric
    first, second = compute(metric, RawLists.from_rankings(question.lists), question.convention).value.tolist()
    values = {"first": fixed_decimals(first, question.digits), "second": fixed_decimals(second, question.digits)}
    return texts("better.opposite" if pair_effects.winner in LETTERS else "better.not_equal", measure=other, **values)


WORDING = option_wording(task_words, solution_words)
