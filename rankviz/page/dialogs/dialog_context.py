"""The input from which the body of a dialog is built: the state, and the view of the page under it."""

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
        Parameters of the page, as in its URL.
    base_url : str
        URL of the page without parameters.
    is_static : bool
        Whether there is no server behind it.
    draft : str
        What is typed or chosen in the dialog.
    locked : bool
        Whether the list may not be changed.
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
