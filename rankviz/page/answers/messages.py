"""Requests of the browser and their responses; the JSDoc types of the browser have the same fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NotRequired, TypedDict


class Edit(TypedDict):
    """An action that changes a state, by a name of `request_handler.ACTION_NAMES`; a list is always sent whole.

    `list` has `rows` (id, grade and score each, as typed), `missed` (id and grade) and `cutoff`; `choose` has `field`
    and `value`, `choices` fields with their values as its `value`; `numbers` has `value`, `select_list` has `index`,
    `rename_list` has `text`. On Compare `list` has `order` and `scores` of the second list, too, and `missed` the
    rest of the pool; `second_list_from` has `source`, and `index` or `text`. An edit by which a dialog closes names that as its
    `dialog`: `open_example` and `paste` have `text`, `open_file` has `file_base64`, the bytes of a file compressed by zlib and
    written as base64.
    """

    name: str
    rows: NotRequired[list[tuple[str, float | None, float | None]]]
    missed: NotRequired[list[tuple[str, float | None]]]
    order: NotRequired[list[str]]
    scores: NotRequired[list[float] | None]
    source: NotRequired[str]
    cutoff: NotRequired[int | None]
    field: NotRequired[str]
    value: NotRequired[object]
    index: NotRequired[int]
    text: NotRequired[str]
    file_base64: NotRequired[str]
    dialog: NotRequired[str]


@dataclass(frozen=True)
class ViewState:
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

    language: str = "en"
    page: str = "explore"
    open_slot: str | None = None
    shows_all_measures: bool = False
    shows_tables: bool = False
    example: str = ""
    covered: tuple[str, ...] = ()
    term: str = ""
    hidden: tuple[str, ...] = ()
    locked: bool = False
    guess: str = ""
    type_size: int = 0
    page_params: str = ""
    work: str = ""
    file_text: str = ""
    dialog: str = ""
    draft: str = ""
    base_url: str = ""
    is_static: bool = False

    @property
    def withheld_parts(self) -> tuple[str, ...]:
        """Parts that are not sent: covered or hidden."""
        return (*self.covered, *self.hidden)


class Request(TypedDict):
    """A request of the browser; it is complete, so it may be repeated, and any process can respond.

    `state` is what `to_text` writes; `only` is "dialog" if no other part is wanted.
    """

    state: str
    edits: list[Edit]
    view: ViewState
    only: NotRequired[str]


class ResponseHead(TypedDict):
    """The first line of a response; a line for each part follows: its name, a space, and its payload as JSON."""

    state: str
    linkable: bool
