"""What the teacher can ask: about the list of a link, the questions of a set, and the prepared ones."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from rankviz.basics.errors import InputError
from rankviz.classroom.class_link import subject_of
from rankviz.classroom.prepared_questions import prepared_questions
from rankviz.classroom.questions import ABOUT_A_LIST, check_length, question_of, set_question_name
from rankviz.classroom.view.class_kind import AskableQuestion, without_second_order
from rankviz.classroom.view.kinds import CLASS_KINDS
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import parse_measure, print_measure
from rankviz.display.error_text import error_text, error_texts
from rankviz.display.rule_words import undefined_reason
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.kinds import USUAL_KIND
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.random_lists import DIGITS
from rankviz.learn.questions.set_generator import turn_of_measure, turns_of
from rankviz.learn.sets.list_question import ABOUT_LIST
from rankviz.learn.sets.question_set import QuestionSet, teacher_note
from rankviz.learn.view.mini_lists import mini_lists_payload
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

Data = dict[str, object]


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
    lists = (replace(without_second_order(state).ranking, query_id=""),)
    return Question(USUAL_KIND, _measure(state), lists, state.convention, "", 0.0, (), DIGITS, 1, 0, 0)


# ---------------------------------------------------------------------------------------------------------------------------
# About a list


def _undefined_reason(state: AppState, texts: Texts) -> str:
    """Return why the list has no value to ask about; "" if it has one."""
    one_list = without_second_order(state)
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
        asked_state = state if ABOUT_LIST[kind].compares else without_second_order(state)
        variants = [] if undefined else [*CLASS_KINDS[kind].variants(kind, asked_state, texts)]
    except InputError as error:
        own_key = f"class_teacher.cannot.{error.key}"
        reason = texts(own_key) if own_key in texts else error_text(error, texts)
    if not variants and not reason:
        reason = texts("class_teacher.cannot.no_move")
    return {"kind": kind, "label": texts(f"class_teacher.kind.{kind}"), "reason": reason, "variants": variants}


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
                "label": texts(f"kind.{kind}.label", measure=name),
                "detail": "",
                "question_name": set_question_name(question_set, number),
            }
        )
    return questions


def _measure_name(measure: str, question_set: QuestionSet) -> str:
    parsed = parse_measure(measure)
    return print_measure(parsed.metric, question_set.convention.with_choices(parsed.choices), also=parsed.choices)


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
        detail = texts(f"kind.{question.kind}.label", measure=question.measure)
        questions.append({"label": teacher_note(prepared, number, language), "detail": detail, "question_name": name})
    return tuple(questions)
