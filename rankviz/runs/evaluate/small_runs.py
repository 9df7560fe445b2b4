"""The judged documents of a run in memory, found in Python's own dictionaries: small answers wait for no other package."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions.option_formulas import in_bits
from rankviz.runs.evaluate.judgment_index import JudgedRows
from rankviz.runs.evaluate.row_ranks import rank_rows
from rankviz.runs.read.held_rows import HeldRows

Ints = NDArray[np.int64]


def find_held_hits(run: HeldRows, qrels: HeldRows, *, score_bits: str, rules: Collection[str]) -> JudgedRows:
    """Find the judged documents of a run, and rank nothing else, as `find_hits` does for a run and judgments without copies.

    Parameters
    ----------
    run, qrels : HeldRows
    score_bits : str
        As in a convention.
    rules : names of tie rules
        Those to prepare.
    """
    judged: dict[str, dict[str, int]] = {}
    start = 0
    for query, size in zip(qrels.queries, qrels.sizes, strict=True):
        judged[query] = dict(zip(qrels.documents[start : start + size], range(start, start + size), strict=True))
        start += size
    rows: list[int] = []
    judgments: list[int] = []
    start = 0
    for query, size in zip(run.queries, run.sizes, strict=True):
        known = judged.get(query)
        if known:
            hits = [row for row in range(start, start + size) if run.documents[row] in known]
            rows += hits
            judgments += [known[run.documents[row]] for row in hits]
        start += size
    codes, wanted = query_codes(run), np.array(rows, dtype=np.int64)
    stand = rank_rows(codes, in_bits(run.number, score_bits), run.documents, wanted, rules)
    return JudgedRows(
        queries=run.queries,
        retrieved=np.array(run.sizes, dtype=np.int64),
        judgment=np.array(judgments, dtype=np.int64),
        query=codes[wanted],
        score=run.number[wanted],
        above=stand.above,
        tied=stand.tied,
        inside=stand.inside,
        duplicates=0,
        unsorted=stand.unsorted,
    )


def query_codes(rows: HeldRows) -> Ints:
    """The place of each row's query among the queries (rows,)."""
    return np.repeat(np.arange(len(rows.sizes)), np.array(rows.sizes, dtype=np.int64))
