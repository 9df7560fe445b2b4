"""Learn, given what nobody should send: links, works and files that are damaged, and whatever people type for a number.

Whatever comes is answered: by the parts of a page, and where something could not be read by a sentence that says so. Nothing
raises, nothing that was typed is lost, what cannot be read is no try, and no address costs more than a moment.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from rankviz import Convention, Ranking
from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_OPENED_TEXT, MAX_PAGE_PARAMS
from rankviz.core.metrics import METRICS
from rankviz.display.error_text import error_text
from rankviz.learn.learn_params import initial_state, read_learn_params
from rankviz.learn.lessons.reader import LESSON_KEYS
from rankviz.learn.questions.attempts import Work, judge_work, read_work
from rankviz.learn.questions.generate import draw
from rankviz.learn.questions.judging import judge, look_up_mistake
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.question import Question
from rankviz.learn.sets.progress import Progress
from rankviz.learn.sets.question_set import MOST_IN_LINK, get_question
from rankviz.page.answers.messages import view_state
from rankviz.page.answers.request_handler import BadRequest, respond_to_bytes
from rankviz.state.app_state import AppState
from rankviz.state.permalink import encode_in_full
from rankviz.texts import LANGUAGES, Texts
from tests.helpers.hostile import TEXTS, at_most, nested
from tests.helpers.long import LONG, rounds

ASKED = [metric.key for metric in METRICS.values() if metric.exercise is not None]
SECOND = 1.0  # of the processor, that an address may cost
LATE = "learn_deferred"


def page_parts(place: str, work: object = "{}", own: str = "", page: str = "learn", language: str = "en") -> dict[str, Any]:
    """The parts that the page is given."""
    text = work if isinstance(work, str) else json.dumps(work)
    view = view_state(language, page, page_params=place, work=text, file_text=own)
    lines = respond_to_bytes(
        json.dumps({"state": "", "edits": [{"name": "open_learn"}], "view": structs.asdict(view)}).encode()
    ).splitlines()[1:]
    return {name.decode(): json.loads(data) for name, _, data in (line.partition(b" ") for line in lines)}


def messages_of(parts: dict[str, Any]) -> list[str]:
    """What stands above the page."""
    messages: list[str] = parts["notices"]["messages"]
    return messages


def has_any(parts: dict[str, Any], *names: str) -> bool:
    """Whether some of these parts are there."""
    return any(parts.get(name) is not None for name in names)


@cache
def question_of_kind(kind: str = "value", measure: str = "nDCG@4", seed: int = 7, level: int = 1) -> Question:
    return draw(kind, measure, seed, 1, level)


# ---------------------------------------------------------------------------------------------------------------------------
# Links

PARAMETERS = {
    "ask": ["value", "gap.step", ".".join(KINDS), "", "guess", "value.value.value", "value.<b>"],
    "of": ["ap", "ndcg@4", ".".join(ASKED), "", "cg", "xyz", "rbp(p=2)", "ndcg@0", "ap.ap", "𝒶", "ndcg@999999999999"],
    "n": ["10", "1", "0", "-1", "1000", "1e3", "１０", "9" * 30, "1.5", "", "x"],
    "seed": ["7", "0", "-1", "2147483648", "x", "1.0", ""],
    "level": ["1", "2", "3", "0", "4", "rising", "", "²"],
    "digits": ["3", "6", "0", "99", "x"],
    "help": ["hints.names.2", "none", "names.names", "hints.0", "x", ""],
    "gen": ["1", "2", "0", "x", ""],
    "q": ["1", "4", "0", "-3", "99999", "results", "x", "１", ""],
    "k": ["4", "all", "0", "-1", "1000000000", "x"],
    "lesson": ["ideal", "nothing", "../../etc/passwd", "", "IDEAL"],
    "step": ["1", "99", "0", "x", "-1"],
    "stop": ["3", "0", "99", "x"],
    "make": ["1", "0", ""],
    "own": ["1", "", "x"],
    "form": ["moodle", "gift", "code", "x", ""],
    "at": ["http://localhost/learn", "javascript:alert(1)", ""],
    "m": ["ndcg", "cg", "rmse", "gauc", "x", ""],
    "g": ["3210", "", "???", "9" * 300, "1x0", "-1,2", "3.5,0", "0000"],
    "missed": ["3", "", "??", "x"],
    "v": ["1", "2", "x"],
    "z": ["x", "eJw", "!!"],
    "gain": ["exponential", "none", "formula", ""],
    "title": ["A & = 中文", "<script>", "\u202etitle\x00", "x" * 5_000],
    "empty": ["nan", "error", "0"],
    "surprise": ["1"],
}
PLACES = st.lists(
    st.one_of([st.tuples(st.just(name), st.sampled_from([*values, *TEXTS[:12]])) for name, values in PARAMETERS.items()]),
    max_size=9,
).map(lambda pairs: urlencode([(name, value.encode(errors="replace")) for name, value in pairs]))
ASKING = PLACES.map(lambda place: f"ask=value&{place}")


@pytest.mark.slow
@settings(max_examples=rounds(70))
@given(PLACES | ASKING, st.sampled_from(["learn", LATE, "learn_download"]), st.sampled_from(LANGUAGES))
def test_any_address_gets_a_page(place: str, page: str, language: str) -> None:
    if len(place) > MAX_PAGE_PARAMS:
        place = place[:MAX_PAGE_PARAMS]
    with at_most(3 * SECOND, place):
        parts = page_parts(place, page=page, language=language)
    if page == "learn":
        assert has_any(parts, "catalogue", "question_head", "lesson", "results", "setup") or messages_of(parts)


@pytest.mark.parametrize(
    ("place", "view", "words"),
    [
        ("ask=guess&of=ap", "question", "guess"),
        ("ask=value&of=cg", "question", "cg"),
        ("ask=value&of=ap&n=0", "question", "n=0"),
        ("ask=value&of=ap&n=1000", "question", "n=1000"),
        ("ask=value&of=ap&n=１０", "question", "n=１０"),
        ("ask=value&of=ap&seed=-1", "question", "seed=-1"),
        ("ask=value&of=ap&level=4", "question", "level=4"),
        ("ask=value&of=ap&digits=99", "question", "digits=99"),
        ("ask=value&of=ap&help=maybe", "question", "help=maybe"),
        ("ask=value&of=ap&gen=2", "question", "gen=2"),
        ("ask=value&of=ap&k=0", "question", "k=0"),
        ("ask=value&of=ap&gain=none", "question", "gain=none"),
        ("ask=value&of=ap&surprise=1", "question", "surprise"),
        ("ask=value&m=ap&g=1x0", "question", "g=1x0"),
        ("ask=value&m=nothing&g=10", "question", "m=nothing"),
        ("lesson=nothing", "catalogue", "nothing"),
        ("own=1", "catalogue", "No file is open"),
    ],
)
def test_a_wrong_part_of_an_address_is_named_and_the_rest_is_shown(place: str, view: str, words: str) -> None:
    learning = read_learn_params(place)
    assert learning.view == view
    assert any(words in problem.message for problem in learning.problems), [each.message for each in learning.problems]
    for language in LANGUAGES:
        parts = page_parts(place, language=language)
        assert any(words in message for message in messages_of(parts)) or words == "No file is open"
        assert messages_of(parts) != []


@pytest.mark.parametrize(
    ("place", "number", "step"),
    [
        ("ask=value&of=ap&n=3&q=99", 3, 1),
        ("ask=value&of=ap&n=3&q=0", 1, 1),
        ("ask=value&of=ap&n=3&q=x", 1, 1),
        ("ask=value&m=ap&g=101&q=7", 1, 1),
        ("lesson=ideal&step=999", 1, None),
        ("lesson=ideal&step=0", 1, 1),
        ("lesson=ideal&step=9&stop=2", 1, 2),
    ],
)
def test_a_number_behind_the_end_is_the_last_one_and_none_is_the_first(place: str, number: int, step: int | None) -> None:
    learning = read_learn_params(place)
    last = len(learning.lesson.steps) if learning.lesson is not None else 1
    assert (learning.number, learning.step) == (number, step or last)
    (told,) = learning.problems
    assert told.key == "link_whole"
    initial_state(learning)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("ask=value&of=ndcg&k=99&level=1", "nDCG@99"),  # no list of four has a rank 99
        ("ask=value&of=ndcg&k=1&level=1", "nDCG@1"),
        ("ask=value&of=ap&n=100&level=1&q=100", "AP"),  # there are not so many short ones
        ("ask=value&m=ap&g=000&empty=nan", "AP"),
        ("ask=value&m=ap&g=&empty=nan", "AP"),
        ("ask=value&m=ndcg&g=???&k=all&unjudged=error", "nDCG"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_impossible_question_is_named_with_the_reason(place: str, words: str, language: str) -> None:
    for page in ("learn", LATE):
        parts = page_parts(place, page=page, language=language)
        assert page == LATE or words in json.dumps(parts["question_head"], ensure_ascii=False)
    with at_most(SECOND / 5, "said again"):
        page_parts(place, {"1": {"tries": ["0.5"]}}, language=language)


def test_an_address_that_is_too_long_is_refused_as_a_whole() -> None:
    with pytest.raises(BadRequest):
        page_parts("ask=value&title=" + "x" * MAX_PAGE_PARAMS)
    many = [".".join(["ap"] * 3_000), ".".join(f"ap@{k}" for k in range(1, 1_200)), "." * 9_000, "((((" * 2_000, "ap(" * 3_000]
    for of in many:
        with at_most(SECOND, of):
            page_parts(f"ask=value&of={of}")


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2, 3])
def test_an_address_that_asks_for_as_much_as_it_can_costs_a_moment(level: int) -> None:
    everything = {"ask": ".".join(KINDS), "of": ".".join(ASKED), "seed": "271828", "level": str(level)}
    for more in ({"n": "1000", "q": "1000"}, {"n": str(MOST_IN_LINK), "make": "1"}, {"n": "1", "gain": "exponential"}):
        with at_most(3 * SECOND, more):
            parts = page_parts(urlencode(everything | more))
        assert has_any(parts, "question_head", "setup")


# ---------------------------------------------------------------------------------------------------------------------------
# Works

NUMBERS = [
    "0.5",
    "0,5",
    "50 %",
    "1/2",
    "０.５",
    "1/0",
    "x",
    "",
    " ",
    "1e400",
    "\x00",
    "\u202e0.5",
    "5" * 5_000,
    "½",
    "٠٫٥",
    "-1",
]
ONE: st.SearchStrategy[Any] = st.fixed_dictionaries(
    {},
    optional={
        "tries": st.lists(
            st.sampled_from([*NUMBERS, "a", "b", "equal", "3.1.2.4", "2.1", "5", "3.0.?.1", "sklearn"]), max_size=4
        )
        | st.sampled_from([None, "0.5", 3, [None], [["0.5"]], [{}]]),
        "cells": st.dictionaries(
            st.sampled_from(["term:2", "dcg", "x:y:z", "term:99999999999", "", "hit:0", "term:-1"]),
            st.sampled_from(NUMBERS),
            max_size=3,
        )
        | st.sampled_from([None, [], "x", {"a": None}, {"a": {}}]),
        "hints": st.sampled_from([0, 1, 3, 99, -1, 10**9, True, "2", None, 1.5]),
        "shown": st.sampled_from([True, False, None, "true", 1]),
        "skipped": st.sampled_from([True, False, None, []]),
        "surprise": st.just(1),
    },
)
WORKS: st.SearchStrategy[Any] = st.dictionaries(
    st.sampled_from(["1", "2", "0", "-1", "x", "1e9", "９", "9" * 40]), ONE | st.sampled_from([None, [], "x"])
)
BROKEN = st.sampled_from(
    ["", "x", "[]", "null", "{", '{"1":', json.dumps(nested(400, "dict")), '{"1": {"hints": 1e999}}', "9" * 5_000]
)
LINKS = [
    f"ask={kind}&of={metric}&level={level}&n=4&seed=3"
    for kind in KINDS
    for metric, level in (("ndcg", 1), ("ap", 2), ("auc", 3))
]
LESSONS = [f"lesson={key}&step={step}" for key in LESSON_KEYS for step in (1, 2, 4)]


@pytest.mark.slow
@settings(max_examples=rounds(60))
@given(
    st.sampled_from([*LINKS, *LESSONS, "ask=value&m=cg&g=321", "ask=value&of=ap&help=none&q=results&n=4"]),
    WORKS.map(json.dumps) | BROKEN,
    st.sampled_from(["learn", LATE]),
    st.sampled_from(LANGUAGES),
)
def test_damaged_work_is_read_as_far_as_it_can_be(place: str, work: str, page: str, language: str) -> None:
    with at_most(5 * SECOND, (place, work)):
        parts = page_parts(place, work, page=page, language=language)
    assert parts or page == LATE


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_kind_of_question_is_shown_at_every_stage_of_every_metric(kind: str, level: int) -> None:
    for metric in ASKED if LONG else ASKED[level - 1 :: 3]:
        place = f"ask={kind}&of={metric}&level={level}&n=2&seed=11"
        stages: list[Any] = [
            {},
            {"tries": ["0.123", "x"], "hints": 2},
            {"tries": ["5", "a", "2.1"], "hints": 50},
            {"shown": True},
        ]
        for stage in stages:
            parts = page_parts(place, {"1": stage}, language=LANGUAGES[level % 2])
            assert has_any(parts, "question_head"), (metric, stage)


def test_an_unreadable_answer_loses_nothing_typed_before() -> None:
    work = read_work(json.dumps({"1": {"tries": ["abc", "0,5", "０.５"], "cells": {"term:2": "1,2", "nothing": "x"}}}))[1]
    assert work.tries == ("abc", "0,5", "０.５")
    assert work.cells == {"term:2": "1,2", "nothing": "x"}
    attempt = judge_work(question_of_kind(), work)
    assert [verdict.typed for verdict in attempt.verdicts] == ["abc", "0,5", "０.５"]


# ---------------------------------------------------------------------------------------------------------------------------
# What is typed for a number

TYPED = [
    # text, verdict; the answer of the question is 0.46059
    ("0.461", "right"),
    (" 0.461 ", "right"),
    (".461", "right"),
    ("46.1 %", "right"),
    ("46.1%", "right"),
    ("46.1", "percent"),
    ("0.4", "short"),
    ("0.462", "right_rounded"),
]


@pytest.mark.parametrize(("text", "kind"), TYPED)
def test_a_number_is_read_as_people_write_it(text: str, kind: str) -> None:
    assert judge(question_of_kind(), text).kind == kind


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "x",
        "abc",
        "1/0",
        "0.4.6",
        "0 461 x",
        "nan",
        "inf",
        "1e999",
        "−",
        "%",
        "/",
        "1//2",
        "=1+1",
        "\x00",
        "\u202e164.0",
        "½½",
        "5" * 5_000,
    ],
)
@pytest.mark.parametrize("kind", ["value", "gap"])
def test_an_answer_that_is_no_number_gets_a_message_and_is_no_try(kind: str, text: str) -> None:
    asked = question_of_kind(kind)
    verdict = judge(asked, text)
    assert verdict.kind == "unreadable"
    assert not verdict.is_try
    assert verdict.problem is not None
    assert judge_work(asked, Work(tries=(text,))).tries == 0
    place = f"ask={kind}&of=ndcg@4&seed=7&level=1&n=1"
    for language in LANGUAGES:
        parts = page_parts(place, {"1": {"tries": [text]}}, language=language)
        assert has_any(parts, "answer_panel")


@settings(max_examples=rounds(80))
@given(st.sampled_from(sorted(KINDS)), st.text(max_size=30) | st.sampled_from([*NUMBERS, *TEXTS]))
def test_no_text_breaks_the_judge_and_the_answer_never_stands_in_its_first_words(kind: str, text: str) -> None:
    asked = question_of_kind(kind, "nDCG@4")
    verdict = look_up_mistake(asked, judge(asked, text)) if kind == "value" else judge(asked, text)
    assert verdict.kind
    assert not (verdict.is_try and verdict.right)


# ---------------------------------------------------------------------------------------------------------------------------
# Files of one's own

A_SET = 'rankviz_set = 1\ntitle = "T"\n[[question]]\nkind = "value"\nmeasure = "nDCG@4"\nseed = 3\nlevel = 1\n'
A_LESSON = """rankviz_lesson = 1
key = "own"
title = { en = "T", zh = "T" }
state = "m=ndcg&k=4&g=3120"
[[step]]
say.en = "One."
say.zh = "一。"
"""
DAMAGED = [
    "",
    "rankviz_set",
    "rankviz_set =",
    "rankviz_set = 1",
    "rankviz_set = 99",
    'rankviz_set = "1"',
    "rankviz_set = 1\nquestion = 3",
    "rankviz_set = 1\nquestion = [1, 2]",
    "rankviz_set = 1\n[[question]]",
    'rankviz_set = 1\n[[question]]\nkind = 3\nmeasure = ["AP"]',
    'rankviz_set = 1\n[[question]]\nlist = "g=1x0"',
    'rankviz_set = 1\n[[question]]\nmeasure = "AP"\nseed = 1e400',
    'rankviz_set = 1\n[[question]]\nmeasure = "AP"\nseed = 99999999999999999999',
    "rankviz_set = 1\n" + '[[question]]\nmeasure = "AP"\n' * 2_000,
    "rankviz_lesson = 1",
    'rankviz_lesson = 1\ntitle = "x"\nstep = 4',
    "rankviz_lesson = 1\n" + "[[step]]\nsay.en = 3\n" * 100,
    'rankviz_lesson = 1\nkey = "own"\nstate = "g=<b>"\n[[step]]\nsay.en = "{nDCG@6"',
    "rankviz_set = 1\nx = " + "[" * 5_000,
    "rankviz_lesson = 1\nx = " + "{a=" * 5_000,
    "rankviz_set = 1\nx" + ".x" * 20_000 + " = 1",
    "rankviz_set = 1\n\x00\x01\x02",
    "\ufeff" + A_SET,
    A_SET.replace("\n", "\r\n"),
    "PK\x03\x04" + "\ufffd" * 500,
    "x" * MAX_OPENED_TEXT,
]


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_of_ones_own_is_shown_or_says_what_is_wrong_in_it(text: str, language: str) -> None:
    for place in ("own=1", "own=1&q=7", "own=1&step=3", "own=1&make=1", "own=1&q=results"):
        with at_most(3 * SECOND, place):
            parts = page_parts(place, own=text, language=language)
        assert has_any(parts, "question_head", "lesson", "results", "setup") or messages_of(parts)


@settings(max_examples=rounds(40))
@given(st.sampled_from([A_SET, A_LESSON]), st.data())
def test_a_file_with_a_slip_in_it_never_breaks_the_page(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 12))
    slip = data.draw(st.sampled_from(["", '"', "=", "[", "]]", "\n", "{", "}", "{nDCG@4}", "９", "\x00", "0,5", "**", "](x)"]))
    damaged = text[:at] + slip + text[at + length :]
    parts = page_parts("own=1", own=damaged)
    assert has_any(parts, "question_head", "lesson") or messages_of(parts)


def test_the_undamaged_files_are_shown() -> None:
    assert has_any(page_parts("own=1", own=A_SET), "question_head")
    assert has_any(page_parts("own=1", own=A_LESSON), "lesson")


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(BadRequest):
        page_parts("own=1", own="x" * (MAX_OPENED_TEXT + 1))


# ---------------------------------------------------------------------------------------------------------------------------
# A list of one's own

LISTS = st.builds(
    lambda metric, grades, missed, scores, k, empty: AppState(
        (Ranking.from_grades(grades, missed=missed, scores=scores[: len(grades)] if len(scores) >= len(grades) else None),),
        metric,
        Convention(cutoff=k, empty=empty),
    ),
    st.sampled_from(list(METRICS)),
    st.lists(st.sampled_from([0, 1, 2, 3, None, -1, 0.5, 1e15]), max_size=8),
    st.lists(st.sampled_from([0, 1, 3]), max_size=3),
    st.lists(st.sampled_from([1.0, 2.0, -3.0]), max_size=8),
    st.sampled_from([None, 1, 3, 10**9]),
    st.sampled_from(["0", "1", "nan", "skip"]),
)


@pytest.mark.slow
@settings(max_examples=rounds(60))
@given(LISTS, st.sampled_from(LANGUAGES), st.sampled_from([{}, {"tries": ["0.5", "x"], "hints": 3}, {"shown": True}]))
def test_any_list_under_any_choice_becomes_a_question_or_a_reason(state: AppState, language: str, work: dict[str, Any]) -> None:
    place = urlencode({"ask": "value", **encode_in_full(state)})
    learning = read_learn_params(place)
    assert learning.set is not None
    parts = page_parts(place, {"1": work}, language=language)
    assert has_any(parts, "question_head")
    try:
        get_question(learning.set, 1)
    except InputError as error:
        assert parts["question_head"]["task"] == error_text(error, Texts(language))
    page_parts(place, {"1": work}, language=language, page=LATE)


def test_a_set_is_worked_through_from_end_to_end_without_a_right_number() -> None:
    learning = read_learn_params(f"ask=value&of=ap.ndcg&n=4&seed=5&title={quote('A & B')}")
    assert learning.set is not None
    works = read_work(json.dumps({str(n): {"tries": ["x", "7"], "hints": 99, "skipped": True} for n in range(1, 9)}))
    progress = Progress(learning.set, works)
    assert [progress.attempt(n).tries for n in range(1, 5)] == [1, 1, 1, 1]
