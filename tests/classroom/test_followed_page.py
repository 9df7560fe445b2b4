"""A phone that follows is sent the list of the teacher's page, its value and formula, and nothing of what is covered there."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest

from rankviz.classroom.room import Stage
from rankviz.classroom.scene import Scene
from rankviz.classroom.view import encode_parts as encoded
from rankviz.core.metrics import METRICS
from rankviz.state.analysis import analyse, value_of
from rankviz.state.handout import decode
from rankviz.state.permalink import from_text, to_text
from rankviz.texts import LANGUAGES
from tests.page.test_covered_values import NUMBER, is_a_term, is_common, lists

LIST = "v=1&m=ndcg&k=6&g=323012&missed=32"


def sent(follows: str | None, language: str = "en") -> bytes:
    """What a phone is given of the room."""
    return encoded.encode_phone(Scene(Stage.JOIN, follows=follows), language)


def followed(follows: str, language: str = "en") -> Any:
    return json.loads(sent(follows, language))["followed"]


def test_the_readme_example_is_as_on_the_teachers_page() -> None:
    """6.861 / 8.740 = 0.785 is worked out by hand there."""
    found = followed(f"{LIST}&rank=3")
    assert [found[name] for name in ("name", "value", "detail", "rank")] == ["nDCG@6", "0.785", "6.861 / 8.740", 3]
    assert [row["grade"] for row in found["lists"]["lists"][0]["rows"]] == [3, 2, 3, 0, 1, 2]
    assert [(line["name"], line["result"], len(line["terms"])) for line in found["lines"]] == [
        ("DCG@6", "6.861", 6),
        ("IDCG@6", "8.740", 6),
    ]
    assert [line["name"] for line in followed(f"{LIST}&cover=score")["lines"]] == ["DCG@6", "IDCG@6", "nDCG@6"]
    assert found["rank_text"] == "Rank 3 has grade 3. Divided by its discount log₂(3 + 1) = 2.000, it contributes 1.500."
    assert from_text(found["explore"]["params"]).state == from_text(LIST).state
    assert json.loads(sent(None))["followed"] is None


@pytest.mark.parametrize("stage", Stage)
def test_nothing_is_followed_while_a_question_is_not_told(stage: Stage) -> None:
    """What is followed may be the list that is asked about, with its value."""
    asked = Scene(stage, 1, "ask=value&" + LIST, follows=LIST)
    found = json.loads(encoded.encode_phone(asked, "en"))["followed"]
    assert (found is not None) == (stage in (Stage.CAUSES, Stage.WHY))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_covered_value_is_nowhere_in_what_a_phone_is_sent(language: str) -> None:
    looked_at = set()
    for metric in METRICS:
        for state in lists(metric, Random(f"{metric} {language} phone")):  # noqa: S311
            value = value_of(analyse(state).main)
            if value is None or is_common(value) or is_a_term(value, state):
                continue
            looked_at.add(metric)
            for covers in ("cover=score", "hide=score", "cover=score.choices&hide=formula"):
                data = sent(f"{to_text(state)}&{covers}&rank=2", language).decode()
                assert repr(value) not in data
                numbers = [float(each.replace("−", "-")) for each in NUMBER.findall(re.sub(r'"params":"[^"]*"', "", data))]
                assert not [each for each in numbers if abs(each - value) < 5.1e-4], (metric, value, covers)
    assert len(looked_at) > 15  # the others count, or have few values


def test_what_is_covered_is_said_and_what_is_hidden_is_not() -> None:
    found = followed(f"{LIST}&cover=score.formula&hide=choices&rank=3")
    assert found["covered"] == {"score": "The value is covered", "formula": "The formula is covered"}
    assert (found["value"], found["detail"], found["convention"], found["lines"], found["rank_text"]) == ("", "", "", [], "")
    handout, _ = decode(dict(parse_qsl(followed(f"{LIST}&cover=score&hide=formula")["explore"]["params"])))
    assert (handout.covered, handout.hidden) == (("score",), ("formula",))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("by", ["cover", "hide"])
def test_covered_choices_are_nowhere_in_what_a_phone_is_sent(by: str, language: str) -> None:
    for chosen in ("gain=exponential", "ideal=retrieved", "discount=ln", "gain=formula&gain_formula=g%5E3"):
        data = sent(f"{LIST}&{chosen}&{by}=choices&rank=2", language).decode()
        assert not [choice for choice in chosen.split("&") if choice in data]
        assert json.loads(data)["followed"]["explore"] is None
    formula = followed(f"{LIST}&cover=formula")
    assert (formula["value"], formula["detail"]) == ("0.785", "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_can_be_followed_also_where_it_has_no_value(metric: str, language: str) -> None:
    for grades in ("323012", "000000", "", "u1u0", "_-1_"):
        found = followed(urlencode({"v": "1", "m": metric, "k": "3", "g": grades}), language)
        assert found["name"]
        assert bool(found["value"])


def test_of_a_long_list_a_phone_has_its_beginning() -> None:
    found = followed(urlencode({"v": "1", "m": "ap", "k": "all", "g": "10" * 100}))
    assert len(found["lists"]["lists"][0]["rows"]) == 40
    assert found["more_note"] == "160 more below"
    assert all(len(line["terms"]) <= 40 for line in found["lines"])
    assert len(sent("v=1&m=ap&k=all&g=" + "10" * 100)) < 20_000
