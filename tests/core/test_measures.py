"""Measures as people write them: what another program calls so has the value that it gives there."""

from __future__ import annotations

import json
import re
from math import log2
from pathlib import Path
from typing import Any

import ir_measures
import pytest
import pytrec_eval

import rankviz
from rankviz import Convention, InputError, evaluate, evaluate_run, parse_measure, read_qrels, read_run
from rankviz.cli.main import main
from rankviz.core.metrics import Metric
from rankviz.core.metrics.measures import print_measure
from tests.helpers.case import case

FOLDER = Path(rankviz.__file__).parent / "examples" / "digits"

RUN = {"q": {f"d{i}": float(20 - i) for i in range(1, 13)}}
QRELS = {"q": {"d1": 2, "d2": 0, "d4": 1, "d7": 3, "d9": 0, "d12": 1, "d20": 1}}
ASKED = {
    *("map", "map_cut.5", "recip_rank", "ndcg", "ndcg_cut.10", "P.5", "recall.5", "success.1", "Rprec", "bpref"),
    *("iprec_at_recall.0.10", "11pt_avg", "set_P", "set_recall", "set_F"),
}
EXPECTED = pytrec_eval.RelevanceEvaluator(QRELS, ASKED).evaluate(RUN)["q"]


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_what_trec_eval_calls_so_has_its_value(name: str) -> None:
    assert list(evaluate_run(RUN, QRELS, name, profile="trec_eval").means.values()) == [
        pytest.approx(EXPECTED[name], abs=1e-15)
    ]


@pytest.mark.parametrize("name", ["ndcg_cut.10", "P.5", "recall.5", "map_cut.5"])
def test_what_pytrec_eval_is_asked_for_is_read_too(name: str) -> None:
    assert parse_measure(name) == parse_measure(name.replace(".", "_"))


@pytest.mark.parametrize(
    "name", ["nDCG@10", "AP(rel=2)", "RR(rel=2)@10", "R@5", "P@5", "Rprec", "Success@1", "SetP", "SetR", "SetF"]
)
def test_what_ir_measures_calls_so_has_its_value(name: str) -> None:
    measure = ir_measures.parse_measure(name)
    qrels = [ir_measures.Qrel(q, d, grade, "0") for q, row in QRELS.items() for d, grade in row.items()]
    expected = ir_measures.calc_aggregate([measure], qrels, RUN)[measure]
    assert list(evaluate_run(RUN, QRELS, str(measure), profile="ir_measures").means.values()) == [
        pytest.approx(expected, abs=1e-15)
    ]


@pytest.mark.parametrize(
    ("written", "measure"),
    [
        ("ndcg@10", "nDCG@10"),
        ("mrr@10", "RR@10"),
        ("hit_rate@5", "Success@5"),
        ("precision@5", "P@5"),
        ("r_precision", "Rprec"),
        ("R-Precision", "Rprec"),
        ("ndcg_at_10", "nDCG@10"),  # MTEB
        ("hit_rate_at_10", "Success@10"),
        ("SetF(beta=2)", "FBeta(beta=2)"),
    ],
)
def test_what_ranx_calls_so_is_read(written: str, measure: str) -> None:
    assert parse_measure(written) == parse_measure(measure)


def test_hits_are_how_many_and_burges_has_the_gain_of_powers_of_two() -> None:
    run, qrels = {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"q": {"a": 1, "c": 3, "d": 2}}
    measures = ("hits@2", "hits@3", "dcg@3", "dcg_burges@3", "ndcg@3", "ndcg_burges@3", "nDCG(dcg='exp-log2')@3")
    ideal, ideal_burges = 3 + 2 / log2(3) + 1 / 2, 7 + 3 / log2(3) + 1 / 2
    expected = {
        "TP@2": 1.0,
        "TP@3": 2.0,
        "DCG@3": 1 + 3 / 2,
        "DCG(gain=exponential)@3": 1 + 7 / 2,
        "nDCG@3": (1 + 3 / 2) / ideal,
        "nDCG(gain=exponential)@3": (1 + 7 / 2) / ideal_burges,
    }
    assert evaluate_run(run, qrels, measures).means == pytest.approx(expected, rel=1e-12)
    result = evaluate_run(run, qrels, "ndcg_burges@3")
    assert result.explain("q").value == result["ndcg_burges@3"] == result["nDCG(gain=exponential)@3"]


