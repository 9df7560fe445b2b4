"""The figures that tell one metric: which hits make the value of AP, RR and their like, and what a rank is worth."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest

from rankviz import METRICS, Convention, Ranking, explain
from rankviz.core.conventions import FIELDS
from rankviz.display.charts.traces_and_axes import A
from rankviz.evaluation.evaluate import narrow
from rankviz.texts import LANGUAGES, Texts
from tests.explore.test_drawn_values import EVERY_METRIC, analysis_of, close, only_deciding, prints
from tests.explore.test_figures import dots, figures_of, numbers, ranks_of, some, words
from tests.oracles import literal
from tests.oracles.literal import ALONG, ONE_DECIDES, SOLID, WORTH
from tests.oracles.metrics import _discount, undefined_as_nan, value

EN = Texts("en")
OPTIONS = FIELDS["discount"].options or {}


def marked(figure: Any) -> dict[int, bool]:
    """The hits that are marked, by rank, and whether strongly."""
    found = [trace for trace in figure["spec"]["data"] if trace["mode"] == "markers"]
    colors = [trace["marker"]["color"] for trace in found]
    return {x: color == A for trace, each in zip(found, colors, strict=True) for x, color in zip(trace["x"], each, strict=True)}


@pytest.mark.parametrize("metric", ALONG)
def test_the_first_figure_shows_what_stands_at_each_rank_and_which_hits_make_the_value(metric: str) -> None:
    for analysis, texts in some(metric, 25):
        figure = figures_of(analysis, texts)["hits"]
        entries = literal.entries(metric, analysis.ranking, analysis.state.convention)
        assert ranks_of(figure) == list(range(1, len(entries) + 1))
        solid = SOLID[metric]
        assert solid is not None
        terms = [solid(entry) for entry in entries]
        deciding = only_deciding(metric, terms, entries)
        assert marked(figure) == {place + 1: bool(deciding[place]) for place, term in enumerate(terms) if term}
        for (k, y, said), entry, term in zip(dots(figure), entries, terms, strict=True):
            assert y is not None
            assert close(y, ALONG[metric](entry)), (said, entry)
            assert numbers(said)[0] == str(k)
            assert prints(numbers(said)[1], y)
            if texts.language == "en":
                decides = "which decides" if deciding[int(k) - 1] else "does not decide"
                assert said.endswith((", counted" if metric not in ONE_DECIDES else decides) if term else ", not counted")


@pytest.mark.parametrize("metric", ALONG)
def test_the_value_is_named(metric: str) -> None:
    for analysis, texts in some(metric, 25):
        figure = figures_of(analysis, texts)["hits"]
        convention = narrow(METRICS[metric], undefined_as_nan(analysis.state.convention))
        expected = value(metric, analysis.ranking, convention)
        strong = [rank for rank, is_strong in marked(figure).items() if is_strong]
        labels = [text for trace in figure["spec"]["data"] for text in trace.get("text", []) if text]
        if math.isnan(expected) or (metric in ONE_DECIDES and not strong):
            assert (labels, figure["caption"]) == ([], "")
            continue
        [text] = labels  # at a height that tests/display/test_label_placement.py checks
        assert prints(text.split()[-1], expected)
        if metric not in ONE_DECIDES:
            total, base, said = (number for number in numbers(figure["caption"]))
            assert prints(said, expected)
            terms = literal.entries(metric, analysis.ranking, convention)
            assert prints(total, math.fsum(SOLID[metric](entry) for entry in terms))  # type: ignore[misc]
            assert abs(float(base) * expected - math.fsum(SOLID[metric](entry) for entry in terms)) < 1e-9  # type: ignore[misc]


def test_a_metric_that_one_entry_decides_says_so_and_no_other() -> None:
    for metric in METRICS.values():
        trace = explain(metric.name, Ranking.from_grades([0, 1, 0, 1])).trace
        assert (
            (trace.deciding_column() is not None)
            == (metric.key in ONE_DECIDES)
            == (metric.rank_display.hits in ("first", "best", "last"))
        )
        assert (metric.rank_display.hits != "") == (metric.key in ALONG)
        assert not metric.rank_display.hits or f"chart.hits_{metric.rank_display.hits}" in EN


def test_of_reciprocal_rank_the_first_hit_is_strong_and_later_ones_pale() -> None:
    analysis = analysis_of("rr", Ranking.from_grades([0, 1, 0, 1, 1]), Convention(cutoff=4))
    figure = figures_of(analysis, EN)["hits"]
    assert marked(figure) == {2: True, 4: False}
    assert [y for _, y, _ in dots(figure)] == [1, 1 / 2, 1 / 3, 1 / 4, 1 / 5]
    assert words(figure) == ["RR 0.500"]
    assert figure["title"] == "The first hit decides"
    assert [said for _, _, said in dots(figure)] == [
        "k = 1: 1.000, not counted",
        "k = 2: 0.500, which decides",
        "k = 3: 0.333, not counted",
        "k = 4: 0.250, does not decide",
        "k = 5: 0.200, not counted",
    ]


def test_average_precision_is_a_line_through_the_mean_of_its_hits() -> None:
    analysis = analysis_of("ap", Ranking.from_grades([1, 0, 1], missed=[1]), Convention())
    figure = figures_of(analysis, EN)["hits"]
    across = figure["spec"]["data"][1]
    assert across["y"][:2] == [pytest.approx((1 + 2 / 3) / 3)] * 2
    assert figure["caption"] == "What the hits count, 1.667 in all, divided by 3, is 0.556."


# ---------------------------------------------------------------------------------------------------------------------------
# What a rank is worth


@EVERY_METRIC
def test_the_worth_of_each_rank_is_what_the_definition_says(metric: str) -> None:
    for analysis, texts in some(metric, 12):
        shown = figures_of(analysis, texts)
        assert ("worth" in shown) == (metric in WORTH)
        if metric not in WORTH:
            return
        source = "ndcg" if metric == "idcg" else metric
        entries = literal.entries(source, analysis.ranking, analysis.state.convention)
        counted = [entry for entry in entries if entry.group[0] <= entry.reading.k]
        found = dots(shown["worth"])
        expected = [(entry.place + 1, WORTH[metric](entry)) for entry in counted if WORTH[metric](entry)]
        assert [x for x, _, _ in found] == [x for x, _ in expected] == ranks_of(shown["worth"])
        for (_, y, said), (x, weight) in zip(found, expected, strict=True):
            assert y is not None
            assert close(y, weight)
            assert numbers(said)[0] == str(x)
            assert prints(numbers(said)[-1], weight)


def test_the_lines_are_the_options_and_the_chosen_one_is_strong() -> None:
    for chosen in METRICS["dcg"].uses["discount"]:
        convention = Convention(discount=chosen, cutoff=4)
        analysis = analysis_of("dcg", Ranking.from_grades([3, 0, 1]), convention)
        entry = literal.entries("dcg", analysis.ranking, convention)[0]
        spec = figures_of(analysis, EN)["worth"]["spec"]
        (grey, strong), top = spec["data"][:2], spec["layout"]["yaxis"]["range"][1]
        assert strong["line"]["width"] > grey["line"]["width"]
        assert strong["x"] == list(range(1, 11))
        assert all(close(y, 1 / _discount(entry.reading, int(x))) for x, y in zip(strong["x"], strong["y"], strict=True))
        named = [key for key, option in OPTIONS.items() if not option.is_mistake and not option.custom_field and key != chosen]
        weights = {key: [1 / _discount(entry.reading, rank, key) for rank in range(1, 11)] for key in named}
        # One that is above the chart at most ranks is not drawn.
        named = [key for key in named if sum(weight <= top for weight in weights[key]) >= 5]
        lines = [grey["y"][11 * i : 11 * i + 10] for i in range(len(named))]
        assert len(grey["y"]) == 11 * len(named)
        for key, line in zip(named, lines, strict=True):
            assert all(close(y, 1 / _discount(entry.reading, rank, key)) for rank, y in enumerate(line, 1)), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("discount", METRICS["dcg"].uses["discount"])
def test_the_names_of_the_lines_are_apart(language: str, discount: str) -> None:
    analysis = analysis_of("ndcg", Ranking.from_grades([3, 0, 1]), Convention(discount=discount))
    figure = figures_of(analysis, Texts(language))["worth"]["spec"]
    names = next(trace for trace in figure["data"] if trace["mode"] == "text")
    low, high = figure["layout"]["yaxis"]["range"]
    margin = figure["layout"]["margin"]
    unit = (figure["layout"]["height"] - margin["t"] - margin["b"]) / (high - low)
    places = sorted(y * unit for y in names["y"])
    assert all(above - below >= 11.9 for below, above in pairwise(places))
    assert names["textfont"]["weight"].count(700) == 1
