"""The ways from a query of whole runs to its lists: one run's on Explore, two runs' on Compare."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_ENTRIES
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS
from rankviz.runs.evaluate.query_list import cut_to_fit, query_list
from rankviz.runs.evaluate.query_pair import fitted_pair
from rankviz.runs.run_files import Files
from rankviz.runs.settings import Settings
from rankviz.state.app_state import AppState, with_clean_names
from rankviz.state.second_order import document_order
from rankviz.state.second_order_edits import copies_notice
from rankviz.web.session import Session, go_to


@dataclass(frozen=True)
class QueryLinks:
    """Where a press on a query may lead; what is shown there has the convention of its value here.

    Parameters
    ----------
    now : Session
    files : Files
    settings : Settings
    """

    now: Session
    files: Files
    settings: Settings

    @property
    def convention(self) -> Convention:
        """That of the measure under study."""
        return self.settings.measure_of(self.settings.metric).convention

    def open(self, query: str, at: int) -> None:
        """Show one run's list of a query on Explore, named for both."""
        ranking, told = cut_to_fit(self._list(query, at), MAX_ENTRIES, METRICS[self.settings.metric], self.convention)
        ranking, renamed = with_clean_names(ranking)
        self._show("explore", AppState((ranking,), self.settings.metric, self.convention), (*told, renamed))

    def compare(self, query: str) -> None:
        """Show both runs' lists of a query on Compare, the first run's as A."""
        first, second = (self._list(query, at) for at in (0, 1))
        pair, told = fitted_pair(first, second, MAX_ENTRIES, METRICS[self.settings.metric], self.convention)
        ranking, renamed = with_clean_names(pair.first)
        both = zip((*pair.first.items, *pair.first.missed), (*ranking.items, *ranking.missed), strict=True)
        names = {old.doc_id: new.doc_id for old, new in both}
        other, _ = with_clean_names(Ranking((), (), pair.second.query_id))
        order = document_order(pair.second)
        rival = replace(order, order=tuple(names[name] for name in order.order), name=other.query_id)
        state = AppState((ranking,), self.settings.metric, self.convention, second_orders=(rival,))
        self._show("compare", state, (*told, copies_notice(pair.second), renamed))

    def _list(self, query: str, at: int) -> Ranking:
        found = query_list(self.files.runs[at], self.files.qrels, query)
        return replace(found, query_id=f"{query} · {self.files.names[at]}")

    def _show(self, page: str, state: AppState, told: tuple[InputError | None, ...]) -> None:
        if not self.now.replace_all(state):
            st.rerun()  # which says why, above
        self.now.notices = [*self.now.notices, *filter(None, told)]
        go_to(self.now, page)
