"""Payload of questions of the kind `trend`: a list with an announced move, and three options."""

from __future__ import annotations

from dataclasses import replace

from rankviz.learn.questions.kinds.trend import list_after_move
from rankviz.learn.questions.question import Question
from rankviz.learn.view.choice_panel import choice_panel
from rankviz.learn.view.kind_view import KindView, Parts
from rankviz.learn.view.mini_lists import Data, mini_lists_payload, value_bars
from rankviz.learn.view.pair_derivations import pair_derivations_payload
from rankviz.learn.view.question_body import options_body
from rankviz.learn.view.question_context import QuestionContext
from rankviz.learn.words.kinds import trend as words
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
    data = words.kind_data(question)
    before = _with_name(mini_lists_payload(question, texts), texts("trend.before"))
    payload = before | {
        "options": [{"key": key, "label": words.option_text(key, texts), "sign": SIGNS[key]} for key in data.keys],
        "legend": texts("trend.legend"),
        "chosen": chosen if chosen in data.keys else "",
        "is_finished": is_finished,
    }
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
    return {
        "lists": [*lists, *later],
        "moved_id": words.moved_document(question),
        "right": words.kind_data(question).right,
        "right_label": texts("trend.is_right"),
        "bars": {
            "title": texts("trend.values", measure=question.measure),
            "rows": value_bars(question, words.kind_data(question).values),
        },
        "derivations": pair_derivations_payload(
            words.move_effects(question)[0], (texts("trend.before"), texts("trend.after")), "trend.first", texts
        ),
    }


def parts(context: QuestionContext) -> Parts:
    """Build the list with the announced move, and three options."""
    return {"question_body": options_body(context, body_payload)}


def panel(context: QuestionContext) -> Data:
    """Build the answer panel."""
    return choice_panel(context, lambda question: context.texts(f"trend.short_{words.kind_data(question).right}"))


VIEW = KindView(parts, "moved_list", panel)
