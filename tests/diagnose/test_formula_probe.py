"""The list whose number names the formula: what is told apart, and the texts that other tools take."""

from __future__ import annotations

import ast
import csv
import io
import json
import subprocess
import sys
from itertools import combinations, pairwise
from math import log2
from typing import Any

import numpy as np
import pytest
import pytrec_eval

from rankviz import evaluate
from rankviz.basics.errors import InputError
from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.diagnose.formula_probe import LEAST_GAP, PROBES, SILENT, Probe, _random_lists, find_behaviours, probe_list
from rankviz.diagnose.programs import Program, write_programs
from rankviz.diagnose.words import formula_probe as probe_table
from rankviz.evaluation.evaluate import compute, profile_threshold
from rankviz.libraries.list_files import as_csv, as_qrels, as_run
from rankviz.libraries.profiles import PROFILES
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts

NAMES = [f"{key}{'@' if cut else ''}" for key, cut in PROBES]
INSTALLED = {"sklearn": "sklearn", "pytrec_eval": "trec_eval", "lightgbm": "lightgbm", "xgboost": "xgboost"}


def code_for(probe: Probe) -> dict[str, Program]:
    return write_programs(probe.ranking, probe.metric, TEXTBOOK.with_choices({"cutoff": probe.cutoff}))


def profiles_of(probe: Probe, typed: str) -> set[str]:
    return {key for behaviour in find_behaviours(probe, typed) for key in behaviour.profiles}


@pytest.mark.parametrize(("metric", "cut"), PROBES, ids=NAMES)
def test_every_number_with_four_decimals_is_read_back_as_its_own_behaviours(metric: str, cut: bool) -> None:
    probe = probe_list(metric, cut)
    assert len(probe.groups) > 1
    for group in probe.groups:
        assert find_behaviours(probe, f"{group.value:.4f}") == group.behaviours
        assert find_behaviours(probe, f"{group.value:.10f}") == group.behaviours


@pytest.mark.parametrize(("metric", "cut"), PROBES, ids=NAMES)
def test_the_smallest_gap_is_the_smallest_and_wide_enough_for_print(metric: str, cut: bool) -> None:
    probe = probe_list(metric, cut)
    values = sorted(group.value for group in probe.groups)
    gaps = [above - below for below, above in pairwise(values)]
    assert min(gaps) == pytest.approx(probe.gap, abs=1e-12)
    assert probe.gap >= LEAST_GAP


@pytest.mark.parametrize(("metric", "cut"), PROBES, ids=NAMES)
def test_every_library_that_has_the_measure_is_named_once(metric: str, cut: bool) -> None:
    probe = probe_list(metric, cut)
    named = [key for group in probe.groups for behaviour in group.behaviours for key in behaviour.profiles]
    having = [key for key, profile in PROFILES.items() if profile.choices(metric, probe.cutoff) is not None]
    assert sorted(named) == sorted(having)


@pytest.mark.parametrize(("metric", "cut"), PROBES, ids=NAMES)
def test_the_list_is_short_and_takes_no_explaining(metric: str, cut: bool) -> None:
    ranking = probe_list(metric, cut).ranking
    assert 4 <= len(ranking.items) <= 8
    assert {item.grade for item in (*ranking.items, *ranking.missed)} <= {0.0, 1.0, 2.0, 3.0}
    ids = [item.doc_id for item in (*ranking.items, *ranking.missed)]
    assert len(set(ids)) == len(ids)
    scores = [float(item.score or 0) for item in ranking.items]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) > 0  # some programs take a score of 0 for not retrieved


@pytest.mark.slow
def test_the_search_finds_the_same_list_again() -> None:
    first = probe_list("rr")
    probe_list.cache_clear()
    assert probe_list("rr") == first


@pytest.mark.slow
def test_the_ndcg_list_tells_gains_discounts_and_ideals_apart() -> None:
    probe = probe_list("ndcg")
    by_choice = {
        choice: group.value for group in probe.groups for behaviour in group.behaviours for choice in behaviour.choices
    }
    shown = [float(item.grade or 0) for item in probe.ranking.items]
    everything = sorted((*shown, *(float(item.grade or 0) for item in probe.ranking.missed)), reverse=True)
    assert probe.cutoff is not None

    def dcg(gains: list[float]) -> float:
        return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains[: probe.cutoff], 1))

    def exponential(grades: list[float]) -> list[float]:
        return [2**grade - 1 for grade in grades]

    assert by_choice["gain", "exponential"] == pytest.approx(dcg(exponential(shown)) / dcg(exponential(everything)))
    assert by_choice["ideal", "retrieved"] == pytest.approx(dcg(shown) / dcg(sorted(shown, reverse=True)))
    assert len({round(value, 4) for value in by_choice.values()}) > 15


def test_fewer_digits_name_more_behaviours_and_a_foreign_number_none() -> None:
    probe = probe_list("ndcg")
    value = probe.groups[-1].value
    assert set(find_behaviours(probe, f"{value:.1f}")) >= set(probe.groups[-1].behaviours)
    assert find_behaviours(probe, "17") == ()
    assert find_behaviours(probe, f"{100 * value:.2f} %") == probe.groups[-1].behaviours
    with pytest.raises(InputError) as caught:
        find_behaviours(probe, "a lot")
    assert caught.value.key == "typed_no_number"


# ---------------------------------------------------------------------------------------------------------------------------
# Texts for other tools


