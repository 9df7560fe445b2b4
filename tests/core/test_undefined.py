"""Where a value is 0/0, is the reason that is said true of the list?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankviz import METRICS, Convention, InputError, Item, Ranking
from rankviz.core.lists.ranking import RawLists
from rankviz.core.trace import Trace
from rankviz.display.rule_words import undefined_reason
from rankviz.evaluation.evaluate import compute
from rankviz.texts import LANGUAGES, Texts
from tests.helpers.strategies import conventions, rankings
from tests.oracles.metrics import _idcg
from tests.oracles.reading import Reading, read

EN = Texts("en")


def counted(reading: Reading) -> list[bool]:
    """Of every document that counts in pairs, whether it is relevant."""
    known = reading.missed if reading.convention.auc_range == "all_judged_or_retrieved" else []
    return [reading.relevant(item) for item in [*reading.shown, *known]]


def read_inside(reading: Reading) -> list[Item]:
    """The entries that are read before the cutoff; a tie group that is read at once only if all of it stands there."""
    if reading.convention.ties != "group":
        return reading.shown[: reading.k]
    ends = accumulate(len(group) for group in reading.groups)
    return [item for group, end in zip(reading.groups, ends, strict=True) if end <= reading.k for item in group]


# What each sentence claims, asked of the list as it was read literally.
CLAIMS: Mapping[str, Callable[[Reading], bool]] = {
    "The list is empty.": lambda reading: reading.n == 0,
    "Nothing is relevant.": lambda reading: reading.relevant_everywhere == 0,
    "Nothing that is shown is relevant.": lambda reading: reading.count_relevant(reading.shown) == 0,
    "The list is empty, and nothing is relevant.": lambda reading: reading.n + reading.relevant_everywhere == 0,
    "No relevant document counts as a hit, and the sum is divided by the number of hits.": lambda reading: (
        not any(reading.credited(item) for item in read_inside(reading))
    ),
    "Everything is relevant, so there are no pairs.": lambda reading: all(counted(reading)),
    "Everything that is shown is relevant, so there are no pairs.": lambda reading: all(counted(reading)),
    "IDCG is 0: even the ideal ranking gains nothing.": lambda reading: _idcg(reading) == 0,
    "No entry has both a grade and a score.": lambda reading: (
        not any(item.grade is not None and item.score is not None for item in reading.shown)
    ),
    "There are no documents.": lambda reading: not counted(reading),
    "The entry at rank … has no grade, so there is no value.": lambda reading: (
        any(item.grade is None for item in reading.shown[: reading.n if reading.convention.ideal == "retrieved" else reading.k])
        or any(item.grade is None for group in reading.groups if len(group) > 1 for item in group)
    ),
}


def traced(key: str, ranking: Ranking, convention: Convention) -> Trace | None:
    try:
        trace = compute(METRICS[key], RawLists.from_rankings([ranking]), convention)
    except InputError:
        return None
    return trace if trace.undefined[0] else None


@pytest.mark.slow
@given(st.data(), rankings(max_length=4, max_missed=2) | rankings(grades=(0.0, None, 1.0), max_length=2))
def test_the_reason_for_an_undefined_value_is_true_of_the_list(data: st.DataObject, ranking: Ranking) -> None:
    key = data.draw(st.sampled_from(sorted(key for key, metric in METRICS.items() if "empty" in metric.uses)))
    convention = data.draw(conventions(METRICS[key], raising=False))
    if (trace := traced(key, ranking, convention)) is not None:
        reason = undefined_reason(trace, EN)
        reading, ranks = read(ranking, trace.convention), [int(each) for each in re.findall(r"rank (\d+)", reason)]
        assert CLAIMS[re.sub(r"rank \d+", "rank …", reason)](reading), reason
        assert all(len(reading.groups) < reading.n or reading.shown[rank - 1].grade is None for rank in ranks), reason


@pytest.mark.parametrize(
    ("key", "ranking", "choices", "reason"),
    [
        ("ap", Ranking.from_grades([0, 1]), {"ap_base": "hits", "cutoff": 1}, "No relevant document counts as a hit"),
        ("ap", Ranking.from_grades([0], missed=[1]), {"ap_base": "R_list"}, "Nothing that is shown is relevant."),
        ("recall", Ranking.from_grades([0], missed=[1]), {"unretrieved": "invisible"}, "Nothing that is shown is relevant."),
        ("recall", Ranking.from_grades([0]), {}, "Nothing is relevant."),
        ("f1", Ranking.from_grades([]), {}, "The list is empty, and nothing is relevant."),
        ("f1", Ranking.from_grades([], missed=[1]), {"recall_base": "R_list"}, "The list is empty."),
        ("precision", Ranking.from_grades([]), {}, "The list is empty."),
        ("auc", Ranking.from_grades([1], missed=[0]), {"auc_range": "retrieved"}, "Everything that is shown is relevant"),
        ("auc", Ranking.from_grades([1], missed=[1]), {}, "Everything is relevant"),
        ("ndcg", Ranking.from_grades([0], missed=[3]), {"ideal": "retrieved"}, "IDCG is 0"),
        ("rmse", Ranking.from_grades([1]), {}, "No entry has both"),
        ("accuracy", Ranking.from_grades([]), {}, "There are no documents."),
    ],
)
def test_the_reason_names_the_count_that_is_zero(key: str, ranking: Ranking, choices: dict[str, object], reason: str) -> None:
    trace = traced(key, ranking, Convention().with_choices(choices))
    assert trace is not None
    assert undefined_reason(trace, EN).startswith(reason)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_metric_that_can_be_undefined_has_a_reason_in_words(language: str) -> None:
    said = Counter[str]()
    for key, metric in METRICS.items():
        if "empty" in metric.uses:
            trace = traced(key, Ranking.from_grades([]), Convention())
            assert trace is not None, key
            said[undefined_reason(trace, Texts(language))] += 1
    assert len(said) >= 5
