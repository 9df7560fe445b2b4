"""Do ranx and ir_measures, whose answers are recorded, give the values that rankviz gives?

`tools/record_peers.py` says how the records are made; the lists and the answers are both in them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rankviz import Item, Ranking, explain

RECORDED = Path(__file__).parent / "recorded"
EXACT = {"rel": 1e-12, "abs": 1e-14}
FIVE_DECIMALS = {"rel": 0, "abs": 5e-6 + 1e-12}  # all that gdeval prints

# Their measure: ours, and the choices that say what they do.
GDEVAL = {"ties": "docid_desc", "err_max": 4}
GDEVAL_NDCG = {"ties": "docid_desc", "gain": "exponential"}
CWL = {"ties": "input_order"}
IR_MEASURES: Mapping[str, tuple[str, Mapping[str, object]]] = {
    **{f"gdeval:ERR@{k}": (f"ERR@{k}", GDEVAL) for k in (1, 3, 10, 50)},
    **{f"gdeval:nDCG(dcg='exp-log2')@{k}": (f"nDCG@{k}", GDEVAL_NDCG) for k in (3, 10)},
    **{f"cwl_eval:RBP(p={p},rel=1)": (f"RBP(p={p})", CWL) for p in (0.5, 0.8, 0.95)},
    "cwl_eval:RBP(p=0.8,rel=2)": ("RBP(p=0.8, rel=2)", CWL),
    "pytrec_eval:Bpref": ("Bpref", {"profile": "trec_eval"}),
    "pytrec_eval:Bpref(rel=2)": ("Bpref", {"profile": "trec_eval", "threshold": 2}),
}
RANX: Mapping[str, tuple[str, Mapping[str, object]]] = {
    # ranx's description says 0 or 1; its code adds the judgments themselves.
    **{f"rbp.{p}": (f"RBP(p=0.{p})", {"rbp_gain": "graded"}) for p in (50, 80, 95)},
    "bpref": ("Bpref", {}),
    "bpref-l2": ("Bpref", {"threshold": 2}),
}
ALL = [("ir_measures", each) for each in IR_MEASURES] + [("ranx", each) for each in RANX]


@cache
def record(library: str) -> dict[str, Any]:
    return json.loads((RECORDED / f"{library}.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@cache
def rankings(library: str) -> list[Ranking]:
    """Entries in the order in which the library was given them, with their scores; the scores decide the order."""
    return [_ranking(each["qrels"], each["run"]) for each in record(library)["lists"]]


def _ranking(qrels: dict[str, int], run: dict[str, float]) -> Ranking:
    missed = tuple(Item(doc, grade) for doc, grade in qrels.items() if doc not in run)
    return Ranking(tuple(Item(doc, qrels.get(doc), score) for doc, score in run.items()), missed)


def answers(library: str, measure: str) -> list[float | None]:
    return [each["values"][measure] for each in record(library)["lists"]]


def nothing_to_divide_by(ranking: Ranking, level: float) -> bool:
    """Whether the judgments are all relevant, or none is: ranx then divides by min(R, N) = 0."""
    judged = [item.grade for item in (*ranking.items, *ranking.missed) if item.grade is not None]
    return len({grade >= level for grade in judged}) < 2


@pytest.mark.parametrize(("library", "measure"), ALL)
def test_the_recorded_value_is_given(library: str, measure: str) -> None:
    ours, choices = (IR_MEASURES if library == "ir_measures" else RANX)[measure]
    precision = FIVE_DECIMALS if measure.startswith("gdeval") else EXACT
    pairs = list(zip(rankings(library), answers(library, measure), strict=True))
    if measure.startswith("bpref"):
        level = float(choices.get("threshold", 1))  # type: ignore[arg-type]
        pairs = [(ranking, value) for ranking, value in pairs if not nothing_to_divide_by(ranking, level)]
    assert len(pairs) >= 40
    found = explain(ours, [ranking for ranking, _ in pairs], **choices).trace.value  # type: ignore[arg-type]
    # Not one value after another; at rank 1 there are no more than five, one for each grade.
    assert len({round(float(each), 9) for each in found}) >= (4 if measure.endswith("@1") else 10)
    for value, (ranking, expected) in zip(found, pairs, strict=True):
        assert value == pytest.approx(expected, **precision), ranking  # type: ignore[arg-type]


def test_where_grades_are_0_and_1_ranx_has_rbp_as_its_description_says() -> None:
    binary = [
        (ranking, value)
        for ranking, value in zip(rankings("ranx"), answers("ranx", "rbp.80"), strict=True)
        if all(item.grade in (None, 0, 1) for item in ranking.items)
    ]
    assert len(binary) >= 15
    for ranking, expected in binary:
        assert explain("RBP(p=0.8)", ranking, rbp_gain="binary").value == pytest.approx(expected, **EXACT), ranking


@pytest.mark.parametrize(("measure", "level"), [("bpref", 1), ("bpref-l2", 2)])
def test_bpref_without_both_kinds_of_judgments_has_no_number_in_ranx(measure: str, level: int) -> None:
    lists = [
        (ranking, value)
        for ranking, value in zip(rankings("ranx"), answers("ranx", measure), strict=True)
        if nothing_to_divide_by(ranking, level)
    ]
    assert len(lists) >= 3
    for ranking, value in lists:
        relevant = [item for item in (*ranking.items, *ranking.missed) if item.grade is not None and item.grade >= level]
        hits = sum(item in ranking.items for item in relevant)
        assert value == (None if hits else 0), ranking  # 0/0, unless there is nothing to divide
        # trec_eval's answer, see test_trec_eval_bpref_and_iprec.py: nothing stands above any of them.
        share = hits / len(relevant) if relevant else 0
        assert explain("Bpref", ranking, threshold=level).value == pytest.approx(share, **EXACT), ranking


@pytest.mark.parametrize("library", ["ranx", "ir_measures"])
def test_the_records_hold_the_lists_that_matter(library: str) -> None:
    lists = rankings(library)
    assert len(lists) >= 60
    grades = [[item.grade or 0 for item in ranking.items] for ranking in lists]
    pools = [[item.grade or 0 for item in (*ranking.items, *ranking.missed)] for ranking in lists]
    assert sum(max(each) < 1 for each in pools) >= 3  # nothing relevant
    assert sum(max(each) < 1 <= max(pool) for each, pool in zip(grades, pools, strict=True)) >= 3  # nothing found
    assert sum(len(each) < 3 for each in grades) >= 5  # shorter than most cutoffs
    assert sum(max(each) > 1 for each in grades) >= 20  # graded
    assert any(grade < 0 for each in grades for grade in each)
    assert any(item.grade is None for ranking in lists for item in ranking.items)
    tied = [len({item.score for item in ranking.items}) < len(ranking.items) for ranking in lists]
    assert sum(tied) >= 30 if library == "ir_measures" else not any(tied)


@pytest.mark.parametrize("library", ["ranx", "ir_measures"])
def test_every_record_says_what_made_it(library: str) -> None:
    head = record(library)
    assert head["library"] == library
    assert head["command"] == f"python tools/record_peers.py {library}"
    assert head["version"] in head["packages"].values()
    assert {measure for each in head["lists"] for measure in each["values"]} == {name for of, name in ALL if of == library}
    assert (RECORDED / f"{library}.json").stat().st_size < 150_000
