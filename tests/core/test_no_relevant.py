"""What is answered for a list in which nothing is relevant, whatever the formula gives."""

import math

import pytest

from rankviz import InputError, Ranking, evaluate


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("formula", (1 + 0 + 0) / 3), ("0", (1 + 0 + 0) / 3), ("1", (1 + 0 + 1) / 3), ("skip", (1 + 0) / 2), ("nan", math.nan)],
)
def test_a_list_with_nothing_relevant_counts_as_the_convention_says(answer: str, expected: float) -> None:
    lists = [Ranking.from_grades([1, 0]), Ranking.from_grades([0], missed=[1]), Ranking.from_grades([0, 0])]
    for measure in ("P@1", "Success@1", "RR", "DCG", "nDCG", "CG@1"):
        assert evaluate(measure, lists, no_relevant=answer) == pytest.approx(expected, rel=1e-12, nan_ok=True)
    # The answer is not that of 0/0, which stands apart: the first list is empty, and P has nothing to be divided by.
    apart = [Ranking.from_grades([], missed=[1]), Ranking.from_grades([0])]
    assert evaluate("P", apart, no_relevant="1", empty="skip") == 1
    assert evaluate("P", apart, no_relevant="skip", empty="0") == 0


def test_only_known_documents_decide_whether_anything_is_relevant() -> None:
    missed = Ranking.from_grades([0, 0], missed=[1])
    for choices in ({"unretrieved": "invisible"}, {"ideal": "retrieved"}, {"auc_range": "retrieved"}):
        measure = {"unretrieved": "P@2", "ideal": "nDCG@2", "auc_range": "Accuracy@2"}[next(iter(choices))]
        assert evaluate(measure, missed, no_relevant="1", **choices) == 1
        assert evaluate(measure, missed, no_relevant="1") < 1
    assert evaluate("DCG", [1, 1], threshold=2, no_relevant="0") == 0


def test_a_list_with_nothing_relevant_is_refused_by_its_name() -> None:
    lists = [Ranking.from_grades([1, 0], query_id="shoes"), Ranking.from_grades([0, 0], query_id="hats")]
    with pytest.raises(InputError, match="List hats has no relevant document") as raised:
        evaluate("Success", lists, no_relevant="error")
    assert raised.value.key == "nothing_relevant"
    assert evaluate("Success", lists[:1], no_relevant="error") == 1
