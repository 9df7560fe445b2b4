"""Measures as people write them: what another program calls so has the value that it gives there."""

from __future__ import annotations

import json
import re
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
    ],
)
def test_what_ranx_calls_so_is_read(written: str, measure: str) -> None:
    assert parse_measure(written) == parse_measure(measure)


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
    with pytest.warns(UserWarning, match="Of all_trec these are not here: num_q, .*gm_map") as told:
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
    assert printed.err.startswith("rankviz: Of all_trec these are not here: num_q,")
