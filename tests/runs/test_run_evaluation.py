"""Whole runs: the same numbers as hand lists and as pytrec_eval, from files however they are written."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections import defaultdict
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np
import pyarrow
import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import PROFILES, InputError, Item, Ranking, evaluate
from rankviz.cli.main import main
from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import parse_measure
from rankviz.runs.evaluate.prepared_run import prepare
from rankviz.runs.evaluate.run_evaluation import query_values
from rankviz.runs.read.name_hashes import Index, numbers
from rankviz.runs.read.query_blocks import whole_queries
from rankviz.runs.read.run_table import Table
from rankviz.runs.read.trec import read_qrels, read_run
from tests.helpers.long import rounds

Pairs = dict[str, dict[str, float]]
DOCUMENTS = (
    "a",
    "b",
    "B",
    "é",
    "日",
    "d10",
    "d9",
    "z",
    "aa",
    "a-name-of-more-than-eight-bytes",
    "a-name-of-more-than-eight-bytes-2",
)
MEASURES = {
    "P@3": "P_3", "R@3": "recall_3", "AP": "map", "AP@3": "map_cut_3", "RR": "recip_rank", "nDCG": "ndcg",
    "nDCG@3": "ndcg_cut_3", "Rprec": "Rprec", "Bpref": "bpref", "Success@1": "success_1", "IPrec@0.2": "iprec_at_recall_0.20",
    "IPrec11": "11pt_avg",
}  # fmt: skip
# The last two are one number in 32 bits, as trec_eval keeps scores.
SCORES = st.sampled_from([0.0, 0.5, 1.0, 1.5, -2.0, 3.25, 16777216.0, 16777217.0])


def runs() -> st.SearchStrategy[Pairs]:
    return st.dictionaries(st.sampled_from("qrst"), st.dictionaries(st.sampled_from(DOCUMENTS), SCORES, min_size=1), min_size=1)


def judgments() -> st.SearchStrategy[Pairs]:
    grades = st.sampled_from([0.0, 0.0, 1.0, 2.0, -1.0])
    return st.dictionaries(st.sampled_from("qrst"), st.dictionaries(st.sampled_from(DOCUMENTS), grades, min_size=1), min_size=1)


def hand_list(run: dict[str, float], judged: dict[str, float]) -> Ranking:
    items = tuple(Item(document, judged.get(document), score) for document, score in run.items())
    return Ranking(items, tuple(Item(document, grade) for document, grade in judged.items() if document not in run))


def meaningful(measure: str, choices: dict[str, Any]) -> dict[str, Any] | None:
    """The choices that a metric declares; None where the profile lacks the metric, or an option has no meaning for it."""
    uses = parse_measure(measure).metric.uses
    if "profile" in choices:
        return choices if measure in ("P@3", "R@3", "AP", "RR", "nDCG@3", "Bpref") else None
    known = {name: value for name, value in choices.items() if name in uses}
    return None if any(uses[name] and value not in uses[name] for name, value in known.items()) else known


CONVENTIONS: list[dict[str, Any]] = [
    {},
    {"profile": "trec_eval"},
    {"ties": "docid_asc"},
    {"ties": "optimistic"},
    {"ties": "pessimistic"},
    {"unjudged": "skip", "ties": "docid_desc"},
    {"negative": "unjudged", "threshold": 2},
    {"ideal": "k_ones", "gain": "exponential"},
]
BY_HAND = ("P@3", "R@3", "AP", "RR", "nDCG@3", "AUC", "ERR@4", "RBP@4", "LRAP", "Bpref", "PRAUC")


@pytest.mark.slow
@pytest.mark.parametrize("choices", CONVENTIONS, ids=str)
@settings(max_examples=rounds(30))
@given(run=runs(), qrels=judgments())
def test_a_run_gives_the_values_of_its_hand_lists(choices: dict[str, Any], run: Pairs, qrels: Pairs) -> None:
    together: dict[str, list[str]] = defaultdict(list)  # measures that declare the same choices
    for measure in BY_HAND:
        if (known := meaningful(measure, choices)) is not None:
            together[json.dumps(known)].append(measure)
    lists = {query: hand_list(run.get(query, {}), qrels.get(query, {})) for query in {*run, *qrels}}
    for text, measures in together.items():
        known = json.loads(text)
        found = query_values(run, qrels, measures, **known, allow=None)
        for measure, values in zip(measures, found.list_values.values(), strict=True):
            expected = [evaluate(measure, lists[query], **known) for query in found.queries]
            assert values == pytest.approx(expected, abs=1e-12, nan_ok=True), measure


@pytest.mark.slow
@given(run=runs(), qrels=judgments())
def test_a_run_gives_what_pytrec_eval_gives(run: Pairs, qrels: Pairs) -> None:
    whole = {query: {document: int(grade) for document, grade in found.items()} for query, found in qrels.items()}
    # A list with negative grades only does not return from pytrec_eval's uncut nDCG.
    whole = {query: found for query, found in whole.items() if max(found.values()) >= 0}
    plain = {"map", "recip_rank", "ndcg", "Rprec", "bpref", "success", "iprec_at_recall", "11pt_avg"}
    asked = plain | {"P.3", "recall.3", "map_cut.3", "ndcg_cut.3"}
    expected = pytrec_eval.RelevanceEvaluator(whole, asked).evaluate(run)
    found = query_values(run, {q: dict(each) for q, each in whole.items()}, MEASURES, profile="trec_eval", allow=None)
    for measure, name in MEASURES.items():
        for query, values in expected.items():
            here = found.list_values[measure][found.queries.index(query)]
            # To the last bit, but for the mean of eleven points, which trec_eval forms otherwise.
            assert here == (pytest.approx(values[name], abs=1e-15) if measure == "IPrec11" else values[name]), (measure, query)


# ---------------------------------------------------------------------------------------------------------------------------
# Files

ROWS = [("q1", "d1", 3.5), ("q1", "d2", 2.0), ("q2", "é日", 1.0)]
WAYS = {
    "blanks": "\n".join(f"{q} Q0 {d} 1 {s} t" for q, d, s in ROWS) + "\n",
    "tabs": "\n".join(f"{q}\tQ0\t{d}\t1\t{s}\tt" for q, d, s in ROWS),
    "runs of blanks": "\n".join(f"  {q}   Q0 {d} \t 1   {s}  t  " for q, d, s in ROWS) + "\n\n\n",
    "windows": "\r\n".join(f"{q} Q0 {d} 1 {s} t" for q, d, s in ROWS) + "\r\n",
    "comments": "# a run\n" + "\n".join(f"{q} Q0 {d} 1 {s} t\n# more" for q, d, s in ROWS),
    "late runs of blanks": "".join(f"x Q0 n{i} 1 {-i} t\n" for i in range(6000)) + "x  Q0\tlast 1 -7000 t\n",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("packed", [False, True])
def test_a_run_is_read_however_it_is_written(way: str, packed: bool, tmp_path: Path) -> None:
    path = tmp_path / "run"
    content = WAYS[way].encode()
    path.write_bytes(gzip.compress(content) if packed else content)
    table = read_run(path)
    found = list(zip(table.query.to_pylist(), table.document.to_pylist(), table.number.tolist(), strict=True))
    if way == "late runs of blanks":
        assert (len(found), found[-1]) == (6001, ("x", "last", -7000.0))
    else:
        assert found == ROWS


@pytest.mark.parametrize(
    ("content", "key", "line"),
    [
        ("q Q0 d 1 2.0 t\nq Q0 d 1 2.0\n", "file_row", 2),
        ("q Q0 d 1 2.0 t\n\n# note\nq Q0 e 1 good t\n", "file_number", 4),
        ("q Q0 d 1 nan t\n", "file_number", 1),
        ("q Q0 d 1 2.0 t x\n", "file_row", 1),
        ("q Q0 d 1 2.0 t\nq Q0 e 1 1_0 t\n", "file_number", 2),
        ("qid Q0 docno rank score tag\nq Q0 d 1 2.0 t\n", "file_header", 1),
        ("# note\nq Q0 d 1 2.0 t\nq Q0 \xe9 1 2.0 t\n".encode("latin-1"), "file_encoding", 3),
        ('q Q0 "d 1 2.0 t x\n', "file_row", 1),
        ("", "file_empty", None),
        ("\n \n", "file_empty", None),
        ("".join(f"q Q0 d{i} 1 2.0 t\n" for i in range(9000)) + "q Q0 x 1 ? t\n", "file_number", 9001),
    ],
)
def test_a_damaged_file_is_told_with_its_line(content: str | bytes, key: str, line: int | None, tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(InputError) as caught:
        read_run(path)
    assert (caught.value.key, caught.value.where.get("line")) == (key, line)
    assert str(path) in caught.value.message


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read") as caught:
        read_qrels(tmp_path / "none")
    assert caught.value.key == "file_missing"


def test_queries_in_any_order_and_pieces_are_one(tmp_path: Path) -> None:
    draw = random.Random(3)  # noqa: S311
    rows = [(f"q{draw.randint(0, 20)}", f"d{i}", round(draw.random(), 2)) for i in range(400)]
    (tmp_path / "run").write_text("".join(f"{q} Q0 {d} 1 {s} t\n" for q, d, s in rows), encoding="utf-8")
    run: Pairs = {}
    for query, document, score in rows:
        run.setdefault(query, {})[document] = score
    qrels = {query: {document: float(draw.randint(0, 3)) for document in list(found)[:5]} for query, found in run.items()}
    one = query_values(str(tmp_path / "run"), qrels, ["nDCG@10"], ties="docid_desc", allow=None)
    two = query_values(run, qrels, ["nDCG@10"], ties="docid_desc", allow=None)
    assert one.queries == two.queries
    assert np.array_equal(one.per_query["nDCG@10"], two.per_query["nDCG@10"])


ROWS_WITH_DUPLICATES = st.lists(st.tuples(st.sampled_from("qr"), st.sampled_from(DOCUMENTS), SCORES), min_size=1, max_size=12)


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["first_only", "count_all", "last_wins", "dedupe_first", "error"])
@settings(max_examples=rounds(40))
@given(rows=ROWS_WITH_DUPLICATES, qrels=judgments())
def test_duplicates_count_as_in_a_typed_list(rule: str, rows: list[tuple[str, str, float]], qrels: Pairs) -> None:
    table = Table(
        pyarrow.array([row[0] for row in rows]).dictionary_encode(),
        pyarrow.chunked_array([pyarrow.array([row[1] for row in part], pyarrow.string()) for part in (rows[:3], rows[3:])]),
        np.array([row[2] for row in rows]),
        "rows",
    )
    lists = {}
    for query in {row[0] for row in rows}:
        items = tuple(Item(doc, qrels.get(query, {}).get(doc), score) for of, doc, score in rows if of == query)
        missed = tuple(Item(doc, grade) for doc, grade in qrels.get(query, {}).items() if doc not in {i.doc_id for i in items})
        lists[query] = Ranking(items, missed, query)
    duplicates = len(rows) - len({row[:2] for row in rows})
    if rule == "error" and duplicates:
        with pytest.raises(InputError) as caught:
            query_values(table, qrels, ["AP"], duplicates=rule, allow=None)
        assert caught.value.key == "duplicate_in_run"
        return
    assert prepare(table, qrels, allow=None).duplicates == duplicates
    for measure in ("AP", "nDCG@3", "P@2"):
        found = query_values(table, qrels, [measure], duplicates=rule, ties="docid_asc", allow=None)
        for query, typed in lists.items():
            expected = evaluate(measure, typed, duplicates=rule, ties="docid_asc")
            here = found.list_values[measure][found.queries.index(query)]
            assert here == pytest.approx(expected, abs=1e-12), (measure, query)


@pytest.mark.slow
@given(
    names=st.lists(
        st.text(max_size=30).filter(lambda text: "\x00" not in text)
        | st.text(max_size=30).map(lambda text: 250 * "x" + text + "y"),
        unique=True,
        min_size=1,
        max_size=30,
    ),
    cut=st.integers(0, 30),
    query=st.integers(0, 3),
)
def test_a_name_has_one_number_whatever_stands_beside_it(names: list[str], cut: int, query: int) -> None:
    whole = pyarrow.array(names, pyarrow.string())
    code = np.full(len(names), query)
    together = numbers(code, whole)
    assert len(set(together.tolist())) == len(names)
    pieces = pyarrow.chunked_array([whole[:cut], whole[cut:]], pyarrow.string())
    assert numbers(code, pieces).tolist() == together.tolist()
    alone = [int(numbers(code[:1], pyarrow.array([name], pyarrow.string()))[0]) for name in names]
    assert alone == together.tolist()
    for found in Index(together, code, 4).find(together, code):
        assert found.tolist() == list(range(len(names)))


@pytest.mark.parametrize("queries", [1, 7, 3000])
def test_each_number_is_found_where_it_stands_and_no_other(queries: int) -> None:
    draw = np.random.default_rng(5)
    asked = draw.integers(0, 2**63, 20_000).astype(np.uint64)
    asked[:9] = (1 << 40) + np.arange(9, dtype=np.uint64) * 256  # nine that want one slot and have one byte
    query = (draw.random(20_000) ** 3 * queries * 1.1).astype(np.int64)  # a few have most; some have no judgment
    query[:9] = 0
    known = np.append(np.arange(9), 9 + np.flatnonzero((query[9:] < queries) & (draw.random(19_991) < 0.3)))
    rows, place = Index(asked[known], query[known], queries).find(asked, query)
    assert rows.tolist() == known.tolist()
    assert place.tolist() == list(range(len(known)))


def test_a_long_name_in_the_run_hides_no_other() -> None:
    run = {"q": {"a": 2.0, "a-long-name-that-nobody-judged": 1.0, "b" * 100: 0.5}}
    assert query_values(run, {"q": {"a": 1, "b" * 100: 1}}, ["RR", "R@3"], allow=None).means == {"RR": 1.0, "R@3": 1.0}


def test_scores_that_are_alike_in_32_bits_are_tied_there() -> None:
    run, qrels = {"q": {"a": 16777217.0, "b": 16777216.0}}, {"q": {"b": 1}}
    assert query_values(run, qrels, ["RR"], ties="docid_desc", allow=None).means == {"RR": 0.5}
    assert query_values(run, qrels, ["RR"], ties="docid_desc", score_bits="32", allow=None).means == {"RR": 1.0}


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 7, 30, 64, 1000])
@given(
    rows=st.lists(st.tuples(st.sampled_from(["q1", "q10", "é"]), st.integers(0, 99), st.sampled_from(["", "", "\n", "#\n"]))),
    end=st.sampled_from(["", "\n", "\n#", "\n\n"]),
    step=st.sampled_from([1, 50, 10_000]),
)
def test_a_file_is_cut_between_queries_only(size: int, rows: list[tuple[str, int, str]], end: str, step: int) -> None:
    text = "\n".join(f"{before}{query} Q0 d{i} 1 {-i} t" for query, i, before in sorted(rows)) + end
    with NamedTemporaryFile() as file, pytest.MonkeyPatch.context() as patch:
        patch.setattr("rankviz.runs.read.query_blocks.STEP", step)
        Path(file.name).write_text(text, encoding="utf-8")
        blocks = list(whole_queries(Path(file.name), size=size))
    content = text.encode()
    assert all(content[block.start : block.start + len(block.text)] == block.text for block in blocks)
    ends = [0, *(block.start + len(block.text) for block in blocks)]
    between = b"".join(content[end:start] for end, start in zip(ends, [*(block.start for block in blocks), None], strict=True))
    assert set(between) <= set(b"#\n")  # what is left out are comments and blank lines
    queries = [{line.split()[0] for line in block.text.decode().splitlines() if line.strip("#")} for block in blocks]
    assert sum(map(len, queries)) == len(set().union(*queries))


def test_a_large_run_is_read_in_pieces_and_told_of_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_queries, "__defaults__", (None, 2000))
    rows = [(f"q{q}", f"d{i}", float(-i)) for q in range(50) for i in range(20)]
    path = tmp_path / "run"
    path.write_text("".join(f"{q} Q0 {d} 1 {s} t\n" for q, d, s in rows), encoding="utf-8")
    qrels: Pairs = {f"q{q}": {f"d{q % 20}": 1.0, "gone": 1.0} for q in range(60)}
    shares: list[float] = []
    found = query_values(path, qrels, ["RR"], progress=shares.append, allow=None)
    assert found.per_query["RR"].tolist() == [0.0 if int(q[1:]) >= 50 else 1 / (int(q[1:]) % 20 + 1) for q in found.queries]
    assert len(shares) > 5
    assert shares == sorted(shares)
    assert shares[-1] == 1

    def stop(_share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        query_values(path, qrels, ["RR"], progress=stop, allow=None)
    with path.open("a", encoding="utf-8") as file:
        file.write("q50 Q0 d0 1 good t\n")
    with pytest.raises(InputError) as caught:
        query_values(path, qrels, ["RR"], allow=None)
    assert caught.value.where["line"] == 1001


LIST_CHOICES = [
    (name, option)
    for name, field in FIELDS.items()
    for option in (field.options or () if field.stage == "list" else ())
    if (name, option)
    not in (("negative", "remove"), ("duplicates", "error"), ("negative", "error"), ("unjudged", "grade"), ("ties", "include"))
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "option"), LIST_CHOICES)
@pytest.mark.parametrize("ideal", ["judged", "retrieved", "k_ones"])
def test_a_run_gives_what_the_list_gives_under_every_choice(name: str, option: str, ideal: str) -> None:
    draw = random.Random(name + option)  # noqa: S311
    for _ in range(4):
        scores = {f"d{i}": draw.choice([0.5, 1.0, 16777216.0, 16777217.0]) for i in range(7)}
        grades = {f"d{i}": float(draw.randint(-1, 3)) for i in draw.sample(range(12), 7)}  # some were not retrieved
        items = tuple(Item(doc, grades.get(doc), score) for doc, score in scores.items())
        typed = Ranking(items, tuple(Item(doc, grade) for doc, grade in grades.items() if doc not in scores))
        choices = {"ideal": ideal, name: option}
        for measure in ("nDCG@3", "nDCG", "AP@4", "P@3", "RR", "Bpref", "ERR@3", "AUC", "RMSE"):
            uses = parse_measure(measure).metric.uses
            asked: dict[str, Any] = {key: value for key, value in choices.items() if value in uses.get(key, (value,))}
            found = query_values({"q": scores}, {"q": grades}, [measure], profile="textbook", **asked, allow=None)
            value, expected = next(iter(found.list_values.values()))[0], evaluate(measure, typed, **asked)
            assert value == pytest.approx(expected, abs=1e-12, nan_ok=True), (measure, asked)


@pytest.mark.parametrize("ties", ["input_order", "average", "group"])
def test_what_stands_below_the_cutoff_is_read_by_no_metric(ties: str) -> None:
    """A run's lists end at the cutoff, those that are typed do not."""
    draw = random.Random(ties)  # noqa: S311
    scores = {f"q{q}": {f"d{i}": draw.choice([0.5, 1.0, 2.0, 4.0]) for i in range(9)} for q in range(6)}
    qrels = {query: {f"d{i}": float(draw.randint(0, 3)) for i in draw.sample(range(12), 9)} for query in scores}
    for metric in METRICS.values():
        if "cutoff" not in metric.uses or ties not in metric.uses.get("ties", ()):
            continue
        found = query_values(scores, qrels, [metric.name], profile="textbook", cutoff=2, ties=ties)
        for query, value in zip(found.queries, next(iter(found.list_values.values())), strict=True):
            items = tuple(Item(doc, qrels[query].get(doc), score) for doc, score in scores[query].items())
            missed = tuple(Item(doc, grade) for doc, grade in qrels[query].items() if doc not in scores[query])
            expected = evaluate(metric.name, Ranking(items, missed), cutoff=2, ties=ties)
            assert value == pytest.approx(expected, abs=1e-12, nan_ok=True), (metric.key, query)


