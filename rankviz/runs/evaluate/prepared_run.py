"""A run beside its judgments: read in pieces by several threads, and of each piece only the judged documents are kept."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import compress, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError, short_repr
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import in_bits
from rankviz.core.lists.apply_list_rules import TIES_BY_NAME
from rankviz.core.lists.arrange import ArrangementCache
from rankviz.core.lists.padding import Padding
from rankviz.core.lists.ranking import RawLists, SparseRanks
from rankviz.core.lists.rankings import Rankings
from rankviz.runs.evaluate.id_overlap import Overlap
from rankviz.runs.evaluate.judgment_index import JudgedRows, JudgmentIndex, find_hits
from rankviz.runs.evaluate.row_ranks import rank_rows, refuse_rules_of_every_entry
from rankviz.runs.evaluate.row_sample import IN_PIECE, RowSample
from rankviz.runs.evaluate.side_checks import check_allow, tell_exchanged, tell_partly_unmet, tell_unmet
from rankviz.runs.evaluate.small_runs import find_held_hits, query_codes
from rankviz.runs.read.arrow_arrays import keep_memory
from rankviz.runs.read.file_sources import File, Progress
from rankviz.runs.read.files import as_text, read_qrels, read_run
from rankviz.runs.read.held_objects import rows_of_object, table_of_object
from rankviz.runs.read.held_rows import HeldRows
from rankviz.runs.read.id_rules import check_id_rules, with_ids
from rankviz.runs.read.impression_log import Impressions
from rankviz.runs.read.query_blocks import Block, in_order, whole_queries
from rankviz.runs.read.run_table import Table
from rankviz.runs.read.trec import read_run_block

LONGEST_PATH, NO_PATH = 4096, re.compile("[\\x00\\ud800-\\udfff]")
SMALL = 200_000  # rows of either side that are searched without pyarrow
Source = Table | HeldRows | str | File | Mapping[str, Mapping[str, float]] | Iterable[object]


@dataclass(frozen=True, eq=False)
class Prepared:
    """A run beside its judgments, read once; every metric and convention is then a matter of milliseconds.

    Parameters
    ----------
    queries : tuple of str
        All queries of run and judgments, sorted.
    query, grade, score : arrays (hits,)
        Query, grade and score of each judged document that was retrieved.
    judgment : int64 (hits,)
        Which judgment it is: duplicates of a document share one.
    above, tied : int64 (hits,)
        Documents of the query with a higher score, and with the same one.
    order : mapping of tie rule to int64 (hits,)
        Place inside the group of equal scores, from 0: in the listed order, and by name.
    missed_query, missed_grade : arrays
        Judged documents that were not retrieved.
    retrieved : float64 (Q,)
        Documents retrieved.
    zeros : float64 (Q,)
        Judged entries of grade 0 that are only counted, see `Places`.
    path : str
        Of a log, for messages.
    duplicates, unsorted : int
        Documents that stood more than once in their query; queries whose scores did not fall from row to row.
    """

    queries: tuple[str, ...]
    query: NDArray[np.int64]
    grade: NDArray[np.float64]
    score: NDArray[np.float64]
    judgment: NDArray[np.int64]
    above: NDArray[np.int64]
    tied: NDArray[np.int64]
    order: Mapping[str, NDArray[np.int64]]
    missed_query: NDArray[np.int64]
    missed_grade: NDArray[np.float64]
    retrieved: NDArray[np.float64]
    zeros: NDArray[np.float64]
    duplicates: int
    unsorted: int
    path: str = ""
    _lists: dict[str, ArrangementCache] = field(default_factory=dict, init=False, repr=False)

    def rankings(self, convention: Convention, *, is_whole: bool = False) -> Rankings:
        """The lists as a metric takes them; conventions that differ in cutoff or formula share the work.

        Parameters
        ----------
        convention : Convention
            As narrowed for the metric.
        is_whole : bool
            Whether entries below the cutoff are needed, which no metric reads, but some mistakes in its formula do.

        Raises
        ------
        InputError
            `needs_every_entry`; `negative_grade` with negative='error'; `needs_documents` where names decide ties and are
            lacking.
        """
        refuse_rules_of_every_entry(convention)
        if convention.ties not in self._lists:
            self._lists[convention.ties] = ArrangementCache(self.lists(convention.ties))
        arranged = self._lists[convention.ties].arranged_under(convention)
        return arranged if is_whole else arranged.down_to_cutoff

    def forget_lists(self, ties: str = "") -> None:
        """Give the memory of what was arranged back; the lists as they are under a tie rule are kept."""
        kept = {rule: ArrangementCache(each.raw) for rule, each in self._lists.items() if rule == ties}
        self._lists.clear()
        self._lists.update(kept)

    def lists(self, ties: str) -> RawLists:
        """The judged entries with their places under a tie rule."""
        if ties in TIES_BY_NAME and ties not in self.order:
            message = (
                f"{self.path}: this rule for equal scores needs document ids, but the file has no document column. "
                "Add one, or use a profile whose rule needs none, such as textbook."
            )
            raise InputError("needs_documents", message, path=self.path)
        place = self.above + self.order[ties if ties in self.order else "input_order"] + 1
        order = np.argsort(self.query * (int(place.max(initial=0)) + 1) + place, kind="stable")
        listed = Padding.from_rows(self.query[order], len(self.queries))
        missed_order = np.argsort(self.missed_query, kind="stable")
        missed = Padding.from_rows(self.missed_query[missed_order], len(self.queries))
        rank = first = last = listed.pad(place[order])
        if ties not in self.order:  # the whole group: by grade they are ordered once the grades are settled
            first, last = listed.pad((self.above + 1)[order]), listed.pad((self.above + self.tied)[order])
        return RawLists(
            grades=listed.pad(self.grade[order], np.nan),
            scores=listed.pad(self.score[order], np.nan),
            docs=listed.pad(self.judgment[order], -1).astype(np.int64),
            present=listed.present,
            missed_grades=missed.pad(self.missed_grade[missed_order], np.nan),
            missed_docs=np.full(missed.present.shape, -1),
            scored=np.ones(len(self.queries), dtype=bool),
            has_duplicates=np.zeros(len(self.queries), dtype=bool),  # they have been dealt with
            query_ids=self.queries,
            doc_ids=(),
            sparse_ranks=SparseRanks(self.retrieved, rank, first, last, self.zeros),
        )


def prepare(
    run_source: Source,
    qrels_source: Source,
    *,
    duplicates: str = "first_only",
    score_bits: str = "64",
    rules: Collection[str] = TIES_BY_NAME,
    ids: str = "",
    allow: str | None = "",
    progress: Progress | None = None,
) -> Prepared:
    """Find the judged documents in a run, and their places.

    Parameters
    ----------
    run_source, qrels_source : path, table, or {query: {document: number}}
    duplicates, score_bits
        As in a convention.
    rules : names of tie rules
        Those that measures will use.
    ids : str
        How the ids of both are read, as `check_id_rules` takes it.
    allow : str or None
        As `check_allow` takes it; with None nothing is said of ids that do not meet, nor of sides that seem to be exchanged.
    progress : function of the share that was read, optional

    Raises
    ------
    InputError
        For what cannot be read; `duplicate_in_run`; `ids_do_not_meet` and `ids_do_not_meet_documents`; `exchanged` and
        `exchanged_ties`; `unknown_ids`, `ids_merged`, `ids_merged_queries`; `unknown_allow`.
    """
    id_rules, allowed = check_id_rules(ids), None if allow is None else check_allow(allow)
    search = partial(find_hits, duplicates=duplicates, score_bits=score_bits, rules=rules)
    run_source, qrels_source = _held(run_source, "run"), _held(qrels_source, "qrels")
    file = as_file(run_source)
    sample: RowSample | Table | HeldRows
    judgments: JudgmentIndex | HeldRows
    if are_small(run_source, qrels_source) and not id_rules:
        assert isinstance(run_source, HeldRows)
        assert isinstance(qrels_source, HeldRows)
        tell_exchanged(run_source, qrels_source, allowed)
        found = find_held_hits(run_source, qrels_source, score_bits=score_bits, rules=rules)
        prepared = _joined([found], qrels_source.queries, query_codes(qrels_source), qrels_source.number)
        sample, judgments = run_source, qrels_source
    elif file is None:
        run_table, qrels_table = table_from(run_source, "run"), table_from(qrels_source, "qrels")
        tell_exchanged(run_table, qrels_table, allowed)
        sample, judgments = with_ids(run_table, id_rules), JudgmentIndex.from_table(with_ids(qrels_table, id_rules))
        prepared = join_pieces([search(sample, judgments)], judgments)
    else:
        pieces, sample, judgments = _by_blocks(file, qrels_source, search, id_rules, progress)
        names = [query for each in pieces for query in each.queries]
        if len(set(names)) < len(names):  # a query stands in several places of the file: it is ranked as a whole
            pieces = [search(with_ids(read_run(file), id_rules), judgments)]
        prepared = join_pieces(pieces, judgments)
    if allowed is not None:
        overlap = overlap_of(prepared)
        tell_unmet(overlap, _queries(prepared), lambda: _tables(run_source, qrels_source, id_rules), allowed)
        tell_partly_unmet(overlap, sample, judgments, _path_of(run_source), allowed)
    return prepared


def overlap_of(prepared: Prepared) -> Overlap:
    """Count how many ids of run and judgments meet."""
    in_run, is_judged = _sides(prepared)
    found = len(prepared.query)
    missed = int(in_run[prepared.missed_query].sum())
    both = int((in_run & is_judged).sum())
    return Overlap(int(in_run.sum()), int(is_judged.sum()), both, found + missed, found)


def _queries(prepared: Prepared) -> Iterator[Iterator[str]]:
    """Yield the queries of the run, and those that are judged."""
    return (compress(prepared.queries, side) for side in _sides(prepared))


def _sides(prepared: Prepared) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which queries (Q,) are in the run, and which are judged."""
    is_judged = np.zeros(len(prepared.queries), dtype=bool)
    is_judged[prepared.query] = True
    is_judged[prepared.missed_query] = True
    return prepared.retrieved > 0, is_judged


