"""One more list, where a number left several libraries: what lists can tell apart is told apart, and what is left is said."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.metrics import METRICS
from rankviz.diagnose.follow_up_lists import (
    KINDS,
    FollowUpList,
    follow_up_list,
    groups_by_mean,
    matching_groups,
    outcome_state,
    random_lists,
)
from rankviz.diagnose.formula_probe import PROBES, Probe, probe_list
from rankviz.diagnose.view.my_tool import my_tool_payload, state_of_list
from rankviz.evaluation.evaluation_cache import EvaluationCache
from rankviz.evaluation.library_values import profile_convention
from rankviz.libraries.profiles import PROFILES
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState
from rankviz.state.page_params import read_page_params
from rankviz.state.permalink import from_text
from rankviz.texts import LANGUAGES, Texts

NAMES = [f"{key}{'@' if cut else ''}" for key, cut in PROBES]
EACH = 40  # fresh lists of each kind


@cache
def fresh() -> list[EvaluationCache]:
    """Lists that the search has not seen."""
    random = np.random.default_rng(7)
    return [EvaluationCache([each]) for kind in KINDS for each in [*random_lists(kind, random)][:EACH]]


@cache
def several() -> list[EvaluationCache]:
    """Several lists: all with judgments and entries; and with one more that lacks the one or the other, or what is relevant."""
    random = np.random.default_rng(8)
    found = []
    for first, second in zip(*(random_lists("plain", random) for _ in range(2)), strict=False):
        third = [Ranking((), (Item("x", 1.0),)), Ranking((Item("x", None, 1.0),)), Ranking((Item("x", 0.0, 1.0),))]
        found += [EvaluationCache([first, second, each]) for each in third]
    return found[: 3 * EACH]


def theirs(probe: Probe, key: str, bench: EvaluationCache) -> Convention:
    one = bench.rankings if len(bench.rankings) == 1 else [Ranking()]  # a threshold is read off one list
    found = profile_convention(key, probe.metric, Convention(cutoff=probe.cutoff), one)
    assert found is not None
    return found


def groups_of(probe: Probe) -> list[tuple[str, ...]]:
    """Libraries that the first list leaves together."""
    found = [tuple(key for each in group.behaviours for key in each.profiles) for group in probe.groups]
    return [each for each in found if each]


def ends(probe: Probe, profiles: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What is left together by all further lists."""
    found = follow_up_list(probe.metric, probe.cutoff, profiles)
    if found is None:
        yield profiles
    else:
        for part in found.groups:
            yield from ends(probe, part.profiles)


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "cut"), PROBES, ids=NAMES)
def test_libraries_that_any_list_of_any_kind_tells_apart_are_separated(metric: str, cut: bool) -> None:
    probe = probe_list(metric, cut)
    left = [end for group in groups_of(probe) for end in ends(probe, group)]
    having = [key for key, profile in PROFILES.items() if profile.choices(metric, probe.cutoff) is not None]
    assert sorted(key for end in left for key in end) == sorted(having)
    for end in left:
        for key in end[1:]:
            for bench in fresh():
                one, other = (bench.outcome(METRICS[metric], theirs(probe, each, bench)) for each in (end[0], key))
                assert one.is_same(other), (end[0], key)


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "cut"), PROBES, ids=NAMES)
def test_remaining_libraries_are_said_to_differ_in_means_only_where_they_do(metric: str, cut: bool) -> None:
    probe = probe_list(metric, cut)
    for end in [end for group in groups_of(probe) for end in ends(probe, group) if len(end) > 1]:
        of = {key: at for at, (_, keys) in enumerate(groups_by_mean(probe, end)) for key in keys}
        for one, other in combinations(end, 2):
            pairs = [[bench.outcome(METRICS[metric], theirs(probe, key, bench)) for key in (one, other)] for bench in several()]
            assert all(first.is_same(second) for first, second in pairs) == (of[one] == of[other]), (one, other)


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "cut"), PROBES, ids=NAMES)
def test_what_each_library_gives_is_read_back_as_it(metric: str, cut: bool) -> None:
    probe = probe_list(metric, cut)
    for group in groups_of(probe):
        found = follow_up_list(probe.metric, probe.cutoff, group)
        if found is None:
            continue
        assert len(found.groups) > 1
        for part in found.groups:
            for typed in typed_for(found, part):
                assert matching_groups(found, typed) == [part], typed


def typed_for(found: FollowUpList, part: Any) -> list[str]:
    state = outcome_state(part.outcome)
    return [state, state.upper()] if state else [f"{part.outcome.value:.4f}", f"{part.outcome.value:.10f}"]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_lead_from_list_to_list_until_nothing_more_can_be_told(language: str) -> None:
    """A person types what one library gives, list by list, and is told that it is that one, or with whom it goes."""
    probe = probe_list("ndcg")
    group = max(groups_of(probe), key=len)
    for wanted in group:
        value = next(each.value for each in probe.groups if any(wanted in one.profiles for one in each.behaviours))
        address, left = f"ask=tool&measure=ndcg@&gave={value:.4f}", group
        for _ in PROFILES:
            data: Any = my_tool_payload(analyse(AppState()), read_page_params(address), Texts(language))
            found = follow_up_list(probe.metric, probe.cutoff, left)
            if found is None:
                break
            address += "&further=~" if "further" not in address else "~"
            data = my_tool_payload(analyse(AppState()), read_page_params(address), Texts(language))
            assert [row["cells"][0]["text"] for row in data["list"]["groups"][0]["rows"]][: len(found.ranking.items)] == [
                item.doc_id for item in found.ranking.items
            ]
            part = next(each for each in found.groups if wanted in each.profiles)
            address, left = address + typed_for(found, part)[0], part.profiles
        shown = {row["subtitle"] for row in data["table"]["groups"][0]["rows"] if row.get("mark")}
        assert len(shown) == 1
        assert not [way for way in data["links"] if way["label"] == Texts(language)("probe.next")]


def test_a_link_without_follow_up_lists_shows_the_first_list() -> None:
    probe = probe_list("ndcg")
    address = f"ask=tool&measure=ndcg@&gave={probe.groups[-1].value:.4f}"
    data: Any = my_tool_payload(analyse(AppState()), read_page_params(address), Texts("en"))
    assert data["typed"] == f"{probe.groups[-1].value:.4f}"
    assert len(data["table"]["groups"][0]["rows"]) == len(probe.groups)
    assert len(data["list"]["groups"][0]["rows"]) == len((*probe.ranking.items, *probe.ranking.missed))


@pytest.mark.parametrize("further", ["~", "~abc", "~0.5~", "~~~", "~nan~error~1", "0.5", "~-3"])
def test_any_follow_up_parameter_is_shown_and_can_be_opened(further: str) -> None:
    probe = probe_list("ndcg")
    group = max(groups_of(probe), key=len)
    value = next(each.value for each in probe.groups if any(group[0] in one.profiles for one in each.behaviours))
    address = f"ask=tool&measure=ndcg@&gave={value:.4f}&further={further}"
    data: Any = my_tool_payload(analyse(AppState()), read_page_params(address), Texts("en"))
    opened = state_of_list(from_text("v=1&m=ndcg").state, read_page_params(address))
    assert len(opened.lists[0].items) + len(opened.lists[0].missed) == len(data["list"]["groups"][0]["rows"])


def test_too_few_digits_are_asked_to_be_more() -> None:
    found = follow_up_list("precision", probe_list("precision").cutoff, max(groups_of(probe_list("precision")), key=len))
    assert found is not None
    assert matching_groups(found, "7") == []
    with pytest.raises(InputError):
        matching_groups(found, "a lot")
