"""What the work on a question came to, in a few words: how it went, what was typed, and the answer."""

from __future__ import annotations

from rankviz.basics.errors import quoted
from rankviz.core.metrics.measures import parse_measure
from rankviz.learn.questions.attempts import Attempt
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words.by_kind import WORDS
from rankviz.learn.words.export_choices import answer_of, choices_of
from rankviz.learn.words.number_feedback import mistake_words, printed
from rankviz.texts import Texts

OF_A_LINE = ("earlier_line", "later_line")
COUNTED = ("first_try", "second_try", "third_try")


def asked_words(question: Question, texts: Texts) -> str:
    """What is asked, in a word or two."""
    return texts(f"sets.asked.{question.kind}", measure=question.measure)


def went_words(attempt: Attempt, texts: Texts, *, test: bool, over: bool) -> str:
    """How it went; in a test nothing but whether it was answered, and when it is over whether what was typed last is right."""
    if test:
        return texts(f"results.{_of_test(attempt, over)}")
    if not attempt.is_solved:
        return texts("results.shown" if attempt.is_given_up else "results.skipped" if attempt.is_skipped else "results.open")
    tries = attempt.tries
    went = texts(f"results.{COUNTED[tries]}") if tries < len(COUNTED) else texts("results.nth_try", count=tries + 1)
    return texts("results.and_hints", went=went, count=attempt.hints) if attempt.hints else went


def _of_test(attempt: Attempt, over: bool) -> str:
    if attempt.last_verdict is None:
        return "unanswered"
    if not over:
        return "given"
    return "right" if attempt.is_solved else "not_right"


def answer_words(question: Question, texts: Texts) -> str:
    """The answer; only once it may be told."""
    if question.kind == "step":
        key = next(each.key for each in choices_of(question, texts) if each.right)
        return texts("sets.line_then", line=key, value=printed(question, question.answer))
    return answer_of(question, texts)


def said_words(attempt: Attempt, verdict: Verdict, texts: Texts) -> tuple[str, str]:
    """A wrong answer in words, and what is said of it: the mistakes that give it, "" if they are not known."""
    question, n = attempt.question, quoted(verdict.typed)
    names = [mistake_words(question, key, n, texts) for key in verdict.mistakes]
    words = WORDS.get(question.kind)
    if words is not None and words.answer is not None:
        n = words.answer(question, verdict.typed, texts)
    elif verdict.kind in OF_A_LINE:
        n = texts("sets.of_line", line=n)
    return n, texts("words.separator").join(names)


def measure_of(question: Question) -> str:
    """Key of the metric that is asked about."""
    return parse_measure(question.measure).metric.key
