"""The page that phones follow: the teacher's list, what is covered there, and the row pointed at."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl

from rankviz.state.app_state import AppState
from rankviz.state.handout import Handout
from rankviz.state.handout import decode as decode_handout
from rankviz.state.permalink import PARAMETERS, decode

RANK = "rank"
MOST_DIGITS = 4


@dataclass(frozen=True)
class FollowedPage:
    """The teacher's page as phones follow it.

    Parameters
    ----------
    state : AppState
    handout : Handout
        What is covered or hidden there by now: phones are sent nothing of it.
    rank : int or None
        The row that is pointed at, from 1.
    """

    state: AppState
    handout: Handout
    rank: int | None


def read_followed(text: str) -> FollowedPage:
    """Read `Room.follows`, address parameters that the teacher's page wrote; what cannot be read is left out.

    Parameters
    ----------
    text : str
        The state as its link has it; besides `cover` and `hide` as in a link for a class, and `rank`.

    Examples
    --------
    >>> found = read_followed("v=1&m=ndcg&k=6&g=323012&missed=32&cover=score&rank=3")
    >>> found.state.metric, found.handout.covered, found.rank
    ('ndcg', ('score',), 3)
    """
    parameters = dict(parse_qsl(text, keep_blank_values=True))
    state = decode({name: value for name, value in parameters.items() if name in PARAMETERS}).state
    covers, _ = decode_handout(parameters)
    return FollowedPage(state, covers, _rank(parameters.get(RANK, ""), state))


def _rank(text: str, state: AppState) -> int | None:
    """Read the rank of a row of the list; None if there is no such row."""
    rank = int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else 0
    return rank if 1 <= rank <= len(state.ranking.items) else None
