"""What Streamlit remembers of a session: the state the tab last reported, how it is looked at, what stands in the widgets.

Only this file touches `st.session_state` and `st.query_params`. The tab owns the state, writes the address and keeps the past.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from secrets import token_hex
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from rankviz.basics.errors import InputError
from rankviz.learn.learn_params import initial_state, read_learn_params
from rankviz.page.answers.messages import ViewState
from rankviz.page.answers.open_address import LEARN, apply_handout, board_head, read_address
from rankviz.page.answers.request_handler import BadRequest, build_response, encode_response, read_client_report
from rankviz.page.endpoint import handle_request
from rankviz.state import handout
from rankviz.state.app_state import DEFAULT, AppState, check_state
from rankviz.state.handout import Handout
from rankviz.state.page_params import ALL_PAGE_PARAMS, PARAMS_BY_PAGE, params_on, read_page_params
from rankviz.state.permalink import PARAMETERS, encode, from_text, is_linkable, to_text
from rankviz.texts import LANGUAGES
from rankviz.web.runs_files import RunsSession

SESSION = "rankviz_session"
PAGES = "rankviz_pages"
# In the order in which they are offered, with the path of each in the address.
PAGE_NAMES = {"explore": "", "learn": "learn", "compare": "compare", "diagnose": "diagnose", "runs": "runs"}
BOARD = "rv_board"
DIALOGS = ("table",)  # that Streamlit draws
NO_ANSWER = b"{}"
T = TypeVar("T")


@dataclass
class Session:
    """What one session holds.

    Parameters
    ----------
    state : AppState
    view : ViewState
        How it is looked at.
    handout : Handout
        What the link shows of it.
    last_report : int
        Number of the tab's last message.
    last_report_before_page : int
        Of the last one before this page was shown: later ones may have gone to the page before it.
    server_states : int
        How many states were made here, and not by the tab: by paste, an example, a file, a press on another page.
    name : str
        Of the session, as no other one has it, also on a server that was started again.
    last_request : int
        Number of the client's last request that was answered.
    last_exchange : tuple of str and bytes
        That question and its answer, until there is one none.
    address : dict or None
        The address parameters as last read; None before the first run.
    other_page_params : str
        What Learn was asked last, while another page is shown; on Learn, what the other pages were.
    notices : list of InputError
        What could not be read, until the next change.
    last_drawn : tuple of key, ViewState and bytes
        What the page was last given, how it was looked at, and since what.
    runs : RunsSession
        What was chosen on the Runs page.
    dialog : str
        The open dialog, of those that Streamlit draws.
    dialogs : int
        How many the tab asked for.
    """

    state: AppState = DEFAULT
    view: ViewState = field(default_factory=ViewState)
    handout: Handout = field(default_factory=Handout)
    last_report: int = 0
    last_report_before_page: int = 0
    server_states: int = 0
    name: str = field(default_factory=lambda: token_hex(4))
    last_request: int = 0
    last_exchange: tuple[str, bytes] = ("", NO_ANSWER)
    address: dict[str, str] | None = None
    other_page_params: str = ""
    notices: list[InputError] = field(default_factory=list)
    last_drawn: tuple[tuple[object, ...], ViewState, bytes] = ((), ViewState(), b"")
    runs: RunsSession = field(default_factory=RunsSession)
    dialog: str = ""
    dialogs: int = 0

    @property
    def language(self) -> str:
        """Of the page."""
        return self.view.language

    def replace_all(self, state: AppState) -> bool:
        """Put another state in the place of the tab's, which undo gives back there; False and a notice where it cannot be."""
        self.server_states += 1
        try:
            check_state(state, self.state)
            handout.check_allowed(self.state, state, locked=self.view.locked, fixed="choices" in self.view.withheld_parts)
            to_text(state)
        except InputError as error:
            self.notices = [error]
            return False
        self.state, self.notices = state, []
        return True

    def build_response(self) -> tuple[dict[str, object], bytes]:
        """Build what the tab is given: what is said of this session, and an answer.

        The state is answered once, and again only if something was changed here: what the tab changed it has asked elsewhere.
        """
        head: dict[str, object] = {
            "session": self.name,
            "server_states": self.server_states,
            "last_report": self.last_report_before_page,
            **board_head(self.view, self.handout),
        }
        sent = client_messages().get("request")
        number, body = (sent.get("number"), sent.get("body")) if isinstance(sent, Mapping) else (None, None)
        if type(number) is int and number != self.last_request and isinstance(body, str):
            self.last_request = number
            if body != self.last_exchange[0]:  # else it is asked again: it took long, or it cannot be answered
                self.last_exchange = body, NO_ANSWER
                with suppress(BadRequest):
                    self.last_exchange = body, handle_request(body)
            return {**head, "response_to": number}, self.last_exchange[1]
        key = (
            self.server_states,
            self.view.page,
            self.language,
            self.view.page_params if self.view.page in ("runs", LEARN) else "",
        )
        if self.last_drawn[0] != key:
            state = initial_state(read_learn_params(self.view.page_params)) if self.view.page == LEARN else self.state
            self.last_drawn = key, self.view, encode_response(*build_response(state, to_text(state), self.view, self.notices))
        _, view, answer = self.last_drawn
        return {**head, "view": view}, answer


