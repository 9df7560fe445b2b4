"""Edits of the second list of a comparison: where it comes from, its order, and swapping both lists."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from rankviz.basics.errors import InputError, shorten
from rankviz.basics.limits import MAX_ENTRIES, MAX_PASTE
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.metrics import METRICS
from rankviz.core.pasted.cells import is_grade
from rankviz.core.pasted.list_parser import clean_id, too_many_entries
from rankviz.core.pasted.read_pasted import read_data
from rankviz.evaluation.evaluate import narrow
from rankviz.evaluation.list_pair import ListPair, ideal_order, kept_grades_notice, merge_pools
from rankviz.state.app_state import START, AppState, with_clean_names, with_list_and_order
from rankviz.state.second_order import (
    SecondOrder,
    document_order,
    list_pair,
    names_of,
    with_documents,
    without_unshared_unjudged,
)

# What Compare opens with: two orders of eight judged documents, and one that nobody judged.
OPENING_ORDER = SecondOrder(("d1", "d9", "d5", "d3", "d7", "d2"))

PARTING = re.compile(r"[,;\s]+")  # what stands between pasted ids


def pair_of(state: AppState) -> ListPair | None:
    """The list under study and its second list; None if it has none."""
    return None if state.second_order is None else list_pair(state.ranking, state.second_order)


def with_second_order(state: AppState, second_order: SecondOrder | None) -> AppState:
    """Give the list under study this second list, or none; documents that the list does not have yet join its pool."""
    if second_order is not None:
        return with_list_and_order(state, with_documents(state.ranking, map(Item, second_order.order)), second_order)
    return (
        state
        if state.second_order is None
        else with_list_and_order(state, without_unshared_unjudged(state.ranking, state.second_order), None)
    )


def with_other_second_order(state: AppState, second_order: SecondOrder) -> AppState:
    """Give it a second list from elsewhere; documents that only the previous one had and nobody judged are dropped with it."""
    return with_second_order(with_second_order(state, None), second_order)


def with_copied_order(state: AppState) -> AppState:
    """Compare the list under study with itself, to be moved about."""
    return with_other_second_order(state, replace(document_order(state.ranking), name=""))


def with_ideal(state: AppState) -> AppState:
    """Compare the list under study with the best order of all judged documents; InputError where the list is refused."""
    narrowed = narrow(METRICS[state.metric], state.convention)
    return with_other_second_order(state, SecondOrder(ideal_order(state.ranking, narrowed)))


def with_typed(state: AppState, text: str) -> tuple[AppState, tuple[InputError | None, ...]]:
    """Compare the list under study with ids that were typed or pasted, with lines, commas or spaces between.

    Of data of another tool the order is read, and of several queries that of the list's own name.

    Returns
    -------
    (AppState, tuple of InputError or None)
        The state, and notices: that only the first column of a table was read, or no grades of data; which copies were left
        out; that most of the ids are not judged.

    Raises
    ------
    InputError
        `no_ids` where there are none, `too_many_entries`; of data as `read_pasted`, and `several_orders`.
    """
    if (lists := read_data(text[: MAX_PASTE + 1])) is not None:
        return _with_order(state, lists)
    lines = [list(filter(None, map(clean_id, PARTING.split(line)))) for line in text[:MAX_PASTE].splitlines()]
    lines, table = _first_column(list(filter(None, lines)), names_of(state.ranking))
    written = [name for line in lines for name in line]
    names = tuple(dict.fromkeys(written))
    if not names:
        message = "There are no ids in what was pasted. Write one id a line, or ids with commas between them."
        raise InputError("no_ids", message)
    if len(names) > MAX_ENTRIES:
        raise too_many_entries(len(names))
    return with_other_second_order(state, SecondOrder(names)), (table, _copies_told(written), _few_judged(state.ranking, names))


def _with_order(state: AppState, lists: Sequence[Ranking]) -> tuple[AppState, tuple[InputError | None, ...]]:
    """Compare the list under study with the order of one of some lists."""
    named = [each for each in lists if each.query_id == state.ranking.query_id]
    if len(lists) > 1 and len(named) != 1:
        message = f"What was pasted has {len(lists)} lists; expected one. Paste what was retrieved for one query."
        raise InputError("several_orders", message, count=len(lists))
    one, cut = with_clean_names(lists[0] if len(lists) == 1 else named[0])
    second_order = replace(document_order(one), name="")
    graded = any(item.grade is not None for item in (*one.items, *one.missed))
    message = "Only the order of what was pasted was read, not its grades."
    left_out = InputError("order_only", message) if graded else None
    notices = (cut, left_out, copies_notice(one), _few_judged(state.ranking, second_order.order))
    return with_other_second_order(state, second_order), notices


def _first_column(lines: list[list[str]], known: Collection[str]) -> tuple[list[list[str]], InputError | None]:
    """Return the ids of lines that look like a table of documents and grades, with a notice; else the lines."""
    has_head = bool(lines) and not any(name in known or is_grade(name) for name in lines[0])
    body = lines[has_head:]
    is_table = len(lines) > 1 and len({len(line) for line in lines}) == 1 and len(lines[0]) > 1
    is_table = is_table and all(is_grade(line[1]) and line[1] not in known for line in body)
    ids = [line[0] for line in body]
    if not is_table or all(is_grade(name) and name not in known for name in ids):
        return lines, None
    message = "What was pasted looks like a table: only the ids in its first column were read, not its grades."
    if not has_head:
        return [[name] for name in ids], InputError("ids_of_table", message, count=len(ids))
    row = shorten(", ".join(lines[0]))
    return [[name] for name in ids], InputError(
        "ids_of_table_head", f"{message} Its first line was left out.", count=len(ids), row=row
    )


def _few_judged(ranking: Ranking, names: tuple[str, ...]) -> InputError | None:
    """Return the notice that fewer than half of the ids are judged: they may be those of another query."""
    known = {item.doc_id for item in (*ranking.items, *ranking.missed) if item.grade is not None}
    judged = sum(name in known for name in names)
    if 2 * judged >= len(names):
        return None
    message = f"Of {len(names)} pasted ids, {judged} are judged here; the others count as unjudged. Are they of this query?"
    return InputError("few_judged", message, count=len(names), judged=judged)


def with_list_as_second_order(state: AppState, other: Ranking) -> tuple[AppState, InputError | None]:
    """Compare the list under study with another one; with a notice if they judge a document differently."""
    pair, differing = merge_pools(with_second_order(state, None).ranking, other)
    changed = with_list_and_order(state, pair.first, document_order(pair.second))
    return changed, kept_grades_notice(differing) if differing else copies_notice(other)


def copies_notice(ranking: Ranking) -> InputError | None:
    """Return the notice that the order of a list is kept without the copies of its documents."""
    return _copies_told(item.doc_id for item in ranking.items)


def _copies_told(written: Iterable[str]) -> InputError | None:
    names = Counter(written)
    name = next((name for name, count in names.items() if count > 1), None)
    if name is None:
        return None
    message = (
        f'"{shorten(name)}" appears more than once in the list; the second list has each document once, where it came first.'
    )
    return InputError("copies_left_out", message, name=shorten(name))


def swap_orders(state: AppState) -> AppState:
    """Return the state with both lists swapped; as it is if there is no second list."""
    pair = pair_of(state)
    return state if pair is None else with_list_and_order(state, pair.second, document_order(state.ranking))


def with_grade(state: AppState, name: str, grade: float | None) -> AppState:
    """Give a document another grade, wherever it stands."""
    items, missed = (
        tuple(item._replace(grade=grade) if item.doc_id == name else item for item in part)
        for part in (state.ranking.items, state.ranking.missed)
    )
    return with_list_and_order(state, replace(state.ranking, items=items, missed=missed), state.second_order)


OPENING = with_second_order(AppState((START,), "ndcg", Convention(cutoff=6)), OPENING_ORDER)