@pytest.mark.parametrize(
    ("measure", "choice"),
    [
        ("AP", {"negative": "remove"}),
        ("DCG", {"unjudged": "grade"}),
        ("P@1", {"ties": "include"}),
        ("P@1", {"ties": "mean_rank", "unjudged": "undefined"}),
    ],
)
def test_a_rule_that_needs_every_entry_is_refused(measure: str, choice: dict[str, Any]) -> None:
    with pytest.raises(InputError) as caught:
        query_values({"q": {"a": 1.0}}, {"q": {"a": 1}}, [measure], **choice, allow=None)
    assert caught.value.key == "needs_every_entry"


def test_a_threshold_that_is_read_off_each_list_is_refused_unless_one_is_named() -> None:
    run, qrels = {"q": {"a": 2.0, "b": 1.0}}, {"q": {"a": 1, "b": 3}}
    with pytest.raises(InputError) as caught:
        query_values(run, qrels, ["P@2"], profile="opensearch", allow=None)
    assert caught.value.key == "own_threshold"
    assert query_values(run, qrels, ["P@2"], profile="opensearch", threshold=2, allow=None).means == {"P@2": 1 / 2}
    assert query_values(run, qrels, ["nDCG@2"], profile="opensearch", allow=None).means  # it asks for no threshold


