"""The ranked list: what the component `ranking_list` is given."""

from __future__ import annotations

from rankviz.basics.limits import MAX_ENTRIES, MAX_GRADE, MAX_NAME
from rankviz.display.list_rows import rows
from rankviz.display.number_format import plain
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

Data = dict[str, object]


def ranking_list_payload(analysis: Analysis, texts: Texts) -> Data:
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
    groups: dict[float, int] = {}
    list_rows: list[Data] = []
    for row in rows(analysis):
        item, score = row.item, row.item.score if row.tied else None
        group = None if score is None else groups.setdefault(score, len(groups) + 1)
        note = "" if score is None else texts("list.tied", score=plain(score))
        entry = {"id": item.doc_id, "grade": item.grade, "score": item.score, "rank": row.rank, "note": note, "tie": group}
        list_rows.append({**entry, "at": row.at, "unranked": row.unranked})
    return list_rows