# As the documentation of ranx lists them.
RANX = (
    *("hits", "hit_rate", "precision", "recall", "f1", "r-precision", "bpref", "rbp.95", "mrr", "map"),
    *("dcg", "dcg_burges", "ndcg", "ndcg_burges"),
)


def test_a_measure_of_another_program_is_read_or_what_is_near_is_named() -> None:
    """The lists are the programs' own."""
    others = [str(each) for name, each in ir_measures.measures.registry.items() if name != "Accuracy"]
    names = {*pytrec_eval.supported_measures, *RANX, *others, *ir_measures.measures.registry}
    absent = {}
    for name in sorted(names):
        try:
            parse_measure(name)
        except InputError as error:
            absent[name] = error
    assert absent.pop("SetP(relative=True)").key == "parameter_is_choice"
    assert {error.key for error in absent.values()} == {"metric_absent", "metric_near"}
    assert not {*RANX} & {*absent}
    for error in absent.values():
        for near in error.where.get("near", "").split(", ") if error.where.get("near") else ():
            parse_measure(near)
    for name in ("relative_P_5", "Rprec_mult_0.20", "alpha_nDCG@10", "NumRel(rel=2)", "α_nDCG@10"):
        with pytest.raises(InputError, match=f"{re.escape(name)}. is not among the metrics here. Near it"):
            parse_measure(name)
    with pytest.raises(InputError, match="Near it: AUC"):  # it is no share of documents
        parse_measure(ir_measures.Accuracy)


def test_a_parameter_that_a_metric_does_not_read_is_refused() -> None:
    for name in ("P(gain=exponential)@5", "AP(p=0.8)", "RR(beta=2)"):
        with pytest.raises(InputError, match="does not read") as caught:
            parse_measure(name)
        assert caught.value.key == "parameter_unread"


@pytest.mark.parametrize(
    ("measure", "near", "choices"),
    [
        (ir_measures.P(judged_only=True) @ 2, "P@2", {"unjudged": "skip"}),
        (ir_measures.AP(judged_only=True), "AP", {"unjudged": "skip"}),
        (ir_measures.nDCG(gains={2: 5}) @ 3, "nDCG@3", {"gain": "table", "gain_table": "0:0, 1:1, 2:5"}),
        (ir_measures.SetP(relative=True), "set_P", {"precision_base": "min_R_k"}),
    ],
)
def test_a_parameter_that_is_a_choice_here_is_refused_with_the_choice_that_gives_the_same(
    measure: Any, near: str, choices: dict[str, str]
) -> None:
    """The values are those of ir_measures."""
    run = {query: {f"d{i}": 10.0 - i for i in range(6)} for query in "qr"}
    qrels = {"q": {"d1": 2, "d3": 1, "d5": 0, "d9": 1}, "r": {"d0": 1, "d4": 2}}
    with pytest.raises(InputError) as caught:
        parse_measure(measure)
    assert caught.value.key == "parameter_is_choice"
    assert all(each in caught.value.where["choice"] for each in choices)
    theirs = ir_measures.calc_aggregate([measure], qrels, run)[measure]
    assert evaluate_run(run, qrels, near, profile="trec_eval", **choices)[near] == pytest.approx(theirs, abs=1e-12)


