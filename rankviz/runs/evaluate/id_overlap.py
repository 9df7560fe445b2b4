"""Whether the ids of a run are those of the judgments, said before any number.

Where they are written otherwise nothing meets, and every value is a 0 that nobody measured. So it is counted how many queries
and judged documents meet; where far fewer do than in any sound run, the likely reason is looked for among the ids themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from rankviz.basics.errors import InputError, one_line, shorten
from rankviz.basics.optional_packages import load
from rankviz.runs.read.arrow_arrays import as_numpy, take_rows
from rankviz.runs.read.id_rules import BETWEEN, ID_RULES, apply_id_rules
from rankviz.runs.read.run_table import Table

UNMET_KEYS = ("ids_do_not_meet", "ids_do_not_meet_documents")  # of queries, and of documents
# Of the smaller side, so many have to meet, or a reason is looked for: a run may answer many queries that nobody judged, and
# judgments may be of many that a run does not answer, but hardly both.
SOUND_QUERIES = 0.5
SOUND_DOCUMENTS = 0.02  # of the judged ones of queries that meet; a bad run may find few
MENDED = 5  # times as many have to meet by another reading
ENOUGH = 20  # judged documents of which none is found: that is no bad run any more
MOST_TRIED = 100_000  # ids of either side that other readings are tried on
SHOWN = 2  # examples of either side

# Why they do not, and how that is mended.
REASONS = {
    "ids_blanks": 'Ids of one side have blanks around them. Leave them out: ids="blanks" (--ids blanks).',
    "ids_case": 'Ids of one side are in upper case. Read them without case: ids="case" (--ids case).',
    "ids_decimal": 'Ids of one side end in ".0", as decimals are written. Read them as whole: ids="decimal" (--ids decimal).',
    "ids_zeros": 'Ids of one side begin with zeros. Leave these out: ids="zeros" (--ids zeros).',
    "ids_prefix": 'Ids of one side have a word before their number. Leave it out: ids="prefix" (--ids prefix).',
    "ids_several": 'Ids are written in two other ways. Read them so: ids="{rules}" (--ids {rules}).',
    "ids_exchanged": "Queries of one side are documents of the other: two columns are exchanged. Exchange them in the file.",
    "ids_other_queries": "The same documents stand under other queries: are both sides numbered alike?",
    "ids_other_collection": "No other way to read ids makes them meet: are these judgments of another collection?",
}


@dataclass(frozen=True)
class Overlap:
    """How many ids meet.

    Parameters
    ----------
    run_queries, judged_queries, queries : int
        Queries of the run, those with judgments, and those of both.
    judged, found : int
        Judged documents of the queries of both, and how many of them are in the run.
    """

    run_queries: int
    judged_queries: int
    queries: int
    judged: int
    found: int

    @property
    def is_empty(self) -> bool:
        """Whether one side has nothing that could meet."""
        return not (self.run_queries and self.judged_queries)

    @property
    def is_sound(self) -> bool:
        """Whether as many meet as in any sound run, or there is nothing that could."""
        return self.is_empty or not (self.has_few_queries or self.has_few_documents)

    @property
    def has_few_queries(self) -> bool:
        """Whether so few queries meet that a reason is to be looked for."""
        return self.queries < SOUND_QUERIES * min(self.run_queries, self.judged_queries)

    @property
    def has_few_documents(self) -> bool:
        """The same of the documents."""
        return self.found < SOUND_DOCUMENTS * self.judged


def check_overlap(overlap: Overlap, run: Table, qrels: Table) -> InputError | None:
    """Return the error where ids do not meet; None where they do, or too few are there to tell.

    Parameters
    ----------
    overlap : Overlap
    run, qrels : Table
        As read, or the beginning of them: from there come examples and the reason.
    """
    if overlap.is_sound:
        return None
    in_queries = overlap.has_few_queries
    sides = tuple(_ids(each, in_queries) for each in (run, qrels))
    reason, rules = _reason(run, qrels, sides)
    if not reason:
        if (in_queries and overlap.queries) or (not in_queries and (overlap.found or overlap.judged < ENOUGH)):
            return None
        is_known = 2 * _common(*sides) >= min(map(len, sides))
        reason = "ids_other_queries" if is_known else "ids_other_collection"
    return _error(overlap, sides, reason, rules, in_queries=in_queries)


def _ids(table: Table, in_queries: bool) -> Any:
    """The different ids of a table, up to `MOST_TRIED`."""
    if in_queries:
        return table.query.dictionary[:MOST_TRIED]
    pc = load("pyarrow.compute")
    return pc.unique(table.document[: 10 * MOST_TRIED])[:MOST_TRIED]


def _reason(run: Table, qrels: Table, sides: tuple[Any, ...]) -> tuple[str, str]:
    """Find by which other reading far more ids meet: the key of the reason, and the rules; "" if by none."""
    now = _common(*sides)
    for size in (1, 2):
        for rules in combinations(ID_RULES, size):
            changed = [apply_id_rules(each, rules) for each in sides]
            if _meet(now, _common(*changed), min(map(len, changed))):
                return f"ids_{rules[0]}" if size == 1 else "ids_several", BETWEEN.join(rules)
    queries, documents = (tuple(_ids(each, in_queries) for each in (run, qrels)) for in_queries in (True, False))
    for crossed in ((queries[0], documents[1]), (documents[0], queries[1])):
        if _meet(now, _common(*crossed), min(map(len, crossed))):
            return "ids_exchanged", ""
    return "", ""


def _meet(now: int, then: int, most: int) -> bool:
    return then >= MENDED * max(now, 1) or (now == 0 and then > 0 and 2 * then >= most)


def _common(one: Any, other: Any) -> int:
    """How many of the different ids of one side the other has."""
    pc = load("pyarrow.compute")
    return int(pc.sum(pc.is_in(pc.unique(one), other)).as_py() or 0)


def _error(overlap: Overlap, sides: tuple[Any, ...], reason: str, rules: str, *, in_queries: bool) -> InputError:
    found, of = (overlap.queries, overlap.run_queries) if in_queries else (overlap.found, overlap.judged)
    examples = [_examples(*each) for each in (sides, sides[::-1])]
    words = REASONS[reason].format(rules=rules)
    verb = "is" if found == 1 else "are"
    where = f"among the {overlap.judged_queries:,} judged ones" if in_queries else "in the run"
    what = f"of the run's {of:,} queries" if in_queries else f"of {of:,} judged documents"
    counts = f"{found:,} {what} {verb} {where}"
    message = f"{counts}: the run has {examples[0]}, the judgments have {examples[1]}. {words}"
    return InputError(
        UNMET_KEYS[not in_queries],
        message,
        found=f"{found:,}",
        of=f"{of:,}",
        judged=f"{overlap.judged_queries:,}",
        run=examples[0],
        judgments=examples[1],
        reason=InputError(reason, words, rules=rules),
    )


def _examples(side: Any, other: Any) -> str:
    """Two ids of a side that the other one has not, or of which it has all."""
    pc = load("pyarrow.compute")
    is_alone = ~as_numpy(pc.cast(pc.is_in(side, other), "uint8")).astype(bool)
    alone = take_rows(side, np.flatnonzero(is_alone if is_alone.any() else ~is_alone)[:SHOWN])
    return ", ".join(f'"{one_line(shorten(each))}"' for each in alone.to_pylist())
