"""Formulas, rules, explanations and answers: does what is printed beside a value stand for what was computed?"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from fractions import Fraction
from math import log2
from typing import Any

import numpy as np
import pytest

from rankviz import METRICS, Convention, Item, Ranking, explain, lookup
from rankviz.core.conventions import FIELDS
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.core.trace import Trace
from rankviz.diagnose.words.findings import departure_words, lookup_text, value_count_words
from rankviz.display.formulas.latex import symbols
from rankviz.display.formulas.mathml import mathml
from rankviz.display.formulas.two_derivations import FirstTerm, two_derivations
from rankviz.display.parts.two_derivations import two_derivations_payload
from rankviz.display.rule_words import rule_sentences
from rankviz.evaluation.evaluate import compute
from rankviz.explore.view.derivation import lines_of
from rankviz.runs.words import figures as run_figures
from rankviz.texts import LANGUAGES, Texts
from tests.explore.test_drawn_values import EVERY_METRIC, NUMBER, analysis_of, cases, close, number, prints
from tests.oracles.latex_runner import run_latex
from tests.oracles.metrics import _discount, _gain, value
from tests.oracles.reading import Reading, read

EN = Texts("en")
R, K, SHOWN, OTHERS, P = 7.0, 5.0, 4.0, 3.0, 0.8
BASES = {"R": R, "k": K, "n": min(K, SHOWN), "min_R_k": min(R, K), "min_R_n": min(R, SHOWN), "min_R_N": min(R, OTHERS)}
BASE, POWER = 3.0, 2.0
NAMES = {"R": R, "k": K, "n": SHOWN, "N": OTHERS, "p": P, "b": BASE, "s": POWER, "max": max, "min": min, "ln": math.log}
FUNCTIONS = {"log2": math.log2, "log10": math.log10, "sqrt": math.sqrt}
RAISED = "ᵍⁱˢᵐᵃˣ⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺"
LOWERED = str.maketrans(RAISED, "gismax0123456789-+")


def calculated(formula: str, **more: float) -> float:
    """What a formula in signs gives."""
    code = re.sub(f"[{RAISED}]+", lambda found: f"**({found[0].translate(LOWERED)})", formula)
    code = re.sub(r"(log₂|log₁₀|√) ?(\w)", r"\1(\2)", code)
    code = code.replace("−", "-").replace("½", "0.5").replace("log₂", "log2").replace("log₁₀", "log10").replace("√", "sqrt")
    return float(eval(code, {"__builtins__": {}, **FUNCTIONS, **NAMES, **more}))  # noqa: S307


WITH_SIGNS = [
    (name, key) for name, field in FIELDS.items() for key, option in (field.options or {}).items() if option.formula_label
]


@pytest.mark.parametrize(("field", "option"), WITH_SIGNS)
def test_the_formula_of_an_option_gives_what_the_option_does(field: str, option: str) -> None:
    formula = (FIELDS[field].options or {})[option].formula_label
    reading = Reading([], [], Convention(rbp_p=P, gain_base=BASE, discount_power=POWER).with_choices({field: option}))
    for at in (1, 2, 3, 10, 14):
        if field == "gain":
            assert close(calculated(formula, g=at), _gain(reading, Item("d", at)))
        elif field in ("discount", "ideal_discount"):
            assert close(calculated(formula, i=at), _discount(reading, at, option if field == "ideal_discount" else "same"))
        elif field == "err_stop":
            stops = {"scaled": (2**at - 1) / 2**14, "probability": at}[option]
            assert close(calculated(formula, g=at, max=14), stops)
        elif field == "tied_pair":
            assert calculated(formula) == {"half": 0.5, "lost": 0, "won": 1}[option]
        else:
            assert calculated(formula) == BASES[option]


def nothing(kind: str, key: str) -> Any:
    raise AssertionError(f"<{kind} {key}>")


@EVERY_METRIC
def test_a_formula_in_mathml_has_the_numbers_of_its_latex(metric: str) -> None:
    for analysis, _ in cases(metric, 4):
        for term in (term for line in lines_of(analysis) for term in line.terms):
            found = re.findall(r"<mn>([^<]*)</mn>", mathml(term.latex))
            assert found == re.findall(r"\d+(?:\.\d+)?", re.sub(r"\\log_2|\\log_\{10\}", "", term.latex)) or "log" in term.latex


@EVERY_METRIC
def test_fractions_are_the_numbers_that_they_stand_for(metric: str) -> None:
    for analysis, _ in cases(metric, 6):
        fractions = analysis_of(metric, analysis.ranking, analysis.state.convention)
        object.__setattr__(fractions.state, "numbers", "fractions")
        for line in lines_of(fractions):
            if not line.undefined and "/" in line.result:
                assert float(Fraction(line.result.replace("−", "-"))) == pytest.approx(float(line.exact), rel=1e-11)
            values = [float(run_latex(term.latex, nothing)) for term in line.terms]
            if not line.undefined and line.operator == "+" and line.terms and all("." not in term.latex for term in line.terms):
                assert math.fsum(values) == pytest.approx(float(line.exact), rel=1e-9, abs=1e-9)


# ---------------------------------------------------------------------------------------------------------------------------
# Rules in words

N = f"({NUMBER.pattern})"
COUNTED = {
    "en": {
        rf"^Unjudged entries [^:]*: {N}\.": "unjudged",
        rf"^(?:Negative grades|Entries removed for a negative grade)[^:]*: {N}\.": "negative",
        rf"^Duplicates of another entry: {N};": "copies",
        rf"^Relevant documents: {NUMBER.pattern}, of which shown: {N}\.": "relevant shown",
        rf"^Relevant documents: {N},": "relevant",
        rf"k = {N} is more": "k",
        rf"entries in the list, {N}\.": "n",
    },
    "zh": {
        rf"^{N} 个未标注": "unjudged",
        rf"^{N} 个负等级": "negative",
        rf"^{N} 个条目是重复的": "copies",
        rf"相关文档中返回了 {N} 个": "relevant shown",
        rf"^{N} 个相关文档中": "relevant",
        rf"k = {N} 大于": "k",
        rf"列表的 {N} 条": "n",
    },
}


def counts_of(ranking: Ranking, convention: Convention, metric: Metric) -> dict[str, float]:
    reading, everything = read(ranking, convention), [*ranking.items, *ranking.missed]
    return {
        "unjudged": sum(1 for item in ranking.items if item.grade is None),
        "negative": sum(1 for item in everything if item.grade is not None and item.grade < 0),
        "copies": len(everything) - len({item.doc_id for item in everything}),
        "relevant shown": reading.count_relevant(reading.judged_once),
        "relevant": reading.relevant_everywhere,
        "k": convention.cutoff or 0,
        "n": reading.n,
    }


@pytest.mark.slow
@EVERY_METRIC
def test_every_count_in_the_rules_is_counted_on_the_list(metric: str) -> None:
    for analysis, texts in cases(metric, 25):
        assert isinstance(analysis.main, Trace)
        expected = counts_of(analysis.ranking, analysis.main.convention, METRICS[metric])
        for said in rule_sentences(analysis.main, analysis.ranking, texts):
            for phrase, name in COUNTED.get(texts.language, {}).items():
                for found in re.findall(phrase, said):
                    assert prints(found, expected[name]), (said, expected)


# ---------------------------------------------------------------------------------------------------------------------------
# Explanations, and answers of the look-up

TWO = [Ranking.from_grades([0, 1, 1], query_id="one"), Ranking.from_grades([1, 0, 2], missed=[1], query_id="two")]


def rate(item: Item, score: float) -> Item:
    return item._replace(score=score)


@EVERY_METRIC
def test_text_and_notebook_say_the_value_of_every_list_and_their_mean(metric: str) -> None:
    rated = [replace(each, items=tuple(map(rate, each.items, (3.0, 2.5, 1.0)))) for each in TWO]
    found = explain(METRICS[metric].name, rated)
    expected = [value(metric, ranking, Convention()) for ranking in rated]
    text, html = str(found), found._repr_html_()
    lines = [line for line in text.splitlines() if line.startswith(f"  {METRICS[metric].name} = ")]
    assert all(prints(line.split(" = ")[-1], each) for line, each in zip(lines, expected, strict=True)), text
    cells = re.findall(r"<td>([^<]*)</td><td>.*?</td><td>= ([^<]*)</td>", html)
    said = [result for name, result in cells if name.split("@")[0] == METRICS[metric].name]
    assert all(map(prints, said, expected)), html
    assert len(said) == len(expected)
    whole = float(np.mean(expected))
    if metric != "gauc":
        assert close(found.value, whole)
    last = next(line for line in text.splitlines() if line.strip().startswith("mean"))
    assert prints(last.split(" = ")[-1], found.value)
    assert prints(cells[-1][1], found.value)
    assert cells[-1][0].startswith("mean")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_says_what_was_chosen_before_what_stands_here(language: str) -> None:
    texts = Texts(language)
    ranking = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])
    found = lookup("nDCG@6", ranking, f"{value('ndcg', ranking, Convention(cutoff=5)):.6f}")
    changed = next(each for match in (*found.matches, *found.nearest) for each in match.departures if each.kind == "cutoff")
    said = departure_words(changed, texts)
    where = changed.details
    assert NUMBER.findall(said) == [str(where["value"]), str(where["present"])]
    evident = value_count_words(found, texts, len(found.matches))
    assert [each.replace(",", "") for each in re.findall(r"[\d,]*\d", evident)][0] == str(found.tried)  # noqa: RUF015
    assert str(found.matches[0].value) in lookup_text(found, texts).splitlines()[0]


def test_the_differing_term_is_shown_as_here_and_as_there() -> None:
    ranking = Ranking.from_grades([3, 2, 1, 0])
    here, there = (lines_of(analysis_of("dcg", ranking, Convention(gain=gain))) for gain in ("linear", "exponential"))
    two = two_derivations(here, there)
    assert two is not None
    assert two.first == FirstTerm("DCG", 1, "3/1", "7/1")
    assert [line.differing for line in (*two.here, *two.there)] == [{0, 1}, {0, 1}]  # 2ᵍ − 1 is g for the grades 0 and 1
    assert two.changes == (("DCG", f"{3 + 2 / log2(3) + 1 / 2:.3f}", f"{7 + 3 / log2(3) + 1 / 2:.3f}"),)
    assert two_derivations(here, here) is None


def test_of_long_lines_the_same_ranks_are_written_out_in_both() -> None:
    ranking = Ranking.from_grades([1] * 30 + [3] * 30)
    here, there = (lines_of(analysis_of("dcg", ranking, Convention(gain=gain))) for gain in ("linear", "exponential"))
    two: Any = two_derivations(here, there)
    shown = [[line.line.terms[at].rank for at in line.written_out] for line in (*two.here, *two.there)]
    assert shown == [[1, 2, 31, 32, 33, 34, 35, 36, 60]] * 2
    data = two_derivations_payload(two, "here", "there", Texts("en"))
    assert [term["skipped"] for term in data["sides"][0]["lines"][0]["terms"]] == [0, 0, 28, 0, 0, 0, 0, 0, 23]


# ---------------------------------------------------------------------------------------------------------------------------
# Whole runs


def test_figures_of_runs_say_what_they_draw() -> None:
    first, second = np.array([0.0, 0.51, np.nan, 1.0, 0.52]), np.array([0.25, 0.25, 1.0, 1.0, 0.2])
    bars: Any = run_figures.distribution([first], ("one",), "AP", "Queries", Texts("en"))
    for x, y, said in zip(bars["data"][0]["x"], bars["data"][0]["y"], bars["data"][0]["hovertext"], strict=True):
        low, high, count = map(float, re.findall(r"\d+(?:\.\d+)?", said))
        assert low < x < high
        assert y == count == np.sum((first >= low) & ((first < high) | ((first == high) & (high == 1.0))))
    points: Any = run_figures.scatter(first, second, tuple("abcde"), ("one", "two"), Texts("en"))
    assert (points["data"][0]["x"], points["data"][0]["y"]) == ([0.0, 0.51, 1.0, 0.52], [0.25, 0.25, 1.0, 0.2])
    assert points["layout"]["xaxis"]["title"]["text"] == "one"
    assert points["layout"]["yaxis"]["title"]["text"] == "two"


def test_printed_numbers_read_back() -> None:
    assert number("−0.5") == -0.5
    assert prints("1.500e+20", 1.5e20)
    assert not prints("0.785", 0.7861)


RAISED_TWICE = re.compile(r"\^(?:\*|\w|\{[^{}]*\})(?:_(?:\w|\{[^{}]*\}))?\^")  # TeX stops there


@pytest.mark.parametrize("metric", [each for each in METRICS.values() if "gain" in each.uses], ids=lambda each: each.key)
def test_nothing_is_raised_twice(metric: Metric) -> None:
    assert RAISED_TWICE.search("g^*_j^{2}")
    convention = Convention(gain="formula", gain_formula="g^2", discount="rank_power")
    trace = compute(metric, RawLists.from_rankings([Ranking.from_grades([3, 0, 2], missed=[1])]), convention)
    written = [symbols(trace, step) for step in trace.steps if step.template]
    assert any("^{2}" in each for each in written)
    assert [each for each in written if RAISED_TWICE.search(each)] == []
