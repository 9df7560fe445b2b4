"""Every choice a metric leaves open, declared once, and one validated set of them.

A row gives a field's name, type and textbook value, and in `Field` what it may hold and when it can matter. The names and the
keys of options are permanent: links carry them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, cast, get_type_hints

from rankviz.basics.errors import InputError, shorten, unknown_name
from rankviz.basics.limits import MAX_CUTOFF
from rankviz.core.conventions import when_choices_matter as matters
from rankviz.core.conventions.fields import Field
from rankviz.core.conventions.formula import is_like_formula, parse_formula, parse_table
from rankviz.core.conventions.option_formulas import (
    AP_BASES,
    BPREF_BASES,
    DISCOUNTS,
    ERR_STOPS,
    GAINS,
    IDEAL_DISCOUNTS,
    PRECISION_BASES,
    RECALL_BASES,
    TIED_PAIRS,
    TIES,
    UNJUDGED,
    Option,
    custom_option,
    rule_options,
)

# 'credit_each' is the commonest rule of libraries that are given a list of ids and a set of relevant ones: every copy is found
# in the set, which has the document once, as has the ideal, so values may pass 1 (llama-index, sentence-transformers, Spark).
DUPLICATES = rule_options(
    "first_only", "count_all", "dedupe_first", "last_wins", "error", Option("credit_each", may_exceed=True)
)
# What other libraries, and other functions here, call otherwise, with what is written instead.
ELSEWHERE = {
    **dict.fromkeys(("metrics", "metric", "measure"), 'measures=["nDCG@10", "AP"]'),
    **dict.fromkeys(("judged_only", "judged_docs_only_flag"), "unjudged=skip"),
    **dict.fromkeys(("relevance_level", "min_rel"), "threshold=2"),
    "gains": 'gain=table, gain_table="0:0, 1:1, 2:3"',
}
CUTOFF_ELSEWHERE = frozenset({"k", "at", "n", "topk", "top_k", "depth"})  # as other libraries call it
NOTHING_RELEVANT = rule_options("formula", *(Option(key, mistake_cost=1.8) for key in ("0", "1", "nan", "skip")), "error")


@dataclass(frozen=True)
class ListRules:
    """What becomes of the lists; read by `arrange` and nothing else."""

    # Deepest rank counted; None: the whole list. Of fewer entries than that, k stays, or is the list's length.
    cutoff: Annotated[int | None, Field(low=1, high=MAX_CUTOFF, is_integer=True)] = None
    short_list: Annotated[
        str, Field(rule_options("pad", "shrink"), matters_when=matters.is_cut_beyond, is_read_when=matters.k_is_read)
    ] = "pad"
    # How equal scores are ordered; 'average' takes the expected discount, 'group' reads tied entries together, 'include' takes
    # those at the cutoff all, 'mean_rank' gives them one rank.
    ties: Annotated[str, Field(TIES, matters_when=matters.has_ties)] = "input_order"
    # What an entry without a grade is: grade 0, no entry, the end of all values where it is read, or the grade below.
    unjudged: Annotated[str, Field(UNJUDGED, matters_when=matters.has_unjudged)] = "zero"
    unjudged_grade: Annotated[
        float, Field(low=0, high=1000, matters_when=matters.has_unjudged, is_read_when=matters.unjudged_have_a_grade)
    ] = 0.0
    negative: Annotated[
        str,
        Field(
            rule_options("zero", Option("keep", may_exceed=True), "unjudged", "remove", "error"),
            matters_when=matters.has_negative,
        ),
    ] = "zero"
    duplicates: Annotated[str, Field(DUPLICATES, matters_when=matters.has_duplicates)] = "first_only"
    # With how many bits scores are read: with 32, scores that differ after the seventh digit or so are tied.
    score_bits: Annotated[str, Field(rule_options("64", "32"), matters_when=matters.has_long_scores)] = "64"
    # Whether a relevant entry is credited whatever its score, or only with a score above 0.
    score_filter: Annotated[str, Field(rule_options("none", "positive"), matters_when=matters.has_scores_to_filter)] = "none"
    # Whether judged documents that were not retrieved are known at all; to a library that is given arrays they are not.
    unretrieved: Annotated[
        str, Field(rule_options("count", "invisible"), matters_when=matters.has_missed, is_read_when=matters.missed_are_read)
    ] = "count"
    # Relevant means grade >= threshold; with strict='yes' grade > threshold.
    threshold: Annotated[
        float, Field(low=-1e9, high=1e9, matters_when=matters.has_grades, is_read_when=matters.relevance_is_read)
    ] = 1.0
    strict: Annotated[
        str | bool,
        Field(rule_options("no", "yes"), matters_when=matters.has_grade_at_threshold, is_read_when=matters.relevance_is_read),
    ] = "no"
    # Which documents the ideal ranking may use, and where it is cut.
    ideal: Annotated[
        str, Field(rule_options("judged", Option("retrieved", mistake_cost=1.0), Option("k_ones", may_exceed=True)))
    ] = "judged"
    ideal_cut: Annotated[
        str, Field(rule_options("k", Option("none", mistake_cost=1.1), "n"), matters_when=matters.cuts_ideal)
    ] = "k"
    # Whether judged documents that were not retrieved count in AUC, ROC and accuracy (as one tie group at the end).
    auc_range: Annotated[str, Field(rule_options("all_judged_or_retrieved", "retrieved"), matters_when=matters.sees_missed)] = (
        "all_judged_or_retrieved"
    )


@dataclass(frozen=True)
class FormulaRules:
    """What stands in the formulas: all that a metric sees of a convention, and of that only what it declares."""

    gain: Annotated[str, Field(GAINS)] = "linear"
    # The person's own gain by grade, read with gain='table' or 'formula'; kept as `formula` prints it.
    gain_table: Annotated[str, Field(variable="g", is_read_when=matters.gain_is_table)] = "0:0, 1:1, 2:3, 3:7"
    gain_formula: Annotated[str, Field(variable="g", is_read_when=matters.gain_is_formula)] = "2^g-1"
    # The base b of (bᵍ − 1)/(b − 1): each further grade is worth b times the one before.
    gain_base: Annotated[
        float,
        Field(
            low=0,
            high=10,
            step=0.1,
            slide=(0, 4),
            symbol="b",
            is_read_when=matters.gain_is_base,
        ),
    ] = 1.5
    # What the gain is divided by, likewise by rank.
    discount: Annotated[str, Field(DISCOUNTS)] = "log2"
    discount_table: Annotated[str, Field(variable="i", is_read_when=matters.discount_is_table)] = "1:1, 2:1.5, 3:2"
    discount_formula: Annotated[str, Field(variable="i", is_read_when=matters.discount_is_formula)] = "log2(i+1)"
    # The strength s of log₂(i + 1)ˢ and of iˢ.
    discount_power: Annotated[
        float, Field(low=0, high=3, step=0.1, slide=(0, 3), symbol="s", is_read_when=matters.discount_is_power)
    ] = 0.5
    # Any but the same is a known mistake.
    ideal_discount: Annotated[str, Field(IDEAL_DISCOUNTS)] = "same"
    # Persistence of RBP and of the geometric discount; and whether RBP adds relevance or the grades themselves.
    rbp_p: Annotated[float, Field(low=0.001, high=0.999, step=0.05, symbol="p", is_read_when=matters.persistence_is_read)] = 0.8
    rbp_gain: Annotated[str, Field(rule_options("binary", "graded"))] = "binary"
    # The highest grade there is, for ERR; None: the largest of the list's judged documents.
    err_max: Annotated[float | None, Field(low=0, high=1000, is_read_when=matters.scale_is_read)] = None
    # Whether the chance of stopping at an entry is (2^g-1)/2^highest, or the grade itself.
    err_stop: Annotated[str, Field(ERR_STOPS)] = "scaled"
    ap_base: Annotated[str, Field(AP_BASES)] = "R"
    precision_base: Annotated[str, Field(PRECISION_BASES, matters_when=matters.divides_precision_otherwise)] = "k"
    recall_base: Annotated[str, Field(RECALL_BASES, matters_when=matters.counts_relevant_otherwise)] = "R"
    # How much more recall weighs than precision in F_beta.
    beta: Annotated[float, Field(low=0.001, high=1000, step=0.5)] = 2.0
    bpref_base: Annotated[str, Field(BPREF_BASES)] = "min_R_N"
    # Where interpolated precision is read, and how level x R is made a number of hits: up, or to the nearest.
    recall_level: Annotated[float, Field(low=0, high=1, step=0.1)] = 0.0
    iprec_cut: Annotated[str, Field(rule_options("ceil", "round"), is_read_when=matters.level_is_rounded)] = "ceil"
    # How the points of the precision-recall curve are joined; trapezoid is a known mistake.
    pr_area: Annotated[str, Field(rule_options("steps", Option("trapezoid", is_mistake=True), "interpolated"))] = "steps"
    tied_pair: Annotated[str, Field(TIED_PAIRS, matters_when=matters.may_tie_pairs)] = "half"
    # Persistence of RBO, which compares two lists: the larger, the deeper it looks.
    rbo_p: Annotated[float, Field(low=0.001, high=0.999, step=0.05, symbol="p")] = 0.9
    # What is answered where no judged document is relevant: what the formula gives (and `empty` for its 0/0), or this.
    no_relevant: Annotated[
        str,
        Field(
            NOTHING_RELEVANT,
            matters_when=matters.may_judge_nothing_relevant,
        ),
    ] = "formula"
    # What stands for 0/0; 'skip': the list is left out of means; None: the metric's own textbook answer.
    empty: Annotated[str | None, Field(rule_options("0", "1", "nan", "skip"), matters_when=matters.may_be_undefined)] = None

    @property
    def gain_option(self) -> Option:
        """The gain as an option that can be computed, also where it is custom."""
        if self.gain == "base" and isinstance(self.gain_base, float) and self.gain_base == 1:
            return replace(GAINS["linear"], key="base")  # where the quotient would be 0/0
        return custom_option(GAINS[self.gain], self.gain_table, self.gain_formula, "g")

    @property
    def discount_option(self) -> Option:
        """The discount as an option that can be computed, also where it is custom."""
        return custom_option(DISCOUNTS[self.discount], self.discount_table, self.discount_formula, "i")


@dataclass(frozen=True)
class MeanRules:
    """What becomes of the values of several lists."""

    # Which lists count: those with judged documents, with entries, with both, with a relevant document, or all.
    mean_over: Annotated[
        str,
        Field(
            rule_options("qrels", "intersection", "run", "with_relevant", "all"),
            matters_when=matters.has_lists_that_may_not_count,
        ),
    ] = "qrels"
    # Weight of a list: 1, its entries, its relevant entries, what its value is divided by; None: the metric's own answer.
    mean_weights: Annotated[
        str | None, Field(rule_options("none", "impressions", "positives", "base"), matters_when=matters.has_several_lists)
    ] = None


@dataclass(frozen=True)
class PairRules:
    """Which documents of two lists are compared where their orders are."""

    # What becomes of a document that only one of them has: it is left out, or tied with the others below all of that list.
    alike_missing: Annotated[str, Field(rule_options("common", "tied_below"))] = "common"


@dataclass(frozen=True, eq=False)
class Convention(PairRules, MeanRules, FormulaRules, ListRules):
    """One validated set of choices; the defaults are the textbook's. Two people must share it to compare their numbers."""

    def __post_init__(self) -> None:
        for name, field in FIELDS.items():
            value = getattr(self, name)
            if value is not field.default:  # most are, and those are valid
                object.__setattr__(self, name, _validated(name, value))

    # It is looked up in caches dozens of times an answer.
    @cached_property
    def _values(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in FIELDS])

    def __hash__(self) -> int:
        return hash(self._values)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Convention) and self._values == other._values)

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

        Returns
        -------
        Convention
            All other fields have the textbook's value.

        Raises
        ------
        InputError
            `option_without_meaning`, only if `strictly`.
        """
        narrowed: dict[str, Any] = dict(fixes)
        for name, options in uses.items():
            value = getattr(self, name)
            if options and value is not None and value not in options:
                if strictly:
                    raise without_meaning(name, value, options)
                value = options[0]
            narrowed[name] = value
        return Convention(**narrowed)

    def with_choices(self, choices: Mapping[str, object]) -> Convention:
        """Replace the named fields.

        Parameters
        ----------
        choices : mapping of field to value

        Returns
        -------
        Convention

        Raises
        ------
        InputError
            `unknown_choice` for a name that is not a field, `cutoff_name` for one that elsewhere is the cutoff, and
            `choice_elsewhere` for one that is another; `unknown_option` for a value that is not an option,
            `option_formula` and `option_table` for one that is a formula or a table, and `formula_too_long`.
        """
        for name in choices:
            refuse_elsewhere(name)
            if name not in FIELDS:
                raise unknown_name("choice", name, FIELDS)
        if all(value is getattr(self, name) for name, value in choices.items()):
            return self
        # Thousands are made for a look-up, so what stays as it is, and was validated, is not validated again.
        changed = object.__new__(Convention)
        changed.__dict__.update({**self.__dict__, **{name: _validated(name, value) for name, value in choices.items()}})
        changed.__dict__.pop("_values", None)
        return changed

    def view(self, uses: Collection[str], swept: Mapping[str, object] = MappingProxyType({})) -> FormulaRules:
        """Return what a metric that declares these fields sees; reading another one is a mistake in the metric.

        Parameters
        ----------
        uses : field names
            What the metric declares.
        swept : mapping of field to float64 (Q,)
            Numbers that replace the convention's, one for each list.

        Returns
        -------
        FormulaRules
            Raises AttributeError for a field that is not declared.
        """
        return cast("FormulaRules", _Declared(self, uses, swept))

    def differences(self) -> dict[str, object]:
        """List the fields that differ from the textbook."""
        return {
            name: value for (name, field), value in zip(FIELDS.items(), self._values, strict=True) if value != field.default
        }


def _validated(name: str, value: object) -> object:
    """Check a value of a field and return its canonical form."""
    try:
        return FIELDS[name].validate(("yes" if value else "no") if name == "strict" and isinstance(value, bool) else value)
    except InputError as error:
        own = FIELDS.get(f"{name}_formula")
        if error.key != "unknown_option" or own is None or not isinstance(value, str):
            raise
        raise _own_values_error(name, value, own.variable) or error from None


def _own_values_error(name: str, text: str, variable: str) -> InputError | None:
    """Return what is said of a formula or a table in the place of an option: how it is chosen, or its length; else None.

    A discount that is 0 somewhere is a formula, too; that is told where it is chosen.
    """
    for kind, parse in (("formula", parse_formula), ("table", parse_table)):
        try:
            parse(text, variable)
        except InputError as error:
            if error.key == "formula_too_long" and is_like_formula(text, variable):
                return error
        else:
            message = (
                f'"{shorten(text)}" is no option of {name}. For a {kind} of your own choose {name}="{kind}" and '
                f'{name}_{kind}="{text}" (--choose {name}={kind} --choose "{name}_{kind}={text}").'
            )
            return InputError(f"option_{kind}", message, name=name, text=text)
    return None


def refuse_elsewhere(name: str) -> None:
    """Refuse the name that something has in other libraries: `cutoff_name`, `choice_elsewhere`."""
    if name.lower() in CUTOFF_ELSEWHERE:
        raise cutoff_elsewhere(name)
    if name in ELSEWHERE:
        raise choice_elsewhere(name)


def choice_elsewhere(name: str) -> InputError:
    """Build the error for a name of `ELSEWHERE`, with what is meant by it here."""
    message = f'"{name}" is no choice here: write {ELSEWHERE[name]}.'
    return InputError("choice_elsewhere", message, name=name, here=ELSEWHERE[name])


def cutoff_elsewhere(name: str) -> InputError:
    """Build the error for a name that is the cutoff in other libraries."""
    return InputError("cutoff_name", f'"{name}" is no choice here: write nDCG@10, or cutoff=10.', name=name)


def without_meaning(name: str, value: str, options: Collection[str]) -> InputError:
    """Build the error for an option that a metric has no meaning for, with those that it has."""
    message = f"{name}={value} has no meaning for this metric; choose one of: {', '.join(options)}."
    return InputError("option_without_meaning", message, field=name, value=value, known=", ".join(options))


class _Declared:
    """A view that refuses what the metric has not declared, in the options that are made of several fields too."""

    def __init__(self, convention: Convention, uses: Collection[str], swept: Mapping[str, object]) -> None:
        self._convention, self._uses, self._swept = convention, uses, swept

    def __getattr__(self, name: str) -> object:
        """Look a field up the first time it is read, and keep its value."""
        value = self.__dict__[name] = self._read(name)
        return value

    def _read(self, name: str) -> object:
        if name in self._uses and FIELDS[name].stage == "formula":
            return self._swept[name] if name in self._swept else getattr(self._convention, name)
        attribute = getattr(FormulaRules, name, None)
        if isinstance(attribute, property) and attribute.fget:
            return attribute.fget(self)
        raise AttributeError(f"the metric reads {name!r} without declaring it in `uses` as a formula field")


def _declare_fields(stage: str, rules: type[ListRules | FormulaRules | MeanRules | PairRules]) -> dict[str, Field]:
    """Return the fields that a part of the convention declares, by name."""
    annotations = get_type_hints(rules, include_extras=True)
    return {
        each.name: replace(annotations[each.name].__metadata__[0], name=each.name, stage=stage, default=each.default)
        for each in fields(rules)
    }


FIELDS: Mapping[str, Field] = MappingProxyType(
    _declare_fields("list", ListRules)
    | _declare_fields("formula", FormulaRules)
    | _declare_fields("means", MeanRules)
    | _declare_fields("pair", PairRules)
)
TEXTBOOK = Convention()
