"""What a page shows, and all that can be done to it as a whole: the lists under study, the metric, the convention."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from math import isfinite

from rankviz.basics.coerce import as_number
from rankviz.basics.errors import InputError, short_repr, shorten
from rankviz.basics.limits import MAX_ENTRIES, MAX_GRADE, MAX_LISTS, MAX_NAME
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.metrics import METRICS
from rankviz.core.pasted.list_parser import clean_id, too_many_entries
from rankviz.state.second_order import SecondOrder, keep_pool

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
    second_orders : tuple of SecondOrder or None
        Another order of the documents of each list, where it is compared with one. It stands as long as its list has all its
        documents.
    """

    lists: tuple[Ranking, ...] = (START,)
    metric: str = "ndcg"
    convention: Convention = field(default_factory=lambda: Convention(cutoff=6))
    numbers: str = "decimals"
    selected: int = 0
    second_orders: tuple[SecondOrder | None, ...] = ()

    def __post_init__(self) -> None:
        pairs = zip(self.lists, (*self.second_orders, *repeat(None, len(self.lists))), strict=False)
        fitting = tuple(order if order and order.fits(ranking) else None for ranking, order in pairs)
        object.__setattr__(self, "second_orders", fitting)

    @property
    def ranking(self) -> Ranking:
        """The list under study."""
        return self.lists[self.selected]

    @property
    def second_order(self) -> SecondOrder | None:
        """The second order of the list under study; None if it has none."""
        return self.second_orders[self.selected]


DEFAULT = AppState()


def check_state(state: AppState, known: AppState | None = None) -> None:
    """Check that a state can be shown, edited, linked and saved; every new state has to pass.

    Parameters
    ----------
    state : AppState
    known : AppState, optional
        A state that was checked before; its lists are not looked at again.

    Raises
    ------
    InputError
        `too_many_lists`, `too_many_entries`, `entry_name`, `entry_grade`, `entry_score`, `rival_twice`, `state_part`.
    """
    if not 1 <= len(state.lists) <= MAX_LISTS:
        message = f"There are {len(state.lists)} lists; expected 1 to {MAX_LISTS}. Leave some out."
        raise InputError("too_many_lists", message, found=len(state.lists), limit=MAX_LISTS)
    checked = {id(each) for each in (*known.lists, *known.second_orders)} if known else set()
    for ranking in state.lists:
        if id(ranking) not in checked:
            check_list(ranking)
    for second_order in state.second_orders:
        if second_order is not None and id(second_order) not in checked:
            check_second_order(second_order)
    parts: dict[str, tuple[object, bool]] = {
        "metric": (state.metric, state.metric in METRICS),
        "convention": (state.convention, isinstance(state.convention, Convention)),
        "numbers": (state.numbers, state.numbers in NUMBER_STYLES),
        "list": (state.selected, type(state.selected) is int and 0 <= state.selected < len(state.lists)),
    }
    for part, (value, fits) in parts.items():
        if not fits:
            raise InputError("state_part", f"{part} cannot be {short_repr(value)}.", part=part, found=short_repr(value))


def check_list(ranking: Ranking) -> None:
    """Check that a state can hold a list.

    Raises
    ------
    InputError
        `too_many_entries`, `entry_name`, `entry_grade`, `entry_score`; each names the entry.
    """
    count = len(ranking.items) + len(ranking.missed)
    if count > MAX_ENTRIES:
        raise too_many_entries(count)
    if ranking.query_id:
        _check_name(ranking.query_id)
    for item in ranking.items:
        _check_item(item)
    for item in ranking.missed:
        _check_item(item)
        if item.score is not None:
            raise _bad_score(item)


def check_second_order(second_order: SecondOrder) -> None:
    """See that a second list is one that a state can hold, but for its documents, which its list must have.

    Raises
    ------
    InputError
        `too_many_entries`, `rival_twice`, `entry_name`, `entry_score`, `state_part`.
    """
    if len(second_order.order) > MAX_ENTRIES:
        raise too_many_entries(len(second_order.order))
    if second_order.name:
        _check_name(second_order.name)
    for name in second_order.order:
        _check_name(name)
    twice = next((name for name, count in Counter(second_order.order).items() if count > 1), None)
    if twice is not None:
        message = f'"{shorten(twice)}" appears more than once in the second list; expected each document once.'
        raise InputError("rival_twice", message, name=shorten(twice))
    if second_order.scores is None:
        return
    if len(second_order.scores) != len(second_order.order):
        counts = f"{len(second_order.scores)} scores for {len(second_order.order)} documents"
        raise InputError("state_part", f"rival cannot be {counts}.", part="rival", found=counts)
    for name, score in zip(second_order.order, second_order.scores, strict=True):
        if not isfinite(as_number(score)):
            raise _bad_score(Item(name, None, score))


def edit_refused() -> InputError:
    """Return the error for an edit that cannot be read."""
    return InputError("edit_refused", "The last change to the list could not be read. The list is shown as it was before.")


def _check_item(item: Item) -> None:
    _check_name(item.doc_id)
    if item.grade is not None and not abs(as_number(item.grade)) <= MAX_GRADE:
        message = (
            f'The grade of "{shorten(item.doc_id)}" is {short_repr(item.grade)}; expected -1e15 to 1e15, or none for unjudged.'
        )
        raise InputError("entry_grade", message, name=shorten(item.doc_id), value=short_repr(item.grade))
    if item.score is not None and not isfinite(as_number(item.score)):
        raise _bad_score(item)


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not name or clean_id(name) != name:
        message = f"The name {short_repr(name)} cannot be used; expected 1 to {MAX_NAME} characters on one line."
        raise InputError("entry_name", message, name=short_repr(name), limit=MAX_NAME)


