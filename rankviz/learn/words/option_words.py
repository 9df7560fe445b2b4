"""What is said alike of the kinds with options of their own words: the options, and feedback that gives the solution."""

from __future__ import annotations

from collections.abc import Callable

from rankviz.display.error_text import error_text
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words.kind_wording import (
    CHOICE,
    Choice,
    KindWording,
    QuestionText,
    Sentences,
    no_words,
    options_as_choices,
)
from rankviz.texts import Texts


def option_text(question: Question, key: str, texts: Texts) -> str:
    """Return the text of an option: `option_KEY` of its kind."""
    return texts(f"{question.kind}.option_{key}")


def option_wording(
    task: QuestionText, solution_words: Callable[[Question, Texts], Sentences], note: QuestionText = no_words
) -> KindWording:
    """Return the wording of a kind whose options have texts of their own, and whose answer is told after any choice.

    Parameters
    ----------
    task, solution_words, note
        As of `KindWording`; the first sentence of the solution is the answer, the others say why.
    """

    def answer_words(question: Question, text: str, texts: Texts) -> str:
        return option_text(question, text, texts) if text in KINDS[question.kind].option_keys(question) else text

    def feedback(question: Question, verdict: Verdict, texts: Texts) -> Sentences:
        if verdict.problem is not None:
            return (error_text(verdict.problem, texts),)
        solution, *reasons = solution_words(question, texts)
        return texts("options.yes" if verdict.right else "options.no", words=solution), *reasons

    def choices(question: Question, texts: Texts) -> tuple[Choice, ...]:
        kind = KINDS[question.kind]
        right = None if kind.right is None else kind.right(question)
        options = ((key, option_text(question, key, texts), key == right) for key in kind.option_keys(question))
        return options_as_choices(question, options, feedback, texts)

    return KindWording(task, feedback, solution_words, answer_words, note=note, form=CHOICE, choices=choices)
