"""Expressions in the holes of a lesson's text: measures or recorded steps of a state, and arithmetic on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import isnan, nan
from typing import NamedTuple

from rankviz.basics.errors import InputError, shorten
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.means import mean
from rankviz.core.metrics.measures import Measure, parse_measure
from rankviz.core.trace import Step, Trace, Unit, holes_in
from rankviz.evaluation.evaluate import compute
from rankviz.learn.lessons.state_changes import with_changes
from rankviz.state.app_state import AppState
from rankviz.state.second_order_edits import pair_of

NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}|/[1-9][0-9]{0,8})?")
LIST = re.compile(r"list:([0-9]{1,2})")
STEP = re.compile(r"step:([A-Za-z_0-9]+)(?::([0-9]{1,3}))?")
TERM = re.compile(r"term:(?:([a-z_A-Z0-9]+):)?([0-9]{1,3})")
OPERATORS: dict[str, Callable[[float, float], float]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: left / right if right else nan,
}
FIRST, SECOND, MEAN, BEFORE = "A", "B", "mean", "before"
LONGEST = 400  # characters of an expression


class Number(NamedTuple):
    """A number with its unit; NaN if it is undefined.

    Parameters
    ----------
    value : float
    unit : Unit
        As that of a trace step; "setting" for a number written in the lesson.
    """

    value: float
    unit: Unit


class StatePair(NamedTuple):
    """A state, and the one before it that it is compared with."""

    current: AppState
    previous: AppState


@dataclass(frozen=True)
class StateQuantity:
    """One number that a state gives.

    Parameters
    ----------
    measure : Measure or None
        The measure; None for the metric under study. With neither `step` nor `term` the number is its value.
    step : (str, int or None) or None
        Key of a recorded array, and the rank in it (of the ideal ranking: the position).
    term : (str, int) or None
        Key of a line of the derivation ("" for that of the metric), and the rank of the term in it.
    number : float or None
        A number written in the lesson, instead of all others.
    is_before : bool
        Whether it is computed on the previous state.
    list_name : str
        "" for the list under study; "A", "B", "mean", or the number of a list from 1.
    changes : str
        Changes to the state before it is computed, as parameters of a link.
    """

    measure: Measure | None = None
    step: tuple[str, int | None] | None = None
    term: tuple[str, int] | None = None
    number: float | None = None
    is_before: bool = False
    list_name: str = ""
    changes: str = ""

    def __hash__(self) -> int:
        return hash((self.step, self.term, self.number, self.is_before, self.list_name, self.changes))

    def evaluate_on(self, states: StatePair) -> Number:
        """Compute the number on a pair of states.

        Raises
        ------
        InputError
            If the state has no such number: the convention refuses the list, there is no such list, step or rank.
        """
        if self.number is not None:
            return Number(self.number, "setting")
        state = with_changes(states.previous if self.is_before else states.current, self.changes)
        state = state if self.measure is None else with_measure(state, self.measure)
        if self.list_name == MEAN:
            trace = compute(METRICS[state.metric], RawLists.from_rankings(state.lists), state.convention)
            return _number_at(mean(trace, state.convention)[-1], 0)
        trace = compute(METRICS[state.metric], RawLists.from_rankings([_list_of(state, self.list_name)]), state.convention)
        if self.step is not None:
            return _number_at(_require_step(trace, self.step[0]), _column_of(trace, *self.step))
        if self.term is not None:
            summed = _summed_step(trace, self.term[0])
            return _number_at(summed, _column_of(trace, summed.key, self.term[1]))
        return Number(nan, trace.unit) if trace.undefined[0] else _number_at(trace.steps[-1], 0)


@dataclass(frozen=True)
class Expression:
    """Quantities joined by +, -, * and /, evaluated from left to right."""

    first: StateQuantity
    rest: tuple[tuple[str, StateQuantity], ...] = ()

    def evaluate_on(self, states: StatePair) -> Number:
        """Compute the expression on a pair of states; InputError as for a quantity."""
        value, unit = self.first.evaluate_on(states)
        for sign, quantity in self.rest:
            number = quantity.evaluate_on(states)
            value = OPERATORS[sign](value, number.value)
            # What is added keeps its unit; a quotient is a plain number.
            unit = unit if sign in "+-" and number.unit == unit else "setting" if sign in "*/" else "value"
        return Number(value, unit)


@lru_cache(maxsize=1024)
def parse_expression(text: str) -> Expression:
    """Parse the text of a hole; InputError `lesson_number`, or those of `parse_measure`.

    Examples
    --------
    >>> from rankviz.state.permalink import from_text
    >>> state = from_text("m=ndcg&k=6&g=323012&missed=32").state
    >>> words = ("nDCG@6", "nDCG missed=", "step:discount:3", "term:2", "DCG / IDCG", "nDCG missed= - nDCG")
    >>> [round(parse_expression(each).evaluate_on(StatePair(state, state)).value, 3) for each in words]
    [0.785, 0.961, 2.0, 1.262, 0.785, 0.176]
    """
    token_groups: list[list[str]] = [[]]
    signs: list[str] = []
    for token in text[:LONGEST].split():
        if token in OPERATORS:
            signs.append(token)
            token_groups.append([])
        else:
            token_groups[-1].append(token)
    first, *rest = (_parse_quantity(group, text) for group in token_groups)
    return Expression(first, tuple(zip(signs, rest, strict=True)))


def with_measure(state: AppState, measure: Measure) -> AppState:
    """Return the state with another measure under study."""
    return replace(state, metric=measure.metric.key, convention=state.convention.with_choices(dict(measure.choices)))


def _parse_quantity(tokens: Sequence[str], text: str) -> StateQuantity:
    tokens_left = list(tokens)
    is_before = bool(tokens_left) and tokens_left[0] == BEFORE
    tokens_left = tokens_left[is_before:]
    list_name = ""
    if tokens_left and (tokens_left[0] in (FIRST, SECOND, MEAN) or LIST.fullmatch(tokens_left[0])):
        list_name = tokens_left.pop(0).removeprefix("list:")
    number_text = tokens_left.pop(0) if tokens_left and "=" not in tokens_left[0] else ""
    if any("=" not in each for each in tokens_left) or not (number_text or list_name or is_before):
        raise number_error(text)
    quantity = StateQuantity(is_before=is_before, list_name=list_name, changes="&".join(tokens_left))
    if not number_text:
        return quantity
    if NUMBER.fullmatch(number_text):
        if list_name or is_before or tokens_left:
            raise number_error(text)
        return StateQuantity(number=float(Fraction(number_text)))
    if match := STEP.fullmatch(number_text):
        return replace(quantity, step=(match[1], None if match[2] is None else int(match[2])))
    if match := TERM.fullmatch(number_text):
        return replace(quantity, term=(match[1] or "", int(match[2])))
    return replace(quantity, measure=parse_measure(number_text))


def number_error(text: str) -> InputError:
    """Return the error for a number that cannot be computed."""
    quoted_text = shorten(text)
    message = f'"{quoted_text}" is no number of a list: expected such as nDCG@6, AP ap_base=hits, step:discount:3, mean RR.'
    return InputError("lesson_number", message, found=quoted_text)


def _list_of(state: AppState, list_name: str) -> Ranking:
    if list_name in (FIRST, SECOND):
        pair = pair_of(state)
        if pair is not None:
            return pair.lists[list_name == SECOND]
        if list_name == SECOND:
            raise number_error(list_name)
    if not list_name.isdigit():
        return state.ranking
    if not 1 <= int(list_name) <= len(state.lists):
        raise number_error(f"list:{list_name}")
    return state.lists[int(list_name) - 1]


def _require_step(trace: Trace, key: str) -> Step:
    if key not in trace:
        raise number_error(f"step:{key}")
    return trace.step(key)


def _summed_step(trace: Trace, line: str) -> Step:
    """Return the array whose entries a line adds up; InputError if there is none."""
    if not line:
        summed = trace.summed_step()
    else:
        template = _require_step(trace, line).template
        summed = next((trace.step(key) for kind, key in holes_in(template) if kind in ("sum", "max")), None)
    if summed is None:
        raise number_error(f"term:{line}")
    return summed


def _column_of(trace: Trace, key: str, rank: int | None) -> int:
    """Return the column in which a step has the number of a rank; 0 for a number of the whole list."""
    step = trace.step(key)
    if step.value.ndim < 2:
        if rank is not None:
            raise number_error(f"step:{key}:{rank}")
        return 0
    is_list_step = step.axis == "list"
    ranks = trace.rankings.rank[0].tolist() if is_list_step else list(range(1, step.value.shape[1] + 1))
    if rank not in ranks or (is_list_step and not trace.rankings.present[0][ranks.index(rank)]):
        raise number_error(f"step:{key}:{rank}" if rank else f"step:{key}")
    return ranks.index(rank)


def _number_at(step: Step, column: int) -> Number:
    value = step.value
    number = float(value if value.ndim == 0 else value[0] if value.ndim == 1 else value[0, column])
    is_undefined = step.undefined is not None and value.ndim == 1 and bool(step.undefined[0])
    return Number(nan if is_undefined or isnan(number) else number, step.unit)
