"""A number that a lesson names instead of typing it: a measure or a recorded step of a state, and sums of those."""

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
MOST = 400  # characters


class Number(NamedTuple):
    """A number, and how it is printed; NaN where it is undefined, or there is none.

    Parameters
    ----------
    value : float
    unit : Unit
        As of a step; "setting" for one that was typed.
    """

    value: float
    unit: Unit


class StatePair(NamedTuple):
    """A state, and the one that it is compared with."""

    current: AppState
    previous: AppState


@dataclass(frozen=True)
class StateQuantity:
    """One number of a state.

    Parameters
    ----------
    measure : Measure or None
        None: what `step` or `term` say, of the metric under study; with none of these, its value.
    step : (str, int or None) or None
        Key of a recorded array, and the rank, or place of the ideal, in it.
    term : (str, int) or None
        Key of a line of the derivation, "" for the metric's own, and the rank.
    number : float or None
        One that was typed.
    is_before : bool
        Whether it is of the state before.
    list_name : str
        "", "A", "B", "mean", or the number of a list from 1.
    changes : str
        What is otherwise, as parameters of a link.
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

    def evaluate_on(self, both: StatePair) -> Number:
        """Compute it.

        Raises
        ------
        InputError
            Where the state has no such number: the convention refuses the list, there is no such list, step or rank.
        """
        if self.number is not None:
            return Number(self.number, "setting")
        state = with_changes(both.previous if self.is_before else both.current, self.changes)
        state = state if self.measure is None else with_measure(state, self.measure)
        if self.list_name == MEAN:
            trace = compute(METRICS[state.metric], RawLists.from_rankings(state.lists), state.convention)
            return _number_at(mean(trace, state.convention)[-1], 0)
        trace = compute(METRICS[state.metric], RawLists.from_rankings([_list_of(state, self.list_name)]), state.convention)
        if self.step is not None:
            return _number_at(_require_step(trace, self.step[0]), _column_of(trace, *self.step))
        if self.term is not None:
            entry = _summed_step(trace, self.term[0])
            return _number_at(entry, _column_of(trace, entry.key, self.term[1]))
        return Number(nan, trace.unit) if trace.undefined[0] else _number_at(trace.steps[-1], 0)


@dataclass(frozen=True)
class Expression:
    """Quantities with + − · : between, from left to right."""

    first: StateQuantity
    rest: tuple[tuple[str, StateQuantity], ...] = ()

    def evaluate_on(self, both: StatePair) -> Number:
        """Compute it; InputError as for a quantity."""
        value, unit = self.first.evaluate_on(both)
        for sign, quantity in self.rest:
            number = quantity.evaluate_on(both)
            value = OPERATORS[sign](value, number.value)
            # What is added keeps its unit; a quotient is a plain number.
            unit = unit if sign in "+-" and number.unit == unit else "setting" if sign in "*/" else "value"
        return Number(value, unit)


@lru_cache(maxsize=1024)
def parse_expression(text: str) -> Expression:
    """Read what stands in a hole; InputError `lesson_number` or of `parse_measure` for what is none.

    Examples
    --------
    >>> from rankviz.state.permalink import from_text
    >>> state = from_text("m=ndcg&k=6&g=323012&missed=32").state
    >>> words = ("nDCG@6", "nDCG missed=", "step:discount:3", "term:2", "DCG / IDCG", "nDCG missed= - nDCG")
    >>> [round(parse_expression(each).evaluate_on(StatePair(state, state)).value, 3) for each in words]
    [0.785, 0.961, 2.0, 1.262, 0.785, 0.176]
    """
    groups: list[list[str]] = [[]]
    signs: list[str] = []
    for token in text[:MOST].split():
        if token in OPERATORS:
            signs.append(token)
            groups.append([])
        else:
            groups[-1].append(token)
    first, *rest = (_parse_quantity(group, text) for group in groups)
    return Expression(first, tuple(zip(signs, rest, strict=True)))


def with_measure(state: AppState, measure: Measure) -> AppState:
    """A state with another measure under study."""
    return replace(state, metric=measure.metric.key, convention=state.convention.with_choices(dict(measure.choices)))


def _parse_quantity(tokens: Sequence[str], text: str) -> StateQuantity:
    left = list(tokens)
    is_before = bool(left) and left[0] == BEFORE
    left = left[is_before:]
    of = ""
    if left and (left[0] in (FIRST, SECOND, MEAN) or LIST.fullmatch(left[0])):
        of = left.pop(0).removeprefix("list:")
    core = left.pop(0) if left and "=" not in left[0] else ""
    if any("=" not in each for each in left) or not (core or of or is_before):
        raise number_error(text)
    made = StateQuantity(is_before=is_before, list_name=of, changes="&".join(left))
    if not core:
        return made
    if NUMBER.fullmatch(core):
        if of or is_before or left:
            raise number_error(text)
        return StateQuantity(number=float(Fraction(core)))
    if found := STEP.fullmatch(core):
        return replace(made, step=(found[1], None if found[2] is None else int(found[2])))
    if found := TERM.fullmatch(core):
        return replace(made, term=(found[1] or "", int(found[2])))
    return replace(made, measure=parse_measure(core))


def number_error(text: str) -> InputError:
    """What is said of a number that cannot be computed."""
    found = shorten(text)
    message = f'"{found}" is no number of a list: expected such as nDCG@6, AP ap_base=hits, step:discount:3, mean RR.'
    return InputError("lesson_number", message, found=found)


def _list_of(state: AppState, of: str) -> Ranking:
    if of in (FIRST, SECOND):
        pair = pair_of(state)
        if pair is not None:
            return pair.lists[of == SECOND]
        if of == SECOND:
            raise number_error(of)
    if not of.isdigit():
        return state.ranking
    if not 1 <= int(of) <= len(state.lists):
        raise number_error(f"list:{of}")
    return state.lists[int(of) - 1]


def _require_step(trace: Trace, key: str) -> Step:
    if key not in trace:
        raise number_error(f"step:{key}")
    return trace.step(key)


def _summed_step(trace: Trace, line: str) -> Step:
    """The array whose entries are added up to a line."""
    if not line:
        found = trace.summed_step()
    else:
        template = _require_step(trace, line).template
        found = next((trace.step(key) for kind, key in holes_in(template) if kind in ("sum", "max")), None)
    if found is None:
        raise number_error(f"term:{line}")
    return found


def _column_of(trace: Trace, key: str, rank: int | None) -> int:
    """The column in which a step has the number of a rank."""
    step = trace.step(key)
    if step.value.ndim < 2:
        if rank is not None:
            raise number_error(f"step:{key}:{rank}")
        return 0
    is_listed = step.axis == "list"
    places = trace.rankings.rank[0].tolist() if is_listed else list(range(1, step.value.shape[1] + 1))
    if rank not in places or (is_listed and not trace.rankings.present[0][places.index(rank)]):
        raise number_error(f"step:{key}:{rank}" if rank else f"step:{key}")
    return places.index(rank)


def _number_at(step: Step, column: int) -> Number:
    value = step.value
    number = float(value if value.ndim == 0 else value[0] if value.ndim == 1 else value[0, column])
    undefined = step.undefined is not None and value.ndim == 1 and bool(step.undefined[0])
    return Number(nan if undefined or isnan(number) else number, step.unit)
