"""Mistaken derivations: each is executed like a right one, gives what a person gets by hand, and has words."""

from __future__ import annotations

import pytest

from rankviz import METRICS, Convention, Ranking, lookup
from rankviz.evaluation import compute
from rankviz.ranking import RawLists
from rankviz.templates import TemplateError
from rankviz.texts import LANGUAGES, Texts
from rankviz.why.mistakes import SLIPS
from rankviz.why.slips import Line, Slip, mistaken
from tests.corpus import PLAIN_LISTS
from tests.test_truth import check

CASES = [(slip, metric) for slip in SLIPS for metric in slip.metrics]
EVERY_SLIP = pytest.mark.parametrize(("slip", "metric"), CASES, ids=[f"{metric}-{slip.key}" for slip, metric in CASES])


@EVERY_SLIP
def test_every_mistaken_derivation_gives_its_number(slip: Slip, metric: str) -> None:
    followed = 0
    for cutoff in (None, 3) if "cutoff" in METRICS[metric].uses else (None,):
        convention = Convention(cutoff=cutoff, recall_level=0.4)
        for lists in (PLAIN_LISTS, *([each] for each in PLAIN_LISTS)):
            trace = compute(METRICS[metric], RawLists.of(lists), convention)
            check(mistaken(trace, slip, lists, convention))
            followed += 1
    assert followed


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mistake_has_its_words(language: str) -> None:
    texts = Texts(language)
    assert [slip.key for slip in SLIPS if f"mistake.{slip.key}" not in texts] == []


def test_a_mistake_about_steps_that_are_not_there_is_refused() -> None:
    ranking = Ranking.from_grades([1, 0, 1])
    trace = compute(METRICS["ap"], RawLists.of([ranking]), Convention())
    slip = Slip("not_there", ("ap",), (Line("idcg", "", "<ap_sum>"),))
    with pytest.raises(TemplateError, match="idcg"):
        mistaken(trace, slip, [ranking], Convention())


def test_the_look_up_names_a_mistake() -> None:
    found = lookup("F1@3", Ranking.from_grades([1, 1, 0, 0], missed=[1, 1, 1]), "0.533")
    assert found.matches[0].departures[0].key == "mean_of_p_and_r"  # (2/3 + 2/5) / 2
