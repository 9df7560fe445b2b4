"""What takes long in an answer: every metric, the charts, the derivation, and what the next edit will give.

It is a pure function of what stands on the page, so it may be done once for many visitors, or in another process; hence this
module and those it needs load nothing of Streamlit.
"""

from __future__ import annotations

from typing import NamedTuple

from rankviz.state.app_state import AppState
from rankviz.texts import Texts
from rankviz.ui.answers.next_values import values_ahead
from rankviz.ui.answers.wire import packed
from rankviz.ui.views.analysis import analyse
from rankviz.ui.views.choices import choices_data
from rankviz.ui.views.derivation import derivation_data, lines_of
from rankviz.ui.views.figures import bars_data, small_data
from rankviz.ui.views.queries import queries_data
from rankviz.ui.views.ranking_list import list_data
from rankviz.ui.views.scores import head_data, rows_data


class Asked(NamedTuple):
    """All that the work depends on.

    Parameters
    ----------
    state : AppState
    epoch : int
        Of the visit; the parts send it back.
    language : str
    opened : str or None
        The slot of the sentence whose options say what they would give; "" is the pill of further choices.
    more : bool
        Whether the measures that stay closed until they are opened are open.
    around : int
        Row (from 0) near which the next edit is expected; read for long lists only.
    """

    state: AppState
    epoch: int
    language: str
    opened: str | None = None
    more: bool = False
    around: int = 0


class Answer(NamedTuple):
    """What the work gives.

    Parameters
    ----------
    parts : dict
        Data of the parts, each as `packed` writes them; of `list` and `choices` what no visit has to itself.
    order, left_out : tuple of int
        As `Analysis` has them: the rows of the list are those of `order`, then those of `left_out`.
    """

    parts: dict[str, bytes]
    order: tuple[int, ...]
    left_out: tuple[int, ...]


def work(asked: Asked) -> Answer:
    """Build the parts that no visit has to itself."""
    analysis, epoch, texts = analyse(asked.state), asked.epoch, Texts(asked.language)
    head = head_data(analysis, epoch, texts)
    rows = rows_data(analysis, asked.more, texts)
    parts = {
        "list": list_data(analysis, epoch, texts),
        "scores": head | rows | {"ahead": values_ahead(analysis, texts, asked.around)},
        "choices": choices_data(analysis, asked.opened, epoch, texts),
        "queries": queries_data(analysis, epoch, texts),
        "bars": bars_data(analysis, epoch, texts),
        "small": small_data(analysis, epoch, texts),
        "derivation": derivation_data(analysis, lines_of(analysis), str(head["copy"]), epoch, texts),
    }
    return Answer({name: packed(data) for name, data in parts.items()}, analysis.order, analysis.left_out)
