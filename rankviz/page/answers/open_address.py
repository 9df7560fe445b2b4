"""What an address opens, and what is said of it to whoever draws the page: Streamlit, or the page itself where no server is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl

from rankviz.basics.errors import InputError
from rankviz.learn.learn_params import initial_state, read_learn_params
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.messages import ViewState
from rankviz.page.answers.request_handler import LIST_SWITCHES, build_response, encode_response
from rankviz.state import handout
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.handout import Handout
from rankviz.state.page_params import ALL_PAGE_PARAMS, PARAMS_BY_PAGE, learn_params_text, params_from_url
from rankviz.state.permalink import PARAMETERS, decode, length_of, link_too_long, to_text

STATIC_SESSION = "alone"  # the name of a session that no server keeps
TAGS = {"zh": "zh-Hans"}  # of languages that are called otherwise in a document
LEARN = "learn"  # the page whose lists are not those of the others


@dataclass(frozen=True)
class OpenedAddress:
    """What stands in an address.

    Parameters
    ----------
    state : AppState
        That the pages share; on Learn, which has one of its own, the opening one.
    page_params : str
        What the page is asked.
    handout : Handout
        What the link shows of the page.
    problems : tuple of InputError
        What could not be read.
    """

    state: AppState
    page_params: str
    handout: Handout
    problems: tuple[InputError, ...]


def read_address(page: str, parameters: Mapping[str, str]) -> OpenedAddress:
    """Read the parameters of an address; what cannot be read is named, and left out."""
    given, problems = handout.decode(parameters)
    if page == LEARN:
        place = learn_params_text(parameters)
        told = problems if place is not None else [link_too_long(length_of(parameters))]
        return OpenedAddress(DEFAULT, place or "", given, tuple(told))
    read = decode({name: value for name, value in parameters.items() if name not in ALL_PAGE_PARAMS})
    place = params_from_url(parameters) if page in PARAMS_BY_PAGE else ""
    return OpenedAddress(read.state, place, given, (*read.problems, *problems))


def apply_handout(view: ViewState, given: Handout) -> ViewState:
    """A view that shows what the link shows."""
    language = given.language or view.language
    return replace(view, covered=given.covered, hidden=given.hidden, locked=given.locked, language=language)


def board_head(view: ViewState, given: Handout) -> dict[str, object]:
    """What a board must know besides the answer: which parameters are whose, and what the link shows.

    Returns
    -------
    dict
        `state_param_names`, `page_param_names`, `this_page_param_names`: names of URL parameters, by what reads them;
        `is_learn`, whether the page has a state apart from that of the others; `list_switches`, the actions that show another
        list; `handout` and `view`.
    """
    is_learn = view.page == LEARN
    return {
        "state_param_names": sorted(PARAMETERS),
        "page_param_names": sorted(ALL_PAGE_PARAMS),
        "list_switches": LIST_SWITCHES,
        "this_page_param_names": (*PARAMS_BY_PAGE[LEARN], *PARAMETERS) if is_learn else PARAMS_BY_PAGE.get(view.page, ()),
        "is_learn": is_learn,
        "handout": given,
        "view": view,
    }


def first_response(found: OpenedAddress, view: ViewState) -> bytes:
    """What a page shows first of an address, as `respond` writes it."""
    state = initial_state(read_learn_params(view.page_params)) if view.page == LEARN else found.state
    return encode_response(*build_response(state, to_text(state), view, found.problems))


def open_address(search: str, view: ViewState) -> bytes:
    """Open an address: what a board is mounted with.

    Parameters
    ----------
    search : str
        The parameters of the address.
    view : ViewState
        Of its page.
    """
    found = read_address(view.page, dict(parse_qsl(search, keep_blank_values=True)))
    seen = replace(apply_handout(view, found.handout), page_params=found.page_params)
    head = {
        "session": STATIC_SESSION,
        "server_states": 0,
        "last_report": 0,
        "language": TAGS.get(seen.language, seen.language),
        "plotly": "",
        **board_head(seen, found.handout),
    }
    return to_json(head) + b"\n" + first_response(found, seen)