def current_session() -> Session:
    """The current session; made on its first run with the language of the browser."""
    if SESSION not in st.session_state:
        locale = str(st.context.locale or "en").lower()
        language = next((each for each in LANGUAGES if locale.startswith(each)), "en")
        st.session_state[SESSION] = Session(view=ViewState(language=language))
    found: Session = st.session_state[SESSION]
    return found


def sync_from_client(now: Session, page: str) -> None:
    """Take over what the tab told, or the address: of a link that was opened, or of another page by Back."""
    arrives = now.address is None or page != now.view.page
    if arrives:
        now.runs.held = set()  # Streamlit's widgets forget their files when another page is shown
    parameters = st.query_params.to_dict()
    given = read_address(page, parameters)
    if given.handout != now.handout:
        now.handout, now.view = given.handout, apply_handout(now.view, given.handout)
    told = read_client_report(client_messages().get("state"), now.last_report)
    if told is not None:
        is_ours = told["session"] == now.name
        if not is_ours or told["server_states"] == now.server_states:  # else the tab has not seen yet what was made here
            _take(now, from_text(told["state"]).state, [])
        now.last_report, now.view = told["number"], told["view"]
        if told["dialogs"] != now.dialogs and type(told["dialogs"]) is int:
            now.dialogs = told["dialogs"]
            now.dialog = told["dialog"] if is_ours and told["dialog"] in DIALOGS else now.dialog
    if (page == LEARN) != (now.view.page == LEARN):
        now.other_page_params, now.view = now.view.page_params, replace(now.view, page_params=now.other_page_params)
    is_heard = told is not None or parameters == now.address
    if page == LEARN and not is_heard:
        now.view, now.notices = replace(now.view, page_params=given.page_params), [*given.problems]
    elif not is_heard:
        _take(now, given.state, [*given.problems], is_first=now.address is None)
        if page in PARAMS_BY_PAGE:
            now.view = replace(now.view, page_params=given.page_params)
        if page == "runs" and arrives:
            now.runs.set_params(read_page_params(now.view.page_params).runs)
    now.last_report_before_page = now.last_report if arrives else now.last_report_before_page
    now.address = parameters
    now.view = replace(now.view, page=page)


def _take(now: Session, state: AppState, notices: list[InputError], is_first: bool = False) -> None:
    if is_first or state != now.state:
        now.state, now.notices = state, notices


def client_messages() -> Mapping[str, Any]:
    """What the tab sent last; Streamlit makes it anew at every look."""
    return st.session_state.get(BOARD) or {}


def keep_pages(pages: Mapping[str, StreamlitPage]) -> None:
    """Keep the pages of this session by name, so that one can lead to another."""
    st.session_state[PAGES] = pages


def go_to(now: Session, name: str) -> None:
    """Show another page. The state goes along in its address, as Back and Forward need it in each."""
    parameters = {name: value for name, value in (now.address or {}).items() if name not in ALL_PAGE_PARAMS}
    if is_linkable(to_text(now.state)):
        parameters = {name: value for name, value in parameters.items() if name not in PARAMETERS} | encode(now.state)
    parameters |= {} if now.view.page == LEARN else page_params_of(now)
    now.address = parameters  # Streamlit gives them to both pages; where they do not belong the tab takes them away
    page: StreamlitPage = st.session_state[PAGES][name]
    st.switch_page(page, query_params=parameters)


def page_params_of(now: Session) -> dict[str, str]:
    """What the page is asked, as parameters of its address."""
    if now.view.page == LEARN:
        return dict(parse_qsl(now.view.page_params, keep_blank_values=True))
    return params_on(now.view.page, now.view.page_params)


def selection_of(key: str) -> Any:
    """What a table or a chart was told to select, for its callback."""
    return st.session_state[key].selection


def init_widget(key: str, value: T, options: Sequence[T]) -> None:
    """Give a list of options its value, unless it has one that is still offered."""
    if st.session_state.get(key) not in options:
        st.session_state[key] = value if value in options else next(iter(options), None)


def init_multiselect(key: str, values: Sequence[str], options: Sequence[str]) -> None:
    """Give a list of options its values, or leave it those of its own that are still offered."""
    chosen = st.session_state.get(key, values)
    st.session_state[key] = [each for each in chosen if each in options]


def widget_value(key: str, value: T) -> T:
    """What a list of options has, before it is drawn."""
    found: T = st.session_state.get(key, value)
    return found


def option_of_widget(key: str, value: str, options: Container[str]) -> str:
    """The same of a list whose names were in another language when it was drawn: then it has a name, and not the option."""
    found = st.session_state.get(key)
    return found if isinstance(found, str) and found in options else value


def set_widget(key: str, value: str) -> None:
    """Change the value of a list of options from elsewhere; only callbacks may, before the page is drawn."""
    st.session_state[key] = value
