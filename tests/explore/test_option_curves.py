"""The curves in the menus of gain and discount: are they what the metrics compute, and can their names be read?"""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import Convention, Ranking, evaluate, explain
from rankviz.core.conventions import FIELDS
from rankviz.core.metrics import METRICS
from rankviz.display.charts.line_labels import pushed_apart, width_of
from rankviz.explore.charts.option_curves import GRADES, RANKS, option_curves, worth
from rankviz.explore.view.choices import choices_payload
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts
from tests.helpers.long import rounds

OPENING = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])
EN = Texts("en")
DRAWN = [(name, key) for name in ("gain", "discount") for key in FIELDS[name].options or ()]
OWN: dict[str, Any] = {"gain_base": 2.7, "discount_power": 1.3, "gain_formula": "g^2/3", "discount_formula": "sqrt(i)+1"}


def picture(
    name: str, ranking: Ranking = OPENING, metric: str = "ndcg", texts: Texts = EN, **choices: object
) -> dict[str, Any]:
    state = AppState((ranking,), metric, Convention(cutoff=6).with_choices(choices))
    return option_curves(analyse(state), name, str(choices.get(name, METRICS[metric].uses[name][0])), texts)


@pytest.mark.parametrize("key", FIELDS["gain"].options or ())
def test_a_curve_of_the_gain_is_what_one_document_earns(key: str) -> None:
    values = worth("gain", key, Convention().with_choices(OWN))
    for grade, value in zip(GRADES[::5], values[::5], strict=True):
        assert value == pytest.approx(evaluate("CG", [float(grade)], **OWN | {"gain": key}), rel=1e-12)


@pytest.mark.parametrize("key", FIELDS["discount"].options or ())
def test_a_curve_of_the_discount_is_what_one_grade_is_worth_at_each_rank(key: str) -> None:
    values = worth("discount", key, Convention().with_choices(OWN))
    for rank, value in zip(RANKS, values, strict=True):
        alone = [0.0] * (int(rank) - 1) + [1.0]
        assert value == pytest.approx(evaluate("DCG", alone, **OWN | {"discount": key}), rel=1e-12)


def read_back(data: dict[str, Any], spot: tuple[float, float], name: str) -> tuple[float, float]:
    """Value of a place, as a person would read it off the ticks."""
    (x_ticks, y_ticks), found = data["ticks"], []
    for place, ticks in zip(spot, (x_ticks, y_ticks), strict=True):
        (first, low), (last, high) = ticks[0], ticks[-1]
        start, end = (float(text.replace("−", "-")) for text in (low, high))
        found.append(start + (place - first) / (last - first) * (end - start))
    return found[0], found[1]


@pytest.mark.parametrize(("name", "key"), DRAWN)
def test_a_line_stands_where_its_values_are_on_the_axes(name: str, key: str) -> None:
    data = picture(name, **OWN | {name: key})
    line = data["curves"][-1]["line"]
    assert (data["curves"][-1]["value"], data["curves"][-1]["is_chosen"]) == (key, True)
    xs, values = (GRADES if name == "gain" else RANKS), worth(name, key, Convention().with_choices(OWN))
    height = data["ticks"][1][0][0] - data["ticks"][1][-1][0]
    scale = float(data["ticks"][1][-1][1]) / height
    for spot, x, value in zip(line, xs, values, strict=True):
        found = read_back(data, spot, name)
        assert found[0] == pytest.approx(x, abs=0.02)
        assert found[1] == pytest.approx(value, abs=0.12 * scale)


def test_the_points_are_the_recorded_gains_and_discounts_of_the_list() -> None:
    tied = Ranking.from_grades([3, 0, None, 2, 1], scores=[3, 2, 2, 1, 0])
    choices: dict[str, Any] = {"ties": "average", "gain": "exponential"}
    steps = {step.key: step for step in explain("DCG", tied, **choices).steps}
    gains = {(float(g), float(x)) for g, x in zip(steps["grade"].value[0], steps["gain"].value[0], strict=True)} - {(0.0, 0.0)}
    data = picture("gain", tied, "dcg", **choices)
    found = {read_back(data, spot, "gain") for spot in data["points"]}
    assert sorted(round(x) for x, _ in found) == [0, 1, 2, 3]
    for grade, gain in gains:
        assert any(abs(x - grade) < 0.02 and abs(y - gain) < 0.1 for x, y in found)
    data = picture("discount", tied, "dcg", ties="average")
    found = {read_back(data, spot, "discount") for spot in data["points"]}
    for rank, divisor in zip(steps["rank"].value[0], steps["discount"].value[0], strict=True):
        assert any(abs(x - rank) < 0.06 and abs(y - 1 / divisor) < 0.01 for x, y in found)
    assert len(found) == 5


