"""The verdicts on worked numbers, against what was found when every number was worked out anew outside this program."""

from dataclasses import replace
from itertools import product
from math import log, log2

import pytest

from rankviz import evaluate
from rankviz.core.conventions.option_formulas import DISCOUNTS, GAINS
from rankviz.core.lists.ranking import Ranking
from rankviz.core.templates import TemplateError
from rankviz.examples import CAUSES, Cause, Example, Rounding, examples
from rankviz.examples.example_check import agreement, judge, read_printed

GOOD, BAD = [3, 2, 3, 0, 1], [0, 1, 3, 2, 3]
# Key, what the source prints, the value of its own definition, the verdict. Values were computed by hand or by the sources' own
# programs and written down with six decimals.
ARTICLES = """
logm_p3            2/3                                 0.666667   right
logm_p4            2/4                                 0.5        right
logm_p5            3/5                                 0.6        right
logm_ap            0.76                                0.755556   rounded
logm_all_ranks     (1/1 + 1/2 + 2/3 + 2/4 + 3/5) / 5   0.755556   convention
logm_rr            1/2                                 0.5        right
logm_grades        0.763042…                           0.763043   right
logm_empty         0.0                                 0          right
blog_tpr           TPR = TP/(TP+FP)                    0.75       misprint
blog_first         1/(1+0)                             1          right
blog_dcg           5.15                                5.535565   input
blog_idcg          8.47                                8.458525   rounding
blog_ndcg          0.608                               0.654436   input
blog_p1            1/1                                 1          right
blog_p2            1                                   1          right
blog_p3            0                                   0.666667   misprint
blog_p4            0                                   0.5        misprint
blog_p5            0.6                                 0.6        right
blog_ap4           2.6/4                               0.65       right
blog_ap10          2.6/5                               0.52       right
jianshu_cg         13                                  13         right
jianshu_dcg        38.5                                38.507743  rounded
jianshu_idcg       46.5                                46.416534  rounding
jianshu_ndcg       0.827                               0.829613   rounding
xdnf_coverage      2.5                                 2.5        right
xdnf_lrap          0.416…                              0.416667   right
xdnf_loss          0.75…                               0.75       right
xdnf_no_loss       0.0                                 0          right
xdnf_good5         0.9073                              0.972364   nothing
xdnf_bad5          0.6827                              0.656735   nothing
xdnf_good3         1.0000                              0.977781   convention
xdnf_bad3          0.5714                              0.361616   nothing
xdnf_ideal         1.0000                              1          right
xdnf_log_dcg       Σ yᵣ / log(1+r)                     6.148712   convention
xdnf_log_ndcg      Σ yᵣ / log(1+r)                     0.972364   right
weiyaner_gain      (2^rel(i) + 1) / log₂(i + 1)        1.930677   misprint
weiyaner_torch     0.927544…                           0.906025   misprint
weiyaner_numpy     0.929664…                           0.906025   misprint
"""
OTHERS = """
opening               0.785      0.785002   rounded
wikipedia_mrr         0.61       0.611111   rounded
iir_ap                0.4163     0.416288   rounded
iir_best              0.5034     0.503409   rounded
iir_iprec             0.3636     0.363636   rounded
iir_f1                0.429      0.428571   rounded
iir_cut               0.4928     0.492857   cut
pinecone_rr2          1.5        1          misprint
pinecone_rr3          1.7        0.2        misprint
pinecone_mrr          0.57       0.566667   rounded
pinecone_ap_text      0.22       0.225      cut
pinecone_ap_code      0.23       0.225      rounded
pinecone_map          0.48       0.478571   rounded
pinecone_cg           18         18         right
pinecone_dcg          2.52       2.523719   rounded
pinecone_idcg         10.78      10.778995  rounded
pinecone_ndcg2        0.39       0.386853   rounded
pinecone_ndcg8        0.73       0.728296   rounded
sklearn_dcg           9.49       9.499458   cut
sklearn_ties          7.5        7.5        right
sklearn_ignore_ties   5.0        7.5        convention
sklearn_ndcg          0.69       0.695694   cut
sklearn_ndcg_low      0.49       0.493680   rounded
sklearn_ndcg_four     0.35       0.352024   rounded
sklearn_ndcg_ties     0.75       0.75       right
sklearn_ap            0.83       0.833333   rounded
sklearn_coverage      1.5        1.5        right
torchmetrics_ndcg     0.6957     0.695694   rounded
torchmetrics_rprec    0.5        0.5        right
tf_ranking_ndcg       0.6934264  0.693426   rounded
tf_ranking_ndcg_two   0.7974351  0.797435   rounded
tf_ranking_ap         0.25       0.25       right
ranx_ndcg             0.7861     0.786126   rounded
ranx_map              0.6416     0.641667   cut
ranx_rbp50            0.7661     0.766121   rounded
ranx_rbp95            0.1881     0.188132   rounded
ranx_bpref            0.25       0.25       right
ranx_bpref_seven      0.4375     0.4375     right
recommenders_map      0.23613    0.236138   cut
recommenders_p        0.26666    0.266667   cut
recommenders_ndcg     0.38172    0.381727   cut
recommenders_short    0.6        0.6        right
"""
DEMONSTRATIONS = {"ties", "nothing"}