def _tables(run: Source, qrels: Source, id_rules: tuple[str, ...]) -> tuple[Table, Table]:
    """The run, or the beginning of its file, and the judgments, to look for why their ids do not meet."""
    file = as_file(run)
    beginning = table_from(run, "run") if file is None else _beginning(file)
    return with_ids(beginning, id_rules), with_ids(table_from(qrels, "qrels"), id_rules)


def _path_of(run: Source) -> str:
    """The name of a run for messages."""
    return run.path if isinstance(run, Table | HeldRows) else str(run) if isinstance(run, str | File) else "run"


def _beginning(file: File) -> Table:
    """The first rows of a file, of more than one query if it has them."""
    blocks = [*islice(whole_queries(file), 2)]
    return read_run_block(file, Block(blocks[0].start, b"".join(each.text for each in blocks)))


def _judged(source: Source, id_rules: tuple[str, ...]) -> JudgmentIndex:
    return JudgmentIndex.from_table(with_ids(table_from(source, "qrels"), id_rules))


def as_file(source: Source) -> File | None:
    """The file that a source is, if it is TREC text, which is read piece by piece."""
    return as_text(_openable(source, "run")) if isinstance(source, str | File) else None


def table_from(source: Source, name: str) -> Table:
    """The whole table of a source; name: 'run' or 'qrels'."""
    if not isinstance(source, str | File):
        held = table_of_object(source, name)
        if held is not None:
            return held
    return read_run(_openable(source, name)) if name == "run" else read_qrels(_openable(source, name))