def _bad_score(item: Item) -> InputError:
    message = (
        f'The score of "{shorten(item.doc_id)}" is {short_repr(item.score)}; expected a finite number, for a retrieved entry.'
    )
    return InputError("entry_score", message, name=shorten(item.doc_id), value=short_repr(item.score))


def with_clean_names(ranking: Ranking) -> tuple[Ranking, InputError | None]:
    """Return a list with names that a state can hold, all different as before, and the notice on changed names, or None."""
    names: dict[str, str] = {}
    used_names = {item.doc_id for item in (*ranking.items, *ranking.missed)}
    for item in (*ranking.items, *ranking.missed):
        if item.doc_id in names:
            continue
        name, number = clean_id(item.doc_id), 1
        while not name or (name != item.doc_id and name in used_names):
            number += 1
            name = f"{clean_id(item.doc_id)[: MAX_NAME - 10]} ({number})".strip()
        used_names.add(name)
        names[item.doc_id] = name
    changed = sum(old != new for old, new in names.items())
    query = clean_id(ranking.query_id)
    if not changed and query == ranking.query_id:
        return ranking, None
    items, missed = (
        tuple(item._replace(doc_id=names[item.doc_id]) for item in part) for part in (ranking.items, ranking.missed)
    )
    message = f"Ids that were shortened, or lost characters that cannot be displayed: {changed}. "
    message += f"An id has at most {MAX_NAME} characters."
    notice = InputError("names_cut", message, count=changed, limit=MAX_NAME) if changed else None
    return Ranking(items, missed, query), notice


def with_list_and_order(state: AppState, ranking: Ranking, second_order: SecondOrder | None) -> AppState:
    """Replace the list under study and its second list together."""
    at = state.selected
    lists, second_orders = (
        (*part[:at], new, *part[at + 1 :]) for part, new in ((state.lists, ranking), (state.second_orders, second_order))
    )
    return replace(state, lists=lists, second_orders=second_orders)


def with_list(state: AppState, ranking: Ranking) -> AppState:
    """Replace the list under study by another one; it keeps its name if the new one has none."""
    return with_list_and_order(state, replace(ranking, query_id=ranking.query_id or state.ranking.query_id), state.second_order)


def with_lists(state: AppState, rankings: Sequence[Ranking], *, renamed: bool) -> tuple[AppState, tuple[InputError, ...]]:
    """Replace the list under study by one or more, and what is to be said of their names.

    A list without a name keeps the old one's, unless it is to be `renamed`.

    Raises
    ------
    InputError
        `lists_do_not_fit`, with those that stay.
    """
    first, *others = rankings
    if (count := len(state.lists) + len(others)) > MAX_LISTS:
        message = f"With the lists that are here there would be {count}; at most {MAX_LISTS} fit. Remove some, or paste fewer."
        raise InputError("lists_do_not_fit", message, found=count, limit=MAX_LISTS)
    cleaned = [with_clean_names(each) for each in (first, *others)]
    one, at = cleaned[0][0], state.selected + 1
    changed = with_list_and_order(state, one, state.second_order) if renamed else with_list(state, one)
    more = tuple(each for each, _ in cleaned[1:])
    lists, second_orders = (
        (*changed.lists[:at], *more, *changed.lists[at:]),
        (*changed.second_orders[:at], *(None for _ in more), *changed.second_orders[at:]),
    )
    return replace(changed, lists=lists, second_orders=second_orders), tuple(
        notice for _, notice in cleaned if notice is not None
    )


def with_edited_list(state: AppState, ranking: Ranking) -> AppState:
    """Replace the list under study by what an edit made of it: what its second list retrieves stays in the pool."""
    if state.second_order is None:
        return with_list(state, ranking)
    pooled, second_order = keep_pool(state.ranking, ranking, state.second_order)
    return with_list_and_order(state, replace(pooled, query_id=pooled.query_id or state.ranking.query_id), second_order)


def select_list(state: AppState, at: int) -> AppState:
    """Put another list under study; IndexError if there is none."""
    if not 0 <= at < len(state.lists):
        raise IndexError(at)
    return replace(state, selected=at)


def add_list(state: AppState, ranking: Ranking) -> AppState:
    """Put a list behind the one under study, and under study itself; the state stays as it is if it holds all it may."""
    if len(state.lists) >= MAX_LISTS:
        return state
    at = state.selected + 1
    lists, second_orders = (
        (*part[:at], new, *part[at:]) for part, new in ((state.lists, ranking), (state.second_orders, None))
    )
    return replace(state, lists=lists, second_orders=second_orders, selected=at)


def remove_list(state: AppState) -> AppState:
    """Take the list under study away; the last one stays."""
    if len(state.lists) == 1:
        return state
    at = state.selected
    lists, second_orders = ((*part[:at], *part[at + 1 :]) for part in (state.lists, state.second_orders))
    return replace(state, lists=lists, second_orders=second_orders, selected=min(at, len(lists) - 1))


def rename_list(state: AppState, name: str) -> AppState:
    """Give the list under study another name; "" for none."""
    return with_list_and_order(state, replace(state.ranking, query_id=name), state.second_order)
