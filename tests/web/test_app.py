"""Every state of the page runs from its address, in both languages, without an exception."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from msgspec import structs
from streamlit.testing.v1 import AppTest

from rankviz.core.metrics import METRICS
from rankviz.examples import examples
from rankviz.page.answers.messages import view_state
from rankviz.state.permalink import encode
from rankviz.texts import LANGUAGES
from rankviz.web.app.serve import PAGE
from rankviz.web.session import BOARD, SESSION, Session
from tests.helpers.long import LONG

APP = str(PAGE)


def opened(query: str = "", language: str = "") -> AppTest:
    app = AppTest.from_file(APP, default_timeout=30)
    for name, value in parse_qsl(query, keep_blank_values=True):
        app.query_params[name] = value
    if language:
        app.session_state[SESSION] = Session(view=view_state(language, shows_all_measures=True))
    app.run()
    assert not app.exception
    return app


def kept(app: AppTest) -> Session:
    found = app.session_state[SESSION]
    assert isinstance(found, Session)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_runs(metric: str) -> None:
    language = LANGUAGES[[*METRICS].index(metric) % len(LANGUAGES)]
    app = opened(f"m={metric}&k=3&g=3u012&missed=2", language)
    assert kept(app).state.metric == metric


@pytest.mark.slow
@pytest.mark.parametrize("example", examples()[:: 1 if LONG else 4], ids=lambda example: example.key)
def test_an_example_opens_from_its_link(example) -> None:  # type: ignore[no-untyped-def]
    app = AppTest.from_file(APP, default_timeout=30)
    for name, value in encode(example.state).items():
        app.query_params[name] = value
    app.session_state[SESSION] = Session(view=view_state(shows_all_measures=True))
    app.run()
    assert not app.exception
    assert kept(app).state == example.state


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        "g=_",
        "g=_&missed=3",
        "g=3",
        "g=0000",
        "g=1111",
        "g=uuu",
        "g=-1_-2_&negative=error",
        "g=-1_-2_&negative=keep&gain=exponential",
        "g=1000000_2_&gain=exponential",
        "g=3_2.5_1e9_",
        "k=600&g=32",
        "k=all&g=32&m=ap",
        "g=" + "32104" * 100,
        "g=" + "32104" * 101,
        "m=nothing&k=x&g=zzz&z=???&gain=%3Cscript%3E&v=9",
        "z=eJyLrlbKzS_KVbJSMlTSUcpJTFeyiq5WSkksSQTyDXWilVKL",
        "metric=ndcg",
    ],
)
def test_odd_states_are_lessons_and_never_tracebacks(query: str) -> None:
    opened(query, LANGUAGES[len(query) % len(LANGUAGES)])


def test_what_a_link_says_wrongly_is_told() -> None:
    app = opened("m=nothing&g=321")
    (error,) = kept(app).notices
    assert "m=nothing" in error.message
    assert kept(app).state.metric == "ndcg"


def test_the_address_is_the_tabs() -> None:
    app = opened("m=nothing&g=321")
    kept(app).replace_all(replace(kept(app).state, metric="ap"))
    app.run()
    assert dict(app.query_params) == {"m": "nothing", "g": "321"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_table_opens(language: str) -> None:
    app = opened(language=language)
    kept(app).dialog = "table"
    app.run()
    assert not app.exception


def test_tables_hold_every_number() -> None:
    app = opened("m=ndcg&k=3&g=321")
    told = {
        "number": 1,
        "session": "",
        "state": "m=ndcg&k=3&g=321",
        "view": structs.asdict(view_state(shows_tables=True)) | {"covered": [], "hidden": []},
    }
    app.session_state[BOARD] = {"state": told}
    app.run()
    assert not app.exception
    assert len(app.dataframe) >= 3
    assert {each.proto.placeholder for each in app.dataframe} == {""}
    assert all(len(each.value) for each in app.dataframe)


def diagnose() -> None:
    from rankviz.web.pages import diagnose as page_diagnose
    from rankviz.web.pages.header import header
    from rankviz.web.session import current_session

    header(current_session(), "diagnose")
    page_diagnose.page(current_session())


@pytest.mark.slow
@pytest.mark.parametrize("ask", ["number", "tool", "libraries", "choices"])
def test_every_question_of_diagnose_has_a_link(ask: str) -> None:
    app = AppTest.from_function(diagnose, default_timeout=60)
    for name, value in parse_qsl(f"v=1&m=ap&k=6&g=323012&missed=32&ask={ask}&got=0.5&gave=0.5"):
        app.query_params[name] = value
    app.run()
    assert not app.exception
    assert kept(app).state.metric == "ap"
    assert kept(app).notices == []
    assert kept(app).view.page_params == f"ask={ask}&got=0.5&gave=0.5"
