"""Measures of other programs that are not here, with the metrics that are near."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from rankviz.basics.errors import InputError, shorten

NUMBER_FOLLOWS = re.compile(r"[_.@]\d|[@(]|$")
# By the name in lower case; of `map_cut` and `ndcg_cut` without a number, which ask for several.
# trec_eval's and pytrec_eval's come first, then those of ir_measures.
NEAR: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("num_q", "relstring", "runid"), ()),
        **dict.fromkeys(("num_ret", "numret", "num_nonrel_judged_ret", "utility"), ("TP", "FP")),
        **dict.fromkeys(("num_rel", "numrel"), ("TP", "FN")),
        **dict.fromkeys(("num_rel_ret", "numrelret"), ("TP",)),
        **dict.fromkeys(("gm_map", "gmap", "map_cut"), ("AP",)),
        "gm_bpref": ("Bpref",),
        "infap": ("AP", "Bpref"),
        "rprec_mult": ("Rprec",),
        **dict.fromkeys(("bing", "g", "ndcg_rel", "rndcg", "ndcg_cut"), ("nDCG",)),
        **dict.fromkeys(("relative_p", "set_relative_p", "setrelp"), ("P", "R")),
        **dict.fromkeys(("set_map", "setap"), ("F1",)),
        **dict.fromkeys(("numq", "judged"), ()),
        **dict.fromkeys(("alpha_dcg", "α_dcg", "sdcg"), ("DCG",)),
        **dict.fromkeys(("alpha_ndcg", "α_ndcg", "compat"), ("nDCG",)),
        **dict.fromkeys(("err_ia", "nerr_ia", "nerr8", "nerr9", "nerr10", "nerr11"), ("ERR",)),
        **dict.fromkeys(("nrbp", "nnrbp", "bpm", "inst", "insq"), ("RBP",)),
        **dict.fromkeys(("ap_ia", "map_ia"), ("AP",)),
        "p_ia": ("P",),
        "strecall": ("R",),
    }
)


def refuse_absent(text: str) -> None:
    """Raise `metric_absent` or `metric_near` for a measure that another program has and rankviz has not.

    Examples
    --------
    >>> refuse_absent("relative_P_5")
    Traceback (most recent call last):
    rankviz.basics.errors.InputError: "relative_P_5" is not among the metrics here. Near it: P, R.
    """
    near = NEAR.get(NUMBER_FOLLOWS.split(text.strip().lower(), maxsplit=1)[0])
    if near is not None:
        raise absent_error(text, near)


def absent_error(text: str, near: tuple[str, ...]) -> InputError:
    """Build the error for a measure that is not here."""
    message, name = f'"{shorten(text)}" is not among the metrics here.', shorten(text)
    if not near:
        return InputError("metric_absent", message, name=name)
    return InputError("metric_near", f"{message} Near it: {', '.join(near)}.", name=name, near=", ".join(near))