@pytest.mark.parametrize("measure", ["nDCG", "AP", "RBP", "ERR", "Bpref", "LRAP", "PRAUC", "IPrec11"])
def test_a_query_has_the_same_value_to_the_last_bit_whatever_stands_beside_it(measure: str) -> None:
    draw = random.Random(11)  # noqa: S311
    run = {f"q{i}": {f"d{j}": draw.random() for j in range(5 + 13 * i)} for i in range(12)}
    qrels = {query: {name: float(draw.randint(0, 3)) for name in found} for query, found in run.items()}
    (together,) = query_values(run, qrels, [measure], allow=None).per_query.values()
    alone = [query_values({query: run[query]}, {query: qrels[query]}, [measure], allow=None).means for query in sorted(run)]
    assert [[value] for value in together.tolist()] == [list(means.values()) for means in alone]


def test_only_judged_entries_are_kept() -> None:
    prepared = prepare({"q": {f"d{i}": float(-i) for i in range(1000)}}, {"q": {"d500": 1, "gone": 2}})
    assert prepared.grade.tolist() == [1]
    assert prepared.above.tolist() == [500]
    assert Convention().ties == "input_order"


# ---------------------------------------------------------------------------------------------------------------------------
# The command line


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "run").write_text("q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\nq2 Q0 a 1 1 t\n", encoding="utf-8")
    (tmp_path / "qrels").write_text("q1 0 b 1\nq2 0 z 1\n", encoding="utf-8")
    return str(tmp_path / "run"), str(tmp_path / "qrels")


