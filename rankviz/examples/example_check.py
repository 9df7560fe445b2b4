"""The verdict on a worked example, computed: whether the source's own definition gives the printed number, and if not, why."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from rankviz.core.rounding import replay
from rankviz.core.typed_number import PrintedNumber, agreement, read_printed
from rankviz.evaluation.evaluate import Evaluation, evaluation_of
from rankviz.examples import CAUSES, Cause, Example
from rankviz.state.app_state import AppState

KINDS = ("right", "rounded", "cut", *CAUSES, "nothing", "none")


@dataclass(frozen=True)
class ExampleCheck:
    """What came of computing an example.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    value : float
        By the source's own definition.
    printed_value : float or None
        The number that is printed; None where a formula is, or nothing.
    reproduced : float or None
        What computing with the cause gives; None without a cause.
    agreement : str
        How the printed digits follow from `value`, or from `reproduced` where the verdict is a cause: 'exact', 'begins',
        'rounded', 'cut', or '' if they do not.
    """

    kind: str
    value: float
    printed_value: float | None
    reproduced: float | None
    agreement: str


@cache
def judge(example: Example) -> ExampleCheck:
    """Compute an example by its own definition, and where that is not what is printed, with its cause.

    A number is right if it is printed in full, rounded or cut if its digits follow from the value in that way. Else the cause
    is the verdict, but only if computing with it gives the printed digits; a formula is judged by what it gives. Where nothing
    is printed there is nothing to judge.

    Examples
    --------
    >>> from rankviz.examples import examples
    >>> judge(next(each for each in examples() if each.key == "logm_ap")).kind        # 0.755556, printed as 0.76
    'rounded'
    """
    value, cause = _value(example.state), example.cause
    reproduced = None if cause is None else _with_cause(cause)
    if example.claim == "formula":
        assert cause is not None and reproduced is not None, example.key
        same = agreement(value, PrintedNumber(Fraction(reproduced), None, goes_on=False))
        return ExampleCheck("right" if same else cause.kind, value, None, reproduced, same)
    if not example.printed:
        return ExampleCheck("none", value, None, reproduced, "")
    printed = read_printed(example.printed)
    number, agrees = float(printed.number), agreement(value, printed)
    if agrees:
        return ExampleCheck({"rounded": "rounded", "cut": "cut"}.get(agrees, "right"), value, number, reproduced, agrees)
    agrees = "" if reproduced is None else agreement(reproduced, printed)
    return ExampleCheck(cause.kind if cause is not None and agrees else "nothing", value, number, reproduced, agrees)


def _value(state: AppState) -> float:
    return _explained(state).value


def _with_cause(cause: Cause) -> float:
    explanation = _explained(cause.state)
    if cause.roundings:
        steps, roundings = explanation.steps, {each.step: each for each in cause.roundings}
        return float(replay(steps, explanation.trace.rankings, roundings)[steps[-1].key].item())
    if cause.step:
        return float(explanation.trace.step(cause.step).value[0, cause.rank - 1])
    return float(explanation.trace.value.sum()) if cause.added else explanation.value


def _explained(state: AppState) -> Evaluation:
    lists = state.lists[0] if len(state.lists) == 1 else state.lists
    return evaluation_of(state.metric, lists, "textbook", state.convention.differences())
