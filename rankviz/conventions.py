"""Every choice a metric leaves open: the fields of a convention, and one settled set of them.

A convention is what two people must share before their numbers can be compared. The options of each field are in `options.py`.
The names are permanent: links carry them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from math import isfinite
from types import MappingProxyType
from typing import Any

import numpy as np

from rankviz.errors import InputError, unknown
from rankviz.options import (
    AP_BASES,
    BPREF_BASES,
    DISCOUNTS,
    GAINS,
    IDEAL_DISCOUNTS,
    PRECISION_BASES,
    RECALL_BASES,
    TIED_PAIRS,
    Option,
    own_option,
    read_own,
    words,
)


@dataclass(frozen=True)
class Field:
    """One choice.

    Parameters
    ----------
    stage : {'list', 'formula', 'means'}
        Who reads it: arrange, the metric, or the mean over several lists.
    options : mapping of key to Option, or None
        None: a number, or a text of the person's own.
    low, high : float
        Bounds of a number.
    optional : bool
        Whether a number may be None.
    variable : str
        Of a text: 'g' or 'i', what its formula or table is about.
    """

    stage: str
    options: Mapping[str, Option] | None = None
    low: float = 0.0
    high: float = 0.0
    optional: bool = False
    variable: str = ""


FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "cutoff": Field("list", low=1, high=1_000_000_000, optional=True),
        "short_list": Field("list", words("pad", "shrink")),
        "ties": Field("list", words("input_order", "docid_desc", "docid_asc", "optimistic", "pessimistic", "average", "group")),
        "unjudged": Field("list", words("zero", "skip")),
        "negative": Field("list", words("zero", "keep", "unjudged", "remove", "error")),
        "duplicates": Field("list", words("first_only", "count_all", "dedupe_first", "last_wins", "error")),
        "threshold": Field("list", low=-1e9, high=1e9),
        "strict": Field("list", words("no", "yes")),
        "ideal": Field("list", words("judged", "retrieved", "k_ones")),
        "ideal_cut": Field("list", words("k", "none", "n")),
        "auc_range": Field("list", words("all_judged_or_retrieved", "retrieved")),
        "gain": Field("formula", GAINS),
        "gain_table": Field("formula", variable="g"),
        "gain_formula": Field("formula", variable="g"),
        "discount": Field("formula", DISCOUNTS),
        "discount_table": Field("formula", variable="i"),
        "discount_formula": Field("formula", variable="i"),
        "ideal_discount": Field("formula", IDEAL_DISCOUNTS),
        "rbp_p": Field("formula", low=0.001, high=0.999),
        "rbp_gain": Field("formula", words("binary", "graded")),
        "err_max": Field("formula", low=0, high=1000, optional=True),
        "ap_base": Field("formula", AP_BASES),
        "precision_base": Field("formula", PRECISION_BASES),
        "recall_base": Field("formula", RECALL_BASES),
        "beta": Field("formula", low=0.001, high=1000),
        "bpref_base": Field("formula", BPREF_BASES),
        "recall_level": Field("formula", low=0, high=1),
        "iprec_cut": Field("formula", words("ceil", "round")),
        "pr_area": Field("formula", words("steps", "trapezoid", "interpolated", slip="trapezoid")),
        "tied_pair": Field("formula", TIED_PAIRS),
        "empty": Field("formula", words("0", "1", "nan", "skip")),
        "mean_over": Field("means", words("qrels", "intersection", "run", "with_relevant")),
        "mean_weights": Field("means", words("none", "impressions", "positives")),
    }
)
# What an option is made of that may be the person's own.
OWN_OPTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "gain_option": ("gain", "gain_table", "gain_formula"),
        "discount_option": ("discount", "discount_table", "discount_formula"),
    }
)
OPEN = ("empty", "mean_weights")  # None: the metric's own textbook answer


@dataclass(frozen=True)
class Convention:
    """One settled set of choices; the defaults are the textbook's.

    Parameters
    ----------
    cutoff : int or None
        Deepest rank counted, >= 1; None counts the whole list.
    short_list : {'pad', 'shrink'}
        With fewer than `cutoff` entries: keep k, or let k be the list's length.
    ties : str
        How equal scores are ordered; 'average' takes the expected discount, 'group' reads tied entries together.
    unjudged, negative, duplicates : str
        What happens to entries without a grade, with a grade below 0, and to copies of an entry.
    threshold : float
        Relevant means grade >= threshold; with strict='yes' grade > threshold.
    ideal, ideal_cut : str
        Which documents the ideal ranking may use, and where it is cut.
    auc_range : str
        Whether judged documents that were not retrieved count in AUC, ROC and accuracy (as one tie group at the end).
    gain, discount, ap_base, precision_base, recall_base, bpref_base, tied_pair : str
        Keys of the tables above.
    gain_table, gain_formula, discount_table, discount_formula : str
        An own gain by grade or discount by rank, read with gain='table' and so on; kept as `formula.py` prints it.
    ideal_discount : {'same', 'log2', 'ln', 'log10', 'none'}
        Discount of the ideal ranking; any but the same is a known mistake.
    rbp_p : float
        Persistence of RBP and of the geometric discount, 0 < p < 1.
    rbp_gain : {'binary', 'graded'}
        Whether RBP adds relevance or the grades themselves.
    err_max : float or None
        The highest grade there is, for ERR; None: the largest of the list's judged documents.
    beta : float
        How much more recall weighs than precision in F_beta.
    recall_level : float
        Where interpolated precision is read, 0 to 1.
    iprec_cut : {'ceil', 'round'}
        Hits that a recall level asks for: level x R rounded up, or to the nearest whole number.
    pr_area : {'steps', 'trapezoid', 'interpolated'}
        How the points of the precision-recall curve are joined; trapezoid is a known mistake.
    empty : str or None
        What stands for 0/0: '0', '1', 'nan', or 'skip' (left out of means); None: the metric's own textbook answer.
    mean_over : {'qrels', 'intersection', 'run', 'with_relevant'}
        Which lists count in a mean: those with judged documents, with both, with retrieved entries, with a relevant document.
    mean_weights : {'none', 'impressions', 'positives'} or None
        Weight of a list in a mean: 1, its entries, its relevant entries; None: the metric's own answer.
    """

    cutoff: int | None = None
    short_list: str = "pad"
    ties: str = "input_order"
    unjudged: str = "zero"
    negative: str = "zero"
    duplicates: str = "first_only"
    threshold: float = 1.0
    strict: str | bool = "no"
    ideal: str = "judged"
    ideal_cut: str = "k"
    auc_range: str = "all_judged_or_retrieved"
    gain: str = "linear"
    gain_table: str = "0:0, 1:1, 2:3, 3:7"
    gain_formula: str = "2^g-1"
    discount: str = "log2"
    discount_table: str = "1:1, 2:1.5, 3:2"
    discount_formula: str = "log2(i+1)"
    ideal_discount: str = "same"
    rbp_p: float = 0.8
    rbp_gain: str = "binary"
    err_max: float | None = None
    ap_base: str = "R"
    precision_base: str = "k"
    recall_base: str = "R"
    beta: float = 2.0
    bpref_base: str = "min_R_N"
    recall_level: float = 0.0
    iprec_cut: str = "ceil"
    pr_area: str = "steps"
    tied_pair: str = "half"
    empty: str | None = None
    mean_over: str = "qrels"
    mean_weights: str | None = None

    def __post_init__(self) -> None:
        if isinstance(self.strict, bool):
            object.__setattr__(self, "strict", "yes" if self.strict else "no")
        for name, field in FIELDS.items():
            object.__setattr__(self, name, _settled(name, field, getattr(self, name)))

    def narrow(self, uses: Mapping[str, tuple[str, ...]], fixes: Mapping[str, str], strictly: bool = False) -> Convention:
        """Keep only the fields that a metric declares, so that no other field can matter to it.

        Parameters
        ----------
        uses : mapping of field to option keys
            The options that make sense for the metric; () for numbers.
        fixes : mapping of field to option key
            Fields that the metric itself settles.
        strictly : bool
            What to do with an option that the metric has no meaning for: raise, or take the first one it has.

        Raises
        ------
        InputError
            `option_without_meaning`, only if `strictly`.
        """
        kept: dict[str, Any] = dict(fixes)
        for name, options in uses.items():
            value = getattr(self, name)
            if options and value is not None and value not in options:
                if strictly:
                    message = f"{name}={value} has no meaning for this metric; choose one of: {', '.join(options)}."
                    raise InputError("option_without_meaning", message, field=name, value=value, known=", ".join(options))
                value = options[0]
            kept[name] = value
        return Convention(**kept)

    def with_choices(self, choices: Mapping[str, object]) -> Convention:
        """Replace the named fields.

        Raises
        ------
        InputError
            `unknown_choice` for a name that is no field, `unknown_option` for a value that is no option.
        """
        for name in choices:
            if name not in FIELDS:
                raise unknown("choice", name, FIELDS)
        return replace(self, **dict(choices))  # type: ignore[arg-type]

    def gain_option(self) -> Option:
        """The gain as an option that can be computed, also where it is the person's own."""
        return own_option(GAINS[self.gain], self.gain_table, self.gain_formula, "g")

    def discount_option(self) -> Option:
        """The discount, likewise."""
        return own_option(DISCOUNTS[self.discount], self.discount_table, self.discount_formula, "i")

    def differences(self) -> dict[str, object]:
        """List the fields that differ from the textbook."""
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}


