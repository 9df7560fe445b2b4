"""The page of a `value` question: its list, the working, the formula with what is hidden of it, and what to keep."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.display.formulas.derivation import Line
from rankviz.explore.view.chart import rank_chart_payload
from rankviz.explore.view.cover import UNKNOWN
from rankviz.explore.view.derivation import derivation_payload, lines_of
from rankviz.explore.view.ranking_list import ranking_list_payload
from rankviz.explore.view.scores import value_payload
from rankviz.learn.view.question_context import Data, QuestionContext, given_lines
from rankviz.learn.view.working_table import working_table_payload

WITHOUT_FORMULA = 3  # the level at which it stands there only after the first hint


def value_parts(frame: QuestionContext) -> Mapping[str, Data | None]:
    """Build the parts that belong to the kind."""
    return {
        "ranking_list": question_list(frame),
        "working_table": None if frame.is_finished else working_table_payload(frame),
        "rank_chart": rank_chart_payload(frame.analysis, frame.texts) if frame.is_finished else None,
        "derivation": derivation(frame),
    }


def value_panel(frame: QuestionContext) -> Data:
    """What the panel has besides: of a solved question what is divided by what."""
    return {"detail": value_payload(frame.analysis, frame.texts)["detail"]} if frame.is_finished else {}


def question_list(frame: QuestionContext) -> Data:
    """The list, to be looked at only."""
    return ranking_list_payload(frame.analysis, frame.texts) | {
        "read_only": True,
        "note": "",
        "fixed_cutoff": True,
        "asked": True,
    }


def derivation(frame: QuestionContext) -> Data | None:
    """The formula, with the lines that hints have uncovered; whole when it is over."""
    if not frame.is_finished and not frame.hints_taken and (frame.is_test or frame.question.level == WITHOUT_FORMULA):
        return None
    lines = lines_of(frame.analysis)
    copy = str(value_payload(frame.analysis, frame.texts)["copy"])
    found = derivation_payload(frame.analysis, lines, copy, frame.texts)
    return found if frame.is_finished else cover_lines(found, given_lines(frame.question) + max(frame.hints_taken - 1, 0))


def cover_lines(found: Data, uncovered: int) -> Data:
    """A derivation of which only the first lines are told; of the others, and always of the last, the formula alone."""
    lines, final = found["lines"], found["final"]
    assert isinstance(lines, list)
    shown = [line if at < uncovered else _asked(line) for at, line in enumerate(lines)]
    end = (
        None
        if final is None
        else {**_of(final), "numbers": "", "result": UNKNOWN, "title": "", "undefined": False, "asked": True}
    )
    nothing: Data = {"mean": None, "steps": [], "words": [], "copies": []}
    return found | nothing | {"lines": shown, "final": end, "asked": True}


def _asked(line: object) -> Data:
    return {**_of(line), "terms": [], "running_total": "", "result": UNKNOWN, "result_title": "", "asked": True}


def _of(found: object) -> Mapping[str, object]:
    assert isinstance(found, Mapping)
    return found


def hint_sentences(frame: QuestionContext) -> list[str]:
    """The hints that were taken: the plan, then which line is worked out below and what is left."""
    lines = lines_of(frame.analysis)[given_lines(frame.question) :]
    return [hint if at == 0 else _hint(lines, at, frame) for at, hint in enumerate(frame.hints[: frame.hints_taken])]


def _hint(lines: tuple[Line, ...], at: int, frame: QuestionContext) -> str:
    rest = frame.texts("sentence.more_separator").join(line.name for line in lines[at:])
    return frame.texts("practice.hint_line", name=lines[at - 1].name, rest=rest)
