"""Questions outside the page (files and worksheets): their options, and feedback on the right answer."""

from __future__ import annotations

from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.list_order import read_order
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words.kind_wording import ON_THE_PAGE, ORDER, Choice
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.list_letter import list_letter
from rankviz.texts import Texts


def is_exported(question: Question) -> bool:
    """Whether a file can hold a question."""
    return KIND_WORDINGS[question.kind].form != ON_THE_PAGE


def choices_of(question: Question, texts: Texts) -> tuple[Choice, ...]:
    """Return the options: lines in their order, conventions by their values; () if nothing can be chosen."""
    return KIND_WORDINGS[question.kind].choices(question, texts)


def listed_choices(question: Question, texts: Texts) -> tuple[Choice, ...]:
    """Return the options to print with the question; () where they are not all possible answers."""
    return choices_of(question, texts) if KIND_WORDINGS[question.kind].has_all_choices else ()


def lists_with_places(question: Question, texts: Texts) -> tuple[tuple[str, str], ...]:
    """Return each list of a question for an order with its right place, the best list being first; () for others."""
    right = KINDS[question.kind].right
    if KIND_WORDINGS[question.kind].form != ORDER or right is None:
        return ()
    places = {index: place for place, index in enumerate(read_order(right(question), len(question.lists)), 1)}
    return tuple(
        (texts("order.list", list=list_letter(index)), texts(f"sets.place.{places[index]}")) for index in sorted(places)
    )


def right_answer_feedback(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the feedback on the right answer."""
    return KIND_WORDINGS[question.kind].feedback(question, Verdict("right", ""), texts)


def right_answer_text(question: Question, texts: Texts) -> str:
    """Return the right answer in a few words; only for a question whose answer may be revealed."""
    return KIND_WORDINGS[question.kind].right_answer_text(question, texts)
