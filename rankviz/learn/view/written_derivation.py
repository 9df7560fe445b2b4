"""The page of the questions on a worked derivation: `gap`, one number is missing, and `step`, one line holds a mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rankviz.basics.errors import shorten
from rankviz.display.formulas.mathml import mathml
from rankviz.learn.questions.kinds.step import MistakenDerivation
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.view.question_body import question_body_payload
from rankviz.learn.view.question_context import Data, QuestionContext
from rankviz.learn.view.value import question_list
from rankviz.learn.words import gap, step
from rankviz.learn.words.feedback import mistake_words
from rankviz.learn.words.prompt import digits_of, format_value
from rankviz.learn.words.written_derivation import ASKED, LineWords
from rankviz.texts import Texts

FOUND, LATER = "line_found", ("earlier_line", "later_line")
MOST_TRIED = 6
Parts = Mapping[str, Data | None]


def gap_parts(frame: QuestionContext) -> Parts:
    """The list, and beside it the derivation without the number that is asked.

    Notes
    -----
    The middle has `kind`, `at` and `lines`, each `{number, words, parts, operator, result, state}`: `parts` are MathML,
    `state` is "asked" where the number is missing. `label` names the lines.
    """
    lines = gap.gap_lines(frame.question, frame.texts, complete=frame.is_finished)
    asked = [line.number for line in gap.gap_lines(frame.question, frame.texts) if line.has_gap]
    rows = [line_data(line, "asked" if line.number in asked[:1] else "") for line in lines]
    return {"ranking_list": question_list(frame), "question_body": _body(frame, rows)}


def gap_panel(frame: QuestionContext) -> Data:
    """The field for the missing number; when it is over what it is."""
    question, texts = frame.question, frame.texts
    name = texts("gap.label")
    if frame.is_finished:
        return {"name": name, "value": gap.answer_words(question), "detail": gap.result(question)}
    last = frame.attempt.last_verdict
    placeholder = "0" if gap.digits(question, texts) else format_value(question, 0.0)
    note = digits_of(question, texts)
    return {"name": name, "field": _field(name, note, placeholder, "" if last is None else last.typed)}


def step_parts(frame: QuestionContext) -> Parts:
    """The list, and beside it the lines, each to be pressed; when it is over each wrong one with the right one.

    Notes
    -----
    As of `gap_parts`, besides: `can_press`; `state` is "chosen", "found" or "tried"; `mended`, None or `{parts, operator,
    result, label}`, what should stand there, None where nothing should, with `label` alone.
    """
    rows = broken_lines(frame.question, _states(frame), frame.texts, mended=frame.is_finished)
    middle = _body(frame, rows)
    found = {"can_press": not frame.is_finished and (frame.is_test or not is_found(frame)), "is_kept": frame.is_test}
    return {"ranking_list": question_list(frame), "question_body": middle | found}


def broken_lines(question: Question, states: Mapping[int, str], texts: Texts, *, mended: bool) -> list[Data]:
    """The lines of a derivation with a mistake, as of `step_parts`; `states` are by their numbers."""
    broken = question.given
    assert isinstance(broken, MistakenDerivation)
    right = {(line.step, line.rank): line for line in step.step_lines(question, texts, corrected=True)}
    rows = []
    for line in step.step_lines(question, texts):
        at = line.number - 1
        is_wrong = at >= broken.wrong and at not in broken.right
        instead = _mended(right.get((line.step, line.rank)), texts) if mended and is_wrong else None
        rows.append(line_data(line, states.get(line.number, "")) | {"mended": instead})
    return rows


def step_panel(frame: QuestionContext) -> Data:
    """No field until the line is found, then one for the right value."""
    question, texts, attempt = frame.question, frame.texts, frame.attempt
    shown = {"tried": _tried(frame)}
    if frame.is_finished:
        return shown | {"detail": step.solution_words(question, texts)[0]}
    if not (is_found(frame) or (frame.is_test and attempt.verdicts)):
        start: Data = {
            "head": texts("wrong_line.ask"),
            "asks": [texts("wrong_line.press")],
            "look": "",
            "wrong": False,
            "mark": None,
        }
        return shown | {"field": None, "check": ""} | ({"said": start} if attempt.last_verdict is None else {})
    last = attempt.last_verdict
    typed = "" if last is None or last.kind in (FOUND, *LATER) else last.typed
    label = texts("wrong_line.value", measure=question.measure)
    return shown | {"field": _field(label, digits_of(question, texts), format_value(question, 0.0), typed)}


def is_found(frame: QuestionContext) -> bool:
    """Whether the line with the mistake was pressed."""
    return any(verdict.kind == FOUND for verdict in frame.attempt.verdicts)


def broken_of(frame: QuestionContext) -> MistakenDerivation:
    """The derivation with the mistake."""
    assert isinstance(frame.question.given, MistakenDerivation)
    return frame.question.given


def _states(frame: QuestionContext) -> dict[int, str]:
    """How lines are marked: those that were pressed, the last of them, and the one with the mistake."""
    pressed = [int(verdict.typed) for verdict in frame.attempt.verdicts if verdict.kind in (FOUND, *LATER)]
    if frame.is_test and not frame.is_finished:
        return {pressed[-1]: "chosen"} if pressed else {}
    states = dict.fromkeys(pressed, "tried")
    if pressed and not is_found(frame) and not frame.is_finished:
        states[pressed[-1]] = "chosen"
    if frame.is_finished or is_found(frame):
        states[broken_of(frame).wrong + 1] = "found"
    return states


def _tried(frame: QuestionContext) -> list[str]:
    """Earlier answers that were not right, each once: lines, then values with what they come from."""
    if frame.is_test and not frame.is_finished:
        return []
    shown = frame.attempt.verdicts if frame.is_finished else frame.attempt.verdicts[:-1]
    wrong = {(verdict.kind in LATER, verdict.typed): verdict for verdict in shown if verdict.is_try}
    names = frame.progress.question_set.help.names_mistakes or frame.is_finished
    return [_of_verdict(frame, verdict, names=names) for verdict in list(wrong.values())[-MOST_TRIED:]]


def _of_verdict(frame: QuestionContext, verdict: Verdict, *, names: bool) -> str:
    if verdict.kind in LATER:
        return step.answer_words(frame.question, verdict.typed, frame.texts)
    typed = shorten(verdict.typed)
    return mistake_words(frame.question, verdict.mistakes[0], typed, frame.texts) if names and verdict.mistakes else typed


def _body(frame: QuestionContext, rows: Sequence[Data]) -> Data:
    body = {
        "label": frame.texts("wrong_line.lines"),
        "lines": [*rows],
        "over": frame.is_finished,
        "texts": {name: frame.texts(f"wrong_line.mark_{name}") for name in ("found", "tried")},
    }
    return question_body_payload(frame, body)


def _field(label: str, note: str, placeholder: str, typed: str) -> Data:
    return {"label": label, "note": note, "placeholder": placeholder, "typed": typed}


def line_data(line: LineWords, state: str) -> Data:
    """A line as the browser draws it."""
    return {"number": line.number, "words": line.words, "state": state, **_formula(line)}


def _formula(line: LineWords) -> Data:
    return {"parts": [_math(part) for part in line.parts], "operator": line.operator, "result": line.result}


def _mended(line: LineWords | None, texts: Texts) -> Data:
    """What should stand in the place of a line."""
    if line is None:
        return {"label": texts("wrong_line.nothing"), "parts": [], "operator": "", "result": ""}
    return {"label": texts("wrong_line.instead"), **_formula(line)}


def _math(latex: str) -> str:
    """A formula in which the missing number can be found."""
    return mathml(latex.replace(ASKED, rf"{{\class{{hole}}{{\text{{{ASKED}}}}}}}"))
