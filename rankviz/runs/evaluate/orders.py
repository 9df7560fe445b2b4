"""A run taken for something else: in another order, cut, with a row lost, with binary grades, or with other ids.

The judged documents are found once. Another order gives them other places, a cut leaves the first of them, binary grades leave
them where they are, and a lost row changes one query, which alone is searched again. Nothing but judged documents is ranked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.optional_packages import load
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import in_bits
from rankviz.core.lists.apply_list_rules import CREDITS_DUPLICATES, TIES_BY_NAME
from rankviz.runs.evaluate.id_overlap import check_overlap
from rankviz.runs.evaluate.judgment_index import JudgedRows, JudgmentIndex, LocatedHits, locate_hits
from rankviz.runs.evaluate.prepared_run import Prepared, Source, as_file, join_pieces, overlap_of, table_from
from rankviz.runs.evaluate.side_checks import check_allow, raise_or_warn, tell_exchanged, tell_partly_unmet
from rankviz.runs.read.arrow_arrays import as_numpy, rows_of, take_rows
from rankviz.runs.read.id_rules import ID_RULES, apply_id_rules, check_id_rules, common_prefix, with_ids
from rankviz.runs.read.name_hashes import Ints
from rankviz.runs.read.run_table import Table
from rankviz.runs.read.text_order import text_keys
from rankviz.runs.read.trec import read_run_as_written

BY_SCORE, BY_FILE, BY_RANK, BY_TEXT, ASCENDING = "score", "file", "rank", "text", "ascending"
FIRST_ROW, LAST_ROW, JUDGMENTS_FIRST_ROW = "first_row", "last_row", "judgments_first_row"
LOOKED_AT = 100_000  # ids of either side that are tried, before all are read by another rule


@dataclass(frozen=True)
class Reading:
    """What the files may have been taken for.

    Parameters
    ----------
    order : {'score', 'file', 'rank', 'text', 'ascending'}
        What the rows are ordered by: falling scores, the order of the file, the rank column, the scores as text, rising scores.
    depth : int or None
        So many documents of each query are kept.
    lost : {'', 'first_row', 'last_row', 'judgments_first_row'}
        A row of run or judgments that is missing.
    relevant_from : float or None
        The judgments were made binary: 1 from this grade on, 0 below.
    ids : str
        How ids are read, as `check_id_rules` takes it, besides how they were read anyhow.
    """

    order: str = BY_SCORE
    depth: int | None = None
    lost: str = ""
    relevant_from: float | None = None
    ids: str = ""

    @property
    def changes(self) -> int:
        """How many of these are not as they are read."""
        return sum(getattr(self, each.name) != each.default for each in fields(self))


AS_READ = Reading()
ReadingKey = tuple[Reading, str, str, str]  # and the bits of scores, the rules for duplicates and, of a cut, for equal scores


class RunReadings:
    """A run beside its judgments, to be taken for several things.

    Parameters
    ----------
    run, qrels : Table
        In the order of the files; the run with its columns as they are written, if its file has them.
    """

    def __init__(self, run: Table, qrels: Table) -> None:
        self.run, self.qrels = run, qrels
        self.judged = JudgmentIndex.from_table(qrels)
        self._query: Ints = as_numpy(run.query.indices)
        self._hits = locate_hits(run, self.judged, run.number, "count_all")
        self._prepared: dict[ReadingKey, Prepared] = {}
        self._keys: dict[tuple[str, str], NDArray[Any]] = {}
        self._by_ids: dict[str, RunReadings] = {}

    @classmethod
    def from_sources(cls, run: Source, qrels: Source, ids: str = "", allow: str = "") -> RunReadings:
        """Read run and judgments; errors as for `prepare`."""
        rules, file = check_id_rules(ids), as_file(run)
        table = table_from(run, "run") if file is None else read_run_as_written(file)
        readings = cls(with_ids(table, rules), with_ids(table_from(qrels, "qrels"), rules))
        allowed = check_allow(allow)
        tell_exchanged(readings.run, readings.qrels, allowed)
        overlap = overlap_of(readings.prepare(AS_READ, Convention()))
        raise_or_warn(check_overlap(overlap, readings.run, readings.qrels), allowed)
        tell_partly_unmet(overlap, readings.run, readings.judged, readings.run.path, allowed)
        return readings

    def orders(self) -> tuple[str, ...]:
        """Return the orders that the run offers; one without text has no ranks, and its scores are not written otherwise."""
        return tuple(order for order in (BY_FILE, BY_RANK, BY_TEXT, ASCENDING) if self._key(order, "64") is not None)

    def prepare(self, reading: Reading, convention: Convention) -> Prepared:
        """Return the judged documents with their places, under a reading and what a convention says of rows.

        Parameters
        ----------
        reading : Reading
        convention : Convention
            Reads `duplicates` and `score_bits`, and `ties` where the list is cut.

        Raises
        ------
        InputError
            `duplicate_in_run` with duplicates='error'; `ids_merged`.
        """
        if reading.ids:
            return self.by_ids(reading.ids).prepare(replace(reading, ids=""), convention)
        return self._kept(reading, *self._row_rules(reading, convention))

    def key_of(self, reading: Reading, convention: Convention) -> ReadingKey:
        """Return what `prepare` goes by: it gives the same for the same key."""
        if reading.ids:
            return reading, *self.by_ids(reading.ids).key_of(replace(reading, ids=""), convention)[1:]
        return _key_of(reading, *self._row_rules(reading, convention))

    def _row_rules(self, reading: Reading, convention: Convention) -> tuple[str, str, str]:
        """Return the bits of scores, the rule for duplicates, and that for equal scores, as far as they matter."""
        bits = convention.score_bits if reading.order in (BY_SCORE, ASCENDING) else "64"
        duplicates = convention.duplicates if self._hits.duplicates else "first_only"
        rule = convention.ties if convention.ties in TIES_BY_NAME else "input_order"
        return bits, duplicates, rule

    def forget_lists(self, ties: str = "") -> None:
        """Give the memory of what was arranged back, as `Prepared.forget_lists` does, of every reading."""
        for prepared in self._prepared.values():
            prepared.forget_lists(ties)
        for readings in self._by_ids.values():
            readings.forget_lists(ties)

    def by_ids(self, rules: str) -> RunReadings:
        """Return the same files with ids read by rules; InputError `ids_merged`."""
        if rules not in self._by_ids:
            names = check_id_rules(rules)
            self._by_ids[rules] = RunReadings(with_ids(self.run, names), with_ids(self.qrels, names))
        return self._by_ids[rules]

    def id_rules_that_may_differ(self) -> list[str]:
        """Return the rules by which more or fewer ids meet, as far as the first ones say."""
        pc = load("pyarrow.compute")

        def count(run: Any, judged: Any) -> int:
            return int(pc.sum(pc.is_in(judged, run)).as_py() or 0)

        run, judged = self.run, self.qrels
        kinds = ((run.query.dictionary, judged.query.dictionary), (run.document, judged.document))
        first = [[pc.unique(each[:LOOKED_AT]) for each in sides] for sides in kinds]
        known = [count(*names) for names in first]
        have_prefix = [all(map(common_prefix, names)) for names in first]

        def differs(rule: str, i: int) -> bool:
            if rule == "prefix" and not have_prefix[i]:
                return False
            changed = [apply_id_rules(each, (rule,)) for each in first[i]]
            if all(one.equals(other) for one, other in zip(changed, first[i], strict=True)):
                return False
            return count(*changed) != known[i]

        return [rule for rule in ID_RULES if any(differs(rule, i) for i in range(len(kinds)))]

    def order_key(self, order: str) -> NDArray[Any]:
        """Return what the rows (rows,) are ordered by, the largest first; of an order that the run offers."""
        key = self._key(order, "64")
        assert key is not None
        return key

    def file_order(self) -> tuple[str, ...]:
        """Return the queries of the run in the order of the file."""
        _, first = np.unique(self._query, return_index=True)
        names = self.run.query.dictionary.to_pylist()
        return tuple(names[self._query[row]] for row in np.sort(first))

    def _kept(self, reading: Reading, bits: str, duplicates: str, rule: str) -> Prepared:
        """Prepare once; two changes together, which are many and soon made of one, are made anew."""
        key = _key_of(reading, bits, duplicates, rule)
        if key in self._prepared:
            return self._prepared[key]
        prepared = self._prepare(reading, bits, duplicates, rule)
        if reading.changes < 2:
            self._prepared[key] = prepared
        return prepared

    def _prepare(self, reading: Reading, bits: str, duplicates: str, rule: str) -> Prepared:
        if reading.relevant_from is not None:
            graded = self._kept(replace(reading, relevant_from=None), bits, duplicates, rule)
            return with_binary_grades(graded, reading.relevant_from)
        if reading.depth is not None:
            return cut_at(self._kept(replace(reading, depth=None), bits, duplicates, rule), reading.depth, rule)
        if reading.lost == JUDGMENTS_FIRST_ROW:
            return self._without_judgment(self._kept(replace(reading, lost=""), bits, duplicates, rule))
        if reading.lost:
            return self._without_row(reading, bits, duplicates, rule)
        order_key = self._key(reading.order, bits)
        assert order_key is not None
        located = self._locate(order_key, duplicates)
        if located.stays is not None:
            order_key = order_key[located.stays]
        return join_pieces([located.ranked_by(order_key, TIES_BY_NAME)], self.judged)

    def _locate(self, order_key: NDArray[Any], duplicates: str) -> LocatedHits:
        """Find the judged documents; where no document stands twice they are the same ones under every order."""
        if not self._hits.duplicates or duplicates in CREDITS_DUPLICATES:
            return self._hits
        return locate_hits(self.run, self.judged, order_key, duplicates)

    def _key(self, order: str, bits: str) -> NDArray[Any] | None:
        """What the rows are ordered by, the largest first; None where the run has no such thing."""
        if (order, bits) not in self._keys:
            found = self._make_key(order, bits)
            if found is None:
                return None
            self._keys[order, bits] = found
        return self._keys[order, bits]

    def _make_key(self, order: str, bits: str) -> NDArray[Any] | None:
        if order == BY_SCORE:
            return in_bits(self.run.number, bits)
        if order == ASCENDING:
            return -in_bits(self.run.number, bits)
        if order == BY_FILE:
            return -np.arange(len(self.run), dtype=float)
        column = self.run.written.get("rank" if order == BY_RANK else "score")
        if column is None:
            return None
        return text_keys(column) if order == BY_TEXT else _falling_ranks(column)

    def _without_row(self, reading: Reading, bits: str, duplicates: str, rule: str) -> Prepared:
        """Prepare the query of the lost row again."""
        whole = self._kept(replace(reading, lost=""), bits, duplicates, rule)
        if not len(self.run):
            return whole
        row = 0 if reading.lost == FIRST_ROW else len(self.run) - 1
        rows = np.flatnonzero(self._query == self._query[row])
        rows = rows[rows != row]
        name = self.run.query.dictionary[int(self._query[row])].as_py()
        key = self._key(reading.order, bits)
        assert key is not None
        table = Table(
            self.run.query.take(rows_of(rows)),
            take_rows(self.run.document, rows),
            self.run.number[rows],
            self.run.path,
            role=self.run.role,
        )
        located = locate_hits(table, self.judged, key[rows], duplicates)
        order_key = key[rows] if located.stays is None else key[rows][located.stays]
        return self._with_query(whole, name, located.ranked_by(order_key, TIES_BY_NAME), len(located.query))

    def _with_query(self, whole: Prepared, name: str, piece: JudgedRows, retrieved: int) -> Prepared:
        """Return the run with other rows of one query."""
        place = whole.queries.index(name)
        others, others_missed = whole.query != place, whole.missed_query != place
        names = self.judged.queries.to_pylist()
        own = np.flatnonzero(self.judged.query == (names.index(name) if name in names else -1))
        missed = np.setdiff1d(own, piece.judgment)
        counts = whole.retrieved.copy()
        counts[place] = retrieved

        def joined(old: NDArray[Any], new: NDArray[Any]) -> NDArray[Any]:
            return np.concatenate([old[others], new])

        return replace(
            whole,
            query=joined(whole.query, np.full(len(piece.judgment), place)),
            grade=joined(whole.grade, self.judged.grades[piece.judgment]),
            score=joined(whole.score, piece.score),
            judgment=joined(whole.judgment, piece.judgment),
            above=joined(whole.above, piece.above),
            tied=joined(whole.tied, piece.tied),
            order={rule: joined(each, piece.inside[rule]) for rule, each in whole.order.items()},
            missed_query=np.concatenate([whole.missed_query[others_missed], np.full(len(missed), place)]),
            missed_grade=np.concatenate([whole.missed_grade[others_missed], self.judged.grades[missed]]),
            retrieved=counts,
        )

    def _without_judgment(self, whole: Prepared) -> Prepared:
        """Return the run without the first row of the judgments; as it is where a later row judges the same document."""
        if not len(self.qrels):
            return whole
        names, documents = self.qrels.query, self.qrels.document
        first = self.judged.queries[int(self.judged.query[0])].as_py(), self.judged.document[0].as_py()
        if first != (names[0].as_py(), documents[0].as_py()) or self.judged.grades[0] != self.qrels.number[0]:
            return whole
        kept = whole.judgment != 0
        if not kept.all():
            return keep_hits(whole, kept)
        stays = np.arange(len(whole.missed_query)) > 0  # the missed ones stand in the order of the judgments
        return replace(whole, missed_query=whole.missed_query[stays], missed_grade=whole.missed_grade[stays])


def _key_of(reading: Reading, bits: str, duplicates: str, rule: str) -> ReadingKey:
    return reading, bits, duplicates, rule if reading.depth is not None else ""


def keep_hits(prepared: Prepared, kept: NDArray[np.bool_]) -> Prepared:
    """Return a run in which only some of the judged documents (hits,) have their judgments."""
    arrays: dict[str, Any] = {
        name: getattr(prepared, name)[kept] for name in ("query", "grade", "score", "judgment", "above", "tied")
    }
    return replace(prepared, **arrays, order={rule: each[kept] for rule, each in prepared.order.items()})


def with_binary_grades(prepared: Prepared, relevant_from: float) -> Prepared:
    """Return a run with judgments that are 1 from a grade on, and 0 below."""
    grade, missed_grade = (binary_grades(each, relevant_from) for each in (prepared.grade, prepared.missed_grade))
    return replace(prepared, grade=grade, missed_grade=missed_grade)


def binary_grades(grades: NDArray[np.float64], relevant_from: float | None) -> NDArray[np.float64]:
    """Return grades that are 1 from one on and 0 below, of the same shape; as they are without one."""
    return grades if relevant_from is None else (grades >= relevant_from).astype(float)


def cut_at(prepared: Prepared, depth: int, rule: str) -> Prepared:
    """Return the first documents of each query, in the order in which a rule puts equal scores; the others are missed.

    Only this rule's order is then known, and that of equal scores as a whole.
    """
    inside = prepared.order[rule]
    kept = prepared.above + inside < depth
    first = keep_hits(prepared, kept)
    return replace(
        first,
        tied=np.minimum(first.tied, depth - first.above),
        order=dict.fromkeys({rule, "input_order"}, inside[kept]),
        missed_query=np.concatenate([prepared.missed_query, prepared.query[~kept]]),
        missed_grade=np.concatenate([prepared.missed_grade, prepared.grade[~kept]]),
        retrieved=np.minimum(prepared.retrieved, depth),
    )


def stack_readings(parts: Sequence[tuple[Prepared, Ints]]) -> Prepared:
    """Put some queries of several readings of one run one below the other, as more queries of one run.

    Parameters
    ----------
    parts : sequence of (Prepared, int64 (S,))
        A reading, and the places of its queries, in rising order.

    Returns
    -------
    Prepared
        Of all these queries: those of the first reading, of the second, and so on.
    """
    pieces, start = [], 0
    for i, (prepared, places) in enumerate(parts):
        new = np.full(len(prepared.queries), -1)
        new[places] = np.arange(start, start + len(places))
        start += len(places)
        kept = keep_hits(prepared, new[prepared.query] >= 0)
        missed = new[prepared.missed_query] >= 0
        pieces.append(
            replace(
                kept,
                queries=tuple(f"{i}.{place}" for place in places.tolist()),
                query=new[kept.query],
                missed_query=new[prepared.missed_query[missed]],
                missed_grade=prepared.missed_grade[missed],
                retrieved=prepared.retrieved[places],
                zeros=prepared.zeros[places],
            )
        )
    rules = set.intersection(*(set(each.order) for each in pieces))
    names = [field.name for field in fields(Prepared) if isinstance(getattr(pieces[0], field.name, None), np.ndarray)]
    arrays: dict[str, Any] = {name: np.concatenate([getattr(each, name) for each in pieces]) for name in names}
    return replace(
        pieces[0],
        **arrays,
        queries=tuple(name for each in pieces for name in each.queries),
        order={rule: np.concatenate([each.order[rule] for each in pieces]) for rule in rules},
    )


def changed_queries(one: Prepared, two: Prepared) -> Ints:
    """Return the places of the queries, the same in both, in which a judged document has another place or grade, or is lost."""
    changed = np.asarray(one.retrieved != two.retrieved)
    if changed.all():
        return np.flatnonzero(changed)
    rules = sorted({*one.order} & {*two.order})
    if all(np.array_equal(getattr(one, name), getattr(two, name)) for name in ("query", "judgment", "missed_query")):
        differs = (one.above != two.above) | (one.tied != two.tied) | (one.grade != two.grade)
        for rule in rules:
            differs |= one.order[rule] != two.order[rule]
        changed[one.query[differs]] = True
        changed[one.missed_query[one.missed_grade != two.missed_grade]] = True
        return np.flatnonzero(changed)
    hits = [
        [*(each.order[rule] for rule in rules), each.above, each.tied, each.grade, each.judgment, each.query]
        for each in (one, two)
    ]
    missed = [[each.missed_grade, each.missed_query] for each in (one, two)]
    for arrays in (hits, missed):
        here, there = (np.column_stack(each)[np.lexsort(each)] for each in arrays)
        changed |= _differing(here, there, len(changed))
    return np.flatnonzero(changed)


def _differing(one: NDArray[Any], two: NDArray[Any], queries: int) -> NDArray[np.bool_]:
    """Return the queries (Q,), in the last column, whose sorted rows differ."""
    counts = [np.bincount(each[:, -1].astype(np.int64), minlength=queries) for each in (one, two)]
    differs = np.asarray(counts[0] != counts[1])
    same = [each[~differs[each[:, -1].astype(np.int64)]] for each in (one, two)]
    rows = (same[0] != same[1]).any(axis=1)
    differs[same[0][rows, -1].astype(np.int64)] = True
    return differs


def same_places(one: Prepared, two: Prepared) -> bool:
    """Whether two readings give every judged document the same place, so that no metric differs."""
    names = ("query", "grade", "above", "tied", "retrieved", "missed_query", "missed_grade")
    if one.queries != two.queries or not all(np.array_equal(getattr(one, name), getattr(two, name)) for name in names):
        return False
    return all(np.array_equal(one.order[rule], two.order[rule]) for rule in one.order if rule in two.order)


def _falling_ranks(column: Any) -> NDArray[np.float64] | None:
    """Return ranks so that the first is the largest; None where one is no number."""
    pyarrow = load("pyarrow")
    try:
        ranks = as_numpy(column.cast(pyarrow.float64()))
    except pyarrow.ArrowInvalid:
        return None
    return -ranks if np.isfinite(ranks).all() else None
