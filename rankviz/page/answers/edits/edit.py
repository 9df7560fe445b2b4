"""What every edit has: its name in a request, what it costs, what it leaves as it is, and the function that makes it."""

from __future__ import annotations

import sys
from typing import Annotated, ClassVar, NamedTuple

from msgspec import Meta, Struct

from rankviz.basics.errors import InputError
from rankviz.page.answers.messages import ViewState
from rankviz.state.app_state import AppState

Grade = Annotated[float, Meta(ge=-sys.float_info.max, le=sys.float_info.max)]  # a number; how large it may be, the state says
Choice = str | int | float | bool | None  # value of a field of a convention, which says what else it may be


class StateWithNotices(NamedTuple):
    """A new state, with notices for the person who edits."""

    state: AppState
    notices: tuple[InputError | None, ...] = ()


class Edit(Struct, frozen=True, tag_field="name"):
    """An action that changes a state; its tag is the `name` that the browser gives it, and unknown fields are ignored.

    The types of the fields say what any program of ours sends. What a person may type or reach is not limited there but by the
    state, which says so in a sentence: lists that are too long, a cutoff of 0.

    Attributes
    ----------
    work_share : float
        Share of the work for one request that it takes whatever it brings: that of reading the longest text is 1.
    keeps_list : bool
        Whether the page shows the same list afterwards, so that further edits of it are of what was seen.
    is_of_dialog : bool
        Whether a dialog makes it: there it is said why it was not made.
    """

    work_share: ClassVar[float] = 0.0
    keeps_list: ClassVar[bool] = False
    is_of_dialog: ClassVar[bool] = False

    def apply(self, state: AppState, view: ViewState, /) -> AppState | StateWithNotices:
        """Return the state after the edit; InputError if it cannot be made."""
        raise NotImplementedError