def test_the_command_line_prints_means_and_queries(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", *files, "-m", "AP", "P@1", "--per-query"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:5] == ["AP\tq1\t0.5", "P@1\tq1\t0.0", "AP\tq2\t0.0", "P@1\tq2\t0.0", "AP\tall\t0.25"]
    sentence = "AP over the whole list, counting grades from 1 up as relevant, divided by R"
    assert lines[5].startswith(f"  Mean over 2 of 2 queries. {sentence}")
    assert lines[6] == "P@1\tall\t0.0"
    assert lines[7].startswith("  Mean over 2 of 2 queries. P at 1, counting grades from 1 up as relevant, divided by k")
    assert len(lines) == 8
    assert main(["run", *files, "-m", "AP", "--json", "--choose", "threshold=1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["means"] == {"AP": 0.25}
    assert found["conventions"]["AP"].startswith(sentence)
    assert main(["run", *files, "-m", "AP", "-m", "P@1"]) == 0
    assert capsys.readouterr().out.splitlines() == lines[4:]
    assert main(["run", *files]) == 0
    assert re.findall(r"^(\S+)\tall\t", capsys.readouterr().out, re.MULTILINE) == ["AP", "nDCG@10", "RR", "P@10"]


# q1 has two relevant documents and q2 one; q3 is judged, but nothing is relevant; q4 is not judged, and q5 not answered.
UNEVEN_RUN = {"q1": {"a": 3, "b": 2, "c": 1}, "q2": {"c": 2, "a": 1}, "q3": {"a": 1}, "q4": {"a": 1}}
UNEVEN_QRELS = {"q1": {"a": 1, "c": 1}, "q2": {"a": 1}, "q3": {"a": 0, "b": 0}, "q5": {"a": 1}}


@pytest.fixture
def uneven_files(tmp_path: Path) -> tuple[str, str]:
    run = [f"{q} Q0 {d} 1 {score} t\n" for q, row in UNEVEN_RUN.items() for d, score in row.items()]
    qrels = [f"{q} 0 {d} {grade}\n" for q, row in UNEVEN_QRELS.items() for d, grade in row.items()]
    (tmp_path / "run").write_text("".join(run), encoding="utf-8")
    (tmp_path / "qrels").write_text("".join(qrels), encoding="utf-8")
    return str(tmp_path / "run"), str(tmp_path / "qrels")


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
def test_the_mean_of_the_printed_values_is_the_printed_mean(
    profile: str, uneven_files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    known = [name for key, name in (("ap", "AP"), ("rr", "RR"), ("ndcg", "nDCG")) if PROFILES[profile].choices(key, None)]
    measures = known or ["P@2"]
    arguments = ["run", *uneven_files, "-m", *measures, "--profile", profile, "--per-query"]
    if main(arguments) == 2:  # no such measure, or rules that need every entry
        assert capsys.readouterr().err.startswith("rankviz: ")
        return
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines() if not line.startswith("  ")]
    for measure in {name for name, *_ in rows}:
        values = {query: value for name, query, value in rows if name == measure}
        mean = float(values.pop("all"))
        printed = [float(value) for value in values.values() if not value.startswith("left out: ")]
        assert mean == pytest.approx(sum(printed) / len(printed), abs=1e-15, nan_ok=True)
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    for measure, by_query in found["per_query"].items():
        left_out = found["left_out"][measure]
        counted = [value for query, value in by_query.items() if query not in left_out]
        assert found["queries"][measure] == {"counted": len(counted), "of": 5}
        assert [by_query[query] for query in left_out] == [None] * len(left_out)
        if None not in counted:  # a library may give NaN, which JSON does not have
            assert found["means"][measure] == pytest.approx(sum(counted) / len(counted), abs=1e-15)


@pytest.mark.parametrize(
    ("choices", "left_out"),
    [
        ({"mean_over": "qrels"}, {"q4": "not judged"}),
        ({"mean_over": "run"}, {"q5": "not in the run"}),
        ({"mean_over": "intersection"}, {"q4": "not judged", "q5": "not in the run"}),
        ({"mean_over": "with_relevant"}, {"q3": "nothing relevant is judged", "q4": "not judged"}),
        ({"mean_over": "all"}, {}),
        ({"mean_over": "all", "empty": "skip"}, {"q3": "nothing relevant is judged", "q4": "nothing relevant is judged"}),
    ],
)
def test_a_query_that_does_not_count_is_left_out_with_its_reason(
    choices: dict[str, str], left_out: dict[str, str], uneven_files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = [part for name, option in choices.items() for part in ("--choose", f"{name}={option}")]
    assert main(["run", *uneven_files, "-m", "AP", "--profile", "textbook", "--per-query", *chosen]) == 0
    lines = capsys.readouterr().out.splitlines()
    values = dict(line.split("\t")[1:] for line in lines if "\t" in line)
    assert {query: words for query, words in values.items() if words.startswith("left")} == {
        query: f"left out: {reason}" for query, reason in left_out.items()
    }
    assert lines[-1].startswith(f"  Mean over {5 - len(left_out)} of 5 queries. ")
    by_hand = {"q1": (1 + 2 / 3) / 2, "q2": 1 / 2, "q3": 0, "q4": 0, "q5": 0}  # AP
    counted = [value for query, value in by_hand.items() if query not in left_out]
    assert float(values["all"]) == pytest.approx(sum(counted) / len(counted), abs=1e-15)
    frame = query_values(UNEVEN_RUN, UNEVEN_QRELS, ["AP"], **choices, allow=None).to_pandas()  # type: ignore[arg-type]
    assert [*frame.index[frame["AP"].isna()]] == [*left_out]


def test_a_run_is_read_from_a_pipe(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["run", *files, "-m", "AP"]) == 0
    expected = capsys.readouterr().out
    for content in (Path(files[0]).read_bytes(), gzip.compress(Path(files[0]).read_bytes())):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(content)))
        assert main(["run", "-", files[1], "-m", "AP"]) == 0
        assert capsys.readouterr().out == expected
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"q1 Q0 a\n")))
    assert main(["run", "-", files[1], "-m", "AP"]) == 2
    assert "stdin, line 1" in capsys.readouterr().err


