"""The lines between two lists and the way from one value to the other: what the part `ways` is given."""

from __future__ import annotations

from rankviz.basics.errors import InputError
from rankviz.compare.comparison import Comparison
from rankviz.compare.document_effects import Effects
from rankviz.compare.view.two_lists import BASE, NOTHING, PAIR, REST, pinned_document
from rankviz.compare.words.winner import counter_effect_text, winner_sentence, with_sign
from rankviz.core.trace import Trace, Unit
from rankviz.display.error_text import error_text
from rankviz.display.formulas.derivation import line_name
from rankviz.display.number_format import in_unit
from rankviz.display.value_text import quotient_keys
from rankviz.state.page_params import PageParams
from rankviz.texts import Texts

Data = dict[str, object]


def better_side(value: float, lower_is_better: bool) -> str:
    """The list that gains by a change of the value, "" for none."""
    if abs(value) <= NOTHING:
        return ""
    return "b" if (value > 0) != lower_is_better else "a"


def difference_payload(comparison: Comparison, place: PageParams, texts: Texts) -> Data:
    """Build the effects.

    Returns
    -------
    dict
        `effects`, by document `{value, text, side}`, the side being that of the list that gains ("" for none); `by`, "document"
        or "rank"; `ranks`, the same by place, with `ids`, the documents there; `extra`, what belongs to no row, with
        `label` and `id`; `from` and `to`, the values (None where there is nothing to compare), `from_text` and `to_text`;
        `sum`; `why` there is no difference, or ""; `high_is_good`; `texts`.

    Notes
    -----
    It asks for `place` (`way`).
    """
    found, main, low = comparison.effects, comparison.main_trace, comparison.metric.lower_is_better
    data: Data = {
        "of": PAIR,
        "pinned": pinned_document(comparison, place),
        "high_is_good": not low,
        "texts": texts.group("difference"),
    }
    if found is None or isinstance(main, InputError) or any(found.undefined):
        nothing: Data = {"effects": {}, "by": "document", "ranks": [], "extra": [], "from": None, "to": None, "sum": ""}
        return data | nothing | {"why": comparison_sentence(comparison, place.by_rank, texts)}
    is_by_rank = found.axis != "list" or place.by_rank
    texts_of_values = (in_unit(main.unit, value, comparison.state.numbers == "fractions") for value in found.values)
    return data | {
        "effects": {each.doc_id: _change(each.effect, main.unit, low) for each in found.by_document},
        "by": "rank" if is_by_rank else "document",
        "ranks": _ranks(comparison, found, main.unit, low) if is_by_rank else [],
        "extra": extra_effects(comparison, texts),
        "from": found.values[0],
        "to": found.values[1],
        **dict(zip(("from_text", "to_text"), texts_of_values, strict=True)),
        "sum": texts("difference.sum", value=with_sign(found.difference, main.unit)),
        "why": "",
    }


def _change(value: float, unit: Unit, low: bool) -> Data:
    return {"value": value, "text": with_sign(value, unit), "side": better_side(value, low)}


def _ranks(comparison: Comparison, found: Effects, unit: Unit, low: bool) -> list[Data]:
    there = comparison.documents_by_rank if found.axis == "list" else ({}, {})
    return [
        _change(value, unit, low) | {"ids": [each[place] for each in there if place in each]}
        for place, value in enumerate(found.by_place, 1)
    ]


def extra_effects(comparison: Comparison, texts: Texts) -> list[Data]:
    """Another denominator, and what is no entry's term; each as an effect with a `label`."""
    found, main, low = comparison.effects, comparison.main_trace, comparison.metric.lower_is_better
    changes: list[Data] = []
    if found is None or isinstance(main, InputError):
        return changes
    if abs(found.rest) > NOTHING:
        changes.append(_change(found.rest, main.unit, low) | {"label": texts("difference.rest"), "id": REST})
    if abs(found.base) > NOTHING:
        first, second = (printed_sum("value", each) for each in found.denominators)
        label = texts("difference.base", name=divisor_name(main, texts), a=first, b=second)
        changes.append(_change(found.base, main.unit, low) | {"label": label, "id": BASE})
    return changes


def divisor_name(trace: Trace, texts: Texts) -> str:
    """What the value's denominator is called, where it has a name of its own."""
    keys = quotient_keys(trace.steps[-1].template)
    return line_name(trace, trace.step(keys[1])) if keys else texts("difference.denominator")


def printed_sum(unit: Unit, value: float) -> str:
    """A numerator or a denominator, a whole one without decimals."""
    return in_unit("count" if value == int(value) else unit, value)


def comparison_sentence(comparison: Comparison, by_rank: bool, texts: Texts) -> str:
    """Say who is ahead and because of which document or rank, or why there is nothing to compare."""
    found, main = comparison.effects, comparison.main_trace
    if found is None or isinstance(main, InputError):
        return error_text(main, texts) if isinstance(main, InputError) else ""
    said = winner_sentence(found, main, texts, uneven=comparison.uneven_count, by_rank=by_rank)
    against = "" if comparison.uneven_count else counter_effect_text(found, main.unit, texts, by_rank=by_rank)
    return texts("words.separator").join(filter(None, (said, against)))
