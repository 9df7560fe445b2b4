"""Which pages lead to a live class, and with what words; and the strip of the page that phones follow."""

from __future__ import annotations

from typing import Any

import pytest

from rankviz.page.answers.request_handler import respond_to_bytes
from rankviz.texts import LANGUAGES
from tests.page.test_request_handler import asked, read

SET = "ask=value&of=ndcg&n=3&seed=7&level=2"
OWN = 'rankviz_set = 1\n[[question]]\nmeasure = "nDCG@4"\nseed = 7\n'
FOLLOW = ("label", "on", "off", "one", "many", "start", "stop", "back", "page", "close", "join", "lost", "long", "ended")


def parts(**view: Any) -> dict[str, Any]:
    return read(respond_to_bytes(asked(**view)))[1]


def way(**view: Any) -> str:
    """Words of the header's button that leads to the class, also of one in a menu; "" where there is none."""
    buttons = parts(**view)["header"]["buttons"]
    every = [*buttons, *(each for button in buttons for each in button.get("menu", []))]
    return " ".join(each["label"] for each in every if each["name"] == "class")


@pytest.mark.parametrize(
    ("view", "words"),
    [
        ({"page": "explore"}, "Ask your class live"),
        ({"page": "explore", "covered": ["score"], "locked": True}, "Ask your class live"),
        ({"page": "compare"}, "Ask your class live which is better"),
        ({"page": "learn", "page_params": f"{SET}&q=2"}, "Ask these in a live class"),
        ({"page": "learn", "page_params": "lesson=ideal&step=2"}, ""),
        ({"page": "learn"}, ""),
        ({"page": "diagnose"}, ""),
        ({"page": "runs"}, ""),
    ],
)
def test_a_class_can_be_asked_about_lists_and_sets(view: dict[str, Any], words: str) -> None:
    assert way(**view) == words
    assert way(**view, is_static=True) == ""
    assert bool(way(**view, language="zh")) == bool(words)


def test_the_second_list_goes_along_also_where_compare_has_it_from_itself() -> None:
    def of(state: str) -> str:
        (found,) = (
            each["class_params"] for each in parts(page="compare", state=state)["header"]["buttons"] if each["name"] == "class"
        )
        return str(found)

    assert "b=" in of("v=1&m=ndcg&k=6&g=323012")
    assert of("v=1&m=ndcg&k=3&g=320&b=3.2.1") == ""


def test_the_set_up_leads_to_a_class_unless_the_set_is_a_file() -> None:
    assert parts(page="learn", page_params="make=1")["setup"]["class_label"] == "Ask these in a live class"
    assert parts(page="learn", page_params="make=1", is_static=True)["setup"]["class_label"] == ""
    assert parts(page="learn", page_params="own=1&make=1", file_text=OWN)["setup"]["class_label"] == ""
    assert way(page="learn", page_params="own=1&q=1", file_text=OWN) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dialog_for_a_class_opens_a_live_one(language: str) -> None:
    body = parts(dialog="share", base_url="http://127.0.0.1/", language=language)["dialog"]["body"]
    assert body["class_label"]
    assert body["class_note"]
    body = parts(dialog="share", base_url="file:///a.html#", language=language, is_static=True)["dialog"]["body"]
    assert (body["class_label"], body["class_note"]) == ("", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_strip_of_explore_has_its_words(language: str) -> None:
    assert {*parts(language=language)["class_strip"]["texts"]} == {*FOLLOW}
    assert "class_strip" not in parts(is_static=True)
    for page in ("learn", "compare", "diagnose", "runs", "saved"):
        assert "class_strip" not in parts(page=page), page
