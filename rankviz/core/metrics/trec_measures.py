"""All measures of trec_eval by one name, as its own option `-m all_trec` has them."""

from __future__ import annotations

from collections.abc import Iterable

from rankviz.basics.coerce import one_or_several
from rankviz.core.metrics.measures import ALL_TREC

CUTOFFS, SUCCESS = (5, 10, 15, 20, 30, 100, 200, 500, 1000), (1, 5, 10)  # trec_eval's own
MEASURES: tuple[str, ...] = (
    *("AP", "Rprec", "Bpref", "RR", "nDCG", "IPrec11", "P", "R", "F1"),  # the last three: set_P, set_recall, set_F
    *(f"IPrec@{tenth / 10:g}" for tenth in range(11)),
    *(f"{name}@{cutoff}" for name in ("P", "R", "nDCG", "AP") for cutoff in CUTOFFS),
    *(f"Success@{cutoff}" for cutoff in SUCCESS),
)
# Of all_trec, but not here: counts, geometric means, and what hardly anybody reports.
ABSENT = (
    *("num_q", "num_ret", "num_rel", "num_rel_ret", "num_nonrel_judged_ret", "gm_map", "gm_bpref", "infAP", "Rprec_mult"),
    *("utility", "binG", "G", "ndcg_rel", "Rndcg", "relative_P", "set_relative_P", "set_map", "relstring"),
)


def with_all_trec(measures: str | Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Put trec_eval's measures in the place of `all_trec`.

    Returns
    -------
    tuple
        The measures, each once, and the names of those of trec_eval that are not here; () where all_trec is not asked for.

    Examples
    --------
    >>> measures, absent = with_all_trec(["RR", "all_trec"])
    >>> measures[:3], len(measures), absent[0]
    (('RR', 'AP', 'Rprec'), 59, 'num_q')
    """
    asked = one_or_several(measures)
    at = [i for i, each in enumerate(asked) if isinstance(each, str) and each == ALL_TREC]
    if not at:
        return asked, ()
    others = [each for i, each in enumerate(asked) if i not in at]
    before = asked[: at[0]]
    added = [name for name in MEASURES if not any(isinstance(each, str) and each == name for each in others)]
    return (*before, *added, *others[len(before) :]), ABSENT


def absent_text(absent: Iterable[str]) -> str:
    """Return the sentence on those of trec_eval's measures that are not here."""
    return f"Of all_trec these are not here: {', '.join(absent)}."
