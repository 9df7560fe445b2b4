"""The public names, what they accept, and the messages for what they do not."""

import doctest
import importlib
import inspect
import math
import re
from pathlib import Path

import numpy as np
import pytest

import rankviz as rv
from rankviz.runs.evaluate.prepared_run import prepare
from rankviz.runs.evaluate.run_evaluation import evaluate_measures
from rankviz.runs.impressions import evaluate_impressions

ROOT = Path(rv.__file__).parent
LIST = rv.Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])
WITH_EXAMPLES = [path for path in sorted(ROOT.rglob("*.py")) if ">>>" in path.read_text(encoding="utf-8")]


def test_the_public_names_are_exactly_these() -> None:
    types = (
        "Alike Convention Explanation InputError Item ListComparison Lookup Question Ranking RunComparison RunLookup RunMatch "
        "RunResult RunTable Verdict"
    )
    functions = (
        "alike compare_lists compare_runs evaluate evaluate_run exercises explain lookup lookup_run parse_measure "
        "read_qrels read_run tabulate_runs"
    )
    assert sorted(rv.__all__) == sorted(f"METRICS PROFILES {types} {functions}".split())
    assert all(hasattr(rv, name) for name in rv.__all__)
    assert set(dir(rv)) == {*rv.__all__, "__version__"}


def test_the_keys_and_names_that_links_and_programs_carry_stay() -> None:
    names = {
        "cg": "CG", "dcg": "DCG", "idcg": "IDCG", "ndcg": "nDCG", "ap": "AP", "rr": "RR", "auc": "AUC", "tp": "TP", "fp": "FP",
        "fn": "FN", "tn": "TN", "accuracy": "Accuracy", "precision": "P", "recall": "R", "f1": "F1", "success": "Success",
        "rprec": "Rprec", "bep": "BEP", "fbeta": "FBeta", "bpref": "Bpref", "iprec": "IPrec", "iprec11": "IPrec11",
        "prauc": "PRAUC", "err": "ERR", "rbp": "RBP", "gauc": "GAUC", "lrap": "LRAP", "ranking_loss": "RankingLoss",
        "coverage_error": "CoverageError", "rmse": "RMSE", "mae": "MAE",
    }  # fmt: skip
    assert {key: rv.METRICS[key].name for key in names} == names


def test_the_tables_cannot_be_changed() -> None:
    for table in (rv.METRICS, rv.PROFILES, rv.METRICS["ap"].uses, rv.METRICS["auc"].fixes):
        with pytest.raises(TypeError):
            table["mine"] = None  # type: ignore[index]


@pytest.mark.slow
@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=[path.relative_to(ROOT).as_posix() for path in WITH_EXAMPLES])
def test_the_examples_in_the_documentation_are_true(path: Path) -> None:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    module = importlib.import_module(".".join(parts).removesuffix(".__init__"))
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


# ---------------------------------------------------------------------------------------------------------------------------
# What is accepted


def test_the_opening_list_has_the_known_values() -> None:
    # 3 + 2/log2(3) + 3/2 + 0 + 1/log2(6) + 2/log2(7) over the same sum of 3 3 3 2 2 2
    weights = [1 / math.log2(rank + 1) for rank in range(1, 7)]
    dcg = math.fsum(grade * weight for grade, weight in zip([3, 2, 3, 0, 1, 2], weights, strict=True))
    ideal = math.fsum(grade * weight for grade, weight in zip([3, 3, 3, 2, 2, 2], weights, strict=True))
    assert rv.evaluate("nDCG@6", LIST) == pytest.approx(dcg / ideal, rel=1e-12)
    assert round(rv.evaluate("nDCG@6", LIST), 3) == 0.785
    assert round(rv.evaluate("nDCG@6", LIST, ideal="retrieved"), 3) == 0.961
    assert rv.evaluate("nDCG@6", rv.Ranking.from_grades([3, 2, 3, 0, 1, 2])) == rv.evaluate("nDCG@6", LIST, ideal="retrieved")


def test_a_plain_list_of_grades_is_a_ranking() -> None:
    for grades in ([0, 1], (0, 1), np.array([0, 1]), iter([0, 1]), [0.0, 1.0], [None, 1], [float("nan"), 1]):
        assert rv.evaluate("RR", grades) == 0.5  # type: ignore[arg-type]


