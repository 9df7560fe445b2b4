"""Tables with named columns: every form gives the same rows, and what cannot be used is reported with its place."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from rankviz import InputError
from rankviz.runs.read import held_rows
from rankviz.runs.read.column_names import SYNONYMS
from rankviz.runs.read.file_sources import Upload
from rankviz.runs.read.files import read_qrels, read_run
from rankviz.runs.read.impression_log import Impressions
from rankviz.runs.read.run_table import Table
from rankviz.runs.read.table_files import is_table, kind_of, read_impressions, read_table_qrels, read_table_run
from rankviz.texts import LANGUAGES, Texts

Row = tuple[str, str, float]
RUN = ("query", "document", "score")
ROWS: list[Row] = [("q1", "d1", 3.5), ("q1", "a,b", 2.0), ("q2", 'say "é"', -1.25), ("q1", " 日\r\n本 ", 1e-3)]


def as_csv(
    header: Sequence[str], rows: Sequence[Sequence[object]], delimiter: str = ",", end: str = "\r\n", quoted: bool = False
) -> bytes:
    text = io.StringIO(newline="")
    how = csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL
    csv.writer(text, delimiter=delimiter, lineterminator=end, quoting=how).writerows([header, *rows])
    return text.getvalue().encode()


def of_users(log: Impressions) -> dict[str, list[tuple[float, float]]]:
    """Labels and scores of each user."""
    rows = list(zip(log.label.tolist(), log.score.tolist(), strict=True))
    return {user: rows[log.rows_of(user)] for user in log.users.to_pylist()}


def as_json(header: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    return "".join(json.dumps(dict(zip(header, row, strict=True))) + "\n" for row in rows).encode()


def as_parquet(header: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    sink = io.BytesIO()
    columns = [pyarrow.array(column) for column in zip(*rows, strict=True)]
    parquet.write_table(pyarrow.Table.from_arrays(columns, names=list(header)), sink, row_group_size=2)
    return sink.getvalue()


def as_bytes(columns: Mapping[str, Any]) -> bytes:
    sink = io.BytesIO()
    parquet.write_table(pyarrow.table(dict(columns)), sink)
    return sink.getvalue()


WRITERS: dict[str, Callable[[Sequence[str], Sequence[Sequence[object]]], bytes]] = {
    "comma": as_csv,
    "semicolon": lambda header, rows: b"\xef\xbb\xbf" + as_csv(header, rows, ";"),
    "tab": lambda header, rows: b"\n\r\n" + as_csv(header, rows, "\t") + b"\n\n",
    "packed": lambda header, rows: gzip.compress(as_csv(header, rows, "|")),
    # Python's csv module leaves a line end of the other kind unquoted, unless everything is quoted.
    "all quoted": lambda header, rows: as_csv([f" {name} " for name in header], rows, ",", "\n", quoted=True),
    "old Mac": lambda header, rows: as_csv(header, rows, ",", "\r", quoted=True),
    "JSON": as_json,
    "JSON packed": lambda header, rows: gzip.compress(b"\xef\xbb\xbf\n" + as_json(header, rows).replace(b"\n", b"\r\n\n")),
    "Parquet": as_parquet,
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table"  # the form is seen from the content


def rows_of(table: Table) -> list[Row]:
    return list(zip(table.query.to_pylist(), table.document.to_pylist(), table.number.tolist(), strict=True))


def refused(path: Path, read: Callable[..., Any] = read_table_run, **options: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        read(path, **options)
    error = caught.value
    assert str(path) in error.message
    for language in LANGUAGES:  # the page says the same, with the parts that the error brings
        assert str(path) in Texts(language)(f"error.{error.key}", **error.where)
    return error


# ---------------------------------------------------------------------------------------------------------------------------
# Forms


@pytest.mark.parametrize("form", WRITERS)
def test_a_run_is_read_in_every_form(form: str, path: Path) -> None:
    path.write_bytes(WRITERS[form](RUN, ROWS))
    table = read_table_run(path)
    assert rows_of(table) == ROWS
    assert isinstance(table.query, pyarrow.DictionaryArray)
    assert sorted(table.query.dictionary.to_pylist()) == ["q1", "q2"]
    assert (table.document.type, table.number.dtype, table.path) == (pyarrow.string(), np.float64, str(path))


@pytest.mark.parametrize("form", WRITERS)
def test_an_upload_is_read_as_a_file_is(form: str) -> None:
    upload = Upload("mine", WRITERS[form](RUN, ROWS))
    assert (kind_of(upload), is_table(upload), rows_of(read_table_run(upload))) == ("run", True, ROWS)
    assert read_table_run(upload).path == "mine"
    with pytest.raises(InputError, match="mine has no column for the grade"):
        read_table_qrels(upload)


def test_a_path_may_be_text(path: Path) -> None:
    path.write_bytes(as_csv(RUN, ROWS))
    assert (kind_of(str(path)), is_table(str(path)), rows_of(read_table_run(str(path)))) == ("run", True, ROWS)


def test_a_damaged_upload_is_told() -> None:
    for content in (as_parquet(RUN, ROWS)[:-9], gzip.compress(as_csv(RUN, ROWS))[:30]):
        with pytest.raises(InputError, match="mine cannot be read"):
            read_table_run(Upload("mine", content))


@pytest.mark.parametrize("form", WRITERS)
def test_judgments_are_read_in_every_form(form: str, path: Path) -> None:
    path.write_bytes(WRITERS[form](("label", "other", "pid", "qid"), [(3, "x", "d1", "q1"), (0, "y", "d2", "q1")]))
    assert rows_of(read_table_qrels(path)) == [("q1", "d1", 3.0), ("q1", "d2", 0.0)]
    assert kind_of(path) == "qrels"


@pytest.mark.parametrize("form", WRITERS)
def test_a_log_is_read_in_every_form(form: str, path: Path) -> None:
    path.write_bytes(WRITERS[form](("user_id", "y_pred", "click"), [("u1", 0.5, True), ("u2", 1, False), ("u1", 0.25, True)]))
    log = read_impressions(path)
    assert isinstance(log, Impressions)
    assert of_users(log) == {"u1": [(1.0, 0.5), (1.0, 0.25)], "u2": [(0.0, 1.0)]}
    assert log.document is None
    assert kind_of(path) == "impressions"


def test_a_log_keeps_its_documents(path: Path) -> None:
    path.write_bytes(as_csv(("session", "item_id", "prediction", "target"), [(7, 12, 0.5, 1), (7, 13, 0.25, 0)]))
    log = read_impressions(path)
    assert log.document is not None
    assert (log.users.to_pylist(), log.document.to_pylist()) == (["7"], ["12", "13"])


@pytest.mark.parametrize(("meaning", "name"), [(meaning, name) for meaning, names in SYNONYMS.items() for name in names])
@pytest.mark.parametrize("form", ["tab", "JSON", "Parquet"])
def test_every_synonym_is_known_in_any_case(form: str, meaning: str, name: str, path: Path) -> None:
    kind = "qrels" if meaning == "grade" else "run"
    header = ["QUERY", "Document", "Grade" if kind == "qrels" else "sCore"]
    header[("query", "document", "score", "grade").index(meaning) if meaning != "grade" else 2] = name.upper()
    path.write_bytes(WRITERS[form](header, [("q", "d", 1)]))
    read = read_table_qrels if kind == "qrels" else read_table_run
    assert (kind_of(path), rows_of(read(path))) == (kind, [("q", "d", 1.0)])


def test_names_may_be_written_otherwise(path: Path) -> None:
    path.write_bytes(as_csv(("userId", "Item ID", "rating-pred", "rating"), [("u", "i", 1.5, 4)]))
    assert rows_of(read_table_run(path)) == [("u", "i", 1.5)]
    assert rows_of(read_table_qrels(path)) == [("u", "i", 4.0)]


def test_only_the_needed_columns_have_to_be_right(path: Path) -> None:
    rows = [("x", "q", "d", 1, "?", "\ud800"), ("", "q", "e", 2, "", "")]
    content = as_csv(("0", "query", "docno", "score", "note", "note"), [(*row[:5], "") for row in rows])
    path.write_bytes(content.replace(b"?", b"\xff"))
    assert rows_of(read_table_run(path)) == [("q", "d", 1.0), ("q", "e", 2.0)]


def test_the_caller_may_name_the_columns(path: Path) -> None:
    path.write_bytes(as_csv(("user", "session", "doc", "score", "model_b", "hit"), [("u", "s", "d", 1, 2, 3)]))
    names = {"query": "session", "score": "model_b", "label": "hit"}
    assert rows_of(read_table_run(path, columns=names)) == [("s", "d", 2.0)]
    assert rows_of(read_table_qrels(path, columns=names)) == [("s", "d", 3.0)]
    assert read_impressions(path, columns=names).label.tolist() == [3.0]
    assert (kind_of(path), kind_of(path, columns=names)) == ("run", "impressions")


def test_a_name_given_for_one_meaning_is_no_synonym_of_another(path: Path) -> None:
    path.write_bytes(as_json(("query", "doc", "rating", "label"), [("q", "d", 0.5, 1)]))
    log = read_impressions(path, columns={"score": "rating"})
    assert (log.score.tolist(), log.label.tolist()) == ([0.5], [1.0])


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_separator_is_the_one_between_the_names(delimiter: str, path: Path) -> None:
    header = ["note ,;\t| x", "query", "document", "score"]
    path.write_bytes(as_csv(header, [(",,,,,,", "q;|", "d,\t", 1)], delimiter))
    assert rows_of(read_table_run(path)) == [("q;|", "d,\t", 1.0)]
    other = ";" if delimiter != ";" else ","
    path.write_text(
        delimiter.join([other * 9, "query", "document", "score"]) + delimiter.join(["\n", "q", "d", "1"]), encoding="utf-8"
    )
    assert rows_of(read_table_run(path)) == [("q", "d", 1.0)]


def test_a_comma_is_the_decimal_sign_between_semicolons(path: Path) -> None:
    path.write_bytes(b"query;document;score\r\nq;d;0,5\r\nq;e;-2\r\nq;f;1,25E-3\r\n")
    assert read_table_run(path).number.tolist() == [0.5, -2.0, 0.00125]
    path.write_bytes(b"query;document;score\r\nq;d;0.5\r\nq;e;1,5\r\n")
    assert (refused(path).key, refused(path).where["text"]) == ("file_number", "1,5")
    path.write_bytes(b'query,document,score\r\nq,d,"0,5"\r\n')
    assert refused(path).key == "file_number"


@pytest.mark.parametrize("text", ["+1.5", " 1.5", "1.50", "15e-1", "1.5\t", '"1.5"'])
@pytest.mark.parametrize("label", ["1", "True"])  # beside true and false numbers are read the slow way
def test_numbers_may_be_written_as_python_understands_them(text: str, label: str, path: Path) -> None:
    path.write_text(f"query,score,label\nq,{text},{label}\n", encoding="utf-8")
    assert read_impressions(path).score.tolist() == [1.5]


@pytest.mark.parametrize("words", ["True False", "true false", "TRUE 0", "1 False"])
def test_labels_may_be_words(words: str, path: Path) -> None:
    path.write_text("query,doc,label\n" + "".join(f"q,{i},{word}\n" for i, word in enumerate(words.split())), encoding="utf-8")
    assert read_table_qrels(path).number.tolist() == [1.0, 0.0]


NAMES = {
    "int64": pyarrow.array([12, -7, 12], pyarrow.int64()),
    "uint64": pyarrow.array([2**64 - 1, 7, 0], pyarrow.uint64()),
    "int8": pyarrow.array([1, 2, 3], pyarrow.int8()),
    "whole floats": pyarrow.array([12.0, -0.0, 2.0**53], pyarrow.float64()),
    "float32": pyarrow.array([12.0, 1.0, 2.0**24], pyarrow.float32()),
    "decimals": pyarrow.array([Decimal("12.00"), Decimal("3.00"), Decimal("-1.00")]),
    "dictionary": pyarrow.array(["b", "a", "b"]).dictionary_encode(),
    "large": pyarrow.array(["b", "é", "日"], pyarrow.large_string()),
    "view": pyarrow.array(["b", "é", "日"], pyarrow.string_view()),
    "bytes": pyarrow.array([b"b", "é".encode(), b"x"]),
}
EXPECTED = {
    "int64": ["12", "-7", "12"],
    "uint64": [str(2**64 - 1), "7", "0"],
    "int8": ["1", "2", "3"],
    "whole floats": ["12", "0", str(2**53)],
    "float32": ["12", "1", str(2**24)],
    "decimals": ["12", "3", "-1"],
    "dictionary": ["b", "a", "b"],
    "bytes": ["b", "é", "x"],
}


@pytest.mark.parametrize("kind", NAMES)
def test_names_of_every_type_become_text(kind: str, path: Path) -> None:
    path.write_bytes(as_bytes({"query": NAMES[kind], "document": NAMES[kind], "score": [1, 2, 3]}))
    table = read_table_run(path)
    expected = EXPECTED.get(kind, ["b", "é", "日"])
    assert (table.query.to_pylist(), table.document.to_pylist()) == (expected, expected)
    assert (table.query.type.value_type, table.document.type) == (pyarrow.string(), pyarrow.string())


@pytest.mark.parametrize(
    "numbers",
    [
        pyarrow.array([1, 2], pyarrow.int32()),
        pyarrow.array([1, 2], pyarrow.float16()),
        pyarrow.array([1, 2], pyarrow.uint8()),
        pyarrow.array([Decimal("1.00"), Decimal("2.00")]),
        pyarrow.array([1, 2]).dictionary_encode(),
    ],
)
def test_numbers_may_be_of_every_type(numbers: Any, path: Path) -> None:
    path.write_bytes(as_bytes({"query": ["a", "b"], "document": ["a", "b"], "score": numbers}))
    assert read_table_run(path).number.tolist() == [1.0, 2.0]


def test_a_query_of_no_row_is_left_out(path: Path) -> None:
    kept = pyarrow.DictionaryArray.from_arrays(pyarrow.array([1, 1]), pyarrow.array(["gone", "here"]))
    path.write_bytes(as_bytes({"query": kept, "document": ["a", "b"], "score": [1, 2]}))
    assert read_table_run(path).query.dictionary.to_pylist() == ["here"]


@pytest.mark.parametrize("form", ["comma", "JSON", "Parquet"])
def test_a_table_of_floats_has_the_same_names_in_every_form(form: str, path: Path) -> None:
    path.write_bytes(WRITERS[form](RUN, [(1.0, 12.0, 1.0), (2.0, 13.0, 0.5), (1.0, 12.0, 0.25)]))
    table = read_table_run(path)
    assert (table.query.to_pylist(), table.document.to_pylist()) == (["1", "2", "1"], ["12", "13", "12"])


def test_text_with_a_point_stays_text(path: Path) -> None:
    path.write_bytes(as_csv(RUN, [("1.0", "1.0", 1), ("1.1", "007", 2)]))
    assert rows_of(read_table_run(path)) == [("1.0", "1.0", 1.0), ("1.1", "007", 2.0)]
    path.write_bytes(as_json(RUN, [("1.0", "2.0", 1)]))
    assert rows_of(read_table_run(path)) == [("1.0", "2.0", 1.0)]


def test_whole_numbers_of_any_length_are_names_in_json(path: Path) -> None:
    names = [1, 2**63, 10**60]
    path.write_bytes(as_json(RUN, [(name, -name, 1) for name in names]))
    table = read_table_run(path)
    assert (table.query.to_pylist(), table.document.to_pylist()) == ([str(n) for n in names], [str(-n) for n in names])


@pytest.mark.parametrize("form", ["comma", "JSON", "packed"])
@pytest.mark.parametrize("longest", [10, 20_000])
def test_rows_longer_than_a_block_and_many_blocks_are_read(
    form: str, longest: int, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rankviz.runs.read.table_files.BLOCK", 4096)
    rows = [(f"q{i % 7}", f"d{i}\n", float(i), "x" * (longest if i == 3 else 10)) for i in range(2000)]
    path.write_bytes(WRITERS[form]((*RUN, "text"), rows))
    table = read_table_run(path)
    assert rows_of(table) == [row[:3] for row in rows]
    assert len(table.query.dictionary) == 7
    rows[1500] = ("q", "", 1.0, "")
    path.write_bytes(WRITERS[form]((*RUN, "text"), rows))
    assert refused(path).where["line"] == (1501 if form == "JSON" else 3002)


# ---------------------------------------------------------------------------------------------------------------------------
# What kind of file it is


@pytest.mark.parametrize(
    ("content", "kind", "table"),
    [
        ("q1 Q0 d1 1 0.5 tag\n", "", False),
        ("q1\tQ0\td1\t1\t0.5\ttag\n", "", False),
        ("query\t0\tdoc\t1\n", "", False),  # judgments of TREC about a query of that name
        ("q1 0 d1 1\n", "", False),
        ("", "", False),
        ("\n\n", "", False),
        ("qid\tdocid\tscore\nq\td\t1\n", "run", True),
        ("\ufeffquery;item;grade\n", "qrels", True),
        ("query,document,score,label\n", "impressions", True),
        ("query,score,0,1\n", "", False),
        ("query,document,score,0,1\n", "run", True),
        ("query,score\n", "run", True),  # the reader says which column is missing
        ("a,b,c\n", "", False),
        ('{"qid": 1, "pid": 2, "rel": 3}\n', "qrels", True),
        ('{"a": 1}\n', "", True),
        ('[{"qid": 1}]\n', "", True),
        ("{\n", "", True),
        ('"query\n', "", False),
        ("x" * 200_000, "", False),
    ],
)
def test_the_header_says_what_a_file_is(content: str, kind: str, table: bool, path: Path) -> None:
    for data in (content.encode(), gzip.compress(content.encode())):
        path.write_bytes(data)
        assert (kind_of(path), is_table(path)) == (kind, table)


def test_the_ending_decides_where_the_content_does_not(tmp_path: Path) -> None:
    for name, content, expected in [
        ("a.csv", b"q1,d1,0.5\n", True),
        ("a.csv", b"q1;d1;0.5\n", True),
        ("a.csv", b"q1 Q0 d1 1 0.5 tag\n", False),
        ("a.tsv", b"q1\t0\td1\t1\n", False),
        ("a.csv.gz", gzip.compress(b"q1,d1,0.5\n"), True),
        ("a.jsonl", b"x\n", True),
        ("a.txt", b"q1,d1,0.5\n", False),
    ]:
        (tmp_path / name).write_bytes(content)
        assert (is_table(tmp_path / name), kind_of(tmp_path / name)) == (expected, ""), name


def test_only_the_header_is_looked_at(path: Path) -> None:
    path.write_bytes(b"query,document,score\n\xff,,,,\n")
    assert (kind_of(path), is_table(path)) == ("run", True)
    path.write_bytes(as_json((*RUN, "text"), [("q", "d", 1, "x" * 2_000_000)]))
    assert kind_of(path) == "run"
    path.write_bytes(as_parquet(("user", "y_true", "y_score"), [("u", 1, 0.5)]))
    assert (kind_of(path), is_table(path)) == ("impressions", True)


# ---------------------------------------------------------------------------------------------------------------------------
# Damaged files

HEADER = "query,document,score\n"
OBJECT = '{"query": "q", "document": "d", "score": 1}\n'
DAMAGED = {
    "an empty file": ("", "file_empty", None, None),
    "blank lines": ("\n \n", "file_empty", None, None),
    "no rows": (HEADER, "file_empty", None, None),
    "no rows but blank lines": (HEADER + "\n\n", "file_empty", None, None),
    "a column too few": (HEADER + "q,d,1\n\nq,e\n", "file_row", 4, "q,e"),
    "a column too many": (HEADER + "q,d,1\nq,e,1,2\n", "file_row", 3, "q,e,1,2"),
    "a blank line with a blank": (HEADER + "q,d,1\n \n", "file_row", 3, " "),
    "a quote that stays open": (HEADER + 'q,d,1\nq,"e,1\nq,f,1\n', "file_row", 3, "q,e,1 q,f,1 "),
    "text for a number": (HEADER + "q,d,1\nq,e,good\n", "file_number", 3, "good"),
    "a number after line ends in quotes": (HEADER + 'q,"d\n\r\nx",1\r\n\r\nq,e,good\n', "file_number", 6, "good"),
    "an odd number": (HEADER + "q,d,1_0\n", "file_number", 2, "1_0"),
    "not a number": (HEADER + "q,d,1\nq,e,nan\n", "file_number", 3, "nan"),
    "infinite": (HEADER + "q,d,1\nq,e,-inf\n", "file_number", 3, "-inf"),
    "too large": (HEADER + "q,d,1e999\n", "file_number", 2, "1e999"),
    "a true score": (HEADER + "q,d,True\n", "file_number", 2, "True"),
    "no number": (HEADER + "q,d,1\nq,e,\n", "cell_empty", 3, ""),
    "no document": (HEADER + "q,d,1\n\nq,,2\n", "cell_empty", 4, ""),
    "no query": (HEADER + "q,d,1\n,d,2\n", "cell_empty", 3, ""),
    "the first of two": (HEADER + "q,d,1\nq,,2\nq,e,?\n", "cell_empty", 3, ""),
    "the first of two others": (HEADER + "q,d,1\nq,e,?\nq,,2\n", "file_number", 3, "?"),
    "only commas": (HEADER + "q,d,1\n,,\n", "cell_empty", 3, ""),
    "a mark before a late line": ("\ufeff\n" + HEADER + "q,d,?\n", "file_number", 3, "?"),
    "JSON: text for a number": (OBJECT + '\n{"query": "q", "document": "d", "score": "1"}\n', "file_number", 3, '"1"'),
    "JSON: text for every number": ('{"query": "q", "document": "d", "score": "1"}\n', "file_number", 1, "1"),
    "JSON: a true score": ('{"query": "q", "document": "d", "score": true}\n', "file_number", 1, "True"),
    "JSON: a late true score": (OBJECT + '{"query": "q", "document": "d", "score": true}\n', "file_number", 2, "true"),
    "JSON: not a number": (OBJECT + '{"query": "q", "document": "d", "score": NaN}\n', "file_number", 2, "NaN"),
    "JSON: too large": (OBJECT + '{"query": "q", "document": "d", "score": 1e999}\n', "file_number", 2, "Infinity"),
    "JSON: null": (OBJECT + '{"query": "q", "document": "d", "score": null}\n', "cell_empty", 2, ""),
    "JSON: null at first": ('{"query": null, "document": "d", "score": 1}\n' + OBJECT, "cell_empty", 1, ""),
    "JSON: null before numbers": (
        '{"query": "q", "document": "d", "score": null}\n' + OBJECT, "cell_empty", 1, "",
    ),
    "JSON: a key that is missing": (OBJECT + "\n" + OBJECT + '{"query": "q", "score": 1}\n', "cell_empty", 4, ""),
    "JSON: an empty name": (OBJECT + '{"query": "", "document": "d", "score": 1}\n', "cell_empty", 2, ""),
    "JSON: a list for a name": (OBJECT + '{"query": ["q"], "document": "d", "score": 1}\n', "cell_name", 2, '["q"]'),
    "JSON: lists for names": ('{"query": ["q"], "document": "d", "score": 1}\n', "cell_name", 1, '["q"]'),
    "JSON: true for a name": ('{"query": true, "document": "d", "score": 1}\n', "cell_name", 1, "True"),
    "JSON: a number among texts": (OBJECT + '{"query": 7, "document": "d", "score": 1}\n', "cell_name", 2, "7"),
    "JSON: a fraction for a name": (
        OBJECT.replace('"q"', "7") + '{"query": 7.5, "document": "d", "score": 1}\n', "cell_name", 2, "7.5",
    ),
    "JSON: fractions for names": (OBJECT.replace('"q"', "0.5"), "cell_name", 1, "0.5"),
    "JSON: floats too large for names": (OBJECT.replace('"q"', "1e17"), "cell_name", 1, "1e+17"),
    "JSON: half a character": (OBJECT + '{"query": "\\ud800", "document": "d", "score": 1}\n', "file_json", 2, None),
    "JSON: cut": (OBJECT + OBJECT[:20] + "\n", "file_json", 2, OBJECT[:20].strip()),
    "JSON: no object": (OBJECT + "[1]\n", "file_json", 2, "[1]"),
    "JSON: a list of objects": ("[" + OBJECT.strip() + "]", "file_json", 1, "[" + OBJECT.strip() + "]"),
    "JSON: over several lines": ('{\n"query": "q", "document": "d", "score": 1}\n', "file_json", 1, "{"),
    "JSON: deep": (OBJECT + '{"a":' * 100_000 + "\n", "file_json", 2, None),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_what_cannot_be_used_is_told_with_its_line(name: str, path: Path) -> None:
    content, key, line, text = DAMAGED[name]
    for data in (content.encode(), gzip.compress(content.encode())):
        path.write_bytes(data)
        error = refused(path)
        assert (error.key, error.where.get("line")) == (key, line)
        assert text is None or error.where["text"] == text
        assert line is None or f"{path}, line {line}" in error.message


def test_a_late_line_is_told_too(path: Path) -> None:
    lines = ["query,document,score", *(f'q{i},"d\n{i}",{i}' for i in range(5000)), 'q,"d\n\nx",', "q,,?"]
    path.write_text("\n".join(lines), encoding="utf-8")
    error = refused(path)
    assert (error.key, error.where["line"], error.where["column"]) == ("cell_empty", 10_002, "score")


def test_the_line_is_found_beside_long_texts(path: Path) -> None:
    path.write_bytes(as_csv((*RUN, "text"), [("q", "d", 1, "x\n" * 200_000), ("q", "e", "?", "")]))
    error = refused(path)
    assert (error.key, error.where["line"]) == ("file_number", 200_003)


def test_a_damaged_row_says_what_was_expected(path: Path) -> None:
    path.write_text("qid;docid;score\nq;d;1\nq;d;1;x\n", encoding="utf-8")
    error = refused(path)
    assert {name: error.where[name] for name in ("found", "count", "columns")} == {
        "found": 4,
        "count": 3,
        "columns": "qid;docid;score",
    }
    assert 'line 3: "q;d;1;x" has 4 columns; expected 3: qid;docid;score' in error.message


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"query,document,score\nq,d,1\nq,caf\xe9,2\n", 3),
        (b"query,document,score\nq,\xef\xbf\xbd,1\n\xb2\xe9\xd1\xaf,d,2\n", 3),
        ("query\tdocument\tscore\nq\td\t1\n".encode("utf-16"), 1),
        (OBJECT.encode() + OBJECT.encode().replace(b'"d"', b'"\xff"'), 2),
    ],
)
def test_another_encoding_is_told(content: bytes, line: int, path: Path) -> None:
    path.write_bytes(content)
    error = refused(path)
    assert (error.key, error.where["line"]) == ("file_encoding", line)
    assert "UTF-8" in error.message


@pytest.mark.parametrize(
    ("column", "values", "key", "row", "text"),
    [
        ("query", ["a", None, "c"], "cell_empty", 2, ""),
        ("query", ["a", "b", ""], "cell_empty", 3, ""),
        ("document", pyarrow.array(["a", "b", None]).dictionary_encode(), "cell_empty", 3, ""),
        ("document", pyarrow.nulls(3), "cell_empty", 1, ""),
        ("query", [1.0, float("nan"), 2.0], "cell_empty", 2, ""),
        ("query", [1.0, 2.0, 2.5], "cell_name", 3, "2.5"),
        ("query", [1.0, float("inf"), 2.5], "cell_name", 2, "inf"),
        ("document", [2.0**53 + 2, 1.0, 1.0], "cell_name", 1, "9007199254740994.0"),
        ("document", pyarrow.array([1.0, 1.0, 2.0**24 + 2], pyarrow.float32()), "cell_name", 3, "16777218.0"),
        ("document", pyarrow.array([Decimal("1.0"), Decimal("1.5"), Decimal("2.0")]), "cell_name", 2, "1.5"),
        ("document", [True, False, True], "cell_name", 1, "True"),
        ("document", [["a"], ["b"], ["c"]], "cell_name", 1, "list<element: string>"),
        ("query", pyarrow.array([1, 2, 3], pyarrow.timestamp("ns")), "cell_name", 1, "timestamp[ns]"),
        ("query", [b"a", b"\xff", b"c"], "file_encoding", 2, None),
        ("score", [1.0, None, 2.0], "cell_empty", 2, ""),
        ("score", [1.0, 2.0, float("nan")], "file_number", 3, "nan"),
        ("score", [1.0, float("-inf"), float("nan")], "file_number", 2, "-inf"),
        ("score", ["1", "2", "3"], "file_number", 1, "1"),
        ("score", [True, False, True], "file_number", 1, "True"),
        ("score", [[1], [2], [3]], "file_number", 1, None),
    ],
)
def test_a_row_of_a_parquet_file_is_told(column: str, values: Any, key: str, row: int, text: str | None, path: Path) -> None:
    path.write_bytes(as_bytes({"query": ["a", "b", "c"], "document": ["a", "b", "c"], "score": [1, 2, 3]} | {column: values}))
    error = refused(path)
    assert (error.key, error.where["line"], error.where["column"]) == (key, row, "" if key == "file_encoding" else column) or (
        key == "file_encoding" and error.where["line"] == row
    )
    assert text is None or error.where["text"] == text
    assert f"{path}, row {row}" in error.message


def test_a_parquet_file_without_rows_is_told(path: Path) -> None:
    path.write_bytes(as_bytes({"query": pyarrow.array([], pyarrow.string()), "document": pyarrow.nulls(0), "score": [] * 0}))
    assert refused(path).key == "file_empty"


@pytest.mark.parametrize("read", [read_table_run, kind_of, is_table])
def test_a_file_that_cannot_be_opened_is_told(read: Callable[..., Any], tmp_path: Path) -> None:
    whole, packed = as_parquet(RUN, ROWS), gzip.compress(as_csv(RUN, ROWS) * 9)
    (tmp_path / "folder").mkdir()
    for name, content in [
        ("cut", whole[:-9]),
        ("start", b"PAR1"),
        ("footer", whole[:-40] + b"\xff" * 32 + whole[-8:]),
        ("names", whole.replace(b"document", b"doc\x80ment")),
        ("other.parquet", b"query,document,score\n"),
        ("cut.gz", packed[: len(packed) // 2]),
        ("damaged.gz", packed[:20] + b"\xff\x00\xff" + packed[23:]),
        ("none", None),
        ("folder", None),
    ]:
        if content is not None:
            (tmp_path / name).write_bytes(content)
        assert refused(tmp_path / name, read).key == "file_missing", name


@given(at=st.integers(4, 10**6), byte=st.integers(0, 255))
def test_a_damaged_parquet_file_never_ends_otherwise(at: int, byte: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    content = bytearray(as_parquet(RUN, ROWS))
    content[at % (len(content) - 4) or 4] = byte
    path = tmp_path_factory.getbasetemp() / "damaged.parquet"
    path.write_bytes(content)
    try:
        rows_of(read_table_run(path))
    except InputError as error:
        assert str(path) in error.message


# ---------------------------------------------------------------------------------------------------------------------------
# Columns that are missing, or there twice


@pytest.mark.parametrize("form", ["comma", "semicolon", "JSON", "Parquet"])
def test_a_missing_column_is_told_with_what_was_expected(form: str, path: Path) -> None:
    path.write_bytes(WRITERS[form](("query", "name", "score"), [("q", "d", 1)]))
    error = refused(path)
    assert (error.key, error.where["column"], error.where["header"]) == ("columns_missing", "document", "query, name, score")
    assert str(error.where["expected"]).startswith("document, document_id, doc,")
    assert error.message.endswith(" Rename a column.")
    assert refused(path, read_table_qrels).where["column"] == "document"
    assert refused(path, read_impressions).where["column"] == "grade"


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_that_is_not_text_is_called_so(packed: bool, path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:  # as a spreadsheet is written
        book.writestr("xl/worksheets/sheet1.xml", "<row>query document score</row>" * 9)
    path.write_bytes(gzip.compress(path.read_bytes()) if packed else path.read_bytes())
    for read in (read_run, read_qrels, read_table_run, read_impressions):
        assert refused(path, read).key == "file_binary"


def test_a_text_with_a_zero_byte_is_a_text(path: Path) -> None:
    path.write_bytes("query,document,score\nq\0,é,1\n".encode())
    assert rows_of(read_table_run(path)) == [("q\0", "é", 1.0)]


def test_a_table_without_a_header_is_told(path: Path) -> None:
    path.write_bytes(b"q1,d1,0.5\nq1,d2,0.25\n")
    assert (refused(path).key, refused(path).where["header"]) == ("columns_missing", "q1, d1, 0.5")


@pytest.mark.parametrize("form", ["comma", "JSON", "Parquet"])
def test_two_columns_of_one_meaning_are_told(form: str, path: Path) -> None:
    path.write_bytes(WRITERS[form](("user_id", "session_id", "doc", "score"), [("u", "s", "d", 1)]))
    error = refused(path)
    assert (error.key, error.where["column"], error.where["found"]) == ("columns_twice", "query", "user_id, session_id")
    assert error.where["header"] == "user_id, session_id, doc, score"
    assert "Rename the others." in error.message
    assert rows_of(read_table_run(path, columns={"query": "session_id"})) == [("s", "d", 1.0)]


def test_one_name_twice_is_told_even_where_it_was_named(path: Path) -> None:
    path.write_bytes(as_csv(("query", "doc", "score", "score"), [("q", "d", 1, 2)]))
    assert refused(path).key == "columns_twice"
    assert refused(path, columns={"score": "score"}).key == "columns_twice"


def test_a_name_that_the_file_lacks_is_told(path: Path) -> None:
    path.write_bytes(as_csv(RUN, [("q", "d", 1)]))
    error = refused(path, columns={"score": "Score"})
    assert (error.key, error.where["name"], error.where["header"]) == ("column_absent", "Score", "query, document, score")
    assert refused(path, columns={"query": "query", "document": "query"}).key == "columns_shared"


def test_an_unknown_meaning_is_told(path: Path) -> None:
    path.write_bytes(as_csv(RUN, [("q", "d", 1)]))
    with pytest.raises(InputError, match="Did you mean score") as caught:
        read_table_run(path, columns={"scores": "score"})
    assert caught.value.key == "unknown_column"
    assert Texts("zh")("error.unknown_column", **caught.value.where)


# ---------------------------------------------------------------------------------------------------------------------------
# Round trips

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=5) | st.sampled_from(
    ["q", " ", "\ufeff", '"', ",", "\r", "1"]
)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.slow
@pytest.mark.parametrize("form", WRITERS)
@given(rows=st.lists(st.tuples(TEXT, TEXT, FLOATS), min_size=1, max_size=8))
def test_what_was_written_is_read(form: str, rows: list[Row], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "round"
    path.write_bytes(WRITERS[form](RUN, rows))
    found = read_table_run(path)
    assert rows_of(found) == rows
    pairs: dict[str, dict[str, float]] = {}
    for query, document, score in rows:
        pairs.setdefault(query, {})[document] = score
    once = [(query, document, score) for query, documents in pairs.items() for document, score in documents.items()]
    path.write_bytes(WRITERS[form](RUN, once))
    found, expected = read_table_run(path), held_rows.rows_of(pairs, str(path)).table()
    assert found.query.to_pylist() == expected.query.to_pylist()
    assert found.document.to_pylist() == expected.document.to_pylist()
    assert found.number.tobytes() == expected.number.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("form", ["comma", "JSON", "Parquet"])
@given(rows=st.lists(st.tuples(st.integers(-(2**63), 2**63 - 1), st.booleans(), FLOATS), min_size=1, max_size=8))
def test_a_log_of_whole_numbers_is_read(
    form: str, rows: list[tuple[int, bool, float]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "log"
    path.write_bytes(WRITERS[form](("uid", "clicked", "probability"), rows))
    log = read_impressions(path)
    expected: dict[str, list[tuple[float, float]]] = {}
    for user, label, score in rows:
        expected.setdefault(str(user), []).append((float(label), score))
    assert of_users(log) == expected
    assert log.rows_of("nobody") == slice(0, 0)
