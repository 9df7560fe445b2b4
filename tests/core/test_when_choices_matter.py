"""Does a choice that is said not to matter never matter? And is one that plainly does not matter said so?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import METRICS, Convention, InputError, Item, Ranking
from rankviz.core.conventions import ANY_LISTS, FIELDS
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.means import mean
from rankviz.evaluation.evaluate import compute, fields_that_matter
from rankviz.libraries.profiles import PROFILES
from tests.helpers.corpus import LISTS, one_choice_away, option_keys
from tests.helpers.long import rounds
from tests.helpers.strategies import any_conventions, rankings

OF_MEANS = tuple(name for name, field in FIELDS.items() if field.stage == "means")
START = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])


def outcome(metric: Metric, raw: RawLists, convention: Convention) -> list[float] | str:
    """What a person can see: the values, whether they are undefined, and the mean of several; or why there is none."""
    try:
        trace = compute(metric, raw, convention)
    except InputError as error:
        return error.key
    means = [float(mean(trace, convention)[-1].value)] if len(trace.value) > 1 else []
    return [*trace.value.tolist(), *trace.undefined.tolist(), *means]


def same(one: list[float] | str, other: list[float] | str) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return bool(np.allclose(one, other, rtol=1e-12, atol=1e-14, equal_nan=True))


def others(metric: Metric, name: str) -> tuple[object, ...]:
    return tuple(FIELDS[name].options or ()) if name in OF_MEANS else option_keys(metric, name)


def check_soundness(metric: Metric, lists: list[Ranking], convention: Convention, turn: int | None = None) -> None:
    """Try every option of every field that is said not to matter; with a turn one option each, another one at each turn."""
    raw = RawLists.from_rankings(lists)
    facts, here = facts_of(raw), outcome(metric, raw, convention)
    matter = fields_that_matter(metric, facts, convention)
    for name in (each for each in (*metric.uses, *OF_MEANS) if each not in matter):
        options = [each for each in others(metric, name) if each != getattr(convention, name)]
        for value in options if turn is None else options[turn % max(len(options), 1) :][:1]:
            there = outcome(metric, raw, convention.with_choices({name: value}))
            assert same(here, there), (metric.key, name, value, here, there)


@pytest.mark.slow
@settings(max_examples=rounds(15))
@given(st.lists(rankings(), min_size=1, max_size=3), any_conventions(raising=True))
def test_a_choice_that_is_said_not_to_matter_changes_nothing(lists: list[Ranking], convention: Convention) -> None:
    """Every metric with every choice, on fifteen draws of lists: it has found what no list by hand did (6 s)."""
    for metric in METRICS.values():
        check_soundness(metric, lists, convention)


@settings(max_examples=rounds(15))
@given(
    rankings(),
    st.sampled_from(sorted(METRICS)),
    st.sampled_from(sorted(PROFILES)),
    st.none() | st.integers(1, 15),
)
def test_it_changes_nothing_under_the_convention_of_a_library_either(
    ranking: Ranking, key: str, profile: str, cutoff: int | None
) -> None:
    choices = PROFILES[profile].choices(key, cutoff)
    if choices is not None:
        check_soundness(METRICS[key], [ranking], Convention().with_choices({"cutoff": cutoff, **choices}))


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS.values(), ids=list(METRICS))
def test_it_changes_nothing_on_the_lists_in_which_every_choice_matters(metric: Metric) -> None:
    for number, convention in enumerate(one_choice_away(metric)):
        check_soundness(metric, [LISTS[number % len(LISTS)]], convention, turn=number)


@pytest.mark.slow
@settings(max_examples=rounds(15))
@given(st.lists(rankings(), min_size=1, max_size=3), any_conventions(raising=True))
def test_what_matters_to_some_lists_matters_where_no_list_is_at_hand(lists: list[Ranking], convention: Convention) -> None:
    facts = facts_of(RawLists.from_rankings(lists))
    for metric in METRICS.values():
        here, anywhere = (set(fields_that_matter(metric, each, convention)) for each in (facts, ANY_LISTS))
        assert here <= anywhere, metric.key


# What of a list makes which choices matter, told by hand: of the choices beside the formula, exactly these.
PLAIN = Ranking.from_grades([3, 0, 2])
HERE: list[tuple[str, Ranking, dict[str, object], set[str]]] = [
    ("ndcg", PLAIN, {"cutoff": 2}, set()),
    ("ndcg", PLAIN, {"cutoff": 4}, {"short_list"}),
    ("ndcg", PLAIN, {"cutoff": 4, "ideal_cut": "none"}, set()),
    ("ndcg", PLAIN, {"gain": "binary"}, {"threshold"}),
    ("ndcg", PLAIN, {"gain": "binary", "threshold": 2.0}, {"threshold", "strict"}),
    ("ndcg", PLAIN, {"discount": "geometric"}, {"rbp_p"}),
    ("ap", PLAIN, {"cutoff": 4}, set()),
    ("ap", PLAIN, {"cutoff": 4, "ap_base": "k"}, {"short_list"}),
    ("ap", PLAIN, {"threshold": 2.0}, {"strict"}),
    ("ap", START, {}, {"strict", "unretrieved"}),
    ("ap", START, {"threshold": 4.0}, {"no_relevant"}),
    # Without the answer that is asked for here, relevance is none of what these read.
    ("dcg", Ranking.from_grades([0]), {}, {"no_relevant"}),
    ("dcg", Ranking.from_grades([0]), {"no_relevant": "nan"}, {"no_relevant", "threshold"}),
    ("success", Ranking.from_grades([0], missed=[1]), {}, {"strict"}),
    ("success", Ranking.from_grades([0], missed=[1]), {"unretrieved": "invisible"}, {"strict", "no_relevant"}),
    ("success", Ranking.from_grades([0], missed=[1]), {"no_relevant": "nan"}, {"strict", "unretrieved"}),
    ("ndcg", Ranking.from_grades([0], missed=[1]), {"ideal": "retrieved"}, {"no_relevant"}),
    ("rmse", Ranking.from_grades([0]), {}, set()),
    ("ap", START, {"ap_base": "hits"}, {"strict"}),
    ("rr", START, {}, {"strict"}),
    ("rr", Ranking.from_grades([0], missed=[2]), {}, {"unretrieved"}),
    ("rr", Ranking.from_grades([2], missed=[-1]), {"negative": "error"}, {"negative", "unretrieved"}),
    ("rr", Ranking.from_grades([2], missed=[-1]), {}, {"negative"}),
    ("err", START, {}, set()),
    ("err", Ranking.from_grades([2], missed=[3]), {}, {"unretrieved"}),
    ("err", Ranking.from_grades([2], missed=[3]), {"err_stop": "probability"}, set()),
    ("fn", Ranking.from_grades([2], missed=[3]), {}, {"auc_range"}),
    ("tn", Ranking.from_grades([2], missed=[3]), {}, set()),
    ("idcg", Ranking.from_grades([2, None, 1]), {"cutoff": 2}, set()),
    ("idcg", Ranking.from_grades([2, None, 1]), {"cutoff": 2, "ideal_cut": "n"}, {"unjudged"}),
    ("dcg", Ranking.from_grades([2, None, 1]), {}, {"unjudged"}),
    ("dcg", Ranking.from_grades([2, -1]), {}, {"negative"}),
    ("ap", Ranking.from_grades([2, -1]), {"negative": "unjudged"}, {"negative", "unjudged"}),
    ("ap", Ranking((Item("a", 3), Item("a", 3))), {}, {"duplicates", "unjudged"}),
    ("ap", Ranking((Item("a", 3), Item("b", 3)), (Item("a", 2),)), {}, set()),
    ("ap", Ranking.from_grades([3, 0], scores=[1, 1]), {}, {"ties"}),
    ("auc", Ranking.from_grades([3, 0], scores=[1, 1]), {}, {"tied_pair"}),
    ("auc", Ranking.from_grades([3, 0], missed=[3, 2]), {}, {"auc_range"}),
    ("auc", Ranking.from_grades([3, 0], missed=[3, 0]), {}, {"auc_range", "tied_pair"}),
    ("rr", Ranking.from_grades([3, 0], scores=[-1, -2]), {}, {"score_filter"}),
    # Of 32 bits it is 0.
    ("rr", Ranking.from_grades([3, 0], scores=[1e-50, -1]), {"score_bits": "32"}, {"score_bits", "score_filter"}),
    # 2^24 + 1 is not a number of 32 bits.
    ("ap", Ranking.from_grades([3, 0], scores=[16777217, 16777216]), {}, {"score_bits"}),
    ("ap", Ranking.from_grades([3, 0], scores=[16777217, 16777216]), {"score_bits": "32"}, {"score_bits", "ties"}),
    ("precision", PLAIN, {"cutoff": 3}, {"precision_base"}),
    ("precision", PLAIN, {"cutoff": 1}, set()),
    ("precision", START, {"cutoff": 3}, {"strict", "precision_base"}),
    ("precision", START, {"cutoff": 3, "precision_base": "min_R_k"}, {"strict", "precision_base", "unretrieved"}),
    ("precision", PLAIN, {"cutoff": 4}, {"short_list", "precision_base"}),
    ("f1", START, {"cutoff": 8}, {"strict", "short_list", "precision_base", "recall_base", "unretrieved"}),
    ("recall", PLAIN, {"cutoff": 3}, set()),
    ("recall", PLAIN, {"cutoff": 1}, {"recall_base"}),
    ("iprec", PLAIN, {"recall_level": 0.5}, set()),
    ("iprec", PLAIN, {"recall_level": 0.3}, {"iprec_cut"}),  # of two relevant 0.6, of three 0.9: rounded up 1 and 1, or 1 and 1
]
FORMULA = {
    "cutoff",
    "gain",
    "discount",
    "ideal",
    "ideal_cut",
    "ideal_discount",
    "ap_base",
    "err_max",
    "err_stop",
    "recall_level",
}


@pytest.mark.parametrize(("key", "ranking", "choices", "expected"), HERE)
def test_a_choice_matters_where_the_list_makes_it(
    key: str, ranking: Ranking, choices: dict[str, object], expected: set[str]
) -> None:
    convention = Convention().with_choices(choices)
    facts = replace(facts_of(RawLists.from_rankings([ranking])), undefined=False)
    usual = FORMULA if expected & {"threshold"} else FORMULA | {"threshold"}
    assert set(fields_that_matter(METRICS[key], facts, convention)) - usual == expected
