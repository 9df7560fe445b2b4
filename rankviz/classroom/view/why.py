"""The payload of the stage 'why': the right derivation above that of an answer, and the consequence for this list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from rankviz.classroom.answer_causes import RIGHT
from rankviz.classroom.grouped_answers import Bar
from rankviz.classroom.questions import asks_number, question_of, right_answer
from rankviz.classroom.scene import Scene
from rankviz.classroom.view.answer_bars import answer_words, bar_words, bars_of, bars_with_reason, derivation_lines
from rankviz.classroom.view.class_kind import AnswerReason
from rankviz.classroom.view.kinds import CLASS_KINDS
from rankviz.classroom.words.causes import cause_words
from rankviz.display.formulas.two_derivations import ComparedLine
from rankviz.display.parts.two_derivations import DerivationSide, shown_line
from rankviz.learn.questions.question import Question
from rankviz.texts import Texts


class AnswerExplanation(TypedDict):
    """One of the two answers: what explains it, how many gave it, and its derivations, each `{label, lines}`."""

    answer: str
    is_right: bool
    text: str
    count_text: str
    sides: list[DerivationSide]


class WhyPayload(TypedDict):
    """The derivations between header and footer.

    `wrong` is None where no answer is wrong. `sentences` stand below; `difference` is read aloud at a term that differs.
    `lines` are those that were asked about, as of `derivation_lines`, or [].
    """

    lines: list[dict[str, object]]
    right: AnswerExplanation
    wrong: AnswerExplanation | None
    sentences: list[str]
    difference: str


def why_payload(scene: Scene, texts: Texts) -> WhyPayload:
    """Build the payload for the current bar; for the right answer alone if no bar is wrong."""
    question, bars = question_of(scene.question_name), bars_of(scene)
    causes = bars_with_reason(bars, question)
    bar = causes[min(scene.cause, len(causes) - 1)] if causes else None
    reason = reason_of(question, bar, texts)
    first = next(each for each in bars if each.kind == RIGHT)
    return {
        "lines": derivation_lines(question, texts, is_marked=True, is_mended=True),
        "right": _explanation(question, first, [side_payload(*each, texts) for each in reason.right], texts),
        "wrong": None
        if bar is None
        else _explanation(question, bar, [side_payload("", reason.wrong, texts)] if reason.wrong else [], texts),
        "sentences": [*reason.sentences],
        "difference": texts("two_derivations.differs"),
    }


def reason_of(question: Question, bar: Bar | None, texts: Texts) -> AnswerReason:
    """Return derivations and sentences that explain the right answer, and that of a bar."""
    if bar is not None and bar.kind == RIGHT:
        bar = None
    return CLASS_KINDS[question.kind].reason(question, bar, texts)


def side_payload(label: str, lines: Sequence[ComparedLine], texts: Texts) -> DerivationSide:
    """Build the payload of one derivation."""
    return {"label": label, "lines": [shown_line(each, texts) for each in lines]}


def _explanation(question: Question, bar: Bar, sides: list[DerivationSide], texts: Texts) -> AnswerExplanation:
    is_right = bar.kind == RIGHT
    answer = answer_words(question, bar.numbers[0] if bar.count or bar.first_vote else right_answer(question), texts)
    is_number = asks_number(question) and not is_right
    text = (
        cause_words(question, bar.causes, bar.numbers[0], texts, brief=True) if is_number else bar_words(question, bar, texts)
    )
    return {
        "answer": answer,
        "is_right": is_right,
        "text": text,
        "count_text": texts("answer_cause.bars.answers", count=bar.count),
        "sides": sides,
    }
