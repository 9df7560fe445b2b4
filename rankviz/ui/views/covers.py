"""What stands in the place of a part that is covered, and what is left of parts that would tell it."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.metrics.measures import print_measure
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

Data = dict[str, object]
UNKNOWN = "?"


def cover_data(part: str, lifts: tuple[str, ...], analysis: Analysis, told: str, texts: Texts) -> Data:
    """Build a cover.

    Parameters
    ----------
    part : str
        As in `handout.PARTS`.
    lifts : tuple of str
        Parts that are seen when it is lifted.
    told : str
        Why what was typed as a guess is no number, or "".

    Returns
    -------
    dict
        JSON-serialisable. `part`, `lifts`, `name` (of the measure, above the cover of the score; else ""), `label` (of the
        whole), `show` (of the button), `key` (that does the same), `guess` (label of the field, "" for none), `hint` (in it)
        and `told`.

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
        "told": told if is_score else "",
    }


def without_convention(scores: Data) -> Data:
    """The score panel where the choices are covered."""
    return scores | {"sentence": "", "copy": scores["title"], "basis": {**_mapping(scores["basis"]), "choices": {}}}


def without_quotient(scores: Data) -> Data:
    """The score panel where the formula is covered: not what is divided by what."""
    ahead = scores["ahead"]
    assert isinstance(ahead, Mapping)
    return scores | {"detail": "", "ahead": {edit: [*printed[:2], ""] for edit, printed in ahead.items()}}


def list_names_only(queries: Data) -> Data:
    """The tabs of lists without their values."""
    tabs = queries["tabs"]
    assert isinstance(tabs, list)
    blank = {"value": "", "title": ""}
    return queries | {"tabs": [tab | blank | {"spoken": tab["name"]} for tab in tabs], "mean": None}


def without_captions(choices: Data) -> Data:
    """The sentence without what other options would give, as one of these is what is given now."""
    more = choices["more"]
    parts = _uncaptioned(choices["parts"])
    return choices | {"parts": parts, "more": more and {**_mapping(more), "parts": _uncaptioned(_mapping(more)["parts"])}}


def _uncaptioned(parts: object) -> list[Data]:
    assert isinstance(parts, list)
    return [_without_caption(part) for part in parts]


def _without_caption(part: Mapping[str, object]) -> Data:
    """A slot, with its options and those beside it, without captions of values; what a measure is stays said."""
    found = dict(part)
    if "caption" in found:
        found["caption"] = ""
    options = found.get("options")
    if isinstance(options, list) and found.get("slot") != "metric":
        found["options"] = [option | {"caption": ""} for option in options]
    if "beside" in found:
        found["beside"] = _uncaptioned(found["beside"])
    return found


def without_value(derivation: Data) -> Data:
    """The derivation as far as the value: what it comes to is to be found."""
    lines, final = derivation["lines"], derivation["final"]
    assert isinstance(lines, list)
    unknown = {"result": UNKNOWN}
    found = derivation | {"mean": None, "words": []}
    if final is not None:
        return found | {"final": {**_mapping(final), **unknown, "title": "", "undefined": False}}
    if lines:
        terms = [{**term, "so_far": ""} for term in lines[-1]["terms"]]
        found["lines"] = [*lines[:-1], {**lines[-1], **unknown, "result_title": "", "terms": terms, "so_far": ""}]
        found["steps"] = [{**step, "so_far": None} for step in _mappings(derivation["steps"])]
    return found


def _mappings(found: object) -> list[Mapping[str, object]]:
    assert isinstance(found, list)
    return found


def _mapping(found: object) -> Mapping[str, object]:
    assert isinstance(found, Mapping)
    return found
