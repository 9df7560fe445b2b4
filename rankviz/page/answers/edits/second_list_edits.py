"""Edits of the second list of a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, UnsetType

from rankviz.core.pasted.list_parser import clean_id
from rankviz.page.answers.edits.edit import Edit, Grade, StateWithNotices
from rankviz.page.answers.messages import ViewState
from rankviz.state.app_state import AppState, edit_refused
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


class SecondListEdit(Edit, frozen=True, tag="second_list"):
    """Another order of the second list; it keeps its name unless it gets one."""

    keeps_list = True
    order: list[str]
    scores: list[float] | None = None
    title: str | UnsetType = UNSET

    def apply(self, state: AppState, _: ViewState, /) -> AppState:
        """Replace the second list."""
        before = "" if state.second_order is None else state.second_order.name
        return with_order(state, self.order, self.scores, before if isinstance(self.title, UnsetType) else clean_id(self.title))


def with_order(state: AppState, order: Sequence[str], scores: Sequence[float] | None, name: str) -> AppState:
    """Give the list under study a second list with these ids; InputError if one shows nothing, or lacks its score."""
    ids = tuple(map(clean_id, order))
    if not all(ids) or (scores is not None and len(scores) != len(ids)):
        raise edit_refused()
    return with_second_order(state, SecondOrder(ids, None if scores is None else tuple(scores), name))


class SecondListFromEdit(Edit, frozen=True, tag="second_list_from"):
    """A second list from elsewhere: a copy of the first, the ideal order, another of the lists, or typed ids."""

    source: Literal["copy", "ideal", "list", "ids"]
    index: int | None = None
    text: str = ""

    def apply(self, state: AppState, _: ViewState, /) -> AppState | StateWithNotices:
        """Replace the second list."""
        if self.source == "copy":
            return StateWithNotices(with_copied_order(state), (copies_notice(state.ranking),))
        if self.source == "ideal":
            return with_ideal(state)
        if self.source == "ids":
            return StateWithNotices(*with_typed(state, self.text))
        if self.index is None or self.index not in range(len(state.lists)):
            raise edit_refused()
        changed, notice = with_list_as_second_order(state, state.lists[self.index])
        return StateWithNotices(changed, (notice,))


class DropSecondListEdit(Edit, frozen=True, tag="drop_second_list"):
    """No second list any more."""

    keeps_list = True

    def apply(self, state: AppState, _: ViewState, /) -> AppState:
        """Remove it."""
        return with_second_order(state, None)


class SwapListsEdit(Edit, frozen=True, tag="swap_lists"):
    """The second list first."""

    def apply(self, state: AppState, _: ViewState, /) -> StateWithNotices:
        """Exchange both lists."""
        notice = copies_notice(state.ranking) if state.second_order else None
        return StateWithNotices(swap_orders(state), (notice,))


class GradeEdit(Edit, frozen=True, tag="grade"):
    """A document's grade in both lists, or None for unjudged."""

    keeps_list = True
    doc: str
    grade: Grade | None = None

    def apply(self, state: AppState, _: ViewState, /) -> AppState:
        """Grade it."""
        return with_grade(state, self.doc, self.grade)
