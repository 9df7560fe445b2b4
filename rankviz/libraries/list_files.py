"""Writes a list as files that other tools read: a TREC run with its judgments, CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from rankviz.core.lists.ranking import Ranking

QUERY, TAG = "q1", "rankviz"


def as_run(ranking: Ranking, query: str = QUERY) -> str:
    """Write the list as a TREC run; the scores decide, not the order of the lines."""
    names = names_of(ranking)
    rows = enumerate(ranking.items, 1)
    return "".join(f"{query} Q0 {names[item.doc_id]} {rank} {item.score} {TAG}\n" for rank, item in rows)


def as_qrels(ranking: Ranking, query: str = QUERY) -> str:
    """Write all judgments as TREC qrels, also those of missed documents."""
    names = names_of(ranking)
    judged = {item.doc_id: item.grade for item in (*ranking.items, *ranking.missed) if item.grade is not None}
    return "".join(f"{query} 0 {names[doc]} {_print_grade(grade)}\n" for doc, grade in judged.items())


def as_csv(ranking: Ranking) -> str:
    """Write the list as CSV; a missed document has no score."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["id", "grade", "score"])
    writer.writerows([item.doc_id, _print_grade(item.grade), item.score] for item in ranking.items)
    writer.writerows([item.doc_id, _print_grade(item.grade), ""] for item in ranking.missed)
    return out.getvalue()


def names_of(ranking: Ranking) -> Mapping[str, str]:
    """Return the ids, or if one of them has spaces new names in the same order, so that ties are broken alike."""
    ids = sorted({item.doc_id for item in (*ranking.items, *ranking.missed)}, key=lambda doc: doc.encode())
    if all(len(doc.split()) == 1 and doc == doc.strip() for doc in ids):
        return {doc: doc for doc in ids}
    digits = len(str(len(ids)))
    return {doc: f"d{number:0{digits}}" for number, doc in enumerate(ids, 1)}


def _print_grade(grade: float | None) -> str:
    return "" if grade is None else str(int(grade)) if float(grade).is_integer() else str(float(grade))
