"""The derivations of two lists that a question compares, shown once it is answered."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.core.trace import Trace
from rankviz.display.formulas.derivation import Line, derivation
from rankviz.display.formulas.two_derivations import ComparedLine, TwoDerivations, two_derivations
from rankviz.display.parts.two_derivations import TwoDerivationsPayload, two_derivations_payload
from rankviz.texts import Texts


def pair_derivations_payload(trace: Trace, names: tuple[str, str], first_key: str, texts: Texts) -> TwoDerivationsPayload:
    """Build the derivations of two lists; if they share no line, each of them in full.

    Parameters
    ----------
    trace : Trace
        Of both lists, as its first two queries.
    names : (str, str)
        The headings.
    first_key : str
        Key of the text on the first difference.
    texts : Texts
    """
    lines = derivation(trace, 0), derivation(trace, 1)
    two = two_derivations(*lines) or TwoDerivations(_full_lines(lines[0]), _full_lines(lines[1]), (), None)
    return two_derivations_payload(two, *names, texts, first_key)


def _full_lines(lines: Sequence[Line]) -> tuple[ComparedLine, ...]:
    return tuple(ComparedLine(line, frozenset(), tuple(range(len(line.terms)))) for line in lines)
