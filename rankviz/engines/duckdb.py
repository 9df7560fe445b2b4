"""Runs larger than memory in DuckDB: it reads the files and hands over the rows of some queries at a time."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rankviz.basics.errors import InputError
from rankviz.basics.optional_packages import load
from rankviz.engines.checked_tables import NUMBERS, check_columns, of_no_query, table_from
from rankviz.runs.evaluate.id_overlap import Overlap, check_overlap
from rankviz.runs.evaluate.run_evaluation import QueryValues, concat_results, part_values, requested_measures
from rankviz.runs.evaluate.side_checks import check_allow, raise_or_warn
from rankviz.runs.read.file_sources import GZIP_MAGIC
from rankviz.runs.read.query_blocks import whole_queries
from rankviz.runs.read.run_table import Table
from rankviz.runs.read.trec import read_qrels, read_run_block

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

ROWS = 2_000_000  # in a bucket; they take some 400 MB while they are evaluated
MOST = 1_000_000  # buckets
SEPARATORS = {".csv": ",", ".tsv": "\t"}
PARQUET_MAGIC = b"PAR1"
SHOWN = 300  # characters of DuckDB's message


def evaluate_run_duckdb(
    run: str | Path | DuckDBPyRelation,
    qrels: str | Path | DuckDBPyRelation,
    measures: str | Iterable[str],
    *,
    profile: str = "textbook",
    buckets: int | None = None,
    memory_limit: str | None = None,
    allow: str = "",
    **choices: Any,
) -> QueryValues:
    """Evaluate a run of any size against judgments, the queries of one bucket after the other.

    Parameters
    ----------
    run, qrels : path or DuckDB relation
        A Parquet file, a folder or a pattern (`runs/*.parquet`) of Parquet files, `.csv` or `.tsv` (also `.gz`) with a header,
        anything else is TREC text. Columns query, document, and score or grade; ids are text or whole numbers.
    measures : str, or several
        As for `evaluate`.
    profile, **choices
        As for `evaluate`.
    buckets : int from 1 on, optional
        By default so many that one has about two million rows.
    memory_limit : str, optional
        Of DuckDB itself while it reads files, as "2GB"; a relation keeps the limit of its own connection.
    allow : {'', 'unmet'}
        With 'unmet' ids that do not meet are told by a warning. They are counted over all buckets, so that is told at the end;
        examples and the reason are those of the first rows.

    Returns
    -------
    QueryValues
        As `evaluate_run` gives it.

    Raises
    ------
    InputError
        For what cannot be read: `file_missing`, those of `read_run`, `engine_columns`, `engine_ids`, `engine_value`; for
        settings `bad_number`, `engine_memory`; `engine_ids_rule` for `ids=`, as queries are put into buckets as they stand; and
        as `evaluate_run`.

    Notes
    -----
    Equal scores stay in listed order (several files in the order of their names): every bucket is a scan with a filter and
    nothing else, and DuckDB keeps the order of rows there as long as `preserve_insertion_order` is on. It is on here; in a
    relation's own connection it is by default, and whatever the relation does besides (joins, groups) may lose the order
    before.

    Each bucket is one pass over the rows, and a relation is computed anew in each: make a table of one that takes long.
    Text is read once and kept as Parquet in a temporary folder; judgments as TREC text are held in memory for that.
    """
    load("duckdb")
    measures = requested_measures(measures, profile)
    if "ids" in choices:
        message = "DuckDB reads ids as they stand. Change them in the relation, as by regexp_replace(query, '[.]0$', '')."
        raise InputError("engine_ids_rule", message)
    results = [of_no_query(measures, profile, choices)]
    overlaps: list[Overlap] = []
    if buckets is not None and (isinstance(buckets, bool) or not isinstance(buckets, int) or not 1 <= buckets <= MOST):
        message = f"buckets={buckets}: expected a whole number from 1 to {MOST}."
        raise InputError("bad_number", message, name="buckets", value=buckets, low="1", high=str(MOST))
    with TemporaryDirectory(prefix="rankviz-") as folder, _connected(folder, memory_limit) as connection:
        opened = [_opened(connection, source, name, Path(folder)) for name, source in (("run", run), ("qrels", qrels))]
        count = buckets or max(-(-sum(map(_count, opened)) // ROWS), 1)
        for bucket in range(count):
            run_table, qrels_table = (_table(each, bucket, count) for each in opened)
            if len(run_table) or len(qrels_table):
                result, overlap = part_values(run_table, qrels_table, measures, profile=profile, choices=choices)
                results.append(result)
                overlaps.append(overlap)
        whole = sum(overlaps, Overlap(0, 0, 0, 0, 0))
        error = None if whole.is_complete else check_overlap(whole, *map(_beginning, opened))
    raise_or_warn(error, check_allow(allow))
    return concat_results(results)


@dataclass(frozen=True)
class _Opened:
    """A source with the columns query and document as text and number as float64, and its name in messages."""

    relation: DuckDBPyRelation
    number: str
    name: str


@contextmanager
def _connected(folder: str, memory_limit: str | None) -> Iterator[DuckDBPyConnection]:
    """Open a connection of our own, which keeps what does not fit into memory in the folder and downloads nothing."""
    duckdb = load("duckdb")
    config: dict[str, str | bool | int | float | list[str]] = {
        "temp_directory": folder,
        "preserve_insertion_order": True,
        "autoinstall_known_extensions": False,
    }
    if memory_limit is not None:
        config["memory_limit"] = memory_limit
    try:
        connection = duckdb.connect(config=config)
    except duckdb.Error as error:
        message = f'memory_limit="{memory_limit}": {_first_lines(error)}. Expected a size such as "2GB".'
        raise InputError("engine_memory", message, value=memory_limit, reason=_first_lines(error)) from None
    with connection:
        yield connection


@contextmanager
def _source_errors(name: str) -> Iterator[None]:
    """Raise InputError for what DuckDB finds wrong with a source, but not for lack of memory, which is not its fault."""
    duckdb = load("duckdb")
    try:
        yield
    except (duckdb.DataError, duckdb.ProgrammingError, duckdb.IOException) as error:
        reason = _first_lines(error)
        raise InputError("file_missing", f"{name} cannot be read: {reason}.", path=name, reason=reason) from None


def _first_lines(error: Exception) -> str:
    return " ".join(str(error).split("\n\n")[0].split())[:SHOWN].rstrip(".")


# ---------------------------------------------------------------------------------------------------------------------------
# Sources


def _opened(connection: DuckDBPyConnection, source: str | Path | DuckDBPyRelation, name: str, folder: Path) -> _Opened:
    """Find a source and its columns; only text is read at once."""
    number = column = NUMBERS[name]
    if not isinstance(source, str | Path):
        with _source_errors(name):
            return _Opened(_columns(source, number, name), number, name)
    files, path = _files(source), str(source)
    if not files[0].stat().st_size:
        raise InputError("file_empty", f"{path}: the file has no lines.", path=path)
    with _source_errors(path):
        if not _is_parquet(files[0]):
            files, column = [_kept_as_parquet(connection, files[0], name, folder / f"{name}.parquet")], "number"
        # A folder called a=b is no column: its type would be guessed.
        relation = connection.read_parquet([glob.escape(str(each)) for each in files], hive_partitioning=False)
        return _Opened(_columns(relation, column, path), number, path)


def _columns(relation: DuckDBPyRelation, number: str, name: str) -> DuckDBPyRelation:
    column_of = load("duckdb").ColumnExpression
    check_columns(dict(zip(relation.columns, map(str, relation.dtypes), strict=True)), number, name)
    query, document = (column_of(column).cast("VARCHAR").alias(column) for column in ("query", "document"))
    return relation.select(query, document, column_of(number).cast("DOUBLE").alias("number"))


def _files(source: str | Path) -> list[Path]:
    """The file, or the Parquet files of a folder or pattern by name."""
    path = Path(source)
    if path.is_file():
        return [path]
    if path.is_dir():
        # What Spark and others write beside the rows starts with _ or a dot.
        files = sorted(each for each in path.rglob("*.parquet") if not each.name.startswith(("_", ".")))
    else:
        files = sorted(each for each in map(Path, glob.glob(str(source), recursive=True)) if each.is_file())  # noqa: PTH207
    if not files or (len(files) > 1 and not all(map(_is_parquet, files))):
        reason = "of several files each has to be Parquet" if files else "no file is there"
        raise InputError("file_missing", f"{source} cannot be read: {reason}.", path=str(source), reason=reason)
    return files


def _is_parquet(path: Path) -> bool:
    return _starts_with(path, PARQUET_MAGIC)


def _starts_with(path: Path, magic: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(magic)) == magic


def _kept_as_parquet(connection: DuckDBPyConnection, path: Path, name: str, target: Path) -> Path:
    """Read text once: each of the passes over the buckets would take it apart again."""
    plain = path.with_suffix("") if path.suffix == ".gz" else path
    separator = SEPARATORS.get(plain.suffix.lower())
    if separator is None:
        _trec_as_parquet(path, name, target)
        return target
    rows = connection.read_csv(
        glob.escape(str(path)),
        header=True,
        sep=separator,
        quotechar='"',
        escapechar='"',
        all_varchar=True,  # so that 007 stays 007
        compression="gzip"
        if _starts_with(path, GZIP_MAGIC)
        else "none",  # DuckDB looks for .gz, and before a ? in the path only
    )
    _columns(rows, NUMBERS[name], str(path)).write_parquet(str(target))
    return target


def _trec_as_parquet(path: Path, name: str, target: Path) -> None:
    """Read TREC text by the same code as everywhere, a run in pieces."""
    pyarrow = load("pyarrow")
    parquet = load("pyarrow.parquet")
    schema = pyarrow.schema({"query": pyarrow.string(), "document": pyarrow.string(), "number": pyarrow.float64()})
    pieces = (read_run_block(path, block) for block in whole_queries(path)) if name == "run" else [read_qrels(path)]
    with parquet.ParquetWriter(target, schema) as writer:
        for piece in pieces:
            writer.write_table(pyarrow.table([piece.query.cast(pyarrow.string()), piece.document, piece.number], schema=schema))


# ---------------------------------------------------------------------------------------------------------------------------
# Rows


def _count(opened: _Opened) -> int:
    with _source_errors(opened.name):
        return int(opened.relation.count("*").fetchall()[0][0])


def _beginning(opened: _Opened) -> Table:
    """The first rows, in which examples and reasons of ids that do not meet are looked for."""
    with _source_errors(opened.name):
        return table_from(opened.relation.limit(ROWS).to_arrow_table(), opened.number, opened.name)


def _table(opened: _Opened, bucket: int, buckets: int) -> Table:
    """The rows of a bucket's queries, in listed order; those without a query come in one of the buckets, to be refused."""
    duckdb = load("duckdb")
    relation = opened.relation
    if buckets > 1:
        place = duckdb.FunctionExpression("hash", duckdb.ColumnExpression("query")) % duckdb.ConstantExpression(buckets)
        relation = relation.filter(place == duckdb.ConstantExpression(bucket))
    with _source_errors(opened.name):
        return table_from(relation.to_arrow_table(), opened.number, opened.name)
