"""Writes one list as a file with the responses to every single press, without Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod
from urllib.parse import parse_qsl, urlencode

from msgspec import structs

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_SHEET, MAX_SHEET_LISTS
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.display.error_text import error_text
from rankviz.display.labels import file_stem
from rankviz.display.parts.link import reach
from rankviz.page.answers.messages import ViewState, view_state
from rankviz.page.answers.open_address import open_address
from rankviz.page.answers.open_dialog import dialog_part
from rankviz.page.notices import notices_payload
from rankviz.page.static.html_shell import Site, one_file_html
from rankviz.page.static.reachable_states import find_reachable, state_text
from rankviz.page.static.response_table import FileLimits, build_table
from rankviz.page.static.single_edits import HIGHEST
from rankviz.state.app_state import AppState, with_list_and_order
from rankviz.state.handout import Handout, encode
from rankviz.state.permalink import from_text
from rankviz.texts import LANGUAGES, Texts

FEW = 1_300  # entries of all lists with each grade that are included by default: the file stays under 1 MB


def sheet_html(state: AppState, handout: Handout, grades: int | None = None, whole: str = "") -> str:
    """Write a list as an HTML page of its own.

    Parameters
    ----------
    state : AppState
        The state with which it opens.
    handout : Handout
        What is covered, hidden and locked in it.
    grades : int, optional
        Include all lists of these documents with grades from 0 to this one; by default, up to the highest grade of the list, if
        they are few.
    whole : str
        Address of the whole page, which can do more; "" if it is not known.

    Raises
    ------
    InputError
        `sheet_too_long`, `sheet_grades`.
    """
    state = replace(state, second_orders=())  # only Compare uses them
    check_length(state)
    states = find_reachable(state, handout)
    grades = _few(state) if grades is None and not handout.locked else grades
    for each in () if grades is None else with_each_grade(state, grades):
        states.setdefault(state_text(each), [])
    first = next(iter(states))
    heads = {language: _head(first, handout, language) for language in LANGUAGES}
    data = build_table(states, handout, FileLimits(grades, whole)) | {"heads": heads}
    return one_file_html(Site("table_transport", ("explore",), data=data))


def sheet_payload(text: str, view: ViewState) -> dict[str, dict[str, object]]:
    """Build the part with the file that the page saves.

    Parameters
    ----------
    text : str
        A state, as `to_text` writes it.
    view : ViewState
        The view of the page.

    Returns
    -------
    dict
        The part `sheet`, with the file's `name` and its `html`; else the open dialog or the `notices`, which say why not.
    """
    texts, state = Texts(view.language), from_text(text).state
    try:
        whole = "" if reach(view.base_url) == "machine" else view.base_url
        html = sheet_html(state, Handout(view.covered, view.hidden, view.locked), whole=whole)
    except InputError as error:
        if view.dialog:
            return {"dialog": dict(dialog_part(state, structs.replace(view, page="explore"), error, texts))}
        return {"notices": notices_payload([error_text(error, texts)], "", texts)}
    stem = "rankviz" if "choices" in view.withheld_parts else file_stem(print_measure(METRICS[state.metric], state.convention))
    return {"sheet": {"name": f"{stem}-interactive.html", "html": html}}


def check_length(state: AppState) -> None:
    """Raise InputError for lists whose responses would make the file too large."""
    count = sum(len(each.items) + len(each.missed) for each in state.lists)
    if count > MAX_SHEET:
        raise _refused("sheet_too_long", found=count, limit=MAX_SHEET)


def _few(state: AppState) -> int | None:
    """Return the highest grade if the lists with all grades up to it are few enough to include by default; else None."""
    items = state.ranking.items
    highest = max((item.grade for item in items if item.grade is not None), default=0)
    if not items or len(state.lists) > 1 or highest != int(highest) or not 1 <= highest <= HIGHEST:
        return None
    return int(highest) if len(items) * (int(highest) + 1) ** len(items) <= FEW else None


def with_each_grade(state: AppState, highest: int) -> Iterator[AppState]:
    """Yield the list with every combination of grades from 0 to the highest, and of each document's own grade."""
    items = state.ranking.items
    low = min(max(highest, 0), MAX_SHEET_LISTS)  # more is refused in any case
    each = [{*map(float, range(low + 1)), *((item.grade,) if item.grade is not None else ())} for item in items]
    count = prod(map(len, each)) if highest == low else (abs(highest) + 1) ** len(items)
    if highest < 0 or count > MAX_SHEET_LISTS:
        raise _refused("sheet_grades", highest=highest, count=count, entries=len(items), limit=MAX_SHEET_LISTS)
    for grades in product(*map(sorted, each)):
        changed = tuple(item._replace(grade=grade) for item, grade in zip(items, grades, strict=True))
        yield with_list_and_order(state, replace(state.ranking, items=changed), None)


def _head(first: str, handout: Handout, language: str) -> object:
    """Return the head that a board is mounted with, besides a response."""
    params = {**encode(handout), **dict(parse_qsl(first, keep_blank_values=True))}
    line = open_address(urlencode(params), view_state(language, is_static=True)).split(b"\n", 1)[0]
    return json.loads(line)


def _refused(key: str, **where: int) -> InputError:
    return InputError(key, Texts("en")(f"error.{key}", **where), **where)
