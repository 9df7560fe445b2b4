"""All libraries on one list, and all choices side by side: numbers by hand or from the libraries, reasons and winners."""

from __future__ import annotations

import csv
import io
import json
from math import log2
from typing import Any

import pytest
import pytrec_eval
from sklearn.metrics import average_precision_score, ndcg_score

from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS
from rankviz.diagnose.words import library_table as shown_libraries
from rankviz.display import choice_table
from rankviz.evaluation.choice_grid import ChoiceGrid, GridCell, choice_grid
from rankviz.evaluation.library_values import LibraryCell, LibraryTable, library_table, to_csv
from rankviz.libraries.profiles import PROFILES
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import START, AppState
from rankviz.texts import LANGUAGES, Texts
from tests.libraries.proofs import PROOFS
from tests.libraries.test_profiles import as_typed, record

# Tied at the first two places; "b" comes first by id from Z to A.
TIED = Ranking.from_grades([3, 1, 0, 2], missed=[2], scores=[5, 5, 3, 1], doc_ids=["a", "b", "c", "d", "e"])
# Of the libraries that rest on a sort, some that are known to be stable and some that are not.
FIRST = {"torchmetrics", "tf_ranking", "recbole", "ranx", "sklearn", "trec_eval", "lightgbm", "rax"}
# The same six judged documents: three fair ones shown, or the one good one.
FAIR = Ranking.from_grades([2, 2, 2], missed=[3, 0, 0])
GOOD = Ranking.from_grades([3, 0, 0], missed=[2, 2, 2])


def cell(table: LibraryTable, profile: str, metric: str) -> LibraryCell:
    row = next(row for row in table.rows if row.profile == profile)
    return row.cells[table.metrics.index(metric)]


def value(found: LibraryCell) -> float:
    assert found.outcome is not None
    return found.outcome.value


def at(grid: ChoiceGrid, **choices: object) -> GridCell:
    (found,) = [each for each in grid.cells if all(each.choices[name] == wanted for name, wanted in choices.items())]
    return found


# ---------------------------------------------------------------------------------------------------------------------------
# Libraries


@pytest.mark.parametrize("profile", [key for key, profile in PROFILES.items() if profile.decimals is not None])
def test_what_a_library_rounds_is_shown_as_it_prints_it(profile: str) -> None:
    compared, places = 0, min(PROFILES[profile].decimals or 0, 3)  # the page shows three
    for number in (0, 5, 10, 20):  # lists without copies, ties and negative grades
        recorded = record(PROOFS[profile].record)["lists"][number]
        state = AppState(lists=(as_typed(recorded),), metric="ndcg", convention=Convention(cutoff=10), numbers="fractions")
        table = shown_libraries.table_payload(analyse(state), Texts("en"))
        groups: Any = table["groups"]
        (row,) = [row for group in groups for row in group["rows"] if row.get("key") == profile]
        shown = {head: found["text"] for head, found in zip(table["heads"][1:], row["cells"], strict=True)}  # type: ignore[index]
        for call in PROOFS[profile].calls:
            if call.ours.endswith("@10") and call.ours in shown and recorded["values"][call.theirs] is not None:
                assert shown[call.ours] == f"{recorded['values'][call.theirs]:.{places}f}", (call, recorded)
                compared += 1
    assert compared >= 4  # a number of each list


def test_the_table_gives_what_the_libraries_give() -> None:
    table = library_table((TIED,), Convention(cutoff=3))
    assert value(cell(table, "sklearn", "ndcg")) == pytest.approx(ndcg_score([[3, 1, 0, 2]], [[5, 5, 3, 1]], k=3), rel=1e-12)
    qrels, run = {"q": {"a": 3, "b": 1, "c": 0, "d": 2, "e": 2}}, {"q": {"a": 5.0, "b": 5.0, "c": 3.0, "d": 1.0}}
    measured = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.3", "map_cut.3", "P.3", "recall.3", "Rprec"}).evaluate(run)["q"]
    for key, name in (("ndcg", "ndcg_cut_3"), ("ap", "map_cut_3"), ("precision", "P_3"), ("recall", "recall_3")):
        assert value(cell(table, "trec_eval", key)) == pytest.approx(measured[name], rel=1e-12)
    assert value(cell(table, "trec_eval", "rprec")) == pytest.approx(measured["Rprec"], rel=1e-12)


