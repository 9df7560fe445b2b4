"""One function answers a page wherever it runs: on a server, or in a reader's browser with NumPy and little else."""

from __future__ import annotations

import inspect
import json
import pickle
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from msgspec import structs

from rankviz import InputError, Item, Ranking
from rankviz.basics.limits import MAX_ENTRIES
from rankviz.page.answers import json_codec
from rankviz.page.answers.edits.apply_edits import KINDS, kind_of, read_edit
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.messages import OpenRequest, Request, view_state
from rankviz.page.answers.page_parts import PAGES
from rankviz.page.answers.request_handler import BadRequest, read_message, respond_to_bytes
from rankviz.page.endpoint import TooMuchWork, Weight, handle_request
from rankviz.page.static import pure_msgspec
from rankviz.state.app_state import DEFAULT
from rankviz.state.handout import Handout
from rankviz.state.permalink import to_text
from tests.helpers.hostile import at_most, mutated
from tests.page.test_edits import EDITS
from tests.page.test_request_handler import GRADED, NEVER_SENT, VIEW, asked

NOT_THERE = ("pandas", "streamlit", "plotly", "scipy", "pyarrow", "starlette", "segno", "multiprocessing")


def as_data(answer: bytes) -> list[tuple[str, Any]]:
    """The lines of an answer: the head, and each part's name with its data."""
    head, *parts = answer.decode().split("\n")
    return [("", json.loads(head)), *((line.partition(" ")[0], json.loads(line.partition(" ")[2])) for line in parts)]


BODIES = [asked(GRADED, page=page, language=language) for page in PAGES if page != "sheet" for language in ("en", "zh")]


def hostile_bodies() -> list[bytes]:
    random = Random(34)  # noqa: S311
    request = {"state": "v=1", "edits": [GRADED], "view": VIEW, "only": "dialog"}
    bodies = [*NEVER_SENT, b'{"state": "\\ud800", "edits": [1e400], "view": %b}' % json.dumps(VIEW).encode()]
    for question in (request, {"open": {"search": "v=1", "view": VIEW}}):
        for chance in (0.02, 0.1):
            for _ in range(100):
                with suppress(ValueError):  # a number of more digits than are written
                    bodies.append(json.dumps(mutated(question, random, chance)).encode())
    return bodies


def is_read(body: bytes, kind: type) -> bool:
    try:
        read_message(body, kind)
    except BadRequest:
        return False
    return True


def hostile_edits() -> list[str]:
    """Edits of every kind as JSON, whole and damaged."""
    random = Random(35)  # noqa: S311
    both = {**GRADED, "order": ["d2", "d1"], "scores": [2, 1.5]}
    dialogs = [{"name": name, "text": "3 2", "file_base64": "", "dialog": "paste"} for name in KINDS]
    texts = []
    for edit in (*EDITS, GRADED, both, *dialogs, {"name": "choices", "value": {"gain": "power", "cutoff": 3}}):
        for chance in (0, *[0.05] * 5, *[0.3] * 5):
            with suppress(ValueError):
                texts.append(json.dumps(mutated(edit, random, chance)))
    return texts


def edit_as_read(text: str) -> str:
    try:
        return repr(read_edit(json.loads(text)))
    except InputError as error:
        return error.key


class InBrowser(NamedTuple):
    """Responses to `BODIES`, which hostile ones are read, and as what the hostile edits are."""

    answers: list[bytes]
    are_read: list[bool]
    edits: list[str]


