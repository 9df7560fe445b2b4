"""Payload of questions of the kind `better`: two lists, each with its option."""

from __future__ import annotations

from rankviz.learn.questions.question import Question
from rankviz.learn.view.choice_panel import choice_panel
from rankviz.learn.view.kind_view import KindView, Parts
from rankviz.learn.view.mini_lists import Data, mini_lists_payload, value_bars
from rankviz.learn.view.option_body import compared_values, options_payload
from rankviz.learn.view.question_body import options_body
from rankviz.learn.view.question_context import QuestionContext
from rankviz.learn.words.kinds import better as words
from rankviz.learn.words.option_words import option_text
from rankviz.texts import Texts


def body_payload(question: Question, chosen: str, texts: Texts, *, is_finished: bool) -> Data:
    """Build the two lists, each with its option.

    Parameters
    ----------
    question : Question
    chosen : str
        Key of the option that was checked, "" if none was yet.
    texts : Texts
    is_finished : bool
        Whether the answer may be seen.

    Returns
    -------
    dict
        As `mini_lists_payload`; `options`, each `{key, label}`, in the order A, B, equal; `legend`, `chosen`, `is_finished`;
        only once finished also `right`, the key, and `right_label`; `bars`, `{title, rows}`; and `derivations` of both.
    """
    data = words.kind_data(question)
    options: list[Data] = [{"key": key, "label": option_text(question, key, texts)} for key in data.keys]
    payload = mini_lists_payload(question, texts)
    if not is_finished:
        return payload | options_payload(options, question, chosen, texts, is_finished=False)
    values = [*(each["value"] for each in value_bars(question, data.values)), ""]
    with_values = [each | {"value": value} for each, value in zip(options, values, strict=True)]
    names = texts("better.list_a"), texts("better.list_b")
    return (
        payload
        | options_payload(with_values, question, chosen, texts, is_finished=True)
        | compared_values(question, data.values, question.trace, names, texts)
    )


def parts(context: QuestionContext) -> Parts:
    """Build two lists, each with its option."""
    return {"question_body": options_body(context, body_payload)}


def panel(context: QuestionContext) -> Data:
    """Build the answer panel."""
    return choice_panel(context, _short_answer)


def _short_answer(question: Question) -> str:
    right = words.kind_data(question).right
    return "A = B" if right == "equal" else right.upper()


VIEW = KindView(parts, "list_options", panel)
