"""Whole runs as the page shows them: a query's own list gives its value in the run, counts, two runs side by side, figures."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from rankviz import Item, Ranking, evaluate
from rankviz.basics.errors import InputError
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import parse_measure
from rankviz.evaluation.evaluate import resolve_convention
from rankviz.libraries.profiles import PROFILES
from rankviz.runs.evaluate.prepared_run import prepare
from rankviz.runs.evaluate.query_list import cut_to_fit, query_list
from rankviz.runs.evaluate.run_evaluation import evaluate_measures, query_values, resolve_measure
from rankviz.runs.read.file_sources import Upload
from rankviz.runs.run_files import EXAMPLE, distinct, example
from rankviz.runs.settings import Settings
from rankviz.runs.summary import RunContents, RunValues, contents
from rankviz.runs.words import figures as run_figures
from rankviz.runs.words.tables import contents_words, means_data, queries_frame
from rankviz.state.app_state import check_list, with_clean_names
from rankviz.texts import LANGUAGES, Texts
from rankviz.web.runs_files import RunsSession
from tests.helpers.long import rounds

FIRST = {"a": {"x": 3.0, "y": 2.0, "z": 1.0}, "b": {"x": 1.0}, "c": {"x": 1.0}}
SECOND = {"a": {"x": 1.0, "y": 2.0, "z": 3.0}, "b": {"x": 1.0}}
QRELS = {"a": {"x": 1.0, "w": 1.0}, "b": {"x": 1.0}, "d": {"x": 1.0}}


@pytest.mark.slow
@pytest.mark.parametrize("run", ["pixels", "lda"])
@pytest.mark.parametrize("profile", ["trec_eval", "textbook"])
def test_the_list_of_a_query_has_the_value_that_the_query_has_in_the_run(run: str, profile: str) -> None:
    paths = EXAMPLE / f"{run}.run.gz", EXAMPLE / "qrels.txt.gz"
    found = query_values(*paths, ["nDCG@10", "AP", "RR", "Bpref"], profile=profile)
    for query in found.queries[::10]:
        ranking = query_list(*paths, query)
        assert (ranking.query_id, len(ranking.items)) == (query, 100)
        for measure, values in found.list_values.items():
            assert evaluate(measure, ranking, profile=profile) == pytest.approx(values[found.queries.index(query)], abs=1e-12)


AP, TEXTBOOK_AP = METRICS["ap"], resolve_convention(parse_measure("AP"), "textbook", {})


def test_a_long_list_is_cut_at_its_lower_end() -> None:
    ranking, told = cut_to_fit(query_list(FIRST, QRELS, "a"), 3, AP, TEXTBOOK_AP)
    assert [item.doc_id for item in ranking.items] == ["x", "y"]
    assert [item.grade for item in ranking.items] == [1, None]
    assert [item.doc_id for item in ranking.missed] == ["w"]
    assert [(each.key, each.where) for each in told] == [
        ("run_list_cut", {"shown": 2, "count": 3}),
        ("run_value_same", {"measure": "AP"}),
    ]


def test_judged_documents_below_the_cut_are_not_retrieved_and_those_of_grade_0_go_first() -> None:
    run = {"q": {f"r{i}": 100.0 - i for i in range(10)}}
    qrels = {"q": {"r0": 1.0, "r8": 2.0, "r9": 0.0, "m1": 0.0, "m2": 1.0}}
    ranking, told = cut_to_fit(query_list(run, qrels, "q"), 8, AP, TEXTBOOK_AP)
    assert [item.doc_id for item in ranking.items] == [f"r{i}" for i in range(6)]
    assert [(item.doc_id, item.grade) for item in ranking.missed] == [("m2", 1.0), ("r8", 2.0)]
    # Relevant are r0, r8 and m2: (1/1 + 2/9) / 3 of all entries, 1/3 of those that are left.
    assert [(each.key, each.where) for each in told] == [
        ("run_list_left_out", {"shown": 6, "count": 10, "left_out": 2}),
        ("run_value_differs", {"measure": "AP", "here": 0.3333333333, "whole": 0.4074074074}),
    ]


def test_among_equal_scores_those_are_kept_that_the_convention_puts_first() -> None:
    whole = Ranking.from_grades([0, 0, 1], scores=[1, 1, 1], doc_ids=["a", "b", "c"])
    trec_eval = resolve_convention(parse_measure("P@1"), "trec_eval", {})  # equal scores: the last id first
    ranking, told = cut_to_fit(whole, 2, METRICS["precision"], trec_eval)
    assert [item.doc_id for item in ranking.items] == ["b", "c"]
    assert told[1].key == "run_value_same"


def tied_and_long(draw: Random) -> Ranking:
    """A list with ties, unjudged entries, now and then a copy or a grade below 0, and missed documents."""
    count = draw.randrange(1, 30)
    ids = draw.sample(range(100), count)
    names = [f"d{draw.choice(ids) if draw.random() < 0.05 else each}" for each in ids]
    grade = {name: draw.choice([None] * 7 + [0, 1, 2, -1 if draw.random() < 0.1 else 1]) for name in names}
    scores = [draw.randrange(6) / 2 for _ in names]
    missed = [draw.choice([0, 0, 1]) for _ in range(draw.choice([0, 0, 2, 20]))]
    return Ranking.from_grades(
        [grade[name] for name in names], missed, scores, [*names, *(f"m{i}" for i in range(len(missed)))]
    )


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_said_of_the_value_of_a_cut_list_is_so_in_every_library(profile: str) -> None:
    """`evaluate` on both lists is the second opinion."""
    said: Counter[str] = Counter()
    for seed in range(rounds(60)):
        draw = Random(seed)  # noqa: S311
        whole, most = tied_and_long(draw), draw.randrange(1, 25)
        name = draw.choice(["nDCG", "AP", "P", "R", "RR"]) + draw.choice(["", "@1", "@3", "@7"])
        try:
            measure, convention = parse_measure(name), resolve_measure(name, profile, {}).convention
        except InputError:  # the library does not have it, or not for whole runs
            continue
        ranking, told = cut_to_fit(whole, most, measure.metric, convention)
        assert len(ranking.items) + len(ranking.missed) <= most or not told
        values = []
        for each in (ranking, whole):
            try:
                values.append(evaluate(name, each, profile=profile))
            except InputError:
                values.append(math.inf)
        said.update(each.key for each in told)
        if told and math.inf not in values:
            same = values[0] == pytest.approx(values[1], rel=1e-12, abs=1e-12, nan_ok=True)
            assert told[1].key == ("run_value_same" if same else "run_value_differs"), (seed, name)
        else:
            assert len(told) < 2, (seed, name)
    assert min(said["run_value_same"], said["run_value_differs"]) > 0


def test_ids_that_the_page_cannot_hold_get_others_and_stay_apart() -> None:
    long = "https://" + "x" * 300
    items = (Item(f"{long}1", 1.0, 3.0), Item(f"{long}2", 0.0, 2.0), Item(" ", None, 1.0), Item("a\tb", 1.0, 0.5))
    ranking, told = with_clean_names(Ranking(items, (Item("a b", 1.0),), "q\x00"))
    check_list(ranking)
    assert len({item.doc_id for item in (*ranking.items, *ranking.missed)}) == 5
    assert ranking.query_id == "q"
    assert told is not None
    assert (told.key, told.where["count"]) == ("names_cut", 4)


def test_a_query_that_is_not_in_the_run_has_an_empty_list() -> None:
    ranking = query_list(FIRST, QRELS, "d")
    assert (ranking.items, len(ranking.missed)) == ((), 1)


def test_what_a_file_holds_is_counted() -> None:
    found = contents(prepare({**FIRST, "a": {"x": 1.0, "y": 2.0, "z": 1.0}}, QRELS))
    assert (found.queries_in_both, found.only_run, found.only_judged) == (2, 1, 1)
    assert (found.entries, found.judged, found.missed, found.duplicates) == (5, 2, 2, 0)
    assert (found.unsorted, found.tied) == (1, 1)


def test_two_runs_are_brought_to_the_same_queries() -> None:
    results = tuple(query_values(run, QRELS, ["RR"], profile="trec_eval") for run in (FIRST, SECOND))
    side = RunValues.by_side(results)
    # trec_eval counts queries that are in the run and judged: c has no judgments, d is not in the run.
    assert side.queries == ("a", "b")
    assert side.values[0]["RR"].tolist() == [1, 1]
    assert side.values[1]["RR"].tolist() == [pytest.approx(1 / 3), 1]
    assert side.differences("RR").tolist() == [pytest.approx(-2 / 3), 0]
    (test,) = side.comparisons()
    assert (test.wins, test.ties, test.losses) == (0, 1, 1)


def test_a_query_that_counts_for_one_run_only_has_no_difference() -> None:
    results = tuple(query_values(run, QRELS, ["RR"], profile="trec_eval") for run in (FIRST, {"a": {"x": 1.0}}))
    side = RunValues.by_side(results)
    assert math.isnan(side.differences("RR")[side.queries.index("b")])
    (test,) = side.comparisons()
    assert (test.n, test.left_out, test.reason) == (1, 1, "too_few_queries")


def test_further_measures_of_a_prepared_run_are_those_of_the_run() -> None:
    prepared = prepare(FIRST, QRELS)
    for measure in ("nDCG@2", "P@3", "AP"):
        one = (
            evaluate_measures(prepared, [measure], gain="exponential")
            if measure.startswith("n")
            else evaluate_measures(prepared, [measure])
        )
        choices = {"gain": "exponential"} if measure.startswith("n") else {}
        two = query_values(FIRST, QRELS, [measure], **choices)
        assert np.array_equal(one.list_values[measure], two.list_values[measure])
    whole = evaluate_measures(prepared, ["AP"]).with_measures_of(evaluate_measures(prepared, ["RR"]))
    assert list(whole.means) == ["AP", "RR"]


def test_a_file_in_memory_is_read_as_one_on_disk() -> None:
    paths = EXAMPLE / "lda.run.gz", EXAMPLE / "qrels.txt.gz"
    uploads = tuple(Upload(path.name, path.read_bytes()) for path in paths)
    one, two = (query_values(*each, ["AP"]) for each in (paths, uploads))
    assert np.array_equal(one.per_query["AP"], two.per_query["AP"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("runs", [(FIRST,), (FIRST, SECOND), (FIRST, FIRST), (FIRST, {"b": {"x": 1.0}})])
def test_all_tables_can_be_sent(language: str, runs: tuple[dict[str, Any], ...]) -> None:
    texts = Texts(language)
    results = [query_values(run, QRELS, ["RR", "AP"], profile="trec_eval") for run in runs]
    side = RunValues.by_side(tuple(results))
    names = ("one", "two")[: len(runs)]
    sent: Any = json.loads(json.dumps(means_data(names, results, side.comparisons(), texts), allow_nan=False))
    widths = {len(row["cells"]) + 1 for row in sent["groups"][0]["rows"]}
    assert widths == {len(sent["heads"])}
    assert [row["head"] for row in sent["groups"][0]["rows"]] == ["RR", "AP"]
    frame = queries_frame(names, side, list(side.values[0]), texts)
    assert len(frame) == len(side.queries)
    assert contents_words(contents(prepare(runs[0], QRELS)), texts)


def test_a_single_one_of_a_kind_is_not_called_several() -> None:
    said = contents_words(RunContents(1, 1, 1, 1, 1, 1, 1, 1, 1), Texts("en"))
    assert len(said) == 7
    assert [line for line in said if re.search(r"\b1 \w+s\b", line)] == []


def test_the_line_of_equal_values_is_seen_in_both_themes() -> None:
    """Contrast as WCAG 2 reckons it; 3 is what it asks of figures."""
    figure = run_figures.scatter(np.array([0.5]), np.array([0.25]), ["q"], ("a", "b"), Texts("en"))
    color = figure["layout"]["shapes"][0]["line"]["color"]  # type: ignore[index]
    themes = tomllib.loads((EXAMPLE.parents[2] / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
    for name in ("light", "dark"):
        one, other = sorted(map(luminance, (color, themes[name]["backgroundColor"])))
        assert (other + 0.05) / (one + 0.05) >= 3, name


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_worst_query_stands_first() -> None:
    results = tuple(query_values(run, QRELS, ["RR"]) for run in (FIRST, SECOND))
    frame = queries_frame(("one", "two"), RunValues.by_side(results), ["RR"], Texts("en"))
    assert frame["Query"][0] == "a"
    assert frame["Difference"][0] == pytest.approx(-2 / 3)


def test_figures_show_every_query_once() -> None:
    first, second = np.array([0.0, 0.5, np.nan, 1.0]), np.array([0.25, 0.25, 1.0, 1.0])
    queries = ("a", "b", "c", "d")
    bars: Any = run_figures.distribution([first, second], ("one", "two"), "AP", "Queries", Texts("en"))
    assert [sum(trace["y"]) for trace in bars["data"]] == [3, 4]
    changes: Any = run_figures.differences(second - first, queries, "AP", "Queries", Texts("en"))
    assert changes["data"][0]["customdata"] == ["a", "d", "b"]
    assert changes["data"][0]["y"] == [0.25, 0, -0.25]
    points: Any = run_figures.scatter(first, second, queries, ("one", "two"), Texts("en"))
    assert points["data"][0]["customdata"] == ["a", "b", "d"]


def test_a_library_that_reads_scores_otherwise_for_some_measures_is_followed() -> None:
    # BEIR gives nDCG to pytrec_eval, which keeps scores in 32 bits, and counts hits by itself.
    bits = {metric: Settings("beir").measure_of(metric).convention.score_bits for metric in ("ndcg", "success")}
    assert bits == {"ndcg": "32", "success": "64"}


def test_the_bundled_example_is_there_and_is_what_a_session_begins_with() -> None:
    assert RunsSession().kind == "example"
    files = example()
    assert all(isinstance(each, Path) and each.exists() for each in (*files.runs, files.qrels))


def test_runs_of_one_name_are_told_apart_by_their_place() -> None:
    assert distinct(["bm25", "dense", "bm25"]) == ("bm25 (1)", "dense", "bm25 (3)")