def table(text: str) -> list[tuple[str, ...]]:
    lines = [line.split() for line in text.strip().splitlines()]
    return [(words[0], " ".join(words[1:-2]), *words[-2:]) for words in lines]


ROWS = table(ARTICLES) + table(OTHERS)
# With the cause: each worked out from the source's own wording, without this program.
BINARY = [1, 0, 1, 1, 0]
REPRODUCED = {
    "logm_all_ranks": (1 / 1 + 1 / 2 + 2 / 3 + 2 / 4 + 3 / 5) / 5,
    "blog_tpr": 3 / (3 + 2),
    "blog_dcg": 3 / log2(2) + 2 / log2(3) + 1 / log2(4) + 0 / log2(5) + 1 / log2(6),
    "blog_idcg": 3 + 1.90 + 1.5 + 1.29 + 0.78,
    "blog_ndcg": 5.15 / 8.47,
    "blog_p3": 2 / 3 * 0,
    "blog_p4": 2 / 4 * 0,
    "jianshu_idcg": 31 + 9.5 + 3.5 + 1.3 + 1.2,
    "jianshu_ndcg": 38.5 / 46.5,
    "xdnf_good3": (3 + 2 + 3) / (3 + 3 + 2),
    "xdnf_log_dcg": sum(grade / log(1 + rank) for rank, grade in enumerate(GOOD, 1)),
    "xdnf_log_ndcg": 0.972364,
    "weiyaner_gain": sum((2**grade + 1) / log2(rank + 1) for rank, grade in enumerate(BINARY, 1)),
    "weiyaner_torch": (1 / log2(3) + 1 / log2(5) + 1 / log2(6)) / (1 / log2(3) + 1 / log2(4) + 1 / log2(5)),
    "weiyaner_numpy": (1 / 2 + 1 / 3 + 1 / (log2(5) + 1)) / (1 / 2 + 1 / (log2(3) + 1) + 1 / 3),
    "pinecone_rr2": 1 / 2 + 1 / 1,
    "pinecone_rr3": 1 / 2 + 1 / 1 + 1 / 5,
    "sklearn_ignore_ties": 5.0,
}
BY_KEY = {example.key: example for example in examples()}


def cause_of(key: str) -> Cause:
    cause = BY_KEY[key].cause
    assert cause is not None, key
    return cause


def with_cause(key: str, **changes: object) -> Example:
    return replace(BY_KEY[key], cause=replace(cause_of(key), **changes))  # type: ignore[arg-type]


def with_list(key: str, grades: list[int], missed: tuple[int, ...] = ()) -> Example:
    state = replace(cause_of(key).state, lists=(Ranking.from_grades(grades, missed),))
    return with_cause(key, state=state)


def with_choices(key: str, **choices: object) -> Example:
    state = cause_of(key).state
    return with_cause(key, state=replace(state, convention=state.convention.with_choices(choices)))


@pytest.mark.parametrize(("key", "printed", "value", "kind"), ROWS, ids=[row[0] for row in ROWS])
def test_a_worked_number_has_the_verdict_that_was_found(key: str, printed: str, value: str, kind: str) -> None:
    example = BY_KEY[key]
    verdict = judge(example)
    assert example.printed == printed
    assert verdict.value == pytest.approx(float(value), rel=0, abs=5.1e-7)
    assert verdict.kind == kind


@pytest.mark.parametrize("key", REPRODUCED)
def test_a_cause_gives_what_the_source_says_or_does(key: str) -> None:
    reproduced = judge(BY_KEY[key]).reproduced
    assert reproduced == pytest.approx(REPRODUCED[key], rel=0, abs=5.1e-7 if key == "xdnf_log_ndcg" else 1e-12)


def test_no_example_and_no_cause_is_left_out() -> None:
    assert {row[0] for row in ROWS} | DEMONSTRATIONS == set(BY_KEY)
    assert set(REPRODUCED) == {key for key, example in BY_KEY.items() if example.cause is not None}


@pytest.mark.parametrize("key", sorted(DEMONSTRATIONS))
def test_where_nothing_is_printed_nothing_is_judged(key: str) -> None:
    verdict = judge(BY_KEY[key])
    assert (verdict.kind, verdict.printed_value, verdict.agreement) == ("none", None, "")