class View:
    """The formula fields that a metric has declared; reading another one is a mistake in the metric."""

    def __init__(self, convention: Convention, uses: Mapping[str, tuple[str, ...]]) -> None:
        self._convention = convention
        self._names = frozenset(name for name in uses if FIELDS[name].stage == "formula")

    def __getattr__(self, name: str) -> Any:
        for needed in OWN_OPTIONS.get(name, (name,)):
            if needed not in self._names:
                raise AttributeError(f"the metric reads {needed!r} without declaring it in `uses` as a formula field")
        found = getattr(self._convention, name)
        return found() if name in OWN_OPTIONS else found


def _settled(name: str, field: Field, value: Any) -> Any:
    """Check one field's value and give it its settled form."""
    if field.options is not None:
        if value not in field.options and not (name in OPEN and value is None):
            raise unknown("option", str(value), field.options, prefix=f"{name}=")
        return value
    if field.variable:
        return read_own(name.partition("_")[2], str(value), field.variable).text
    if name == "cutoff":
        return _cutoff(value)
    return None if value is None and field.optional else _number(name, value, field.low, field.high)


def _cutoff(value: object) -> int | None:
    if value is None:
        return None
    whole = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    number = float(value) if whole else 0.0  # type: ignore[arg-type]
    if not isfinite(number) or int(number) != number or not 1 <= number <= 1_000_000_000:
        message = f"cutoff={value!r}: expected a whole number from 1 on, or None for the whole list."
        raise InputError("bad_cutoff", message, value=value)
    return int(number)


def _number(name: str, value: object, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        number = float("nan")
    else:
        number = float(value)
    if not low <= number <= high:
        message = f"{name}={value!r}: expected a number from {low:g} to {high:g}."
        raise InputError("bad_number", message, name=name, value=value, low=f"{low:g}", high=f"{high:g}")
    return number


TEXTBOOK = Convention()
