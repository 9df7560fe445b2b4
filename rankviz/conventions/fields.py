"""The fields of a convention, with what each may hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rankviz.conventions import matters
from rankviz.conventions.list_facts import ListFacts
from rankviz.conventions.options import (
    AP_BASES,
    BPREF_BASES,
    DISCOUNTS,
    ERR_STOPS,
    GAINS,
    IDEAL_DISCOUNTS,
    PRECISION_BASES,
    RECALL_BASES,
    TIED_PAIRS,
    Option,
    read_own,
    words,
)
from rankviz.errors import InputError, shown, unknown
from rankviz.limits import MAX_CUTOFF
from rankviz.values import as_number


def _always(*_: object) -> bool:
    return True


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
    when : function of (ListFacts, Convention) to bool
        Whether another value can make a difference on these lists.
    read : function of (ListFacts, Convention, declared fields) to bool
        Whether a metric that declares these fields reads that difference, so as it makes its other choices.
    """

    stage: str
    options: Mapping[str, Option] | None = None
    low: float = 0.0
    high: float = 0.0
    optional: bool = False
    variable: str = ""
    when: Callable[[ListFacts, matters.Choices], bool] = _always
    read: Callable[[ListFacts, matters.Choices, matters.Uses], bool] = _always

    def matters(self, facts: ListFacts, convention: matters.Choices, uses: matters.Uses | None = None) -> bool:
        """Say whether another value of this field can change anything on these lists: False only if none can.

        Parameters
        ----------
        facts : ListFacts
        convention : Convention
            The other choices.
        uses : field names, optional
            What a metric declares, the convention being narrowed to it. Without them the question is what may become of the
            lists, whatever is made of them then.
        """
        return self.when(facts, convention) and (uses is None or self.read(facts, convention, uses))


FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "cutoff": Field("list", low=1, high=MAX_CUTOFF, optional=True),
        "short_list": Field("list", words("pad", "shrink"), when=matters.is_cut_beyond, read=matters.k_is_read),
        "ties": Field(
            "list",
            words("input_order", "docid_desc", "docid_asc", "optimistic", "pessimistic", "average", "group"),
            when=matters.has_ties,
        ),
        "unjudged": Field("list", words("zero", "skip"), when=matters.has_unjudged),
        "negative": Field("list", words("zero", "keep", "unjudged", "remove", "error"), when=matters.has_negative),
        "duplicates": Field(
            "list",
            words("first_only", "count_all", "credit_each", "dedupe_first", "last_wins", "error", slip="credit_each"),
            when=matters.has_copies,
        ),
        "score_bits": Field("list", words("64", "32"), when=matters.has_long_scores),
        "score_filter": Field("list", words("none", "positive"), when=matters.has_scores_to_filter),
        "unretrieved": Field("list", words("count", "invisible"), when=matters.has_missed, read=matters.missed_are_read),
        "threshold": Field("list", low=-1e9, high=1e9, when=matters.has_grades, read=matters.relevance_is_read),
        "strict": Field("list", words("no", "yes"), when=matters.has_grade_at_threshold, read=matters.relevance_is_read),
        "ideal": Field("list", words("judged", "retrieved", "k_ones")),
        "ideal_cut": Field("list", words("k", "none", "n"), when=matters.cuts_ideal),
        "auc_range": Field("list", words("all_judged_or_retrieved", "retrieved"), when=matters.sees_missed),
        "gain": Field("formula", GAINS),
        "gain_table": Field("formula", variable="g", read=matters.gain_is_table),
        "gain_formula": Field("formula", variable="g", read=matters.gain_is_formula),
        "discount": Field("formula", DISCOUNTS),
        "discount_table": Field("formula", variable="i", read=matters.discount_is_table),
        "discount_formula": Field("formula", variable="i", read=matters.discount_is_formula),
        "ideal_discount": Field("formula", IDEAL_DISCOUNTS),
        "rbp_p": Field("formula", low=0.001, high=0.999, read=matters.persistence_is_read),
        "rbp_gain": Field("formula", words("binary", "graded")),
        "err_max": Field("formula", low=0, high=1000, optional=True, read=matters.scale_is_read),
        "err_stop": Field("formula", ERR_STOPS),
        "ap_base": Field("formula", AP_BASES),
        "precision_base": Field("formula", PRECISION_BASES, when=matters.stays_beyond),
        "recall_base": Field("formula", RECALL_BASES, when=matters.counts_relevant_otherwise),
        "beta": Field("formula", low=0.001, high=1000),
        "bpref_base": Field("formula", BPREF_BASES),
        "recall_level": Field("formula", low=0, high=1),
        "iprec_cut": Field("formula", words("ceil", "round"), read=matters.level_is_rounded),
        "pr_area": Field("formula", words("steps", "trapezoid", "interpolated", slip="trapezoid")),
        "tied_pair": Field("formula", TIED_PAIRS, when=matters.may_tie_pairs),
        "empty": Field("formula", words("0", "1", "nan", "skip"), when=matters.may_be_undefined),
        "mean_over": Field(
            "means",
            words("qrels", "intersection", "run", "with_relevant", "all"),
            when=matters.has_lists_that_may_not_count,
        ),
        "mean_weights": Field("means", words("none", "impressions", "positives"), when=matters.has_several_lists),
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


def settled(name: str, field: Field, value: Any) -> Any:
    """Check one field's value and give it its settled form."""
    if field.options is not None:
        if not (isinstance(value, str) and value in field.options) and not (name in OPEN and value is None):
            raise unknown("option", value, field.options, prefix=f"{name}=")
        return value
    if field.variable:
        text = value if isinstance(value, str) else shown(value)
        return read_own(name.partition("_")[2], text, field.variable).text
    if name == "cutoff":
        return _cutoff(value)
    return None if value is None and field.optional else _number(name, value, field.low, field.high)


def _cutoff(value: object) -> int | None:
    if value is None:
        return None
    number = as_number(value)
    if not 1 <= number <= MAX_CUTOFF or number != int(number):
        message = f"cutoff={shown(value)}: expected a whole number from 1 to {MAX_CUTOFF:,}, or None for the whole list."
        raise InputError("bad_cutoff", message, value=shown(value), limit=f"{MAX_CUTOFF:,}")
    return int(number)


def _number(name: str, value: object, low: float, high: float) -> float:
    number = as_number(value)
    if not low <= number <= high:
        message = f"{name}={shown(value)}: expected a number from {low:g} to {high:g}."
        raise InputError("bad_number", message, name=name, value=shown(value), low=f"{low:g}", high=f"{high:g}")
    return number + 0.0  # so that there is no -0, which a link would not keep
