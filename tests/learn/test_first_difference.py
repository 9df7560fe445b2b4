"""The hint on a repeated mistake: the first term that it changes, as it stands in the mistaken derivation."""

from __future__ import annotations

import pytest

from rankviz.core.metrics import METRICS
from rankviz.learn.questions import draw
from rankviz.learn.words.first_difference import FirstDifference, first_difference, first_difference_words
from rankviz.texts import LANGUAGES, Texts

PRACTISED = [key for key, metric in METRICS.items() if metric.exercise is not None]
# 1 0 1 1 | 2, and a 2 was missed. The best order of those shown is 2 1 1 1, of all judged 2 2 1 1.
NDCG = draw("value", "nDCG", 7, 1)


@pytest.mark.parametrize(
    ("mistake", "difference"),
    [
        ("ideal=retrieved", FirstDifference("IDCG@4", "1/1.585", 2, "ideal")),
        ("ideal_cut=none", FirstDifference("IDCG@4", "1/2.585", 5, "ideal")),
        ("discount=inverse", FirstDifference("DCG@4", "1/3.000", 3, "list")),
        ("upside_down", FirstDifference("nDCG@4", "4.193/1.931", None, "list")),
        ("metric=dcg", None),
    ],
)
def test_the_first_term_that_a_mistake_changes_is_found(mistake: str, difference: FirstDifference | None) -> None:
    assert first_difference(NDCG, mistake) == difference


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", PRACTISED)
def test_the_hint_on_a_repeated_mistake_never_holds_the_answer(key: str, language: str) -> None:
    question = draw("value", key, 3, 1, 2)
    for mistake in question.mistakes:
        difference = first_difference(question, mistake.key)
        if difference is not None:
            assert f"{question.answer:.3f}" not in first_difference_words(difference, Texts(language)).replace(
                difference.name, ""
            )
