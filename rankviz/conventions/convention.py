"""One settled set of choices, and the part of it that a metric may read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from rankviz.conventions.fields import FIELDS, OWN_OPTIONS, settled
from rankviz.conventions.options import DISCOUNTS, GAINS, Option, own_option
from rankviz.errors import InputError, unknown


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
    score_bits : {'64', '32'}
        With how many bits scores are read: with 32, scores that differ after the seventh digit or so are tied.
    score_filter : {'none', 'positive'}
        Whether a relevant entry is credited whatever its score, or only with a score above 0.
    unretrieved : {'count', 'invisible'}
        Whether judged documents that were not retrieved are known at all; to a library that is given arrays they are not.
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
    err_stop : {'scaled', 'probability'}
        Whether the chance of stopping at an entry is (2^g-1)/2^highest, or the grade itself.
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
    mean_over : {'qrels', 'intersection', 'run', 'with_relevant', 'all'}
        Which lists count in a mean: those with judged documents, with both, with retrieved entries, with a relevant document,
        or every list that is given.
    mean_weights : {'none', 'impressions', 'positives'} or None
        Weight of a list in a mean: 1, its entries, its relevant entries; None: the metric's own answer.
    """

    cutoff: int | None = None
    short_list: str = "pad"
    ties: str = "input_order"
    unjudged: str = "zero"
    negative: str = "zero"
    duplicates: str = "first_only"
    score_bits: str = "64"
    score_filter: str = "none"
    unretrieved: str = "count"
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
    err_stop: str = "scaled"
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
            object.__setattr__(self, name, settled(name, field, getattr(self, name)))

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


TEXTBOOK = Convention()
