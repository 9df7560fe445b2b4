"""`value` in a class: a wrong number is explained by the derivation that gives it."""

from __future__ import annotations

from rankviz.classroom.grouped_answers import Bar
from rankviz.classroom.view.class_kind import AnswerReason, ClassKind
from rankviz.classroom.words.causes import fitting_match, is_printed, value_before_percent
from rankviz.classroom.words.derivations import derivations_of_match
from rankviz.display.number_format import fixed_decimals
from rankviz.learn.questions.question import Question
from rankviz.texts import Texts


def _reason(question: Question, bar: Bar | None, texts: Texts) -> AnswerReason:
    match = None
    if bar is not None and any(each.match is not None for each in bar.causes):
        match = fitting_match(bar.causes, bar.numbers[0])
    pair = derivations_of_match(question, match, texts)
    sentences = [pair.consequence] if pair.consequence else []
    if bar is not None and match is not None and pair.wrong and not is_printed(match, bar.numbers[0]):
        sentences.append(texts("answer_cause.why.digits", value=fixed_decimals(value_before_percent(match), question.digits)))
    return AnswerReason([("", pair.right)], pair.wrong, sentences)


CLASS_KIND = ClassKind(reason=_reason)
