r"""The record of a computation: each array as it was computed, with its formula as a LaTeX template.

A template has holes that name earlier steps:

======================  ====================================================================
`<x>`                   the array x itself
`<sum x>`, `<max x>`    over all entries of the list
`<upto x>`              the sum over the entries up to the end of i's tie group
`<before x>`            the sum over the entries before i's tie group
`<prod_before x>`       the product over the entries before i
======================  ====================================================================

Filled with symbols a template is the formula, filled with numbers the substitution. `tests/core/test_truth.py` fills it with
the full arrays, runs it and compares it with the recorded value. "" marks a step that is not arithmetic (sorting, counting).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions import Convention
from rankviz.core.conventions import when_choices_matter as matters
from rankviz.core.conventions.option_formulas import Array, Option
from rankviz.core.lists.rankings import Rankings

HOLE = re.compile(r"<(?:(sum|max|upto|before|prod_before) )?([a-z_A-Z0-9]+)>")
# What an array holds, and hence how it is printed: a number of entries, ranks or pairs; a grade, gain or score; the part of
# an entry that counts; a number that the convention says; what the gain at a rank is divided by, or multiplied with; and
# whatever is computed.
Unit = Literal["count", "grade", "share", "setting", "divisor", "weight", "value"]
STAND_INS = {"0": 0.0, "1": 1.0, "nan": float("nan"), "skip": float("nan")}


class Step(NamedTuple):
    """One recorded array; a tuple, since a page makes hundreds at every edit and a dataclass takes three times as long.

    Parameters
    ----------
    key : str
        Names the step inside its trace; its words are `step.<key>` in the texts.
    symbol : str
        LaTeX of the quantity, unique in the trace.
    template : str
        LaTeX with holes, or "".
    value : float64 (Q, N), (Q, M), (Q,) or ()
        Per entry of the list, per rank of the ideal, per query, or over all queries.
    axis : {'list', 'ideal', 'level', 'depth', 'query', 'all'}
        What the second dimension runs over; 'level': the eleven recall levels; 'depth': the first 1, 2, … ranks of two lists.
    where : bool, shape of value, or None
        The entries for which the template is claimed; None: all.
    undefined : bool (Q,) or None
        Queries whose quotient was 0/0; the convention has filled their value.
    unit : {'count', 'grade', 'share', 'setting', 'divisor', 'weight', 'value'}
        What the array holds; `rankviz.display.number_format` prints it accordingly.
    """

    key: str
    symbol: str
    template: str
    value: Array
    axis: str
    where: NDArray[np.bool_] | None = None
    undefined: NDArray[np.bool_] | None = None
    unit: Unit = "value"


class RunningTotal(NamedTuple):
    """The array that a value is the sum or the maximum of, and the running sum or maximum at each entry.

    Parameters
    ----------
    step : Step
        What each entry adds.
    kind : {'sum', 'max'}
        Whether the sum or the largest of them is taken.
    total_step : Step
        The step that takes it over all entries, perhaps with something added.
    value : float64, shape of `step.value`
        The running sum or maximum.
    """

    step: Step
    kind: str
    total_step: Step
    value: Array


class Trace:
    """Collects the steps of one metric on Q lists.

    Parameters
    ----------
    metric : str
        Key of the metric.
    rankings : Rankings
    convention : Convention
        As narrowed for the metric.
    """

    def __init__(self, metric: str, rankings: Rankings, convention: Convention) -> None:
        self.metric = metric
        self.rankings = rankings
        self.convention = convention
        self.steps: list[Step] = []
        self._by_key: dict[str, Step] = {}
        self.lacks_grade = np.zeros(len(rankings.n), dtype=bool)  # lists without a value since an entry has no grade

    @property
    def value(self) -> Array:
        """The last recorded array: the metric's value, shape (Q,), or () for a mean."""
        return self.steps[-1].value

    @property
    def unit(self) -> Unit:
        """What the value is; `unit` of the last step."""
        return self.steps[-1].unit

    @property
    def undefined(self) -> NDArray[np.bool_]:
        """(Q,): queries whose value is 0/0, or in which nothing is relevant; the convention has filled their value."""
        last = self.steps[-1].undefined
        return np.zeros(len(self.rankings.n), dtype=bool) if last is None else last

    @property
    def nothing_relevant(self) -> NDArray[np.bool_]:
        """(Q,): queries in which nothing is relevant, if the convention has its own answer for them; they are undefined."""
        if self.convention.no_relevant == "formula":
            return np.zeros(len(self.rankings.n), dtype=bool)
        rankings = self.rankings
        return np.asarray((rankings.R_list if matters.knows_shown_only(self.convention) else rankings.R) == 0)

    @property
    def left_out(self) -> NDArray[np.bool_]:
        """(Q,): undefined queries that the convention leaves out of the mean."""
        nothing, convention = self.nothing_relevant, self.convention
        return self.undefined & np.where(nothing, convention.no_relevant == "skip", convention.empty == "skip")

    def stand_in(self, query: int = 0) -> str:
        """Return what replaces a query's undefined value: an option of `no_relevant` or of `empty`."""
        if self.nothing_relevant[query]:
            return self.convention.no_relevant
        if self.lacks_grade[query] and self.convention.empty != "skip":
            return "nan"
        return self.convention.empty or "0"

    def step(self, key: str) -> Step:
        """Return the recorded step of a key; KeyError if there is none."""
        return self._by_key[key]

    def __contains__(self, key: object) -> bool:
        return key in self._by_key

    def summed_step(self, axis: str = "list") -> Step | None:
        """Return the array over an axis that the value is the sum or the largest of; None if the metric has none."""
        return None if (sum_or_max := self._sum_or_max(axis)) is None else sum_or_max[0]

    def running_total(self, axis: str = "list") -> RunningTotal | None:
        """Return how the sum or maximum grows from entry to entry; None if the metric has none over this axis."""
        if (sum_or_max := self._sum_or_max(axis)) is None:
            return None
        step, kind, total_step = sum_or_max
        return RunningTotal(step, kind, total_step, running_sums(step.value, kind))

    def _sum_or_max(self, axis: str) -> tuple[Step, str, Step] | None:
        """Return the summed step, 'sum' or 'max', and the step that takes it; None if the metric has none over this axis."""
        steps = reversed(self.steps)  # Success counts the hits before it takes the largest
        holes = ((total, *hole) for total in steps for hole in holes_in(total.template) if hole[0] in ("sum", "max"))
        return next(((step, kind, total) for total, kind, key in holes if (step := self._by_key[key]).axis == axis), None)

    def deciding_column(self) -> NDArray[np.bool_] | None:
        """Return which entry of each list has the value (Q, N), if that is the largest of an array; else None."""
        step = self.summed_step()
        kinds = {hole[0] for each in self.steps for hole in holes_in(each.template) if step and hole[1] == step.key}
        if step is None or "max" not in kinds or not step.value.shape[1]:
            return None
        first = step.value.argmax(axis=1)
        is_first = np.arange(step.value.shape[1]) == as_column(first)
        return np.asarray(is_first & (step.value > 0) & (step.value == as_column(self.value)), dtype=bool)

    def add(
        self,
        key: str,
        symbol: str,
        template: str,
        value: Array | NDArray[np.bool_],
        *,
        axis: str = "",
        where: NDArray[np.bool_] | None = None,
        undefined: NDArray[np.bool_] | None = None,
        unit: Unit | None = None,
    ) -> Array:
        """Record an array and return it, so that the line that computes it also records it.

        Parameters
        ----------
        key, symbol, template : str
        value : float64 or bool, (Q, N), (Q, M), (Q,) or ()
            The array to record.
        axis, where, undefined, unit
            As in `Step`. By default the axis is 'query' for (Q,) and 'list' for anything else; an array without a formula is a
            count, any other a value.

        Returns
        -------
        float64, shape of `value`
        """
        array = np.asarray(value, dtype=float)
        axis = axis or ("query" if array.ndim == 1 else "list")
        return self.append_step(
            Step(key, symbol, template, array, axis, where, undefined, unit or ("value" if template else "count"))
        )

    def append_step(self, step: Step) -> Array:
        """Record a finished step and return its array."""
        self.steps.append(step)
        self._by_key[step.key] = step
        return step.value

    def replace_last(self, step: Step) -> None:
        """Replace the last step by one of the same key."""
        self.steps[-1] = self._by_key[step.key] = step

    def apply(
        self,
        key: str,
        symbol: str,
        option: Option,
        *,
        axis: str = "",
        like: Array | None = None,
        where: NDArray[np.bool_] | None = None,
        unit: Unit = "value",
        **bindings: str,
    ) -> Array:
        """Compute an option's function on the steps its template names, and record it.

        Parameters
        ----------
        key, symbol : str
            Of the new step.
        option : Option
        axis, unit
            As in `Step`.
        like : float64, optional
            Array whose shape the result is broadcast to, for options that name no step.
        where : bool, optional
            Entries that count; elsewhere 0 is recorded.
        **bindings : str
            Step to use for a hole, e.g. grade='ideal_grade'.

        Returns
        -------
        float64
            Of the shape of `where` or `like`, else of the steps that the template names.
        """
        assert option.function is not None, option.key
        template, names = _bind_holes(option.template, option.reads, tuple(bindings.items()))
        arrays = [self._by_key[name].value for name in names]
        if not template and where is not None:  # a table knows nothing of what does not count
            value = np.zeros(where.shape)
            value[where] = option.function(*(np.broadcast_to(each, where.shape)[where] for each in arrays))
            return self.add(key, symbol, template, value, axis=axis, where=where, unit=unit)
        wide = like is not None and like.ndim == 2
        arrays = [each[:, None] if wide and each.ndim == 1 else each for each in arrays]
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            value = np.asarray(option.function(*arrays))
        if like is not None and value.shape != like.shape:
            value = np.broadcast_to(value, like.shape)
        if where is not None:
            value = np.where(where, value, 0.0)
        return self.add(key, symbol, template, value, axis=axis, where=where, unit=unit)

    def ratio(self, key: str, symbol: str, template: str, numerator: Array, denominator: Array) -> Array:
        """Divide and record the quotient; for 0/0 the convention's `empty` is recorded.

        Every division of a metric that may meet 0 goes through here.

        Parameters
        ----------
        key, symbol, template : str
        numerator, denominator : float64 (Q,)

        Returns
        -------
        float64 (Q,)
        """
        undefined = np.asarray(denominator == 0)
        value = np.divide(numerator, denominator, out=np.zeros(undefined.shape), where=~undefined)
        return self.fill_undefined(key, symbol, template, value, undefined=undefined)

    def fill_undefined(
        self, key: str, symbol: str, template: str, value: Array, *, undefined: NDArray[np.bool_], unit: Unit = "value"
    ) -> Array:
        """Record values (Q,) after replacing the `undefined` ones (Q,) by what the convention's `empty` says; return them."""
        value = np.where(undefined, STAND_INS[self.convention.empty or "0"], value)
        return self.add(key, symbol, template, value, where=~undefined, undefined=undefined, unit=unit)