def held_once(source: Source, name: str) -> Source:
    """Return a source that can be read again and again: what is in memory as rows, since an iterator is read once."""
    held = _held(source, name)
    return held if isinstance(held, str | File | HeldRows) else table_from(held, name)


def _held(source: Source, name: str) -> Source:
    """Dictionaries as rows, anything else as it is."""
    if isinstance(source, str | File | Table | HeldRows):
        return source
    rows = rows_of_object(source, name)
    return source if rows is None else rows


def are_small(run: Source, qrels: Source) -> bool:
    """Whether both are in memory and small, so that they are searched without pyarrow."""
    return all(isinstance(each, HeldRows) and len(each) <= SMALL and not each.has_copies() for each in (run, qrels))


def _openable(source: object, name: str) -> str | File:
    """A source that can be opened, or at least looked for; `bad_source` if it is none."""
    if isinstance(source, File) or (isinstance(source, str) and len(source) <= LONGEST_PATH and not NO_PATH.search(source)):
        return source
    message = f"{name}: expected a path, a table, or {{query: {{document: number}}}}, found {short_repr(source)}."
    raise InputError("bad_source", message, what=name, found=short_repr(source))


def _by_blocks(
    path: File,
    qrels: Source,
    search: Callable[[Table, JudgmentIndex], JudgedRows],
    id_rules: tuple[str, ...],
    progress: Progress | None,
) -> tuple[list[JudgedRows], RowSample, JudgmentIndex]:
    """Read and search a file piece by piece, as many at once as there are processors, the judgments beside the first pieces."""
    workers = os.cpu_count() or 1
    keep_memory()
    with ThreadPoolExecutor(workers) as pool:
        judged = pool.submit(_judged, qrels, id_rules)  # first in line, so that whoever waits for it waits for one who works

        def act(block: Block) -> tuple[JudgedRows, RowSample]:
            table = with_ids(read_run_block(path, block), id_rules)
            return search(table, judged.result()), RowSample.from_source(table, IN_PIECE)

        try:
            pieces = [*in_order(pool, act, whole_queries(path, progress), workers + 1)]
            return [piece for piece, _ in pieces], RowSample.from_samples(sample for _, sample in pieces), judged.result()
        finally:
            pool.shutdown(cancel_futures=True)


