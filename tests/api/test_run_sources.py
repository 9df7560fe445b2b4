"""Whichever function on whole runs is asked: which is which, what is empty, and how many measures it takes, are told alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas
import pytest

import rankviz as rv
from rankviz.cli.main import main
from rankviz.core.metrics.trec_measures import with_all_trec
from rankviz.runs.evaluate import prepared_run
from rankviz.runs.read.run_table import Table
from tests.helpers.case import case
from tests.helpers.trec_files import write_trec

RUN = {"q1": {"a": 2.5, "b": 1.0}, "q2": {"a": 2.5, "b": 1.0}}
QRELS = {"q1": {"a": 1, "b": 0}, "q2": {"a": 0, "b": 1}}
RR = 0.75  # (1 + 1/2) / 2
# What each gives for a run and judgments: the mean of the measure for that run.
DOORS: Mapping[str, Callable[..., float]] = {
    "run": lambda run, qrels, **more: rv.evaluate_run(run, qrels, "RR", **more)["RR"],
    "first": lambda run, qrels, **more: rv.compare_runs("RR", run, RUN, qrels, **more).means[0],
    "second": lambda run, qrels, **more: rv.compare_runs("RR", RUN, run, qrels, **more).means[1],
    "BM25": lambda run, qrels, **more: rv.tabulate_runs({"ours": RUN, "BM25": run}, qrels, "RR", **more).means[1, 0],
    "run 1": lambda run, qrels, **more: rv.tabulate_runs([run], qrels, "RR", **more).means[0, 0],
    "run ": lambda run, qrels, **more: rv.lookup_run(run, qrels, "RR", "0.5", **more).value,
}


def frame(held: Mapping[str, Mapping[str, float]], number: str) -> pandas.DataFrame:
    rows = [(query, doc, each) for query, docs in held.items() for doc, each in docs.items()]
    return pandas.DataFrame(rows, columns=["query", "document", number])


@pytest.mark.parametrize("name", DOORS)
def test_what_has_no_rows_is_refused_by_its_name(name: str) -> None:
    assert DOORS[name](RUN, QRELS) == RR
    empty: list[Any] = [{}, {"q1": {}}, frame(RUN, "score").iloc[:0]]
    for run in empty:
        with case(run=run), pytest.raises(rv.InputError, match=f"^{name.strip()} has no rows") as refused:
            DOORS[name](run, QRELS)
        assert refused.value.key == "no_rows"
    with pytest.raises(rv.InputError, match=r"^qrels has no rows"):
        DOORS[name](RUN, {})


@pytest.mark.parametrize("name", DOORS)
def test_dictionaries_that_seem_to_be_exchanged_are_refused_unless_that_is_allowed(name: str) -> None:
    run, qrels = ({query: {doc: each * by for doc, each in row.items()} for query, row in QRELS.items()} for by in (1, 0.5))
    with pytest.raises(rv.InputError) as refused:
        DOORS[name](run, qrels)
    assert refused.value.key == "exchanged"
    DOORS[name](run, qrels, allow="exchanged")


SCORES: dict[str, dict[str, float]] = {f"q{q}": {f"d{d}": 9.0 - d for d in range(8)} for q in range(3)}  # whole, and none twice
GRADES: dict[str, dict[str, float]] = {f"q{q}": {f"d{d}": d % 3 for d in range(8)} for q in range(3)}


def beir(held: Mapping[str, Mapping[str, float]], path: Path) -> str:
    rows = "".join(f"{q}\t{d}\t{number:g}\n" for q, row in held.items() for d, number in row.items())
    path.write_text(f"query-id\tcorpus-id\tscore\n{rows}", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("spread", [1, 0.25])
def test_whole_scores_and_files_of_the_same_columns_are_not_exchanged_silently(spread: float, tmp_path: Path) -> None:
    """Grades repeat in a query, scores hardly ever: that is told where neither side says by itself which it is."""
    scores = {query: {d: score * spread for d, score in row.items()} for query, row in SCORES.items()}
    right = rv.evaluate_run(scores, GRADES, "nDCG@5").means
    files = beir(scores, tmp_path / "run.tsv"), beir(GRADES, tmp_path / "qrels.tsv")
    columns = [frame(held, "score").set_axis(["query-id", "corpus-id", "score"], axis=1) for held in (scores, GRADES)]
    forms: list[tuple[Any, Any]] = [(scores, GRADES), files, (columns[0], columns[1])]
    for run, qrels in forms:
        assert rv.evaluate_run(run, qrels, "nDCG@5").means == pytest.approx(right, abs=1e-12)
        with pytest.raises(rv.InputError, match="are they exchanged") as refused:
            rv.evaluate_run(qrels, run, "nDCG@5")
        assert refused.value.key == ("exchanged_ties" if spread == 1 else "exchanged")
        rv.evaluate_run(qrels, run, "nDCG@5", allow="exchanged+unmet")


def test_files_that_say_by_themselves_which_they_are_may_stand_in_any_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, qrels = write_trec(tmp_path, SCORES, GRADES)
    right = rv.evaluate_run(run, qrels, "AP").means
    assert rv.evaluate_run(qrels, run, "AP").means == right
    assert rv.evaluate_run(rv.read_qrels(qrels), rv.read_run(run), "AP").means == right
    printed = []
    for files in ((run, qrels), (qrels, run)):
        assert main(["run", *files, "-m", "AP"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


@pytest.mark.parametrize("allow", [None, "all", 5, "unmet+all"])
@pytest.mark.parametrize("name", DOORS)
def test_what_is_not_known_is_not_allowed(name: str, allow: object) -> None:
    with pytest.raises(rv.InputError, match="Known: exchanged, unmet") as refused:
        DOORS[name](RUN, QRELS, allow=allow)
    assert refused.value.key == "unknown_allow"


def test_what_says_by_itself_that_it_is_the_judgments_may_stand_in_any_place() -> None:
    qrels, run = frame(QRELS, "relevance"), frame(RUN, "score")
    other = run.assign(document=run["document"].map({"a": "b", "b": "a"}))  # 1/2 and 1, the mean is the same
    first = other[other["query"] == "q1"]  # 1/2, and q2 is not answered
    assert rv.evaluate_run(qrels, run, "RR")["RR"] == RR
    assert rv.lookup_run(qrels, run, "RR", "0.5").value == RR
    for given in ((run, first, qrels), (qrels, run, first), (run, qrels, first)):
        assert rv.compare_runs("RR", *given).means == (RR, 0.25)
    for runs in ({"a": run, "b": first}, [run, first]):
        assert rv.tabulate_runs(qrels, runs, "RR").means.tolist() == rv.tabulate_runs(runs, qrels, "RR").means.tolist()
    assert rv.tabulate_runs(qrels, run, "RR").means.tolist() == [[RR]]


def test_all_of_trec_eval_may_be_asked_for_wherever_several_measures_may() -> None:
    with pytest.warns(UserWarning, match="not here: num_q"):
        assert len(rv.evaluate_run(RUN, QRELS, "all_trec").means) == 59
    with pytest.warns(UserWarning, match="not here: num_q"):
        assert rv.tabulate_runs([RUN], QRELS, ["RR", "all_trec"]).measures[:2] == ("RR", "AP")
    one: list[Callable[[Any], object]] = [
        lambda measure: rv.compare_runs(measure, RUN, RUN, QRELS),
        lambda measure: rv.lookup_run(RUN, QRELS, {measure: "0.5"}),
        lambda measure: rv.evaluate(measure, [1, 0]),
        lambda measure: rv.explain(measure, [1, 0]),
        lambda measure: rv.lookup(measure, [1, 0], "0.5"),
    ]
    for ask in one:
        for several in ("all_trec", ("AP", "RR")):
            with pytest.raises(rv.InputError, match="is more than one metric") as refused:
                ask(several)
            assert refused.value.key == "several_measures"
    for door in (rv.evaluate_run, rv.tabulate_runs):
        with pytest.raises(rv.InputError) as refused:
            door(RUN if door is rv.evaluate_run else [RUN], QRELS, [])
        assert refused.value.key == "no_measures"


@pytest.mark.parametrize("name", ["P", "P ", "recall", "ndcg_cut", "P.5,10", "set"])
def test_what_trec_eval_computes_several_measures_for_is_refused_where_one_is_expected(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first of those that it stands for is named."""
    several = [*with_all_trec(name, "trec_eval")[0]]
    assert len(several) > 1
    one: list[Callable[[], object]] = [
        lambda: rv.compare_runs(name, RUN, RUN, QRELS, profile="trec_eval"),
        lambda: rv.lookup_run(RUN, QRELS, {name: "0.5"}, profile="trec_eval"),
        lambda: rv.tabulate_runs([RUN], QRELS, several, sort=name, profile="trec_eval"),
        lambda: rv.evaluate(name, [3, 2, 0], profile="trec_eval"),
        lambda: rv.explain(name, [3, 2, 0], profile="trec_eval"),
        lambda: rv.lookup(name, [3, 2, 0], "0.667", profile="trec_eval"),
        lambda: rv.compare_lists(name, [3, 2, 0], [3, 0, 2], profile="trec_eval"),
    ]
    for ask in one:
        with pytest.raises(
            rv.InputError, match=f"^{name.strip()} is more than one metric; name one here, such as {several[0]}"
        ):
            ask()
    assert main(["lookup", "--run", "a.run", "--qrels", "qrels.txt", name, "0.5"]) == 2
    assert f"{name.strip()} is more than one metric" in capsys.readouterr().err


