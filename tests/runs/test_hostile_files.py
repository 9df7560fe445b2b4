"""Whatever bytes a file has: it is read or refused, in bounded time and memory, with a message of one line."""

from __future__ import annotations

import gzip
import io
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from rankviz import InputError
from rankviz.basics.limits import MAX_EMPTY, MAX_LINE
from rankviz.runs.evaluate.prepared_run import prepare
from rankviz.runs.read import file_sources as sources
from rankviz.runs.read import parquet_files
from rankviz.runs.read import query_blocks as blocks
from rankviz.runs.read.file_sources import Upload
from rankviz.runs.read.files import read_qrels
from rankviz.runs.read.query_blocks import whole_queries
from rankviz.runs.read.table_files import kind_of, read_impressions, read_table_run
from tests.helpers.hostile import at_most
from tests.helpers.long import rounds

ROWS = [(f"q{i // 4}", f"d{i}", i * 7 % 5 / 2, i % 3) for i in range(24)]
QRELS = {"q1": {"d4": 1.0}}
COUNT = 200_000


def parquet_of(columns: dict[str, object], **options: object) -> bytes:
    sink = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), sink, **options)
    return sink.getvalue()


def table(delimiter: str) -> bytes:
    rows = [("user", "item", "score", "click"), *ROWS]
    return "".join(delimiter.join(str(each) for each in row) + "\n" for row in rows).encode()


TREC = "".join(f"{q} Q0 {d} 1 {s} tag\n" for q, d, s, _ in ROWS).encode()
JSON = "".join(f'{{"user": "{q}", "item": "{d}", "score": {s}, "click": {c}}}\n' for q, d, s, c in ROWS).encode()
FORMS = {
    "r.txt": TREC,
    "r.gz": gzip.compress(TREC),
    "l.csv": table(","),
    "l.tsv": table("\t"),
    "l.csv.gz": gzip.compress(table(",")),
    "l.jsonl": JSON,
    "l.parquet": parquet_of(dict(zip(("user", "item", "score", "click"), map(list, zip(*ROWS, strict=True)), strict=True))),
    "qrels.txt": "".join(f"{q} 0 {d} {c}\n" for q, d, _, c in ROWS).encode(),
}
PIECES = (
    b"\n",
    b"\r",
    b"\0",
    b"#",
    b'"',
    b",",
    b"\t",
    b" ",
    b"\xff",
    b"\xef\xbb\xbf",
    b"1e999",
    b"nan",
    b"{",
    b"[",
    b"\xe2\x80\xa8",
)


def damaged(draw: random.Random, content: bytes) -> bytes:
    """A file with a few bytes changed, left out, put in, doubled or exchanged."""
    for _ in range(draw.choice([1, 1, 2, 8])):
        at, end = sorted(draw.randrange(len(content) + 1) for _ in range(2))
        end = min(end, at + draw.choice([1, 1, 10, 1000]))
        new = {
            "flip": bytes(each ^ (1 << draw.randrange(8)) for each in content[at : at + 1]),
            "cut": b"",
            "put": draw.choice(PIECES) * draw.choice([1, 1, 3, 300]),
            "double": content[at:end] * 2,
            "noise": draw.randbytes(draw.choice([1, 4, 16])),
        }[draw.choice(["flip", "flip", "cut", "put", "double", "noise"])]
        content = content[:at] + new + content[end if new != b"" or draw.random() < 0.5 else len(content) :]
        if not content:
            return b"\n"
    return content


def refusal(act: Callable[[Upload], object], file: Upload) -> InputError | None:
    """What is said of a file, None if it was read; any other exception goes on."""
    try:
        act(file)
    except InputError as error:
        assert len(error.message.splitlines()) == 1
        assert error.message.isprintable()
        return error
    return None


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMS)
def test_a_damaged_file_is_read_or_refused(name: str) -> None:
    draw = random.Random(name)  # noqa: S311
    refused = 0
    for _ in range(rounds(60)):
        file = Upload(name, damaged(draw, FORMS[name]))
        for act in (kind_of, read_qrels, read_table_run, read_impressions, lambda each: prepare(each, QRELS)):
            with at_most(5, file.content):
                refused += refusal(act, file) is not None
    assert refused > 0


