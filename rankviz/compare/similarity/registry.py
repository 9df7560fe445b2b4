"""The table of similarity measures, filled by the `@similarity` functions of the modules of FAMILIES."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rankviz.compare.similarity.ranking_pair import RankingPair
from rankviz.core.conventions import FIELDS, Convention, FormulaRules
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.metrics.registry import Uses, declared_fields
from rankviz.core.trace import Trace

Compute = Callable[[RankingPair, FormulaRules, Trace], Array]

# In the order in which they are offered.
FAMILIES = ("kendall", "tau_ap", "spearman", "rbo")
# Duplicates have no order of their own, so they are never compared.
ORDERS = declared_fields({"duplicates": ("dedupe_first", "last_wins", "error")}, "score_bits")
COMMON_ORDERS = declared_fields(ORDERS, "alike_missing")
FIXED = MappingProxyType({"ties": "group", "negative": "keep", "empty": "nan"})


@dataclass(frozen=True)
class Similarity:
    """A similarity measure: its function, and facts that are known before it runs.

    Parameters
    ----------
    key, name : str
        Permanent key and printed name (`tau_b`, `RBO`).
    compute : function of (RankingPair, FormulaRules, Trace) to (Q,)
        Records its steps, as a metric does; the trace is that of the first lists, and its last step is the value.
    uses : mapping of field to option keys
        Every field of the convention that can change the value, with the options that apply; () for numbers.
    low : float
        The smallest possible value; that of equal lists is 1.
    is_symmetric : bool
        Whether the value stays the same if the lists are exchanged.
    printed_parameters : tuple of str
        Letters of the fields whose numbers are always printed with the name, as in RBO(p=0.9).
    aliases : tuple of str
        Other names of the measure, in lower case.
    source : str
    """

    key: str
    name: str
    compute: Compute
    uses: Uses
    low: float = -1.0
    is_symmetric: bool = True
    printed_parameters: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    source: str = ""

    def narrow(self, convention: Convention, *, strictly: bool = False) -> Convention:
        """Reset every field that the measure does not declare, as `Convention.narrow` does for a metric."""
        return convention.narrow(self.uses, FIXED, strictly)

    def parameters(self) -> dict[str, str]:
        """Return by letter the fields whose numbers are printed with the name."""
        return {letter: name for letter in self.printed_parameters for name in self.uses if FIELDS[name].symbol == letter}


_SIMILARITIES: dict[str, Similarity] = {}
SIMILARITIES: Mapping[str, Similarity] = MappingProxyType(_SIMILARITIES)


def similarity(key: str, name: str, *, uses: Uses, **more: Any) -> Callable[[Compute], Compute]:
    """Register the decorated function as a similarity measure; `more` are further parameters of `Similarity`."""

    def register(compute: Compute) -> Compute:
        _SIMILARITIES[key] = Similarity(key, name, compute, uses, **more)
        return compute

    return register
