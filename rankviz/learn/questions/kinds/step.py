"""`step`: a derivation with one mistake in it; asked is the line where it is made, then the right value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rankviz.basics.errors import InputError, shorten
from rankviz.core.metrics import Metric
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.templates import TemplateError
from rankviz.core.trace import HOLE, Trace
from rankviz.learn.questions.list_filter import accepted_questions
from rankviz.learn.questions.mistake_values import mistaken_traces
from rankviz.learn.questions.number_judge import judge_number
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.random_lists import GAP, QuestionSpec, random_integer
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.questions.written_derivation import (
    StepEntry,
    Summand,
    WrittenLine,
    WrittenLines,
    dependent_numbers,
    mistaken_trace_by_hand,
    trace_by_hand,
    written_lines,
)

FEWEST, MOST = 4, 7  # lines


@dataclass(frozen=True)
class MistakenDerivation:
    """The derivation that is shown.

    Parameters
    ----------
    mistake : str
        Key of the mistake that is in it.
    lines : tuple of WrittenLine
    wrong : int
        Place of the first line that is not as in the right derivation.
    again : tuple of int
        Places of later lines in which the same mistake is made once more.
    right : tuple of int
        Places of later lines that are right; all others only follow from what is wrong above them.
    """

    mistake: str
    lines: WrittenLines
    wrong: int
    again: tuple[int, ...]
    right: tuple[int, ...]


def draw(wanted: QuestionSpec) -> Iterator[Question]:
    """Questions for the line with the mistake, then for the value."""
    for question in accepted_questions(wanted):
        found = possible_mistakes(question)
        if found:
            of_line = [*found.values()][random_integer(wanted.draw_one, 0, len(found) - 1)]
            yield replace(question, given=of_line[random_integer(wanted.draw_one, 0, len(of_line) - 1)])


def judge(question: Question, text: str, found: bool) -> Verdict:
    """Judge which line was chosen; once it is `found`, the right value."""
    assert isinstance(question.given, MistakenDerivation)
    if found:
        return judge_number(question, text)
    typed, count = text.strip(), len(question.given.lines)
    if not (typed.isdecimal() and len(typed) <= 3 and 1 <= int(typed) <= count):
        message = f"There is no line {shorten(typed)}. Choose one from 1 to {count}."
        return Verdict("unreadable", typed, problem=InputError("no_such_line", message, line=shorten(typed), count=count))
    at = int(typed) - 1
    kind = "line_found" if at == question.given.wrong else "later_line" if at > question.given.wrong else "earlier_line"
    return Verdict(kind, str(at + 1))


def right_lines(question: Question) -> WrittenLines:
    """The lines of the right derivation."""
    return written_lines(trace_by_hand(question.trace), spelled=True)


def possible_mistakes(question: Question, most: int = MOST) -> dict[int, list[MistakenDerivation]]:
    """What the derivation of a value can be shown with, in at most so many lines, by the place of the first wrong one."""
    try:
        right = right_lines(question)
    except TemplateError:
        return {}
    showing = {mistake.key for mistake in question.mistakes}
    found: dict[int, list[MistakenDerivation]] = {}
    for key, trace in mistaken_traces(_metric(question), question.lists, question.convention):
        if trace is None or key not in showing or trace.metric != _metric(question).key:
            continue
        broken = _mistaken_derivation(key, right, mistaken_trace_by_hand(key, trace, question.trace), most)
        if broken is not None:
            found.setdefault(broken.wrong, []).append(broken)
    return found


def _mistaken_derivation(key: str, right: WrittenLines, trace: Trace, most: int) -> MistakenDerivation | None:
    """The mistaken derivation, if it has one clear place where it parts from the right one."""
    try:
        made = written_lines(trace, spelled=True)
    except TemplateError:
        return None
    known = {line.target: line for line in right}
    lines = tuple(line for line in made if line.target in known or line.target.column is not None)
    if [line.target for line in lines if line.target in known] != [*known] or not FEWEST <= len(lines) <= most:
        return None
    other = [at for at, line in enumerate(lines) if not _reads_alike(line, known.get(line.target))]
    if not other or not _is_clear(lines[other[0]], known.get(lines[other[0]].target)):
        return None
    follows = frozenset[StepEntry]()
    again = []
    for at in other:
        if at != other[0] and not _follows(lines[at], known.get(lines[at].target), follows):
            again.append(at)
        follows |= dependent_numbers(trace, lines[at].target)
    later_right = tuple(at for at in range(other[0], len(lines)) if at not in other)
    return MistakenDerivation(key, lines, other[0], tuple(again), later_right)


def _reads_alike(line: WrittenLine, right: WrittenLine | None) -> bool:
    """Whether a line reads as the right one."""
    if right is not None and line.is_counted and right.is_counted:
        return line.value == right.value
    return line == right


def _is_clear(line: WrittenLine, right: WrittenLine | None) -> bool:
    """Whether a wrong line comes to another number, by a formula: a forgotten step is no line."""
    is_name = line.target.column is None and len(line.summands) == 1 and bool(HOLE.fullmatch(line.summands[0].template))
    return not is_name and abs(line.value - (0.0 if right is None else right.value)) >= GAP * 1e-3


def _follows(line: WrittenLine, right: WrittenLine | None, changed: frozenset[StepEntry]) -> bool:
    """Whether a line is worked out rightly from numbers that follow from the lines above it."""
    if right is None:
        return False
    known = {_operands(part): part for part in right.summands}
    for part in line.summands:
        same = known.get(_operands(part))
        if same is None and not all(changed.intersection(number.entries) for number in part.numbers):
            return False
        pairs = zip(part.numbers, same.numbers, strict=True) if same is not None else ()
        if not all(one == two or changed.intersection(one.entries) for one, two in pairs):
            return False
    return True


def _operands(part: Summand) -> tuple[object, ...]:
    """What a summand reads, whatever the numbers are."""
    return part.template, *(number.entries for number in part.numbers)


def _metric(question: Question) -> Metric:
    return parse_measure(question.measure).metric
