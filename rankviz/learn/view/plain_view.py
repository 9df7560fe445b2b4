"""The page of a kind that has none of its own: its list, and below it the options, or a field."""

from __future__ import annotations

from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.question import Question
from rankviz.learn.view.choice_panel import choice_panel
from rankviz.learn.view.kind_view import KindView, Parts
from rankviz.learn.view.option_body import options_payload
from rankviz.learn.view.question_body import options_body, question_list
from rankviz.learn.view.question_context import Data, QuestionContext
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.texts import Texts


def parts(context: QuestionContext) -> Parts:
    """Build the list, and the options if there are any."""
    own_list: Parts = {"ranking_list": question_list(context)}
    return {**own_list, "question_body": options_body(context, body_payload)} if _has_options(context) else own_list


def body_payload(question: Question, chosen: str, texts: Texts, *, is_finished: bool) -> Data:
    """Build the options, each `{key, label, caption}` in the words of the answer; `note` is ""."""
    words = KIND_WORDINGS[question.kind].answer
    options: list[Data] = [
        {"key": key, "label": key if words is None else words(question, key, texts), "caption": ""}
        for key in KINDS[question.kind].option_keys(question)
    ]
    return {"note": ""} | options_payload(options, question, chosen, texts, is_finished=is_finished)


def panel(context: QuestionContext) -> Data:
    """Build the panel of options; of a question with a field, once it is finished, the right answer."""
    words = KIND_WORDINGS[context.question.kind]
    if _has_options(context):
        return choice_panel(context, lambda question: words.right_answer_text(question, context.texts))
    return {"value": words.right_answer_text(context.question, context.texts)} if context.is_finished else {}


def _has_options(context: QuestionContext) -> bool:
    return bool(KINDS[context.question.kind].option_keys(context.question))


PLAIN_VIEW = KindView(parts, "captioned_options", panel)
