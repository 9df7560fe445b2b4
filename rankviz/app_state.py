"""What a page shows, and all that can be done to it as a whole: the lists under study, the metric, the convention."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rankviz.conventions import Convention
from rankviz.limits import MAX_LISTS
from rankviz.ranking import Ranking

NUMBER_STYLES = ("decimals", "fractions")
START = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])


@dataclass(frozen=True)
class AppState:
    """Everything that a link or a file stores.

    Parameters
    ----------
    lists : tuple of Ranking
    metric : str
        Key of the metric under study.
    convention : Convention
    numbers : {'decimals', 'fractions'}
    selected : int
        Which of the lists is under study.
    """

    lists: tuple[Ranking, ...] = (START,)
    metric: str = "ndcg"
    convention: Convention = field(default_factory=lambda: Convention(cutoff=6))
    numbers: str = "decimals"
    selected: int = 0

    @property
    def ranking(self) -> Ranking:
        """The list under study."""
        return self.lists[self.selected]


DEFAULT = AppState()


def with_list(state: AppState, ranking: Ranking) -> AppState:
    """Replace the list under study; it keeps its name if the new one has none."""
    ranking = replace(ranking, query_id=ranking.query_id or state.ranking.query_id)
    at = state.selected
    return replace(state, lists=(*state.lists[:at], ranking, *state.lists[at + 1 :]))


def select(state: AppState, at: int) -> AppState:
    """Put another list under study; IndexError if there is none."""
    if not 0 <= at < len(state.lists):
        raise IndexError(at)
    return replace(state, selected=at)


def add_list(state: AppState, ranking: Ranking) -> AppState:
    """Put a list behind the one under study, and under study itself; the state stays as it is if it holds all it may."""
    if len(state.lists) >= MAX_LISTS:
        return state
    at = state.selected + 1
    return replace(state, lists=(*state.lists[:at], ranking, *state.lists[at:]), selected=at)


def remove_list(state: AppState) -> AppState:
    """Take the list under study away; the last one stays."""
    if len(state.lists) == 1:
        return state
    at = state.selected
    lists = (*state.lists[:at], *state.lists[at + 1 :])
    return replace(state, lists=lists, selected=min(at, len(lists) - 1))


def rename_list(state: AppState, name: str) -> AppState:
    """Give the list under study another name; "" for none."""
    at = state.selected
    return replace(state, lists=(*state.lists[:at], replace(state.ranking, query_id=name), *state.lists[at + 1 :]))