@pytest.mark.slow
def test_the_programs_run_and_their_numbers_name_their_own_library() -> None:
    jobs = [
        (probe_list(*each), name, program.text)
        for each in PROBES
        for name, program in code_for(probe_list(*each)).items()
        if name in INSTALLED
    ]
    assert {name for _, name, _ in jobs} == set(INSTALLED)
    code = "\n".join(text for _, _, text in jobs)
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(printed) == len(jobs)
    for line, (probe, name, _) in zip(printed, jobs, strict=True):
        (number,) = ast.literal_eval(line).values() if line.startswith("{") else (float(line),)
        assert INSTALLED[name] in profiles_of(probe, f"{number:.4f}"), (probe.measure, name, line)


def test_a_library_without_the_measure_has_no_program() -> None:
    ranking = Ranking.from_grades([1], scores=[1])
    assert "pytrec_eval" not in write_programs(ranking, "dcg", Convention(cutoff=3))
    assert "sklearn" not in write_programs(ranking, "rr", Convention())


def test_run_and_judgments_are_read_by_the_trec_reader() -> None:
    probe = probe_list("ndcg")
    run = pytrec_eval.parse_run(io.StringIO(as_run(probe.ranking)))
    qrels = pytrec_eval.parse_qrel(io.StringIO(as_qrels(probe.ranking)))
    measured = pytrec_eval.RelevanceEvaluator(qrels, {f"ndcg_cut.{probe.cutoff}"}).evaluate(run)["q1"]
    assert "trec_eval" in profiles_of(probe, f"{measured[f'ndcg_cut_{probe.cutoff}']:.4f}")


def test_the_csv_holds_the_list_and_what_was_missed() -> None:
    ranking = Ranking.from_grades([2, 0], missed=[3], scores=[1.5, 1], doc_ids=["a", "b,c", "d"])
    assert list(csv.reader(io.StringIO(as_csv(ranking)))) == [
        ["id", "grade", "score"],
        ["a", "2", "1.5"],
        ["b,c", "0", "1.0"],
        ["d", "3", ""],
    ]


# ---------------------------------------------------------------------------------------------------------------------------
# What the page is given


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("metric", "cut"), PROBES, ids=NAMES)
def test_the_tables_can_be_sent_and_mark_the_typed_number(language: str, metric: str, cut: bool) -> None:
    probe, texts = probe_list(metric, cut), Texts(language)
    found = probe.groups[1].behaviours
    data: Any = json.loads(json.dumps(probe_table.probe_table(probe, found, texts), allow_nan=False))
    marked = [at for at, row in enumerate(data["groups"][0]["rows"]) if row.get("mark")]
    assert marked == [1]
    shown: Any = probe_table.probe_list_table(probe, texts)
    assert len(shown["groups"][0]["rows"]) == len(probe.ranking.items) + len(probe.ranking.missed)


def test_the_answer_names_libraries_and_choices() -> None:
    probe, texts = probe_list("ndcg"), Texts("en")
    theirs = next(group for group in probe.groups if any("sklearn" in each.profiles for each in group.behaviours))
    assert "scikit-learn" in probe_table.answer_words(probe, f"{theirs.value:.4f}", texts)
    single = next(group for group in probe.groups if any(("gain", "exponential") in each.choices for each in group.behaviours))
    assert "2ᵍ − 1" in probe_table.answer_words(probe, f"{single.value:.4f}", texts)
    assert probe_table.answer_words(probe, "17", texts) == texts("probe.nothing")


@pytest.mark.parametrize("digits", [1, 2])
def test_too_few_digits_name_no_formula(digits: int) -> None:
    probe = probe_list("ndcg")
    places = next(places for places in range(9) if probe.gap >= 10.0**-places)
    assert places > digits
    typed = f"{probe.groups[0].value:.{digits}f}"
    said = probe_table.answer_words(probe, typed, Texts("en"))
    assert said == f"{typed} is too coarse to name a formula. Type at least {places} decimals."


def test_the_opened_list_has_the_textbook_value_under_study() -> None:
    probe = probe_list("ap")
    state = probe_table.probe_state(AppState(), probe)
    main: Any = analyse(state).main
    textbook = next(group for group in probe.groups if any("textbook" in each.profiles for each in group.behaviours))
    assert float(main.value[0]) == pytest.approx(textbook.value)


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "cut"), PROBES, ids=NAMES)
def test_libraries_on_one_line_agree_on_other_lists_and_those_on_two_lines_do_not(metric: str, cut: bool) -> None:
    """On lists of the same kind that the search has not seen; what one list cannot tell apart stands beside one number."""
    probe = probe_list(metric, cut)
    unseen = [*_random_lists(np.random.default_rng(7))]
    lists = RawLists.from_rankings(unseen)
    start = TEXTBOOK.with_choices({"cutoff": probe.cutoff})
    values: dict[str, Any] = {}
    for key, profile in PROFILES.items():
        choices = profile.choices(metric, probe.cutoff)
        if choices is not None:
            told = {name: value for name, value in choices.items() if name not in SILENT}
            values[key] = compute(METRICS[metric], lists, start.with_choices(told)).value
        if choices is not None and profile_threshold(key, METRICS[metric], unseen[:1]):  # which is another one for every list
            measure = print_measure(METRICS[metric], start)
            values[key] = np.array([evaluate(measure, each, profile=key) for each in unseen])
    lines = [behaviour.profiles for group in probe.groups for behaviour in group.behaviours if behaviour.profiles]
    assert sorted(key for line in lines for key in line) == sorted(values)
    for line in lines:
        for key in line:
            assert np.allclose(values[key], values[line[0]], rtol=0, atol=1e-9, equal_nan=True), (line[0], key)
    for one, other in combinations([line[0] for line in lines], 2):
        assert not np.allclose(values[one], values[other], rtol=0, atol=1e-9, equal_nan=True), (one, other)
