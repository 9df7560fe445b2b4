"""The page of a `step` question: a derivation in which a line is wrong."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.basics.errors import shorten
from rankviz.learn.questions.kinds.step import MistakenDerivation
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.view.answer_panel import feedback_payload
from rankviz.learn.view.kind_view import KindView, Parts
from rankviz.learn.view.question_body import question_list
from rankviz.learn.view.question_context import Data, QuestionContext
from rankviz.learn.view.written_derivation import formula_payload, line_payload, lines_body, number_field
from rankviz.learn.words.feedback import mistake_words
from rankviz.learn.words.kinds import step
from rankviz.learn.words.written_derivation import LineWords
from rankviz.texts import Texts

FOUND, LATER = "line_found", ("earlier_line", "later_line")
MOST_TRIED = 6


def parts(context: QuestionContext) -> Parts:
    """Build the list, and beside it the lines to choose from; once finished each wrong line has its correction.

    Notes
    -----
    As in `gap`; besides `can_press` and `is_only_stored`; `state` is "chosen", "found" or "tried"; each line has a
    `correction`, None or `{parts, operator, result, label}`, what should stand there; only the `label` if nothing should.
    """
    rows = mistaken_lines_payload(context.question, _states(context), context.texts, corrected=context.is_finished)
    can_press = not context.is_finished and (context.is_test or not is_line_found(context))
    body = lines_body(context, rows) | {"can_press": can_press, "is_only_stored": context.is_test}
    return {"ranking_list": question_list(context), "question_body": body}


def mistaken_lines_payload(question: Question, states: Mapping[int, str], texts: Texts, *, corrected: bool) -> list[Data]:
    """Build the lines of a derivation with a mistake, as in `parts`; `states` are by line number."""
    data = question.given
    assert isinstance(data, MistakenDerivation)
    right = {(line.step, line.rank): line for line in step.step_lines(question, texts, corrected=True)}
    rows = []
    for line in step.step_lines(question, texts):
        index = line.number - 1
        is_wrong = index >= data.wrong and index not in data.right
        correction = _correction(right.get((line.step, line.rank)), texts) if corrected and is_wrong else None
        rows.append(line_payload(line, states.get(line.number, "")) | {"correction": correction})
    return rows


def panel(context: QuestionContext) -> Data:
    """Build the panel: no field until the line is found, then one for the right value."""
    question, texts, attempt = context.question, context.texts, context.attempt
    payload: Data = {"earlier_answers": _earlier_answers(context)}
    if context.is_finished:
        return payload | {"detail": step.solution_words(question, texts)[0]}
    if not (is_line_found(context) or (context.is_test and attempt.verdicts)):
        start = feedback_payload(texts("wrong_line.ask"), [texts("wrong_line.press")])
        return payload | {"field": None, "check": ""} | ({"feedback": start} if attempt.last_verdict is None else {})
    last = attempt.last_verdict
    typed = "" if last is None or last.kind in (FOUND, *LATER) else last.typed
    label = texts("wrong_line.value", measure=question.measure)
    return payload | {"field": number_field(question, label, typed, texts)}


def is_line_found(context: QuestionContext) -> bool:
    """Whether the line with the mistake was chosen."""
    return any(verdict.kind == FOUND for verdict in context.attempt.verdicts)


def mistaken_derivation_of(context: QuestionContext) -> MistakenDerivation:
    """Return the mistaken derivation of a question."""
    assert isinstance(context.question.given, MistakenDerivation)
    return context.question.given


def _states(context: QuestionContext) -> dict[int, str]:
    """Return the state of each line that was chosen, and of the line with the mistake once it is found; by line number."""
    chosen = [int(verdict.typed) for verdict in context.attempt.verdicts if verdict.kind in (FOUND, *LATER)]
    if context.is_test and not context.is_finished:
        return {chosen[-1]: "chosen"} if chosen else {}
    states = dict.fromkeys(chosen, "tried")
    if chosen and not is_line_found(context) and not context.is_finished:
        states[chosen[-1]] = "chosen"
    if context.is_finished or is_line_found(context):
        states[mistaken_derivation_of(context).wrong + 1] = "found"
    return states


def _earlier_answers(context: QuestionContext) -> list[str]:
    """Return the earlier wrong answers, each once: lines, then values with the mistake that gives each."""
    if context.is_test and not context.is_finished:
        return []
    verdicts = context.attempt.verdicts if context.is_finished else context.attempt.verdicts[:-1]
    wrong = {(verdict.kind in LATER, verdict.typed): verdict for verdict in verdicts if verdict.is_try}
    names = context.progress.question_set.help.names_mistakes or context.is_finished
    return [_earlier_answer(context, verdict, names=names) for verdict in list(wrong.values())[-MOST_TRIED:]]


def _earlier_answer(context: QuestionContext, verdict: Verdict, *, names: bool) -> str:
    if verdict.kind in LATER:
        return step.answer_words(context.question, verdict.typed, context.texts)
    typed = shorten(verdict.typed)
    return mistake_words(context.question, verdict.mistakes[0], typed, context.texts) if names and verdict.mistakes else typed


def _correction(line: LineWords | None, texts: Texts) -> Data:
    """Build what should stand in the place of a line."""
    if line is None:
        return {"label": texts("wrong_line.nothing"), "parts": [], "operator": "", "result": ""}
    return {"label": texts("wrong_line.instead"), **formula_payload(line)}


VIEW = KindView(parts, "pressed_lines", panel)
