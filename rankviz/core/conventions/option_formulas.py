"""The options of each choice, as data: gains, discounts, denominators, with formula, function and source.

Nothing here computes a metric. Adding an option is adding one row; without a `formula_label` it has words in every file of
`texts/`, too. The keys are permanent: links carry them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions.formula import Formula, ValueTable, check_discount, parse_formula, parse_table

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
    is_mistake : bool
        True for a known mistake, offered so that it can be seen.
    mistake_cost : float or None
        How far-fetched it is that somebody who meant another option computed this one, as `diagnose/departures.py` counts it;
        its words are `mistake.<field>_<key>`. None: nobody is known to.
    may_exceed : bool
        Whether values may leave the usual bounds of a metric.
    rare : bool
        True if hardly anybody computes like this.
    reads : str
        Step that the function takes where the template names none: a look-up is not arithmetic.
    formula_label : str
        The formula as it is written in a line of text, of any language; "" for an option that has words.
    custom_field : str
        For a custom table, formula or number, the suffix of the field that holds it: `<name of this field>_<custom_field>`.
    special_cases : tuple of str
        For a family with a number, the options that it equals at 0, 1, 2, …
    """

    key: str
    template: str = ""
    function: Callable[..., Array | np.float64] | None = None
    source: str = ""
    is_mistake: bool = False
    mistake_cost: float | None = None
    may_exceed: bool = False
    rare: bool = False
    reads: str = ""
    formula_label: str = ""
    custom_field: str = ""
    special_cases: tuple[str, ...] = ()


WHOLE = 64  # up to this grade a gain with a custom base is added up grade by grade


def geometric_gain(base: Array | float, grade: Array) -> Array:
    """Compute (bᵍ − 1)/(b − 1), the sum 1 + b + … + bᵍ⁻¹ where g is whole; no digits are lost where b is near 1.

    Parameters
    ----------
    base, grade : arrays
        To be broadcast against each other; a base is 0 or more.

    Returns
    -------
    float64
        Not finite where it is too large, and for a grade below 0 with base 0.

    Examples
    --------
    >>> geometric_gain(3.0, np.array([0.0, 1.0, 2.0, 0.5])).round(3).tolist()        # 0, 1, 1 + 3, (√3 − 1)/2
    [0.0, 1.0, 4.0, 0.366]
    """
    base, grade = np.broadcast_arrays(np.asarray(base, dtype=float), np.asarray(grade, dtype=float))
    whole = (grade >= 0) & (grade <= WHOLE) & (grade == np.floor(grade))
    value = np.zeros(grade.shape)
    with np.errstate(all="ignore"):
        for step in range(1, int(grade[whole].max(initial=0)) + 1):
            value = np.where(whole & (grade >= step), 1 + base * value, value)
        if whole.all():
            return value
        other = np.where(base == 1, grade, np.expm1(grade * np.log(base)) / (base - 1))
    return np.where(whole, value, other)


def _table(*options: Option) -> Mapping[str, Option]:
    return MappingProxyType({option.key: option for option in options})


GAINS = _table(
    Option("linear", "<grade>", lambda grade: grade, "Järvelin and Kekäläinen 2002; trec_eval", formula_label="g"),
    Option(
        "exponential",
        "2^{<grade>}-1",
        lambda grade: np.exp2(grade) - 1,
        "Burges et al. 2005, section 5",
        mistake_cost=1.0,
        formula_label="2ᵍ − 1",
    ),
    Option("binary", "<hit>", lambda hit: hit, "recommenders; sentence-transformers", mistake_cost=1.1),
    Option("power", "2^{<grade>}", np.exp2, "a formula that lost its −1", is_mistake=True, formula_label="2ᵍ"),
    Option(
        "power_plus",
        "2^{<grade>}+1",
        lambda grade: np.exp2(grade) + 1,
        "misprint of 2^g−1 in articles",
        is_mistake=True,
        formula_label="2ᵍ + 1",
    ),
    Option(
        "base",
        r"\frac{<b>^{<grade>}-1}{<b>-1}",
        geometric_gain,
        "one family: b = 0 tells only graded from not, 1 is g, 2 is 2^g−1",
        formula_label="(bᵍ − 1) / (b − 1)",
        custom_field="base",
        special_cases=("binary", "linear", "exponential"),
    ),
    Option("table", source="label_gain of LightGBM; trec_eval ndcg.1=3", reads="grade", custom_field="table", may_exceed=True),
    Option("formula", source="a custom formula", reads="grade", custom_field="formula", may_exceed=True),
)

