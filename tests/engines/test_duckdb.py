"""DuckDB gives the core's numbers, exactly, from files of any format and in any number of buckets."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pytest
from pyarrow import parquet

from rankviz import InputError
from rankviz.engines.duckdb import ROWS, evaluate_run_duckdb
from rankviz.runs.evaluate.run_evaluation import part_values, query_values
from tests.engines.data import CHOICES, Data, Row, differences, farthest, long, measures, strange, table

duckdb = pytest.importorskip("duckdb")

FOLDER = "it's a [1] *?; -- folder é"
BUCKETS = (None, 1, 2, 7, 50)


def columns(rows: list[Row], number: str) -> pyarrow.Table:
    queries, documents, numbers = zip(*rows, strict=True)
    return pyarrow.table({"unused": [0] * len(rows), number: numbers, "document": documents, "query": queries})


def as_parquet(rows: list[Row], number: str, path: Path) -> Path:
    parquet.write_table(columns(rows, number), path, row_group_size=50)
    return path


def as_folder(rows: list[Row], number: str, path: Path) -> Path:
    path.mkdir()
    for part, start in enumerate(range(0, len(rows), 70)):
        as_parquet(rows[start : start + 70], number, path / f"part-{part:05}.parquet")
    (path / "_SUCCESS").touch()
    (path / "_metadata.parquet").write_text("not a table of rows", encoding="utf-8")
    return path


def as_pattern(rows: list[Row], number: str, path: Path) -> Path:
    # A pattern's own signs have to be plain in the folders above it.
    folder = path.parent.parent / f"plain's {number}"
    as_folder(rows, number, folder)
    return folder / "part-*.parquet"


def as_csv(rows: list[Row], number: str, path: Path, sign: str = ",") -> Path:
    path = path.with_suffix(".csv" if sign == "," else ".tsv")
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=sign, quoting=csv.QUOTE_ALL if sign == "\t" else csv.QUOTE_MINIMAL)
        writer.writerow(["unused", "document", number, "query"])
        writer.writerows(["", document, value, query] for query, document, value in rows)
    return path


def as_tsv(rows: list[Row], number: str, path: Path) -> Path:
    return as_csv(rows, number, path, "\t")


def as_packed_csv(rows: list[Row], number: str, path: Path) -> Path:
    plain = as_csv(rows, number, path)
    packed = plain.with_name(plain.name + ".gz")
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    return packed


def as_trec(rows: list[Row], number: str, path: Path, sign: str = " ") -> Path:
    lines = [
        sign.join(
            (query, "Q0", document, "1", repr(value), "tag") if number == "score" else (query, "0", document, repr(value))
        )
        for query, document, value in rows
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def as_tabs(rows: list[Row], number: str, path: Path) -> Path:
    return as_trec(rows, number, path, "\t")


def as_runs_of_blanks(rows: list[Row], number: str, path: Path) -> Path:
    return as_trec(rows, number, path, "  \t ")


def as_packed_trec(rows: list[Row], number: str, path: Path) -> Path:
    path.write_bytes(gzip.compress(as_trec(rows, number, path).read_bytes()))
    return path


Write = Callable[[list[Row], str, Path], Path]
WITH_BLANKS: tuple[Write, ...] = (as_parquet, as_folder, as_pattern, as_csv, as_tsv, as_packed_csv)
WITHOUT: tuple[Write, ...] = (as_trec, as_tabs, as_runs_of_blanks, as_packed_trec)


def written(data: Data, write: Write, tmp_path: Path) -> tuple[Path, Path]:
    folder = tmp_path / FOLDER
    folder.mkdir()
    return write(data.run, "score", folder / "run '; DROP"), write(data.qrels, "grade", folder / 'the "qrels"')


@pytest.mark.slow
@pytest.mark.parametrize("choices", CHOICES, ids=str)
@pytest.mark.parametrize("write", [*WITH_BLANKS, *WITHOUT], ids=lambda each: each.__name__)
def test_every_format_gives_exactly_the_values_of_one_process(write: Write, choices: dict[str, str], tmp_path: Path) -> None:
    data = strange(blanks=write in WITH_BLANKS)
    run, qrels = written(data, write, tmp_path)
    found = evaluate_run_duckdb(str(run), qrels, measures(choices), buckets=3, **choices)
    assert differences(found, data.expected(**choices)) == []


@pytest.mark.slow
@pytest.mark.parametrize("choices", [*CHOICES, {"ties": "docid_asc"}, {"duplicates": "last_wins"}], ids=str)
@pytest.mark.parametrize("buckets", BUCKETS)
def test_any_number_of_buckets_gives_exactly_the_same(buckets: int | None, choices: dict[str, str], tmp_path: Path) -> None:
    data = strange()
    files = written(data, as_parquet, tmp_path)
    asked = ("nDCG@10", "AP", "RR") if "duplicates" in choices else measures(choices)
    expected = query_values(table(data.run), table(data.qrels), asked, **choices)  # type: ignore[arg-type]
    assert differences(evaluate_run_duckdb(*files, asked, buckets=buckets, **choices), expected) == []


@pytest.mark.slow
@pytest.mark.parametrize("choices", CHOICES, ids=str)
def test_long_lists_give_exactly_what_each_bucket_gives_in_one_process(choices: dict[str, str], tmp_path: Path) -> None:
    data, buckets = long(), 5
    files = written(data, as_parquet, tmp_path)
    asked, expected = measures(choices), data.expected(**choices)
    assert differences(evaluate_run_duckdb(*files, asked, buckets=1, **choices), expected) == []
    found = evaluate_run_duckdb(*files, asked, buckets=buckets, **choices)
    # NumPy's order of adding up depends on the longest list beside a list, and a bucket has others.
    assert farthest(found, expected) <= 4 * 2**-53
    names = sorted({query for query, _, _ in data.run})
    places = dict(
        duckdb.connect().execute("SELECT q, hash(q) % 5 FROM (SELECT unnest($names) AS q)", {"names": names}).fetchall()
    )
    for bucket in range(buckets):
        here = [[row for row in rows if places[row[0]] == bucket] for rows in (data.run, data.qrels)]
        alone = query_values(table(here[0]), table(here[1]), asked, **choices)  # type: ignore[arg-type]
        at = [found.queries.index(query) for query in alone.queries]
        assert all(
            np.array_equal(found.list_values[each][at], values, equal_nan=True) for each, values in alone.list_values.items()
        )


def test_ties_stay_in_the_order_of_the_file_where_several_threads_read_it(tmp_path: Path) -> None:
    rows = [(f"q{i % 40}", f"d{(i * 7919) % 100_003}", 1.0) for i in range(40_000)]
    path = tmp_path / "run.parquet"
    parquet.write_table(columns(rows, "score"), path, row_group_size=2_000)
    judgments = [(f"q{query}", rows[query + 40 * (query * 20 + 9)][1], 1.0) for query in range(40)]
    expected = [1 / (query * 20 + 10) for query in range(40)]
    qrels = as_parquet(judgments, "grade", tmp_path / "qrels.parquet")
    connection = duckdb.connect(config={"threads": 4})
    for source in (path, connection.read_parquet(str(path))):
        found = evaluate_run_duckdb(source, qrels, ["RR"], buckets=3)
        values = dict(zip(found.queries, found.list_values["RR"], strict=True))
        assert [values[f"q{query}"] for query in range(40)] == expected


def test_relations_are_taken_as_files_are() -> None:
    data = strange()
    connection = duckdb.connect()
    run, qrels = columns(data.run, "score"), columns(data.qrels, "grade")
    found = evaluate_run_duckdb(connection.from_arrow(run), connection.from_arrow(qrels), measures({}), buckets=4)
    assert differences(found, data.expected()) == []
    connection.close()


def test_ids_may_be_whole_numbers_and_keep_their_zeros_as_text(tmp_path: Path) -> None:
    run = tmp_path / "run.parquet"
    parquet.write_table(pyarrow.table({"query": [7, 12], "document": [1, 2], "score": [1, 2]}), run)
    (tmp_path / "qrels.csv").write_text("query,document,grade\n7,1,1\n007,1,1\n12,2,1\n", encoding="utf-8")
    found = evaluate_run_duckdb(run, tmp_path / "qrels.csv", ["RR"], buckets=2)
    assert found.queries == ("007", "12", "7")
    assert found.list_values["RR"].tolist() == [0.0, 1.0, 1.0]


def test_one_side_may_have_no_rows(tmp_path: Path) -> None:
    run = as_parquet([("q", "d", 1.0)], "score", tmp_path / "run.parquet")
    (tmp_path / "none.csv").write_text("query,document,grade\n", encoding="utf-8")
    found = evaluate_run_duckdb(run, tmp_path / "none.csv", ["AP"])
    assert differences(found, query_values({"q": {"d": 1.0}}, {}, ["AP"])) == []
    (tmp_path / "nothing.csv").write_text("query,document,score\n", encoding="utf-8")
    empty = evaluate_run_duckdb(tmp_path / "nothing.csv", tmp_path / "none.csv", ["AP"])
    assert differences(empty, query_values({}, {}, ["AP"])) == []


def test_a_bucket_has_about_two_million_rows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert ROWS == 2_000_000
    sizes = []

    def counting(found: Any, judged: Any, *arguments: Any, **choices: Any) -> Any:
        sizes.append(len(found) + len(judged))
        return part_values(found, judged, *arguments, **choices)

    monkeypatch.setattr("rankviz.engines.duckdb.ROWS", 100)
    monkeypatch.setattr("rankviz.engines.duckdb.part_values", counting)
    data = strange()
    evaluate_run_duckdb(*written(data, as_parquet, tmp_path), ["AP"])
    rows = len(data.run) + len(data.qrels)
    assert sum(sizes) == rows
    assert max(sizes) < rows / 2


def test_little_memory_for_duckdb_is_enough(tmp_path: Path) -> None:
    data = strange(blanks=False)
    found = evaluate_run_duckdb(*written(data, as_trec, tmp_path), measures({}), buckets=2, memory_limit="100MB")
    assert differences(found, data.expected()) == []


# ---------------------------------------------------------------------------------------------------------------------------
# What cannot be read


@pytest.mark.parametrize(
    ("name", "content", "key", "said"),
    [
        ("run", "q Q0 d 1 2.0 t\nq Q0 d 1 2.0\n", "file_row", "line 2"),
        ("run", "q Q0 d 1 good t\n", "file_number", "good"),
        ("run", "", "file_empty", "no lines"),
        ("run.csv", "", "file_empty", "no lines"),
        ("run.csv", "query,document,grade\nq,d,1\n", "engine_columns", "query, document, score"),
        ("run.csv", "query,document,score\nq,d,1\nq,e,good\n", "file_missing", "good"),
        ("run.csv", "query,document,score\nq,d,nan\n", "engine_value", "rows whose score"),
        ("run.csv", "query,document,score\nq,,1\n", "engine_value", "rows whose document"),
        ("run.csv", "query,document,score\n,d,1\n", "engine_value", "rows whose query"),
        ("run.parquet", "PAR1 but nothing else", "file_missing", "cannot be read"),
    ],
)
def test_a_damaged_file_is_told(name: str, content: str, key: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    qrels = as_parquet([("q", "d", 1.0)], "grade", tmp_path / "qrels.parquet")
    with pytest.raises(InputError, match=said) as caught:
        evaluate_run_duckdb(path, qrels, ["AP"], buckets=3)
    assert caught.value.key == key
    assert str(path) in caught.value.message


@pytest.mark.parametrize("name", ["none", "none/*.parquet", ""])
def test_files_that_are_not_there_are_told(name: str, tmp_path: Path) -> None:
    qrels = as_parquet([("q", "d", 1.0)], "grade", tmp_path / "qrels")
    with pytest.raises(InputError, match="no file is there") as caught:
        evaluate_run_duckdb(tmp_path / name, qrels, ["AP"])
    assert caught.value.key == "file_missing"


def test_ids_that_are_neither_text_nor_whole_numbers_are_refused() -> None:
    rows = duckdb.connect().from_arrow(pyarrow.table({"query": [7.0], "document": ["d"], "score": [1.0], "grade": [1.0]}))
    with pytest.raises(InputError, match="double") as caught:
        evaluate_run_duckdb(rows, rows, ["AP"])
    assert caught.value.key == "engine_ids"


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"buckets": 0}, "bad_number"),
        ({"buckets": 2.5}, "bad_number"),
        ({"buckets": True}, "bad_number"),
        ({"memory_limit": "lots"}, "engine_memory"),
        ({"memory_limit": "1GB'; --"}, "engine_memory"),
        ({"profile": "none"}, "unknown_profile"),
    ],
)
def test_settings_that_cannot_be_used_are_told(settings: dict[str, Any], key: str) -> None:
    with pytest.raises(InputError) as caught:
        evaluate_run_duckdb("run", "qrels", ["AP"], **settings)
    assert caught.value.key == key


# ---------------------------------------------------------------------------------------------------------------------------
# Ids that do not meet


def unmet(query: Callable[[int], object]) -> tuple[Any, Any]:
    """A run of twenty queries whose ids are written so, and their judgments."""
    rows = [(q, f"d{d}", d) for q in range(20) for d in (1, 2, 3)]
    run = columns([(str(query(q)), document, 1 / d) for q, document, d in rows], "score")
    return duckdb.from_arrow(run), duckdb.from_arrow(columns([(str(q), d, 1.0) for q, d, _ in rows], "grade"))


@pytest.mark.parametrize("buckets", [1, 3])
def test_ids_that_do_not_meet_are_counted_over_all_buckets(buckets: int) -> None:
    run, qrels = unmet("{}.0".format)
    with pytest.raises(InputError, match=r'0 of 20 queries are among the 20 judged ones.*end in "\.0"') as caught:
        evaluate_run_duckdb(run, qrels, "RR", buckets=buckets)
    assert caught.value.key == "ids_do_not_meet"
    with pytest.warns(UserWarning, match="0 of 20 queries") as told:
        found = evaluate_run_duckdb(run, qrels, "RR", buckets=buckets, allow="unmet")
    assert found.means == {"RR": 0}
    assert {Path(each.filename) for each in told} == {Path(__file__)}
    with pytest.raises(InputError, match="Change them in the relation"):
        evaluate_run_duckdb(run, qrels, "RR", ids="decimal")


def test_a_sound_run_of_which_not_all_queries_are_judged_is_evaluated() -> None:
    run, qrels = unmet(lambda q: q + 5)
    assert evaluate_run_duckdb(run, qrels, "RR", buckets=4).counts == {"RR": 20}
