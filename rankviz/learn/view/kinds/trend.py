"""Payload of questions of the kind `trend`: a list with an announced move, and three options."""

from __future__ import annotations

from dataclasses import replace

from rankviz.learn.questions.kinds.trend import list_after_move
from rankviz.learn.questions.question import Question
from rankviz.learn.view.choice_panel import choice_panel
from rankviz.learn.view.kind_view import KindView, Parts
from rankviz.learn.view.mini_lists import Data, mini_lists_payload
from rankviz.learn.view.option_body import compared_values, options_payload
from rankviz.learn.view.question_body import options_body
from rankviz.learn.view.question_context import QuestionContext
from rankviz.learn.words.kinds import trend as words
from rankviz.learn.words.option_words import option_text
from rankviz.texts import Texts

SIGNS = {"up": "↑", "down": "↓", "same": "="}


def body_payload(question: Question, chosen: str, texts: Texts, *, is_finished: bool) -> Data:
    """Build the list with the move that is announced, and the three answers.

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
        As `mini_lists_payload`, with `move`; `options`, each `{key, label, sign}`; `legend`, `chosen`, `is_finished`; only once
        finished also the list after the move as a second one, and `moved_id`; `right`, the key, and `right_label`; `bars`,
        `{title, rows}`; and `derivations` of both.
    """
    before = _with_name(mini_lists_payload(question, texts), texts("trend.before"))
    options: list[Data] = [
        {"key": key, "label": option_text(question, key, texts), "sign": SIGNS[key]} for key in words.kind_data(question).keys
    ]
    payload = before | options_payload(options, question, chosen, texts, is_finished=is_finished)
    return payload | _answer_payload(question, before, texts) if is_finished else payload


def _with_name(payload: Data, name: str) -> Data:
    """Give the only list a name."""
    lists = payload["lists"]
    assert isinstance(lists, list)
    return payload | {"lists": [{**lists[0], "name": name}]}


def _answer_payload(question: Question, before: Data, texts: Texts) -> Data:
    question_after = replace(question, lists=(list_after_move(question),))
    later = _with_name(mini_lists_payload(question_after, texts), texts("trend.after"))["lists"]
    lists = before["lists"]
    assert isinstance(lists, list)
    assert isinstance(later, list)
    moved: Data = {"lists": [*lists, *later], "moved_id": words.moved_document(question)}
    values, trace = words.kind_data(question).values, words.move_effects(question)[0]
    return moved | compared_values(question, values, trace, (texts("trend.before"), texts("trend.after")), texts)


def parts(context: QuestionContext) -> Parts:
    """Build the list with the announced move, and three options."""
    return {"question_body": options_body(context, body_payload)}


def panel(context: QuestionContext) -> Data:
    """Build the answer panel."""
    return choice_panel(context, lambda question: context.texts(f"trend.short_{words.kind_data(question).right}"))


VIEW = KindView(parts, "moved_list", panel)
