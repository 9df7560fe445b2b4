"""A repeated mistake: the first term in which its derivation differs from the right one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rankviz.core.metrics.measures import parse_measure
from rankviz.core.templates import TemplateError
from rankviz.core.trace import Trace
from rankviz.display.formulas.derivation import Line, Term, derivation
from rankviz.display.formulas.explanation_text import flat
from rankviz.learn.questions.mistake_values import mistaken_traces
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.written_derivation import Hole, mistaken_trace_by_hand, trace_by_hand, written_lines
from rankviz.learn.words.written_derivation import line_formula
from rankviz.texts import Texts


@dataclass(frozen=True)
class FirstDifference:
    """The first difference between a mistaken derivation and the right one.

    Parameters
    ----------
    name : str
        Name of the line.
    term : str
        The term of the mistaken derivation; "" if it has none there.
    rank : int or None
        Rank of the term; None if the line is about the whole list.
    axis : str
        'list' or 'ideal', the ranking that the rank is of; 'line' if `name` is the number of the line with the missing number.
    """

    name: str
    term: str
    rank: int | None = None
    axis: str = "list"


def first_difference(question: Question, mistake: str) -> FirstDifference | None:
    """Find the first term that a mistake changes; None if its derivation has no line in common with the right one."""
    metric = parse_measure(question.measure).metric
    traces = (trace for name, trace in mistaken_traces(metric, question.lists, question.convention) if name == mistake)
    wrong, right = next(traces, None), question.trace
    if wrong is None:
        return None
    if isinstance(question.given, Hole):
        return _at_hole(question, mistake, wrong)
    wrong_lines = {line.key: line for line in derivation(wrong)}
    pairs = [(line, wrong_lines[line.key]) for line in derivation(right) if line.key in wrong_lines]
    terms = (_first_term(right_line, wrong_line, right) for right_line, wrong_line in pairs)
    lines = (
        FirstDifference(wrong_line.name, flat(wrong_line.join_terms([term.latex for term in wrong_line.terms])))
        for right_line, wrong_line in pairs
        if right_line != wrong_line
    )
    return next((each for each in terms if each is not None), None) or next(lines, None)


def _at_hole(question: Question, mistake: str, wrong: Trace) -> FirstDifference | None:
    """Return the mistaken line with the missing number; any other line might reveal what is withheld. None if there is none."""
    assert isinstance(question.given, Hole)
    missing, targets = question.given.step_entry, [line.target for line in written_lines(trace_by_hand(question.trace))]
    try:
        mistaken_lines = written_lines(mistaken_trace_by_hand(mistake, wrong, question.trace))
    except TemplateError:
        return None
    line = next((line for line in mistaken_lines if line.target == missing and not line.is_counted), None)
    return None if line is None else FirstDifference(str(targets.index(missing) + 1), flat(line_formula(line)), axis="line")


def _first_term(right_line: Line, wrong_line: Line, right: Trace) -> FirstDifference | None:
    """Return the first rank at which two lines have different terms; None if there is none."""
    axis = right.step(right_line.gathers).axis if right_line.gathers in right else ""
    if axis not in ("list", "ideal"):
        return None
    right_terms, wrong_terms = _by_rank(right_line.terms), _by_rank(wrong_line.terms)
    if not wrong_terms:
        return None
    for rank in sorted({*right_terms, *wrong_terms}):
        one, other = right_terms.get(rank), wrong_terms.get(rank)
        counts = any(term is not None and not term.muted for term in (one, other))
        if counts and (one is None or other is None or one.running_total != other.running_total):
            return FirstDifference(wrong_line.name, flat(other.latex) if other else "", rank, axis)
    return None


def _by_rank(terms: Sequence[Term]) -> dict[int, Term]:
    return {term.rank: term for term in terms if term.rank is not None}


def first_difference_words(difference: FirstDifference, texts: Texts) -> str:
    """Return the first difference in a sentence."""
    if difference.axis == "line":
        return texts("gap.again", line=difference.name, term=difference.term)
    if difference.rank is None:
        return texts("practice.again_line", name=difference.name, term=difference.term)
    key = "practice.again_term" if difference.term else "practice.again_none"
    return texts(key, name=difference.name, term=difference.term, rank=difference.rank)
