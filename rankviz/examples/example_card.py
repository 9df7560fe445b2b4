"""The card of the worked example that is open."""

from __future__ import annotations

from math import isfinite
from urllib.parse import urlencode

from rankviz.examples import Example
from rankviz.examples.example_check import ExampleCheck, judge
from rankviz.examples.example_commands import example_of, same
from rankviz.examples.gallery import SIGNS, printed_value
from rankviz.learn.view.own_question import learn_params_of
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

Data = dict[str, object]


def example_card_payload(state: AppState, opened: str, texts: Texts) -> Data:
    """Build the card of the example whose state the page shows.

    Parameters
    ----------
    opened : str
        Key of the example that was opened last; of several with the same state it is the one that is shown.

    Returns
    -------
    dict
        JSON-serialisable. `shown` (bool), and if so `source`, `place`, `note`, `facts` (a list of
        `{label, value}`), `kind`, `sign`, `word`, `button`, None or `{name, label}`: the command that goes to the state of the
        cause, or back, and `ask`, None or `{place, label}`: what the page Learn is asked where it asks for this number.
    """
    example = example_of(state, opened)
    if example is None:
        return {"shown": False}
    verdict = judge(example)
    facts = []
    if example.printed:
        facts = [{"label": texts("example_check.printed"), "value": example.printed}]
        facts.append({"label": texts("example_check.value"), "value": printed_value(verdict.value)})
    if verdict.reproduced is not None:
        facts.append({"label": texts("example_check.reproduced"), "value": printed_value(verdict.reproduced)})
    return {
        "shown": True,
        "source": texts(f"example.source.{example.source.key}"),
        "place": example.place,
        "note": texts(f"example.{example.key}_note"),
        "facts": facts,
        "kind": verdict.kind,
        "sign": SIGNS[verdict.kind],
        "word": texts(f"example_check.{verdict.kind}"),
        "button": _button(example, verdict, state, texts),
        "ask": {"place": urlencode(learn_params_of(state)), "label": texts("list_as_question.card")}
        if isfinite(verdict.value)
        else None,
    }


def _button(example: Example, verdict: ExampleCheck, state: AppState, texts: Texts) -> Data | None:
    if example.cause is None or same(example.cause.state) == same(example.state):
        return None
    if same(state) == same(example.cause.state):
        return {"name": "show_definition", "label": texts("gallery.show_definition")}
    return {"name": "show_cause", "label": texts("gallery.show_cause")}