def boxes(data: dict[str, Any]) -> list[tuple[float, float, float, float]]:
    """The room of each name: left, top, right, bottom."""
    return [(x, y - 6, x + width, y + 6) for _, x, y, width in (curve["name"] for curve in data["curves"])]


def check_that_names_can_be_read(data: dict[str, Any]) -> None:
    for one, other in combinations(boxes(data), 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1], (one, other)
    for left, top, right, bottom in boxes(data):
        assert left >= 0
        assert right <= data["width"]
        assert top >= 10
        assert bottom <= data["height"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "key"), DRAWN)
def test_no_name_lies_on_another_or_is_cut(name: str, key: str, language: str) -> None:
    check_that_names_can_be_read(picture(name, texts=Texts(language), **OWN | {name: key}))


@settings(max_examples=rounds(20))
@given(
    st.floats(0, 10), st.floats(0, 3), st.sampled_from(["2^g-1", "g*10^30", "-g", "0", "1/(g-2)", "exp(exp(g))", "g/10^200"])
)
def test_nor_with_any_numbers_or_formulas(base: float, power: float, formula: str) -> None:
    check_that_names_can_be_read(picture("gain", gain="base", gain_base=base))
    check_that_names_can_be_read(picture("discount", discount="power", discount_power=power))
    data = picture("gain", Ranking.from_grades([1, 0]), gain="formula", gain_formula=formula)
    check_that_names_can_be_read(data)
    assert all(math.isfinite(part) for curve in data["curves"] for spot in curve["line"] if spot for part in spot)


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(1, 9)), min_size=1, max_size=9))
def test_what_is_pushed_apart_stays_in_its_order_and_as_near_as_it_can(parts: list[tuple[float, float]]) -> None:
    wanted, sizes = sorted(place for place, _ in parts), [size for _, size in parts]
    found = pushed_apart(wanted, sizes, 0, 100)
    for (one, first), (two, second) in pairwise(zip(found, sizes, strict=True)):
        assert two - one >= (first + second) / 2 - 1e-9
    assert found[0] >= sizes[0] / 2 - 1e-9
    assert found[-1] <= 100 - sizes[-1] / 2 + 1e-9
    free = all(two - one >= (first + second) / 2 for (one, first), (two, second) in pairwise(zip(wanted, sizes, strict=True)))
    if free and wanted[0] >= sizes[0] / 2 and wanted[-1] <= 100 - sizes[-1] / 2:
        assert found == pytest.approx(wanted)


def test_a_wide_character_has_more_room_than_a_narrow_one() -> None:
    assert width_of("折", 12) > width_of("g", 12) > width_of("1", 12) > 0


def test_the_curves_are_sent_with_the_open_menu_alone() -> None:
    analysis = analyse(AppState((OPENING,), "ndcg", Convention(cutoff=6)))
    for opened in (None, "metric", "gain", "discount"):
        parts: Any = choices_payload(analysis, opened, EN)["parts"]
        sent = {part["slot"]: bool(part["curves"]) for part in parts if "curves" in part}
        assert sent == {"gain": opened == "gain", "discount": opened == "discount"}


def test_of_what_is_ones_own_only_the_chosen_one_is_drawn() -> None:
    for chosen, name in (("base", "b = 2.7"), ("formula", "g^2/3"), ("linear", "g")):
        curves = picture("gain", **OWN | {"gain": chosen})["curves"]
        own = [curve for curve in curves if FIELDS["gain"].custom_field_of(curve["value"])]
        assert [curve["value"] for curve in own] == ([chosen] if chosen != "linear" else [])
        assert curves[-1]["name"][0] == name
        assert len(curves) == sum(not option.custom_field for option in (FIELDS["gain"].options or {}).values()) + len(own)


@pytest.mark.parametrize(("family", "name"), [("power", "log₂(i+1)^0.5"), ("rank_power", "i^0.5")])
def test_a_strength_of_ones_own_is_named_with_its_family(family: str, name: str) -> None:
    assert picture("discount", discount=family, discount_power=0.5)["curves"][-1]["name"][0] == name


def test_a_gain_without_a_value_interrupts_its_line() -> None:
    line = picture("gain", Ranking.from_grades([1, 0]), gain="formula", gain_formula="1/(g-2)")["curves"][-1]["line"]
    assert [float(grade) for grade, spot in zip(GRADES, line, strict=True) if spot is None] == [2.0]
    assert np.isfinite([spot for spot in line if spot]).all()
