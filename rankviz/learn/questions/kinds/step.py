"""`step`: a derivation with one mistake in it; asks for the line where it is made, then for the right value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rankviz.basics.errors import InputError, shorten
from rankviz.core.metrics import Metric
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.templates import TemplateError
from rankviz.core.trace import HOLE, Trace
from rankviz.learn.questions.about_list import MISTAKE, AboutList, ListQuestion, value_question
from rankviz.learn.questions.list_filter import accepted_questions
from rankviz.learn.questions.mistake_values import mistaken_traces
from rankviz.learn.questions.number_judge import judge_number
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.question_kind import QuestionKind
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

FEWEST, MOST = 4, 7  # lines of a derivation
MOST_ABOUT_LIST = 20  # where the list is given, which may be longer than a generated one


@dataclass(frozen=True)
class MistakenDerivation:
    """The mistaken derivation that is shown.

    Parameters
    ----------
    mistake : str
        Key of the mistake in it.
    lines : tuple of WrittenLine
    wrong : int
        Index of the first line that differs from the right derivation.
    again : tuple of int
        Indices of later lines that make the same mistake again.
    right : tuple of int
        Indices of later lines that are right; all others only follow from the mistake.
    """

    mistake: str
    lines: WrittenLines
    wrong: int
    again: tuple[int, ...]
    right: tuple[int, ...]


def draw(spec: QuestionSpec) -> Iterator[Question]:
    """Yield questions for the line with the mistake, then for the value."""
    for question in accepted_questions(spec):
        derivations_by_line = possible_mistakes(question)
        if derivations_by_line:
            derivations = [*derivations_by_line.values()][random_integer(spec.draw_one, 0, len(derivations_by_line) - 1)]
            yield replace(question, given=derivations[random_integer(spec.draw_one, 0, len(derivations) - 1)])


def judge(question: Question, text: str, line_found: bool) -> Verdict:
    """Judge the number of a line; once the line was found, the value."""
    assert isinstance(question.given, MistakenDerivation)
    if line_found:
        return judge_number(question, text)
    typed, count = text.strip(), len(question.given.lines)
    if not (typed.isdecimal() and len(typed) <= 3 and 1 <= int(typed) <= count):
        message = f"There is no line {shorten(typed)}. Choose one from 1 to {count}."
        return Verdict("unreadable", typed, problem=InputError("no_such_line", message, line=shorten(typed), count=count))
    position = int(typed) - 1
    wrong = question.given.wrong
    kind = "line_found" if position == wrong else "later_line" if position > wrong else "earlier_line"
    return Verdict(kind, str(position + 1))


def right_lines(question: Question) -> WrittenLines:
    """Return the lines of the right derivation."""
    return written_lines(trace_by_hand(question.trace), spelled=True)


def possible_mistakes(question: Question, most_lines: int = MOST) -> dict[int, list[MistakenDerivation]]:
    """Return the mistaken derivations of at most `most_lines` lines, by the index of the first wrong line."""
    try:
        right = right_lines(question)
    except TemplateError:
        return {}
    showing_mistakes = {mistake.key for mistake in question.mistakes}
    derivations_by_line: dict[int, list[MistakenDerivation]] = {}
    for key, trace in mistaken_traces(_metric(question), question.lists, question.convention):
        if trace is None or key not in showing_mistakes or trace.metric != _metric(question).key:
            continue
        derivation = _mistaken_derivation(key, right, mistaken_trace_by_hand(key, trace, question.trace), most_lines)
        if derivation is not None:
            derivations_by_line.setdefault(derivation.wrong, []).append(derivation)
    return derivations_by_line


def _mistaken_derivation(key: str, right: WrittenLines, trace: Trace, most_lines: int) -> MistakenDerivation | None:
    """Return the mistaken derivation; None if it has no clear line where it departs from the right one."""
    try:
        mistaken_lines = written_lines(trace, spelled=True)
    except TemplateError:
        return None
    right_by_target = {line.target: line for line in right}
    lines = tuple(line for line in mistaken_lines if line.target in right_by_target or line.target.column is not None)
    known_targets = [line.target for line in lines if line.target in right_by_target]
    if known_targets != [*right_by_target] or not FEWEST <= len(lines) <= most_lines:
        return None
    differing = [position for position, line in enumerate(lines) if not _reads_alike(line, right_by_target.get(line.target))]
    if not differing or not _is_clear(lines[differing[0]], right_by_target.get(lines[differing[0]].target)):
        return None
    dependents = frozenset[StepEntry]()
    repeated = []
    for position in differing:
        if position != differing[0] and not _follows(lines[position], right_by_target.get(lines[position].target), dependents):
            repeated.append(position)
        dependents |= dependent_numbers(trace, lines[position].target)
    later_right = tuple(position for position in range(differing[0], len(lines)) if position not in differing)
    return MistakenDerivation(key, lines, differing[0], tuple(repeated), later_right)


def _reads_alike(line: WrittenLine, right: WrittenLine | None) -> bool:
    """Whether a line is the same as the right one; of two counted lines, whether their numbers are."""
    if right is not None and line.is_counted and right.is_counted:
        return line.value == right.value
    return line == right


def _is_clear(line: WrittenLine, right: WrittenLine | None) -> bool:
    """Whether a wrong line has a formula with a visibly different result: a line that only names a number is not clear."""
    is_name = line.target.column is None and len(line.summands) == 1 and bool(HOLE.fullmatch(line.summands[0].template))
    return not is_name and abs(line.value - (0.0 if right is None else right.value)) >= GAP * 1e-3


def _follows(line: WrittenLine, right: WrittenLine | None, changed: frozenset[StepEntry]) -> bool:
    """Whether a line differs only by numbers that follow from the wrong ones above it."""
    if right is None:
        return False
    right_by_operands = {_operands(summand): summand for summand in right.summands}
    for summand in line.summands:
        right_summand = right_by_operands.get(_operands(summand))
        if right_summand is None and not all(changed.intersection(number.entries) for number in summand.numbers):
            return False
        pairs = zip(summand.numbers, right_summand.numbers, strict=True) if right_summand is not None else ()
        if not all(number == right_number or changed.intersection(number.entries) for number, right_number in pairs):
            return False
    return True


def _operands(summand: Summand) -> tuple[object, ...]:
    """Return the template of a summand and where its numbers come from, to compare it regardless of values."""
    return summand.template, *(number.entries for number in summand.numbers)


def _metric(question: Question) -> Metric:
    return parse_measure(question.measure).metric


def option_keys(question: Question) -> tuple[str, ...]:
    """Return the numbers of the lines, from 1."""
    assert isinstance(question.given, MistakenDerivation)
    return tuple(str(line) for line in range(1, len(question.given.lines) + 1))


def right_line(question: Question) -> str:
    """Return the number of the line with the mistake."""
    assert isinstance(question.given, MistakenDerivation)
    return str(question.given.wrong + 1)


def about_list(list_question: ListQuestion) -> Question:
    """Return the question for the line with the mistake in a derivation; InputError `no_such_mistake`, `undefined_question`."""
    question = value_question(list_question)
    by_line = possible_mistakes(question, MOST_ABOUT_LIST).values()
    derivations = [each for same_line in by_line for each in same_line if list_question.mistake in ("", each.mistake)]
    if not derivations:
        message = f"No usual mistake with {question.measure} shows in a single line on this list."
        raise InputError("no_such_mistake", message, measure=question.measure)
    return replace(question, given=derivations[0])


KIND = QuestionKind(
    draw,
    judge,
    option_keys=option_keys,
    right=right_line,
    is_rare=True,
    about_list=AboutList(4, about_list, field=MISTAKE),
)
