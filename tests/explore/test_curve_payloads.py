"""Do the curves, the pairs and the quotients show what was computed, and nothing else?"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from sklearn.metrics import average_precision_score, precision_recall_curve, roc_curve

from rankviz import METRICS, Convention, Ranking, evaluate
from rankviz.core.curve_points import pairs, precision_recall, roc, straight_lines
from rankviz.core.lists.arrange import arrange
from rankviz.core.lists.ranking import RawLists
from rankviz.core.trace import Trace
from rankviz.display.count_rates import COUNTS, ORDER, rates
from rankviz.evaluation.evaluate import compute, narrow
from rankviz.explore.charts.counts import counts_payload
from rankviz.explore.charts.curve_payloads import pairs_figure, pr_figure, roc_figure
from rankviz.explore.view.chart import charts_payload
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts
from rankviz.web.data_frames import curve_frames
from tests.oracles.latex_runner import run_step

EN = Texts("en")
GRADES = [1, 0, 1, 0, 0, 1, 1]
# Ranks 2 to 4 and 5 to 6 are tied; one relevant and one other document were not retrieved.
TIED = Ranking.from_grades([1, 1, 0, 0, 1, 0, 1], scores=[9, 8, 8, 8, 5, 5, 1], missed=[0, 1])
LISTS = 60


def analysis_of(ranking: Ranking, metric: str = "ap", **choices: Any) -> Analysis:
    return analyse(AppState(lists=(ranking,), metric=metric, convention=Convention(**choices)))


def arranged(ranking: Ranking, metric: str) -> Any:
    convention = narrow(METRICS[metric], Convention())
    return arrange(RawLists.from_rankings([ranking]), convention)


def some_lists(seed: str) -> list[Ranking]:
    """Lists with ties, unjudged entries and documents that were not retrieved."""
    draw = Random(seed)  # noqa: S311
    found = []
    for _ in range(LISTS):
        count = draw.randint(1, 9)
        grades = draw.choices([0, 1, 1, None], k=count)
        scores = draw.choice([None, draw.choices([1, 2, 3, 4], k=count)])
        found.append(Ranking.from_grades(grades, scores=scores, missed=draw.choices([0, 1], k=draw.randint(0, 3))))
    return found


def complete(seed: str) -> list[tuple[list[float], list[float]]]:
    """Grades and scores with both classes, as scikit-learn takes them."""
    draw = Random(seed)  # noqa: S311
    found = []
    while len(found) < LISTS:
        count = draw.randint(2, 9)
        grades, scores = draw.choices([0, 1], k=count), draw.choices([1, 2, 3, 4, 5], k=count)
        if 0 < sum(grades) < count:
            found.append(([float(g) for g in grades], [float(s) for s in scores]))
    return found


# ---------------------------------------------------------------------------------------------------------------------------
# The curves themselves


def test_the_precision_recall_curve_has_the_points_of_scikit_learn() -> None:
    for grades, scores in complete("pr"):
        curve = precision_recall(arranged(Ranking.from_grades(grades, scores=scores), "prauc"))
        assert curve is not None
        precision, recall, _ = precision_recall_curve(grades, scores)
        np.testing.assert_allclose(curve.precision, precision[-2::-1])
        np.testing.assert_allclose(curve.recall, recall[-2::-1])


def test_the_roc_curve_has_the_points_of_scikit_learn() -> None:
    for grades, scores in complete("roc"):
        curve = roc(arranged(Ranking.from_grades(grades, scores=scores), "auc"))
        assert curve is not None
        false, true, _ = roc_curve(grades, scores, drop_intermediate=False)
        np.testing.assert_allclose(curve.false_positive_rate, false)
        np.testing.assert_allclose(curve.true_positive_rate, true)


def test_the_straight_lines_enclose_the_trapezoid_area_and_not_average_precision() -> None:
    # (1+1)/2 · 1/4 + (1/2+2/3)/2 · 1/4 + (2/5+1/2)/2 · 1/4 + (1/2+4/7)/2 · 1/4, and (1 + 2/3 + 1/2 + 4/7)/4
    curve = precision_recall(arranged(Ranking.from_grades(GRADES), "prauc"))
    assert curve is not None
    recall, precision = straight_lines(curve)
    assert (recall[0], precision[0]) == (0, 1)
    assert np.trapezoid(precision, recall) == pytest.approx((2 + 7 / 6 + 9 / 10 + 15 / 14) / 8)
    shown: Any = pr_figure(analysis_of(Ranking.from_grades(GRADES), "prauc"), EN)["spec"]
    dashed = next(trace for trace in shown["data"] if trace.get("line", {}).get("dash") == "5px,3px")
    np.testing.assert_allclose([dashed["x"], dashed["y"]], [recall, precision])


def test_the_straight_lines_enclose_prauc_also_where_scores_are_tied() -> None:
    for ranking in some_lists("straight"):
        curve = precision_recall(arranged(ranking, "prauc"))
        if curve is not None:
            recall, precision = straight_lines(curve)
            expected = evaluate("PRAUC", ranking, pr_area="trapezoid")
            assert np.trapezoid(precision, recall) == pytest.approx(expected, abs=1e-12), ranking


# ---------------------------------------------------------------------------------------------------------------------------
# The pairs


def test_pairs_of_a_small_list_by_hand() -> None:
    found = pairs(arranged(Ranking.from_grades(GRADES), "auc"))
    assert found is not None
    assert found.relevant.tolist() == [1, 3, 6, 7]
    assert found.others.tolist() == [2, 4, 5]
    assert found.order.tolist() == [[1, 1, 1], [-1, 1, 1], [-1, -1, -1], [-1, -1, -1]]


def test_pairs_of_tied_and_of_not_retrieved_documents_by_hand() -> None:
    found = pairs(arranged(TIED, "auc"))
    assert found is not None
    assert np.nan_to_num(found.relevant, nan=0).tolist() == [1, 2, 5, 7, 0]
    assert np.nan_to_num(found.others, nan=0).tolist() == [3, 4, 6, 0]
    assert found.order.tolist() == [[1, 1, 1, 1], [0, 0, 1, 1], [-1, -1, 0, 1], [-1, -1, -1, 1], [-1, -1, -1, 0]]


@pytest.mark.parametrize("auc_range", ["all_judged_or_retrieved", "retrieved"])
def test_the_grid_has_the_pairs_that_the_metrics_count(auc_range: str) -> None:
    met = 0
    for ranking in some_lists("grid"):
        choices = Convention(auc_range=auc_range)
        auc, gauc, loss = (
            compute(METRICS[key], RawLists.from_rankings([ranking]), choices) for key in ("auc", "gauc", "ranking_loss")
        )
        found = pairs(auc.rankings)
        if found is None:
            assert auc.undefined[0]
            continue
        right, tied, wrong = ((found.order == state).sum() for state in (1, 0, -1))
        assert right == auc.step("nonrelevant_below").value.sum()
        assert right + tied / 2 == auc.step("pairs_right").value[0] == gauc.step("pairs_right").value[0]
        assert wrong + tied == loss.step("pairs_wrong").value[0]
        assert found.order.shape == (auc.step("relevant_counted").value[0], auc.step("nonrelevant_counted").value[0])
        assert (right + tied / 2) / found.order.size == pytest.approx(auc.value[0])
        met += tied > 0 and bool(np.isnan(found.relevant).any()) == (auc_range != "retrieved")
    assert met >= 5


@pytest.mark.parametrize("metric", ["auc", "gauc", "ranking_loss"])
def test_the_grid_shows_each_pair_by_a_sign_of_its_own(metric: str) -> None:
    figure = pairs_figure(analysis_of(TIED, metric), EN)
    spec: Any = figure["spec"]
    (cells,) = spec["data"]
    signs = [cells["marker"]["symbol"].count(name) for name in ("square", "triangle-sw", "x-thin-open")]
    assert signs == [8, 4, 8]
    assert cells["customdata"][5] == [2, 4]
    assert cells["customdata"][-1] == [None, None]
    assert spec["layout"]["yaxis"]["ticktext"] == ["1", "2", "5", "7", "–"]
    for words in ("right 8", "tied 4", "wrong 8"):
        assert words in spec["layout"]["title"]["text"]
    assert "12 of 20" in str(figure["caption"]) if metric == "ranking_loss" else "10 of 20" in str(figure["caption"])
    assert str(figure["alt"]).count("not relevant at") == 15


def test_pairs_that_do_not_fit_are_counted_and_not_drawn() -> None:
    figure = pairs_figure(analysis_of(Ranking.from_grades([1, 0] * 13), "auc"), EN)
    spec: Any = figure["spec"]
    assert spec["data"] == []
    assert "13 × 13" in spec["layout"]["annotations"][0]["text"].replace("<br>", " ")
    assert "91 of 169" in str(figure["caption"])  # 13 + 12 + … + 1


def test_the_grid_stands_in_the_place_of_a_chart_that_would_be_empty() -> None:
    def keys(metric: str) -> list[str]:
        figures: Any = charts_payload(analysis_of(TIED, metric), EN)["figures"]
        return [figure["key"] for figure in figures]

    auc, precision = keys("auc"), keys("precision")
    assert auc.index("pairs") == precision.index("by-cutoff") == 1  # beside the sum
    assert ("by-cutoff" in auc, "pairs" in precision) == (False, False)


# ---------------------------------------------------------------------------------------------------------------------------
# What the charts show


def texts_in(figure: dict[str, object]) -> list[str]:
    spec: Any = figure["spec"]
    return [text for trace in spec["data"] if "text" in trace.get("mode", "") for text in trace["text"] if text]


def test_the_eleven_points_are_interpolated_precision_by_hand() -> None:
    # R = 4: recall 1/4 at precision 1, 2/4 at 2/3, and 4/4 at 4/7, which is better than the 3/6 before it.
    spec: Any = pr_figure(analysis_of(Ranking.from_grades(GRADES), "iprec11"), EN)["spec"]
    points = next(trace for trace in spec["data"] if trace["mode"] == "markers")
    diamonds = [i for i, symbol in enumerate(points["marker"]["symbol"]) if symbol == "diamond"]
    np.testing.assert_allclose([points["x"][i] for i in diamonds], np.linspace(0, 1, 11))
    np.testing.assert_allclose([points["y"][i] for i in diamonds], [1] * 3 + [2 / 3] * 3 + [4 / 7] * 5)


def test_each_metric_adds_its_own_mark_to_the_precision_recall_chart() -> None:
    ranking = Ranking.from_grades(GRADES)
    assert texts_in(pr_figure(analysis_of(ranking, "ap"), EN)) == ["AP 0.685"]
    assert texts_in(pr_figure(analysis_of(ranking, "prauc"), EN)) == ["AP 0.685", "trapezoid 0.642"]
    assert texts_in(pr_figure(analysis_of(ranking, "iprec11"), EN)) == ["AP 0.685", "IPrec11 0.714"]  # (3 + 2 + 20/7) / 11
    half = analysis_of(ranking, "iprec", recall_level=0.5)
    assert texts_in(pr_figure(half, EN)) == ["AP 0.685", "IPrec@0.5 0.667"]
    assert texts_in(pr_figure(analysis_of(ranking, "bep"), EN)) == ["AP 0.685", "break-even 0.500"]


def test_average_precision_beside_the_trapezoid_reads_ties_as_the_curve_does() -> None:
    grades, scores = [1, 1, 0, 0], [2.0, 1, 1, 1]
    figure = pr_figure(analysis_of(Ranking.from_grades(grades, scores=scores), "prauc"), EN)
    expected = average_precision_score(grades, scores)
    assert texts_in(figure) == [f"AP {expected:.3f}", "trapezoid 0.875"]  # (1 + (1 + 1/2)/2) / 2
    for words in (f"{expected:.3f}", "0.875", "no cutoff"):
        assert words in str(figure["caption"])
        assert words in str(figure["alt"])


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["auc", "prauc", "iprec", "iprec11", "bep", "ndcg"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_small_figure_is_valid_and_has_an_alternative_text(metric: str, language: str) -> None:
    lists = (TIED, Ranking.from_grades([]), Ranking.from_grades([0, 0]), Ranking.from_grades([1, 1]), *some_lists("alt")[:4])
    for ranking in lists:
        figures: Any = charts_payload(analysis_of(ranking, metric, cutoff=2), Texts(language))["figures"]
        for figure in figures:
            spec = json.loads(json.dumps(figure["spec"]), parse_constant=pytest.fail)  # NaN is no JSON in a browser
            go.Figure(spec)
            assert figure["alt"]
            assert "nan" not in figure["alt"] + figure["caption"]


@pytest.mark.parametrize(
    ("grades", "make", "words"),
    [
        ([1, 1], roc_figure, "nothing is below the threshold"),
        ([0, 0], roc_figure, "nothing is relevant"),
        ([0, 0], pr_figure, "nothing is relevant"),
        ([], pr_figure, "nothing is shown"),
        ([1, 1], pairs_figure, "Everything is relevant"),
    ],
)
def test_what_is_undefined_says_so_and_why(grades: list[float], make: Any, words: str) -> None:
    figure = make(analysis_of(Ranking.from_grades(grades), "auc"), EN)
    shown = figure["spec"]["layout"]["annotations"][0]["text"].replace("<br>", " ")
    assert figure["spec"]["data"][-1]["text"] == ["undefined"]
    for text in (f"undefined {shown}", figure["alt"].replace("undefined:", "undefined")):
        assert f"undefined {words}".lower() in " ".join(text.lower().split())


def test_a_curve_of_a_refused_list_says_that_it_is_refused() -> None:
    analysis = analysis_of(Ranking.from_grades([1, -1]), "ndcg", negative="error")
    for make in (pr_figure, roc_figure):
        assert "below 0" in str(make(analysis, EN)["alt"])


# ---------------------------------------------------------------------------------------------------------------------------
# The counts and their quotients


def quotients_of(ranking: Ranking, **choices: Any) -> Trace:
    raw, convention = RawLists.from_rankings([ranking]), Convention(**choices)
    return rates({key: compute(METRICS[key], raw, convention) for key in COUNTS}, "all")


@pytest.mark.slow
@pytest.mark.parametrize("auc_range", ["all_judged_or_retrieved", "retrieved"])
@pytest.mark.parametrize("ties", ["input_order", "average"])
@pytest.mark.parametrize("base", ["R", "R_list", "min_R_k"])
def test_every_quotient_on_the_screen_gives_the_number_beside_it(auc_range: str, ties: str, base: str) -> None:
    for ranking in some_lists("rates"):
        for cutoff in (None, 1, 3, 12):
            made = quotients_of(ranking, auc_range=auc_range, ties=ties, recall_base=base, cutoff=cutoff)
            for key in ORDER:
                step = made.step(key)
                assert step.undefined is not None
                if not step.undefined[0]:
                    np.testing.assert_allclose(run_step(made, step), step.value, rtol=1e-12, err_msg=f"{key} {ranking}")
                else:
                    assert not np.isfinite(run_step(made, step)[0])


def test_the_quotients_of_a_small_list_by_hand() -> None:
    # In the first 3: ranks 1 and 3 are relevant; 2 relevant and 2 others come later.
    made = quotients_of(Ranking.from_grades(GRADES), cutoff=3)
    assert {key: made.step(key).value[0] for key in COUNTS} == {"tp": 2, "fp": 1, "fn": 2, "tn": 2}
    found = [float(made.step(key).value[0]) for key in ORDER]
    assert found == pytest.approx([2 / 4, 1 / 3, 2 / 3, 4 / 7])


def test_the_wrong_formula_of_the_true_positive_rate_would_be_noticed() -> None:
    made = quotients_of(Ranking.from_grades(GRADES), cutoff=3)
    wrong = run_step(made, made.step("recall"), r"\frac{<tp>}{<tp>+<fp>}")
    assert abs(wrong[0] - made.step("recall").value[0]) > 0.1


@pytest.mark.slow
def test_the_quotients_are_the_points_of_the_roc_curve() -> None:
    for grades, _ in complete("points"):
        ranking = Ranking.from_grades(grades)
        curve = roc(arranged(ranking, "auc"))
        assert curve is not None
        for k in range(1, len(grades) + 1):
            made = quotients_of(ranking, cutoff=k)
            assert made.step("fpr").value[0] == pytest.approx(curve.false_positive_rate[k])
            assert made.step("recall").value[0] == pytest.approx(curve.true_positive_rate[k])


def test_the_formulas_of_the_counts_are_shown_filled() -> None:
    table: Any = counts_payload(analysis_of(Ranking.from_grades(GRADES), cutoff=3), EN)
    shown = {row["name"]: (row["value"], row["math"]) for row in table["rates"]["rows"]}
    assert {name: value for name, (value, _) in shown.items()} == {"TPR": "0.500", "FPR": "0.333", "P": "0.667", "Acc": "0.571"}
    assert "<mfrac><mrow><mn>2</mn></mrow><mrow><mn>2</mn><mo>&#x0002B;</mo><mn>2</mn></mrow></mfrac>" in shown["TPR"][1]
    assert table["notes"] == []


def test_a_quotient_that_differs_from_the_panel_says_by_what_the_panel_divides() -> None:
    table: Any = counts_payload(analysis_of(Ranking.from_grades([1, 0, 1]), cutoff=5), EN)
    assert table["notes"][-1] == "P@5 above is 0.400: its convention divides by k."
    assert [row["value"] for row in table["rates"]["rows"]] == ["1.000", "1.000", "0.667", "0.667"]


def test_an_undefined_quotient_is_a_word_with_a_reason() -> None:
    table: Any = counts_payload(analysis_of(Ranking.from_grades([1, 1]), cutoff=1), EN)
    assert [row["value"] for row in table["rates"]["rows"]] == ["0.500", "undefined", "1.000", "0.500"]
    assert table["notes"] == ["FPR is undefined: nothing is below the threshold."]


def test_the_tables_hold_the_numbers_of_the_curves() -> None:
    pr, levels, ends, quotients = curve_frames(analysis_of(Ranking.from_grades(GRADES), cutoff=3), EN)
    assert pr["interpolated"].tolist() == pytest.approx([1, 2 / 3, 2 / 3, 4 / 7, 4 / 7, 4 / 7, 4 / 7])
    assert len(levels) == 11
    assert len(ends) == 8
    assert quotients["quantity"].tolist() == ["TPR", "FPR", "P", "Acc"]
