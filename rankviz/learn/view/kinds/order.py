"""Payload of questions of the kind `order`: four lists to be put in order."""

from __future__ import annotations

from rankviz.learn.questions.question import Question
from rankviz.learn.view.choice_panel import choice_panel
from rankviz.learn.view.kind_view import KindView, Parts
from rankviz.learn.view.mini_lists import Data, mini_lists_payload, value_bars
from rankviz.learn.view.question_body import options_body
from rankviz.learn.view.question_context import QuestionContext
from rankviz.learn.words.kinds import order
from rankviz.texts import Texts


def body_payload(question: Question, last_answer: str, texts: Texts, *, is_finished: bool) -> Data:
    """Build the lists in the order that was checked last.

    Parameters
    ----------
    question : Question
    last_answer : str
        The numbers of the lists, best first, joined by dots; "" if none was checked yet.
    texts : Texts
    is_finished : bool
        Whether the answer may be seen.

    Returns
    -------
    dict
        As `mini_lists_payload`; `order`, the indices of the lists as they stand, `note`, `is_finished`, `texts`; only once
        finished also `bars`, the value of each list; the lists then stand in the right order.
    """
    data, all_indices = order.kind_data(question), tuple(range(len(question.lists)))
    payload = mini_lists_payload(question, texts) | {
        "order": data.right if is_finished else _read_order(last_answer, all_indices),
        "note": texts("order.note"),
        "is_finished": is_finished,
        "texts": texts.group("order"),
    }
    return payload | {"bars": value_bars(question, data.values)} if is_finished else payload


def _read_order(text: str, all_indices: tuple[int, ...]) -> tuple[int, ...]:
    """Return an order as indices; for a text that is no order, the order in which the lists are named."""
    parts = text.split(".")
    indices = tuple(int(part) - 1 for part in parts if part.isascii() and part.isdigit() and len(part) < 3)
    return indices if len(parts) == len(all_indices) and sorted(indices) == [*all_indices] else all_indices


def parts(context: QuestionContext) -> Parts:
    """Build four lists to be put in order."""
    return {"question_body": options_body(context, body_payload)}


def panel(context: QuestionContext) -> Data:
    """Build the answer panel."""
    return choice_panel(context, lambda question: order.in_letters(order.kind_data(question).right))


VIEW = KindView(parts, "ordered_lists", panel)
