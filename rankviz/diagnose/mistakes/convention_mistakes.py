"""Choices that are known mistakes, alone or two together; their texts are `mistake.<field>_<option>` or `mistake.<key>`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.diagnose.mistakes.mistaken_derivation import RARE_COST

# Options that are known mistakes, with the cost of each, which is how far-fetched it is, by field and option. Any other
# option is no known mistake: its cost is that of its kind in `departures.py`.
KNOWN_OPTION_MISTAKES: Mapping[tuple[str, str], float] = MappingProxyType(
    {
        ("ideal", "retrieved"): 1.0,
        ("gain", "exponential"): 1.0,
        ("gain", "binary"): 1.1,
        ("ideal_cut", "none"): 1.1,
        ("ap_base", "hits"): 1.0,
        ("ap_base", "min_R_k"): 1.0,
        ("discount", "off_by_one"): 1.2,
        ("discount", "plus_outside"): 1.3,
        ("discount", "jk2"): 1.2,
        ("precision_base", "n"): 1.0,
        # On one list this equals precision or recall, which is the likelier cause (benfred/implicit#713).
        ("precision_base", "min_R_k"): RARE_COST,
        **{("no_relevant", answer): RARE_COST for answer in ("0", "1", "nan", "skip")},
    }
)
# Mistakes of two choices that are made together.
BUNDLES: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "mixed_logarithms": {"discount": "ln", "ideal_discount": "log2"},
        "mixed_logarithms_reversed": {"discount": "log2", "ideal_discount": "ln"},
        "mixed_decimal": {"discount": "log10", "ideal_discount": "log2"},
    }
)