WRONG = {
    "logm_all_ranks, divided by the hits": with_choices("logm_all_ranks", ap_base="hits"),
    "blog_dcg, another slip": with_list("blog_dcg", [3, 2, 1, 1, 2], (3, 3, 3)),
    "blog_dcg, no slip": with_list("blog_dcg", [3, 2, 1, 0, 2], (3, 3, 3)),
    "blog_idcg, one place": with_cause("blog_idcg", roundings=(Rounding("ideal_discount", 1), Rounding("ideal_term", 1))),
    "blog_idcg, exact discounts": with_cause("blog_idcg", roundings=(Rounding("ideal_term", 2),)),
    "blog_idcg, cut": with_cause("blog_idcg", roundings=(Rounding("ideal_discount", 2), Rounding("ideal_term", 2, "cut"))),
    "blog_ndcg, no slip": with_list("blog_ndcg", [3, 2, 1, 0, 2], (3, 3, 3)),
    "blog_p3, the rank before": with_cause("blog_p3", rank=2),
    "blog_p4, the rank after": with_cause("blog_p4", rank=5),
    "blog_p4, not multiplied": with_cause("blog_p4", step="precision_at"),
    "jianshu_idcg, two places": with_cause("jianshu_idcg", roundings=(Rounding("ideal_term", 2),)),
    "jianshu_ndcg, only the ideal": with_cause("jianshu_ndcg", roundings=(Rounding("ideal_term", 0),)),
    "jianshu_ndcg, three places": with_cause(
        "jianshu_ndcg", roundings=(Rounding("discounted_gain", 3), Rounding("ideal_term", 3))
    ),
    "xdnf_good3, another base": with_choices("xdnf_good3", discount="ln"),
    "weiyaner_torch, the other program's slip": with_choices("weiyaner_torch", discount="plus_outside"),
    "weiyaner_numpy, the other program's slip": with_choices("weiyaner_numpy", discount="off_by_one"),
    "pinecone_rr2, the mean": with_cause("pinecone_rr2", added=False),
    "pinecone_rr3, one query too few": with_cause("pinecone_rr3", state=cause_of("pinecone_rr2").state),
    "sklearn_ignore_ties, the earlier one first": with_choices("sklearn_ignore_ties", ties="docid_asc"),
}


@pytest.mark.parametrize("example", WRONG.values(), ids=list(WRONG))
def test_a_wrong_cause_is_not_believed(example: Example) -> None:
    verdict = judge(example)
    assert (verdict.kind, verdict.agreement) == ("nothing", "")


def test_every_cause_of_a_number_has_a_wrong_one_beside_it() -> None:
    numbers = {key for key, example in BY_KEY.items() if example.cause is not None and example.claim != "formula"}
    assert {name.partition(",")[0] for name in WRONG} == numbers


@pytest.mark.parametrize("kind", CAUSES)
def test_a_cause_is_not_asked_for_where_the_number_is_right(kind: str) -> None:
    example = BY_KEY["logm_p4"]
    assert judge(replace(example, cause=Cause(kind, example.state))).kind == "right"


def test_a_formula_is_judged_by_what_it_gives() -> None:
    same = replace(BY_KEY["weiyaner_gain"], cause=Cause("misprint", BY_KEY["weiyaner_gain"].state))
    assert judge(same).kind == "right"


def test_rounding_a_step_that_was_not_recorded_is_refused() -> None:
    with pytest.raises(TemplateError, match="no_such_step"):
        judge(with_cause("jianshu_idcg", roundings=(Rounding("no_such_step", 1),)))


@pytest.mark.parametrize(
    ("grades", "k", "printed"),
    [(GOOD, 5, "0.9073"), (BAD, 5, "0.6827"), (BAD, 3, "0.5714")],
    ids=["xdnf_good5", "xdnf_bad5", "xdnf_bad3"],
)
def test_no_usual_convention_gives_the_numbers_that_nothing_gives(grades: list[int], k: int, printed: str) -> None:
    gains, discounts = ([key for key, option in table.items() if not option.custom_field] for table in (GAINS, DISCOUNTS))
    choices = product(gains, discounts, ("judged", "k_ones"), ("k", "none"))
    found = [
        each
        for each in choices
        if agreement(
            evaluate(f"nDCG@{k}", grades, **dict(zip(("gain", "discount", "ideal", "ideal_cut"), each, strict=True))),
            read_printed(printed),
        )
    ]
    assert found == []


def test_two_bases_in_one_quotient_give_one_number_of_the_two_lists_by_chance() -> None:
    good, bad = (evaluate("DCG@4", each, discount="ln") / evaluate("IDCG@4", each) for each in (GOOD, BAD))
    assert bad == pytest.approx(0.682688, rel=0, abs=5e-7)
    assert agreement(bad, read_printed("0.6827"))
    assert not agreement(good, read_printed("0.9073"))


@pytest.mark.parametrize("choice", [{"discount": "none"}, {"gain": "binary"}], ids=["no discount", "binary gain"])
def test_what_else_gives_1_for_one_list_does_not_give_the_number_of_the_other(choice: dict[str, str]) -> None:
    assert evaluate("nDCG@3", GOOD, **choice) == 1
    assert not agreement(evaluate("nDCG@3", BAD, **choice), read_printed("0.5714"))
