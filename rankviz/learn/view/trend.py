"""What a move does to a value: what the middle of the question is given."""

from __future__ import annotations

from dataclasses import replace

from rankviz.display.formulas.derivation import Line, derivation
from rankviz.display.formulas.two_derivations import ComparedLine, TwoDerivations, two_derivations
from rankviz.display.parts.two_derivations import TwoDerivationsPayload, two_derivations_payload
from rankviz.learn.questions.kinds.trend import list_after_move
from rankviz.learn.questions.question import Question
from rankviz.learn.view.mini_lists import Data, bars, mini_lists
from rankviz.learn.words import trend as words
from rankviz.texts import Texts

SIGNS = {"up": "↑", "down": "↓", "same": "="}


def middle(question: Question, chosen: str, texts: Texts, *, over: bool) -> Data:
    """Build the list with the move that is announced, and the three answers.

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
        As `mini_lists` has them, with `move`; `options`, each `{key, label, sign}`; `legend`, `chosen`, `over`; besides, only
        when it is over, a second list, that after the move; `right`, the key, and its name `is_right`; `bars`, `{title,
        rows}`; and `two`, both derivations.
    """
    given = words.kind_data(question)
    before = _named(mini_lists(question, texts), texts("trend.before"))
    found = before | {
        "options": [{"key": key, "label": words.option_text(key, texts), "sign": SIGNS[key]} for key in given.keys],
        "legend": texts("trend.legend"),
        "chosen": chosen if chosen in given.keys else "",
        "over": over,
    }
    return found | _uncovered(question, before, texts) if over else found


def _named(found: Data, name: str) -> Data:
    """The lists, of which the only one has a name."""
    lists = found["lists"]
    assert isinstance(lists, list)
    return found | {"lists": [{**lists[0], "name": name}]}


def _uncovered(question: Question, before: Data, texts: Texts) -> Data:
    later = _named(mini_lists(replace(question, lists=(list_after_move(question),)), texts), texts("trend.after"))["lists"]
    lists = before["lists"]
    assert isinstance(lists, list)
    assert isinstance(later, list)
    return {
        "lists": [*lists, *later],
        "moved": words.moved_document(question),
        "right": words.kind_data(question).right,
        "is_right": texts("trend.is_right"),
        "bars": {
            "title": texts("trend.values", measure=question.measure),
            "rows": bars(question, words.kind_data(question).values),
        },
        "two": _both(question, texts),
    }


def _both(question: Question, texts: Texts) -> TwoDerivationsPayload:
    """Both derivations; where they say the same each of them whole."""
    trace = words.move_effects(question)[0]
    lines = derivation(trace, 0), derivation(trace, 1)
    two = two_derivations(*lines) or TwoDerivations(_whole(lines[0]), _whole(lines[1]), (), None)
    return two_derivations_payload(two, texts("trend.before"), texts("trend.after"), texts, "trend.first")


def _whole(lines: tuple[Line, ...]) -> tuple[ComparedLine, ...]:
    return tuple(ComparedLine(line, frozenset(), tuple(range(len(line.terms)))) for line in lines)
