"""A learner's work on one question in a few words: how it went, what was typed, and the right answer."""

from __future__ import annotations

from rankviz.basics.errors import shorten
from rankviz.core.metrics.measures import parse_measure
from rankviz.learn.questions.attempts import Attempt
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words.export_choices import right_answer_text
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.number_feedback import mistake_words
from rankviz.texts import Texts

TRY_KEYS = ("first_try", "second_try", "third_try")


def task_label(question: Question, texts: Texts) -> str:
    """Return a question's task in a word or two, as in the rows of the results."""
    return texts(f"kind.{question.kind}.label", measure=question.measure)


def outcome_words(attempt: Attempt, texts: Texts, *, is_test: bool, is_finished: bool) -> str:
    """Return how an attempt went; in a test only whether it was answered and, once finished, whether rightly."""
    if is_test:
        return texts(f"results.{_test_outcome(attempt, is_finished)}")
    if not attempt.is_solved:
        return texts("results.shown" if attempt.is_given_up else "results.skipped" if attempt.is_skipped else "results.open")
    tries = attempt.tries
    outcome = texts(f"results.{TRY_KEYS[tries]}") if tries < len(TRY_KEYS) else texts("results.nth_try", count=tries + 1)
    return texts("results.and_hints", went=outcome, count=attempt.hints) if attempt.hints else outcome


def _test_outcome(attempt: Attempt, is_finished: bool) -> str:
    if attempt.last_verdict is None:
        return "unanswered"
    if not is_finished:
        return "given"
    return "right" if attempt.is_solved else "not_right"


def answer_words(question: Question, texts: Texts) -> str:
    """Return the right answer in words; only for a question whose answer may be revealed."""
    result = KIND_WORDINGS[question.kind].result
    return right_answer_text(question, texts) if result is None else result(question, texts)


def wrong_answer_words(attempt: Attempt, verdict: Verdict, texts: Texts) -> tuple[str, str]:
    """Return a wrong answer in words, and the mistakes that give it; "" instead of them if none is known."""
    question, answer = attempt.question, shorten(verdict.typed)
    names = [mistake_words(question, key, answer, texts) for key in verdict.mistakes]
    in_words = KIND_WORDINGS[question.kind].answer
    if in_words is not None:
        answer = in_words(question, verdict.typed, texts)
    return answer, texts("words.separator").join(names)


def metric_key_of(question: Question) -> str:
    """Return the key of the metric that a question asks about."""
    return parse_measure(question.measure).metric.key
