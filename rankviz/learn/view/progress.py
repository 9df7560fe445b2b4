"""The line above a question: the set, and how far the learner has come in it."""

from __future__ import annotations

from rankviz.core.metrics.measures import parse_measure
from rankviz.learn.questions.attempts import Attempt
from rankviz.learn.sets.progress import Progress
from rankviz.learn.sets.question_set import GeneratedQuestion, QuestionSet
from rankviz.learn.view.question_context import Data
from rankviz.texts import Texts

NEW, HELPED = "new", "helped"
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
    in_test = progress.question_set.help.is_test and attempt is not None and not progress.is_finished(number)
    state = NEW if attempt is None else state_of_attempt(attempt, in_test)
    return {
        "number": number,
        "state": state,
        "label": texts("practice.segment", number=number, state=texts(f"practice.{state}")),
    }


def state_of_attempt(attempt: Attempt, in_test: bool) -> str:
    """Return how an attempt went: 'alone', 'helped', 'shown', 'skipped', 'begun'; in a test before it is handed in 'kept'."""
    if in_test:
        return "kept" if attempt.verdicts else "skipped" if attempt.is_skipped else NEW
    if attempt.is_solved:
        return "alone" if attempt.is_solved_without_help else HELPED
    return "shown" if attempt.is_given_up else "skipped" if attempt.is_skipped else "begun"
