"""Points of a lesson: parts of the page that are highlighted while a step is read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rankviz.basics.errors import InputError, shorten
from rankviz.core.conventions import FIELDS
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.trace import Trace, holes_in
from rankviz.evaluation.evaluate import compute
from rankviz.state.app_state import AppState

FORM = re.compile(r"([A-Za-z]+)(?::([a-z_A-Z-]+))?(?::([0-9]{1,3}))?")
CHARTS = ("sum", "by-cutoff", "worth", "pr", "roc", "pairs")
LEGENDS = ("term", "gain", "ideal")
# For each kind of point: whether it has a name, and whether it has a number.
POINT_KINDS = {
    **dict.fromkeys(("rank", "A", "B", "grade", "missed", "list"), (False, True)),
    **dict.fromkeys(("k", "score", "bars", "mean"), (False, False)),
    **dict.fromkeys(("choice", "line", "chart", "legend"), (True, False)),
    "term": (True, True),
}
ON_COMPARE = ("rank", "A", "B", "grade", "missed", "k", "score", "choice")
PAGES = ("explore", "compare")


@dataclass(frozen=True)
class LessonPoint:
    """One part of the page that a lesson points at.

    Parameters
    ----------
    kind : str
        A key of `KINDS`.
    name : str
        Field, step, chart, or kind of bar; "" where the kind has none.
    number : int
        Rank, number of a missed document or of a list, from 1; 0 where the kind has none.
    """

    kind: str
    name: str = ""
    number: int = 0

    def __str__(self) -> str:
        return ":".join(filter(None, (self.kind, self.name, str(self.number or ""))))


def parse_lesson_point(text: str) -> LessonPoint:
    """Parse a point; InputError `lesson_point` if it is none.

    Examples
    --------
    >>> parse_lesson_point("term:dcg:2"), str(parse_lesson_point("choice:ideal"))
    (LessonPoint(kind='term', name='dcg', number=2), 'choice:ideal')
    """
    match = FORM.fullmatch(text.strip())
    if not match or POINT_KINDS.get(match[1]) != (bool(match[2]), bool(match[3])):
        message = f'"{shorten(text)}" points at nothing: expected one of {", ".join(POINT_KINDS)}, such as rank:3, term:dcg:2.'
        raise InputError("lesson_point", message, found=shorten(text), known=", ".join(POINT_KINDS))
    return LessonPoint(match[1], match[2] or "", int(match[3] or 0))


def is_on_page(point: LessonPoint, state: AppState, page: str) -> bool:
    """Whether the page shows the point in this state; for charts and legends, whether there is one of that name."""
    ranking = state.ranking
    if page == "compare" and point.kind not in ON_COMPARE:
        return False
    second_order = state.second_order.order if state.second_order is not None and page == "compare" else ()
    last_numbers = {
        **dict.fromkeys(("rank", "grade", "A"), len(ranking.items)),
        "B": len(second_order),
        "missed": len(ranking.missed),
        "list": len(state.lists) if len(state.lists) > 1 else 0,
    }
    if point.kind in last_numbers:
        return 1 <= point.number <= last_numbers[point.kind]
    if point.kind == "mean":
        return len(state.lists) > 1
    names_of_kind = {"chart": CHARTS, "legend": LEGENDS, "choice": _fields(state)}
    if point.kind in names_of_kind:
        return point.name in names_of_kind[point.kind]
    return point.kind not in ("line", "term") or _has_line(point, state)


def _fields(state: AppState) -> tuple[str, ...]:
    uses = METRICS[state.metric].uses
    return ("metric", *(name for name, field in FIELDS.items() if name in uses or field.stage == "means"))


def _has_line(point: LessonPoint, state: AppState) -> bool:
    try:
        trace = compute(METRICS[state.metric], RawLists.from_rankings([state.ranking]), state.convention)
    except InputError:
        return False
    if point.name not in trace or trace.step(point.name).value.ndim != 1:
        return False
    return not point.number or point.number <= _count_terms(point, trace)


def _count_terms(point: LessonPoint, trace: Trace) -> int:
    """Return the number of terms in the formula of a line; 0 if it is no sum or maximum."""
    keys = [key for kind, key in holes_in(trace.step(point.name).template) if kind in ("sum", "max")]
    if not keys:
        return 0
    step = trace.step(keys[0])
    where = trace.rankings.present if step.where is None and step.axis == "list" else step.where
    return step.value.shape[1] if where is None else int(where[0].sum())