def test_the_command_line_names_a_damaged_line(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", files[1], files[1]]) == 2
    error = capsys.readouterr().err
    assert "line 1" in error
    assert "expected 6" in error


def test_a_table_and_a_trec_file_are_one_run(tmp_path: Path) -> None:
    rows = [("q1", "a", 2.0), ("q1", "b", 1.0), ("q2", "a", 1.0)]
    (tmp_path / "run.csv").write_text("qid,docno,score\n" + "".join(f"{q},{d},{s}\n" for q, d, s in rows), encoding="utf-8")
    (tmp_path / "run").write_text("".join(f"{q} Q0 {d} 1 {s} t\n" for q, d, s in rows), encoding="utf-8")
    (tmp_path / "qrels.jsonl").write_text(
        '{"qid": "q1", "docno": "b", "label": 1}\n{"qid": "q2", "docno": "z", "label": 1}\n', encoding="utf-8"
    )
    one, two = (
        query_values(str(tmp_path / name), str(tmp_path / "qrels.jsonl"), ["RR"], allow=None) for name in ("run.csv", "run")
    )
    assert one.per_query["RR"].tolist() == two.per_query["RR"].tolist() == [0.5, 0.0]


def test_a_result_shows_its_means_and_is_a_table() -> None:
    found = query_values({"q": {"a": 1.0}, "r": {"a": 1.0}}, {"q": {"a": 1}, "r": {"b": 1}}, ["RR", "AP"], allow=None)
    assert repr(found) == "QueryValues(2 queries; means: RR=0.5, AP=0.5)"
    frame = found.to_pandas()
    assert frame.loc["q", "RR"] == 1
    assert frame.mean().to_dict() == {"RR": 0.5, "AP": 0.5}
