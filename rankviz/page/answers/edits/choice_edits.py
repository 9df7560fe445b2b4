"""Edits of the measure, of the convention, and of how numbers are written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from rankviz.basics.errors import short_repr
from rankviz.basics.limits import MAX_NAME
from rankviz.core.conventions import FIELDS
from rankviz.core.metrics.measures import find_metric
from rankviz.page.answers.edits.edit import Choice, Edit
from rankviz.page.answers.messages import ViewState
from rankviz.state.app_state import NUMBER_STYLES, AppState

if TYPE_CHECKING:
    NumberStyle = str
else:
    NumberStyle = Literal[NUMBER_STYLES]
Field = Annotated[str, Meta(max_length=MAX_NAME)]


class ChooseEdit(Edit, frozen=True, tag="choose"):
    """One choice of the convention, or the metric as the `field` "metric"."""

    keeps_list = True
    field: Field
    value: Choice = None

    def apply(self, state: AppState, _: ViewState, /) -> AppState:
        """Choose."""
        if self.field == "metric":
            return replace(state, metric=find_metric(self.typed_text).key)
        return replace(state, convention=state.convention.with_choices({self.field: self.value}))

    @property
    def typed_text(self) -> str:
        """The value as a person would type it."""
        return self.value if isinstance(self.value, str) else short_repr(self.value)


class ChoicesEdit(Edit, frozen=True, tag="choices"):
    """Several choices at once, by their fields."""

    keeps_list = True
    value: Annotated[dict[Field, Choice], Meta(max_length=len(FIELDS))]

    def apply(self, state: AppState, _: ViewState, /) -> AppState:
        """Choose them."""
        return replace(state, convention=state.convention.with_choices(self.value))


class NumbersEdit(Edit, frozen=True, tag="numbers"):
    """How numbers are written."""

    keeps_list = True
    value: NumberStyle

    def apply(self, state: AppState, _: ViewState, /) -> AppState:
        """Write them so."""
        return replace(state, numbers=self.value)
