"""A mistake that is made again: the term that differs, as it stands in the mistaken computation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rankviz.core.metrics.measures import parse_measure
from rankviz.core.templates import TemplateError
from rankviz.core.trace import Trace
from rankviz.display.formulas.derivation import Line, Term, derivation
from rankviz.display.formulas.explanation_text import flat
from rankviz.learn.questions.kinds.gap import Hole, all_lines
from rankviz.learn.questions.mistake_values import mistaken_traces
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.written_derivation import mistaken_trace_by_hand, written_lines
from rankviz.learn.words.written_derivation import formula
from rankviz.texts import Texts


@dataclass(frozen=True)
class FirstDifference:
    """Where a mistaken computation parts from the right one.

    Parameters
    ----------
    name : str
        Of the line.
    term : str
        What stands there in the mistaken one, "" for nothing.
    rank : int or None
        That it belongs to; None where the line is about the whole list.
    axis : str
        What the rank counts: 'list' or 'ideal'; 'line' where `name` is the number of a line in which a number is missing.
    """

    name: str
    term: str
    rank: int | None = None
    axis: str = "list"


def first_difference(question: Question, mistake: str) -> FirstDifference | None:
    """Find the first term that a mistake changes; None where it has no line with the right computation in common."""
    metric = parse_measure(question.measure).metric
    found = (wrong for name, wrong in mistaken_traces(metric, question.lists, question.convention) if name == mistake)
    wrong, right = next(found, None), question.trace
    if wrong is None:
        return None
    if isinstance(question.given, Hole):
        return _at_hole(question, mistake, wrong)
    theirs = {line.key: line for line in derivation(wrong)}
    pairs = [(line, theirs[line.key]) for line in derivation(right) if line.key in theirs]
    terms = (_term(here, there, right) for here, there in pairs)
    lines = (
        FirstDifference(there.name, flat(there.filled([term.latex for term in there.terms])))
        for here, there in pairs
        if here != there
    )
    return next((each for each in terms if each is not None), None) or next(lines, None)


def _at_hole(question: Question, mistake: str, wrong: Trace) -> FirstDifference | None:
    """The line in which the number is missing: of any other one it might be told what is held back."""
    assert isinstance(question.given, Hole)
    place, number = question.given.step_entry, [line.target for line in all_lines(question)]
    try:
        made = written_lines(mistaken_trace_by_hand(mistake, wrong, question.trace))
    except TemplateError:
        return None
    line = next((line for line in made if line.target == place and not line.is_counted), None)
    return None if line is None else FirstDifference(str(number.index(place) + 1), flat(formula(line)), axis="line")


def _term(here: Line, there: Line, right: Trace) -> FirstDifference | None:
    """The first rank at which a line has another term than the right one, or none."""
    axis = right.step(here.gathers).axis if here.gathers in right else ""
    if axis not in ("list", "ideal"):
        return None
    mine, theirs = _by_rank(here.terms), _by_rank(there.terms)
    if not theirs:
        return None
    for rank in sorted({*mine, *theirs}):
        one, other = mine.get(rank), theirs.get(rank)
        counts = any(term is not None and not term.muted for term in (one, other))
        if counts and (one is None or other is None or one.so_far != other.so_far):
            return FirstDifference(there.name, flat(other.latex) if other else "", rank, axis)
    return None


def _by_rank(terms: Sequence[Term]) -> dict[int, Term]:
    return {term.rank: term for term in terms if term.rank is not None}


def differing_words(found: FirstDifference, texts: Texts) -> str:
    """Say it."""
    if found.axis == "line":
        return texts("gap.again", line=found.name, term=found.term)
    if found.rank is None:
        return texts("practice.again_line", name=found.name, term=found.term)
    key = "practice.again_term" if found.term else "practice.again_none"
    return texts(key, name=found.name, term=found.term, rank=found.rank)
