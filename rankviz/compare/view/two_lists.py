"""Payload of the part `two_lists` of the page Compare: both lists side by side."""

from __future__ import annotations

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_ENTRIES, MAX_GRADE
from rankviz.compare.comparison import Comparison, ideal_ids
from rankviz.compare.document_effects import Effects
from rankviz.core.lists.ranking import Ranking
from rankviz.core.trace import Trace
from rankviz.display.labels import list_name
from rankviz.display.list_rows import rows_of
from rankviz.display.number_format import plain
from rankviz.state.page_params import PageParams
from rankviz.texts import Texts

NOTHING = 1e-12
PAIR = "pair"  # scope of the parts that are about both lists
BASE, REST = "\nbase", "\nrest"  # ids of effects of no document: an id of a document has no line end
Data = dict[str, object]


def pinned_document(comparison: Comparison, place: PageParams) -> str:
    """Return the id of the document that the link points at; "" if it is not in the pool."""
    return place.document if any(item.doc_id == place.document for item in comparison.pair.pool) else ""


def two_lists_payload(comparison: Comparison, place: PageParams, texts: Texts) -> Data:
    """Build the payload of both lists over their pool.

    Returns
    -------
    dict
        `a` and `b`, each `{rows, scored, source}`: the rows in the order of the ranks, `{id, score, rank, note, tie, at,
        unranked}` as in `ranking_list_payload`, and `source`, `{name, head, options}`: whose order it is, and the other
        orders, each `{value, label, caption, is_chosen}`. `pool`, `[id, grade]` of every document; `cutoff`; `reads_cutoff`,
        whether the metric has one; `limit`, `max_grade`, `texts`; `extra_rows`, how many rows to keep free below; `pinned`, id
        of the document that is lit at first, or ""; `scope`, whose events the part reads.

    Notes
    -----
    The part dispatches `list`, always with all of `rows`, `missed`, `order` (`[id, score]` of the second list) and `cutoff`;
    `second_list_from`, `swap_lists` and `select_list`.
    """
    sides = {
        side: {
            "rows": _rows(comparison.main_trace, q, ranking, texts),
            "scored": ranking.scored,
            "source": source_payload(comparison, texts),
        }
        for q, (side, ranking, source_payload) in enumerate(
            zip("ab", comparison.pair.lists, (_first_source, _second_source), strict=True)
        )
    }
    words = texts.group("list") | texts.group("two_lists")
    return {
        "scope": PAIR,
        **sides,
        "pool": [[item.doc_id, item.grade] for item in comparison.pair.pool],
        "extra_rows": extra_row_count(comparison.effects),
        "pinned": pinned_document(comparison, place),
        "cutoff": comparison.state.convention.cutoff,
        "reads_cutoff": "cutoff" in comparison.metric.uses,
        "limit": MAX_ENTRIES,
        "max_grade": MAX_GRADE,
        "texts": words,
    }


def extra_row_count(change: Effects | None) -> int:
    """Count the parts of the difference that belong to no document and no rank: each has a row of its own."""
    return 0 if change is None else sum(abs(part) > NOTHING for part in (change.rest, change.base))


def _rows(trace: Trace | InputError, q: int, ranking: Ranking, texts: Texts) -> list[Data]:
    rankings = trace.rankings if isinstance(trace, Trace) else None
    groups: dict[float, int] = {}
    rows: list[Data] = []
    for row in rows_of(ranking.items, rankings, q):
        score = row.item.score if row.tied else None
        group = None if score is None else groups.setdefault(score, len(groups) + 1)
        note = "" if score is None else texts("list.tied", score=plain(score))
        entry = {"id": row.item.doc_id, "score": row.item.score, "rank": row.rank, "note": note, "tie": group}
        rows.append({**entry, "at": row.at, "unranked": row.unranked})
    return rows


def _first_source(comparison: Comparison, texts: Texts) -> Data:
    state = comparison.state
    lists = [
        _option(f"tab:{index}", list_name(state, index, texts), "", index == state.selected)
        for index in range(len(state.lists))
    ]
    is_only_list = len(lists) == 1
    name = state.ranking.query_id or texts("two_lists.this_list") if is_only_list else list_name(state, state.selected, texts)
    options = [_option("tab:0", name, texts("two_lists.this_list_caption"), True)] if is_only_list else lists
    options.append(_option("paste", texts("two_lists.pasted"), texts("two_lists.pasted_a_caption"), False))
    return {"name": name, "head": texts("two_lists.a_is"), "options": options}


def _second_source(comparison: Comparison, texts: Texts) -> Data:
    state, (first, second) = comparison.state, comparison.pair.lists
    first_ids, ids = (tuple(item.doc_id for item in each.items) for each in (first, second))
    kind = "ideal" if ids == ideal_ids(comparison) else "copy" if ids == first_ids else ""
    judged = sum(item.grade is not None for item in comparison.pair.pool)
    options = [_option("copy", texts("two_lists.copy"), texts("two_lists.copy_caption"), kind == "copy")]
    options += [
        _option(f"list:{index}", list_name(state, index, texts), texts("two_lists.list_caption"), False)
        for index in range(len(state.lists))
        if index != state.selected
    ]
    options.append(_option("ideal", texts("two_lists.ideal"), texts("two_lists.ideal_caption", count=judged), kind == "ideal"))
    options.append(_option("ids", texts("two_lists.pasted"), texts("two_lists.pasted_b_caption"), False))
    if kind:
        name = texts(f"two_lists.{kind}")
    else:
        name = second.query_id or texts("two_lists.another")
        options.insert(0, _option("same", name, texts("two_lists.same_caption", count=len(ids)), True))
    return {"name": name, "head": texts("two_lists.b_is"), "options": options}


def _option(value: str, label: str, caption: str, is_chosen: bool) -> Data:
    return {"value": value, "label": label, "caption": caption, "is_chosen": is_chosen}
