"""Every state of the page runs from its address, in both languages, without an exception."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from rankviz.errors import InputError
from rankviz.examples import examples
from rankviz.metrics import METRICS
from rankviz.state.permalink import encode
from rankviz.texts import Texts
from rankviz.ui.app.serve import PAGE
from rankviz.ui.pages.bar import notices_data
from rankviz.ui.session import BAR, BOARD, FOOT, LIST, VISIT, Visit

APP = str(PAGE)


def opened(query: str = "", language: str = "") -> AppTest:
    app = AppTest.from_file(APP, default_timeout=30)
    for name, value in parse_qsl(query, keep_blank_values=True):
        app.query_params[name] = value
    if language:
        app.session_state[VISIT] = Visit(language=language, more=True)
    app.run()
    assert not app.exception
    return app


def pressed(name: str) -> dict[str, object]:
    """What a line of buttons sends."""
    return {"session": "b", "seq": 1, "epoch": 1, "commands": [{"n": 1, "name": name}]}


def visit(app: AppTest) -> Visit:
    found = app.session_state[VISIT]
    assert isinstance(found, Visit)
    return found


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_metric_runs_in_every_language(metric: str, language: str) -> None:
    app = opened(f"m={metric}&k=3&g=3u012&missed=2", language)
    assert visit(app).state.metric == metric


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.key)
def test_every_example_opens_from_its_link(example) -> None:  # type: ignore[no-untyped-def]
    app = AppTest.from_file(APP, default_timeout=30)
    for name, value in encode(example.state).items():
        app.query_params[name] = value
    app.session_state[VISIT] = Visit(more=True)
    app.run()
    assert not app.exception
    assert visit(app).state == example.state


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
    for language in ("en", "zh"):
        opened(query, language)


def test_what_a_link_says_wrongly_is_told() -> None:
    app = opened("m=nothing&g=321")
    (message,) = notices_data(visit(app), Texts("en"))["messages"]  # type: ignore[misc]
    assert "m=nothing" in message
    assert visit(app).state.metric == "ndcg"


def test_an_address_that_cannot_be_read_stays_until_something_changes() -> None:
    app = opened("m=nothing&g=321")
    assert dict(app.query_params) == {"m": "nothing", "g": "321"}
    now = visit(app)
    now.replace_all(replace(now.state, metric="ap"))
    app.run()
    assert dict(app.query_params) == encode(now.state)


def test_a_state_that_brings_a_message_stands_in_the_address_too() -> None:
    app = opened()
    now = visit(app)
    now.replace_all(examples()[1].state)
    now.notices = [InputError("cut_short", "", limit=500, left_out=3)]
    app.run()
    assert dict(app.query_params) == encode(examples()[1].state)
    assert now.notices


def test_an_edit_of_the_list_changes_the_address() -> None:
    app = opened()
    app.session_state[BOARD] = {
        LIST: {
            "session": "a",
            "seq": 1,
            "epoch": visit(app).epoch,
            "rows": [["d1", 0, None], ["d2", 3, None]],
            "missed": [],
            "cutoff": 2,
            "commands": [],
        }
    }
    app.run()
    assert not app.exception
    assert dict(app.query_params) == {"v": "1", "m": "ndcg", "k": "2", "g": "03"}


def test_undo_of_the_header_goes_back_to_the_opening_list() -> None:
    app = opened("g=321")
    now = visit(app)
    now.replace_all(examples()[1].state)
    app.run()
    app.session_state[BOARD] = {BAR: pressed("undo")}
    app.run()
    assert not app.exception
    assert [item.grade for item in visit(app).state.lists[0].items] == [3, 2, 1]


@pytest.mark.parametrize("dialog", ["examples", "paste", "table", "link", "help"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_dialog_opens(dialog: str, language: str) -> None:
    app = opened(language=language)
    visit(app).dialog = dialog
    app.run()
    assert not app.exception


def test_tables_hold_every_number() -> None:
    app = opened("m=ndcg&k=3&g=321")
    app.session_state[BOARD] = {FOOT: pressed("tables")}
    app.run()
    assert not app.exception
    assert len(app.dataframe) >= 3


def diagnose() -> None:
    from rankviz.ui.pages import diagnose as page_diagnose
    from rankviz.ui.session import visit

    page_diagnose.page(visit())


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("query", ["k=6&g=323012&missed=32", "k=3&g=", "k=3&g=&missed=2", "k=3&g=u0", "g=1"])
def test_every_metric_can_be_diagnosed(metric: str, query: str) -> None:
    app = AppTest.from_function(diagnose, default_timeout=60)
    for name, value in parse_qsl(f"v=1&m={metric}&{query}", keep_blank_values=True):
        app.query_params[name] = value
    app.session_state[VISIT] = Visit(typed="0.5" if "323012" in query else "0")
    app.run()
    assert not app.exception
    assert visit(app).state.metric == metric
