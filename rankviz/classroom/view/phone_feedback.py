"""The feedback of one phone: the cause of its answer, and how many others did the same; never what others answered."""

from __future__ import annotations

from typing import TypedDict

from rankviz.classroom.answer_causes import NONE, RIGHT, SHORT, SLIP, AnswerCause, cause_of, lookup_of
from rankviz.classroom.grouped_answers import Bar, bar_of, displayed_answer
from rankviz.classroom.questions import asks_number, judge_class_answer, question_of, right_answer
from rankviz.classroom.scene import Scene
from rankviz.classroom.view.answer_bars import answer_words, bars_of
from rankviz.classroom.view.kinds import CLASS_KINDS
from rankviz.classroom.view.why import reason_of, side_payload
from rankviz.classroom.words.causes import cause_words
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.parts.two_derivations import TwoDerivationsPayload
from rankviz.learn.questions.question import Question
from rankviz.state.app_state import AppState
from rankviz.state.permalink import to_text
from rankviz.texts import Texts


class PhoneFeedback(TypedDict):
    """The feedback on the answer of one phone.

    `answer` is what was understood of it ("" of what cannot be read). `headline` says what it is, `detail` what follows.
    `derivations` has that of the answer, without lines where there is none, and those of the right one; None where there is
    neither. `same_note` says how many others there are, or is "". `explore_params` are the parameters with which Explore shows
    the list.
    """

    answer: str
    is_right: bool
    headline: str
    detail: str
    derivations: TwoDerivationsPayload | None
    right_answer: str
    same_note: str
    explore_params: str


def phone_feedback_payload(scene: Scene, typed: str, texts: Texts) -> PhoneFeedback:
    """Build the feedback on an answer; `scene` has the tally."""
    question = question_of(scene.question_name)
    cause = cause_of(question, lookup_of(scene.question_name), typed)
    bar = None if cause is None else _own_bar(question, cause, typed)
    reason = reason_of(question, bar, texts)
    is_right = cause is not None and cause.kind == RIGHT
    own_side = side_payload("", () if is_right else reason.wrong, texts)
    derivations: TwoDerivationsPayload = {
        "sides": [own_side, *(side_payload(*each, texts) for each in reason.right)],
        "first_difference": "",
        "difference_text": texts("two_derivations.differs"),
    }
    return {
        "answer": "" if cause is None else answer_words(question, displayed_answer(question, typed), texts),
        "is_right": is_right,
        "headline": _headline(question, bar, cause, typed, texts),
        "detail": texts("words.separator").join(reason.sentences),
        "derivations": derivations if reason.right else None,
        "right_answer": answer_words(question, right_answer(question), texts),
        "same_note": "" if cause is None else _same_note(scene, cause, texts),
        "explore_params": to_text(
            AppState((question.lists[0],), parse_measure(question.measure).metric.key, question.convention)
        ),
    }


def _own_bar(question: Question, cause: AnswerCause, typed: str) -> Bar:
    """Return the answer as a bar of its own."""
    return Bar(cause.kind, (displayed_answer(question, typed),), 1, 0, (cause,))


def _headline(question: Question, bar: Bar | None, cause: AnswerCause | None, typed: str, texts: Texts) -> str:
    if bar is None or cause is None:
        return ""
    if judge_class_answer(question, typed).kind == "right_rounded":
        return texts("answer_cause.mine.rounded")
    if cause.kind in (RIGHT, SHORT, NONE):
        return texts(f"answer_cause.mine.{cause.kind}")
    if not asks_number(question):
        return texts(
            "answer_cause.mine.other_line" if CLASS_KINDS[question.kind].asks_for_mistake else "answer_cause.mine.wrong"
        )
    words = cause_words(question, bar.causes, bar.numbers[0], texts)
    is_letter = not words[1:2].isalpha()  # p and k are other quantities in capitals
    capitalised = words if is_letter else words[:1].upper() + words[1:]
    return words if words.endswith((".", "。")) else texts("answer_cause.mine.sentence", words=capitalised)


def _same_note(scene: Scene, cause: AnswerCause, texts: Texts) -> str:
    """Return how many others did the same; "" if nobody did, or their bar has several causes."""
    bar = bar_of(bars_of(scene), cause)
    if bar is None or bar.count < 2 or cause.kind in (SHORT, NONE):
        return ""
    if bar.kind != cause.kind or (cause.kind == SLIP and len(bar.causes) > 1):
        return ""
    return texts("answer_cause.mine.same_right" if cause.kind == RIGHT else "answer_cause.mine.same", count=bar.count - 1)
