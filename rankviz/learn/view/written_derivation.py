"""The lines of a written derivation, in which a number is missing or a line is wrong, and the field for a number."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.display.formulas.mathml import mathml
from rankviz.learn.questions.question import Question
from rankviz.learn.view.question_context import Data, QuestionContext
from rankviz.learn.words.prompt import digits_of, format_value
from rankviz.learn.words.written_derivation import ASKED, LineWords
from rankviz.texts import Texts


def lines_body(context: QuestionContext, rows: Sequence[Data]) -> Data:
    """Build the body of such lines."""
    return {
        "label": context.texts("wrong_line.lines"),
        "lines": [*rows],
        "is_finished": context.is_finished,
        "texts": {name: context.texts(f"wrong_line.mark_{name}") for name in ("found", "tried")},
    }


def number_field(question: Question, label: str, typed: str, texts: Texts) -> Data:
    """Build the field for a number."""
    note, placeholder = digits_of(question, texts), format_value(question, 0.0)
    return {"label": label, "note": note, "placeholder": placeholder, "typed": typed}


def line_payload(line: LineWords, state: str) -> Data:
    """Build a line: `number`, `words`, `state`, and its formula (`parts`, `operator`, `result`)."""
    return {"number": line.number, "words": line.words, "state": state, **formula_payload(line)}


def formula_payload(line: LineWords) -> Data:
    """Build the formula of a line."""
    return {"parts": [_math(part) for part in line.parts], "operator": line.operator, "result": line.result}


def _math(latex: str) -> str:
    """Return MathML in which the missing number has a class of its own."""
    return mathml(latex.replace(ASKED, rf"{{\class{{hole}}{{\text{{{ASKED}}}}}}}"))