def test_a_metric_without_cutoff_is_looked_up_without_one() -> None:
    table = library_table((TIED,), Convention(), ("ap",))
    expected = average_precision_score([1, 1, 0, 1], [5, 5, 3, 1])
    assert value(cell(table, "sklearn", "ap")) == pytest.approx(expected, rel=1e-12)


def test_a_difference_names_the_choices_that_make_it_and_no_others() -> None:
    table = library_table((START,), Convention(cutoff=6), ("ndcg", "dcg"))
    # Nothing is tied, so that the rule for ties, which also differs, is no reason.
    assert cell(table, "trec_eval", "ndcg").is_same
    assert cell(table, "trec_eval", "ndcg").choices == {}
    assert cell(table, "sklearn", "ndcg").choices == {"ideal": "retrieved"}
    tied = library_table((TIED,), Convention(cutoff=1), ("ndcg",))
    assert cell(tied, "trec_eval", "ndcg").choices == {"ties": "docid_desc"}


def test_two_choices_that_both_move_the_value_are_both_named() -> None:
    present = Convention(gain="exponential", ideal="retrieved", cutoff=6)
    found = cell(library_table((START,), present, ("ndcg",)), "trec_eval", "ndcg")
    assert found.choices == {"gain": "linear", "ideal": "judged"}


def test_what_a_library_lacks_is_told_from_what_it_has_without_a_cutoff() -> None:
    table = library_table((START,), Convention(cutoff=6))
    assert cell(table, "sklearn", "err").state == "absent"
    assert cell(table, "sklearn", "ap").state == "uncut"
    assert cell(table, "trec_eval", "dcg").state == "absent"
    assert cell(table, "trec_eval", "rr").state == "uncut"


def test_a_refused_list_says_why_and_other_metrics_still_have_their_value() -> None:
    table = library_table((Ranking.from_grades([1, -1]),), Convention())
    refused = cell(table, "sklearn", "ndcg")
    assert refused.state == "refused"
    assert refused.outcome is not None
    assert refused.outcome.refusal is not None
    assert refused.outcome.refusal.key == "negative_grade"
    assert not refused.is_same
    assert value(cell(table, "sklearn", "dcg")) == pytest.approx(1 - 1 / log2(3))
    assert cell(table, "sklearn", "dcg").choices == {"negative": "keep"}


def test_an_undefined_value_keeps_its_stand_in() -> None:
    found = cell(library_table((Ranking.from_grades([0, 0]),), Convention()), "textbook", "ndcg")
    assert found.state == "undefined"
    assert value(found) == 0


def test_several_lists_give_their_mean() -> None:
    lists = (Ranking.from_grades([1, 1]), Ranking.from_grades([1, 0]))
    table = library_table(lists, Convention(cutoff=2), ("precision",))
    assert {value(row.cells[0]) for row in table.rows if row.cells[0].outcome and row.profile in ("textbook", "trec_eval")} == {
        0.75
    }


def test_the_numbers_a_person_passes_go_to_every_library() -> None:
    table = library_table((Ranking.from_grades([2, 1, 2]),), Convention(cutoff=3, threshold=2), ("precision",))
    assert value(cell(table, "trec_eval", "precision")) == pytest.approx(2 / 3)


def test_every_profile_has_a_row_with_a_cell_for_every_metric() -> None:
    table = library_table((START,), Convention(cutoff=3))
    assert [row.profile for row in table.rows] == list(PROFILES)
    assert {len(row.cells) for row in table.rows} == {len(table.metrics)}


