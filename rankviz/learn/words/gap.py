"""`gap` in words: the derivation with one number left out, and what is said of a number that was typed for it."""

from __future__ import annotations

from rankviz.core.trace import Step
from rankviz.display.number_format import in_unit
from rankviz.learn.questions.kinds.gap import Hole, all_lines, withheld_entries
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.questions.written_derivation import trace_by_hand
from rankviz.learn.words.number_feedback import of_number, plan
from rankviz.learn.words.written_derivation import Hidden, LineWords, line_words
from rankviz.texts import Texts


def task_words(question: Question, texts: Texts) -> str:
    """What is asked."""
    return texts("gap.task")


def note(question: Question, texts: Texts) -> str:
    """What is seen."""
    return texts("gap.note", measure=question.measure)


def digits(question: Question, texts: Texts) -> str:
    """How the number is to be written; "" where it has decimals."""
    return texts("gap.whole") if _step(question).unit in ("count", "grade") else ""


def lines(question: Question, texts: Texts, *, complete: bool = False) -> tuple[LineWords, ...]:
    """The derivation; unless it is `complete`, without the number that is asked and what follows from it."""
    hidden = Hidden() if complete else Hidden(_hole(question).step_entry, withheld_entries(question))
    return line_words(question, all_lines(question), texts, hidden)


def hints(question: Question, texts: Texts) -> tuple[str, ...]:
    """The plan in words, then how just this number is come by."""
    return *plan(question, texts), how(question, texts)


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """What is said of a number, in sentences."""
    if verdict.right:
        return (texts(f"gap.{verdict.kind}", value=answer_words(question)),)
    return of_number(question, verdict, texts)


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """The number, and how it is come by."""
    return texts("gap.right", value=answer_words(question)), how(question, texts)


def how(question: Question, texts: Texts) -> str:
    """How just this number is come by."""
    return texts(f"gap.how.{_hole(question).step}")


def answer_words(question: Question) -> str:
    """The number that is missing, as the derivation prints it."""
    return in_unit(_step(question).unit, question.answer)


def result(question: Question) -> str:
    """What the whole derivation comes to; "" where that is the missing number."""
    if _hole(question).sort == "result":
        return ""
    last = all_lines(question)[-1]
    return f"{question.measure} = {in_unit(last.unit, last.value)}"


def _hole(question: Question) -> Hole:
    assert isinstance(question.given, Hole)
    return question.given


def _step(question: Question) -> Step:
    return trace_by_hand(question.trace).step(_hole(question).step)
