"""Logs of impressions: every user's value is that of their list by hand, however the file is ordered."""

from __future__ import annotations

import gzip
import io
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pyarrow
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rankviz import InputError, Ranking, evaluate
from rankviz.cli.main import main
from rankviz.core.metrics.registry import METRICS
from rankviz.runs import impressions
from rankviz.runs.evaluate import row_ranks as places
from rankviz.runs.evaluate.prepared_run import prepare_log
from rankviz.runs.evaluate.query_list import query_list
from rankviz.runs.evaluate.run_evaluation import evaluate_measures, evaluate_resolved, resolve_measure
from rankviz.runs.impressions import evaluate_impressions, reads_zeros
from rankviz.runs.read.file_sources import Upload
from rankviz.runs.read.impression_log import Impressions
from rankviz.runs.read.log_blocks import PlainLog
from rankviz.runs.read.query_blocks import Block, whole_queries
from rankviz.runs.read.table_files import read_impressions
from tests.helpers.long import rounds

NAMED = {"rbp": "(p=0.8)", "fbeta": "(beta=2)", "iprec": "@0.5"}  # what must be written with the name
MEASURES = ["AUC", "nDCG@3", "AP", "RR", "P@2", "LRAP"]
DRAW = random.Random(7)  # noqa: S311 - the same rows in every run
ROWS = [(f"u{DRAW.randint(1, 40)}", f"d{i}", DRAW.choice([0.5, 1, 2, 3.25, 4]), DRAW.choice([0, 0, 1, 2])) for i in range(400)]


def written(path: Path, rows: list[tuple[str, str, float, int]], documents: bool = True) -> Path:
    head = "user,item,score,click" if documents else "user,score,click"
    lines = [",".join(map(str, row if documents else (row[0], *row[2:]))) for row in rows]
    path.write_text("\n".join([head, *lines]), encoding="utf-8")
    return path


@cache
def by_hand(user: str, measure: str, ties: str) -> float:
    own = [row for row in ROWS if row[0] == user]
    ranking = Ranking.from_grades([row[3] for row in own], scores=[row[2] for row in own], doc_ids=[row[1] for row in own])
    return evaluate(measure, ranking, **({} if measure in ("AUC", "LRAP") else {"ties": ties}))


