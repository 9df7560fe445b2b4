"""The one room for what a visit remembers: the state, its past and future, the address, the language.

Only this file touches `st.session_state` and `st.query_params`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from rankviz.errors import InputError
from rankviz.limits import MAX_HISTORY, MAX_LINK, MAX_PASTE, MAX_SESSION_NAME
from rankviz.state.app_state import DEFAULT, AppState, check_state, newest
from rankviz.state.permalink import decode, encode, length_of, link_length
from rankviz.texts import LANGUAGES
from rankviz.ui.pages.runs_source import RunsVisit

VISIT = "rankviz_visit"
PAGES = "rankviz_pages"
PAGE_NAMES = {"explore": "", "diagnose": "diagnose", "runs": "runs"}  # and the path of each in the address
BOARD = "rv_board"
LARGEST = 2**53  # JavaScript counts no further
PARTS = LIST, CARD, CHOICES, QUERIES, SCORES, BARS, SMALL, BAR, FOOT = (
    "list",
    "card",
    "choices",
    "queries",
    "scores",
    "bars",
    "small",
    "bar",
    "foot",
)


@dataclass(frozen=True)
class Refused:
    """A typed formula or table that cannot be used: it stays in its field, with the reason.

    Parameters
    ----------
    name : str
        Convention field.
    typed : str
    error : InputError
    """

    name: str
    typed: str
    error: InputError


@dataclass
class Visit:
    """What one visit holds.

    Parameters
    ----------
    state : AppState
    past, future : list of AppState
        For undo and redo.
    epoch : int
        Grows with every change that the ranking list did not make itself, so that its older messages are dropped.
    name : str
        Of the visit, as no other one has it, also on a server that was started again.
    answers : int
        Counts the answers.
    acks : dict
        Last message folded, by part of the page: (session of the part, number).
    commands : dict
        Last one-off command carried out, by session of the part.
    address : dict or None
        The address parameters as last read or written; None before the first run.
    written : list of dict
        Addresses written before that one.
    misread : tuple of dict and AppState, or None
        An address of which something could not be read, and what was read of it.
    notices : list of InputError
        What could not be read, until the next change.
    refused : Refused or None
        What was typed last and cannot be used, until the next change.
    page : str
        The page that was shown last.
    typed : str
        The number to be looked up.
    probe_typed : str
        The number that a tool gave for the list that names its formula.
    runs : RunsVisit
        What was chosen on the page Runs.
    example : str
        The worked example that was opened last.
    dialog : str
        The open dialog.
    draft : str or None
        What was typed to be pasted and has not been taken over yet.
    left_out : tuple of int
        Entries of the list as typed that the convention gives no rank; the page shows them last.
    before_drag : tuple of AppState and tuple, or None
        While a row is dragged: the state, and what was left out, without it.
    captioned : str or None
        The slot of the sentence that was opened last; only its options are computed. "" is the pill of further choices.
    more : bool
        Whether the measures that stay closed at first are open.
    tables : bool
        Whether all numbers are shown as tables.
    """

    state: AppState = DEFAULT
    past: list[AppState] = field(default_factory=list)
    future: list[AppState] = field(default_factory=list)
    epoch: int = 1
    name: str = field(default_factory=lambda: token_hex(4))
    answers: int = 0
    acks: dict[str, tuple[str, int]] = field(default_factory=dict)
    commands: dict[str, int] = field(default_factory=dict)
    address: dict[str, str] | None = None
    written: list[dict[str, str]] = field(default_factory=list)
    misread: tuple[dict[str, str], AppState] | None = None
    notices: list[InputError] = field(default_factory=list)
    refused: Refused | None = None
    language: str = "en"
    page: str = ""
    typed: str = ""
    probe_typed: str = ""
    runs: RunsVisit = field(default_factory=RunsVisit)
    example: str = ""
    dialog: str = ""
    left_out: tuple[int, ...] = ()
    before_drag: tuple[AppState, tuple[int, ...]] | None = None
    captioned: str | None = None
    more: bool = False
    draft: str | None = None
    tables: bool = False

    @property
    def turn(self) -> str:
        """Names the present answer, so that what is sent ahead can say which one it follows."""
        return f"{self.name}-{self.answers}"

    def commit(self, state: AppState) -> bool:
        """Make a state the present one; the one before can be had back by undo. What cannot be becomes a notice, and False."""
        self.refused = None
        if state == self.state:
            return True
        try:
            check_state(state, self.state)
        except InputError as error:
            self.notices = [error]
            return False
        self.past = newest([*self.past, self.state])
        self.state, self.future, self.notices = state, [], []
        return True

    def end_drag(self) -> None:
        """Go back to the state from which a row is dragged: what is shown meanwhile is not kept."""
        if self.before_drag is not None:
            (self.state, self.left_out), self.before_drag = self.before_drag, None

    def replace_all(self, state: AppState) -> None:
        """Commit a state that did not come from the ranking list; older messages of the list no longer count."""
        self.commit(state)
        self.epoch += 1

    def undo(self) -> None:
        """Go one state back."""
        if self.past:
            self.future.append(self.state)
            self.state = self.past.pop()
            self.epoch += 1

    def redo(self) -> None:
        """Go one state forward again."""
        if self.future:
            self.past.append(self.state)
            self.state = self.future.pop()
            self.epoch += 1


def visit() -> Visit:
    """The present visit; made on its first run with the language of the browser."""
    if VISIT not in st.session_state:
        locale = str(st.context.locale or "en").lower()
        st.session_state[VISIT] = Visit(language=next((each for each in LANGUAGES if locale.startswith(each)), "en"))
    found: Visit = st.session_state[VISIT]
    return found


def keep_pages(pages: Mapping[str, StreamlitPage]) -> None:
    """Keep the pages of this visit by name, so that one can lead to another."""
    st.session_state[PAGES] = pages


def go_to(now: Visit, name: str) -> None:
    """Show another page. The state goes along in its address, as Back and Forward need it in each."""
    write_address(now)
    page: StreamlitPage = st.session_state[PAGES][name]
    st.switch_page(page, query_params=now.address or {})


def pointed_at(key: str) -> Any:
    """What a table or a chart was told to select, for its callback."""
    return st.session_state[key].selection


def keep_draft(now: Visit, key: str) -> None:
    """Keep what is typed into the box for pasting, for its callback."""
    typed = st.session_state[key].draft
    if isinstance(typed, str):
        now.draft = typed[: MAX_PASTE + 1]


def keep_choice(key: str, value: str, options: Sequence[str]) -> None:
    """Give a list of options its value, unless it has one that is still offered."""
    if st.session_state.get(key) not in options:
        st.session_state[key] = value if value in options else next(iter(options), None)


def choose_for(key: str, value: str) -> None:
    """Change the value of a list of options from elsewhere; only callbacks may, before the page is drawn."""
    st.session_state[key] = value


def read_address(now: Visit, page: str) -> None:
    """Take over the address if it is not the one that was last written: a link was opened, or Back was pressed.

    In quick editing the browser sends its next message before the address of the one before has reached it. Such a run
    comes with an address that was written a moment ago and with something touched; Back comes with nothing touched.
    """
    parameters = st.query_params.to_dict()
    now.page = page
    if parameters == now.address:
        return
    sent = inbox()
    touched = any(fresh(now, part, sent) is not None for part in PARTS)
    if touched and parameters in now.written:
        now.address = parameters  # so that the newer one is written again, if it should not have arrived
        return
    decoded = decode(parameters)
    if now.address is None:
        now.state = decoded.state
    else:
        now.replace_all(decoded.state)
    now.notices = list(decoded.problems)
    now.address = parameters
    now.misread = (parameters, decoded.state) if decoded.problems else None


def write_address(now: Visit) -> bool:
    """Put the state into the address; False if it is too long for a link (the address then stays as it is).

    What could not be read stays in the address until the state changes.
    """
    if link_length(now.state) > MAX_LINK:
        return False
    parameters = encode(now.state)
    if parameters != now.address and (now.address, now.state) != now.misread:
        # Remembered first: a run may be cut short at any call into Streamlit, by the next key press.
        before = now.address if now.address and length_of(now.address) <= MAX_LINK else {}
        now.written, now.address = [*now.written[-MAX_HISTORY:], before, parameters], parameters
        st.query_params.from_dict(parameters)
    return True


def address() -> str:
    """The page's whole address, as the browser shows it."""
    parameters = st.query_params.to_dict()
    return str(st.context.url or "") + (f"?{urlencode(parameters)}" if parameters else "")


def inbox() -> Mapping[str, Any]:
    """What each part of the page sent last; Streamlit makes it anew at every look."""
    return st.session_state.get(BOARD) or {}


def take(now: Visit, part: str, sent: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Take a part's new message from the inbox, so that it is not folded twice."""
    message = fresh(now, part, sent)
    if message is not None:
        now.acks[part] = (message["session"], message["seq"])
    return message


def fresh(now: Visit, part: str, sent: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """A part's message, if it is well formed and has not been folded yet."""
    message = sent.get(part)
    if not isinstance(message, Mapping):
        return None
    session, seq = message.get("session"), message.get("seq")
    if not isinstance(session, str) or len(session) > MAX_SESSION_NAME or type(seq) is not int:
        return None
    last_session, last_seq = now.acks.get(part, ("", 0))
    if not 0 <= seq < LARGEST or (session == last_session and seq <= last_seq):
        return None
    return message
