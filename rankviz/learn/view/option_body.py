"""The payload of options of which one is chosen, and of the two values that the answer compares."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.core.trace import Trace
from rankviz.display.formulas.derivation import Line, derivation
from rankviz.display.formulas.two_derivations import ComparedLine, TwoDerivations, two_derivations
from rankviz.display.parts.two_derivations import TwoDerivationsPayload, two_derivations_payload
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.question import Question
from rankviz.learn.view.mini_lists import Data, value_bars
from rankviz.texts import Texts


def options_payload(options: Sequence[Data], question: Question, chosen: str, texts: Texts, *, is_finished: bool) -> Data:
    """Build what the bodies with options have in common.

    Returns
    -------
    dict
        `options`, `legend`, `chosen` ("" if nothing was checked), `is_finished`; only once finished also `right`, the key, and
        `right_label`.
    """
    kind = KINDS[question.kind]
    payload: Data = {
        "options": [*options],
        "legend": texts("options.legend"),
        "chosen": chosen if chosen in kind.option_keys(question) else "",
        "is_finished": is_finished,
    }
    if not is_finished or kind.right is None:
        return payload
    return payload | {"right": kind.right(question), "right_label": texts("options.is_right")}


def compared_values(question: Question, values: tuple[float, ...], trace: Trace, names: tuple[str, str], texts: Texts) -> Data:
    """Build `bars`, `{title, rows}`, and `derivations` of both lists; the texts are `values` and `first` of the kind."""
    return {
        "bars": {
            "title": texts(f"{question.kind}.values", measure=question.measure),
            "rows": value_bars(question, values),
        },
        "derivations": _pair_derivations(trace, names, f"{question.kind}.first", texts),
    }


def _pair_derivations(trace: Trace, names: tuple[str, str], first_key: str, texts: Texts) -> TwoDerivationsPayload:
    """Build the derivations of two lists; if they share no line, each of them in full.

    Parameters
    ----------
    trace : Trace
        Of both lists, as its first two queries.
    names : (str, str)
        The headings.
    first_key : str
        Key of the text on the first difference.
    texts : Texts
    """
    lines = derivation(trace, 0), derivation(trace, 1)
    two = two_derivations(*lines) or TwoDerivations(_full_lines(lines[0]), _full_lines(lines[1]), (), None)
    return two_derivations_payload(two, *names, texts, first_key)


def _full_lines(lines: Sequence[Line]) -> tuple[ComparedLine, ...]:
    return tuple(ComparedLine(line, frozenset(), tuple(range(len(line.terms)))) for line in lines)
