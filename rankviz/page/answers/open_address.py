"""Opens a URL: its state, page parameters and handout, and the head that a board is mounted with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from msgspec import structs

from rankviz.basics.errors import InputError
from rankviz.learn.learn_params import initial_state, read_learn_params
from rankviz.page.answers.edits.apply_edits import LIST_SWITCHES
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.messages import ViewState
from rankviz.page.answers.request_handler import build_response, encode_response
from rankviz.page.page_parameters import ALL_PAGE_PARAMS, PARAMS_BY_PAGE, learn_params_text, params_from_url
from rankviz.state import handout
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.handout import Handout
from rankviz.state.permalink import PARAMETERS, decode, length_of, link_too_long, to_text

STATIC_SESSION = "alone"  # the name of a session that no server keeps
TAGS = {"zh": "zh-Hans"}  # language tags of a document that differ from our keys
LEARN = "learn"  # the page that does not share the state of the others


@dataclass(frozen=True)
class OpenedAddress:
    """The content of a URL.

    Parameters
    ----------
    state : AppState
        The state that the pages share; on Learn, which has one of its own, the default.
    page_params : str
        Parameters of the page.
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
    """Read the parameters of a URL; those that cannot be read are left out and reported in `problems`."""
    page_handout, problems = handout.decode(parameters)
    if page == LEARN:
        learn_params = learn_params_text(parameters)
        if learn_params is None:
            return OpenedAddress(DEFAULT, "", page_handout, (link_too_long(length_of(parameters)),))
        return OpenedAddress(DEFAULT, learn_params, page_handout, tuple(problems))
    decoded = decode({name: value for name, value in parameters.items() if name not in ALL_PAGE_PARAMS})
    page_params = params_from_url(parameters) if page in PARAMS_BY_PAGE else ""
    return OpenedAddress(decoded.state, page_params, page_handout, (*decoded.problems, *problems))


def apply_handout(view: ViewState, page_handout: Handout) -> ViewState:
    """Return the view with the parts, lock and language of a handout."""
    return structs.replace(
        view,
        covered=page_handout.covered,
        hidden=page_handout.hidden,
        locked=page_handout.locked,
        language=page_handout.language or view.language,
    )


def board_head(view: ViewState, page_handout: Handout) -> dict[str, object]:
    """Return what a board must know besides a response: the names of URL parameters by owner, the handout and the view.

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
        "handout": page_handout,
        "view": view,
    }


def first_response(opened: OpenedAddress, view: ViewState) -> bytes:
    """Build the first response of a URL, encoded as by `respond_to_bytes`."""
    state = initial_state(read_learn_params(view.page_params)) if view.page == LEARN else opened.state
    return encode_response(*build_response(state, to_text(state), view, opened.problems))


def open_address(search: str, view: ViewState) -> bytes:
    """Open a URL where no server is.

    Parameters
    ----------
    search : str
        The parameters of the URL.
    view : ViewState
        The view of its page, before its handout is applied.

    Returns
    -------
    bytes
        What a board is mounted with: a line with its head, then the first response.
    """
    opened = read_address(view.page, dict(parse_qsl(search, keep_blank_values=True)))
    opened_view = structs.replace(apply_handout(view, opened.handout), page_params=opened.page_params)
    head = {
        "session": STATIC_SESSION,
        "server_states": 0,
        "last_report": 0,
        "language": TAGS.get(opened_view.language, opened_view.language),
        "plotly": "",
        **board_head(opened_view, opened.handout),
    }
    return to_json(head) + b"\n" + first_response(opened, opened_view)
