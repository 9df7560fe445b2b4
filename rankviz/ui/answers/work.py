"""What takes long in an answer: every metric, the charts, the derivation, and what the next edit will give.

It is a pure function of what stands on the page, so it may be done once for many visitors, or in another process; hence this
module and those it needs load nothing of Streamlit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rankviz.state.app_state import AppState
from rankviz.texts import Texts
from rankviz.ui.answers.next_values import values_ahead
from rankviz.ui.answers.payloads import View
from rankviz.ui.answers.wire import packed
from rankviz.ui.views.analysis import Analysis, analyse
from rankviz.ui.views.bar import bar_data, foot_data, notices_data
from rankviz.ui.views.choices import choices_data
from rankviz.ui.views.derivation import derivation_data, lines_of
from rankviz.ui.views.figures import bars_data, small_data
from rankviz.ui.views.gallery import card_data
from rankviz.ui.views.queries import queries_data
from rankviz.ui.views.ranking_list import list_data
from rankviz.ui.views.scores import head_data, rows_data


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


@dataclass(frozen=True)
class Answer:
    """What the work gives.

    Parameters
    ----------
    parts : mapping
        Data of the parts of the page, each as `packed` writes them.
    order, left_out : tuple of int
        As `Analysis` has them: the rows of the list are those of `order`, then those of `left_out`.
    """

    parts: Mapping[str, bytes]
    order: tuple[int, ...]
    left_out: tuple[int, ...]


Part = Callable[[Asked, Analysis, Texts], Mapping[str, object]]


def work(asked: Asked) -> Answer:
    """Build the parts of the page, all but those that are covered."""
    analysis, texts, view = analyse(asked.state), Texts(asked.view.language), asked.view
    parts = {name: make for name, make in PAGES[view.page].items() if name not in view.covered}
    made = {name: packed(make(asked, analysis, texts)) for name, make in parts.items()}
    return Answer(made, analysis.order, analysis.left_out)


def _scores(asked: Asked, analysis: Analysis, texts: Texts) -> Mapping[str, object]:
    ahead = values_ahead(analysis, texts, asked.around)
    return head_data(analysis, texts) | rows_data(analysis, asked.view.more, texts) | {"ahead": ahead}


def _choices(asked: Asked, analysis: Analysis, texts: Texts) -> Mapping[str, object]:
    """Add to the sentence, by its slot, what was typed last and cannot be used, and why."""
    refused = {} if asked.refused is None else {"refused": {asked.refused[0]: asked.refused[1:]}}
    return choices_data(analysis, asked.view.opened, texts) | refused


def _derivation(_asked: Asked, analysis: Analysis, texts: Texts) -> Mapping[str, object]:
    return derivation_data(analysis, lines_of(analysis), str(head_data(analysis, texts)["copy"]), texts)


BOTH: dict[str, Part] = {
    "bar": lambda asked, _, texts: bar_data(asked.state, texts),
    "notices": lambda asked, _, texts: notices_data(asked.notices, texts),
}
# What each page has; what an edit is watched for comes first.
PAGES: dict[str, dict[str, Part]] = {
    "explore": {
        "scores": _scores,
        "list": lambda _, analysis, texts: list_data(analysis, texts),
        "queries": lambda _, analysis, texts: queries_data(analysis, texts),
        "choices": _choices,
        "bars": lambda _, analysis, texts: bars_data(analysis, texts),
        "small": lambda _, analysis, texts: small_data(analysis, texts),
        "derivation": _derivation,
        "card": lambda asked, _, texts: card_data(asked.state, asked.view.example, texts),
        "foot": lambda asked, _, texts: foot_data(asked.view.tables, texts),
        **BOTH,
    },
    "diagnose": BOTH,
    "runs": BOTH,
}
