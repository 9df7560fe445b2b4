"""What a page is asked: written into an address and read back, whatever stands there."""

from __future__ import annotations

from dataclasses import fields
from urllib.parse import parse_qsl

from hypothesis import example, given
from hypothesis import strategies as st

from rankviz.basics.limits import MAX_PAGE_PARAMS
from rankviz.core.metrics import METRICS
from rankviz.libraries.profiles import CUSTOM, PROFILES
from rankviz.page.page_parameters import ALL_PAGE_PARAMS, PAGE_PARAMETERS, PARAMS_BY_PAGE, params_from_url, params_on
from rankviz.runs.settings import Settings
from rankviz.state.page_params import GAINS, MOST_K, TIES, PageParams, RunsParams, read_page_params, runs_params_text
from rankviz.state.parameter import BETWEEN
from rankviz.state.permalink import PARAMETERS
from rankviz.web.runs_files import RunsSession

names = st.text(min_size=1, max_size=30)
asked = st.builds(
    RunsParams,
    by=st.sampled_from(("", *PROFILES, CUSTOM)),
    k=st.none() | st.integers(1, MOST_K),
    gain=st.sampled_from(GAINS),
    ties=st.sampled_from(TIES),
    metric=st.sampled_from(("", *METRICS)),
    columns=st.lists(names.filter(lambda name: BETWEEN not in name), max_size=4).map(tuple),
    query=st.just("") | names,
    pair=st.none() | st.sampled_from([(0, 1), (2, 0), (11, 3)]),
)


@example(RunsParams(k=1))
@example(RunsParams(k=MOST_K))
@given(asked)
def test_what_runs_is_asked_survives_its_address(on_runs: RunsParams) -> None:
    text = runs_params_text("got=0.961&by=ranx&at=7", on_runs)
    assert read_page_params(text).runs == on_runs
    assert read_page_params(text).my_number == "0.961"
    in_address = params_on("runs", text)
    assert "got" not in in_address
    assert read_page_params(params_from_url(in_address)).runs == on_runs


@given(asked)
def test_a_session_that_takes_an_address_writes_the_same(on_runs: RunsParams) -> None:
    runs = RunsSession()
    runs.set_params(on_runs)
    written = read_page_params(runs_params_text("", runs.chosen_params)).runs
    again = RunsSession()
    again.set_params(written)
    assert again.chosen_params == runs.chosen_params
    kept = ("profile", "columns", "query", "pair") + (() if on_runs.by == CUSTOM else ("k", "gain", "ties", "metric"))
    assert [getattr(again, name) for name in kept] == [getattr(runs, name) for name in kept]


@given(st.dictionaries(st.sampled_from(PARAMS_BY_PAGE["runs"]), st.text(max_size=MAX_PAGE_PARAMS)))
def test_whatever_stands_in_an_address_can_be_evaluated(parameters: dict[str, str]) -> None:
    runs = RunsSession()
    runs.set_params(read_page_params(params_from_url(parameters)).runs)
    settings = Settings(runs.profile or "trec_eval", runs.k, runs.gain, runs.ties, runs.metric)
    for metric in settings.measures:
        settings.measure_of(metric)


def test_each_field_is_read_from_one_parameter() -> None:
    read = [each.field for page in ("diagnose", "compare") for each in PAGE_PARAMETERS[page]]
    assert sorted(read) == sorted(each.name for each in fields(PageParams) if each.name != "runs")
    assert sorted(each.field for each in PAGE_PARAMETERS["runs"]) == sorted(each.name for each in fields(RunsParams))


def test_what_no_address_has_is_as_it_is_by_itself() -> None:
    assert read_page_params("") == PageParams()
    assert runs_params_text("", RunsParams()) == ""


def test_no_name_stands_for_two_things() -> None:
    assert len(set(ALL_PAGE_PARAMS)) == len(ALL_PAGE_PARAMS)
    assert not set(ALL_PAGE_PARAMS) & set(PARAMETERS)
    assert all(parse_qsl(f"{name}=1") == [(name, "1")] for name in ALL_PAGE_PARAMS)
