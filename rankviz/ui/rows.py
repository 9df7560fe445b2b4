"""The ranked list: what the component `ranking_list` is given."""

from __future__ import annotations

from rankviz.ranking import Ranking
from rankviz.rankings import Rankings
from rankviz.reading import MAX_ENTRIES
from rankviz.show.numbers import plain
from rankviz.texts import Texts
from rankviz.trace import Trace
from rankviz.ui.analysis import Analysis
from rankviz.ui.state import LIST, Visit

Data = dict[str, object]


def list_data(analysis: Analysis, now: Visit, texts: Texts) -> Data:
    """Build the rows in the order in which the convention ranks them.

    Returns
    -------
    dict
        JSON-serialisable. `rows`: the entries in the order shown, each `{id, grade, score, rank, note, tie}` with `grade`
        None if unjudged, `rank` as printed, `note` in muted type behind the name and `tie` the number of its tie group or
        None. `missed`: `{id, grade}` each. `cutoff` (int or None), `scored` (whether scores decide the order), `can_undo`,
        `can_redo`, `limit` (most entries) and `texts`.
        `epoch` grows with each change that the list did not make; `ack_session` and `ack` name the last message taken in.
        Rows are ignored if they are older than what the browser shows: same `epoch`, smaller `ack`.

    Notes
    -----
    It sends `session`, `seq`, `epoch`, `rows` (`[id, grade, score]` each, in the order shown), `missed` (`[id, grade]`
    each), `cutoff` and `commands`, the last 20 of `{n, name}` with names undo, redo, table, paste, help. Always the
    whole list.
    """
    ranking = analysis.ranking
    session, ack = now.acks.get(LIST, ("", 0))
    main = analysis.main
    rankings = main.rankings if isinstance(main, Trace) else None
    now.left_out = _left_out(ranking, rankings)
    return {
        "epoch": now.epoch,
        "ack": ack,
        "ack_session": session,
        "rows": _rows(ranking, rankings, texts),
        "missed": [{"id": item.doc_id, "grade": item.grade} for item in ranking.missed],
        "cutoff": analysis.state.convention.cutoff,
        "scored": ranking.scored,
        "can_undo": bool(now.past),
        "can_redo": bool(now.future),
        "limit": MAX_ENTRIES,
        "texts": texts.group("list"),
    }


def _rows(ranking: Ranking, rankings: Rankings | None, texts: Texts) -> list[Data]:
    order = range(len(ranking.items)) if rankings is None else [int(i) for i in rankings.source[0] if i >= 0]
    ranked = {source: column for column, source in enumerate(order)} if rankings is not None else {}
    groups: dict[float, int] = {}
    rows: list[Data] = []
    for source in [*order, *_left_out(ranking, rankings)]:
        item = ranking.items[source]
        column = ranked.get(source)
        tied = rankings is not None and column is not None and bool(rankings.tied[0, column])
        group = groups.setdefault(item.score, len(groups) + 1) if tied and item.score is not None else None
        note = texts("list.tied", score=plain(item.score)) if tied and item.score is not None else ""
        rank = "–" if rankings is not None and column is None else _rank(rankings, column, len(rows) + 1)
        rows.append({"id": item.doc_id, "grade": item.grade, "score": item.score, "rank": rank, "note": note, "tie": group})
    return rows


def _left_out(ranking: Ranking, rankings: Rankings | None) -> tuple[int, ...]:
    """Entries that the convention gives no rank: they are shown last, so that row and rank agree for all others."""
    if rankings is None:
        return ()
    ranked = set(rankings.source[0].tolist())
    return tuple(i for i in range(len(ranking.items)) if i not in ranked)


def _rank(rankings: Rankings | None, column: int | None, place: int) -> str:
    if rankings is None or column is None:
        return str(place)
    first, last = rankings.first[0, column], rankings.last[0, column]
    return plain(float(first)) if first == last else f"{plain(float(first))}–{plain(float(last))}"
