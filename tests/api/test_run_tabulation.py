"""Several runs as people hold them, in one table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas
import pytest

import rankviz as rv
from rankviz.display.error_text import error_text
from rankviz.runs.words.log_sentences import LogTexts
from rankviz.texts import Texts

NOTHING = {query: {"a": 0, "b": 0} for query in ("q1", "q2")}
QRELS = {"q1": {"a": 1, "b": 0}, "q2": {"a": 0, "b": 1}}
RUN = {"q1": {"a": 2.0, "b": 1.0}, "q2": {"a": 2.0, "b": 1.0}}
TREC = "q1 0 a 1 {first} x\nq1 0 b 2 1.5 x\nq2 0 b 1 {first} x\nq2 0 a 2 1.5 x\n"


def test_runs_are_named_by_their_files_or_places(tmp_path: Path) -> None:
    paths = [tmp_path / "first" / "bm25.run", tmp_path / "v1.2.txt"]
    paths[0].parent.mkdir()
    for path, first in zip(paths, ("2.0", "1.0"), strict=True):
        path.write_text(TREC.format(first=first))
    frame = pandas.DataFrame({"qid": ["q1", "q2"], "docno": ["b", "b"], "score": [1.0, 1.0]})
    found = rv.tabulate_runs([paths[0], str(paths[1]), RUN, frame], QRELS, "RR")
    assert found.runs == ("bm25", "v1.2", "run 3", "run 4")
    # a and b on top; below the other; a on top of both; b alone.
    assert found.means[:, 0].tolist() == [1.0, 0.5, 0.75, 0.5]
    assert rv.tabulate_runs(paths[0], QRELS, "RR").runs == ("bm25",)
    frame_of_table = found.to_pandas()
    assert frame_of_table["mean"].tolist() == [1.0, 0.5, 0.75, 0.5]


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    paths = [tmp_path / folder / "test.run" for folder in ("a", "b")]
    for path in paths:
        path.parent.mkdir()
        path.write_text(TREC.format(first="2.0"))
    assert rv.tabulate_runs(paths, QRELS, "RR").runs == ("a/test", "b/test")
    assert rv.tabulate_runs([paths[0], paths[0]], QRELS, "RR").runs == ("test (1)", "test (2)")


class Run:
    """As ranx has them: known by its name and `to_dict`."""

    def __init__(self, name: str | None) -> None:
        self.name = name

    def to_dict(self) -> dict[str, dict[str, float]]:
        return RUN


def test_a_run_of_ranx_has_the_name_that_it_was_given() -> None:
    assert rv.tabulate_runs([Run("BM25"), Run(None), Run("dense")], QRELS, "RR").runs == ("BM25", "run 2", "dense")


def test_runs_without_a_common_query_are_refused_unless_that_is_allowed() -> None:
    one, other = ({query: RUN[query]} for query in ("q1", "q2"))
    with pytest.raises(rv.InputError, match=r"No query counts for every run \(queries of each: a 1, b 1\)") as refused:
        rv.tabulate_runs({"a": one, "b": other}, QRELS, "RR", mean_over="run")
    assert refused.value.key == "no_common_queries"
    with pytest.warns(UserWarning, match="No query counts for every run"):
        assert rv.tabulate_runs({"a": one, "b": other}, QRELS, "RR", mean_over="run", allow="unmet").counts == (0,)
    with pytest.raises(rv.InputError, match=r"first 1, second 1"):
        rv.compare_runs("RR", one, other, QRELS, mean_over="run")


COMPARISONS: dict[str, Callable[[Any, Any, Any, dict[str, str]], object]] = {
    "table": lambda one, other, qrels, choices: rv.tabulate_runs([one, other], qrels, ["AP", "RR"], **choices),
    "flips": lambda one, other, qrels, choices: rv.compare_runs("AP", one, other, qrels, **choices),
    "results": lambda one, other, qrels, choices: rv.evaluate_run(one, qrels, "AP", **choices).compare(
        rv.evaluate_run(other, qrels, "AP", **choices)
    ),
}


@pytest.mark.parametrize("how", COMPARISONS)
@pytest.mark.parametrize(
    ("empty", "reason"), [("skip", "for most nothing relevant is judged"), ("nan", "the value of most is 0/0")]
)
def test_of_runs_of_the_same_queries_it_is_said_why_none_counts(how: str, empty: str, reason: str) -> None:
    """Not that they have no query in common, as both have two."""
    one, other = ({query: dict.fromkeys("ab", score) for query in ("q1", "q2")} for score in (1.0, 2.0))
    with pytest.raises(rv.InputError) as refused:
        COMPARISONS[how](one, other, NOTHING, {"empty": empty})
    assert refused.value.key == "no_counted_queries"
    assert all(f"({reason})" in each for each in (str(refused.value), error_text(refused.value, Texts("en"))))


@pytest.mark.parametrize("how", COMPARISONS)
def test_runs_of_the_same_queries_are_not_asked_for(how: str) -> None:
    """One has nothing relevant for q2, the other nothing for q1, and what is not retrieved is ignored."""
    one, other = {"q1": ["a"], "q2": ["b"]}, {"q1": ["b"], "q2": ["a"]}
    qrels = {query: {"a": 1, "b": 0} for query in one}
    choices = {"unretrieved": "invisible", "no_relevant": "skip"}
    with pytest.raises(rv.InputError, match=r"^No query has a value .*\(each lacks one in at least one run\)") as refused:
        COMPARISONS[how](one, other, qrels, choices)
    assert "each lacks one in at least one log" in error_text(refused.value, LogTexts("en"))


@pytest.mark.parametrize("count", [1, 2])
def test_a_mean_that_is_none_beside_others_is_said_to_have_no_query_and_why(count: int) -> None:
    """P at 1 is 0 in both queries, AP is 0/0."""
    table = rv.tabulate_runs([RUN] * count, NOTHING, ["AP", "P@1"], empty="nan")
    assert (table.counts, table.means[:, 1].tolist()) == ((0, 2), [0.0] * count)
    assert "AP cannot be computed here. No query has a value that counts (the value of most is 0/0)." in table.note
    assert "Not tested: AP" not in table.note


def test_results_without_a_common_query_are_not_compared() -> None:
    one, other = (rv.evaluate_run({query: RUN[query]}, QRELS, "RR", mean_over="run") for query in ("q1", "q2"))
    with pytest.raises(rv.InputError, match=r"queries of each: first 1, second 1"):
        one.compare(other)


def test_what_is_not_tested_is_said_with_the_reason() -> None:
    same = rv.tabulate_runs({"a": RUN, "b": RUN}, QRELS, ["RR", "P@1"], test="t")
    assert "Not tested: RR, P@1 (no query differs)." in same.note
    detailed = same.to_markdown(details=True)
    assert "as it is and not corrected, as nothing is tested" in detailed
    assert "0 comparisons" not in detailed
    turned = {query: {"a": 1.0, "b": 2.0} for query in RUN}
    single = rv.tabulate_runs({"a": RUN, "b": RUN, "c": turned}, QRELS, "RR")
    assert "Not tested: b RR (no query differs)." in single.note


@pytest.mark.parametrize("kind", ["dictionary", "file"])
def test_the_run_whose_ids_do_not_meet_is_named(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.run"
    path.write_text(TREC.format(first="2.0").replace("q1", "1.0").replace("q2", "2.0"))
    odd = str(path) if kind == "file" else {"1.0": RUN["q1"], "2.0": RUN["q2"]}
    good, qrels = ({"1": held["q1"], "2": held["q2"]} for held in (RUN, QRELS))
    with pytest.raises(rv.InputError, match=r"^\S*odd\S*: 0 of 2 queries") as refused:
        rv.tabulate_runs({"good": good, "odd.run": odd}, qrels, "RR")
    assert refused.value.key == "ids_do_not_meet"
    assert rv.tabulate_runs({"good": good, "odd.run": odd}, qrels, "RR", ids="decimal").counts == (2,)


def test_the_queries_of_one_run_are_not_taken_for_runs() -> None:
    with pytest.raises(rv.InputError, match='"q1" has numbers by document') as refused:
        rv.tabulate_runs(RUN, QRELS, "RR")
    assert refused.value.key == "run_for_runs"
    with pytest.raises(rv.InputError) as refused:
        rv.tabulate_runs([], QRELS, "RR")
    assert refused.value.key == "no_runs"
