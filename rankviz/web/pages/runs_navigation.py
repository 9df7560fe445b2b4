"""The links from a query of whole runs to its lists: one run's on Explore, two runs' on Compare."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlencode

import streamlit as st
from msgspec import structs

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_ENTRIES
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS
from rankviz.runs.evaluate.query_list import cut_to_fit, query_list
from rankviz.runs.evaluate.query_pair import fitted_pair
from rankviz.runs.lookup.reread_lists import ListUnder, undo_messages
from rankviz.runs.run_files import Files
from rankviz.runs.settings import Settings
from rankviz.state.app_state import AppState, with_clean_names
from rankviz.state.second_order import document_order
from rankviz.state.second_order_edits import copies_notice
from rankviz.web.session import Session, go_to


@dataclass(frozen=True)
class QueryLinks:
    """Opens the lists of a query on other pages, with the convention of its value here.

    Parameters
    ----------
    session : Session
    files : Files
    settings : Settings
    """

    session: Session
    files: Files
    settings: Settings

    @property
    def convention(self) -> Convention:
        """The convention of the measure under study."""
        return self.settings.measure_of(self.settings.metric).convention

    def open(self, query: str, run: int) -> None:
        """Show one run's list of a query on Explore, named after both."""
        ranking, cut_notices = cut_to_fit(self._list(query, run), MAX_ENTRIES, METRICS[self.settings.metric], self.convention)
        ranking, renamed_notice = with_clean_names(ranking)
        self._show("explore", AppState((ranking,), self.settings.metric, self.convention), (*cut_notices, renamed_notice))

    def compare(self, query: str) -> None:
        """Show both runs' lists of a query on Compare, the first run's as A."""
        first, second = (self._list(query, run) for run in (0, 1))
        pair, cut_notices = fitted_pair(first, second, MAX_ENTRIES, METRICS[self.settings.metric], self.convention)
        ranking, renamed_notice = with_clean_names(pair.first)
        old_and_new = zip((*pair.first.items, *pair.first.missed), (*ranking.items, *ranking.missed), strict=True)
        names = {old.doc_id: new.doc_id for old, new in old_and_new}
        other, _ = with_clean_names(Ranking((), (), pair.second.query_id))
        order = document_order(pair.second)
        second_order = replace(order, order=tuple(names[name] for name in order.order), name=other.query_id)
        state = AppState((ranking,), self.settings.metric, self.convention, second_orders=(second_order,))
        self._show("compare", state, (*cut_notices, copies_notice(pair.second), renamed_notice))

    def open_both(self, run: int, ours: ListUnder, theirs: ListUnder, value: float) -> None:
        """Show a query's list as an answer of My number has it; Undo shows it as it is here.

        A mistake in the formula, which no convention has, is what the list's own My number names.

        Parameters
        ----------
        run : int
        ours, theirs : ListUnder
        value : float
            Of the list, as the answer has it.
        """
        here, there = (self._state_of(each, run) for each in (ours, theirs))
        if theirs.has_mistake:
            others = [(name, text) for name, text in parse_qsl(self.session.view.page_params) if name not in ("ask", "got")]
            params = urlencode([*others, ("ask", "number"), ("got", repr(value))])
            self.session.view = structs.replace(self.session.view, page_params=params)
            self._show("diagnose", here, ())
        self._show("explore", there, undo_messages(theirs), undo_state=here)

    def _state_of(self, under: ListUnder, run: int) -> AppState:
        named = replace(under.ranking, query_id=f"{under.ranking.query_id} · {self.files.names[run]}")
        ranking, _ = cut_to_fit(named, MAX_ENTRIES, under.metric, under.convention)
        return AppState((with_clean_names(ranking)[0],), under.metric.key, under.convention)

    def _list(self, query: str, run: int) -> Ranking:
        ranking = query_list(self.files.runs[run], self.files.qrels, query, ids=self.files.ids)
        return replace(ranking, query_id=f"{query} · {self.files.names[run]}")

    def _show(
        self, page: str, state: AppState, notices: tuple[InputError | None, ...], undo_state: AppState | None = None
    ) -> None:
        if not self.session.replace_all(state, undo_state):
            st.rerun()  # which shows why, above
        self.session.notices = [*self.session.notices, *filter(None, notices)]
        go_to(self.session, page)
