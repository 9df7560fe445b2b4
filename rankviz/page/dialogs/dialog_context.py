"""What a dialog is about: the state, and how the page under it is looked at."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.state.app_state import DEFAULT, AppState

Data = dict[str, object]


@dataclass(frozen=True)
class Over:
    """The page that a dialog lies over.

    Parameters
    ----------
    state : AppState
    page : str
    place : str
        What the page is asked, as in its address.
    at : str
        Its address without parameters.
    alone : bool
        Whether there is no server behind it.
    draft : str
        What is typed or chosen in the dialog.
    locked : bool
        Whether the list is looked at only.
    gone : bool
        Whether anything is covered or hidden.
    """

    state: AppState = DEFAULT
    page: str = "explore"
    place: str = ""
    at: str = ""
    alone: bool = False
    draft: str = ""
    locked: bool = False
    gone: bool = False
