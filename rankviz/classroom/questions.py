"""A question in a room: named by the parameters of a link, so that every process can build it again, and judged by its engine.

A question of a set is the set's link with its number; one about a list is the list's link with what is asked. Reading and
judging are those of practice, but for what counts as right in a room.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode

from rankviz.basics.errors import InputError, shorten
from rankviz.basics.limits import CLASS_ENTRIES, CLASS_TYPED, MAX_LINK
from rankviz.core.typed_number import PrintedNumber, agreement, read_typed
from rankviz.learn.questions.announced_move import AnnouncedMove
from rankviz.learn.questions.judging import judge
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.number_judge import printing_mistakes
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.sets import link as set_link
from rankviz.learn.sets.list_question import ABOUT_LIST, LIST_QUESTION_KINDS, ListQuestion
from rankviz.learn.sets.question_set import MOST_IN_LINK, GeneratedQuestion, QuestionSet, get_question
from rankviz.state.app_state import AppState
from rankviz.state.permalink import link_too_long

ABOUT_A_LIST = LIST_QUESTION_KINDS  # what can be asked about the list of the page, as the keys 1 to 5
# All of a name but one of two numbers is the link of a set, which `SET_PARAMETERS` says; rows of their own would say no more.
ASK, NUMBER, TWIN = "ask", "q", "twin"
EXACT = 1e-9  # apart, at which two values are the same


def set_question_name(question_set: QuestionSet, number: int) -> str:
    """Name a question of a set, counted from 1.

    Examples
    --------
    >>> set_question_name(QuestionSet(measures=("ap",), level=1, seed=7), 3)
    'ask=value&of=ap&n=10&seed=7&level=1&gen=1&q=3'
    """
    untitled = replace(question_set, title="")
    if not question_set.fixed_questions:
        return urlencode({**set_link.encode_set(untitled), NUMBER: str(number)})
    fixed = replace(question_set.fixed_questions[number - 1], note=())
    if isinstance(fixed, ListQuestion):
        return urlencode(set_link.encode_set(replace(untitled, fixed_questions=(fixed,))))
    # Of questions that would be the same every further one is another: which of them it is belongs to its name.
    twin = sum(replace(each, note=()) == fixed for each in question_set.fixed_questions[:number])
    generated = QuestionSet((fixed.kind,), (fixed.measure,), 1, fixed.seed, fixed.level, digits=question_set.digits)
    return urlencode({**set_link.encode_set(generated), TWIN: str(twin)})


def list_question_name(kind: str, state: AppState, *, move: tuple[int, int] | None = None, mistake: str = "") -> str:
    """Name a question about the list under study.

    Parameters
    ----------
    kind : str
        One of `ABOUT_A_LIST`.
    state : AppState
        Of a kind that compares, with the list that it is compared with.
    move : (int, int), optional
        Of a kind that announces one, from which rank to which.
    mistake : str
        Of a kind with a mistake, which one; by default the first that shows.

    Raises
    ------
    InputError
        `class_long_list`, `link_too_long`; and what `question_of` raises.

    Examples
    --------
    >>> from rankviz.state.app_state import DEFAULT
    >>> list_question_name("trend", DEFAULT, move=(4, 1))
    'ask=trend&v=1&m=ndcg&k=6&g=323012&missed=32&move=4.1'
    """
    second_orders = (state.second_order,) if ABOUT_LIST[kind].compares else ()
    one_list = AppState((state.ranking,), state.metric, state.convention, second_orders=second_orders)
    list_question = ListQuestion(kind, one_list, move=AnnouncedMove(*move) if move else None, mistake=mistake)
    text = urlencode(set_link.encode_set(QuestionSet(fixed_questions=(list_question,))))
    if len(text) > MAX_LINK:
        raise link_too_long(len(text))
    question_of(text)
    return text


@lru_cache(maxsize=128)
def question_of(name: str) -> Question:
    """Build the question that a text names; the same text always gives the same question.

    Raises
    ------
    InputError
        `class_question` for a text that names none, `class_long_list`; those of a link, and of `write_question`.

    Examples
    --------
    >>> question_of("ask=trend&v=1&m=ndcg&k=6&g=323012&missed=32&move=4.1").given.right
    'down'
    """
    parameters = dict(parse_qsl(name, keep_blank_values=True))
    if "of" in parameters:
        return _question_of_set(parameters)
    if parameters.get(ASK) not in ABOUT_A_LIST or "m" not in parameters:
        raise _no_question_error(parameters.get(ASK, ""))
    return _question_about_list(set_link.decode_set(parameters))


def check_length(state: AppState) -> None:
    """Raise `class_long_list` if the list is too long to be asked about."""
    count = len(state.ranking.items) + len(state.ranking.missed)
    if count > CLASS_ENTRIES:
        message = f"The list has {count} entries; lists of up to {CLASS_ENTRIES} can be asked about."
        raise InputError("class_long_list", message, found=count, limit=CLASS_ENTRIES)


def _no_question_error(text: str) -> InputError:
    return InputError("class_question", f'"{shorten(text)}" does not name a question of a class.', found=shorten(text))


def _question_of_set(parameters: Mapping[str, str]) -> Question:
    numbers = {name: parameters.get(name, "1") for name in (NUMBER, TWIN)}
    decoded = set_link.decode_set({name: value for name, value in parameters.items() if name not in numbers})
    for problem in decoded.problems:
        raise problem
    question_set, number = decoded.set, numbers[TWIN if TWIN in parameters else NUMBER]
    if not (number.isascii() and number.isdigit() and len(number) < 4 and 1 <= int(number) <= MOST_IN_LINK):
        raise _no_question_error(number)
    if TWIN in parameters:
        question_set = replace(
            question_set,
            fixed_questions=(
                GeneratedQuestion(question_set.kinds[0], question_set.measures[0], question_set.seed, question_set.level),
            )
            * int(number),
        )
    if int(number) > question_set.size:
        raise _no_question_error(number)
    return get_question(question_set, int(number))


def _question_about_list(decoded: set_link.DecodedSet) -> Question:
    for problem in decoded.problems:
        raise problem
    for each_question in decoded.set.fixed_questions:
        if isinstance(each_question, ListQuestion):
            check_length(each_question.state)
    question = get_question(decoded.set, 1)
    if question.trace.undefined.any():  # what 0/0 counts as is a convention that nobody in the room is told
        message = f"{question.measure} is undefined on this list, so there is no number to ask for. Add a relevant document."
        raise InputError("undefined_question", message, measure=question.measure)
    return question


# ---------------------------------------------------------------------------------------------------------------------------
# Answers


def judge_class_answer(question: Question, typed: str) -> Verdict:
    """Judge an answer by the rules of a room.

    A number is right if its digits follow from the value, and it is exact or shows at most one decimal less than is asked for:
    otherwise 1 would be right for 0.785. So is one whose last digit a rounding on the way has changed, with no more decimals.

    Examples
    --------
    >>> found = question_of("ask=value&v=1&m=ndcg&k=6&g=323012&missed=32")  # 0.785002
    >>> answers = ("0,785", "78.5 %", ".79", "0.784", "0.7857", "0.8", "0.961", "many")
    >>> [judge_class_answer(found, answer).kind for answer in answers]
    ['right', 'right', 'right', 'right_rounded', 'unknown', 'short', 'known', 'unreadable']
    """
    if len(typed) > CLASS_TYPED:
        problem = InputError("class_long_answer", f"An answer has at most {CLASS_TYPED} characters.", limit=CLASS_TYPED)
        return Verdict("unreadable", typed[:CLASS_TYPED], problem=problem)
    verdict = judge(question, typed)
    if not asks_number(question) or verdict.kind == "unreadable":
        return verdict
    printed = read_typed(typed)
    matched = agreement(question.answer, printed)
    if not matched:
        return _judge_last_digit(question, printed, verdict) if verdict.kind == "right_rounded" else verdict
    if matched == "exact" or printed.places is None or printed.places >= question.digits - 1:
        return replace(verdict, kind="right", mistakes=())
    return verdict if verdict.kind == "known" else replace(verdict, kind="short")


def _judge_last_digit(question: Question, printed: PrintedNumber, verdict: Verdict) -> Verdict:
    """Judge an answer whose last digit is off: right_rounded if rounding on the way explains it, else known or unknown.

    That says nothing of further digits, nor of a value that has no more than are asked for; and a usual mistake that gives the
    number explains it better.
    """
    if mistakes := printing_mistakes(question, printed):
        return replace(verdict, kind="known", mistakes=tuple(each.key for each in mistakes))
    is_fine = printed.places is None or printed.places > question.digits
    is_round = abs(round(question.answer, question.digits) - question.answer) < EXACT
    return replace(verdict, kind="unknown") if is_fine or is_round else verdict


def asks_number(question: Question) -> bool:
    """Whether a question is answered by a number."""
    return KINDS[question.kind].is_number


def option_keys(question: Question) -> tuple[str, ...]:
    """Return the keys of the options, in their order; () for questions answered by a number, an order or rows.

    Examples
    --------
    >>> option_keys(question_of("ask=trend&v=1&m=ndcg&k=6&g=323012&missed=32&move=4.1"))
    ('up', 'down', 'same')
    """
    return KINDS[question.kind].option_keys(question)


def right_answer(question: Question) -> str:
    """Compute a right answer to a question of any kind, as it would be typed.

    Examples
    --------
    >>> right_answer(question_of("ask=value&v=1&m=ndcg&k=6&g=323012&missed=32"))
    '0.785'
    """
    kind = KINDS[question.kind]
    if kind.right is not None:
        return kind.right(question)
    return f"{question.answer:.{0 if kind.is_whole(question) else question.digits}f}"
