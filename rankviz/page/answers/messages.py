"""Requests of the browser and their responses; the JSDoc types of the browser have the same fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from rankviz.basics.coerce import SURROGATE
from rankviz.basics.limits import (
    MAX_EDITS,
    MAX_LINK,
    MAX_NAME,
    MAX_OPENED_TEXT,
    MAX_PAGE_PARAMS,
    MAX_PASTE,
    MAX_REQUEST,
    MAX_WORK,
)
from rankviz.state.handout import PARTS, Part
from rankviz.texts import LANGUAGES

LARGEST_NUMBER = 2**53  # JavaScript counts no further
LARGEST_TYPE = 200  # px, on a wall

if TYPE_CHECKING:
    Language = str
else:  # whichever there are
    Language = Literal[LANGUAGES]
Page = Literal[
    "explore", "compare", "compare_deferred", "diagnose", "runs", "learn", "learn_deferred", "learn_download", "saved", "sheet"
]
Name = Annotated[str, Meta(max_length=MAX_NAME)]
Parts = Annotated[tuple[Part, ...], Meta(max_length=len(PARTS))]


class ViewState(Struct, frozen=True, forbid_unknown_fields=True):
    """How a state is shown.

    Parameters
    ----------
    language : {'en', 'zh'}
    page : str
        A key of `page_parts.PAGES`. "compare_deferred" and "learn_deferred" are the slow parts of a page, "learn_download" a
        file of a question set, "saved" and "sheet" Explore as a file.
    open_slot : str or None
        The slot of the sentence of choices whose options show what they would give; "" for the pill of further choices.
    shows_all_measures : bool
        Whether the measures that are folded at first are open.
    shows_tables : bool
        Whether all numbers are shown as tables.
    example : str
        The worked example that was opened last.
    covered : tuple of str
        Parts of `handout.PARTS` that are not sent; a cover stands in their place.
    term : str
        The word or symbol whose card is open, "" for none.
    hidden : tuple of str
        Other parts that are not sent, without a cover.
    locked : bool
        Whether the list may not be changed.
    guess : str
        What was typed as the value before it was uncovered.
    type_size : int
        Font size in px for a room; 0 for a screen.
    page_params : str
        Parameters of the page, as in its URL (`rankviz.state.page_params`, on Learn `rankviz.learn.learn_params`).
    work : str
        Work on the question set or lesson that Learn shows, as JSON (`rankviz.learn.questions.attempts`).
    file_text : str
        Text of a lesson or set that was opened from a file, "" for none.
    dialog : str
        The open dialog, "" for none.
    draft : str
        What is typed or chosen in it, and not yet taken over.
    base_url : str
        URL of the page without its parameters, for the links that a dialog shows; "" if none does.
    is_static : bool
        Whether there is no server behind the page: what only Streamlit can draw is not offered.
    """

    language: Language
    page: Page
    open_slot: Name | None
    shows_all_measures: bool
    shows_tables: bool
    example: Name
    covered: Parts
    term: Name
    hidden: Parts
    locked: bool
    guess: Name
    type_size: Annotated[int, Meta(ge=0, le=LARGEST_TYPE)]
    page_params: Annotated[str, Meta(max_length=MAX_PAGE_PARAMS)]
    work: Annotated[str, Meta(max_length=MAX_WORK)]
    file_text: Annotated[str, Meta(max_length=MAX_OPENED_TEXT)]
    dialog: Name
    draft: Annotated[str, Meta(max_length=MAX_PASTE + 1)]
    base_url: Annotated[str, Meta(max_length=MAX_LINK)]
    is_static: bool

    def __post_init__(self) -> None:
        """Write half characters in addresses as browsers do."""
        for name in ("page_params", "base_url"):
            if SURROGATE.search(address := getattr(self, name)):
                msgspec.structs.force_setattr(self, name, SURROGATE.sub("\ufffd", address))

    @property
    def withheld_parts(self) -> tuple[Part, ...]:
        """Parts that are not sent: covered or hidden."""
        return (*self.covered, *self.hidden)


DEFAULT_VIEW = ViewState(
    language="en",
    page="explore",
    open_slot=None,
    shows_all_measures=False,
    shows_tables=False,
    example="",
    covered=(),
    term="",
    hidden=(),
    locked=False,
    guess="",
    type_size=0,
    page_params="",
    work="",
    file_text="",
    dialog="",
    draft="",
    base_url="",
    is_static=False,
)


def view_state(language: str = "en", page: str = "explore", **others: Any) -> ViewState:
    """Return a view that differs in these fields from that in which a page opens; the browser sends all of them."""
    return msgspec.structs.replace(DEFAULT_VIEW, language=language, page=page, **others)


class Request(Struct, frozen=True):
    """A request of the browser; it is complete, so it may be repeated, and any process can respond.

    `state` is what `to_text` writes; `only` is "dialog" if no other part is wanted. Each edit is read when it is made
    (`edits.apply_edits`), so that one that cannot be read is refused by itself.
    """

    state: str
    edits: Annotated[list[Any], Meta(max_length=MAX_EDITS)]
    view: ViewState
    only: Literal["dialog"] | UnsetType = UNSET


class Address(Struct, frozen=True):
    """An address to open: its parameters, and the view of its page."""

    search: Annotated[str, Meta(max_length=MAX_REQUEST)]
    view: ViewState


class OpenRequest(Struct, frozen=True):
    """A request for the content of an address, where no server is."""

    open: Address


class PostedRequest(Struct, frozen=True):
    """A request that comes over Streamlit, where the server has no route for it: `body` is a `Request` as JSON."""

    number: Annotated[int, Meta(lt=LARGEST_NUMBER)]
    body: str


class ClientReport(Struct, frozen=True):
    """What a client reports of its state and view, and of the session that it knows.

    Parameters
    ----------
    number : int
        It grows with every report.
    state : str
    view : ViewState
    session, server_states, dialog, dialogs
        As in `rankviz.web.session.Session`; what is of another type is ignored there.
    """

    number: Annotated[int, Meta(lt=LARGEST_NUMBER)]
    state: str
    view: ViewState
    session: Any = None
    server_states: Any = None
    dialog: Any = None
    dialogs: Any = None


class ResponseHead(TypedDict):
    """The first line of a response; a line for each part follows: its name, a space, and its payload as JSON."""

    state: str
    linkable: bool
