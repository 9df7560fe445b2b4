"""Names of trec_eval that stand for several measures: all of them, its official ones, and families such as `ndcg_cut`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rankviz.basics.coerce import one_or_several
from rankviz.core.metrics.measures import ALL_TREC, Measure, parse_measure, several_error, split_measures

CUTOFFS, SUCCESS = (5, 10, 15, 20, 30, 100, 200, 500, 1000), (1, 5, 10)  # trec_eval's own
TENTHS = tuple(f"{tenth / 10:g}" for tenth in range(11))
SETS = ("set_P", "set_recall", "set_F")
# The metric of each family, and the numbers that trec_eval computes it for where none are given.
FAMILIES: dict[str, tuple[str, tuple[int | str, ...]]] = {
    "P": ("P", CUTOFFS),
    "recall": ("R", CUTOFFS),
    "ndcg_cut": ("nDCG", CUTOFFS),
    "map_cut": ("AP", CUTOFFS),
    "success": ("Success", SUCCESS),
    "iprec_at_recall": ("IPrec", TENTHS),
}
OF_WHOLE_LIST = {"P": "set_P", "recall": "set_recall"}
# They are also names of one metric here, and in other libraries; in trec_eval they never are.
TREC_EVAL = ("trec_eval", "pytrec_eval")
AMBIGUOUS = ("P", "recall", "success", "iprec_at_recall")
MEASURES: tuple[str, ...] = (
    *("AP", "Rprec", "Bpref", "RR", "nDCG", "IPrec11", *SETS),
    *(f"IPrec@{tenth}" for tenth in TENTHS),
    *(f"{name}@{cutoff}" for name in ("P", "R", "nDCG", "AP") for cutoff in CUTOFFS),
    *(f"Success@{cutoff}" for cutoff in SUCCESS),
)
# Of all_trec, but not here: counts, geometric means, and what hardly anybody reports.
ABSENT = (
    *("num_q", "num_ret", "num_rel", "num_rel_ret", "num_nonrel_judged_ret", "gm_map", "gm_bpref", "infAP", "Rprec_mult"),
    *("utility", "binG", "G", "ndcg_rel", "Rndcg", "relative_P", "set_relative_P", "set_map", "relstring"),
)
# What of trec_eval's own lists is here, and what is not.
LISTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    ALL_TREC: (MEASURES, ABSENT),
    "official": (
        ("AP", "Rprec", "Bpref", "RR", *(f"IPrec@{tenth}" for tenth in TENTHS), *(f"P@{cutoff}" for cutoff in CUTOFFS)),
        ("num_q", "num_ret", "num_rel", "num_rel_ret", "gm_map"),
    ),
    "set": (SETS, ("utility", "set_relative_P", "set_map")),
}
FAMILY = re.compile(rf"({'|'.join(FAMILIES)})(?:[._](\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?)+))?")


def with_all_trec(measures: str | Iterable[str], profile: str = "") -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Put the measures in the place of the names that stand for several: `all_trec`, `official`, `ndcg_cut`, `P.5,10`.

    Parameters
    ----------
    measures : str, or several
        A text may have several, separated by commas or spaces.
    profile : str
        With that of trec_eval or pytrec_eval `P`, `recall`, `success` and `iprec_at_recall` are families, too.

    Returns
    -------
    tuple
        The measures, each once, and the names of those of trec_eval that are not here; () where no list of it is asked for.

    Examples
    --------
    >>> measures, absent = with_all_trec(["RR", "all_trec"])
    >>> measures[:3], len(measures), absent[0]
    (('RR', 'AP', 'Rprec'), 59, 'num_q')
    >>> with_all_trec("P.5,10 AP"), with_all_trec("success", "trec_eval")[0]
    ((('P@5', 'P@10', 'AP'), ()), ('Success@1', 'Success@5', 'Success@10'))
    """
    given = [part for each in one_or_several(measures) for part in (split_measures(each) if isinstance(each, str) else [each])]
    named = {each for each in given if isinstance(each, str)}
    asked: list[str] = []
    absent: list[str] = []
    for each in given:
        here, not_here = _several(each, profile) if isinstance(each, str) else (None, ())
        asked += [each] if here is None else [name for name in here if name not in named]
        named.update(here or ())
        absent += not_here
    return tuple(asked), tuple(dict.fromkeys(absent))


def _several(name: str, profile: str) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
    """The measures that a name stands for, None for a name of one; and what of them is not here."""
    if name in LISTS:
        return LISTS[name]
    found = FAMILY.fullmatch(name)
    if not found or (found[2] is None and found[1] in AMBIGUOUS and profile not in TREC_EVAL):
        return None, ()
    metric, numbers = FAMILIES[found[1]]
    return tuple(f"{metric}@{number}" for number in (found[2].split(",") if found[2] else numbers)), ()


def refuse_family(measure: object, profile: str = "") -> None:
    """Refuse a name that `with_all_trec` takes for several measures, where one is expected.

    Raises
    ------
    InputError
        `several_measures`, with two of them, and what trec_eval calls the measure of the whole list.

    Examples
    --------
    >>> refuse_family("P@5", "trec_eval"), refuse_family("P")
    (None, None)
    """
    name = measure.strip() if isinstance(measure, str) else ""
    here, _ = _several(name, profile)
    if here is not None:
        whole = OF_WHOLE_LIST.get(name)
        raise several_error(name, [*here[:2], *([whole] if whole else [])])


def single_measure(measure: str, profile: str) -> Measure:
    """Read what somebody named as one measure, which the profile may take for several; errors as `parse_measure`.

    Examples
    --------
    >>> single_measure("set_P", "trec_eval").metric.name
    'P'
    """
    refuse_family(measure, profile)
    return parse_measure(measure)


def absent_text(absent: Iterable[str]) -> str:
    """Return the sentence on those of trec_eval's measures that are not here."""
    return f"Of trec_eval's measures these are not here: {', '.join(absent)}."
