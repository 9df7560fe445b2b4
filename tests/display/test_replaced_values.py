"""A value that the convention puts in the place of the formula's: the equation stays true, and the menus say what is put."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan

import pytest

from rankviz import METRICS, Convention, InputError, Ranking, explain
from rankviz.display.formulas.derivation import derivation
from rankviz.display.formulas.explanation_text import line_text
from rankviz.display.formulas.latex import is_line
from rankviz.display.number_format import in_unit
from rankviz.explore.view.choices import choices_payload
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState
from rankviz.texts import Texts
from tests.oracles.latex_runner import run_step

NOTHING = Ranking.from_grades([0, 0, 0])
LACKING = Ranking.from_grades([1, None, 2])
ASKED = [("no_relevant", "1", NOTHING), ("no_relevant", "nan", NOTHING), ("unjudged", "undefined", LACKING)]


@pytest.mark.parametrize(("name", "option", "ranking"), ASKED)
@pytest.mark.parametrize("metric", METRICS)
def test_what_the_formula_comes_to_is_said_before_what_stands_in_its_place(
    metric: str, name: str, option: str, ranking: Ranking
) -> None:
    measure = METRICS[metric].name
    if option not in METRICS[metric].uses.get(name, (option,)) or name not in METRICS[metric].uses:
        return
    try:
        trace = explain(measure, ranking, **{name: option}).trace
    except InputError:  # its lists need scores
        return
    for step, line in zip((step for step in trace.steps if is_line(step)), derivation(trace), strict=True):
        if line.undefined:
            formula = float(run_step(trace, step)[0])
            assert line.comes_to == ("" if isnan(formula) else in_unit(step.unit, formula))
            assert line_text(line).endswith(f"{line.comes_to} → undefined" if line.comes_to else " = undefined")


@pytest.mark.parametrize(
    ("measure", "ranking", "choices", "expected"),
    [
        ("P@3", NOTHING, {"no_relevant": "1"}, "P@3 = TP/k = 0/3 = 0.000 → undefined"),
        ("R@3", NOTHING, {"no_relevant": "1"}, "R@3 = TP/R = 0/0 = undefined"),
        ("P@3", LACKING, {"unjudged": "undefined"}, "P@3 = TP/k = 2/3 = 0.667 → undefined"),
    ],
)
def test_by_hand(measure: str, ranking: Ranking, choices: dict[str, str], expected: str) -> None:
    found = explain(measure, ranking, **choices).trace
    assert line_text(derivation(found)[-1]) == expected


def options(state: AppState, name: str) -> Mapping[str, str]:
    """The captions under the options of a choice, in the menu of those at the end of the sentence."""
    more = choices_payload(analyse(state), "", Texts("en"))["more"]
    slots = [each for part in more["parts"] for each in (part, *part.get("beside", ()))]
    (found,) = (each for each in slots if each.get("slot") == name)
    return {option["value"]: option["caption"] for option in found["options"]}


def test_the_menu_says_what_would_be_put_for_a_list_with_nothing_relevant() -> None:
    said = options(AppState((NOTHING,), "precision", Convention(cutoff=3)), "no_relevant")
    assert "reported as 1" in said["1"]
    assert "reported as 0" in said["0"]


def test_the_menu_of_weights_says_what_the_mean_would_be() -> None:
    # P@3 by min(R, k): 2 of min(2, 3), and 2 of min(5, 3)
    lists = Ranking.from_grades([1, 0, 1, 0, 0]), Ranking.from_grades([1, 1], missed=[1, 1, 1])
    said = options(AppState(lists, "precision", Convention(cutoff=3, precision_base="min_R_k")), "mean_weights")
    assert said["none"] == f"mean P {(1 + 2 / 3) / 2:.3f}"
    assert said["base"] == f"mean P {(2 + 2) / (2 + 3):.3f}"