def test_the_csv_holds_every_cell_with_all_digits() -> None:
    table = library_table((Ranking.from_grades([1, -1]),), Convention(), ("ndcg", "dcg"))
    rows = list(csv.DictReader(io.StringIO(to_csv(table))))
    assert len(rows) == 2 * (len(PROFILES) + 1)
    kept = next(row for row in rows if (row["profile"], row["measure"]) == ("sklearn", "DCG"))
    assert float(kept["value"]) == 1 - 1 / log2(3)
    assert (kept["same"], kept["choices"]) == ("no", "negative=keep")
    refused = next(row for row in rows if (row["profile"], row["measure"]) == ("sklearn", "nDCG"))
    assert (refused["state"], refused["value"]) == ("refused", "")


# ---------------------------------------------------------------------------------------------------------------------------
# Choices


def test_the_winner_flips_between_linear_and_exponential_gain() -> None:
    grid = choice_grid("ndcg", (FAIR,), Convention(cutoff=3), (GOOD,))
    both = 1 / log2(3) + 1 / 2  # the weights of ranks 2 and 3
    linear = at(grid, gain="linear", discount="log2", ideal="judged")
    assert linear.first.value == pytest.approx(2 * (1 + both) / (3 + 2 * both))
    assert linear.second is not None
    assert linear.second.value == pytest.approx(3 / (3 + 2 * both))
    assert (linear.winner, linear.flipped, linear.present) == ("first", False, True)
    exponential = at(grid, gain="exponential", discount="log2", ideal="judged")
    assert exponential.first.value == pytest.approx(3 * (1 + both) / (7 + 3 * both))
    assert exponential.second is not None
    assert exponential.second.value == pytest.approx(7 / (7 + 3 * both))
    assert (exponential.winner, exponential.flipped, exponential.present) == ("second", True, False)


def test_a_tie_is_no_flip() -> None:
    grid = choice_grid("ndcg", (FAIR,), Convention(cutoff=1), (GOOD,))
    even = at(grid, gain="binary", discount="log2", ideal="judged")
    assert (even.winner, even.flipped) == ("even", False)


def test_of_errors_the_fewer_wins() -> None:
    grid = choice_grid("fp", (Ranking.from_grades([2, 0]),), Convention(cutoff=2), (Ranking.from_grades([0, 1]),))
    assert grid.fields == ("threshold",)
    assert at(grid, threshold=1.0).winner == "even"
    assert at(grid, threshold=2.0).winner == "first"


def test_a_list_alone_has_no_winner() -> None:
    grid = choice_grid("ap", (Ranking.from_grades([1, 0, 1], missed=[1, 1]),), Convention(cutoff=3))
    assert {each.winner for each in grid.cells} == {""}
    total = 1 + 2 / 3
    for base, divisor in (("R", 4), ("min_R_k", 3), ("hits", 2), ("k", 3)):
        assert at(grid, ap_base=base).first.value == pytest.approx(total / divisor)


def test_axes_that_nothing_in_the_lists_can_move_are_left_out() -> None:
    assert choice_grid("ap", (Ranking.from_grades([1, 0]),), Convention()).fields == ("ap_base",)
    assert choice_grid("ap", (TIED,), Convention()).fields == ("ap_base", "ties", "threshold")
    short = choice_grid("precision", (Ranking.from_grades([1, 0]),), Convention(cutoff=5))
    assert short.fields == ("precision_base", "short_list")
    assert at(short, precision_base="k", short_list="pad").first.value == pytest.approx(1 / 5)
    assert at(short, precision_base="n", short_list="pad").first.value == pytest.approx(1 / 2)


def test_a_custom_formula_is_an_option_only_where_it_is_chosen() -> None:
    usual = choice_grid("dcg", (START,), Convention())
    assert "formula" not in usual.options[0]
    own = choice_grid("dcg", (Ranking.from_grades([3, 1]),), Convention(gain="formula", gain_formula="g^2"))
    assert at(own, gain="formula", discount="none").first.value == pytest.approx(10)


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_has_a_grid_in_which_the_present_choices_stand_once(metric: str) -> None:
    convention = Convention(cutoff=2, err_max=7.0, rbp_p=0.3)
    grid = choice_grid(metric, (TIED,), convention)
    assert sum(each.present for each in grid.cells) == 1
    assert 1 <= len(grid.cells) == len({tuple(each.choices.items()) for each in grid.cells})


