"""The session of a visitor in Streamlit: the state that the tab last reported, its view, and the values of the widgets.

Only this file touches `st.session_state` and `st.query_params`. The tab owns the state, writes the address and keeps the past.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import streamlit as st
from msgspec import structs
from streamlit.navigation.page import StreamlitPage

from rankviz.basics.errors import InputError
from rankviz.learn.learn_params import initial_state, read_learn_params
from rankviz.page.answers.messages import ClientReport, PostedRequest, ViewState, view_state
from rankviz.page.answers.open_address import LEARN, apply_handout, board_head, read_address
from rankviz.page.answers.request_handler import BadRequest, build_response, encode_response, read_client_message
from rankviz.page.endpoint import handle_request
from rankviz.page.page_parameters import ALL_PAGE_PARAMS, PARAMS_BY_PAGE, params_on
from rankviz.state import handout
from rankviz.state.app_state import DEFAULT, AppState, check_state
from rankviz.state.handout import Handout
from rankviz.state.page_params import read_page_params
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
    """The state of one visitor's session.

    Parameters
    ----------
    state : AppState
    view : ViewState
        How the state is shown.
    handout : Handout
        What the link shows of the page.
    last_report : int
        Number of the client's last report.
    last_report_before_page : int
        Number of the last report before this page was shown: later ones may have gone to the page before it.
    server_states : int
        How many states were made here instead of by the client: by the table dialog, or a click on the page Runs.
    undo_state : str
        To which Undo leads from the state that was made last here, as text; "" for the one that the client had.
    name : str
        Random name of the session: a restarted server has sessions of other names.
    last_request : int
        Number of the client's last request that was answered.
    last_exchange : tuple of str and bytes
        Body of that request and the response; `NO_ANSWER` while there is none.
    address : dict or None
        URL parameters as last read; None before the first run.
    other_page_params : str
        Page parameters of Learn while another page is shown; on Learn, those of the other pages.
    notices : list of InputError
        Problems of reading, until the next change.
    last_drawn : tuple of key, ViewState and bytes
        What the last response without a request depended on, its view, and the response.
    runs : RunsSession
        What was chosen on the page Runs.
    dialog : str
        The open dialog, of those that Streamlit draws.
    dialogs : int
        How many dialogs the client requested.
    """

    state: AppState = DEFAULT
    view: ViewState = field(default_factory=view_state)
    handout: Handout = field(default_factory=Handout)
    last_report: int = 0
    last_report_before_page: int = 0
    server_states: int = 0
    undo_state: str = ""
    name: str = field(default_factory=lambda: token_hex(4))
    last_request: int = 0
    last_exchange: tuple[str, bytes] = ("", NO_ANSWER)
    address: dict[str, str] | None = None
    other_page_params: str = ""
    notices: list[InputError] = field(default_factory=list)
    last_drawn: tuple[tuple[object, ...], ViewState, bytes] = ((), view_state(), b"")
    runs: RunsSession = field(default_factory=RunsSession)
    dialog: str = ""
    dialogs: int = 0

    @property
    def language(self) -> str:
        """Language of the page."""
        return self.view.language

    def replace_all(self, state: AppState, undo_state: AppState | None = None) -> bool:
        """Replace the state of the client, which can undo that; if it is not allowed, add a notice and return False.

        Parameters
        ----------
        state : AppState
        undo_state : AppState, optional
            What the client is to see after one Undo; its own state comes before that.
        """
        self.server_states += 1
        self.undo_state = "" if undo_state is None else to_text(undo_state)
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
        """Build the head for the board, and a response.

        Returns
        -------
        head : dict
            What the client must know of this session; `response_to` is the number of the request, if it responds to one.
        response : bytes
            To the client's request, if there is a new one; else that of the page, which is built again only if something was
            changed here: what the client changed, it requests elsewhere.
        """
        head: dict[str, object] = {
            "session": self.name,
            "server_states": self.server_states,
            "undo_state": self.undo_state,
            "last_report": self.last_report_before_page,
            **board_head(self.view, self.handout),
        }
        request = read_client_message(client_messages().get("request"), PostedRequest)
        if request is not None and request.number != self.last_request:
            self.last_request = request.number
            if request.body != self.last_exchange[0]:  # else it is repeated: it took long, or there is no response to it
                self.last_exchange = request.body, NO_ANSWER
                with suppress(BadRequest):
                    self.last_exchange = request.body, handle_request(request.body)
            return {**head, "response_to": request.number}, self.last_exchange[1]
        key = (
            self.server_states,
            self.view.page,
            self.language,
            self.view.page_params if self.view.page in ("runs", LEARN) else "",
        )
        if self.last_drawn[0] != key:
            state = initial_state(read_learn_params(self.view.page_params)) if self.view.page == LEARN else self.state
            self.last_drawn = key, self.view, encode_response(*build_response(state, to_text(state), self.view, self.notices))
        _, view, response = self.last_drawn
        return {**head, "view": view}, response


def current_session() -> Session:
    """Return the current session; its first run creates it with the language of the browser."""
    if SESSION not in st.session_state:
        locale = str(st.context.locale or "en").lower()
        language = next((each for each in LANGUAGES if locale.startswith(each)), "en")
        st.session_state[SESSION] = Session(view=view_state(language=language))
    session: Session = st.session_state[SESSION]
    return session


def sync_from_client(session: Session, page: str) -> None:
    """Update the session from what the client reported, or from the URL if that is newer: of an opened link, or by Back."""
    arrives = session.address is None or page != session.view.page
    if arrives:
        session.runs.shown_roles = set()  # Streamlit's widgets forget their files when another page is shown
        if page == "runs":
            session.notices = []  # they are about the list, which is not shown there
    parameters = st.query_params.to_dict()
    address = read_address(page, parameters)
    if address.handout != session.handout:
        session.handout, session.view = address.handout, apply_handout(session.view, address.handout)
    report = read_client_message(client_messages().get("state"), ClientReport)
    if report is not None and report.number <= session.last_report:
        report = None  # it was read before
    if report is not None:
        _apply_report(session, report)
    if (page == LEARN) != (session.view.page == LEARN):
        own_params = session.view.page_params
        session.view = structs.replace(session.view, page_params=session.other_page_params)
        session.other_page_params = own_params
    is_url_read = report is not None or parameters == session.address
    if page == LEARN and not is_url_read:
        session.view = structs.replace(session.view, page_params=address.page_params)
        session.notices = [*address.problems]
    elif not is_url_read:
        _set_state(session, address.state, [*address.problems], is_first=session.address is None)
        if page in PARAMS_BY_PAGE:
            session.view = structs.replace(session.view, page_params=address.page_params)
        if page == "runs" and arrives:
            session.runs.set_params(read_page_params(session.view.page_params).runs)
    session.last_report_before_page = session.last_report if arrives else session.last_report_before_page
    session.address = parameters
    session.view = structs.replace(session.view, page=page)


def _apply_report(session: Session, report: ClientReport) -> None:
    """Take over a report of the client."""
    is_ours = report.session == session.name
    # Otherwise the client has not yet seen the state that was made here.
    if not is_ours or report.server_states == session.server_states:
        _set_state(session, from_text(report.state).state, [])
    session.last_report, session.view = report.number, report.view
    if report.dialogs != session.dialogs and type(report.dialogs) is int:
        session.dialogs = report.dialogs
        session.dialog = report.dialog if is_ours and report.dialog in DIALOGS else session.dialog


def _set_state(session: Session, state: AppState, notices: list[InputError], is_first: bool = False) -> None:
    """Set another state with its notices; the same state keeps the notices that there are."""
    if is_first or state != session.state:
        session.state, session.notices = state, notices


def client_messages() -> Mapping[str, Any]:
    """Return the last messages of the client by name; Streamlit builds them anew at every access."""
    return st.session_state.get(BOARD) or {}


def keep_pages(pages: Mapping[str, StreamlitPage]) -> None:
    """Keep the pages of this session by name, so that `go_to` finds them."""
    st.session_state[PAGES] = pages


def go_to(session: Session, name: str) -> None:
    """Show another page. Its URL has the state, too, as Back and Forward need it in each."""
    parameters = {name: value for name, value in (session.address or {}).items() if name not in ALL_PAGE_PARAMS}
    if is_linkable(to_text(session.state)):
        parameters = {name: value for name, value in parameters.items() if name not in PARAMETERS} | encode(session.state)
    parameters |= {} if session.view.page == LEARN else page_params_of(session)
    session.address = parameters  # Streamlit gives them to both pages; where they do not belong the client removes them
    page: StreamlitPage = st.session_state[PAGES][name]
    st.switch_page(page, query_params=parameters)


def page_params_of(session: Session) -> dict[str, str]:
    """Return the parameters of the page, as in its URL."""
    if session.view.page == LEARN:
        return dict(parse_qsl(session.view.page_params, keep_blank_values=True))
    return params_on(session.view.page, session.view.page_params)


def selection_of(key: str) -> Any:
    """Return what is selected in a table or chart, for its callback."""
    return st.session_state[key].selection


def init_widget(key: str, value: T, options: Sequence[T]) -> None:
    """Set the value of a widget with options, unless it has one that is still an option."""
    if st.session_state.get(key) not in options:
        st.session_state[key] = value if value in options else next(iter(options), None)


def init_labelled(key: str, value: T, options: Sequence[T], label_of: Callable[[T], str]) -> None:
    """Set the value of a widget whose labels may change under the same options, as by another language; every such one has it.

    A tab knows what is chosen by its label. Among other labels it would show the old one, or nothing as chosen: there it is
    told the value.
    """
    _forget_under_other_labels(key, [label_of(each) for each in options])
    init_widget(key, value, options)


def init_labelled_multiselect(key: str, values: Sequence[T], options: Sequence[T], label_of: Callable[[T], str]) -> None:
    """Set the values of such a widget where several are chosen."""
    _forget_under_other_labels(key, [label_of(each) for each in options])
    init_multiselect(key, values, options)


def _forget_under_other_labels(key: str, labels: list[str]) -> None:
    shown = f"{key}_labels"
    if st.session_state.get(shown) != labels:
        st.session_state[shown] = labels
        forget_widget(key)


def init_text(key: str, value: str) -> None:
    """Set the text of a field that has none yet."""
    st.session_state.setdefault(key, value)


def forget_widget(key: str) -> None:
    """Forget what was chosen, so that it is chosen anew; only before the widget is drawn."""
    st.session_state.pop(key, None)


def init_multiselect(key: str, values: Sequence[T], options: Sequence[T]) -> None:
    """Set the values of a widget with options, or keep those of its own that are still options."""
    chosen = st.session_state.get(key, values)
    st.session_state[key] = [each for each in chosen if each in options]


def widget_value(key: str, value: T) -> T:
    """Return the value of a widget, or a default before it is drawn."""
    current: T = st.session_state.get(key, value)
    return current


def option_of_widget(key: str, value: str, options: Container[str]) -> str:
    """Return a widget's value if it is an option; after a change of language it is the old label, then return the default."""
    current = st.session_state.get(key)
    return current if isinstance(current, str) and current in options else value


def set_widget(key: str, value: object) -> None:
    """Set the value of a widget from outside; only callbacks may, before the page is drawn."""
    st.session_state[key] = value