def test_several_lists_have_a_mean() -> None:
    one, two = rv.Ranking.from_grades([1]), rv.Ranking.from_grades([0, 1])
    assert rv.evaluate("RR", [one, two]) == 0.75
    assert rv.evaluate("RR", (one,)) == 1
    explanation = rv.explain("RR", [one, two])
    assert [step.key for step in explanation.steps][-2:] == ["rr", "mean"]
    assert explanation.trace.value.tolist() == [1, 0.5]


def test_undefined_lists_count_in_the_mean_as_the_convention_says() -> None:
    lists = [rv.Ranking.from_grades([1]), rv.Ranking.from_grades([0])]
    found = [rv.evaluate("AP", lists, empty=empty) for empty in ("0", "1", "skip", "nan")]
    assert found[:3] == [0.5, 1, 1]
    assert math.isnan(found[3])


@pytest.mark.parametrize(
    ("written", "same"),
    [("MAP", "AP"), ("mrr", "RR"), ("NDCG@3", "nDCG@3"), ("ndcg @ 3", "nDCG@3"), ("Precision@2", "P@2"), ("HIT@1", "Success@1"),
     ("AP(rel=1)", "AP"), ("acc@2", "Accuracy@2"), (" P( rel = 1 )@2 ", "P@2")],
)  # fmt: skip
def test_a_measure_may_be_written_in_several_ways(written: str, same: str) -> None:
    assert rv.evaluate(written, LIST) == rv.evaluate(same, LIST)


def test_choices_win_over_the_profile_and_the_measure_over_both() -> None:
    cut = rv.evaluate("DCG@2", [3, 2, 3], cutoff=3)
    assert cut == pytest.approx(3 + 2 / math.log2(3), rel=1e-12)
    assert rv.evaluate("DCG", [3, 2, 3], cutoff=2) == cut
    assert rv.evaluate("P(rel=2)", [1, 2], threshold=1) == 0.5
    tied = rv.Ranking.from_grades([1, 0], scores=[1, 1], doc_ids=["a", "b"])
    assert rv.evaluate("RR", tied) == 1
    assert rv.evaluate("RR", tied, profile="trec_eval") == 0.5
    assert rv.evaluate("RR", tied, profile="trec_eval", ties="docid_asc") == 1


def test_an_explanation_holds_value_steps_and_convention() -> None:
    explanation = rv.explain("nDCG@6", LIST, gain="exponential")
    assert explanation.measure == "nDCG@6"
    assert explanation.value == explanation.steps[-1].value[0] == rv.evaluate("nDCG@6", LIST, gain="exponential")
    assert (explanation.convention.gain, explanation.convention.cutoff) == ("exponential", 6)
    assert str(explanation).startswith("nDCG@6 = 0.7")
    assert "<math" in explanation._repr_html_()


def test_scores_decide_the_order_and_judgments_are_joined_by_id() -> None:
    ranking = rv.Ranking.from_judgments(["d1", "d2"], {"d1": 3, "d7": 2}, scores=[1.0, 2.0])
    assert ranking == rv.Ranking((rv.Item("d1", 3.0, 1.0), rv.Item("d2", None, 2.0)), (rv.Item("d7", 2.0, None),))
    assert rv.evaluate("RR", ranking) == 0.5
    assert rv.evaluate("R", ranking) == 0.5


# ---------------------------------------------------------------------------------------------------------------------------
# What is refused, and in which words

OR_NONE = "expected a number between -1e15 and 1e15, or None for unjudged."
LONG = "+".join(["g"] * 101)
SHORTER = "characters; at most 200 are read. Make it shorter, or give its values as a table."
WHOLE = "expected a whole number from 1 to 1,000,000,000, or None for the whole list."
KNOWN = ", ".join(sorted((metric.name for metric in rv.METRICS.values()), key=str.lower))
COPIES = rv.Ranking((rv.Item("a", 1), rv.Item("a", 0)))


