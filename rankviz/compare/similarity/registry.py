"""The table of likenesses, filled by the `@likeness` functions of the family files: what two lists have of each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rankviz.compare.similarity.ranking_pair import RankingPair
from rankviz.core.conventions import FIELDS, Convention, FormulaRules
from rankviz.core.conventions.options import Array
from rankviz.core.metrics.registry import Uses, declared_fields
from rankviz.core.trace import Trace

Compute = Callable[[RankingPair, FormulaRules, Trace], Array]

# In the order in which they are offered.
FAMILIES = ("kendall", "tau_ap", "spearman", "rbo")
# A copy has no order of its own, so it is never compared.
ORDERS = declared_fields({"duplicates": ("dedupe_first", "last_wins", "error")}, "score_bits")
COMMON_ORDERS = declared_fields(ORDERS, "alike_missing")
FIXED = MappingProxyType({"ties": "group", "negative": "keep", "empty": "nan"})


@dataclass(frozen=True)
class Similarity:
    """One likeness: its function, and what may be said of it before it runs.

    Parameters
    ----------
    key, name : str
        Permanent key and printed name (`tau_b`, `RBO`).
    compute : function of (RankingPair, FormulaRules, Trace) to (Q,)
        Records its steps, as a metric does; the trace is of the first lists, and the last step is the value.
    uses : mapping of field to option keys
        Every field of the convention that can change the value, with the options that make sense; () for numbers.
    low : float
        The value of two lists that are as little alike as can be; that of equal lists is 1.
    is_symmetric : bool
        Whether it stays the same when the lists change places.
    printed_parameters : tuple of str
        Numbers that are always written with the name, as in RBO(p=0.9): the letter of a field that it uses.
    aliases : tuple of str
        Further names, in small letters, under which it is found.
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
        """Reset every field that it does not declare, as `Convention.narrow` does for a metric."""
        return convention.narrow(self.uses, FIXED, strictly)

    def parameters(self) -> dict[str, str]:
        """Fields of the numbers that are written with the name, by their letter."""
        return {letter: name for letter in self.printed_parameters for name in self.uses if FIELDS[name].symbol == letter}


_SIMILARITIES: dict[str, Similarity] = {}
SIMILARITIES: Mapping[str, Similarity] = MappingProxyType(_SIMILARITIES)


def similarity(key: str, name: str, *, uses: Uses, **more: Any) -> Callable[[Compute], Compute]:
    """Register the decorated function as a likeness; `more` are further parameters of `Likeness`."""

    def register(compute: Compute) -> Compute:
        _SIMILARITIES[key] = Similarity(key, name, compute, uses, **more)
        return compute

    return register
