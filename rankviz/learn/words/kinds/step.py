"""Texts of questions of the kind `step`: a derivation with one mistake, and feedback on the line that was chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rankviz.display.error_text import error_text
from rankviz.learn.questions.kinds.step import MistakenDerivation, judge, right_lines
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words.kind_wording import CHOICE, Choice, KindWording
from rankviz.learn.words.number_feedback import format_value, mistake_feedback, mistake_words, number_feedback, plan_words
from rankviz.learn.words.written_derivation import LineWords, line_facts, line_words, numbered_line
from rankviz.texts import Texts


@dataclass(frozen=True)
class LineOption:
    """A line as an answer that can be chosen, and the feedback on it.

    Parameters
    ----------
    text : str
    right : bool
        Whether the mistake is made there.
    feedback : tuple of str
    """

    text: str
    right: bool
    feedback: tuple[str, ...]


def task_words(question: Question, texts: Texts) -> str:
    """Return the task of a question."""
    return texts("wrong_line.task")


def note(question: Question, texts: Texts) -> str:
    """Return what the question shows."""
    return texts("wrong_line.note", measure=question.measure)


def step_lines(question: Question, texts: Texts, *, corrected: bool = False) -> tuple[LineWords, ...]:
    """Return the derivation with the mistake, or the corrected one."""
    return line_words(question, right_lines(question) if corrected else _kind_data(question).lines, texts)


def line_options(question: Question, texts: Texts) -> tuple[LineOption, ...]:
    """Return every line as an answer."""
    return tuple(_options(question, texts))


def _options(question: Question, texts: Texts) -> Iterator[LineOption]:
    for line in step_lines(question, texts):
        verdict = judge(question, str(line.number), line_found=False)
        yield LineOption(numbered_line(line, texts), verdict.kind == "line_found", feedback(question, verdict, texts))


def answer_words(question: Question, text: str, texts: Texts) -> str:
    """Return an answer in words: a line by its number, a value as it was typed."""
    is_line = text.isdecimal() and len(text) <= 2 and 1 <= int(text) <= len(_kind_data(question).lines)
    return texts("wrong_line.line", line=int(text)) if is_line else text


def hints(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the plan in words, then which half of the lines has the mistake."""
    data = _kind_data(question)
    half = (len(data.lines) + 1) // 2
    first, last = (1, half) if data.wrong < half else (half + 1, len(data.lines))
    return *plan_words(question, texts), texts("wrong_line.window", first=first, last=last)


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """Return the sentences on a line that was chosen, or on the value that is typed after it."""
    if verdict.kind not in ("line_found", "earlier_line", "later_line"):
        return (error_text(verdict.problem, texts),) if verdict.problem else number_feedback(question, verdict, texts)
    data, index = _kind_data(question), int(verdict.typed) - 1
    if verdict.kind == "line_found":
        return _mistake_sentences(question, "wrong_line.found", texts)
    if verdict.kind == "earlier_line" or index in data.right:
        target, prompt = data.lines[index].target, "earlier" if index < data.wrong else "right_later"
        reason = texts(f"wrong_line.why.{target.step}", **line_facts(question, target))
        return texts("wrong_line.is_right", line=index + 1, why=reason), texts(f"wrong_line.{prompt}_ask")
    kind = "again" if index in data.again else "later"
    return texts(f"wrong_line.{kind}", line=index + 1), texts(f"wrong_line.{kind}_ask")


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the line with the mistake, what is wrong with it, and the right value."""
    value = texts("wrong_line.right", measure=question.measure, value=format_value(question, question.answer))
    return _mistake_sentences(question, "wrong_line.solved", texts)[0], value


def mistaken_value(question: Question) -> str:
    """Return the value of the mistaken derivation."""
    return format_value(question, _kind_data(question).lines[-1].value)


def _mistake_sentences(question: Question, key: str, texts: Texts) -> tuple[str, ...]:
    """Return a sentence that names the mistake, then what asks for the missing thought."""
    data, value = _kind_data(question), mistaken_value(question)
    _, *prompts = mistake_feedback(question, [data.mistake], value, texts)
    words = mistake_words(question, data.mistake, value, texts)
    return texts(key, line=data.wrong + 1, words=words), *prompts


def _kind_data(question: Question) -> MistakenDerivation:
    assert isinstance(question.given, MistakenDerivation)
    return question.given


def choices(question: Question, texts: Texts) -> tuple[Choice, ...]:
    """Return every line as an answer."""
    return tuple(
        Choice(str(number), each.text, each.right, each.feedback)
        for number, each in enumerate(line_options(question, texts), 1)
    )


def result(question: Question, texts: Texts) -> str:
    """Return the line with the mistake, and the right value."""
    line = _kind_data(question).wrong + 1
    return texts("sets.line_then", line=line, value=format_value(question, question.answer))


def blanks(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return what is written on paper: a line, and the right value."""
    return texts("sets.line"), texts("sets.line_value", measure=question.measure)


WORDING = KindWording(
    task_words,
    feedback,
    solution_words,
    answer_words,
    hints=hints,
    note=note,
    form=CHOICE,
    choices=choices,
    result=result,
    blanks=blanks,
    is_derived=True,
)
