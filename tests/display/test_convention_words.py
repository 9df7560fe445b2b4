"""The sentence never lies: what changes the value is said or can be chosen, and what is said alike is computed alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rankviz import METRICS, Convention, Ranking, explain
from rankviz.core.conventions import FIELDS
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.core.trace import Trace
from rankviz.display.convention_words import CLAUSE, SAID_WITH, SLOT, ConventionWords, convention_words, numbers_of
from rankviz.display.formulas.explanation_html import explanation_html
from rankviz.display.number_format import plain as plain_number
from rankviz.evaluation.evaluate import compute
from rankviz.explore.view.choices import choices_payload
from rankviz.explore.view.scores import value_payload
from rankviz.libraries.profiles import PROFILES
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts
from tests.core.test_when_choices_matter import OF_MEANS, others, outcome, same
from tests.helpers.corpus import LISTS, one_choice_away
from tests.helpers.long import rounds
from tests.helpers.strategies import any_conventions, rankings

EN = Texts("en")
analysis_of = lru_cache(maxsize=8)(analyse)  # a state's sentence, its pills and its number are of one analysis, as on the page
lists_of = st.lists(rankings(), min_size=1, max_size=3)


def slots(state: AppState, texts: Texts = EN) -> Iterator[str]:
    """The choices that can be made on the page, those behind "also" included."""
    data: dict[str, Any] = choices_payload(analysis_of(state), None, texts)
    for part in (*data["parts"], *(data["more"] or {"parts": ()})["parts"]):
        if "slot" in part:
            yield part["slot"]
            yield from (each["slot"] for each in part.get("beside", ()))


def seen(state: AppState, lists: tuple[Ranking, ...]) -> list[float] | str:
    """What the page shows of the lists: each one's value, and the mean of several."""
    return outcome(METRICS[state.metric], RawLists.from_rankings(lists), state.convention)


def check_that_what_matters_can_be_chosen(state: AppState) -> None:
    metric, open_to = METRICS[state.metric], set(slots(state))
    here = outcome(metric, RawLists.from_rankings(state.lists), state.convention)
    for name in (each for each in (*metric.uses, *OF_MEANS) if each not in open_to):
        for value in others(metric, name):
            there = outcome(metric, RawLists.from_rankings(state.lists), state.convention.with_choices({name: value}))
            assert same(here, there), (name, value, here, there)


def plain(pieces: list[Any]) -> str:
    return "".join(piece if isinstance(piece, str) else piece["text"] for piece in pieces)


def _of_slot(part: dict[str, Any]) -> tuple[str, str]:
    """What stands before the pill, and on it."""
    prefix = part.get("none_prefix") if part["value"] is None else part.get("prefix")
    found = next((option for option in part.get("options", ()) if option["value"] == part["value"]), part)
    return plain(found.get("prefix", prefix) or []) if part["kind"] == "radio" else plain(prefix or []), part["shown"]


def seen_words(state: AppState, texts: Texts = EN) -> str:
    """The sentence as it stands on the page, every pill closed."""
    data: dict[str, Any] = choices_payload(analysis_of(state), None, texts)
    parts = [plain(part["text"]) if "text" in part else " ".join(filter(None, _of_slot(part))) for part in data["parts"]]
    return " ".join([*parts, *([data["more"]["label"]] if data["more"] else [])])


def sentence(state: AppState, texts: Texts = EN) -> str:
    return convention_words(analysis_of(state), texts).sentence


@pytest.mark.slow
@settings(max_examples=rounds(60))
@given(st.sampled_from(sorted(METRICS)), lists_of, any_conventions(raising=True))
@example("cg", [Ranking.from_grades([1])] * 2, Convention(mean_over="with_relevant", empty="nan"))
def test_what_can_change_the_value_is_in_the_sentence_or_in_its_last_pill(
    key: str, lists: list[Ranking], convention: Convention
) -> None:
    check_that_what_matters_can_be_chosen(AppState(tuple(lists), key, convention))


@settings(max_examples=rounds(30))
@given(st.sampled_from(sorted(METRICS)), rankings(), st.sampled_from(sorted(PROFILES)), st.none() | st.integers(1, 15))
def test_it_is_there_under_the_convention_of_every_library(
    key: str, ranking: Ranking, profile: str, cutoff: int | None
) -> None:
    choices = PROFILES[profile].choices(key, cutoff)
    if choices is not None:
        check_that_what_matters_can_be_chosen(AppState((ranking,), key, Convention(cutoff=cutoff).with_choices(choices)))


