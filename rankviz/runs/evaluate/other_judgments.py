"""Where two sets of judgments differ: values by different ones say nothing of the difference of two runs."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from rankviz.basics.errors import InputError, shorten
from rankviz.runs.evaluate.prepared_run import Source, table_from
from rankviz.runs.read.arrow_arrays import as_numpy
from rankviz.runs.read.held_rows import HeldRows
from rankviz.runs.read.id_rules import check_id_rules, with_ids

Grades = dict[str, dict[str, float]]


def refuse_other_judgments(first: tuple[Source, str], second: tuple[Source, str], queries: Collection[str]) -> None:
    """Refuse to compare what was evaluated against different judgments of the same queries.

    Parameters
    ----------
    first, second : judgments, and how their ids were read
    queries : collection of str
        Those that are compared; what else is judged may differ.

    Raises
    ------
    InputError
        `other_judgments`, and `other_judgments_absent` for a document that only one of them has; and for a file that cannot be
        read any more.
    """
    if first[1] == second[1] and (first[0] is second[0] or (isinstance(first[0], str) and first[0] == second[0])):
        return
    one, other = (_grades(*each) for each in (first, second))
    differing = [query for query in sorted(queries) if one.get(query) != other.get(query)]
    if not differing:
        return
    query = differing[0]
    here, there = one.get(query, {}), other.get(query, {})
    document = next(each for each in sorted({**here, **there}) if here.get(each) != there.get(each))
    where = {"count": len(differing), "of": len(queries), "query": shorten(query), "doc": shorten(document)}
    begins = f"The two are evaluated against different judgments, in {len(differing):,} of {len(queries):,} queries: "
    begins += f'"{shorten(document)}" of "{shorten(query)}" has grade'
    ends = "Evaluate both against the same ones."
    if document in here and document in there:
        grades = [f"{each[document]:g}" for each in (here, there)]
        message = f"{begins} {grades[0]} in one and {grades[1]} in the other. {ends}"
        raise InputError("other_judgments", message, one=grades[0], other=grades[1], **where)
    grade = f"{ {**here, **there}[document]:g}"
    message = f"{begins} {grade} in one and none in the other. {ends}"
    raise InputError("other_judgments_absent", message, one=grade, **where)


def _grades(source: Source, ids: str) -> Grades:
    """The grades by query and document."""
    rules = check_id_rules(ids)
    grades: Grades = {}
    if isinstance(source, HeldRows) and not rules:  # without pyarrow
        start = 0
        for query, size in zip(source.queries, source.sizes, strict=True):
            part = slice(start, start + size)
            grades.setdefault(query, {}).update(zip(source.documents[part], source.number[part].tolist(), strict=True))
            start += size
        return grades
    table = with_ids(table_from(source, "qrels"), rules)
    queries = np.array(table.query.dictionary.to_pylist(), dtype=object)[as_numpy(table.query.indices)].tolist()
    for query, document, grade in zip(queries, table.document.to_pylist(), table.number.tolist(), strict=True):
        grades.setdefault(query, {})[document] = grade
    return grades
