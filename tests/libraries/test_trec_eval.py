"""Does profile="trec_eval" give the value that trec_eval (through pytrec_eval) gives?"""

from __future__ import annotations

from functools import cache

import pytest

from rankviz import Item, Ranking, evaluate, explain
from tests.helpers.long import rounds
from tests.libraries.lists import adversarial, random_lists

pytrec_eval = pytest.importorskip("pytrec_eval")

LISTS = {
    str(i): each
    for i, each in enumerate([*adversarial(negative=True), *random_lists(rounds(200), negative=True, seed=20261121)], 1)
}
CUTOFFS = (1, 2, 3, 5, 10, 50)
AT_CUTOFF = {"P": "P", "R": "recall", "AP": "map_cut", "nDCG": "ndcg_cut", "Success": "success"}
WHOLE = {"AP": "map", "nDCG": "ndcg", "RR": "recip_rank", "Rprec": "Rprec", "set_P": "set_P", "R": "set_recall"}
PAIRS = {
    **WHOLE,
    **{f"{ours}@{k}": f"{theirs}_{k}" for ours, theirs in AT_CUTOFF.items() for k in CUTOFFS},
}


@cache
def trec_eval(level: int) -> dict[str, dict[str, float]]:
    """Evaluate all lists at once, by the names that trec_eval prints."""
    judgments = {
        query: {item.doc_id: int(item.grade) for item in (*each.items, *each.missed) if item.grade is not None}
        for query, each in LISTS.items()
    }
    runs = {query: {item.doc_id: item.score for item in each.items} for query, each in LISTS.items()}
    measures = {*WHOLE.values(), "set_F", *(f"{each}.{','.join(map(str, CUTOFFS))}" for each in AT_CUTOFF.values())}
    found = pytrec_eval.RelevanceEvaluator(judgments, measures, relevance_level=level).evaluate(runs)
    assert set(found) == set(LISTS)
    return found


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("measure", PAIRS)
def test_the_profile_gives_the_value_of_trec_eval(measure: str, level: int) -> None:
    theirs = trec_eval(level)
    # nDCG reads no threshold with the gain that trec_eval takes.
    choices = {} if measure.startswith("nDCG") else {"threshold": level}
    ours = explain(measure, list(LISTS.values()), profile="trec_eval", **choices).trace.value
    for found, query in zip(ours, LISTS, strict=True):
        assert found == pytest.approx(theirs[query][PAIRS[measure]], rel=1e-12, abs=1e-15), LISTS[query]


def test_f1_of_the_whole_list_is_the_set_f_of_trec_eval() -> None:
    ours = explain("F1", list(LISTS.values()), negative="unjudged").trace.value
    for found, query in zip(ours, LISTS, strict=True):
        assert found == pytest.approx(trec_eval(1)[query]["set_F"], rel=1e-12, abs=1e-15), LISTS[query]


def test_tied_entries_stand_in_reverse_byte_order_of_their_ids() -> None:
    tied = Ranking((Item("a", 0, 1.0), Item("b", 1, 1.0)))
    assert evaluate("RR", tied, profile="trec_eval") == 1
    swapped = Ranking((Item("a", 1, 1.0), Item("b", 0, 1.0)))
    assert evaluate("RR", swapped, profile="trec_eval") == 0.5