@pytest.mark.slow
@settings(max_examples=rounds(150))
@given(st.sampled_from(sorted(METRICS)), lists_of, any_conventions(raising=True), st.data())
def test_what_is_said_alike_is_computed_alike(
    key: str, lists: list[Ranking], convention: Convention, data: st.DataObject
) -> None:
    other = data.draw(any_conventions(raising=True))
    names = data.draw(st.sets(st.sampled_from(sorted(FIELDS)), min_size=1, max_size=4))
    one = AppState(tuple(lists), key, convention)
    two = replace(one, convention=convention.with_choices({name: getattr(other, name) for name in names}))
    for texts, words in product(map(Texts, LANGUAGES), (sentence, seen_words)):
        if words(one, texts) == words(two, texts):
            assert same(seen(one, one.lists), seen(two, one.lists)), (names, words(one, texts))


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS.values(), ids=list(METRICS))
def test_conventions_one_choice_apart_are_said_alike_only_if_they_are_computed_alike(metric: Metric) -> None:
    """Also where the lists are not at hand, as on the command line with runs: nothing that differs is passed over."""
    apart: dict[object, list[tuple[Convention, str]]] = {}
    for each in one_choice_away(metric):
        apart.setdefault(each.cutoff, []).append((each, "* " + ConventionWords(metric, each, None, EN).sentence))
    cutoffs = [*apart]
    for number, ranking in enumerate(LISTS[4::5]):  # unjudged and tied, relevant late, all missed, tied, twice, below 0
        found: dict[str, list[float] | str] = {}
        for convention, without_lists in apart[cutoffs[number % len(cutoffs)]]:
            state = AppState((ranking,), metric.key, convention)
            value = seen(state, state.lists)
            for words in (sentence(state), seen_words(state), without_lists):
                assert same(found.setdefault(words, value), value), words


@pytest.mark.parametrize(
    ("choice", "said"), [("strict", "grades above 1"), ("unretrieved", "judged but not retrieved: ignored")]
)
def test_a_choice_of_another_library_is_said_on_the_opening_list(choice: str, said: str) -> None:
    state = AppState(metric="ap", convention=Convention(cutoff=6))
    assert sentence(state) == "AP at 6, counting grades from 1 up as relevant, divided by R; judged but not retrieved: counted"
    value = {"strict": "yes", "unretrieved": "invisible"}[choice]
    assert said in sentence(replace(state, convention=state.convention.with_choices({choice: value})))


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"gain": "formula", "gain_formula": "g^3"}, "gain from your own formula g^3 "),
        ({"gain": "table", "gain_table": "0:0, 1:2.5"}, "gain from your own table 0:0, 1:2.5 "),
        ({"discount": "geometric", "rbp_p": 0.8123456789}, "p = 0.8123456789"),
        ({"gain": "binary", "threshold": 1.0000001}, "counting grades from 1.0000001 up as relevant"),
        ({"ideal_discount": "ln"}, "ideal ranking from all judged documents (8), discount ln(i + 1) (a mistake), cut at 6"),
        ({"ideal_cut": "none"}, "ideal ranking from all judged documents (8), not cut"),
    ],
)
def test_numbers_and_formulas_are_said_in_full(choices: dict[str, object], said: str) -> None:
    assert said in sentence(AppState(convention=Convention(cutoff=6).with_choices(choices)))


@pytest.mark.parametrize(
    ("ranking", "choices", "said"),
    [
        (Ranking.from_grades([2, 2, 1, 0, 0], missed=[3]), {}, "the highest grade of all judged documents (3)"),
        (Ranking.from_grades([2, 1]), {}, "the highest grade of all judged documents (2)"),
        (Ranking.from_grades([1, 1, 3]), {"cutoff": 2}, "the highest grade of all judged documents (3)"),
        (
            Ranking.from_grades([2, 1], missed=[3]),
            {"unretrieved": "invisible"},
            "the highest grade of all judged documents (2)",
        ),
        (Ranking.from_grades([2, 1], missed=[3]), {"err_max": 4.0}, "with 4 as the top"),
    ],
)
def test_the_top_of_the_scale_is_said_as_it_is_computed(ranking: Ranking, choices: dict[str, object], said: str) -> None:
    state = AppState((ranking,), "err", Convention().with_choices(choices))
    assert said in sentence(state)
    assert said in seen_words(state)
    assert said in str(explain("ERR", ranking, **choices))  # type: ignore[arg-type]


