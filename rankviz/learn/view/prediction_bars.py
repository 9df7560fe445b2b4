"""The two numbers that a prediction compares, as bars once it is answered."""

from __future__ import annotations

from math import isfinite

from rankviz.core.metrics import METRICS
from rankviz.display.number_format import in_unit
from rankviz.learn.lessons.condition import Clause
from rankviz.learn.lessons.lesson import LessonStep, StepQuestion
from rankviz.learn.lessons.number_expression import StatePair
from rankviz.texts import Texts

Data = dict[str, object]
SIDES = ["A", "B"]


def prediction_bars_payload(step: LessonStep, step_question: StepQuestion, texts: Texts) -> list[Data]:
    """Build the bars of a prediction: one group for each number that it is about.

    Returns
    -------
    list of dict
        Each with `name`, of the measure, and `rows`: `label`, `value` as printed, and `share` (0 to 1) of the longest bar.
    """
    groups = (
        _clause_bars(clause, step, step_question, texts) for clause in step_question.predictions[step_question.right_option]
    )
    return [group for group in groups if group is not None]


def _clause_bars(clause: Clause, step: LessonStep, step_question: StepQuestion, texts: Texts) -> Data | None:
    """Build the bars of a clause; None if it does not compare two numbers."""
    if clause.left is None or clause.extreme is not None:
        return None
    after, before = StatePair(step_question.follow_up.state, step.state), StatePair(step.state, step.state)
    sides = [] if clause.right is None else [each.first.list_name for each in (clause.left, clause.right)]
    if clause.right is None:
        pairs = [(texts("lesson.before"), clause.left, before), (texts("lesson.after"), clause.left, after)]
    elif sorted(sides) == SIDES:
        by_side = dict(zip(sides, (clause.left, clause.right), strict=True))
        pairs = [(side, by_side[side], after) for side in SIDES]
    else:
        return None
    numbers = [(label, quantity.evaluate_on(states)) for label, quantity, states in pairs]
    longest = max(1.0, *(abs(number.value) for _, number in numbers))
    if not all(isfinite(number.value) for _, number in numbers):
        return None
    rows = [
        {"label": label, "value": in_unit(number.unit, number.value), "share": abs(number.value) / longest}
        for label, number in numbers
    ]
    measure = clause.left.first.measure
    plain = not (clause.left.rest or clause.left.first.step or clause.left.first.term)
    metric = METRICS[step_question.follow_up.state.metric] if measure is None else measure.metric
    return {"name": metric.name if plain else "", "rows": rows}
