"""What the teacher can ask: five kinds about the list of a link, the questions of a set, and the prepared ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TypedDict

from rankviz.basics.errors import InputError
from rankviz.classroom.class_link import subject_of
from rankviz.classroom.prepared_questions import prepared_questions
from rankviz.classroom.questions import ABOUT_A_LIST, check_length, list_question_name, question_of, set_question_name
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import parse_measure, print_measure
from rankviz.display.error_text import error_text, error_texts
from rankviz.display.rule_words import undefined_reason
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.kinds.list_pools import EVEN
from rankviz.learn.questions.kinds.step import possible_mistakes
from rankviz.learn.questions.kinds.trend import move_document
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.random_lists import DIGITS
from rankviz.learn.questions.set_generator import turn_of_measure, turns_of
from rankviz.learn.sets.question_set import QuestionSet, teacher_note
from rankviz.learn.view.mini_lists import mini_lists_payload
from rankviz.state.app_state import AppState
from rankviz.state.second_order_edits import with_second_order
from rankviz.texts import Texts

Data = dict[str, object]
MOST_VARIANTS = 4  # of asking the same kind about the same list
MOST_NAMED = 8  # documents of a list that is only spoken of


class AskableQuestion(TypedDict):
    """One way of asking a question: a line on it, and the name of the question; that is "" where it cannot be asked."""

    detail: str
    question_name: str


def picker_payload(link: str, texts: Texts) -> Data:
    """Build the payload of the picker.

    Parameters
    ----------
    link : str
        Parameters of an address, or a whole one; "" for the list that Explore opens with.
    texts : Texts

    Returns
    -------
    dict
        `list` as `mini_lists` has it (None where it is too long), `measure`, `kinds` (each `{kind, label, reason, variants}`,
        where a variant is `{detail, question_name}`, and `reason` says why it cannot be asked), `set` (`{title, questions}`, or
        None), `prepared`; the questions of both are `{label, detail, question_name}`; `problems` in sentences.
    """
    subject = subject_of(link)
    question = _as_question(subject.state)
    set_payload = None
    if subject.set is not None:
        set_payload = {"title": subject.set.title, "questions": _set_questions(subject.set, texts)}
    return {
        "list": None if question is None else mini_lists_payload(question, texts),
        "measure": _measure(subject.state),
        "kinds": [_kind(kind, subject.state, _undefined_reason(subject.state, texts), texts) for kind in ABOUT_A_LIST],
        "set": set_payload,
        "prepared": prepared_payload(texts),
        "problems": error_texts(subject.problems, texts),
    }


def _measure(state: AppState) -> str:
    return print_measure(METRICS[state.metric], state.convention)


def _as_question(state: AppState) -> Question | None:
    """Return the list as a question, whatever its value is; None if it is too long."""
    try:
        check_length(state)
    except InputError:
        return None
    lists = (replace(_without_second_order(state).ranking, query_id=""),)
    return Question("value", _measure(state), lists, state.convention, "", 0.0, (), DIGITS, 1, 0, 0)


def _without_second_order(state: AppState) -> AppState:
    """Return the state without its second order, and without unjudged documents that only that order has."""
    return with_second_order(state, None)


# ---------------------------------------------------------------------------------------------------------------------------
# Five kinds about a list


def _undefined_reason(state: AppState, texts: Texts) -> str:
    """Return why the list has no value to ask about; "" if it has one."""
    one_list = _without_second_order(state)
    try:
        check_length(one_list)
        trace = compute(METRICS[state.metric], RawLists.from_rankings([one_list.ranking]), state.convention)
    except InputError:
        return ""  # it says so itself
    if not trace.undefined[0]:
        return ""
    return texts("class_teacher.cannot.undefined", measure=_measure(state), reason=undefined_reason(trace, texts))


def _kind(kind: str, state: AppState, undefined: str, texts: Texts) -> Data:
    """The payload of a kind: the variants in which it can be asked, or why it cannot."""
    variants: list[AskableQuestion] = []
    reason = undefined
    try:
        variants = [] if undefined else [*_variants(kind, state, texts)]
    except InputError as error:
        reason = texts("class_teacher.cannot.better") if error.key == "no_second_list" else error_text(error, texts)
    if not variants and not reason:
        reason = texts("class_teacher.cannot.trend")
    return {"kind": kind, "label": texts(f"class_teacher.kind.{kind}"), "reason": reason, "variants": variants}


def _variants(kind: str, state: AppState, texts: Texts) -> Iterator[AskableQuestion]:
    measure = _measure(state)
    state = state if kind == "better" else _without_second_order(state)
    if kind == "trend":
        check_length(state)
        for rank, to in askable_moves(state):
            document = state.ranking.items[rank - 1].doc_id
            detail = texts("class_teacher.task.trend", document=document, rank=rank, to=to, measure=measure)
            yield {"detail": detail, "question_name": list_question_name(kind, state, move=(rank, to))}
        return
    first = list_question_name(kind, state)
    documents = texts("sentence.more_separator").join(_second_list_names(first)) if kind == "better" else ""
    detail = texts(f"class_teacher.task.{kind}", measure=measure, documents=documents)
    yield {"detail": detail, "question_name": first}
    if kind == "step":
        for mistake in _mistakes(first):
            yield {"detail": detail, "question_name": list_question_name(kind, state, mistake=mistake)}


def _second_list_names(question_name: str) -> list[str]:
    """Return the names of the first documents of the second list."""
    names = [item.doc_id for item in question_of(question_name).lists[1].items]
    return names if len(names) <= MOST_NAMED else [*names[:MOST_NAMED], "…"]


def askable_moves(state: AppState) -> tuple[tuple[int, int], ...]:
    """Return moves of one document to ask about: one that raises the value, one that lowers it, one that does neither.

    They are as short as can be, and as near to the top; the first of them may be any of the three.

    Examples
    --------
    >>> from rankviz.state.app_state import DEFAULT
    >>> askable_moves(DEFAULT)
    ((2, 1), (3, 2))
    """
    count = len(state.ranking.items)
    ranks = [(target + step, target) for step in range(1, count) for target in range(1, count - step + 1)]
    ranks = [each for pair in ranks for each in (pair, pair[::-1]) if each == pair or pair[0] - pair[1] > 1]
    lists = [state.ranking, *(move_document(state.ranking, *each) for each in ranks)]
    before, *after = (
        float(each) for each in compute(METRICS[state.metric], RawLists.from_rankings(lists), state.convention).value
    )
    by_sign: dict[int, tuple[int, int]] = {}
    for pair, value in zip(ranks, after, strict=True):
        change = value - before
        sign = 0 if abs(change) <= EVEN else 1 if change > 0 else -1
        if sign == 0 or abs(change) >= 10**-DIGITS:
            by_sign.setdefault(sign, pair)
    return tuple(sorted(by_sign.values(), key=ranks.index))


def _mistakes(question_name: str) -> list[str]:
    """Return further mistakes for a derivation, in different lines where possible."""
    question = question_of(question_name)
    mistakes = [each[0].mistake for each in possible_mistakes(replace(question, kind="value", given=None), 20).values()]
    return list(dict.fromkeys(each for each in mistakes if each != getattr(question.given, "mistake", "")))[: MOST_VARIANTS - 1]


# ---------------------------------------------------------------------------------------------------------------------------
# Questions of a set


def _set_questions(question_set: QuestionSet, texts: Texts) -> list[Data]:
    """The questions of a set by kind and measure; none is generated before it is asked."""
    kinds = turns_of(question_set.kinds)
    questions: list[Data] = []
    for number in range(1, question_set.size + 1):
        kind = kinds[(number - 1) % len(kinds)]
        measure = question_set.measures[turn_of_measure(number - 1, len(kinds), len(question_set.measures))]
        name = _measure_name(measure, question_set)
        questions.append(
            {
                "label": texts(f"sets.task.{kind}", measure=name),
                "detail": "",
                "question_name": set_question_name(question_set, number),
            }
        )
    return questions


def _measure_name(measure: str, question_set: QuestionSet) -> str:
    parsed = parse_measure(measure)
    return print_measure(parsed.metric, question_set.convention.with_choices(parsed.choices))


def prepared_payload(texts: Texts) -> list[Data]:
    """Build the payload of the prepared questions: what each is good for, and its task."""
    return [dict(each) for each in _prepared_questions(texts.language)]


@lru_cache
def _prepared_questions(language: str) -> tuple[Data, ...]:
    texts, prepared = Texts(language), prepared_questions()
    questions: list[Data] = []
    for number in range(1, prepared.size + 1):
        name = set_question_name(prepared, number)
        question = question_of(name)
        detail = texts(f"sets.task.{question.kind}", measure=question.measure)
        questions.append({"label": teacher_note(prepared, number, language), "detail": detail, "question_name": name})
    return tuple(questions)
