"""Reads edits and carries them out on a state, one after the other.

The browser is not trusted: whatever it sends, the state stays one that can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_PASTE, MAX_TYPED
from rankviz.core.conventions import FIELDS
from rankviz.page.answers.edits.choice_edits import ChoicesEdit, ChooseEdit, NumbersEdit
from rankviz.page.answers.edits.dialog_edits import MakeTellingEdit, OpenExampleEdit, OpenFileEdit, PasteEdit
from rankviz.page.answers.edits.edit import Edit, StateWithNotices
from rankviz.page.answers.edits.feature_edits import (
    ApplyAnswerEdit,
    OpenLearnEdit,
    ShowAnswerEdit,
    ShowCauseEdit,
    ShowDefinitionEdit,
    ShowProbeEdit,
    TakeBackEdit,
)
from rankviz.page.answers.edits.list_edits import (
    AddListEdit,
    CopyListEdit,
    ListEdit,
    RemoveListEdit,
    RenameListEdit,
    SelectListEdit,
)
from rankviz.page.answers.edits.second_list_edits import (
    DropSecondListEdit,
    GradeEdit,
    SecondListEdit,
    SecondListFromEdit,
    SwapListsEdit,
)
from rankviz.page.answers.messages import DEFAULT_VIEW, ViewState
from rankviz.state.app_state import AppState, check_state, edit_refused

EDITS: tuple[type[Edit], ...] = (
    *(ListEdit, RenameListEdit, SelectListEdit, AddListEdit, CopyListEdit, RemoveListEdit),
    *(SecondListEdit, SecondListFromEdit, DropSecondListEdit, SwapListsEdit, GradeEdit),
    *(ChooseEdit, ChoicesEdit, NumbersEdit),
    *(OpenExampleEdit, PasteEdit, OpenFileEdit, MakeTellingEdit),
    *(ShowCauseEdit, ShowDefinitionEdit, ShowAnswerEdit, TakeBackEdit, ShowProbeEdit, OpenLearnEdit, ApplyAnswerEdit),
)
KINDS = {str(kind.__struct_config__.tag): kind for kind in EDITS}
# After which another list is shown; what an answer leads to is a step of the same lesson.
LIST_SWITCHES = tuple(name for name, kind in KINDS.items() if not kind.keeps_list and kind is not ApplyAnswerEdit)
Check = Callable[[AppState, AppState], None]


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
    made : tuple of Edit
        The edits that were made, also those of the list before the one that counts.
    """

    state: AppState
    refused: RefusedInput | None = None
    notices: tuple[InputError, ...] = ()
    dialog_problem: InputError | None = None
    made: tuple[Edit, ...] = field(default=(), compare=False)


def kind_of(edit: object) -> type[Edit]:
    """Return of what kind an edit is meant to be, whether or not it can be read; `Edit` for none that there is."""
    name = edit.get("name") if isinstance(edit, dict) else None
    return KINDS.get(name, Edit) if isinstance(name, str) else Edit


def read_edit(edit: object) -> Edit:
    """Convert what the browser sent to an edit; InputError `edit_refused` if it cannot be read."""
    kind = kind_of(edit)
    if kind is Edit:
        raise edit_refused()
    try:
        return msgspec.convert(edit, kind)  # a union of all would be put together anew at each call, which takes longer
    except ValueError:
        raise edit_refused() from None


def apply_edits(
    state: AppState,
    edits: Iterable[object],
    view: ViewState = DEFAULT_VIEW,
    check: Check = lambda before, after: None,
) -> EditResult:
    """Make edits, one after the other; one that cannot be made changes nothing, nor one that is too much work.

    Parameters
    ----------
    state : AppState
    edits : iterable
        Each is one of `EDITS` as JSON has it, or anything at all, which is refused by itself.
    view : ViewState
    check : callable
        Given the state before an edit and after it, it raises InputError where that may not be made.
    """
    shows_it = True
    refused: RefusedInput | None = None
    notices: list[InputError] = []
    dialog_problem: InputError | None = None
    made: list[Edit] = []
    work = 0.0
    for each in edits:
        kind, edit = kind_of(each), None
        if kind in (ListEdit, SecondListEdit) and not shows_it:
            continue
        work += _work_share(kind, each)
        try:
            edit = read_edit(each)
            if work > 1:
                raise edit_refused()
            result = edit.apply(state, view)
            changed, new_notices = result if isinstance(result, StateWithNotices) else (result, ())
            check_state(changed, state)
            check(state, changed)
        except InputError as error:
            if isinstance(edit, ChooseEdit) and edit.field in FIELDS and FIELDS[edit.field].variable:
                refused = RefusedInput(edit.field, edit.typed_text[:MAX_TYPED], error)
            elif kind.is_of_dialog:
                dialog_problem = error
            else:
                notices.append(error)
            continue
        made.append(edit)
        notices += filter(None, new_notices)
        shows_it = shows_it and kind.keeps_list  # else the page still shows the one before
        state, refused = changed, refused if changed == state else None
    return EditResult(state, refused, tuple(notices), dialog_problem, tuple(made))


def _work_share(kind: type[Edit], edit: object) -> float:
    """Return the share of the work for one request that an edit takes: that of reading the longest text is 1."""
    text = edit.get("text") if isinstance(edit, dict) else None
    return min(kind.work_share + (len(text) / MAX_PASTE if isinstance(text, str) else 0.0), 1.0)
