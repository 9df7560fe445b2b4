"""The page of a `value` question: its list, the working table, and the derivation with its covered lines."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.display.formulas.derivation import Line
from rankviz.explore.view.chart import rank_chart_payload
from rankviz.explore.view.cover import UNKNOWN
from rankviz.explore.view.derivation import derivation_payload, lines_of
from rankviz.explore.view.scores import value_payload
from rankviz.learn.view.kind_view import KindView, Parts
from rankviz.learn.view.question_body import question_list
from rankviz.learn.view.question_context import Data, QuestionContext, filled_line_count
from rankviz.learn.view.working_table import working_table_payload

WITHOUT_FORMULA = 3  # the level at which the formula is shown only after the first hint


def parts(context: QuestionContext) -> Parts:
    """Build the parts that belong to the kind."""
    return {
        "ranking_list": question_list(context),
        "working_table": None if context.is_finished else working_table_payload(context),
        "rank_chart": rank_chart_payload(context.analysis, context.texts) if context.is_finished else None,
        "derivation": question_derivation(context),
    }


def panel(context: QuestionContext) -> Data:
    """Build what the answer panel shows besides: of a finished question the division that gives the value."""
    return {"detail": value_payload(context.analysis, context.texts)["detail"]} if context.is_finished else {}


def question_derivation(context: QuestionContext) -> Data | None:
    """Build the derivation: the whole of it once the question is finished, else the lines that hints have uncovered.

    None in a test, and at the hardest level before the first hint.
    """
    if not context.is_finished and not context.hints_taken and (context.is_test or context.question.level == WITHOUT_FORMULA):
        return None
    lines = lines_of(context.analysis)
    copy = str(value_payload(context.analysis, context.texts)["copy"])
    payload = derivation_payload(context.analysis, lines, copy, context.texts)
    if context.is_finished:
        return payload
    return cover_derivation(payload, filled_line_count(context.question) + max(context.hints_taken - 1, 0))


def cover_derivation(payload: Data, uncovered: int) -> Data:
    """Return a derivation with only its first lines shown; of the others, and of the final line, only the formula."""
    lines, final = payload["lines"], payload["final"]
    assert isinstance(lines, list)
    covered = [line if index < uncovered else _cover_line(line) for index, line in enumerate(lines)]
    end = (
        None
        if final is None
        else {**_mapping(final), "numbers": "", "result": UNKNOWN, "title": "", "undefined": False, "asked": True}
    )
    withheld: Data = {"mean": None, "steps": [], "words": [], "copies": []}
    return payload | withheld | {"lines": covered, "final": end, "asked": True}


def _cover_line(line: object) -> Data:
    return {**_mapping(line), "terms": [], "running_total": "", "result": UNKNOWN, "result_title": "", "asked": True}


def _mapping(payload: object) -> Mapping[str, object]:
    assert isinstance(payload, Mapping)
    return payload


def hint_sentences(context: QuestionContext) -> list[str]:
    """Return the hints that were taken: the plan, then for each which line is shown below and which are left."""
    lines = lines_of(context.analysis)[filled_line_count(context.question) :]
    return [
        hint if index == 0 else _hint(lines, index, context) for index, hint in enumerate(context.hints[: context.hints_taken])
    ]


def _hint(lines: tuple[Line, ...], index: int, context: QuestionContext) -> str:
    rest = context.texts("sentence.more_separator").join(line.name for line in lines[index:])
    return context.texts("practice.hint_line", name=lines[index - 1].name, rest=rest)


VIEW = KindView(parts, panel=panel, hints=hint_sentences)