@pytest.mark.slow
@settings(max_examples=rounds(60))
@given(rankings(), any_conventions())
def test_the_highest_grade_that_is_said_is_the_one_that_is_computed(ranking: Ranking, convention: Convention) -> None:
    state = AppState((ranking,), "err", convention.with_choices({"err_max": None, "err_stop": "scaled"}))
    trace = analyse(state).main
    if isinstance(trace, Trace) and (found := re.search(r"all judged documents \((.*?)\)", sentence(state))):
        assert found[1] == plain_number(float(trace.step("grade_max").value[0]))


def test_of_several_lists_only_numbers_that_they_share_are_said() -> None:
    lists = (Ranking.from_grades([2, 1], missed=[3]), Ranking.from_grades([3, 2], missed=[1]), Ranking.from_grades([1, 2, 3]))
    rankings = compute(METRICS["err"], RawLists.from_rankings(lists), Convention()).rankings
    assert numbers_of(rankings) == {"judged": 3, "err_max": 3}


def test_without_a_cutoff_the_whole_list_is_read_and_the_ideal_is_not_cut() -> None:
    state = AppState(convention=Convention())
    said = "nDCG over the whole list with gain g and discount log₂(i + 1), ideal ranking from all judged documents (8), not cut"
    assert sentence(state) == seen_words(state).replace(" ,", ",") == said
    data: dict[str, Any] = choices_payload(analysis_of(state), None, EN)
    (cutoff,) = (part for part in data["parts"] if part.get("slot") == "cutoff")
    said = [plain(cutoff[name]) for name in ("prefix", "form", "none_prefix", "none_form")]
    assert said == ["at", "{value}", "over", "the whole list"]


PLAIN = Ranking.from_grades([2, 0, 1])
# By hand: of such a list nothing hangs on ties, duplicates, unjudged or missed documents.
QUIET = sorted(set(METRICS) - {"rmse", "mae", "iprec11"})


@pytest.mark.parametrize("key", QUIET)
def test_a_plain_list_has_no_further_choices(key: str) -> None:
    data = choices_payload(analyse(AppState((PLAIN,), key, Convention(cutoff=2))), None, EN)
    assert data["more"] is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("metric", METRICS.values(), ids=list(METRICS))
def test_every_choice_of_a_metric_has_its_words_in_the_sentence_or_behind_it(metric: Metric, language: str) -> None:
    texts = Texts(language)
    written = SLOT.findall(texts.template(f"sentence.{metric.key}").replace(CLAUSE, ""))
    behind = [name for name in (*metric.uses, *OF_MEANS) if name not in written and name not in SAID_WITH]
    assert [name for name in behind if f"clause.{name}" not in texts and not FIELDS[name].variable] == []
    assert [name for name in (*metric.uses, *OF_MEANS) if f"help.{name}" not in texts] == []


def test_every_place_says_the_convention_with_the_same_words() -> None:
    convention = Convention(cutoff=6, strict=True, unretrieved="invisible")
    state = AppState(metric="ap", convention=convention)
    said = "AP at 6, counting grades above 1 as relevant, divided by R; judged but not retrieved: ignored"
    analysis = analyse(state)
    assert value_payload(analysis, EN)["copy"] == f"AP@6 ({said}) = {11 / 12!r}"  # (1/1 + 2/2 + 3/3 + 4/6) / 4
    explanation = explain("AP@6", state.ranking, strict=True, unretrieved="invisible")
    assert str(explanation).splitlines()[1].strip() == said
    assert said in explanation_html(explanation)
    assert ConventionWords(METRICS["ap"], convention, None, EN).sentence == said


def test_of_several_lists_the_mean_has_its_own_choices_in_words() -> None:
    lists = (Ranking.from_grades([1, 0]), Ranking.from_grades([0], missed=[1]))
    explanation = explain("RR", list(lists), mean_over="with_relevant", mean_weights="impressions")
    said = "judged but not retrieved: counted; lists in the mean: lists with a relevant document; "
    said += "weights: number of entries shown"
    assert str(explanation).splitlines()[1].strip() == f"RR over the whole list, counting grades from 1 up as relevant; {said}"
