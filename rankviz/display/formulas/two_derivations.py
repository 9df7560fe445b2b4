"""Two derivations of one list, and where they part: the lines that are not the same, and the terms in them that differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rankviz.display.formulas.derivation import Line, Term
from rankviz.display.formulas.explanation_text import flat

PRINTED = 5e-4  # apart, at which two numbers of three decimals look alike
MOST_TERMS = 12  # that are written out; of more than these some are left out
FIRST, DIFFERING = 2, 6  # and which ones stay: the first, the first that differ, and the last


@dataclass(frozen=True)
class ComparedLine:
    """A line of one of the two derivations.

    Parameters
    ----------
    line : Line
    differing : frozenset of int
        Places of the terms that are not as in the other derivation.
    written_out : tuple of int
        Places of the terms that are not left out as "…".
    """

    line: Line
    differing: frozenset[int]
    written_out: tuple[int, ...]


@dataclass(frozen=True)
class FirstTerm:
    """The first term that differs: the line and the rank that it belongs to, and both terms as text."""

    name: str
    rank: int
    here: str
    there: str


@dataclass(frozen=True)
class TwoDerivations:
    """Two derivations without the lines that say the same in both.

    Parameters
    ----------
    here, there : tuple of ComparedLine
        The last line of each is always among them.
    changes : tuple of (str, str, str)
        Name of a line and what it comes to here and there, for those that come to something else.
    first : FirstTerm or None
        None where no term of a rank differs.
    """

    here: tuple[ComparedLine, ...]
    there: tuple[ComparedLine, ...]
    changes: tuple[tuple[str, str, str], ...]
    first: FirstTerm | None


def two_derivations(here: Sequence[Line], there: Sequence[Line]) -> TwoDerivations | None:
    """Compare two derivations line by line; None where they say the same, or where one of them says nothing."""
    if not here or not there or tuple(here) == tuple(there):
        return None
    others, mine = {line.key: line for line in there}, {line.key: line for line in here}
    pairs = [(line, others[line.key]) for line in here if line.key in others]
    differing = _differing_places(pairs)
    equal = {one.key for (one, two), (left, right) in zip(pairs, differing, strict=True) if one == two and not left | right}
    places = {one.key: sides for (one, _), sides in zip(pairs, differing, strict=True)}
    compared = [
        tuple(
            _compared_line(line, places.get(line.key, NOTHING)[side], known.get(line.key))
            for line in lines
            if line.key not in equal or line is lines[-1]
        )
        for side, (lines, known) in enumerate(((here, others), (there, mine)))
    ]
    changes = tuple((one.name, one.result, two.result) for one, two in pairs if one.result != two.result)
    return TwoDerivations(compared[0], compared[1], changes, next(_first_terms(pairs), None))


Places = frozenset[int]
NOTHING: tuple[Places, Places] = (frozenset(), frozenset())


def _differing_places(pairs: Sequence[tuple[Line, Line]]) -> list[tuple[Places, Places]]:
    """Places of the terms that differ, for each pair of lines.

    A quotient that differs only since the lines above it come to something else is no difference of its own.
    """
    places: list[tuple[Places, Places]] = []
    came_to_other = False
    for here, there in pairs:
        left, right = _unequal_places(here, there), _unequal_places(there, here)
        is_own = here.symbols != there.symbols or (not came_to_other and _term_formulas(here) != _term_formulas(there))
        if is_own:
            left, right = left or _without_rank(here), right or _without_rank(there)
        places.append((left, right))
        came_to_other |= here.result != there.result
    return places


def _unequal_places(line: Line, other: Line) -> Places:
    """Places of the terms that the other line has otherwise at their rank, or lacks; unless they add nothing in both."""
    theirs = _by_rank(other)
    return frozenset(
        at for at, term in enumerate(line.terms) if term.rank is not None and not _equal(term, theirs.get(term.rank))
    )


def _equal(term: Term, other: Term | None) -> bool:
    if other is None:
        return term.muted
    if term.latex == other.latex or (term.muted and other.muted):
        return True
    here, there = _number(term), _number(other)
    return here is not None and there is not None and abs(here - there) < PRINTED


def _number(term: Term) -> float | None:
    """What a term comes to that is a number, or a quotient of two; None for any other: 1/2 and 0.500 say the same."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:/(\d+(?:\.\d+)?))?", flat(term.latex))
    if match is None or (match[2] and float(match[2]) == 0):
        return None
    return float(match[1]) / float(match[2] or 1)


def _by_rank(line: Line) -> dict[int, Term]:
    return {term.rank: term for term in line.terms if term.rank is not None}


def _term_formulas(line: Line) -> list[str]:
    return [term.latex for term in line.terms]


def _without_rank(line: Line) -> Places:
    return frozenset(at for at, term in enumerate(line.terms) if term.rank is None)


def _compared_line(line: Line, differing: Places, other: Line | None) -> ComparedLine:
    every = range(len(line.terms))
    if max(len(line.terms), len(other.terms) if other else 0) <= MOST_TERMS:
        return ComparedLine(line, differing, tuple(every))
    written_out = {*every[:FIRST], *sorted(differing)[:DIFFERING], *every[-1:]}
    return ComparedLine(line, differing, tuple(sorted(written_out)))


def _first_terms(pairs: Sequence[tuple[Line, Line]]) -> Iterator[FirstTerm]:
    """Terms of one rank that differ and of which one at least adds something."""
    for here, there in pairs:
        theirs = _by_rank(there)
        for term in here.terms:
            other = None if term.rank is None else theirs.get(term.rank)
            if other is not None and not _equal(term, other):
                yield FirstTerm(here.name, int(term.rank or 0), flat(term.latex), flat(other.latex))