# What the gain is DIVIDED BY. For ties='average' the discount is averaged over the places of the tie group (metrics/gains.py).
DISCOUNTS = _table(
    Option(
        "log2",
        r"\log_2(<rank>+1)",
        lambda rank: np.log2(rank + 1),
        "Burges et al. 2005; trec_eval ndcg_cut",
        formula_label="log₂(i + 1)",
    ),
    Option("ln", r"\ln(<rank>+1)", lambda rank: np.log(rank + 1), "recommenders; ML.NET (READ)", formula_label="ln(i + 1)"),
    Option(
        "log10",
        r"\log_{10}(<rank>+1)",
        lambda rank: np.log10(rank + 1),
        "articles that leave the base open",
        formula_label="log₁₀(i + 1)",
    ),
    Option(
        "jk2",
        r"\max(1,\log_2(<rank>))",
        lambda rank: np.maximum(1, np.log2(rank)),
        "Järvelin and Kekäläinen 2002, b = 2",
        mistake_cost=1.2,
        formula_label="max(1, log₂ i)",
    ),
    Option(
        "jk10",
        r"\max(1,\log_{10}(<rank>))",
        lambda rank: np.maximum(1, np.log10(rank)),
        "the same, b = 10",
        formula_label="max(1, log₁₀ i)",
    ),
    Option("inverse", "<rank>", lambda rank: rank, "CatBoost, denominator=Position", formula_label="i"),
    Option(
        "geometric",
        "<p>^{1-<rank>}",
        lambda p, rank: p ** (1 - rank),
        "Moffat and Zobel 2008; CatBoost decay",
        formula_label="p¹⁻ⁱ",
    ),
    Option("none", "1", lambda: np.float64(1), "cumulative gain", formula_label="1"),
    Option(
        "off_by_one",
        r"\log_2(<rank>+2)",
        lambda rank: np.log2(rank + 2),
        "programs whose ranks already start at 1",
        is_mistake=True,
        mistake_cost=1.2,
        formula_label="log₂(i + 2)",
    ),
    Option(
        "plus_outside",
        r"\log_2(<rank>+1)+1",
        lambda rank: np.log2(rank + 1) + 1,
        "the + 1 outside the logarithm",
        is_mistake=True,
        mistake_cost=1.3,
        formula_label="log₂(i + 1) + 1",
    ),
    Option(
        "power",
        r"\left(\log_2(<rank>+1)\right)^{<s>}",
        lambda rank, s: np.log2(rank + 1) ** s,
        "one family: s = 0 is no discount, 1 is log2(i+1)",
        formula_label="log₂(i + 1)ˢ",
        custom_field="power",
        special_cases=("none", "log2"),
    ),
    Option(
        "rank_power",
        r"<rank>^{<s>}",
        lambda rank, s: rank**s,
        "one family: s = 0 is no discount, 1 is i",
        formula_label="iˢ",
        custom_field="power",
        special_cases=("none", "inverse"),
    ),
    Option("table", source="a custom list of discounts", reads="rank", custom_field="table", may_exceed=True),
    Option("formula", source="a custom formula", reads="rank", custom_field="formula", may_exceed=True),
)

# The ideal's own discount, where a program has taken another one by mistake.
IDEAL_DISCOUNTS = _table(
    Option("same", source="every definition of nDCG"),
    *(replace(DISCOUNTS[key], is_mistake=True, may_exceed=True) for key in ("log2", "ln", "log10", "none")),
)

# Without judged non-relevant documents there is nothing to divide; the 1 keeps the quotient 0/1.
BPREF_BASES = _table(
    Option(
        "min_R_N",
        r"\max(1,\min(<R>,<N>))",
        lambda r, n: np.maximum(1, np.minimum(r, n)),
        "trec_eval",
        formula_label="min(R, N)",
    ),
    Option("R", "<R>", lambda r: r, "Buckley and Voorhees 2004", formula_label="R"),
)

# With which probability a reader of ERR stops at an entry.
ERR_STOPS = _table(
    Option(
        "scaled",
        r"\frac{2^{<grade>}-1}{2^{<grade_max>}}",
        lambda grade, highest: (np.exp2(grade) - 1) / np.exp2(highest),
        "Chapelle et al. 2009; gdeval",
        formula_label="(2ᵍ − 1) / 2ᵐᵃˣ",
    ),
    Option(
        "probability",
        "<grade>",
        lambda grade: grade,
        "CatBoost: the grade is the probability",
        may_exceed=True,
        formula_label="g",
    ),
)

