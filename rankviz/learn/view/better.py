"""Which of two lists is better: what the middle of the question is given."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.display.formulas.derivation import Line, derivation
from rankviz.display.formulas.two_derivations import ComparedLine, TwoDerivations, two_derivations
from rankviz.display.parts.two_derivations import TwoDerivationsPayload, two_derivations_payload
from rankviz.learn.questions.kinds.options import Options
from rankviz.learn.questions.question import Question
from rankviz.learn.view.mini_lists import Data, bars, mini_lists
from rankviz.learn.words import better as words
from rankviz.texts import Texts


def middle(question: Question, chosen: str, texts: Texts, *, over: bool) -> Data:
    """Build the two lists, each with its option.

    Parameters
    ----------
    question : Question
    chosen : str
        Key of the option that was checked, "" if none was yet.
    texts : Texts
    over : bool
        Whether the answer may be seen.

    Returns
    -------
    dict
        As `mini_lists` has them; `options`, each `{key, label}`, in the order A, B, equal; `legend`, `chosen`, `over`; besides,
        only when it is over, `right`, the key, and its name `is_right`; `bars`, `{title, rows}`; and `two`, both derivations.
    """
    given = words.kind_data(question)
    found = mini_lists(question, texts) | {
        "options": [{"key": key, "label": words.option_text(key, texts)} for key in given.keys],
        "legend": texts("better.legend"),
        "chosen": chosen if chosen in given.keys else "",
        "over": over,
    }
    return found | _uncovered(question, given, texts) if over else found


def _uncovered(question: Question, given: Options, texts: Texts) -> Data:
    title = texts("better.values", measure=question.measure)
    shown = bars(question, given.values)
    values = [*(each["value"] for each in shown), ""]
    return {
        "options": [
            {"key": key, "label": words.option_text(key, texts), "value": value}
            for key, value in zip(given.keys, values, strict=True)
        ],
        "right": given.right,
        "is_right": texts("better.is_right"),
        "bars": {"title": title, "rows": shown},
        "two": _both(question, texts),
    }


def _both(question: Question, texts: Texts) -> TwoDerivationsPayload:
    """Both derivations; where they say the same each of them whole."""
    trace = question.trace
    lines = derivation(trace, 0), derivation(trace, 1)
    two = two_derivations(*lines) or TwoDerivations(_whole(lines[0]), _whole(lines[1]), (), None)
    return two_derivations_payload(two, texts("better.list_a"), texts("better.list_b"), texts, "better.first")


def _whole(lines: Sequence[Line]) -> tuple[ComparedLine, ...]:
    return tuple(ComparedLine(line, frozenset(), tuple(range(len(line.terms)))) for line in lines)
