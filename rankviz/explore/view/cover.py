"""Covers of parts, and what remains of other parts that would reveal a covered one."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from rankviz.basics.errors import InputError
from rankviz.core.metrics.measures import print_measure
from rankviz.core.trace import Trace
from rankviz.display.formulas.mathml import mathml
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

Data = dict[str, object]
UNKNOWN = "?"
COPY = re.compile("<([a-z_]+)>")  # a formula that only takes another array over


def cover_payload(part: str, lifts: tuple[str, ...], analysis: Analysis, guess_problem: str, texts: Texts) -> Data:
    """Build a cover.

    Parameters
    ----------
    part : str
        As in `handout.PARTS`.
    lifts : tuple of str
        Parts that are seen when it is lifted.
    guess_problem : str
        Why what was typed as a guess is no number, or "".

    Returns
    -------
    dict
        JSON-serialisable. `part`, `lifts`, `name` (of the measure, above the cover of the score; else ""), `label` (of the
        whole), `show` (of the button), `key` (that does the same), `guess` (label of the field, "" for none), `hint` (in it)
        and `guess_problem`.

    Notes
    -----
    It asks for `uncover`, with the parts to lift and the guess.
    """
    is_score = part == "score"
    return {
        "part": part,
        "lifts": lifts,
        "name": print_measure(analysis.metric, analysis.state.convention) if is_score else "",
        "label": texts(f"cover.{part}"),
        "show": texts("cover.show_both" if len(lifts) > 1 or part not in lifts else f"cover.show_{part}"),
        "key": "O",
        "guess": texts("cover.guess") if is_score else "",
        "hint": texts("cover.guess_hint"),
        "guess_problem": guess_problem if is_score else "",
    }


def cover_of_winner_payload(lifts: tuple[str, ...], analysis: Analysis, texts: Texts) -> Data:
    """Build the cover of the winner of two lists, in the shape of `cover_payload`: a question, and nothing to be typed."""
    measure = print_measure(analysis.metric, analysis.state.convention)
    question = texts("cover.which_list") if "choices" in lifts else texts("cover.which_list_by", measure=measure)
    words = {"name": question, "label": texts("cover.winner"), "show": texts("cover.show_score"), "guess": ""}
    return cover_payload("score", lifts, analysis, "", texts) | words


def empty_reason(covered: Collection[str], hidden: Collection[str], texts: Texts) -> str:
    """Say why a page that is about the value stays empty: what it would tell is covered, or a link leaves it out."""
    kind, parts = ("hidden", hidden) if hidden else ("covered", covered)
    names = texts("sentence.more_separator").join(texts(f"cover.name_{part}") for part in parts)
    return texts(f"cover.elsewhere_{kind}", parts=names)


def without_convention(scores: Data) -> Data:
    """The score panel where the choices are covered."""
    return scores | {"sentence": "", "copy": scores["title"], "basis": {**_mapping(scores["basis"]), "choices": {}}}


def without_sums(scores: Data, main: Trace | InputError) -> Data:
    """The score panel where the formula is covered: not what is divided by what, nor the measures that the value is made of."""
    prefetched = scores["prefetched"]
    assert isinstance(prefetched, Mapping)
    step_keys = set() if isinstance(main, InputError) else {step.key for step in main.steps[:-1]}
    unknown = {"value": UNKNOWN, "title": "", "undefined": True}
    rows = {
        name: [{**row, **unknown} if row["key"] in step_keys else row for row in _mappings(scores[name])]
        for name in ("rows", "more_rows")
    }
    return scores | rows | {"detail": "", "prefetched": {edit: [*printed[:2], ""] for edit, printed in prefetched.items()}}


def value_revealing_steps(main: Trace | InputError) -> frozenset[str]:
    """The recorded arrays of which one number is the value itself: where that is the largest of them, and what they copy."""
    running = None if isinstance(main, InputError) else main.running_total()
    if running is None or isinstance(main, InputError) or running.kind != "max" or running.total_step is not main.steps[-1]:
        return frozenset()
    steps = [running.step]
    while (copied := COPY.fullmatch(steps[-1].template)) and main.step(copied[1]).template:  # what is only read may be seen
        steps.append(main.step(copied[1]))
    return frozenset(step.key for step in steps)


def list_names_only(queries: Data) -> Data:
    """The tabs of lists without their values."""
    tabs = queries["tabs"]
    assert isinstance(tabs, list)
    blank = {"value": "", "title": ""}
    return queries | {"tabs": [tab | blank | {"spoken": tab["name"]} for tab in tabs], "mean": None}


def without_captions(choices: Data) -> Data:
    """The sentence without what other options would give, as one of these is what is given now."""
    more = choices["more"]
    parts = _without_captions(choices["parts"])
    return choices | {"parts": parts, "more": more and {**_mapping(more), "parts": _without_captions(_mapping(more)["parts"])}}


def _without_captions(parts: object) -> list[Data]:
    assert isinstance(parts, list)
    return [_without_caption(part) for part in parts]


def _without_caption(part: Mapping[str, object]) -> Data:
    """A slot, with its options and those beside it, without captions of values; what a measure is stays said."""
    slot = dict(part)
    if "caption" in slot:
        slot["caption"] = ""
    options = slot.get("options")
    if isinstance(options, list) and slot.get("slot") != "metric":
        slot["options"] = [option | {"caption": ""} for option in options]
    if "beside" in slot:
        slot["beside"] = _without_captions(slot["beside"])
    return slot


def without_value(derivation: Data) -> Data:
    """The derivation as far as the value: what it comes to is to be found."""
    lines, final = derivation["lines"], derivation["final"]
    assert isinstance(lines, list)
    unknown = {"result": UNKNOWN}
    payload = derivation | {"mean": None, "words": []}
    if final is not None:
        return payload | {"final": {**_mapping(final), **unknown, "title": "", "undefined": False}}
    if lines:
        blank = {"running_total": ""} | ({"math": mathml(UNKNOWN), "is_muted": False} if lines[-1]["takes_largest"] else {})
        terms = [{**term, **blank} for term in lines[-1]["terms"]]
        payload["lines"] = [*lines[:-1], {**lines[-1], **unknown, "result_title": "", "terms": terms, "running_total": ""}]
        payload["steps"] = [{**step, "running_total": None} for step in _mappings(derivation["steps"])]
    return payload


def _mappings(payload: object) -> list[Mapping[str, object]]:
    assert isinstance(payload, list)
    return payload


def _mapping(payload: object) -> Mapping[str, object]:
    assert isinstance(payload, Mapping)
    return payload