# ---------------------------------------------------------------------------------------------------------------------------
# What the page is given


def analysis_of(lists: tuple[Ranking, ...], **choices: Any) -> Analysis:
    return analyse(AppState(lists, "ndcg", Convention(**choices)))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("grades", [[3, 2, 3, 0, 1, 2], [0, 0], [], [1, -1], [None, 2]])
def test_both_tables_can_be_sent_whatever_the_list_is(language: str, grades: list[float | None]) -> None:
    analysis = analysis_of((Ranking.from_grades(grades), FAIR), cutoff=3)
    texts = Texts(language)
    for data in (
        shown_libraries.table_payload(analysis, texts),
        choice_table.choice_table_payload(analysis, 1, choice_table.grid_of(analysis, 1), texts),
    ):
        sent: Any = json.loads(json.dumps(data, allow_nan=False))
        widths = {len(row["cells"]) + 1 for group in sent["groups"] for row in group["rows"]}
        assert widths == {len(sent["heads"])}


def test_a_different_number_is_marked_with_a_shape_and_a_word() -> None:
    data: Any = shown_libraries.table_payload(analysis_of((START,), cutoff=6), Texts("en"))
    row = next(row for group in data["groups"] for row in group["rows"] if row["head"] == "scikit-learn")
    assert row["cells"][0]["sign"] == "▲"
    assert row["cells"][0]["word"] == "0.176 more"  # 0.961 of the shown documents against 0.785 of all judged
    assert row["notes"] == [
        "nDCG@6 (ideal ranking made of: the documents shown)",
        "AUC (documents that count: only what is shown)",
    ]


def test_what_ties_make_uncertain_is_said_of_the_libraries_that_do_not_sort_stably() -> None:
    tied = Ranking.from_grades([1, 0, 2], scores=[1, 1, 0.5])
    long = Ranking.from_grades([1, 0] * 8, scores=[1.0] * 16)
    for ranking, uncertain in (
        (tied, {"torchmetrics", "tf_ranking", "recbole"}),
        (long, {"torchmetrics", "tf_ranking", "recbole", "ranx"}),
        (Ranking.from_grades([1, 0, 2], scores=[3, 2, 1]), set()),
        (Ranking.from_grades([1, 0, 2]), set()),
    ):
        table = library_table((ranking,), Convention(cutoff=3))
        found = {row.profile for row in table.rows if row.may_differ}
        assert found & FIRST == uncertain
        assert found <= {key for key, profile in PROFILES.items() if uncertain and profile.unstable}
    # torchmetrics averages tied gains in nDCG, and a tie is half a pair in AUC: these two are certain.
    row = next(row for row in library_table((tied,), Convention(cutoff=3)).rows if row.profile == "torchmetrics")
    assert set(row.may_differ) == {"AP@3", "RR@3", "P@3", "R@3", "Rprec", "Success@3"}
    data: Any = shown_libraries.table_payload(analysis_of((tied,), cutoff=3), Texts("en"))
    notes = next(row["notes"] for group in data["groups"] for row in group["rows"] if row["head"] == "torchmetrics")
    assert any("its sort is not stable" in note for note in notes)


def test_the_metric_under_study_stands_first() -> None:
    state = AppState((START,), "bep", Convention(cutoff=6))
    data: Any = shown_libraries.table_payload(analyse(state), Texts("en"))
    assert data["heads"][1] == "BEP"


def test_the_summary_counts_winners_and_flips() -> None:
    analysis = analysis_of((FAIR, GOOD), cutoff=3)
    grid = choice_table.grid_of(analysis, 1)
    flips = sum(each.flipped for each in grid.cells)
    said = choice_table.summary(grid, analysis.state, 1, Texts("en"))
    assert flips
    assert f"In {flips} of them, marked ⇄, the winner is not" in said