AP_BASES = _table(
    Option("R", "<R>", lambda r: r, "trec_eval; Manning et al. 2008, section 8.4", formula_label="R"),
    Option("min_R_k", r"\min(<R>,<k>)", np.minimum, "Kaggle's apk; RecBole", mistake_cost=1.0, formula_label="min(R, k)"),
    Option("hits", "<hits>", lambda hits: hits, "torchmetrics with top_k", is_mistake=True, mistake_cost=1.0),
    Option("R_list", "<R_list>", lambda r_list: r_list, "scikit-learn; TF-Ranking: arrays hold only what was shown"),
    Option("min_R_list_k", r"\min(<R_list>,<k>)", np.minimum, "XGBoost; LightGBM; CatBoost"),
    Option("k", "<k>", lambda k: k, "solutions of exercises", is_mistake=True, formula_label="k"),
    Option("min_R_n", r"\min(<R>,<n>)", np.minimum, "LensKit (READ)", formula_label="min(R, n)"),
    Option("all_ranks", r"\min(<k>,<n>)", np.minimum, "LogM's article on ranking metrics warns of it", is_mistake=True),
    Option("k_all_ranks", "<k>", lambda k: k, "Elliot MAP", is_mistake=True),
)
# The mean of P@i over all ranks, relevant or not: those of the list, or those after its end too.
ALL_RANKS = ("all_ranks", "k_all_ranks")

PRECISION_BASES = _table(
    Option("k", "<k>", lambda k: k, "trec_eval", formula_label="k"),
    Option("n", r"\min(<k>,<n>)", np.minimum, "XGBoost pre; CatBoost; TF-Ranking", mistake_cost=1.0, formula_label="min(k, n)"),
    # On one list this equals precision or recall, which is the likelier cause (benfred/implicit#713).
    Option(
        "min_R_k",
        r"\min(<R>,<k>)",
        np.minimum,
        "implicit precision; RecTools r_precision=True",
        mistake_cost=1.8,
        formula_label="min(R, k)",
    ),
)

RECALL_BASES = _table(
    Option("R", "<R>", lambda r: r, "trec_eval", formula_label="R"),
    Option("R_list", "<R_list>", lambda r_list: r_list, "libraries that see only what was shown"),
    Option("min_R_k", r"\min(<R>,<k>)", np.minimum, "BEIR recall_cap", formula_label="min(R, k)"),
)

# What one tied (relevant, not relevant) pair counts in AUC.
TIED_PAIRS = _table(
    Option("half", r"\frac{1}{2}", lambda: np.float64(0.5), "Mann and Whitney 1947", formula_label="½"),
    Option("lost", "0", lambda: np.float64(0), "label ranking loss of scikit-learn", formula_label="0"),
    Option("won", "1", lambda: np.float64(1), "an optimistic sort", formula_label="1"),
)


# How entries of equal score are ordered or read, and what one without a grade is.
TIES = _table(
    *(Option(key) for key in ("input_order", "docid_desc", "docid_asc", "optimistic", "pessimistic", "average", "group")),
    Option("include", source="TruLens, P and R with relevance_scores", rare=True),
    Option("mean_rank", source="Evidently 0.7", rare=True, may_exceed=True),
)
UNJUDGED = _table(
    *(Option(key) for key in ("zero", "skip")),
    Option("undefined", source="Arize Phoenix; Quepid's CG and DCG on its server (READ)"),
    Option("grade", source="Elasticsearch, unknown_doc_rating (READ)", custom_field="grade", may_exceed=True),
)


def rule_options(*options: str | Option) -> Mapping[str, Option]:
    """Build a table of options that are rules, not formulas; of most there is nothing to say but their keys."""
    return _table(*(Option(option) if isinstance(option, str) else option for option in options))


@lru_cache(maxsize=512)
def read_custom(kind: str, text: str, variable: str) -> Formula | ValueTable:
    """Read a custom formula or table.

    Parameters
    ----------
    kind : {'formula', 'table'}
    text : str
        As typed.
    variable : {'g', 'i'}
        Grade, for a gain, or rank, for a discount, which must be above 0 at every rank.

    Raises
    ------
    InputError
        `formula_…`, `table_…`, `bad_discount`.
    """
    function: Formula | ValueTable = parse_formula(text, variable) if kind == "formula" else parse_table(text, variable)
    if variable == "i":
        check_discount(function)
    return function


def custom_option(option: Option, table: str, formula: str, variable: str) -> Option:
    """Put a custom table or formula in the place of an option that stands for it."""
    if option.key == "table":
        return replace(option, function=read_custom("table", table, variable))
    if option.key == "formula":
        custom = read_custom("formula", formula, variable)
        assert isinstance(custom, Formula)
        return replace(option, template=custom.template, function=custom)
    return option


def in_bits(scores: Array, bits: str) -> Array:
    """Return scores as they are read with '32' or '64' bits; in 32, what is too large is infinite."""
    if bits == "64":
        return scores
    with np.errstate(over="ignore"):
        return scores.astype(np.float32).astype(float)