@lru_cache(maxsize=4096)
def holes_in(template: str) -> tuple[tuple[str, str], ...]:
    """Return the holes of a template: the operation over the entries ("" for none), and the key of the step."""
    return tuple(HOLE.findall(template))


@lru_cache(maxsize=1024)
def _bind_holes(template: str, reads: str, bindings: tuple[tuple[str, str], ...]) -> tuple[str, tuple[str, ...]]:
    """Return an option's template with its holes bound to steps, and the keys of those steps."""
    bound = dict(bindings)
    template = HOLE.sub(lambda m: f"<{bound.get(m[2], m[2])}>", template)
    names = tuple(dict.fromkeys(key for _, key in holes_in(template)))
    return template, names or ((bound.get(reads, reads),) if reads else ())


def sum_rows(terms: Array) -> Array:
    """Add up each list's terms (Q, N) in rank order (Q,): a sum depends on its own list only, to the last bit.

    NumPy's own sum adds the numbers of a row in pairs of pairs, by the row's length, which is that of the longest list.
    """
    return running_sums(terms, "sum")[:, -1] if terms.shape[1] else np.zeros(len(terms))


def running_sums(terms: Array, kind: str) -> Array:
    """Return the running sum of each list's terms (Q, N), or with kind 'max' their running maximum."""
    if kind == "max":
        return np.asarray(np.maximum.accumulate(terms, axis=1))
    # A sum of zeros with a sign is a zero without one, however many they are.
    summed: Array = terms.cumsum(axis=1, dtype=float) + 0.0
    return summed


def as_column(values: Array) -> Array:
    """Turn (Q,) into (Q, 1) so that it meets arrays of entries."""
    return values[:, None]
