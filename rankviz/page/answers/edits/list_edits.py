"""Edits of the list under study, and of which list that is."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from rankviz.basics.limits import MAX_ENTRIES, MAX_LISTS
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.pasted.list_parser import clean_id, too_many_entries
from rankviz.page.answers.edits.edit import Choice, Edit, Grade
from rankviz.page.answers.edits.second_list_edits import with_order
from rankviz.page.answers.messages import ViewState
from rankviz.state.app_state import (
    AppState,
    add_list,
    edit_refused,
    remove_list,
    rename_list,
    select_list,
    with_edited_list,
    with_list_and_order,
)


class RetrievedRow(Struct, frozen=True, array_like=True):
    """An entry of a list, sent as an array."""

    id: str
    grade: Grade | None
    score: float | None


class MissedRow(Struct, frozen=True, array_like=True):
    """A judged document that a list does not retrieve, sent as an array."""

    id: str
    grade: Grade | None


class ListEdit(Edit, frozen=True, tag="list"):
    """The list as it is now, which is always sent whole.

    On Compare `order` and `scores` are the second list, and `missed` is the rest of the pool: a document that is nowhere there
    is in neither list any more.
    """

    keeps_list = True
    rows: list[RetrievedRow]
    missed: list[MissedRow]
    cutoff: Choice = None
    order: list[str] | UnsetType = UNSET
    scores: list[float] | None = None

    def apply(self, state: AppState, view: ViewState, /) -> AppState:
        """Replace the list; its cutoff stays where the choices are not seen."""
        is_fixed = "choices" in view.withheld_parts
        convention = state.convention if is_fixed else state.convention.with_choices({"cutoff": self.cutoff})
        return replace(self._with_lists(state), convention=convention)

    def _with_lists(self, state: AppState) -> AppState:
        ranking = self._ranking()
        if isinstance(self.order, UnsetType):
            return with_edited_list(state, ranking)
        name = "" if state.second_order is None else state.second_order.name
        pooled = with_list_and_order(state, replace(ranking, query_id=state.ranking.query_id), None)
        return with_order(pooled, self.order, self.scores, name)

    def _ranking(self) -> Ranking:
        if (count := len(self.rows) + len(self.missed)) > MAX_ENTRIES:
            raise too_many_entries(count)
        items = tuple(Item(_name(row.id), row.grade, row.score) for row in self.rows)
        return Ranking(items, tuple(Item(_name(row.id), row.grade) for row in self.missed))


def _name(text: str) -> str:
    name = clean_id(text)
    if not name:
        raise edit_refused()
    return name


class RenameListEdit(Edit, frozen=True, tag="rename_list"):
    """Another name for the list, or none."""

    keeps_list = True
    text: str

    def apply(self, state: AppState, _: ViewState, /) -> AppState:
        """Rename the list."""
        return rename_list(state, clean_id(self.text))


class SelectListEdit(Edit, frozen=True, tag="select_list"):
    """Another of the lists."""

    index: Annotated[int, Meta(ge=0, lt=MAX_LISTS)]

    def apply(self, state: AppState, _: ViewState, /) -> AppState:
        """Put it under study."""
        if self.index >= len(state.lists):
            raise edit_refused()
        return select_list(state, self.index)


class AddListEdit(Edit, frozen=True, tag="add_list"):
    """A new, empty list."""

    def apply(self, state: AppState, _: ViewState, /) -> AppState:
        """Add it after the list under study."""
        return add_list(state, Ranking())


class CopyListEdit(Edit, frozen=True, tag="copy_list"):
    """A copy of the list."""

    def apply(self, state: AppState, _: ViewState, /) -> AppState:
        """Add it after the list under study."""
        return add_list(state, state.ranking)


class RemoveListEdit(Edit, frozen=True, tag="remove_list"):
    """One list less."""

    def apply(self, state: AppState, _: ViewState, /) -> AppState:
        """Remove the list under study, unless it is the only one."""
        return remove_list(state)