def join_pieces(pieces: list[JudgedRows], judged: JudgmentIndex) -> Prepared:
    """Put the pieces of a run together, with queries in the order of their names."""
    return _joined(pieces, judged.queries.to_pylist(), judged.query, judged.grades)


def _joined(
    pieces: list[JudgedRows], of_judged: list[str], judged_query: NDArray[np.int64], grades: NDArray[np.float64]
) -> Prepared:
    """Put the pieces together, with queries in the order of their names."""
    of_run = [query for each in pieces for query in each.queries]
    queries = sorted({*of_run, *of_judged})  # by code points, which is the order of the bytes in UTF-8
    place = {query: i for i, query in enumerate(queries)}
    run_places, judged_places = (np.array([place[query] for query in names], dtype=np.int64) for names in (of_run, of_judged))
    starts = np.cumsum([0, *(len(each.queries) for each in pieces)])

    def whole(name: str) -> NDArray[Any]:
        return np.concatenate([getattr(each, name) for each in pieces])

    judgment = whole("judgment")
    missed = np.ones(len(grades), dtype=bool)
    missed[judgment] = False
    retrieved = np.zeros(len(queries))
    retrieved[run_places] = whole("retrieved")
    return Prepared(
        queries=tuple(queries),
        query=run_places[np.concatenate([each.query + start for each, start in zip(pieces, starts, strict=False)])],
        grade=grades[judgment],
        score=whole("score"),
        judgment=judgment,
        above=whole("above"),
        tied=whole("tied"),
        order={rule: np.concatenate([each.inside[rule] for each in pieces]) for rule in pieces[0].inside},
        missed_query=judged_places[judged_query[missed]],
        missed_grade=grades[missed],
        retrieved=retrieved,
        zeros=np.zeros(len(queries)),
        duplicates=sum(each.duplicates for each in pieces),
        unsorted=sum(each.unsorted for each in pieces),
    )


def prepare_log(
    log: Impressions,
    users: slice = slice(None),
    *,
    score_bits: str = "64",
    rules: Collection[str] = TIES_BY_NAME,
    with_zeros: bool = True,
) -> Prepared:
    """Take some users of a log, in which every row is judged.

    Parameters
    ----------
    log : Impressions
    users : slice
    score_bits, rules
        As for `prepare`.
    with_zeros : bool
        Whether rows of label 0 are kept; without them they are counted, see `Places`.
    """
    first, last, _ = users.indices(len(log.users))
    rows = slice(int(log.starts[first]), int(log.starts[last]))
    score, label = log.score[rows], log.label[rows]
    sizes = np.diff(log.starts[first : last + 1])
    query = np.repeat(np.arange(len(sizes)), sizes)
    rows_kept = np.arange(len(label)) if with_zeros else np.flatnonzero(label)
    document = None if log.document is None else log.document[rows]
    stand = rank_rows(query, in_bits(score, score_bits), document, rows_kept, rules)
    none = np.zeros(0, dtype=np.int64)
    return Prepared(
        queries=tuple(log.users[users].to_pylist()),
        query=query[rows_kept],
        grade=label[rows_kept],
        score=score[rows_kept],
        judgment=np.arange(len(rows_kept)),  # every row is judged by itself
        above=stand.above,
        tied=stand.tied,
        order=stand.inside,
        missed_query=none,
        missed_grade=np.zeros(0),
        retrieved=sizes.astype(float),
        zeros=(sizes - np.bincount(query[rows_kept], minlength=len(sizes))).astype(float),
        duplicates=0,
        unsorted=stand.unsorted,
        path=log.path,
    )