REFUSED: list[tuple[str, object, dict[str, object], str, str]] = [
    ("CoverageEror", [1], {}, "unknown_metric", f'Unknown metric "CoverageEror". Did you mean CoverageError? Known: {KNOWN}.'),
    ("xyz", [1], {}, "unknown_metric", f'Unknown metric "xyz". Known: {KNOWN}.'),
    ("AP", [1], {"profile": "sklear"}, "unknown_profile",
     f'Unknown profile "sklear". Did you mean sklearn? Known: {", ".join(sorted(rv.PROFILES))}.'),
    ("AP", [1], {"ap_base": "r"}, "unknown_option",
     'Unknown option "ap_base=r". Did you mean ap_base=R? Known: ap_base=all_ranks, ap_base=hits, ap_base=k, '
     "ap_base=k_all_ranks, ap_base=min_R_k, ap_base=min_R_list_k, ap_base=min_R_n, ap_base=R, ap_base=R_list."),
    ("AP", [1], {"discount": "ln", "ties": "average"}, "option_without_meaning",
     "ties=average has no meaning for this metric; choose one of: input_order, docid_desc, docid_asc, optimistic, "
     "pessimistic, group."),
    ("AP@0", [1], {}, "bad_cutoff", '"AP@0": expected a whole number from 1 to 1,000,000,000 after "@", found "0".'),
    ("AP@1.5", [1], {}, "bad_cutoff", '"AP@1.5": expected a whole number from 1 to 1,000,000,000 after "@", found "1.5".'),
    ("AP", [1], {"cutoff": 0}, "bad_cutoff", f"cutoff=0: {WHOLE}"),
    ("AP", [1], {"cutoff": True}, "bad_cutoff", f"cutoff=True: {WHOLE}"),
    ("AUC@3", [1], {}, "no_cutoff", '"AUC@3": AUC always reads the whole list; leave out "@3".'),
    ("@@", [1], {}, "bad_measure", '"@@" is not a metric: expected a name such as AP, nDCG@10 or P(rel=2)@5.'),
    ("P(x=1)", [1], {}, "bad_measure",
     '"P(x=1)": "x=1" is not a parameter; expected rel=, p=, beta= or max= and a number, or gain= and an option.'),
    ("RBP(p=2)", [1], {}, "bad_number", '"RBP(p=2)": p must be between 0.001 and 0.999, but is 2.'),
    ("P", [1], {"threshold": "1"}, "bad_number", "threshold='1': expected a number from -1e+09 to 1e+09."),
    ("DCG", [1], {"rbp_p": 1}, "bad_number", "rbp_p=1: expected a number from 0.001 to 0.999."),
    ("nDCG@5", [1], {"profile": "sklearn", "ideal": "xyz"}, "unknown_option",
     'Unknown option "ideal=xyz". Known: ideal=judged, ideal=k_ones, ideal=retrieved.'),
    ("nDCG", [1], {"ideal": "retrieve"}, "unknown_option",
     'Unknown option "ideal=retrieve". Did you mean ideal=retrieved? Known: ideal=judged, ideal=k_ones, ideal=retrieved.'),
    ("DCG", [1], {"discount": "1+ln(i)"}, "option_formula",
     '"1+ln(i)" is no option of discount. For a formula of your own choose discount="formula" and '
     'discount_formula="1+ln(i)" (--choose discount=formula --choose "discount_formula=1+ln(i)").'),
    ("DCG", [1], {"discount": "ln(i)"}, "option_formula",
     '"ln(i)" is no option of discount. For a formula of your own choose discount="formula" and '
     'discount_formula="ln(i)" (--choose discount=formula --choose "discount_formula=ln(i)").'),
    ("DCG", [1], {"discount": "formula", "discount_formula": "ln(i)"}, "bad_discount",
     "At rank 1 the discount is 0; the gain is divided by it, so it must be greater than 0."),
    ("DCG", [1], {"gain": "2^g-1+" + "+".join(["0.001*g"] * 5)}, "option_formula",
     '"2^g-1+0.001*g+0.001*g+0.001*g+0.001*g+0.…" is no option of gain. For a formula of your own choose gain="formula" and '
     'gain_formula="2^g-1+0.001*g+0.001*g+0.001*g+0.001*g+0.001*g" (--choose gain=formula --choose '
     '"gain_formula=2^g-1+0.001*g+0.001*g+0.001*g+0.001*g+0.001*g").'),
    # 101 times "g" and 100 signs between are 201 characters; 1 and 40 times the 8 of "+ln(i+1)" are 321.
    ("DCG", [1], {"gain": LONG}, "formula_too_long", f"Written in full, the formula has 201 {SHORTER}"),
    ("DCG", [1], {"gain_formula": LONG}, "formula_too_long", f"Written in full, the formula has 201 {SHORTER}"),
    ("DCG", [1], {"discount": "1" + "+ln(i+1)" * 40}, "formula_too_long", f"Written in full, the formula has 321 {SHORTER}"),
    ("DCG", [1], {"gain": "g x" * 100}, "unknown_option",
     'Unknown option "gain=g xg xg xg xg xg xg xg xg xg xg xg xg xg…". Known: gain=base, gain=binary, gain=exponential, '
     "gain=formula, gain=linear, gain=power, gain=power_plus, gain=table."),
    ("DCG", [1], {"gain": "g^3"}, "option_formula",
     '"g^3" is no option of gain. For a formula of your own choose gain="formula" and gain_formula="g^3" '
     '(--choose gain=formula --choose "gain_formula=g^3").'),
    ("DCG", [1], {"gain": "0:0, 1:1"}, "option_table",
     '"0:0, 1:1" is no option of gain. For a table of your own choose gain="table" and gain_table="0:0, 1:1" '
     '(--choose gain=table --choose "gain_table=0:0, 1:1").'),
    ("AP@5", [1], {"profile": "sklearn"}, "metric_not_in_profile",
     "scikit-learn has no AP@5. It has AP. Profiles that have it: textbook, trec_eval, pytrec_eval, ir_measures, ranx and "
     "others."),
    ("AP", COPIES, {"duplicates": "error"}, "duplicate_entry",
     '"a" appears more than once in the list; remove the duplicates or choose how they count.'),
    ("AP", [1, -2.5], {"negative": "error"}, "negative_grade",
     "Grade -2.5 is below 0, which this convention does not allow; choose how negative grades count."),
    ("DCG", [5000], {"gain": "exponential"}, "gain_overflow",
     "The gain of grade 5000 is too large for 64 bits. Choose another gain or lower grades."),
    ("AP", [1, "good"], {}, "bad_grade", f"grade 2 is 'good': {OR_NONE}"),
    ("AP", [float("inf")], {}, "bad_grade", f"grade 1 is inf: {OR_NONE}"),
    ("AP", np.ones((2, 2, 2)), {}, "bad_list",
     "expected one list of grades or a list of Rankings, found an array of shape (2, 2, 2)."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("measure", "lists", "choices", "key", "message"), REFUSED, ids=[f"{measure}-{key}" for measure, _, _, key, _ in REFUSED]
)
def test_what_cannot_be_used_is_refused_in_plain_words(
    measure: str, lists: object, choices: dict[str, object], key: str, message: str
) -> None:
    with pytest.raises(rv.InputError) as caught:
        rv.evaluate(measure, lists, **choices)  # type: ignore[arg-type]
    assert (caught.value.key, str(caught.value)) == (key, message)


def test_an_unknown_choice_names_the_near_one() -> None:
    near = r'^Unknown choice "discont"\. Did you mean discount or ideal_discount\? Known: alike_missing, ap_base, '
    with pytest.raises(rv.InputError, match=near) as caught:
        rv.evaluate("nDCG", LIST, discont="ln")
    assert caught.value.key == "unknown_choice"


@pytest.mark.parametrize(
    ("given", "key", "message"),
    [
        ({"scores": [1.0]}, "length_mismatch", "scores has 1 entries, but 2 grades are given: expected one for each."),
        ({"doc_ids": ["a"]}, "length_mismatch", "doc_ids has 1 entries, but 2 grades are given: expected one for each."),
        ({"scores": [1.0, None]}, "bad_score", "score 2 is None: expected a finite number."),
        (
            {"missed": ["x"]},
            "bad_grade",
            f"missed grade 1 is 'x': {OR_NONE}",
        ),
    ],
)
def test_a_list_that_does_not_fit_is_refused_in_plain_words(given: dict[str, object], key: str, message: str) -> None:
    with pytest.raises(rv.InputError) as caught:
        rv.Ranking.from_grades([1, 0], **given)  # type: ignore[arg-type]
    assert (caught.value.key, str(caught.value)) == (key, message)


RUN, QRELS = {"q": {"a": 2.0, "b": 1.0}}, {"q": {"b": 1}}


def test_one_name_stands_for_itself_where_several_can_be_named(tmp_path: Path) -> None:
    assert rv.evaluate_run(RUN, QRELS, "RR").means == {"RR": 1 / 2}
    assert rv.evaluate_run(RUN, QRELS, "nDCG@10").means == {"nDCG@10": pytest.approx(math.log(2) / math.log(3))}
    assert evaluate_measures(prepare(RUN, QRELS), "RR").means == {"RR": 1 / 2}
    log = tmp_path / "log.csv"
    log.write_text("user,score,label\nu,2,0\nu,1,1\n", encoding="utf-8")
    assert evaluate_impressions(str(log), "RR").means == {"RR": 1 / 2}
    assert [each.kind for each in rv.exercises("RR", count=1, kinds="gap")] == ["gap"]


def test_no_function_that_takes_names_reads_one_of_them_letter_by_letter() -> None:
    """A parameter of several names says that it takes one as well."""
    modules = (
        "rankviz",
        "rankviz.runs.impressions",
        "rankviz.runs.evaluate.run_evaluation",
        "rankviz.engines.duckdb",
        "rankviz.engines.spark",
    )
    found = {
        f"{function.__name__}({name})": str(parameter.annotation)
        for module in modules
        for function in (getattr(importlib.import_module(module), name) for name in dir(importlib.import_module(module)))
        if inspect.isfunction(function) and not function.__name__.startswith("_")
        for name, parameter in inspect.signature(function).parameters.items()
        if name in ("measures", "kinds") and "[str]" in str(parameter.annotation)
    }
    assert len(found) >= 5
    assert {each: annotation for each, annotation in found.items() if not annotation.startswith("str | ")} == {}


@pytest.mark.parametrize("text", ["01", b"01", "0,1"], ids=str)
def test_a_text_is_no_list(text: object) -> None:
    """It would be read letter by letter, and give a number."""
    shown = re.escape(repr(text))
    for what, call in {
        "grades": lambda: rv.evaluate("RR", text),  # type: ignore[arg-type]
        "missed": lambda: rv.Ranking.from_grades([1], missed=text),  # type: ignore[arg-type]
        "scores": lambda: rv.Ranking.from_grades([1, 0], scores=text),  # type: ignore[arg-type]
        "doc_ids": lambda: rv.Ranking.from_judgments(text, {}),  # type: ignore[arg-type]
        "second": lambda: rv.compare_lists("RR", [1, 0], text),  # type: ignore[arg-type]
        "first": lambda: rv.alike("tau_b", text, ["a"]),  # type: ignore[arg-type]
    }.items():
        with pytest.raises(rv.InputError, match=f"^{what}: expected an ordered list, found {shown}"):
            call()


def test_a_message_carries_what_its_translation_needs() -> None:
    with pytest.raises(rv.InputError) as caught:
        rv.evaluate("CoverageEror", LIST)
    assert caught.value.where == {"name": "CoverageEror", "near": "CoverageError", "known": KNOWN}


def test_relevant_entries_with_a_score_of_0_or_less_earn_nothing_where_the_convention_says_so() -> None:
    logits = rv.Ranking.from_grades([1, 0, 1, 1], scores=[2.0, 0.5, 0.0, -1.0])
    # Recorded of torchmetrics on such lists: only the first entry is credited, all three are relevant.
    assert rv.evaluate("AP", logits, profile="torchmetrics") == 1.0
    assert rv.evaluate("P", logits, profile="torchmetrics") == 1 / 4
    assert rv.evaluate("R", logits, profile="torchmetrics") == 1 / 3
    assert rv.evaluate("Success", logits, profile="torchmetrics") == 1.0
    below = rv.Ranking.from_grades([1, 0], scores=[-0.5, -1.0])
    assert [rv.evaluate(name, below, score_filter="positive") for name in ("RR", "P", "R")] == [0.0, 0.0, 0.0]
    assert rv.evaluate("RR", rv.Ranking.from_grades([1, 0]), score_filter="positive") == 1.0  # nothing is scored
    text = str(rv.explain("RR", below, score_filter="positive"))
    assert "that are no hits because their score is 0 or less: 1." in text


@pytest.mark.parametrize(
    ("measure", "by_hand"),
    [
        ("AP", (1 + 2 / 3) / 2),  # hits at ranks 1 and 3; relevant are a and c
        ("R@3", 2 / 2),
        ("nDCG@3", (3 + 3 / 2) / (3 + 2 / math.log2(3))),
    ],
)
def test_a_copy_may_be_credited_while_its_document_is_judged_once(measure: str, by_hand: float) -> None:
    twice = rv.Ranking((rv.Item("a", 3), rv.Item("b", 0), rv.Item("a", 3)), (rv.Item("c", 2),))
    assert rv.evaluate(measure, twice, duplicates="credit_each") == pytest.approx(by_hand, rel=1e-12)