@pytest.fixture(scope="module")
def in_browser() -> InBrowser:
    """What a Python answers that has what is there in a reader's browser."""
    code = f"""if True:
        import pickle, sys
        sys.modules.update(dict.fromkeys({NOT_THERE}))
        from rankviz.page.static import pure_msgspec
        sys.modules["msgspec"] = pure_msgspec
        from rankviz.page.endpoint import handle_request
        bodies, hostile, edits = pickle.load(sys.stdin.buffer)
        answers = [handle_request(body.decode()) for body in bodies]
        own = {{"rankviz", "latex2mathml", "numpy", "msgspec"}}
        loaded = {{name.split(".")[0] for name in sys.modules if sys.modules[name] is not None}}
        others = sorted(name for name in loaded - own - set(sys.stdlib_module_names) if "numpy" not in name)
        assert not [name for name in others if not name.startswith(("_", "sitecustomize"))], others
        import json
        from rankviz import InputError
        from rankviz.page.answers.edits.apply_edits import read_edit
        from rankviz.page.answers.messages import OpenRequest, Request
        from rankviz.page.answers.request_handler import BadRequest, read_message
    """
    reading = inspect.getsource(is_read) + inspect.getsource(edit_as_read)
    are_read = "[is_read(body, kind) for body in hostile for kind in (Request, OpenRequest)]"
    results = f"(answers, {are_read}, [edit_as_read(edit) for edit in edits])"
    program = f"{code}\n{reading}\npickle.dump({results}, sys.stdout.buffer)"
    sent = pickle.dumps((BODIES, hostile_bodies(), hostile_edits()))
    ended = subprocess.run([sys.executable, "-c", program], input=sent, capture_output=True, check=False)
    assert ended.returncode == 0, ended.stderr.decode()
    return InBrowser(*pickle.loads(ended.stdout))  # noqa: S301 - our own


@pytest.mark.slow
def test_every_page_is_answered_alike_where_only_numpy_is_there(in_browser: InBrowser) -> None:
    assert [as_data(each) for each in in_browser.answers] == [as_data(respond_to_bytes(body)) for body in BODIES]


@pytest.mark.slow
def test_the_same_requests_are_refused_where_only_numpy_is_there(in_browser: InBrowser) -> None:
    here = [is_read(body, kind) for body in hostile_bodies() for kind in (Request, OpenRequest)]
    assert in_browser.are_read == here
    assert {True, False} <= {*here}


@pytest.mark.slow
def test_the_same_edits_are_read_where_only_numpy_is_there(in_browser: InBrowser) -> None:
    edits = hostile_edits()
    here = [edit_as_read(edit) for edit in edits]
    assert in_browser.edits == here
    kinds = {kind_of(json.loads(edit)) for edit, read in zip(edits, here, strict=True) if read == "edit_refused"}
    assert len(kinds) > 10  # refused were edits of many kinds, and read were all
    assert {read.partition("(")[0] for read in here} >= {kind.__name__ for kind in KINDS.values()}


