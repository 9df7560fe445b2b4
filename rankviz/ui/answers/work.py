"""What takes long in an answer: every metric, the charts, the derivation, and what the next edit will give.

It is a pure function of what stands on the page, so it may be done once for many visitors, or in another process; hence this
module and those it needs load nothing of Streamlit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import AppState
from rankviz.texts import Texts
from rankviz.ui.answers.next_values import values_ahead
from rankviz.ui.answers.payloads import View
from rankviz.ui.answers.wire import packed
from rankviz.ui.views.bar import bar_data, foot_data, notices_data
from rankviz.ui.views.choices import choices_data
from rankviz.ui.views.derivation import derivation_data, lines_of
from rankviz.ui.views.figures import bars_data, small_data
from rankviz.ui.views.gallery import card_data
from rankviz.ui.views.queries import queries_data
from rankviz.ui.views.ranking_list import list_data
from rankviz.ui.views.scores import head_data, rows_data
from rankviz.ui.views.terms import terms_data

Data = Mapping[str, object]


@dataclass(frozen=True)
class Asked:
    """All that the work depends on.

    Parameters
    ----------
    state : AppState
    view : View
    notices : tuple of str
        What is to be said above the list.
    refused : tuple of str, or None
        What was typed and cannot be used: convention field, text, and why.
    around : int
        Row (from 0) near which the next edit is expected; read for long lists only.
    """

    state: AppState
    view: View = field(default_factory=View)
    notices: tuple[str, ...] = ()
    refused: tuple[str, str, str] | None = None
    around: int = 0


@dataclass(frozen=True, eq=False)
class _Shown:
    """What the parts are built from."""

    asked: Asked
    analysis: Analysis
    texts: Texts

    @cached_property
    def head(self) -> dict[str, object]:
        """The value under study; the derivation copies it, too."""
        return head_data(self.analysis, self.texts)

    def scores(self) -> Data:
        rows = rows_data(self.analysis, self.asked.view.more, self.texts)
        return self.head | rows | {"ahead": values_ahead(self.analysis, self.texts, self.asked.around)}

    def choices(self) -> Data:
        """Add to the sentence, by its slot, what was typed last and cannot be used, and why."""
        refused = {} if self.asked.refused is None else {"refused": {self.asked.refused[0]: self.asked.refused[1:]}}
        return choices_data(self.analysis, self.asked.view.opened, self.texts) | refused

    def derivation(self) -> Data:
        return derivation_data(self.analysis, lines_of(self.analysis), str(self.head["copy"]), self.texts)

    def terms(self) -> Data:
        """Say nothing of the list where it is not the page's subject, or where something is covered: a card would tell it."""
        view = self.asked.view
        return terms_data(view.term, None if view.covered or view.page == "runs" else self.analysis, self.texts)


def work(asked: Asked) -> Mapping[str, bytes]:
    """Build the parts of the page, all but those that are covered, as `packed` writes each."""
    shown, view = _Shown(asked, analyse(asked.state), Texts(asked.view.language)), asked.view
    return {name: packed(make(shown)) for name, make in PAGES[view.page].items() if name not in view.covered}


Part = Callable[[_Shown], Data]
BOTH: dict[str, Part] = {
    "bar": lambda shown: bar_data(shown.asked.state, shown.texts),
    "notices": lambda shown: notices_data(shown.asked.notices, shown.texts),
    "terms": _Shown.terms,
}
# What each page has; what an edit is watched for comes first.
PAGES: dict[str, dict[str, Part]] = {
    "explore": {
        "scores": _Shown.scores,
        "list": lambda shown: list_data(shown.analysis, shown.texts),
        "queries": lambda shown: queries_data(shown.analysis, shown.texts),
        "choices": _Shown.choices,
        "bars": lambda shown: bars_data(shown.analysis, shown.texts),
        "small": lambda shown: small_data(shown.analysis, shown.texts),
        "derivation": _Shown.derivation,
        "card": lambda shown: card_data(shown.asked.state, shown.asked.view.example, shown.texts),
        "foot": lambda shown: foot_data(shown.asked.view.tables, shown.texts),
        **BOTH,
    },
    "diagnose": BOTH,
    "runs": BOTH,
}
