"""Conditions in the questions of a lesson: `nDCG@6 >= 0.9`, `P falls, R stays`, `A == B`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations, product
from math import isnan

from rankviz.basics.errors import InputError, shorten
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics import METRICS
from rankviz.evaluation.evaluate import compute
from rankviz.learn.lessons.number_expression import Expression, StatePair, StateQuantity, parse_expression, with_measure
from rankviz.state.app_state import AppState

PLACES = 3  # decimals to which numbers are compared, unless the condition says otherwise
MOST_ORDERED, MOST_JUDGMENTS = 7, 5000  # documents in any order, and ways to judge them
COMPARE = re.compile(r"(.+?) (==|!=|>=|<=|>|<) (.+?)(?: to ([0-9]))?")
MOVES = re.compile(r"(.+?) (rises|falls|stays|changes)")
EXTREME = re.compile(r"(max|min) over (order|k|judging)")
CHANGED = "changed"
HOLDS: dict[str, Callable[[float, float, float], bool]] = {
    "==": lambda left, right, near: abs(left - right) <= near,
    "!=": lambda left, right, near: abs(left - right) > near,
    ">=": lambda left, right, near: left >= right - near,
    "<=": lambda left, right, near: left <= right + near,
    ">": lambda left, right, near: left > right + near,
    "<": lambda left, right, near: left < right - near,
}
MOVED = {"rises": ">", "falls": "<", "stays": "==", "changes": "!="}


@dataclass(frozen=True)
class Clause:
    """One comparison of a condition.

    Parameters
    ----------
    left : Expression or None
        The number to compare; None for the clause "changed", that the state differs from the previous one.
    sign : str
        A key of `HOLDS`.
    right : Expression or None
        What it is compared with; None for its value on the previous state, or for `extreme`.
    extreme : (str, str) or None
        "max" or "min", and what is varied in the previous state: "order", "k" or "judging".
    places : int
        Decimals to which numbers are compared.
    """

    left: Expression | None
    sign: str = "=="
    right: Expression | None = None
    extreme: tuple[str, str] | None = None
    places: int = PLACES

    def holds(self, states: StatePair) -> bool:
        """Whether the clause is true; False if one of its numbers cannot be computed."""
        if self.left is None:
            return _without_display(states.current) != _without_display(states.previous)
        tolerance = 0.5 * 10.0**-self.places
        try:
            left, right = self.left.evaluate_on(states).value, self._right(states)
        except InputError:
            return False
        if isnan(left) or isnan(right):
            return self.right is None and self.extreme is None and (isnan(left) == isnan(right)) == (self.sign == "==")
        return HOLDS[self.sign](left, right, tolerance)

    def _right(self, states: StatePair) -> float:
        assert self.left is not None
        if self.extreme is not None:
            return extreme_value(self.left.first, states.previous, *self.extreme)
        if self.right is not None:
            return self.right.evaluate_on(states).value
        return self.left.evaluate_on(StatePair(states.previous, states.previous)).value


Condition = tuple[Clause, ...]


def holds(condition: Condition, states: StatePair) -> bool:
    """Whether every clause of the condition is true."""
    return all(clause.holds(states) for clause in condition)


@lru_cache(maxsize=512)
def parse_condition(text: str) -> Condition:
    """Parse a condition; InputError `lesson_condition`, `lesson_number` or those of `parse_measure`.

    Examples
    --------
    >>> from rankviz.state.permalink import from_text
    >>> before, now = (from_text(f"m=precision&k={k}&g=10110010&missed=1").state for k in (4, 5))
    >>> words = ("P falls, R stays", "P@5 >= 0.9", "P == 3/5", "F1 == max over k", "changed")
    >>> [holds(parse_condition(each), StatePair(now, before)) for each in words]
    [True, False, True, False, True]
    """
    return tuple(_parse_clause(part.strip(), text) for part in text.split(","))


def _parse_clause(part: str, text: str) -> Clause:
    if part == CHANGED:
        return Clause(None)
    if match := MOVES.fullmatch(part):
        return Clause(parse_expression(match[1]), MOVED[match[2]])
    match = COMPARE.fullmatch(part)
    if not match:
        raise _condition_error(text)
    left, places = parse_expression(match[1]), int(match[4] or PLACES)
    if extreme := EXTREME.fullmatch(match[3]):
        if left.rest or left.first.number is not None or left.first.step or left.first.term:
            raise _condition_error(text)
        return Clause(left, match[2], extreme=(extreme[1], extreme[2]), places=places)
    return Clause(left, match[2], parse_expression(match[3]), places=places)


def _condition_error(text: str) -> InputError:
    part = shorten(text)
    message = f'"{part}" is no condition: expected such as nDCG@6 >= 0.9, RR rises, A == B, changed, AP == max over order.'
    return InputError("lesson_condition", message, found=part)


def _without_display(state: AppState) -> AppState:
    """Return the state without its display settings: the number format and the selected list."""
    return replace(state, numbers="decimals", selected=0)


@lru_cache(maxsize=256)
def extreme_value(quantity: StateQuantity, state: AppState, which: str, over: str) -> float:
    """Return the largest or smallest value of a quantity over all orders, cutoffs or judgments of a state.

    Raises
    ------
    InputError
        `lesson_condition` if there are too many variants; or if the convention rejects the list.
    """
    state = state if quantity.measure is None else with_measure(state, quantity.measure)
    metric, convention = METRICS[state.metric], state.convention
    if over == "k":
        raw = RawLists.from_rankings([state.ranking])
        cutoffs = range(1, len(state.ranking.items) + 1)
        values = [float(compute(metric, raw, convention.with_choices({"cutoff": k})).value[0]) for k in cutoffs]
    else:
        lists = list(_all_orders(state.ranking) if over == "order" else _all_judgments(state.ranking))
        values = compute(metric, RawLists.from_rankings(lists), convention).value.tolist()
    return max(values) if which == "max" else min(values)


def _all_orders(ranking: Ranking) -> Iterable[Ranking]:
    """Return the list in every distinguishable order of its entries; those of equal grade are interchangeable."""
    if len(ranking.items) > MOST_ORDERED:
        raise _condition_error("over order")
    items_by_grades: dict[tuple[float | None, ...], tuple[Item, ...]] = {}
    for items in permutations(item._replace(score=None) for item in ranking.items):
        items_by_grades.setdefault(tuple(item.grade for item in items), items)
    return (replace(ranking, items=items) for items in items_by_grades.values())


def _all_judgments(ranking: Ranking) -> Iterable[Ranking]:
    """Yield the list with each unjudged document, missed ones too, graded 0 or as another one is, in all combinations.

    The highest grade alone would not do: its gain, by a table or a formula of one's own, need not be the highest.
    """
    documents = (*ranking.items, *ranking.missed)
    unjudged = [place for place, item in enumerate(documents) if item.grade is None]
    given = {0.0, *(item.grade for item in documents if item.grade is not None)}
    possible = sorted(given) if max(given) > 0 else [*sorted(given), 1.0]
    if len(possible) ** len(unjudged) > MOST_JUDGMENTS:
        raise _condition_error("over judging")
    for grades in product(possible, repeat=len(unjudged)):
        judged = list(documents)
        for place, grade in zip(unjudged, grades, strict=True):
            judged[place] = judged[place]._replace(grade=grade)
        shown = len(ranking.items)
        yield replace(ranking, items=tuple(judged[:shown]), missed=tuple(judged[shown:]))