@pytest.mark.parametrize(
    "data",
    [
        {"a": [1, 2.5, None, True, "文 ⚠ \u2028"], "b": {"c": (1, "x")}},
        {"number": np.float64(0.1), "whole": np.int64(3), "row": np.array([[0.1, np.nan], [np.inf, 2.0]])},
        {"nan": float("nan"), "far": float("-inf")},
        {"view": view_state("zh", covered=("score",)), "handout": Handout(locked=True)},
    ],
)
def test_data_are_written_alike_with_and_without_msgspec(data: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    written = to_json(data)
    monkeypatch.setattr(json_codec, "_ENCODER", pure_msgspec.Encoder(enc_hook=json_codec._plain))
    assert to_json(data) == written
    assert b"\n" not in written


def test_half_a_character_is_written_too() -> None:
    assert json.loads(to_json({"typed": "\ud83d", "nan": float("nan")})) == {"typed": "\ud83d", "nan": None}


def _lists(count: int, size: int) -> str:
    items = tuple(Item(f"document {number}", 1.0) for number in range(size))
    return to_text(replace(DEFAULT, lists=tuple(Ranking(items, (), str(number)) for number in range(count))))


@pytest.mark.parametrize(
    ("body", "weight"),
    [
        (asked(GRADED), Weight.LIGHT),
        (asked(state=_lists(10, 10)), Weight.LIGHT),
        (asked({"name": "paste", "text": '"page": "sheet"'}, draft='"page":"sheet"'), Weight.LIGHT),  # somebody only typed it
        (asked(state="z=x&v=1"), Weight.LIGHT),
        (asked(state=_lists(50, 50)), Weight.HEAVY),
        (asked(state=_lists(1, MAX_ENTRIES)), Weight.HEAVY),
        (asked(state="%7A".join(_lists(50, 500).split("z", 1))), Weight.HEAVY),
        (asked(GRADED, {"name": "make_telling"}), Weight.HEAVY),
        (asked({"name": "open_file", "file_base64": ""}), Weight.HEAVY),
        (json.dumps({"open": {"search": "", "view": VIEW}}).encode(), Weight.HEAVY),
        (asked(page="sheet"), Weight.SLOW),
        (asked(page="learn_download").replace(b'"page"', b'"p\\u0061ge"'), Weight.SLOW),
    ],
)
def test_what_costs_much_is_not_begun_where_it_may_not_cost_much(body: bytes, weight: Weight) -> None:
    if weight == Weight.LIGHT:
        assert handle_request(body, Weight.LIGHT) == handle_request(body)
    for most in (Weight.LIGHT, Weight.HEAVY):
        if weight > most:
            with at_most(0.05), pytest.raises(TooMuchWork) as caught:
                handle_request(body, most)
            assert pickle.loads(pickle.dumps(caught.value)).weight == weight  # noqa: S301 - as it comes back from a process


def test_many_questions_that_are_not_drawn_yet_wait_for_each_other_and_are_drawn_once() -> None:
    body = asked(page="learn", page_params="ask=trend&of=ndcg&n=20&level=1&seed=4711&q=20")
    with pytest.raises(TooMuchWork) as caught:
        handle_request(body, Weight.LIGHT)
    assert caught.value.weight == Weight.HEAVY
    assert handle_request(body, Weight.HEAVY) == handle_request(body, Weight.LIGHT)


def opened(search: str, **view: object) -> tuple[dict[str, Any], list[tuple[str, Any]]]:
    body = json.dumps({"open": {"search": search, "view": structs.asdict(view_state(**view))}})  # type: ignore[arg-type]
    head, _, answer = handle_request(body).partition(b"\n")
    return json.loads(head), as_data(answer)


def test_an_address_is_opened_as_the_server_opens_it() -> None:
    head, answer = opened("v=1&m=ap&k=6&g=301&cover=score&lang=zh&ask=number&got=0.7", page="diagnose")
    assert (head["language"], head["view"]["covered"], head["view"]["page_params"]) == (
        "zh-Hans",
        ["score"],
        "ask=number&got=0.7",
    )
    assert answer[0][1]["state"] == "v=1&m=ap&k=6&g=301"
    assert answer == as_data(
        respond_to_bytes(json.dumps({"state": answer[0][1]["state"], "edits": [], "view": head["view"]}).encode())
    )


def test_learn_begins_with_the_state_of_its_lesson() -> None:
    head, answer = opened("lesson=ideal&step=2", page="learn")
    assert head["is_learn"] and head["view"]["page_params"] == "lesson=ideal&step=2"
    assert "lesson" in dict(answer)


@pytest.mark.parametrize("search", ["v=9&g=x", "g=%FF%00&m=nothing", "cover=everything&k=-1"])
@pytest.mark.parametrize("page", ["explore", "compare", "diagnose"])
def test_a_damaged_address_opens_and_says_what_is_wrong(search: str, page: str) -> None:
    assert dict(opened(search, page=page)[1])["notices"]["messages"]


@pytest.mark.parametrize("search", ["lesson=none", "ask=value&of=nothing", "lesson=ideal&step=99", "lesson=" + 9000 * "x"])
def test_a_damaged_address_of_learn_opens_and_says_what_is_wrong(search: str) -> None:
    assert dict(opened(search, page="learn")[1])["notices"]["messages"]


@pytest.mark.parametrize(
    "wanted", [None, 1, {}, {"search": 1, "view": {}}, {"search": "v=1"}, {"search": "v=1", "view": {"page": "x"}}]
)
def test_what_no_page_asks_is_refused(wanted: object) -> None:
    with pytest.raises(BadRequest):
        handle_request(json.dumps({"open": wanted}))
