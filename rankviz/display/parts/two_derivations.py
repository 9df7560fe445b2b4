"""Two derivations above each other, the terms that differ outlined: what `two_derivations` is given, on whichever page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TypedDict

from rankviz.display.formulas.derivation import result_words
from rankviz.display.formulas.mathml import mathml
from rankviz.display.formulas.two_derivations import ComparedLine, TwoDerivations
from rankviz.texts import Texts


class ShownTerm(TypedDict):
    """A term: MathML, what stands before it, whether it adds nothing, whether it differs; how many are left out before it."""

    math: str
    op: str
    is_muted: bool
    differs: bool
    skipped: int


class ShownLine(TypedDict):
    """A line: its name, its terms, whether the largest of them is taken, what it comes to, and all digits of that."""

    name: str
    terms: list[ShownTerm]
    takes_largest: bool
    result: str
    title: str


class DerivationSide(TypedDict):
    """One of the two: whose it is, and its lines."""

    label: str
    lines: list[ShownLine]


class TwoDerivationsPayload(TypedDict):
    """Both derivations, a sentence on the first term that differs ("" if none of a rank does), and the label of such terms."""

    sides: list[DerivationSide]
    first_difference: str
    difference_text: str


def two_derivations_payload(
    two: TwoDerivations, here: str, there: str, texts: Texts, first: str = "two_derivations.first", whose: str = ""
) -> TwoDerivationsPayload:
    """Build what is shown of two derivations.

    Parameters
    ----------
    two : TwoDerivations
    here, there : str
        Whose they are, as they are headed: a name as it is written, words with a capital.
    texts : Texts
    first : str
        Key of the sentence on the first term that differs.
    whose : str
        Inside that sentence, `there`, if it is no name.
    """
    first_text = "" if two.first is None else texts(first, **vars(two.first), whose=whose or there)
    sides = [_side(two.here, here, texts), _side(two.there, there, texts)]
    return {"sides": sides, "first_difference": first_text, "difference_text": texts("two_derivations.differs")}


def _side(lines: tuple[ComparedLine, ...], label: str, texts: Texts) -> DerivationSide:
    return {"label": label, "lines": [shown_line(each, texts) for each in lines]}


def shown_line(compared: ComparedLine, texts: Texts) -> ShownLine:
    """A line as it is drawn."""
    line = compared.line
    return {
        "name": line.name,
        "terms": [*_terms(compared)],
        "takes_largest": line.takes_largest,
        "result": result_words(line, texts),
        "title": line.exact,
    }


def _terms(compared: ComparedLine) -> Iterator[ShownTerm]:
    line = compared.line
    for before, at in pairwise((-1, *compared.written_out)):
        term = line.terms[at]
        yield {
            "math": mathml(term.latex),
            "op": line.operator if at else "",
            "is_muted": term.muted,
            "differs": at in compared.differing,
            "skipped": at - before - 1,
        }