def test_a_measure_that_is_too_long_is_told_so_and_where_a_formula_is_given() -> None:
    for text, found in ((f"nDCG(gain={'+'.join(['g'] * 101)})", "212"), ("x" * 5_000, "5,000")):  # 10, 201 and a bracket
        with pytest.raises(
            InputError, match=rf"has {found} characters.* at most 200\. .*gain=formula and gain_formula"
        ) as caught:
            parse_measure(text)
        assert caught.value.key == "measure_too_long"


def test_commas_are_as_good_as_blanks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run").write_text("".join(f"q Q0 {d} 1 {s} t\n" for d, s in RUN["q"].items()), encoding="utf-8")
    (tmp_path / "qrels").write_text("".join(f"q 0 {d} {g}\n" for d, g in QRELS["q"].items()), encoding="utf-8")
    files = [str(tmp_path / "run"), str(tmp_path / "qrels")]
    assert main(["run", *files, "-m", "ndcg_cut_10,P(rel=2)@5, map", "recip_rank", "--json"]) == 0
    assert [*json.loads(capsys.readouterr().out)["means"]] == ["nDCG@10", "P(rel=2)@5", "AP", "RR"]


@pytest.mark.parametrize("name", ["n", "at", "topk"])
def test_a_cutoff_by_another_name_is_told_how_it_is_written(name: str) -> None:
    with pytest.raises(InputError, match="write nDCG@10, or cutoff=10") as caught:
        evaluate("nDCG", [1, 0], **{name: 1})
    assert caught.value.key == "cutoff_name"


def test_all_trec_is_what_trec_eval_computes_and_the_rest_is_named() -> None:
    """Of each number that trec_eval prints it is known whether it is here, and those that are here are equal."""
    run, qrels = (read(str(FOLDER / name)) for read, name in ((read_run, "lda.run.gz"), (read_qrels, "qrels.txt.gz")))
    with pytest.warns(UserWarning, match="Of trec_eval's measures these are not here: num_q, .*gm_map") as told:
        found = evaluate_run(run, qrels, "all_trec", profile="trec_eval")
    absent = str(told[0].message).partition(": ")[2].rstrip(".").split(", ")
    pairs = {name: pairs_of(table) for name, table in (("run", run), ("qrels", qrels))}
    judged = {query: {document: int(grade) for document, grade in row.items()} for query, row in pairs["qrels"].items()}
    theirs = pytrec_eval.RelevanceEvaluator(judged, {"all_trec"}).evaluate(pairs["run"])
    seen = set()
    for name in theirs[found.queries[0]]:
        base = re.sub(r"_[\d.]+$", "", name)
        if name == "runid" or base in absent:
            continue
        measure = print_measure(*written(name))
        seen.add(measure)
        with case(name=name, measure=measure):
            expected = [theirs[query][name] for query in found.queries]
            assert found.list_values[measure].tolist() == pytest.approx(expected, abs=5e-11)
    assert seen == {*found.list_values}


def written(name: str) -> tuple[Metric, Convention]:
    measure = parse_measure(name)
    return measure.metric, Convention().with_choices(measure.choices)


def pairs_of(table: Any) -> dict[str, dict[str, float]]:
    rows: dict[str, dict[str, float]] = {}
    for query, document, number in zip(table.query.to_pylist(), table.document.to_pylist(), table.number.tolist(), strict=True):
        rows.setdefault(query, {})[document] = number
    return rows


def test_the_command_line_names_what_is_not_here_beside_the_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run").write_text("q Q0 a 1 2.0 t\n", encoding="utf-8")
    (tmp_path / "qrels").write_text("q 0 a 1\n", encoding="utf-8")
    assert main(["run", str(tmp_path / "run"), str(tmp_path / "qrels"), "-m", "RR,all_trec", "--json"]) == 0
    printed = capsys.readouterr()
    assert [*json.loads(printed.out)["means"]][:3] == ["RR", "AP", "Rprec"]
    assert printed.err.startswith("rankviz: Of trec_eval's measures these are not here: num_q,")
