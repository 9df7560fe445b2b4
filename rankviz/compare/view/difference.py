"""Payload of the part `difference`: the lines between two lists, and the waterfall from one value to the other."""

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
    """Return the list, "a" or "b", that gains by a part of the second value less the first; "" for neither."""
    if abs(value) <= NOTHING:
        return ""
    return "b" if (value > 0) != lower_is_better else "a"


def difference_payload(comparison: Comparison, place: PageParams, texts: Texts) -> Data:
    """Build the payload of the effects.

    Returns
    -------
    dict
        `effects`, by document `{value, text, side}`, the side being that of the list that gains ("" for neither); `group_by`,
        "document" or "rank"; `ranks`, effects by rank, each with `ids`, the documents there; `extra_effects`, those of no row,
        each with `label` and `id`; `from` and `to`, the values (None if there is nothing to compare), `from_text` and
        `to_text`; `sum_text`; `reason` why there is no difference, or ""; `higher_is_better`; `pinned`, id of the document that
        is lit at first, or ""; `scope`; `texts`.

    Notes
    -----
    The part dispatches `set_page_params` (`way`).
    """
    change, trace, low = comparison.effects, comparison.main_trace, comparison.metric.lower_is_better
    payload: Data = {
        "scope": PAIR,
        "pinned": pinned_document(comparison, place),
        "higher_is_better": not low,
        "texts": texts.group("difference"),
    }
    if change is None or isinstance(trace, InputError) or any(change.undefined):
        no_effects: Data = {"effects": {}, "group_by": "document", "ranks": [], "extra_effects": []}
        no_values: Data = {"from": None, "to": None, "sum_text": ""}
        return payload | no_effects | no_values | {"reason": comparison_sentence(comparison, place.by_rank, texts)}
    is_by_rank = change.axis != "list" or place.by_rank
    texts_of_values = (in_unit(trace.unit, value, comparison.state.numbers == "fractions") for value in change.values)
    return payload | {
        "effects": {each.doc_id: _effect(each.effect, trace.unit, low) for each in change.by_document},
        "group_by": "rank" if is_by_rank else "document",
        "ranks": _ranks(comparison, change, trace.unit, low) if is_by_rank else [],
        "extra_effects": extra_effects(comparison, texts),
        "from": change.values[0],
        "to": change.values[1],
        **dict(zip(("from_text", "to_text"), texts_of_values, strict=True)),
        "sum_text": texts("difference.sum", value=with_sign(change.difference, trace.unit)),
        "reason": "",
    }


def _effect(value: float, unit: Unit, low: bool) -> Data:
    return {"value": value, "text": with_sign(value, unit), "side": better_side(value, low)}


def _ranks(comparison: Comparison, change: Effects, unit: Unit, low: bool) -> list[Data]:
    documents = comparison.documents_by_rank if change.axis == "list" else ({}, {})
    return [
        _effect(value, unit, low) | {"ids": [each[rank] for each in documents if rank in each]}
        for rank, value in enumerate(change.by_place, 1)
    ]


def extra_effects(comparison: Comparison, texts: Texts) -> list[Data]:
    """Return the effects of no document: of different denominators, and of no entry's term; each with `label` and `id`."""
    change, trace, low = comparison.effects, comparison.main_trace, comparison.metric.lower_is_better
    extra: list[Data] = []
    if change is None or isinstance(trace, InputError):
        return extra
    if abs(change.rest) > NOTHING:
        extra.append(_effect(change.rest, trace.unit, low) | {"label": texts("difference.rest"), "id": REST})
    if abs(change.base) > NOTHING:
        first, second = (printed_sum("value", each) for each in change.denominators)
        label = texts("difference.base", name=divisor_name(trace, texts), a=first, b=second)
        extra.append(_effect(change.base, trace.unit, low) | {"label": label, "id": BASE})
    return extra


def divisor_name(trace: Trace, texts: Texts) -> str:
    """Return the name of the value's denominator, or "denominator" if it has none of its own."""
    keys = quotient_keys(trace.steps[-1].template)
    return line_name(trace, trace.step(keys[1])) if keys else texts("difference.denominator")


def printed_sum(unit: Unit, value: float) -> str:
    """Return a numerator or denominator as a text, a whole number without decimals."""
    return in_unit("count" if value == int(value) else unit, value)


def comparison_sentence(comparison: Comparison, by_rank: bool, texts: Texts) -> str:
    """Return who is ahead and because of which document or rank, or why there is nothing to compare."""
    change, trace = comparison.effects, comparison.main_trace
    if change is None or isinstance(trace, InputError):
        return error_text(trace, texts) if isinstance(trace, InputError) else ""
    sentence = winner_sentence(change, trace, texts, uneven=comparison.uneven_count, by_rank=by_rank)
    against = "" if comparison.uneven_count else counter_effect_text(change, trace.unit, texts, by_rank=by_rank)
    return texts("words.separator").join(filter(None, (sentence, against)))