@pytest.mark.slow
@pytest.mark.parametrize("ties", ["input_order", "docid_desc", "pessimistic"])
@pytest.mark.parametrize("order", ["scattered", "by user"])
@pytest.mark.parametrize("at_once", [1, 50, 100_000])
def test_every_user_has_the_value_of_their_list(
    ties: str, order: str, at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rankviz.runs.impressions.ROWS", at_once)
    monkeypatch.setattr(whole_queries, "__defaults__", (None, 10 * at_once))  # bytes
    rows = ROWS if order == "scattered" else sorted(ROWS, key=lambda row: row[0])
    path = written(tmp_path / "log.csv", rows)
    for measure in MEASURES:
        found = evaluate_impressions(path, [measure], **({} if measure in ("AUC", "LRAP") else {"ties": ties}))
        assert set(found.queries) == {row[0] for row in ROWS}
        expected = [by_hand(user, measure, ties) for user in found.queries]
        assert found.list_values[measure].tolist() == pytest.approx(expected, abs=1e-12, nan_ok=True), measure


def test_a_log_as_a_whole_is_prepared_like_its_parts(tmp_path: Path) -> None:
    path = written(tmp_path / "log.csv", sorted(ROWS, key=lambda row: row[0]), documents=False)
    prepared = prepare_log(read_impressions(path))
    one, two = evaluate_measures(prepared, ["AP"]), evaluate_impressions(path, ["AP"])
    assert dict(zip(one.queries, one.list_values["AP"], strict=True)) == dict(
        zip(two.queries, two.list_values["AP"], strict=True)
    )


def test_ties_by_name_need_names(tmp_path: Path) -> None:
    path = written(tmp_path / "log.csv", ROWS, documents=False)
    with pytest.raises(InputError) as caught:
        evaluate_impressions(path, ["AP"], ties="docid_desc")
    assert caught.value.key == "needs_documents"
    assert str(path) in caught.value.message


def test_the_command_line_takes_a_log_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.csv"
    path.write_text("user,score,click\nu,3,0\nu,2,1\nv,1,1\n", encoding="utf-8")
    assert main(["run", str(path), "-m", "RR", "--profile", "textbook"]) == 0
    value, convention = capsys.readouterr().out.splitlines()
    assert value == "RR\tall\t0.75"
    assert convention.startswith("  Mean over 2 of 2 lists. RR over the whole list")


def test_scores_that_are_zero_in_32_bits_are_filtered_as_in_a_list(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("user,score,click\nu,0.5,0\nu,1e-60,1\n", encoding="utf-8")
    for bits, share in (("64", 0.5), ("32", 0.0)):
        assert evaluate_impressions(path, ["P"], score_filter="positive", score_bits=bits).means == {"P": share}


@pytest.mark.parametrize("documents", [True, False])
def test_a_users_list_has_the_value_that_the_user_has_in_the_log(documents: bool, tmp_path: Path) -> None:
    path = written(tmp_path / "log.csv", ROWS, documents)
    found = evaluate_impressions(path, ["AP"])
    for user, value in zip(found.queries, found.list_values["AP"].tolist(), strict=True):
        ranking = query_list(path, None, user)
        assert evaluate("AP", ranking) == pytest.approx(value, abs=1e-12)


# ---------------------------------------------------------------------------------------------------------------------------
# Piece by piece, and with rows of label 0 counted only: both are quicker ways to the same numbers


def in_pieces(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Cut logs very small, and note each time that one is read as a whole."""
    whole: list[int] = []

    def read(source: Path) -> Impressions:
        whole.append(1)
        return read_impressions(source)

    monkeypatch.setattr(impressions, "read_impressions", read)
    monkeypatch.setattr(whole_queries, "__defaults__", (None, 20))
    return whole


PLAIN = "user,score,click\nu,3,0\nu,2,1\nv,1,1\nw,5,0\nw,4,0\nw,3,1\n"
EXPECTED = {"u": 1 / 2, "v": 1.0, "w": 1 / 3}


@pytest.mark.parametrize(
    "content",
    [
        PLAIN.encode(),
        PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace(",", "\t").encode(),
        "".join(f"{i},{line}\n" for i, line in enumerate(PLAIN.split())).encode(),
        PLAIN.strip().encode(),
        PLAIN.encode() + b"\n\r\n",
        PLAIN.replace("\n", "\r").encode(),
        gzip.compress(PLAIN.encode(), mtime=0),
        PLAIN.replace("user,score,click", '"user","score","click"').encode(),
        "".join(",".join(reversed(line.split(","))) + "\n" for line in PLAIN.split()).encode(),
    ],
)
def test_a_plain_log_is_read_in_pieces(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = in_pieces(monkeypatch)
    found = evaluate_impressions(Upload("log.csv", content), ["RR"])
    assert dict(zip(found.queries, found.per_query["RR"].tolist(), strict=True)) == pytest.approx(EXPECTED)
    assert not whole


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda text: "\ufeff" + text, EXPECTED),
        (lambda text: text.replace("v,", '"v",'), EXPECTED),
        (lambda text: text.replace("v,", '"v\n",'), {"u": 0.5, "v\n": 1.0, "w": 1 / 3}),
        (lambda text: text.replace("1\n", "true\n").replace("0\n", "false\n"), EXPECTED),
        (lambda text: text + "u,9,0\n", {"u": 1 / 3, "v": 1.0, "w": 1 / 3}),
        (lambda text: text.replace("u,", "1.0,").replace("v,", "2.0,").replace("w,", "3.0,"), {"1": 0.5, "2": 1.0, "3": 1 / 3}),
        (lambda text: text.replace("v,", "2.0,"), {"u": 0.5, "2.0": 1.0, "w": 1 / 3}),
    ],
)
def test_any_other_log_is_read_as_a_whole(
    change: Callable[[str], str], expected: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = in_pieces(monkeypatch)
    found = evaluate_impressions(Upload("log.csv", change(PLAIN).encode()), ["RR"])
    assert dict(zip(found.queries, found.per_query["RR"].tolist(), strict=True)) == pytest.approx(expected)
    assert whole


@pytest.mark.parametrize(
    ("change", "key", "line"),
    [
        (lambda text: text.replace("w,4,0", "w,4"), "file_row", 6),
        (lambda text: text.replace("w,4,0", "w,4,0,7"), "file_row", 6),
        (lambda text: text.replace("w,4", "w,four"), "file_number", 6),
        (lambda text: text.replace("w,4", "w,nan"), "file_number", 6),
        (lambda text: text.replace("w,4", "w,"), "cell_empty", 6),
        (lambda text: text.replace("w,4", ",4"), "cell_empty", 6),
        (lambda text: text.split("\n")[0], "file_empty", None),
        (lambda text: "\n" * 50, "file_empty", None),
        (lambda text: text.replace("click", "mood"), "columns_missing", None),
    ],
)
def test_what_is_wrong_in_a_piece_is_told_as_in_the_whole(
    change: Callable[[str], str], key: str, line: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_pieces(monkeypatch)
    with pytest.raises(InputError) as caught:
        evaluate_impressions(Upload("log.csv", change(PLAIN).encode()), ["RR"])
    assert (caught.value.key, caught.value.where.get("line")) == (key, line)


def test_an_error_of_a_later_line_comes_before_one_of_the_convention(monkeypatch: pytest.MonkeyPatch) -> None:
    in_pieces(monkeypatch)
    text = PLAIN.replace("u,3,0", "u,3,-1").replace("w,3,1", "w,3")
    with pytest.raises(InputError) as caught:
        evaluate_impressions(Upload("log.csv", text.encode()), ["AP"], negative="error")
    assert (caught.value.key, caught.value.where["line"]) == ("file_row", 7)


def test_a_log_in_the_order_of_time_is_not_evaluated_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    in_pieces(monkeypatch)
    read: list[str] = []
    whole_read = PlainLog.read

    def counted(log: PlainLog, block: Block) -> Impressions:
        read.append(block.text.decode())
        return whole_read(log, block)

    monkeypatch.setattr(PlainLog, "read", counted)
    text = "user,score,click\n" + "".join(f"u{i % 7},{i},{i % 2}\n" for i in range(500))
    found = evaluate_impressions(Upload("log.csv", text.encode()), ["RR"])
    assert found.queries == tuple(f"u{i}" for i in range(7))
    assert len(read) < 50


def test_a_user_of_any_length_is_read_in_linear_time() -> None:
    content = b"user,score,click\n" + b"u,1,0\n" * 1_000
    sizes: list[int] = []

    class Watched(io.BytesIO):
        def readinto(self, room: bytearray, /) -> int:
            sizes.append(len(room))
            return super().readinto(room)

    class Slow(Upload):
        def open(self, _mode: str = "rb") -> io.BytesIO:
            return Watched(self.content)

    assert b"".join(block.text for block in whole_queries(Slow("log.csv", content), size=16)) == content
    assert len(sizes) < 20


def test_a_custom_discount_is_refused_as_for_a_list_by_hand() -> None:
    count = 1500
    score = np.arange(count, 0, -1.0)
    label = np.zeros(count)
    label[:3] = 1
    log = Impressions.from_columns(pyarrow.array(["u"] * count).dictionary_encode(), None, score, label, "log")
    with pytest.raises(InputError) as caught:
        evaluate_impressions(log, ["DCG"], discount="formula", discount_formula="1200-i")
    with pytest.raises(InputError) as by_hand:
        evaluate("DCG", label.tolist(), discount="formula", discount_formula="1200-i")
    assert caught.value.message == by_hand.value.message


CHOICES = st.fixed_dictionaries(
    {},
    optional={
        "threshold": st.sampled_from([-1, 0, 1, 2]),
        "strict": st.sampled_from(["yes", "no"]),
        "unjudged": st.sampled_from(["zero", "skip"]),
        "negative": st.sampled_from(["zero", "unjudged", "keep"]),
        "gain": st.sampled_from(["linear", "exponential", "binary", "power"]),
        "ideal": st.sampled_from(["judged", "retrieved", "k_ones"]),
        "ties": st.sampled_from(["input_order", "optimistic", "pessimistic", "average", "docid_asc"]),
        "cutoff": st.integers(1, 6),
    },
)


@pytest.mark.slow
@pytest.mark.parametrize("key", METRICS)
@settings(max_examples=rounds(30))
@given(
    rows=st.lists(
        st.tuples(st.sampled_from("uvw"), st.sampled_from([0.5, 1, 2]), st.sampled_from([-1, 0, 0, 0, 1, 2])), min_size=1
    ),
    choices=CHOICES,
)
@example(rows=[("u", 0.5, -1), ("u", 0.5, 0)], choices={"cutoff": 1, "ties": "optimistic", "negative": "keep"})
def test_zeros_that_are_counted_only_change_no_metric(
    key: str, rows: list[tuple[str, float, int]], choices: dict[str, object]
) -> None:
    uses = METRICS[key].uses
    known = {name: value for name, value in choices.items() if name in uses and (not uses[name] or value in uses[name])}
    query = pyarrow.array([user for user, _, _ in rows]).dictionary_encode()
    names = pyarrow.array([f"d{i}" for i in range(len(rows))])
    score, label = (np.array(column, dtype=float) for column in ([row[1] for row in rows], [row[2] for row in rows]))
    log = Impressions.from_columns(query, names, score, label, "log")
    asked = resolve_measure(METRICS[key].name + NAMED.get(key, ""), "textbook", known)
    try:
        expected = evaluate_resolved([asked], prepare_log(log))
    except InputError:
        return
    found = evaluate_resolved([asked], prepare_log(log, with_zeros=reads_zeros(asked)))
    for name in ("list_values", "weights", "counted"):
        (one,), (two,) = getattr(found, name).values(), getattr(expected, name).values()
        assert one.tobytes() == two.tobytes()


@given(
    rows=st.lists(st.tuples(st.sampled_from("uvw"), st.integers(0, 3), st.sampled_from([0, 0, 0, 1])), min_size=1, max_size=30)
)
def test_comparing_and_sorting_give_the_same_places(rows: list[tuple[str, int, int]]) -> None:
    users = np.array([ord(user) for user, _, _ in sorted(rows)])
    score, wanted = np.array([row[1] for row in sorted(rows)], dtype=float), np.flatnonzero([row[2] for row in sorted(rows)])
    names = pyarrow.array([f"d{i * 7 % 5}" for i in range(len(rows))])
    with pytest.MonkeyPatch.context() as patch:
        found = []
        for few in (0, 1000):
            patch.setattr(places, "FEW", few)
            found.append(places.rank_rows(users, score, names, wanted, {"docid_desc"}))
    one, two = found
    assert one.unsorted == two.unsorted
    assert (one.above.tolist(), one.tied.tolist()) == (two.above.tolist(), two.tied.tolist())
    for rule in one.inside:
        assert one.inside[rule].tolist() == two.inside[rule].tolist()
    higher = [int(((users == users[row]) & (score > score[row])).sum()) for row in wanted]
    assert one.above.tolist() == higher
