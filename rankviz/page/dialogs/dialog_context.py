"""What a dialog is about: the state, and how the page under it is looked at."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.state.app_state import DEFAULT, AppState

Data = dict[str, object]


@dataclass(frozen=True)
class DialogContext:
    """The page that a dialog lies over.

    Parameters
    ----------
    state : AppState
    page : str
    page_params : str
        What the page is asked, as in its address.
    base_url : str
        Its address without parameters.
    is_static : bool
        Whether there is no server behind it.
    draft : str
        What is typed or chosen in the dialog.
    locked : bool
        Whether the list is looked at only.
    has_withheld_parts : bool
        Whether anything is covered or hidden.
    """

    state: AppState = DEFAULT
    page: str = "explore"
    page_params: str = ""
    base_url: str = ""
    is_static: bool = False
    draft: str = ""
    locked: bool = False
    has_withheld_parts: bool = False
