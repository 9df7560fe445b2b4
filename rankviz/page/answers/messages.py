"""The messages between the browser and what answers it; the JSDoc types of the browser say the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NotRequired, TypedDict


class Edit(TypedDict):
    """What is to be done to the lists and choices, by a name of `request_handler.ACTION_NAMES`; of a list always the whole.

    `list` has `rows` (id, grade and score each, as typed), `missed` (id and grade) and `cutoff`; `choose` has `field`
    and `value`, `choices` fields with their values as its `value`; `numbers` has `value`, `select_list` has `index`,
    `rename_list` has `text`. On Compare `list` has `order` and `scores` of the second list, too, and `missed` the
    rest of the pool; `rival_from` has `source`, and `index` or `text`. An edit by which a dialog closes names that as its
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
    """How a state is looked at.

    Parameters
    ----------
    language : {'en', 'zh'}
    page : str
        A key of `page_parts.PAGES`. "compare_deferred" and "learn_deferred" are the slow parts of a page, "learn_download" a
        file of a question set, "saved" and "sheet" Explore as a file.
    open_slot : str or None
        The slot of the sentence whose options say what they would give; "" is the pill of further choices.
    shows_all_measures : bool
        Whether the measures that stay closed until they are opened are open.
    shows_tables : bool
        Whether all numbers are shown as tables.
    example : str
        The worked example that was opened last.
    covered : tuple of str
        Parts of `handout.PARTS` that are not answered: in their place stands a cover.
    term : str
        The word or symbol whose card is open, "" for none.
    hidden : tuple of str
        Other parts, which have no place either.
    locked : bool
        Whether the list is looked at only.
    guess : str
        What was typed for the value before it was uncovered.
    type_size : int
        Size in px of the type that a room reads; 0 for a screen.
    page_params : str
        What the page is asked, as in its address (`rankviz.state.page_params`, on Learn `rankviz.learn.learn_params`).
    work : str
        What was done in the set of questions or the lesson that Learn shows, as JSON (`rankviz.learn.questions.attempts`).
    file_text : str
        Text of a lesson or set that was opened from a file, "" for none.
    dialog : str
        The open dialog, "" for none.
    draft : str
        What is typed or chosen in it, and was not taken over yet.
    base_url : str
        Address of the page without its parameters, for the links that a dialog shows; "" where none does.
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
        """Parts of which nothing is sent."""
        return (*self.covered, *self.hidden)


class Request(TypedDict):
    """What the browser asks; everything is in it, so it may be asked again, of any process.

    `state` is what `to_text` writes; `only` is "dialog" where nothing but that part is asked for.
    """

    state: str
    edits: list[Edit]
    view: ViewState
    only: NotRequired[str]


class ResponseHead(TypedDict):
    """The first line of an answer; the others are the parts, each its name, a space, and its data as JSON."""

    state: str
    linkable: bool
