"""What a person does to lists and choices, carried out on a state.

The browser is not trusted: whatever it sends, the state stays one that can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import isnan
from typing import Any, NamedTuple

from rankviz.basics.coerce import as_number
from rankviz.basics.errors import InputError, short_repr
from rankviz.basics.limits import MAX_ENTRIES, MAX_PASTE, MAX_TYPED
from rankviz.core.conventions import FIELDS
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.metrics.measures import find_metric
from rankviz.core.pasted.list_parser import clean_id, too_many_entries
from rankviz.state.app_state import (
    NUMBER_STYLES,
    AppState,
    add_list,
    check_state,
    edit_refused,
    remove_list,
    rename_list,
    select_list,
    with_edited_list,
    with_list_and_order,
)
from rankviz.state.second_order import SecondOrder
from rankviz.state.second_order_edits import (
    copies_notice,
    swap_orders,
    with_copied_order,
    with_grade,
    with_ideal,
    with_list_as_second_order,
    with_second_order,
    with_typed,
)

Values = Mapping[str, Any]
Check = Callable[[AppState, AppState], None]


class StateWithNotices(NamedTuple):
    """A new state, with notices for the person who edits."""

    state: AppState
    notices: tuple[InputError | None, ...] = ()


Act = Callable[[AppState, Values], AppState | StateWithNotices]


class RefusedInput(NamedTuple):
    """A typed formula or table that cannot be used: it stays in its field, with the reason.

    Parameters
    ----------
    name : str
        Convention field.
    typed : str
    error : InputError
    """

    name: str
    typed: str
    error: InputError


@dataclass(frozen=True)
class EditResult:
    """The result of edits.

    Parameters
    ----------
    state : AppState
    refused : RefusedInput or None
        What was typed last and cannot be used.
    notices : tuple of InputError
        Why other edits were not made, and what is to be said of those that were.
    dialog_problem : InputError or None
        Why what a dialog has was not taken over.
    """

    state: AppState
    refused: RefusedInput | None = None
    notices: tuple[InputError, ...] = ()
    dialog_problem: InputError | None = None


def apply_edits(
    state: AppState, edits: Iterable[object], further: Mapping[str, Act] = {}, check: Check = lambda before, after: None
) -> EditResult:
    """Make edits, one after the other; one that cannot be made changes nothing, nor one that is too much work.

    Parameters
    ----------
    state : AppState
    edits : iterable of Edit
        Anything at all is read.
    further : mapping of str to callable
        What can be done besides, by its name.
    check : callable
        Given the state before an edit and after it, it raises InputError where that may not be made.
    """
    shows_it = True
    refused: RefusedInput | None = None
    notices: list[InputError] = []
    dialog_problem: InputError | None = None
    work = 0.0
    for edit in edits:
        values = edit if isinstance(edit, Mapping) else {}
        name = values.get("name")
        if name in ("list", "second_list") and not shows_it:
            continue
        work += _work_share(values)
        try:
            if work > 1:
                raise edit_refused()
            changed, new_notices = _apply_edit(state, values, further)
            check_state(changed, state)
            check(state, changed)
        except InputError as error:
            field = values.get("field")
            if name == "choose" and isinstance(field, str) and field in FIELDS and FIELDS[field].variable:
                refused = RefusedInput(field, _text(values.get("value"))[:MAX_TYPED], error)
            elif name in OF_DIALOGS:
                dialog_problem = error
            else:
                notices.append(error)
            continue
        notices += filter(None, new_notices)
        shows_it = shows_it and name in OF_THE_SAME_LIST  # else the page still shows the one before
        state, refused = changed, refused if changed == state else None
    return EditResult(state, refused, tuple(notices), dialog_problem)


def _work_share(values: Values) -> float:
    """Return the share of the work for one request that an edit takes: that of reading the longest text is 1."""
    name, text = values.get("name"), values.get("text")
    share = WORK_SHARES.get(name, 0.0) if isinstance(name, str) else 0.0
    return min(share + (len(text) / MAX_PASTE if isinstance(text, str) else 0.0), 1.0)


def _apply_edit(state: AppState, values: Values, further: Mapping[str, Act]) -> StateWithNotices:
    name = values.get("name")
    if not isinstance(name, str) or name not in {**MAKE, **further}:
        raise edit_refused()
    changed = (further.get(name) or MAKE[name])(state, values)
    return changed if isinstance(changed, StateWithNotices) else StateWithNotices(changed)


def _list(state: AppState, values: Values) -> AppState:
    convention = state.convention.with_choices({"cutoff": values.get("cutoff")})
    changed = with_edited_list(state, _ranking(values)) if "order" not in values else _edit_both_lists(state, values)
    return replace(changed, convention=convention)


def _edit_both_lists(state: AppState, values: Values) -> AppState:
    """Both lists of a pair at once, with the whole pool: what is not there is in neither any more."""
    return _second_list(
        with_list_and_order(state, replace(_ranking(values), query_id=state.ranking.query_id), None), _with_title(state, values)
    )


def _with_title(state: AppState, values: Values) -> Values:
    return values if state.second_order is None else {"title": state.second_order.name, **values}


def _choose(state: AppState, values: Values) -> AppState:
    name, value = values.get("field"), values.get("value")
    if name == "metric":
        return replace(state, metric=find_metric(_text(value)).key)
    return replace(state, convention=state.convention.with_choices({_text(name): value}))


def _choices(state: AppState, values: Values) -> AppState:
    """Several choices at once."""
    value = values.get("value")
    if not isinstance(value, Mapping) or len(value) > len(FIELDS):
        raise edit_refused()
    return replace(state, convention=state.convention.with_choices({_text(name): each for name, each in value.items()}))


def _numbers(state: AppState, values: Values) -> AppState:
    value = values.get("value")
    if value not in NUMBER_STYLES:
        raise edit_refused()
    return replace(state, numbers=str(value))


def _select(state: AppState, values: Values) -> AppState:
    index = values.get("index")
    if type(index) is not int or index not in range(len(state.lists)):
        raise edit_refused()
    return select_list(state, index)


def _rename(state: AppState, values: Values) -> AppState:
    text = values.get("text")
    return rename_list(state, clean_id(text) if isinstance(text, str) else "")


def _second_list(state: AppState, values: Values) -> AppState:
    """Another order of the second list; it keeps its name unless it gets one."""
    order, scores, title = values.get("order"), values.get("scores"), values.get("title")
    before = SecondOrder() if state.second_order is None else state.second_order
    names = tuple(clean_id(name) if isinstance(name, str) else "" for name in order) if isinstance(order, list) else ("",)
    if not all(names):
        raise edit_refused()
    if scores is not None and (not isinstance(scores, list) or len(scores) != len(names)):
        raise edit_refused()
    points = None if scores is None else tuple(_score(each) for each in scores)
    return with_second_order(state, SecondOrder(names, points, clean_id(title) if isinstance(title, str) else before.name))


def _second_list_from(state: AppState, values: Values) -> AppState | StateWithNotices:
    """A second list from elsewhere: a copy of the first, the ideal order, or another of the lists."""
    source, index = values.get("source"), values.get("index")
    if source == "copy":
        return StateWithNotices(with_copied_order(state), (copies_notice(state.ranking),))
    if source == "ideal":
        return with_ideal(state)
    if source == "list" and type(index) is int and index in range(len(state.lists)):
        changed, notice = with_list_as_second_order(state, state.lists[index])
        return StateWithNotices(changed, (notice,))
    if source == "ids":
        return StateWithNotices(*with_typed(state, _text(values.get("text"))))
    raise edit_refused()


def _grade(state: AppState, values: Values) -> AppState:
    return with_grade(state, _text(values.get("doc")), _number(values.get("grade")))


OF_THE_SAME_LIST = (
    *("list", "choose", "choices", "numbers", "rename_list"),
    *("second_list", "drop_second_list", "grade"),
    "make_telling",
)
WORK_SHARES = {"make_telling": 1 / 2, "open_file": 1 / 4}  # of edits that take long whatever they bring
OF_DIALOGS = ("open_example", "paste", "open_file", "make_telling")
MAKE: dict[str, Act] = {
    "second_list": _second_list,
    "second_list_from": _second_list_from,
    "drop_second_list": lambda state, _: with_second_order(state, None),
    "swap_lists": lambda state, _: StateWithNotices(
        swap_orders(state), (copies_notice(state.ranking) if state.second_order else None,)
    ),
    "grade": _grade,
    "list": _list,
    "choose": _choose,
    "choices": _choices,
    "numbers": _numbers,
    "rename_list": _rename,
    "select_list": _select,
    "add_list": lambda state, _: add_list(state, Ranking()),
    "copy_list": lambda state, _: add_list(state, state.ranking),
    "remove_list": lambda state, _: remove_list(state),
}


def _ranking(values: Values) -> Ranking:
    """Read the rows of the ranking list."""
    rows, missed = values.get("rows"), values.get("missed")
    if not isinstance(rows, list) or not isinstance(missed, list):
        raise edit_refused()
    if len(rows) + len(missed) > MAX_ENTRIES:
        raise too_many_entries(len(rows) + len(missed))
    return Ranking(tuple(map(partial(_item, 3), rows)), tuple(map(partial(_item, 2), missed)))


def _item(size: int, row: object) -> Item:
    if not isinstance(row, list) or len(row) < size or not isinstance(row[0], str) or not clean_id(row[0]):
        raise edit_refused()
    return Item(clean_id(row[0]), *map(_number, row[1:size]))


def _number(value: object) -> float | None:
    if value is None:
        return None
    number = as_number(value)
    if isnan(number):
        raise edit_refused()
    return number


def _score(value: object) -> float:
    if (number := _number(value)) is None:
        raise edit_refused()
    return number


def _text(value: object) -> str:
    return value if isinstance(value, str) else short_repr(value)
