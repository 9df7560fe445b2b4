"""What the cards of words say on whole runs: is each number what plain loops count in the files?"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from statistics import mean, stdev
from typing import Any

import pytest

from rankviz.core.conventions import Convention
from rankviz.core.metrics import METRICS
from rankviz.libraries.profiles import CUSTOM
from rankviz.runs.evaluate.prepared_run import prepare, prepare_log
from rankviz.runs.evaluate.run_evaluation import QueryValues, evaluate_resolved
from rankviz.runs.read.file_sources import Upload
from rankviz.runs.read.table_files import read_impressions
from rankviz.runs.settings import Settings
from rankviz.runs.summary import RunValues, contents, undefined_counted
from rankviz.runs.words.log_sentences import LogTexts
from rankviz.runs.words.tables import means_data
from rankviz.runs.words.terms import RunsContext, filled_words, term_values
from rankviz.texts import LANGUAGES, Texts
from tests.runs.test_winner_flips import drawn

Run = dict[str, dict[str, float]]


def on_runs(runs: list[Run], qrels: Run, settings: Settings, language: str = "en") -> RunsContext:
    prepared = [prepare(run, qrels) for run in runs]
    results = [QueryValues.of_nothing()] * len(runs)
    for key in settings.measures:
        found = [evaluate_resolved([settings.measure_of(key)], each) for each in prepared]
        results = [one.with_measures_of(other) for one, other in zip(results, found, strict=True)]
    tests = RunValues.by_side(tuple(results)).comparisons()
    names, metric = ("one", "two")[: len(runs)], METRICS[settings.metric]
    held = [contents(each) for each in prepared]
    convention = settings.measure_of(settings.metric).convention
    asked = settings.measure_of(settings.metric)
    there = [undefined_counted(asked, each) for each in prepared]
    return RunsContext(names, results, tests, held, there, settings.measures, metric, convention, Texts(language))


def precision(run: Run, qrels: Run, query: str) -> float:
    ranked = sorted(run[query], key=lambda doc: (-run[query][doc], doc))[:5]
    return sum(qrels[query].get(doc, 0) >= 1 for doc in ranked) / 5


def without_ties(runs: list[Run]) -> list[Run]:
    return [
        {q: {doc: score + at / 100 for at, (doc, score) in enumerate(docs.items())} for q, docs in run.items()} for run in runs
    ]


def numbers(text: str) -> list[float]:
    return [float(each) for each in re.findall(r"(?<![\w@])\d+(?:\.\d+)?", text.replace(",", "").replace("−", "-"))]


def test_the_cards_of_two_runs_have_the_numbers_of_the_files() -> None:
    first, second, qrels = drawn(4)
    runs = without_ties([first, second])
    said = term_values(on_runs(runs, qrels, Settings("trec_eval", k=5, metric="precision")))
    values = [[precision(run, qrels, query) for query in sorted(qrels)] for run in runs]
    assert said["precision"] == f"Mean of P@5: {mean(values[0]):.4f} (one), {mean(values[1]):.4f} (two)."
    differences = [b - a for a, b in zip(*values, strict=True)]
    assert said["effect_size"] == f"P@5: {mean(differences) / stdev(differences):.4f}.".replace("-", "−")
    everything = {*qrels, "q_none"}
    counts = [f"{len(qrels)} / {len(everything | {name})}" for name in (["q_none", "q_only"][0], "q_only")]
    assert said["counted_queries"] == f"Queries in the mean of P@5: {counts[0]} (one), {counts[1]} (two)."
    judged = [sum(doc in qrels.get(query, {}) for query in run for doc in run[query]) for run in runs]
    entries = [sum(map(len, run.values())) for run in runs]
    shares = [f"{100 * j / e:.1f} %" for j, e in zip(judged, entries, strict=True)]
    assert said["judged"] == f"Judged documents of the run: {shares[0]} (one), {shares[1]} (two)."
    assert numbers(said["unjudged"]) == [e - j for j, e in zip(judged, entries, strict=True)]
    assert numbers(said["missed"]) == [sum(map(len, qrels.values())) - j for j in judged]
    assert said["cutoff"] == "P@5: k = 5."
    assert "gain" not in said  # it reads none
    assert said["relevant"].startswith("Grade 1 and above")


def test_how_many_tests_are_corrected_together_and_how_they_came_about() -> None:
    first, second, qrels = drawn(4)
    at = on_runs([first, second], qrels, Settings("trec_eval", metric="ap"))
    said = term_values(at)
    (test,) = (each for each in at.tests if each.measure == "AP")
    counts = [sum(not math.isnan(getattr(each, name).p) for each in at.tests) for name in ("t", "wilcoxon", "permutation")]
    assert numbers(said["holm"]) == counts == [7, 7, 8]  # Success is the same on every query
    assert said["paired_t_test"] == f"AP: p = {test.t.p:.4f}, corrected {test.t.p_corrected:.4f}."
    assert said["permutation_test"].endswith("Every way of swapping was counted.")  # 2¹² of them
    many = drawn(4, 30)
    assert term_values(on_runs([*many[:2]], many[2], Settings("trec_eval", metric="ap")))["permutation_test"].endswith(
        "Random swaps were counted."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_between_two_runs_is_a_word_of_its_own(language: str) -> None:
    first, second, qrels = drawn(4)
    runs = without_ties([first, second])
    at = on_runs(runs, qrels, Settings("trec_eval", k=5, metric="precision"), language)
    ties = sum(precision(runs[0], qrels, query) == precision(runs[1], qrels, query) for query in qrels)
    assert 0 < ties < len(qrels)
    heads: Any = means_data(at.names, [*at.results], tuple(at.tests), at.texts)["heads"]
    linked = {piece["term"] for head in heads if isinstance(head, list) for piece in head if isinstance(piece, dict)}
    assert "run_tie" in linked
    assert "tie" not in linked  # equal scores in a list
    assert sorted(numbers(term_values(at)["run_tie"])) == [ties, len(qrels)]


def test_tests_that_are_corrected_for_different_numbers_of_metrics_say_so() -> None:
    first, _, qrels = drawn(4)
    at = on_runs([first, first], qrels, Settings("trec_eval"))  # no query differs: only swaps can be counted
    count = len(at.measures)
    said = f"0 (Paired t-test), 0 (Wilcoxon signed-rank test), {count} (Permutation test)."
    assert term_values(at)["holm"] == f"Tests corrected together, one a metric: {said}"


def test_the_card_of_a_p_value_has_those_that_were_not_corrected_too() -> None:
    first, second, qrels = drawn(4)
    at = on_runs([first, second], qrels, Settings("trec_eval", metric="ap"))
    (test,) = (each for each in at.tests if each.measure == "AP")
    each = [value for found in (test.t, test.wilcoxon, test.permutation) for value in (found.p, found.p_corrected)]
    assert numbers(term_values(at)["p_value"]) == pytest.approx(each, abs=5e-5)
    assert len({*each}) > 3


def test_the_card_of_zero_by_zero_says_as_what_it_counts_and_on_how_many_queries() -> None:
    first, second, qrels = drawn(4)
    qrels["q0"], qrels["q5"] = (dict.fromkeys(qrels[query], 0) for query in ("q0", "q5"))
    del second["q5"]
    at = on_runs([first, second], qrels, Settings("trec_eval", k=5))
    assert term_values(at)["undefined"] == "In the mean of nDCG@5 it counts as 0: 2 of 12 (one), 1 of 11 (two)."


def test_a_run_alone_has_no_tests_and_its_cards_name_no_run() -> None:
    first, _, qrels = drawn(4)
    said = term_values(on_runs([first], qrels, Settings("sklearn", k=5, gain="exponential")))
    assert said["gain"] == "nDCG@5: 2ᵍ − 1."
    assert said["discount"] == "nDCG@5: log₂(i + 1)."
    assert not {"holm", "p_value", "paired_t_test", "effect_size", "confidence_interval", "wilcoxon"} & {*said}
    assert "one" not in said["ndcg"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_log_says_how_many_lists_without_a_click_count_and_as_what(language: str) -> None:
    text = "user,score,click\n" + "".join(f"u{u},{i},{int(i == u % 3 and u != 4)}\n" for u in range(8) for i in range(3))
    prepared = prepare_log(read_impressions(Upload("log.csv", text.encode())))
    texts = LogTexts(language)
    settings = Settings("textbook")
    asked = settings.measure_of("ndcg")
    result = evaluate_resolved([asked], prepared)
    there = [undefined_counted(asked, prepared)]
    at = RunsContext(
        ("log",), [result], [], [contents(prepared)], there, settings.measures, METRICS["ndcg"], asked.convention, texts
    )
    assert there == [(1, 0.0)]
    assert result.list_values[at.measure].tolist()[4] == 0  # u4 never clicked
    (said,) = filled_words(at)
    assert texts("runs.filled_count", count="1", of="8") in said
    assert texts("field.empty") in said
    assert texts("runs.filled_count", count="1", of="8") in term_values(at)["undefined"]
    nothing = replace(at, filled_counts=[(0, math.nan)])
    assert filled_words(nothing) == []
    assert term_values(nothing)["undefined"] == texts("runs.here_filled_none", measure=at.measure)


def test_one_s_own_choice_for_what_is_not_defined_is_the_value_that_is_named() -> None:
    first, _, qrels = drawn(4)
    qrels["q0"] = dict.fromkeys(qrels["q0"], 0)
    settings = Settings(
        CUSTOM, metric="ndcg", convention=Settings("textbook").measure_of("ndcg").convention.with_choices({"empty": "1"})
    )
    prepared = prepare(first, qrels)
    assert undefined_counted(settings.measure_of("ndcg"), prepared) == (1, 1.0)
    (said,) = filled_words(on_runs([first], qrels, settings))
    assert "count as 1 in the mean" in said
    assert "1 of 12" in said
    skipping = Convention(empty="skip", cutoff=10)
    assert undefined_counted(Settings(CUSTOM, metric="ndcg", convention=skipping).measure_of("ndcg"), prepared)[0] == 0