ROW = b"q1 Q0 d1 1 2.5 t\n"
LONG_FILES = {
    "blank lines at the end": ROW + b"\n" * COUNT,
    "comments at the end": ROW + b"#\n" * COUNT,
    "blanks at the end": ROW + b" \r\n" * COUNT,
    "blank lines at the start": b"\n" * COUNT + ROW,
    "comments between": ROW + b"# comment\n" * COUNT + ROW.replace(b"q1", b"q2"),
    "comments and rows of one query": (ROW + b"\n#\n") * (COUNT // 3),
    "queries of one row": b"".join(b"q%d Q0 d1 1 2.5 t\n" % i for i in range(COUNT)),
    "lines of one character": ROW + b"x\n" * COUNT,
    "zeros": ROW + b"\0\n" * COUNT,
    "old line ends": ROW.replace(b"\n", b"\r") * (COUNT // 4),
    "long names": b"".join(b"q Q0 %06d%s 1 %d t\n" % (i, b"x" * 2000, i) for i in range(1000)) + ROW * 20,
    "one long name": b"q Q0 " + b"x" * 500_000 + b" 1 1 t\n" + ROW * (COUNT // 20),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG_FILES)
def test_no_file_takes_more_than_linear_time(name: str) -> None:
    prepare(Upload("warm", ROW), QRELS)  # what is loaded at the first call is not counted
    with at_most(4):  # it was minutes
        refusal(lambda file: prepare(file, QRELS), Upload("r", LONG_FILES[name]))


@pytest.mark.slow
@pytest.mark.parametrize("other", [b"\n", b" \t\r\n", b"#\n", b" # a comment\n"])
@pytest.mark.parametrize("size", [100, 1 << 21])
def test_lines_without_a_row_change_nothing(other: bytes, size: int) -> None:
    draw = random.Random(size)  # noqa: S311
    rows = [row for i in range(40) for row in (b"q%02d Q0 a 1 2 t\n" % i, b"q%02d Q0 b 2 1 t\n" % i)]
    for _ in range(rounds(10)):
        content = b"".join(other * draw.choice([0, 0, 1, 3000]) + row for row in rows) + other * draw.choice([0, 3000])
        found = list(whole_queries(Upload("r", content), size=size))
        queries = [{bytes(line[:3]) for line in block.text.splitlines() if line[:1] == b"q"} for block in found]
        assert all(queries)
        assert sorted(each for some in queries for each in some) == [b"q%02d" % i for i in range(40)]
        assert sum(block.text.count(b"Q0") for block in found) == len(rows)


def test_comments_are_counted_as_lines() -> None:
    for comments in (b"#\n\n", b" # more\n" * 5):
        error = refusal(read_qrels, Upload("qrels", comments + b"q 0 d 1\n" + comments + b"q 0 d\n"))
        assert error is not None
        assert (error.key, error.where["line"]) == ("file_row", 2 * comments.count(b"\n") + 2)


@pytest.mark.slow
@pytest.mark.parametrize("packed", [False, True])
def test_a_line_of_any_length_is_refused_with_its_number(packed: bool) -> None:
    for length, is_refused in ((MAX_LINE, False), (MAX_LINE + 1, True)):
        for before in (b"", b"q 0 d 1\n", b"q 0 d 1\n" * 500_000):
            row = b"q 0 " + b"x" * (length - 6) + b" 1"
            content = before + row + b"\nq 0 e 1\n"
            error = refusal(read_qrels, Upload("qrels", gzip.compress(content, 1) if packed else content))
            assert (error is not None) == is_refused
            if error is not None:
                assert (error.key, error.where["line"]) == ("file_line", before.count(b"\n") + 1)


READERS: dict[str, tuple[Callable[[Upload], object], bytes, bytes]] = {
    "r.gz": (lambda file: prepare(file, QRELS), b"", TREC),
    "qrels.gz": (read_qrels, b"", FORMS["qrels.txt"]),
    "l.csv.gz": (read_impressions, b"user,score,click\n", b"u,0.5,1\n" * 20),
    "l.jsonl.gz": (read_impressions, b"", JSON),
}


@pytest.mark.parametrize("name", READERS)
def test_a_packed_file_is_unpacked_up_to_a_limit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_UNPACKED", 3)
    read, head, rows = READERS[name]
    for size, is_refused in ((2_900_000, False), (3_100_000, True)):
        error = refusal(read, Upload(name, gzip.compress(head + rows * (size // len(rows)))))
        assert (error is not None) == is_refused
        if error is not None:
            assert (error.key, error.where["limit"]) == ("file_unpacked", "3 MB")


def test_a_query_that_cannot_be_held_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (blocks, sources):
        monkeypatch.setattr(module, "MAX_HELD", 100_000)
    one, many = (b"".join(row % i for i in range(20_000)) for row in (b"q Q0 d%d 1 1 t\n", b"q%d Q0 d 1 1 t\n"))
    for read in (read_qrels, lambda file: list(whole_queries(file, size=10_000))):
        error = refusal(read, Upload("r.gz", gzip.compress(one)))
        assert error is not None
        assert error.key == "file_held"
    assert len(list(whole_queries(Upload("r.gz", gzip.compress(many)), size=10_000))) > 10


@pytest.mark.slow
@pytest.mark.parametrize("part", [b"", b"\n"])
def test_parts_that_hold_next_to_nothing_end_the_reading(part: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "PIECE", 1 << 17)
    packed = gzip.compress(part)
    error = refusal(read_qrels, Upload("qrels.gz", packed * (2 * MAX_EMPTY // len(packed))))
    assert error is not None
    assert error.key == "file_missing"


@pytest.mark.slow
def test_what_cannot_be_made_smaller_is_read() -> None:
    rows = b"".join(b"q 0 %s 1\n" % random.Random(i).randbytes(20).hex().encode() for i in range(200_000))  # noqa: S311
    parts = b"".join(gzip.compress(row + b"\n", 0) for row in rows.splitlines()[:2_000])
    for content in (gzip.compress(rows, 0), parts):
        assert refusal(read_qrels, Upload("qrels.gz", content)) is None


@pytest.mark.parametrize(
    "columns",
    [
        {"query": ["q"] * 5000, "document": ["d" * 1000] * 5000, "score": [1.0] * 5000},
        {"query": ["q"] * 100_000, "document": ["d"] * 100_000, "score": [1.0] * 100_000},
    ],
)
def test_a_table_that_repeats_itself_is_counted_as_it_would_be_held(
    columns: dict[str, object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(parquet_files, "MAX_UNPACKED", 2)
    content = parquet_of(columns)
    assert len(content) < 20_000
    error = refusal(read_table_run, Upload("r.parquet", content))
    assert error is not None
    assert error.key == "file_unpacked"
    own = tmp_path / "r.parquet"  # a file of one's own may be of any size
    own.write_bytes(content)
    assert len(read_table_run(own)) == len(columns["query"])  # type: ignore[arg-type]


def test_reading_is_told_of_and_can_be_ended_for_every_form() -> None:
    for name, content in FORMS.items():
        if name == "l.parquet":
            continue  # pyarrow reads it by itself
        shares: list[float] = []
        refusal(read_impressions, replace(Upload(name, content), watch=shares.append))
        assert shares
        assert 0 <= min(shares) <= max(shares) <= 1

        def stop(_share: float) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            read_impressions(replace(Upload(name, content), watch=stop))
