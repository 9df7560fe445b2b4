"""Two lists side by side: what the part `list` of the page Compare is given."""

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
PAIR = "pair"  # what the parts that are about both lists call themselves
BASE, REST = "\nbase", "\nrest"  # what is no document's doing, among the ids of documents, in which no line ends
Data = dict[str, object]


def pinned_document(comparison: Comparison, place: PageParams) -> str:
    """The document that the link points at; "" where the pool has none of that name."""
    return place.document if any(item.doc_id == place.document for item in comparison.pair.pool) else ""


def two_lists_payload(comparison: Comparison, place: PageParams, texts: Texts) -> Data:
    """Build both lists over their pool.

    Returns
    -------
    dict
        `a` and `b`, each `{rows, scored, source}`: the rows in the order of the ranks, `{id, score, rank, note, tie, at,
        unranked}` as `list_data` has them, and `source`, `{name, head, options}`, whose order it is and which others there
        are, an option being `{value, label, caption, chosen}`. `pool`, `[id, grade]` of every document; `cutoff`, whether the
        metric `cuts`, `limit`, `max_grade`, `texts`; `extra`, rows to be kept free below; `pinned`, id of the document that is
        lit at first, or "".

    Notes
    -----
    It asks for `list`, always with all of `rows`, `missed`, `order` (`[id, score]` of the second list) and `cutoff`; for
    `rival`, `exchange` and `select_list`.
    """
    sides = {
        side: {
            "rows": _rows(comparison.main_trace, q, ranking, texts),
            "scored": ranking.scored,
            "source": source(comparison, texts),
        }
        for q, (side, ranking, source) in enumerate(zip("ab", comparison.pair.lists, (_first, _second), strict=True))
    }
    words = texts.group("list") | texts.group("two_lists")
    return {
        "of": PAIR,
        **sides,
        "pool": [[item.doc_id, item.grade] for item in comparison.pair.pool],
        "extra": extra_row_count(comparison.effects),
        "pinned": pinned_document(comparison, place),
        "cutoff": comparison.state.convention.cutoff,
        "cuts": "cutoff" in comparison.metric.uses,
        "limit": MAX_ENTRIES,
        "max_grade": MAX_GRADE,
        "texts": words,
    }


def extra_row_count(found: Effects | None) -> int:
    """How many parts of the difference belong to no document and no rank, and have rows of their own."""
    return 0 if found is None else sum(abs(part) > NOTHING for part in (found.rest, found.base))


def _rows(main: Trace | InputError, q: int, ranking: Ranking, texts: Texts) -> list[Data]:
    rankings = main.rankings if isinstance(main, Trace) else None
    groups: dict[float, int] = {}
    shown: list[Data] = []
    for row in rows_of(ranking.items, rankings, q):
        score = row.item.score if row.tied else None
        group = None if score is None else groups.setdefault(score, len(groups) + 1)
        note = "" if score is None else texts("list.tied", score=plain(score))
        entry = {"id": row.item.doc_id, "score": row.item.score, "rank": row.rank, "note": note, "tie": group}
        shown.append({**entry, "at": row.at, "unranked": row.unranked})
    return shown


def _first(comparison: Comparison, texts: Texts) -> Data:
    state = comparison.state
    lists = [_option(f"tab:{at}", list_name(state, at, texts), "", at == state.selected) for at in range(len(state.lists))]
    alone = len(lists) == 1
    name = state.ranking.query_id or texts("two_lists.this_list") if alone else list_name(state, state.selected, texts)
    options = [_option("tab:0", name, texts("two_lists.this_list_caption"), True)] if alone else lists
    options.append(_option("paste", texts("two_lists.pasted"), texts("two_lists.pasted_a_caption"), False))
    return {"name": name, "head": texts("two_lists.a_is"), "options": options}


def _second(comparison: Comparison, texts: Texts) -> Data:
    state, (first, second) = comparison.state, comparison.pair.lists
    mine, ids = (tuple(item.doc_id for item in each.items) for each in (first, second))
    best = ideal_ids(comparison)
    kind = "ideal" if ids == best else "copy" if ids == mine else ""
    judged = sum(item.grade is not None for item in comparison.pair.pool)
    options = [_option("copy", texts("two_lists.copy"), texts("two_lists.copy_caption"), kind == "copy")]
    options += [
        _option(f"list:{at}", list_name(state, at, texts), texts("two_lists.list_caption"), False)
        for at in range(len(state.lists))
        if at != state.selected
    ]
    options.append(_option("ideal", texts("two_lists.ideal"), texts("two_lists.ideal_caption", count=judged), kind == "ideal"))
    options.append(_option("ids", texts("two_lists.pasted"), texts("two_lists.pasted_b_caption"), False))
    if kind:
        name = texts(f"two_lists.{kind}")
    else:
        name = second.query_id or texts("two_lists.another")
        options.insert(0, _option("same", name, texts("two_lists.same_caption", count=len(ids)), True))
    return {"name": name, "head": texts("two_lists.b_is"), "options": options}


def _option(value: str, label: str, caption: str, chosen: bool) -> Data:
    return {"value": value, "label": label, "caption": caption, "chosen": chosen}
