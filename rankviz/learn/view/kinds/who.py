"""Payload of questions of the kind `who`: a number, and four conventions or libraries of which one gives it."""

from __future__ import annotations

from rankviz.display.number_format import fixed_decimals
from rankviz.learn.questions.question import Question
from rankviz.learn.view.choice_panel import choice_panel
from rankviz.learn.view.kind_view import KindView, Parts
from rankviz.learn.view.mini_lists import Data
from rankviz.learn.view.option_body import options_payload
from rankviz.learn.view.question_body import options_body, question_list
from rankviz.learn.view.question_context import QuestionContext
from rankviz.learn.words.kinds import who
from rankviz.texts import Texts


def body_payload(question: Question, chosen: str, texts: Texts, *, is_finished: bool) -> Data:
    """Build the options.

    Parameters
    ----------
    question : Question
    chosen : str
        Key of the option that was checked last, "" if none was yet.
    texts : Texts
    is_finished : bool
        Whether the answer may be seen.

    Returns
    -------
    dict
        `options`, each `{key, label, caption}`, once finished with its `value`; `note`, `legend`, `chosen`, `is_finished`, and
        once finished `right`, the key, with `right_label`.
    """
    data = who.kind_data(question)
    separator = texts("sentence.more_separator")
    options: list[Data] = [
        {
            "key": key,
            "label": separator.join(who.names_of(question, key, texts)),
            "caption": who.differing_choices(question, key, texts),
        }
        for key in data.keys
    ]
    if is_finished:
        values = [fixed_decimals(value, question.digits) for value in data.values]
        options = [each | {"value": value} for each, value in zip(options, values, strict=True)]
    note = texts("who.note_libraries" if any(map(who.is_library, data.keys)) else "who.note_choices")
    return {"note": note} | options_payload(options, question, chosen, texts, is_finished=is_finished)


def parts(context: QuestionContext) -> Parts:
    """Build the list, and four options."""
    return {"ranking_list": question_list(context), "question_body": options_body(context, body_payload)}


def panel(context: QuestionContext) -> Data:
    """Build the answer panel."""
    return choice_panel(context, lambda question: fixed_decimals(question.answer, question.digits))


VIEW = KindView(parts, "captioned_options", panel)
