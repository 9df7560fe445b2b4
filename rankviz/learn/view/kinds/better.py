"""Payload of questions of the kind `better`: two lists, each with its option."""

from __future__ import annotations

from rankviz.learn.questions.kinds.options import Options
from rankviz.learn.questions.question import Question
from rankviz.learn.view.choice_panel import choice_panel
from rankviz.learn.view.kind_view import KindView, Parts
from rankviz.learn.view.mini_lists import Data, mini_lists_payload, value_bars
from rankviz.learn.view.pair_derivations import pair_derivations_payload
from rankviz.learn.view.question_body import options_body
from rankviz.learn.view.question_context import QuestionContext
from rankviz.learn.words.kinds import better as words
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
    payload = mini_lists_payload(question, texts) | {
        "options": [{"key": key, "label": words.option_text(key, texts)} for key in data.keys],
        "legend": texts("better.legend"),
        "chosen": chosen if chosen in data.keys else "",
        "is_finished": is_finished,
    }
    return payload | _answer_payload(question, data, texts) if is_finished else payload


def _answer_payload(question: Question, data: Options, texts: Texts) -> Data:
    title = texts("better.values", measure=question.measure)
    rows = value_bars(question, data.values)
    values = [*(each["value"] for each in rows), ""]
    return {
        "options": [
            {"key": key, "label": words.option_text(key, texts), "value": value}
            for key, value in zip(data.keys, values, strict=True)
        ],
        "right": data.right,
        "right_label": texts("better.is_right"),
        "bars": {"title": title, "rows": rows},
        "derivations": pair_derivations_payload(
            question.trace, (texts("better.list_a"), texts("better.list_b")), "better.first", texts
        ),
    }


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
