"""`step` in words: a derivation with one mistake in it, and what is said of a line that was chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rankviz.display.error_text import error_text
from rankviz.learn.questions.kinds.step import MistakenDerivation, judge, right_lines
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words.number_feedback import mistake_words, of_mistakes, of_number, plan, printed
from rankviz.learn.words.written_derivation import LineWords, facts, in_text, line_words
from rankviz.texts import Texts


@dataclass(frozen=True)
class Option:
    """A line as an answer that can be chosen, and what is said of it.

    Parameters
    ----------
    text : str
    right : bool
        Whether the mistake is made there.
    said : tuple of str
    """

    text: str
    right: bool
    said: tuple[str, ...]


def task_words(question: Question, texts: Texts) -> str:
    """What is asked."""
    return texts("broken.task")


def note(question: Question, texts: Texts) -> str:
    """What is seen."""
    return texts("broken.note", measure=question.measure)


def lines(question: Question, texts: Texts, *, mended: bool = False) -> tuple[LineWords, ...]:
    """The derivation with the mistake, or `mended` the right one."""
    return line_words(question, right_lines(question) if mended else _broken(question).lines, texts)


def options(question: Question, texts: Texts) -> tuple[Option, ...]:
    """Every line as an answer."""
    return tuple(_options(question, texts))


def _options(question: Question, texts: Texts) -> Iterator[Option]:
    for line in lines(question, texts):
        verdict = judge(question, str(line.number), found=False)
        yield Option(in_text(line, texts), verdict.kind == "line_found", feedback(question, verdict, texts))


def answer_words(question: Question, text: str, texts: Texts) -> str:
    """An answer in words: a line by its number, a value as it was typed."""
    is_line = text.isdecimal() and len(text) <= 2 and 1 <= int(text) <= len(_broken(question).lines)
    return texts("broken.line", line=int(text)) if is_line else text


def hints(question: Question, texts: Texts) -> tuple[str, ...]:
    """The plan in words, then the half of the lines in which the mistake is."""
    broken = _broken(question)
    half = (len(broken.lines) + 1) // 2
    first, last = (1, half) if broken.wrong < half else (half + 1, len(broken.lines))
    return *plan(question, texts), texts("broken.window", first=first, last=last)


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """What is said of a line, or of the value that is typed then."""
    if verdict.kind not in ("line_found", "earlier_line", "later_line"):
        return (error_text(verdict.problem, texts),) if verdict.problem else of_number(question, verdict, texts)
    broken, at = _broken(question), int(verdict.typed) - 1
    if verdict.kind == "line_found":
        return _found(question, "broken.found", texts)
    if verdict.kind == "earlier_line" or at in broken.right:
        place, ask = broken.lines[at].target, "earlier" if at < broken.wrong else "right_later"
        why = texts(f"broken.why.{place.step}", **facts(question, place))
        return texts("broken.is_right", line=at + 1, why=why), texts(f"broken.{ask}_ask")
    kind = "again" if at in broken.again else "later"
    return texts(f"broken.{kind}", line=at + 1), texts(f"broken.{kind}_ask")


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """The line, what is wrong with it, and the right value."""
    value = texts("broken.right", measure=question.measure, value=printed(question, question.answer))
    return _found(question, "broken.solved", texts)[0], value


def shown_value(question: Question) -> str:
    """What the derivation with the mistake comes to."""
    return printed(question, _broken(question).lines[-1].value)


def _found(question: Question, key: str, texts: Texts) -> tuple[str, ...]:
    """Name the mistake, and ask for the missing thought."""
    broken, n = _broken(question), shown_value(question)
    _, *asks = of_mistakes(question, [broken.mistake], n, texts)
    words = mistake_words(question, broken.mistake, n, texts)
    return texts(key, line=broken.wrong + 1, words=words), *asks


def _broken(question: Question) -> MistakenDerivation:
    assert isinstance(question.given, MistakenDerivation)
    return question.given
