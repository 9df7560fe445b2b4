"""What must hold of a list for a question of a lesson to be answered: `nDCG@6 >= 0.9`, `P falls, R stays`, `A == B`."""

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

PLACES = 3  # of numbers that are the same when they print the same
MOST_ORDERED, MOST_UNJUDGED = 7, 6
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
    """One of the things that must hold.

    Parameters
    ----------
    left : Expression or None
        None: that anything is otherwise than before.
    sign : str
        A key of `HOLDS`.
    right : Expression or None
        None: what `left` is before, or the extreme.
    extreme : (str, str) or None
        "max" or "min", and over what of the state before.
    places : int
        Decimals to which numbers are compared.
    """

    left: Expression | None
    sign: str = "=="
    right: Expression | None = None
    extreme: tuple[str, str] | None = None
    places: int = PLACES

    def holds(self, both: StatePair) -> bool:
        """Whether it is so; a number that there is not compares with none."""
        if self.left is None:
            return _without_display(both.current) != _without_display(both.previous)
        near = 0.5 * 10.0**-self.places
        try:
            left, right = self.left.evaluate_on(both).value, self._right(both)
        except InputError:
            return False
        if isnan(left) or isnan(right):
            return self.right is None and self.extreme is None and (isnan(left) == isnan(right)) == (self.sign == "==")
        return HOLDS[self.sign](left, right, near)

    def _right(self, both: StatePair) -> float:
        assert self.left is not None
        if self.extreme is not None:
            return extreme_value(self.left.first, both.previous, *self.extreme)
        if self.right is not None:
            return self.right.evaluate_on(both).value
        return self.left.evaluate_on(StatePair(both.previous, both.previous)).value


Condition = tuple[Clause, ...]


def holds(condition: Condition, both: StatePair) -> bool:
    """Whether all of it is so."""
    return all(clause.holds(both) for clause in condition)


@lru_cache(maxsize=512)
def parse_condition(text: str) -> Condition:
    """Read a condition; InputError `lesson_condition`, `lesson_number` or of a measure.

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
    if found := MOVES.fullmatch(part):
        return Clause(parse_expression(found[1]), MOVED[found[2]])
    found = COMPARE.fullmatch(part)
    if not found:
        raise _condition_error(text)
    left, places = parse_expression(found[1]), int(found[4] or PLACES)
    if over := EXTREME.fullmatch(found[3]):
        if left.rest or left.first.number is not None or left.first.step or left.first.term:
            raise _condition_error(text)
        return Clause(left, found[2], extreme=(over[1], over[2]), places=places)
    return Clause(left, found[2], parse_expression(found[3]), places=places)


def _condition_error(text: str) -> InputError:
    found = shorten(text)
    message = f'"{found}" is no condition: expected such as nDCG@6 >= 0.9, RR rises, A == B, changed, AP == max over order.'
    return InputError("lesson_condition", message, found=found)


def _without_display(state: AppState) -> AppState:
    """What of a state is the reader's doing: not how numbers are written, nor which list is in front."""
    return replace(state, numbers="decimals", selected=0)


@lru_cache(maxsize=256)
def extreme_value(quantity: StateQuantity, state: AppState, which: str, over: str) -> float:
    """The largest or smallest value over all that a reader may make of a state.

    Raises
    ------
    InputError
        `lesson_condition` where there are too many ways; or where the convention refuses the list.
    """
    state = state if quantity.measure is None else with_measure(state, quantity.measure)
    metric, convention = METRICS[state.metric], state.convention
    if over == "k":
        each = [
            compute(metric, RawLists.from_rankings([state.ranking]), convention.with_choices({"cutoff": k})).value
            for k in range(1, len(state.ranking.items) + 1)
        ]
        values = [float(value[0]) for value in each]
    else:
        lists = list(_all_orders(state.ranking) if over == "order" else _all_judgments(state.ranking))
        values = compute(metric, RawLists.from_rankings(lists), convention).value.tolist()
    return max(values) if which == "max" else min(values)


def _all_orders(ranking: Ranking) -> Iterable[Ranking]:
    """A list in every order of what it shows; documents of the same grade are the same."""
    if len(ranking.items) > MOST_ORDERED:
        raise _condition_error("over order")
    seen: dict[tuple[float | None, ...], tuple[Item, ...]] = {}
    for items in permutations(item._replace(score=None) for item in ranking.items):
        seen.setdefault(tuple(item.grade for item in items), items)
    return (replace(ranking, items=items) for items in seen.values())


def _all_judgments(ranking: Ranking) -> Iterable[Ranking]:
    """A list with every unjudged entry judged the worst or the best that occurs."""
    unjudged = [at for at, item in enumerate(ranking.items) if item.grade is None]
    if len(unjudged) > MOST_UNJUDGED:
        raise _condition_error("over judging")
    best = max((item.grade or 0.0 for item in (*ranking.items, *ranking.missed)), default=1.0) or 1.0
    for grades in product((0.0, best), repeat=len(unjudged)):
        given = dict(zip(unjudged, grades, strict=True))
        items = (item._replace(grade=given[at]) if at in given else item for at, item in enumerate(ranking.items))
        yield replace(ranking, items=tuple(items))
