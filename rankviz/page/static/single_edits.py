"""Lists the edits that one press makes, as the page would send them: by keys of the list, by dragging, by choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rankviz.core.metrics import METRICS
from rankviz.explore.view.choices import choices_payload
from rankviz.explore.view.ranking_list import ranking_list_payload
from rankviz.state.analysis import Analysis
from rankviz.state.app_state import NUMBER_STYLES
from rankviz.texts import Texts

HIGHEST = 4  # grade that the page offers on any list
HIGHEST_KEY = 9
MOST_DRAGGED = 10  # entries of a list whose rows may be dragged to any rank; of a longer one only to the next
SLIDES = 60  # places of a slider that are included; of a longer one only those beside the value
Edit = dict[str, Any]
Row = dict[str, Any]


def list_edits(analysis: Analysis, texts: Texts, *, fixed: bool) -> Iterator[Edit]:
    """Yield every edit of the list, first the one that changes nothing: it has the rows in the order shown.

    Parameters
    ----------
    analysis : Analysis
    texts : Texts
        Of any language: no text is part of an edit.
    fixed : bool
        Whether the cutoff may not be changed.
    """
    data: Any = ranking_list_payload(analysis, texts)
    rows, missed, scored = data["rows"], data["missed"], data["scored"]

    def sent(rows: Sequence[Row], missed: Sequence[Row] = missed, cutoff: int | None = data["cutoff"]) -> Edit:
        typed = [[row["id"], row["grade"], row["score"]] for row in in_typed_order(rows)]
        return {"name": "list", "rows": typed, "missed": [[item["id"], item["grade"]] for item in missed], "cutoff": cutoff}

    yield sent(rows)
    yield from (sent(each) for each in _graded(rows, (None,)))
    yield from (sent(rows, each) for each in _graded(missed, ()))
    yield from (sent(move_row(rows, i, to, scored)) for i, to in _moves(len(rows)))
    if not fixed:
        yield from (sent(rows, cutoff=k) for k in _cutoffs(data["cutoff"], len(rows)))
    yield from (sent(_without(rows, i)) for i in range(len(rows)))
    yield from (sent(rows, _without(missed, i)) for i in range(len(missed)))
    fresh = _fresh_name([*rows, *missed])
    yield sent(_inserted(rows, {"id": fresh, "grade": 0}, len(rows), scored))
    yield sent(rows, [*missed, {"id": fresh, "grade": 1}])
    for i, row in enumerate(rows):
        if row["grade"] is not None:
            yield sent(_without(rows, i), [*missed, row])
    for i, item in enumerate(missed):
        yield sent(_inserted(rows, item, len(rows), scored), _without(missed, i))


def choice_edits(analysis: Analysis, texts: Texts) -> Iterator[Edit]:
    """Yield every edit of the measures and of the sentence, one choice at a time, except those that have to be typed."""
    for key in METRICS:
        yield {"name": "choose", "field": "metric", "value": key}
    for parts in slots_by_pill(choices_payload(analysis, None, texts)).values():
        for part in parts:
            yield from ({"name": "choose", "field": part["slot"], "value": value} for value in _values(part))
    for style in NUMBER_STYLES:
        yield {"name": "numbers", "value": style}


def slots_by_pill(choices: Mapping[str, Any]) -> dict[str, list[Row]]:
    """Return the slots of the sentence, also those beside others, by the pill that opens them: "" for further choices."""
    pills = {part["slot"]: [part, *part.get("beside", ())] for part in choices["parts"] if "slot" in part}
    if choices["more"]:
        pills[""] = [each for part in choices["more"]["parts"] for each in (part, *part.get("beside", ()))]
    return pills


def _values(part: Row) -> Iterator[object]:
    if part["kind"] == "radio":
        yield from (option["value"] for option in part["options"] if not option.get("disabled_reason"))
    elif part["kind"] == "number":
        yield from _numbers(part)


def _numbers(part: Row) -> Iterator[object]:
    """Yield the numbers one step up and down, and every place of the slider."""
    value, step, low, high = part["value"], part["step"], part["min"], part["max"]
    numbers = {low, *(() if value is None else (round(value + step, 9), round(value - step, 9)))}
    if "slide" in part:
        begin, fine = part["slide"][0], part["slide_step"]
        places = round((part["slide"][1] - begin) / fine)
        numbers |= {round(begin + i * fine, 9) for i in range(places + 1)} if places <= SLIDES else set()
    for each in sorted(numbers):
        if low <= each <= high:
            yield int(each) if part["whole"] else each
    if part["allow_none"]:
        yield None


def _moves(count: int) -> Iterator[tuple[int, int]]:
    furthest = count if count <= MOST_DRAGGED else 1
    return ((i, to) for i in range(count) for to in range(count) if 0 < abs(i - to) <= furthest)


def _graded(items: Sequence[Row], further: tuple[None, ...]) -> Iterator[list[Row]]:
    """Yield the items with one grade changed, for each item and grade."""
    highest = max((item["grade"] for item in items if item["grade"] is not None), default=0)
    last = int(min(max(HIGHEST, highest), HIGHEST_KEY))
    for i, item in enumerate(items):
        for grade in (*range(last + 1), *further):
            if grade != item["grade"]:
                yield [*items[:i], {**item, "grade": grade}, *items[i + 1 :]]


def _cutoffs(cutoff: int | None, count: int) -> list[int | None]:
    near = () if cutoff is None else (cutoff - 1, cutoff + 1)
    return [*(k for k in sorted({*range(1, count + 1), *near}) if k >= 1), None]


def _without(items: Sequence[Row], at: int) -> list[Row]:
    return [*items[:at], *items[at + 1 :]]


def move_row(rows: Sequence[Row], start: int, to: int, scored: bool) -> list[Row]:
    """Return the rows with one moved; where scores decide the order, they stay, and the documents move past them."""
    after = _without(rows, start)
    after.insert(to, rows[start])
    return [{**row, "score": rows[i]["score"]} if scored else row for i, row in enumerate(after)]


def _inserted(rows: Sequence[Row], item: Row, at: int, scored: bool) -> list[Row]:
    score = None
    if scored:
        last = rows[-1]["score"] if rows else 1
        before = rows[-2]["score"] if len(rows) > 1 else last
        score = float(f"{last - (before - last or 1):.12g}")
    return move_row([*rows, {**item, "score": score}], len(rows), at, scored)


def _fresh_name(items: Sequence[Row]) -> str:
    used, number = {item["id"] for item in items}, len(items) + 1
    while f"d{number}" in used:
        number += 1
    return f"d{number}"


def in_typed_order(rows: Sequence[Row]) -> list[Row]:
    """Return the rows in the order in which they were typed: a row without a rank follows the row it followed there."""

    def is_ranked(row: Row) -> bool:
        return row.get("at") is not None and not row["unranked"]

    last = max((i for i, row in enumerate(rows) if is_ranked(row)), default=-1)
    apart = [row for i, row in enumerate(rows) if row.get("unranked") and i > last]
    typed = [row for i, row in enumerate(rows) if not (row.get("unranked") and i > last)]
    for row in sorted(apart, key=lambda each: int(each["at"])):
        earlier = [(each["at"], -i) for i, each in enumerate(typed) if 0 <= each.get("at", -1) < row["at"]]
        typed.insert(1 - max(earlier)[1] if earlier else 0, row)
    return typed
