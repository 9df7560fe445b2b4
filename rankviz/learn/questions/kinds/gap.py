"""`gap`: a derivation with one number left out, which is asked.

Whatever follows from that number is left out, too: nothing that is shown tells it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import isfinite

from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.templates import TemplateError, arguments_of
from rankviz.core.trace import HOLE, Trace, holes_in
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.mistake_values import core_mistakes, mistaken_traces
from rankviz.learn.questions.number_judge import judge_number
from rankviz.learn.questions.question import Mistake, Question
from rankviz.learn.questions.random_lists import (
    DIGITS,
    GAP,
    SILENT,
    QuestionSpec,
    draw_batches,
    is_not_trivial,
    random_integer,
    style_of,
)
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.questions.written_derivation import (
    FormulaNumber,
    StepEntry,
    Summand,
    WrittenLines,
    dependent_numbers,
    mistaken_trace_by_hand,
    trace_by_hand,
    value_of_entry,
    written_lines,
)

SORTS = ("term", "denominator", "sum", "result")
PATIENCE = 12  # lists that are gone through for one sort of number, before any is taken
CONSTANT = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Hole:
    """The number that is left out.

    Parameters
    ----------
    step : str
        Key of the step.
    entry : int or None
        Column of the entry; None for a number of the whole list.
    sort : str
        One of `SORTS`.
    """

    step: str
    entry: int | None
    sort: str

    @property
    def step_entry(self) -> StepEntry:
        """Where it stands."""
        return StepEntry(self.step, self.entry)


def draw(wanted: QuestionSpec) -> Iterator[Question]:
    """Questions for one number of a derivation; which sort of number is drawn first, and lists are gone through for it."""
    sort = SORTS[random_integer(wanted.draw_one, 0, len(SORTS) - 1)]
    for place, question in enumerate(_value_questions(wanted)):
        holes = _askable_holes(question)
        of_sort = [hole for hole in holes if hole[0].sort == sort] if place < PATIENCE else holes
        if of_sort:
            hole, answer, mistakes = of_sort[random_integer(wanted.draw_one, 0, len(of_sort) - 1)]
            yield replace(question, asked=hole.step, answer=answer, mistakes=mistakes, given=hole)


def _value_questions(wanted: QuestionSpec) -> Iterator[Question]:
    """Questions for the value, without mistakes, on all short lists of which it is not trivial."""
    for batch in draw_batches(wanted, style_of(wanted)):
        found: dict[int, Question] = {}
        for k, drawn in batch.items():
            convention = wanted.convention.with_choices({"cutoff": k})
            printed, lists = wanted.measure_text(convention), [each.ranking for each in drawn.values()]
            answers = compute(wanted.metric, RawLists.from_rankings(lists), convention).value.tolist()
            for place, ranking, answer in zip(drawn, lists, answers, strict=True):
                if is_not_trivial(wanted.metric, answer):
                    asked = ("value", printed, (ranking,), convention, wanted.metric.key, answer)
                    found[place] = Question(*asked, (), DIGITS, wanted.level, 0, 0)
        for place in sorted(found):
            yield found[place]


def judge(question: Question, text: str, found: bool) -> Verdict:
    """Judge the number that was left out."""
    return judge_number(question, text)


def all_lines(question: Question) -> WrittenLines:
    """The lines of the whole derivation."""
    return written_lines(trace_by_hand(question.trace))


def withheld_entries(question: Question) -> frozenset[StepEntry]:
    """The numbers that are not shown: the one that is asked, and what follows from it."""
    assert isinstance(question.given, Hole)
    return dependent_numbers(trace_by_hand(question.trace), question.given.step_entry)


def is_withheld(number: FormulaNumber, held: frozenset[StepEntry]) -> bool:
    """Whether a number of a formula is not shown."""
    return any(place in held for place in number.entries)


AskableHole = tuple[Hole, float, tuple[Mistake, ...]]


def _askable_holes(question: Question) -> list[AskableHole]:
    """The numbers that can be asked."""
    right = trace_by_hand(question.trace)
    try:
        lines = written_lines(right)
    except TemplateError:
        return []
    wrong = _mistaken_traces(question)
    found: list[AskableHole] = []
    for hole in dict.fromkeys(_candidates(lines)):
        answer = value_of_entry(right, hole.step_entry)
        if answer is None or _is_given_away(question, right, lines, hole, answer):
            continue
        mistakes = _mistakes(question, hole, answer, wrong)
        if mistakes and _are_distinct([answer, *(each.value for each in mistakes)], question.digits):
            found.append((hole, answer, mistakes))
    return found


def _mistaken_traces(question: Question) -> dict[str, Trace]:
    """The derivation with each usual mistake in it."""
    made = mistaken_traces(_metric(question), question.lists, question.convention)
    right = question.trace
    return {key: mistaken_trace_by_hand(key, trace, right) for key, trace in made if trace is not None}


def _candidates(lines: WrittenLines) -> Iterator[Hole]:
    """What lines come to, and what is divided by in them."""
    for line in lines:
        sort = "result" if line is lines[-1] else "sum" if line.target.column is None else "term"
        yield Hole(*line.target, sort)
    own = {line.target for line in lines}
    for line in lines:
        below = (number.entries for part in line.summands for number in _numbers_below_stroke(part))
        yield from (Hole(*places[0], "denominator") for places in below if len(places) == 1 and places[0] not in own)


def _numbers_below_stroke(part: Summand) -> tuple[FormulaNumber, ...]:
    """The numbers that stand below a fraction stroke."""
    arguments = arguments_of(part.template, r"\frac")
    return part.numbers[-len(holes_in(arguments[1])) :] if arguments and holes_in(arguments[1]) else ()


def _is_given_away(question: Question, right: Trace, lines: WrittenLines, hole: Hole, answer: float) -> bool:
    """Whether another number that is shown would be printed alike."""
    near = 10.0**-question.digits
    visible = (*_counts_named(question), *_visible_numbers(question, right, lines, dependent_numbers(right, hole.step_entry)))
    return any(abs(number - answer) < near for number in visible)


def _counts_named(question: Question) -> Iterator[float]:
    """Counts that the question and its convention name."""
    ranking, cutoff = question.lists[0], question.convention.cutoff
    judged = sum(item.grade is not None for item in (*ranking.items, *ranking.missed))
    yield from (float(len(ranking.items)), float(judged), float(cutoff or 0))


def _visible_numbers(question: Question, right: Trace, lines: WrittenLines, held: frozenset[StepEntry]) -> Iterator[float]:
    """Numbers of the lines that are shown, their own among them."""
    for at, line in enumerate(lines, 1):
        yield float(at)
        if line.target.column is not None:
            yield float(right.rankings.rank[0, line.target.column])
            yield question.lists[0].items[int(right.rankings.source[0, line.target.column])].grade or 0.0
        if line.target not in held:
            yield line.value
        for part in line.summands:
            yield from (float(constant) for constant in CONSTANT.findall(HOLE.sub("", part.template)))
            yield from (number.value for number in part.numbers if not is_withheld(number, held))


def _mistakes(question: Question, hole: Hole, answer: float, wrong: Mapping[str, Trace]) -> tuple[Mistake, ...]:
    """What the usual mistakes give at the very place, as far as they change it."""
    core, found = core_mistakes(_metric(question)), []
    for key, trace in wrong.items():
        value = float(trace.value[0]) if hole.sort == "result" else value_of_entry(trace, hole.step_entry)
        if value is not None and isfinite(value) and abs(value - answer) > SILENT:
            found.append(Mistake(key, value, key in core))
    return tuple(found)


def _are_distinct(values: Sequence[float], digits: int) -> bool:
    """Whether any two numbers can be told apart."""
    return all(abs(one - two) >= GAP * 10.0**-digits for one, two in combinations(values, 2))


def _metric(question: Question) -> Metric:
    return parse_measure(question.measure).metric
