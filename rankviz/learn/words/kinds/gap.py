"""Texts of questions of the kind `gap`: the derivation with one number left out, and feedback on the number typed for it."""

from __future__ import annotations

from rankviz.core.trace import Step
from rankviz.display.number_format import in_unit
from rankviz.learn.questions.kinds.gap import all_lines, withheld_entries
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.written_derivation import Hole, trace_by_hand
from rankviz.learn.words.kind_wording import NUMBER, KindWording
from rankviz.learn.words.number_feedback import number_feedback, plan_words
from rankviz.learn.words.written_derivation import HiddenNumbers, LineWords, line_words, numbered_line
from rankviz.texts import Texts


def task_words(question: Question, texts: Texts) -> str:
    """Return the task of a question."""
    return texts("gap.task")


def note(question: Question, texts: Texts) -> str:
    """Return what the question shows."""
    return texts("gap.note", measure=question.measure)


def gap_lines(question: Question, texts: Texts, *, complete: bool = False) -> tuple[LineWords, ...]:
    """Return the derivation; unless `complete`, without the missing number and the numbers that follow from it."""
    hidden = HiddenNumbers() if complete else HiddenNumbers(_hole(question).step_entry, withheld_entries(question))
    return line_words(question, all_lines(question), texts, hidden)


def hints(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the plan in words, then how to find the missing number."""
    return *plan_words(question, texts), how_to_find(question, texts)


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the missing number, and how to find it."""
    return texts("gap.right", value=answer_words(question)), how_to_find(question, texts)


def how_to_find(question: Question, texts: Texts) -> str:
    """Return how to find the missing number, in a sentence."""
    return texts(f"gap.how.{_hole(question).step}")


def answer_words(question: Question) -> str:
    """Return the missing number as the derivation prints it."""
    return in_unit(_step(question).unit, question.answer)


def result(question: Question) -> str:
    """Return the last line, as "nDCG@4 = 0.532"; "" if its value is the missing number."""
    if _hole(question).sort == "result":
        return ""
    last = all_lines(question)[-1]
    return f"{question.measure} = {in_unit(last.unit, last.value)}"


def _hole(question: Question) -> Hole:
    assert isinstance(question.given, Hole)
    return question.given


def _step(question: Question) -> Step:
    return trace_by_hand(question.trace).step(_hole(question).step)


def numbered_lines(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the lines as text, the missing number left out."""
    return tuple(numbered_line(line, texts) for line in gap_lines(question, texts))


WORDING = KindWording(
    task_words,
    number_feedback,
    solution_words,
    hints=hints,
    note=note,
    form=NUMBER,
    lines=numbered_lines,
    is_derived=True,
    right_answer=lambda question, texts: answer_words(question),
)
