"""The line above a question: the set, and how far the learner has come in it."""

from __future__ import annotations

from rankviz.core.metrics.measures import parse_measure
from rankviz.learn.questions.attempts import Attempt
from rankviz.learn.sets.progress import Progress
from rankviz.learn.sets.question_set import GeneratedQuestion, QuestionSet
from rankviz.learn.view.question_context import Data
from rankviz.learn.words.attempt_words import outcome_words
from rankviz.texts import Texts

NEW = "new"
SOLVED = AT_ONCE, LATER = "at_once", "later"  # at the first try, without a hint; after a wrong answer or a hint
MOST_SEGMENTS = 60  # of more questions only how many there are


def progress_payload(progress: Progress, number: int, texts: Texts) -> Data:
    """Build the part, also for a question that cannot be question_set.

    Returns
    -------
    dict
        JSON-serialisable. `title` of the set, `position` (which question of how many), `segments`, one a question, each
        `{number, state, is_current, label}`, `state` as in `state_of_attempt` or "new"; and `actions`, each `{label, params}`,
        parameters of Learn that it changes, with `skips`, the number of a question that it marks as skipped.
    """
    begun, size = progress.begun_attempts, progress.question_set.size
    numbers = range(1, size + 1) if 1 < size <= MOST_SEGMENTS else ()
    skip = {"label": texts("practice.skip"), "params": {"q": str(number + 1)}, "skips": number}
    results = {"label": texts("practice.results"), "params": {"q": "results"}}
    can_skip = number < size and not (number in begun and progress.is_finished(number))
    return {
        "title": title_of_set(progress.question_set, texts),
        "position": texts("practice.place", number=number, count=size) if size > 1 else "",
        "segments": [_segment(each, begun.get(each), progress, texts) | {"is_current": each == number} for each in numbers],
        "actions": [*([skip] if can_skip else []), *([results] if begun and size > 1 else [])],
    }


def title_of_set(question_set: QuestionSet, texts: Texts) -> str:
    """Return the title of a set: its teacher's, or one that names its measures."""
    measures = [
        each.measure if isinstance(each, GeneratedQuestion) else each.state.metric for each in question_set.fixed_questions
    ] or question_set.measures
    names = dict.fromkeys(parse_measure(each).metric.name for each in measures)
    return question_set.title or texts("practice.title", measures=texts("sentence.more_separator").join(names))


def _segment(number: int, attempt: Attempt | None, progress: Progress, texts: Texts) -> Data:
    is_test = progress.question_set.help.is_test
    is_finished = attempt is not None and progress.is_finished(number)
    state = NEW if attempt is None else state_of_attempt(attempt, is_test=is_test, is_finished=is_finished)
    words = texts(f"practice.{state}") if attempt is None or state not in SOLVED else _solved_words(attempt, is_test, texts)
    return {"number": number, "state": state, "label": texts("practice.segment", number=number, state=words)}


def _solved_words(attempt: Attempt, is_test: bool, texts: Texts) -> str:
    """Return at which try a question was solved, and with how many hints."""
    return texts("practice.solved_as", outcome=outcome_words(attempt, texts, is_test=is_test, is_finished=True))


def state_of_attempt(attempt: Attempt, *, is_test: bool, is_finished: bool) -> str:
    """Return how an attempt went: one of `SOLVED`, 'shown', 'skipped', 'begun'; in a test before it is handed in 'kept'."""
    if is_test and not is_finished:
        return "kept" if attempt.verdicts else "skipped" if attempt.is_skipped else NEW
    if attempt.is_solved:  # in a test nothing is said of an answer that is changed
        return AT_ONCE if is_test or attempt.is_solved_at_first_try else LATER
    return "shown" if attempt.is_given_up else "skipped" if attempt.is_skipped else "begun"
