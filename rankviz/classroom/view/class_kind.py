"""What a kind of questions has of its own in a class: how it is answered there, and why an answer is right or wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypedDict

from rankviz.classroom.grouped_answers import Bar
from rankviz.classroom.questions import asks_number, judge_class_answer, list_question_name
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.display.formulas.two_derivations import ComparedLine
from rankviz.display.list_rows import rows_of
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.question import Question
from rankviz.learn.words.feedback import feedback
from rankviz.learn.words.kind_wording import ORDER
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.list_letter import list_letter
from rankviz.learn.words.prompt import note_of
from rankviz.state.app_state import AppState
from rankviz.state.second_order_edits import with_second_order
from rankviz.texts import Texts

Data = dict[str, object]


class ChoiceOption(TypedDict):
    """An option: its key is what is sent. `detail` stands under it in small type, or is ""."""

    key: str
    label: str
    detail: str


class MovePayload(TypedDict):
    """A move that is announced: its row and its target (both from 0, as the rows are shown), and a sentence."""

    row: int
    to: int
    text: str


class AskableQuestion(TypedDict):
    """One way of asking a question: a line on it, and the name of the question; that is "" where it cannot be asked."""

    detail: str
    question_name: str


class AnswerReason(NamedTuple):
    """Derivations of the right answer, with their labels, that of the wrong one, and sentences."""

    right: Sequence[tuple[str, Sequence[ComparedLine]]]
    wrong: Sequence[ComparedLine] = ()
    sentences: Sequence[str] = ()


def form_of(question: Question) -> str:
    """Return how a question is answered where its kind says nothing else: by a number, an order, or one of its options."""
    if KIND_WORDINGS[question.kind].form == ORDER:
        return "order"
    return "number" if KINDS[question.kind].is_number else "options"


def plain_option(question: Question, key: str, texts: Texts) -> ChoiceOption:
    """Return an option in the words of practice."""
    return {"key": key, "label": worded_answer(question, key, texts), "detail": ""}


def reason_in_sentences(question: Question, bar: Bar | None, texts: Texts) -> AnswerReason:
    """Explain in sentences only."""
    sentences = [*KIND_WORDINGS[question.kind].solution_words(question, texts)]
    if bar is not None and not asks_number(question) and not KINDS[question.kind].single_try:  # whose feedback is the solution
        sentences.append(_choice_sentence(question, bar.numbers[0], texts))
    return AnswerReason([], sentences=sentences)


def _choice_sentence(question: Question, chosen: str, texts: Texts) -> str:
    """Return the feedback on a chosen option."""
    verdict = judge_class_answer(question, chosen)
    if verdict.turned:
        above, below = map(list_letter, verdict.turned)
        return texts("order.turned", above=above, below=below)
    return feedback(question, verdict, texts)[0]


def one_variant(kind: str, state: AppState, texts: Texts) -> Iterator[AskableQuestion]:
    """Yield the one way of asking about a list."""
    yield {
        "detail": texts(f"class_teacher.task.{kind}", measure=measure_of(state)),
        "question_name": list_question_name(kind, state),
    }


def measure_of(state: AppState) -> str:
    """Return the measure under study, as printed."""
    return print_measure(METRICS[state.metric], state.convention)


def without_second_order(state: AppState) -> AppState:
    """Return the state without its second order, and without unjudged documents that only that order has."""
    return with_second_order(state, None)


def entry_numbers(question: Question) -> list[int]:
    """Return for each row of the first list, as shown, the number of its entry as typed, from 1."""
    return [row.at + 1 for row in rows_of(question.lists[0].items, question.trace.rankings)]


def worded_answer(question: Question, answer: str, texts: Texts) -> str:
    """Return an answer as practice words it; as it is where that has no words for it."""
    wording = KIND_WORDINGS[question.kind].answer
    return answer if wording is None or asks_number(question) else wording(question, answer, texts)


class ClassKind(NamedTuple):
    """One kind of question in a class.

    Parameters
    ----------
    form : function of Question to str
        The `type` of `Input`.
    option : function of (Question, key, Texts) to ChoiceOption
    note : function of (Question, Texts) to str
        What is seen or done besides the task.
    lines : function of (Question, Texts) to data
        The lines of a derivation that is asked about.
    move : function of (Question, Texts) to MovePayload or None
    answer : function of (Question, answer, Texts) to str
        An answer that was chosen, in words.
    reason : function of (Question, Bar or None, Texts) to AnswerReason
        Why the right answer is right, and that of the bar is not.
    variants : function of (kind, AppState, Texts) to AskableQuestion
        The ways of asking it about a list; the state has a second order only for a kind that compares.
    marked_lines : function of (Question, Texts, is_marked, is_mended) to data
        Lines with a mistake beside the bars: whether the wrong one is marked, and the right one stands below it.
    top_grade : function of Question to int
        The highest grade that can be given.
    asks_for_mistake : bool
        Whether the right answer is what is wrong, so that it is not called right.
    explains_each_choice : bool
        Whether each wrong choice is explained by itself; not where all are explained by the same two lists.
    """

    form: Callable[[Question], str] = form_of
    option: Callable[[Question, str, Texts], ChoiceOption] = plain_option
    note: Callable[[Question, Texts], str] = note_of
    lines: Callable[[Question, Texts], list[Data]] = lambda question, texts: []
    move: Callable[[Question, Texts], MovePayload | None] = lambda question, texts: None
    answer: Callable[[Question, str, Texts], str] = worded_answer
    reason: Callable[[Question, Bar | None, Texts], AnswerReason] = reason_in_sentences
    variants: Callable[[str, AppState, Texts], Iterator[AskableQuestion]] = one_variant
    marked_lines: Callable[[Question, Texts, bool, bool], list[Data]] = lambda question, texts, is_marked, is_mended: []
    top_grade: Callable[[Question], int] = lambda question: 0
    asks_for_mistake: bool = False
    explains_each_choice: bool = True