def test_a_precision_that_is_refused_as_several_names_that_of_the_whole_list() -> None:
    """Of two documents each query has one that is relevant."""
    with pytest.raises(rv.InputError, match="set_P") as refused:
        rv.lookup_run(RUN, QRELS, "P", "0.4", profile="trec_eval")
    assert refused.value.key == "several_measures"
    assert rv.lookup_run(RUN, QRELS, "set_P", "0.5", profile="trec_eval").value == 0.5
    assert rv.lookup_run(RUN, QRELS, "P", "0.5").value == 0.5
    assert main(["lookup", "P", "1,0", "0.5", "--profile", "trec_eval"]) == 2
    assert rv.evaluate("set_P", [1, 0], profile="trec_eval") == rv.evaluate("P", [1, 0]) == 0.5
    assert rv.evaluate_run(RUN, QRELS, "set_P", profile="trec_eval").explain("q1").value == 0.5
    table = rv.tabulate_runs([RUN], QRELS, ["P@5", "set_P"], sort="P", profile="trec_eval")
    assert (table.measures, table.means.tolist()) == (("P@5", "P"), [[0.2, 0.5]])


def test_the_judgments_of_two_runs_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run, qrels = write_trec(tmp_path, {"q": {"a": 2, "b": 1}}, {"q": {"a": 1}})
    read, whole = [], prepared_run.read_qrels

    def read_counted(source: str) -> Table:
        read.append(source)
        return whole(source)

    monkeypatch.setattr(prepared_run, "read_qrels", read_counted)
    assert rv.compare_runs("RR", run, run, qrels).means == (1.0, 1.0)
    assert read == [qrels]
