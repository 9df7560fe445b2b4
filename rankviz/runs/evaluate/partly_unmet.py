"""Documents that a part of the rows writes otherwise, though most meet; it is looked for on a sample, before any number."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations

import numpy as np

from rankviz.basics.optional_packages import is_installed, load
from rankviz.runs.evaluate.id_overlap import ONE_SIDED, is_one_sided
from rankviz.runs.evaluate.judgment_index import JudgmentIndex
from rankviz.runs.evaluate.row_sample import RowSample
from rankviz.runs.read.arrow_arrays import filter_rows, text_array
from rankviz.runs.read.held_rows import HeldRows
from rankviz.runs.read.id_rules import ID_RULES, apply_id_rules

SHARE = 0.05  # of the sampled documents that are judged or would be, so many would be by another reading only
LEAST = 2  # such documents
CORE = re.compile(r"[^0-9]*0*([0-9].*?)(?:\.0+)?", re.DOTALL)  # what all rules together leave of an id
Judged = Mapping[str, set[str]]
Pair = tuple[str, str]


def judged_documents(judgments: HeldRows | JudgmentIndex, queries: set[str]) -> Judged:
    """The judged documents of some queries."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    if isinstance(judgments, HeldRows):
        start = 0
        for query, size in zip(judgments.queries, judgments.sizes, strict=True):
            if query in queries:
                found[query].update(judgments.documents[start : start + size])
            start += size
        return found
    names = judgments.queries.to_pylist()
    is_wanted = np.array([name in queries for name in names], dtype=bool)[judgments.query]
    documents = filter_rows(judgments.document, is_wanted).to_pylist()
    for code, document in zip(judgments.query[is_wanted].tolist(), documents, strict=True):
        found[names[code]].add(document)
    return found


def unmet_pairs(run: RowSample, judged: Judged) -> tuple[tuple[str, ...], list[Pair]]:
    """Find documents of a run that another reading would find among the judged ones of their query.

    Parameters
    ----------
    run : RowSample
    judged : mapping of query to documents

    Returns
    -------
    rules : tuple of str
        By which they would meet; () where no reading makes enough of them meet.
    pairs : list of (document of the run, judged document)
    """
    shown: defaultdict[str, set[str]] = defaultdict(set)
    for query, document in zip(run.queries, run.documents, strict=True):
        shown[query].add(document)
    pairs: list[Pair] = []
    found = 0
    for query, documents in shown.items():
        known = judged.get(query, set())
        found += len(documents & known)
        missed = {_core(each): each for each in known - documents}
        if missed:
            pairs += [(each, missed[core]) for each in documents - known if (core := _core(each)) in missed]
    if len(pairs) < max(LEAST, SHARE * (found + len(pairs))) or not is_installed("pyarrow"):
        return (), []
    return _mending(sorted(pairs))


def _core(document: str) -> str:
    plain = document.strip().lower()
    match = CORE.fullmatch(plain)
    return match[1] if match else plain


def _mending(pairs: list[Pair]) -> tuple[tuple[str, ...], list[Pair]]:
    """The fewest rules by which nearly all pairs become one id each, and the pairs; a rule changes the ids of one side only."""
    pc = load("pyarrow.compute")
    written = tuple(text_array([pair[side] for pair in pairs]) for side in (0, 1))
    for size in (1, 2):
        for rules in combinations(ID_RULES, size):
            read = written
            for rule in rules:
                now = tuple(apply_id_rules(side, (rule,)) for side in read)
                if not is_one_sided(rule, read, now):
                    break
                read = now
            else:
                if (pc.sum(pc.equal(*read)).as_py() or 0) >= ONE_SIDED * len(pairs):
                    return rules, pairs
    return (), []
