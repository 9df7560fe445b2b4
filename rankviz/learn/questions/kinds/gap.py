"""`gap`: a derivation with one number left out, which is asked for.

Everything that follows from that number is left out, too, so that nothing shown reveals it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
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
from rankviz.learn.questions.question_kind import QuestionKind
from rankviz.learn.questions.random_lists import (
    DIGITS,
    GAP,
    SILENT,
    QuestionSpec,
    draw_batches,
    is_nontrivial,
    random_integer,
    style_of,
)
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.questions.written_derivation import (
    SORTS,
    FormulaNumber,
    Hole,
    StepEntry,
    Summand,
    WrittenLines,
    dependent_numbers,
    mistaken_trace_by_hand,
    trace_by_hand,
    value_of_entry,
    written_lines,
)

PATIENCE = 12  # lists tried for one sort of number, before any sort is accepted
CONSTANT = re.compile(r"\d+(?:\.\d+)?")


def draw(spec: QuestionSpec) -> Iterator[Question]:
    """Yield questions for one number of a derivation; its sort is drawn first, and then lists are tried for it."""
    sort = SORTS[random_integer(spec.draw_one, 0, len(SORTS) - 1)]
    for list_number, question in enumerate(_value_questions(spec)):
        holes = _askable_holes(question)
        candidates = [hole for hole in holes if hole[0].sort == sort] if list_number < PATIENCE else holes
        if candidates:
            hole, answer, mistakes = candidates[random_integer(spec.draw_one, 0, len(candidates) - 1)]
            yield replace(question, asked=hole.step, answer=answer, mistakes=mistakes, given=hole)


def _value_questions(spec: QuestionSpec) -> Iterator[Question]:
    """Yield questions for the value on all short lists, without mistakes."""
    for batch in draw_batches(spec, style_of(spec)):
        questions: dict[int, Question] = {}
        for k, lists_by_position in batch.items():
            convention = spec.convention.with_choices({"cutoff": k})
            printed, lists = spec.measure_text(convention), [each.ranking for each in lists_by_position.values()]
            answers = compute(spec.metric, RawLists.from_rankings(lists), convention).value.tolist()
            for position, ranking, answer in zip(lists_by_position, lists, answers, strict=True):
                if is_nontrivial(spec.metric, answer):
                    fields = ("value", printed, (ranking,), convention, spec.metric.key, answer)
                    questions[position] = Question(*fields, (), DIGITS, spec.level, 0, 0)
        for position in sorted(questions):
            yield questions[position]


def judge(question: Question, text: str, line_found: bool) -> Verdict:
    """Judge the number left out."""
    return judge_number(question, text)


def all_lines(question: Question) -> WrittenLines:
    """Return the lines of the whole derivation."""
    return written_lines(trace_by_hand(question.trace))


def withheld_entries(question: Question) -> frozenset[StepEntry]:
    """Return the numbers that are not shown: the one asked for, and all that follow from it."""
    assert isinstance(question.given, Hole)
    return dependent_numbers(trace_by_hand(question.trace), question.given.step_entry)


def is_withheld(number: FormulaNumber, withheld: frozenset[StepEntry]) -> bool:
    """Whether a number of a formula is withheld."""
    return any(entry in withheld for entry in number.entries)


AskableHole = tuple[Hole, float, tuple[Mistake, ...]]


def _askable_holes(question: Question) -> list[AskableHole]:
    """Return the numbers that can be asked for, each with the answer and the mistakes."""
    right = trace_by_hand(question.trace)
    try:
        lines = written_lines(right)
    except TemplateError:
        return []
    mistaken_traces_by_key = _mistaken_traces(question)
    askable: list[AskableHole] = []
    for hole in dict.fromkeys(_candidates(lines)):
        answer = value_of_entry(right, hole.step_entry)
        if answer is None or _is_given_away(question, right, lines, hole, answer):
            continue
        mistakes = _mistakes(question, hole, answer, mistaken_traces_by_key)
        if mistakes and _are_distinct([answer, *(each.value for each in mistakes)], question.digits):
            askable.append((hole, answer, mistakes))
    return askable


def _mistaken_traces(question: Question) -> dict[str, Trace]:
    """Return the trace with each usual mistake in it, by the key of the mistake."""
    traces = mistaken_traces(_metric(question), question.lists, question.convention)
    right = question.trace
    return {key: mistaken_trace_by_hand(key, trace, right) for key, trace in traces if trace is not None}


def _candidates(lines: WrittenLines) -> Iterator[Hole]:
    """Yield the results of the lines, then the denominators in them that have no line."""
    for line in lines:
        sort = "result" if line is lines[-1] else "sum" if line.target.column is None else "term"
        yield Hole(*line.target, sort)
    line_targets = {line.target for line in lines}
    for line in lines:
        denominators = (number.entries for summand in line.summands for number in _numbers_below_stroke(summand))
        single = (entries[0] for entries in denominators if len(entries) == 1)
        yield from (Hole(*entry, "denominator") for entry in single if entry not in line_targets)


def _numbers_below_stroke(part: Summand) -> tuple[FormulaNumber, ...]:
    """Return the numbers below the fraction stroke of a summand; () if it is no fraction."""
    arguments = arguments_of(part.template, r"\frac")
    return part.numbers[-len(holes_in(arguments[1])) :] if arguments and holes_in(arguments[1]) else ()


def _is_given_away(question: Question, right: Trace, lines: WrittenLines, hole: Hole, answer: float) -> bool:
    """Whether a number that stays visible prints like the answer."""
    near = 10.0**-question.digits
    visible = (*_counts_named(question), *_visible_numbers(question, right, lines, dependent_numbers(right, hole.step_entry)))
    return any(abs(number - answer) < near for number in visible)


def _counts_named(question: Question) -> Iterator[float]:
    """Yield the counts that the question and its convention name."""
    ranking, cutoff = question.lists[0], question.convention.cutoff
    judged = sum(item.grade is not None for item in (*ranking.items, *ranking.missed))
    yield from (float(len(ranking.items)), float(judged), float(cutoff or 0))


def _visible_numbers(question: Question, right: Trace, lines: WrittenLines, withheld: frozenset[StepEntry]) -> Iterator[float]:
    """Yield the numbers that stay visible in the lines, including line numbers, ranks and grades."""
    for line_number, line in enumerate(lines, 1):
        yield float(line_number)
        if line.target.column is not None:
            yield float(right.rankings.rank[0, line.target.column])
            yield question.lists[0].items[int(right.rankings.source[0, line.target.column])].grade or 0.0
        if line.target not in withheld:
            yield line.value
        for part in line.summands:
            yield from (float(constant) for constant in CONSTANT.findall(HOLE.sub("", part.template)))
            yield from (number.value for number in part.numbers if not is_withheld(number, withheld))


def _mistakes(question: Question, hole: Hole, answer: float, traces_by_mistake: Mapping[str, Trace]) -> tuple[Mistake, ...]:
    """Return the usual mistakes that change the number left out, with the number that each gives there."""
    core_keys, mistakes = core_mistakes(_metric(question)), []
    for key, trace in traces_by_mistake.items():
        value = float(trace.value[0]) if hole.sort == "result" else value_of_entry(trace, hole.step_entry)
        if value is not None and isfinite(value) and abs(value - answer) > SILENT:
            mistakes.append(Mistake(key, value, key in core_keys))
    return tuple(mistakes)


def _are_distinct(values: Sequence[float], digits: int) -> bool:
    """Whether all numbers differ by enough to be told apart."""
    return all(abs(one - two) >= GAP * 10.0**-digits for one, two in combinations(values, 2))


def is_whole(question: Question) -> bool:
    """Whether the number left out is a count or a grade."""
    assert isinstance(question.given, Hole)
    return trace_by_hand(question.trace).step(question.given.step).unit in ("count", "grade")


def _metric(question: Question) -> Metric:
    return parse_measure(question.measure).metric


KIND = QuestionKind(draw, judge, is_whole=is_whole)
