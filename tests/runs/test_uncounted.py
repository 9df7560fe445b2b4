"""A mean that is undefined says which queries have no value, why, and what to do; others are left out, which is another NaN."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from rankviz import evaluate_run
from rankviz.cli.main import main
from tests.helpers.trec_files import write_trec

# AUC of q1: a before b, of q2: everything is relevant, so there is no pair; q3 is not in the run.
RUN = {"q1": {"a": 2.0, "b": 1.0}, "q2": {"a": 2.0, "b": 1.0}}
QRELS = {"q1": {"a": 1, "b": 0}, "q2": {"a": 1, "b": 1}, "q3": {"a": 1, "b": 0}}
SAID = (
    "Queries that count in the mean of AUC and have no value, so that it has none: 1 of 2 (q2). "
    "q2 – Everything is relevant, so there are no pairs. Leave such queries out by empty=skip (--choose empty=skip)."
)


def test_a_mean_without_a_value_says_which_queries_have_none_and_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["run", *write_trec(tmp_path, RUN, QRELS), "-m", "AUC", "RR", "--profile", "textbook", "--choose", "mean_over=run"]
    assert main(asked) == 0
    out = capsys.readouterr().out
    assert out.count("have no value") == 1
    assert f"  {SAID}\n" in out
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["undefined"] == {"AUC": {"queries": ["q2"], "words": SAID}}
    assert main([*asked, "--choose", "empty=skip"]) == 0
    assert "AUC\tall\t1.0\n" in capsys.readouterr().out


def test_a_mean_over_no_query_says_for_which_reasons_they_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """AP of three queries of which two have nothing relevant, and one is not in the run."""
    qrels = {"q1": {"a": 0}, "q2": {"b": 0}, "q3": {"a": 1}}
    said = (
        "No query counts in the mean of AP, so that it has none. Left out: nothing relevant is judged (2), not in the run (1)."
    )
    asked = ["run", *write_trec(tmp_path, RUN, qrels), "-m", "AP", "--profile", "textbook"]
    asked += ["--choose", "mean_over=intersection", "--choose", "no_relevant=skip"]
    assert main(asked) == 0
    assert f"  {said}\n" in capsys.readouterr().out
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["undefined"] == {"AP": {"queries": [], "words": said}}
    result = evaluate_run(RUN, qrels, "AP", mean_over="intersection", no_relevant="skip")
    assert np.isnan(result["AP"])
    assert f"<p>{said}</p>" in result._repr_html_()


def test_a_frame_tells_what_is_left_out_from_what_has_no_value() -> None:
    result = evaluate_run(RUN, QRELS, "AUC", mean_over="run")
    assert np.isnan(result["AUC"])
    frame = result.to_pandas()
    assert frame["AUC"].isna().tolist() == [False, True, True]
    assert frame.attrs == {"left_out": {"AUC": {"q3": "not_retrieved"}}, "undefined": {"AUC": ("q2",)}}
    assert f"<p>{SAID}</p>" in result._repr_html_()


def test_nothing_is_advised_that_would_leave_no_query() -> None:
    """Everything is relevant in both queries, so that neither has a pair."""
    everything = {query: {"a": 1, "b": 1} for query in RUN}
    said = evaluate_run(RUN, everything, "AUC")._repr_html_()
    assert "2 of 2 (q1, q2)" in said
    assert "empty=skip" not in said
    assert "Left out: 0/0 (2)" in evaluate_run(RUN, everything, "AUC", empty="skip")._repr_html_()


def test_json_of_a_log_speaks_of_lists_and_labels_as_the_text_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of one list no entry has a label of 1, of the other all have."""
    (tmp_path / "log.csv").write_text("user,item,score,label\nu1,a,1,0\nu1,b,2,0\nu2,a,1,1\nu2,b,2,1\n")
    for empty, words in (("skip", "No list counts in the mean of AUC"), ("nan", "Lists that count in the mean of AUC")):
        asked = ["run", str(tmp_path / "log.csv"), "-m", "AUC", "--choose", f"empty={empty}", "--per-query"]
        assert main(asked) == 0
        text = capsys.readouterr().out
        assert main([*asked, "--json"]) == 0
        record = json.loads(capsys.readouterr().out)
        assert record["undefined"]["AUC"]["words"].startswith(words)
        assert f"  {record['undefined']['AUC']['words']}" in text
        left_out = record["left_out"]["AUC"]
        assert [*left_out] == (["u1", "u2"] if empty == "skip" else [])
        assert all(f"AUC\t{user}\t{why}\n" in text for user, why in left_out.items())


def test_a_look_up_of_a_mean_that_is_none_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In two queries nothing relevant is judged, or of one of two everything is."""
    nothing = {query: {"a": 0} for query in RUN}
    for measure, qrels, choices, said in (
        (
            "AP",
            nothing,
            ["empty=skip"],
            "No query counts in the mean of AP, so that it has none. Left out: nothing relevant is judged (2).",
        ),
        ("AUC", QRELS, ["mean_over=run"], SAID),
    ):
        files = write_trec(tmp_path, RUN, qrels)
        chosen = [part for each in choices for part in ("--choose", each)]
        asked = ["lookup", "--run", files[0], "--qrels", files[1], measure, "0.3", "--profile", "textbook", *chosen]
        main(asked)
        assert f"{said}\n" in capsys.readouterr().out
        main([*asked, "--json"])
        assert json.loads(capsys.readouterr().out)["undefined"] == {measure: said}
