"""Payload of questions of the kind `swap`: a list in which two rows are chosen, and what each swap gives."""

from __future__ import annotations

from math import isfinite

from rankviz.basics.errors import one_line
from rankviz.compare.words.winner import with_sign
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.number_format import fixed_decimals
from rankviz.learn.questions.kinds.swap import Ranks, swaps_of
from rankviz.learn.questions.question import Question
from rankviz.learn.view.choice_panel import choice_panel
from rankviz.learn.view.kind_view import KindView, Parts
from rankviz.learn.view.mini_lists import Data, mini_lists_payload
from rankviz.learn.view.question_body import options_body
from rankviz.learn.view.question_context import QuestionContext
from rankviz.learn.words.kinds import swap as words
from rankviz.texts import Texts

MOST_SHOWN = 5  # swaps that are shown at once: the best ones, and the chosen one besides


def body_payload(question: Question, chosen: str, texts: Texts, *, is_finished: bool) -> Data:
    """Build the list, of which two rows are pressed.

    Parameters
    ----------
    question : Question
    chosen : str
        Both ranks of the swap that was checked, with a dot between them, "" if none was yet.
    texts : Texts
    is_finished : bool
        Whether the answer may be seen.

    Returns
    -------
    dict
        As `mini_lists_payload`; `chosen`, the ranks; `legend`, `is_finished`, `texts`; only once finished also `best`, the
        ranks of the best swap, and `results`: `title`, `all_label`, which opens the rest, and `rows`, the best first, each
        `{name, value, change, share, side, mark, is_shown}`; `mark` says whether it is the best or the chosen one.
    """
    swaps = swaps_of(question)
    ranks = next((each for each in swaps.ranks if words.answer_key(each) == chosen), None)
    payload = mini_lists_payload(question, texts) | {
        "chosen": [*ranks] if ranks else [],
        "legend": texts("options.legend"),
        "is_finished": is_finished,
        "texts": {name: texts.template(f"swap.{name}") for name in ("press", "second", "both")},
    }
    return payload | {"best": [*swaps.right[0]], "results": _results(question, ranks, texts)} if is_finished else payload


def _results(question: Question, chosen: Ranks | None, texts: Texts) -> Data:
    """Build what every swap gives, the best first."""
    swaps = swaps_of(question)
    sign = -1 if parse_measure(question.measure).metric.lower_is_better else 1
    gains = {
        ranks: sign * (value - question.answer) if isfinite(value) else 0.0
        for ranks, value in zip(swaps.ranks, swaps.values, strict=True)
    }
    most = max(map(abs, gains.values())) or 1.0
    values = dict(zip(swaps.ranks, swaps.values, strict=True))
    best_first = sorted(swaps.ranks, key=lambda each: (-round(gains[each], 9), each))
    return {
        "title": texts("swap.values", measure=question.measure, before=fixed_decimals(question.answer, question.digits)),
        "all_label": texts("swap.all", count=len(best_first)),
        "rows": [
            {
                "name": words.pair_words(question, ranks, texts),
                "value": fixed_decimals(values[ranks], question.digits),
                "change": with_sign(values[ranks] - question.answer),
                "share": abs(gains[ranks]) / most,
                "side": "b" if gains[ranks] < 0 else "a",
                "mark": _mark(ranks, chosen, swaps.right, texts),
                "is_shown": index < MOST_SHOWN or ranks == chosen,
            }
            for index, ranks in enumerate(best_first)
        ],
    }


def _mark(ranks: Ranks, chosen: Ranks | None, right: tuple[Ranks, ...], texts: Texts) -> str:
    if ranks == chosen:
        return texts("swap.yours")
    return texts("swap.best") if ranks in right else ""


def parts(context: QuestionContext) -> Parts:
    """Build the list, of which two rows are to be chosen."""
    return {"question_body": options_body(context, body_payload)}


def panel(context: QuestionContext) -> Data:
    """Build the answer panel."""
    return choice_panel(context, _short_answer)


def _short_answer(question: Question) -> str:
    return " ↔ ".join(one_line(question.lists[0].items[rank - 1].doc_id) for rank in swaps_of(question).right[0])


VIEW = KindView(parts, "two_rows", panel)
