"""Whether the ids of a run are those of the judgments, said before any number.

Where they are written otherwise nothing meets, and every value is a 0 that nobody measured. So it is counted how many queries
and judged documents meet, and where some do not, it is looked whether they would by another reading. That is refused which no
sound run can be: no query meets, or a reading is found by which the ids of one side are those of the other. A bad run, which
finds nothing, is none of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from rankviz.basics.errors import InputError, one_line, shorten
from rankviz.basics.optional_packages import load
from rankviz.runs.read.arrow_arrays import as_numpy, take_rows, text_array
from rankviz.runs.read.id_rules import BETWEEN, ID_RULES, apply_id_rules, common_prefix
from rankviz.runs.read.run_table import Table

UNMET_KEYS = ("ids_do_not_meet", "ids_do_not_meet_documents")  # of queries, and of documents
FEW_FOUND = 0.02  # of the judged documents of queries that meet; a bad run may find few, so this is no reason by itself
MENDED = 0.5  # of the ids that do not meet, on the smaller side, so many have to meet by another reading
ONE_SIDED = 0.9  # of the ids of one side that do not meet another reading changes so many, and of the other side no more
ENOUGH = 10  # different documents on either side, of which not one is on the other
EXCHANGED = 0.1  # of the pairs of query and document that could, on the smaller side, stand the other way round on the other
MOST_TRIED = 100_000  # ids, or rows, of either side that are looked at
MOST_AFFIXED, LONGEST_AFFIX = 1_000, 40  # ids of a side that are looked at for a common beginning or end; signs of it
SHOWN = 2  # examples of either side
# Why they do not, and how that is mended.
REASONS = {
    "ids_blanks": 'Ids of one side have blanks around them. Leave them out: ids="blanks" (--ids blanks).',
    "ids_case": 'Only upper and lower case differ. Read ids without case: ids="case" (--ids case).',
    "ids_decimal": 'Ids of one side end in ".0", as decimals are written. Read them as whole: ids="decimal" (--ids decimal).',
    "ids_zeros": 'Ids of one side begin with zeros. Leave these out: ids="zeros" (--ids zeros).',
    "ids_prefix": 'Ids of one side have a word before their number. Leave it out: ids="prefix" (--ids prefix).',
    "ids_several": 'The ids differ in two ways. Read them so: ids="{rules}" (--ids {rules}).',
    "ids_exchanged": "Queries of one side are documents of the other: two columns are exchanged. Exchange them in the file.",
    "ids_before": 'Ids of one side have "{affix}" before them, those of the other have not: take it away in the file.',
    "ids_after": 'Ids of one side have "{affix}" after them, those of the other have not: take it away in the file.',
    "ids_other_queries": "The documents are the same: are the queries numbered otherwise?",
    "ids_other_collection": "No way to read ids that was tried makes them meet: are the judgments of another collection?",
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

    def __add__(self, other: Overlap) -> Overlap:
        """Of two parts that have no query in common."""
        return Overlap(*(one + two for one, two in zip(astuple(self), astuple(other), strict=True)))

    @property
    def is_empty(self) -> bool:
        """Whether one side has nothing that could meet."""
        return not (self.run_queries and self.judged_queries)

    @property
    def is_complete(self) -> bool:
        """Whether all queries of the run are judged, and documents are found."""
        return self.queries == self.run_queries and self.found >= FEW_FOUND * self.judged


def is_sound(overlap: Overlap, run_queries: Sequence[str], judged_queries: Sequence[str]) -> bool:
    """Whether counts and names of queries say already that there is no error, so that no table has to be read for it.

    Some queries of the run are not judged, but no other reading of their ids makes them so, and documents are found.
    """
    if not overlap.queries or overlap.found < FEW_FOUND * overlap.judged:
        return False
    if overlap.queries == overlap.run_queries:
        return True
    return not _mending(*(text_array(each[:MOST_TRIED]) for each in (run_queries, judged_queries)))


def check_overlap(overlap: Overlap, run: Table, qrels: Table) -> InputError | None:
    """Return the error where ids do not meet; None where they do, or where nothing says that they should.

    Parameters
    ----------
    overlap : Overlap
    run, qrels : Table
        As read, or the beginning of them: from there come examples and the reason.
    """
    if overlap.is_empty or overlap.is_complete:
        return None
    queries = tuple(each.query.dictionary[:MOST_TRIED] for each in (run, qrels))
    few_found = overlap.found < FEW_FOUND * overlap.judged or not overlap.queries
    if few_found and _are_exchanged(run, qrels):  # before numbers of documents are taken for queries that a word stands before
        return _error(str(run.path), overlap, queries, (), "ids_exchanged", in_queries=True)
    if overlap.queries < overlap.run_queries and (rules := _mending(*queries)):
        return _error(str(run.path), overlap, queries, rules, in_queries=True)
    if not few_found:
        return None
    documents = tuple(_documents(each) for each in (run, qrels))
    if not overlap.queries:
        same = 2 * _common(*documents) >= min(map(len, documents))
        reason, affix = _common_affix(*queries) or ("ids_other_queries" if same else "ids_other_collection", "")
        return _error(str(run.path), overlap, queries, (), reason, affix, in_queries=True)
    if rules := _mending(*documents, may_merge=False):
        return _error(str(run.path), overlap, documents, rules, in_queries=False)
    if overlap.found or _common(*documents) or min(map(len, documents)) < ENOUGH:
        return None
    reason, affix = _common_affix(*documents) or ("ids_other_collection", "")
    return _error(str(run.path), overlap, documents, (), reason, affix, in_queries=False)


def _documents(table: Table) -> Any:
    pc = load("pyarrow.compute")
    return pc.unique(table.document[: 10 * MOST_TRIED])[:MOST_TRIED]


def _mending(run: Any, judged: Any, *, may_merge: bool = True) -> tuple[str, ...]:
    """Return the rules by which ids that do not meet would; () if there are none.

    A rule has to change the ids of one side, as those of a program that wrote them otherwise, and not those of the other one.
    """
    alone = _without(run, judged), _without(judged, run)
    smaller = min(map(len, alone)) or len(alone[0])  # where all judged queries meet, the others of the run may be theirs
    if not smaller:
        return ()
    for size in (1, 2):
        for rules in combinations(ID_RULES, size):
            whole, changed = (run, judged), alone
            for rule in rules:
                now = tuple(apply_id_rules(each, (rule,)) for each in changed)
                if not is_one_sided(rule, changed, now):
                    break
                whole, changed = tuple(apply_id_rules(each, (rule,)) for each in whole), now
            else:
                merges = any(_different(each) < _different(before) for each, before in zip(whole, (run, judged), strict=True))
                meeting = _common(changed[0], whole[1])
                if len(alone[1]):
                    meeting = min(meeting, _common(changed[1], whole[0]))
                if meeting >= max(MENDED * smaller, 1) and (may_merge or not merges):
                    return rules
    return ()


def is_one_sided(rule: str, before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
    """Whether a rule changes nearly all ids of one side and hardly any of the other; a prefix has to be one and the same."""
    pc = load("pyarrow.compute")
    shares = [
        (pc.sum(pc.not_equal(old, new)).as_py() or 0) / len(old) if len(old) else 0.0
        for old, new in zip(before, after, strict=True)
    ]
    at = int(shares[1] > shares[0])
    if shares[at] < ONE_SIDED or shares[1 - at] > 1 - ONE_SIDED:
        return False
    return rule != "prefix" or bool(common_prefix(before[at]))


def _are_exchanged(run: Table, qrels: Table) -> bool:
    """Whether pairs of query and document of one side stand the other way round on the other.

    Those count which could: their query is among the documents of the other side. Where queries and documents are numbers,
    pairs meet by chance, too, but then no fewer the right way round.
    """
    pc = load("pyarrow.compute")
    (query, document), (judged_query, judged_document) = (_first_pairs(each) for each in (run, qrels))
    could = pc.is_in(query, judged_document), pc.is_in(judged_document, query)
    turned = [_joined(query.filter(could[0]), document.filter(could[0]))]
    turned.append(_joined(judged_document.filter(could[1]), judged_query.filter(could[1])))
    met = _common(*turned)
    if met < max(EXCHANGED * min(map(len, turned)), 1):
        return False
    return met > _common(_joined(query, document), _joined(judged_query, judged_document))


def _first_pairs(table: Table) -> tuple[Any, Any]:
    rows = np.arange(min(len(table), MOST_TRIED))
    return take_rows(table.query.dictionary, as_numpy(table.query.indices)[rows]), take_rows(table.document, rows)


def _joined(query: Any, document: Any) -> Any:
    return load("pyarrow.compute").binary_join_element_wise(query, document, "\x00")


def _common_affix(run: Any, judged: Any) -> tuple[str, str] | None:
    """Find what stands before or after most ids of one side, which without it are on the other; and where, as a key."""
    for longer, shorter in ((run, judged), (judged, run)):
        known, looked_at = {*shorter.to_pylist()}, _without(longer, shorter)[:MOST_AFFIXED].to_pylist()
        smaller = min(len(looked_at), len(_without(shorter, longer)))  # a run has many documents that nobody judged
        counts: Counter[tuple[str, str]] = Counter()
        meeting = 0
        for name in looked_at:
            cuts = range(1, min(len(name), LONGEST_AFFIX + 1))
            found = {("ids_before", name[:cut]) for cut in cuts if name[cut:] in known}
            found |= {("ids_after", name[-cut:]) for cut in cuts if name[:-cut] in known}
            counts.update(found)
            meeting += bool(found)
        for affix, count in counts.most_common(1):
            if count >= max(min(MENDED * smaller, ENOUGH), ONE_SIDED * meeting, 2):
                return affix
    return None


def _without(side: Any, other: Any) -> Any:
    """The ids of a side that the other one has not."""
    pc = load("pyarrow.compute")
    return side.filter(pc.invert(pc.is_in(side, other)))


def _different(ids: Any) -> int:
    pc = load("pyarrow.compute")
    return int(pc.count_distinct(ids).as_py())


def _common(one: Any, other: Any) -> int:
    """How many of the different ids of one side the other has."""
    pc = load("pyarrow.compute")
    return int(pc.sum(pc.is_in(pc.unique(one), other)).as_py() or 0)


def partly_unmet_error(path: str, overlap: Overlap, sides: tuple[Any, ...], rules: tuple[str, ...]) -> InputError:
    """The error where a part of the documents is written otherwise; `sides` are some of the run, and of the judgments."""
    return _error(path, overlap, sides, rules, in_queries=False)


def _error(
    path: str,
    overlap: Overlap,
    sides: tuple[Any, ...],
    rules: tuple[str, ...],
    reason: str = "",
    affix: str = "",
    *,
    in_queries: bool,
) -> InputError:
    reason = reason or (f"ids_{rules[0]}" if len(rules) == 1 else "ids_several")
    found, of = (overlap.queries, overlap.run_queries) if in_queries else (overlap.found, overlap.judged)
    examples = [_examples(*each) for each in (sides, sides[::-1])]
    affix = one_line(shorten(affix))
    words = REASONS[reason].format(rules=BETWEEN.join(rules), affix=affix)
    where = f"among the {overlap.judged_queries:,} judged ones" if in_queries else "in it"
    verb = "is" if found == 1 else "are"
    counts = f"{path}: {found:,} of {of:,} {'queries' if in_queries else 'judged documents'} {verb} {where}"
    message = f"{counts}. It has {examples[0]}, the judgments have {examples[1]}. {words}"
    return InputError(
        UNMET_KEYS[not in_queries],
        message,
        path=path,
        found=f"{found:,}",
        of=f"{of:,}",
        judged=f"{overlap.judged_queries:,}",
        run=examples[0],
        judgments=examples[1],
        reason=_reason(reason, words, rules, affix),
    )


def _reason(key: str, words: str, rules: tuple[str, ...], affix: str) -> InputError:
    """The reason as an error inside the error; of two rules each is named in the reader's language."""
    names = zip(("one", "other"), (InputError(f"ids_rule_{rule}", rule) for rule in rules), strict=False)
    return InputError(key, words, rules=BETWEEN.join(rules), affix=affix, **dict(names))


def _examples(side: Any, other: Any) -> str:
    """Two ids of a side that the other one has not, or of which it has all."""
    alone = _without(side, other)
    return ", ".join(f'"{one_line(shorten(each))}"' for each in (alone if len(alone) else side)[:SHOWN].to_pylist())
