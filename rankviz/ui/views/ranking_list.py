"""The ranked list: what the component `ranking_list` is given."""

from __future__ import annotations

from rankviz.limits import MAX_ENTRIES, MAX_GRADE, MAX_NAME
from rankviz.lists.arranged import Rankings
from rankviz.show.numbers import plain
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts
from rankviz.trace import Trace

Data = dict[str, object]


def list_data(analysis: Analysis, texts: Texts) -> Data:
    """Build the rows in the order in which the convention ranks them.

    Returns
    -------
    dict
        JSON-serialisable. `rows`: the entries in the order shown, each `{id, grade, score, rank, note, tie, at, unranked}`
        with `grade` None if unjudged, `rank` as printed, `note` in muted type behind the name, `tie` the number of its tie
        group or None, and `at` its place in the list as typed. `missed`: `{id, grade}` each. `cutoff` (int or None), `scored`
        (whether scores decide the order), `limit` (most entries), `max_grade`, `max_name` (characters) and `texts`.

    Notes
    -----
    It asks for `list`, always with all of `rows` (`[id, grade, score]` each, in the order of their ranks; those that have none
    stand where they are typed), `missed` (`[id, grade]` each) and `cutoff`.
    """
    ranking = analysis.ranking
    return {
        "rows": _rows(analysis, texts),
        "missed": [{"id": item.doc_id, "grade": item.grade} for item in ranking.missed],
        "cutoff": analysis.state.convention.cutoff,
        "scored": ranking.scored,
        "limit": MAX_ENTRIES,
        "max_grade": MAX_GRADE,
        "max_name": MAX_NAME,
        "texts": texts.group("list"),
    }


def _rows(analysis: Analysis, texts: Texts) -> list[Data]:
    """What has no rank stands last, so that row and rank agree for all others."""
    ranking, main = analysis.ranking, analysis.main
    rankings = main.rankings if isinstance(main, Trace) else None
    ranked = {source: column for column, source in enumerate(analysis.order)}
    order = range(len(ranking.items)) if rankings is None else (*analysis.order, *analysis.left_out)
    groups: dict[float, int] = {}
    rows: list[Data] = []
    for source in order:
        item = ranking.items[source]
        column = ranked.get(source)
        tied = rankings is not None and column is not None and bool(rankings.tied[0, column])
        group = groups.setdefault(item.score, len(groups) + 1) if tied and item.score is not None else None
        note = texts("list.tied", score=plain(item.score)) if tied and item.score is not None else ""
        unranked = rankings is not None and column is None
        rank = "–" if unranked else _rank(rankings, column, len(rows) + 1)
        shown = {"id": item.doc_id, "grade": item.grade, "score": item.score, "rank": rank, "note": note, "tie": group}
        rows.append({**shown, "at": source, "unranked": unranked})
    return rows


def _rank(rankings: Rankings | None, column: int | None, place: int) -> str:
    if rankings is None or column is None:
        return str(place)
    first, last = rankings.first[0, column], rankings.last[0, column]
    return plain(float(first)) if first == last else f"{plain(float(first))}–{plain(float(last))}"
