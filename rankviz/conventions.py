"""Every choice a metric leaves open, as data: the fields of a convention and the options of each field.

A convention is what two people must share before their numbers can be compared. Nothing here computes a metric. Adding an
option is adding one row; its words belong into every file of `texts/`. The keys are permanent: links carry them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from math import isfinite
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.errors import InputError, unknown

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Option:
    """One way to settle one field.

    Parameters
    ----------
    key : str
        Permanent name.
    template : str
        LaTeX with holes `<step>`; "" where the option is not arithmetic.
    function : callable or None
        Takes the arrays of the template's holes, in the order of their first appearance.
    source : str
        Who computes like this.
    slip : bool
        True for a known mistake, offered so that it can be seen.
    """

    key: str
    template: str = ""
    function: Callable[..., Array | np.float64] | None = None
    source: str = ""
    slip: bool = False


def _table(*options: Option) -> Mapping[str, Option]:
    return MappingProxyType({option.key: option for option in options})


GAINS = _table(
    Option("linear", "<grade>", lambda grade: grade, "Järvelin and Kekäläinen 2002; trec_eval"),
    Option("exponential", "2^{<grade>}-1", lambda grade: np.exp2(grade) - 1, "Burges et al. 2005, section 5"),
    Option("binary", "<hit>", lambda hit: hit, "recommenders; sentence-transformers"),
)

# What the gain is DIVIDED BY. For ties='average' the discount is averaged over the places of the tie group (metrics/gains.py).
DISCOUNTS = _table(
    Option("log2", r"\log_2(<rank>+1)", lambda rank: np.log2(rank + 1), "Burges et al. 2005; trec_eval ndcg_cut"),
    Option("ln", r"\ln(<rank>+1)", lambda rank: np.log(rank + 1), "recommenders; ML.NET (READ)"),
    Option("log10", r"\log_{10}(<rank>+1)", lambda rank: np.log10(rank + 1), "articles that leave the base open"),
    Option(
        "jk2",
        r"\max(1,\log_2(<rank>))",
        lambda rank: np.maximum(1, np.log2(rank)),
        "Järvelin and Kekäläinen 2002, b = 2",
    ),
    Option("jk10", r"\max(1,\log_{10}(<rank>))", lambda rank: np.maximum(1, np.log10(rank)), "the same, b = 10"),
    Option("inverse", "<rank>", lambda rank: rank, "CatBoost, denominator=Position"),
    Option("geometric", "<p>^{1-<rank>}", lambda p, rank: p ** (1 - rank), "Moffat and Zobel 2008; CatBoost decay"),
    Option("none", "1", lambda: np.float64(1), "cumulative gain"),
)

AP_BASES = _table(
    Option("R", "<R>", lambda r: r, "trec_eval; Manning et al. 2008, section 8.4"),
    Option("min_R_k", r"\min(<R>,<k>)", np.minimum, "Kaggle's apk; RecBole"),
    Option("hits", "<hits>", lambda hits: hits, "torchmetrics with top_k", slip=True),
    Option("R_list", "<R_list>", lambda r_list: r_list, "scikit-learn; TF-Ranking: arrays hold only what was shown"),
    Option("min_R_list_k", r"\min(<R_list>,<k>)", np.minimum, "XGBoost; LightGBM; CatBoost"),
    Option("min_R_n", r"\min(<R>,<n>)", np.minimum, "LensKit (READ)"),
    Option(
        "all_ranks", r"\min(<k>,<n>)", np.minimum, "Elliot (READ); LogM's article on ranking metrics warns of it", slip=True
    ),
)

PRECISION_BASES = _table(
    Option("k", "<k>", lambda k: k, "trec_eval"),
    Option("n", r"\min(<k>,<n>)", np.minimum, "XGBoost pre; CatBoost; TF-Ranking"),
)

RECALL_BASES = _table(
    Option("R", "<R>", lambda r: r, "trec_eval"),
    Option("R_list", "<R_list>", lambda r_list: r_list, "libraries that see only what was shown"),
    Option("min_R_k", r"\min(<R>,<k>)", np.minimum, "BEIR recall_cap"),
)

# What one tied (relevant, not relevant) pair counts in AUC.
TIED_PAIRS = _table(
    Option("half", r"\frac{1}{2}", lambda: np.float64(0.5), "Mann and Whitney 1947"),
    Option("lost", "0", lambda: np.float64(0), "label ranking loss of scikit-learn"),
    Option("won", "1", lambda: np.float64(1), "an optimistic sort"),
)


def _words(*keys: str) -> Mapping[str, Option]:
    """Build a table of options that are rules, not formulas."""
    return _table(*(Option(key) for key in keys))


@dataclass(frozen=True)
class Field:
    """Which stage reads a field ('list': arrange, 'formula': the metric) and the options it may take (None: a number)."""

    stage: str
    options: Mapping[str, Option] | None = None


FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "cutoff": Field("list"),
        "short_list": Field("list", _words("pad", "shrink")),
        "ties": Field(
            "list", _words("input_order", "docid_desc", "docid_asc", "optimistic", "pessimistic", "average", "group")
        ),
        "unjudged": Field("list", _words("zero", "skip")),
        "negative": Field("list", _words("zero", "keep", "unjudged", "remove", "error")),
        "duplicates": Field("list", _words("first_only", "count_all", "dedupe_first", "last_wins", "error")),
        "threshold": Field("list"),
        "strict": Field("list", _words("no", "yes")),
        "ideal": Field("list", _words("judged", "retrieved", "k_ones")),
        "ideal_cut": Field("list", _words("k", "none", "n")),
        "auc_range": Field("list", _words("all_judged_or_retrieved", "retrieved")),
        "gain": Field("formula", GAINS),
        "discount": Field("formula", DISCOUNTS),
        "rbp_p": Field("formula"),
        "ap_base": Field("formula", AP_BASES),
        "precision_base": Field("formula", PRECISION_BASES),
        "recall_base": Field("formula", RECALL_BASES),
        "tied_pair": Field("formula", TIED_PAIRS),
        "empty": Field("formula", _words("0", "1", "nan", "skip")),
    }
)


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
    gain, discount, ap_base, precision_base, recall_base, tied_pair : str
        Keys of the tables above.
    rbp_p : float
        Persistence of the geometric discount, 0 < p < 1.
    empty : str or None
        What stands for 0/0: '0', '1', 'nan', or 'skip' (left out of means); None: the metric's own textbook answer.
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
    discount: str = "log2"
    rbp_p: float = 0.8
    ap_base: str = "R"
    precision_base: str = "k"
    recall_base: str = "R"
    tied_pair: str = "half"
    empty: str | None = None

    def __post_init__(self) -> None:
        if isinstance(self.strict, bool):
            object.__setattr__(self, "strict", "yes" if self.strict else "no")
        for name, field in FIELDS.items():
            value = getattr(self, name)
            if field.options is not None and value not in field.options and not (name == "empty" and value is None):
                raise unknown("option", str(value), field.options, prefix=f"{name}=")
        object.__setattr__(self, "cutoff", _cutoff(self.cutoff))
        object.__setattr__(self, "threshold", _number("threshold", self.threshold, -1e9, 1e9))
        object.__setattr__(self, "rbp_p", _number("rbp_p", self.rbp_p, 0.001, 0.999))

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

    def differences(self) -> dict[str, object]:
        """List the fields that differ from the textbook."""
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}


class View:
    """The formula fields that a metric has declared; reading another one is a mistake in the metric."""

    def __init__(self, convention: Convention, uses: Mapping[str, tuple[str, ...]]) -> None:
        self._convention = convention
        self._names = frozenset(name for name in uses if FIELDS[name].stage == "formula")

    def __getattr__(self, name: str) -> Any:
        if name not in self._names:
            raise AttributeError(f"the metric reads {name!r} without declaring it in `uses` as a formula field")
        return getattr(self._convention, name)


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
