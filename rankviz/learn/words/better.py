"""The words of `better`: which of two lists is ahead, and why."""

from __future__ import annotations

from rankviz.compare.document_effects import Effects, effects
from rankviz.compare.words.winner import LETTERS, largest_effect_text
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.error_text import error_text
from rankviz.display.formulas.derivation import derivation
from rankviz.display.formulas.two_derivations import two_derivations
from rankviz.display.number_format import fixed
from rankviz.evaluation.evaluate import compute
from rankviz.evaluation.list_pair import ListPair
from rankviz.learn.questions.kinds.options import Options
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.texts import Texts


def task_words(question: Question, texts: Texts) -> str:
    """What is asked."""
    return texts("better.task", measure=question.measure)


def kind_data(question: Question) -> Options:
    """The answers, and the values of the two lists."""
    assert isinstance(question.given, Options)
    return question.given


def option(key: str, texts: Texts) -> str:
    """One of the answers that can be chosen."""
    return texts(f"better.option_{key}")


def answer_words(question: Question, text: str, texts: Texts) -> str:
    """An answer in words; what is none as it is."""
    return option(text, texts) if text in kind_data(question).keys else text


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """What is said of a choice: who is ahead, and why; of a wrong one as of the right one, for it is shown then."""
    if verdict.problem is not None:
        return (error_text(verdict.problem, texts),)
    said, *why = solution_words(question, texts)
    return texts("better.yes" if verdict.right else "better.no", words=said), *why


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """Who is ahead with both values, what does most for that list, and at the hardest level who says the opposite."""
    trace = question.trace
    found = effects(trace, ListPair(*question.lists))
    values = [fixed(value, question.digits) for value in found.values]
    if found.winner not in LETTERS:
        said = texts("better.even", measure=question.measure, value=values[0])
        return said, *filter(None, (_even(question, texts), _opposite(question, found, texts)))
    ahead = found.winner == "second"
    said = texts("better.ahead", list=LETTERS[found.winner], value=values[ahead], other=values[not ahead])
    return said, *filter(None, (largest_effect_text(found, trace, texts, helping=True), _opposite(question, found, texts)))


def _even(question: Question, texts: Texts) -> str:
    """Why two lists come to the same."""
    two = two_derivations(*(derivation(question.trace, query) for query in (0, 1)))
    return texts("better.same_terms" if two is None or two.first is None else "better.other_terms")


def _opposite(question: Question, found: Effects, texts: Texts) -> str:
    """Which other metric ranks the lists the other way round; "" where none was looked for."""
    other = kind_data(question).other
    if not other:
        return ""
    metric = parse_measure(other).metric
    first, second = compute(metric, RawLists.from_rankings(question.lists), question.convention).value.tolist()
    put = {"first": fixed(first, question.digits), "second": fixed(second, question.digits)}
    return texts("better.opposite" if found.winner in LETTERS else "better.not_equal", measure=other, **put)
