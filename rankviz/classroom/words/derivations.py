"""The right derivation and that of an answer, with a sentence on the consequence for this list."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.classroom.words.causes import documents_text, forgotten_documents, stated_departures, value_before_percent
from rankviz.core.lists.ranking import Item, RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.trace import Trace
from rankviz.diagnose.departures import Departure
from rankviz.diagnose.lookup_result import Match
from rankviz.diagnose.mistakes.mistaken_derivation import apply_mistake
from rankviz.display.formulas.derivation import Line, derivation
from rankviz.display.formulas.two_derivations import ComparedLine, TwoDerivations, two_derivations
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.question import Question
from rankviz.texts import Texts

CLOSE = 1e-9


@dataclass(frozen=True)
class DerivationPair:
    """The right derivation, that of an answer (() if there is none), and a sentence on the consequence, or ""."""

    right: tuple[ComparedLine, ...]
    wrong: tuple[ComparedLine, ...]
    consequence: str


def derivations_of_match(question: Question, match: Match | None, texts: Texts) -> DerivationPair:
    """Set the derivation of a match beside the right one; without it the right one stands alone."""
    right, wrong_trace = derivation(question.trace), None if match is None else trace_of(match)
    two = None if wrong_trace is None else two_derivations(right, derivation(wrong_trace))
    consequence = "" if match is None else _consequence(question, match, two, texts)
    return (
        DerivationPair(without_marks(right), (), consequence)
        if two is None
        else DerivationPair(two.here, two.there, consequence)
    )


def pair_derivations(right: Trace, wrong: Trace, *, queries: tuple[int, int] = (0, 0), follows: str = "") -> DerivationPair:
    """Compare two derivations; where they are the same, both are whole and unmarked."""
    lines = derivation(right, queries[0]), derivation(wrong, queries[1])
    two = two_derivations(*lines) or TwoDerivations(without_marks(lines[0]), without_marks(lines[1]), (), None)
    return DerivationPair(two.here, two.there, follows)


def without_marks(lines: tuple[Line, ...]) -> tuple[ComparedLine, ...]:
    """Return all lines, with no term outlined."""
    return tuple(ComparedLine(line, frozenset(), tuple(range(len(line.terms)))) for line in lines)


def trace_of(match: Match) -> Trace | None:
    """Return the trace that gives a match's value; None if there is none, as after rounding on the way."""
    if any(each.roundings for each in match.departures):
        return None
    trace = compute(METRICS[match.metric], RawLists.from_rankings(match.rankings), match.convention)
    slip = next((each.formula_mistake for each in match.departures if each.formula_mistake is not None), None)
    if slip is not None:
        trace = apply_mistake(trace, slip, match.rankings, match.convention)
    gives_value = len(match.rankings) == 1 and abs(float(trace.value[0]) - value_before_percent(match)) <= CLOSE * max(
        1.0, abs(value_before_percent(match))
    )
    return trace if gives_value else None


def _consequence(question: Question, match: Match, two: TwoDerivations | None, texts: Texts) -> str:
    departures = stated_departures(match)
    value = fixed_decimals(question.answer, question.digits)
    if all(each.kind == "rounding" for each in departures):
        return texts("answer_cause.why.rounding", value=value)
    only = departures[0] if len(departures) == 1 else None
    if only is not None and only.key == "percent":
        return texts(
            "answer_cause.why.percent", value=value, percent=fixed_decimals(100 * question.answer, max(0, question.digits - 2))
        )
    sentence = "" if only is None or two is None else _consequence_of_mistake(question, only, value, texts)
    return sentence or _difference_sentence(two, texts)


def _consequence_of_mistake(question: Question, departure: Departure, value: str, texts: Texts) -> str:
    """Return a sentence on the consequence of this mistake; "" if it has none."""
    details, ranking = departure.details, question.lists[0]
    if departure.key == "ideal=retrieved" and details["present"] == "judged":
        return _perfect_list_sentence(question, texts)
    if departure.key == "metric=dcg" and "idcg" in question.trace:
        return texts("answer_cause.why.divide", ideal=fixed_decimals(float(question.trace.step("idcg").value[0])), value=value)
    if departure.kind not in ("grade", "swap", "missing") or "list" in details or ranking.scored:
        return ""
    items, rank = ranking.items, int(details["rank"])
    document = items[rank - 1].doc_id
    if departure.kind == "swap":
        return texts("answer_cause.why.swap", first=document, second=items[rank].doc_id, rank=rank, next=rank + 1)
    if departure.kind == "missing":
        return texts("answer_cause.why.missing", document=document, rank=rank)
    grade = items[rank - 1].grade
    if grade is None:
        return texts("answer_cause.why.unjudged", document=document, rank=rank)
    return texts("answer_cause.why.grade", document=document, rank=rank, grade=plain(grade))


def _perfect_list_sentence(question: Question, texts: Texts) -> str:
    """Return the sentence on the missed documents that a perfect list certainly shows."""
    surely = [item for item in forgotten_documents(question, question.convention) if _is_in_ideal(question, item)]
    if not surely:
        return texts("answer_cause.why.ideal")
    graded = [texts("answer_cause.why.graded", document=item.doc_id, grade=plain(item.grade or 0.0)) for item in surely]
    return texts("answer_cause.why.perfect", documents=documents_text(graded, texts), count=len(surely))


def _is_in_ideal(question: Question, item: Item) -> bool:
    convention, ranking = question.convention, question.lists[0]
    if convention.cutoff is None or convention.ideal_cut != "k":
        return True
    judged = [each.grade for each in (*ranking.items, *ranking.missed) if each.grade is not None]
    return sum(grade >= (item.grade or 0.0) for grade in judged) <= convention.cutoff


def _difference_sentence(two: TwoDerivations | None, texts: Texts) -> str:
    if two is None:
        return ""
    if two.first is not None:
        return texts("answer_cause.why.term", **vars(two.first))
    if len(two.changes) == 1:
        name, here, there = two.changes[0]
        return texts("answer_cause.why.comes_to", name=name, here=here, there=there)
    return ""
