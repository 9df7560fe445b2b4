"""The tab without a page: how it asks, what it tells Streamlit, and what it asks again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.modules import ADDRESS, open_modules

# A board that draws nothing; `answers` gives what `fetch` answers, `sent` keeps what Streamlit is told.
START = """async (address) => {
  const { dispatch, onMount, isIdle } = await import(address + "tab/tab.js");
  const view = {
    language: "en", page: "explore", open_slot: null, shows_all_measures: false, shows_tables: false, example: "", covered: [],
  };
  const given = {
    state_param_names: [], page_param_names: [], this_page_param_names: [], list_switches: [],
    handout: { covered: [], hidden: [], locked: false, large_type: false },
  };
  const board = { draw() {}, whenPainted: () => Promise.resolve() };
  const answer = (state) => ({ state, linkable: true, parts: new Map([["scores", state]]) });
  const type = { "Content-Type": "application/x-rankviz" };
  const send = (name, value) => {
    tab.sent.push([name, structuredClone(value)]);
    tab.hears?.(name, value);
  };
  window.tab = {
    dispatch, isIdle, asked: [], sent: [],
    reply: (state) => new Response(JSON.stringify({ state, linkable: true }) + "\\nscores {}", { headers: type }),
    draws: (head, state) =>
      onMount(board, { session: "first", server_states: 0, view, ...given, ...head }, answer(state), send),
  };
  window.fetch = async (_, { body, signal }) => {
    tab.asked.push(JSON.parse(body));
    const given_up = new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
    return Promise.race([tab.answers(JSON.parse(body), signal), given_up]);
  };
}"""
SETTLED = "() => tab.isIdle()"


@pytest.fixture(scope="module")
def bare(browser: Browser) -> Iterator[Page]:
    page = open_modules(browser).page
    yield page
    page.close()


@pytest.fixture
def early(bare: Page) -> Page:
    """The tab before the first board is drawn."""
    bare.goto(ADDRESS)
    bare.evaluate(START, ADDRESS)
    return bare


@pytest.fixture
def clocked(browser: Browser) -> Iterator[Page]:
    """The tab in a page of its own, whose time the test has in hand."""
    page = open_modules(browser).page
    page.evaluate(START, ADDRESS)
    page.evaluate("tab.draws({}, '')")
    page.clock.install(time=0)
    page.clock.pause_at(1_000)  # else it goes on by itself
    yield page
    page.close()


@pytest.fixture
def alone(early: Page) -> Page:
    early.evaluate("tab.draws({}, '')")
    return early


def choose(page: Page, value: str) -> None:
    page.evaluate("(value) => tab.dispatch({ name: 'choose', field: 'metric', value })", value)


def told(page: Page, name: str) -> list[Any]:
    return [value for kind, value in page.evaluate("tab.sent") if kind == name]


def test_what_is_asked_before_the_page_stands_is_asked_when_it_does(early: Page) -> None:
    early.evaluate("void (tab.answers = ({ state, edits }) => tab.reply(edits.length ? 'm=ap' : state))")
    early.evaluate("() => { tab.dispatch({ name: 'help' }); tab.dispatch({ name: 'numbers', value: 'fractions' }); }")
    assert early.evaluate("tab.asked") == []
    early.evaluate("tab.draws({}, '')")
    early.wait_for_function("() => tab.asked.length && tab.isIdle()")
    asked = early.evaluate("tab.asked")
    assert {question["view"]["dialog"] for question in asked} == {"help"}
    assert [edit["name"] for question in asked for edit in question["edits"]] == ["numbers"]


def test_who_is_quicker_than_the_first_page_can_be_told_of_what_is_done_on_the_next(early: Page) -> None:
    early.evaluate("""async (address) => (await import(address + "tab/tab.js")).leavePage(() => {})""", ADDRESS)
    early.evaluate("tab.draws({}, '')")
    early.evaluate("tab.dispatch({ name: 'table' })")
    early.wait_for_function(SETTLED)
    assert [report["dialog"] for report in told(early, "state")] == ["table"]


def test_a_session_that_is_new_is_known_by_any_answer_also_by_one_that_nobody_waits_for(alone: Page) -> None:
    alone.evaluate("void (tab.answers = () => new Response(null, { status: 404 }))")
    choose(alone, "ap")
    alone.wait_for_function("tab.sent.length")
    alone.evaluate("tab.draws({ response_to: 1 }, 'm=ap')")
    alone.wait_for_function(SETTLED)
    # The server was started again, and Streamlit's front end says the last question once more.
    alone.evaluate("tab.draws({ session: 'second', response_to: 1 }, 'm=ap')")
    alone.wait_for_function(SETTLED)
    alone.evaluate("tab.dispatch({ name: 'table' })")
    assert [told(alone, "state")[-1][name] for name in ("session", "dialog", "state")] == ["second", "table", "m=ap"]
    assert told(alone, "state")[0]["state"] == "m=ap"  # the new session did not know it


def test_a_route_that_was_missing_is_tried_again_when_the_server_was_started_again(alone: Page) -> None:
    alone.evaluate("void (tab.answers = () => new Response(null, { status: 404 }))")
    choose(alone, "ap")
    alone.wait_for_function("tab.sent.length")
    alone.evaluate("tab.draws({ response_to: 1 }, 'm=ap')")
    alone.evaluate("void (tab.answers = () => tab.reply('m=rr'))")
    alone.evaluate("tab.draws({ session: 'second' }, '')")
    alone.wait_for_function(SETTLED)
    choose(alone, "rr")
    alone.wait_for_function(SETTLED)
    assert alone.evaluate("tab.asked")[-1]["edits"][0]["value"] == "rr"
    assert len(told(alone, "request")) == 1


def test_without_a_connection_streamlit_is_asked_as_well_and_at_once_the_next_time(clocked: Page) -> None:
    clocked.evaluate("void (tab.answers = () => { throw new TypeError('blocked'); })")
    clocked.evaluate(
        "void (tab.hears = (name, { number }) => name === 'request' && tab.draws({ response_to: number }, 'm=ap'))"
    )
    choose(clocked, "ap")
    for _ in range(8):
        clocked.clock.run_for(500)
    assert clocked.evaluate(SETTLED)
    assert (len(clocked.evaluate("tab.asked")), len(told(clocked, "request"))) == (3, 1)
    choose(clocked, "rr")
    clocked.clock.run_for(50)
    assert clocked.evaluate(SETTLED)
    assert len(told(clocked, "request")) == 2
    # Where the connection is there again, Streamlit is left alone.
    clocked.evaluate("void (tab.answers = () => tab.reply('m=p'))")
    for value in ("p", "ap"):
        choose(clocked, value)
        clocked.clock.run_for(50)
    assert clocked.evaluate(SETTLED)
    assert len(told(clocked, "request")) == 3


def test_a_server_that_is_busy_is_asked_again_and_what_was_done_meanwhile_goes_with_the_next(clocked: Page) -> None:
    clocked.evaluate("""() => {
      const refused = [429, 503, 502].map((status) => new Response(null, { status }));
      tab.answers = ({ edits }) => refused.shift() ?? tab.reply(`m=${edits.at(-1).value}`);
    }""")
    for value in ("ap", "rr", "p"):
        choose(clocked, value)
    for count, time in enumerate((900, 1_000, 2_000), start=1):  # it waits for 1, 2, and 4 s
        clocked.clock.run_for(time)
        assert len(clocked.evaluate("tab.asked")) == count
    clocked.clock.run_for(4_000)
    clocked.clock.run_for(50)
    assert clocked.evaluate(SETTLED)
    asked = [[edit["value"] for edit in question["edits"]] for question in clocked.evaluate("tab.asked")]
    assert asked == [["ap"]] * 4 + [["rr", "p"]]
    assert told(clocked, "request") == []


def test_of_edits_that_are_asked_together_only_the_one_that_cannot_be_done_is_lost(alone: Page) -> None:
    alone.evaluate("""() => {
      tab.said = [];
      document.addEventListener("rankviz:status", ({ detail }) => tab.said.push(detail));
      const answers = ({ state, edits }) => {
        const values = edits.map(({ value }) => value);
        if (values.includes("bad")) return new Response(null, { status: 500 });
        return tab.reply([state, ...values].filter(Boolean).join());
      };
      tab.answers = (asked) =>
        new Promise((done) => (tab.letGo = () => done((tab.answers = answers)(asked))));
    }""")
    for value in ("a", "b", "bad", "c", "d"):
        choose(alone, value)
    alone.evaluate("tab.letGo()")
    alone.wait_for_function(SETTLED)
    alone.evaluate("tab.dispatch({ name: 'table' })")
    alone.wait_for_function(SETTLED)
    assert told(alone, "state")[-1]["state"] == "a,b,c,d"
    assert alone.evaluate("tab.said").count("not_done") >= 1
    assert alone.evaluate("tab.said.at(-1)") == "not_done"  # and it is still said


def test_the_address_is_written_at_once_but_not_more_often_than_a_browser_takes(clocked: Page) -> None:
    clocked.evaluate("""() => {
      tab.answers = ({ edits }) => tab.reply(`k=${edits.at(-1).value}`);
      tab.written = [];
      for (const name of ["pushState", "replaceState"]) history[name] = (...asked) => tab.written.push(asked[2].split("k=")[1]);
    }""")
    written = []
    begun = clocked.evaluate("performance.now()")
    for number in range(300):  # ten a second
        choose(clocked, str(number))
        clocked.clock.run_for(100)
        written.append(clocked.evaluate("tab.written.splice(0)"))
    assert written[:5] == [["0"], ["1"], ["2"], ["3"], ["4"]]
    halves_of_a_minute = (clocked.evaluate("performance.now()") - begun) / 30_000  # the clock goes on by itself as well
    assert 80 < sum(map(len, written)) / halves_of_a_minute < 100
    clocked.clock.run_for(1000)
    assert [*written[-1], *clocked.evaluate("tab.written")][-1] == "299"


def test_a_state_that_fills_what_is_stored_is_kept_over_a_reload_without_its_past(alone: Page) -> None:
    alone.evaluate("""() => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (name, text) {
        if (JSON.parse(text).past.length) throw new DOMException("no room", "QuotaExceededError");
        setItem.call(this, name, text);
      };
      tab.answers = () => tab.reply("m=ap");
    }""")
    choose(alone, "ap")
    alone.wait_for_function("() => tab.asked.length && tab.isIdle()")
    alone.evaluate("void (tab.answers = () => new Promise(() => {}))")
    choose(alone, "rr")
    alone.reload()
    alone.evaluate(START, ADDRESS)
    alone.evaluate("void (tab.answers = () => tab.reply('m=rr'))")
    alone.evaluate("tab.draws({}, '')")
    alone.wait_for_function("() => tab.asked.length && tab.isIdle()")
    asked = [(question["state"], [edit["value"] for edit in question["edits"]]) for question in alone.evaluate("tab.asked")]
    assert asked[0] == ("m=ap", ["rr"])


HALF = """(_, signal) => {
  const body = new ReadableStream({ start: (end) => signal.addEventListener("abort", () => end.error(signal.reason)) });
  return new Response(body, { headers: { "Content-Type": "application/x-rankviz" } });
}"""


@pytest.mark.parametrize("hanging", ["() => new Promise(() => {})", HALF], ids=["no answer", "half an answer"])
def test_an_answer_that_hangs_is_given_up_and_asked_for_over_streamlit_with_all_that_waits(clocked: Page, hanging: str) -> None:
    clocked.evaluate(f"void (tab.answers = {hanging})")
    clocked.evaluate(
        "void (tab.hears = (name, { number }) => name === 'request' && tab.draws({ response_to: number }, 'm=ap'))"
    )
    for value in ("ap", "rr", "p"):
        choose(clocked, value)
    clocked.clock.run_for(9_000)
    assert not clocked.evaluate(SETTLED)
    for _ in range(8):
        clocked.clock.run_for(500)
    assert clocked.evaluate(SETTLED)
    bodies = [json.loads(request["body"]) for request in told(clocked, "request")]
    assert [edit["value"] for body in bodies for edit in body["edits"]] == ["ap", "rr", "p"]


def test_what_an_example_did_is_not_done_again_when_something_else_is_looked_at(alone: Page) -> None:
    alone.evaluate("void (tab.answers = ({ state, edits }) => tab.reply(edits.length ? edits[0].name : state))")
    for edit in ("show_cause", "numbers"):
        alone.evaluate("(name) => tab.dispatch({ name })", edit)
        alone.wait_for_function(SETTLED)
        alone.evaluate("tab.dispatch({ name: 'show_all_measures', value: true })")
        alone.wait_for_function(SETTLED)
    asked = [(question["state"], [edit["name"] for edit in question["edits"]]) for question in alone.evaluate("tab.asked")]
    # A formula that was refused is refused again, and still says so.
    assert asked == [("", ["show_cause"]), ("show_cause", []), ("show_cause", ["numbers"]), ("show_cause", ["numbers"])]


def test_of_lists_that_wait_only_the_last_is_asked_unless_another_one_is_shown_between(alone: Page) -> None:
    alone.evaluate("void (tab.answers = () => new Promise((done) => (tab.letGo = () => done(tab.reply('x')))))")
    alone.evaluate("""() => {
      const list = (id) => tab.dispatch({ name: "list", rows: [[id, 1, null]], missed: [], cutoff: null });
      tab.dispatch({ name: "numbers", value: "fractions" });
      for (const id of "ab") list(id), tab.dispatch({ name: "numbers", value: "decimals" });
      tab.dispatch({ name: "add_list" });
    }""")
    alone.evaluate("void (tab.answers = () => tab.reply('y'))")
    alone.evaluate("tab.letGo()")
    alone.wait_for_function(SETTLED)
    edits = alone.evaluate("tab.asked")[-1]["edits"]
    assert [edit["rows"][0][0] if "rows" in edit else edit["name"] for edit in edits] == ["numbers", "b", "numbers", "add_list"]


def test_a_full_question_of_the_longest_lists_is_below_its_limit(alone: Page) -> None:
    alone.evaluate("void (tab.answers = () => new Promise((done) => (tab.letGo = () => done(tab.reply('x')))))")
    alone.evaluate("""() => {
      const rows = Array.from({ length: 500 }, (_, i) => [`d${i}`, 1, null]);
      tab.dispatch({ name: "numbers", value: "fractions" });
      for (let i = 0; i < 25; i++) {
        tab.dispatch({ name: "list", rows, missed: [], cutoff: null });
        tab.dispatch({ name: "numbers", value: "decimals" });
      }
    }""")
    alone.evaluate("void (tab.answers = () => tab.reply('y'))")
    alone.evaluate("tab.letGo()")
    alone.wait_for_function(SETTLED)
    _, question = alone.evaluate("tab.asked")
    assert len(json.dumps(question)) < 20_000


def test_a_dialog_that_no_answer_opened_does_not_go_with_the_next_question(alone: Page) -> None:
    alone.evaluate("void (tab.answers = () => new Response(null, { status: 400 }))")
    alone.evaluate("tab.dispatch({ name: 'help' })")
    alone.wait_for_function("() => tab.asked.length && tab.isIdle()")
    alone.evaluate("void (tab.answers = () => tab.reply('m=rr'))")
    choose(alone, "rr")
    alone.wait_for_function("() => tab.asked.length === 2 && tab.isIdle()")
    assert [asked["view"]["dialog"] for asked in alone.evaluate("tab.asked")] == ["help", ""]
