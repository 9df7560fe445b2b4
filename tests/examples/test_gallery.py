"""The gallery and the card of the worked example that is open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rankviz.examples import Example, examples
from rankviz.examples.example_card import example_card_payload
from rankviz.examples.example_check import judge
from rankviz.examples.example_commands import example_of
from rankviz.examples.gallery import SIGNS, gallery_payload
from rankviz.page.answers.edits.apply_edits import apply_edits
from rankviz.page.answers.messages import view_state
from rankviz.state.app_state import DEFAULT
from rankviz.state.permalink import decode, encode
from rankviz.texts import LANGUAGES, Texts

BY_KEY = {example.key: example for example in examples()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_gallery_holds_every_example_once(language: str) -> None:
    data: Any = gallery_payload(language)
    keys = [row["key"] for group in data["groups"] for row in group["rows"]]
    assert sorted(keys) == sorted(BY_KEY)


def test_every_option_of_a_filter_finds_an_example_and_every_example_is_found() -> None:
    data: Any = gallery_payload("en")
    rows = [row for group in data["groups"] for row in group["rows"]]
    offered = {each["name"]: [option["value"] for option in each["options"]] for each in data["filters"]}
    offered["kind"] = [kind["kind"] for kind in data["kinds"]]
    for name, values in offered.items():
        assert {row[name] for row in rows} | {""} == {*values, ""}


def test_examples_are_told_apart_by_what_their_source_is() -> None:
    assert {BY_KEY[key].source.kind for key in ("iir_ap", "logm_ap", "sklearn_dcg")} == {"textbook", "article", "library"}
    assert [example.key for example in examples() if not example.source.kind] == [e.key for e in examples() if not e.printed]


def test_no_two_verdicts_of_opposite_meaning_share_a_shape() -> None:
    good, bad = (
        {SIGNS[kind] for kind in ("right", "rounded", "cut")},
        {SIGNS[kind] for kind in ("input", "misprint", "nothing")},
    )
    assert good.isdisjoint(bad)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.key)
def test_the_link_of_an_example_opens_it_with_its_card(example: Example) -> None:
    state = decode(encode(example.state)).state
    card = example_card_payload(state, example.key, Texts("en"))
    assert card["shown"]
    assert card["kind"] == judge(example).kind
    assert card["note"] == Texts("en")(f"example.{example.key}_note")
    if state != DEFAULT:
        assert example_of(state, "") is not None


def test_the_bare_page_has_no_card_unless_its_example_was_opened() -> None:
    assert example_card_payload(DEFAULT, "", Texts("en")) == {"shown": False}
    assert example_card_payload(DEFAULT, "opening", Texts("en"))["shown"]


def test_a_changed_list_has_no_card() -> None:
    state = replace(BY_KEY["blog_dcg"].state, metric="cg")
    assert example_of(state, "blog_dcg") is None


def test_the_card_leads_to_the_cause_and_back() -> None:
    example = BY_KEY["blog_dcg"]
    assert example.cause is not None
    state = example.state
    for name, expected in (("show_cause", example.cause.state), ("show_definition", example.state)):
        card: Any = example_card_payload(state, example.key, Texts("en"))
        assert card["button"]["name"] == name
        state = apply_edits(state, [{"name": name}], view_state(example=example.key)).state
        assert state == expected


def test_a_cause_that_is_only_rounding_has_no_other_state_to_show() -> None:
    card = example_card_payload(BY_KEY["blog_idcg"].state, "blog_idcg", Texts("en"))
    assert card["button"] is None
    assert {"label": "With the cause", "value": "8.47"} in card["facts"]  # type: ignore[operator]
